// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded operations of a step: whom each hands gradients to and what it keeps until then.
#pragma once

#include "planner/tape/autograd/tensor.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::planner::tape {

class Tape;
struct Parameter;

using Gradients = std::vector<Tensor>;
/// Gradients of the node's outputs in, gradients of its edges out (undefined ones allowed).
using Rule = std::function<Gradients(Tape& tape, const Node& node, Gradients& incoming)>;
/// Part of a forward pass that can be run again.
using Region = std::function<Tensor(const std::vector<Tensor>& inputs)>;
/// One with several results.
using Regions = std::function<std::vector<Tensor>(const std::vector<Tensor>& inputs)>;

/// Where the gradient of an operand goes, and the form it must have there.
struct Edge {
    Node* node = nullptr; ///< null: the operand needs no gradient
    int slot = 0;
    Layout layout;
    Element element = Element::Float32;
};

/// A tensor's bytes in another memory, or a part of them on the device, until backward wants it again.
struct Parked {
    Parked(std::int64_t size, std::int64_t away, std::int64_t& total)
        : bytes(size)
        , elsewhere(away)
        , sum(total)
    {
        sum += elsewhere;
    }
    ~Parked() { sum -= elsewhere; }
    Parked(const Parked&) = delete;
    Parked& operator=(const Parked&) = delete;

    std::int64_t bytes;              ///< of the tensor
    std::int64_t elsewhere;          ///< of them in the other memory
    std::int64_t& sum;               ///< all that is parked there
    StorageRef part;                 ///< what stays on the device
    StorageRef restored;             ///< back again
    std::weak_ptr<Storage> original; ///< to know it when it is saved a second time
};

/// A region whose saved tensors were dropped; holds its inputs as long as any of them is still wanted.
struct CheckpointFrame {
    /// One of the tensors that another frame's region made, and which are dropped, too.
    struct Output {
        std::shared_ptr<CheckpointFrame> frame;
        std::size_t index = 0;
    };
    Regions region;
    std::vector<Tensor> inputs;
    std::vector<bool> learn;                     ///< by input: whether it wants a gradient
    std::vector<std::shared_ptr<Parked>> parked; ///< of the inputs; empty: they stay as they are
    std::vector<Output> discarded;               ///< by input; without a frame: it stays
    bool autocast = false;
    bool ran = false;       ///< again, in backward
    std::size_t wanted = 0; ///< tensors the region saved in forward
    std::vector<StorageRef> recomputed;
    std::vector<StorageRef> outputs;  ///< made again, where they are dropped, too
    std::vector<std::size_t> waiting; ///< by output, who still wants it
};

/// A tensor kept for backward: itself, or its place in a checkpoint, among what the region saves or makes.
struct Saved {
    StorageRef storage;
    std::shared_ptr<CheckpointFrame> frame;
    std::size_t index = 0;
    std::shared_ptr<Parked> parked = {};
    bool output = false;
};

struct Node {
    const char* name = "";
    std::uint64_t sequence = 0; ///< creation order; the sinks of parameters come before everything
    std::uint32_t module = 0;
    std::vector<Edge> edges;
    std::vector<Saved> saved;
    Rule rule;
    std::size_t outputs = 1;
    Parameter* parameter = nullptr; ///< of a sink

    // While backward runs.
    Gradients arrived;
    int pending = 0;
    bool reachable = false;

    [[nodiscard]] bool needs(std::size_t edge) const { return edges[edge].node != nullptr; }
};

/// A leaf: its value, its gradient, and the sink that collects it.
struct Parameter {
    std::string name;
    Tensor value;
    Tensor gradient;
    Node sink;
    std::function<void(Parameter&)> collected; ///< called each time a gradient has arrived; may be empty
};

} // namespace shardscope::planner::tape
