// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks do after what, without times that others decide: a step as simulators of networks take it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::core {

struct ExecutionNode {
    enum class Kind : std::uint8_t { Compute, Send, Receive, Collective, Load, Store } kind = Kind::Compute;
    std::string name;
    double begin = 0;        ///< s, as simulated here
    double seconds = 0;      ///< of traffic: as simulated here, which another simulator finds for itself
    double bytes = 0;        ///< of traffic: what one rank hands over
    std::string operation;   ///< of a collective: "all_reduce"
    std::uint32_t group = 0; ///< of a collective: which of its class's groups
    std::uint32_t peer = 0;  ///< of a message: the other class
    std::int32_t tag = 0;    ///< of a message: the same at both ends
    std::vector<std::uint32_t> needs; ///< earlier nodes of the rank that must have ended, ascending
};

/// Ranks that do the same, each with its own peers.
struct ExecutionClass {
    std::vector<ExecutionNode> nodes;
    std::vector<std::int64_t> ranks; ///< rank i sends to rank i of another class
    std::vector<std::vector<std::uint32_t>>
        groups; ///< by a node's group, then by rank: which of ExecutionGraph::groups
};

struct ExecutionGraph {
    std::vector<ExecutionClass> classes;
    std::vector<std::vector<std::int64_t>> groups; ///< their ranks, ascending
};

} // namespace shardscope::core
