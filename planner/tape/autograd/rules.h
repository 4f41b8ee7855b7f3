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

} // namespace shardscope::planner::tape
