// SPDX-License-Identifier: GPL-3.0-or-later
// The tree behind a number: operator, label, value, source. Made by Explained's own arithmetic, never by hand.
#pragma once

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
    Assumed,       ///< our assumption, with its reason
    Unverified,    ///< a figure nobody could check; shown as such
    Derived,       ///< not a leaf: computed from the children
};

enum class Operation { Leaf, Named, Add, Subtract, Multiply, Divide, Maximum, Minimum, CeilDivide, Ceil, Floor, Power, Negate, Select };

struct Derivation;
using DerivationPtr = std::shared_ptr<const Derivation>;

/// One node. Children are the operands, in order; a Named node has one child and a citation for its formula.
struct Derivation {
    Operation operation = Operation::Leaf;
    double value = 0; ///< base units of \c dimension
    Dimension dimension;
    std::string label;                            ///< stable key or symbol ("hidden", "t", "weights_per_device")
    SourceKind source = SourceKind::Derived;
    std::string citation;                         ///< e.g. "arXiv:1910.02054, section 5"; "/parallel/tensor"
    std::vector<DerivationPtr> operands;
};

/// The formula of \p node with labels, down to its named and leaf operands: "2 · parameters / (t · p)".
[[nodiscard]] std::string formulaText(const Derivation& node);
/// The same with values substituted: "2 B · 174.6e9 / (8 · 8)".
[[nodiscard]] std::string substitutedText(const Derivation& node);
/// Every named node and leaf below \p node, each once, nearest first: what a reader looks up next.
[[nodiscard]] std::vector<DerivationPtr> derivationParts(const DerivationPtr& node);

} // namespace shardscope::core
