// SPDX-License-Identifier: GPL-3.0-or-later
// The tree behind a number: operator, label, value, source. Made by Explained's own arithmetic, never by
// hand.
#pragma once

#include "core/base/enum_names.h"
#include "core/units/quantity.h"

#include <memory>
#include <string>
#include <vector>

namespace shardscope::core {

/// Where a leaf's value comes from.
enum class SourceKind {
    Given,         ///< the user's plan or model file
    Specification, ///< a data sheet or paper, cited
    Measured,      ///< a measurement, cited
    Fitted,        ///< fitted from runs, named
    Set,           ///< set by hand, with its reason
    Assumed,       ///< our assumption, with its reason
    Unverified,    ///< a figure nobody could check; shown as such
    Constant,      ///< a coefficient of the formula around it
    Derived,       ///< not a leaf: computed from the children
};
constexpr auto enumNames(SourceKind)
{
    return namesUpTo<SourceKind::Derived>("given", "specification", "measured", "fitted", "set", "assumed",
                                          "unverified", "constant", "derived");
}

enum class Operation { Leaf, Named, Add, Subtract, Multiply, Divide, Maximum, Minimum, CeilDivide };
constexpr auto enumNames(Operation)
{
    return namesUpTo<Operation::CeilDivide>("leaf", "named", "add", "subtract", "multiply", "divide",
                                            "maximum", "minimum", "ceil_divide");
}

struct Derivation;
using DerivationPtr = std::shared_ptr<const Derivation>;

/// One node. Children are the operands, in order; a Named node has one child and a citation for its formula.
struct Derivation {
    Operation operation = Operation::Leaf;
    double value = 0; ///< base units of \c dimension
    Dimension dimension;
    std::string label; ///< stable key or symbol ("hidden", "t", "weights_per_device")
    SourceKind source = SourceKind::Derived;
    std::string citation; ///< e.g. "arXiv:1910.02054, section 5"; "/parallel/tensor"
    std::vector<DerivationPtr> operands;
};

/// The formula of \p node with labels, down to its named and leaf operands: "2 B · parameters / (t · p)". A
/// named node shows what is beneath its name. Operators bind as usual; brackets keep the order in which it
/// was computed.
[[nodiscard]] std::string formulaText(const Derivation& node);
/// The same with values substituted, in base units: "2 B · 1.746e+11 / (8 · 8)". \p significantDigits 0: all
/// digits that matter, so that evaluating the text gives the node's value back to the last bit.
[[nodiscard]] std::string substitutedText(const Derivation& node, int significantDigits = 6);
/// Every named node and leaf below \p node, each once, nearest first: what a reader looks up next. Bare
/// coefficients are left out.
[[nodiscard]] std::vector<DerivationPtr> derivationParts(const DerivationPtr& node);

/// The base unit of a dimension as formulas write it: "B", "FLOP/s", "" for a plain number.
[[nodiscard]] std::string baseUnitText(Dimension dimension);
/// The shortest decimal text that reads back to \p value; with \p significantDigits > 0 rounded to so many.
[[nodiscard]] std::string numberText(double value, int significantDigits = 0);

} // namespace shardscope::core
