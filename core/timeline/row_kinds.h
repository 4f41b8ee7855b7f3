// SPDX-License-Identifier: GPL-3.0-or-later
// What each row of a timeline is: one verdict for each name, category and kind of track that occur.
#pragma once

#include "core/kinds/work_rules.h"
#include "core/timeline/timeline.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace shardscope::core {

/// Immutable once made, in one pass over the rows. References to the timeline last.
class RowKinds {
public:
    RowKinds(const Timeline& timeline, const WorkRules& rules);

    /// \p track: the row's.
    [[nodiscard]] const RowVerdict& of(std::uint32_t row, TrackId track) const;
    /// Looks for the track where it matters.
    [[nodiscard]] const RowVerdict& of(std::uint32_t row) const;
    /// The verdict of the first row that has the name; a default one if no row has.
    [[nodiscard]] RowVerdict ofName(NameId name) const { return m_first[name.index()].verdict; }
    /// Whether a track holds rows of a device, work or not.
    [[nodiscard]] bool isDevice(TrackId track) const { return m_rules[m_ruleOf[track.index()]].device; }

    /// Whether \p is holds for one of the run's rows.
    template <class Is>
    [[nodiscard]] bool any(Is is) const
    {
        return std::ranges::any_of(
                   m_first, [&](const First& one) { return one.rule != kNotAsked && is(one.verdict); }) ||
               std::ranges::any_of(m_others, [&](const auto& one) { return is(one.second); });
    }

private:
    struct Key {
        std::uint32_t name = 0;
        std::uint32_t category = 0;
        std::uint32_t rule = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const
        {
            return (std::uint64_t{key.name} << 32 | key.category) * 0x9E3779B97F4A7C15u + key.rule;
        }
    };
    /// A name nearly always goes by one category, on one kind of track.
    struct First {
        std::uint32_t category = 0;
        std::uint32_t rule = kNotAsked;
        bool only = true; ///< rows of that category are on no other kind of track
        RowVerdict verdict;
    };
    static constexpr std::uint32_t kNotAsked = 0xFFFFFFFFu;

    const Timeline& m_timeline;
    std::vector<TrackRule> m_rules;
    std::vector<std::uint32_t> m_ruleOf; ///< by track
    std::vector<First> m_first;          ///< by name; the last: rows without one
    std::unordered_map<Key, RowVerdict, Hash> m_others;
};

} // namespace shardscope::core
