// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/place_match.h"

#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// What PyTorch's operators (aten/src/ATen/native/native_functions.yaml) do of what a plan calls an operator.
struct Verb {
    std::string_view planned; ///< a word of the plan's name
    std::string_view program; ///< part of the operator's
};
constexpr Verb kVerbs[]{
    {"dropout", "dropout"},   {"add", "::add"},      {"accumulate", "::add"}, {"multiply", "::mul"},
    {"scale", "::mul"},       {"cube", "::pow"},     {"square", "::pow"},     {"tanh", "::tanh"},
    {"cast", "::copy_"},      {"upcast", "::copy_"}, {"downcast", "::copy_"}, {"copy", "::copy_"},
    {"concatenate", "::cat"}, {"zero", "::fill_"},   {"mask", "masked_fill"}, {"softmax", "softmax"},
    {"gelu", "::gelu"},       {"silu", "::silu"},    {"relu", "::relu"},      {"negate", "::neg"},
    {"sum", "::sum"},         {"bias", "::sum"},     {"mean", "::mean"},      {"gather", "::index"}};

/// Whether \p program is one of those that do what \p planned says.
bool sameVerb(std::string_view planned, std::string_view program)
{
    const std::string words = '_' + std::string(planned) + '_';
    return std::ranges::any_of(kVerbs, [&](const Verb& verb) {
        return program.find(verb.program) != std::string_view::npos &&
               words.find('_' + std::string(verb.planned) + '_') != std::string::npos;
    });
}

/// A run of a plan's and a program's operators of one class between the same neighbours, not as many of the
/// one as of the other: in their order, those that do the same on as many elements meet first, and the others
/// go with the nearest of these that does what they do. Empty: nothing tells them apart.
std::vector<PlacedPair> chained(std::span<const WorkKey> a, std::span<const WorkKey> b, const PlacedPair& run)
{
    const auto alike = [&](const WorkKey& one, const WorkKey& other) {
        const bool verb =
            sameVerb(one.operation, other.operation) || sameVerb(other.operation, one.operation);
        const std::string elements = elementsOf(one.shape);
        const bool same = !elements.empty() && elements == elementsOf(other.shape);
        return same ? (verb ? 4 : 1) : verb ? 2 : 0;
    };
    std::vector<WorkKey> keysA;
    std::vector<WorkKey> keysB;
    for (const std::size_t at : run.a)
        keysA.push_back(a[at]);
    for (const std::size_t at : run.b)
        keysB.push_back(b[at]);
    Sequences all{keysA, keysB, {}};
    for (const WorkKey& one : keysA) {
        for (const WorkKey& other : keysB)
            all.alike.push_back(alike(one, other));
    }
    int sum = 0;
    const auto pairs = aligned(all, 0, sum);
    std::vector<PlacedPair> met;
    std::vector<bool> takenA(keysA.size(), false);
    std::vector<bool> takenB(keysB.size(), false);
    for (const auto& [one, other] : pairs) {
        met.push_back({{run.a[one]}, {run.b[other]}});
        takenA[one] = takenB[other] = true;
    }
    const auto place = [&](std::size_t at, bool ofA) {
        std::size_t best = 0;
        std::pair<int, std::size_t> most{-1, 0}; // likeness, nearness
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
            const auto& [one, other] = pairs[pair];
            const std::size_t own = ofA ? one : other;
            const std::pair<int, std::size_t> like{ofA ? all.at(at, other) : all.at(one, at),
                                                   keysA.size() + keysB.size() -
                                                       (own > at ? own - at : at - own)};
            if (like > most) {
                most = like;
                best = pair;
            }
        }
        (ofA ? met[best].a : met[best].b).push_back(ofA ? run.a[at] : run.b[at]);
    };
    for (std::size_t at = 0; at < keysA.size() && !met.empty(); ++at) {
        if (!takenA[at])
            place(at, true);
    }
    for (std::size_t at = 0; at < keysB.size() && !met.empty(); ++at) {
        if (!takenB[at])
            place(at, false);
    }
    return met;
}

/// The pair nearest to \p place of \p of's side whose call does the same sort of work; none.
std::optional<std::size_t> nearest(const std::vector<PlacedPair>& pairs, const WorkKey& of, std::size_t place,
                                   std::span<const WorkKey> side, bool sideA)
{
    std::optional<std::size_t> found;
    std::size_t least = 0;
    const std::string elements = elementsOf(of.shape);
    for (const int level : {2, 1, 0}) { // the same operator of the same extents first, then the extents
        for (std::size_t at = 0; at < pairs.size(); ++at) {
            for (const std::size_t one : sideA ? pairs[at].a : pairs[at].b) {
                const bool alike = isProduct(of.kind) ? side[one].shape == of.shape
                                                      : level == 0 || elementsOf(side[one].shape) == elements;
                if (side[one].kind != of.kind || !alike ||
                    (level == 2 && side[one].operation != of.operation))
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

namespace {

/// "8x64x192" is "8x64x" and 192: products with what comes before in common read one operand, and were one if
/// their columns had been joined.
std::pair<std::string, double> columnsOf(const WorkKey& key)
{
    const std::size_t last = key.shape.rfind('x');
    const auto columns =
        last == std::string::npos ? std::nullopt : core::parseNumber(key.shape.substr(last + 1));
    return {columns ? key.shape.substr(0, last + 1) : std::string(), columns.value_or(0)};
}

/// Products one behind the other (other work may lie between, attention not) that read one operand.
std::vector<std::vector<std::size_t>> readersOf(std::span<const WorkKey> keys)
{
    std::vector<std::vector<std::size_t>> runs;
    std::string reads;
    for (std::size_t at = 0; at < keys.size(); ++at) {
        if (keys[at].kind == WorkClass::Attention)
            reads.clear();
        if (keys[at].kind != WorkClass::Product)
            continue;
        const std::string own = columnsOf(keys[at]).first;
        if (own.empty() || own != reads)
            runs.emplace_back();
        runs.back().push_back(at);
        reads = own;
    }
    return runs;
}

/// Takes what both have at their ends from \p a and \p b, each as often as it is called.
void dropCommonEnds(std::span<const WorkKey> keysA, std::span<const WorkKey> keysB,
                    std::vector<std::size_t>& a, std::vector<std::size_t>& b)
{
    for (const bool front : {true, false}) {
        const auto end = [&](std::vector<std::size_t>& run) { return front ? run.begin() : run.end() - 1; };
        while (!a.empty() && !b.empty() && keysA[*end(a)].shape == keysB[*end(b)].shape) {
            const std::string shape = keysA[*end(a)].shape;
            while (!a.empty() && keysA[*end(a)].shape == shape)
                a.erase(end(a));
            while (!b.empty() && keysB[*end(b)].shape == shape)
                b.erase(end(b));
        }
    }
}

/// Products of one side that are fewer and wider ones on the other, as queries, keys and values by one
/// product. A plan's gradients are one row where a program has two calls.
std::vector<PlacedPair> fusedProducts(std::span<const WorkKey> a, std::span<const WorkKey> b)
{
    const auto sum = [](std::span<const WorkKey> keys, const std::vector<std::size_t>& run) {
        double columns = 0;
        for (const std::size_t at : run)
            columns += columnsOf(keys[at]).second;
        return columns;
    };
    std::vector<PlacedPair> fused;
    std::vector<std::vector<std::size_t>> others = readersOf(b);
    for (std::vector<std::size_t> run : readersOf(a)) {
        for (std::vector<std::size_t>& other : others) {
            if (other.empty() || columnsOf(a[run.front()]).first != columnsOf(b[other.front()]).first)
                continue;
            std::vector<std::size_t> own = run;
            std::vector<std::size_t> theirs = other;
            dropCommonEnds(a, b, own, theirs);
            const bool onOneSide =
                !own.empty() && !theirs.empty() && std::ranges::none_of(own, [&](std::size_t at) {
                    return std::ranges::any_of(theirs,
                                               [&](std::size_t of) { return b[of].shape == a[at].shape; });
                });
            const double ratio = onOneSide ? sum(a, own) / sum(b, theirs) : 0;
            if (ratio != 1 && ratio != 2 && ratio != 0.5)
                continue;
            fused.push_back({own, theirs});
            other.clear();
            break;
        }
    }
    return fused;
}

} // namespace

std::vector<PlacedPair> meetByPlace(std::span<const WorkKey> a, std::span<const WorkKey> b,
                                    bool oneVocabulary)
{
    // What was fused stands as one call on both sides, and then is all of them.
    const std::vector<PlacedPair> fused = fusedProducts(a, b);
    if (!fused.empty()) {
        std::vector<WorkKey> keys[2];
        std::vector<std::vector<std::size_t>> calls[2];
        for (const bool ofB : {false, true}) {
            const auto& own = ofB ? b : a;
            for (std::size_t at = 0; at < own.size(); ++at) {
                const auto in = std::ranges::find_if(fused, [&](const PlacedPair& one) {
                    return std::ranges::find(ofB ? one.b : one.a, at) != (ofB ? one.b : one.a).end();
                });
                if (in == fused.end()) {
                    keys[ofB].push_back(own[at]);
                    calls[ofB].push_back({at});
                } else if ((ofB ? in->b : in->a).front() == at) {
                    keys[ofB].push_back(own[at]);
                    keys[ofB].back().shape = "fused " + std::to_string(in - fused.begin());
                    calls[ofB].push_back(ofB ? in->b : in->a);
                }
            }
        }
        std::vector<PlacedPair> met = meetByPlace(keys[0], keys[1], oneVocabulary);
        for (PlacedPair& pair : met) {
            for (const bool ofB : {false, true}) {
                std::vector<std::size_t> all;
                for (const std::size_t at : ofB ? pair.b : pair.a)
                    all.insert(all.end(), calls[ofB][at].begin(), calls[ofB][at].end());
                (ofB ? pair.b : pair.a) = std::move(all);
            }
            pair.same = pair.same && pair.a.size() == 1 && pair.b.size() == 1;
        }
        return met;
    }
    if (a.empty() || b.empty() || a.size() > kMostCalls || b.size() > kMostCalls)
        return {};
    Sequences all{a, b, std::vector<int>(a.size() * b.size(), 0)};
    const auto has = [](std::span<const WorkKey> keys, const WorkKey& product) {
        return std::ranges::any_of(
            keys, [&](const WorkKey& key) { return key.kind == product.kind && key.shape == product.shape; });
    };
    for (std::size_t one = 0; one < a.size(); ++one) {
        for (std::size_t two = 0; two < b.size(); ++two) {
            // A product whose own is elsewhere is no other's.
            const bool elsewhere = isProduct(a[one].kind) && a[one].kind == b[two].kind &&
                                   a[one].shape != b[two].shape && (has(b, a[one]) || has(a, b[two]));
            all.alike[one * b.size() + two] = elsewhere ? 0 : likeness(a[one], b[two], oneVocabulary);
        }
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
                auto chain = oneVocabulary ? std::vector<PlacedPair>() : chained(a, b, run);
                if (chain.empty())
                    chain.push_back(std::move(run));
                std::ranges::move(chain, std::back_inserter(met));
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
