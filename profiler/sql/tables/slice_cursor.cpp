// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/slice_cursor.h"

#include <algorithm>

namespace shardscope::profiler::sql {

namespace {

RowKey keyOf(int column)
{
    switch (column) {
    case kSliceTs: return RowKey::Ts;
    case kSliceDur: return RowKey::Dur;
    case kSliceTrack: return RowKey::Track;
    case kSliceDepth: return RowKey::Depth;
    case kSliceName:
    case kSliceNameId: return RowKey::Name;
    case kSliceCategory: return RowKey::Category;
    case kSliceOp: return RowKey::Op;
    case kSliceRank: return RowKey::Rank;
    case kSliceInstant: return RowKey::Instant;
    default: return RowKey::Id;
    }
}

} // namespace

const RowCalls& SliceCursor::rowCalls() { return RowCallsOf<SliceCursor>::calls; }

bool SliceCursor::unrestricted() const
{
    const SliceFilter none;
    const auto open = [&](const IntegerRange& range) {
        return range.low == none.id.low && range.high == none.id.high;
    };
    return open(m_filter.id) && open(m_filter.ts) && open(m_filter.dur) && open(m_filter.instant) &&
           !m_filter.byTrack && !m_filter.byDepth && !m_filter.byParent && !m_filter.byRank &&
           !m_filter.byArgSet && !m_filter.byCorrelation && !m_filter.byExternal && !m_filter.name &&
           !m_filter.category && !m_filter.op;
}

std::pair<std::uint32_t, std::uint32_t> SliceCursor::windowOf(std::uint32_t number) const
{
    const core::Timeline& timeline = m_rows.timeline();
    const core::Lane& lane = timeline.lanes()[number];
    const core::LaneId id(number);
    const std::uint32_t end = lane.begin + lane.count;
    std::uint32_t first = lane.begin;
    std::uint32_t last = end;
    if (m_filter.ts.low > core::kMaxTime || m_filter.ts.high < -core::kMaxTime)
        return {first, first};
    if (m_filter.ts.low > -core::kMaxTime)
        first = timeline.firstStartingAt(id, first, m_filter.ts.low);
    if (m_filter.ts.high < core::kMaxTime)
        last = timeline.firstStartingAt(id, first, m_filter.ts.high + 1);
    return {first, last};
}

/// The lanes that can hold wanted rows, as a range.
std::pair<std::uint32_t, std::uint32_t> SliceCursor::lanes() const
{
    const core::Timeline& timeline = m_rows.timeline();
    if (!m_filter.byTrack || m_filter.track.low != m_filter.track.high)
        return {0, static_cast<std::uint32_t>(timeline.lanes().size())};
    if (m_filter.track.low < 0 || m_filter.track.low >= static_cast<std::int64_t>(timeline.tracks().size()))
        return {0, 0};
    const core::Track& track = timeline.tracks()[static_cast<std::size_t>(m_filter.track.low)];
    return {track.firstLane, track.firstLane + track.laneCount};
}

template <class Visit>
void SliceCursor::forEachWindow(Visit visit) const
{
    const auto [firstLane, lastLane] = lanes();
    for (std::uint32_t lane = firstLane; lane < lastLane; ++lane) {
        if (m_filter.wantsLane(m_rows, lane))
            std::apply(visit, windowOf(lane));
    }
    std::apply(visit, m_rows.instantsWithin(m_filter.ts.low, m_filter.ts.high));
}

std::uint64_t SliceCursor::windowRows() const
{
    std::uint64_t count = 0;
    forEachWindow([&count](std::uint32_t first, std::uint32_t last) { count += last - first; });
    return count;
}

void SliceCursor::addWindow()
{
    forEachWindow([this](std::uint32_t first, std::uint32_t last) { addRange(first, last); });
}

void SliceCursor::addChildren(std::uint32_t parent)
{
    if (parent >= m_rows.slices())
        return; // an instant holds nothing
    const core::Timeline& timeline = m_rows.timeline();
    const std::uint32_t own = m_rows.lane(parent, m_laneHint);
    const core::Track& track = timeline.tracks()[timeline.lanes()[own].track.index()];
    m_filter.ts.low = std::max(m_filter.ts.low, m_rows.ts(parent));
    m_filter.ts.high = std::min(m_filter.ts.high, m_rows.ts(parent) + m_rows.dur(parent));
    if (m_filter.ts.empty())
        return;
    for (std::uint32_t lane = own + 1; lane < track.firstLane + track.laneCount; ++lane) {
        const auto [first, last] = windowOf(lane);
        addRange(first, last);
    }
    const auto [first, last] = m_rows.instantsWithin(m_filter.ts.low, m_filter.ts.high);
    addRange(first, last);
}

Status SliceCursor::chooseByKey()
{
    const ArgKey key = m_filter.byCorrelation ? ArgKey::Correlation : ArgKey::ExternalId;
    m_list = m_keys.by(key, m_task);
    if (m_list == nullptr)
        return Status::Interrupted;
    const auto [begin, end] =
        m_keys.placesOf(key, m_filter.byCorrelation ? m_filter.correlation.low : m_filter.external.low);
    if (!m_filter.byCorrelation || !m_filter.byExternal) {
        if (begin < end)
            m_runs.push_back({m_list->data(), begin, end});
        return Status::Ok;
    }
    auto both = std::make_shared<RowList>(); // both are asked for
    for (std::uint32_t at = begin; at < end; ++at) {
        if (m_keys.value(ArgKey::ExternalId, (*m_list)[at], m_task) == m_filter.external.low)
            both->push_back((*m_list)[at]);
    }
    if (!both->empty())
        m_runs.push_back({both->data(), 0, static_cast<std::uint32_t>(both->size())});
    m_list = std::move(both);
    return Status::Ok;
}

/// The rows among which all wanted ones are: the fewest of what the constraints offer.
Status SliceCursor::choose()
{
    if (m_filter.byCorrelation || m_filter.byExternal)
        return chooseByKey();
    if (m_filter.id.low == m_filter.id.high) {
        if (m_filter.id.low >= 0 && m_filter.id.low < m_rows.count())
            addRange(static_cast<std::uint32_t>(m_filter.id.low),
                     static_cast<std::uint32_t>(m_filter.id.low) + 1);
        return Status::Ok;
    }
    if (m_filter.byParent) {
        if (m_filter.parent.low == m_filter.parent.high && m_filter.parent.low >= 0 &&
            m_filter.parent.low < m_rows.count())
            addChildren(static_cast<std::uint32_t>(m_filter.parent.low));
        return Status::Ok;
    }
    const std::uint64_t inWindow = windowRows();
    const RowGroups* groups = nullptr;
    std::vector<core::NameId> ids;
    std::uint64_t best = inWindow;
    const auto offer = [&](RowKey key, std::vector<core::NameId> names) {
        const RowGroups* const offered = m_order.groups(key, m_task);
        if (offered == nullptr)
            return false;
        std::uint64_t count = 0;
        for (const core::NameId name : names)
            count += offered->of(name).size();
        if (count < best) {
            best = count;
            groups = offered;
            ids = std::move(names);
            m_natural.assign(1, {key});
        }
        return true;
    };
    // A small window is faster walked than any index made.
    constexpr std::uint64_t kSmallWindow = 20'000;
    if (inWindow > kSmallWindow) {
        if ((m_filter.name && !offer(RowKey::Name, m_filter.name->names)) ||
            (m_filter.category && !offer(RowKey::Category, {*m_filter.category})))
            return Status::Interrupted;
    }
    if (groups == nullptr) {
        addWindow();
        return Status::Ok;
    }
    m_list = groups->rows;
    for (const core::NameId name : ids) {
        const auto rows = groups->of(name);
        const auto begin = static_cast<std::uint32_t>(rows.data() - m_list->data());
        if (!rows.empty())
            m_runs.push_back({m_list->data(), begin, begin + static_cast<std::uint32_t>(rows.size())});
    }
    if (ids.size() == 1)
        m_natural.push_back({RowKey::Id});
    return Status::Ok;
}

/// Puts the rows into the order that the plan promised.
Status SliceCursor::chooseOrder(const Plan& plan)
{
    std::vector<OrderKey> keys;
    for (std::size_t at = 0; at < plan.order.size(); ++at)
        keys.push_back({keyOf(plan.order[at]), !plan.downs.empty() && plan.downs[at]});
    const bool isPrefix =
        keys.size() <= m_natural.size() && std::equal(keys.begin(), keys.end(), m_natural.begin());
    const bool lies = m_natural.empty() ? m_order.natural(keys) : isPrefix;
    m_byName = !m_natural.empty() && m_natural.front().key == RowKey::Name;
    if (lies && (!plan.descending || m_runs.size() < 2))
        return Status::Ok;
    m_byName = !keys.empty() && keys.front().key == RowKey::Name;
    if (m_all && m_natural.empty() && !lies) {
        m_list = m_order.all(keys, m_task);
    } else {
        auto rows = std::make_shared<RowList>();
        for (const Run& run : m_runs) {
            for (std::uint32_t at = run.begin; at < run.end; ++at) {
                const std::uint32_t row = run.list == nullptr ? at : run.list[at];
                if (m_all || m_filter.wants(m_rows, row, m_laneHint))
                    rows->push_back(row);
            }
            if (m_task.cancelled())
                return Status::Interrupted;
        }
        m_all = true;
        if (!m_natural.empty())
            std::ranges::sort(*rows);
        m_list = m_order.sort(*rows, keys, m_task) ? std::move(rows) : nullptr;
    }
    if (m_list == nullptr)
        return Status::Interrupted;
    m_runs.assign(1, {m_list->data(), 0, static_cast<std::uint32_t>(m_list->size())});
    return Status::Ok;
}

Status SliceCursor::start(const Plan& plan, std::span<sqlite3_value* const> values)
{
    m_runs.clear();
    m_list = nullptr;
    m_natural.clear();
    m_byName = false;
    m_groupEnd = 0;
    m_run = 0;
    m_at = 0;
    m_count = 0;
    m_backwards = plan.descending;
    m_row = RunRows::kNoRow;
    m_filter = {};
    m_failure = m_filter.take(m_rows, plan.constraints, values);
    if (!m_failure.empty())
        return Status::Failed;
    m_all = unrestricted();
    if (!m_filter.impossible) {
        if (m_all)
            addRange(0, m_rows.count());
        else if (const Status status = choose(); status != Status::Ok)
            return status;
        if (const Status status = chooseOrder(plan); status != Status::Ok)
            return status;
    }
    std::uint64_t rows = 0;
    for (const Run& run : m_runs)
        rows += run.end - run.begin;
    m_arguments.expect(rows);
    m_plain = m_all && !m_backwards;
    return search();
}

/// The next wanted row, from the next one on; enters runs.
Status SliceCursor::search()
{
    constexpr std::uint32_t kRowsBetweenChecks = 1U << 16;
    std::uint32_t skipped = 0;
    while (true) {
        while (m_at < m_count) {
            const std::uint32_t at = m_backwards ? m_current.end - 1 - m_at : m_current.begin + m_at;
            ++m_at;
            std::uint32_t row = at;
            if (m_current.list != nullptr) {
                row = m_current.list[at];
                const std::uint32_t ahead = std::min(m_at + kAhead, m_count) - 1;
                const std::uint32_t coming =
                    m_current.list[m_backwards ? m_current.end - 1 - ahead : m_current.begin + ahead];
                if (!m_rows.isInstant(coming)) { // see next()
                    __builtin_prefetch(m_rows.durations() + coming);
                    if (!m_byName || !m_all)
                        __builtin_prefetch(m_rows.names() + coming);
                }
            }
            if (m_all || m_filter.wants(m_rows, row, m_laneHint)) {
                m_row = row;
                return Status::Ok;
            }
            if (++skipped % kRowsBetweenChecks == 0 && m_task.cancelled())
                return Status::Interrupted;
        }
        if (m_run == m_runs.size())
            break;
        m_current = m_runs[m_run++];
        m_count = m_current.end - m_current.begin;
        m_at = 0;
        m_groupEnd = 0;
    }
    m_row = RunRows::kNoRow;
    return Status::Ok;
}

/// The name of the current row, and the last row of the run that has it too.
void SliceCursor::findGroup()
{
    m_groupName = m_rows.name(m_row);
    m_groupText = m_groupName.valid() ? m_rows.timeline().names().text(m_groupName) : std::string_view();
    const auto isSame = [&](std::uint32_t at) {
        const std::uint32_t place = m_backwards ? m_current.end - 1 - at : m_current.begin + at;
        return m_rows.name(m_current.list[place]) == m_groupName;
    };
    // m_at is one behind the current row: doubling steps, then halving them.
    std::uint32_t step = 1;
    std::uint32_t low = m_at; // all before are the same
    while (step < m_count - low && isSame(low + step - 1)) {
        low += step;
        step *= 2;
    }
    std::uint32_t high = std::min(m_count, low + step);
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (isSame(middle))
            low = middle + 1;
        else
            high = middle;
    }
    m_groupEnd = low;
}

void SliceCursor::otherCell(int column, Answer answer)
{
    if (m_byName && (column == kSliceName || column == kSliceNameId)) {
        const core::NameId id = name();
        if (!id.valid())
            return answer.null();
        return column == kSliceName ? answer.lastingText(m_groupText) : answer.integer(id.value);
    }
    tellSliceCell(m_rows, m_keys, m_task, column, m_row, m_laneHint, answer);
}

void tellSliceCell(const RunRows& rows, SliceKeys& keys, const core::Task& task, int column,
                   std::uint32_t row, std::uint32_t& laneHint, Answer answer)
{
    const auto text = [&](core::NameId id) {
        id.valid() ? answer.lastingText(rows.timeline().names().text(id)) : answer.null();
    };
    switch (column) {
    case kSliceId: return answer.integer(row);
    case kSliceTs: return answer.integer(rows.ts(row));
    case kSliceDur: return answer.integer(rows.dur(row));
    case kSliceTrack: return answer.integer(rows.track(row, laneHint));
    case kSliceDepth: return answer.integer(rows.depth(row, laneHint));
    case kSliceParent: {
        const std::uint32_t parent = rows.parent(row);
        return parent == RunRows::kNoRow ? answer.null() : answer.integer(parent);
    }
    case kSliceName: return text(rows.name(row));
    case kSliceCategory: return text(rows.category(row));
    case kSliceArgSet: return rows.args(row) == core::kNoArgs ? answer.null() : answer.integer(row);
    case kSliceOp: {
        const std::uint8_t op = rows.op(row);
        return op == RunRows::kNoOp ? answer.null()
                                    : answer.lastingText(core::opClassKey(static_cast<core::OpClass>(op)));
    }
    case kSliceRank: {
        const std::int32_t rank = rows.timeline().tracks()[rows.track(row, laneHint)].rank;
        return rank < 0 ? answer.null() : answer.integer(rank);
    }
    case kSliceNameId: {
        const core::NameId id = rows.name(row);
        return id.valid() ? answer.integer(id.value) : answer.null();
    }
    case kSliceStream:
    case kSliceCorrelation:
    case kSliceExternal: {
        const ArgKey key = column == kSliceStream        ? ArgKey::Stream
                           : column == kSliceCorrelation ? ArgKey::Correlation
                                                         : ArgKey::ExternalId;
        const std::int64_t value = keys.value(key, row, task);
        return value == IntegerColumn::kMissing ? answer.null() : answer.integer(value);
    }
    default: return answer.integer(rows.isInstant(row) ? 1 : 0);
    }
}

} // namespace shardscope::profiler::sql
