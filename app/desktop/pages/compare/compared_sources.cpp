// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/compared_sources.h"

#include "app/desktop/plan/plan_words.h"
#include "app/session/documents/documents.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/read_plan.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "app/session/trace/selection.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope::app {
namespace {

using Kind = ComparedSource::Kind;

QString keyOfRun(const RunViewPtr& run)
{
    return QStringLiteral("run/%1").arg(reinterpret_cast<quintptr>(run->run.get()), 0, 16);
}

void addRun(std::vector<ComparedSource>& all, const RunViewPtr& run, const QString& title, bool simulated)
{
    if (!run || run->partial)
        return;
    const auto add = [&](const QString& called, std::optional<std::uint32_t> job,
                         std::optional<std::uint32_t> source) {
        ComparedSource one{Kind::Run, keyOfRun(run), called};
        one.run = run;
        one.simulated = simulated;
        one.job = job;
        one.source = source;
        if (job)
            one.key += QStringLiteral("/job %1").arg(*job);
        if (source)
            one.key += QStringLiteral("/file %1").arg(*source);
        all.push_back(std::move(one));
    };
    const bool several = run->jobs.several();
    if (!several)
        add(title, {}, {});
    for (std::uint32_t job = 0; several && job < run->jobs.count; ++job)
        add(Words::tr("%1: job %2").arg(title, QString::number(job)), job, {});
    const std::vector<core::RunSource>& sources = run->run->sources;
    for (std::uint32_t at = 0; sources.size() > 1 && at < sources.size(); ++at) {
        const QString rank = QString::number(sources[at].rank);
        add(sources[at].rank < 0
                ? Words::tr("%1: %2").arg(title, shownText(sources[at].file.filename().string()))
            : several ? Words::tr("%1: job %2, rank %3").arg(title, QString::number(run->jobs.of(at)), rank)
                      : Words::tr("%1: rank %2").arg(title, rank),
            {}, at);
    }
}

/// A job or a rank is cut out of its run, wherever that came from.
core::Result<core::RunPtr> partOf(const ComparedSource& source, const core::Task& task)
{
    if (source.job) {
        profiler::Selection selection;
        selection.job = source.job;
        return profiler::selectedRun(source.run->run, selection, task);
    }
    if (!source.source)
        return source.run->run;
    const std::array<std::uint32_t, 1> only{*source.source};
    return profiler::runOfSources(source.run->run, only, task);
}

core::Result<DifferenceSide> keptSide(const ComparedSource& source, const PlanState& open,
                                      const core::Catalog& catalog, const core::Task& task)
{
    // What lies in the project and in no file is there where the open plan has it.
    std::shared_ptr<const core::ModelSpec> model =
        source.kept->model == open.modelReference ? open.model : nullptr;
    std::shared_ptr<const core::HardwareSpec> hardware =
        source.kept->hardware == open.hardwareReference ? open.hardware : nullptr;
    if (!model) {
        SHARDSCOPE_TRY(core::ModelSpec read, catalog.model(source.kept->model.toStdString()));
        model = std::make_shared<const core::ModelSpec>(std::move(read));
    }
    if (!hardware) {
        SHARDSCOPE_TRY(core::HardwareSpec read, catalog.hardware(source.kept->hardware.toStdString()));
        hardware = std::make_shared<const core::HardwareSpec>(std::move(read));
    }
    SHARDSCOPE_TRY(const core::Plan plan, readPlan(source.kept->plan, {}, {}, *model));
    return planSide(*model, *hardware, plan, source.title.toStdString(), task);
}

} // namespace

std::vector<ComparedSource> comparedSources(Workbench& workbench, const QStringList& planFiles)
{
    std::vector<ComparedSource> all;
    const PlanState& state = workbench.state();
    if (state.complete())
        all.push_back({Kind::OpenPlan, QStringLiteral("plan"),
                       Words::tr("Plan: %1, %2").arg(titleOf(state.model), planSummary(state.plan))});
    for (const ShelvedPlan& plan : workbench.shelf().plans()) {
        ComparedSource one{Kind::KeptPlan, QLatin1String("kept/") + plan.name,
                           Words::tr("Plan put aside: %1").arg(plan.name)};
        one.kept = plan;
        all.push_back(std::move(one));
    }
    for (const QString& file : planFiles) {
        ComparedSource one{Kind::PlanFile, QLatin1String("file/") + file,
                           Words::tr("Plan: %1").arg(shownText(QFileInfo(file).fileName()))};
        one.file = file;
        all.push_back(std::move(one));
    }
    const auto recorded = [&](const RunViewPtr& run) {
        if (run)
            addRun(all, run, Words::tr("Run: %1").arg(workbench.titleOfOpen(run)), false);
    };
    recorded(workbench.run(RunFrom::Files));
    for (const RunViewPtr& run : workbench.beside())
        recorded(run);
    if (workbench.run(RunFrom::Simulation))
        addRun(all, workbench.run(RunFrom::Simulation),
               Words::tr("Simulated: %1").arg(workbench.runTitle(RunFrom::Simulation)), true);
    return all;
}

std::optional<ComparedKeys> usualKeys(const std::vector<ComparedSource>& sources)
{
    const ComparedSource* plan = nullptr;
    const ComparedSource* simulation = nullptr;
    std::vector<const ComparedSource*> recordings; // the one in front first
    std::vector<const ComparedSource*> jobs;       // of it
    std::vector<const ComparedSource*> ranks;
    for (const ComparedSource& one : sources) {
        if (one.kind == Kind::OpenPlan)
            plan = &one;
        else if (one.simulated && one.isWhole())
            simulation = &one;
        else if (one.isRecorded() && (one.isWhole() || one.job == std::optional<std::uint32_t>(0)))
            recordings.push_back(&one);
        if (one.isRecorded() && (recordings.empty() || one.run == recordings.front()->run)) {
            if (one.job)
                jobs.push_back(&one);
            else if (one.source)
                ranks.push_back(&one);
        }
    }
    const auto both = [](const ComparedSource* a, const ComparedSource* b) {
        return std::optional(ComparedKeys{a->key, b->key});
    };
    if (plan && !recordings.empty())
        return both(plan, recordings.front());
    if (recordings.size() > 1)
        return both(recordings[1], recordings[0]);
    if (simulation && !recordings.empty())
        return both(simulation, recordings.front());
    if (jobs.size() > 1)
        return both(jobs[0], jobs[1]);
    if (ranks.size() > 1)
        return both(ranks[0], ranks[1]);
    if (plan && simulation)
        return both(plan, simulation);
    for (const ComparedSource& one : sources) { // plans put aside, and dropped ones
        if (plan && one.isPlan() && one.kind != Kind::OpenPlan)
            return both(plan, &one);
    }
    return std::nullopt;
}

core::Result<DifferenceSide> workedSide(const ComparedSource& source, const PlanState& open,
                                        const core::Catalog& catalog, const core::Task& task)
{
    const std::string title = source.title.toStdString();
    switch (source.kind) {
    case Kind::OpenPlan: return planSide(*open.model, *open.hardware, open.plan, title, task);
    case Kind::KeptPlan: return keptSide(source, open, catalog, task);
    case Kind::PlanFile: {
        PlanRequest request;
        request.planFile = source.file.toStdString();
        SHARDSCOPE_TRY(const PlanResult planned, evaluatePlan(catalog, request, planner::Detail::Plain));
        return planSide(planned.model, planned.hardware, planned.evaluation.plan, title, task);
    }
    case Kind::Run: break;
    }
    SHARDSCOPE_TRY(const core::RunPtr run, partOf(source, task));
    ComparedSide side;
    side.title = title;
    side.run = profiler::sharedInput(run);
    return differenceSide(catalog, side, {}, task);
}

} // namespace shardscope::app
