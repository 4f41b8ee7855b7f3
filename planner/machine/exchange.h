// SPDX-License-Identifier: GPL-3.0-or-later
// What the tiles of a bulk-synchronous processor send each other between two computations, and what it costs
// them to meet (Valiant, doi:10.1145/79173.79181): each operator is one superstep or two.
#pragma once

#include "core/hardware/hardware_spec.h"

#include <cstddef>

namespace shardscope::planner {

/// A processor's exchange between its tiles: coefficients of its file's "network" (exchange_bandwidth in
/// bytes a second, clock in cycles a second, sync_cycles, tile_balance), else what is said of a GC200.
struct TileExchange {
    double bytesPerSecond = 0; ///< all tiles together, each receiving from any other
    double syncSeconds = 0;    ///< of one superstep
    double balance = 1;        ///< what the mean tile computes of the slowest one's time
    double tiles = 1;
    const char* source = "";
};
/// How the processor of a bulk-synchronous machine exchanges between its tiles.
[[nodiscard]] TileExchange tileExchangeOf(const core::HardwareSpec& hardware);

/// What supersteps do beside computing; sums of them are those of several.
struct Superstep {
    double bytes = 0;    ///< exchanged, by all tiles
    double exchange = 0; ///< seconds
    double sync = 0;     ///< seconds to meet
    double slowest = 0;  ///< seconds that the mean tile waits for the slowest one's computing
    double number = 0;
    [[nodiscard]] double seconds() const { return exchange + sync + slowest; }
    Superstep& add(const Superstep& other, double times = 1);
};

/// \p count products [rows, depth] · [depth, columns] at once.
struct TileProduct {
    double rows = 1;
    double columns = 1;
    double depth = 1;
    double count = 1;
};
/// Elements that all tiles receive: each computes a block of the product's volume and fetches the faces of
/// both operands; where the depth is cut too, the partial sums travel to be added up, in a superstep of their
/// own. The block is the one that fetches least (Agarwal et al., doi:10.1147/rd.395.0575; Irony et al.,
/// doi:10.1016/j.jpdc.2004.03.021).
struct Fetched {
    double elements = 0;
    bool sums = false; ///< partial ones
};
[[nodiscard]] Fetched fetchedBy(const TileProduct& product, double tiles);

/// The supersteps of \p product whose elements are \p width bytes.
[[nodiscard]] Superstep superstepOf(const TileExchange& exchange, const TileProduct& product, double width);
/// \p one where the mean tile computes so many \p seconds in it: the slowest one's time is that over the
/// tiles' balance.
[[nodiscard]] Superstep computing(Superstep one, const TileExchange& exchange, double seconds);
/// The superstep of an operator whose tiles need nothing of each other.
[[nodiscard]] Superstep superstepAlone(const TileExchange& exchange, double number = 1);

} // namespace shardscope::planner
