// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/compute/gemm.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::planner {
namespace {

using C = Coefficient;

struct Tile {
    double rows;
    double columns;
    int rate; ///< 0: the full rate, 1: half a tile, 2: a quarter
};
/// What cuBLAS chooses from, and how often it splits k (seen in traces of an H200).
constexpr std::array<Tile, 6> kTiles{
    {{256, 128, 0}, {128, 256, 0}, {128, 128, 0}, {128, 64, 1}, {64, 128, 1}, {64, 64, 2}}};
constexpr double kSquareTile = 0.977; ///< 128 x 128 against 256 x 128, probe of an H200
/// Partial sums of a split are written and read in fp32; seconds at peak a value, from 3 TB/s on an H200.
constexpr double kSplitSeconds = 4.0 / 3e12;

} // namespace

double productEfficiency(const Coefficients& c, const ProductShape& shape, double processors,
                         double secondsAtPeak)
{
    const double rate = c[C::GemmRate];
    if (processors <= 0)
        return rate;
    const std::array<double, 3> rates{rate, rate * c[C::GemmHalfTile], rate * c[C::GemmQuarterTile]};
    const double share = c[C::GemmWaves];
    const double depth = c[C::GemmDepth];
    const double work = shape.m * shape.n * shape.k * shape.count;
    double least = -1; // in units of secondsAtPeak
    for (const Tile& tile : kTiles) {
        const double tiles = shape.count * std::ceil(shape.m / tile.rows) * std::ceil(shape.n / tile.columns);
        double achieved = rates[static_cast<std::size_t>(tile.rate)];
        if (tile.rows == tile.columns && tile.rate == 0)
            achieved *= kSquareTile;
        for (const double split : {1.0, 2.0, 4.0}) {
            const double exact = std::max(1.0, tiles * split / processors);
            const double waves = share * std::ceil(tiles * split / processors) + (1 - share) * exact;
            double time =
                waves * processors * tile.rows * tile.columns * (shape.k / split + depth) / (work * achieved);
            if (split > 1)
                time += shape.count * shape.m * shape.n * split * kSplitSeconds / secondsAtPeak;
            if (least < 0 || time < least)
                least = time;
            if (tiles >= processors) // nothing to gain by splitting
                break;
        }
    }
    return 1 / least;
}

} // namespace shardscope::planner
