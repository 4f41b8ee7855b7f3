// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of names are in the order of their texts, so sorting by id sorts by name. A rank's accelerators come
// before its hosts: what the devices did is looked at first.
#include "app/desktop/timeline/track_groups.h"

#include "core/timeline/annotation_tracks.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <unordered_map>

namespace shardscope::app {
namespace {

/// What a group is told from another by, in the order of groups; first, its job.
using GroupKey = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, core::NameId>;
constexpr std::int64_t kLast = std::int64_t{1} << 40; ///< behind every rank and coordinate

std::int64_t coordinate(const core::Track& track, Grouping grouping)
{
    if (!track.mesh)
        return -1;
    switch (grouping) {
    case Grouping::Pipeline: return track.mesh->pipeline;
    case Grouping::Tensor: return track.mesh->tensor;
    default: return track.mesh->replica;
    }
}

/// Files of unknown rank are kept apart: their process numbers may be the same by chance.
std::int64_t sourceWhereNeeded(std::int32_t rank, std::uint32_t source)
{
    return rank >= 0 ? -1 : static_cast<std::int64_t>(source);
}

/// -1: there is one job only.
std::int32_t jobOf(const RunPlaces& places, std::uint32_t source)
{
    return source < places.jobs.size() ? static_cast<std::int32_t>(places.jobs[source]) : -1;
}

/// The source with the rows of the host that \p source works for.
std::uint32_t hostOf(const RunPlaces& places, std::uint32_t source)
{
    return source < places.hosts.size() ? places.hosts[source] : source;
}

bool isResult(const RunPlaces& places, std::uint32_t track)
{
    return track < places.results.size() && places.results[track];
}

GroupKey keyOf(const core::Track& track, Grouping grouping, std::int32_t job)
{
    const core::NameId none{};
    switch (grouping) {
    case Grouping::Device:
        return {job, track.rank, sourceWhereNeeded(track.rank, track.source), 0, track.processKey};
    case Grouping::Rank: return {job, track.rank < 0 ? kLast : track.rank, 0, 0, none};
    case Grouping::Kind: return {job, track.device ? 0 : 1, 0, 0, none};
    case Grouping::Thread: return {job, track.device ? 0 : 1, track.threadOrder, 0, track.thread};
    default: {
        const std::int64_t at = coordinate(track, grouping);
        return {job, at < 0 ? kLast : at, 0, 0, none};
    }
    }
}

GroupRow describe(const core::Timeline& timeline, const core::Track& track, Grouping grouping,
                  std::int32_t job)
{
    GroupRow row;
    row.job = job;
    row.device = track.device;
    switch (grouping) {
    case Grouping::Device: {
        const auto name = timeline.text(track.process);
        row.name = std::string(name.empty() ? timeline.text(track.processKey) : name);
        row.rank = track.rank;
        row.key = std::to_string(track.rank) + '/' +
                  std::to_string(sourceWhereNeeded(track.rank, track.source)) + '/' +
                  std::string(timeline.text(track.processKey));
        break;
    }
    case Grouping::Rank:
        row.value = row.rank = track.rank;
        row.key = std::to_string(track.rank);
        break;
    case Grouping::Kind:
        row.value = track.device ? 1 : 0;
        row.key = track.device ? "device" : "host";
        break;
    case Grouping::Thread:
        row.name = std::string(timeline.text(track.thread.valid() ? track.thread : track.threadKey));
        row.key = (track.device ? "device/" : "host/") + row.name;
        break;
    default:
        row.value = coordinate(track, grouping);
        row.key = std::to_string(row.value);
        break;
    }
    if (job >= 0)
        row.key.insert(0, "job " + std::to_string(job) + '/');
    return row;
}

/// A group of Grouping::Device with its place among them.
struct Collected {
    TrackGroup group;
    std::int64_t order = 0;
    std::uint32_t source = 0; ///< of the first track
    std::uint32_t host = 0;   ///< source of its process
    bool result = true;       ///< holds nothing but results
};

bool isDigit(char character) { return character >= '0' && character <= '9'; }

/// The number at the beginning of \p text, without its leading zeros; it is taken off.
std::string_view takeNumber(std::string_view& text)
{
    const auto end = std::ranges::find_if_not(text, isDigit);
    std::string_view number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(number.size());
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
}

/// "stream 7" comes before "stream 17".
bool naturallyBefore(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const std::string_view one = takeNumber(a);
            const std::string_view other = takeNumber(b);
            if (one != other)
                return one.size() != other.size() ? one.size() < other.size() : one < other;
        } else if (a.front() != b.front()) {
            return a.front() < b.front();
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.size() < b.size();
}

void sortTracks(const core::Timeline& timeline, const RunPlaces& places, std::vector<std::uint32_t>& members)
{
    const auto tracks = timeline.tracks();
    std::ranges::sort(members, [&](std::uint32_t a, std::uint32_t b) {
        const auto place = [&](std::uint32_t i) {
            return std::tuple(tracks[i].rank, !tracks[i].device, isResult(places, i), tracks[i].processOrder,
                              tracks[i].threadOrder);
        };
        if (place(a) != place(b))
            return place(a) < place(b);
        return tracks[a].thread == tracks[b].thread
                   ? a < b
                   : naturallyBefore(timeline.text(tracks[a].thread), timeline.text(tracks[b].thread));
    });
}

/// Puts counters with the tracks of their process, or behind their rank's tracks if the process has none.
void addCounters(const core::Timeline& timeline, Grouping grouping, const RunPlaces& places,
                 std::map<GroupKey, Collected>& byKey)
{
    std::map<std::pair<std::uint32_t, core::NameId>, GroupKey> home;
    std::unordered_map<std::uint32_t, GroupKey> homeOfSource;
    std::unordered_map<std::uint32_t, std::int32_t> rankOfSource; // counters do not know their rank
    for (const core::Track& track : timeline.tracks()) {
        if (track.laneCount == 0)
            continue;
        const GroupKey key = keyOf(track, grouping, jobOf(places, track.source));
        home.try_emplace({track.source, track.processKey}, key);
        homeOfSource.try_emplace(track.source, key);
        rankOfSource.try_emplace(track.source, track.rank);
    }
    const auto counters = timeline.counterTracks();
    for (std::uint32_t index = 0; index < counters.size(); ++index) {
        const core::CounterTrack& counter = counters[index];
        const auto known = home.find({counter.source, counter.processKey});
        if (known != home.end() && grouping != Grouping::Thread) {
            byKey.at(known->second).group.counters.push_back(index);
            continue;
        }
        const auto sameSource = homeOfSource.find(counter.source);
        if (grouping != Grouping::Device && grouping != Grouping::Thread &&
            sameSource != homeOfSource.end()) {
            byKey.at(sameSource->second).group.counters.push_back(index);
            continue;
        }
        auto [own, isNew] = byKey.try_emplace(
            {jobOf(places, counter.source), kLast + 1, counter.source, 0, counter.processKey});
        if (isNew) {
            own->second.group.row.job = jobOf(places, counter.source);
            own->second.group.row.name = std::string(timeline.text(counter.processKey));
            if (const auto rank = rankOfSource.find(counter.source); rank != rankOfSource.end())
                own->second.group.row.rank = rank->second;
            own->second.order = kLast;
            own->second.host = hostOf(places, counter.source);
            own->second.group.row.key = "counters/" + std::to_string(counter.source) + '/' +
                                        std::string(timeline.text(counter.processKey));
        }
        own->second.group.counters.push_back(index);
    }
}

/// Sorts by rank, then process: its devices, its host, and last what was drawn out of their rows.
void sortDevices(std::vector<Collected>& collected)
{
    const auto place = [](const Collected& one) {
        const GroupRow& row = one.group.row;
        const std::int64_t process = row.rank >= 0 ? -1 : std::int64_t{one.host};
        return std::tuple(row.job, row.rank, process, one.result, !row.device, one.order, one.source,
                          std::string_view(row.name));
    };
    std::ranges::stable_sort(collected,
                             [&](const Collected& a, const Collected& b) { return place(a) < place(b); });
}

/// Devices of several processes that no rank tells apart say whose they are.
void nameHosts(const core::Timeline& timeline, std::vector<Collected>& collected)
{
    std::map<std::pair<std::int32_t, std::string>, std::set<std::uint32_t>> hosts;
    const auto unranked = [](const Collected& one) {
        return one.group.row.device && one.group.row.rank < 0 && !one.group.tracks.empty();
    };
    const auto nameOf = [](const Collected& one) { return std::pair(one.group.row.job, one.group.row.name); };
    for (const Collected& device : collected) {
        if (unranked(device))
            hosts[nameOf(device)].insert(device.host);
    }
    const auto tracks = timeline.tracks();
    for (Collected& device : collected) {
        if (!unranked(device) || hosts[nameOf(device)].size() < 2)
            continue;
        const core::NameId owner = tracks[device.group.tracks.front()].owner;
        const auto host = std::ranges::find_if(tracks, [&](const core::Track& track) {
            return !track.device && track.source == device.host &&
                   (!owner.valid() || track.processKey == owner);
        });
        if (host != tracks.end())
            device.group.row.host = timeline.text(host->process.valid() ? host->process : host->processKey);
        else
            device.group.row.host = timeline.text(owner);
    }
}

char lower(char character)
{
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

} // namespace

std::vector<TrackGroup> groupTracks(const core::Timeline& timeline, Grouping grouping,
                                    const RunPlaces& places)
{
    std::map<GroupKey, Collected> byKey;
    const auto tracks = timeline.tracks();
    for (std::uint32_t index = 0; index < tracks.size(); ++index) {
        if (tracks[index].laneCount == 0)
            continue;
        const std::int32_t job = jobOf(places, tracks[index].source);
        auto [found, isNew] = byKey.try_emplace(keyOf(tracks[index], grouping, job));
        if (isNew) {
            found->second.group.row = describe(timeline, tracks[index], grouping, job);
            found->second.order = tracks[index].processOrder;
            found->second.source = tracks[index].source;
            found->second.host = hostOf(places, tracks[index].source);
        }
        found->second.group.row.device |= tracks[index].device;
        found->second.result &= isResult(places, index);
        found->second.group.tracks.push_back(index);
    }
    addCounters(timeline, grouping, places, byKey);
    std::vector<Collected> collected;
    for (auto& [key, entry] : byKey) {
        sortTracks(timeline, places, entry.group.tracks);
        collected.push_back(std::move(entry));
    }
    if (grouping == Grouping::Device) {
        sortDevices(collected);
        nameHosts(timeline, collected);
    }
    std::vector<TrackGroup> groups;
    groups.reserve(collected.size());
    for (Collected& entry : collected)
        groups.push_back(std::move(entry.group));
    return groups;
}

std::uint32_t standIn(const core::Timeline& timeline, const std::vector<std::uint32_t>& tracks)
{
    const auto merit = [&](std::uint32_t index) {
        const core::Track& track = timeline.tracks()[index];
        const int kind = core::isAnnotationTrack(timeline, track) ? -1 : track.device ? 1 : 0;
        return std::pair(kind, timeline.lanes()[track.firstLane].count);
    };
    return *std::ranges::max_element(tracks,
                                     [&](std::uint32_t a, std::uint32_t b) { return merit(a) < merit(b); });
}

std::vector<Grouping> usefulGroupings(const core::Timeline& timeline)
{
    std::vector<Grouping> useful{Grouping::Device};
    for (const Grouping grouping : {Grouping::Rank, Grouping::Kind, Grouping::Thread, Grouping::Pipeline,
                                    Grouping::Tensor, Grouping::Replica}) {
        if (groupTracks(timeline, grouping).size() > 1)
            useful.push_back(grouping);
    }
    return useful;
}

std::string trackWords(const core::Timeline& timeline, std::uint32_t index)
{
    const core::Track& track = timeline.tracks()[index];
    std::string words = track.rank >= 0 ? "rank " + std::to_string(track.rank) : std::string();
    for (const core::NameId id : {track.process, track.thread, track.processKey, track.threadKey}) {
        words += ' ';
        words += timeline.text(id);
    }
    return words;
}

std::string counterWords(const core::Timeline& timeline, std::uint32_t index)
{
    const core::CounterTrack& counter = timeline.counterTracks()[index];
    std::string words;
    for (const core::NameId id : {counter.name, counter.series, counter.processKey}) {
        words += timeline.text(id);
        words += ' ';
    }
    return words;
}

bool passes(const std::string& words, const std::string& filter)
{
    std::istringstream wanted(filter);
    for (std::string word; wanted >> word;) {
        const auto same = [](char a, char b) { return lower(a) == lower(b); };
        if (std::search(words.begin(), words.end(), word.begin(), word.end(), same) == words.end())
            return false;
    }
    return true;
}

} // namespace shardscope::app
