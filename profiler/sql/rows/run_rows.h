// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of SQL's slice table: the timeline's slices by their number, behind them its instants as slices of
// no duration. Columns are computed from the timeline when asked for.
#pragma once

#include "core/run/run.h"
#include "core/timeline/row_kinds.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

class RunRows {
public:
    static constexpr std::uint32_t kNoRow = 0xFFFFFFFFu;
    static constexpr std::uint8_t kNoOp = 0xFF;

    /// Slices and instants of \p run together must be fewer than 2^32 - 1.
    explicit RunRows(core::RunPtr run);

    [[nodiscard]] const core::Run& run() const { return *m_run; }
    [[nodiscard]] const core::Timeline& timeline() const { return *m_run->timeline; }
    [[nodiscard]] std::uint32_t count() const { return m_slices + m_instants; }
    [[nodiscard]] std::uint32_t slices() const { return m_slices; }
    [[nodiscard]] bool isInstant(std::uint32_t row) const { return row >= m_slices; }

    [[nodiscard]] std::int64_t ts(std::uint32_t row) const
    {
        return row < m_slices ? m_ts[row] : instant(row).ts;
    }
    [[nodiscard]] std::int64_t dur(std::uint32_t row) const { return row < m_slices ? m_dur[row] : 0; }
    [[nodiscard]] core::NameId name(std::uint32_t row) const
    {
        return row < m_slices ? m_name[row] : instant(row).name;
    }
    [[nodiscard]] core::NameId category(std::uint32_t row) const
    {
        return row < m_slices ? m_category[row] : instant(row).category;
    }
    [[nodiscard]] std::uint64_t args(std::uint32_t row) const
    {
        return row < m_slices ? timeline().args()[row] : instant(row).args;
    }
    /// Where the durations and names of the slices lie.
    [[nodiscard]] const std::int64_t* durations() const { return m_dur; }
    [[nodiscard]] const core::NameId* names() const { return m_name; }
    [[nodiscard]] const core::Instant& instant(std::uint32_t row) const
    {
        return timeline().instants()[row - m_slices];
    }
    /// The lane of a slice. \p hint: the lane of a row near it, tried first; it becomes the answer.
    [[nodiscard]] std::uint32_t lane(std::uint32_t slice, std::uint32_t& hint) const;
    [[nodiscard]] std::uint32_t track(std::uint32_t row, std::uint32_t& laneHint) const;
    [[nodiscard]] std::uint32_t depth(std::uint32_t row, std::uint32_t& laneHint) const;
    /// The innermost slice around \p row; kNoRow: none.
    [[nodiscard]] std::uint32_t parent(std::uint32_t row) const;
    /// What the slices are.
    [[nodiscard]] const core::RowKinds& kinds() const;
    /// Number of the operation class of a slice; kNoOp for instants.
    [[nodiscard]] std::uint8_t op(std::uint32_t row) const;
    /// Rows of the instants with low <= ts <= high.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> instantsWithin(std::int64_t low,
                                                                         std::int64_t high) const;
    /// Numbers of the arrows by the slice they leave (or enter), those without one first.
    [[nodiscard]] const std::vector<std::uint32_t>& arrows(bool leaving) const;
    /// The slices that arrows lead to from \p row; where not \p following, those from which they lead to it.
    [[nodiscard]] std::vector<std::uint32_t> reachedFrom(std::uint32_t row, bool following) const;

private:
    [[nodiscard]] std::uint32_t parentOfInstant(const core::Instant& instant) const;
    void placeInstants() const;

    core::RunPtr m_run;
    // The timeline's columns: a statement asks for a cell millions of times.
    const std::int64_t* m_ts;
    const std::int64_t* m_dur;
    const core::NameId* m_name;
    const core::NameId* m_category;
    std::uint32_t m_slices;
    std::uint32_t m_instants;
    // Made when first asked for. A session answers one statement at a time.
    mutable std::unique_ptr<const core::RowKinds> m_kinds;
    mutable std::vector<std::uint32_t> m_instantParents;
    mutable std::array<std::vector<std::uint32_t>, 2> m_arrows; ///< entering, leaving
};

} // namespace shardscope::profiler::sql
