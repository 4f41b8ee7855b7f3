// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the table adds its own time to the path that leads to it; a node's time is its own and its
// children's.
#include "app/desktop/charts/flame_graph.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/kernel_names.h"
#include "app/session/text/shown_text.h"
#include "core/kinds/op_class.h"
#include "core/timeline/host_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace shardscope::app {
namespace {

constexpr double kRow = 18;
constexpr double kNarrowestBox = 1;
constexpr double kNarrowestName = 24;
/// A share of all the time. Calls with less of their own are added up where callees come first, since their
/// paths would be many.
constexpr double kSmallestShare = 1e-5;

struct FlameWords {
    Q_DECLARE_TR_FUNCTIONS(FlameGraph)
};

/// The columns of a tree of calls.
class CallRows {
public:
    CallRows(const core::Table& table, const std::string& weight)
        : m_table(table)
        , m_rank(table.columnIndex("rank"))
        , m_parent(*table.columnIndex("parent"))
        , m_name(*table.columnIndex("name"))
        , m_self(*table.columnIndex(weight + "_self_ns"))
    {
    }
    [[nodiscard]] std::size_t count() const { return m_table.rows.size(); }
    [[nodiscard]] std::int32_t rank(std::size_t row) const
    {
        return m_rank ? static_cast<std::int32_t>(whole(row, *m_rank, -1)) : -1;
    }
    [[nodiscard]] std::int64_t parent(std::size_t row) const { return whole(row, m_parent, -1); }
    [[nodiscard]] std::int64_t self(std::size_t row) const { return whole(row, m_self, 0); }
    [[nodiscard]] const std::string& name(std::size_t row) const
    {
        static const std::string kNone;
        const auto* text = std::get_if<std::string>(&m_table.rows[row][m_name]);
        return text ? *text : kNone;
    }

private:
    [[nodiscard]] std::int64_t whole(std::size_t row, std::size_t column, std::int64_t otherwise) const
    {
        const auto* value = std::get_if<std::int64_t>(&m_table.rows[row][column]);
        return value ? *value : otherwise;
    }

    const core::Table& m_table;
    std::optional<std::size_t> m_rank;
    std::size_t m_parent;
    std::size_t m_name;
    std::size_t m_self;
};

class FlameMaker {
public:
    FlameMaker(const core::Table& table, const FlameChoice& choice)
        : m_rows(table, choice.weight)
        , m_modulesOnly(choice.modulesOnly)
    {
        m_tree.nodes.emplace_back();
        choice.order == FlameOrder::CallersFirst ? addCallersFirst() : addCalleesFirst();
        for (std::size_t node = m_tree.nodes.size(); node-- > 0;) {
            FlameNode& made = m_tree.nodes[node];
            made.total += made.self;
            if (node != 0)
                m_tree.nodes[made.parent].total += made.total;
        }
        for (FlameNode& node : m_tree.nodes)
            std::ranges::stable_sort(node.children, [&](std::size_t a, std::size_t b) {
                return m_tree.nodes[a].total > m_tree.nodes[b].total;
            });
    }
    [[nodiscard]] FlameTree take() { return std::move(m_tree); }

private:
    [[nodiscard]] bool isDrawn(std::size_t row) const
    {
        return !m_modulesOnly || m_rows.name(row).starts_with(core::kModuleRow);
    }

    void addCallersFirst()
    {
        std::set<std::int32_t> ranks;
        for (std::size_t row = 0; row < m_rows.count(); ++row)
            ranks.insert(m_rows.rank(row));
        std::vector<std::size_t> nodeOf(m_rows.count());
        for (std::size_t row = 0; row < m_rows.count(); ++row) {
            const std::int64_t parent = m_rows.parent(row);
            const std::size_t outer = parent >= 0        ? nodeOf[static_cast<std::size_t>(parent)]
                                      : ranks.size() > 1 ? child(0, {}, m_rows.rank(row))
                                                         : 0;
            nodeOf[row] = isDrawn(row) ? child(outer, m_rows.name(row), -1) : outer;
            m_tree.nodes[nodeOf[row]].self += m_rows.self(row);
        }
    }

    void addCalleesFirst()
    {
        double all = 0;
        for (std::size_t row = 0; row < m_rows.count(); ++row)
            all += static_cast<double>(m_rows.self(row));
        for (std::size_t row = 0; row < m_rows.count(); ++row) {
            const std::int64_t self = m_rows.self(row);
            if (self <= 0)
                continue;
            std::size_t node = 0;
            const bool small = static_cast<double>(self) < kSmallestShare * all;
            if (small)
                node = child(0, {}, -1);
            for (auto at = static_cast<std::int64_t>(row); at >= 0 && !small;
                 at = m_rows.parent(static_cast<std::size_t>(at))) {
                if (isDrawn(static_cast<std::size_t>(at)))
                    node = child(node, m_rows.name(static_cast<std::size_t>(at)), -1);
            }
            m_tree.nodes[node].self += self;
        }
    }

    std::size_t child(std::size_t parent, const std::string& name, std::int32_t rank)
    {
        const std::size_t made = m_tree.nodes.size();
        const auto [found, added] = m_index.try_emplace({parent, rank, name}, made);
        if (added) {
            m_tree.nodes.push_back({name, rank, parent, 0, 0, {}});
            m_tree.nodes[parent].children.push_back(made);
        }
        return found->second;
    }

    CallRows m_rows;
    bool m_modulesOnly;
    FlameTree m_tree;
    std::map<std::tuple<std::size_t, std::int32_t, std::string>, std::size_t> m_index;
};

QString titleOf(const FlameNode& node, bool first, bool brief)
{
    if (first)
        return FlameWords::tr("All");
    if (node.rank >= 0)
        return FlameWords::tr("Rank %1").arg(node.rank);
    if (node.name.empty())
        return FlameWords::tr("the rest");
    return brief ? shortName(node.name) : shownText(node.name);
}

QColor fillOf(const FlameNode& node, const Theme& theme)
{
    const core::OpClass kind = core::classify(node.name, {});
    return kind == core::OpClass::Host || node.name.empty() ? theme.raised : colorOf(kind);
}

class FlamePainter {
public:
    FlamePainter(const FlameTree& tree, double width, const Theme& theme)
        : m_tree(tree)
        , m_theme(theme)
    {
        m_scene.width = width;
    }

    Scene draw(std::size_t root)
    {
        std::vector<std::size_t> around;
        for (std::size_t node = root; node != 0; node = m_tree.nodes[node].parent)
            around.push_back(m_tree.nodes[node].parent);
        double top = 0;
        for (auto node = around.rbegin(); node != around.rend(); ++node, top += kRow)
            addBox(*node, 0, m_scene.width, top, paler(fillOf(m_tree.nodes[*node], m_theme), 0.5, m_theme));
        addTree(root, top);
        return std::move(m_scene);
    }

private:
    struct Open {
        std::size_t node;
        double left;
        double width;
        double top;
    };

    void addTree(std::size_t root, double top)
    {
        std::vector<Open> open{{root, 0, m_scene.width, top}};
        while (!open.empty()) {
            const Open at = open.back();
            open.pop_back();
            const FlameNode& node = m_tree.nodes[at.node];
            addBox(at.node, at.left, at.width, at.top, fillOf(node, m_theme));
            double left = at.left;
            for (const std::size_t child : node.children) {
                const double width = node.total > 0
                                         ? at.width * static_cast<double>(m_tree.nodes[child].total) /
                                               static_cast<double>(node.total)
                                         : 0;
                if (width >= kNarrowestBox)
                    open.push_back({child, left, width, at.top + kRow});
                left += width;
            }
        }
    }

    void addBox(std::size_t index, double left, double width, double top, const QColor& fill)
    {
        const FlameNode& node = m_tree.nodes[index];
        const QRectF rect(left, top, std::max(0.5, width - 1), kRow - 1);
        m_scene.height = std::max(m_scene.height, top + kRow);
        m_scene.boxes.push_back({rect, fill});
        if (width >= kNarrowestName)
            m_scene.texts.push_back(
                {rect.adjusted(4, 0, -2, 0), titleOf(node, index == 0, true), inkOn(fill)});
        const double share = m_tree.nodes[0].total > 0 ? static_cast<double>(node.total) /
                                                             static_cast<double>(m_tree.nodes[0].total)
                                                       : 0;
        m_scene.spot(rect,
                     FlameWords::tr("%1: %2, %3 of all; its own: %4")
                         .arg(titleOf(node, index == 0, false), nanosString(node.total, 3),
                              percentString(share), nanosString(node.self, 3)),
                     QString::number(index));
    }

    const FlameTree& m_tree;
    const Theme& m_theme;
    Scene m_scene;
};

} // namespace

bool isCallTree(const core::Table& table)
{
    return table.columnIndex("parent") && table.columnIndex("name") && !flameWeights(table).empty();
}

std::vector<std::string> flameWeights(const core::Table& table)
{
    std::vector<std::string> weights;
    for (const char* weight : {"device", "host"}) {
        const auto column = table.columnIndex(std::string(weight) + "_self_ns");
        const auto any = [&](const std::vector<core::Cell>& row) {
            const auto* value = std::get_if<std::int64_t>(&row[*column]);
            return value && *value > 0;
        };
        if (column && std::ranges::any_of(table.rows, any))
            weights.emplace_back(weight);
    }
    return weights;
}

bool namesModules(const core::Table& table)
{
    const auto name = table.columnIndex("name");
    return name && std::ranges::any_of(table.rows, [&](const auto& row) {
               const auto* text = std::get_if<std::string>(&row[*name]);
               return text && text->starts_with(core::kModuleRow);
           });
}

FlameTree flameTree(const core::Table& table, const FlameChoice& choice)
{
    return FlameMaker(table, choice).take();
}

Scene flameScene(const FlameTree& tree, std::size_t root, double width, const Theme& theme)
{
    return FlamePainter(tree, width, theme).draw(root);
}

} // namespace shardscope::app
