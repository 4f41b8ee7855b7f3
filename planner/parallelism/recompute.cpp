// SPDX-License-Identifier: GPL-3.0-or-later
// Recompute and the attention kernel: less kept until backward (arXiv:1604.06174; arXiv:2205.05198, section
// 5; arXiv:2205.14135).
#include "core/base/phrase.h"
#include "core/plan/plan_names.h"
#include "core/plan/recompute_parts.h"
#include "planner/framework/framework.h"
#include "planner/parallelism/parallelism.h"
#include "planner/parallelism/plan_layout.h"

#include <algorithm>
#include <string_view>

namespace shardscope::planner {
namespace {

/// Whether a layer's parts are kept or run again one by one: Megatron Core's modules, and tensors that a
/// policy of MaxText's names (configs/base.yml, remat_policy custom). Other code of one's own has a rule
/// against it.
bool hasParts(const core::Plan& plan)
{
    const FrameworkFacts& facts = factsOf(plan);
    return fusedByMegatronCore(plan) ||
           (facts.habits.layers == LayerCode::Own && plan.kernels == core::Kernels::Fused &&
            std::ranges::none_of(facts.rules, [&](const Rule& rule) {
                return rule.where == std::string_view("/recompute") && rule.asks(plan) &&
                       !rule.may(plan, facts);
            }));
}

/// Megatron Core asks the same of its arguments (transformer_config.py, __post_init__).
core::PlanProblem partsLegal(const core::Plan& plan, const core::Transformer& model)
{
    for (const auto& [part, name] : core::recomputeParts()) {
        if (!plan.recompute.has(part) || part == core::Recompute::CoreAttention)
            continue;
        if (!hasParts(plan))
            return core::inconsistent(
                core::phrase(W_("recompute %1 needs implementation megatron or maxtext with fused kernels"),
                             {std::string(name)}),
                "/recompute");
        if (core::hasPart(model, part))
            continue;
        std::string known;
        for (const core::Recompute::Part has : core::partsBesideCore(model))
            known += ", " + core::nameOf(core::Recompute{static_cast<std::uint16_t>(has)});
        return core::inconsistent(
            core::phrase(W_("no layer of the model has what recompute %1 names; it has core_attn%2"),
                         {std::string(name), known}),
            "/recompute");
    }
    return {};
}

core::PlanProblem recomputeLegal(const core::Plan& plan, const core::ModelSpec& model)
{
    const core::Transformer* shape = model.transformer();
    if (plan.recompute.selective() && model.layerList() != nullptr)
        return needsTransformer(core::phrase(W_("selective recompute")), "/recompute");
    if (plan.recompute.selective() && shape != nullptr) {
        if (auto problem = partsLegal(plan, *shape))
            return problem;
    }
    const std::vector<std::int64_t>& given = plan.recomputeLayers;
    if (given.empty())
        return {};
    const char* where = "/recompute_layers";
    if (shape == nullptr)
        return needsTransformer("recompute_layers", where);
    if (plan.recompute == core::Recompute::None)
        return core::inconsistent(core::phrase(W_("recompute_layers needs recompute selective or full")),
                                  where);
    if (plan.phases > 0 || plan.schedule == core::Schedule::Phased)
        return core::inconsistent(
            core::phrase(W_("recompute_layers and phased execution exclude each other")), where);
    if (given.size() > 1 && static_cast<std::int64_t>(given.size()) != plan.axes.pipeline)
        return core::inconsistent(
            core::phrase(W_("recompute_layers has %1 entries for pipeline %2"),
                         {std::to_string(given.size()), std::to_string(plan.axes.pipeline)}),
            where);
    return {};
}

void recomputeChanges(const core::Plan& plan, const core::HardwareSpec&, std::vector<Change>& changes)
{
    core::Plan changed = plan;
    if (plan.attention == core::Attention::Eager) {
        changed.attention = core::Attention::Flash;
        changes.push_back({"flash_attention", {}, changed});
        changed.attention = plan.attention;
    }
    if (!plan.recomputeLayers.empty()) {
        changed.recomputeLayers.clear();
        changes.push_back({"recompute_all_layers", {}, changed});
    }
    if (plan.recompute == core::Recompute::None) {
        changed.recompute = core::Recompute::Selective;
        changes.push_back({"recompute_selective", {}, changed});
    }
    // One part beside those that run again; checkLayout drops what the model lacks.
    for (const auto& [part, name] : core::recomputeParts()) {
        changed.recompute = plan.recompute;
        if (plan.recompute == core::Recompute::Full || !fusedByMegatronCore(plan) ||
            plan.recompute.has(part) || part == core::Recompute::CoreAttention)
            continue;
        changed.recompute.parts = static_cast<std::uint16_t>(plan.recompute.parts | part);
        changes.push_back({"recompute_part", {std::string(name)}, changed});
    }
    if (plan.recompute != core::Recompute::Full) {
        changed.recompute = core::Recompute::Full;
        changes.push_back({"recompute_full", {}, changed});
    }
}

} // namespace

constinit const Parallelism kRecomputeParallelism{
    .name = "recompute", .legal = recomputeLegal, .plain = {}, .explained = {}, .changes = recomputeChanges};

} // namespace shardscope::planner
