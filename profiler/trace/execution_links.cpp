// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/execution_links.h"

#include "core/timeline/build/join.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/remarks/remark_kinds.h"
#include "profiler/trace/execution_match.h"
#include "profiler/trace/execution_nodes.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kNobody = ~std::size_t{0};

/// \p key and \p value are as written.
void addMember(std::string& object, std::string_view key, std::string_view value)
{
    object += object.size() > 1 ? ",\"" : "\"";
    object.append(kExecutionTrace).append(".").append(key).append("\":").append(value);
}

void addNode(std::string& object, std::string_view node)
{
    json::walkObject(node, [&](std::string_view key, std::string_view value) {
        if (key == "name" || value.empty())
            return;
        if (value.front() == '{') {
            json::walkObject(value, [&](std::string_view inner, std::string_view own) {
                addMember(object, std::string(key) + "." + std::string(inner), own);
            });
        } else if (key == "attrs" && value.front() == '[') {
            json::walkArray(value, [&](std::string_view attribute, bool) {
                const std::string_view name = json::memberOf(attribute, "name");
                const std::string_view own = json::memberOf(attribute, "value");
                if (name.size() > 2 && name.front() == '"' && !own.empty())
                    addMember(object, name.substr(1, name.size() - 2), own);
            });
        } else {
            addMember(object, key, value);
        }
    });
}

/// \p own with \p node's members behind its own; the text that visitors want padded.
std::string merged(std::string_view own, std::string_view node)
{
    std::string object(own.substr(0, own.rfind('}')));
    if (object.empty() || object.front() != '{')
        object = "{";
    while (object.size() > 1 && static_cast<unsigned char>(object.back()) <= ' ')
        object.pop_back();
    addNode(object, node);
    object += '}';
    return object;
}

/// Answers with its own arguments; of places in the links also with the members that the object at the linked
/// place has, as "execution_trace.KEY" (but for the name; members of "inputs" and "outputs", and attributes,
/// one level up).
class LinkedArguments final : public core::ArgumentSource {
public:
    LinkedArguments(std::shared_ptr<const core::ArgumentSource> own,
                    std::unordered_map<std::uint64_t, std::uint64_t> links)
        : m_own(std::move(own))
        , m_links(std::move(links))
    {
    }

    std::string arguments(std::uint64_t args) const override
    {
        std::string text = m_own->arguments(args);
        const auto link = m_links.find(args);
        if (link == m_links.end())
            return text;
        std::string node = m_own->arguments(link->second);
        const std::size_t size = node.size();
        node.resize(size + core::kArgumentPadding);
        return merged(text, std::string_view(node).substr(0, size));
    }

    void visit(std::span<const std::uint64_t> args, const core::ArgumentVisitor& visitor,
               const std::stop_token& stop) const override
    {
        std::vector<std::size_t> linked;
        std::vector<std::size_t> slot(args.size(), kNot);
        std::vector<std::uint64_t> nodePlaces;
        for (std::size_t at = 0; at < args.size(); ++at) {
            if (const auto link = m_links.find(args[at]); link != m_links.end()) {
                slot[at] = linked.size();
                linked.push_back(at);
                nodePlaces.push_back(link->second);
            }
        }
        std::vector<std::string> texts(linked.size());
        std::vector<std::string> nodes(linked.size());
        m_own->visit(
            args,
            [&](std::size_t at, std::string_view json) {
                if (slot[at] == kNot)
                    visitor(at, json);
                else
                    texts[slot[at]] = json;
            },
            stop);
        m_own->visit(
            nodePlaces,
            [&](std::size_t at, std::string_view json) {
                nodes[at].assign(json.data(), json.size());
                nodes[at].resize(json.size() + core::kArgumentPadding);
                std::string text = merged(texts[at], std::string_view(nodes[at]).substr(0, json.size()));
                nodes[at] = {};
                const std::size_t size = text.size();
                text.resize(size + core::kArgumentPadding);
                visitor(linked[at], std::string_view(text).substr(0, size));
            },
            stop);
    }

private:
    static constexpr std::size_t kNot = ~std::size_t{0};
    std::shared_ptr<const core::ArgumentSource> m_own;
    std::unordered_map<std::uint64_t, std::uint64_t> m_links;
};

std::vector<bool> executionTraces(const core::Run& run)
{
    const core::Timeline& timeline = *run.timeline;
    std::vector<bool> traces(run.sources.size(), false);
    const core::NameId category = timeline.names().find(kExecutionTrace);
    if (!category.valid())
        return traces;
    for (const core::Track& track : timeline.tracks()) {
        const core::Lane& lane = timeline.lanes()[track.firstLane];
        if (track.laneCount > 0 && lane.count > 0 && timeline.category()[lane.begin] == category)
            traces[track.source] = true;
    }
    return traces;
}

using Processes = std::set<std::string_view>;

/// Numbers of the processes of each file's host threads.
std::vector<Processes> processesOfFiles(const core::Run& run)
{
    const core::Timeline& timeline = *run.timeline;
    std::vector<Processes> processes(run.sources.size());
    for (const core::Track& track : timeline.tracks()) {
        const std::string_view key =
            track.processKey.valid() ? timeline.names().text(track.processKey) : std::string_view();
        const bool number =
            !key.empty() && std::ranges::all_of(key, [](char c) { return c >= '0' && c <= '9'; });
        if (!track.device && number)
            processes[track.source].insert(key);
    }
    return processes;
}

/// Recordings that can be of the process that \p trace is of.
std::vector<std::uint32_t> candidatesOf(const core::Run& run, std::uint32_t trace,
                                        const std::vector<bool>& isTrace,
                                        const std::vector<Processes>& processes)
{
    const Processes& own = processes[trace];
    const std::int32_t rank = run.sources[trace].rank;
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t source = 0; source < run.sources.size(); ++source) {
        if (isTrace[source] ||
            (rank >= 0 && run.sources[source].rank >= 0 && run.sources[source].rank != rank))
            continue;
        const bool shared = std::ranges::any_of(
            own, [&](std::string_view process) { return processes[source].count(process) > 0; });
        if (own.empty() || shared)
            candidates.push_back(source);
    }
    const bool toldApart = !own.empty() || rank >= 0;
    if (!toldApart && candidates.size() > 1)
        candidates.clear();
    return candidates;
}

/// Arrows between matched operations, by what each takes of the others.
class Dependencies {
public:
    Dependencies(const core::Timeline& timeline, const std::vector<ExecutionNode>& nodes,
                 const ExecutionMatch& match)
        : m_timeline(timeline)
        , m_nodes(nodes)
        , m_match(match)
    {
        for (std::size_t at = 0; at < nodes.size(); ++at)
            m_byId.try_emplace(nodes[at].id, at);
    }

    std::vector<core::Flow> find()
    {
        byTensors();
        byIds();
        std::ranges::sort(m_edges);
        m_edges.erase(std::unique(m_edges.begin(), m_edges.end()), m_edges.end());
        std::vector<core::Flow> arrows;
        const core::NameId category = m_timeline.names().find(kExecutionTrace);
        for (const auto& [from, to] : m_edges) {
            const core::SliceId source{std::size_t{m_match.rows[from]}};
            const core::SliceId target{std::size_t{m_match.rows[to]}};
            arrows.push_back(
                {source, target, endOf(from), beginOf(to), category, std::uint64_t{arrows.size() + 1}});
        }
        return arrows;
    }

private:
    [[nodiscard]] bool matched(std::size_t node) const { return m_match.rows[node] != ExecutionMatch::kNone; }
    [[nodiscard]] std::int64_t beginOf(std::size_t node) const { return m_timeline.ts()[m_match.rows[node]]; }
    [[nodiscard]] std::int64_t endOf(std::size_t node) const
    {
        return beginOf(node) + m_timeline.dur()[m_match.rows[node]];
    }

    /// The last operation over that gave a storage, for each operation that takes it: in the order of the
    /// recorded times. What an outer operation takes is not told again of those inside it, unless one of
    /// those made it anew.
    void byTensors()
    {
        enum When : std::uint8_t { Over, Begins, OverAtOnce };
        std::vector<std::tuple<std::int64_t, When, std::int64_t, std::size_t>> events;
        for (std::size_t node = 0; node < m_nodes.size(); ++node) {
            if (!matched(node))
                continue;
            const std::int64_t begin = beginOf(node);
            const std::int64_t end = endOf(node);
            events.emplace_back(begin, Begins, -end, node);                          // outer ones first
            events.emplace_back(end, end > begin ? Over : OverAtOnce, -begin, node); // inner ones first
        }
        std::ranges::sort(events);
        for (const auto& [time, when, order, node] : events) {
            if (when != Begins) {
                for (const std::uint64_t storage : m_nodes[node].writes)
                    m_writer[storage] = node;
                continue;
            }
            for (const std::uint64_t storage : m_nodes[node].reads) {
                const auto writer = m_writer.find(storage);
                if (writer != m_writer.end() && !toldByParent(node, storage, writer->second))
                    m_edges.emplace_back(writer->second, node);
            }
        }
    }

    [[nodiscard]] bool toldByParent(std::size_t node, std::uint64_t storage, std::size_t writer) const
    {
        const auto parent = m_byId.find(m_nodes[node].parent);
        if (parent == m_byId.end() || !matched(parent->second))
            return false;
        const std::vector<std::uint64_t>& reads = m_nodes[parent->second].reads;
        return std::ranges::find(reads, storage) != reads.end() && endOf(writer) <= beginOf(parent->second);
    }

    void byIds()
    {
        for (std::size_t node = 0; node < m_nodes.size(); ++node) {
            for (const std::int64_t need : m_nodes[node].needs) {
                const auto from = m_byId.find(need);
                if (matched(node) && from != m_byId.end() && from->second != node && matched(from->second) &&
                    endOf(from->second) <= beginOf(node))
                    m_edges.emplace_back(from->second, node);
            }
        }
    }

    const core::Timeline& m_timeline;
    const std::vector<ExecutionNode>& m_nodes;
    const ExecutionMatch& m_match;
    std::unordered_map<std::int64_t, std::size_t> m_byId;
    std::unordered_map<std::uint64_t, std::size_t> m_writer; ///< by storage
    std::vector<std::pair<std::size_t, std::size_t>> m_edges;
};

} // namespace

core::Result<std::vector<ExecutionLink>> linkExecutionTraces(core::Run& run, const core::Task& task)
{
    const std::vector<bool> isTrace = executionTraces(run);
    std::vector<ExecutionLink> links;
    if (run.sources.size() < 2 || std::ranges::find(isTrace, true) == isTrace.end())
        return links;
    task.report("link", 0);
    core::TimelinePart part{run.timeline, 0, std::vector<core::SourceChange>(run.sources.size())};
    std::unordered_map<std::uint64_t, std::uint64_t> arguments;
    std::vector<bool> taken(run.sources.size(), false);
    const std::vector<Processes> processes = processesOfFiles(run);
    for (std::uint32_t trace = 0; trace < run.sources.size(); ++trace) {
        if (!isTrace[trace])
            continue;
        SHARDSCOPE_TRY(const std::vector<ExecutionNode> nodes, executionNodes(run, trace, task));
        ExecutionMatch best;
        std::size_t recording = kNobody;
        for (const std::uint32_t candidate : candidatesOf(run, trace, isTrace, processes)) {
            if (taken[candidate])
                continue;
            SHARDSCOPE_TRY(const auto threads, recordedOps(run, candidate, task));
            ExecutionMatch match = matchNodes(nodes, threads);
            if (match.matched > best.matched) {
                best = std::move(match);
                recording = candidate;
            }
        }
        if (recording == kNobody)
            continue;
        taken[recording] = true;
        part.changes[trace].leftOut = true;
        for (std::size_t at = 0; at < nodes.size(); ++at) {
            if (best.rows[at] != ExecutionMatch::kNone)
                arguments.try_emplace(run.timeline->args()[best.rows[at]],
                                      run.timeline->args()[nodes[at].row]);
        }
        const std::vector<core::Flow> arrows = Dependencies(*run.timeline, nodes, best).find();
        part.arrows.insert(part.arrows.end(), arrows.begin(), arrows.end());
        links.push_back({trace, static_cast<std::uint32_t>(recording),
                         static_cast<std::size_t>(std::ranges::count(best.how, NodeMatch::Order)),
                         best.matched, nodes.size() - best.matched});
    }
    if (links.empty())
        return links;
    SHARDSCOPE_TRY(run.timeline, core::joinTimelines({&part, 1}, task));
    run.arguments = std::make_shared<LinkedArguments>(std::move(run.arguments), std::move(arguments));
    return links;
}

void noteLink(const ExecutionLink& link, RemarkCounter& remarks)
{
    const auto note = [&](RemarkKind kind, std::size_t count) {
        if (count > 0)
            remarks.note(kind, 0, count);
    };
    note(RemarkKind::NodesLinked, link.matched - link.byOrder);
    note(RemarkKind::NodesLinkedByOrder, link.byOrder);
    note(RemarkKind::NodesNotLinked, link.left);
}

} // namespace shardscope::profiler
