// SPDX-License-Identifier: GPL-3.0-or-later
// Strong 32-bit ids: a track id is not a name id.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace shardscope::core {

template <class Tag>
struct Id {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::size_t number)
        : value(static_cast<std::uint32_t>(number))
    {
    }

    [[nodiscard]] constexpr bool valid() const { return value != kNone; }
    [[nodiscard]] constexpr std::size_t index() const { return value; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using NameId = Id<struct NameTag>;   ///< a string of a StringPool
using TrackId = Id<struct TrackTag>; ///< a row group of a Timeline
using LaneId = Id<struct LaneTag>;   ///< one depth of one track
using SliceId = Id<struct SliceTag>; ///< a slice's row in its Timeline's columns

} // namespace shardscope::core

template <class Tag>
struct std::hash<shardscope::core::Id<Tag>> {
    std::size_t operator()(shardscope::core::Id<Tag> id) const noexcept
    {
        return std::hash<std::uint32_t>{}(id.value);
    }
};
