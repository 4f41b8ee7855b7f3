// SPDX-License-Identifier: GPL-3.0-or-later
// Rows into groups, by one key after the other.
#pragma once

#include "core/base/task.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace shardscope::profiler::sql {

inline constexpr std::size_t kMostGroups = std::size_t{1} << 16;
inline constexpr std::uint32_t kGroupRowsBetweenChecks = 1U << 16;

/// Numbers groups of rows: at first one that holds all, then split by one key after the other.
class Splitter {
public:
    Splitter(std::uint32_t rows, const core::Task& task)
        : m_of(rows, 0)
        , m_task(task)
    {
    }
    /// Splits by \p codeOf(row). False: stopped, or there are too many groups.
    template <class CodeOf>
    bool split(CodeOf codeOf)
    {
        std::vector<std::uint32_t> dense; ///< by group and code, of small codes; one more than the new number
        std::unordered_map<std::uint64_t, std::uint32_t> others;
        constexpr std::uint64_t kSmallCodes = std::uint64_t{1} << 20;
        const std::uint64_t before = m_count;
        m_count = 0;
        for (std::uint32_t row = 0; row < m_of.size(); ++row) {
            // Groups are fewer than 2^17, and codes below 2^47 but for streams, whose numbers are mapped.
            const std::uint64_t pair = codeOf(row) * before + m_of[row];
            if (pair < kSmallCodes) {
                if (pair >= dense.size())
                    dense.resize(std::max<std::size_t>(pair + 1, 2 * dense.size()), 0);
                if (dense[pair] == 0)
                    dense[pair] = ++m_count;
                m_of[row] = dense[pair] - 1;
            } else {
                const auto [found, added] = others.try_emplace(pair, m_count);
                m_count += added ? 1 : 0;
                m_of[row] = found->second;
            }
            if (m_count > kMostGroups || (row % kGroupRowsBetweenChecks == 0 && m_task.cancelled()))
                return false;
        }
        return true;
    }
    [[nodiscard]] std::uint32_t of(std::uint32_t row) const { return m_of[row]; }
    [[nodiscard]] std::uint32_t count() const { return m_count; }

private:
    std::vector<std::uint32_t> m_of;
    std::uint32_t m_count = 1;
    const core::Task& m_task;
};

} // namespace shardscope::profiler::sql
