// SPDX-License-Identifier: GPL-3.0-or-later
// What a read pickle holds.
#include "profiler/import/memory/pickle.h"

#include <cmath>
#include <cstring>

namespace shardscope::profiler {

std::span<const Pickle::Index> Pickle::items(Index value) const
{
    const Node& of = node(value);
    if (of.kind != PickleKind::List && of.kind != PickleKind::Tuple)
        return {};
    const Container& container = m_containers[of.container];
    return {container.items, container.count};
}

std::span<const Pickle::Index> Pickle::pairs(Index value) const
{
    const Node& of = node(value);
    if (of.kind != PickleKind::Dict)
        return {};
    const Container& container = m_containers[of.container];
    return {container.items, container.count};
}

std::optional<Pickle::Index> Pickle::find(Index dict, Key& key) const
{
    const std::span<const Index> all = pairs(dict);
    for (std::size_t i = all.size(); i >= 2; i -= 2) {
        if (all[i - 2] == key.known)
            return all[i - 1];
    }
    for (std::size_t i = all.size(); i >= 2; i -= 2) {
        if (kind(all[i - 2]) == PickleKind::Text && text(all[i - 2]) == key.text) {
            key.known = all[i - 2];
            return all[i - 1];
        }
    }
    return std::nullopt;
}

std::string_view Pickle::text(Index value) const
{
    const Node& of = node(value);
    if (of.kind != PickleKind::Text && of.kind != PickleKind::Bytes)
        return {};
    std::uint32_t length = 0;
    std::memcpy(&length, of.text, sizeof length);
    return {of.text + sizeof length, length};
}

std::optional<std::int64_t> Pickle::integer(Index value) const
{
    const Node& of = node(value);
    if (of.kind == PickleKind::Integer || of.kind == PickleKind::Flag)
        return of.integer;
    constexpr double kBound = 9223372036854775808.0; // 2^63
    if (of.kind == PickleKind::Real && of.real >= -kBound && of.real < kBound &&
        std::trunc(of.real) == of.real)
        return static_cast<std::int64_t>(of.real);
    return std::nullopt;
}

std::optional<double> Pickle::real(Index value) const
{
    const Node& of = node(value);
    if (of.kind == PickleKind::Real)
        return of.real;
    if (of.kind == PickleKind::Integer || of.kind == PickleKind::Flag)
        return static_cast<double>(of.integer);
    return std::nullopt;
}

} // namespace shardscope::profiler
