// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "core/base/phrase.h"
#include "profiler/import/arguments/found_arguments.h"
#include "profiler/import/bytes/whole_text.h"
#include "profiler/import/formats.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"
#include "profiler/trace/execution_nodes.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <proto/chakra.pb.h>

namespace shardscope::profiler {

namespace {

// NodeType of et_def.proto.
constexpr std::array<std::string_view, 11> kKinds{"unknown", "metadata", "memory load", "memory store",
                                                  "compute", "send",     "receive",     "collective",
                                                  "storage", "batch",    "checkpoint"};

/// One message of a length-delimited stream.
struct Message {
    std::string_view bytes;
    std::size_t end = 0; ///< behind it; 0: cut short
};

Message messageAt(std::string_view text, std::size_t at)
{
    std::uint64_t length = 0;
    for (unsigned shift = 0; shift < 35 && at < text.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(text[at++]);
        length |= static_cast<std::uint64_t>(byte & 0x7Fu) << shift;
        if ((byte & 0x80u) == 0)
            return length > text.size() - at ? Message{text.substr(at), 0}
                                             : Message{text.substr(at, length), at + length};
    }
    return {};
}

bool parse(google::protobuf::MessageLite& message, std::string_view bytes)
{
    return bytes.size() <= 0x7FFFFFFF && message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

template <class List, class Write>
void writeList(JsonWriter& json, const List& list, Write write)
{
    json.beginArray();
    for (const auto& value : list.values())
        write(value);
    json.endArray();
}

void writeAttribute(JsonWriter& json, const chakra::Attribute& attribute)
{
    using A = chakra::Attribute;
    json.key(attribute.name());
    switch (attribute.value_case()) {
    case A::kDoubleVal: json.real(attribute.double_val()); break;
    case A::kFloatVal: json.real(static_cast<double>(attribute.float_val())); break;
    case A::kInt32Val: json.integer(attribute.int32_val()); break;
    case A::kInt64Val: json.integer(attribute.int64_val()); break;
    case A::kUint32Val: json.integer(attribute.uint32_val()); break;
    case A::kUint64Val: json.unsignedInteger(attribute.uint64_val()); break;
    case A::kSint32Val: json.integer(attribute.sint32_val()); break;
    case A::kSint64Val: json.integer(attribute.sint64_val()); break;
    case A::kFixed32Val: json.integer(attribute.fixed32_val()); break;
    case A::kFixed64Val: json.unsignedInteger(attribute.fixed64_val()); break;
    case A::kSfixed32Val: json.integer(attribute.sfixed32_val()); break;
    case A::kSfixed64Val: json.integer(attribute.sfixed64_val()); break;
    case A::kBoolVal: json.flag(attribute.bool_val()); break;
    case A::kStringVal: json.text(attribute.string_val()); break;
    case A::kBytesVal: json.text(attribute.bytes_val()); break;
    case A::kDoubleList:
        writeList(json, attribute.double_list(), [&](const auto& value) { json.real(value); });
        break;
    case A::kFloatList:
        writeList(json, attribute.float_list(),
                  [&](const auto& value) { json.real(static_cast<double>(value)); });
        break;
    case A::kInt32List:
        writeList(json, attribute.int32_list(), [&](const auto& value) { json.integer(value); });
        break;
    case A::kInt64List:
        writeList(json, attribute.int64_list(), [&](const auto& value) { json.integer(value); });
        break;
    case A::kUint32List:
        writeList(json, attribute.uint32_list(), [&](const auto& value) { json.integer(value); });
        break;
    case A::kUint64List:
        writeList(json, attribute.uint64_list(), [&](const auto& value) { json.unsignedInteger(value); });
        break;
    case A::kSint32List:
        writeList(json, attribute.sint32_list(), [&](const auto& value) { json.integer(value); });
        break;
    case A::kSint64List:
        writeList(json, attribute.sint64_list(), [&](const auto& value) { json.integer(value); });
        break;
    case A::kFixed32List:
        writeList(json, attribute.fixed32_list(), [&](const auto& value) { json.integer(value); });
        break;
    case A::kFixed64List:
        writeList(json, attribute.fixed64_list(), [&](const auto& value) { json.unsignedInteger(value); });
        break;
    case A::kSfixed32List:
        writeList(json, attribute.sfixed32_list(), [&](const auto& value) { json.integer(value); });
        break;
    case A::kSfixed64List:
        writeList(json, attribute.sfixed64_list(), [&](const auto& value) { json.integer(value); });
        break;
    case A::kBoolList:
        writeList(json, attribute.bool_list(), [&](const auto& value) { json.flag(value); });
        break;
    case A::kStringList:
        writeList(json, attribute.string_list(), [&](const auto& value) { json.text(value); });
        break;
    case A::kBytesList:
        writeList(json, attribute.bytes_list(), [&](const auto& value) { json.text(value); });
        break;
    case A::VALUE_NOT_SET: json.null(); break;
    }
}

void writeIds(JsonWriter& json, std::string_view key,
              const google::protobuf::RepeatedField<std::uint64_t>& ids)
{
    if (ids.empty())
        return;
    json.key(key).beginArray();
    for (const std::uint64_t id : ids)
        json.unsignedInteger(id);
    json.endArray();
}

void writeTensors(JsonWriter& json, std::string_view key, const chakra::IOInfo& tensors)
{
    if (tensors.values().empty() && tensors.shapes().empty() && tensors.types().empty())
        return;
    json.key(key).beginObject();
    json.key("values").text(tensors.values());
    json.key("shapes").text(tensors.shapes());
    json.key("types").text(tensors.types());
    json.endObject();
}

std::string nodeAt(const RandomText& text, std::uint64_t place)
{
    std::string bytes(std::size_t{1} << 20, '\0');
    bytes.resize(text.read(place, bytes.data(), bytes.size()));
    const Message message = messageAt(bytes, 0);
    chakra::Node node;
    if (message.end == 0 || !parse(node, message.bytes))
        return {};
    JsonWriter json;
    json.beginObject();
    json.key("id").unsignedInteger(node.id());
    writeIds(json, "ctrl_deps", node.ctrl_deps());
    writeIds(json, "data_deps", node.data_deps());
    writeTensors(json, "inputs", node.inputs());
    writeTensors(json, "outputs", node.outputs());
    for (const chakra::Attribute& attribute : node.attr())
        writeAttribute(json, attribute);
    json.endObject();
    return json.take();
}

struct ChakraNode {
    std::uint64_t id;
    std::uint64_t offset;
    std::int64_t begin;
    std::int64_t end;
    core::NameId name;
    core::TrackId track;
    std::vector<std::uint64_t> needs;
};

class ChakraReader {
public:
    ChakraReader(ImportTarget& target, const core::Task& task)
        : m_target(target)
        , m_task(task)
    {
    }

    core::Result<core::Done> read(std::string_view text)
    {
        const Message head = messageAt(text, 0);
        chakra::GlobalMetadata about;
        if (head.end == 0 || !parse(about, head.bytes))
            return core::Error{core::ErrorCode::FormatUnknown,
                               {core::phrase(W_("another protobuf message")), "Chakra execution trace"}};
        m_target.metadata.emplace_back("version", about.version());
        for (std::size_t at = head.end; at < text.size();) {
            const Message message = messageAt(text, at);
            if (message.end == 0) {
                m_target.remarks.note(RemarkKind::TruncatedText, at);
                break;
            }
            readNode(message.bytes, at);
            at = message.end;
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        }
        place();
        return core::Done{};
    }

private:
    void readNode(std::string_view bytes, std::uint64_t offset)
    {
        ++m_target.tally.events;
        chakra::Node node;
        if (!parse(node, bytes)) {
            m_target.remarks.note(RemarkKind::BrokenMessage, offset);
            return;
        }
        core::TimelineBuilder& builder = m_target.builder;
        const std::string_view kind = kKinds[node.type() < kKinds.size() ? node.type() : 0];
        const core::TrackId id = builder.track("execution trace", kind, m_target.source);
        core::Track& track = builder.describe(id);
        track.process = validName(m_target, "execution trace");
        track.thread = validName(m_target, kind);
        track.threadOrder = node.type();
        track.rank = m_target.file.rank;
        const std::int64_t begin = saturatedProduct(clampTime(std::uint64_t{node.start_time_micros()}), 1000);
        const std::int64_t end =
            saturatedSum(begin, saturatedProduct(clampTime(std::uint64_t{node.duration_micros()}), 1000));
        m_timed = m_timed || begin != 0;
        m_since1970 = m_since1970 || begin >= kSurelySince1970;
        m_lasting = m_lasting || end != begin;
        ChakraNode& added = m_nodes.emplace_back(
            ChakraNode{node.id(),
                       offset,
                       begin,
                       end,
                       validName(m_target, node.name().empty() ? "unnamed" : node.name()),
                       id,
                       {}});
        added.needs.assign(node.ctrl_deps().begin(), node.ctrl_deps().end());
        added.needs.insert(added.needs.end(), node.data_deps().begin(), node.data_deps().end());
    }

    /// Nodes without start times begin when all that they need is over, each as long as it says; a
    /// microsecond where no node says.
    void placeByNeeds(const std::unordered_map<std::uint64_t, std::size_t>& byId)
    {
        m_target.remarks.note(m_lasting ? RemarkKind::EventsPlaced : RemarkKind::EventsWithoutTimes, 0,
                              m_nodes.size());
        const std::size_t count = m_nodes.size();
        std::vector<std::size_t> waitsFor(count, 0);
        std::vector<std::vector<std::uint32_t>> neededBy(count);
        for (std::size_t i = 0; i < count; ++i) {
            for (const std::uint64_t need : m_nodes[i].needs) {
                const auto found = byId.find(need);
                if (found == byId.end() || found->second == i)
                    continue;
                ++waitsFor[i];
                neededBy[found->second].push_back(static_cast<std::uint32_t>(i));
            }
        }
        std::vector<std::int64_t> ready(count, 0);
        std::vector<bool> placed(count, false);
        std::vector<std::size_t> next;
        const auto settle = [&](std::size_t first) {
            next.assign(1, first);
            while (!next.empty()) {
                const std::size_t at = next.back();
                next.pop_back();
                ChakraNode& node = m_nodes[at];
                const std::int64_t lasts = m_lasting ? node.end - node.begin : 1000;
                node.begin = ready[at];
                node.end = saturatedSum(node.begin, lasts);
                placed[at] = true;
                for (const std::uint32_t follower : neededBy[at]) {
                    ready[follower] = std::max(ready[follower], node.end);
                    if (--waitsFor[follower] == 0 && !placed[follower])
                        next.push_back(follower);
                }
            }
        };
        for (std::size_t i = 0; i < count; ++i) {
            if (!placed[i] && waitsFor[i] == 0)
                settle(i);
        }
        for (std::size_t i = 0; i < count; ++i) { // nodes that need each other in a circle: as they stand
            if (!placed[i])
                settle(i);
        }
    }

    /// Whether others say when they began and \p node does not: nothing and 0 are written alike, but a run
    /// that counts from 1970 did not begin then, and what takes no time at 0 tells nothing.
    [[nodiscard]] bool lacksTime(const ChakraNode& node) const
    {
        return m_timed && node.begin == 0 && (node.end == 0 || m_since1970);
    }

    void place()
    {
        std::unordered_map<std::uint64_t, std::size_t> byId;
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            byId.try_emplace(m_nodes[i].id, i);
        if (!m_timed && !m_nodes.empty())
            placeByNeeds(byId);
        // Made-up times are no reason to set the run's clock.
        const std::int64_t shift = m_timed ? joinRunClock(m_target, 0, m_nodes.front().begin) : 0;
        core::TimelineBuilder& builder = m_target.builder;
        const core::NameId arrows = validName(m_target, "dependency");
        std::uint64_t arrow = 0;
        for (const ChakraNode& node : m_nodes) {
            const std::uint64_t place = placeOf(m_target.source, node.offset);
            if (lacksTime(node)) {
                m_target.remarks.note(RemarkKind::EventWithoutTime, node.offset);
                continue;
            }
            builder.slice(node.track, saturatedSum(node.begin, shift), node.end - node.begin, node.name,
                          validName(m_target, kExecutionTrace), place);
            ++m_target.tally.slices;
            for (const std::uint64_t need : node.needs) {
                const auto found = byId.find(need);
                if (found == byId.end()) {
                    m_target.remarks.note(RemarkKind::NameNotInFile, node.offset);
                    continue;
                }
                const ChakraNode& from = m_nodes[found->second];
                if (lacksTime(from))
                    continue;
                builder.flow(core::FlowPhase::Begin, from.track, saturatedSum(from.begin, shift), arrows,
                             ++arrow, place);
                builder.flow(core::FlowPhase::End, node.track, saturatedSum(node.begin, shift), arrows, arrow,
                             place);
                ++m_target.tally.flowBegins;
                ++m_target.tally.flowEnds;
            }
        }
    }

    ImportTarget& m_target;
    const core::Task& m_task;
    std::vector<ChakraNode> m_nodes;
    bool m_timed = false;     ///< some node says when it began
    bool m_since1970 = false; ///< its times count from then
    bool m_lasting = false;   ///< some node says how long it takes
};

bool sniff(std::string_view firstBytes)
{
    // A GlobalMetadata with a version like "0.0.4", or an empty one, then a node with an id or a name.
    const Message head = messageAt(firstBytes, 0);
    chakra::GlobalMetadata about;
    if (head.end == 0 || head.bytes.size() > 4096 || !parse(about, head.bytes) ||
        about.version().size() > 64 ||
        !std::ranges::all_of(about.version(), [](char c) { return c >= ' ' && c < 127; }))
        return false;
    if (about.version().empty() && about.attr().empty() && !head.bytes.empty())
        return false;
    const Message second = messageAt(firstBytes, head.end);
    chakra::Node node;
    return second.end != 0 && !second.bytes.empty() && parse(node, second.bytes) && node.type() > 0 &&
           node.type() < 16 && !node.name().empty();
}

core::Result<core::Done> read(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::string bytes, readWhole(source, task));
    target.arguments = std::make_shared<FoundArguments>(
        [text = source.randomText()](std::uint64_t place) { return nodeAt(*text, place); });
    return ChakraReader(target, task).read(bytes);
}

} // namespace

const SerialImporter kChakraFormat("Chakra execution trace", sniff, read);

} // namespace shardscope::profiler
