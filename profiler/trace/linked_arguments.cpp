// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/linked_arguments.h"

#include "profiler/import/text/json_walk.h"
#include "profiler/trace/execution_nodes.h"

#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

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

} // namespace

std::shared_ptr<const core::ArgumentSource>
makeLinkedArguments(std::shared_ptr<const core::ArgumentSource> own,
                    std::unordered_map<std::uint64_t, std::uint64_t> links)
{
    return std::make_shared<LinkedArguments>(std::move(own), std::move(links));
}

} // namespace shardscope::profiler
