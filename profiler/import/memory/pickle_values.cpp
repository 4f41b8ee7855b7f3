// SPDX-License-Identifier: GPL-3.0-or-later
// What a read pickle holds.
#include "profiler/import/memory/pickle.h"

#include <cmath>

namespace shardscope::profiler {

std::span<const Pickle::Index> Pickle::items(Index value) const
{
    const Node& node = m_nodes[value];
    if (node.kind != PickleKind::List && node.kind != PickleKind::Tuple)
        return {};
    return m_containers[node.begin];
}

std::span<const Pickle::Index> Pickle::pairs(Index value) const
{
    const Node& node = m_nodes[value];
    if (node.kind != PickleKind::Dict)
        return {};
    return m_containers[node.begin];
}

std::optional<Pickle::Index> Pickle::find(Index dict, std::string_view key) const
{
    const std::span<const Index> all = pairs(dict);
    for (std::size_t i = all.size(); i >= 2; i -= 2) {
        if (m_nodes[all[i - 2]].kind == PickleKind::Text && text(all[i - 2]) == key)
            return all[i - 1];
    }
    return std::nullopt;
}

std::string_view Pickle::text(Index value) const
{
    const Node& node = m_nodes[value];
    if (node.kind != PickleKind::Text && node.kind != PickleKind::Bytes)
        return {};
    return std::string_view(m_bytes).substr(node.begin, node.length);
}

std::optional<std::int64_t> Pickle::integer(Index value) const
{
    const Node& node = m_nodes[value];
    if (node.kind == PickleKind::Integer || node.kind == PickleKind::Flag)
        return node.integer;
    constexpr double kBound = 9223372036854775808.0; // 2^63
    if (node.kind == PickleKind::Real && node.real >= -kBound && node.real < kBound &&
        std::trunc(node.real) == node.real)
        return static_cast<std::int64_t>(node.real);
    return std::nullopt;
}

std::optional<double> Pickle::real(Index value) const
{
    const Node& node = m_nodes[value];
    if (node.kind == PickleKind::Real)
        return node.real;
    if (node.kind == PickleKind::Integer || node.kind == PickleKind::Flag)
        return static_cast<double>(node.integer);
    return std::nullopt;
}

} // namespace shardscope::profiler
