// SPDX-License-Identifier: GPL-3.0-or-later
// Rows picked one by one out of a memory of wide transactions.
#pragma once

namespace shardscope::planner {

/// Of a device's memory bandwidth, rows of 128 to 256 fp32 elements picked by id: PyTorch's embedding_bag on
/// one H200 SXM (torch 2.11, CUDA 13), 1.62 to 1.70 of 4.8 TB/s for 1 to 10 M rows.
inline constexpr double kRowGather = 0.345;

} // namespace shardscope::planner
