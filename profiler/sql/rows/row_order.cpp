// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/rows/row_order.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace shardscope::profiler::sql {

namespace {

constexpr std::size_t kKeptOrders = 4; // 4 bytes a row each

/// A signed key as one that sorts without sign.
std::uint64_t unsignedKey(std::int64_t value) { return static_cast<std::uint64_t>(value) ^ (1ULL << 63); }

/// Sorts \p rows by key(row), stable: 11 bits at a time, as many times as the keys' span needs.
template <class Key>
bool radixSort(RowList& rows, RowList& scratch, Key key, const core::Task& task)
{
    constexpr unsigned kBits = 11;
    constexpr std::size_t kFew = 2048;
    if (rows.size() < kFew) {
        std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        return !task.cancelled();
    }
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t most = 0;
    for (const std::uint32_t row : rows) {
        const std::uint64_t value = key(row);
        least = std::min(least, value);
        most = std::max(most, value);
    }
    scratch.resize(rows.size());
    for (unsigned shift = 0; shift < 64 && (most - least) >> shift != 0; shift += kBits) {
        const auto digit = [&](std::uint32_t row) {
            return static_cast<std::size_t>((key(row) - least) >> shift) & ((std::size_t{1} << kBits) - 1);
        };
        std::array<std::uint32_t, std::size_t{1} << kBits> next{};
        for (const std::uint32_t row : rows)
            ++next[digit(row)];
        std::exclusive_scan(next.begin(), next.end(), next.begin(), 0U);
        for (const std::uint32_t row : rows)
            scratch[next[digit(row)]++] = row;
        rows.swap(scratch);
        if (task.cancelled())
            return false;
    }
    return true;
}

/// Ids go by text, since the timeline's names are sorted; an absent one wraps to the first.
std::uint64_t nameKey(core::NameId id) { return std::uint32_t{id.value + 1}; }

/// Where each class stands among the classes' keys as text; no class comes first.
std::array<std::uint64_t, 256> opPlaces()
{
    std::array<std::uint64_t, 256> places{};
    std::vector<core::OpClass> classes(core::allOpClasses().begin(), core::allOpClasses().end());
    std::ranges::sort(
        classes, [](core::OpClass a, core::OpClass b) { return core::opClassKey(a) < core::opClassKey(b); });
    for (std::size_t at = 0; at < classes.size(); ++at)
        places[static_cast<std::size_t>(classes[at])] = at + 1;
    return places;
}

bool sortBy(OrderKey by, const RunRows& all, RowList& rows, RowList& scratch, const core::Task& task)
{
    std::uint32_t hint = 0;
    const auto sorted = [&](auto key) {
        return by.descending ? radixSort(
                                   rows, scratch, [&](std::uint32_t row) { return ~key(row); }, task)
                             : radixSort(rows, scratch, key, task);
    };
    switch (by.key) {
    case RowKey::Id: return sorted([](std::uint32_t row) { return std::uint64_t{row}; });
    case RowKey::Ts: return sorted([&](std::uint32_t row) { return unsignedKey(all.ts(row)); });
    case RowKey::Dur: return sorted([&](std::uint32_t row) { return unsignedKey(all.dur(row)); });
    case RowKey::Track: return sorted([&](std::uint32_t row) { return std::uint64_t{all.track(row, hint)}; });
    case RowKey::Depth: return sorted([&](std::uint32_t row) { return std::uint64_t{all.depth(row, hint)}; });
    case RowKey::Name: return sorted([&](std::uint32_t row) { return nameKey(all.name(row)); });
    case RowKey::Category: return sorted([&](std::uint32_t row) { return nameKey(all.category(row)); });
    case RowKey::Op: {
        const std::array<std::uint64_t, 256> places = opPlaces();
        return sorted([&](std::uint32_t row) { return places[all.op(row)]; });
    }
    case RowKey::Rank:
        return sorted([&](std::uint32_t row) {
            const std::int32_t rank = all.timeline().tracks()[all.track(row, hint)].rank;
            return rank < 0 ? std::uint64_t{0} : static_cast<std::uint64_t>(rank) + 1;
        });
    case RowKey::Instant: return sorted([&](std::uint32_t row) { return std::uint64_t{all.isInstant(row)}; });
    }
    return false;
}

/// Orders all rows by idOf(row), those of one id in their order: counted, then placed.
template <class IdOf>
RowGroups grouped(const RunRows& all, IdOf idOf)
{
    RowGroups groups;
    groups.starts.assign(all.timeline().names().size() + 2, 0);
    for (std::uint32_t row = 0; row < all.count(); ++row)
        ++groups.starts[nameKey(idOf(row)) + 1];
    std::partial_sum(groups.starts.begin(), groups.starts.end(), groups.starts.begin());
    std::vector<std::uint32_t> next(groups.starts);
    auto rows = std::make_shared<RowList>(all.count());
    for (std::uint32_t row = 0; row < all.count(); ++row)
        (*rows)[next[nameKey(idOf(row))]++] = row;
    groups.rows = std::move(rows);
    return groups;
}

} // namespace

bool RowOrder::natural(std::span<const OrderKey> keys) const
{
    if (keys.empty() || keys.front() == OrderKey{RowKey::Id})
        return true;
    // Slices lie by track, depth, time. Instants lie behind all of them.
    constexpr std::array<OrderKey, 4> kStorage{
        {{RowKey::Track}, {RowKey::Depth}, {RowKey::Ts}, {RowKey::Id}}};
    return m_rows.slices() == m_rows.count() && keys.size() <= kStorage.size() &&
           std::equal(keys.begin(), keys.end(), kStorage.begin());
}

bool RowOrder::sort(RowList& rows, std::span<const OrderKey> keys, const core::Task& task) const
{
    if (natural(keys))
        return true;
    RowList scratch;
    for (std::size_t at = keys.size(); at-- > 0;) {
        if (!sortBy(keys[at], m_rows, rows, scratch, task))
            return false;
    }
    return true;
}

std::shared_ptr<const RowList> RowOrder::all(std::span<const OrderKey> keys, const core::Task& task)
{
    if (keys.size() == 1 && (keys[0] == OrderKey{RowKey::Name} || keys[0] == OrderKey{RowKey::Category})) {
        const RowGroups* const of = groups(keys[0].key, task);
        return of == nullptr ? nullptr : of->rows;
    }
    const auto found = std::ranges::find_if(m_kept, [&](const Kept& kept) {
        return std::equal(kept.keys.begin(), kept.keys.end(), keys.begin(), keys.end());
    });
    if (found != m_kept.end()) {
        m_kept.splice(m_kept.begin(), m_kept, found);
        return m_kept.front().rows;
    }
    auto rows = std::make_shared<RowList>(m_rows.count());
    std::iota(rows->begin(), rows->end(), 0U);
    if (!sort(*rows, keys, task))
        return nullptr;
    m_kept.push_front({{keys.begin(), keys.end()}, std::move(rows)});
    if (m_kept.size() > kKeptOrders)
        m_kept.pop_back();
    return m_kept.front().rows;
}

const RowGroups* RowOrder::groups(RowKey key, const core::Task& task)
{
    RowGroups& groups = key == RowKey::Name ? m_byName : m_byCategory;
    if (groups.rows == nullptr && !task.cancelled())
        groups = key == RowKey::Name
                     ? grouped(m_rows, [&](std::uint32_t row) { return m_rows.name(row); })
                     : grouped(m_rows, [&](std::uint32_t row) { return m_rows.category(row); });
    return groups.rows == nullptr ? nullptr : &groups;
}

} // namespace shardscope::profiler::sql
