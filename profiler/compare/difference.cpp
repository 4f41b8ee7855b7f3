// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/difference.h"

#include "core/base/text_mark.h"
#include "profiler/analyze/input/report_parts.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace shardscope::profiler {

namespace {

constexpr std::uint32_t kRoot = 0xFFFFFFFFu;
constexpr std::string_view kInside = " > "; // of a path: a name inside another

void sortByDifference(std::vector<Difference>& differences)
{
    std::stable_sort(differences.begin(), differences.end(), [](const Difference& a, const Difference& b) {
        return std::abs(a.difference()) > std::abs(b.difference());
    });
}

/// Adds one run's rows to sums by name; \p second: to the other run's columns.
bool addNames(const AnalysisInput& input, bool second, const core::Task& task,
              std::map<std::pair<bool, std::string>, Difference>& sums)
{
    const core::Timeline& timeline = input.timeline();
    // Dense by name and kind first: names are few, rows are many.
    struct Sum {
        std::int64_t count = 0;
        std::int64_t total = 0;
    };
    std::vector<Sum> dense(2 * timeline.names().size());
    for (const core::Lane& lane : timeline.lanes()) {
        if (task.cancelled())
            return false;
        const bool device = timeline.tracks()[lane.track.index()].device;
        core::NameId lastCategory;
        bool covers = false;
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            if (timeline.category()[row] != lastCategory) {
                lastCategory = timeline.category()[row];
                covers = lastCategory.valid() && input.text(lastCategory) == "gpu_user_annotation";
            }
            if (covers || !timeline.name()[row].valid())
                continue;
            Sum& sum = dense[2 * timeline.name()[row].index() + (device ? 1 : 0)];
            ++sum.count;
            sum.total += timeline.dur()[row];
        }
    }
    for (std::size_t at = 0; at < dense.size(); ++at) {
        if (dense[at].count == 0)
            continue;
        const bool device = at % 2 == 1;
        std::string name = comparableName(timeline.names().text(core::NameId{at / 2}));
        Difference& sum = sums[{device, name}];
        sum.name = std::move(name);
        sum.device = device;
        (second ? sum.countB : sum.countA) += dense[at].count;
        (second ? sum.totalB : sum.totalA) += dense[at].total;
    }
    return true;
}

/// The tree of calls of both runs: a node is a name under its parent.
class Tree {
public:
    explicit Tree(std::size_t depth)
        : m_depth(depth)
    {
    }

    bool add(const AnalysisInput& input, bool second, const core::Task& task)
    {
        const core::Timeline& timeline = input.timeline();
        std::vector<std::uint32_t> names(timeline.names().size(), kRoot);
        std::vector<std::uint32_t> nodes(timeline.sliceCount(), kRoot);
        for (const core::Track& track : timeline.tracks()) {
            if (track.device || track.async)
                continue;
            for (std::uint32_t at = 0; at < std::min<std::size_t>(track.laneCount, m_depth); ++at) {
                if (task.cancelled())
                    return false;
                const core::Lane& lane = timeline.lanes()[track.firstLane + at];
                if (!lane.overflow)
                    addLane(timeline, lane, second, names, nodes);
            }
        }
        return true;
    }

    [[nodiscard]] std::vector<Difference> differences(std::int64_t leastA, std::int64_t leastB) const
    {
        std::vector<Difference> found;
        for (const Node& node : m_nodes) {
            if (node.sums.totalA < leastA && node.sums.totalB < leastB)
                continue;
            Difference difference = node.sums;
            difference.name = m_names[node.name];
            for (std::uint32_t at = node.parent; at != kRoot; at = m_nodes[at].parent)
                difference.name = m_names[m_nodes[at].name] + std::string(kInside) + difference.name;
            found.push_back(std::move(difference));
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const Difference& a, const Difference& b) { return a.name < b.name; });
        return found;
    }

private:
    struct Node {
        std::uint32_t parent;
        std::uint32_t name;
        Difference sums;
    };

    std::uint32_t nameNumber(const core::Timeline& timeline, core::NameId id,
                             std::vector<std::uint32_t>& names)
    {
        std::uint32_t& known = names[id.index()];
        if (known == kRoot) {
            std::string name = comparableName(timeline.names().text(id));
            const auto [found, isNew] =
                m_nameNumbers.try_emplace(name, static_cast<std::uint32_t>(m_names.size()));
            if (isNew)
                m_names.push_back(std::move(name));
            known = found->second;
        }
        return known;
    }

    void addLane(const core::Timeline& timeline, const core::Lane& lane, bool second,
                 std::vector<std::uint32_t>& names, std::vector<std::uint32_t>& nodes)
    {
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            if (!timeline.name()[row].valid())
                continue;
            const auto parentRow =
                lane.depth == 0 ? std::nullopt : timeline.parentOf(core::SliceId{std::size_t{row}});
            const std::uint32_t parent = parentRow ? nodes[parentRow->index()] : kRoot;
            const std::uint32_t name = nameNumber(timeline, timeline.name()[row], names);
            const auto [found, isNew] =
                m_children.try_emplace({parent, name}, static_cast<std::uint32_t>(m_nodes.size()));
            if (isNew) {
                m_nodes.push_back({parent, name, {}});
                m_nodes.back().sums.depth = parent == kRoot ? 0 : m_nodes[parent].sums.depth + 1;
            }
            nodes[row] = found->second;
            Difference& sums = m_nodes[found->second].sums;
            ++(second ? sums.countB : sums.countA);
            (second ? sums.totalB : sums.totalA) += timeline.dur()[row];
        }
    }

    std::size_t m_depth;
    std::vector<Node> m_nodes;
    std::vector<std::string> m_names;
    std::map<std::string, std::uint32_t> m_nameNumbers;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> m_children;
};

} // namespace

core::Result<std::vector<Difference>> differencesByName(const AnalysisInput& a, const AnalysisInput& b,
                                                        const core::Task& task)
{
    std::map<std::pair<bool, std::string>, Difference> sums;
    if (!addNames(a, false, task, sums) || !addNames(b, true, task, sums))
        return core::Error{core::ErrorCode::Cancelled, {}, {}};
    std::vector<Difference> differences;
    differences.reserve(sums.size());
    for (auto& [key, sum] : sums)
        differences.push_back(std::move(sum));
    sortByDifference(differences);
    return differences;
}

core::Result<std::vector<Difference>> differencesByTree(const AnalysisInput& a, const AnalysisInput& b,
                                                        std::size_t depth, const core::Task& task)
{
    Tree tree(depth);
    if (!tree.add(a, false, task) || !tree.add(b, true, task))
        return core::Error{core::ErrorCode::Cancelled, {}, {}};
    const auto least = [](const AnalysisInput& input) {
        return (input.timeline().end() - input.timeline().begin()) / 1000;
    };
    std::vector<Difference> differences = tree.differences(least(a), least(b));
    sortByDifference(differences);
    return differences;
}

core::Table differenceTable(const std::vector<Difference>& differences, bool tree, std::size_t top)
{
    core::Table table{tree ? "by_tree" : "by_name",
                      tree ? N_("Differences by place in the tree of calls") : N_("Differences by name"),
                      {},
                      {}};
    if (tree)
        table.columns = {textColumn("path", N_("Path")), integerColumn("depth", N_("Depth"))};
    else
        table.columns = {textColumn("name", N_("Name")),
                         {"device", N_("Device"), core::CellKind::Flag, {}, N_("Rows of a device")}};
    for (core::Column column :
         {nanosColumn("difference", N_("Difference"), N_("Time of B minus time of A")),
          nanosColumn("total_a", N_("Time in A")), nanosColumn("total_b", N_("Time in B")),
          integerColumn("count_a", N_("Count in A")), integerColumn("count_b", N_("Count in B"))})
        table.columns.push_back(std::move(column));
    const std::size_t shown = top == 0 ? differences.size() : std::min(top, differences.size());
    for (const Difference& one : std::span(differences).first(shown))
        table.rows.push_back({one.name, tree ? core::Cell(one.depth) : core::Cell(one.device),
                              one.difference(), one.totalA, one.totalB, one.countA, one.countB});
    return table;
}

std::vector<bool> namesCounted(const core::Timeline& timeline, std::string_view row, bool tree)
{
    const auto last = tree ? row.rfind(kInside) : std::string_view::npos;
    const std::string_view name = last == std::string_view::npos ? row : row.substr(last + kInside.size());
    std::vector<bool> counted(timeline.names().size());
    for (std::size_t id = 0; id < counted.size(); ++id)
        counted[id] = comparableName(timeline.names().text(core::NameId{id})) == name;
    return counted;
}

} // namespace shardscope::profiler
