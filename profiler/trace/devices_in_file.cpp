// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/devices_in_file.h"

#include "core/run/run_rules.h"
#include "core/timeline/build/join.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace shardscope::profiler {

namespace {

using core::NameId;
using core::Timeline;
using core::Track;

constexpr std::uint32_t kNoOwner = NameId::kNone;

/// The number behind a word for a device, or alone. -1: none.
std::int32_t numberIn(std::string_view name)
{
    constexpr std::array<std::string_view, 5> kWords{"GPU", "TPU", "NPU", "device", "agent"};
    constexpr std::string_view kDigits = "0123456789";
    const auto digits = name.find_first_of(kDigits);
    if (digits == std::string_view::npos)
        return -1;
    const std::string_view word =
        name.substr(0, name.find_last_not_of(" :#", digits == 0 ? 0 : digits - 1) + 1);
    const bool alone = digits == 0 && name.find_first_not_of(kDigits) == std::string_view::npos;
    if (!alone && (digits == 0 ||
                   std::ranges::none_of(kWords, [&](std::string_view one) { return word.ends_with(one); })))
        return -1;
    std::int32_t number = -1;
    const auto parsed = std::from_chars(name.data() + digits, name.data() + name.size(), number);
    return parsed.ec == std::errc() ? number : -1;
}

bool isOfAscend(std::string_view process) { return process.starts_with("Ascend Hardware"); }

/// The device that the key of one of Ascend's processes tells: the last five bits of a number with that of
/// its program before it (ascend_processes.h), or "NPU 3" in the profiler's database.
std::optional<std::int32_t> ascendDevice(std::string_view key)
{
    constexpr std::uint64_t kDevice = 31, kLeast = 1U << 16U; // with a program's number
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(key.data(), key.data() + key.size(), number);
    if (parsed.ec == std::errc() && parsed.ptr == key.data() + key.size())
        return number >= kLeast ? std::optional(static_cast<std::int32_t>(number & kDevice)) : std::nullopt;
    const std::int32_t named = numberIn(key);
    return named >= 0 ? std::optional(named) : std::nullopt;
}

/// Which device a track of one is of, within its process: XLA writes a chip's cores beside it ("/device:TPU:0
/// SparseCore 1", shown as "TPU 0 SparseCore 1"), Ascend the collectives of a device as a process of their
/// own beside its "Ascend Hardware".
std::string deviceKey(std::string_view key, std::string_view shown, bool ofAscend)
{
    if (ofAscend)
        return "NPU " + std::to_string(ascendDevice(key).value_or(0));
    constexpr std::string_view kCore = " SparseCore";
    constexpr std::string_view kChip = "TPU ";
    if (const auto core = shown.find(kCore); core != std::string_view::npos)
        return std::string(shown.substr(0, core));
    return std::string(shown.starts_with(kChip) ? shown : key.substr(0, key.find(kCore)));
}

/// Tracks of one device of one process of a file.
struct DeviceTracks {
    std::vector<std::uint32_t> tracks;
    std::int64_t order = 0; ///< as the file shows its processes
    std::int32_t number = -1;
    bool works = false; ///< computes or communicates
};
struct ProcessTracks {
    std::vector<std::uint32_t> host;
    std::map<std::string, DeviceTracks> devices; ///< by key
};

class DeviceSplit {
public:
    explicit DeviceSplit(core::Run& run)
        : m_run(run)
        , m_timeline(*run.timeline)
        , m_files(run.sources.size())
        , m_sourceOfTrack(m_timeline.tracks().size())
        , m_asked(m_timeline.names().size(), kNoTrack)
    {
        std::iota(m_files.begin(), m_files.end(), 0U);
        for (std::size_t track = 0; track < m_sourceOfTrack.size(); ++track)
            m_sourceOfTrack[track] = m_timeline.tracks()[track].source;
    }

    core::Result<std::vector<std::uint32_t>> split(const core::Task& task)
    {
        std::vector<std::vector<std::uint32_t>> tracks(m_files.size());
        for (std::uint32_t track = 0; track < m_sourceOfTrack.size(); ++track)
            tracks[m_sourceOfTrack[track]].push_back(track);
        const std::size_t files = m_files.size();
        for (std::uint32_t file = 0; file < files; ++file) {
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            splitFile(file, tracks[file]);
        }
        if (!m_changed)
            return std::move(m_files);
        std::vector<std::uint32_t> steps = sourcesOfSteps();
        const core::TimelinePart part{m_run.timeline,  0, {}, {}, std::move(m_sourceOfTrack),
                                      std::move(steps)};
        SHARDSCOPE_TRY(m_run.timeline, core::joinTimelines({&part, 1}, task));
        return std::move(m_files);
    }

private:
    static constexpr std::uint32_t kNoTrack = core::TrackId::kNone;

    [[nodiscard]] const Track& track(std::uint32_t number) const { return m_timeline.tracks()[number]; }
    [[nodiscard]] std::string_view text(NameId id) const
    {
        return id.valid() ? m_timeline.names().text(id) : std::string_view();
    }

    void splitFile(std::uint32_t file, const std::vector<std::uint32_t>& tracks)
    {
        std::map<std::int32_t, std::vector<std::uint32_t>> byRank;
        for (const std::uint32_t number : tracks)
            byRank[track(number).rank].push_back(number);
        // Tracks of no rank (a trace's own lanes) go with the first of a file that names ranks.
        const auto nobody = byRank.find(-1);
        if (nobody != byRank.end() && byRank.size() > 1) {
            std::vector<std::uint32_t> own = std::move(nobody->second);
            byRank.erase(nobody);
            std::vector<std::uint32_t>& first = byRank.begin()->second;
            first.insert(first.end(), own.begin(), own.end());
        }
        bool firstProcess = true;
        for (const auto& [rank, own] : byRank) {
            for (ProcessTracks& process : processesOf(own)) {
                placeProcess(file, rank, process, firstProcess);
                firstProcess = false;
            }
        }
    }

    /// Groups the tracks of one rank by process.
    std::vector<ProcessTracks> processesOf(const std::vector<std::uint32_t>& tracks)
    {
        const bool ofAscend = std::ranges::any_of(
            tracks, [&](std::uint32_t one) { return isOfAscend(text(track(one).process)); });
        std::map<std::pair<std::uint32_t, std::string>, DeviceTracks> devices; // by owner, key
        std::set<std::uint32_t> hosts;
        for (const std::uint32_t number : tracks) {
            const Track& own = track(number);
            if (own.device)
                devices[{own.owner.value, deviceKey(text(own.processKey), text(own.process), ofAscend)}]
                    .tracks.push_back(number);
            else
                hosts.insert(own.processKey.value);
        }
        std::set<std::uint32_t> owners;
        const std::map<std::uint32_t, std::uint32_t> told = ownersByArrows(tracks, hosts);
        std::map<std::pair<std::uint32_t, std::string>, DeviceTracks> owned;
        for (auto& [key, device] : devices) {
            // A stream of which nothing tells goes with the others of its device.
            std::uint32_t usual = key.first;
            for (auto at = device.tracks.begin(); usual == kNoOwner && at != device.tracks.end(); ++at)
                usual = ownerOf(told, *at);
            for (const std::uint32_t number : device.tracks) {
                const std::uint32_t own = key.first == kNoOwner ? ownerOf(told, number) : key.first;
                const std::uint32_t owner = own == kNoOwner ? usual : own;
                owners.insert(owner);
                owned[{owner, key.second}].tracks.push_back(number);
            }
        }
        owners.erase(kNoOwner);
        std::vector<std::uint32_t> order(owners.begin(), owners.end()); // a process each
        std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
            const std::string_view first = text(NameId{a});
            const std::string_view second = text(NameId{b});
            return std::pair(first.size(), first) < std::pair(second.size(), second); // numbers by value
        });
        std::vector<ProcessTracks> processes(std::max<std::size_t>(order.size(), 1));
        const auto processOf = [&](std::uint32_t owner) -> ProcessTracks& {
            const auto found = std::ranges::find(order, owner);
            return processes[found == order.end() ? 0 : static_cast<std::size_t>(found - order.begin())];
        };
        for (const std::uint32_t number : tracks) {
            if (!track(number).device)
                processOf(track(number).processKey.value).host.push_back(number);
        }
        for (auto& [key, device] : owned) {
            DeviceTracks& into = processOf(key.first).devices[key.second];
            into.tracks.insert(into.tracks.end(), device.tracks.begin(), device.tracks.end());
        }
        return processes;
    }

    static std::uint32_t ownerOf(const std::map<std::uint32_t, std::uint32_t>& told, std::uint32_t number)
    {
        const auto found = told.find(number);
        return found == told.end() ? kNoOwner : found->second;
    }

    /// For each device's track without an owner, the host process that most arrows to it come from; empty if
    /// that is no question.
    std::map<std::uint32_t, std::uint32_t> ownersByArrows(const std::vector<std::uint32_t>& tracks,
                                                          const std::set<std::uint32_t>& hosts)
    {
        std::map<std::uint32_t, std::uint32_t> owners;
        const auto asks = [&](std::uint32_t number) {
            return track(number).device && !track(number).owner.valid();
        };
        if (hosts.size() < 2 || std::ranges::none_of(tracks, asks))
            return owners;
        countArrows();
        for (const std::uint32_t number : tracks) {
            const auto counts = m_arrows.find(number);
            if (asks(number) && counts != m_arrows.end())
                owners[number] = std::ranges::max_element(counts->second, {}, [](const auto& count) {
                                     return count.second;
                                 })->first;
        }
        return owners;
    }

    /// Counts the arrows of all files in one walk: there may be thousands of files.
    void countArrows()
    {
        if (std::exchange(m_arrowsCounted, true))
            return;
        for (const core::Flow& flow : m_timeline.flows()) {
            if (!flow.from.valid() || !flow.to.valid())
                continue;
            const core::TrackId to = m_timeline.lanes()[m_timeline.laneOf(flow.to).index()].track;
            const core::TrackId from = m_timeline.lanes()[m_timeline.laneOf(flow.from).index()].track;
            const Track& device = m_timeline.tracks()[to.index()];
            const Track& host = m_timeline.tracks()[from.index()];
            if (device.device && !host.device && device.source == host.source && device.rank == host.rank)
                ++m_arrows[to.value][host.processKey.value];
        }
    }

    /// Whether any row of a device's track computes or communicates.
    bool works(std::uint32_t number)
    {
        const Track& own = track(number);
        const core::WorkRules& rules = core::rulesOf(m_run);
        const core::TrackRule rule = rules.trackOf(text(own.process), text(own.thread), own.device);
        for (const core::Lane& lane : m_timeline.lanes().subspan(own.firstLane, own.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                const NameId name = m_timeline.name()[row];
                if (!name.valid())
                    continue;
                if (std::exchange(m_asked[name.index()], number) == number)
                    continue; // a name goes by one category there
                const core::Role role =
                    rules.verdict(text(name), text(m_timeline.category()[row]), rule).role;
                if (role == core::Role::Compute || role == core::Role::Communicate)
                    return true;
            }
        }
        return false;
    }

    void placeProcess(std::uint32_t file, std::int32_t rank, ProcessTracks& process, bool first)
    {
        std::vector<DeviceTracks> devices;
        std::vector<std::uint32_t> others = std::move(process.host); // the host's, and those of no device
        for (auto& [key, device] : process.devices) {
            for (const std::uint32_t number : device.tracks) {
                const Track& own = track(number);
                device.works = device.works || works(number);
                device.order = own.processOrder;
                device.number = deviceNumber(m_timeline, own);
            }
            if (device.works)
                devices.push_back(std::move(device));
            else
                others.insert(others.end(), device.tracks.begin(), device.tracks.end());
        }
        const bool several = devices.size() > 1;
        std::ranges::stable_sort(devices, [](const DeviceTracks& a, const DeviceTracks& b) {
            return std::pair(a.order, a.number) < std::pair(b.order, b.number);
        });
        std::set<std::int32_t> numbers;
        for (const DeviceTracks& device : devices)
            numbers.insert(device.number);
        const bool numbered = numbers.size() == devices.size() && !numbers.contains(-1);
        const std::uint32_t host = sourceFor(file, rank, first);
        move(others, host);
        for (std::size_t at = 0; at < devices.size(); ++at) {
            std::uint32_t source = host;
            if (at > 0) {
                source = another(file);
                m_run.sources[source].rank = m_run.sources[host].rank;
                m_run.sources[source].rankFrom = m_run.sources[host].rankFrom;
                m_run.sources[source].hostSource = host;
            }
            if (several)
                m_run.sources[source].device = numbered ? devices[at].number : static_cast<std::int32_t>(at);
            move(devices[at].tracks, source);
        }
    }

    /// The source of a process of \p file.
    std::uint32_t sourceFor(std::uint32_t file, std::int32_t rank, bool first)
    {
        const std::uint32_t source = first ? file : another(file);
        if (rank >= 0 && m_run.sources[source].rank != rank) {
            m_run.sources[source].rank = rank;
            m_run.sources[source].rankFrom = "process name";
        } else if (!first && rank < 0) {
            m_run.sources[source].rank = -1; // what the file says of its rank is said of one process
            m_run.sources[source].rankFrom.clear();
        }
        return source;
    }

    /// A step's mark goes where the slice went that it was read from, else where its rank's host did.
    [[nodiscard]] std::vector<std::uint32_t> sourcesOfSteps() const
    {
        std::map<std::pair<std::uint32_t, std::int32_t>, std::vector<std::uint32_t>>
            hosts; // of a file's rank
        for (std::uint32_t number = 0; number < m_sourceOfTrack.size(); ++number) {
            if (!track(number).device)
                hosts[{track(number).source, track(number).rank}].push_back(number);
        }
        std::vector<std::uint32_t> sources;
        std::set<std::tuple<std::int64_t, std::uint32_t, std::uint32_t>> taken; // begin, name, track
        for (const core::StepMark& step : m_timeline.steps()) {
            std::uint32_t source = step.source;
            bool found = false;
            for (const std::uint32_t number : hosts[{step.source, step.rank}]) {
                if (found)
                    break;
                const Track& own = track(number);
                // Processes may mark the same step at the same time.
                found = holds(own, step) && taken.insert({step.begin, step.name.value, number}).second;
                source = found || source == step.source ? m_sourceOfTrack[number] : source;
            }
            sources.push_back(source);
        }
        return sources;
    }
    [[nodiscard]] bool holds(const Track& own, const core::StepMark& step) const
    {
        for (std::uint32_t lane = own.firstLane; lane < own.firstLane + own.laneCount; ++lane) {
            const core::Lane& rows = m_timeline.lanes()[lane];
            const std::uint32_t row =
                m_timeline.firstStartingAt(core::LaneId{std::size_t{lane}}, rows.begin, step.begin);
            if (row < rows.begin + rows.count && m_timeline.ts()[row] == step.begin &&
                m_timeline.dur()[row] == step.end - step.begin && m_timeline.name()[row] == step.name)
                return true;
        }
        return false;
    }

    std::uint32_t another(std::uint32_t file)
    {
        m_changed = true;
        m_files.push_back(file);
        m_run.sources.push_back(core::RunSource(m_run.sources[file]));
        m_run.sources.back().hostSource.reset();
        m_run.sources.back().device = -1;
        return static_cast<std::uint32_t>(m_run.sources.size() - 1);
    }

    void move(const std::vector<std::uint32_t>& tracks, std::uint32_t source)
    {
        for (const std::uint32_t number : tracks)
            m_sourceOfTrack[number] = source;
    }

    core::Run& m_run;
    const Timeline& m_timeline;
    std::vector<std::uint32_t> m_files;
    std::vector<std::uint32_t> m_sourceOfTrack;
    std::vector<std::uint32_t> m_asked; ///< by name: the track for which it was asked last
    std::map<std::uint32_t, std::map<std::uint32_t, std::size_t>> m_arrows; ///< by track, host's process
    bool m_arrowsCounted = false;
    bool m_changed = false;
};

} // namespace

std::int32_t deviceNumber(const core::Timeline& timeline, const core::Track& track)
{
    if (!track.device)
        return -1;
    const auto numberOf = [&](core::NameId id) {
        return id.valid() ? numberIn(timeline.names().text(id)) : -1;
    };
    const std::int32_t shown = numberOf(track.process);
    const std::string_view process = track.process.valid() ? timeline.names().text(track.process) : "";
    if (shown < 0 && (isOfAscend(process) || process == "HCCL" || process == "Communication"))
        return ascendDevice(timeline.names().text(track.processKey)).value_or(-1);
    return shown >= 0 ? shown : numberOf(track.processKey);
}

core::Result<std::vector<std::uint32_t>> splitDevices(core::Run& run, const core::Task& task)
{
    return DeviceSplit(run).split(task);
}

} // namespace shardscope::profiler
