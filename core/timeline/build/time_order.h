// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting by integers, in linear time.
#pragma once

#include "core/base/page_vector.h"

#include <cstdint>
#include <span>

namespace shardscope::core {

/// The indices of \p keys by key; equal keys in the order of their indices.
[[nodiscard]] PageVector<std::uint32_t> orderByKey(std::span<const std::int64_t> keys);

} // namespace shardscope::core
