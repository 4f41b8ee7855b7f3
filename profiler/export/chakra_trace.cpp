// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes and their types as ASTRA-sim's feeder reads them: mlcommons/chakra,
// src/feeder/et_feeder_node.cpp; kinds of nodes and collectives: schema/protobuf/et_def.proto. The file of
// groups: astra-sim,
// --comm-group-configuration.
#include "profiler/export/chakra_trace.h"

#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/output_file.h"
#include "profiler/import/text/json_writer.h"

#include <proto/chakra.pb.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace shardscope::profiler {
namespace {

using core::ExecutionNode;

// NodeType of et_def.proto.
std::uint32_t typeOf(ExecutionNode::Kind kind)
{
    switch (kind) {
    case ExecutionNode::Kind::Load: return 2;
    case ExecutionNode::Kind::Store: return 3;
    case ExecutionNode::Kind::Compute: return 4;
    case ExecutionNode::Kind::Send: return 5;
    case ExecutionNode::Kind::Receive: return 6;
    case ExecutionNode::Kind::Collective: return 7;
    }
    return 0;
}

/// CollectiveCommType of et_def.proto; all-reduce where it has no such kind.
std::int64_t collectiveOf(const std::string& operation)
{
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> kKinds{{{"all_reduce", 0},
                                                                               {"reduce", 1},
                                                                               {"all_gather", 2},
                                                                               {"broadcast", 5},
                                                                               {"all_to_all", 6},
                                                                               {"reduce_scatter", 7}}};
    const auto found =
        std::ranges::find_if(kKinds, [&](const auto& kind) { return kind.first == operation; });
    return found == kKinds.end() ? 0 : found->second;
}

std::uint64_t micros(double seconds)
{
    return static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds) * 1e6));
}

/// Messages one after the other, each behind its length (a varint).
class Stream {
public:
    explicit Stream(core::OutputFile& file)
        : m_file(file)
    {
    }
    bool put(const google::protobuf::MessageLite& message)
    {
        const std::string bytes = message.SerializeAsString();
        std::string head;
        for (std::size_t size = bytes.size();; size >>= 7) {
            head += static_cast<char>((size & 0x7F) | (size > 0x7F ? 0x80 : 0));
            if (size <= 0x7F)
                break;
        }
        return m_file.write(head + bytes);
    }

private:
    core::OutputFile& m_file;
};

class Writer {
public:
    Writer(const core::ExecutionGraph& graph, const core::Task& task)
        : m_graph(graph)
        , m_task(task)
    {
    }

    core::Result<core::Done> write(const core::ExecutionClass& one, std::size_t at,
                                   const std::filesystem::path& file) const
    {
        SHARDSCOPE_TRY(core::OutputFile out, core::OutputFile::create(file));
        Stream stream(out);
        chakra::GlobalMetadata about;
        about.set_version("0.0.4");
        bool going = stream.put(about);
        for (std::size_t index = 0; going && index < one.nodes.size() && !m_task.cancelled(); ++index)
            going = stream.put(node(one, index, at));
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        return out.commit();
    }

private:
    static chakra::Attribute& attribute(chakra::Node& node, const char* name)
    {
        chakra::Attribute& out = *node.add_attr();
        out.set_name(name);
        return out;
    }

    /// Node \p index as rank \p at of its class has it.
    [[nodiscard]] chakra::Node node(const core::ExecutionClass& one, std::size_t index, std::size_t at) const
    {
        const ExecutionNode& from = one.nodes[index];
        chakra::Node out;
        out.set_id(index + 1); // zero is nothing to protobuf
        out.set_name(from.name);
        out.set_type(typeOf(from.kind));
        for (const std::uint32_t need : from.needs)
            out.add_data_deps(std::uint64_t{need} + 1);
        // Rounded where they begin and end, so that a step does not grow by its parts' rounding.
        out.set_start_time_micros(micros(from.begin));
        out.set_duration_micros(micros(from.begin + from.seconds) - micros(from.begin));
        attribute(out, "is_cpu_op").set_bool_val(false);
        const auto bytes = static_cast<std::int64_t>(std::llround(from.bytes));
        const std::int64_t own = one.ranks[at];
        switch (from.kind) {
        case ExecutionNode::Kind::Compute: break;
        case ExecutionNode::Kind::Load:
        case ExecutionNode::Kind::Store:
            attribute(out, "tensor_size").set_uint64_val(static_cast<std::uint64_t>(bytes));
            break;
        case ExecutionNode::Kind::Send:
        case ExecutionNode::Kind::Receive: {
            const bool sends = from.kind == ExecutionNode::Kind::Send;
            const std::int64_t peer = m_graph.classes[from.peer].ranks[at];
            attribute(out, "comm_src").set_int32_val(static_cast<std::int32_t>(sends ? own : peer));
            attribute(out, "comm_dst").set_int32_val(static_cast<std::int32_t>(sends ? peer : own));
            attribute(out, "comm_tag").set_int32_val(from.tag);
            attribute(out, "comm_size").set_int64_val(bytes);
            break;
        }
        case ExecutionNode::Kind::Collective:
            attribute(out, "comm_type").set_int64_val(collectiveOf(from.operation));
            attribute(out, "comm_size").set_int64_val(bytes);
            attribute(out, "pg_name").set_string_val(std::to_string(one.groups[from.group][at] + 1));
            break;
        }
        return out;
    }

    const core::ExecutionGraph& m_graph;
    const core::Task& m_task;
};

/// {"1": [0, 1], "2": [2, 3]}
std::string groupsText(const core::ExecutionGraph& graph)
{
    JsonWriter json;
    json.beginObject();
    for (std::size_t group = 0; group < graph.groups.size(); ++group) {
        json.key(std::to_string(group + 1)).beginArray();
        for (const std::int64_t rank : graph.groups[group])
            json.integer(rank);
        json.endArray();
    }
    json.endObject();
    return json.take() + "\n";
}

} // namespace

core::Result<std::vector<std::filesystem::path>>
writeChakra(const core::ExecutionGraph& graph, const std::filesystem::path& target, const core::Task& task)
{
    std::int64_t ranks = 0;
    for (const core::ExecutionClass& one : graph.classes)
        ranks += static_cast<std::int64_t>(one.ranks.size());
    if (ranks > kMostChakraFiles)
        return core::outOfRange(ranks, 1, kMostChakraFiles).in(target.string());
    const bool folder = core::files::isFolder(target);
    const std::filesystem::path prefix = folder ? target / "rank" : target.parent_path() / target.stem();
    const auto named = [&](const std::string& rest) { return std::filesystem::path(prefix.string() + rest); };
    const Writer writer(graph, task);
    std::vector<std::filesystem::path> files(static_cast<std::size_t>(ranks));
    for (const core::ExecutionClass& one : graph.classes) {
        for (std::size_t at = 0; at < one.ranks.size(); ++at) {
            const std::filesystem::path file = named("." + std::to_string(one.ranks[at]) + ".et");
            SHARDSCOPE_TRY_DONE(writer.write(one, at, file));
            files[static_cast<std::size_t>(one.ranks[at])] = file;
        }
    }
    files.push_back(named(".comm_group.json"));
    SHARDSCOPE_TRY_DONE(core::writeFiles({{files.back(), groupsText(graph)}}));
    if (!folder) {
        SHARDSCOPE_TRY_DONE(writer.write(graph.classes.front(), 0, target));
        files.push_back(target);
    }
    return files;
}

} // namespace shardscope::profiler
