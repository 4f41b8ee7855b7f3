// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/plan_search.h"

#include "core/base/phrase.h"
#include "planner/parallelism/plan_layout.h"
#include "planner/search/shared_work.h"

#include <algorithm>
#include <numeric>

namespace shardscope::planner {
namespace {

/// Nodes that are bounded and sorted together: what the memory of a search is bounded by.
constexpr std::size_t kWindow = 8192;
/// The same while nothing is known by which nodes can be left out: few, so that something soon is.
constexpr std::size_t kFirstWindow = 256;
/// Nodes that share what is known: a fixed number, so that nothing depends on the number of threads. The
/// first rounds are small, so that good plans are known early.
constexpr std::size_t kFirstRound = 4;
constexpr std::size_t kLargestRound = 64;

core::Error lacks(std::string what, std::string why)
{
    return core::Error{core::ErrorCode::NotSupported, {std::move(what), std::move(why)}};
}

std::optional<core::Error> unusable(const PlanSearch& search)
{
    if (search.model.recommender() != nullptr)
        return lacks(core::phrase(W_("this search for %1"), {search.model.name}),
                     core::phrase(W_("models with embedding tables have one of their own, on the "
                                     "Recommender page and behind the verb search")));
    if (layersOf(search.model) == 0)
        return lacks(core::phrase(W_("the search of plans for %1"), {search.model.name}),
                     core::phrase(W_("it is a count of parameters without layers, and no step of it can be "
                                     "timed; plan says what a plan of it holds")));
    const auto asks = [&](PlanObjective objective) {
        return search.objective == objective ||
               std::ranges::find(search.front, objective) != search.front.end();
    };
    for (const SearchMachine& machine : search.machines) {
        const core::HardwareSpec& hardware = machine.hardware;
        if ((asks(PlanObjective::Cost) || search.limits.currency) && !hardware.price)
            return lacks(core::phrase(W_("the search for least cost")),
                         core::phrase(W_("%1 has no price: give one with --price"), {hardware.name}));
        if ((asks(PlanObjective::Energy) || search.limits.joules) && !hardware.power && !hardware.draw)
            return lacks(core::phrase(W_("the search for least energy")),
                         core::phrase(W_("%1 names no power of a device"), {hardware.name}));
    }
    const bool limited = search.limits.seconds || search.limits.currency || search.limits.joules;
    for (const core::Plan& variant : search.space.variants) {
        if (limited && variant.training == core::Training{})
            return core::Error{core::ErrorCode::MissingKey, {"--tokens"}};
    }
    return {};
}

/// The numbers of devices of all machines, in the order in which good plans come early.
struct Group {
    std::size_t machine = 0;
    std::int64_t devices = 0;
};
std::vector<Group> groupsOf(const PlanSearch& search)
{
    std::vector<Group> groups;
    for (std::size_t i = 0; i < search.machines.size(); ++i) {
        for (const std::int64_t devices : search.machines[i].devices)
            groups.push_back({i, devices});
    }
    const bool manyFirst =
        search.objective == PlanObjective::Time || search.objective == PlanObjective::Memory;
    std::ranges::stable_sort(groups, [&](const Group& a, const Group& b) {
        return manyFirst ? a.devices > b.devices : a.devices < b.devices;
    });
    return groups;
}

class Search {
public:
    Search(const PlanSearch& search, const core::Task& task)
        : m_search(search)
        , m_task(task)
        , m_work(search, task)
        , m_state{0, 0, kFirstRound, {Found(search), {}, {}}, false}
    {
        m_judges.reserve(search.machines.size());
        for (const SearchMachine& machine : search.machines) {
            const Ranking ranking(search.model, machine.hardware);
            m_judges.push_back({ranking, Bounds(ranking)});
        }
    }

    core::Result<PlanOutcome> run()
    {
        SHARDSCOPE_TRY_DONE(
            m_work.recall([this](const std::string& text) { return readText(text, m_search, m_state); }));
        m_state.round = std::clamp(m_state.round, kFirstRound, kLargestRound);
        const std::vector<Group> groups = groupsOf(m_search);
        const auto share = [&](std::size_t done) {
            return static_cast<double>(done) / static_cast<double>(groups.size());
        };
        while (!m_state.finished && m_state.groups < groups.size()) {
            std::size_t end = m_state.groups;
            if (m_state.nodes == 0 && isBehind(groups[end])) {
                ++m_state.all.tally.considered;
                ++m_state.all.tally.pruned["bound"];
                ++m_state.groups;
                continue;
            }
            if (m_state.nodes == 0)
                m_state.limit = m_state.all.found.limit();
            const bool last = m_state.limit && !m_state.limit->fronted; // a front is found number by number
            const std::size_t most = last ? kWindow : kFirstWindow;
            std::vector<PlanNode> nodes;
            PlanTally tally;
            do {
                addNodes(m_search, groups[end].machine, groups[end].devices, nodes, tally);
            } while (++end < groups.size() && nodes.size() < most);
            if (!window(nodes, tally, share(m_state.groups), share(end))) {
                keep(true);
                return core::Error{core::ErrorCode::Cancelled};
            }
            m_state.groups = end;
            m_state.nodes = 0;
            m_state.round = kFirstRound;
        }
        m_state.finished = true;
        keep(true);
        if (m_state.all.tally.evaluated == 0 && m_state.all.refusal)
            return *m_state.all.refusal;
        return outcome();
    }

private:
    /// When devices are to be fewest: whether all plans on so many are behind those that are
    /// known.
    [[nodiscard]] bool isBehind(const Group& group) const
    {
        const PlanLimits& limits = m_search.limits;
        return m_search.objective == PlanObjective::Devices && limits.memory && limits.training &&
               !m_state.all.found.mayEnter({static_cast<double>(group.devices), 0}, {});
    }

    void keep(bool pressing) const
    {
        m_work.keep([this] { return textOf(m_state); }, pressing);
    }

    /// \p tally: of making the nodes. False where the task was cancelled.
    bool window(const std::vector<PlanNode>& nodes, PlanTally& tally, double from, double to)
    {
        const NodeSearch inside(m_search, m_judges, m_state.limit);
        std::vector<BoundedNode> bounded(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i)
            bounded[i].node = nodes[i];
        if (!m_work.run(bounded, [&](std::size_t i) { bounded[i] = inside.bounded(nodes[i]); }))
            return false;
        for (const BoundedNode& node : bounded)
            tally.add(node.tally);
        if (m_state.nodes == 0) // else they have been counted
            m_state.all.tally.add(tally);
        std::vector<std::size_t> order(nodes.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(
            order, [&](std::size_t a, std::size_t b) { return bounded[b].least.beyond(bounded[a].least); });
        while (m_state.nodes < order.size()) {
            const std::size_t end = std::min(order.size(), m_state.nodes + m_state.round);
            std::vector<const BoundedNode*> round;
            for (std::size_t i = m_state.nodes; i < end; ++i)
                round.push_back(&bounded[order[i]]);
            if (m_task.cancelled() || !expand(inside, round))
                return false;
            m_state.nodes = end;
            m_state.round = std::min(2 * m_state.round, kLargestRound);
            keep(false);
            const double share =
                from + (to - from) * static_cast<double>(end) / static_cast<double>(order.size());
            m_task.report("search", share);
            if (m_search.sofar)
                m_search.sofar(outcome(), share);
        }
        return !m_task.cancelled();
    }

    bool expand(const NodeSearch& inside, const std::vector<const BoundedNode*>& nodes)
    {
        std::vector<NodeFindings> findings(nodes.size(), NodeFindings{Found(m_search), {}, {}});
        const auto look = [&](std::size_t i) {
            const BoundedNode& node = *nodes[i];
            NodeFindings& out = findings[i];
            const bool all = !m_search.front.empty(); // the front needs every entry's own bound
            if (!all && node.plans > 0 && !m_state.all.found.mayEnter(node.least, {}))
                NodeSearch::leaveOut(node, out.tally);
            else
                inside.expand(node.elsewhere ? inside.bounded(node.node) : node, m_state.all.found, out.found,
                              out.tally, out.refusal);
        };
        if (!m_work.run(findings, look))
            return false;
        for (const NodeFindings& one : findings) {
            m_state.all.found.merge(one.found);
            m_state.all.tally.add(one.tally);
            m_state.all.refusal = m_state.all.refusal ? m_state.all.refusal : one.refusal;
        }
        return true;
    }

    [[nodiscard]] PlanOutcome outcome() const
    {
        PlanOutcome out;
        out.best = m_state.all.found.best();
        for (std::size_t i = 1; i < out.best.size(); ++i)
            out.best[i].tied = out.best[i].primary == out.best[i - 1].primary;
        out.front = m_state.all.found.front();
        std::ranges::sort(out.front, [](const PlanHit& a, const PlanHit& b) {
            return a.at != b.at ? a.at < b.at : ranksBefore(a, b);
        });
        out.tally = m_state.all.tally;
        return out;
    }

    const PlanSearch& m_search;
    const core::Task& m_task;
    SharedWork<PlanSearch> m_work;
    std::vector<Judge> m_judges;
    SearchState m_state;
};

} // namespace

std::int64_t PlanTally::prunedInAll() const
{
    std::int64_t sum = 0;
    for (const auto& [rule, count] : pruned)
        sum += count;
    return sum;
}

void PlanTally::add(const PlanTally& other)
{
    considered += other.considered;
    evaluated += other.evaluated;
    feasible += other.feasible;
    for (const auto& [rule, count] : other.pruned)
        pruned[rule] += count;
    broken = broken ? broken : other.broken;
    for (const auto& [tier, count] : other.infeasible)
        infeasible[tier] += count;
}

void PlanTally::leaveOut(const core::Error& error, std::int64_t plans)
{
    const bool ours = error.code == core::ErrorCode::BrokenPromise;
    pruned[ours ? "broken" : "refused"] += plans;
    if (ours && !broken)
        broken = error;
}

void PlanTally::takeBack(const core::Error& error)
{
    --evaluated;
    --feasible;
    leaveOut(error);
}

core::Result<PlanOutcome> searchTransformer(const PlanSearch& search, const core::Task& task)
{
    if (const auto problem = unusable(search))
        return *problem;
    return Search(search, task).run();
}

SHARDSCOPE_COPIES_OF(PlanSearch);

} // namespace shardscope::planner
