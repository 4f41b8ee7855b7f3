// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/derivation.h"

#include "core/units/plain_number.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <string_view>
#include <unordered_set>

namespace shardscope::core {
namespace {

/// How tightly an operator binds; a function or an atom binds tightest.
int precedence(Operation operation)
{
    switch (operation) {
    case Operation::Add:
    case Operation::Subtract: return 1;
    case Operation::Multiply:
    case Operation::Divide: return 2;
    default: return 3;
    }
}

std::string_view symbolOf(Operation operation)
{
    switch (operation) {
    case Operation::Add: return " + ";
    case Operation::Subtract: return " − ";
    case Operation::Multiply: return " · ";
    case Operation::Divide: return " / ";
    case Operation::Maximum: return "max";
    case Operation::Minimum: return "min";
    default: return "";
    }
}

using AtomText = std::string (*)(const Derivation&, int digits);

std::string labelText(const Derivation& node, int) { return node.label; }

std::string valueText(const Derivation& node, int digits)
{
    const std::string unit = baseUnitText(node.dimension);
    const std::string number = numberText(node.value, digits);
    return unit.empty() ? number : number + ' ' + unit;
}

/// Writes \p node as an operand: named nodes and leaves are atoms, everything else is opened.
void write(std::string& out, const Derivation& node, AtomText atom, int digits)
{
    if (node.operation == Operation::Leaf || node.operation == Operation::Named) {
        out += atom(node, digits);
        return;
    }
    const int own = precedence(node.operation);
    if (own == 3 && node.operation != Operation::CeilDivide) {
        out += symbolOf(node.operation);
        out += '(';
        write(out, *node.operands[0], atom, digits);
        out += ", ";
        write(out, *node.operands[1], atom, digits);
        out += ')';
        return;
    }
    const bool ceil = node.operation == Operation::CeilDivide;
    const int level = ceil ? precedence(Operation::Divide) : own;
    const std::string_view symbol = symbolOf(ceil ? Operation::Divide : node.operation);
    out += ceil ? "ceil(" : "";
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
        const int inner = precedence(node.operands[i]->operation);
        const bool bracket = inner < level || (i > 0 && inner == level);
        out += i > 0 ? symbol : std::string_view{};
        out += bracket ? "(" : "";
        write(out, *node.operands[i], atom, digits);
        out += bracket ? ")" : "";
    }
    out += ceil ? ")" : "";
}

/// A named node shows what its name stands for; a leaf can only show itself.
const Derivation& opened(const Derivation& node)
{
    return node.operation == Operation::Named ? *node.operands[0] : node;
}

} // namespace

std::string formulaText(const Derivation& node)
{
    std::string text;
    write(text, opened(node), labelText, 0);
    return text;
}

std::string substitutedText(const Derivation& node, int significantDigits)
{
    std::string text;
    write(text, opened(node), valueText, significantDigits);
    return text;
}

std::vector<DerivationPtr> derivationParts(const DerivationPtr& node)
{
    std::vector<DerivationPtr> parts;
    std::unordered_set<const Derivation*> seen{node.get()};
    std::unordered_set<std::string> leaves;
    std::deque<DerivationPtr> queue(node->operands.begin(), node->operands.end());
    while (!queue.empty()) {
        const DerivationPtr next = queue.front();
        queue.pop_front();
        if (!seen.insert(next.get()).second)
            continue;
        const bool leaf = next->operation == Operation::Leaf && next->source != SourceKind::Constant;
        // The same figure may come from several places of the computation as several equal leaves.
        const bool known =
            leaf &&
            !leaves.insert(next->label + '\n' + numberText(next->value) + '\n' + next->citation).second;
        if ((leaf && !known) || next->operation == Operation::Named)
            parts.push_back(next);
        queue.insert(queue.end(), next->operands.begin(), next->operands.end());
    }
    return parts;
}

std::string baseUnitText(Dimension dimension)
{
    struct Base {
        std::int8_t exponent;
        std::string_view symbol;
    };
    const std::array<Base, 6> bases{{{dimension.byte, "B"},
                                     {dimension.flop, "FLOP"},
                                     {dimension.item, "items"},
                                     {dimension.joule, "J"},
                                     {dimension.currency, "currency"},
                                     {dimension.second, "s"}}};
    std::string above;
    std::string below;
    for (const Base& base : bases) {
        std::string& side = base.exponent > 0 ? above : below;
        for (int i = 0; i < std::abs(base.exponent); ++i) {
            side += side.empty() ? "" : "·";
            side += base.symbol;
        }
    }
    if (below.empty())
        return above;
    return (above.empty() ? "1" : above) + '/' + below;
}

std::string numberText(double value, int significantDigits)
{
    return significantDigits > 0 ? shortText(value, significantDigits) : shortestText(value);
}

} // namespace shardscope::core
