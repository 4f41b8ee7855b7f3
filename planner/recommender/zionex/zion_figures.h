// SPDX-License-Identifier: GPL-3.0-or-later
// The constants of Zion's model in one table: the value taken, its range, its source. Nobody
// published a Zion node whole, so each may be set, and what nobody could check is listed as such.
#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <span>

namespace shardscope::planner {

enum class ZionFigure {
    Cards,
    CardRate,
    Sockets,
    SocketMemory,
    RandomRows,
    SocketCores,
    Clock,
    CpuShare,
    CyclesPerByte,
    Servers
};
constexpr auto enumNames(ZionFigure)
{
    return core::namesUpTo<ZionFigure::Servers>(
        "zion-cards", "zion-card-rate", "zion-sockets", "zion-socket-memory", "zion-random-rows",
        "zion-cores", "zion-clock", "zion-cpu-share", "zion-tcp-cycles", "zion-servers");
}
inline constexpr auto kZionFigures = core::valuesOf<ZionFigure>();
using core::nameOf;

struct ZionConstant {
    ZionFigure figure{};
    const char* label = ""; ///< English source text, with its unit
    const char* help = "";  ///< the same, one sentence
    double value = 0;
    double low = 0;  ///< the least that a source or the parts that were sold leave room for
    double high = 0; ///< the most
    const char* source = "";
    bool unverified = true;   ///< assumed, or from memory
    bool moreIsFaster = true; ///< Zion's rate does not fall where the constant grows; else it does not grow
};
[[nodiscard]] std::span<const ZionConstant> zionConstants();
[[nodiscard]] const ZionConstant& constantOf(ZionFigure figure);

/// A value for each constant, in the units of the table.
struct ZionFigures {
    std::array<double, kZionFigures.size()> values{};
    [[nodiscard]] double operator[](ZionFigure figure) const
    {
        return values[static_cast<std::size_t>(figure)];
    }
    [[nodiscard]] double& operator[](ZionFigure figure) { return values[static_cast<std::size_t>(figure)]; }
};
/// Zion's figures as the table takes them.
[[nodiscard]] ZionFigures zionFigures();
/// Whether somebody gave another value than the table's.
[[nodiscard]] bool isGiven(const ZionFigures& figures, ZionFigure figure);
/// The figures at the end of their ranges at which Zion is slowest, or quickest; what was given stays.
[[nodiscard]] ZionFigures zionExtreme(const ZionFigures& figures, bool quickest);

} // namespace shardscope::planner
