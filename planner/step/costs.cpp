// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/step/costs.h"

#include "core/base/text_mark.h"
#include "core/explain/explained.h"
#include "planner/machine/rates.h"

namespace shardscope::planner {
namespace {

template <class N>
using Energy = typename N::template Q<core::kJoule>;
template <class N>
using Money = typename N::template Q<core::kCurrency>;

constexpr auto kDraw = "each kind of work at its measured draw, docs/formulas.md section 11";
constexpr auto kBoard = "every board at its limit all the time: an upper bound";
constexpr auto kSteps = "whole steps of one global batch";

template <class N>
Count<N> devicesOf(const core::Evaluation& evaluation)
{
    return N::leaf(core::Number{static_cast<double>(evaluation.devices)}, W_("devices"),
                   core::SourceKind::Given, "/parallel");
}

template <class N>
auto draw(const core::Sourced<core::Watts>& watts, const char* label)
{
    const auto kind = watts.unverified ? core::SourceKind::Unverified : core::SourceKind::Measured;
    return N::leaf(watts.value, label, kind, watts.source);
}

template <class N>
Energy<N> energyOf(const core::HardwareSpec& hardware, const Duration<N>& step, const BusyTime<N>& busy,
                   const core::Evaluation& evaluation)
{
    if (!hardware.draw) {
        const auto board = N::leaf(hardware.power->value, W_("board_power"), sourceOf(*hardware.power),
                                   hardware.power->source);
        return N::named(W_("energy_per_step"), devicesOf<N>(evaluation) * (board * step), kBoard);
    }
    const core::PowerDraw& known = *hardware.draw;
    const Duration<N> idle = step - busy.products - busy.memory;
    return N::named(W_("energy_per_step"),
                    devicesOf<N>(evaluation) *
                        (draw<N>(known.products, W_("draw_of_products")) * busy.products +
                         draw<N>(known.memory, W_("draw_of_memory")) * busy.memory +
                         draw<N>(known.idle, W_("draw_when_idle")) * idle),
                    kDraw);
}

/// The samples of the whole training; 0 if the plan asks for none.
template <class N>
Count<N> samplesOf(const core::Plan& plan)
{
    const core::Training& training = plan.training;
    const auto given = [](std::int64_t value, const char* label, const char* pointer) {
        return N::leaf(core::Number{static_cast<double>(value)}, label, core::SourceKind::Given, pointer);
    };
    if (training.tokens > 0)
        return given(training.tokens, W_("training_tokens"), "/training/tokens") /
               given(plan.batch.sequenceLength, W_("sequence_length"), "/batch/sequence_length");
    if (training.epochs > 0)
        return given(training.epochs, W_("epochs"), "/training/epochs") *
               given(training.datasetSamples, W_("dataset_samples"), "/training/dataset_samples");
    return given(training.samples, W_("training_samples"), "/training/samples");
}

/// A figure of one step as a term, with its own derivation where it has one.
template <class N, core::Dimension D>
typename N::template Q<D> perStep(core::Quantity<D> value, const core::DerivationPtr& why, const char* label)
{
    if constexpr (N::kExplains) {
        if (why)
            return core::Explained<D>(why);
    }
    return N::leaf(value, label, core::SourceKind::Derived, "");
}

} // namespace

void addSupersteps(const core::HardwareSpec& hardware, const Superstep& one, double times,
                   core::Evaluation& evaluation)
{
    if (!hardware.bulkSynchronous)
        return;
    double computing = 0;
    for (const core::StepPart part :
         {core::StepPart::Forward, core::StepPart::Backward, core::StepPart::Recompute})
        computing += evaluation.step.at(part).seconds.value();
    const double beside = std::min(computing, times * one.seconds());
    const double exchange = one.seconds() > 0 ? beside * one.exchange / one.seconds() : 0;
    evaluation.supersteps = core::SuperstepTimes{core::Seconds{computing - beside}, core::Seconds{exchange},
                                                 core::Seconds{beside - exchange}};
    const double step = evaluation.step.at(core::StepPart::Total).seconds.value();
    const double optimizer = evaluation.step.at(core::StepPart::Optimizer).seconds.value();
    const double computes = step > 0 ? (computing - beside + optimizer) / step : 0;
    const double exchanges = step > 0 ? exchange / step : 0;
    evaluation.figures["superstep_slowest_seconds"] =
        one.seconds() > 0 ? beside * one.slowest / one.seconds() : 0;
    evaluation.figures["superstep_number"] = times * one.number;
    evaluation.figures["superstep_exchanged_bytes"] = times * one.bytes;
    evaluation.figures["tile_computes_share"] = computes;
    evaluation.figures["tile_exchanges_share"] = exchanges;
    evaluation.figures["tile_waits_share"] = std::max(0.0, 1 - computes - exchanges);
}

template <class N>
void addTraining(const Duration<N>& step, core::Evaluation& evaluation)
{
    const core::Plan& plan = evaluation.plan;
    if (plan.training == core::Training{} || (plan.training.tokens > 0 && plan.batch.sequenceLength == 0))
        return; // a recommender's samples are no tokens
    const Count<N> samples = samplesOf<N>(plan);
    const Count<N> batch = N::leaf(core::Number{static_cast<double>(plan.batch.globalBatch)},
                                   W_("global_batch"), core::SourceKind::Given, "/batch/global_batch");
    const Count<N> steps = N::named(W_("training_steps"), ceilDivide(samples, batch), kSteps);
    if (N::plain(steps).value() <= 0)
        return;
    core::TrainingRun run;
    run.steps = N::plain(steps).value();
    run.samples = N::plain(samples).value();
    run.tokens = run.samples * static_cast<double>(plan.batch.sequenceLength);
    const Duration<N> seconds = N::named(W_("training_time"), steps * step, kSteps);
    run.seconds = N::plain(seconds);
    run.secondsWhy = derivationOf(seconds);
    if (evaluation.energyPerStep) {
        const Energy<N> energy = N::named(
            W_("training_energy"),
            steps * perStep<N>(*evaluation.energyPerStep, evaluation.energyWhy, W_("energy_per_step")),
            kSteps);
        run.energy = N::plain(energy);
        run.energyWhy = derivationOf(energy);
    }
    if (evaluation.currencyPerStep) {
        const Money<N> money =
            N::named(W_("training_cost"),
                     steps * perStep<N>(core::Quantity<core::kCurrency>{*evaluation.currencyPerStep},
                                        evaluation.currencyWhy, W_("cost_per_step")),
                     kSteps);
        run.currency = N::plain(money).value();
        run.currencyWhy = derivationOf(money);
    }
    evaluation.training = std::move(run);
}

template <class N>
void addPrice(const core::HardwareSpec& hardware, const Duration<N>& step, core::Evaluation& evaluation)
{
    if (!hardware.price)
        return;
    constexpr double kSecondsPerHour = 3600;
    evaluation.currencyPerHour =
        hardware.price->value.value() * kSecondsPerHour * static_cast<double>(evaluation.devices);
    const auto price = N::leaf(hardware.price->value, W_("price_of_a_device"), sourceOf(*hardware.price),
                               hardware.price->source);
    const Money<N> money = N::named(W_("cost_per_step"), devicesOf<N>(evaluation) * (price * step),
                                    "devices are paid for by time");
    evaluation.currencyPerStep = N::plain(money).value();
    evaluation.currencyWhy = derivationOf(money);
}

template <class N>
void addCosts(const core::HardwareSpec& hardware, const Duration<N>& step, const BusyTime<N>& busy,
              core::Evaluation& evaluation)
{
    if (hardware.draw || hardware.power) {
        const Energy<N> energy = energyOf<N>(hardware, step, busy, evaluation);
        evaluation.energyPerStep = N::plain(energy);
        evaluation.energyWhy = derivationOf(energy);
    }
    addPrice<N>(hardware, step, evaluation);
    addTraining<N>(step, evaluation);
}

#define SHARDSCOPE_COSTS(N)                                                                                  \
    template void addCosts<N>(const core::HardwareSpec&, const Duration<N>&, const BusyTime<N>&,             \
                              core::Evaluation&);                                                            \
    template void addPrice<N>(const core::HardwareSpec&, const Duration<N>&, core::Evaluation&);             \
    template void addTraining<N>(const Duration<N>&, core::Evaluation&);
SHARDSCOPE_COSTS(core::PlainNumbers)
SHARDSCOPE_COSTS(core::ExplainedNumbers)
#undef SHARDSCOPE_COSTS

} // namespace shardscope::planner
