// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's DistributedDataParallel, whichever program calls it.
#pragma once

#include "planner/framework/habits.h"

namespace shardscope::planner {

/// Buckets of 25 MiB (torch/nn/parallel/distributed.py, bucket_cap_mb), reduced while the last micro-batch
/// goes back: no_sync() holds the others' reductions back (arXiv:2006.15704).
inline constexpr Gradients kReplicatedGradients{
    .when = When::LastBackward, .unit = Unit::Bucket, .bytes = std::int64_t{25} << 20, .beside = true};

} // namespace shardscope::planner
