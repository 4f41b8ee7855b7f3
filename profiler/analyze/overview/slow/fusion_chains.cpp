// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/slow/fusion_chains.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

/// How many of the steps that count began before \p ts, a time of the host.
std::size_t chainStepOf(const MeasuredSteps& steps, std::int64_t ts)
{
    const auto behind =
        std::ranges::upper_bound(steps.steps, ts, {}, [](const RankStep& step) { return step.host.begin; });
    return static_cast<std::size_t>(behind - steps.steps.begin());
}

/// Whether \p next takes what \p before makes; of two without shapes nobody knows, and they count.
bool goesOn(const MovedBytes* before, const MovedBytes* next)
{
    if (before == nullptr || next == nullptr)
        return before == next;
    return before->written.bytes > 0 && std::ranges::find(next->read, before->written) != next->read.end();
}

/// Bytes of a chain as it is and as one kernel: each operation's operand that the one before wrote stays in
/// registers, all others are read, and the last result is written. Results that something else needs as well
/// are not known; against that, operands that are read twice are counted twice.
struct ChainBytes {
    double apart = 0;
    double fused = 0;
};
template <class Chain>
ChainBytes chainBytesOf(const Chain& chain)
{
    ChainBytes bytes;
    double inner = 0;
    for (std::size_t at = 0; at < chain.size(); ++at) {
        bytes.apart += chain[at].moved->bytes();
        if (at > 0) // written by one, read by the next
            inner += 2 * chain[at - 1].moved->written.bytes;
    }
    bytes.fused = bytes.apart - inner;
    return bytes;
}

} // namespace

bool FusionChains::isElementwise(std::uint32_t row, std::size_t at, const DeviceWork& work)
{
    const core::NameId name = m_cost.input.timeline().name()[row];
    if (!name.valid())
        return false;
    if (m_elementwise.empty())
        m_elementwise.assign(m_cost.input.timeline().names().size(), -1);
    std::int8_t& known = m_elementwise[name.index()];
    if (known < 0) // by name: a kernel of no known class may be anything
        known = work.kinds[at] == KernelKind::Compute &&
                        m_cost.input.text(name).find("elementwise") != std::string_view::npos &&
                        core::opClassOf(m_cost.input.kinds().of(row).work) == core::OpClass::Elementwise
                    ? 1
                    : 0;
    return known != 0;
}

void FusionChains::close(const RankTime& rank, Chain& chain)
{
    if (chain.size() > 1) {
        const bool priced = chain.front().moved != nullptr;
        std::int64_t sum = 0;
        std::int64_t longest = 0;
        std::int64_t shortest = core::kMaxTime;
        for (const Link& link : chain) {
            const std::int64_t own = link.time.end - link.time.begin;
            sum += own;
            longest = std::max(longest, own);
            shortest = std::min(shortest, own);
        }
        double needed = static_cast<double>(longest) / static_cast<double>(std::max<std::int64_t>(1, sum));
        if (priced) {
            const ChainBytes bytes = chainBytesOf(chain);
            // No kernel is over sooner than the shortest one here, however little it moves.
            needed =
                std::max(bytes.fused / bytes.apart,
                         static_cast<double>(shortest) / static_cast<double>(std::max<std::int64_t>(1, sum)));
        }
        for (const Link& link : chain)
            (priced ? m_priced : m_bound).addBehind(rank.part, link.time, needed);
        ++(priced ? m_chains : m_boundChains);
        Evidence evidence =
            evidenceOf(m_cost.input, m_cost.input.deviceWork(rank.part).rows[chain.front().at]);
        evidence.ts = chain.front().time.begin;
        evidence.dur = chain.back().time.end - chain.front().time.begin;
        std::vector<Evidence>& all = priced ? m_evidence : m_boundEvidence;
        all.push_back(evidence);
        if (all.size() > 4 * kEvidence)
            longestFirst(all);
    }
    chain.clear();
}

core::Result<core::Done> FusionChains::addRank(const RankTime& rank, const MovingCalls& calls,
                                               const core::Task& task)
{
    const core::Timeline& timeline = m_cost.input.timeline();
    const DeviceWork& work = m_cost.input.deviceWork(rank.part);
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, m_cost.input.launches(rank.part, task));
    Chain chain;
    for (const DeviceStream& stream : work.streams) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        std::size_t step = 0; // of the chain: kernels of different steps are never one
        for (std::size_t at = stream.begin; at < stream.end; ++at) {
            const std::uint32_t row = work.rows[at];
            const core::Interval time = work.time(timeline, at);
            const MovingCall* const call =
                calls.callOf[at] == kNoRow ? nullptr : &calls.calls[calls.callOf[at]];
            const MovedBytes* const moved = call != nullptr && call->moved ? &*call->moved : nullptr;
            const bool fits = (call == nullptr || !call->apart) &&
                              (moved != nullptr ? moved->elementwise : isElementwise(row, at, work));
            if (!fits || time.begin < rank.steps.window.begin || time.begin >= rank.steps.window.end ||
                time.begin >= time.end) {
                close(rank, chain);
                continue;
            }
            const std::uint32_t launch = launches->launch[at];
            const std::size_t own =
                chainStepOf(rank.steps, launch == kNoRow ? time.begin : timeline.ts()[launch]);
            if (own != step || (!chain.empty() && !goesOn(chain.back().moved, moved)))
                close(rank, chain);
            step = own;
            chain.push_back({at, time, moved});
        }
        close(rank, chain);
    }
    return core::Done{};
}

CostFindings FusionChains::findings() &&
{
    CostFindings findings;
    const auto add = [&](const LostTime& lost, std::int64_t chains, std::vector<Evidence>& evidence,
                         Confidence confidence, const char* variant) {
        if (chains == 0)
            return;
        auto times = lost.sets();
        findings.push_back(costFinding("unfused_elementwise", secondsOf(m_cost, times), confidence,
                                       {std::to_string(chains)}));
        findings.back().variant = variant;
        findings.back().time = std::move(times);
        longestFirst(evidence);
        findings.back().evidence = std::move(evidence);
    };
    add(m_priced, m_chains, m_evidence, Confidence::Medium, "");
    add(m_bound, m_boundChains, m_boundEvidence, Confidence::Low, "bound");
    return findings;
}

} // namespace shardscope::profiler
