// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/planner.h"

#include "core/plan/plan_file.h"
#include "planner/cost/inventory.h"
#include "planner/cost/memory.h"
#include "planner/cost/step.h"
#include "planner/cost/verdict.h"
#include "planner/recommender/recommender_plan.h"

#include <algorithm>
#include <array>
#include <optional>

namespace shardscope::planner {
namespace {

using core::Error;
using core::ErrorCode;
using Problem = std::optional<Error>;

Problem notBuilt(std::string what) { return Error{ErrorCode::NotBuiltYet, {std::move(what)}, {}}; }

Problem placed(ErrorCode code, std::vector<std::string> args, const char* pointer)
{
    Error error{code, std::move(args), {}};
    error.place.jsonPointer = pointer;
    return error;
}

Problem unbuiltPart(const core::ModelSpec& model, const core::Plan& plan)
{
    if (plan.axes.context > 1)
        return notBuilt("context parallelism");
    if (plan.axes.expert > 1)
        return notBuilt("expert parallelism");
    if (plan.consistency != core::ConsistencyPlan{})
        return notBuilt("asynchronous training");
    const core::Transformer* transformer = model.transformer();
    if (transformer == nullptr)
        return {};
    if (transformer->keyValueRank > 0)
        return notBuilt("planning multi-head latent attention");
    if (transformer->decoderLayers > 0)
        return notBuilt("planning an encoder-decoder model");
    return {};
}

/// Every tier the plan puts something into must be there.
Problem missingTier(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    struct Use {
        const char* pointer;
        core::Tier tier;
    };
    const std::array<Use, 5> uses{
        {{"/residency/weights", plan.residency.weights},
         {"/residency/gradients", plan.residency.gradients},
         {"/residency/optimizer", plan.residency.optimizer},
         {"/residency/activations", plan.residency.activations},
         {"/phase_source", plan.phases > 0 ? plan.phaseSource : core::Tier::Device}}};
    for (const Use& use : uses) {
        if (use.tier == core::Tier::ParameterServer)
            return notBuilt("parameter servers");
        if (hardware.tier(use.tier) == nullptr)
            return placed(ErrorCode::NotSupported,
                          {std::string(core::nameOf(use.tier)) + " memory", hardware.name + " has none"},
                          use.pointer);
    }
    return {};
}

Problem unusable(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan)
{
    if (const auto checked = core::checkPlan(plan, model); !checked)
        return checked.error();
    if (plan.optimizer == core::OptimizerKind::RowwiseAdagrad)
        return placed(ErrorCode::NotSupported, {"rowwise_adagrad", "the model has no embedding tables"},
                      "/optimizer");
    if (Problem problem = unbuiltPart(model, plan))
        return problem;
    if (Problem problem = missingTier(hardware, plan))
        return problem;
    if (model.transformer() == nullptr)
        return {};
    if (hardware.engine(core::EngineKind::Matrix, core::Dtype::Bf16) == nullptr)
        return Error{ErrorCode::NotSupported, {"timing", hardware.name + " has no engine"}, {}};
    if (plan.axes.devices() > 1 && hardware.links.empty())
        return Error{ErrorCode::NotSupported, {"more than one device", hardware.name + " has no links"}, {}};
    return {};
}

/// Figures the evaluation rests on that nobody could check.
std::vector<std::string> unverifiedFigures(const core::HardwareSpec& hardware,
                                           const core::Evaluation& evaluation)
{
    std::vector<std::string> names;
    for (const core::MemoryTier& memory : hardware.memory) {
        const auto& uses = evaluation.memory.tiers;
        const bool used = std::any_of(uses.begin(), uses.end(),
                                      [&](const core::TierUse& use) { return use.tier == memory.tier; });
        if (used && memory.capacity.unverified)
            names.push_back("capacity of " + std::string(core::nameOf(memory.tier)) + " memory");
        if (used && memory.bandwidth.unverified)
            names.push_back("bandwidth of " + std::string(core::nameOf(memory.tier)) + " memory");
    }
    for (const core::Link& link : hardware.links) {
        if (evaluation.devices > 1 && (link.bandwidth.unverified || link.latency.unverified))
            names.push_back(std::string(core::nameOf(link.level)) + " link");
    }
    return names;
}

template <class N>
core::Evaluation evaluateWith(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                              const Inventory& inventory, const core::Plan& plan)
{
    core::Evaluation evaluation;
    evaluation.plan = plan;
    evaluation.parameters = inventory.parameters;
    evaluation.devices = plan.axes.devices();
    evaluation.available = hardware.devices();
    PlanParts<N> parts{model, hardware, plan, inventory, {}, {}, {}};
    if (const core::Transformer* transformer = model.transformer()) {
        parts.stages = stagesOf(plan, transformer->layers);
        const ModelState<N> state = modelState<N>(inventory, plan);
        parts.elements.reserve(parts.stages.size());
        for (const Stage& stage : parts.stages)
            parts.elements.push_back(stageState<N>(state, inventory, stage));
    } else {
        // A bare count has no layers: every rank holds the same.
        parts.stages = {Stage{0, 0, 0, true, true}};
        parts.elements.push_back(bareState<N>(inventory.parameters, plan));
    }
    for (const StateElements<N>& elements : parts.elements)
        parts.state.push_back(stateBytes<N>(elements, plan));
    addMemory<N>(parts, evaluation);
    if (model.transformer() != nullptr)
        addStep<N>(parts, evaluation);
    evaluation.figures["parameters"] = inventory.parameters;
    evaluation.verdict = verdictOf(evaluation);
    evaluation.unverified = unverifiedFigures(hardware, evaluation);
    return evaluation;
}

core::Result<core::Evaluation> evaluateFrom(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const Inventory& inventory, const core::Plan& plan, Detail detail)
{
    if (model.recommender() != nullptr)
        return evaluateRecommender(model, hardware, plan, detail == Detail::Explained);
    if (Problem problem = unusable(model, hardware, plan))
        return *problem;
    if (detail == Detail::Plain)
        return evaluateWith<core::PlainNumbers>(model, hardware, inventory, plan);
    core::Evaluation evaluation = evaluateWith<core::ExplainedNumbers>(model, hardware, inventory, plan);
    const Trial trial = [&](const core::Plan& other) -> std::optional<core::Evaluation> {
        if (unusable(model, hardware, other))
            return std::nullopt;
        return evaluateWith<core::PlainNumbers>(model, hardware, inventory, other);
    };
    addRemedies(hardware, trial, evaluation);
    return evaluation;
}

} // namespace

core::Result<core::Evaluation> evaluate(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                        const core::Plan& plan, Detail detail)
{
    return evaluateFrom(model, hardware, inventoryOf(model), plan, detail);
}

Evaluator::Evaluator(core::ModelSpec model, core::HardwareSpec hardware)
    : m_model(std::move(model))
    , m_hardware(std::move(hardware))
    , m_inventory(std::make_unique<Inventory>(inventoryOf(m_model)))
{
}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

core::Result<core::Evaluation> Evaluator::evaluate(const core::Plan& plan, Detail detail) const
{
    return evaluateFrom(m_model, m_hardware, *m_inventory, plan, detail);
}

} // namespace shardscope::planner
