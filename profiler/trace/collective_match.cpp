// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/collective_match.h"

#include "core/base/mapped.h"
#include "core/base/median.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <tuple>

namespace shardscope::profiler {

namespace {

using Calls = std::vector<std::uint32_t>;        ///< into Collectives::calls, by begin
using BySource = std::map<std::uint32_t, Calls>; ///< one source's calls of a kind

/// A recording that is cut elsewhere than others misses some calls, not thousands.
constexpr std::size_t kMostOffset = 512;

/// Sizes of these are the same on every rank; others may send each peer another number of bytes.
bool sizesAgree(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::AllGather ||
           kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::Broadcast ||
           kind == CollectiveKind::Reduce;
}

class Matcher {
public:
    Matcher(const core::Run& run, Collectives& found)
        : m_run(run)
        , m_found(found)
        , m_jobs(jobsOf(run))
        , m_matched(found.calls.size(), false)
    {
        for (const core::StepMark& step : run.timeline->steps())
            m_steps[step.source].push_back(step);
    }

    void run()
    {
        for (std::uint32_t job = 0; job < m_jobs.count; ++job)
            matchJob(job);
        finish();
    }

private:
    void matchJob(std::uint32_t job)
    {
        std::map<std::tuple<std::uint32_t, CollectiveKind>, BySource> bySequence;
        std::map<std::tuple<std::uint32_t, CollectiveKind, std::int64_t>, BySource> byOrder;
        BySource transfers;
        for (std::uint32_t at = 0; at < m_found.calls.size(); ++at) {
            const CollectiveCall& call = m_found.calls[at];
            if (m_jobs.of(call.source) != job)
                continue;
            if (isPointToPoint(call.kind))
                transfers[call.source].push_back(at);
            else if (call.sequence >= 0)
                bySequence[{call.group, call.kind}][call.source].push_back(at);
            else
                byOrder[{call.group, call.kind, sizesAgree(call.kind) ? call.bytes : -1}][call.source]
                    .push_back(at);
        }
        for (const auto& [key, calls] : bySequence)
            matchSequence(calls);
        for (const auto& [key, calls] : byOrder)
            matchOrder(calls);
        matchTransfers(transfers);
    }

    [[nodiscard]] std::int64_t begin(std::uint32_t call) const
    {
        return m_run.timeline->ts()[m_found.calls[call].row];
    }
    [[nodiscard]] std::int64_t end(std::uint32_t call) const
    {
        const std::uint32_t row = m_found.calls[call].row;
        return m_run.timeline->ts()[row] + m_run.timeline->dur()[row];
    }

    void add(Calls calls, MatchedBy by)
    {
        if (calls.size() < 2)
            return;
        std::ranges::sort(calls); // calls are sorted by rank
        for (const std::uint32_t call : calls)
            m_matched[call] = true;
        const CollectiveCall& first = m_found.calls[calls.front()];
        m_found.matched.push_back({first.group, first.kind, by, std::move(calls)});
    }

    void matchSequence(const BySource& sources)
    {
        std::map<std::pair<std::int64_t, std::size_t>, Calls> numbers;
        for (const auto& [source, calls] : sources) {
            std::map<std::int64_t, std::size_t> seen; // one number may have several kernels
            for (const std::uint32_t call : calls) {
                const std::int64_t number = m_found.calls[call].sequence;
                numbers[{number, seen[number]++}].push_back(call);
            }
        }
        for (auto& [number, calls] : numbers)
            add(std::move(calls), MatchedBy::Sequence);
    }

    void matchOrder(const BySource& sources)
    {
        if (sources.size() < 2)
            return;
        const auto fuller = [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); };
        const Calls& reference = std::ranges::max_element(sources, fuller)->second;
        const bool even = std::ranges::all_of(
            sources, [&](const auto& entry) { return entry.second.size() == reference.size(); });
        std::vector<Calls> columns(reference.size());
        MatchedBy by = MatchedBy::Order;
        for (const auto& [source, calls] : sources) {
            std::size_t offset = 0;
            if (!even && calls.size() < reference.size()) {
                const auto [found, how] = offsetOf(reference, calls);
                offset = found;
                by = std::max(by, how);
            }
            for (std::size_t at = 0; at < calls.size(); ++at)
                columns[at + offset].push_back(calls[at]);
        }
        // A source with as many calls as the reference may still be cut elsewhere.
        if (!even)
            by = std::max(by, MatchedBy::Step);
        for (Calls& column : columns)
            add(std::move(column), by);
    }

    /// The name of the step that the call, or who issued it, begins in.
    [[nodiscard]] core::NameId stepOf(std::uint32_t call) const
    {
        const CollectiveCall& own = m_found.calls[call];
        const auto found = m_steps.find(own.source);
        if (found == m_steps.end())
            return {};
        const std::uint32_t row = own.host != core::SliceId::kNone ? own.host : own.row;
        const std::int64_t time = m_run.timeline->ts()[row];
        for (const core::StepMark& step : found->second) {
            if (step.begin <= time && time < step.end)
                return step.name;
        }
        return {};
    }

    [[nodiscard]] std::vector<core::NameId> stepsOf(const Calls& calls) const
    {
        return core::mapped<core::NameId>(calls, [&](const std::uint32_t call) { return stepOf(call); });
    }

    /// Which call of \p reference the first of \p calls (fewer) is.
    [[nodiscard]] std::pair<std::size_t, MatchedBy> offsetOf(const Calls& reference, const Calls& calls) const
    {
        const std::size_t most = std::min(reference.size() - calls.size(), kMostOffset);
        const std::vector<core::NameId> own = stepsOf(calls);
        const std::vector<core::NameId> other = stepsOf(reference);
        const bool told = std::ranges::any_of(own, [](core::NameId step) { return step.valid(); });
        std::vector<std::size_t> fitting;
        for (std::size_t offset = 0; told && offset <= most; ++offset) {
            if (std::equal(own.begin(), own.end(), other.begin() + static_cast<std::ptrdiff_t>(offset)))
                fitting.push_back(offset);
        }
        if (fitting.size() == 1)
            return {fitting.front(), MatchedBy::Step};
        std::size_t best = 0;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (std::size_t offset = 0; offset <= most; ++offset) {
            std::vector<std::int64_t> apart;
            for (std::size_t at = 0; at < calls.size(); ++at)
                apart.push_back(std::abs(end(calls[at]) - end(reference[at + offset])));
            const std::int64_t usual = core::medianOf(std::move(apart));
            if (usual < least) {
                least = usual;
                best = offset;
            }
        }
        return {best, MatchedBy::Time};
    }

    /// The n-th send from one rank to another is its n-th receive from there. Where the file names no ranks:
    /// if one rank alone sends so many bytes within the group and one other alone receives them.
    void matchTransfers(const BySource& sources)
    {
        std::map<std::pair<std::uint32_t, std::int64_t>, std::pair<BySource, BySource>> sizes;
        std::map<std::tuple<std::uint32_t, std::int32_t, std::int32_t>, std::pair<Calls, Calls>> pairs;
        for (const auto& [source, calls] : sources) {
            for (const std::uint32_t at : calls) {
                const CollectiveCall& call = m_found.calls[at];
                if (call.peer < 0) {
                    auto& alike = sizes[{call.group, call.bytes}];
                    if (call.bytes > 0 && call.kind == CollectiveKind::Send)
                        alike.first[source].push_back(at);
                    else if (call.bytes > 0 && call.kind == CollectiveKind::Receive)
                        alike.second[source].push_back(at);
                } else if (call.kind == CollectiveKind::Send)
                    pairs[{call.group, call.rank, call.peer}].first.push_back(at);
                else if (call.kind == CollectiveKind::Receive)
                    pairs[{call.group, call.peer, call.rank}].second.push_back(at);
            }
        }
        for (const auto& [key, ends] : pairs)
            matchEnds(ends.first, ends.second);
        for (const auto& [size, ends] : sizes) {
            if (ends.first.size() == 1 && ends.second.size() == 1 &&
                ends.first.begin()->first != ends.second.begin()->first)
                matchEnds(ends.first.begin()->second, ends.second.begin()->second);
        }
    }

    void matchEnds(const Calls& sends, const Calls& receives)
    {
        for (std::size_t at = 0; sends.size() == receives.size() && at < sends.size(); ++at)
            add({sends[at], receives[at]}, MatchedBy::Order);
    }

    /// Whether some other rank of the call's group is in the run.
    [[nodiscard]] bool hasPartner(const CollectiveCall& call) const
    {
        const std::vector<std::int32_t>& ranks = m_found.groups[call.group].ranks;
        for (std::uint32_t source = 0; source < m_run.sources.size(); ++source) {
            const std::int32_t rank = m_run.sources[source].rank;
            const bool other = ranks.empty() ? source != call.source
                                             : rank != call.rank && std::ranges::binary_search(ranks, rank);
            if (other && m_jobs.of(source) == m_jobs.of(call.source))
                return true;
        }
        return false;
    }

    void finish()
    {
        std::ranges::stable_sort(m_found.matched, [&](const Collective& a, const Collective& b) {
            return std::tuple(begin(a.calls.front()), a.calls.front()) <
                   std::tuple(begin(b.calls.front()), b.calls.front());
        });
        for (std::size_t at = 0; at < m_found.calls.size(); ++at)
            m_found.unmatched += !m_matched[at] && hasPartner(m_found.calls[at]) ? 1 : 0;
    }

    const core::Run& m_run;
    Collectives& m_found;
    Jobs m_jobs; ///< what they communicate has nothing to do with each other
    std::vector<bool> m_matched;
    std::map<std::uint32_t, std::vector<core::StepMark>> m_steps;
};

} // namespace

void matchCollectives(const core::Run& run, Collectives& found) { Matcher(run, found).run(); }

} // namespace shardscope::profiler
