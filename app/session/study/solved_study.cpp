// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/study/solved_study.h"

#include "app/session/study/break_even.h"
#include "app/session/study/scenario_account.h"
#include "app/session/study/scenario_of_run.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"
#include "planner/planner.h"

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

using core::Result;

/// Formats whose weights are kept wider than their products.
bool narrow(const std::string& precision)
{
    const auto dtype = core::fromName<core::Dtype>(precision);
    return dtype && core::widthOf(*dtype).value() <= 1;
}

bool isRange(const std::string& devices) { return devices.find("..") != std::string::npos; }

/// \p goodput: the likely share of the time that is progress, of as many devices as the scenario may have.
PlanSearchRequest requestOf(const StudyJob& job, const StudyScenario& scenario, double goodput)
{
    PlanSearchRequest request;
    request.model = job.model;
    request.hardware = scenario.hardware;
    request.devices = scenario.devices;
    request.globalBatch = job.globalBatch;
    request.tokens = core::fixedText(job.tokens, 0);
    request.options = job.plan;
    if (job.sequenceLength > 0)
        request.options.emplace_back("sequence-length", std::to_string(job.sequenceLength));
    if (!job.precision.empty())
        request.options.emplace_back(narrow(job.precision) ? "compute" : "precision-weights", job.precision);
    if (!scenario.framework.empty())
        request.options.emplace_back("framework", scenario.framework);
    request.options.insert(request.options.end(), scenario.plan.begin(), scenario.plan.end());
    if (isRange(scenario.devices) && job.deadline) {
        request.objective = "devices";
        request.deadline = core::fixedText(*job.deadline * goodput, 0) + " s";
    }
    request.top = 1;
    request.sensitivity = false;
    request.simulate = false;
    request.margins = false;
    return request;
}

/// Result: nothing of the study goes on after an error; what is wrong with a scenario is in it.
Result<SolvedScenario> solveScenario(const core::Catalog& catalog, const StudyJob& job, double parameters,
                                     const StudyScenario& asked, const Reliability& reliability,
                                     const core::Task& task)
{
    SolvedScenario solved;
    solved.scenario = asked;
    const auto refused = [&](const core::Error& error) -> Result<SolvedScenario> {
        if (error.code == core::ErrorCode::Cancelled)
            return error;
        solved.refused = error;
        return solved;
    };
    auto whole = withItsRun(catalog, asked, task);
    if (!whole.ok())
        return refused(whole.error());
    const StudyScenario& scenario = *whole;
    solved.scenario = scenario;
    double goodput = 1;
    if (isRange(scenario.devices)) {
        // Rates of interruptions grow with the devices: what the most of them leave is on the safe side.
        const auto most = core::parseNumber(scenario.devices.substr(scenario.devices.find("..") + 2));
        constexpr double kUsualNode = 8;
        goodput = scenarioGoodput(reliability, scenario.failures, job.failures, most.value_or(1), kUsualNode,
                                  planner::checkpointBytes(parameters, {}).value())
                      .share.likely;
    }
    const PlanSearchRequest request = requestOf(job, scenario, goodput);
    auto prepared = prepareSearch(catalog, request);
    if (!prepared.ok())
        return refused(prepared.error());
    core::HardwareSpec& hardware = prepared->search.machines.front().hardware;
    auto changed = changedMachine(hardware, scenario.changes);
    if (!changed.ok())
        return refused(changed.error());
    hardware = std::move(*changed);
    solved.hardware = hardware;
    auto answer = answerSearch(*prepared, request, task);
    if (!answer.ok())
        return refused(answer.error());
    if (answer->best.empty()) {
        if (!answer->nearest.empty())
            solved.nearest = answer->nearest.front();
        return solved;
    }
    solved.best = answer->best.front();
    solved.published = answer->published;
    auto evaluation = planner::evaluate(prepared->search.model, solved.hardware, solved.best->hit.plan,
                                        planner::Detail::Plain, task);
    if (!evaluation.ok())
        return refused(evaluation.error());
    solved.evaluation = std::make_shared<core::Evaluation>(std::move(*evaluation));
    accountTraining(job, reliability, parameters, solved);
    return solved;
}

/// How many devices of \p missed, which ends too late, would end in time: asked of the search.
Result<std::optional<BreakEven>> enoughDevices(const core::Catalog& catalog, const SolvedStudy& solved,
                                               const SolvedScenario& missed, const Reliability& reliability,
                                               const core::Task& task)
{
    constexpr double kFewest = 0.8; // of what proportion says
    constexpr double kMost = 2;     // rates fall as a batch is cut into more parts
    const double proportion =
        static_cast<double>(missed.devices) * missed.seconds.likely / *solved.study.job.deadline;
    StudyScenario more = missed.scenario;
    more.devices = core::fixedText(kFewest * proportion, 0) + ".." + core::fixedText(kMost * proportion, 0);
    SHARDSCOPE_TRY(const SolvedScenario found,
                   solveScenario(catalog, solved.study.job, solved.parameters, more, reliability, task));
    if (!found.feasible() || found.deadline == Holds::No)
        return std::optional<BreakEven>();
    return std::optional(BreakEven{"devices",
                                   missed.scenario.name,
                                   static_cast<double>(found.devices),
                                   static_cast<double>(missed.devices),
                                   core::kNumber,
                                   N_("%1 would end in time with %2 devices (%3 days)."),
                                   {missed.scenario.name, std::to_string(found.devices),
                                    core::fixedText(found.seconds.likely / kStudyDay, 1)}});
}

} // namespace

std::string searchQuestion(const StudyJob& job, const StudyScenario& scenario)
{
    StudyJob searched = job;
    StudyScenario asked = scenario;
    asked.name.clear();
    asked.price.reset(); // the shortest step is the same at every price
    asked.spareDevices = 0;
    searched.budget.reset();
    searched.carbonPerKwh.reset();
    if (!isRange(scenario.devices)) { // as few as the deadline allows depend on what failures leave
        searched.deadline.reset();
        searched.failures = {};
        asked.failures = {};
    }
    return core::jsonText(studyDocument({{}, searched, {std::move(asked)}}), 0);
}

Result<SolvedScenario> accountedAnew(const core::Catalog& catalog, const StudyJob& job,
                                     const StudyScenario& scenario, SolvedScenario searched)
{
    StudyScenario next = scenario;
    if (!next.recording.empty()) { // what its run told stays
        next.hardware = searched.scenario.hardware;
        next.devices = searched.scenario.devices;
        next.framework = searched.scenario.framework;
        next.plan = searched.scenario.plan;
    }
    searched.scenario = std::move(next);
    if (!searched.feasible())
        return searched;
    SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(job.model));
    SHARDSCOPE_TRY(const Reliability reliability, readReliability(catalog));
    accountTraining(job, reliability, core::parameterCount(model), searched);
    return searched;
}

Result<SolvedScenario> solveScenario(const core::Catalog& catalog, const StudyJob& job,
                                     const StudyScenario& scenario, const core::Task& task)
{
    SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(job.model));
    SHARDSCOPE_TRY(const Reliability reliability, readReliability(catalog));
    return solveScenario(catalog, job, core::parameterCount(model), scenario, reliability, task);
}

Result<SolvedStudy> joinedStudy(const core::Catalog& catalog, JobStudy study,
                                std::vector<SolvedScenario> scenarios, Edges edges, const core::Task& task)
{
    SolvedStudy solved;
    SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(study.job.model));
    solved.study = std::move(study);
    solved.model = model.title.empty() ? model.name : model.title;
    solved.parameters = core::parameterCount(model);
    solved.scenarios = std::move(scenarios);
    decide(solved);
    if (edges == Edges::Left)
        return solved;
    SHARDSCOPE_TRY(solved.breakEven, breakEvens(model, solved, task));
    SHARDSCOPE_TRY(const Reliability reliability, readReliability(catalog));
    for (const SolvedScenario& one : solved.scenarios) {
        if (solved.decision || !one.feasible() || one.deadline != Holds::No)
            continue;
        SHARDSCOPE_TRY(auto enough, enoughDevices(catalog, solved, one, reliability, task));
        if (enough)
            solved.breakEven.push_back(std::move(*enough));
    }
    return solved;
}

Result<SolvedStudy> solveStudy(const core::Catalog& catalog, const JobStudy& study, const core::Task& task)
{
    std::vector<SolvedScenario> scenarios;
    const auto count = static_cast<double>(study.scenarios.size());
    for (const StudyScenario& scenario : study.scenarios) {
        const auto before = static_cast<double>(scenarios.size());
        task.report("search", before / count);
        core::Task part = task;
        if (task.progress)
            part.progress = [&task, before, count](std::string_view stage, double fraction) {
                task.report(stage, (before + std::clamp(fraction, 0.0, 1.0)) / count);
            };
        SHARDSCOPE_TRY(SolvedScenario one, solveScenario(catalog, study.job, scenario, part));
        scenarios.push_back(std::move(one));
    }
    return joinedStudy(catalog, study, std::move(scenarios), Edges::Found, task);
}

} // namespace shardscope::app
