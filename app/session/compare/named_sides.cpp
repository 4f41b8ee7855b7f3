// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/named_sides.h"

#include "app/session/documents/documents.h"
#include "app/session/plan/commands.h"
#include "app/session/simulate/open_run.h"
#include "app/session/trace/selection.h"
#include "core/base/parallel.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/files.h"

#include <array>
#include <filesystem>
#include <utility>

namespace shardscope::app {
namespace {

core::Result<ComparedSide> readSide(const core::Catalog& catalog, const ComparisonRequest& request,
                                    const std::string& named, const core::Task& task)
{
    const std::string file = fileOfSample(catalog, named);
    ComparedSide side;
    side.title = std::filesystem::path(file).filename().string();
    DocumentKind kind = DocumentKind::Trace;
    if (!core::files::isFolder(file)) {
        SHARDSCOPE_TRY(kind, documentKind(file));
    }
    if (kind == DocumentKind::Plan) {
        SHARDSCOPE_TRY(PlanResult plan, evaluatePlan(catalog, {request.model, request.hardware, file, {}},
                                                     planner::Detail::Plain));
        side.plan = std::make_shared<const core::Evaluation>(std::move(plan.evaluation));
        return side;
    }
    if (kind != DocumentKind::Trace)
        return core::notSupported(W_("comparing a model or hardware description"),
                                  W_("compare takes plans, traces and folders of traces"))
            .in(file);
    SHARDSCOPE_TRY(const profiler::ImportedRun imported, profiler::importTrace({file}, task));
    side.run = profiler::sharedInput(imported.run);
    side.report = imported.report;
    return side;
}

/// Figures are of one job: where files of several were opened together, of \p job, else of the first.
core::Result<ComparedSide> ofJob(ComparedSide side, std::optional<std::uint32_t> job, const core::Task& task)
{
    if (!side.run || side.job)
        return side;
    const core::RunPtr& whole = side.run->columns().run();
    const profiler::Jobs jobs = profiler::jobsOf(*whole);
    if (!jobs.several() && job.value_or(0) == 0)
        return side;
    profiler::Selection selection;
    selection.job = job.value_or(0);
    SHARDSCOPE_TRY(const core::RunPtr part, profiler::selectedRun(whole, selection, task));
    side.job = ComparedJob{*selection.job, jobs.count,
                           core::joined(profiler::filesOfJob(*whole, jobs, *selection.job), ", ")};
    if (job)
        side.title += " #" + std::to_string(*job);
    side.run = profiler::sharedInput(part);
    return side;
}

/// \p side reduced to one job or one rank of its run, of which it says so.
core::Result<ComparedSide> ofPart(ComparedSide side, const std::string& file, const char* jobOption,
                                  std::optional<std::uint32_t> job, std::optional<std::int32_t> rank,
                                  const core::Task& task)
{
    if (!job && !rank)
        return side;
    if (!side.run)
        return core::Error{core::ErrorCode::WrongType,
                           {rank ? core::phrase(W_("a run, of which one rank is meant"))
                                 : core::phrase(W_("a run, of which one job is meant")),
                            core::phrase(W_("a plan"))}}
            .in(file);
    auto chosen = ofJob(std::move(side), job, task);
    if (!chosen.ok()) {
        core::Error error = chosen.error();
        if (error.code == core::ErrorCode::OutOfRange)
            error.place.file = jobOption;
        return error.in(file);
    }
    side = *std::move(chosen);
    if (!rank)
        return side;
    const auto run = std::make_shared<const core::Run>(side.run->run());
    const auto part = profiler::runOfRank(run, *rank, task);
    if (!part.ok())
        return part.error().in(file);
    side.run = profiler::sharedInput(*part);
    side.title += ':' + std::to_string(*rank);
    return side;
}

} // namespace

core::Result<ComparedSides> comparedSides(const core::Catalog& catalog, const ComparisonRequest& request,
                                          const core::Task& task)
{
    const bool two = (request.rankA && request.rankB) || (request.jobA && request.jobB);
    if (request.b.empty() && !two)
        return core::Error{core::ErrorCode::MissingKey, {"B"}}.in("compare");
    const bool apart = !request.b.empty() && request.b != request.a;
    std::array<std::optional<core::Result<ComparedSide>>, 2> read; // side by side
    core::parallelFor(apart ? 2 : 1, [&](std::size_t at) {
        read[at].emplace(readSide(catalog, request, at == 0 ? request.a : request.b, task));
    });
    SHARDSCOPE_TRY(const ComparedSide wholeA, *std::move(read[0]));
    ComparedSide wholeB = wholeA;
    ComparedSides sides;
    sides.fileA = fileOfSample(catalog, request.a);
    sides.fileB = request.b.empty() ? sides.fileA : fileOfSample(catalog, request.b);
    sides.imports.push_back(wholeA.report);
    if (apart) {
        SHARDSCOPE_TRY(wholeB, *std::move(read[1]));
        sides.imports.push_back(wholeB.report);
    }
    SHARDSCOPE_TRY(sides.a, ofPart(wholeA, request.a, "--job-a", request.jobA, request.rankA, task));
    SHARDSCOPE_TRY(sides.b, ofPart(std::move(wholeB), request.b.empty() ? request.a : request.b, "--job-b",
                                   request.jobB, request.rankB, task));
    if (sides.a.title == sides.b.title && apart) { // files of one name
        sides.a.title = request.a;
        sides.b.title = request.b;
    }
    SHARDSCOPE_TRY(sides.a, ofJob(std::move(sides.a), {}, task));
    SHARDSCOPE_TRY(sides.b, ofJob(std::move(sides.b), {}, task));
    return sides;
}

} // namespace shardscope::app
