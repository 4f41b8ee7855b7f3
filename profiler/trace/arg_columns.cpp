// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/arg_columns.h"

#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <new>
#include <utility>
#include <vector>

namespace shardscope::profiler {

using core::Done;
using core::Result;

namespace {

// PyTorch profiler (kineto output_json.cpp), Nsight Systems' columns, rocprofv3, XPlane.
constexpr std::array kCorrelation{std::string_view("correlation"), std::string_view("correlationId"),
                                  std::string_view("correlation_id")};
constexpr std::array kExternalId{std::string_view("External id"), std::string_view("external id")};
constexpr std::array kStream{std::string_view("stream"), std::string_view("streamId")};
constexpr std::array kDevice{std::string_view("device"), std::string_view("deviceId")};
constexpr std::array kBytes{std::string_view("bytes"), std::string_view("Bytes")};
constexpr std::array kSequence{std::string_view("Sequence number"), std::string_view("sequence number")};
constexpr std::string_view kCopyRate = "memory bandwidth (GB/s)"; // kineto's; a billion bytes a second

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

std::span<const std::string_view> argKeyNames(ArgKey key)
{
    switch (key) {
    case ArgKey::Correlation: return kCorrelation;
    case ArgKey::ExternalId: return kExternalId;
    case ArgKey::Stream: return kStream;
    case ArgKey::Device: return kDevice;
    case ArgKey::Bytes: return kBytes;
    case ArgKey::SequenceNumber: return kSequence;
    case ArgKey::Count_: break;
    }
    return {};
}

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

Result<Done> ArgColumns::readColumns(const core::Task& task) const
{
    const std::size_t rows = m_run->timeline->sliceCount();
    std::vector<IntegerColumn> columns(kArgKeys);
    for (IntegerColumn& column : columns) {
        // Zero pages of the system: rows without a value are never touched.
        column.m_rows.reset(static_cast<std::uint32_t*>(std::calloc(std::max<std::size_t>(rows, 1), 4)));
        if (!column.m_rows)
            throw std::bad_alloc();
    }
    RateColumn rates;
    std::mutex wideMutex; // and of the rates
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
    const KeyTable keys;
    const core::ArgumentVisitor visitor = [&](std::size_t row, std::string_view object) {
        json::walkObject(object, [&](std::string_view name, std::string_view value) {
            const ArgKey key = keys.keyOf(name);
            if (key == ArgKey::Count_) {
                if (name == kCopyRate) {
                    if (const auto rate = json::realOf(value)) {
                        const std::lock_guard lock(wideMutex);
                        rates.m_rows.emplace_back(static_cast<std::uint32_t>(row), *rate * 1e9);
                    }
                }
                return;
            }
            if (const auto number = json::integerOf(value); number && *number != IntegerColumn::kMissing)
                take(row, key, *number);
        });
    };
    if (m_run->arguments)
        m_run->arguments->visit(m_run->timeline->args(), visitor, task.stop);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    for (std::size_t key = 0; key < kArgKeys; ++key) {
        columns[key].m_empty = !any[key];
        std::ranges::sort(columns[key].m_wide);
    }
    std::ranges::sort(rates.m_rows);
    m_integers = std::move(columns);
    m_copyRates = std::move(rates);
    return Done{};
}

Result<Done> ArgColumns::visit(std::span<const std::uint32_t> rows, const core::ArgumentVisitor& visitor,
                               const core::Task& task) const
{
    std::vector<std::uint64_t> places;
    places.reserve(rows.size());
    for (const std::uint32_t row : rows)
        places.push_back(m_run->timeline->args()[row]);
    if (m_run->arguments)
        m_run->arguments->visit(places, visitor, task.stop);
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return Done{};
}

} // namespace shardscope::profiler
