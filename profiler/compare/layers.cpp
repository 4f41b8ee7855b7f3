// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/layers.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace shardscope::profiler {

namespace {

using core::Pass;

constexpr std::size_t kRepeats = 3;       ///< two alike may be chance
constexpr std::size_t kTried = 4096;      ///< distances that are tried, the smallest first
constexpr std::size_t kLeast = 2;         ///< kernels of a layer: what one kernel repeats is no layer
constexpr std::size_t kMostLayers = 1024; ///< more are steps of something else

/// The stretch around \p middle in which each element is the one \p period behind it.
Repetition around(std::span<const std::uint32_t> names, std::size_t middle, std::size_t period)
{
    std::size_t begin = middle;
    while (begin > 0 && names[begin - 1] == names[begin - 1 + period])
        --begin;
    std::size_t end = middle;
    while (end + period < names.size() && names[end] == names[end + period])
        ++end;
    return {begin, end + period, period};
}

bool isBackward(Pass pass) { return pass == Pass::Backward || pass == Pass::Recompute; }

/// Where the smallest of all turns of \p names begins: stretches of one run then count places alike, wherever
/// in the layer each of them begins.
std::size_t smallestTurn(const std::vector<std::uint32_t>& names)
{
    std::size_t best = 0;
    for (std::size_t turn = 1; turn < names.size(); ++turn) {
        std::size_t at = 0;
        const auto of = [&](std::size_t from) { return names[(from + at) % names.size()]; };
        while (at < names.size() && of(turn) == of(best))
            ++at;
        if (at < names.size() && of(turn) < of(best))
            best = turn;
    }
    return best;
}

/// Where the places of a layer's calls begin: with the operator that it calls once (as attention), of several
/// the smallest, so that micro-batches which add gradients up as well count them alike; else with the
/// smallest turn.
std::size_t firstPlace(const std::vector<std::uint32_t>& names)
{
    std::map<std::uint32_t, std::size_t> calls;
    for (const std::uint32_t name : names)
        ++calls[name];
    const auto once = std::ranges::find_if(calls, [](const auto& one) { return one.second == 1; });
    return once == calls.end()
               ? smallestTurn(names)
               : static_cast<std::size_t>(std::ranges::find(names, once->first) - names.begin());
}

/// Numbers the layers: each period of rows [begin, begin + count · period) is one.
void giveLayers(std::span<PlacedRow> rows, std::size_t period, std::size_t count, bool backward)
{
    // The first layer tells the places: rows of one call share one, each pass counts its own.
    std::vector<std::size_t> callOf(period, 0);
    std::vector<std::uint32_t> names; // of the calls' operators
    std::vector<Pass> passes;
    for (std::size_t at = 0; at < period; ++at) {
        if (at == 0 || rows[at].pass != rows[at - 1].pass || rows[at].call != rows[at - 1].call) {
            names.push_back(rows[at].operation);
            passes.push_back(rows[at].pass);
        }
        callOf[at] = names.size() - 1;
    }
    std::array<std::int16_t, core::kEnumNames<Pass>.size()> next{};
    std::vector<std::int16_t> places(names.size(), 0);
    const std::size_t turn = firstPlace(names);
    for (std::size_t at = 0; at < names.size(); ++at) {
        const std::size_t call = (turn + at) % names.size();
        places[call] = next[static_cast<std::size_t>(passes[call])]++;
    }
    for (std::size_t layer = 0; layer < count; ++layer) {
        for (std::size_t at = 0; at < period; ++at)
            rows[layer * period + at].at = {static_cast<std::int16_t>(backward ? count - 1 - layer : layer),
                                            places[callOf[at]]};
    }
}

/// \p rows are one pass of one or several micro-batches.
void placeStretch(std::span<PlacedRow> rows)
{
    std::vector<std::uint32_t> names;
    names.reserve(rows.size());
    for (const PlacedRow& row : rows)
        names.push_back(row.name);
    const bool backward = isBackward(rows.front().pass);
    const std::optional<Repetition> outer = repetitionOf(names);
    if (!outer)
        return;
    // What repeats may be micro-batches, in each of which layers do.
    const auto first = std::span<const std::uint32_t>(names).subspan(outer->begin, outer->period);
    if (repetitionOf(first)) {
        for (std::size_t at = outer->begin; at + outer->period <= outer->end; at += outer->period)
            placeStretch(rows.subspan(at, outer->period));
        return;
    }
    // What stands around layers and looks like their begin stands behind them in forward (a last norm), and
    // in front of them in backward.
    const std::size_t count = outer->count();
    const std::size_t begin = backward ? outer->end - count * outer->period : outer->begin;
    if (outer->period < kLeast || count > kMostLayers ||
        outer->period > static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max()))
        return;
    giveLayers(rows.subspan(begin, count * outer->period), outer->period, count, backward);
}

} // namespace

std::optional<Repetition> repetitionOf(std::span<const std::uint32_t> names)
{
    if (names.size() < kRepeats * kLeast)
        return std::nullopt;
    // A stretch that covers half holds the middle: its element comes again a period before or behind.
    const std::size_t middle = names.size() / 2;
    std::size_t tried = 0;
    for (std::size_t period = 1; period <= names.size() / kRepeats && tried < kTried; ++period) {
        const bool ahead = middle + period < names.size() && names[middle] == names[middle + period];
        const bool behind = middle >= period && names[middle] == names[middle - period];
        if (!ahead && !behind)
            continue;
        ++tried;
        const Repetition found = around(names, ahead ? middle : middle - period, period);
        const std::size_t length = found.end - found.begin;
        if (2 * length >= names.size() && length >= kRepeats * period)
            return found;
    }
    return std::nullopt;
}

void placeLayers(std::span<PlacedRow> rows)
{
    std::size_t begin = 0;
    while (begin < rows.size()) {
        const Pass pass = rows[begin].pass;
        std::size_t end = begin + 1;
        if (pass == Pass::Forward || isBackward(pass)) {
            while (end < rows.size() && isBackward(rows[end].pass) == isBackward(pass) &&
                   (rows[end].pass == Pass::Forward || isBackward(rows[end].pass)))
                ++end;
            placeStretch(rows.subspan(begin, end - begin));
        }
        begin = end;
    }
}

} // namespace shardscope::profiler
