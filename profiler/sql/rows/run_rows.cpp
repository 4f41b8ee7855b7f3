// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/rows/run_rows.h"

#include "core/base/check.h"
#include "core/run/run_rules.h"

#include <algorithm>
#include <numeric>

namespace shardscope::profiler::sql {

RunRows::RunRows(core::RunPtr run)
    : m_run(std::move(run))
    , m_ts(m_run->timeline->ts().data())
    , m_dur(m_run->timeline->dur().data())
    , m_name(m_run->timeline->name().data())
    , m_category(m_run->timeline->category().data())
    , m_slices(static_cast<std::uint32_t>(m_run->timeline->sliceCount()))
    , m_instants(static_cast<std::uint32_t>(m_run->timeline->instants().size()))
{
    SHARDSCOPE_CHECK(std::uint64_t{m_slices} + m_instants < kNoRow);
}

std::uint32_t RunRows::lane(std::uint32_t slice, std::uint32_t& hint) const
{
    const auto lanes = timeline().lanes();
    if (slice - lanes[hint].begin >= lanes[hint].count) // unsigned: below begin is far above count
        hint = static_cast<std::uint32_t>(timeline().laneOf(core::SliceId(slice)).index());
    return hint;
}

std::uint32_t RunRows::track(std::uint32_t row, std::uint32_t& laneHint) const
{
    return row < m_slices ? timeline().lanes()[lane(row, laneHint)].track.value : instant(row).track.value;
}

std::uint32_t RunRows::depth(std::uint32_t row, std::uint32_t& laneHint) const
{
    if (row < m_slices)
        return timeline().lanes()[lane(row, laneHint)].depth;
    const std::uint32_t around = parent(row);
    return around == kNoRow ? 0 : timeline().lanes()[lane(around, laneHint)].depth + 1;
}

std::uint32_t RunRows::parent(std::uint32_t row) const
{
    if (row < m_slices) {
        const auto found = timeline().parentOf(core::SliceId(row));
        return found ? found->value : kNoRow;
    }
    placeInstants();
    return m_instantParents[row - m_slices];
}

std::uint32_t RunRows::parentOfInstant(const core::Instant& instant) const
{
    const core::Track& track = timeline().tracks()[instant.track.index()];
    if (track.async)
        return kNoRow;
    const auto ts = timeline().ts();
    for (std::uint32_t lane = track.firstLane + track.laneCount; lane-- > track.firstLane;) {
        const core::Lane& at = timeline().lanes()[lane];
        if (at.overflow)
            continue;
        const auto first = ts.begin() + at.begin;
        const auto after = std::upper_bound(first, first + at.count, instant.ts);
        if (after == first)
            continue;
        const auto row = static_cast<std::uint32_t>(after - ts.begin() - 1);
        if (ts[row] + timeline().dur()[row] > instant.ts)
            return row;
    }
    return kNoRow;
}

void RunRows::placeInstants() const
{
    if (m_instantParents.size() == m_instants)
        return;
    m_instantParents.reserve(m_instants);
    for (const core::Instant& instant : timeline().instants())
        m_instantParents.push_back(parentOfInstant(instant));
}

const core::RowKinds& RunRows::kinds() const
{
    if (!m_kinds)
        m_kinds = std::make_unique<const core::RowKinds>(timeline(), core::rulesOf(run()));
    return *m_kinds;
}

std::uint8_t RunRows::op(std::uint32_t row) const
{
    return row >= m_slices ? kNoOp : static_cast<std::uint8_t>(core::opClassOf(kinds().of(row).work));
}

std::pair<std::uint32_t, std::uint32_t> RunRows::instantsWithin(std::int64_t low, std::int64_t high) const
{
    const auto instants = timeline().instants();
    const auto before = [](const core::Instant& instant, std::int64_t time) { return instant.ts < time; };
    const auto after = [](std::int64_t time, const core::Instant& instant) { return time < instant.ts; };
    const auto first = std::lower_bound(instants.begin(), instants.end(), low, before);
    const auto last = std::upper_bound(first, instants.end(), high, after);
    return {m_slices + static_cast<std::uint32_t>(first - instants.begin()),
            m_slices + static_cast<std::uint32_t>(last - instants.begin())};
}

const std::vector<std::uint32_t>& RunRows::arrows(bool leaving) const
{
    std::vector<std::uint32_t>& sorted = m_arrows[leaving ? 1 : 0];
    const auto flows = timeline().flows();
    if (sorted.size() == flows.size())
        return sorted;
    sorted.resize(flows.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    // An absent slice wraps to the front, as NULL sorts.
    const auto key = [&](std::uint32_t row) { return (leaving ? flows[row].from : flows[row].to).value + 1; };
    std::ranges::stable_sort(sorted, [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return sorted;
}

std::vector<std::uint32_t> RunRows::reachedFrom(std::uint32_t row, bool following) const
{
    const auto flows = timeline().flows();
    const auto key = [&](std::uint32_t arrow) {
        return (following ? flows[arrow].from : flows[arrow].to).value + 1;
    };
    const std::vector<std::uint32_t>& sorted = arrows(following);
    std::vector<std::uint32_t> reached;
    for (auto at = std::lower_bound(sorted.begin(), sorted.end(), row + 1,
                                    [&](std::uint32_t arrow, std::uint32_t of) { return key(arrow) < of; });
         at != sorted.end() && key(*at) == row + 1; ++at) {
        const core::SliceId other = following ? flows[*at].to : flows[*at].from;
        if (other.valid())
            reached.push_back(other.value);
    }
    std::ranges::sort(reached);
    return reached;
}

} // namespace shardscope::profiler::sql
