// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/idle_texts.h"

#include "app/session/text/words.h"
#include "core/units/percent.h"
#include "core/units/text.h"
#include "planner/planner.h"

#include <QStringList>

#include <cmath>

namespace shardscope::app {
namespace {

QString percent(double fraction) { return QString::fromStdString(core::percentText(fraction, 1)); }

template <core::Dimension D>
QString amount(core::Quantity<D> quantity)
{
    constexpr int kDigits = 3;
    return QString::fromStdString(core::toText(quantity, {kDigits, core::BytePrefix::Binary}));
}

double figureOf(const core::Evaluation& evaluation, std::string_view name)
{
    const auto* found = evaluation.figures.find(name);
    return found == evaluation.figures.end() ? 0 : found->second;
}

/// The share of what is computed that exchange and synchronisation take, where an exchange and a meeting took
/// \p exchange and \p sync times as long.
double besideComputing(const core::Evaluation& evaluation, double exchange, double sync)
{
    const core::SuperstepTimes& times = *evaluation.supersteps;
    const double slowest = figureOf(evaluation, "superstep_slowest_seconds");
    const double beside = exchange * times.exchange.value() + sync * (times.sync.value() - slowest) + slowest;
    const double all = times.compute.value() + beside;
    return all > 0 ? beside / all : 0;
}

/// What a tile does in each direction of a step that runs in phases; empty elsewhere.
QString directionText(const core::Evaluation& evaluation)
{
    if (evaluation.figures.find("tile_forward_waits_share") == evaluation.figures.end())
        return {};
    const auto share = [&](const char* name) { return percent(figureOf(evaluation, name)); };
    return Words::tr("In forward it computes %1, exchanges %2 and waits %3; in backward %4, %5 and %6")
        .arg(share("tile_forward_computes_share"), share("tile_forward_exchanges_share"),
             share("tile_forward_waits_share"), share("tile_backward_computes_share"),
             share("tile_backward_exchanges_share"), share("tile_backward_waits_share"));
}

} // namespace

QString boundaryText(const core::Evaluation& evaluation)
{
    const auto* total = evaluation.step.find(core::StepPart::Total);
    if (total == evaluation.step.end() || total->second.seconds.value() <= 0)
        return {};
    QStringList lines;
    for (const core::BoundaryLoss& loss : evaluation.boundaries) {
        const QString sentence = loss.level == core::LinkLevel::Node
                                     ? Words::tr("Crossing the node boundary costs %1 a step, %2")
                                     : Words::tr("Crossing the pod boundary costs %1 a step, %2");
        lines << sentence.arg(amount(loss.seconds), percent((loss.seconds / total->second.seconds).value()));
    }
    return lines.join(QLatin1Char('\n'));
}

QString superstepText(const core::Evaluation& evaluation)
{
    if (!evaluation.supersteps)
        return {};
    const core::SuperstepTimes& times = *evaluation.supersteps;
    const double all = (times.compute + times.exchange + times.sync).value();
    const auto share = [all](core::Seconds seconds) { return percent(all > 0 ? seconds.value() / all : 0); };
    const QString directions = directionText(evaluation);
    return Words::tr("Supersteps (BSP) of what is computed: computing %1 (%2), exchange %3 (%4), "
                     "synchronisation %5 (%6, most of it waits for the slowest tile); %7 of them exchange %8 "
                     "between "
                     "the tiles of a processor")
               .arg(amount(times.compute), share(times.compute), amount(times.exchange),
                    share(times.exchange), amount(times.sync), share(times.sync),
                    QString::number(std::llround(figureOf(evaluation, "superstep_number"))),
                    amount(core::Bytes{figureOf(evaluation, "superstep_exchanged_bytes")})) +
           QLatin1Char('\n') +
           Words::tr("A tile on average computes %1 of the step, exchanges %2 and waits %3: for the slowest "
                     "tile, other processors, other memories")
               .arg(percent(figureOf(evaluation, "tile_computes_share")),
                    percent(figureOf(evaluation, "tile_exchanges_share")),
                    percent(figureOf(evaluation, "tile_waits_share"))) +
           (directions.isEmpty() ? QString() : QLatin1Char('\n') + directions);
}

QString superstepBasis(const core::HardwareSpec& hardware, const core::Evaluation& evaluation)
{
    if (!evaluation.supersteps || !hardware.bulkSynchronous)
        return {};
    const planner::TileExchange exchange = planner::tileExchangeOf(hardware);
    // Hot Chips 33, as we remember it, gave 150 to 250 cycles for a sync and 7.8 to 8 TB/s for the exchange;
    // nobody could check either, so an exchange of half the rate is shown as well.
    constexpr double kFewest = 0.75;
    constexpr double kMost = 1.25;
    constexpr double kSlow = 2;
    return Words::tr(
               "Supersteps: each operator's blocks and partial sums go through an exchange of %1, a "
               "synchronisation takes %2, the mean tile computes %3 of the slowest one's time (assumed, "
               "not verified; \"network\" of the machine's file). Exchange and synchronisation are %4 to "
               "%5 of what is computed with synchronisations a quarter cheaper, or a quarter dearer and "
               "half the exchange's rate")
        .arg(amount(core::BytesPerSecond{exchange.bytesPerSecond}),
             amount(core::Seconds{exchange.syncSeconds}), percent(exchange.balance),
             percent(besideComputing(evaluation, 1, kFewest)),
             percent(besideComputing(evaluation, kSlow, kMost)));
}

double fillingShare(const core::Evaluation& evaluation)
{
    const auto* bubble = evaluation.step.find(core::StepPart::Bubble);
    const auto* total = evaluation.step.find(core::StepPart::Total);
    if (bubble == evaluation.step.end() || total == evaluation.step.end() ||
        total->second.seconds.value() <= 0)
        return 0;
    return bubble->second.seconds.value() / total->second.seconds.value();
}

QString pipelineIdleText(const core::Evaluation& evaluation)
{
    if (evaluation.step.empty() || (evaluation.memory.classes.size() == 1 && evaluation.plan.phases == 0))
        return {};
    const auto* idlest = evaluation.figures.find("idlest_stage_share");
    if (idlest == evaluation.figures.end() && fillingShare(evaluation) == 0) // roles are no stages
        return {};
    if (idlest == evaluation.figures.end())
        return Words::tr(
                   "Bubble: the pipeline fills and drains for %1 of the step; it has too many passes to "
                   "lay out here, simulate tells what its idlest stage waits")
            .arg(percent(fillingShare(evaluation)));
    return pipelineIdleText(fillingShare(evaluation), idlest->second);
}

QString pipelineIdleText(double filling, double idlest)
{
    return Words::tr("Bubble: the pipeline fills and drains for %1 of the step. Idlest stage: no pass of it "
                     "runs for %2 of the step, whatever it waits for (filling, streaming, messages, the "
                     "slowest)")
        .arg(percent(filling), percent(idlest));
}

} // namespace shardscope::app
