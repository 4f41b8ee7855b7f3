// SPDX-License-Identifier: GPL-3.0-or-later
// Operations that only move memory: those that move it slowly, and those that need not move it.
#include "profiler/analyze/device/roofline.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/slow/fusion_chains.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace shardscope::profiler {

namespace {

/// A share of the memory's bandwidth. Operations of PyTorch on 16 MiB and more reach 0.32 (layer norm) to
/// 0.92 (add) of an H200's, strided ones 0.36 (measured: docs/analyses.md, slow kernels).
constexpr double kSlowMoving = 0.25;
/// Mean time of a call, ns: below, a kernel's start and end are most of it.
constexpr double kJudgedMoving = 20'000;
constexpr std::size_t kMostMovingTold = 3;

/// Calls of one operation on operands of one shape, in the steps that count.
struct Moved {
    double deviceNs = 0;
    double bytes = 0;
    double calls = 0;
    LostTime lost;
    std::vector<Evidence> evidence;
};

class SlowMemory {
public:
    explicit SlowMemory(const CostInput& cost)
        : m_cost(cost)
        , m_bandwidth(peaksOf(cost.options, std::nullopt).bandwidth)
    {
    }

    void addRank(const RankTime& rank, const MovingCalls& calls)
    {
        if (!m_bandwidth || !calls.anyShapes)
            return;
        const core::Timeline& timeline = m_cost.input.timeline();
        const DeviceWork& work = m_cost.input.deviceWork(rank.part);
        std::vector<std::vector<std::size_t>> rowsOf(calls.calls.size());
        for (std::size_t at = 0; at < calls.callOf.size(); ++at) {
            const std::int64_t ts = timeline.ts()[work.rows[at]];
            if (calls.callOf[at] != kNoRow && ts >= rank.steps.window.begin && ts < rank.steps.window.end)
                rowsOf[calls.callOf[at]].push_back(at);
        }
        for (std::size_t at = 0; at < calls.calls.size(); ++at) {
            if (calls.calls[at].moved && !rowsOf[at].empty())
                addCall(rank, calls.calls[at], rowsOf[at]);
        }
    }

    CostFindings findings() &&
    {
        CostFindings findings;
        for (auto& [key, moved] : m_moved) {
            const double leastNs = moved.bytes / *m_bandwidth * 1e9;
            if (moved.deviceNs < kJudgedMoving * moved.calls || leastNs > kSlowMoving * moved.deviceNs)
                continue;
            auto lost = moved.lost.sets();
            findings.push_back(costFinding("slow_memory_kernel", secondsOf(m_cost, lost), Confidence::Medium,
                                           {std::string(m_cost.input.text(std::get<0>(key))),
                                            std::get<1>(key), percentText(leastNs / moved.deviceNs),
                                            bytesText(std::llround(moved.bytes / moved.calls))}));
            findings.back().time = std::move(lost);
            longestFirst(moved.evidence);
            findings.back().evidence = std::move(moved.evidence);
        }
        std::ranges::stable_sort(findings, std::ranges::greater(), &CostFinding::secondsPerStep);
        findings.resize(std::min(findings.size(), kMostMovingTold));
        return findings;
    }

private:
    void addCall(const RankTime& rank, const MovingCall& call, const std::vector<std::size_t>& rows)
    {
        const core::Timeline& timeline = m_cost.input.timeline();
        const DeviceWork& work = m_cost.input.deviceWork(rank.part);
        const Operand& first = call.moved->read.empty() ? call.moved->written : call.moved->read.front();
        Moved& moved = m_moved[{call.name, first.shape, first.dtype}];
        double device = 0;
        std::size_t longest = rows.front();
        for (const std::size_t at : rows) {
            const core::Interval time = work.time(timeline, at);
            device += static_cast<double>(time.end - time.begin);
            if (timeline.dur()[work.rows[at]] > timeline.dur()[work.rows[longest]])
                longest = at;
        }
        if (device <= 0)
            return;
        const double least = call.moved->bytes() / *m_bandwidth * 1e9;
        for (const std::size_t at : rows)
            moved.lost.addBehind(rank.part, work.time(timeline, at), least / device);
        moved.deviceNs += device;
        moved.bytes += call.moved->bytes();
        moved.calls += 1;
        moved.evidence.push_back(evidenceOf(m_cost.input, work.rows[longest]));
        if (moved.evidence.size() > 4 * kEvidence)
            longestFirst(moved.evidence);
    }

    const CostInput& m_cost;
    std::optional<double> m_bandwidth;
    std::map<std::tuple<core::NameId, std::string, std::string>, Moved> m_moved; ///< by name, shape, type
};

} // namespace

core::Result<CostFindings> memoryBoundCosts(const CostInput& cost, const core::Task& task)
{
    ShapesKnown known = ShapesKnown::No; // of a simulated run's
    if (cost.input.run().origin == core::RunOrigin::Recorded) {
        SHARDSCOPE_TRY(known, shapesKnown(cost.input, task));
    }
    FusionChains chains(cost);
    SlowMemory slow(cost);
    for (const RankTime& rank : cost.ranks) {
        if (!rank.device)
            continue;
        SHARDSCOPE_TRY(const MovingCalls calls,
                       movingCalls(cost.input, rank.part, known != ShapesKnown::No, task));
        SHARDSCOPE_TRY_DONE(chains.addRank(rank, calls, task));
        slow.addRank(rank, calls);
    }
    CostFindings findings = std::move(chains).findings();
    std::ranges::move(std::move(slow).findings(), std::back_inserter(findings));
    return findings;
}

} // namespace shardscope::profiler
