// SPDX-License-Identifier: GPL-3.0-or-later
// What NCCL's RAS answers of a running job (ncclras -f json): how many collectives of each kind every rank of
// every communicator has launched, and which ranks do not answer. One document or several, one behind the
// other. Has no header of its own: formats.h declares the format that it reads.
#include "core/base/phrase.h"
#include "profiler/import/arguments/found_arguments.h"
#include "profiler/import/bytes/whole_text.h"
#include "profiler/import/formats.h"
#include "profiler/import/text/clock_text.h"
#include "profiler/import/text/json_head.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/import/text/saturate.h"
#include "profiler/import/valid_name.h"
#include "profiler/trace/collective_names.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

using json::integerOf;
using json::memberOf;
using json::textOf;

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kName = "NCCL RAS status (JSON)";

/// NCCL 2.28.9 leaves the comma out before "status" of a rank that is missing (fixed in 2.29): a key that
/// follows a value on a line of its own is put behind one.
std::string withCommas(std::string_view text, RemarkCounter& remarks)
{
    std::string whole;
    whole.reserve(text.size() + 64);
    bool inside = false;  // a string
    bool line = false;    // a line ended since the last byte that is no blank
    bool escaped = false; // within a string
    char last = '\0';     // that is no blank
    for (const char one : text) {
        if (inside) {
            inside = escaped || one != '"';
            escaped = !escaped && one == '\\';
            last = one;
        } else if (kSpace.find(one) != std::string_view::npos) {
            line = line || one == '\n';
        } else {
            const bool value = last != '\0' && std::string_view("{[:,").find(last) == std::string_view::npos;
            inside = one == '"';
            if (inside && value && line) {
                remarks.note(RemarkKind::MissingComma, whole.size());
                whole += ',';
            }
            line = false;
            last = one;
        }
        whole += one;
    }
    return whole;
}

/// One rank of one communicator, as one status tells it.
struct RankStatus {
    std::int64_t rank = -1; ///< within the communicator
    std::string host;
    std::int64_t process = -1;
    std::int64_t device = -1;
    bool missing = false;
    std::string_view object;

    /// What is one device in all communicators.
    [[nodiscard]] std::tuple<std::string_view, std::int64_t, std::int64_t> place() const
    {
        return {host, process, device};
    }
};

struct CommunicatorStatus {
    std::string name;
    std::int64_t size = -1;
    std::int64_t missing = 0; ///< ranks; more than are listed, where NCCL does not know which
    std::vector<RankStatus> ranks;
};

RankStatus rankOf(std::string_view object, bool missing)
{
    RankStatus status;
    status.missing = missing;
    status.object = object;
    status.rank = integerOf(memberOf(object, "rank")).value_or(-1);
    status.host = textOf(memberOf(object, "host"));
    status.process = integerOf(memberOf(object, "pid")).value_or(-1);
    status.device = integerOf(memberOf(object, "cuda_dev")).value_or(-1);
    return status;
}

CommunicatorStatus communicatorOf(std::string_view object)
{
    CommunicatorStatus status;
    status.name = textOf(memberOf(object, "hash"));
    if (const std::string second = textOf(memberOf(object, "secondary_hash")); !second.empty())
        status.name += " " + second; // the two together are never given twice
    status.size = integerOf(memberOf(object, "size")).value_or(-1);
    for (const auto& [key, missing] : {std::pair("ranks", false), std::pair("missing_ranks", true)})
        json::walkArray(memberOf(object, key), [&, gone = missing](std::string_view rank, bool whole) {
            if (whole)
                status.ranks.push_back(rankOf(rank, gone));
        });
    const auto listed = std::ranges::count_if(status.ranks, &RankStatus::missing);
    status.missing =
        std::max<std::int64_t>(listed, integerOf(memberOf(object, "missing_ranks_count")).value_or(0));
    return status;
}

/// "unresponsive", "dead", else "missing": a process that answers and is no member (any more).
std::string stateOf(const RankStatus& rank)
{
    if (!rank.missing)
        return "answered";
    const std::string_view status = memberOf(rank.object, "status");
    const auto says = [&](std::string_view key) {
        return memberOf(status, key) == "true" || memberOf(rank.object, key) == "true";
    };
    return says("considered_dead") ? "dead" : says("unresponsive") ? "unresponsive" : "missing";
}

std::string argumentsOf(const CommunicatorStatus& communicator, const RankStatus& rank)
{
    JsonWriter json;
    json.beginObject();
    json.key("Communicator").text(communicator.name);
    json.key("Communicator size").integer(communicator.size);
    json.key("Missing ranks").integer(communicator.missing);
    json.key("Rank in communicator").integer(rank.rank);
    if (!rank.host.empty())
        json.key("Host").text(rank.host);
    if (rank.process >= 0)
        json.key("Process").integer(rank.process);
    json.key("State").text(stateOf(rank));
    const std::string_view status = memberOf(rank.object, "status");
    for (const auto& [key, said] :
         {std::pair("Init state", "init_state"), std::pair("Asynchronous error", "async_error")}) {
        if (const auto number = integerOf(memberOf(status, said)))
            json.key(key).integer(*number);
    }
    json.key("Launched").beginObject();
    for (const char* const counts : {"collective_counts", "collective_operation_counts"})
        json::walkObject(memberOf(rank.object, counts), [&](std::string_view key, std::string_view value) {
            if (const auto count = integerOf(value))
                json.key(key).integer(*count);
        });
    json.endObject();
    json.endObject();
    return json.take();
}

class RasReader {
public:
    RasReader(ImportTarget& target, const core::Task& task)
        : m_target(target)
        , m_task(task)
    {
    }

    core::Result<core::Done> read(const json::Document& document)
    {
        bool found = false;
        const char* at = document.root().data();
        const char* const end = at + document.root().size();
        while (at < end) {
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            const json::Skipped whole = json::skipValue(at, end);
            const std::string_view status(at, static_cast<std::size_t>(whole.end - at));
            if (whole.outcome != json::Outcome::Ok) {
                m_target.remarks.note(whole.outcome == json::Outcome::Broken ? RemarkKind::BrokenText
                                                                             : RemarkKind::TruncatedText,
                                      document.offsetOf(at));
                break;
            }
            found = !memberOf(status, "communicators").empty() || found;
            readStatus(status, document.offsetOf(at));
            at = json::skipSpace(whole.end, end);
        }
        if (!found)
            return core::Error{
                core::ErrorCode::FormatUnknown,
                {core::phrase(W_("JSON without \"%1\""), {"communicators"}), std::string(kName)}};
        m_target.arguments =
            std::make_shared<FoundArguments>([kept = std::move(m_arguments)](std::uint64_t place) {
                return place < kept.size() ? kept[place] : std::string("{}");
            });
        return core::Done{};
    }

private:
    void readStatus(std::string_view status, std::uint64_t offset)
    {
        std::vector<CommunicatorStatus> communicators;
        json::walkArray(memberOf(status, "communicators"), [&](std::string_view one, bool whole) {
            if (whole)
                communicators.push_back(communicatorOf(one));
        });
        for (const char* const key : {"nccl_version", "rccl_version", "cuda_runtime_version"}) {
            const std::string text = textOf(memberOf(status, key));
            const std::pair<std::string, std::string> entry{std::string("RAS ") + key, text};
            if (!text.empty() && std::ranges::find(m_target.metadata, entry) == m_target.metadata.end())
                m_target.metadata.push_back(entry);
        }
        const auto clock = readCalendarTime(textOf(memberOf(status, "timestamp")));
        if (!clock)
            m_target.remarks.note(RemarkKind::EventWithoutTime, offset);
        const std::int64_t time = clock ? clock->ns : 0;
        const std::int64_t at = saturatedSum(time, joinRunClock(m_target, 0, time));
        const CommunicatorStatus* const world = worldOf(communicators);
        if (world != nullptr)
            m_target.file.worldSize = std::max(m_target.file.worldSize, world->size);
        for (const CommunicatorStatus& communicator : communicators) {
            for (const RankStatus& rank : communicator.ranks)
                addRow(communicator, rank, globalRank(world, communicator, rank), at);
            if (communicator.ranks.empty() && communicator.missing > 0) { // nobody of it answered
                RankStatus nobody;
                nobody.missing = true;
                addRow(communicator, nobody, -1, at);
            }
        }
    }

    /// The communicator that all devices belong to, whose ranks are the job's; null: none.
    static const CommunicatorStatus* worldOf(const std::vector<CommunicatorStatus>& communicators)
    {
        const auto largest = std::ranges::max_element(communicators, {}, &CommunicatorStatus::size);
        if (largest == communicators.end())
            return nullptr;
        std::vector<std::tuple<std::string_view, std::int64_t, std::int64_t>> members;
        for (const RankStatus& rank : largest->ranks)
            members.push_back(rank.place());
        std::ranges::sort(members);
        const bool all = std::ranges::all_of(communicators, [&](const CommunicatorStatus& one) {
            return &one == &*largest || std::ranges::all_of(one.ranks, [&](const RankStatus& rank) {
                return std::ranges::binary_search(members, rank.place());
            });
        });
        const bool apart = std::ranges::adjacent_find(members) == members.end();
        return all && (apart || communicators.size() == 1) ? &*largest : nullptr;
    }

    static std::int64_t globalRank(const CommunicatorStatus* world, const CommunicatorStatus& communicator,
                                   const RankStatus& rank)
    {
        if (world == nullptr || world == &communicator)
            return world == nullptr ? -1 : rank.rank;
        const auto found = std::ranges::find_if(
            world->ranks, [&](const RankStatus& one) { return one.place() == rank.place(); });
        return found == world->ranks.end() ? -1 : found->rank;
    }

    void addRow(const CommunicatorStatus& communicator, const RankStatus& rank, std::int64_t global,
                std::int64_t at)
    {
        core::TimelineBuilder& builder = m_target.builder;
        const std::string who =
            global >= 0 ? "rank " + std::to_string(global)
            : rank.host.empty() && rank.process < 0
                ? "rank " + std::to_string(rank.rank) + " of " + communicator.name
                : rank.host + " " + std::to_string(rank.process) + " device " + std::to_string(rank.device);
        const core::TrackId id =
            builder.track("NCCL RAS " + who, communicator.name + std::to_string(rank.rank), m_target.source);
        core::Track& track = builder.describe(id);
        track.process = validName(m_target, "NCCL RAS " + who);
        track.thread = validName(m_target, "communicator " + communicator.name);
        if (global >= 0 && global <= std::numeric_limits<std::int32_t>::max() && !rank.missing)
            track.rank = static_cast<std::int32_t>(global);
        ++m_target.tally.events;
        ++m_target.tally.slices; // at one time: a status has no length
        builder.slice(id, at, 0, builder.intern(stateOf(rank)), builder.intern(kRasStatus),
                      placeOf(m_target.source, m_arguments.size()));
        m_arguments.push_back(argumentsOf(communicator, rank));
    }

    ImportTarget& m_target;
    const core::Task& m_task;
    std::vector<std::string> m_arguments; ///< of each row
};

bool sniffStatus(std::string_view firstBytes)
{
    const json::Head head(firstBytes);
    return (head.has("nccl_version") || head.has("rccl_version")) &&
           (head.has("communicators") || head.has("communicators_count"));
}

core::Result<core::Done> readStatuses(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::string text, readWhole(source, task));
    const json::Document document(withCommas(text, target.remarks));
    return RasReader(target, task).read(document);
}

} // namespace

const SerialImporter kNcclRasFormat(kName, sniffStatus, readStatuses);

} // namespace shardscope::profiler
