// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/build/time_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace shardscope::core {

namespace {

struct Entry {
    std::uint64_t key; // above the smallest
    std::uint32_t index;
};

/// Least significant digit first; stable.
void radixSort(PageVector<Entry>& entries, std::uint64_t range)
{
    constexpr unsigned kDigitBits = 11;
    constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
    const auto digits = (static_cast<unsigned>(std::bit_width(range)) + kDigitBits - 1) / kDigitBits;
    const auto digitOf = [](const Entry& entry, unsigned digit) {
        return static_cast<std::size_t>(entry.key >> (digit * kDigitBits)) & (kBuckets - 1);
    };
    std::vector<std::array<std::uint32_t, kBuckets>> starts(digits);
    for (const Entry& entry : entries) {
        for (unsigned digit = 0; digit < digits; ++digit)
            ++starts[digit][digitOf(entry, digit)];
    }
    PageVector<Entry> target(entries.size());
    for (unsigned digit = 0; digit < digits; ++digit) {
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts[digit])
            sum += std::exchange(start, sum);
        for (const Entry& entry : entries)
            target[starts[digit][digitOf(entry, digit)]++] = entry;
        entries.swap(target);
    }
}

using Indices = PageVector<std::uint32_t>;

/// Sorts by radix, whatever the keys are.
Indices orderAny(std::span<const std::int64_t> keys)
{
    const auto [low, high] = std::ranges::minmax_element(keys);
    // Differences of any two int64 fit into uint64.
    const auto base = static_cast<std::uint64_t>(*low);
    const std::uint64_t range = static_cast<std::uint64_t>(*high) - base;
    PageVector<Entry> entries(keys.size());
    for (std::uint32_t at = 0; at < entries.size(); ++at)
        entries[at] = {static_cast<std::uint64_t>(keys[at]) - base, at};
    radixSort(entries, range);
    Indices order(entries.size());
    std::ranges::transform(entries, order.begin(), [](const Entry& entry) { return entry.index; });
    return order;
}

/// Stretches that are in order, each taking what comes too late for those before it: writers of traces put a
/// parent behind its children, or one buffer behind another. What comes too late for all goes to the last.
class Stretches {
public:
    static constexpr std::size_t kCount = 7; ///< the last one need not be in order
    static constexpr std::size_t kLast = kCount - 1;

    explicit Stretches(std::span<const std::int64_t> keys)
        : m_stretchOf(keys.size())
    {
        std::array<std::int64_t, kLast> reached;
        reached.fill(std::numeric_limits<std::int64_t>::min());
        for (std::size_t at = 0; at < keys.size(); ++at) {
            std::size_t stretch = 0;
            while (stretch < kLast && keys[at] < reached[stretch])
                ++stretch;
            if (stretch < kLast)
                reached[stretch] = keys[at];
            m_stretchOf[at] = static_cast<std::uint8_t>(stretch);
            ++m_sizes[stretch];
        }
    }

    [[nodiscard]] std::size_t size(std::size_t stretch) const { return m_sizes[stretch]; }
    /// Indices stretch by stretch, each in order of index.
    [[nodiscard]] Indices gathered() const
    {
        std::array<std::size_t, kCount> next{};
        std::exclusive_scan(m_sizes.begin(), m_sizes.end(), next.begin(), std::size_t{0});
        Indices indices(m_stretchOf.size());
        for (std::uint32_t at = 0; at < indices.size(); ++at)
            indices[next[m_stretchOf[at]]++] = at;
        return indices;
    }

private:
    PageVector<std::uint8_t> m_stretchOf; // by index
    std::array<std::size_t, kCount> m_sizes{};
};

/// Merges two neighbours of one array: of equal keys the left one's come first.
void mergeInto(std::uint32_t* out, std::span<const std::uint32_t> left, std::span<const std::uint32_t> right,
               std::span<const std::int64_t> keys)
{
    std::size_t atLeft = 0;
    std::size_t atRight = 0;
    while (atLeft < left.size() && atRight < right.size()) {
        const bool takeRight = keys[right[atRight]] < keys[left[atLeft]];
        *out++ = takeRight ? right[atRight] : left[atLeft];
        atRight += takeRight ? 1 : 0;
        atLeft += takeRight ? 0 : 1;
    }
    out = std::copy(left.begin() + static_cast<std::ptrdiff_t>(atLeft), left.end(), out);
    std::copy(right.begin() + static_cast<std::ptrdiff_t>(atRight), right.end(), out);
}

/// Sorts keys that are mostly in order already.
Indices orderNearlySorted(std::span<const std::int64_t> keys)
{
    const Stretches stretches(keys);
    if (stretches.size(Stretches::kLast) > keys.size() / 16)
        return orderAny(keys);
    Indices order = stretches.gathered();
    // Goes from behind, where what came late is short. Equal keys stay in order of index: what one of them
    // came too late for, the next ones come too late for as well.
    std::size_t begin = order.size() - stretches.size(Stretches::kLast);
    const std::span<std::uint32_t> last = std::span(order).subspan(begin);
    std::ranges::stable_sort(last, [&](auto a, auto b) { return keys[a] < keys[b]; });
    Indices merged(order.size());
    for (std::size_t stretch = Stretches::kLast; stretch-- > 0;) {
        const std::size_t middle = begin;
        begin -= stretches.size(stretch);
        const std::span<std::uint32_t> both = std::span(order).subspan(begin);
        if (middle == order.size() || middle == begin)
            continue;
        mergeInto(merged.data() + begin, both.first(middle - begin), both.subspan(middle - begin), keys);
        std::copy(merged.begin() + static_cast<std::ptrdiff_t>(begin), merged.end(), both.begin());
    }
    return order;
}

} // namespace

Indices orderByKey(std::span<const std::int64_t> keys)
{
    constexpr std::size_t kFew = 4096;
    const bool sorted = std::ranges::is_sorted(keys);
    if (!sorted && keys.size() >= kFew)
        return orderNearlySorted(keys);
    Indices order(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    if (!sorted)
        std::ranges::stable_sort(order, [&](auto a, auto b) { return keys[a] < keys[b]; });
    return order;
}

} // namespace shardscope::core
