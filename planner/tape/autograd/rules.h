// SPDX-License-Identifier: GPL-3.0-or-later
// The gradients that many operations have alike.
#pragma once

#include "planner/tape/autograd/graph.h"

namespace shardscope::planner::tape {

class Tape;

/// The incoming gradient itself.
Gradients passOn(Tape& tape, const Node& node, Gradients& incoming);
/// The incoming gradient itself, to two operands.
Gradients passToBoth(Tape& tape, const Node& node, Gradients& incoming);
/// A new tensor of the incoming gradient's form.
Gradients likeIncoming(Tape& tape, const Node& node, Gradients& incoming);
/// A new tensor for each operand, of its sizes, row by row.
Gradients rowMajorGradients(Tape& tape, const Node& node, Gradients& incoming);
/// A new tensor laid out as the operand is.
Gradients ownGradient(Tape& tape, const Node& node, Gradients& incoming);

/// The gradient of the factor of \p edge, a matrix of weights. Where a compiler orders operations by what
/// stands when, it is a product of its own and added up before the other factor's is made, and undefined here
/// (graphcore/popart @00385a0, willow/src/op/matmul.cpp: MatMulLhsGradOp and MatMulRhsGradOp).
[[nodiscard]] Tensor weightGradient(Tape& tape, const Edge& edge, Element element);

} // namespace shardscope::planner::tape
