// SPDX-License-Identifier: GPL-3.0-or-later
// Host time and the device time it launched, by module, annotation, operation and kernel, as a tree of names.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/track_walk.h"

#include <algorithm>
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
            const std::uint32_t call = launches.launch[at];
            if (call != kNoRow)
                m_nextOf[at] = std::exchange(m_firstOf[call], at);
        }
        for (const core::TrackId track : input.ranks()[part].tracks) {
            if (!m_timeline.tracks()[track.index()].device && !showsProcessor(track))
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
    /// Rows that tell which thread a processor ran hold no operations.
    [[nodiscard]] bool showsProcessor(core::TrackId id) const
    {
        const core::Track& track = m_timeline.tracks()[id.index()];
        const auto lanes = m_timeline.lanes().subspan(track.firstLane, track.laneCount);
        if (lanes.empty() || lanes.front().count == 0)
            return false;
        const core::NameId category = m_timeline.category()[lanes.front().begin];
        return category.valid() && m_timeline.names().text(category) == "sched";
    }

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
            const std::uint32_t call = launches.launch[at];
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

/// A kernel has no time on the host. Cells are added one by one: a braced list copies each, and a tree may
/// have a hundred thousand rows.
void addRow(core::Table& table, const core::Cell& rank, const core::Cell& parentRow, std::size_t depth,
            core::Cell name, const Node& node)
{
    const auto row = static_cast<std::int64_t>(table.rows.size());
    std::vector<core::Cell>& cells = table.rows.emplace_back();
    cells.reserve(table.columns.size());
    cells.push_back(rank);
    cells.emplace_back(row);
    cells.push_back(parentRow);
    cells.emplace_back(static_cast<std::int64_t>(depth));
    cells.push_back(std::move(name));
    cells.emplace_back(node.count);
    cells.push_back(node.onHost ? core::Cell{node.host} : core::Cell{});
    cells.push_back(node.onHost ? core::Cell{node.host - node.hostChildren} : core::Cell{});
    cells.emplace_back(node.device);
    cells.emplace_back(node.deviceSelf);
}

/// Rows of a node's children and theirs, outer before inner, at most \p top children each; the rest is
/// folded.
void addRows(core::Table& table, const AnalysisInput& input, const core::Cell& rank,
             const std::vector<Node>& nodes, std::size_t top)
{
    struct Open {
        std::uint32_t node;
        std::size_t next = 0;
        std::int64_t row;
    };
    std::vector<Open> open{{kRoot, 0, -1}};
    while (!open.empty()) {
        Open& last = open.back();
        const Node& parent = nodes[last.node];
        if (last.next == parent.children.size()) {
            open.pop_back();
            continue;
        }
        const auto row = static_cast<std::int64_t>(table.rows.size());
        const core::Cell parentRow = last.row < 0 ? core::Cell{} : core::Cell{last.row};
        const std::size_t depth = open.size() - 1;
        if (top != 0 && last.next == top) {
            Node rest;
            for (std::size_t at = last.next; at < parent.children.size(); ++at) {
                const Node& node = nodes[parent.children[at].node];
                rest.count += node.count;
                rest.host += node.host;
                rest.hostChildren += node.hostChildren;
                rest.device += node.device;
                rest.deviceSelf += node.deviceSelf;
                rest.onHost |= node.onHost;
            }
            last.next = parent.children.size();
            addRow(table, rank, parentRow, depth, core::Cell{}, rest);
            continue;
        }
        const std::uint32_t child = parent.children[last.next++].node;
        const Node& node = nodes[child];
        addRow(table, rank, parentRow, depth, comparableName(input.text(node.name)), node);
        open.push_back({child, 0, row});
    }
}

} // namespace

core::Result<core::Report> operatorTree(const AnalysisInput& input, const AnalysisOptions& options,
                                        const core::Task& task)
{
    core::Report report;
    core::Table table = mainTable(
        {rankColumn(), integerColumn("node", N_("Node")), integerColumn("parent", N_("Within")),
         integerColumn("depth", N_("Depth")), textColumn("name", N_("Name")),
         integerColumn("count", N_("Calls")), nanosColumn("host", N_("Host time")),
         nanosColumn("host_self", N_("Host time of its own")), nanosColumn("device", N_("Device time")),
         nanosColumn("device_self", N_("Device time of its own"))});
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
        Tree tree(input, part, *launches);
        tree.sortChildren();
        addRows(table, input, rankCell(input.ranks()[part]), tree.nodes(), options.top);
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
    }
    if (table.rows.empty())
        return emptyReport("no_host_rows");
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
