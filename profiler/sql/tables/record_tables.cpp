// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/record_tables.h"

#include "core/base/text_mark.h"
#include "profiler/sql/sqlite/sql_value.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace shardscope::profiler::sql {

namespace {

std::optional<std::uint32_t> numberWithin(const IntegerRange& range, std::size_t count)
{
    if (range.low != range.high || range.low < 0 || range.low >= static_cast<std::int64_t>(count))
        return std::nullopt;
    return static_cast<std::uint32_t>(range.low);
}

enum CounterColumn : int { kCounterId, kCounterTs, kCounterTrackId, kCounterValue };

constexpr std::array<ColumnSpec, 4> kCounterColumns{{
    {"id", ColumnType::Integer, kEqual, true, false, false, N_("the sample's number")},
    {"ts", ColumnType::Integer, kEqual | kRange, false, false, false, N_("in ns")},
    {"track_id", ColumnType::Integer, kEqual, true, false, false, N_("counter_track.id")},
    {"value", ColumnType::Real, kScan, false, false, false, N_("in the counter's own unit")},
}};

/// Samples lie by track, then time: a walk is one range a track.
class CounterCursor final : public Cursor {
public:
    explicit CounterCursor(const RunRows& rows)
        : m_timeline(rows.timeline())
    {
    }

    Status start(const Plan& plan, std::span<sqlite3_value* const> values) override
    {
        IntegerRange track;
        m_id = {};
        m_ts = {};
        for (std::size_t at = 0; at < values.size(); ++at) {
            const int column = plan.constraints[at].column;
            IntegerRange& range = column == kCounterId ? m_id : column == kCounterTs ? m_ts : track;
            narrow(range, plan.constraints[at].comparison, values[at]);
        }
        const auto tracks = static_cast<std::int64_t>(m_timeline.counterTracks().size());
        const std::int64_t first = counterTrackId(m_timeline, 0);
        m_backwards = plan.descending;
        const bool possible = !track.empty() && !m_ts.empty() && !m_id.empty();
        m_track = possible ? std::clamp<std::int64_t>(track.low, first, first + tracks) - first : tracks;
        m_lastTrack =
            possible ? std::clamp<std::int64_t>(track.high, first - 1, first + tracks - 1) - first : -1;
        m_at = m_end = 0;
        advance();
        return Status::Ok;
    }

    bool atEnd() const override { return m_at == m_end; }

    Status next() override
    {
        ++m_at;
        advance();
        return Status::Ok;
    }

    void cell(int column, Answer answer) override
    {
        const core::CounterSample& sample = m_timeline.counterSamples()[index()];
        switch (column) {
        case kCounterId: return answer.integer(static_cast<std::int64_t>(index()));
        case kCounterTs: return answer.integer(sample.ts);
        case kCounterTrackId: return answer.integer(counterTrackId(m_timeline, m_current));
        default: return answer.real(sample.value); // NaN is SQL's NULL
        }
    }

    std::int64_t rowid() const override { return static_cast<std::int64_t>(index()); }

private:
    [[nodiscard]] std::size_t index() const { return m_backwards ? m_begin + (m_end - 1 - m_at) : m_at; }

    /// Goes on to the next track that has wanted samples, when the current one is done.
    void advance()
    {
        while (m_at == m_end && m_track <= m_lastTrack) {
            m_current = static_cast<std::size_t>(m_backwards ? m_lastTrack-- : m_track++);
            const core::CounterTrack& track = m_timeline.counterTracks()[m_current];
            const auto samples = m_timeline.counterSamples().subspan(track.begin, track.count);
            const auto before = [](const core::CounterSample& s, std::int64_t time) { return s.ts < time; };
            const auto after = [](std::int64_t time, const core::CounterSample& s) { return time < s.ts; };
            const auto first = std::lower_bound(samples.begin(), samples.end(), m_ts.low, before);
            const auto last = std::upper_bound(first, samples.end(), m_ts.high, after);
            std::int64_t begin = track.begin + (first - samples.begin());
            std::int64_t end = track.begin + (last - samples.begin());
            begin = std::max(begin, m_id.low);
            end = m_id.high < end ? m_id.high + 1 : end;
            m_begin = m_at = static_cast<std::size_t>(begin);
            m_end = static_cast<std::size_t>(std::max(begin, end));
        }
    }

    const core::Timeline& m_timeline;
    IntegerRange m_id, m_ts;
    std::int64_t m_track = 0;
    std::int64_t m_lastTrack = -1;
    std::size_t m_current = 0;
    std::size_t m_begin = 0; ///< of the current track's wanted samples
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    bool m_backwards = false;
};

enum FlowColumn : int { kFlowId, kFlowOut, kFlowIn, kFlowTsOut, kFlowTsIn, kFlowCategory, kFlowTrace };

constexpr std::array<ColumnSpec, 7> kFlowColumns{{
    {"id", ColumnType::Integer, kEqual, true, false, false, N_("the arrow's number")},
    {"slice_out", ColumnType::Integer, kEqual, true, false, false,
     N_("slice.id it leaves; NULL: none there")},
    {"slice_in", ColumnType::Integer, kEqual, true, false, false, N_("slice.id it enters; NULL: none there")},
    {"ts_out", ColumnType::Integer, kScan, false, false, false, N_("when it leaves, in ns")},
    {"ts_in", ColumnType::Integer, kScan, false, false, false, N_("when it enters, in ns")},
    {"category", ColumnType::Text, kScan, false, false, false, N_("as the file has it")},
    {"trace_id", ColumnType::Integer, kScan, false, false, false, N_("the arrow's id in the file")},
}};

class FlowCursor final : public Cursor {
public:
    explicit FlowCursor(const RunRows& rows)
        : m_timeline(rows.timeline())
        , m_rows(rows)
    {
    }

    Status start(const Plan& plan, std::span<sqlite3_value* const> values) override
    {
        std::array<IntegerRange, 3> wanted;
        std::array<bool, 3> asked{};
        for (std::size_t at = 0; at < values.size(); ++at) {
            const auto column = static_cast<std::size_t>(plan.constraints[at].column);
            narrow(wanted[column], plan.constraints[at].comparison, values[at]);
            asked[column] = true;
        }
        m_wanted = wanted;
        m_asked = asked;
        m_backwards = plan.descending;
        const int order = plan.order.empty() ? kFlowId : plan.order.front();
        m_list = nullptr;
        m_at = 0;
        m_end = m_timeline.flows().size();
        if (asked[kFlowId] && order == kFlowId) {
            const auto one = numberWithin(wanted[kFlowId], m_end);
            m_at = one.value_or(0);
            m_end = one ? m_at + 1 : 0;
        } else if (order != kFlowId || asked[kFlowOut] || asked[kFlowIn]) {
            const bool leaving = order == kFlowId ? asked[kFlowOut] : order == kFlowOut;
            const auto& sorted = m_rows.arrows(leaving);
            m_list = &sorted;
            if (const std::size_t column = leaving ? kFlowOut : kFlowIn; asked[column])
                narrowList(sorted, leaving, wanted[column]);
        }
        m_begin = m_at;
        m_count = m_end - m_at;
        m_at = 0;
        skip();
        return Status::Ok;
    }

    bool atEnd() const override { return m_at == m_count; }

    Status next() override
    {
        ++m_at;
        skip();
        return Status::Ok;
    }

    void cell(int column, Answer answer) override
    {
        const core::Flow& flow = m_timeline.flows()[index()];
        const auto slice = [&](core::SliceId id) { id.valid() ? answer.integer(id.value) : answer.null(); };
        switch (column) {
        case kFlowId: return answer.integer(static_cast<std::int64_t>(index()));
        case kFlowOut: return slice(flow.from);
        case kFlowIn: return slice(flow.to);
        case kFlowTsOut: return answer.integer(flow.fromTs);
        case kFlowTsIn: return answer.integer(flow.toTs);
        case kFlowCategory:
            return flow.category.valid() ? answer.lastingText(m_timeline.names().text(flow.category))
                                         : answer.null();
        default: return answer.integer(static_cast<std::int64_t>(flow.id)); // as 64 bits, maybe negative
        }
    }

    std::int64_t rowid() const override { return static_cast<std::int64_t>(index()); }

private:
    [[nodiscard]] std::size_t index() const
    {
        const std::size_t at = m_backwards ? m_begin + m_count - 1 - m_at : m_begin + m_at;
        return m_list == nullptr ? at : (*m_list)[at];
    }

    void narrowList(const std::vector<std::uint32_t>& sorted, bool leaving, const IntegerRange& slices)
    {
        const auto slice = numberWithin(slices, m_timeline.sliceCount());
        m_at = m_end = 0;
        if (!slice)
            return;
        const auto key = [&](std::uint32_t row) {
            const core::Flow& flow = m_timeline.flows()[row];
            return leaving ? flow.from.value : flow.to.value;
        };
        const auto low =
            std::lower_bound(sorted.begin(), sorted.end(), *slice,
                             [&](std::uint32_t row, std::uint32_t id) { return key(row) + 1 < id + 1; });
        const auto high =
            std::upper_bound(low, sorted.end(), *slice,
                             [&](std::uint32_t id, std::uint32_t row) { return id + 1 < key(row) + 1; });
        m_at = static_cast<std::size_t>(low - sorted.begin());
        m_end = static_cast<std::size_t>(high - sorted.begin());
    }

    void skip()
    {
        for (; m_at < m_count; ++m_at) {
            const std::size_t row = index();
            const core::Flow& flow = m_timeline.flows()[row];
            const auto fits = [&](std::size_t column, core::SliceId id) {
                return !m_asked[column] || (id.valid() && m_wanted[column].contains(id.value));
            };
            if ((!m_asked[kFlowId] || m_wanted[kFlowId].contains(static_cast<std::int64_t>(row))) &&
                fits(kFlowOut, flow.from) && fits(kFlowIn, flow.to))
                return;
        }
    }

    const core::Timeline& m_timeline;
    const RunRows& m_rows;
    std::array<IntegerRange, 3> m_wanted{};
    std::array<bool, 3> m_asked{};
    const std::vector<std::uint32_t>* m_list = nullptr;
    std::size_t m_begin = 0;
    std::size_t m_count = 0;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    bool m_backwards = false;
};

enum NameColumn : int { kNameId, kNameText };

constexpr std::array<ColumnSpec, 2> kNameColumns{{
    {"id", ColumnType::Integer, kEqual, true, false, false, N_("slice.name_id")},
    {"name", ColumnType::Text, kEqual | kGlob, true, false, false,
     N_("every name, category and label of the run; ids are in its order")},
}};

class NameCursor final : public Cursor {
public:
    explicit NameCursor(const RunRows& rows)
        : m_names(rows.timeline().names())
    {
    }

    Status start(const Plan& plan, std::span<sqlite3_value* const> values) override
    {
        m_backwards = plan.descending;
        m_patterns.clear();
        IntegerRange ids;
        for (std::size_t at = 0; at < values.size(); ++at) {
            const Plan::Constraint& constraint = plan.constraints[at];
            if (constraint.column == kNameId) {
                narrow(ids, constraint.comparison, values[at]);
                continue;
            }
            const auto text = textOf(values[at]);
            if (!text) {
                ids.high = -1;
            } else if (constraint.comparison == Comparison::Equal) {
                const core::NameId id = m_names.find(*text);
                ids.low = std::max<std::int64_t>(ids.low, id.valid() ? id.value : 1);
                ids.high = std::min<std::int64_t>(ids.high, id.valid() ? id.value : 0);
            } else if (text->size() > static_cast<std::size_t>(kLongestPattern)) {
                m_failure = "LIKE or GLOB pattern too complex";
                return Status::Failed;
            } else {
                m_patterns.emplace_back(constraint.comparison, *text);
            }
        }
        const auto count = static_cast<std::int64_t>(m_names.size());
        m_first = std::clamp<std::int64_t>(ids.low, 0, count);
        m_last = ids.empty() ? m_first - 1 : std::clamp<std::int64_t>(ids.high, m_first - 1, count - 1);
        skip();
        return Status::Ok;
    }

    bool atEnd() const override { return m_first > m_last; }

    Status next() override
    {
        m_backwards ? --m_last : ++m_first;
        skip();
        return Status::Ok;
    }

    void cell(int column, Answer answer) override
    {
        column == kNameId ? answer.integer(rowid())
                          : answer.lastingText(m_names.text(core::NameId(static_cast<std::size_t>(rowid()))));
    }

    std::int64_t rowid() const override { return m_backwards ? m_last : m_first; }

private:
    void skip()
    {
        std::string text;
        while (!m_patterns.empty() && m_first <= m_last) {
            text = m_names.text(core::NameId(static_cast<std::size_t>(rowid())));
            if (std::ranges::all_of(m_patterns, [&](const auto& pattern) {
                    return matches(pattern.first, pattern.second.c_str(), text.c_str());
                }))
                return;
            m_backwards ? --m_last : ++m_first;
        }
    }

    const core::StringPool& m_names;
    std::vector<std::pair<Comparison, std::string>> m_patterns;
    std::int64_t m_first = 0;
    std::int64_t m_last = -1;
    bool m_backwards = false;
};

bool hasEqual(const Plan& plan, int column)
{
    return std::ranges::any_of(plan.constraints, [&](const Plan::Constraint& c) {
        return c.column == column && c.comparison == Comparison::Equal;
    });
}

Estimate counterEstimate(const RunRows& rows, const Plan& plan)
{
    if (hasEqual(plan, kCounterId))
        return {1, 2, true};
    const core::Timeline& timeline = rows.timeline();
    auto samples = static_cast<double>(timeline.counterSamples().size());
    for (const Plan::Constraint& constraint : plan.constraints)
        samples *= constraint.column == kCounterTs
                       ? 0.2
                       : 1 / static_cast<double>(std::max<std::size_t>(1, timeline.counterTracks().size()));
    return {samples, samples + 5, false};
}

Estimate flowEstimate(const RunRows& rows, const Plan& plan)
{
    if (hasEqual(plan, kFlowId))
        return {1, 1, true};
    if (hasEqual(plan, kFlowOut) || hasEqual(plan, kFlowIn))
        return {1, 3, false};
    const auto flows = static_cast<double>(rows.timeline().flows().size());
    return {flows, flows, false};
}

Estimate nameEstimate(const RunRows& rows, const Plan& plan)
{
    if (hasEqual(plan, kNameId) || hasEqual(plan, kNameText))
        return {1, 1, true};
    const auto names = static_cast<double>(rows.timeline().names().size());
    return {names / (plan.constraints.empty() ? 1 : 20), names, false};
}

template <class CursorClass>
std::unique_ptr<Cursor> opened(const RunRows& rows)
{
    return std::make_unique<CursorClass>(rows);
}

bool oneWay(const Plan& plan) { return plan.downs.empty(); }
bool byIdOrOneMore(const Plan& plan)
{
    const auto& order = plan.order;
    return oneWay(plan) && (order.size() < 2 || order[0] == kFlowId || order[1] == kFlowId);
}

constexpr RecordKind kKinds[]{
    {"counter", N_("counter samples"), kCounterColumns, counterEstimate, opened<CounterCursor>, oneWay},
    {"flow", N_("arrows between slices"), kFlowColumns, flowEstimate, opened<FlowCursor>, byIdOrOneMore},
    {"name", N_("the dictionary of texts"), kNameColumns, nameEstimate, opened<NameCursor>, oneWay},
};

} // namespace

std::span<const RecordKind> recordKinds() { return kKinds; }

} // namespace shardscope::profiler::sql
