// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/slice_summary.h"

#include "core/base/parallel.h"
#include "core/timeline/row_kinds.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace shardscope::core {

namespace {

/// Neighbouring rows of one lane.
struct Block {
    std::uint32_t lane = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0; ///< not in it
};

/// The rows of \p lane that touch \p window.
Block rowsOf(const Timeline& timeline, const SummaryWindow& window, std::uint32_t lane)
{
    const Lane& at = timeline.lanes()[lane];
    if (window.begin <= timeline.begin() && window.end > timeline.end())
        return {lane, at.begin, at.begin + at.count};
    const auto [first, last] = timeline.rowsWithin(LaneId(lane), window.begin, window.end);
    return {lane, first, last};
}

std::vector<Block> blocksOf(const Timeline& timeline, const SummaryWindow& window)
{
    constexpr std::uint32_t kRows = 1U << 16U;
    std::vector<Block> blocks;
    for (std::uint32_t lane = 0; lane < timeline.lanes().size(); ++lane) {
        if (window.track && timeline.lanes()[lane].track != *window.track)
            continue;
        const Block rows = rowsOf(timeline, window, lane);
        for (std::uint32_t first = rows.first; first < rows.last; first += std::min(kRows, rows.last - first))
            blocks.push_back({lane, first, first + std::min(kRows, rows.last - first)});
    }
    return blocks;
}

/// Sums block after block; the lane above tells whose self time a slice takes.
template <class KeyOf>
class Summer {
public:
    Summer(const Timeline& timeline, const SummaryWindow& window, std::size_t keys, KeyOf keyOf)
        : m_timeline(timeline)
        , m_window(window)
        , m_keyOf(std::move(keyOf))
        , m_rows(keys + 1) // the last: no name
    {
    }

    void add(const Block& block)
    {
        const Lane& lane = m_timeline.lanes()[block.lane];
        const Track& track = m_timeline.tracks()[lane.track.index()];
        const bool nested = lane.depth > 0 && !lane.overflow && !track.async;
        const auto ts = m_timeline.ts();
        const Block parents = nested ? rowsOf(m_timeline, m_window, block.lane - 1) : Block{};
        std::uint32_t parent = parents.first;
        if (nested) { // the last that begins no later
            const auto begin = ts.begin() + parents.first;
            const auto after = std::upper_bound(begin, ts.begin() + parents.last, ts[block.first]);
            parent += static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, after - begin) - 1);
        }
        for (std::uint32_t row = block.first; row < block.last; ++row) {
            SummaryRow& sum = m_rows[slot(m_keyOf(row))];
            const std::int64_t dur = m_timeline.dur()[row];
            const std::int64_t inside =
                std::min(ts[row] + dur, m_window.end) - std::max(ts[row], m_window.begin);
            ++sum.count;
            sum.dur += inside;
            sum.self += inside;
            sum.least = std::min(sum.least, dur);
            if (dur > sum.most || (dur == sum.most && row < sum.longest)) {
                sum.most = dur;
                sum.longest = row;
            }
            if (!nested || inside == 0)
                continue;
            while (parent + 1 < parents.last && ts[parent + 1] <= ts[row])
                ++parent;
            m_rows[slot(m_keyOf(parent))].self -= inside;
        }
    }

    std::vector<SummaryRow> take() { return std::move(m_rows); }

private:
    [[nodiscard]] std::size_t slot(std::uint32_t key) const
    {
        return std::min<std::size_t>(key, m_rows.size() - 1);
    }

    const Timeline& m_timeline;
    const SummaryWindow& m_window;
    KeyOf m_keyOf;
    std::vector<SummaryRow> m_rows;
};

void addTo(std::vector<SummaryRow>& sums, const std::vector<SummaryRow>& others)
{
    for (std::size_t key = 0; key < others.size(); ++key) {
        SummaryRow& sum = sums[key];
        const SummaryRow& other = others[key];
        sum.count += other.count;
        sum.dur += other.dur;
        sum.self += other.self;
        sum.least = std::min(sum.least, other.least);
        if (other.most > sum.most || (other.most == sum.most && other.longest < sum.longest)) {
            sum.most = other.most;
            sum.longest = other.longest;
        }
    }
}

/// Sums in all threads, each with sums of its own and a key function of its own from \p makeKeyOf.
template <class MakeKeyOf>
std::vector<SummaryRow> summed(const Timeline& timeline, const SummaryWindow& window, std::size_t keys,
                               const MakeKeyOf& makeKeyOf, const Task& task)
{
    const std::vector<Block> blocks = blocksOf(timeline, window);
    // Sums of many keys cost more to make and add up than few slices to sum.
    const std::size_t worthwhile = 1 + timeline.sliceCount() / (8 * (keys + 1));
    std::vector<std::vector<SummaryRow>> parts(
        std::min<std::size_t>({threadCount(), blocks.size() + 1, worthwhile}));
    std::atomic<std::size_t> next{0};
    parallelFor(parts.size(), [&](std::size_t part) {
        Summer summer(timeline, window, keys, makeKeyOf());
        for (std::size_t at = next++; at < blocks.size() && !task.cancelled(); at = next++)
            summer.add(blocks[at]);
        parts[part] = summer.take();
    });
    if (task.cancelled())
        return {};
    std::vector<SummaryRow>& rows = parts.front();
    for (std::size_t part = 1; part < parts.size(); ++part)
        addTo(rows, parts[part]);
    for (std::size_t at = 0; at < rows.size(); ++at)
        rows[at].key = at + 1 < rows.size() ? static_cast<std::uint32_t>(at) : NameId::kNone;
    rows.erase(std::remove_if(rows.begin(), rows.end(), [](const SummaryRow& row) { return row.count == 0; }),
               rows.end());
    return std::move(rows);
}

} // namespace

std::vector<SummaryRow> summarise(const Timeline& timeline, const SummaryWindow& asked, SummaryKey key,
                                  const Task& task, const RowKinds* kinds)
{
    SummaryWindow window = asked;
    window.begin = std::max(window.begin, -kMaxTime);
    window.end = std::min(window.end, kMaxTime + 1);
    if (window.begin >= window.end)
        return {};
    const std::size_t names = timeline.names().size();
    switch (key) {
    case SummaryKey::Name:
        return summed(
            timeline, window, names,
            [&] { return [&](std::uint32_t row) { return timeline.name()[row].value; }; }, task);
    case SummaryKey::Category:
        return summed(
            timeline, window, names,
            [&] { return [&](std::uint32_t row) { return timeline.category()[row].value; }; }, task);
    case SummaryKey::Op: {
        std::optional<RowKinds> own;
        if (kinds == nullptr)
            kinds = &own.emplace(timeline, WorkRules::shipped());
        return summed(
            timeline, window, kOpClasses,
            [&] {
                return [&](std::uint32_t row) {
                    return static_cast<std::uint32_t>(opClassOf(kinds->of(row).work));
                };
            },
            task);
    }
    case SummaryKey::Track: break;
    }
    return summed(
        timeline, window, timeline.tracks().size(),
        [&] {
            return [&timeline, lane = LaneId(std::size_t{0})](std::uint32_t row) mutable {
                const Lane& at = timeline.lanes()[lane.index()];
                if (row - at.begin >= at.count) // unsigned: also below
                    lane = timeline.laneOf(SliceId(row));
                return timeline.lanes()[lane.index()].track.value;
            };
        },
        task);
}

} // namespace shardscope::core
