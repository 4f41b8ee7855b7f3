// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/study/scenario_account.h"

#include "app/session/documents/changed_machine.h"
#include "app/session/machine/edited_machine.h"
#include "core/hardware/power_cap.h"
#include "planner/planner.h"

#include <cmath>
#include <utility>

namespace shardscope::app {
namespace {

/// The ends of a product or quotient of two that are not known exactly: independent, so that the squares of
/// their logarithms add.
Spread combined(double likely, double lowA, double highA, double lowB, double highB)
{
    const auto both = [](double a, double b) {
        return std::sqrt(std::pow(std::log(a), 2) + std::pow(std::log(b), 2));
    };
    return {likely * std::exp(-both(lowA, lowB)), likely, likely * std::exp(both(highA, highB))};
}

Holds within(const Spread& spread, const std::optional<double>& limit)
{
    if (!limit || spread.high <= *limit)
        return Holds::Surely;
    return spread.likely <= *limit ? Holds::Likely : Holds::No;
}

} // namespace

core::Result<core::HardwareSpec> changedMachine(core::HardwareSpec hardware, const StudyChanges& changes)
{
    if (!changes.figures.empty()) {
        SHARDSCOPE_TRY(hardware, editedMachine(hardware, changes.figures));
    }
    if (changes.network != 1)
        hardware = withNetwork(std::move(hardware), changes.network);
    if (changes.memory != 1)
        hardware = withMemory(std::move(hardware), changes.memory);
    if (changes.rate != 1)
        hardware = withRate(std::move(hardware), changes.rate);
    if (changes.host != 1)
        hardware = withHost(std::move(hardware), changes.host);
    if (changes.powerCap)
        core::capPower(hardware, core::Watts{*changes.powerCap});
    return hardware;
}

void accountTraining(const StudyJob& job, const Reliability& reliability, double parameters,
                     SolvedScenario& solved)
{
    const FoundLayout& best = *solved.best;
    const core::Evaluation& evaluation = *solved.evaluation;
    solved.devices = best.hit.devices;
    solved.tokensPerSecond = ratePerSecond(best.hit);
    solved.steps = evaluation.training ? evaluation.training->steps : 0;
    solved.goodput = scenarioGoodput(reliability, solved.scenario.failures, job.failures,
                                     static_cast<double>(solved.devices),
                                     static_cast<double>(solved.hardware.devicesPerNode),
                                     planner::checkpointBytes(parameters, evaluation.plan).value());
    const Spread& share = solved.goodput.share;
    const double step = best.hit.stepSeconds;
    solved.seconds =
        combined(best.hit.trainingSeconds.value_or(0) / share.likely, best.step.interval.low / step,
                 best.step.interval.high / step, share.high / share.likely, share.low / share.likely);
    constexpr double kHour = 3600;
    solved.cost.reset();
    if (solved.scenario.price)
        solved.cost =
            solved.seconds * (*solved.scenario.price *
                              static_cast<double>(solved.devices + solved.scenario.spareDevices) / kHour);
    // While they wait or do work again devices draw as in a step: an upper bound of their idle draw.
    solved.energy.reset();
    solved.carbon.reset();
    if (const auto joules = energyOf(best.hit)) {
        solved.energy = solved.seconds * (*joules / best.hit.trainingSeconds.value_or(1));
        constexpr double kJoulesPerKwh = 3.6e6;
        if (job.carbonPerKwh)
            solved.carbon = *solved.energy * (*job.carbonPerKwh / kJoulesPerKwh);
    }
    solved.deadline = within(solved.seconds, job.deadline);
    solved.budget = Holds::Surely;
    if (job.budget)
        solved.budget = solved.cost ? within(*solved.cost, job.budget) : Holds::Likely;
}

} // namespace shardscope::app
