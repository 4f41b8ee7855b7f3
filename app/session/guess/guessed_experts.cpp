// SPDX-License-Identifier: GPL-3.0-or-later
// Experts: how many a token may be sent to, to how many it is sent, and what of them one rank computes.
#include "app/session/guess/guessed_models.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <map>

namespace shardscope::app {
namespace {

constexpr std::int64_t kMostExperts = 4096;

/// A product of a stack of matrices [experts, in, out] or [experts, out, in].
bool isGrouped(const RecordedOperation& one)
{
    return one.name == "aten::_grouped_mm" || one.name == "aten::bmm" || one.name == "_GroupedLinear";
}

/// The stack of matrices that a grouped product multiplies with, [matrices, in, out]; empty: it has none.
Shape stackOf(const RecordedOperation& one)
{
    if (one.name == "_GroupedLinear") { // its matrices are operands of their own, [out, in] each
        const auto isMatrix = [](const Shape& shape) { return shape.size() == 2; };
        const auto input = std::ranges::find_if(one.shapes, isMatrix);
        if (input == one.shapes.end())
            return {};
        const auto first = std::find_if(input + 1, one.shapes.end(), isMatrix);
        if (first == one.shapes.end())
            return {};
        return {std::count(first, one.shapes.end(), *first), (*first)[1], (*first)[0]};
    }
    for (std::size_t at = 1; at < one.shapes.size(); ++at) {
        if (one.shapes[at].size() == 3)
            return one.shapes[at];
    }
    return {};
}

} // namespace

std::optional<Experts> expertsOf(const OperationsOfStep& step, std::int64_t hidden)
{
    // Tokens are routed by the largest of one score for each expert, in each layer alike.
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> routed; // experts and how many are taken
    for (const RecordedOperation& one : step.operations) {
        if (one.name != "aten::topk" || one.backward || one.shapes.empty() || one.shapes[0].empty())
            continue;
        const std::int64_t scores = one.shapes[0].back();
        const auto taken = one.concrete.size() > 1 ? core::parseWhole(one.concrete[1]) : std::nullopt;
        if (scores > 1 && scores <= kMostExperts && taken.value_or(1) < scores)
            ++routed[{scores, taken.value_or(0)}];
    }
    if (routed.empty())
        return std::nullopt;
    const auto most = std::ranges::max_element(routed, {}, [](const auto& one) { return one.second; });
    Experts experts;
    experts.experts = most->first.first;
    experts.perToken = most->first.second;
    // In: hidden to the experts' width, out: back. Both at once where the former is gated.
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> ends;
    for (const RecordedOperation& one : step.operations) {
        const Shape stack = isGrouped(one) && !one.backward ? stackOf(one) : Shape{};
        if (stack.empty() || experts.experts % stack[0] != 0)
            continue;
        const bool in = stack[1] == hidden;
        const bool out = stack[2] == hidden;
        if (!in && !out)
            continue;
        experts.local = stack[0];
        ++ends[{stack[1], stack[2]}];
    }
    for (const auto& [extents, count] : ends) { // the way back is as wide as one expert
        const auto& [in, out] = extents;
        const auto there = ends.find({hidden, in});
        const auto both = ends.find({hidden, 2 * in});
        if (out != hidden || (there == ends.end() && both == ends.end()))
            continue;
        if (in == hidden && experts.feedForward > 0) // both halves of a narrower one, there
            continue;
        experts.feedForward = in;
        experts.gated = both != ends.end() || there->second >= 2 * count;
    }
    return experts;
}

} // namespace shardscope::app
