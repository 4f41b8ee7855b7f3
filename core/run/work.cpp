// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/work.h"

namespace shardscope::core {

namespace {

StepTerm termOf(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce: return StepTerm::AllReduce;
    case CollectiveKind::AllGather: return StepTerm::AllGather;
    case CollectiveKind::ReduceScatter: return StepTerm::ReduceScatter;
    case CollectiveKind::AllToAll: return StepTerm::AllToAll;
    case CollectiveKind::Broadcast: return StepTerm::Broadcast;
    case CollectiveKind::Send:
    case CollectiveKind::Receive:
    case CollectiveKind::PointToPoint: return StepTerm::SendReceive;
    case CollectiveKind::Reduce:
    case CollectiveKind::Gather:
    case CollectiveKind::Scatter:
    case CollectiveKind::Barrier:
    case CollectiveKind::Other: break;
    }
    return StepTerm::OtherCollective;
}

} // namespace

StepTerm termOf(const WorkKey& key)
{
    switch (key.kind) {
    case WorkClass::CollectiveTensor:
    case WorkClass::CollectiveReplica:
    case WorkClass::CollectiveExpert:
    case WorkClass::PointToPoint: return termOf(key.collective);
    case WorkClass::Copy: return StepTerm::Copy;
    case WorkClass::Idle: return StepTerm::KernelGap;
    default: break;
    }
    if (key.pass == Pass::Recompute)
        return StepTerm::Recompute;
    switch (key.kind) {
    case WorkClass::Product: return StepTerm::Product;
    case WorkClass::GroupedProduct: return StepTerm::GroupedProduct;
    case WorkClass::Attention: return StepTerm::Attention;
    case WorkClass::Norm: return StepTerm::Norm;
    case WorkClass::Elementwise: return StepTerm::Elementwise;
    case WorkClass::Embedding: return StepTerm::Embedding;
    case WorkClass::Routing: return StepTerm::Routing;
    case WorkClass::Quantise: return StepTerm::Quantise;
    case WorkClass::Loss: return StepTerm::Loss;
    case WorkClass::Optimizer: return StepTerm::Optimizer;
    default: return StepTerm::Unknown;
    }
}

} // namespace shardscope::core
