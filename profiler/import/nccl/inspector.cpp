// SPDX-License-Identifier: GPL-3.0-or-later
// What NCCL's Inspector writes of each collective that completed, a JSON object a line (NVIDIA/nccl,
// plugins/profiler/inspector/inspector_json.cc). Has no header of its own: formats.h declares the format.
#include "profiler/import/arguments/document_reader.h"
#include "profiler/import/formats.h"
#include "profiler/import/text/json_head.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/import/text/saturate.h"
#include "profiler/trace/collective_names.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace shardscope::profiler {

namespace {

using json::integerOf;
using json::memberOf;
using json::textOf;

constexpr std::int64_t kMicrosecond = 1000; // ns

/// A call of a rank to all, or to one.
struct InspectedCall {
    std::string_view header;
    std::string_view call;
    std::string prefix; ///< of its keys: "coll", "p2p"

    [[nodiscard]] std::string_view value(const char* key) const { return memberOf(call, prefix + key); }
    [[nodiscard]] std::string name() const { return textOf(memberOf(call, prefix)); }
};

std::optional<InspectedCall> callOf(std::string_view line)
{
    std::string_view header, all, one;
    json::readMembers(line, {{"header", &header}, {"coll_perf", &all}, {"p2p_perf", &one}});
    if (header.empty() || (all.empty() && one.empty()))
        return std::nullopt;
    return all.empty() ? InspectedCall{header, one, "p2p"} : InspectedCall{header, all, "coll"};
}

/// When the call ran, where the plugin was asked for it (NCCL_INSPECTOR_DUMP_VERBOSE): its kernels' channels,
/// else the call itself; us since 1970.
std::optional<std::pair<std::int64_t, std::int64_t>> timesOf(const InspectedCall& call)
{
    const std::string_view times = memberOf(call.call, "event_trace_ts");
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = 0;
    json::walkArray(memberOf(times, "kernel_events"), [&](std::string_view channel, bool) {
        const auto from = integerOf(memberOf(channel, "kernel_start_ts"));
        const auto until = integerOf(memberOf(channel, "kernel_stop_ts"));
        if (!from || !until || *from <= 0 || *until < *from)
            return;
        begin = std::min(begin, *from);
        end = std::max(end, *until);
    });
    if (end > 0)
        return std::pair(begin, end);
    const auto from = integerOf(memberOf(times, call.prefix + "_start_ts"));
    const auto until = integerOf(memberOf(times, call.prefix + "_stop_ts"));
    if (from && until && *from > 0 && *until >= *from)
        return std::pair(*from, *until);
    return std::nullopt;
}

/// Arguments like those of the flight recorder's calls; see readCollectiveArguments.
std::string argumentsOf(std::string_view line)
{
    const auto call = callOf(line);
    if (!call)
        return "{}";
    JsonWriter json;
    json.beginObject();
    const std::string name = call->name();
    const std::int64_t ranks = integerOf(memberOf(call->header, "n_ranks")).value_or(-1);
    json.key("Collective name").text(name);
    json.key("Process Group Name").text(textOf(memberOf(call->header, "id")));
    if (const std::string told = textOf(memberOf(call->header, "comm_name")); told != "unknown")
        json.key("Process Group Description").text(told);
    json.key("Communicator size").integer(ranks);
    json.key("Rank in communicator").integer(integerOf(memberOf(call->header, "rank")).value_or(-1));
    if (const auto sequence = integerOf(call->value("_sn")))
        json.key("Seq").integer(*sequence);
    if (const auto bytes = integerOf(call->value("_msg_size_bytes"))) {
        // A reduce-scatter's size is what a rank is left with: its input is that times the ranks.
        const bool left = name == "ReduceScatter" && ranks > 0;
        json.key("In msg nelems").integer(left ? saturatedProduct(*bytes, ranks) : *bytes);
        json.key("dtype").text("Byte");
    }
    if (const auto peer = integerOf(call->value("_peer")))
        json.key(name == "Send" ? "Dst Rank" : "Src Rank").integer(*peer);
    if (const auto took = integerOf(call->value("_exec_time_us")))
        json.key("Took (us)").integer(*took);
    for (const auto& [key, said] : {std::pair("Bus bandwidth (GB/s)", "_busbw_gbs"),
                                    std::pair("Algorithm bandwidth (GB/s)", "_algobw_gbs")}) {
        if (const auto rate = json::realOf(call->value(said)))
            json.key(key).real(*rate);
    }
    for (const auto& [key, said] : {std::pair("Algorithm", "_algo"), std::pair("Protocol", "_proto"),
                                    std::pair("Timed by", "_timing_source")}) {
        if (const std::string told = textOf(call->value(said)); !told.empty())
            json.key(key).text(told);
    }
    json.endObject();
    return json.take();
}

/// Tells calls as other recorders do, from the lines in the file.
class InspectorArguments final : public FileArguments {
public:
    explicit InspectorArguments(std::shared_ptr<const FileArguments> lines)
        : m_lines(std::move(lines))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override
    {
        const json::Document line(m_lines->at(place)); // reading looks ahead
        return argumentsOf(line.root());
    }
    void visit(std::span<const std::uint64_t> places, const core::ArgumentVisitor& visitor,
               const std::stop_token& stop) const override
    {
        m_lines->visit(
            places,
            [&](std::size_t at, std::string_view line) {
                std::string text = argumentsOf(line);
                const std::size_t size = text.size();
                text.resize(size + core::kArgumentPadding);
                visitor(at, std::string_view(text).substr(0, size));
            },
            stop);
    }

private:
    std::shared_ptr<const FileArguments> m_lines;
};

class InspectorReader : DocumentReader {
public:
    InspectorReader(const json::Document& document, ImportTarget& target, const core::Task& task)
        : DocumentReader(document, target, task)
    {
    }

    core::Result<core::Done> read()
    {
        bool found = false;
        const char* at = m_document.root().data();
        const char* const end = at + m_document.root().size();
        while (at < end && !stopped()) {
            const json::Skipped whole = json::skipValue(at, end);
            const std::string_view line(at, static_cast<std::size_t>(whole.end - at));
            if (whole.outcome != json::Outcome::Ok) {
                note(json::Walked{whole.outcome, at});
                break;
            }
            found = !memberOf(line, "header").empty() || found;
            readLine(line);
            at = json::skipSpace(whole.end, end);
        }
        return ended(found, "header", "NCCL Inspector (JSON lines)");
    }

private:
    void readLine(std::string_view line)
    {
        const auto call = callOf(line);
        const std::string_view metadata = memberOf(line, "metadata");
        if (!call) {
            readDropped(line);
            return;
        }
        ++m_target.tally.events;
        const std::string name = call->name();
        const std::int64_t rank = integerOf(memberOf(call->header, "rank")).value_or(-1);
        const std::string group = textOf(memberOf(call->header, "id"));
        const std::string process =
            textOf(memberOf(metadata, "hostname")) + " " + textOf(memberOf(metadata, "pid"));
        const core::TrackId id = m_builder.track(process, group, m_target.source);
        core::Track& track = m_builder.describe(id);
        track.process = m_builder.intern("NCCL Inspector " + process);
        track.thread = m_builder.intern("communicator " + group + " rank " + std::to_string(rank));
        track.async = true;
        // The largest communicator of a process is the job's.
        const std::int64_t size = integerOf(memberOf(call->header, "n_ranks")).value_or(-1);
        if (size > m_target.file.worldSize && rank >= 0 && rank < size &&
            size <= std::numeric_limits<std::int32_t>::max()) {
            m_target.file.worldSize = size;
            m_target.file.rank = static_cast<std::int32_t>(rank);
            m_target.file.rankFrom = "rank of the largest communicator";
        }
        if (name.empty()) {
            note(RemarkKind::UnnamedEvent, line);
            return;
        }
        const auto times = timesOf(*call);
        const auto took = integerOf(call->value("_exec_time_us"));
        const auto written = integerOf(memberOf(metadata, "dump_timestamp_us"));
        if (!times && (!took || !written)) {
            note(RemarkKind::EventWithoutTime, line);
            return;
        }
        // A call without times is only known to have ended before it was written.
        const std::int64_t end = saturatedProduct(times ? times->second : *written, kMicrosecond);
        const std::int64_t begin =
            times ? saturatedProduct(times->first, kMicrosecond)
                  : saturatedSum(end, -saturatedProduct(std::max<std::int64_t>(*took, 0), kMicrosecond));
        if (!m_shift)
            m_shift = joinRunClock(m_target, 0, end);
        m_builder.slice(id, saturatedSum(begin, *m_shift),
                        std::max<std::int64_t>(saturatedSum(end, -begin), 0), m_builder.intern(name),
                        m_builder.intern(!times                  ? kUntimedCall
                                         : call->prefix == "p2p" ? kNcclTransfer
                                                                 : kNcclCall),
                        placeOf(line));
        ++m_target.tally.slices;
    }

    /// Tells once a dump and communicator how many calls were overwritten before they could be written.
    void readDropped(std::string_view line)
    {
        const std::string_view stats = memberOf(line, "dump_stats");
        std::int64_t dropped = 0;
        for (const char* const key : {"coll_dropped_since_last_dump", "p2p_dropped_since_last_dump"})
            dropped += std::clamp<std::int64_t>(integerOf(memberOf(stats, key)).value_or(0), 0,
                                                std::numeric_limits<std::int32_t>::max());
        if (dropped > 0)
            note(RemarkKind::RecorderLostData, line, static_cast<std::uint64_t>(dropped));
    }

    std::optional<std::int64_t> m_shift; ///< by the first time
};

bool sniffLines(std::string_view firstBytes)
{
    const json::Head head(firstBytes);
    return head.has("header") && head.has("metadata") &&
           (head.has("coll_perf") || head.has("p2p_perf") || head.has("dump_stats")) &&
           json::headMember(head.root(), "metadata")
                   .value_or(std::string_view())
                   .find("inspector_output_format_version") != std::string_view::npos;
}

core::Result<core::Done> readLines(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(std::string text, readWhole(source, task));
    const json::Document document(std::move(text));
    target.arguments = std::make_shared<InspectorArguments>(makeObjectArguments(source.randomText()));
    return InspectorReader(document, target, task).read();
}

} // namespace

const SerialImporter kNcclInspectorFormat("NCCL Inspector (JSON lines)", sniffLines, readLines);

} // namespace shardscope::profiler
