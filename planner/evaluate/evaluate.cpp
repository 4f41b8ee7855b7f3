// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/evaluate.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "planner/compute/update.h"
#include "planner/evaluate/allocator_decides.h"
#include "planner/evaluate/evaluate_alone.h"
#include "planner/evaluate/kept_answer.h"
#include "planner/evaluate/prepared.h"
#include "planner/evaluate/ranking.h"
#include "planner/evaluate/remedies.h"
#include "planner/evaluate/stage_steps.h"
#include "planner/formula/block_stages.h"
#include "planner/formula/calibration_choice.h"
#include "planner/formula/unverified.h"
#include "planner/memory/memory.h"
#include "planner/parallelism/plan_layout.h"
#include "planner/recommender/zionex/recommender_plan.h"
#include "planner/step/layered_step.h"
#include "planner/step/memo.h"
#include "planner/step/step.h"
#include "planner/tasks/lay_out.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace shardscope::planner {

namespace {

using core::Error;
using core::ErrorCode;
using Problem = std::optional<Error>;

Problem notBuilt(std::string what) { return Error{ErrorCode::NotBuiltYet, {std::move(what)}}; }

Problem unbuiltPart(const core::Plan& plan)
{
    if (plan.consistency != core::ConsistencyPlan{})
        return notBuilt(core::phrase(W_("asynchronous training")));
    return {};
}

/// T5 adds a learned bias to its scores, which kernels that do not write scores out have no gradient for.
bool addsBias(const core::ModelSpec& model)
{
    return model.transformer() != nullptr && model.transformer()->relativeBuckets > 0;
}

core::Plan asRun(const core::ModelSpec& model, core::Plan plan)
{
    if (addsBias(model))
        plan.attention = core::Attention::Eager;
    return model.transformer() == nullptr ? plan : asCut(*model.transformer(), std::move(plan));
}

/// A plan as its framework runs it, where that is otherwise than the plan says or what it does not say.
class RunPlan {
public:
    /// \p given must outlive it.
    RunPlan(const core::ModelSpec& model, const core::Plan& given)
        : m_given(given)
    {
        if (addsBias(model) || (model.transformer() != nullptr && cutsByBlocks(given)))
            m_changed = asRun(model, given);
    }
    [[nodiscard]] const core::Plan& plan() const { return m_changed ? *m_changed : m_given; }

private:
    const core::Plan& m_given;
    std::optional<core::Plan> m_changed;
};

/// Every tier the plan puts something into must be there.
Problem missingTier(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    struct Use {
        const char* pointer;
        core::Tier tier;
    };
    const std::array<Use, 6> uses{
        {{"/residency/weights", plan.residency.weights},
         {"/residency/gradients", plan.residency.gradients},
         {"/residency/optimizer", plan.residency.optimizer},
         {"/residency/optimizer", updatesOnHost(plan) ? core::Tier::Host : core::Tier::Device},
         {"/residency/activations", plan.residency.activations},
         {"/phase_source", plan.phases > 0 ? plan.phaseSource : core::Tier::Device}}};
    for (const Use& use : uses) {
        if (use.tier == core::Tier::ParameterServer)
            return notBuilt(core::phrase(W_("parameter servers")));
        if (hardware.tier(use.tier) == nullptr)
            return errorAt(ErrorCode::NotSupported,
                           {core::phrase(W_("%1 memory"), {std::string(core::nameOf(use.tier))}),
                            core::phrase(W_("%1 has none"), {hardware.name})},
                           use.pointer);
    }
    return {};
}

Problem unusable(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan)
{
    if (const auto checked = checkLayout(plan, model); !checked)
        return checked.error();
    if (plan.optimizer == core::OptimizerKind::RowwiseAdagrad)
        return core::notSupportedFor("rowwise_adagrad", W_("the model has no embedding tables"))
            .under("/optimizer");
    if (Problem problem = unbuiltPart(plan))
        return problem;
    if (Problem problem = missingTier(hardware, plan))
        return problem;
    if (layersOf(model) == 0)
        return {};
    if (hardware.engine(core::EngineKind::Matrix, core::Dtype::Bf16) == nullptr)
        return Error{ErrorCode::NotSupported,
                     {core::phrase(W_("timing")), core::phrase(W_("%1 has no engine"), {hardware.name})}};
    if (hardware.engine(core::EngineKind::Matrix, computeDtype(plan)) == nullptr)
        return errorAt(ErrorCode::NotSupported,
                       {core::phrase(W_("%1 products"), {std::string(core::nameOf(computeDtype(plan)))}),
                        core::phrase(W_("%1 has no engine for them"), {hardware.name})},
                       "/precision/compute");
    if (plan.precision.attention &&
        hardware.engine(core::EngineKind::Matrix, *plan.precision.attention) == nullptr)
        return errorAt(
            ErrorCode::NotSupported,
            {core::phrase(W_("%1 products"), {std::string(core::nameOf(*plan.precision.attention))}),
             core::phrase(W_("%1 has no engine for them"), {hardware.name})},
            "/precision/attention");
    if (plan.axes.devices() > 1 && !hardware.connectsDevices())
        return Error{
            ErrorCode::NotSupported,
            {core::phrase(W_("more than one device")), core::phrase(W_("%1 has no links"), {hardware.name})}};
    return {};
}

/// Figures the evaluation rests on that nobody could check.
std::vector<std::string> unverifiedFigures(const core::HardwareSpec& hardware,
                                           const core::Evaluation& evaluation)
{
    std::vector<std::string> names;
    for (const core::MemoryTier& memory : hardware.memory) {
        const auto& uses = evaluation.memory.tiers;
        const bool used =
            std::ranges::any_of(uses, [&](const core::TierUse& use) { return use.tier == memory.tier; });
        if (used && memory.capacity.unverified)
            names.push_back("capacity of " + std::string(core::nameOf(memory.tier)) + " memory");
        if (used && memory.bandwidth.unverified)
            names.push_back("bandwidth of " + std::string(core::nameOf(memory.tier)) + " memory");
    }
    if (evaluation.supersteps &&
        std::ranges::find(hardware.unverified, "/network") != hardware.unverified.end())
        names.emplace_back("tile exchange");
    for (const core::Link& link : hardware.links) {
        if (evaluation.devices > 1 && link.level != core::LinkLevel::FrontEnd)
            noteUnverified(link, names);
    }
    return names;
}

/// \p own is written where nothing is remembered.
template <class N>
const ModelState<N>* stateFor(const Inventory& inventory, const core::Plan& plan, Memo* memo,
                              ModelState<N>& own)
{
    if constexpr (!N::kExplains) {
        if (memo != nullptr)
            return &memo->states.of(stateKey(plan), [&] { return modelState<N>(inventory, plan); });
    }
    own = modelState<N>(inventory, plan);
    return &own;
}

/// What \p own holds must outlive the parts.
template <class N>
PlanParts<N> partsOf(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                     const Prepared& prepared, const core::Plan& plan, Memo* memo, ModelState<N>& own)
{
    const Inventory& inventory = prepared.inventory;
    PlanParts<N> parts{model,     hardware, plan,
                       inventory, nullptr,  {},
                       {},        {},       &prepared.coefficientsFor(hardware, plan, model, memo),
                       memo};
    const std::int64_t layers = layersOf(model);
    parts.modelState = stateFor<N>(inventory, plan, memo, own);
    if (layers > 0) {
        parts.stages = stagesOf(plan, layers);
        parts.elements.reserve(parts.stages.size());
        for (const Stage& stage : parts.stages)
            parts.elements.push_back(stageState<N>(*parts.modelState, inventory, stage));
    } else {
        // A bare count has no layers: every rank holds the same.
        parts.stages = {Stage{0, 0, 0, true, true}};
        parts.elements.push_back(bareState<N>(inventory.parameters, plan));
    }
    parts.state.reserve(parts.elements.size());
    for (const StateElements<N>& elements : parts.elements)
        parts.state.push_back(stateBytes<N>(elements, plan));
    return parts;
}

/// What the ranks of each stage do. \p whatIf: null as everything is.
template <class N>
std::vector<StageStep> stagesWith(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                  const Prepared& prepared, const core::Plan& plan, Memo* memo,
                                  const WhatIf* whatIf = nullptr)
{
    ModelState<N> own;
    PlanParts<N> parts = partsOf<N>(model, hardware, prepared, plan, memo, own);
    parts.whatIf = whatIf;
    return stageSteps<N>(parts);
}

/// What the mean tile does in forward and in backward, as figures.
void addTileShares(const LaidOut& laidOut, core::Figures& figures)
{
    if (!laidOut.forward || !laidOut.backward)
        return;
    figures["tile_forward_computes_share"] = laidOut.forward->computes;
    figures["tile_forward_exchanges_share"] = laidOut.forward->exchanges;
    figures["tile_forward_waits_share"] = laidOut.forward->waits;
    figures["tile_backward_computes_share"] = laidOut.backward->computes;
    figures["tile_backward_exchanges_share"] = laidOut.backward->exchanges;
    figures["tile_backward_waits_share"] = laidOut.backward->waits;
}

template <class N>
core::Evaluation evaluateWith(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                              const Prepared& prepared, const core::Plan& plan, Memo* memo,
                              const core::Task& task, bool ranked = false, bool layOut = true)
{
    core::Evaluation evaluation;
    evaluation.plan = plan;
    evaluation.parameters = prepared.inventory.parameters;
    evaluation.devices = plan.axes.devices();
    evaluation.available = hardware.devices();
    ModelState<N> own;
    PlanParts<N> parts = partsOf<N>(model, hardware, prepared, plan, memo, own);
    parts.ranked = ranked;
    addMemory<N>(parts, evaluation);
    if (model.transformer() != nullptr) {
        const auto laidOut =
            !layOut || ranked
                ? std::nullopt
                : laidOutStep(model, hardware, plan,
                              stagesWith<core::PlainNumbers>(model, hardware, prepared, plan, memo), task);
        addStep<N>(parts, evaluation,
                   laidOut ? std::optional<core::Seconds>(laidOut->seconds) : std::nullopt);
        if (laidOut && !ranked) {
            evaluation.figures["idlest_stage_share"] = laidOut->idlest;
            addTileShares(*laidOut, evaluation.figures);
        }
    } else if (model.layerList() != nullptr)
        addLayeredStep<N>(parts, evaluation);
    if (ranked)
        return evaluation;
    evaluation.figures["parameters"] = prepared.inventory.parameters;
    if (plan.adapters.any())
        evaluation.figures["trained_parameters"] = adapterParameters(prepared.inventory, plan);
    evaluation.verdict = verdictOf(evaluation);
    if constexpr (N::kExplains) {
        evaluation.unverified = unverifiedFigures(hardware, evaluation);
        if (const core::Calibration* calibration = calibrationFor(hardware, plan, model)) {
            for (const std::string& quantity : outsideRange(*calibration, model, plan))
                evaluation.unverified.push_back("calibration " + calibration->name +
                                                " beyond its runs: " + quantity);
        }
    }
    return evaluation;
}

/// \p hardware with everything on the innermost \p level: what crosses its boundary now does not there.
core::HardwareSpec within(core::HardwareSpec hardware, core::LinkLevel level, std::int64_t devices)
{
    std::vector<core::Link> kept;
    for (core::Link& link : hardware.links) {
        if (link.level > level)
            continue;
        if (link.level == level)
            link.span = devices;
        kept.push_back(std::move(link));
    }
    hardware.links = std::move(kept);
    if (level == core::LinkLevel::Node)
        hardware.devicesPerNode = devices;
    return hardware;
}

std::int64_t spanOf(const core::HardwareSpec& hardware, core::LinkLevel level)
{
    if (level == core::LinkLevel::Node)
        return hardware.devicesPerNode;
    const core::Link* link = hardware.link(level);
    return link == nullptr ? 0 : link->span;
}

/// What the step loses at each boundary that the plan's devices cross, the innermost first.
void addBoundaries(const core::ModelSpec& model, const core::HardwareSpec& hardware, const Prepared& prepared,
                   const core::Plan& plan, Memo* memo, const core::Task& task, core::Evaluation& evaluation)
{
    if (evaluation.step.empty())
        return;
    double before = -1; // the step on a machine without the boundary inside this one
    for (const core::LinkLevel level : {core::LinkLevel::Node, core::LinkLevel::Pod}) {
        const std::int64_t span = spanOf(hardware, level);
        if (hardware.link(level) == nullptr || span == 0 || span >= evaluation.devices)
            continue;
        const core::HardwareSpec joined = within(hardware, level, evaluation.devices);
        const auto inside = evaluateWith<core::PlainNumbers>(model, joined, prepared, plan, memo, task);
        const double seconds = inside.step.at(core::StepPart::Total).seconds.value();
        if (before >= 0 && !evaluation.boundaries.empty())
            evaluation.boundaries.back().seconds = core::Seconds{std::max(0.0, seconds - before)};
        evaluation.boundaries.push_back(
            {level, core::Seconds{
                        std::max(0.0, evaluation.step.at(core::StepPart::Total).seconds.value() - seconds)}});
        before = seconds;
    }
}

/// What no memory trace brings back into a device.
bool farBeyond(const core::Evaluation& evaluation)
{
    constexpr double kFar = 1.5;
    return std::ranges::any_of(evaluation.memory.tiers, [](const core::TierUse& use) {
        return use.tier == core::Tier::Device && use.peak.value() > kFar * use.capacity.value();
    });
}

core::Result<core::Evaluation> evaluateFrom(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const Prepared& prepared, const core::Plan& given, Detail detail,
                                            Memo* memo, Beside beside, const core::Task& task)
{
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (model.recommender() != nullptr)
        return evaluateRecommender(model, hardware, withTrainer(given, hardware),
                                   detail == Detail::Explained);
    if (Problem problem = unusable(model, hardware, given))
        return *problem;
    const RunPlan run(model, given);
    const core::Plan& plan = run.plan();
    if (detail != Detail::Explained) {
        core::Evaluation evaluation = evaluateWith<core::PlainNumbers>(model, hardware, prepared, plan, memo,
                                                                       task, false, detail != Detail::Bound);
        if (detail == Detail::Plain)
            letAllocatorDecide(model, hardware, tape::Ranks::EveryStage, evaluation, task);
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        return evaluation;
    }
    core::Evaluation evaluation =
        evaluateWith<core::ExplainedNumbers>(model, hardware, prepared, plan, memo, task);
    if (beside != Beside::Nothing)
        letAllocatorDecide(model, hardware, tape::Ranks::EveryStage, evaluation, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (beside != Beside::Advice)
        return evaluation;
    const Trial trial = [&](const core::Plan& step) -> std::optional<core::Evaluation> {
        if (task.cancelled() || unusable(model, hardware, step))
            return std::nullopt;
        const core::Plan other = asRun(model, step);
        core::Evaluation tried =
            evaluateWith<core::PlainNumbers>(model, hardware, prepared, other, memo, task);
        if (!tape::takesLong(other) || !farBeyond(tried))
            letAllocatorDecide(model, hardware, tape::Ranks::Fullest, tried, task);
        return tried;
    };
    addRemedies(hardware, trial, evaluation);
    SHARDSCOPE_TRY_DONE(task.checkCancelled()); // some remedies were not tried
    addBoundaries(model, hardware, prepared, plan, memo, task, evaluation);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return evaluation;
}

core::Result<core::Evaluation> evaluateKept(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const core::Plan& plan, Detail detail, Beside beside,
                                            const core::Task& task = {})
{
    return keptAnswer(model, hardware, plan, [&] {
        Memo memo;
        return evaluateFrom(model, hardware, Prepared(model, hardware), plan, detail, &memo, beside, task);
    });
}

} // namespace

std::vector<StageStep> stepsByStage(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                    const core::Plan& given, Detail detail, const WhatIf& whatIf)
{
    if (model.transformer() == nullptr)
        return {};
    const Prepared prepared(model, hardware);
    const core::Plan plan = asRun(model, given);
    return detail == Detail::Plain
               ? stagesWith<core::PlainNumbers>(model, hardware, prepared, plan, nullptr, &whatIf)
               : stagesWith<core::ExplainedNumbers>(model, hardware, prepared, plan, nullptr, &whatIf);
}

core::Result<core::Evaluation> evaluate(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                        const core::Plan& plan, Detail detail, const core::Task& task)
{
    return evaluateKept(model, hardware, plan, detail, Beside::Advice, task);
}

core::Result<core::Evaluation> evaluateAlone(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                             const core::Plan& plan, Beside beside)
{
    return evaluateKept(model, hardware, plan, Detail::Explained, beside);
}

Evaluator::Evaluator(core::ModelSpec model, core::HardwareSpec hardware)
    : m_model(std::move(model))
    , m_hardware(std::move(hardware))
    , m_prepared(std::make_unique<Prepared>(m_model, m_hardware))
{
}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

core::Result<core::Evaluation> Evaluator::evaluate(const core::Plan& plan, Detail detail,
                                                   const core::Task& task) const
{
    return keptAnswer(m_model, m_hardware, plan, [&] {
        const BorrowedMemo memo(m_prepared->memos);
        return evaluateFrom(m_model, m_hardware, *m_prepared, plan, detail, memo.get(), Beside::Advice, task);
    });
}

Ranking::Ranking(const core::ModelSpec& model, const core::HardwareSpec& hardware)
    : m_model(&model)
    , m_hardware(&hardware)
    , m_prepared(std::make_shared<const Prepared>(model, hardware))
{
}

core::Result<core::Evaluation> Ranking::evaluate(const core::Plan& given) const
{
    if (Problem problem = unusable(*m_model, *m_hardware, given))
        return *problem;
    return keptAnswer(*m_model, *m_hardware, given, [&]() -> core::Result<core::Evaluation> {
        const RunPlan run(*m_model, given);
        const BorrowedMemo memo(m_prepared->memos);
        return evaluateWith<core::PlainNumbers>(*m_model, *m_hardware, *m_prepared, run.plan(), memo.get(),
                                                {}, true);
    });
}

core::Result<core::MemoryBreakdown> Ranking::memory(const core::Plan& given) const
{
    if (Problem problem = unusable(*m_model, *m_hardware, given))
        return *problem;
    return keptAnswer(*m_model, *m_hardware, given, [&]() -> core::Result<core::MemoryBreakdown> {
        const RunPlan run(*m_model, given);
        const BorrowedMemo memo(m_prepared->memos);
        ModelState<core::PlainNumbers> own;
        auto parts =
            partsOf<core::PlainNumbers>(*m_model, *m_hardware, *m_prepared, run.plan(), memo.get(), own);
        parts.ranked = true;
        core::Evaluation evaluation;
        evaluation.devices = run.plan().axes.devices();
        addMemory<core::PlainNumbers>(parts, evaluation);
        return std::move(evaluation.memory);
    });
}

} // namespace shardscope::planner
