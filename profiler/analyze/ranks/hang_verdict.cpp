// SPDX-License-Identifier: GPL-3.0-or-later
// What a hang comes down to, in the order in which one explains the other: who did not call alike keeps all
// others waiting, and so does who did not come; only where nobody is to blame it is the order of groups, or
// the wires.
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/ranks/hang.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace shardscope::profiler {

namespace {

class Judge {
public:
    Judge(const Collectives& collectives, const std::vector<RecordedCall>& calls, const Hang& hang)
        : m_collectives(collectives)
        , m_calls(calls)
        , m_hang(hang)
    {
        for (std::uint32_t at = 0; at < collectives.calls.size(); ++at) {
            const CollectiveCall& one = collectives.calls[at];
            if (!isPointToPoint(one.kind))
                m_bySequence.try_emplace({one.source, one.group, one.sequence}, at);
        }
    }

    [[nodiscard]] HangVerdict judge() const
    {
        for (std::size_t at = 0; at < m_hang.stuck.size(); ++at) {
            if (!m_hang.stuck[at].other.empty())
                return differing(at);
        }
        if (!m_hang.culprits.empty()) {
            const StuckCollective& stuck = m_hang.stuck[stuckOf(m_hang.culprits)];
            const bool dumped = std::ranges::none_of(m_hang.culprits, [&](std::int32_t rank) {
                return std::ranges::find(stuck.unknown, rank) != stuck.unknown.end();
            });
            return verdict(dumped ? "culprit" : "gone", m_hang.culprits, stuckOf(m_hang.culprits));
        }
        if (!m_hang.circle.empty())
            return verdict("circle", m_hang.circle, 0);
        for (std::size_t at = 0; at < m_hang.stuck.size(); ++at) {
            if (!m_hang.stuck[at].wentOn.empty())
                return verdict("left_behind", ranksOfCalls(m_collectives, m_hang.stuck[at].waiting), at);
        }
        return verdict("transport", ranksOfCalls(m_collectives, m_hang.stuck.front().waiting), 0);
    }

private:
    /// The first collective in which one of \p ranks is waited for.
    [[nodiscard]] std::size_t stuckOf(const std::vector<std::int32_t>& ranks) const
    {
        const auto awaited = [&](const StuckCollective& stuck) {
            return std::ranges::any_of(ranks, [&](std::int32_t rank) {
                return std::ranges::find(stuck.missing, rank) != stuck.missing.end() ||
                       std::ranges::find(stuck.unknown, rank) != stuck.unknown.end();
            });
        };
        const auto found = std::ranges::find_if(m_hang.stuck, awaited);
        return found == m_hang.stuck.end() ? 0 : static_cast<std::size_t>(found - m_hang.stuck.begin());
    }

    [[nodiscard]] HangVerdict verdict(const char* key, const std::vector<std::int32_t>& ranks,
                                      std::size_t at) const
    {
        const StuckCollective& stuck = m_hang.stuck[at];
        return {key,
                {ranksText(ranks), std::string(core::nameOf(stuck.kind)), std::to_string(stuck.sequence),
                 groupLabel(m_collectives.groups[stuck.group])},
                at,
                stuck.waiting};
    }

    [[nodiscard]] HangVerdict differing(std::size_t at) const
    {
        const StuckCollective& stuck = m_hang.stuck[at];
        std::vector<std::uint32_t> alike = stuck.waiting;
        alike.insert(alike.end(), stuck.done.begin(), stuck.done.end());
        const std::string theirs = calledTexts(m_collectives, m_calls, stuck.other);
        const std::string usual = calledTexts(m_collectives, m_calls, alike);
        const auto callsNext = [&](const std::vector<std::uint32_t>& calls, const std::string& what) {
            return !calls.empty() && std::ranges::all_of(calls, [&](std::uint32_t call) {
                const auto next = nextOf(call);
                return next && calledText(m_collectives, m_calls, *next) == what;
            });
        };
        HangVerdict told = verdict(callsNext(alike, theirs)        ? "ahead"
                                   : callsNext(stuck.other, usual) ? "extra"
                                                                   : "mismatch",
                                   ranksOfCalls(m_collectives, stuck.other), at);
        told.args.insert(told.args.end(), {theirs, usual, ranksText(ranksOfCalls(m_collectives, alike))});
        told.evidence.insert(told.evidence.begin(), stuck.other.begin(), stuck.other.end());
        return told;
    }

    /// The same rank's next call of the group.
    [[nodiscard]] std::optional<std::uint32_t> nextOf(std::uint32_t call) const
    {
        const CollectiveCall& own = m_collectives.calls[call];
        const auto next = m_bySequence.find({own.source, own.group, own.sequence + 1});
        return next == m_bySequence.end() ? std::nullopt : std::optional(next->second);
    }

    const Collectives& m_collectives;
    const std::vector<RecordedCall>& m_calls;
    const Hang& m_hang;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, std::uint32_t> m_bySequence;
};

} // namespace

std::vector<std::int32_t> ranksOfCalls(const Collectives& collectives,
                                       const std::vector<std::uint32_t>& calls)
{
    std::vector<std::int32_t> ranks;
    ranks.reserve(calls.size());
    for (const std::uint32_t call : calls)
        ranks.push_back(collectives.calls[call].rank);
    std::ranges::sort(ranks);
    return ranks;
}

HangVerdict hangVerdict(const Collectives& collectives, const std::vector<RecordedCall>& calls,
                        const Hang& hang)
{
    return Judge(collectives, calls, hang).judge();
}

} // namespace shardscope::profiler
