// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/compute/operator_times.h"

#include "planner/compute/operators.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace shardscope::planner {
namespace {

using Kind = OperatorTime::Kind;
using Where = OperatorTime::Where;

/// What a pass starts and ends with that has no formula of its own: launches and waits between kernels.
constexpr std::string_view kBetween = "between_kernels";

struct Term {
    double seconds = 0;
    core::DerivationPtr why; ///< of a named one
};

/// Whether \p node is a sum under a name, not a formula: the whole of a stage, or of its copies.
bool isWhole(const core::Derivation& node)
{
    return node.operation == core::Operation::Named && node.label.starts_with("stage_");
}

/// Sums, and products and quotients of a time with a number, are taken apart; what is left adds up to the
/// node's value.
void takeApart(const core::DerivationPtr& node, double factor, std::vector<Term>& terms)
{
    const auto isTime = [](const core::DerivationPtr& one) { return one->dimension == core::kSecond; };
    const auto& operands = node->operands;
    switch (node->operation) {
    case core::Operation::Add:
        for (const core::DerivationPtr& one : operands)
            takeApart(one, factor, terms);
        return;
    case core::Operation::Multiply: {
        const auto time = std::ranges::find_if(operands, isTime);
        if (time == operands.end() || (*time)->value == 0)
            break;
        return takeApart(*time, factor * node->value / (*time)->value, terms);
    }
    case core::Operation::Divide:
        if (!isTime(operands.front()) || operands.front()->value == 0)
            break;
        return takeApart(operands.front(), factor * node->value / operands.front()->value, terms);
    case core::Operation::Named:
        if (isWhole(*node))
            return takeApart(operands.front(), factor, terms);
        terms.push_back({factor * node->value, node});
        return;
    default: break;
    }
    terms.push_back({factor * node->value, nullptr});
}

Kind kindOf(const Row& row)
{
    switch (row.kernel) {
    case KernelClass::Product:
    case KernelClass::ProductBackward:
    case KernelClass::HeadProduct:
    case KernelClass::HeadProductBackward:
    case KernelClass::Grouped:
    case KernelClass::GroupedBackward:
    case KernelClass::Batched:
    case KernelClass::Scan: return Kind::Product;
    case KernelClass::AttentionForward:
    case KernelClass::AttentionDropoutForward:
    case KernelClass::AttentionBackward:
    case KernelClass::AttentionDropoutBackward: return Kind::Attention;
    default: return Kind::Other;
    }
}

/// The kernels of \p stage in the order of the pass, each label once.
std::vector<OperatorTime> rowsOfStage(const core::ModelSpec& model, const core::Plan& plan,
                                      const Stage& stage, bool backward)
{
    const core::Transformer& form = *model.transformer();
    std::vector<std::pair<Segment, Where>> segments;
    if (stage.first)
        segments.emplace_back(Segment::embedding(), Where::Embedding);
    std::array<bool, LayerForm::kCount> listed{};
    for (std::int64_t layer = stage.firstLayer; layer < stage.firstLayer + stage.layers; ++layer) {
        const LayerForm of{form.partsOf(layer), layer >= form.layers - form.decoderLayers};
        if (!std::exchange(listed[of.index()], true))
            segments.emplace_back(Segment::layer(of), Where::Layers);
    }
    if (stage.last)
        segments.emplace_back(Segment::head(), Where::Head);
    if (backward)
        std::ranges::reverse(segments);
    std::vector<OperatorTime> out;
    for (const auto& [segment, where] : segments) {
        SegmentRows rows = rowsOf(segment, form, plan);
        // Gradients are listed beside what they are the gradients of.
        if (backward)
            std::ranges::reverse(rows.backward);
        for (const Row& row : backward ? rows.backward : rows.forward) {
            const bool known =
                std::ranges::any_of(out, [&](const OperatorTime& one) { return one.name == row.label; });
            if (!known)
                out.push_back({kindOf(row), where, row.label, 0, nullptr});
        }
    }
    return out;
}

} // namespace

std::vector<OperatorTime> operatorTimes(const core::DerivationPtr& why, const core::ModelSpec& model,
                                        const core::Plan& plan, const Stage& stage, bool backward)
{
    if (why == nullptr || model.transformer() == nullptr)
        return {};
    std::vector<Term> terms;
    takeApart(why, 1, terms);
    std::vector<OperatorTime> all = rowsOfStage(model, plan, stage, backward);
    for (const Term& term : terms) {
        const std::string_view name = term.why ? std::string_view(term.why->label) : kBetween;
        auto found = std::ranges::find(all, name, &OperatorTime::name);
        if (found == all.end()) {
            all.push_back({Kind::Other, Where::Layers, std::string(name), 0, nullptr});
            found = std::prev(all.end());
        }
        found->why = found->seconds == 0 ? term.why : nullptr;
        found->seconds += term.seconds;
    }
    std::erase_if(all, [](const OperatorTime& one) { return one.seconds <= 0; });
    return all;
}

} // namespace shardscope::planner
