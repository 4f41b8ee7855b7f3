// SPDX-License-Identifier: GPL-3.0-or-later
// The gradients that many operations have alike.
#pragma once

#include "planner/tape/autograd/graph.h"

namespace shardscope::planner::tape {

class Walk;

/// The incoming gradient itself.
Gradients passOn(Walk& walk, const Node& node, Gradients& incoming);
/// The incoming gradient itself, to two operands.
Gradients passToBoth(Walk& walk, const Node& node, Gradients& incoming);
/// A new tensor of the incoming gradient's form.
Gradients likeIncoming(Walk& walk, const Node& node, Gradients& incoming);
/// A new tensor for each operand, of its sizes, row by row.
Gradients rowMajorGradients(Walk& walk, const Node& node, Gradients& incoming);
/// A new tensor laid out as the operand is.
Gradients ownGradient(Walk& walk, const Node& node, Gradients& incoming);

} // namespace shardscope::planner::tape
