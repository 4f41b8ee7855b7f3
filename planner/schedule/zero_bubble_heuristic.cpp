// SPDX-License-Identifier: GPL-3.0-or-later
// The zero-bubble authors' heuristic for one stage a rank (arXiv:2401.10241, section 3.1; sail-sg/
// zero-bubble-pipeline-parallelism, scheduler/zb.py): fill the warm-up up to the limit of memory, then place
// forwards and gradients of inputs in turn, and gradients of weights where there would be a gap or the memory
// is needed. Eight variants of its three choices are tried; the first with the shortest step is taken.
#include "planner/schedule/builders.h"

#include <algorithm>
#include <limits>

namespace shardscope::planner {
namespace {

/// A forward holds two units.
constexpr std::int64_t kZeroBubbleForwardUnits = 2;

/// What gradients free of them: each a half, as the authors count (mem_f 2, mem_b -1, mem_w -1); or all by
/// that of the weights, as a limit that somebody gives is meant and as Primus counts it (AMD-AGI/Primus,
/// scheduler/algorithms/zerobubble_heuristic.py: 1, 0, -1).
struct Freed {
    std::int64_t inputGradient;
    std::int64_t weightGradient;
};
constexpr Freed kHalves{1, 1};
constexpr Freed kWhole{0, kZeroBubbleForwardUnits};

struct Choices {
    bool bubbleBeforeFirstGradient = false;
    bool gradientsFirst = false;
    bool greedy = false; ///< a weight gradient goes into any gap, however small
};

class ZeroBubbleHeuristic {
public:
    ZeroBubbleHeuristic(const ScheduleRequest& request, std::int64_t limit, Freed freed,
                        const core::Task& task)
        : m_task(task)
        , m_costs(request.costs)
        , m_ranks(static_cast<std::size_t>(request.pipeline))
        , m_micros(static_cast<std::size_t>(request.microBatches))
        , m_limit(limit * kZeroBubbleForwardUnits)
        , m_freed(freed)
    {
    }

    /// Whether an order within the limit was found; not when cancelled.
    bool run(const Choices& choices)
    {
        m_state.assign(m_ranks, {});
        for (Rank& rank : m_state) {
            rank.forwardEnd.reserve(m_micros);
            rank.gradientEnd.reserve(m_micros);
        }
        warmUp(choices);
        for (std::size_t micro = 1; micro < m_micros; ++micro) {
            if (m_task.cancelled() || !placeForwards(choices) || !placeGradients(choices))
                return false;
        }
        for (std::size_t rank = 0; rank < m_ranks; ++rank) {
            while (m_state[rank].weights < m_micros)
                put(rank, ActionKind::WeightGradient);
        }
        return true;
    }
    /// The longest time from a rank's first forward to its last weight gradient.
    [[nodiscard]] double longestSpan() const
    {
        double longest = 0;
        for (const Rank& rank : m_state)
            longest = std::max(longest, rank.time - rank.forwardEnd.front() + m_costs.forward);
        return longest;
    }
    [[nodiscard]] std::vector<std::vector<Action>> take() { return takeOrders(m_state); }

private:
    struct Rank {
        std::vector<Action> order;
        std::vector<double> forwardEnd;
        std::vector<double> gradientEnd;
        std::size_t weights = 0;
        double time = 0;
        double bubble = 0; ///< since its first forward
        std::int64_t units = 0;

        [[nodiscard]] std::size_t forwards() const { return forwardEnd.size(); }
        [[nodiscard]] std::size_t gradients() const { return gradientEnd.size(); }
    };

    [[nodiscard]] double costOf(ActionKind kind) const
    {
        return kind == ActionKind::Forward         ? m_costs.forward
               : kind == ActionKind::InputGradient ? m_costs.inputGradient
                                                   : m_costs.weightGradient;
    }

    void put(std::size_t index, ActionKind kind)
    {
        Rank& rank = m_state[index];
        std::size_t micro = rank.weights;
        double arrival = 0;
        if (kind == ActionKind::Forward) {
            micro = rank.forwards();
            if (index > 0)
                arrival = m_state[index - 1].forwardEnd[micro] + m_costs.communication;
        } else if (kind == ActionKind::InputGradient) {
            micro = rank.gradients();
            if (index + 1 < m_ranks)
                arrival = m_state[index + 1].gradientEnd[micro] + m_costs.communication;
        }
        const double unhindered = rank.time + costOf(kind);
        const double end = std::max(unhindered, arrival + costOf(kind));
        if (rank.forwards() > 0)
            rank.bubble += end - unhindered;
        rank.time = end;
        rank.units += kind == ActionKind::Forward         ? kZeroBubbleForwardUnits
                      : kind == ActionKind::InputGradient ? -m_freed.inputGradient
                                                          : -m_freed.weightGradient;
        if (kind == ActionKind::Forward)
            rank.forwardEnd.push_back(end);
        else if (kind == ActionKind::InputGradient)
            rank.gradientEnd.push_back(end);
        else
            ++rank.weights;
        rank.order.push_back(
            {kind, static_cast<std::int32_t>(index), static_cast<std::int32_t>(micro), -1, -1});
    }

    /// The forwards before the first gradients, and these.
    void warmUp(const Choices& choices)
    {
        for (std::size_t rank = 0; rank < m_ranks; ++rank)
            put(rank, ActionKind::Forward);
        std::vector<std::size_t> more(m_ranks, 0);
        double gradient = m_state.back().forwardEnd[0] + m_costs.inputGradient;
        for (std::size_t index = m_ranks - 1; index-- > 0;) {
            const double arrival = gradient + m_costs.communication;
            std::int64_t units = m_state[index].units;
            double time = m_state[index].time;
            while (m_state[index].forwards() + more[index] < m_micros &&
                   units + kZeroBubbleForwardUnits <= m_limit) {
                const bool late =
                    choices.bubbleBeforeFirstGradient ? time + m_costs.forward > arrival : time >= arrival;
                if (late)
                    break;
                units += kZeroBubbleForwardUnits;
                time += m_costs.forward;
                ++more[index];
            }
            gradient = std::max(time, arrival) + m_costs.inputGradient;
        }
        // A rank cannot be ahead of the one that feeds it.
        for (std::size_t rank = 1; rank < m_ranks; ++rank) {
            while (more[rank] > 0 && more[rank] >= more[rank - 1] &&
                   m_state[rank].forwards() + more[rank] < m_micros)
                --more[rank];
        }
        for (std::size_t rank = 0; rank < m_ranks; ++rank) {
            for (std::size_t count = 0; count < more[rank]; ++count)
                put(rank, ActionKind::Forward);
        }
        for (std::size_t rank = m_ranks; rank-- > 0;)
            put(rank, ActionKind::InputGradient);
    }

    /// Whether a rank that is well ahead of the next takes a forward at all.
    [[nodiscard]] bool wantsForward(std::size_t index, const Choices& choices) const
    {
        const Rank& rank = m_state[index];
        if (rank.forwards() >= m_micros)
            return false;
        if (index + 1 >= m_ranks || !choices.gradientsFirst ||
            rank.forwards() < m_state[index + 1].forwards() + 2)
            return true;
        const double next =
            m_state[index + 1].time + m_costs.forward + m_costs.inputGradient + m_costs.communication;
        if (rank.time >= next)
            return false;
        std::int64_t units = rank.units + kZeroBubbleForwardUnits;
        std::size_t weights = rank.weights;
        double spent = 0;
        while (units > m_limit && weights < rank.gradients()) {
            spent += m_costs.weightGradient;
            units -= m_freed.weightGradient;
            ++weights;
        }
        if (rank.time + m_costs.forward + spent <= next)
            return true;
        return next - rank.time > largestBubble(m_state) - rank.bubble;
    }

    /// Weight gradients until \p units more fit. False: there are none left to free memory with.
    bool makeRoom(std::size_t index, std::int64_t units)
    {
        while (m_state[index].units + units > m_limit) {
            if (m_state[index].weights >= m_state[index].gradients())
                return false;
            put(index, ActionKind::WeightGradient);
        }
        return true;
    }

    /// Weight gradients into the gap before \p arrival.
    void fillGap(std::size_t index, double arrival, const Choices& choices)
    {
        Rank& rank = m_state[index];
        while (rank.weights < rank.gradients() && rank.time + m_costs.weightGradient <= arrival)
            put(index, ActionKind::WeightGradient);
        if (rank.weights < rank.gradients() && rank.time < arrival &&
            (choices.greedy || arrival - rank.time > largestBubble(m_state) - rank.bubble))
            put(index, ActionKind::WeightGradient);
    }

    bool placeForwards(const Choices& choices)
    {
        std::vector<bool> wanted(m_ranks, false);
        for (std::size_t rank = 0; rank < m_ranks; ++rank)
            wanted[rank] = wantsForward(rank, choices);
        for (std::size_t rank = m_ranks - 1; rank-- > 0;)
            wanted[rank] = wanted[rank] && wanted[rank + 1];
        for (std::size_t rank = 0; rank < m_ranks; ++rank) {
            if (!wanted[rank])
                continue;
            if (!makeRoom(rank, kZeroBubbleForwardUnits))
                return false;
            if (rank > 0)
                fillGap(rank, m_state[rank - 1].forwardEnd[m_state[rank].forwards()] + m_costs.communication,
                        choices);
            put(rank, ActionKind::Forward);
        }
        return true;
    }

    bool placeGradients(const Choices& choices)
    {
        for (std::size_t rank = m_ranks; rank-- > 0;) {
            Rank& state = m_state[rank];
            if (!makeRoom(rank, -m_freed.inputGradient) || state.gradients() >= state.forwards())
                return false;
            if (rank + 1 < m_ranks)
                fillGap(rank, m_state[rank + 1].gradientEnd[state.gradients()] + m_costs.communication,
                        choices);
            while (rank == 0 && state.forwards() == m_micros && state.weights < state.gradients())
                put(rank, ActionKind::WeightGradient);
            put(rank, ActionKind::InputGradient);
        }
        return true;
    }

    const core::Task& m_task;
    ScheduleCosts m_costs;
    std::size_t m_ranks;
    std::size_t m_micros;
    std::int64_t m_limit;
    Freed m_freed;
    std::vector<Rank> m_state;
};

} // namespace

std::vector<std::vector<Action>> heuristicRanks(const ScheduleRequest& request, std::int64_t usual,
                                                const core::Task& task)
{
    const bool given = request.activationLimit > 0;
    std::vector<std::vector<Action>> best;
    double shortest = std::numeric_limits<double>::infinity();
    ZeroBubbleHeuristic heuristic(request, given ? request.activationLimit : usual, given ? kWhole : kHalves,
                                  task);
    for (const bool bubble : {true, false}) {
        for (const bool gradients : {true, false}) {
            for (const bool greedy : {true, false}) {
                if (!heuristic.run({bubble, gradients, greedy}) || heuristic.longestSpan() >= shortest)
                    continue;
                shortest = heuristic.longestSpan();
                best = heuristic.take();
            }
        }
    }
    return best;
}

} // namespace shardscope::planner
