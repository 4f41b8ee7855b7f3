// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tape/autograd/rules.h"

#include "planner/tape/autograd/tape.h"

namespace shardscope::planner::tape {

Gradients passOn(Tape&, const Node&, Gradients& incoming) { return {incoming[0]}; }

Gradients passToBoth(Tape&, const Node&, Gradients& incoming) { return {incoming[0], incoming[0]}; }

Gradients likeIncoming(Tape& tape, const Node&, Gradients& incoming)
{
    return {tape.empty(incoming[0].layout.dense(), incoming[0].element)};
}

Gradients rowMajorGradients(Tape& tape, const Node& node, Gradients& incoming)
{
    Gradients result;
    for (const Edge& edge : node.edges)
        result.push_back(tape.empty(edge.layout.rowMajor(), incoming[0].element));
    return result;
}

Gradients ownGradient(Tape& tape, const Node& node, Gradients& incoming)
{
    return {tape.empty(node.edges[0].layout, incoming[0].element)};
}

} // namespace shardscope::planner::tape
