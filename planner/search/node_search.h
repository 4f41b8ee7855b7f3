// SPDX-License-Identifier: GPL-3.0-or-later
// One node of the search: bounds on everything below it, then its plans in the order of their bounds.
#pragma once

#include "planner/evaluate/ranking.h"
#include "planner/search/bounds.h"
#include "planner/search/objectives.h"
#include "planner/search/plan_nodes.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// Bounds are sums in another order than the evaluation's: a rounding must not make one too high.
inline constexpr double kRounding = 1 - 1e-9;

/// What plans are left out by: those beyond the last of as many as are wanted, and, where a front is wanted,
/// beaten by a point of it.
struct FoundLimit {
    Rank last;
    bool fronted = false;
    std::vector<std::array<double, 3>> front;
    [[nodiscard]] bool leavesOut(const Rank& rank, const std::array<double, 3>& point) const;
};

/// The best plans so far, in order, and the front.
class Found {
public:
    explicit Found(const PlanSearch& search)
        : m_most(search.top)
        , m_front(!search.front.empty())
    {
    }
    /// What best() and front() of another one said.
    Found(const PlanSearch& search, std::vector<PlanHit> best, std::vector<PlanHit> front)
        : Found(search)
    {
        m_best.reserve(best.size());
        for (PlanHit& hit : best)
            m_best.push_back(std::make_shared<const PlanHit>(std::move(hit)));
        m_onFront = std::move(front);
    }
    /// Whether a plan no better than \p rank and \p point could still become one of them.
    [[nodiscard]] bool mayEnter(const Rank& rank, const std::array<double, 3>& point) const;
    /// What it leaves out cannot become one of them; none where as many as are wanted are not known yet.
    [[nodiscard]] std::optional<FoundLimit> limit() const;
    void add(PlanHit hit);
    void merge(const Found& other);
    [[nodiscard]] std::vector<PlanHit> best() const;
    [[nodiscard]] const std::vector<PlanHit>& front() const { return m_onFront; }

private:
    void addToFront(const PlanHit& hit);
    void addToBest(std::shared_ptr<const PlanHit> hit);
    std::size_t m_most;
    bool m_front;
    std::vector<std::shared_ptr<const PlanHit>> m_best; ///< a place in the list costs a pointer, not a plan
    std::vector<PlanHit> m_onFront;
};

/// A recompute and a batch of a node, with what every schedule and sharding of it takes at least.
struct NodeEntry {
    std::optional<core::Schedule> ordered; ///< of this one alone; none: of all schedules with closed forms
    core::Recompute recompute = core::Recompute::None;
    bool some = false;       ///< of some layers: the fewest that fit
    std::size_t offload = 0; ///< 0: the variant's own residency; else one of the space's offloads
    BatchChoice batch;
    LeastPace pace;
    double beside = 0;             ///< seconds of a step beside them: what the host updates
    double slow = 1;               ///< the pessimism's factor
    std::int64_t offloadLeast = 0; ///< per cent of the optimizer's state
    double offloadSaves = 0;       ///< bytes, by each per cent
    Rank least;
    std::array<double, 3> point{};
    std::int64_t plans = 0; ///< schedules times shardings
};

struct BoundedNode {
    PlanNode node;
    std::vector<NodeEntry> entries; ///< in the order of their bounds; those that cannot be are left out
    std::vector<core::Sharding> shardings;
    Rank least;             ///< of all entries
    std::int64_t plans = 0; ///< below the entries
    PlanTally tally;        ///< what has been counted out
    bool elsewhere = false; ///< another process bounded it: the entries are there
};

/// What one machine's plans are judged with.
struct Judge {
    Ranking ranking;
    Bounds bounds;
    std::shared_ptr<PacePool> paces = std::make_shared<PacePool>();
};

/// \p evaluation of \p plan as one of \p search's hits; see hitOf.
[[nodiscard]] PlanHit hitFrom(const PlanSearch& search, std::size_t machine, std::size_t variant,
                              const core::Plan& plan, const core::Evaluation& evaluation,
                              const char** forbidden);

/// Looks into nodes of one search; safe to share between threads.
class NodeSearch {
public:
    /// \p limit: what it leaves out is left out before anything else is asked.
    NodeSearch(const PlanSearch& search, const std::vector<Judge>& judges, std::optional<FoundLimit> limit);

    /// What is left of \p node once whatever cannot fit or keep a limit is counted out.
    [[nodiscard]] BoundedNode bounded(const PlanNode& node) const;
    /// Tries the node's plans that may be among the best; \p known: what other nodes found.
    void expand(const BoundedNode& node, const Found& known, Found& found, PlanTally& tally,
                std::optional<core::Error>& refusal) const;
    /// Counts the whole node as left out by its bound.
    static void leaveOut(const BoundedNode& node, PlanTally& tally);

private:
    class Bounding;  ///< node_bounds.cpp
    class Expansion; ///< of one node

    /// Those of the schedules of \p cut, with its batch, that \p entry stands for.
    [[nodiscard]] std::vector<ScheduleChoice> schedulesIn(const NodeEntry& entry,
                                                          const core::Plan& cut) const;
    /// \p plan as \p entry has it, but for schedule and sharding.
    void setEntry(const NodeEntry& entry, const core::Plan& variant, core::Plan& plan) const;
    [[nodiscard]] core::Plan planOf(const PlanNode& node) const;
    /// The layers of the longest of \p plan's stages.
    [[nodiscard]] std::int64_t layersOfStage(const core::Plan& plan) const;
    /// What the report of a broken promise says was looked at.
    [[nodiscard]] std::string lookedAt(const PlanNode& node) const;
    [[nodiscard]] double capacityOf(const PlanNode& node) const;
    /// The pessimism's factor of \p plan.
    [[nodiscard]] double slowness(const PlanNode& node, const core::Plan& plan) const;
    /// \p seconds: with the pessimism's factor.
    [[nodiscard]] PlanCosts least(const PlanNode& node, double seconds, const LeastMemory& memory) const;
    [[nodiscard]] const char* forbidden(const PlanCosts& least, const core::Plan& plan,
                                        double capacity) const;

    const PlanSearch& m_search;
    const std::vector<Judge>& m_judges;
    Objectives m_objectives;
    std::optional<FoundLimit> m_limit;
};

} // namespace shardscope::planner
