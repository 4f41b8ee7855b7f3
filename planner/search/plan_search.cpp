// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/plan_search.h"

#include "core/base/parallel.h"
#include "core/base/phrase.h"
#include "planner/search/node_search.h"

#include <algorithm>
#include <numeric>

namespace shardscope::planner {
namespace {

/// Nodes that are bounded and sorted together: what the memory of a search is bounded by.
constexpr std::size_t kWindow = 8192;
/// Nodes that share what is known: a fixed number, so that nothing depends on the number of threads. The
/// first rounds are small, so that good plans are known early.
constexpr std::size_t kFirstRound = 4;
constexpr std::size_t kLargestRound = 64;

core::Error lacks(std::string what, std::string why)
{
    return core::Error{core::ErrorCode::NotSupported, {std::move(what), std::move(why)}, {}};
}

std::optional<core::Error> unusable(const PlanSearch& search)
{
    if (search.model.transformer() == nullptr)
        return lacks(core::phrase(W_("the search of plans for %1"), {search.model.name}),
                     core::phrase(W_("it has no transformer layers")));
    const auto asks = [&](PlanObjective objective) {
        return search.objective == objective ||
               std::find(search.front.begin(), search.front.end(), objective) != search.front.end();
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
            return core::Error{core::ErrorCode::MissingKey, {"--tokens"}, {}};
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
    std::stable_sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) {
        return manyFirst ? a.devices > b.devices : a.devices < b.devices;
    });
    return groups;
}

class Search {
public:
    Search(const PlanSearch& search, const core::Task& task)
        : m_search(search)
        , m_task(task)
        , m_found(search.top, !search.front.empty())
    {
        m_judges.reserve(search.machines.size());
        for (const SearchMachine& machine : search.machines)
            m_judges.push_back(
                {Evaluator(search.model, machine.hardware), Bounds(search.model, machine.hardware)});
    }

    core::Result<PlanOutcome> run()
    {
        const std::vector<Group> groups = groupsOf(m_search);
        std::vector<PlanNode> nodes;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            addNodes(m_search, groups[i].machine, groups[i].devices, nodes, m_tally);
            if (nodes.size() < kWindow && i + 1 < groups.size())
                continue;
            const double from = m_share;
            const double to = static_cast<double>(i + 1) / static_cast<double>(groups.size());
            if (!window(nodes, from, to))
                return core::Error{core::ErrorCode::Cancelled, {}, {}};
            nodes.clear();
        }
        if (m_tally.evaluated == 0 && m_refusal)
            return *m_refusal;
        return outcome();
    }

private:
    /// False where the task was cancelled.
    bool window(const std::vector<PlanNode>& nodes, double from, double to)
    {
        const NodeSearch inside(m_search, m_judges);
        std::vector<BoundedNode> bounded(nodes.size());
        std::vector<PlanTally> tallies(nodes.size());
        core::parallelFor(nodes.size(), [&](std::size_t i) {
            if (!m_task.cancelled())
                bounded[i] = inside.bounded(nodes[i], tallies[i]);
        });
        for (const PlanTally& tally : tallies)
            m_tally.add(tally);
        std::vector<std::size_t> order(nodes.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return bounded[b].least.beyond(bounded[a].least);
        });
        std::size_t round = kFirstRound;
        for (std::size_t begin = 0; begin < order.size();
             begin += round, round = std::min(2 * round, kLargestRound)) {
            const std::size_t end = std::min(order.size(), begin + round);
            if (m_task.cancelled())
                return false;
            expand(inside, bounded, order, begin, end);
            m_share = from + (to - from) * static_cast<double>(end) / static_cast<double>(order.size());
            m_task.report("search", m_share);
            if (m_search.sofar)
                m_search.sofar(outcome(), m_share);
        }
        m_share = to;
        return !m_task.cancelled();
    }

    void expand(const NodeSearch& inside, const std::vector<BoundedNode>& bounded,
                const std::vector<std::size_t>& order, std::size_t begin, std::size_t end)
    {
        std::vector<Found> found(end - begin, Found(m_search.top, !m_search.front.empty()));
        std::vector<PlanTally> tallies(end - begin);
        std::vector<std::optional<core::Error>> refusals(end - begin);
        core::parallelFor(end - begin, [&](std::size_t i) {
            const BoundedNode& node = bounded[order[begin + i]];
            const bool all = !m_search.front.empty(); // the front needs every entry's own bound
            if (!all && !node.entries.empty() && !m_found.mayEnter(node.least, {}))
                NodeSearch::leaveOut(node, tallies[i]);
            else
                inside.expand(node, m_found, found[i], tallies[i], refusals[i]);
        });
        for (std::size_t i = 0; i < found.size(); ++i) {
            m_found.merge(found[i]);
            m_tally.add(tallies[i]);
            m_refusal = m_refusal ? m_refusal : refusals[i];
        }
    }

    [[nodiscard]] PlanOutcome outcome() const
    {
        PlanOutcome out;
        out.best = m_found.best();
        for (std::size_t i = 1; i < out.best.size(); ++i)
            out.best[i].tied = out.best[i].primary == out.best[i - 1].primary;
        out.front = m_found.front();
        std::sort(out.front.begin(), out.front.end(), [](const PlanHit& a, const PlanHit& b) {
            return a.at != b.at ? a.at < b.at : ranksBefore(a, b);
        });
        out.tally = m_tally;
        return out;
    }

    const PlanSearch& m_search;
    const core::Task& m_task;
    std::vector<Judge> m_judges;
    Found m_found;
    PlanTally m_tally;
    std::optional<core::Error> m_refusal;
    double m_share = 0;
};

} // namespace

std::string_view nameOf(PlanObjective objective)
{
    switch (objective) {
    case PlanObjective::Time: return "time";
    case PlanObjective::Cost: return "cost";
    case PlanObjective::Energy: return "energy";
    case PlanObjective::Memory: return "memory";
    case PlanObjective::Devices: return "devices";
    }
    return {};
}

std::optional<PlanObjective> planObjectiveFromName(std::string_view name)
{
    for (const PlanObjective objective : kPlanObjectives) {
        if (nameOf(objective) == name)
            return objective;
    }
    return std::nullopt;
}

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
    for (const auto& [tier, count] : other.infeasible)
        infeasible[tier] += count;
}

core::Result<PlanOutcome> searchTransformer(const PlanSearch& search, const core::Task& task)
{
    if (const auto problem = unusable(search))
        return *problem;
    return Search(search, task).run();
}

} // namespace shardscope::planner
