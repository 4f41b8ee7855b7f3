// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tape/autograd/rules.h"

#include "planner/tape/autograd/walk.h"

namespace shardscope::planner::tape {

Gradients passOn(Walk&, const Node&, Gradients& incoming) { return {incoming[0]}; }

Gradients passToBoth(Walk&, const Node&, Gradients& incoming) { return {incoming[0], incoming[0]}; }

Gradients likeIncoming(Walk& walk, const Node&, Gradients& incoming)
{
    return {walk.empty(incoming[0].layout.dense(), incoming[0].element)};
}

Gradients rowMajorGradients(Walk& walk, const Node& node, Gradients& incoming)
{
    Gradients result;
    for (const Edge& edge : node.edges)
        result.push_back(walk.empty(edge.layout.rowMajor(), incoming[0].element));
    return result;
}

Gradients ownGradient(Walk& walk, const Node& node, Gradients& incoming)
{
    return {walk.empty(node.edges[0].layout, incoming[0].element)};
}

} // namespace shardscope::planner::tape
