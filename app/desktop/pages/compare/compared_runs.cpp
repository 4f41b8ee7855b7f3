// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/compared_runs.h"

#include "app/session/trace/comparison.h"
#include "app/session/trace/selection.h"

#include <cstddef>
#include <utility>

namespace shardscope::app {
namespace {

constexpr std::size_t kTop = 200;

/// A job or a rank is cut out of its run, wherever that came from.
core::Result<RunViewPtr> loaded(const ComparableRun& side, const core::Task& task)
{
    RunViewPtr owner = side.owner.lock();
    if (!owner)
        return core::Error{core::ErrorCode::Cancelled}; // closed meanwhile
    if (side.part.job) {
        profiler::Selection selection;
        selection.job = side.part.job;
        SHARDSCOPE_TRY(core::RunPtr job, profiler::selectedRun(owner->run, selection, task));
        return makeRunView(std::move(job), {}, task);
    }
    if (!side.part.source)
        return owner;
    const std::array<std::uint32_t, 1> only{*side.part.source};
    SHARDSCOPE_TRY(core::RunPtr rank, profiler::runOfSources(owner->run, only, task));
    return makeRunView(std::move(rank), {}, task);
}

core::Result<core::Done> compareInto(ComparedRuns& compared, const ComparableRun& a, const ComparableRun& b,
                                     const core::Task& task)
{
    SHARDSCOPE_TRY(compared.a, loaded(a, task));
    SHARDSCOPE_TRY(compared.b, loaded(b, task));
    const auto sideOf = [](const ComparableRun& side, const RunViewPtr& view) {
        return ComparedSide{side.title.toStdString(), nullptr,
                            std::make_shared<const profiler::AnalysisInput>(view->run)};
    };
    SHARDSCOPE_TRY(Comparison comparison,
                   compareSides(sideOf(a, compared.a), sideOf(b, compared.b), kTop, std::nullopt, task));
    core::Report& report = comparison.report;
    compared.secondsA = stepSecondsOf(report, false);
    compared.secondsB = stepSecondsOf(report, true);
    compared.stepA = typicalStep(*compared.a, compared.secondsA);
    compared.stepB = typicalStep(*compared.b, compared.secondsB);
    compared.tables = {std::make_shared<const core::Table>(readableFigures(report, "A", "B"))};
    for (std::size_t at = 1; at < report.tables.size(); ++at)
        compared.tables.push_back(std::make_shared<const core::Table>(std::move(report.tables[at])));
    return core::Done{};
}

core::SliceId longestNamed(const core::Timeline& timeline, const std::vector<bool>& names,
                           const core::Task& task)
{
    constexpr std::size_t kBetweenLooks = 1 << 16;
    core::SliceId longest;
    std::int64_t most = -1;
    for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
        if (row % kBetweenLooks == 0 && task.cancelled())
            break; // nobody asks any more
        const core::NameId name = timeline.name()[row];
        if (timeline.dur()[row] > most && name.valid() && names[name.index()]) {
            most = timeline.dur()[row];
            longest = core::SliceId{row};
        }
    }
    return longest;
}

} // namespace

std::shared_ptr<const ComparedRuns> comparedRuns(const ComparableRun& a, const ComparableRun& b,
                                                 const core::Task& task)
{
    auto compared = std::make_shared<ComparedRuns>();
    const auto done = compareInto(*compared, a, b, task);
    if (!done.ok())
        compared->problem = done.error();
    return compared;
}

std::array<NamedSlices, 2> slicesOfRow(const ComparedRuns& compared, const std::string& row, bool tree,
                                       const core::Task& task)
{
    std::array<NamedSlices, 2> found;
    for (std::size_t side = 0; side < found.size(); ++side) {
        const RunViewPtr& run = side == 0 ? compared.a : compared.b;
        if (!run)
            continue;
        found[side].names = profiler::namesCounted(run->timeline(), row, tree);
        found[side].longest = longestNamed(run->timeline(), found[side].names, task);
    }
    return found;
}

} // namespace shardscope::app
