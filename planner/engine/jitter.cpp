// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/engine/jitter.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

/// Well mixed bits, the same on every machine (splitmix64, Steele and others 2014).
std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9E3779B97F4A7C15ULL;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31);
}
double uniform(std::uint64_t seed, std::uint64_t number)
{
    constexpr double kBits = 9007199254740992.0; // 2^53
    return (static_cast<double>(mixed(mixed(seed) ^ number) >> 11) + 0.5) / kBits;
}
/// Box and Muller's.
double normal(std::uint64_t seed, std::uint64_t number)
{
    constexpr double kTwoPi = 6.283185307179586;
    return std::sqrt(-2 * std::log(uniform(seed, 2 * number))) *
           std::cos(kTwoPi * uniform(seed, 2 * number + 1));
}

} // namespace

void jitter(TaskGraph& graph, double share, std::uint64_t seed)
{
    for (std::size_t task = 0; task < graph.tasks().size(); ++task)
        graph.tasks()[task].seconds *= std::max(0.0, 1 + share * normal(seed, task));
}

} // namespace shardscope::planner
