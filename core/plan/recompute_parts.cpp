// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/recompute_parts.h"

#include "core/plan/plan_names.h"

namespace shardscope::core {
namespace {

bool hasDenseLayer(const Transformer& model)
{
    for (std::int64_t layer = 0; layer < model.layers; ++layer) {
        if (model.partsOf(layer).tokens == TokenPart::Dense)
            return true;
    }
    return false;
}

} // namespace

bool hasPart(const Transformer& model, Recompute::Part part)
{
    switch (part) {
    case Recompute::CoreAttention:
    case Recompute::WholeLayer:
    case Recompute::Operations: return true;
    case Recompute::MlaUpProjection: return model.keyValueRank > 0;
    case Recompute::Layernorm: return model.keyValueRank > 0 || model.experts > 0;
    case Recompute::Mlp: return hasDenseLayer(model);
    case Recompute::Moe:
    case Recompute::MoeActivation: return model.experts > 0;
    case Recompute::SharedExperts: return model.sharedExperts > 0;
    }
    return false;
}

bool namesParts(Recompute recompute)
{
    return recompute.selective() && recompute != Recompute::Selective && recompute != Recompute::ByOperations;
}

std::vector<Recompute::Part> partsBesideCore(const Transformer& model)
{
    std::vector<Recompute::Part> found;
    for (const auto& [part, name] : recomputeParts()) {
        if (part != Recompute::CoreAttention && hasPart(model, part))
            found.push_back(part);
    }
    return found;
}

std::vector<Recompute> usualRecomputes(const ModelSpec& model, bool withCore)
{
    const Transformer* shape = model.transformer();
    if (shape == nullptr)
        return {Recompute::None, Recompute::Full};
    std::vector<Recompute> choices{Recompute::None, Recompute::Selective, Recompute::Full};
    Recompute sofar = withCore ? Recompute::Selective : Recompute::None;
    for (const Recompute::Part part :
         {Recompute::Layernorm, Recompute::MoeActivation, Recompute::MlaUpProjection,
          Recompute::SharedExperts, Recompute::Mlp, Recompute::Moe}) {
        if (!hasPart(*shape, part))
            continue;
        sofar.parts = static_cast<std::uint16_t>(sofar.parts | part);
        choices.push_back(sofar);
    }
    return choices;
}

} // namespace shardscope::core
