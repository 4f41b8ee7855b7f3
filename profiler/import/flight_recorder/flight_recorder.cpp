// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/formats.h"

#include "core/base/phrase.h"
#include "profiler/import/arguments/found_arguments.h"
#include "profiler/import/bytes/whole_text.h"
#include "profiler/import/memory/pickle.h"
#include "profiler/import/text/json_head.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"
#include "profiler/trace/rank_labels.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace shardscope::profiler {

namespace {

// A pickle's lists may be shared: what one entry may show is bounded, so that a small file cannot unfold.
constexpr std::size_t kMostFrames = 64;
constexpr std::size_t kMostTensors = 256;
constexpr std::size_t kMostExtents = 32;
constexpr std::size_t kMostRanks = 1'000'000; // in all groups together

// A value of a dump, whether it was pickled or written as JSON: what the reader of dumps asks of either.

class PickledValue {
public:
    PickledValue(const Pickle& pickle, Pickle::Index at)
        : m_pickle(&pickle)
        , m_at(at)
    {
    }
    [[nodiscard]] bool isObject() const { return m_pickle->kind(m_at) == PickleKind::Dict; }
    [[nodiscard]] std::uint64_t offset() const { return m_pickle->offset(m_at); }
    [[nodiscard]] std::optional<PickledValue> find(std::string_view key) const
    {
        const auto found = m_pickle->find(m_at, key);
        return found ? std::optional(PickledValue(*m_pickle, *found)) : std::nullopt;
    }
    [[nodiscard]] std::string text() const
    {
        const std::string_view text = m_pickle->text(m_at);
        const auto number = integer();
        return text.empty() && number ? std::to_string(*number) : std::string(text);
    }
    [[nodiscard]] std::optional<std::int64_t> integer() const { return m_pickle->integer(m_at); }
    template <class Visit> ///< visit(PickledValue)
    void items(Visit visit) const
    {
        for (const Pickle::Index item : m_pickle->items(m_at))
            visit(PickledValue(*m_pickle, item));
    }
    template <class Visit> ///< visit(PickledValue)
    void members(Visit visit) const
    {
        const auto pairs = m_pickle->pairs(m_at);
        for (std::size_t i = 1; i < pairs.size(); i += 2)
            visit(PickledValue(*m_pickle, pairs[i]));
    }

private:
    const Pickle* m_pickle;
    Pickle::Index m_at;
};

/// Integers may be written as texts, as the recorder's JSON does.
class JsonValue {
public:
    explicit JsonValue(simdjson::dom::element element)
        : m_element(element)
    {
    }
    [[nodiscard]] bool isObject() const { return m_element.is_object(); }
    [[nodiscard]] std::uint64_t offset() const { return 0; } // the parser does not keep places
    [[nodiscard]] std::optional<JsonValue> find(std::string_view key) const
    {
        simdjson::dom::element found;
        return m_element[key].get(found) == simdjson::SUCCESS ? std::optional(JsonValue(found))
                                                              : std::nullopt;
    }
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    template <class Visit> ///< visit(JsonValue)
    void items(Visit visit) const
    {
        simdjson::dom::array array;
        if (m_element.get(array) != simdjson::SUCCESS)
            return;
        for (const simdjson::dom::element item : array)
            visit(JsonValue(item));
    }
    template <class Visit> ///< visit(JsonValue)
    void members(Visit visit) const
    {
        simdjson::dom::object object;
        if (m_element.get(object) != simdjson::SUCCESS)
            return;
        for (const auto& member : object)
            visit(JsonValue(member.value));
    }

private:
    simdjson::dom::element m_element;
};

std::string JsonValue::text() const
{
    std::string_view text;
    if (m_element.get(text) == simdjson::SUCCESS)
        return std::string(text);
    const auto number = integer();
    return number ? std::to_string(*number) : std::string();
}

std::optional<std::int64_t> JsonValue::integer() const
{
    std::int64_t value = 0;
    if (m_element.get(value) == simdjson::SUCCESS)
        return value;
    bool flag = false;
    if (m_element.get(flag) == simdjson::SUCCESS)
        return flag ? 1 : 0;
    std::string_view text;
    if (m_element.get(text) == simdjson::SUCCESS) {
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
        if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size())
            return value;
    }
    return std::nullopt;
}

/// The text of \p key in \p value; "" where there is none.
template <class Value>
std::string textOf(const Value& value, std::string_view key)
{
    const auto found = value.find(key);
    return found ? found->text() : std::string();
}
template <class Value>
std::optional<std::int64_t> integerOf(const Value& value, std::string_view key)
{
    const auto found = value.find(key);
    return found ? found->integer() : std::nullopt;
}

/// "process_group" is the pair of a name and a description.
template <class Value>
std::pair<std::string, std::string> groupOf(const Value& entry)
{
    std::vector<std::string> words;
    if (const auto pair = entry.find("process_group")) {
        pair->items([&](const Value& word) {
            if (words.size() < 2)
                words.push_back(word.text());
        });
    }
    words.resize(2);
    return {words[0], words[1] == "undefined" ? std::string() : words[1]};
}

/// "nccl:send 0->1" and "nccl:recv 1<-0" name ranks within the group: the other one's.
std::optional<std::size_t> peerOf(std::string_view name)
{
    for (const std::string_view arrow : {"->", "<-"}) {
        const auto at = name.find(arrow);
        std::size_t peer = 0;
        if (at != std::string_view::npos &&
            std::from_chars(name.data() + at + 2, name.data() + name.size(), peer).ec == std::errc())
            return peer;
    }
    return std::nullopt;
}

template <class Value>
void writeSizes(JsonWriter& json, const Value& entry, std::string_view key, std::string_view sizes)
{
    const auto tensors = entry.find(sizes);
    if (!tensors)
        return;
    json.key(key).beginArray();
    std::size_t count = 0;
    tensors->items([&](const Value& tensor) {
        if (++count > kMostTensors)
            return;
        json.beginArray();
        std::size_t extents = 0;
        tensor.items([&](const Value& extent) {
            if (++extents <= kMostExtents)
                json.integer(extent.integer().value_or(0));
        });
        json.endArray();
    });
    json.endArray();
}

template <class Value>
void writeTypes(JsonWriter& json, const Value& entry, std::string_view key, std::string_view types)
{
    const auto found = entry.find(types);
    if (!found)
        return;
    json.key(key).beginArray();
    std::size_t count = 0;
    found->items([&](const Value& type) {
        if (++count <= kMostTensors)
            json.text(type.text());
    });
    json.endArray();
}

template <class Value>
void writeStack(JsonWriter& json, const Value& entry)
{
    const auto frames = entry.find("frames");
    if (!frames)
        return;
    json.key("Call stack").beginArray();
    std::size_t count = 0;
    frames->items([&](const Value& frame) {
        if (++count <= kMostFrames)
            json.text(textOf(frame, "filename") + ":" + textOf(frame, "line") + " " + textOf(frame, "name"));
    });
    json.endArray();
}

/// Global ranks of each process group, ascending.
using GroupRanks = std::map<std::string, std::vector<std::int32_t>>;

template <class Value>
std::string argumentsOf(const Value& entry, const GroupRanks& groups)
{
    const std::string name = textOf(entry, "profiling_name");
    const auto [group, description] = groupOf(entry);
    JsonWriter json;
    json.beginObject();
    json.key("Collective name").text(name.substr(name.find(':') + 1));
    json.key("Process Group Name").text(group);
    json.key("Process Group Description").text(description);
    const bool single = integerOf(entry, "is_p2p").value_or(0) != 0;
    if (const auto sequence = integerOf(entry, single ? "p2p_seq_id" : "collective_seq_id"))
        json.key("Seq").integer(*sequence);
    if (const auto peer = peerOf(name)) {
        const auto ranks = groups.find(group);
        const bool known = ranks != groups.end() && *peer < ranks->second.size();
        json.key(name.find("->") != std::string::npos ? "Dst Rank" : "Src Rank")
            .integer(known ? ranks->second[*peer] : static_cast<std::int64_t>(*peer));
    }
    writeSizes(json, entry, "Input Dims", "input_sizes");
    writeTypes(json, entry, "Input type", "input_dtypes");
    writeSizes(json, entry, "Output Dims", "output_sizes");
    writeTypes(json, entry, "Output type", "output_dtypes");
    json.key("State").text(textOf(entry, "state"));
    if (const auto timeout = integerOf(entry, "timeout_ms"))
        json.key("Timeout (ms)").integer(*timeout);
    if (const auto record = integerOf(entry, "record_id"))
        json.key("Record id").integer(*record);
    writeStack(json, entry);
    json.endObject();
    return json.take();
}

/// When a call ran, as far as the dump tells; ns since 1970, 0: not told.
struct CallTimes {
    std::int64_t created = 0;
    std::int64_t started = 0;
    std::int64_t completed = 0;
};

template <class Owner, class Value>
class FlightReader {
public:
    FlightReader(Value root, std::shared_ptr<const Owner> owner, ImportTarget& target, const core::Task& task)
        : m_root(root)
        , m_owner(std::move(owner))
        , m_target(target)
        , m_task(task)
    {
    }

    core::Result<core::Done> read()
    {
        const auto entries = m_root.isObject() ? m_root.find("entries") : std::nullopt;
        if (!entries)
            return core::Error{core::ErrorCode::MissingKey, {"entries"}};
        for (const char* key : {"version", "comm_lib_version", "nccl_version"}) {
            if (const std::string text = textOf(m_root, key); !text.empty())
                m_target.metadata.emplace_back(std::string("flight recorder ") + key, text);
        }
        if (const auto groups = m_root.find("pg_config"))
            groups->members([this](const Value& group) { readGroup(group); });
        entries->items([this](const Value& entry) { readEntry(entry); });
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        addSlices();
        // Written when somebody asks; the owner keeps the values alive.
        m_target.arguments =
            std::make_shared<FoundArguments>([owner = std::move(m_owner), entries = std::move(m_entries),
                                              groups = std::move(m_groups)](std::uint64_t place) {
                return place < entries.size() ? argumentsOf(entries[place], groups) : std::string("{}");
            });
        return core::Done{};
    }

private:
    void readGroup(const Value& value)
    {
        core::ProcessGroup group;
        group.name = textOf(value, "name");
        group.description = textOf(value, "desc");
        if (m_ranks < kMostRanks)
            group.ranks = rankNumbers(textOf(value, "ranks"), kMostRanks);
        m_ranks += group.ranks.size();
        if (group.description == "undefined")
            group.description.clear();
        if (!group.ranks.empty()) // every rank below the greatest is in the world
            m_target.file.worldSize =
                std::max<std::int64_t>(m_target.file.worldSize, std::int64_t{group.ranks.back()} + 1);
        m_groups.emplace(group.name, group.ranks);
        m_target.file.groups.push_back(std::move(group));
    }

    void readEntry(const Value& entry)
    {
        if (m_task.cancelled())
            return;
        ++m_target.tally.events;
        CallTimes times{.created = integerOf(entry, "time_created_ns").value_or(0),
                        .started = integerOf(entry, "time_discovered_started_ns").value_or(0),
                        .completed = integerOf(entry, "time_discovered_completed_ns").value_or(0)};
        if (!entry.isObject() || times.created == 0) {
            m_target.remarks.note(RemarkKind::OddEntry, entry.offset());
            return;
        }
        for (const std::int64_t time : {times.created, times.started, times.completed})
            m_last = std::max(m_last, clampTime(time));
        m_entries.push_back(entry);
        m_times.push_back(times);
    }

    void addSlices()
    {
        if (m_entries.empty())
            return;
        core::TimelineBuilder& builder = m_target.builder;
        const std::int64_t shift = joinRunClock(m_target, 0, m_times[m_times.size() / 2].created);
        for (std::size_t at = 0; at < m_entries.size(); ++at) {
            const Value& entry = m_entries[at];
            const CallTimes& times = m_times[at];
            const auto [group, description] = groupOf(entry);
            const bool single = integerOf(entry, "is_p2p").value_or(0) != 0;
            const core::TrackId id =
                builder.track("flight recorder", group + (single ? " p2p" : ""), m_target.source);
            core::Track& track = builder.describe(id);
            track.process = builder.intern("flight recorder");
            track.thread = validName(m_target, (description.empty() ? "group " + group : description) +
                                                   (single ? " (point to point)" : ""));
            const std::int64_t begin = clampTime(times.started > 0 ? times.started : times.created);
            const std::int64_t end = times.completed > 0 ? clampTime(times.completed) : m_last;
            std::string name = textOf(entry, "profiling_name");
            if (name.empty()) {
                m_target.remarks.note(RemarkKind::UnnamedEvent, entry.offset());
                name = "unnamed";
            }
            if (textOf(entry, "state") != "completed")
                m_target.remarks.note(RemarkKind::BeginWithoutEnd, entry.offset());
            builder.slice(id, saturatedSum(begin, shift),
                          std::max<std::int64_t>(0, saturatedSum(end, -begin)), validName(m_target, name),
                          builder.intern(kFlightRecorder), placeOf(m_target.source, at));
            ++m_target.tally.slices;
        }
    }

    Value m_root;
    std::shared_ptr<const Owner> m_owner;
    ImportTarget& m_target;
    const core::Task& m_task;
    std::vector<Value> m_entries;
    std::vector<CallTimes> m_times; ///< of each
    GroupRanks m_groups;
    std::size_t m_ranks = 0;               ///< named by all groups so far
    std::int64_t m_last = -core::kMaxTime; ///< the dump's last time: until then unfinished calls are drawn
};

/// \p has: whether the root has a member of that name. A dump whose entries were left out is one, too.
template <class Has>
bool isDump(const Has& has)
{
    return has("pg_config") || has("pg_status");
}

bool holds(const Pickle& pickle)
{
    const PickledValue root(pickle, pickle.root());
    const auto entries = root.find("entries");
    bool calls = false;
    if (entries)
        entries->items([&](const PickledValue& entry) { calls = calls || entry.find("collective_seq_id"); });
    return calls || isDump([&](std::string_view key) { return root.find(key).has_value(); });
}

core::Result<core::Done> readPickle(Pickle read, ImportTarget& target, const core::Task& task)
{
    const auto pickle = std::make_shared<const Pickle>(std::move(read));
    return FlightReader(PickledValue(*pickle, pickle->root()), pickle, target, task).read();
}

bool sniff(std::string_view firstBytes)
{
    const json::Head head(firstBytes);
    const auto entries = json::headMember(head.root(), "entries");
    return (entries && json::headMember(json::headElement(*entries), "collective_seq_id")) ||
           isDump([&](std::string_view key) { return head.has(key); });
}

core::Result<core::Done> readJson(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::string bytes, readWhole(source, task));
    const auto parser = std::make_shared<simdjson::dom::parser>();
    simdjson::dom::element root;
    if (const auto error = parser->parse(bytes).get(root); error != simdjson::SUCCESS)
        return core::Error{core::ErrorCode::FormatUnknown,
                           {core::phrase(W_("JSON with an error (%1)"), {simdjson::error_message(error)}),
                            "PyTorch flight recorder"}};
    return FlightReader(JsonValue(root), std::shared_ptr<const simdjson::dom::parser>(parser), target, task)
        .read();
}

} // namespace

const PickleFormat kFlightRecorderPickle{"PyTorch flight recorder", holds, readPickle};
const SerialImporter kFlightRecorderJson("PyTorch flight recorder (JSON)", sniff, readJson);

} // namespace shardscope::profiler
