// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/arg_columns.h"

#include "profiler/import/arguments/kept_numbers.h"
#include "profiler/import/importer.h"
#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace shardscope::profiler {

using core::Done;
using core::Result;

namespace {

/// All names of keys, by their length: a member that is none is told by it mostly.
class KeyTable {
public:
    KeyTable()
    {
        for (std::size_t key = 0; key < kArgKeys; ++key) {
            for (const std::string_view name : argKeyNames(static_cast<ArgKey>(key))) {
                m_known.resize(std::max(m_known.size(), name.size() + 1));
                m_known[name.size()].emplace_back(name, static_cast<ArgKey>(key));
            }
        }
    }
    /// The key of a member as written, or Count_.
    [[nodiscard]] ArgKey keyOf(std::string_view written) const
    {
        if (written.size() < m_known.size()) {
            for (const auto& [name, key] : m_known[written.size()]) {
                if (name == written)
                    return key;
            }
        }
        return ArgKey::Count_;
    }

private:
    std::vector<std::vector<std::pair<std::string_view, ArgKey>>> m_known;
};

} // namespace

std::int64_t IntegerColumn::wide(std::size_t row) const
{
    return std::ranges::lower_bound(m_wide, std::pair{static_cast<std::uint32_t>(row), kMissing})->second;
}

std::optional<double> RateColumn::operator[](std::uint32_t row) const
{
    const auto found =
        std::ranges::lower_bound(m_rows, row, {}, [](const auto& entry) { return entry.first; });
    return found == m_rows.end() || found->first != row ? std::nullopt : std::optional(found->second);
}

ArgColumns::ArgColumns(core::RunPtr run)
    : m_run(std::move(run))
{
}

Result<const IntegerColumn*> ArgColumns::integers(ArgKey key, const core::Task& task) const
{
    const std::lock_guard lock(m_mutex);
    if (m_integers.empty())
        SHARDSCOPE_TRY_DONE(readColumns(task));
    return &m_integers[static_cast<std::size_t>(key)];
}

Result<const RateColumn*> ArgColumns::copyRates(const core::Task& task) const
{
    const std::lock_guard lock(m_mutex);
    if (m_integers.empty())
        SHARDSCOPE_TRY_DONE(readColumns(task));
    return &m_copyRates;
}

Result<const ExtentsColumn*> ArgColumns::extents(const core::Task& task) const
{
    const std::lock_guard lock(m_mutex);
    if (m_integers.empty())
        SHARDSCOPE_TRY_DONE(readColumns(task));
    return &m_extents;
}

Result<Done> ArgColumns::readColumns(const core::Task& task) const
{
    const std::size_t rows = m_run->timeline->sliceCount();
    std::vector<IntegerColumn> columns(kArgKeys);
    for (IntegerColumn& column : columns) {
        // Zero pages of the system: rows without a value are never touched.
        const std::size_t bytes = std::max<std::size_t>(rows, 1) * sizeof(std::uint32_t);
        column.m_rows = {static_cast<std::uint32_t*>(core::allocatePages(bytes)), {bytes}};
    }
    RateColumn rates;
    ExtentsColumn extents;
    const std::size_t extentsBytes = std::max<std::size_t>(rows, 1) * sizeof(std::uint64_t);
    extents.m_rows = {static_cast<std::uint64_t*>(core::allocatePages(extentsBytes)), {extentsBytes}};
    std::unordered_map<std::uint64_t, std::uint64_t> firsts; // places, by a hash of name and extents
    std::mutex wideMutex;                                    // and of the rates, and of these
    std::array<std::atomic<bool>, kArgKeys> any{};
    const auto take = [&](std::size_t row, ArgKey key, std::int64_t value) {
        const auto number = static_cast<std::size_t>(key);
        IntegerColumn& column = columns[number];
        std::uint32_t& stored = column.m_rows.get()[row];
        if (stored != 0)
            return; // the first of several names counts
        if (!any[number].load(std::memory_order_relaxed))
            any[number].store(true, std::memory_order_relaxed);
        stored = value >= 0 && value < std::int64_t{IntegerColumn::kWide} - 1
                     ? static_cast<std::uint32_t>(value) + 1
                     : IntegerColumn::kWide;
        if (stored == IntegerColumn::kWide) {
            const std::lock_guard lock(wideMutex);
            column.m_wide.emplace_back(static_cast<std::uint32_t>(row), value);
        }
    };
    const std::span<const std::uint64_t> places = m_run->timeline->args();
    const auto readExtents = [&](std::size_t row, std::string_view value) {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15; // golden ratio, as Fibonacci hashing
        std::uint64_t& stored = extents.m_rows.get()[row];
        if (places[row] == core::kNoArgs)
            return;
        const std::uint64_t hash =
            std::hash<std::string_view>()(value) ^ (m_run->timeline->name()[row].value + 1) * kSpread;
        const std::lock_guard lock(wideMutex);
        stored = firsts.try_emplace(hash, places[row]).first->second + 1;
    };
    const KeyTable keys;
    const core::ArgumentVisitor visitor = [&](std::size_t row, std::string_view object) {
        std::string_view written; // of the extents
        bool twice = false;
        json::walkObject(object, [&](std::string_view name, std::string_view value) {
            const ArgKey key = keys.keyOf(name);
            if (key == ArgKey::Count_) {
                if (name == kCopyRateName) {
                    if (const auto rate = json::realOf(value)) {
                        const std::lock_guard lock(wideMutex);
                        rates.m_rows.emplace_back(static_cast<std::uint32_t>(row), *rate * 1e9);
                    }
                } else if (std::ranges::find(kExtentsNames, name) != kExtentsNames.end()) {
                    twice = !written.empty();
                    written = value;
                }
                return;
            }
            if (const auto number = json::integerOf(value); number && *number != IntegerColumn::kMissing)
                take(row, key, *number);
        });
        if (twice) // nobody else has it written so
            extents.m_rows.get()[row] = places[row] + 1;
        else if (!written.empty())
            readExtents(row, written);
    };
    const auto takeKept = [&](std::size_t row, const ArgNumbers& numbers) {
        for (unsigned kept = numbers.present & (ArgNumbers::kRate - 1U); kept != 0; kept &= kept - 1) {
            const auto key = static_cast<ArgKey>(std::countr_zero(kept));
            take(row, key, numbers.of(key));
        }
        if ((numbers.present & ArgNumbers::kRate) != 0) {
            const std::lock_guard lock(wideMutex);
            rates.m_rows.emplace_back(static_cast<std::uint32_t>(row), numbers.copyRate * 1e9);
        }
        if ((numbers.present & ArgNumbers::kExtents) != 0)
            extents.m_rows.get()[row] = placeOf(sourceOfPlace(places[row]), numbers.extents) + 1;
    };
    if (const auto* const kept = dynamic_cast<const NumberSource*>(m_run->arguments.get())) {
        std::vector<std::uint32_t> unread;
        kept->visitNumbers(places, ArgNumbers::kAll, takeKept, unread, task.stop);
        SHARDSCOPE_TRY_DONE(visit(
            unread, [&](std::size_t at, std::string_view object) { visitor(unread[at], object); }, task));
    } else if (m_run->arguments) {
        m_run->arguments->visit(places, visitor, task.stop);
    }
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    for (std::size_t key = 0; key < kArgKeys; ++key) {
        columns[key].m_empty = !any[key];
        std::ranges::sort(columns[key].m_wide);
    }
    std::ranges::stable_sort(rates.m_rows, {}, &std::pair<std::uint32_t, double>::first); // the first counts
    m_integers = std::move(columns);
    m_copyRates = std::move(rates);
    m_extents = std::move(extents);
    return Done{};
}

Result<Done> ArgColumns::visit(std::span<const std::uint32_t> rows, const core::ArgumentVisitor& visitor,
                               const core::Task& task) const
{
    std::vector<std::uint64_t> places;
    places.reserve(rows.size());
    for (const std::uint32_t row : rows)
        places.push_back(m_run->timeline->args()[row]);
    return visitPlaces(places, visitor, task);
}

Result<Done> ArgColumns::visitPlaces(std::span<const std::uint64_t> places,
                                     const core::ArgumentVisitor& visitor, const core::Task& task) const
{
    if (m_run->arguments)
        m_run->arguments->visit(places, visitor, task.stop);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return Done{};
}

} // namespace shardscope::profiler
