// SPDX-License-Identifier: GPL-3.0-or-later
// The batch of a recommender where nobody says one: plans, searches, comparisons and the window take this.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace shardscope::core {

/// Samples of all devices together. The global batch of MLPerf's DLRM-DCNv2, whose quality was reached with
/// it (facebookresearch/dlrm @090956e, torchrec_dlrm/README.MD: batch 65,536, AUROC 0.8030): larger ones need
/// another learning rate first. It is the 512 of a device on 128 that ZionEX's models are recalled to have
/// had (arXiv:2104.05158, table 3, unverified).
inline constexpr std::int64_t kPublishedBatch = 65536;

/// Samples of a device: the largest power of two of which \p devices take no more than \p global together, at
/// least one.
[[nodiscard]] inline std::int64_t deviceBatch(std::int64_t devices, std::int64_t global = kPublishedBatch)
{
    const std::int64_t share = std::max<std::int64_t>(1, global / std::max<std::int64_t>(1, devices));
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(share)));
}

} // namespace shardscope::core
