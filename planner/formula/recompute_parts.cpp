// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/recompute_parts.h"

#include "core/plan/plan_names.h"

namespace shardscope::planner {
namespace {

bool hasDenseLayer(const core::Transformer& model)
{
    for (std::int64_t layer = 0; layer < model.layers; ++layer) {
        if (model.partsOf(layer).tokens == core::TokenPart::Dense)
            return true;
    }
    return false;
}

} // namespace

bool recomputesParts(const core::Plan& plan)
{
    return plan.implementation == core::Implementation::Megatron && plan.kernels == core::Kernels::Fused;
}

bool hasPart(const core::Transformer& model, core::Recompute::Part part)
{
    using core::Recompute;
    switch (part) {
    case Recompute::CoreAttention:
    case Recompute::WholeLayer: return true;
    case Recompute::MlaUpProjection: return model.keyValueRank > 0;
    case Recompute::Layernorm: return model.keyValueRank > 0 || model.experts > 0;
    case Recompute::Mlp: return hasDenseLayer(model);
    case Recompute::Moe:
    case Recompute::MoeActivation: return model.experts > 0;
    case Recompute::SharedExperts: return model.sharedExperts > 0;
    }
    return false;
}

bool namesParts(core::Recompute recompute)
{
    return recompute.selective() && recompute != core::Recompute::Selective;
}

std::vector<core::Recompute::Part> partsBesideCore(const core::Transformer& model)
{
    std::vector<core::Recompute::Part> found;
    for (const auto& [part, name] : core::recomputeParts()) {
        if (part != core::Recompute::CoreAttention && hasPart(model, part))
            found.push_back(part);
    }
    return found;
}

std::vector<core::Recompute> usualRecomputes(const core::Transformer& model, bool withCore)
{
    using core::Recompute;
    std::vector<Recompute> choices{Recompute::None, Recompute::Selective, Recompute::Full};
    Recompute sofar = withCore ? Recompute::Selective : Recompute::None;
    for (const Recompute::Part part :
         {Recompute::Layernorm, Recompute::MoeActivation, Recompute::MlaUpProjection,
          Recompute::SharedExperts, Recompute::Mlp, Recompute::Moe}) {
        if (!hasPart(model, part))
            continue;
        sofar.parts = static_cast<std::uint8_t>(sofar.parts | part);
        choices.push_back(sofar);
    }
    return choices;
}

} // namespace shardscope::planner
