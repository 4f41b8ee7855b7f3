// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/input.h"

#include "core/run/run_rules.h"
#include "profiler/analyze/input/device_steps.h"
#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/input/step_detection.h"
#include "profiler/trace/collectives.h"
#include "profiler/trace/devices_in_file.h"
#include "profiler/trace/graph_links.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <unordered_map>

namespace shardscope::profiler {

using core::Timeline;

namespace {

/// "7", "stream 7", "stream 7 (compute)" -> 7.
std::int64_t streamNumber(std::string_view key)
{
    const auto digit = key.find_first_of("0123456789");
    if (digit == std::string_view::npos)
        return -1;
    std::int64_t number = -1;
    const auto [end, failed] = std::from_chars(key.data() + digit, key.data() + key.size(), number);
    return failed == std::errc{} ? number : -1;
}

std::vector<RankPart> partsOf(const core::Run& run)
{
    std::map<std::pair<std::int32_t, std::uint32_t>, std::vector<core::TrackId>> tracks;
    const auto all = run.timeline->tracks();
    for (std::size_t number = 0; number < all.size(); ++number)
        tracks[{all[number].rank, all[number].source}].push_back(core::TrackId{number});
    const auto processes =
        std::ranges::count_if(run.sources, [](const core::RunSource& one) { return !one.hostSource; });
    const std::vector<bool> captures = captureSources(run);
    const auto onlyCaptures = [&](std::uint32_t source) {
        return source < captures.size() && captures[source];
    };
    std::vector<RankPart> parts;
    for (const auto& [key, own] : tracks) {
        if (onlyCaptures(key.second))
            continue;
        const bool assumed = key.first < 0 && processes > 1;
        RankPart part{.rank = assumed ? rankOrSource(run, key.second) : key.first,
                      .source = key.second,
                      .tracks = own,
                      .hostSource = key.second};
        if (key.second < run.sources.size()) {
            const core::RunSource& source = run.sources[key.second];
            part.hostSource = source.hostSource.value_or(key.second);
            part.device = source.device;
        }
        for (const core::TrackId track : own)
            part.stands = std::max<std::int64_t>(part.stands, all[track.index()].multiplicity);
        for (const core::TrackId track : own)
            part.number = std::max(part.number, deviceNumber(*run.timeline, all[track.index()]));
        part.number = part.device >= 0 ? part.device : part.number;
        const auto host = tracks.find({key.first, part.hostSource});
        if (part.source != part.hostSource && host != tracks.end())
            std::ranges::copy_if(host->second, std::back_inserter(part.tracks),
                                 [&](core::TrackId track) { return !all[track.index()].device; });
        for (std::size_t number = 0; number < (captures.empty() ? 0 : all.size()); ++number) {
            if (onlyCaptures(all[number].source) && all[number].rank == key.first && !all[number].device)
                part.captures.push_back(core::TrackId{number});
        }
        parts.push_back(std::move(part));
    }
    std::ranges::stable_sort(parts, [](const RankPart& a, const RankPart& b) {
        return std::tuple(a.rank, a.hostSource, a.source) < std::tuple(b.rank, b.hostSource, b.source);
    });
    // In a run cut down to some devices the host's own source may be missing; the others name the host.
    std::set<std::uint32_t> hosts;
    for (const RankPart& part : parts) {
        if (part.source != part.hostSource)
            hosts.insert(part.hostSource);
    }
    std::erase_if(parts, [&](const RankPart& part) {
        const auto isDevice = [&](core::TrackId track) { return all[track.index()].device; };
        return part.source == part.hostSource && hosts.contains(part.source) &&
               std::ranges::none_of(part.tracks, isDevice);
    });
    for (std::size_t at = 1; at < parts.size(); ++at)
        parts[at].ownsHost = std::tie(parts[at].rank, parts[at].hostSource) !=
                             std::tie(parts[at - 1].rank, parts[at - 1].hostSource);
    return parts;
}

/// Looks for impossible times in the last stream of \p work.
void findImpossible(const Timeline& timeline, DeviceWork& work)
{
    constexpr std::uint32_t kBehind = 3;
    const core::NameId kernel = timeline.names().find("kernel");
    const DeviceStream& stream = work.streams.back();
    for (std::uint32_t at = stream.begin; at + kBehind < stream.end; ++at) {
        const std::uint32_t row = work.rows[at];
        const std::int64_t later = timeline.ts()[work.rows[at + kBehind]];
        if (timeline.category()[row] == kernel && later > timeline.ts()[row] &&
            later < timeline.ts()[row] + timeline.dur()[row])
            work.impossible.push_back(at);
    }
}

/// Appends the device's rows of a track by start; annotations may nest them in several lanes.
void appendTrack(const Timeline& timeline, core::TrackId id, const core::RowKinds& kinds, DeviceWork& work)
{
    const core::Track& track = timeline.tracks()[id.index()];
    const auto begin = static_cast<std::ptrdiff_t>(work.rows.size());
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
        return timeline.ts()[a] < timeline.ts()[b];
    };
    for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
        const auto middle = static_cast<std::ptrdiff_t>(work.rows.size());
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            if (core::isWork(kinds.of(row, id).role) && kinds.of(row, id).device)
                work.rows.push_back(row);
        }
        const auto first = work.rows.begin();
        if (middle > begin && std::ptrdiff_t(work.rows.size()) > middle)
            std::inplace_merge(first + begin, first + middle, work.rows.end(), earlier);
    }
    if (std::ptrdiff_t(work.rows.size()) == begin)
        return;
    for (std::size_t at = static_cast<std::size_t>(begin); at < work.rows.size(); ++at)
        work.kinds.push_back(kernelKind(kinds.of(work.rows[at], id).role));
    work.streams.push_back({id, streamNumber(timeline.names().text(track.threadKey)),
                            static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(work.rows.size())});
    if (track.laneCount > 1) // rows of one lane follow one another
        findImpossible(timeline, work);
}

/// Host rows by correlation id.
class LaunchIndex {
public:
    LaunchIndex(const Timeline& timeline, const RankPart& part, const IntegerColumn& correlation)
        : m_timeline(timeline)
    {
        const auto forEachId = [&](auto visit) {
            forEachHostLane(timeline, part, [&](const core::Lane& lane) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    const std::int64_t id64 = correlation[row];
                    if (id64 != IntegerColumn::kMissing && id64 != 0)
                        visit(id64, row);
                }
            });
        };
        std::size_t count = 0;
        std::int64_t most = 0;
        forEachId([&](std::int64_t id, std::uint32_t /*row*/) {
            m_least = count == 0 ? id : std::min(m_least, id);
            most = count == 0 ? id : std::max(most, id);
            ++count;
        });
        if (count == 0)
            return;
        // Profilers count them up, so that a table of all ids is about as long as the calls.
        const std::uint64_t range = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(m_least);
        const bool dense = range <= 4 * count + 1024;
        if (dense) {
            m_only.assign(static_cast<std::size_t>(range) + 1, kNoRow);
            bool twice = false;
            forEachId([&](std::int64_t id, std::uint32_t row) {
                std::uint32_t& only = m_only[static_cast<std::size_t>(id - m_least)];
                twice = twice || only != kNoRow;
                only = row;
            });
            if (!twice)
                return;
            m_only.clear();
        }
        m_rows.reserve(count);
        forEachId([&](std::int64_t id, std::uint32_t row) { m_rows.emplace_back(id, row); });
        const auto byTime = [&](const Entry& a, const Entry& b) {
            return a.first != b.first ? a.first < b.first : timeline.ts()[a.second] < timeline.ts()[b.second];
        };
        if (dense)
            bucket(static_cast<std::size_t>(range) + 1, byTime);
        else
            std::ranges::sort(m_rows, byTime);
    }

    [[nodiscard]] bool empty() const { return m_rows.empty() && m_only.empty(); }
    /// The last call of that correlation that starts no later than \p ts, else the first.
    [[nodiscard]] std::uint32_t find(std::int64_t correlation, std::int64_t ts) const
    {
        if (!m_only.empty()) {
            const std::uint64_t at = placeOf(correlation);
            return at < m_only.size() ? m_only[at] : kNoRow;
        }
        const auto first = firstOf(correlation);
        if (first == m_rows.end() || first->first != correlation)
            return kNoRow;
        std::uint32_t found = first->second;
        for (auto next = first + 1;
             next != m_rows.end() && next->first == correlation && m_timeline.ts()[next->second] <= ts;
             ++next)
            found = next->second;
        return found;
    }

private:
    using Entry = std::pair<std::int64_t, std::uint32_t>;

    [[nodiscard]] std::vector<Entry>::const_iterator firstOf(std::int64_t correlation) const
    {
        if (m_firstOf.empty())
            return std::ranges::lower_bound(m_rows, correlation, {}, &Entry::first);
        const std::uint64_t at = placeOf(correlation);
        return at < m_firstOf.size() ? m_rows.begin() + m_firstOf[at] : m_rows.end();
    }

    [[nodiscard]] std::uint64_t placeOf(std::int64_t correlation) const
    {
        return static_cast<std::uint64_t>(correlation) - static_cast<std::uint64_t>(m_least);
    }

    /// Sorts by counting: \p ids different ones at most.
    template <class Before>
    void bucket(std::size_t ids, Before before)
    {
        m_firstOf.assign(ids, 0);
        const auto idOf = [&](const Entry& entry) { return static_cast<std::size_t>(entry.first - m_least); };
        for (const Entry& entry : m_rows)
            ++m_firstOf[idOf(entry)];
        std::uint32_t end = 0;
        for (std::uint32_t& count : m_firstOf)
            count = end += count; // where the entries of the id end, until they are placed
        std::vector<Entry> sorted(m_rows.size());
        for (auto entry = m_rows.rbegin(); entry != m_rows.rend(); ++entry)
            sorted[--m_firstOf[idOf(*entry)]] = *entry;
        m_rows = std::move(sorted);
        for (std::size_t id = 0; id < ids; ++id) {
            const auto first = m_rows.begin() + m_firstOf[id];
            const auto last = id + 1 < ids ? m_rows.begin() + m_firstOf[id + 1] : m_rows.end();
            if (last - first > 1)
                std::sort(first, last, before);
        }
    }

    const Timeline& m_timeline;
    std::vector<std::uint32_t> m_only;    ///< by id from m_least on, where each has one call; else empty
    std::vector<Entry> m_rows;            ///< else all, by id, then time
    std::vector<std::uint32_t> m_firstOf; ///< by id from m_least on, where the ids lie close; else empty
    std::int64_t m_least = 0;
};

/// Which calls put the work of graphs there.
std::vector<std::uint32_t> capturedCalls(const Timeline& timeline, const DeviceWork& work)
{
    std::vector<std::uint32_t> captured;
    const core::NameId category = timeline.names().find(kGraphCapture);
    if (!category.valid())
        return captured;
    std::unordered_map<std::uint32_t, std::uint32_t> callOf; ///< by row
    for (const core::Flow& flow : timeline.flows()) {
        if (flow.category == category && flow.from.valid() && flow.to.valid())
            callOf.emplace(flow.to.value, flow.from.value);
    }
    captured.assign(work.rows.size(), kNoRow);
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        if (const auto found = callOf.find(work.rows[at]); found != callOf.end())
            captured[at] = found->second;
    }
    return captured;
}

DeviceLaunches launchesOf(const Timeline& timeline, const RankPart& part, const DeviceWork& work,
                          const IntegerColumn& correlation)
{
    DeviceLaunches launches;
    launches.launch.assign(work.rows.size(), kNoRow);
    launches.captured = capturedCalls(timeline, work);
    const LaunchIndex index(timeline, part, correlation);
    launches.byCorrelation = !index.empty();
    if (launches.byCorrelation) {
        for (std::size_t at = 0; at < work.rows.size(); ++at) {
            const std::int64_t id = correlation[work.rows[at]];
            if (id != IntegerColumn::kMissing && id != 0)
                launches.launch[at] = index.find(id, timeline.ts()[work.rows[at]]);
        }
    }
    // Work that has no correlation of its own, though calls have, as in Perfetto's traces: by arrows.
    const auto needsArrow = [&](std::size_t at) {
        const std::int64_t id = correlation[work.rows[at]];
        return !launches.byCorrelation || id == IntegerColumn::kMissing || id == 0;
    };
    std::unordered_map<std::uint32_t, std::size_t> wanting; ///< where a row stands in the work
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        if (needsArrow(at))
            wanting.emplace(work.rows[at], at);
    }
    if (wanting.empty())
        return launches;
    const auto onHost = [&](core::SliceId slice) { // work also waits for other work (Perfetto, graphs)
        return !timeline.tracks()[timeline.lanes()[timeline.laneOf(slice).index()].track.index()].device;
    };
    const core::NameId capturing = timeline.names().find(kGraphCapture);
    for (const core::Flow& flow : timeline.flows()) {
        const auto found = flow.from.valid() ? wanting.find(flow.to.value) : wanting.end();
        if (found == wanting.end() || !onHost(flow.from) || flow.category == capturing)
            continue;
        launches.launch[found->second] = flow.from.value;
        wanting.erase(found); // the first arrow counts
    }
    return launches;
}

} // namespace

bool DeviceWork::isImpossible(std::size_t at) const
{
    return !impossible.empty() && std::ranges::binary_search(impossible, static_cast<std::uint32_t>(at));
}

core::Interval DeviceWork::time(const Timeline& timeline, std::size_t at) const
{
    const std::int64_t begin = timeline.ts()[rows[at]];
    return {begin, isImpossible(at) ? begin : begin + timeline.dur()[rows[at]]};
}

struct AnalysisInput::Parts {
    std::mutex mutex;
    std::vector<RankPart> ranks;
    std::vector<std::size_t> partOfSource; ///< into ranks; behind its end: none
    std::vector<std::unique_ptr<const DeviceWork>> work;
    std::vector<std::unique_ptr<const DeviceLaunches>> launches;
    std::vector<std::unique_ptr<const RankSteps>> steps;
    std::vector<std::shared_ptr<const UnrecordedStep>> unrecorded;
    std::unique_ptr<const RankInput> together;
    std::unique_ptr<const std::vector<LaunchCall>> calls;
    std::once_flag kindsAsked;
    std::unique_ptr<const core::RowKinds> kinds;
};

AnalysisInput::AnalysisInput(core::RunPtr run)
    : AnalysisInput(std::make_shared<const ArgColumns>(std::move(run)))
{
}

AnalysisInput::AnalysisInput(std::shared_ptr<const ArgColumns> columns)
    : m_columns(std::move(columns))
    , m_parts(std::make_shared<Parts>())
{
    m_parts->ranks = partsOf(run());
    for (const bool own : {true, false}) {
        for (std::size_t part = 0; part < m_parts->ranks.size(); ++part) {
            const std::uint32_t source = own ? m_parts->ranks[part].source : m_parts->ranks[part].hostSource;
            std::vector<std::size_t>& parts = m_parts->partOfSource;
            parts.resize(std::max<std::size_t>(parts.size(), std::size_t{source} + 1), SIZE_MAX);
            if (parts[source] == SIZE_MAX)
                parts[source] = part;
        }
    }
    m_parts->work.resize(m_parts->ranks.size());
    m_parts->launches.resize(m_parts->ranks.size());
    m_parts->steps.resize(m_parts->ranks.size());
    m_parts->unrecorded.resize(m_parts->ranks.size());
}

std::span<const RankPart> AnalysisInput::ranks() const { return m_parts->ranks; }

const RankPart* AnalysisInput::partOf(std::uint32_t source) const
{
    const std::vector<std::size_t>& parts = m_parts->partOfSource;
    return source < parts.size() && parts[source] < m_parts->ranks.size() ? &m_parts->ranks[parts[source]]
                                                                          : nullptr;
}

const core::RowKinds& AnalysisInput::kinds() const
{
    std::call_once(m_parts->kindsAsked, [&] {
        m_parts->kinds = std::make_unique<const core::RowKinds>(timeline(), core::rulesOf(run()));
    });
    return *m_parts->kinds;
}

const DeviceWork& AnalysisInput::deviceWork(std::size_t part) const
{
    const std::lock_guard lock(m_parts->mutex);
    auto& kept = m_parts->work[part];
    if (!kept) {
        auto made = std::make_unique<DeviceWork>();
        for (const core::TrackId track : m_parts->ranks[part].tracks)
            appendTrack(timeline(), track, kinds(), *made);
        kept = std::move(made);
    }
    return *kept;
}

bool AnalysisInput::hasDeviceWork() const
{
    for (std::size_t part = 0; part < ranks().size(); ++part) {
        if (std::ranges::any_of(deviceWork(part).rows,
                                [&](std::uint32_t row) { return timeline().dur()[row] > 0; }))
            return true;
    }
    return false;
}

core::Result<const DeviceLaunches*> AnalysisInput::launches(std::size_t part, const core::Task& task) const
{
    const DeviceWork& work = deviceWork(part);
    SHARDSCOPE_TRY(const IntegerColumn* const correlation, m_columns->integers(ArgKey::Correlation, task));
    const std::lock_guard lock(m_parts->mutex);
    auto& kept = m_parts->launches[part];
    if (!kept)
        kept = std::make_unique<DeviceLaunches>(
            launchesOf(timeline(), m_parts->ranks[part], work, *correlation));
    return kept.get();
}

std::shared_ptr<const UnrecordedStep> AnalysisInput::keptUnrecorded(std::size_t part) const
{
    const std::lock_guard lock(m_parts->mutex);
    return m_parts->unrecorded[part];
}

void AnalysisInput::keepUnrecorded(std::size_t part, std::shared_ptr<const UnrecordedStep> step) const
{
    const std::lock_guard lock(m_parts->mutex);
    m_parts->unrecorded[part] = std::move(step);
}

const std::vector<LaunchCall>& AnalysisInput::launchCalls() const
{
    const std::lock_guard lock(m_parts->mutex);
    if (!m_parts->calls) {
        std::vector<LaunchCall> calls(timeline().names().size());
        for (std::size_t name = 0; name < calls.size(); ++name)
            calls[name] = kinds().ofName(core::NameId{name}).launch;
        m_parts->calls = std::make_unique<const std::vector<LaunchCall>>(std::move(calls));
    }
    return *m_parts->calls;
}

core::Result<const RankInput*> AnalysisInput::rankInput(const core::Task& task) const
{
    const std::lock_guard lock(m_parts->mutex);
    if (!m_parts->together) {
        SHARDSCOPE_TRY(RankInput made, profiler::rankInput(run(), task));
        m_parts->together = std::make_unique<const RankInput>(std::move(made));
    }
    return m_parts->together.get();
}

const RankSteps& AnalysisInput::steps(std::size_t part) const
{
    {
        const std::lock_guard lock(m_parts->mutex);
        if (m_parts->steps[part])
            return *m_parts->steps[part];
    }
    RankSteps host = detectSteps(timeline(), ranks()[part], deviceWork(part), kinds());
    for (RankStep& step : host.steps)
        step.host = {step.begin, step.end};
    auto made = deviceSteps(*this, part, host, {}); // without a task nothing cancels it
    const std::lock_guard lock(m_parts->mutex);
    auto& kept = m_parts->steps[part];
    if (!kept)
        kept = std::make_unique<RankSteps>(made ? std::move(*made) : std::move(host));
    return *kept;
}

std::shared_ptr<const AnalysisInput> sharedInput(const core::RunPtr& run)
{
    static std::mutex mutex;
    static std::map<const core::Run*, std::weak_ptr<const AnalysisInput>> held; // an input holds its run
    const std::lock_guard lock(mutex);
    std::erase_if(held, [](const auto& one) { return one.second.expired(); });
    std::weak_ptr<const AnalysisInput>& known = held[run.get()];
    std::shared_ptr<const AnalysisInput> input = known.lock();
    if (input == nullptr) {
        input = std::make_shared<const AnalysisInput>(run);
        known = input;
    }
    return input;
}

} // namespace shardscope::profiler
