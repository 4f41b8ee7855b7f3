// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/exchange.h"

#include "core/plan/plan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::planner {
namespace {

// These figures are remembered from Hot Chips 33 and the trade press of 2020; no text that we have says them
// (the machine's file marks them unverified).
constexpr double kExchange = 7.8e12;
constexpr double kClock = 1.33e9; // the cycles of graphcore/examples' profiles
constexpr double kSyncCycles = 200;
// "Tile balance" of a program of matrix products: graphcore/examples @3cc8f81,
// tutorials/poplar/tut4_profiling.
constexpr double kBalance = 0.81;

double said(const core::HardwareSpec& hardware, const char* name, double otherwise)
{
    if (!hardware.network)
        return otherwise;
    const auto found = hardware.network->coefficients.find(name);
    return found == hardware.network->coefficients.end() || found->second <= 0 ? otherwise : found->second;
}

/// Sides of a block of \p volume inside a box, as equal as its sides allow.
std::array<double, 3> blockOf(std::array<double, 3> box, double volume)
{
    std::array<std::size_t, 3> order{0, 1, 2};
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return box[a] < box[b]; });
    std::array<double, 3> block{};
    double left = volume;
    for (std::size_t i = 0; i < 3; ++i) {
        const double even = std::pow(left, 1.0 / static_cast<double>(3 - i));
        block[order[i]] = std::clamp(even, 1.0, box[order[i]]);
        left /= block[order[i]];
    }
    return block;
}

} // namespace

TileExchange tileExchangeOf(const core::HardwareSpec& hardware)
{
    TileExchange exchange;
    exchange.bytesPerSecond = said(hardware, "exchange_bandwidth", kExchange);
    exchange.syncSeconds = said(hardware, "sync_cycles", kSyncCycles) / said(hardware, "clock", kClock);
    exchange.balance = std::min(1.0, said(hardware, "tile_balance", kBalance));
    exchange.tiles = static_cast<double>(core::kProcessorTiles);
    exchange.source = hardware.network ? hardware.network->source.c_str()
                                       : "as remembered of a GC200 (Hot Chips 33), unverified";
    return exchange;
}

Superstep& Superstep::add(const Superstep& other, double times)
{
    bytes += times * other.bytes;
    exchange += times * other.exchange;
    sync += times * other.sync;
    slowest += times * other.slowest;
    number += times * other.number;
    return *this;
}

Fetched fetchedBy(const TileProduct& product, double tiles)
{
    const double rows = std::max(1.0, product.rows);
    const double columns = std::max(1.0, product.columns);
    const double depth = std::max(1.0, product.depth);
    const double each = tiles / std::max(1.0, product.count); // tiles of one product
    if (each <= 1)                                            // a tile has whole products
        return {product.count * (rows * depth + depth * columns), false};
    const double volume = std::max(1.0, rows * columns * depth / each);
    const auto used = [&](const std::array<double, 3>& block) { // tiles
        return product.count * std::max(1.0, rows * columns * depth / (block[0] * block[1] * block[2]));
    };
    const auto faces = [](const std::array<double, 3>& block) {
        return block[0] * block[2] + block[2] * block[1];
    };
    // Whole columns of sums on one tile, or cut so that sums travel as well.
    const std::array<double, 3> flat = blockOf({rows, columns, 1}, std::max(1.0, volume / depth));
    const std::array<double, 3> deep{flat[0], flat[1], depth};
    const std::array<double, 3> cut = blockOf({rows, columns, depth}, volume);
    const double whole = used(deep) * faces(deep);
    const double apart = used(cut) * (faces(cut) + cut[0] * cut[1]);
    if (volume < depth || apart < whole)
        return {apart, cut[2] < depth};
    return {whole, false};
}

Superstep superstepOf(const TileExchange& exchange, const TileProduct& product, double width)
{
    const Fetched fetched = fetchedBy(product, exchange.tiles);
    Superstep one = superstepAlone(exchange, fetched.sums ? 2 : 1);
    one.bytes = fetched.elements * width;
    one.exchange = one.bytes / exchange.bytesPerSecond;
    return one;
}

Superstep superstepAlone(const TileExchange& exchange, double number)
{
    return {0, 0, number * exchange.syncSeconds, 0, number};
}

Superstep computing(Superstep one, const TileExchange& exchange, double seconds)
{
    one.slowest += seconds * (1 / exchange.balance - 1);
    return one;
}

} // namespace shardscope::planner
