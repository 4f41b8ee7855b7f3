// SPDX-License-Identifier: GPL-3.0-or-later
// Host time and the device time it launched, by module, annotation, operation and kernel, as a tree of names.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/track_walk.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

namespace shardscope::profiler {

namespace {

constexpr std::uint32_t kRoot = 0;

struct Node {
    std::uint32_t parent = kRoot;
    core::NameId name;
    std::int64_t count = 0;
    std::int64_t host = 0;
    std::int64_t hostChildren = 0;
    std::int64_t device = 0;     ///< of the kernels launched by this and all below
    std::int64_t deviceSelf = 0; ///< of a kernel: its own
    bool onHost = false;         ///< a call, not a kernel
    struct Child {
        core::NameId name; ///< beside the number, for looking through them
        std::uint32_t node;
    };
    std::vector<Child> children;
};

/// Rows that tell which thread a processor ran hold no operations.
bool showsProcessor(const core::Timeline& timeline, core::TrackId id)
{
    const core::Track& track = timeline.tracks()[id.index()];
    const auto lanes = timeline.lanes().subspan(track.firstLane, track.laneCount);
    if (lanes.empty() || lanes.front().count == 0)
        return false;
    const core::NameId category = timeline.category()[lanes.front().begin];
    return category.valid() && timeline.names().text(category) == "sched";
}

/// Names of one rank's threads, merged where their paths are equal; ProfilerStep#7 and #8 are one.
class Tree {
public:
    Tree(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches)
        : m_timeline(input.timeline())
        , m_names(m_timeline.names().size())
        , m_nodes(1)
        , m_work(input.deviceWork(part).rows)
        , m_firstOf(m_timeline.sliceCount(), kNoRow)
        , m_nextOf(m_work.size(), kNoRow)
    {
        for (const core::Flow& flow : m_timeline.flows()) {
            if (flow.from.valid() && flow.to.valid() && flow.category.valid() &&
                isAutograd(m_timeline.names().text(flow.category)))
                m_forward.emplace(flow.to.value, flow.from.value);
        }
        for (std::uint32_t at = 0; at < m_work.size(); ++at) {
            const std::uint32_t call = launches.origin(at);
            if (call != kNoRow)
                m_nextOf[at] = std::exchange(m_firstOf[call], at);
        }
        for (const core::TrackId track : input.ranks()[part].tracks) {
            if (!m_timeline.tracks()[track.index()].device && !showsProcessor(m_timeline, track))
                addTrack(track);
        }
        addLeftWork(launches);
        // What is launched below: a node stands behind its parent.
        for (std::size_t at = m_nodes.size(); at-- > 0;) {
            m_nodes[at].device += m_nodes[at].deviceSelf;
            if (at != kRoot)
                m_nodes[m_nodes[at].parent].device += m_nodes[at].device;
        }
    }

    [[nodiscard]] const std::vector<Node>& nodes() const { return m_nodes; }

    void sortChildren()
    {
        for (Node& node : m_nodes)
            std::ranges::sort(node.children, [&](const Node::Child& a, const Node::Child& b) {
                const Node& left = m_nodes[a.node];
                const Node& right = m_nodes[b.node];
                const std::int64_t leftTime = std::max(left.host, left.device);
                const std::int64_t rightTime = std::max(right.host, right.device);
                return leftTime != rightTime ? leftTime > rightTime : left.name < right.name;
            });
    }

private:
    /// Kineto's arrows from an operation to the one that computes its gradient.
    static bool isAutograd(std::string_view category)
    {
        return category == "fwdbwd" || category == "forward_backward";
    }

    /// The node of \p row, whether it was walked or not.
    std::uint32_t nodeOf(std::uint32_t row)
    {
        std::vector<std::uint32_t> path;
        for (std::optional<core::SliceId> at = core::SliceId{row}; at; at = m_timeline.parentOf(*at))
            path.push_back(at->value);
        std::uint32_t node = kRoot;
        for (auto at = path.rbegin(); at != path.rend(); ++at)
            node = childOf(node, nameOf(m_timeline.name()[*at]));
        return node;
    }

    /// The work launched by \p call stands under \p node.
    void addWork(std::uint32_t node, std::uint32_t call)
    {
        for (std::uint32_t at = std::exchange(m_firstOf[call], kNoRow); at != kNoRow; at = m_nextOf[at])
            addKernel(node, m_work[at]);
    }

    void addKernel(std::uint32_t node, std::uint32_t row)
    {
        Node& kernel = m_nodes[childOf(node, nameOf(m_timeline.name()[row]))];
        ++kernel.count;
        kernel.deviceSelf += m_timeline.dur()[row];
    }

    /// Work whose call straddles others belongs to what is around that; work without a call to nobody.
    void addLeftWork(const DeviceLaunches& launches)
    {
        for (std::size_t at = 0; at < m_work.size(); ++at) {
            const std::uint32_t call = launches.origin(at);
            if (call == kNoRow) {
                addKernel(kRoot, m_work[at]);
            } else if (m_firstOf[call] != kNoRow) {
                const auto around = m_timeline.parentOf(core::SliceId{call});
                addWork(around ? nodeOf(around->value) : kRoot, call);
            }
        }
    }

    /// An operation belongs to the one around it; one that computes a gradient to the operation that it is
    /// the gradient of, and so to its module.
    void addTrack(core::TrackId track)
    {
        std::vector<std::uint32_t> open; // nodes of the rows that are open
        walkTrack(
            m_timeline, track,
            [&](std::uint32_t row, std::size_t /*depth*/) {
                const auto forward = m_forward.find(row);
                const std::uint32_t outer = open.empty() ? kRoot : open.back();
                const std::uint32_t current =
                    childOf(forward == m_forward.end() ? outer : nodeOf(forward->second),
                            nameOf(m_timeline.name()[row]));
                open.push_back(current);
                Node& node = m_nodes[current];
                ++node.count;
                node.host += m_timeline.dur()[row];
                node.onHost = true;
                m_nodes[outer].hostChildren += m_timeline.dur()[row];
                addWork(current, row);
            },
            [&](std::uint32_t /*row*/, std::size_t /*depth*/) { open.pop_back(); });
    }

    /// One id for all names that differ in their running number only.
    core::NameId nameOf(core::NameId name)
    {
        core::NameId& known = m_names[name.index()];
        if (!known.valid()) {
            const std::string folded = comparableName(m_timeline.names().text(name));
            known = folded == m_timeline.names().text(name)
                        ? name
                        : m_numbered.try_emplace(folded, name).first->second;
        }
        return known;
    }

    std::uint32_t childOf(std::uint32_t parent, core::NameId name)
    {
        // Most names hold few others: looking at these is faster than hashing.
        constexpr std::size_t kFew = 12;
        const std::vector<Node::Child>& known = m_nodes[parent].children;
        if (known.size() <= kFew) {
            for (const Node::Child& child : known) {
                if (child.name == name)
                    return child.node;
            }
        }
        const std::uint64_t key = std::uint64_t{parent} << 32 | name.value;
        const auto [found, added] = m_index.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
        if (added) {
            m_nodes[parent].children.push_back({name, found->second});
            m_nodes.push_back({parent, name, 0, 0, 0, 0, 0, false, {}});
        }
        return found->second;
    }

    const core::Timeline& m_timeline;
    std::vector<core::NameId> m_names;                        ///< by name: the one it is counted as
    std::unordered_map<std::string, core::NameId> m_numbered; ///< the first met of names with a number
    std::vector<Node> m_nodes;
    std::unordered_map<std::uint64_t, std::uint32_t> m_index;
    const std::vector<std::uint32_t>& m_work; ///< rows of the device
    std::vector<std::uint32_t>
        m_firstOf;                       ///< by the row of a call: one that it launched, an index into m_work
    std::vector<std::uint32_t> m_nextOf; ///< beside m_work: another of the same call
    std::unordered_map<std::uint32_t, std::uint32_t> m_forward; ///< by the row that computes the gradient
};

/// Which branches of a tree are told, and what the others come to.
class Branches {
public:
    /// \p most: rows, about; 0: all. A tree of more tells names that take a thousandth of the rank's time,
    /// and of these the costliest.
    Branches(const std::vector<Node>& nodes, std::size_t most)
        : m_nodes(nodes)
        , m_below(nodes.size())
    {
        std::int64_t whole = 0;
        for (std::size_t at = nodes.size(); at-- > 0;) {
            Sums& own = m_below[at];
            own.operators += 1;
            own.count += nodes[at].count;
            own.hostSelf += nodes[at].host - nodes[at].hostChildren;
            if (at == kRoot)
                break;
            Sums& around = m_below[nodes[at].parent];
            around.operators += own.operators;
            around.count += own.count;
            around.hostSelf += own.hostSelf;
            whole += nodes[at].parent == kRoot ? costOf(at) : 0;
        }
        if (most == 0 || nodes.size() <= most)
            return;
        constexpr std::int64_t kShare = 1000;
        m_least = std::max<std::int64_t>(1, whole / kShare);
        std::vector<std::int64_t> costs;
        costs.reserve(nodes.size());
        for (std::size_t at = 1; at < nodes.size(); ++at)
            costs.push_back(costOf(at));
        std::ranges::nth_element(costs, costs.begin() + static_cast<std::ptrdiff_t>(most - 1),
                                 std::ranges::greater());
        m_least = std::max(m_least, costs[most - 1]);
    }

    [[nodiscard]] bool told(std::size_t node) const { return costOf(node) >= m_least; }
    /// All below \p node and itself.
    struct Sums {
        std::int64_t operators = 0;
        std::int64_t count = 0;
        std::int64_t hostSelf = 0;
    };
    [[nodiscard]] const Sums& below(std::size_t node) const { return m_below[node]; }

private:
    [[nodiscard]] std::int64_t costOf(std::size_t node) const
    {
        return std::max(m_nodes[node].host, m_nodes[node].device);
    }
    const std::vector<Node>& m_nodes;
    std::vector<Sums> m_below;
    std::int64_t m_least = std::numeric_limits<std::int64_t>::min();
};

/// Figures of a row: of one name, or of all that are not told below one.
struct TreeRow {
    std::int64_t operators = 0; ///< 0: a name of its own
    std::int64_t count = 0;
    std::int64_t host = 0;
    std::int64_t hostSelf = 0;
    std::int64_t device = 0;
    std::int64_t deviceSelf = 0;
    bool onHost = false;
};

/// A kernel has no time on the host. Cells are added one by one: a braced list copies each, and a tree may
/// have a hundred thousand rows.
void addRow(core::Table& table, const RankPart& part, const core::Cell& parentRow, std::size_t depth,
            core::Cell name, const TreeRow& told)
{
    const auto row = static_cast<std::int64_t>(table.rows.size());
    std::vector<core::Cell>& cells = table.rows.emplace_back();
    cells.reserve(table.columns.size());
    cells.push_back(rankCell(part));
    cells.push_back(deviceCell(part));
    cells.emplace_back(row);
    cells.push_back(parentRow);
    cells.emplace_back(static_cast<std::int64_t>(depth));
    cells.push_back(std::move(name));
    cells.emplace_back(told.count);
    const bool onHost = told.onHost && part.ownsHost; // of several devices the first tells of the host
    cells.push_back(onHost ? core::Cell{told.host} : core::Cell{});
    cells.push_back(onHost ? core::Cell{told.hostSelf} : core::Cell{});
    cells.emplace_back(told.device);
    cells.emplace_back(told.deviceSelf);
    cells.push_back(told.operators > 0 ? core::Cell{told.operators} : core::Cell{});
}

TreeRow rowOf(const Node& node)
{
    return {0,           node.count,      node.host,  node.host - node.hostChildren,
            node.device, node.deviceSelf, node.onHost};
}

/// Adds \p child and all below it to what is not told.
void fold(const Node& child, const Branches::Sums& below, TreeRow& rest)
{
    rest.operators += below.operators;
    rest.count += below.count;
    rest.host += child.host;
    rest.hostSelf += below.hostSelf;
    rest.device += child.device;
    rest.deviceSelf += child.device; // of all kernels below
    rest.onHost |= child.onHost;
}

/// Rows of a node's children and theirs, outer before inner; what is not told of them, or beyond the first
/// \p top, is one row behind them, so that sums stay what they are.
void addRows(core::Table& table, const AnalysisInput& input, const RankPart& part,
             const std::vector<Node>& nodes, const Branches& branches, std::size_t top)
{
    struct Open {
        std::uint32_t node;
        std::size_t next = 0;
        std::int64_t row;
        std::size_t told = 0;
        TreeRow rest{};
    };
    std::vector<Open> open;
    open.push_back({kRoot, 0, -1});
    while (!open.empty()) {
        Open& last = open.back();
        const std::vector<Node::Child>& children = nodes[last.node].children;
        const core::Cell parentRow = last.row < 0 ? core::Cell{} : core::Cell{last.row};
        const std::size_t depth = open.size() - 1;
        if (last.next == children.size()) {
            if (last.rest.operators > 0) {
                addRow(table, part, parentRow, depth, std::string(N_("the rest")), last.rest);
                table.noteLast(5).words = core::Words::Text;
            }
            open.pop_back();
            continue;
        }
        const std::uint32_t child = children[last.next++].node;
        if (!branches.told(child) || (top != 0 && last.told == top)) {
            fold(nodes[child], branches.below(child), last.rest);
            continue;
        }
        ++last.told;
        const auto row = static_cast<std::int64_t>(table.rows.size());
        addRow(table, part, parentRow, depth, comparableName(input.text(nodes[child].name)),
               rowOf(nodes[child]));
        open.push_back({child, 0, row});
    }
}

} // namespace

core::Result<std::string_view>
operatorTreeLacks(const AnalysisInput& input, const AnalysisOptions& /*options*/, const core::Task& /*task*/)
{
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        for (const core::TrackId id : input.ranks()[part].tracks) {
            const core::Track& track = input.timeline().tracks()[id.index()];
            const auto lanes = input.timeline().lanes().subspan(track.firstLane, track.laneCount);
            const bool nests = !lanes.empty() && lanes.front().count > 0 && !lanes.front().overflow;
            if (nests && !track.device && !showsProcessor(input.timeline(), id))
                return std::string_view();
        }
    }
    return std::string_view(input.hasDeviceWork() ? "" : "no_host_rows");
}

core::Result<core::Report> operatorTree(const AnalysisInput& input, const AnalysisOptions& options,
                                        const core::Task& task)
{
    core::Report report;
    core::Table table = mainTable(
        {rankColumn(), deviceColumn(), integerColumn("node", N_("Node")),
         integerColumn("parent", N_("Within")), integerColumn("depth", N_("Depth")),
         textColumn("name", N_("Name")), integerColumn("count", N_("Calls")),
         nanosColumn("host", N_("Host time")), nanosColumn("host_self", N_("Host time of its own")),
         nanosColumn("device", N_("Device time")), nanosColumn("device_self", N_("Device time of its own")),
         integerColumn("operators", N_("Summed names"), N_("Of a row that sums what costs little"))});
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        Tree tree(input, part, *launches);
        tree.sortChildren();
        addRows(table, input, input.ranks()[part], tree.nodes(), Branches(tree.nodes(), options.treeRows),
                options.top);
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
    }
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
