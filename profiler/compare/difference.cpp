// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/difference.h"

#include "core/base/text_mark.h"
#include "core/kinds/op_class.h"
#include "profiler/analyze/input/report_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace shardscope::profiler {

namespace {

constexpr std::uint32_t kRoot = 0xFFFFFFFFu;
constexpr std::string_view kInside = " > "; // of a path: a name inside another

/// Where a line number of "file.py(12): f" begins and ends; none.
std::optional<std::pair<std::size_t, std::size_t>> lineNumber(std::string_view name)
{
    const auto close = name.find("): ");
    const auto open = close == std::string_view::npos ? close : name.rfind('(', close);
    if (open == std::string_view::npos || open + 1 >= close)
        return std::nullopt;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                       name.begin() + static_cast<std::ptrdiff_t>(close), isDigit)
               ? std::optional(std::pair(open + 1, close))
               : std::nullopt;
}

/// Python names objects by where they lie, which no two runs share: "at 0x7f…" becomes "at 0x*".
std::string withoutAddress(std::string name)
{
    constexpr std::string_view kMark = " at 0x";
    const auto at = name.find(kMark);
    if (at == std::string::npos)
        return name;
    const auto end = name.find_first_not_of("0123456789abcdefABCDEF", at + kMark.size());
    return name.substr(0, at + kMark.size()) + "*" + (end == std::string::npos ? "" : name.substr(end));
}

std::string nameAcrossRuns(std::string_view name) { return withoutAddress(comparableName(name)); }

/// Without the line: versions of one library have their functions on different ones.
std::string nameWithoutLine(std::string name)
{
    if (const auto line = lineNumber(name))
        name.replace(line->first, line->second - line->first, "*");
    return name;
}

/// "## forward 3 ##" -> "## forward * ##": a number of its own at the end of a name, or before a closing
/// "##".
std::optional<std::string> nameWithoutNumber(std::string_view name)
{
    constexpr std::string_view kClosing = " ##";
    const std::size_t end = name.ends_with(kClosing) ? name.size() - kClosing.size() : name.size();
    const std::size_t before = name.find_last_not_of("0123456789", end == 0 ? 0 : end - 1);
    if (before == std::string_view::npos || before == 0 || before + 1 >= end || name[before] != ' ')
        return std::nullopt;
    return std::string(name.substr(0, before + 1)) + '*' + std::string(name.substr(end));
}
/// Fewer numbers may be numbers of things, as of two streams.
constexpr std::size_t kInstances = 3;

/// What the names of both runs are called, so that the same thing is called the same: a function that only
/// one run has on its line, and the other on another one, goes without; so do annotations that count batches:
/// each number occurs once, where that of a layer occurs in every step.
class CommonNames {
public:
    CommonNames(const AnalysisInput& a, const AnalysisInput& b)
    {
        findInstances(a, b);
        std::array<std::set<std::string>, 2> names{namesOf(a), namesOf(b)};
        std::array<std::set<std::string>, 2> moved;
        for (std::size_t run = 0; run < 2; ++run) {
            for (const std::string& name : names[run]) {
                if (lineNumber(name) && names[1 - run].count(name) == 0)
                    moved[run].insert(nameWithoutLine(name));
            }
        }
        for (std::size_t run = 0; run < 2; ++run) {
            for (const std::string& name : names[run]) {
                if (lineNumber(name) && names[1 - run].count(name) == 0 &&
                    moved[1 - run].count(nameWithoutLine(name)) != 0)
                    m_moved.insert(name);
            }
        }
    }
    [[nodiscard]] std::string of(std::string_view text) const
    {
        if (m_instances.contains(text))
            return *nameWithoutNumber(text);
        std::string name = nameAcrossRuns(text);
        return m_moved.count(name) != 0 ? nameWithoutLine(std::move(name)) : name;
    }

private:
    static std::set<std::string> namesOf(const AnalysisInput& input)
    {
        std::set<std::string> names;
        for (std::size_t id = 0; id < input.timeline().names().size(); ++id)
            names.insert(nameAcrossRuns(input.text(core::NameId{id})));
        return names;
    }

    void findInstances(const AnalysisInput& a, const AnalysisInput& b)
    {
        struct Stem {
            std::set<std::string> names;
            bool once = true;
        };
        std::map<std::string, Stem> stems;
        for (const AnalysisInput* const input : {&a, &b}) {
            const core::Timeline& timeline = input->timeline();
            std::vector<std::size_t> counts(timeline.names().size(), 0);
            for (const core::Lane& lane : timeline.lanes()) {
                if (timeline.tracks()[lane.track.index()].device)
                    continue; // a profiler repeats annotations among the device's work
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    if (timeline.name()[row].valid())
                        ++counts[timeline.name()[row].index()];
                }
            }
            for (std::size_t name = 0; name < counts.size(); ++name) {
                const std::string_view text = input->text(core::NameId{name});
                const auto stem = counts[name] > 0 ? nameWithoutNumber(text) : std::nullopt;
                if (!stem)
                    continue;
                stems[*stem].names.insert(std::string(text));
                stems[*stem].once = stems[*stem].once && counts[name] <= input->ranks().size();
            }
        }
        for (const auto& [text, stem] : stems) {
            if (stem.once && stem.names.size() >= kInstances)
                m_instances.insert(stem.names.begin(), stem.names.end());
        }
    }
    std::set<std::string> m_moved;
    std::set<std::string, std::less<>> m_instances; ///< names that differ by a number that counts
};

void sortByDifference(std::vector<Difference>& differences)
{
    std::ranges::stable_sort(differences, [](const Difference& a, const Difference& b) {
        return std::abs(a.difference()) > std::abs(b.difference());
    });
}

/// Adds one run's rows to sums by name; \p second: to the other run's columns.
bool addNames(const AnalysisInput& input, bool second, const CommonNames& common, const core::Task& task,
              std::map<std::pair<bool, std::string>, Difference>& sums)
{
    const core::Timeline& timeline = input.timeline();
    // Dense by name and kind first: names are few, rows are many.
    struct Sum {
        std::int64_t count = 0;
        std::int64_t total = 0;
        bool function = true; ///< every row is one of Python
    };
    std::vector<Sum> dense(2 * timeline.names().size());
    for (const core::Lane& lane : timeline.lanes()) {
        if (task.cancelled())
            return false;
        const bool device = timeline.tracks()[lane.track.index()].device;
        core::NameId lastCategory;
        bool covers = false;
        bool python = false;
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            if (timeline.category()[row] != lastCategory) {
                lastCategory = timeline.category()[row];
                const std::string_view category =
                    lastCategory.valid() ? input.text(lastCategory) : std::string_view();
                covers = core::isDeviceAnnotation(category);
                python = category == "python_function" || category == "Python";
            }
            if (covers || !timeline.name()[row].valid())
                continue;
            Sum& sum = dense[2 * timeline.name()[row].index() + (device ? 1 : 0)];
            ++sum.count;
            sum.total += timeline.dur()[row];
            sum.function = sum.function && python;
        }
    }
    for (std::size_t at = 0; at < dense.size(); ++at) {
        if (dense[at].count == 0)
            continue;
        const bool device = at % 2 == 1;
        std::string name = common.of(timeline.names().text(core::NameId{at / 2}));
        const auto [place, isNew] = sums.try_emplace({device, name});
        Difference& sum = place->second;
        sum.function = dense[at].function && (isNew || sum.function);
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
    Tree(std::size_t depth, const CommonNames& common)
        : m_depth(depth)
        , m_common(common)
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
        const std::vector<bool> said = saidInside();
        for (const Node& node : m_nodes) {
            if (said[static_cast<std::size_t>(&node - m_nodes.data())])
                continue;
            if (node.sums.totalA < leastA && node.sums.totalB < leastB)
                continue;
            Difference difference = node.sums;
            difference.name = m_names[node.name];
            for (std::uint32_t at = node.parent; at != kRoot; at = m_nodes[at].parent)
                difference.name = m_names[m_nodes[at].name] + std::string(kInside) + difference.name;
            found.push_back(std::move(difference));
        }
        std::ranges::stable_sort(found, {}, &Difference::name);
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
            std::string name = m_common.of(timeline.names().text(id));
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

    /// Nodes whose difference is, but for a twentieth, that of one node directly inside.
    [[nodiscard]] std::vector<bool> saidInside() const
    {
        constexpr std::int64_t kOfTwenty = 19;
        std::vector<bool> said(m_nodes.size(), false);
        for (const Node& node : m_nodes) {
            if (node.parent == kRoot)
                continue;
            const std::int64_t own = node.sums.difference();
            const std::int64_t around = m_nodes[node.parent].sums.difference();
            const bool sameWay = (own > 0) == (around > 0) && own != 0;
            if (sameWay && 20 * std::abs(own) >= kOfTwenty * std::abs(around) &&
                kOfTwenty * std::abs(own) <= 20 * std::abs(around))
                said[node.parent] = true;
        }
        return said;
    }

    std::size_t m_depth;
    const CommonNames& m_common;
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
    const CommonNames common(a, b);
    if (!addNames(a, false, common, task, sums) || !addNames(b, true, common, task, sums))
        return core::Error{core::ErrorCode::Cancelled};
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
    const CommonNames common(a, b);
    Tree tree(depth, common);
    if (!tree.add(a, false, task) || !tree.add(b, true, task))
        return core::Error{core::ErrorCode::Cancelled};
    const auto least = [](const AnalysisInput& input) {
        return (input.timeline().end() - input.timeline().begin()) / 1000;
    };
    std::vector<Difference> differences = tree.differences(least(a), least(b));
    sortByDifference(differences);
    return differences;
}

core::Table differenceTable(const std::vector<Difference>& differences, DifferenceKind kind, std::size_t top)
{
    const bool tree = kind == DifferenceKind::Tree;
    core::Table table{tree                                ? "by_tree"
                      : kind == DifferenceKind::Functions ? "by_function"
                                                          : "by_name",
                      tree ? N_("Differences by place in the tree of calls")
                      : kind == DifferenceKind::Functions
                          ? N_("Differences by function of Python, with all it calls")
                          : N_("Differences by name"),
                      {},
                      {}};
    table.columns = {textColumn("name", N_("Name"))};
    if (tree)
        table.columns.push_back(integerColumn("depth", N_("Depth")));
    else
        table.columns.push_back({"device", N_("Device"), core::CellKind::Flag, {}, N_("Rows of a device")});
    for (core::Column column :
         {nanosColumn("difference", N_("Difference"), N_("Time of B minus time of A")),
          nanosColumn("total_a", N_("Time in A")), nanosColumn("total_b", N_("Time in B")),
          integerColumn("count_a", N_("Count in A")), integerColumn("count_b", N_("Count in B"))})
        table.columns.push_back(std::move(column));
    if (tree)
        table.columns.push_back(textColumn("path", N_("Path")));
    const std::size_t shown = top == 0 ? differences.size() : std::min(top, differences.size());
    for (const Difference& one : std::span(differences).first(shown)) {
        const auto last = tree ? one.name.rfind(kInside) : std::string::npos;
        table.rows.push_back({last == std::string::npos ? one.name : one.name.substr(last + kInside.size()),
                              tree ? core::Cell(one.depth) : core::Cell(one.device), one.difference(),
                              one.totalA, one.totalB, one.countA, one.countB});
        if (tree)
            table.rows.back().emplace_back(one.name);
    }
    return table;
}

std::vector<bool> namesCounted(const core::Timeline& timeline, std::string_view row, bool tree)
{
    const auto last = tree ? row.rfind(kInside) : std::string_view::npos;
    const std::string_view name = last == std::string_view::npos ? row : row.substr(last + kInside.size());
    std::vector<bool> counted(timeline.names().size());
    for (std::size_t id = 0; id < counted.size(); ++id) {
        const std::string_view text = timeline.names().text(core::NameId{id});
        const std::string own = nameAcrossRuns(text);
        counted[id] = own == name || nameWithoutLine(own) == name || nameWithoutNumber(text) == name;
    }
    return counted;
}

} // namespace shardscope::profiler
