// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/collectives.h"

#include "core/base/ascii.h"
#include "core/run/run_rules.h"
#include "core/timeline/row_kinds.h"
#include "profiler/trace/collective_match.h"
#include "profiler/trace/collective_names.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace shardscope::profiler {

using core::SliceId;

namespace {

/// Rows of one source that have to do with communication.
struct SourceRows {
    std::vector<std::uint32_t> device;
    std::vector<std::uint32_t> annotations;
};

class Finder {
public:
    Finder(const core::Run& run, const core::Task& task)
        : m_run(run)
        , m_timeline(*run.timeline)
        , m_kinds(*run.timeline, core::rulesOf(run))
        , m_task(task)
    {
    }

    core::Result<Collectives> find()
    {
        collectRows();
        linkLaunches();
        readArguments();
        for (std::uint32_t source = 0; source < m_rows.size(); ++source) {
            m_ranks.push_back(rankOrSource(m_run, source));
            const SourceRows& rows = m_rows[source];
            const bool device = !rows.device.empty();
            for (const std::uint32_t row : device ? rows.device : rows.annotations) {
                SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
                addCall(row, source, device);
            }
        }
        sortCalls();
        matchCollectives(m_run, m_found);
        return std::move(m_found);
    }

private:
    [[nodiscard]] std::string_view text(core::NameId id) const
    {
        return id.valid() ? m_timeline.names().text(id) : std::string_view();
    }
    [[nodiscard]] CommunicationName roleOf(std::uint32_t row) const
    {
        return communicationOf(m_kinds.of(row));
    }

    void collectRows()
    {
        m_rows.resize(m_run.sources.size());
        for (const core::Lane& lane : m_timeline.lanes()) {
            const core::Track& track = m_timeline.tracks()[lane.track.index()];
            const std::uint32_t source = track.source;
            if (source >= m_rows.size())
                m_rows.resize(source + std::size_t{1});
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                const CommunicationRole role = communicationOf(m_kinds.of(row, lane.track)).role;
                if (role == CommunicationRole::Device)
                    m_rows[source].device.push_back(row);
                else if (role == CommunicationRole::Annotation)
                    m_rows[source].annotations.push_back(row);
            }
        }
    }

    /// The host's rows whose arrows end at the device's rows of communication.
    void linkLaunches()
    {
        for (const SourceRows& rows : m_rows) {
            for (const std::uint32_t row : rows.device)
                m_launches.emplace(row, SliceId::kNone);
        }
        for (const core::Flow& flow : m_timeline.flows()) {
            if (!flow.to.valid() || !flow.from.valid())
                continue;
            const auto found = m_launches.find(flow.to.value);
            if (found != m_launches.end() && found->second == SliceId::kNone)
                found->second = flow.from.value;
        }
    }

    /// Arguments of all calls and of the rows around them in one pass: one by one, a compressed file would be
    /// inflated again for each.
    void readArguments()
    {
        if (!m_run.arguments)
            return;
        for (const SourceRows& rows : m_rows) {
            const bool device = !rows.device.empty();
            for (const std::uint32_t row : device ? rows.device : rows.annotations) {
                m_places.push_back(m_timeline.args()[row]);
                const std::uint32_t first = device ? m_launches[row] : row;
                std::optional<SliceId> at =
                    first == SliceId::kNone ? std::nullopt : std::optional(SliceId{std::size_t{first}});
                for (; at; at = m_timeline.parentOf(*at)) {
                    if (roleOf(at->value).role != CommunicationRole::None)
                        m_places.push_back(m_timeline.args()[at->index()]);
                }
            }
        }
        std::ranges::sort(m_places);
        m_places.erase(std::unique(m_places.begin(), m_places.end()), m_places.end());
        if (!m_places.empty() && m_places.back() == core::kNoArgs)
            m_places.pop_back();
        m_arguments.resize(m_places.size());
        m_run.arguments->visit(
            m_places,
            [&](std::size_t at, std::string_view json) { m_arguments[at] = readCollectiveArguments(json); },
            m_task.stop);
    }

    /// Takes what \p row's arguments say and \p into does not know yet.
    void addArguments(std::uint32_t row, CollectiveArguments& into) const
    {
        const std::uint64_t place = m_timeline.args()[row];
        const auto known = std::ranges::lower_bound(m_places, place);
        if (known == m_places.end() || *known != place)
            return;
        CollectiveArguments read = m_arguments[static_cast<std::size_t>(known - m_places.begin())];
        into.kind = into.kind ? into.kind : read.kind;
        if (into.groupName.empty() && into.ranks.empty()) {
            into.groupName = std::move(read.groupName);
            into.groupDescription = std::move(read.groupDescription);
            into.ranks = std::move(read.ranks);
        }
        into.bytes = into.bytes >= 0 ? into.bytes : read.bytes;
        into.sequence = into.sequence >= 0 ? into.sequence : read.sequence;
        into.peer = into.peer >= 0 ? into.peer : read.peer;
    }

    void addCall(std::uint32_t row, std::uint32_t source, bool device)
    {
        CollectiveCall call{.row = row, .source = source, .rank = m_ranks[source], .device = device};
        CollectiveKind named = roleOf(row).kind;
        CollectiveArguments arguments;
        addArguments(row, arguments);
        const std::uint32_t first = device ? m_launches[row] : row;
        call.host = device ? first : SliceId::kNone;
        // The rows around the call know more: parameters the group, the annotation what a kernel serves.
        std::optional<SliceId> at =
            first == SliceId::kNone ? std::nullopt : std::optional(SliceId{std::size_t{first}});
        for (; at; at = m_timeline.parentOf(*at)) {
            const CommunicationName role = roleOf(at->value);
            if (role.role == CommunicationRole::None || at->value == row)
                continue;
            if (role.role == CommunicationRole::Annotation) {
                named = named == CollectiveKind::PointToPoint || named == CollectiveKind::Other ? role.kind
                                                                                                : named;
                call.host = at->value;
            }
            addArguments(at->value, arguments);
        }
        call.kind = arguments.kind.value_or(named);
        call.bytes = arguments.bytes;
        call.sequence = arguments.sequence;
        call.peer = arguments.peer;
        call.group = groupOf(source, std::move(arguments));
        m_found.calls.push_back(call);
    }

    std::uint32_t groupOf(std::uint32_t source, CollectiveArguments arguments)
    {
        const auto declared = source < m_run.sources.size()
                                  ? std::span<const core::ProcessGroup>(m_run.sources[source].groups)
                                  : std::span<const core::ProcessGroup>();
        const core::ProcessGroup* known = nullptr;
        if (arguments.groupName.empty() && arguments.ranks.empty()) {
            known = declared.size() == 1 ? &declared.front() : nullptr;
        } else {
            const auto found = std::ranges::find_if(
                declared, [&](const auto& group) { return group.name == arguments.groupName; });
            known = found == declared.end() ? nullptr : &*found;
        }
        CommunicationGroup group{arguments.groupName, arguments.groupDescription, std::move(arguments.ranks)};
        if (known != nullptr) {
            group.name = known->name;
            group.description = group.description.empty() ? known->description : group.description;
            if (group.ranks.empty()) {
                group.ranks = known->ranks;
                std::ranges::sort(group.ranks);
            }
        }
        const auto [found, isNew] = m_groups.try_emplace({group.name, group.ranks},
                                                         static_cast<std::uint32_t>(m_found.groups.size()));
        if (isNew)
            m_found.groups.push_back(std::move(group));
        return found->second;
    }

    void sortCalls()
    {
        const auto ts = m_timeline.ts();
        std::ranges::stable_sort(m_found.calls, [&](const CollectiveCall& a, const CollectiveCall& b) {
            return std::tuple(a.rank, a.source, ts[a.row], a.row) <
                   std::tuple(b.rank, b.source, ts[b.row], b.row);
        });
    }

    const core::Run& m_run;
    const core::Timeline& m_timeline;
    core::RowKinds m_kinds;
    const core::Task& m_task;
    Collectives m_found;
    std::vector<SourceRows> m_rows;
    std::vector<std::int32_t> m_ranks;            ///< by source: what it is called
    std::vector<std::uint64_t> m_places;          ///< of arguments, ascending
    std::vector<CollectiveArguments> m_arguments; ///< of each
    std::map<std::uint32_t, std::uint32_t> m_launches;
    std::map<std::pair<std::string, std::vector<std::int32_t>>, std::uint32_t> m_groups;
};

} // namespace

bool isSynchronizing(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce:
    case CollectiveKind::AllGather:
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllToAll:
    case CollectiveKind::Barrier: return true;
    default: return false;
    }
}

bool isPointToPoint(CollectiveKind kind)
{
    return kind == CollectiveKind::Send || kind == CollectiveKind::Receive ||
           kind == CollectiveKind::PointToPoint;
}

core::Result<Collectives> findCollectives(const core::Run& run, const core::Task& task)
{
    return Finder(run, task).find();
}

std::int32_t rankOfText(std::string_view text)
{
    constexpr std::string_view kMark = "rank";
    for (std::size_t at = 0; at + kMark.size() < text.size(); ++at) {
        const bool here =
            std::equal(kMark.begin(), kMark.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                       [](char a, char b) { return a == (b | 0x20); });
        if (!here || (at > 0 && core::isLetterOrDigit(text[at - 1])))
            continue;
        std::size_t digits = at + kMark.size();
        while (digits < text.size() && (text[digits] == ' ' || text[digits] == ':' || text[digits] == '_' ||
                                        text[digits] == '-' || text[digits] == '#'))
            ++digits;
        std::int32_t rank = -1;
        const auto parsed = std::from_chars(text.data() + digits, text.data() + text.size(), rank);
        if (parsed.ec == std::errc() && rank >= 0)
            return rank;
    }
    return -1;
}

std::int32_t rankOrSource(const core::Run& run, std::uint32_t source)
{
    if (source >= run.sources.size())
        return static_cast<std::int32_t>(source);
    if (run.sources[source].rank >= 0)
        return run.sources[source].rank;
    const std::uint32_t process = run.sources[source].hostSource.value_or(source);
    const auto before = std::span(run.sources).first(process);
    return static_cast<std::int32_t>(
        std::ranges::count_if(before, [](const core::RunSource& one) { return !one.hostSource; }));
}

} // namespace shardscope::profiler
