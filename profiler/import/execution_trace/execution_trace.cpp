// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "profiler/import/text/json_head.h"

#include "profiler/import/arguments/document_reader.h"
#include "profiler/trace/execution_nodes.h"

#include <algorithm>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

using json::integerOf;

constexpr std::int64_t kTick = 1000; // ns: what one begin or end takes where there are no times

struct TreeNode {
    std::int64_t id = 0;
    std::int64_t parent = 0;
    std::int64_t thread = 0;
    std::uint64_t offset = 0;
    core::NameId name;
};

class ExecutionTraceReader : DocumentReader {
public:
    ExecutionTraceReader(const json::Document& document, ImportTarget& target, const core::Task& task)
        : DocumentReader(document, target, task)
    {
    }

    core::Result<core::Done> read()
    {
        bool found = false;
        const auto readNodes = [&](std::string_view list) {
            found = true;
            note(json::walkArray(list,
                                 [this](std::string_view node, bool complete) { readNode(node, complete); }));
        };
        const json::Walked walked = json::walkObject(
            m_document.root(), [&](std::string_view key, std::string_view value, bool whole) {
                if (key == "nodes") {
                    readNodes(value);
                } else if (whole) {
                    m_target.metadata.emplace_back(std::string(key), json::textOf(value));
                    if (key == "pid")
                        m_process = json::textOf(value);
                }
            });
        // Damage among the nodes: those before it are kept, and its byte is told.
        if (!found && walked.outcome == json::Outcome::Broken) {
            const std::string_view root = m_document.root();
            const std::size_t key = root.find("\"nodes\"");
            const std::size_t list = key == std::string_view::npos ? key : root.find('[', key);
            if (list != std::string_view::npos)
                readNodes(root.substr(list));
        }
        note(walked);
        SHARDSCOPE_TRY_DONE(ended(found, "nodes", "PyTorch execution trace"));
        place();
        return core::Done{};
    }

private:
    void readNode(std::string_view text, bool complete)
    {
        if (!complete || m_task.cancelled())
            return;
        ++m_target.tally.events;
        TreeNode node;
        node.offset = m_document.offsetOf(text);
        bool identified = false;
        std::string name;
        json::walkObject(text, [&](std::string_view key, std::string_view value, bool) {
            if (key == "id") {
                identified = integerOf(value).has_value();
                node.id = integerOf(value).value_or(0);
            } else if (key == "parent" || key == "ctrl_deps") { // the second since schema 1.0.2
                node.parent = integerOf(value).value_or(0);
            } else if (key == "tid") {
                node.thread = integerOf(value).value_or(0);
            } else if (key == "name") {
                name = json::textOf(value);
            } else if (key == "attrs") {
                json::walkArray(value, [&](std::string_view attribute, bool) {
                    if (json::memberOf(attribute, "name") == "\"tid\"")
                        node.thread = integerOf(json::memberOf(attribute, "value")).value_or(0);
                });
            }
        });
        if (!identified) {
            m_target.remarks.note(RemarkKind::OddEntry, node.offset);
            return;
        }
        if (name.empty()) {
            m_target.remarks.note(RemarkKind::UnnamedEvent, node.offset);
            name = "unnamed";
        }
        node.name = m_target.builder.intern(name);
        m_nodes.push_back(node);
    }

    /// Walks the trees in the order of ids and gives each node a begin before and an end behind its children.
    void place()
    {
        if (m_nodes.empty())
            return;
        std::ranges::stable_sort(m_nodes, {}, &TreeNode::id);
        std::unordered_map<std::int64_t, std::uint32_t> byId;
        for (std::uint32_t i = 0; i < m_nodes.size(); ++i)
            byId.try_emplace(m_nodes[i].id, i);
        constexpr std::uint32_t kNone = ~0u;
        std::vector<std::uint32_t> firstChild(m_nodes.size(), kNone), nextSibling(m_nodes.size(), kNone),
            roots;
        for (std::size_t i = m_nodes.size(); i-- > 0;) {
            const auto parent = byId.find(m_nodes[i].parent);
            // A parent comes before its children; a node that names itself or a later one starts a tree of
            // its own, so that no circle is walked.
            if (parent == byId.end() || parent->second >= i) {
                roots.push_back(static_cast<std::uint32_t>(i));
            } else {
                nextSibling[i] = firstChild[parent->second];
                firstChild[parent->second] = static_cast<std::uint32_t>(i);
            }
        }
        // Made-up times are no reason to set the run's clock.
        m_target.remarks.note(RemarkKind::EventsWithoutTimes, 0, m_nodes.size());
        std::vector<std::pair<std::uint32_t, std::int64_t>> open; // node, begin
        std::int64_t now = 0;
        std::ranges::reverse(roots); // they were found from the last on
        for (const std::uint32_t root : roots) {
            open.emplace_back(root, now);
            now += kTick;
            while (!open.empty()) {
                std::uint32_t& child = firstChild[open.back().first];
                if (child != kNone) {
                    const std::uint32_t next = child;
                    child = nextSibling[next];
                    open.emplace_back(next, now);
                } else {
                    add(m_nodes[open.back().first], open.back().second, now + kTick);
                    open.pop_back();
                }
                now += kTick;
            }
        }
    }

    void add(const TreeNode& node, std::int64_t begin, std::int64_t end)
    {
        core::TimelineBuilder& builder = m_target.builder;
        const core::TrackId id = builder.track(m_process, std::to_string(node.thread), m_target.source);
        core::Track& track = builder.describe(id);
        track.process = builder.intern("process " + m_process);
        track.thread = builder.intern("thread " + std::to_string(node.thread));
        track.threadOrder = node.thread;
        builder.slice(id, begin, end - begin, node.name, builder.intern(kExecutionTrace),
                      profiler::placeOf(m_target.source, node.offset));
        ++m_target.tally.slices;
    }

    std::vector<TreeNode> m_nodes;
    std::string m_process = "0";
};

bool looksLikeExecutionTrace(std::string_view firstBytes)
{
    const json::Head head(firstBytes);
    return head.has("schema") && head.has("nodes");
}

} // namespace

const SerialImporter kExecutionTraceFormat("PyTorch execution trace", looksLikeExecutionTrace,
                                           readDocument<ExecutionTraceReader>);

} // namespace shardscope::profiler
