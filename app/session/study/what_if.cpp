// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/study/what_if.h"

#include "app/session/documents/changed_machine.h"
#include "app/session/study/scenario_account.h"
#include "planner/planner.h"

#include <utility>

namespace shardscope::app {
namespace {

using core::Result;

/// The rate of interruptions that \p scenario has, \p factor times as high.
Spread moreFailures(const Reliability& known, const StudyJob& job, const SolvedScenario& scenario,
                    double factor)
{
    const StudyFailures& own = scenario.scenario.failures;
    const auto said = own.perThousandNodeDays ? own.perThousandNodeDays : job.failures.perThousandNodeDays;
    const auto perNode = static_cast<double>(scenario.hardware.devicesPerNode);
    return said.value_or(known.perThousandDeviceDays * perNode) * factor;
}

void lengthen(SolvedScenario& one, double factor)
{
    planner::PlanHit& hit = one.best->hit;
    hit.stepSeconds *= factor;
    hit.highSeconds *= factor;
    hit.samplesPerSecond /= factor;
    for (std::optional<double>* each : {&hit.trainingSeconds, &hit.trainingJoules, &hit.joulesPerStep}) {
        if (*each)
            **each *= factor;
    }
    one.best->step.interval.low *= factor;
    one.best->step.interval.high *= factor;
}

void leaveOut(SolvedScenario& one, double memory)
{
    one.nearest = std::exchange(one.best, std::nullopt);
    one.nearest->hit.capacityBytes *= memory;
}

} // namespace

core::HardwareSpec changedAs(core::HardwareSpec hardware, const StudyWhatIf& asked)
{
    if (asked.network != 1)
        hardware = withNetwork(std::move(hardware), asked.network);
    if (asked.memory != 1)
        hardware = withMemory(std::move(hardware), asked.memory);
    if (asked.rate != 1)
        hardware = withRate(std::move(hardware), asked.rate);
    if (asked.host != 1)
        hardware = withHost(std::move(hardware), asked.host);
    return hardware;
}

std::optional<MovedStep> movedStep(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                   const core::Plan& plan, const StudyWhatIf& asked, const core::Task& task)
{
    const auto before = planner::evaluate(model, hardware, plan, planner::Detail::LaidOut, task);
    const auto after =
        planner::evaluate(model, changedAs(hardware, asked), plan, planner::Detail::LaidOut, task);
    if (!before.ok() || !after.ok())
        return {};
    const auto stepOf = [](const core::Evaluation& evaluation) {
        return evaluation.step.at(core::StepPart::Total).seconds.value();
    };
    return MovedStep{stepOf(*after) / stepOf(*before), after->verdict.feasible()};
}

Result<SolvedStudy> studyWhatIf(const core::Catalog& catalog, const SolvedStudy& solved,
                                const StudyWhatIf& asked, const core::Task& task)
{
    SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(solved.study.job.model));
    SHARDSCOPE_TRY(const Reliability reliability, readReliability(catalog));
    SolvedStudy moved = solved;
    moved.breakEven.clear(); // of the study as it was asked
    for (SolvedScenario& one : moved.scenarios) {
        if (!one.feasible())
            continue;
        if (asked.asksMachine()) {
            const auto step = movedStep(model, one.hardware, one.evaluation->plan, asked, task);
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            if (!step || !step->fits) {
                leaveOut(one, asked.memory);
                continue;
            }
            lengthen(one, step->longer);
            one.best->hit.capacityBytes *= asked.memory;
            one.hardware = changedAs(one.hardware, asked);
        }
        if (asked.failures != 1)
            one.scenario.failures.perThousandNodeDays =
                moreFailures(reliability, solved.study.job, one, asked.failures);
        if (one.scenario.price)
            one.scenario.price = *one.scenario.price * asked.price;
        accountTraining(moved.study.job, reliability, moved.parameters, one);
    }
    decide(moved);
    return moved;
}

JobStudy studyWith(const core::Catalog& catalog, JobStudy study, const StudyWhatIf& asked)
{
    const auto reliability = readReliability(catalog);
    for (StudyScenario& one : study.scenarios) {
        one.changes.network *= asked.network;
        one.changes.memory *= asked.memory;
        one.changes.rate *= asked.rate;
        one.changes.host *= asked.host;
        if (one.price)
            one.price = *one.price * asked.price;
        const auto hardware = catalog.hardware(one.hardware);
        if (asked.failures == 1 || !reliability.ok() || !hardware.ok())
            continue;
        SolvedScenario asIs;
        asIs.scenario = one;
        asIs.hardware = *hardware;
        one.failures.perThousandNodeDays = moreFailures(*reliability, study.job, asIs, asked.failures);
    }
    return study;
}

} // namespace shardscope::app
