// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/ranks/hang.h"

#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/ranks/launched.h"
#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

namespace shardscope::profiler {

namespace {

/// All ranks must bring as much: a rank that differs will wait for ever (NCCL user guide, "Collective
/// Operations": the count and the type must be the same on all ranks).
bool mustSendAlike(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::ReduceScatter ||
           kind == CollectiveKind::AllGather || kind == CollectiveKind::Reduce ||
           kind == CollectiveKind::Broadcast;
}

/// One group's calls in one place of its order.
using CallsOfSequence = std::vector<std::uint32_t>;

class HangFinder {
public:
    HangFinder(const AnalysisInput& input, const Collectives& collectives,
               const std::vector<RecordedCall>& calls)
        : m_input(input)
        , m_collectives(collectives)
        , m_recordedCalls(calls)
    {
        for (std::uint32_t source = 0; source < input.run().sources.size(); ++source)
            m_recorded.insert(rankOrSource(input.run(), source));
    }

    Hang find()
    {
        std::map<std::uint32_t, std::map<std::int64_t, CallsOfSequence>> groups;
        for (std::uint32_t call = 0; call < m_collectives.calls.size(); ++call) {
            const CollectiveCall& one = m_collectives.calls[call];
            if (m_recordedCalls[call].recorded() && one.sequence >= 0 && !isPointToPoint(one.kind))
                groups[one.group][one.sequence].push_back(call);
        }
        for (const auto& [group, sequences] : groups) {
            for (const auto& [sequence, calls] : sequences) {
                const bool stuck = std::ranges::any_of(
                    calls, [this](std::uint32_t call) { return m_recordedCalls[call].unfinished(); });
                if (stuck) {
                    addStuck(group, sequence, sequences);
                    break; // what comes later in the group waits for this one
                }
            }
        }
        std::ranges::stable_sort(m_hang.stuck,
                                 [this](const auto& a, const auto& b) { return since(a) < since(b); });
        findCulprits();
        return std::move(m_hang);
    }

private:
    std::int64_t since(const StuckCollective& stuck) const
    {
        std::int64_t first = core::kMaxTime;
        for (const std::uint32_t call : stuck.waiting)
            first = std::min(first, m_input.timeline().ts()[m_collectives.calls[call].row]);
        return first;
    }

    void addStuck(std::uint32_t group, std::int64_t sequence,
                  const std::map<std::int64_t, CallsOfSequence>& sequences)
    {
        StuckCollective stuck;
        stuck.group = group;
        stuck.sequence = sequence;
        const CallsOfSequence& calls = sequences.at(sequence);
        // The call of most ranks, with its size; if as many called another, the first rank's.
        std::map<Asked, std::size_t> votes;
        Asked usual{};
        for (const std::uint32_t call : calls)
            ++votes[asked(call)];
        for (const std::uint32_t call : calls) {
            if (votes[asked(call)] > votes[usual])
                usual = asked(call);
        }
        stuck.kind = std::get<0>(usual);
        std::set<std::int32_t> came;
        for (const std::uint32_t call : calls) {
            came.insert(m_collectives.calls[call].rank);
            if (asked(call) != usual)
                stuck.other.push_back(call);
            else
                (m_recordedCalls[call].unfinished() ? stuck.waiting : stuck.done).push_back(call);
        }
        for (const std::int32_t rank : membersOf(group, sequences)) {
            if (came.contains(rank))
                continue;
            (m_recorded.contains(rank) ? stuck.missing : stuck.unknown).push_back(rank);
        }
        // The recorder is a ring: a rank whose oldest call of the group is younger has been here and gone.
        std::erase_if(stuck.missing, [&](std::int32_t rank) { return lastOf(rank, sequences) > sequence; });
        for (const std::uint32_t call : stuck.done) {
            if (lastOf(m_collectives.calls[call].rank, sequences) > sequence)
                stuck.wentOn.push_back(m_collectives.calls[call].rank);
        }
        m_hang.stuck.push_back(std::move(stuck));
    }

    /// What calls of one collective must have in common.
    using Asked = std::tuple<CollectiveKind, std::int64_t, std::string_view>;
    Asked asked(std::uint32_t call) const
    {
        const CollectiveKind kind = m_collectives.calls[call].kind;
        const RecordedCall& one = m_recordedCalls[call];
        return mustSendAlike(kind) ? Asked{kind, one.elements, one.type} : Asked{kind, -1, {}};
    }

    std::vector<std::int32_t> membersOf(std::uint32_t group,
                                        const std::map<std::int64_t, CallsOfSequence>& sequences) const
    {
        if (!m_collectives.groups[group].ranks.empty())
            return m_collectives.groups[group].ranks;
        std::set<std::int32_t> seen;
        for (const auto& [sequence, calls] : sequences) {
            for (const std::uint32_t call : calls)
                seen.insert(m_collectives.calls[call].rank);
        }
        return {seen.begin(), seen.end()};
    }

    std::int64_t lastOf(std::int32_t rank, const std::map<std::int64_t, CallsOfSequence>& sequences) const
    {
        for (auto at = sequences.rbegin(); at != sequences.rend(); ++at) {
            for (const std::uint32_t call : at->second) {
                if (m_collectives.calls[call].rank == rank)
                    return at->first;
            }
        }
        return -1;
    }

    /// Who waits for whom: a rank in a stuck collective waits for those who did not come to it.
    void findCulprits()
    {
        std::map<std::int32_t, std::set<std::int32_t>> waitsFor;
        std::set<std::int32_t> waitedFor;
        for (const StuckCollective& stuck : m_hang.stuck) {
            std::set<std::int32_t> absent(stuck.missing.begin(), stuck.missing.end());
            absent.insert(stuck.unknown.begin(), stuck.unknown.end());
            // A rank that called something else waits there as well, for all others.
            for (const std::uint32_t call : stuck.other) {
                if (m_recordedCalls[call].unfinished())
                    waitsFor[m_collectives.calls[call].rank].insert(absent.begin(), absent.end());
            }
            for (const std::uint32_t call : stuck.waiting)
                waitsFor[m_collectives.calls[call].rank].insert(absent.begin(), absent.end());
            waitedFor.insert(absent.begin(), absent.end());
        }
        // Sends and receives that did not end hold a rank as well; whom they wait for is their peer.
        for (std::uint32_t call = 0; call < m_collectives.calls.size(); ++call) {
            const CollectiveCall& one = m_collectives.calls[call];
            if (!isPointToPoint(one.kind) || !m_recordedCalls[call].unfinished())
                continue;
            auto& whom = waitsFor[one.rank];
            if (one.peer >= 0) {
                whom.insert(one.peer);
                waitedFor.insert(one.peer);
            }
        }
        for (const std::int32_t rank : waitedFor) {
            if (!waitsFor.contains(rank))
                m_hang.culprits.push_back(rank);
        }
        if (m_hang.culprits.empty())
            findCircle(waitsFor);
    }

    /// Everybody that is waited for waits too, so following the waits comes back to where it was.
    void findCircle(const std::map<std::int32_t, std::set<std::int32_t>>& waitsFor)
    {
        for (const auto& [first, whom] : waitsFor) {
            std::vector<std::int32_t> path;
            std::int32_t at = first;
            while (std::ranges::find(path, at) == path.end()) {
                path.push_back(at);
                const auto next = waitsFor.find(at);
                if (next == waitsFor.end() || next->second.empty())
                    break;
                at = *next->second.begin();
            }
            const auto begin = std::ranges::find(path, at);
            if (path.end() - begin > 1) {
                m_hang.circle.assign(begin, path.end());
                return;
            }
        }
    }

    const AnalysisInput& m_input;
    const Collectives& m_collectives;
    const std::vector<RecordedCall>& m_recordedCalls;
    std::set<std::int32_t> m_recorded; ///< ranks with a dump
    Hang m_hang;
};

/// Where in the program \p row was called: the first line of its call stack; "" where none is recorded.
std::string codePlace(const AnalysisInput& input, std::uint32_t row)
{
    std::string place;
    const std::uint64_t args[] = {input.timeline().args()[row]};
    if (args[0] == core::kNoArgs || !input.run().arguments)
        return place;
    input.run().arguments->visit(args,
                                 [&](std::size_t, std::string_view text) {
                                     json::walkArray(json::memberOf(text, "Call stack"),
                                                     [&](std::string_view frame, bool) {
                                                         place = place.empty() ? json::textOf(frame) : place;
                                                     });
                                 },
                                 {});
    return place;
}

core::Table stuckTable(const AnalysisInput& input, const Collectives& collectives,
                       const std::vector<RecordedCall>& calls, const Hang& hang)
{
    core::Table table{
        "stuck",
        N_("Collectives that did not end"),
        {textColumn("group", N_("Group")), textColumn("collective", N_("Collective")),
         integerColumn("sequence", N_("Number"), N_("In the group's order")),
         textColumn("waiting", N_("Waiting ranks")), textColumn("missing", N_("Did not come")),
         textColumn("no_dump", N_("Without a dump")), textColumn("other", N_("Called something else")),
         textColumn("called", N_("What they called")),
         nanosColumn("waited", N_("Waited"), N_("From the first that came to the end of its dump")),
         textColumn("place", N_("Called from"), N_("By the first that waits"))},
        {}};
    for (const StuckCollective& stuck : hang.stuck) {
        std::int64_t waited = 0;
        for (const std::uint32_t call : stuck.waiting)
            waited = std::max(waited, input.timeline().dur()[collectives.calls[call].row]);
        table.rows.push_back(
            {groupLabel(collectives.groups[stuck.group]), std::string(core::nameOf(stuck.kind)),
             stuck.sequence, ranksText(ranksOfCalls(collectives, stuck.waiting)), ranksText(stuck.missing),
             ranksText(stuck.unknown), ranksText(ranksOfCalls(collectives, stuck.other)),
             calledTexts(collectives, calls, stuck.other), waited,
             stuck.waiting.empty() ? std::string()
                                   : codePlace(input, collectives.calls[stuck.waiting.front()].row)});
    }
    return table;
}

/// How far each rank came in each group.
core::Table standTable(const AnalysisInput& input, const Collectives& collectives,
                       const std::vector<RecordedCall>& calls)
{
    struct Stand {
        std::int64_t issued = -1;
        std::int64_t completed = -1;
        std::uint32_t last = 0;
        std::int64_t unfinished = 0;
    };
    std::map<std::pair<std::int32_t, std::uint32_t>, Stand> stands; // rank, group
    for (std::uint32_t call = 0; call < collectives.calls.size(); ++call) {
        const CollectiveCall& one = collectives.calls[call];
        if (!calls[call].recorded() || isPointToPoint(one.kind))
            continue;
        Stand& stand = stands[{one.rank, one.group}];
        if (one.sequence >= stand.issued) {
            stand.issued = one.sequence;
            stand.last = call;
        }
        if (calls[call].state == "completed")
            stand.completed = std::max(stand.completed, one.sequence);
        stand.unfinished += calls[call].unfinished() ? 1 : 0;
    }
    core::Table table{
        "stands",
        N_("How far each rank came"),
        {rankColumn(), textColumn("group", N_("Group")),
         integerColumn("issued", N_("Last issued"), N_("Number of the last collective that the host issued")),
         integerColumn("completed", N_("Last completed"),
                       N_("Number of the last one that the device completed")),
         integerColumn("unfinished", N_("Unfinished")), textColumn("collective", N_("Last collective")),
         textColumn("place", N_("Called from"))},
        {}};
    for (const auto& [key, stand] : stands) {
        const CollectiveCall& last = collectives.calls[stand.last];
        table.rows.push_back({std::int64_t{key.first}, groupLabel(collectives.groups[key.second]),
                              stand.issued, stand.completed < 0 ? core::Cell{} : core::Cell{stand.completed},
                              stand.unfinished, std::string(core::nameOf(last.kind)),
                              codePlace(input, last.row)});
    }
    return table;
}

std::vector<core::Mark> marksOf(const AnalysisInput& input, const Collectives& collectives,
                                const std::vector<std::uint32_t>& calls)
{
    constexpr std::size_t kMost = 16;
    std::vector<core::Mark> marks;
    for (std::size_t i = 0; i < std::min(calls.size(), kMost); ++i)
        marks.push_back(markOf(input, collectives.calls[calls[i]].row));
    return marks;
}

void addVerdict(const AnalysisInput& input, const Collectives& collectives,
                const std::vector<RecordedCall>& calls, const Hang& hang, core::Report& report)
{
    if (hang.stuck.empty()) {
        report.findings.push_back(finding("hang.none", core::Severity::Info));
        return;
    }
    const HangVerdict verdict = hangVerdict(collectives, calls, hang);
    report.findings.push_back(finding("hang." + verdict.key, core::Severity::Error, verdict.args,
                                      marksOf(input, collectives, verdict.evidence)));
    for (const StuckCollective& stuck : hang.stuck) {
        const std::vector<std::string> what{std::string(core::nameOf(stuck.kind)),
                                            std::to_string(stuck.sequence),
                                            groupLabel(collectives.groups[stuck.group])};
        const auto told = [&](const char* key, const std::string& ranks,
                              const std::vector<std::uint32_t>& evidence) {
            std::vector<std::string> args = what;
            args.push_back(ranks);
            args.push_back(ranksText(ranksOfCalls(collectives, stuck.waiting)));
            args.push_back(calledTexts(collectives, calls, stuck.other));
            args.push_back(calledTexts(collectives, calls, stuck.waiting));
            report.findings.push_back(
                finding(key, core::Severity::Error, std::move(args), marksOf(input, collectives, evidence)));
        };
        if (!stuck.other.empty())
            told("hang.other", ranksText(ranksOfCalls(collectives, stuck.other)), stuck.other);
        if (!stuck.missing.empty())
            told("hang.missing", ranksText(stuck.missing), stuck.waiting);
        if (!stuck.unknown.empty())
            told("hang.no_dump", ranksText(stuck.unknown), stuck.waiting);
        if (stuck.other.empty() && stuck.missing.empty() && stuck.unknown.empty())
            told("hang.all_came", ranksText(ranksOfCalls(collectives, stuck.done)), stuck.waiting);
    }
}

void addLaunched(const AnalysisInput& input, const std::vector<CommunicatorLaunches>& launched,
                 core::Report& report)
{
    addTables(report, launchedTable(launched));
    std::vector<LaunchedVerdict> verdicts = launchedVerdicts(launched);
    for (LaunchedVerdict& verdict : verdicts) {
        constexpr std::size_t kMost = 16;
        std::vector<core::Mark> marks;
        for (const std::uint32_t row : std::span(verdict.rows).first(std::min(verdict.rows.size(), kMost)))
            marks.push_back(markOf(input, row));
        const bool sure = verdict.key != "rank_behind" && verdict.key != "file_behind";
        report.findings.push_back(finding("hang." + verdict.key,
                                          sure ? core::Severity::Error : core::Severity::Notice,
                                          std::move(verdict.args), std::move(marks)));
    }
    if (verdicts.empty() && std::ranges::any_of(launched, &CommunicatorLaunches::live)) {
        std::size_t ranks = 0;
        for (const CommunicatorLaunches& one : launched)
            ranks += one.ranks.size();
        report.findings.push_back(finding("hang.all_answer", core::Severity::Info,
                                          {std::to_string(ranks), std::to_string(launched.size())}));
    }
}

} // namespace

std::string ranksText(const std::vector<std::int32_t>& ranks)
{
    constexpr std::size_t kShown = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(ranks.size(), kShown); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
    return ranks.size() > kShown ? text + ", … (" + std::to_string(ranks.size()) + ")" : text;
}

Hang findHang(const AnalysisInput& input, const Collectives& collectives,
              const std::vector<RecordedCall>& calls)
{
    return HangFinder(input, collectives, calls).find();
}

core::Result<std::string_view> hangLacks(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                         const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const shared, input.rankInput(task));
    const RankInput& ranks = *shared;
    const std::vector<RecordedCall> calls = recordedCalls(input, ranks.collectives, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    const std::vector<CommunicatorLaunches> launched = launchedCollectives(input, ranks.collectives, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    const bool any = std::ranges::any_of(calls, &RecordedCall::recorded) ||
                     std::ranges::any_of(launched, &CommunicatorLaunches::live) ||
                     !launchedVerdicts(launched).empty();
    return std::string_view(any ? "" : "no_flight_recorder");
}

core::Result<core::Report> hang(const AnalysisInput& input, const AnalysisOptions&, const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const shared, input.rankInput(task));
    const RankInput& ranks = *shared;
    const Collectives& collectives = ranks.collectives;
    const std::vector<RecordedCall> calls = recordedCalls(input, collectives, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    core::Report report;
    if (std::ranges::any_of(calls, &RecordedCall::recorded)) {
        const Hang found = findHang(input, collectives, calls);
        addTables(report, stuckTable(input, collectives, calls, found),
                  standTable(input, collectives, calls));
        addVerdict(input, collectives, calls, found, report);
    }
    const std::vector<CommunicatorLaunches> launched = launchedCollectives(input, collectives, task);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    if (!launched.empty())
        addLaunched(input, launched, report);
    return report;
}

} // namespace shardscope::profiler
