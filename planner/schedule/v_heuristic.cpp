// SPDX-License-Identifier: GPL-3.0-or-later
// The zero-bubble authors' heuristic for two stages a rank, folded as a V (arXiv:2401.10241, section 6;
// sail-sg/zero-bubble-pipeline-parallelism, scheduler/zbv.py). Micro-batches are placed round by round; a
// weight gradient goes into a gap that would make a rank's bubble the longest. A first pass finds the bubbles
// that cannot be avoided, the next ones approve of them, as long as that helps.
#include "core/base/mapped.h"
#include "planner/schedule/builders.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace shardscope::planner {
namespace {

constexpr std::int64_t kForwardUnits = 2;
constexpr double kNotYet = -1;
constexpr int kForward = 0;
constexpr int kGradient = 1;
constexpr int kWeight = 2;

class Heuristic {
public:
    Heuristic(const ScheduleRequest& request, bool fillForward, bool fillGradient, const core::Task& task)
        : m_task(task)
        , m_costs(request.costs)
        , m_ranks(static_cast<int>(request.pipeline))
        , m_micros(static_cast<int>(request.microBatches))
        , m_limit(kForwardUnits * 2 * request.pipeline)
        , m_fillForward(fillForward)
        , m_fillGradient(fillGradient)
    {
    }

    /// Places everything; bubbles up to \p approved cost nothing. False: no order within the limit, or
    /// cancelled.
    bool run(const std::vector<double>& approved)
    {
        m_approved = approved;
        m_mostApproved = *std::ranges::max_element(approved);
        m_state.assign(static_cast<std::size_t>(m_ranks), {});
        for (Rank& rank : m_state) {
            for (auto& ends : rank.end)
                ends.assign(static_cast<std::size_t>(m_micros), kNotYet);
        }
        m_failed = false;
        warmUp();
        for (int round = 0; round < 2 * m_micros && !m_failed; ++round) {
            gradients();
            forwards();
            m_failed = m_failed || m_task.cancelled();
        }
        for (int rank = 0; rank < m_ranks && !m_failed; ++rank) {
            while (!m_state[rank].waiting.empty())
                putWeight(rank);
        }
        return !m_failed;
    }
    [[nodiscard]] double largestBubble() const { return planner::largestBubble(m_state); }
    [[nodiscard]] std::vector<double> bubbles() const { return core::mapped<double>(m_state, &Rank::bubble); }
    [[nodiscard]] std::vector<std::vector<Action>> take() { return takeOrders(m_state); }

private:
    struct Rank {
        std::vector<Action> order;
        std::vector<double> end[4]; ///< forward of leg 0, 1, gradient of leg 0, 1
        int count[6] = {0, 0, 0, 0, 0, 0};
        std::deque<int> waiting; ///< legs whose weight gradient is to come
        double time = 0;
        double bubble = 0;
        std::int64_t units = 0;
        [[nodiscard]] int done(int kind, int leg) const { return count[kind * 2 + leg]; }
    };

    [[nodiscard]] double costOf(int kind) const
    {
        return kind == kForward    ? m_costs.forward
               : kind == kGradient ? m_costs.inputGradient
                                   : m_costs.weightGradient;
    }
    /// Leg 0 comes down from rank 0, leg 1 goes back up from the last rank.
    [[nodiscard]] int before(int rank, int leg) const
    {
        const int found = leg == 0 ? rank - 1 : rank + 1;
        return found < m_ranks ? found : -1;
    }
    /// When that is there which the next action of a kind waits for; kNotYet if it waits for no other rank,
    /// or if what it waits for is not placed.
    [[nodiscard]] double arrival(int rank, int kind, int leg) const
    {
        const int from = before(rank, leg);
        const int micro = m_state[rank].done(kind, leg);
        return from < 0 || micro >= m_micros ? kNotYet : m_state[from].end[kind * 2 + leg][micro];
    }
    [[nodiscard]] double toleratedBubble(int rank) const
    {
        return std::max(largestBubble(), m_mostApproved - m_approved[rank]);
    }

    void put(int index, int kind, int leg)
    {
        Rank& rank = m_state[index];
        const int micro = rank.done(kind, leg);
        // Through its two legs a micro-batch goes F0, F1, then the gradients of the second leg first.
        const int previous = kind * 2 + leg - 1;
        if (micro >= m_micros || (kind < kWeight && previous >= 0 && rank.end[previous][micro] == kNotYet)) {
            m_failed = true;
            return;
        }
        const double unhindered = rank.time + costOf(kind);
        double end = unhindered;
        if (kind < kWeight && before(index, leg) >= 0) {
            const double from = arrival(index, kind, leg);
            if (from == kNotYet) {
                m_failed = true;
                return;
            }
            end = std::max(end, from + m_costs.communication + costOf(kind));
        }
        const std::int64_t units = kind == kForward ? kForwardUnits : -1;
        if (rank.units + units > m_limit) {
            m_failed = true;
            return;
        }
        if (rank.done(kForward, 0) > 0)
            rank.bubble += end - unhindered;
        rank.time = end;
        rank.units += units;
        if (kind < kWeight)
            rank.end[kind * 2 + leg][micro] = end;
        if (kind == kGradient)
            rank.waiting.push_back(leg);
        ++rank.count[kind * 2 + leg];
        // The gradients' first leg is the forwards' second.
        const bool lower = kind == kForward ? leg == 0 : leg == 1;
        constexpr ActionKind kKinds[] = {ActionKind::Forward, ActionKind::InputGradient,
                                         ActionKind::WeightGradient};
        rank.order.push_back({kKinds[kind], lower ? index : 2 * m_ranks - 1 - index, micro, -1, -1});
    }
    void putWeight(int rank)
    {
        if (m_state[rank].waiting.empty()) {
            m_failed = true;
            return;
        }
        const int leg = m_state[rank].waiting.front();
        m_state[rank].waiting.pop_front();
        put(rank, kWeight, leg);
    }

    void warmUp()
    {
        for (int rank = 0; rank < m_ranks; ++rank)
            put(rank, kForward, 0);
        for (int rank = m_ranks - 1; rank >= 0; --rank) {
            Rank& state = m_state[rank];
            if (rank < m_ranks - 1) {
                const double first = m_state[rank + 1].end[1][0] + m_costs.communication;
                while (state.units + kForwardUnits * (2 + rank * 2) <= m_limit &&
                       state.time + m_costs.forward <= first && state.done(kForward, 0) < m_micros) {
                    for (int upTo = 0; upTo <= rank; ++upTo)
                        put(upTo, kForward, 0);
                }
            }
            put(rank, kForward, 1);
        }
        // No rank has fewer forwards in flight than the one before it, both legs in turn.
        int leg = 0;
        for (int rank = 1; rank < m_ranks && !m_failed; ++rank) {
            const auto total = [&](int of) {
                return m_state[of].done(kForward, 0) + m_state[of].done(kForward, 1);
            };
            while (!m_failed && (total(rank) < total(rank - 1) ||
                                 (m_state[rank].done(kForward, 1) <= m_state[rank - 1].done(kForward, 1) &&
                                  m_state[rank - 1].done(kForward, 1) < m_micros))) {
                for (int from = m_ranks - 1; from >= rank; --from) {
                    if (m_state[from].done(kForward, leg) < m_micros)
                        put(from, kForward, leg);
                }
                leg = 1 - leg;
            }
        }
    }

    /// Weight gradients into the gap before what comes at \p from; one more where the gap would be too long.
    void fillGap(int index, double from, bool mayOverfill)
    {
        Rank& rank = m_state[index];
        while (!rank.waiting.empty() && from != kNotYet &&
               from + m_costs.communication >= rank.time + m_costs.weightGradient)
            putWeight(index);
        if (!rank.waiting.empty() && mayOverfill &&
            from + m_costs.communication - rank.time > toleratedBubble(index) - rank.bubble)
            putWeight(index);
    }

    void gradients()
    {
        for (int rank = 0; rank < m_ranks; ++rank) {
            while (m_state[rank].units - 1 > m_limit && !m_failed)
                putWeight(rank);
        }
        std::vector<int> leg0;
        std::vector<int> leg1;
        for (int rank = 0; rank < m_ranks; ++rank) {
            const Rank& state = m_state[rank];
            const int done0 = state.done(kGradient, 0);
            const int done1 = state.done(kGradient, 1);
            if (done1 >= done0)
                leg0.push_back(rank);
            else if (rank == m_ranks - 1 || m_state[rank + 1].end[3][done1] >= 0 || done0 >= m_micros)
                leg1.push_back(rank);
            else
                leg0.push_back(rank);
        }
        for (auto rank = leg1.rbegin(); rank != leg1.rend() && !m_failed; ++rank)
            gradient(*rank, 1);
        for (const int rank : leg0) {
            if (!m_failed)
                gradient(rank, 0);
        }
    }
    void gradient(int rank, int leg)
    {
        fillGap(rank, arrival(rank, kGradient, leg), leg == 1 || m_fillGradient);
        put(rank, kGradient, leg);
    }

    void forwards()
    {
        for (int rank = 0; rank < m_ranks && !m_failed; ++rank) {
            const Rank& state = m_state[rank];
            const int done0 = state.done(kForward, 0);
            const int done1 = state.done(kForward, 1);
            if (done1 >= m_micros)
                continue;
            int leg = -1;
            if (done1 >= done0)
                leg = 0;
            else if (rank == m_ranks - 1 || m_state[rank + 1].end[1][done1] >= 0)
                leg = 1;
            else if (done0 < m_micros && (rank == 0 || m_state[rank - 1].end[0][done0] >= 0))
                leg = 0;
            if (leg < 0)
                continue;
            while (state.units + kForwardUnits > m_limit && !m_failed)
                putWeight(rank);
            fillGap(rank, arrival(rank, kForward, leg), m_fillForward);
            put(rank, kForward, leg);
        }
    }

    const core::Task& m_task;
    ScheduleCosts m_costs;
    int m_ranks;
    int m_micros;
    std::int64_t m_limit;
    bool m_fillForward;
    bool m_fillGradient;
    std::vector<double> m_approved;
    double m_mostApproved = 0;
    std::vector<Rank> m_state;
    bool m_failed = false;
};

} // namespace

std::vector<std::vector<Action>> heuristicVRanks(const ScheduleRequest& request, const core::Task& task)
{
    std::vector<std::vector<Action>> best;
    double shortest = std::numeric_limits<double>::infinity();
    for (const bool fillGradient : {true, false}) {
        for (const bool fillForward : {true, false}) {
            Heuristic heuristic(request, fillForward, fillGradient, task);
            std::vector<double> approved(static_cast<std::size_t>(request.pipeline), kNotYet);
            double before = std::numeric_limits<double>::infinity();
            std::vector<std::vector<Action>> found;
            while (heuristic.run(approved) && heuristic.largestBubble() < before) {
                before = heuristic.largestBubble();
                approved = heuristic.bubbles();
                found = heuristic.take();
            }
            if (!found.empty() && before < shortest) {
                shortest = before;
                best = std::move(found);
            }
        }
    }
    return best;
}

} // namespace shardscope::planner
