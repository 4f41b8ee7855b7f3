// SPDX-License-Identifier: GPL-3.0-or-later
// What a program does on its way through a step: facts of its source, no numbers that are fitted.
#pragma once

#include <cstdint>

namespace shardscope::planner {

/// When something happens in a step.
enum class When : std::uint8_t {
    Never,
    AfterLast,     ///< when the last micro-batch has gone back, or the update is done
    LastBackward,  ///< while the last micro-batch goes back, as soon as a unit is whole
    EveryBackward, ///< while each micro-batch goes back
    FirstForward   ///< while the next step's first micro-batch goes forward
};
/// What goes as one message.
enum class Unit : std::uint8_t { Whole, Layer, Bucket, Tensor };
/// What a tensor group's collectives hide behind: nothing; the other product of the same layer's backward;
/// or their own product, cut into pieces that go round a ring.
enum class TensorHiding : std::uint8_t { Wait, Async, Ring };
/// Whether a stage waits for what it sends, or computes its next chunk meanwhile.
enum class Sends : std::uint8_t { InTurn, Beside };
/// Who carries a collective's bytes.
enum class Transport : std::uint8_t { Nccl, UserBuffers, DeepEp, CopyEngine, Ipu };
/// Whose code a layer is, where the plan does not say which kernels.
enum class LayerCode : std::uint8_t {
    Fused,   ///< its library's fused kernels (Transformer Engine)
    Modules, ///< transformers' modules, for models that it has
    Own,     ///< modules of its own, one operation after another
    Graph    ///< a compiled graph without library calls
};

struct Gradients {
    When when = When::AfterLast;
    Unit unit = Unit::Whole;
    std::int64_t bytes = 0;    ///< of a bucket; 0: its size is no constant (elements: below)
    std::int64_t elements = 0; ///< of a bucket that is counted in elements
    bool beside = false;       ///< on a stream of its own, so that passes hide it
};

/// Sharded weights, before the passes that need them.
struct Gathers {
    std::int8_t ahead = 0; ///< units asked for before the one that computes
    Unit unit = Unit::Layer;
    bool keepsLast = false; ///< backward finds the last unit as forward left it
};

struct Habits {
    LayerCode layers = LayerCode::Fused;
    TensorHiding tensor = TensorHiding::Wait;
    /// A gated feed-forward has two column-split layers, each of which reduces its input's gradient.
    bool gateReductions = false;
    Sends sends = Sends::InTurn;
    Gradients gradients{};
    Gathers weights{};
    When updatedWeights = When::AfterLast; ///< what the optimizer's shards updated goes to the others
    Transport inside = Transport::Nccl;    ///< of a scale-up network
    Transport between = Transport::Nccl;
    bool updatesOnHost = false; ///< what lives in the host's memory is updated by its processors
};

} // namespace shardscope::planner
