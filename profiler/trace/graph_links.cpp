// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/graph_links.h"

#include "core/kinds/work_rules.h"
#include "core/timeline/build/join.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/trace/arg_columns.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace shardscope::profiler {

namespace {

using core::LaunchCall;
using core::Timeline;

/// One process of one rank, whichever of its files tells of it.
using Process = std::tuple<std::int32_t, std::string, std::string>; ///< rank, host, process number

/// Calls that went into a graph, in their order, and the kernels that they name; no names: no call does.
struct Capture {
    std::vector<std::uint32_t> calls;
    std::vector<std::string> kernels;
};

/// The kernels that one launch of a graph ran, by time.
struct Replay {
    std::vector<std::uint32_t> rows;
    bool oneStream = true;
};

class GraphLinker {
public:
    explicit GraphLinker(const core::Run& run)
        : m_run(run)
        , m_timeline(*run.timeline)
        , m_launch(m_timeline.names().size(), LaunchCall::None)
    {
        const core::WorkRules& rules = core::WorkRules::shipped();
        for (std::size_t name = 0; name < m_launch.size(); ++name) {
            const std::string_view text = m_timeline.names().text(core::NameId{name});
            if (text.starts_with("cu") || text.starts_with("hip"))
                m_launch[name] = rules.verdict(text, "cuda_runtime").launch;
        }
    }

    [[nodiscard]] bool mayHave() const
    {
        const auto has = [&](LaunchCall call) { return std::ranges::find(m_launch, call) != m_launch.end(); };
        const core::NameId known = m_timeline.names().find(kGraphCapture);
        return has(LaunchCall::BeginCapture) && has(LaunchCall::EndCapture) && has(LaunchCall::Graph) &&
               !known.valid();
    }

    core::Result<std::vector<core::Flow>> find(core::NameId category, const core::Task& task)
    {
        for (std::size_t track = 0; track < m_timeline.tracks().size(); ++track) {
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            if (!m_timeline.tracks()[track].device)
                readCaptures(m_timeline.tracks()[track]);
        }
        std::vector<core::Flow> arrows;
        if (m_captures.empty())
            return arrows;
        SHARDSCOPE_TRY(const auto all, replays(task));
        for (const auto& [launch, replay] : all) {
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            const auto own = m_captures.find(processOf(trackOf(launch)));
            if (own != m_captures.end())
                link(own->second, replay, category, arrows);
        }
        return arrows;
    }

private:
    [[nodiscard]] LaunchCall callOf(std::uint32_t row) const
    {
        const core::NameId name = m_timeline.name()[row];
        return name.valid() ? m_launch[name.index()] : LaunchCall::None;
    }
    [[nodiscard]] const core::Track& trackOf(std::uint32_t row) const
    {
        const core::LaneId lane = m_timeline.laneOf(core::SliceId{row});
        return m_timeline.tracks()[m_timeline.lanes()[lane.index()].track.index()];
    }
    [[nodiscard]] Process processOf(const core::Track& track) const
    {
        const bool known = track.source < m_run.sources.size();
        return {known ? m_run.sources[track.source].rank : track.rank,
                known ? m_run.sources[track.source].host : std::string(),
                std::string(m_timeline.names().text(track.processKey))};
    }

    void readCaptures(const core::Track& track)
    {
        std::vector<std::uint32_t> calls; // of interest, by time
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                if (callOf(row) != LaunchCall::None)
                    calls.push_back(row);
            }
        }
        std::ranges::sort(calls, {}, [&](std::uint32_t row) { return m_timeline.ts()[row]; });
        std::optional<Capture> open;
        for (const std::uint32_t row : calls) {
            const LaunchCall call = callOf(row);
            if (call == LaunchCall::BeginCapture) {
                open = open ? std::move(open) : Capture{};
            } else if (call == LaunchCall::EndCapture && open) {
                nameKernels(*open);
                if (!open->calls.empty())
                    m_captures[processOf(track)].push_back(std::move(*open));
                open.reset();
            } else if (call == LaunchCall::Kernel && open && !inLaunch(row)) {
                open->calls.push_back(row);
            }
        }
    }

    /// A runtime's call around a driver's is the call.
    [[nodiscard]] bool inLaunch(std::uint32_t row) const
    {
        const auto parent = m_timeline.parentOf(core::SliceId{row});
        return parent && callOf(parent->value) == LaunchCall::Kernel;
    }

    void nameKernels(Capture& capture) const
    {
        for (const std::uint32_t call : capture.calls) {
            if (!m_run.arguments)
                break;
            const json::Document document{m_run.arguments->arguments(m_timeline.args()[call])};
            std::string kernel = json::textOf(json::memberOf(document.root(), "kernel"));
            if (kernel.empty())
                break;
            capture.kernels.push_back(std::move(kernel));
        }
        if (capture.kernels.size() < capture.calls.size())
            capture.kernels.clear();
    }

    /// The replay of each launch, in the order of the timeline's rows: kernels know it by its correlation.
    core::Result<std::map<std::uint32_t, Replay>> replays(const core::Task& task) const
    {
        const ArgColumns columns(std::make_shared<const core::Run>(m_run));
        SHARDSCOPE_TRY(const IntegerColumn* const correlation, columns.integers(ArgKey::Correlation, task));
        const core::NameId copies = m_timeline.names().find("gpu_memcpy"),
                           fills = m_timeline.names().find("gpu_memset");
        std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> launchOf; ///< by file and correlation
        std::map<std::uint32_t, Replay> all;
        const std::vector<std::uint32_t> fileOf = core::firstSourcesOfFiles(m_run);
        const auto keyOf = [&](const core::Track& track, std::uint32_t row) {
            return std::pair(track.source < fileOf.size() ? fileOf[track.source] : track.source,
                             (*correlation)[row]);
        };
        const auto forEachRow = [&](bool device, const auto& visit) {
            for (const core::Lane& lane : m_timeline.lanes()) {
                const core::Track& track = m_timeline.tracks()[lane.track.index()];
                for (std::uint32_t row = lane.begin; track.device == device && row < lane.begin + lane.count;
                     ++row) {
                    if ((*correlation)[row] != IntegerColumn::kMissing)
                        visit(track, row);
                }
            }
        };
        forEachRow(false, [&](const core::Track& track, std::uint32_t row) {
            if (callOf(row) == LaunchCall::Graph)
                launchOf.emplace(keyOf(track, row), row);
        });
        forEachRow(true, [&](const core::Track& track, std::uint32_t row) {
            const core::NameId category = m_timeline.category()[row];
            const auto launch = launchOf.find(keyOf(track, row));
            if (launch != launchOf.end() && category != copies && category != fills)
                all[launch->second].rows.push_back(row);
        });
        for (auto& one : all) {
            Replay& replay = one.second;
            std::ranges::sort(replay.rows, {}, [&](std::uint32_t row) { return m_timeline.ts()[row]; });
            replay.oneStream = std::ranges::all_of(replay.rows, [&](std::uint32_t row) {
                return &trackOf(row) == &trackOf(replay.rows.front());
            });
        }
        return all;
    }

    [[nodiscard]] std::string_view kernelOf(std::uint32_t row) const
    {
        const core::NameId name = m_timeline.name()[row];
        return name.valid() ? m_timeline.names().text(name) : std::string_view();
    }

    /// Whether a capture that names its kernels names those of \p replay.
    [[nodiscard]] bool names(const Capture& capture, const Replay& replay) const
    {
        std::vector<std::string_view> captured(capture.kernels.begin(), capture.kernels.end()), ran;
        for (const std::uint32_t row : replay.rows)
            ran.push_back(kernelOf(row));
        std::ranges::sort(captured);
        std::ranges::sort(ran);
        return captured == ran;
    }

    void link(const std::vector<Capture>& captures, const Replay& replay, core::NameId category,
              std::vector<core::Flow>& arrows) const
    {
        const Capture* found = nullptr;
        bool several = false;
        for (const Capture& capture : captures) {
            const bool fits = capture.calls.size() == replay.rows.size() &&
                              (capture.kernels.empty() ? replay.oneStream : names(capture, replay));
            if (!fits)
                continue;
            several = found != nullptr && (capture.kernels.empty() || found->kernels.empty());
            if (several)
                return;
            found = &capture; // of those that name the same kernels the last
        }
        if (found == nullptr)
            return;
        std::map<std::string_view, std::vector<std::uint32_t>> callsOf; // by kernel, the next one last
        for (std::size_t at = found->calls.size(); at-- > 0;)
            callsOf[found->kernels.empty() ? std::string_view() : found->kernels[at]].push_back(
                found->calls[at]);
        for (const std::uint32_t row : replay.rows) {
            std::vector<std::uint32_t>& calls =
                callsOf.at(found->kernels.empty() ? std::string_view() : kernelOf(row));
            core::Flow arrow;
            arrow.from = core::SliceId{calls.back()};
            arrow.to = core::SliceId{row};
            arrow.fromTs = m_timeline.ts()[calls.back()];
            arrow.toTs = m_timeline.ts()[row];
            arrow.category = category;
            arrow.id = arrows.size() + 1;
            calls.pop_back();
            arrows.push_back(arrow);
        }
    }

    const core::Run& m_run;
    const Timeline& m_timeline;
    std::vector<LaunchCall> m_launch; ///< by name
    std::map<Process, std::vector<Capture>> m_captures;
};

} // namespace

core::Result<core::Done> linkGraphCaptures(core::Run& run, const core::Task& task)
{
    if (!run.timeline || run.timeline->sliceCount() == 0)
        return core::Done{};
    GraphLinker linker(run);
    if (!linker.mayHave())
        return core::Done{};
    core::TimelinePart part{run.timeline, 0, std::vector<core::SourceChange>(run.sources.size())};
    SHARDSCOPE_TRY(part.arrows, linker.find(core::NameId{run.timeline->names().size()}, task));
    if (part.arrows.empty())
        return core::Done{};
    part.arrowCategory = kGraphCapture;
    SHARDSCOPE_TRY(run.timeline, core::joinTimelines({&part, 1}, task));
    return core::Done{};
}

std::vector<bool> captureSources(const core::Run& run)
{
    const Timeline& timeline = *run.timeline;
    const core::NameId category = timeline.names().find(kGraphCapture);
    std::vector<bool> captures;
    if (!category.valid() || run.sources.size() < 2)
        return captures;
    const std::vector<std::uint32_t> fileOf = core::firstSourcesOfFiles(run);
    const auto sourceOf = [&](core::SliceId slice) {
        return timeline.tracks()[timeline.lanes()[timeline.laneOf(slice).index()].track.index()].source;
    };
    std::map<std::uint32_t, std::set<std::uint32_t>> calls; ///< of other files' kernels, by file
    for (const core::Flow& flow : timeline.flows()) {
        if (flow.category != category || !flow.from.valid() || !flow.to.valid())
            continue;
        const std::uint32_t from = sourceOf(flow.from), to = sourceOf(flow.to);
        if (from < fileOf.size() && to < fileOf.size() && fileOf[from] != fileOf[to])
            calls[fileOf[from]].insert(flow.from.value);
    }
    if (calls.empty())
        return captures;
    std::map<std::uint32_t, std::size_t> ownRows; ///< of devices, by file
    for (const core::Track& track : timeline.tracks()) {
        if (track.device && track.source < fileOf.size()) {
            for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount))
                ownRows[fileOf[track.source]] += lane.count;
        }
    }
    captures.assign(run.sources.size(), false);
    for (std::size_t source = 0; source < captures.size(); ++source) {
        const auto found = calls.find(fileOf[source]);
        captures[source] = found != calls.end() && ownRows[fileOf[source]] < found->second.size();
    }
    return captures;
}

} // namespace shardscope::profiler
