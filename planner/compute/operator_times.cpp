// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/compute/operator_times.h"

#include "core/base/joined.h"
#include "core/explain/explained.h"
#include "planner/compute/operators.h"
#include "planner/formula/symbols.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace shardscope::planner {
namespace {

using core::WorkClass;
using Where = OperatorTime::Where;

/// What a pass starts and ends with that has no formula of its own: launches and waits between kernels.
constexpr std::string_view kBetween = "between_kernels";

/// The kernel that reads the table's rows.
constexpr std::string_view kLookUp = "embedding";

struct Term {
    double seconds = 0;
    core::DerivationPtr why;    ///< of a named one
    std::optional<Where> where; ///< of one within a segment
};

Where whereOf(Segment::Part part)
{
    return part == Segment::Part::Embedding ? Where::Embedding
           : part == Segment::Part::Head    ? Where::Head
                                            : Where::Layers;
}

/// Which part of the stage \p node is the time of.
std::optional<Where> segmentOf(const core::Derivation& node)
{
    for (const auto part : {Segment::Part::Embedding, Segment::Part::Layer, Segment::Part::Head}) {
        if (node.label == segmentLabel(part))
            return whereOf(part);
    }
    return std::nullopt;
}

/// Whether \p node is a sum under a name, not a formula: the whole of a stage, or of its copies.
bool isWhole(const core::Derivation& node)
{
    return node.operation == core::Operation::Named && node.label.starts_with("stage_");
}

/// Sums, and products and quotients of a time with a number, are taken apart; what is left adds up to the
/// node's value.
void takeApart(const core::DerivationPtr& node, double factor, std::optional<Where> where,
               std::vector<Term>& terms)
{
    const auto isTime = [](const core::DerivationPtr& one) { return one->dimension == core::kSecond; };
    const auto& operands = node->operands;
    switch (node->operation) {
    case core::Operation::Add:
        for (const core::DerivationPtr& one : operands)
            takeApart(one, factor, where, terms);
        return;
    case core::Operation::Multiply: {
        const auto time = std::ranges::find_if(operands, isTime);
        if (time == operands.end() || (*time)->value == 0)
            break;
        return takeApart(*time, factor * node->value / (*time)->value, where, terms);
    }
    case core::Operation::Divide:
        if (!isTime(operands.front()) || operands.front()->value == 0)
            break;
        return takeApart(operands.front(), factor * node->value / operands.front()->value, where, terms);
    case core::Operation::Named:
        if (const auto segment = segmentOf(*node); segment || isWhole(*node))
            return takeApart(operands.front(), factor, segment ? segment : where, terms);
        terms.push_back({factor * node->value, node, where});
        return;
    default: break;
    }
    terms.push_back({factor * node->value, nullptr, where});
}

WorkClass kindOf(KernelClass kernel)
{
    switch (kernel) {
    case KernelClass::Product:
    case KernelClass::ProductBackward:
    case KernelClass::HeadProduct:
    case KernelClass::HeadProductBackward:
    case KernelClass::Batched:
    case KernelClass::Scan: return WorkClass::Product;
    case KernelClass::Grouped:
    case KernelClass::GroupedBackward: return WorkClass::GroupedProduct;
    case KernelClass::AttentionForward:
    case KernelClass::AttentionDropoutForward:
    case KernelClass::AttentionBackward:
    case KernelClass::AttentionDropoutBackward:
    case KernelClass::FusedScores: return WorkClass::Attention;
    case KernelClass::NormForward:
    case KernelClass::NormBackward:
    case KernelClass::NormWeight:
    case KernelClass::FusedNorm: return WorkClass::Norm;
    case KernelClass::LogSoftmax:
    case KernelClass::LogSoftmaxBackward:
    case KernelClass::FusedLogits: return WorkClass::Loss;
    case KernelClass::Scatter: return WorkClass::Embedding;
    case KernelClass::TokenPermutation: return WorkClass::Routing;
    default: return WorkClass::Elementwise;
    }
}

/// Sizes on one rank for one micro-batch, of a layer or of a decoder's that sees other tokens.
class Shapes {
public:
    Shapes(const core::Transformer& model, const core::Plan& plan)
        : m_own(extentsOf(symbolsOf<core::PlainNumbers>(model, plan), model, plan))
        , m_decoders(extentsOf(decoderSymbolsOf<core::PlainNumbers>(model, plan), model, plan))
    {
    }
    [[nodiscard]] std::string of(const Row& row, bool decoder) const
    {
        const bool product = kindOf(row.kernel) == WorkClass::Product;
        const auto size = [&](Extent extent) {
            return std::llround((decoder ? m_decoders : m_own)[static_cast<std::size_t>(extent)].value());
        };
        if (product) // rows are [a, c] · [c, b]
            return core::joined(std::array{size(row.a), size(row.c), size(row.b)}, "x");
        std::vector<long long> extents{size(row.a), size(row.b), size(row.c)};
        std::erase(extents, 1);
        return core::joined(extents, "x");
    }

private:
    Extents<core::PlainNumbers> m_own;
    Extents<core::PlainNumbers> m_decoders;
};

/// The kernels of \p stage in the order of the pass, each label once in an end and once in the layers.
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
    const Shapes shapes(form, plan);
    for (const auto& [segment, where] : segments) {
        SegmentRows rows = rowsOf(segment, form, plan);
        const bool decoder = segment.form.decoder;
        // A gradient's shape is that of the product whose gradient it is.
        const auto shapeOf = [&](const Row& row) {
            const auto own = std::ranges::find_if(
                rows.forward, [&](const Row& one) { return std::string_view(one.label) == row.label; });
            return shapes.of(own == rows.forward.end() ? row : *own, decoder);
        };
        // Gradients are listed beside what they are the gradients of.
        if (backward)
            std::ranges::reverse(rows.backward);
        for (const Row& row : backward ? rows.backward : rows.forward) {
            const std::string shape = shapeOf(row);
            const auto known = std::ranges::find_if(out, [&, of = where](const OperatorTime& one) {
                return one.where == of && one.name == row.label;
            });
            if (known != out.end()) {
                known->shape = known->shape == shape ? shape : std::string(); // several
                continue;
            }
            const bool looksUp =
                where == Where::Embedding && std::string_view(row.label).starts_with(kLookUp);
            out.push_back(
                {looksUp ? WorkClass::Embedding : kindOf(row.kernel), where, row.label, 0, nullptr, shape});
        }
    }
    return out;
}

} // namespace

std::string derivationPath(std::string_view pass, const OperatorTime& one)
{
    const std::string_view end = one.where == Where::Embedding ? "embedding."
                                 : one.where == Where::Head    ? "head."
                                                               : "";
    return std::string(pass) + '.' + std::string(end) + one.name;
}

std::vector<OperatorTime> operatorTimes(const core::DerivationPtr& why, const core::ModelSpec& model,
                                        const core::Plan& plan, const Stage& stage, bool backward)
{
    if (why == nullptr || model.transformer() == nullptr)
        return {};
    std::vector<Term> terms;
    takeApart(why, 1, {}, terms);
    std::vector<OperatorTime> all = rowsOfStage(model, plan, stage, backward);
    for (const Term& term : terms) {
        const std::string_view name = term.why ? std::string_view(term.why->label) : kBetween;
        // An end has few rows, each of which stands for many small kernels: pauses are the layers'.
        const auto where = name == kBetween ? std::nullopt : term.where;
        auto found = std::ranges::find_if(all, [&](const OperatorTime& one) {
            return one.name == name && one.where == where.value_or(one.where);
        });
        if (found == all.end()) {
            all.push_back({name == kBetween ? WorkClass::Idle : WorkClass::Elementwise,
                           where.value_or(Where::Layers),
                           std::string(name),
                           0,
                           nullptr,
                           {}});
            found = std::prev(all.end());
        }
        found->why = found->seconds == 0 ? term.why : nullptr;
        found->seconds += term.seconds;
    }
    std::erase_if(all, [](const OperatorTime& one) { return one.seconds <= 0; });
    return all;
}

} // namespace shardscope::planner
