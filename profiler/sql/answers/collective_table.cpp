// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/answers/collective_table.h"

#include "core/base/text_mark.h"
#include "profiler/analyze/input/rank_input.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

namespace {

enum CollectiveColumn : int {
    kId,
    kRank,
    kKind,
    kGroup,
    kSequence,
    kBytes,
    kTs,
    kDur,
    kRanks,
    kMatchedBy,
    kLate,
    kWait,
    kLast,
    kPeer,
    kSlice,
    kHost
};

constexpr std::array kCollectiveColumns{
    integerSpec("id", N_("which collective: the same for all that take part; NULL: no other part was found")),
    integerSpec("rank", N_("the file's number where no file says")),
    textSpec("kind", N_("all_reduce, all_gather, …, send, receive")),
    textSpec("group_name", N_("of the ranks that communicate; NULL: not told")),
    integerSpec("sequence", N_("of the group, where the file tells")),
    integerSpec("bytes", N_("of this rank's input; NULL: unknown")),
    integerSpec("ts", N_("begin, in ns")),
    integerSpec("dur", N_("duration, in ns")),
    integerSpec("ranks", N_("how many take part in what was recorded; 1 where no other part was found")),
    textSpec("matched_by", N_("sequence, order, step, or time, which is a guess")),
    integerSpec("late", N_("how long after the first rank it came, in ns; NULL where clocks do not compare")),
    integerSpec("wait", N_("how long before the last rank it came, in ns; NULL too where nobody must wait")),
    integerSpec("last", N_("1 for the rank that came last")),
    integerSpec("peer", N_("of a send or receive, where the file tells")),
    integerSpec("slice_id", N_("slice.id of what does it: the device's row, else the host's")),
    integerSpec("host_id", N_("slice.id of the host's row that issued it, where known"))};

constexpr ComputedKind kCollectiveKinds[] = {
    {"collective", N_("collectives, sends and receives: each rank's part, and who came when"),
     kCollectiveColumns},
};

class CollectiveTable final : public ComputedTable {
public:
    using ComputedTable::ComputedTable;
    [[nodiscard]] std::size_t size() const override { return m_parts.size(); }
    void cell(std::size_t row, int column, Answer answer) const override
    {
        const Part& part = m_parts[row];
        const CollectiveCall& call = m_ranks.collectives.calls[part.call];
        const Collective* const matched =
            part.matched == kNone ? nullptr : &m_ranks.collectives.matched[part.matched];
        switch (column) {
        case kId: return matched == nullptr ? answer.null() : answer.integer(part.matched);
        case kRank: return tellUnlessNegative(call.rank, answer);
        case kKind: return answer.lastingText(core::nameOf(call.kind));
        case kGroup: {
            const std::string& group = m_groups[call.group];
            return group.empty() ? answer.null() : answer.lastingText(group);
        }
        case kSequence: return tellUnlessNegative(call.sequence, answer);
        case kBytes: return tellUnlessNegative(call.bytes, answer);
        case kTs: return answer.integer(m_input.timeline().ts()[call.row]);
        case kDur: return answer.integer(m_input.timeline().dur()[call.row]);
        case kRanks:
            return answer.integer(matched == nullptr ? 1 : static_cast<std::int64_t>(matched->calls.size()));
        case kMatchedBy:
            return matched == nullptr ? answer.null() : answer.lastingText(core::nameOf(matched->by));
        case kLate: return tellUnlessNegative(part.late, answer);
        case kWait: return tellUnlessNegative(part.wait, answer);
        case kLast: return part.late < 0 ? answer.null() : answer.integer(part.last ? 1 : 0);
        case kPeer: return tellUnlessNegative(call.peer, answer);
        case kSlice: return answer.integer(call.row);
        default: return tellRow(call.host, answer);
        }
    }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    struct Part {
        std::uint32_t call = 0;
        std::uint32_t matched = kNone;
        std::int64_t late = -1; ///< -1: clocks cannot be compared, or nobody else took part
        std::int64_t wait = -1;
        bool last = false;
    };
    core::Result<core::Done> compute() override
    {
        SHARDSCOPE_TRY(RankInput ranks, rankInput(m_input.run(), m_task));
        const core::Timeline& timeline = m_input.timeline();
        const Collectives& found = ranks.collectives;
        std::vector<Part> parts(found.calls.size());
        for (std::uint32_t call = 0; call < parts.size(); ++call)
            parts[call].call = call;
        for (std::uint32_t number = 0; number < found.matched.size(); ++number) {
            const Collective& collective = found.matched[number];
            for (const std::uint32_t call : collective.calls)
                parts[call].matched = number;
            const std::vector<std::uint32_t> calls = ranks.comparableCalls(collective);
            if (calls.size() < 2)
                continue;
            const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
                return ranks.begin(timeline, a) < ranks.begin(timeline, b);
            };
            const std::int64_t first = ranks.begin(timeline, *std::ranges::min_element(calls, earlier));
            const std::uint32_t lastCall = *std::ranges::max_element(calls, earlier);
            const bool waits = isSynchronizing(collective.kind);
            for (const std::uint32_t call : calls) {
                parts[call].late = ranks.begin(timeline, call) - first;
                if (waits)
                    parts[call].wait = ranks.begin(timeline, lastCall) - ranks.begin(timeline, call);
            }
            parts[lastCall].last = true;
        }
        std::ranges::stable_sort(parts, [&](const Part& a, const Part& b) {
            return ranks.begin(timeline, a.call) < ranks.begin(timeline, b.call);
        });
        m_groups.clear();
        m_groups.reserve(found.groups.size());
        for (const CommunicationGroup& group : found.groups)
            m_groups.push_back(groupLabel(group));
        m_parts = std::move(parts);
        m_ranks = std::move(ranks);
        return core::Done{};
    }

    RankInput m_ranks;
    std::vector<std::string> m_groups; ///< as people call them
    std::vector<Part> m_parts;         ///< by begin
};

} // namespace

const ComputedFamily kCollectiveTables{kCollectiveKinds, makeEach<CollectiveTable>};

} // namespace shardscope::profiler::sql
