// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/layers.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

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

using Calls = std::vector<std::pair<std::uint32_t, Pass>>; ///< a layer's: operators and passes

/// A stretch of layers: each period of rows is one. Rows of one call share a place.
struct Stretch {
    std::span<PlacedRow> rows; ///< count periods
    std::size_t period = 0;
    std::size_t count = 0;
    bool backward = false;
    std::vector<std::size_t> callOf; ///< by row of a period
    Calls calls;
};

Stretch stretchOf(std::span<PlacedRow> rows, std::size_t period, std::size_t count, bool backward)
{
    Stretch stretch{rows, period, count, backward, std::vector<std::size_t>(period, 0), {}};
    for (std::size_t at = 0; at < period; ++at) { // the first layer tells
        if (at == 0 || rows[at].pass != rows[at - 1].pass || rows[at].call != rows[at - 1].call)
            stretch.calls.emplace_back(rows[at].operation, rows[at].pass);
        stretch.callOf[at] = stretch.calls.size() - 1;
    }
    return stretch;
}

/// The smallest operator that a layer of each stretch calls once, as attention; none.
std::optional<std::uint32_t> calledOnce(const std::vector<const Stretch*>& stretches)
{
    std::map<std::uint32_t, std::size_t> once; // in how many stretches
    for (const Stretch* const one : stretches) {
        std::map<std::uint32_t, std::size_t> calls;
        for (const auto& [name, pass] : one->calls)
            ++calls[name];
        for (const auto& [name, count] : calls)
            once[name] += count == 1 ? 1 : 0;
    }
    const auto found =
        std::ranges::find_if(once, [&](const auto& one) { return one.second == stretches.size(); });
    return found == once.end() ? std::nullopt : std::optional(found->first);
}

/// Which of \p calls the places begin with: \p first, or the smallest turn.
std::size_t turnOf(const Calls& calls, const std::optional<std::uint32_t>& first)
{
    std::vector<std::uint32_t> names;
    for (const auto& [name, pass] : calls)
        names.push_back(name);
    return first ? static_cast<std::size_t>(std::ranges::find(names, *first) - names.begin())
                 : smallestTurn(names);
}

/// Which call of \p longest each of \p calls is, in order, as many as can be; its size: none.
std::vector<std::size_t> placedIn(const Calls& longest, const Calls& calls)
{
    constexpr std::size_t kMostCells = 4'000'000;
    if (longest.size() * calls.size() > kMostCells || longest == calls) {
        std::vector<std::size_t> same(calls.size());
        std::iota(same.begin(), same.end(), std::size_t{0});
        return same;
    }
    const std::size_t columns = longest.size() + 1;
    std::vector<std::size_t> met((calls.size() + 1) * columns, 0); // of what is behind both
    for (std::size_t one = calls.size(); one-- > 0;) {
        for (std::size_t two = longest.size(); two-- > 0;) {
            met[one * columns + two] = calls[one] == longest[two] ? 1 + met[(one + 1) * columns + two + 1]
                                                                  : std::max(met[(one + 1) * columns + two],
                                                                             met[one * columns + two + 1]);
        }
    }
    std::vector<std::size_t> places(calls.size(), longest.size());
    for (std::size_t one = 0, two = 0; one < calls.size() && two < longest.size();) {
        if (calls[one] == longest[two])
            places[one++] = two++;
        else if (met[(one + 1) * columns + two] > met[one * columns + two + 1])
            ++one;
        else
            ++two;
    }
    return places;
}

/// Gives layers and places: of the stretch with most calls, whose places the others' calls have as well, such
/// as those of the first micro-batch, which adds no gradients up.
void giveLayers(const std::vector<const Stretch*>& stretches)
{
    if (stretches.empty())
        return;
    const std::optional<std::uint32_t> first = calledOnce(stretches);
    const auto turned = [&](const Stretch& one) {
        Calls calls = one.calls;
        std::rotate(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(turnOf(calls, first)),
                    calls.end());
        return calls;
    };
    const Calls longest = turned(
        **std::ranges::max_element(stretches, {}, [](const Stretch* one) { return one->calls.size(); }));
    std::array<std::int16_t, core::kEnumNames<Pass>.size()> next{};
    std::vector<std::int16_t> own; // of the longest one's calls
    for (const auto& [name, pass] : longest)
        own.push_back(next[static_cast<std::size_t>(pass)]++);
    std::map<Calls, std::vector<std::int16_t>> known;
    for (const Stretch* const one : stretches) {
        const std::size_t count = one->calls.size();
        const std::size_t turn = turnOf(one->calls, first);
        const auto [found, isNew] = known.try_emplace(turned(*one));
        if (isNew) {
            auto more = next; // what only it calls stands behind
            const std::vector<std::size_t> where = placedIn(longest, found->first);
            for (std::size_t at = 0; at < count; ++at)
                found->second.push_back(where[at] < own.size()
                                            ? own[where[at]]
                                            : more[static_cast<std::size_t>(found->first[at].second)]++);
        }
        for (std::size_t layer = 0; layer < one->count; ++layer) {
            for (std::size_t at = 0; at < one->period; ++at)
                one->rows[layer * one->period + at].at = {
                    static_cast<std::int16_t>(one->backward ? one->count - 1 - layer : layer),
                    found->second[(one->callOf[at] + count - turn) % count]};
        }
    }
}

/// \p rows are one pass of one or several micro-batches.
void findStretches(std::span<PlacedRow> rows, std::vector<Stretch>& all)
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
            findStretches(rows.subspan(at, outer->period), all);
        return;
    }
    // What stands around layers and looks like their begin stands behind them in forward (a last norm), and
    // in front of them in backward.
    const std::size_t count = outer->count();
    const std::size_t begin = backward ? outer->end - count * outer->period : outer->begin;
    if (outer->period < kLeast || count > kMostLayers ||
        outer->period > static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max()))
        return;
    all.push_back(stretchOf(rows.subspan(begin, count * outer->period), outer->period, count, backward));
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
    std::vector<Stretch> all;
    std::size_t begin = 0;
    while (begin < rows.size()) {
        const Pass pass = rows[begin].pass;
        std::size_t end = begin + 1;
        if (pass == Pass::Forward || isBackward(pass)) {
            while (end < rows.size() && isBackward(rows[end].pass) == isBackward(pass) &&
                   (rows[end].pass == Pass::Forward || isBackward(rows[end].pass)))
                ++end;
            findStretches(rows.subspan(begin, end - begin), all);
        }
        begin = end;
    }
    for (const bool backward : {false, true}) {
        std::vector<const Stretch*> own;
        for (const Stretch& one : all) {
            if (one.backward == backward)
                own.push_back(&one);
        }
        giveLayers(own);
    }
}

} // namespace shardscope::profiler
