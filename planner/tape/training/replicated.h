// SPDX-License-Identifier: GPL-3.0-or-later
// One replica of DistributedDataParallel: the buckets its gradients are reduced in.
#pragma once

#include "planner/tape/models/model.h"

#include <vector>

namespace shardscope::planner::tape {

/// torch/csrc/distributed/c10d/reducer.cpp (PyTorch 2.11), gradient_as_bucket_view off: gradients are copied
/// into buckets beside them, filled in reverse order of the parameters; the first bucket closes at 1 MiB, the
/// others at 25 MiB.
class ReplicaBuckets {
public:
    ReplicaBuckets(Walk& walk, Model& model);
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    std::vector<StorageRef> m_buckets;
    std::int64_t m_bytes = 0;
};

} // namespace shardscope::planner::tape
