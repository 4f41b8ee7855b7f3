// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/place_match.h"

#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace shardscope::profiler {

namespace {

using core::WorkClass;
using core::WorkKey;

constexpr std::size_t kMostCalls = 2000;       ///< of a layer's pass; more are no layer
constexpr std::size_t kMostSteps = 20'000'000; ///< of the alignment: with more, both begin where they begin

/// How much two calls are alike: the alignment with the largest sum is taken. Figures order what tells more
/// before what tells less: a product's extents before a class alone. Which element-wise kernel of a program
/// does what a plan's operator does cannot be told by itself: only what stands around both can.
int likeness(const WorkKey& a, const WorkKey& b, bool oneVocabulary)
{
    if (a.kind != b.kind)
        return 0;
    const bool shape = a.shape == b.shape;
    if (oneVocabulary) {
        if (a.operation == b.operation)
            return 4 + (a.forward == b.forward ? 2 : 0) + (shape ? 3 : 0);
        return isProduct(a.kind) && shape ? 3 : a.kind == WorkClass::Attention ? 2 : 0;
    }
    switch (a.kind) {
    case WorkClass::Product:
    case WorkClass::GroupedProduct: return shape ? 8 : 1;
    case WorkClass::Attention:
    case WorkClass::Loss:
    case WorkClass::Embedding: return 6;
    case WorkClass::Norm: return 5;
    case WorkClass::Routing:
    case WorkClass::Quantise: return 3;
    default: return 0;
    }
}

struct Sequences {
    std::span<const WorkKey> a;
    std::span<const WorkKey> b;
    std::vector<int> alike; ///< by a's index · size of b + b's
    [[nodiscard]] int at(std::size_t one, std::size_t other) const { return alike[one * b.size() + other]; }
};

/// Pairs in order with the largest sum, b beginning at \p turn and going round; the sum is put into \p sum.
std::vector<std::pair<std::size_t, std::size_t>> aligned(const Sequences& all, std::size_t turn, int& sum)
{
    const std::size_t rows = all.a.size();
    const std::size_t columns = all.b.size();
    const auto other = [&](std::size_t at) { return (at + turn) % columns; };
    std::vector<int> best((rows + 1) * (columns + 1), 0); // of what is behind both
    const auto cell = [&](std::size_t one, std::size_t two) -> int& {
        return best[one * (columns + 1) + two];
    };
    for (std::size_t one = rows; one-- > 0;) {
        for (std::size_t two = columns; two-- > 0;) {
            const int like = all.at(one, other(two));
            cell(one, two) = std::max(
                {cell(one + 1, two), cell(one, two + 1), like > 0 ? like + cell(one + 1, two + 1) : 0});
        }
    }
    sum = cell(0, 0);
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t one = 0, two = 0; one < rows && two < columns;) {
        const int like = all.at(one, other(two));
        if (like > 0 && cell(one, two) == like + cell(one + 1, two + 1))
            pairs.emplace_back(one++, two++);
        else if (cell(one, two) == cell(one + 1, two))
            ++one;
        else
            ++two;
    }
    return pairs; // b's as counted from the turn
}

/// The pair nearest to \p place of \p of's side whose call does the same sort of work; none.
std::optional<std::size_t> nearest(const std::vector<PlacedPair>& pairs, const WorkKey& of, std::size_t place,
                                   std::span<const WorkKey> side, bool sideA)
{
    std::optional<std::size_t> found;
    std::size_t least = 0;
    const std::string elements = elementsOf(of.shape);
    for (const bool exact : {true, false}) { // of the same extents first
        for (std::size_t at = 0; at < pairs.size(); ++at) {
            for (const std::size_t one : sideA ? pairs[at].a : pairs[at].b) {
                const bool alike = isProduct(of.kind) ? side[one].shape == of.shape
                                                      : !exact || elementsOf(side[one].shape) == elements;
                if (side[one].kind != of.kind || !alike)
                    continue;
                const std::size_t apart = one > place ? one - place : place - one;
                if (!found || apart < least) {
                    found = at;
                    least = apart;
                }
            }
        }
        if (found)
            return found;
    }
    return found;
}

} // namespace

std::string elementsOf(const std::string& shape)
{
    double elements = 1;
    if (shape.empty())
        return {};
    std::size_t at = 0;
    while (at <= shape.size()) {
        const std::size_t end = std::min(shape.find('x', at), shape.size());
        const auto extent = core::parseNumber(shape.substr(at, end - at));
        if (!extent)
            return {};
        elements *= *extent;
        at = end + 1;
    }
    return std::to_string(std::llround(elements));
}

bool isProduct(WorkClass kind) { return kind == WorkClass::Product || kind == WorkClass::GroupedProduct; }

std::vector<PlacedPair> meetByPlace(std::span<const WorkKey> a, std::span<const WorkKey> b,
                                    bool oneVocabulary)
{
    if (a.empty() || b.empty() || a.size() > kMostCalls || b.size() > kMostCalls)
        return {};
    Sequences all{a, b, std::vector<int>(a.size() * b.size(), 0)};
    for (std::size_t one = 0; one < a.size(); ++one) {
        for (std::size_t two = 0; two < b.size(); ++two)
            all.alike[one * b.size() + two] = likeness(a[one], b[two], oneVocabulary);
    }
    int most = 0;
    std::size_t turn = 0;
    auto pairs = aligned(all, 0, most);
    if (a.size() * b.size() * b.size() <= kMostSteps) {
        for (std::size_t at = 1; at < b.size(); ++at) {
            int sum = 0;
            auto turned = aligned(all, at, sum);
            if (sum > most) {
                most = sum;
                turn = at;
                pairs = std::move(turned);
            }
        }
    }
    std::vector<PlacedPair> met;
    std::vector<PlacedPair> loose;
    std::vector<std::size_t> leftA;
    std::vector<std::size_t> leftB;
    /// Calls of A from \p oneA on, \p countA of them round the layer, and of B likewise, lie between two
    /// pairs.
    const auto between = [&](std::size_t oneA, std::size_t countA, std::size_t oneB, std::size_t countB) {
        std::map<WorkClass, PlacedPair> runs;
        for (std::size_t at = 0; at < countA; ++at)
            runs[a[(oneA + at) % a.size()].kind].a.push_back((oneA + at) % a.size());
        for (std::size_t at = 0; at < countB; ++at)
            runs[b[(oneB + turn + at) % b.size()].kind].b.push_back((oneB + turn + at) % b.size());
        PlacedPair others;
        for (auto& [kind, run] : runs) {
            if (run.a.empty() || run.b.empty()) {
                others.a.insert(others.a.end(), run.a.begin(), run.a.end());
                others.b.insert(others.b.end(), run.b.begin(), run.b.end());
            } else if (run.a.size() == run.b.size()) {
                for (std::size_t at = 0; at < run.a.size(); ++at)
                    met.push_back({{run.a[at]}, {run.b[at]}});
            } else {
                met.push_back(std::move(run));
            }
        }
        leftA.insert(leftA.end(), others.a.begin(), others.a.end());
        leftB.insert(leftB.end(), others.b.begin(), others.b.end());
        if (!others.a.empty() && !others.b.empty()) {
            others.loose = true;
            loose.push_back(std::move(others));
        }
    };
    for (std::size_t at = 0; at < pairs.size(); ++at) {
        const auto& [first, second] = pairs[at];
        const std::size_t other = (second + turn) % b.size();
        const bool same = a[first].operation == b[other].operation && a[first].shape == b[other].shape;
        met.push_back({{first}, {other}, same});
        // The first follows the last: it is the next layer's.
        const auto& [nextA, nextB] = pairs[(at + 1) % pairs.size()];
        between(first + 1, (nextA + a.size() - first - 1) % a.size(), second + 1,
                (nextB + b.size() - second - 1) % b.size());
    }
    if (pairs.empty())
        between(0, a.size(), 0, b.size());
    if (!oneVocabulary) { // else what has no partner is new or gone
        for (const std::size_t left : leftA) {
            if (const auto pair = nearest(met, a[left], left, a, true))
                met[*pair].a.push_back(left);
        }
        for (const std::size_t left : leftB) {
            if (const auto pair = nearest(met, b[left], left, b, false))
                met[*pair].b.push_back(left);
        }
    }
    met.insert(met.end(), loose.begin(), loose.end());
    return met;
}

} // namespace shardscope::profiler
