// SPDX-License-Identifier: GPL-3.0-or-later
// The rule: a tensor is moved where its bytes over the link take less than the operations that would make it
// again (Graphcore, Building large models on IPU; arXiv:1910.02054, section 8.1).
#include "planner/reports/choices.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"
#include "core/plan/recompute_parts.h"
#include "core/report/columns.h"
#include "planner/compute/compute.h"
#include "planner/evaluate/evaluate.h"
#include "planner/framework/framework.h"
#include "planner/memory/activations.h"
#include "planner/memory/stage_activations.h"
#include "planner/parallelism/parallelism.h"
#include "planner/rules/rules.h"
#include "planner/step/throughput.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::planner {
namespace {

using core::Cell;
using core::Recompute;
using core::Table;
using core::Tier;
using Plain = core::PlainNumbers;

struct Choice {
    core::Plan plan;
    core::Evaluation evaluation;

    [[nodiscard]] double seconds() const { return evaluation.step.at(core::StepPart::Total).seconds.value(); }
    [[nodiscard]] double peak() const
    {
        double most = 0;
        for (const core::TierUse& use : evaluation.memory.tiers)
            most = use.tier == Tier::Device ? std::max(most, use.peak.value()) : most;
        return most;
    }
    [[nodiscard]] double elsewhere() const
    {
        double most = 0;
        for (const core::MemoryEntry& entry : evaluation.memory.entries)
            if (entry.tier != Tier::Device && entry.purpose == core::Purpose::Activations)
                most = std::max(most, entry.bytes.value());
        return most;
    }
    [[nodiscard]] bool fits() const { return evaluation.verdict.feasible(); }
};

/// Everything the plan allows, as it stands first.
std::vector<core::Plan> combinations(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                     const core::Plan& plan)
{
    std::vector<core::Plan> plans{plan};
    const auto multiply = [&](const auto& change) {
        const std::vector<core::Plan> before = plans;
        for (core::Plan one : before) {
            change(one);
            plans.push_back(std::move(one));
        }
    };
    std::vector<Recompute> others{Recompute::None, Recompute::Selective, Recompute::Full};
    if (model.transformer() == nullptr)
        others.erase(others.begin() + 1);
    else if (fusedByMegatronCore(plan))
        for (const Recompute::Part part : core::partsBesideCore(*model.transformer()))
            others.push_back({static_cast<std::uint16_t>(part)});
    for (const Recompute recompute : others) {
        if (recompute == plan.recompute)
            continue;
        core::Plan other = plan;
        other.recompute = recompute;
        other.recomputeLayers.clear(); // all of them
        other.partitionedActivations = plan.partitionedActivations && recompute == Recompute::Full;
        plans.push_back(std::move(other));
    }
    // A list of layers has no traffic of activations.
    if (const core::MemoryTier* tier = nearestTier(hardware);
        tier != nullptr && model.transformer() != nullptr)
        multiply([&](core::Plan& one) {
            one.residency.activations =
                plan.residency.activations == Tier::Device ? tier->tier : Tier::Device;
        });
    if (plan.axes.sequenceParallel && plan.axes.tensor > 1)
        multiply([](core::Plan& one) {
            one.gatheredInputs = one.gatheredInputs == core::GatheredInputs::Saved
                                     ? core::GatheredInputs::Regathered
                                     : core::GatheredInputs::Saved;
        });
    if (plan.sharding.weights > 1)
        multiply([](core::Plan& one) { one.keepWeightsAfterForward = !one.keepWeightsAfterForward; });
    return plans;
}

core::Result<std::vector<Choice>> choicesOf(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const core::Plan& plan, const core::Task& task)
{
    const auto refused = [](const std::string& why) {
        return core::errorAt(core::ErrorCode::NotSupported,
                             {core::phrase(W_("a choice for activations")), why}, "/recompute");
    };
    if (model.transformer() == nullptr && model.layerList() == nullptr)
        return refused(core::phrase(W_("the model has no layers")));
    if (plan.phases > 0)
        return refused(core::phrase(W_("phased execution always recomputes")));
    const Evaluator evaluator(model, hardware);
    const bool runs = canRun(plan, hardware);
    std::vector<Choice> choices;
    for (core::Plan& one : combinations(model, hardware, plan)) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (runs && !canRun(one, hardware))
            continue;
        auto evaluation = evaluator.evaluate(one, Detail::Plain, task);
        if (evaluation.ok())
            choices.push_back({std::move(one), std::move(*evaluation)});
        else if (choices.empty())
            return evaluation.error(); // the plan itself
    }
    return choices;
}

/// Shortest step that fits; without one, the smallest peak. The first of equals: the plan itself before
/// others.
std::size_t cheapest(const std::vector<Choice>& choices)
{
    const auto better = [](const Choice& a, const Choice& b) {
        if (a.fits() != b.fits())
            return a.fits();
        return a.fits() ? a.seconds() < b.seconds() : a.peak() < b.peak();
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < choices.size(); ++i)
        best = better(choices[i], choices[best]) ? i : best;
    return best;
}

Table choiceTable(const std::vector<Choice>& choices)
{
    Table table{"choices", N_("Keep, recompute or move"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::Text, "recompute", N_("Recompute")),
        core::wordColumn(core::Words::Tier, "activations", N_("Activations in")),
        core::textColumn("gathered_inputs", N_("Gathered inputs")),
        core::wordColumn(core::Words::Text, "weights_after_forward", N_("Weights after forward")),
        core::secondsColumn("step_seconds", N_("Step")),
        core::secondsColumn("recompute_seconds", N_("Recompute time")),
        core::secondsColumn("streaming_seconds", N_("Streaming"), N_("not hidden behind computing")),
        core::bytesColumn("peak_bytes", N_("Device peak")),
        core::bytesColumn("elsewhere_bytes", N_("Activations elsewhere")),
        core::flagColumn("fits", N_("Fits")),
        core::flagColumn("cheapest", N_("Cheapest"), N_("the shortest step that fits"))};
    const std::size_t best = cheapest(choices);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Choice& one = choices[i];
        const auto part = [&](core::StepPart which) {
            return Cell(one.evaluation.step.at(which).seconds.value());
        };
        const bool saved = one.plan.gatheredInputs == core::GatheredInputs::Saved;
        table.rows.push_back(
            {Cell(core::nameOf(one.plan.recompute)),
             Cell(std::string(core::nameOf(one.plan.residency.activations))),
             one.plan.axes.sequenceParallel ? Cell(std::string(saved ? "saved" : "regathered")) : Cell(),
             one.plan.sharding.weights > 1
                 ? Cell(std::string(one.plan.keepWeightsAfterForward ? N_("kept") : N_("resharded")))
                 : Cell(),
             Cell(one.seconds()), part(core::StepPart::Recompute), part(core::StepPart::Streaming),
             Cell(one.peak()), Cell(one.elsewhere()), Cell(one.fits()), Cell(i == best)});
    }
    return table;
}

/// One kind of activation of one kind of layer, for one micro-batch.
struct Kind {
    std::string layers;
    std::string activation;
    double bytes = 0;   ///< held until backward where it is kept
    double flops = 0;   ///< to make it again
    double seconds = 0; ///< of that
};

class BreakEven {
public:
    BreakEven(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan,
              const std::vector<Choice>& choices)
        : m_model(model)
        , m_hardware(hardware)
        , m_plan(plan)
        , m_choices(choices)
        , m_inventory(inventoryOf(model))
    {
    }

    [[nodiscard]] Table table() const
    {
        Table table{"break_even", N_("Recompute or move, by layer and kind"), {}, {}};
        table.columns = {
            core::textColumn("layers", N_("Layers")),
            core::wordColumn(core::Words::Text, "activation", N_("Activation")),
            core::bytesColumn("bytes", N_("Kept"), N_("of a layer and micro-batch")),
            core::quantityColumn("flops", N_("Operations"), core::kFlop, N_("to compute it again")),
            core::secondsColumn("recompute_seconds", N_("Recompute")),
            core::secondsColumn("moving_seconds", N_("Moving"), N_("there and back at the link's rate")),
            core::quantityColumn("break_even", N_("Break-even"), core::kBytePerSecond,
                                 N_("the rate of the link at which both take as long")),
            core::wordColumn(core::Words::Text, "cheaper", N_("Cheaper"))};
        const core::MemoryTier* tier = nearestTier(m_hardware);
        const double rate =
            tier == nullptr ? 0 : tier->bandwidth.value.value() / static_cast<double>(tier->sharedBy);
        for (const Kind& kind : kinds()) {
            const double moved = 2 * kind.bytes;
            const bool moves = rate > 0 && moved / rate < kind.seconds;
            table.rows.push_back({Cell(kind.layers), Cell(kind.activation), Cell(kind.bytes),
                                  Cell(kind.flops), Cell(kind.seconds),
                                  rate > 0 ? Cell(moved / rate) : Cell(),
                                  kind.seconds > 0 ? Cell(moved / kind.seconds) : Cell(),
                                  Cell(std::string(moves ? N_("move") : N_("recompute")))});
        }
        return table;
    }

private:
    /// What a recompute adds to a step, of one layer and micro-batch.
    [[nodiscard]] double secondsOf(Recompute recompute) const
    {
        for (const Choice& one : m_choices) {
            if (one.plan.recompute != recompute ||
                one.plan.residency.activations != m_plan.residency.activations)
                continue;
            const double layers = static_cast<double>(one.evaluation.memory.classes.front().layers);
            return one.evaluation.step.at(core::StepPart::Recompute).seconds.value() /
                   (static_cast<double>(one.plan.batch.microBatches) * std::max(1.0, layers));
        }
        return 0;
    }

    [[nodiscard]] std::vector<Kind> kinds() const
    {
        std::vector<Kind> found;
        const core::Transformer* shape = m_model.transformer();
        if (shape == nullptr) {
            layered(found);
            return found;
        }
        for (const LayerKind& kind : m_inventory.layers) {
            if (kind.extra)
                continue;
            const Symbols<Plain> s = kind.form.decoder ? decoderSymbolsOf<Plain>(*shape, m_plan)
                                                       : symbolsOf<Plain>(*shape, m_plan);
            const double tokens = s.tokens.value() / s.innerTensor.value();
            const double keys = s.sequence.value() + (kind.form.decoder ? s.memorySequence.value() : 0);
            core::Plan kept = m_plan;
            kept.recompute = Recompute::None;
            kept.recomputeLayers.clear();
            const LayerActivations<Plain> layer = layerActivations<Plain>(s, *shape, kept, kind.form);
            const std::string layers = kind.numbers();
            const double core = 2 * tokens * keys *
                                (s.queryWidth.value() + s.valueWidth.value()); // both products of the scores
            if (kind.form.parts.mixer == core::Mixer::Attention)
                found.push_back({layers, N_("attention core"), layer.core.value(), core,
                                 secondsOf(Recompute::Selective)});
            const double forward = modelFlopsPerSample(shape->layerAlone(kind.first), m_plan.batch) / 3 *
                                   static_cast<double>(m_plan.batch.microBatch) /
                                   static_cast<double>(m_plan.axes.tensor * m_plan.axes.context);
            core::Plan full = m_plan;
            full.recompute = Recompute::Full;
            full.recomputeLayers.clear();
            const double input = layerActivations<Plain>(s, *shape, full, kind.form).kept.value();
            found.push_back({layers, N_("whole layer but its input"), layer.whole.value() - input, forward,
                             secondsOf(Recompute::Full)});
        }
        return found;
    }

    /// Each block between checkpoints stands for itself; operations are its layers'.
    void layered(std::vector<Kind>& found) const
    {
        const core::LayerList& list = *m_model.layerList();
        const double width = core::widthOf(computeDtype(m_plan)).value();
        const auto batch = static_cast<double>(m_plan.batch.microBatch);
        const double peak =
            m_hardware.engine(core::EngineKind::Matrix, computeDtype(m_plan))->peak.value.value();
        const double memory = m_hardware.tier(Tier::Device)->bandwidth.value.value();
        for (const core::NetworkLayer& layer : list.layers) {
            const double elements =
                layer.keptInside + (layer.keepsOutput ? static_cast<double>(layer.out.elements()) : 0);
            if (elements == 0)
                continue;
            const double moved = batch * layer.moved * width;
            found.push_back({layer.name, "kept for backward", batch * elements * width, batch * layer.flops,
                             std::max(batch * layer.flops / peak, moved / memory)});
        }
    }

    const core::ModelSpec& m_model;
    const core::HardwareSpec& m_hardware;
    const core::Plan& m_plan;
    const std::vector<Choice>& m_choices;
    Inventory m_inventory;
};

} // namespace

core::Result<ActivationChoices> activationChoices(const core::ModelSpec& model,
                                                  const core::HardwareSpec& hardware, const core::Plan& plan,
                                                  const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<Choice> choices, choicesOf(model, hardware, plan, task));
    core::Report report;
    report.key = "activations";
    report.title = N_("Activations: keep, recompute or move");
    report.tables = {choiceTable(choices),
                     BreakEven(model, hardware, choices.front().evaluation.plan, choices).table()};
    return ActivationChoices{std::move(report), choices[cheapest(choices)].evaluation.plan};
}

core::Result<core::Plan> cheapestActivations(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                             const core::Plan& plan)
{
    SHARDSCOPE_TRY(const std::vector<Choice> choices, choicesOf(model, hardware, plan, {}));
    return choices[cheapest(choices)].evaluation.plan;
}

} // namespace shardscope::planner
