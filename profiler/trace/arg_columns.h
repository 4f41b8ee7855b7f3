// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of slices as columns beside a run's timeline: made of what importers kept, and read from the
// files in one pass where they kept nothing, when first asked for. What analyses and SQL join on.
#pragma once

#include "core/base/page_vector.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"
#include "profiler/import/arguments/arg_keys.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace shardscope::profiler {

/// One integer a slice, 4 bytes each (pages that hold none cost nothing); larger and negative ones aside.
class IntegerColumn {
public:
    static constexpr std::int64_t kMissing = std::numeric_limits<std::int64_t>::min();

    [[nodiscard]] std::int64_t operator[](std::size_t row) const
    {
        const std::uint32_t stored = m_rows ? m_rows.get()[row] : 0;
        return stored == 0 ? kMissing : stored != kWide ? std::int64_t{stored} - 1 : wide(row);
    }
    [[nodiscard]] bool empty() const { return m_empty; } ///< no row has a value

private:
    friend class ArgColumns;
    struct Free {
        std::size_t bytes;
        void operator()(std::uint32_t* rows) const { core::freePages(rows, bytes); }
    };
    static constexpr std::uint32_t kWide = 0xFFFFFFFFu;
    [[nodiscard]] std::int64_t wide(std::size_t row) const;

    std::unique_ptr<std::uint32_t, Free> m_rows{nullptr,
                                                Free{0}};       ///< value + 1; 0: missing; kWide: in m_wide
    std::vector<std::pair<std::uint32_t, std::int64_t>> m_wide; ///< by row
    bool m_empty = true;
};

/// Rates of copies as the profiler says them ("memory bandwidth (GB/s)"); most slices have none.
class RateColumn {
public:
    /// Bytes a second; none where \p row has none.
    [[nodiscard]] std::optional<double> operator[](std::uint32_t row) const;

private:
    friend class ArgColumns;
    std::vector<std::pair<std::uint32_t, double>> m_rows; ///< by row
};

/// Which rows' operands have their extents written alike: one text tells of many rows.
class ExtentsColumn {
public:
    /// Where the arguments of a row of \p row's name stand that has the same extents written there; kNoArgs:
    /// none are written.
    [[nodiscard]] std::uint64_t operator[](std::size_t row) const
    {
        return m_rows ? m_rows.get()[row] - 1 : core::kNoArgs;
    }

private:
    friend class ArgColumns;
    struct Free {
        std::size_t bytes;
        void operator()(std::uint64_t* rows) const { core::freePages(rows, bytes); }
    };
    std::unique_ptr<std::uint64_t, Free> m_rows{nullptr, Free{0}}; ///< place + 1; 0: none
};
static_assert(core::kNoArgs == std::uint64_t{0} - 1);

/// Thread-safe; a second caller waits for the first. References live as long as the object.
class ArgColumns {
public:
    explicit ArgColumns(core::RunPtr run);

    /// Errors: Cancelled (nothing is kept then).
    [[nodiscard]] core::Result<const IntegerColumn*> integers(ArgKey key, const core::Task& task = {}) const;
    /// Read in the same pass. Errors: Cancelled.
    [[nodiscard]] core::Result<const RateColumn*> copyRates(const core::Task& task = {}) const;
    /// Read in the same pass. Errors: Cancelled.
    [[nodiscard]] core::Result<const ExtentsColumn*> extents(const core::Task& task = {}) const;
    /// Reads the arguments of some \p rows: \p visitor gets the index into rows. Not called at all where the
    /// run has no arguments.
    [[nodiscard]] core::Result<core::Done> visit(std::span<const std::uint32_t> rows,
                                                 const core::ArgumentVisitor& visitor,
                                                 const core::Task& task = {}) const;
    /// The same of arguments at \p places.
    [[nodiscard]] core::Result<core::Done> visitPlaces(std::span<const std::uint64_t> places,
                                                       const core::ArgumentVisitor& visitor,
                                                       const core::Task& task = {}) const;
    [[nodiscard]] const core::RunPtr& run() const { return m_run; }

private:
    core::Result<core::Done> readColumns(const core::Task& task) const;

    core::RunPtr m_run;
    mutable std::mutex m_mutex;
    mutable std::vector<IntegerColumn> m_integers; ///< by key; empty before the pass
    mutable RateColumn m_copyRates;
    mutable ExtentsColumn m_extents;
};

} // namespace shardscope::profiler
