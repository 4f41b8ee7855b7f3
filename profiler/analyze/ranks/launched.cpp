// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/ranks/launched.h"

#include "core/base/joined.h"
#include "core/base/text_mark.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/ranks/hang.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/trace/collective_names.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace shardscope::profiler {

namespace {

/// Few runs have any: of the others no row is asked.
std::vector<std::uint32_t> rowsOfCategory(const AnalysisInput& input, std::string_view category)
{
    const core::Timeline& timeline = input.timeline();
    const core::NameId wanted = timeline.names().find(category);
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; wanted.valid() && row < timeline.sliceCount(); ++row) {
        if (timeline.category()[row] == wanted)
            rows.push_back(row);
    }
    return rows;
}

std::vector<std::uint64_t> placesOf(const AnalysisInput& input, const std::vector<std::uint32_t>& rows)
{
    std::vector<std::uint64_t> places;
    for (const std::uint32_t row : rows)
        places.push_back(input.timeline().args()[row]);
    return places;
}

/// What the ranks said, by communicator's name, then by time.
using Statuses = std::map<std::string, std::map<std::int64_t, CommunicatorLaunches>>;

void addStatus(std::string_view json, std::int64_t at, std::uint32_t row, Statuses& statuses)
{
    std::string_view name, size, missing, rank, host, process, state, init, error, launched;
    json::readMembers(json, {{"Communicator", &name},
                             {"Communicator size", &size},
                             {"Missing ranks", &missing},
                             {"Rank in communicator", &rank},
                             {"Host", &host},
                             {"Process", &process},
                             {"State", &state},
                             {"Init state", &init},
                             {"Asynchronous error", &error},
                             {"Launched", &launched}});
    CommunicatorLaunches& communicator = statuses[json::textOf(name)][at];
    communicator.name = json::textOf(name);
    communicator.live = true;
    communicator.size = json::integerOf(size).value_or(-1);
    communicator.missing = json::integerOf(missing).value_or(0);
    RankLaunches one;
    one.rank = json::integerOf(rank).value_or(-1);
    one.state = json::textOf(state);
    one.row = row;
    one.process = json::textOf(host);
    if (const auto number = json::integerOf(process))
        one.process += (one.process.empty() ? "" : " ") + std::to_string(*number);
    // ncclInProgress (nccl.h): a communicator that is being made is no error.
    constexpr std::int64_t kInProgress = 7;
    for (const std::string_view result : {init, error}) {
        const std::int64_t code = json::integerOf(result).value_or(0);
        if (one.error == 0 && code != kInProgress)
            one.error = code;
    }
    json::walkObject(launched, [&](std::string_view operation, std::string_view count) {
        one.counts[std::string(operation)] = json::integerOf(count).value_or(0);
    });
    // Several nodes may have been asked at one time: the same rank is told once.
    const auto told = std::ranges::find_if(communicator.ranks, [&](const RankLaunches& other) {
        return other.rank == one.rank && one.rank >= 0;
    });
    if (told == communicator.ranks.end())
        communicator.ranks.push_back(std::move(one));
}

/// A count of 0 and none are the same.
std::map<std::string, std::int64_t> countsOf(const RankLaunches& rank)
{
    std::map<std::string, std::int64_t> counts = rank.counts;
    std::erase_if(counts, [](const auto& one) { return one.second == 0; });
    return counts;
}

bool same(const CommunicatorLaunches& a, const CommunicatorLaunches& b)
{
    std::map<std::int64_t, std::map<std::string, std::int64_t>> before;
    for (const RankLaunches& rank : a.ranks)
        before[rank.rank] = countsOf(rank);
    return std::ranges::all_of(b.ranks, [&](const RankLaunches& rank) {
        const auto found = before.find(rank.rank);
        return found == before.end() || !rank.answered() || found->second == countsOf(rank);
    });
}

/// The last number of each rank in each communicator, as recorders of NCCL tell their calls.
void addRecorded(const AnalysisInput& input, const Collectives& collectives, Statuses& statuses,
                 const core::Task& task)
{
    std::map<std::pair<std::uint32_t, std::int32_t>, RankLaunches> lasts; // by group, rank
    for (const CollectiveCall& call : collectives.calls) {
        const core::NameId category = input.timeline().category()[call.row];
        if (!category.valid() || input.text(category) != kNcclCall || call.sequence < 0)
            continue;
        RankLaunches& rank = lasts[{call.group, call.rank}];
        ++rank.counts[std::string(core::nameOf(call.kind))];
        if (call.sequence >= rank.last) {
            rank.last = call.sequence;
            rank.row = call.row;
        }
    }
    for (auto& [key, rank] : lasts) {
        CommunicatorLaunches& communicator = statuses[groupLabel(collectives.groups[key.first])][0];
        communicator.name = groupLabel(collectives.groups[key.first]);
        rank.rank = key.second;
        rank.state = "recorded";
        communicator.ranks.push_back(std::move(rank));
    }
    // Calls of which nobody knows when they ran are no calls of the timeline's collectives.
    const std::vector<std::uint32_t> rows = rowsOfCategory(input, kUntimedCall);
    const std::vector<std::uint64_t> places = placesOf(input, rows);
    std::map<std::pair<std::string, std::int64_t>, RankLaunches> untimed;
    std::vector<std::pair<CollectiveArguments, std::int64_t>> read(places.size());
    if (input.run().arguments)
        input.run().arguments->visit(
            places,
            [&](std::size_t at, std::string_view text) {
                read[at] = {readCollectiveArguments(text),
                            json::integerOf(json::memberOf(text, "Rank in communicator")).value_or(-1)};
            },
            task.stop);
    for (std::size_t at = 0; at < read.size(); ++at) {
        const auto& [arguments, number] = read[at];
        if (arguments.sequence < 0 || (arguments.kind && isPointToPoint(*arguments.kind)))
            continue;
        RankLaunches& rank = untimed[{arguments.groupName, number}];
        ++rank.counts[std::string(core::nameOf(arguments.kind.value_or(CollectiveKind::Other)))];
        if (arguments.sequence >= rank.last) {
            rank.last = arguments.sequence;
            rank.row = rows[at];
        }
    }
    for (auto& [key, rank] : untimed) {
        CommunicatorLaunches& communicator = statuses[key.first][0];
        communicator.name = key.first;
        rank.rank = key.second;
        rank.state = "recorded";
        communicator.ranks.push_back(std::move(rank));
    }
}

std::string countsText(const RankLaunches& rank, const std::set<std::string>& operations)
{
    std::vector<std::string> texts;
    for (const std::string& operation : operations) {
        const auto found = rank.counts.find(operation);
        texts.push_back(operation + " " + std::to_string(found == rank.counts.end() ? 0 : found->second));
    }
    return core::joined(texts, ", ");
}

std::string namesOf(const std::vector<const RankLaunches*>& ranks)
{
    std::vector<std::int32_t> numbers;
    for (const RankLaunches* const one : ranks)
        numbers.push_back(static_cast<std::int32_t>(one->rank));
    std::ranges::sort(numbers);
    const bool alone = ranks.size() == 1 && !ranks.front()->process.empty();
    return ranksText(numbers) + (alone ? " (" + ranks.front()->process + ")" : "");
}

std::vector<std::uint32_t> rowsOf(const std::vector<const RankLaunches*>& ranks)
{
    std::vector<std::uint32_t> rows;
    for (const RankLaunches* const one : ranks)
        rows.push_back(one->row);
    return rows;
}

/// One communicator's verdicts.
class Comparison {
public:
    explicit Comparison(const CommunicatorLaunches& communicator)
        : m_communicator(communicator)
    {
        for (const RankLaunches& rank : communicator.ranks) {
            if (rank.answered() || rank.state == "recorded")
                m_there.push_back(&rank);
            else
                m_gone.push_back(&rank);
        }
    }

    void tell(std::vector<LaunchedVerdict>& verdicts) const
    {
        if (!m_gone.empty() || m_communicator.missing > 0)
            verdicts.push_back(missing());
        std::vector<const RankLaunches*> failed;
        std::ranges::copy_if(m_there, std::back_inserter(failed),
                             [](const RankLaunches* rank) { return rank->error != 0; });
        if (!failed.empty())
            verdicts.push_back({"rank_failed",
                                {namesOf(failed), m_communicator.name, std::to_string(failed.front()->error)},
                                rowsOf(failed)});
        if (m_there.size() > 1)
            compare(verdicts);
    }

private:
    [[nodiscard]] LaunchedVerdict missing() const
    {
        const auto state = [&](std::string_view which) {
            return std::ranges::any_of(m_gone, [&](const RankLaunches* one) { return one->state == which; });
        };
        std::vector<const RankLaunches*> known;
        std::ranges::copy_if(m_gone, std::back_inserter(known),
                             [](const RankLaunches* rank) { return rank->rank >= 0; });
        const std::int64_t count =
            std::max<std::int64_t>(m_communicator.missing, static_cast<std::int64_t>(known.size()));
        const LaunchedVerdict verdict{state("dead")           ? "rank_dead"
                                      : state("unresponsive") ? "rank_unresponsive"
                                                              : "rank_missing",
                                      {std::to_string(count), std::to_string(m_communicator.size),
                                       m_communicator.name, known.empty() ? "?" : namesOf(known)},
                                      rowsOf(m_gone.empty() ? m_there : m_gone)};
        return verdict;
    }

    void compare(std::vector<LaunchedVerdict>& verdicts) const
    {
        if (!m_communicator.live)
            return compareFiles(verdicts);
        const std::int64_t most = (*std::ranges::max_element(m_there, {}, [](const RankLaunches* rank) {
                                      return rank->total();
                                  }))->total();
        std::vector<const RankLaunches*> ahead;
        std::vector<const RankLaunches*> behind;
        std::vector<const RankLaunches*> other;
        for (const RankLaunches* const rank : m_there) {
            if (rank->total() == most)
                ahead.push_back(rank);
        }
        const RankLaunches& usual = usualOf(ahead);
        std::set<std::string> operations; // in which ranks differ
        for (const RankLaunches* const rank : m_there) {
            bool more = false;
            for (const auto& [operation, count] : rank->counts) {
                const auto found = usual.counts.find(operation);
                const std::int64_t theirs = found == usual.counts.end() ? 0 : found->second;
                more = more || count > theirs;
                if (count != theirs)
                    operations.insert(operation);
            }
            for (const auto& [operation, count] : usual.counts) {
                if (count > 0 && !rank->counts.contains(operation))
                    operations.insert(operation);
            }
            if (more)
                other.push_back(rank);
            else if (rank->total() < most)
                behind.push_back(rank);
        }
        std::erase_if(
            ahead, [&](const RankLaunches* rank) { return std::ranges::find(other, rank) != other.end(); });
        if (!other.empty())
            verdicts.push_back({"rank_differs",
                                {namesOf(other), m_communicator.name, countsText(*other.front(), operations),
                                 namesOf(ahead), countsText(usual, operations)},
                                rowsOf(other)});
        if (behind.empty())
            return;
        const bool stuck = m_communicator.between >= 0 && !m_communicator.moved;
        LaunchedVerdict verdict{stuck ? "rank_stuck" : "rank_behind",
                                {namesOf(behind), m_communicator.name,
                                 countsText(*behind.front(), operations), namesOf(ahead),
                                 countsText(usual, operations)},
                                rowsOf(behind),
                                stuck ? m_communicator.between : 0};
        if (stuck)
            verdict.args.push_back(nanosText(m_communicator.between));
        // Whoever launches from one status to the next is only later than the others.
        if (stuck || m_communicator.between < 0)
            verdicts.push_back(std::move(verdict));
    }

    /// What most of those launched who are ahead; the first's where there are as many of each.
    static const RankLaunches& usualOf(const std::vector<const RankLaunches*>& ahead)
    {
        std::map<std::map<std::string, std::int64_t>, std::size_t> votes;
        for (const RankLaunches* const rank : ahead)
            ++votes[countsOf(*rank)];
        return **std::ranges::max_element(ahead, {},
                                          [&](const RankLaunches* rank) { return votes[countsOf(*rank)]; });
    }

    void compareFiles(std::vector<LaunchedVerdict>& verdicts) const
    {
        const std::int64_t most = (*std::ranges::max_element(m_there, {}, [](const RankLaunches* rank) {
                                      return rank->last;
                                  }))->last;
        std::vector<const RankLaunches*> behind;
        std::ranges::copy_if(m_there, std::back_inserter(behind),
                             [&](const RankLaunches* rank) { return rank->last < most; });
        if (!behind.empty())
            verdicts.push_back({"file_behind",
                                {namesOf(behind), m_communicator.name, std::to_string(behind.front()->last),
                                 std::to_string(most)},
                                rowsOf(behind)});
    }

    const CommunicatorLaunches& m_communicator;
    std::vector<const RankLaunches*> m_there;
    std::vector<const RankLaunches*> m_gone;
};

} // namespace

std::int64_t RankLaunches::total() const
{
    std::int64_t sum = 0;
    for (const auto& [operation, count] : counts)
        sum += count;
    return sum;
}

std::vector<CommunicatorLaunches> launchedCollectives(const AnalysisInput& input,
                                                      const Collectives& collectives, const core::Task& task)
{
    const std::vector<std::uint32_t> rows = rowsOfCategory(input, kRasStatus);
    const std::vector<std::uint64_t> places = placesOf(input, rows);
    const std::string nothing(core::kArgumentPadding, '\0'); // reading looks ahead
    std::vector<std::string> texts(places.size(), nothing);
    if (input.run().arguments)
        input.run().arguments->visit(
            places, [&](std::size_t at, std::string_view text) { texts[at].insert(0, text); }, task.stop);
    Statuses statuses;
    for (std::size_t at = 0; at < texts.size(); ++at)
        addStatus(std::string_view(texts[at]).substr(0, texts[at].size() - nothing.size()),
                  input.timeline().ts()[rows[at]], rows[at], statuses);
    addRecorded(input, collectives, statuses, task);
    std::vector<CommunicatorLaunches> communicators;
    for (auto& [name, times] : statuses) {
        auto last = std::prev(times.end());
        std::ranges::stable_sort(last->second.ranks, {}, &RankLaunches::rank);
        if (last != times.begin()) {
            const auto before = std::prev(last);
            last->second.between = last->first - before->first;
            last->second.moved = !same(before->second, last->second);
        }
        communicators.push_back(std::move(last->second));
    }
    return communicators;
}

std::vector<LaunchedVerdict> launchedVerdicts(const std::vector<CommunicatorLaunches>& communicators)
{
    std::vector<LaunchedVerdict> verdicts;
    for (const CommunicatorLaunches& communicator : communicators)
        Comparison(communicator).tell(verdicts);
    const auto order = [](const LaunchedVerdict& one) {
        constexpr std::string_view kOrder[] = {"rank_dead",   "rank_unresponsive", "rank_missing",
                                               "rank_failed", "rank_differs",      "rank_stuck",
                                               "rank_behind", "file_behind"};
        return std::ranges::find(kOrder, one.key) - std::begin(kOrder);
    };
    std::ranges::stable_sort(verdicts, {}, order);
    return verdicts;
}

core::Table launchedTable(const std::vector<CommunicatorLaunches>& communicators)
{
    core::Table table{"launched",
                      N_("Collectives that each rank launched"),
                      {textColumn("communicator", N_("Communicator")),
                       integerColumn("rank", N_("Rank"), N_("Within the communicator")),
                       textColumn("state", N_("State"), N_("What NCCL's RAS says of it")),
                       textColumn("process", N_("Process")), textColumn("operation", N_("Operation")),
                       integerColumn("count", N_("Launched")),
                       integerColumn("last", N_("Last number"), N_("Of the last call in its file"))},
                      {}};
    for (const CommunicatorLaunches& communicator : communicators) {
        for (const RankLaunches& rank : communicator.ranks) {
            const auto row = [&](core::Cell operation, core::Cell count) {
                table.rows.push_back({communicator.name, rank.rank < 0 ? core::Cell{} : core::Cell{rank.rank},
                                      rank.state, rank.process, std::move(operation), std::move(count),
                                      rank.last < 0 ? core::Cell{} : core::Cell{rank.last}});
            };
            const auto counts = countsOf(rank);
            for (const auto& [operation, count] : counts)
                row(operation, count);
            if (counts.empty())
                row({}, rank.answered() ? core::Cell{std::int64_t{0}} : core::Cell{});
        }
    }
    return table;
}

} // namespace shardscope::profiler
