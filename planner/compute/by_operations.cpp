// SPDX-License-Identifier: GPL-3.0-or-later
// What a policy by operations runs again of a layer (pytorch/torchtitan,
// distributed/activation_checkpoint.py, _apply_op_sac): it keeps what every second product gives, in the
// order of forward, and what fused attention gives. The router's product is not counted
// (per_op_sac_force_recompute_mm_shapes_by_fqns), products of experts and of written-out attention are no
// torch.ops.aten.mm and run again.
#include "planner/compute/operators.h"

#include <span>

namespace shardscope::planner {
namespace {

/// The products of PyTorch's layer that one product of a list joins, in its order.
std::span<const Extent> joinedIn(Extent out)
{
    static constexpr Extent kQueryKeyValue[]{Extent::Query, Extent::KeyValue, Extent::KeyValue};
    static constexpr Extent kGateUp[]{Extent::FeedForward, Extent::FeedForward};
    static constexpr Extent kSharedGateUp[]{Extent::SharedFeedForward, Extent::SharedFeedForward};
    switch (out) {
    case Extent::QueryKeyValue: return kQueryKeyValue;
    case Extent::GateUp: return kGateUp;
    case Extent::SharedGateUp: return kSharedGateUp;
    default: return {};
    }
}

} // namespace

void addByOperations(SegmentRows& rows)
{
    int products = 0;
    const auto keeps = [&products] { return ++products % 2 == 1; };
    for (const Row& row : rows.forward) {
        if (row.kernel == KernelClass::AttentionForward)
            continue;
        if (row.kernel != KernelClass::Product || row.b == Extent::Experts) {
            rows.again.push_back(row);
            continue;
        }
        const std::span<const Extent> joined = joinedIn(row.b);
        if (joined.empty() && !keeps())
            rows.again.push_back(row);
        for (const Extent out : joined) {
            if (keeps())
                continue;
            rows.again.push_back(row);
            rows.again.back().b = out;
        }
    }
}

} // namespace shardscope::planner
