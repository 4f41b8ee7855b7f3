// SPDX-License-Identifier: GPL-3.0-or-later
// What a program does on its way through a step: facts of its source, no numbers that are fitted.
#pragma once

#include "core/hardware/transport.h"

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
enum class Unit : std::uint8_t {
    Whole,
    Layer,
    Bucket,
    Module ///< each matrix where tokens choose which comes next, as experts; layers where the order is known
};
/// What a tensor group's collectives hide behind: nothing; the other product of the same layer's backward;
/// or their own product, cut into pieces that go round a ring.
enum class TensorHiding : std::uint8_t { Wait, Async, Ring };
/// Whether a stage waits for what it sends, or computes its next chunk meanwhile.
enum class Sends : std::uint8_t { InTurn, Beside };
using core::Transport;
/// The library whose code a layer runs.
enum class LayerCode : std::uint8_t {
    TransformerEngine, ///< Megatron Core's modules over Transformer Engine's kernels, where the plan's are
                       ///< fused
    Modules,           ///< transformers' modules, for models that it has
    Own,               ///< modules of its own
    Graph              ///< a compiled graph: the host launches nothing
};
/// The tensors that attention keeps beside those that its kernel reads.
enum class AttentionCode : std::uint8_t {
    Usual,
    SplitCopies, ///< keys and values are copied out of one block of memory, which stays
    CopiesKeys   ///< keys and values are copied to the query heads
};
/// How often the loss has the logits in its backward.
enum class LossCode : std::uint8_t {
    Once,
    Twice,
    TwiceOrThrice, ///< thrice over a tensor group
    InCopies       ///< each step of it in a copy
};
/// Which part of a framework divides weights over the replicas.
enum class Sharder : std::uint8_t { None, FullyShard, MegatronFsdp, Zero };
/// Since when a micro-batch's gradients are there.
enum class GradientLife : std::uint8_t {
    Standing,    ///< in buffers that stand all the time
    Growing,     ///< made by backward; the partition alone is kept
    GrowingOnce, ///< made by the first backward, let go after the update: several micro-batches add up in
                 ///< them
    GrowingWhole ///< the same, where whole rows of logits are gathered
};
/// Which program's operations the allocator simulation knows.
enum class TracedAs : std::uint8_t { None, Modules, Megatron, PopArt, Torchtitan, Nanotron };

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
    LayerCode layers = LayerCode::Own;
    /// Rows of kernels are those of modules that run one operation after another: ever, or with separate
    /// kernels.
    bool modulesOnly = false;
    bool modulesWhereSeparate = false;
    AttentionCode attention = AttentionCode::Usual;
    bool ringInSteps = false; ///< context's ring: a kernel for each part of the keys, and the results merged
    bool secondFlash = false; ///< FlashAttention 2, though the device has faster kernels
    LossCode loss = LossCode::Once;
    TracedAs tape = TracedAs::None;
    Sharder sharder = Sharder::None;
    bool ownEnds = false; ///< embedding and head are sharded each by itself
    GradientLife gradientLife = GradientLife::Standing;
    bool replicaBuckets = false;  ///< whole gradients are reduced out of buckets beside them
    bool constantBuckets = false; ///< out of buffers of constant size, which the plan has (core::Buckets)
    bool gatheringBuffer = false; ///< sequence parallelism gathers into a buffer that stays
    bool keepsOperands = false;   ///< a product's input is kept in the format of the product
    bool writesActivationsOut = false; ///< a gated activation and its product are two operations
    bool fusesBiases = true;           ///< experts' biases and activations are part of their products
    bool fusesCasts = false; ///< what computes in 8 bits is cast by the fused kernel before, but for experts
    bool clipsInPasses = false;   ///< the update prepares gradients in passes of their own
    bool masksFromSeed = false;   ///< dropouts draw their masks again
    bool stashesInCycles = false; ///< every stage goes forward and back in each cycle
    bool loadsPhases = false;     ///< a phase's state is on the device while it computes
    bool cutsByCost = false;      ///< stages by the cost of their blocks
    bool normGroup = false;       ///< the gradients' norm has a group of its own
    bool adaptersFp32 = false;    ///< beside narrower weights
    bool adaptersDrop = false;    ///< where the plan drops
    bool adaptersScaled = false;  ///< their factor is in their second product
    /// Attention and feed-forward of a layer without experts run again each for itself, where whole layers
    /// do: torch's checkpoint ends before their last product, whose result no backward asks for.
    bool againByModule = false;
    std::int16_t vocabularyMultiple = 128; ///< rows a rank's part of the vocabulary is filled up to
    TensorHiding tensor = TensorHiding::Wait;
    bool dispatchesOnce =
        false; ///< where the plan does not say: a token goes once to a node and once to a rank
    /// A gated feed-forward has two column-split layers, each of which reduces its input's gradient.
    bool gateReductions = false;
    Sends sends = Sends::InTurn;
    Gradients gradients{};
    Gathers weights{};
    When updatedWeights = When::AfterLast; ///< what the optimizer's shards updated goes to the others
    Transport inside = Transport::Nccl;    ///< of a scale-up network
    Transport between = Transport::Nccl;
    bool updatesOnHost = false; ///< what lives in the host's memory is updated by its processors
    /// The next two are habits of recommenders: a perceptron's product writes its activation too, and pooled
    /// vectors and their gradients have the format of the wire, which is that of products in 16 bits.
    bool fusesPerceptrons = false;
    bool pooledAsSent = false;
};

} // namespace shardscope::planner
