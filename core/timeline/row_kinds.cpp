// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/row_kinds.h"

#include <algorithm>

namespace shardscope::core {

RowKinds::RowKinds(const Timeline& timeline, const WorkRules& rules)
    : m_timeline(timeline)
    , m_first(timeline.names().size() + 1)
{
    const auto text = [&](NameId id) { return id.valid() ? timeline.names().text(id) : std::string_view(); };
    for (const Track& track : timeline.tracks()) {
        const TrackRule rule = rules.trackOf(text(track.process), text(track.thread), track.device);
        const auto known = std::ranges::find(m_rules, rule);
        m_ruleOf.push_back(static_cast<std::uint32_t>(known - m_rules.begin()));
        if (known == m_rules.end())
            m_rules.push_back(rule);
    }
    for (const Lane& lane : timeline.lanes()) {
        const std::uint32_t rule = m_ruleOf[lane.track.index()];
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            const NameId name = timeline.name()[row];
            const NameId category = timeline.category()[row];
            First& first = m_first[name.valid() ? name.index() : m_first.size() - 1];
            const auto verdict = [&] { return rules.verdict(text(name), text(category), m_rules[rule]); };
            if (first.rule == kNotAsked)
                first = {category.value, rule, true, verdict()};
            else if (first.category != category.value || first.rule != rule) {
                first.only = first.only && first.category != category.value;
                const auto [other, added] = m_others.try_emplace(Key{name.value, category.value, rule});
                if (added)
                    other->second = verdict();
            }
        }
    }
}

const RowVerdict& RowKinds::of(std::uint32_t row, TrackId track) const
{
    const NameId name = m_timeline.name()[row];
    const std::uint32_t category = m_timeline.category()[row].value;
    const std::uint32_t rule = m_ruleOf[track.index()];
    const First& first = m_first[name.valid() ? name.index() : m_first.size() - 1];
    return first.category == category && first.rule == rule
               ? first.verdict
               : m_others.find(Key{name.value, category, rule})->second;
}

const RowVerdict& RowKinds::of(std::uint32_t row) const
{
    const NameId name = m_timeline.name()[row];
    const First& first = m_first[name.valid() ? name.index() : m_first.size() - 1];
    if (first.only && first.category == m_timeline.category()[row].value)
        return first.verdict;
    const LaneId lane = m_timeline.laneOf(SliceId{std::size_t{row}});
    return of(row, m_timeline.lanes()[lane.index()].track);
}

} // namespace shardscope::core
