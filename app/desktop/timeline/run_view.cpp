// SPDX-License-Identifier: GPL-3.0-or-later
// Classes, short names and extents of a run.
#include "app/desktop/timeline/run_view.h"

#include "app/session/simulate/simulation_words.h"
#include "app/session/text/shown_text.h"
#include "core/run/run_rules.h"
#include "core/timeline/row_kinds.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace shardscope::app {
namespace {

core::Result<core::Done> classifySlices(RunView& view, const core::Task& task)
{
    const core::Timeline& timeline = *view.run->timeline;
    const core::RowKinds kinds(timeline, core::rulesOf(*view.run));
    view.operation.resize(timeline.sliceCount());
    for (const core::Lane& lane : timeline.lanes()) {
        if (task.cancelled())
            return core::Error{core::ErrorCode::Cancelled};
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
            view.operation[row] = core::opClassOf(kinds.of(row, lane.track).work);
    }
    for (std::uint32_t index = 0; index < timeline.tracks().size(); ++index) {
        const core::Track& track = timeline.tracks()[index];
        const core::Lane* first = track.laneCount > 0 ? &timeline.lanes()[track.firstLane] : nullptr;
        view.places.results.push_back(first != nullptr && first->count > 0 &&
                                      kinds.of(first->begin, core::TrackId(index)).role ==
                                          core::Role::Result);
    }
    std::vector<bool> classSeen(core::kOpClasses);
    for (const core::OpClass operation : view.operation)
        classSeen[static_cast<std::size_t>(operation)] = true;
    std::set<core::NameId> categoriesSeen;
    core::NameId last; // rows of one category follow each other
    for (const core::NameId category : timeline.category()) {
        if (category != last || categoriesSeen.empty())
            categoriesSeen.insert(category);
        last = category;
    }
    for (const core::OpClass operation : core::allOpClasses()) {
        if (classSeen[static_cast<std::size_t>(operation)])
            view.classes.push_back(operation);
    }
    view.categories.assign(categoriesSeen.begin(), categoriesSeen.end());
    return core::Done{};
}

void indexFlows(RunView& view)
{
    const auto flows = view.run->timeline->flows();
    for (std::uint32_t index = 0; index < flows.size(); ++index) {
        if (flows[index].from.valid())
            view.flowsByFrom.push_back(index);
        if (flows[index].to.valid())
            view.flowsByTo.push_back(index);
    }
    std::ranges::sort(view.flowsByFrom, [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(flows[a].from, a) < std::tie(flows[b].from, b);
    });
    std::ranges::sort(view.flowsByTo, [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(flows[a].to, a) < std::tie(flows[b].to, b);
    });
}

} // namespace

std::span<const std::uint32_t> flowsOf(const RunView& run, core::SliceId slice, bool leaving)
{
    const auto flows = run.timeline().flows();
    const auto end = [&](std::uint32_t index) { return leaving ? flows[index].from : flows[index].to; };
    const std::vector<std::uint32_t>& order = leaving ? run.flowsByFrom : run.flowsByTo;
    const auto first =
        std::lower_bound(order.begin(), order.end(), slice,
                         [&](std::uint32_t index, core::SliceId at) { return end(index) < at; });
    const auto last = std::upper_bound(
        first, order.end(), slice, [&](core::SliceId at, std::uint32_t index) { return at < end(index); });
    return {first, last};
}

QString shownSlice(const RunView& run, core::NameId name)
{
    if (!name.valid())
        return {};
    return run.run->origin == core::RunOrigin::Simulated
               ? sliceName(std::string(run.timeline().names().text(name)))
               : run.label[name.index()];
}

QString fullName(const RunView& run, core::NameId name)
{
    if (run.run->origin == core::RunOrigin::Simulated)
        return shownSlice(run, name);
    const std::string_view text = run.timeline().names().text(name);
    return shownText(text);
}

QString shownLane(const RunView& run, core::NameId name)
{
    return name.valid() ? shownLane(run, std::string(run.timeline().names().text(name))) : QString();
}

QString shownLane(const RunView& run, const std::string& name)
{
    return run.run->origin == core::RunOrigin::Simulated ? laneName(name) : shownText(name);
}

core::Result<RunViewPtr> makeRunView(core::RunPtr run, profiler::ImportReport report, const core::Task& task)
{
    auto view = std::make_shared<RunView>();
    view->report = std::move(report);
    view->jobs = profiler::jobsOf(*run);
    view->places.jobs = view->jobs.ofSource;
    for (std::uint32_t source = 0; source < run->sources.size(); ++source)
        view->places.hosts.push_back(run->sources[source].hostSource.value_or(source));
    const core::Timeline& timeline = *run->timeline;
    view->run = std::move(run);

    task.report("classify", -1);
    view->label.reserve(timeline.names().size());
    for (std::size_t name = 0; name < timeline.names().size(); ++name)
        view->label.push_back(shortName(timeline.names().text(core::NameId(name))));

    SHARDSCOPE_TRY([[maybe_unused]] const auto classified, classifySlices(*view, task));
    indexFlows(*view);
    view->byOperation = Coloring::make(*view, ColorBy::Operation);

    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        RunView::Extent extent;
        for (const core::CounterSample& sample :
             timeline.counterSamples().subspan(counter.begin, counter.count)) {
            extent.low = std::min(extent.low, sample.value);
            extent.high = std::max(extent.high, sample.value);
        }
        view->counterExtent.push_back(extent);
    }
    view->slicesBegin = timeline.sliceCount() > 0 ? timeline.end() : timeline.begin();
    view->slicesEnd = timeline.sliceCount() > 0 ? timeline.begin() : timeline.end();
    for (const core::Lane& lane : timeline.lanes()) {
        if (lane.count == 0)
            continue;
        // A lane never overlaps itself, so its first slice begins first and its last one ends last.
        const std::uint32_t last = lane.begin + lane.count - 1;
        view->slicesBegin = std::min(view->slicesBegin, timeline.ts()[lane.begin]);
        view->slicesEnd = std::max(view->slicesEnd, timeline.ts()[last] + timeline.dur()[last]);
    }
    return RunViewPtr(std::move(view));
}

core::Result<RunViewPtr> makeRunView(const std::vector<std::filesystem::path>& files, const core::Task& task,
                                     const std::function<void(RunViewPtr)>& first,
                                     const std::shared_ptr<const core::WorkRules>& rules)
{
    profiler::ImportOptions options;
    if (first) {
        options.partial = [&](core::TimelinePtr timeline) {
            auto run = std::make_shared<core::Run>();
            run->title = files.front().filename().string();
            run->timeline = std::move(timeline);
            run->rules = rules;
            auto view = makeRunView(std::move(run), {}, task);
            if (!view.ok())
                return;
            auto partial = std::make_shared<RunView>(**view);
            partial->partial = true;
            first(std::move(partial));
        };
    }
    SHARDSCOPE_TRY(auto imported, profiler::importTrace(files, task, options));
    core::RunPtr run = std::move(imported.run);
    if (rules)
        run = core::withRules(run, rules);
    return makeRunView(std::move(run), std::move(imported.report), task);
}

} // namespace shardscope::app
