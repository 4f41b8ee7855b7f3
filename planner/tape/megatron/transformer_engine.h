// SPDX-License-Identifier: GPL-3.0-or-later
// The fused operations of Megatron-Core with Transformer Engine: what they keep is theirs, not PyTorch's.
// After transformer_engine/pytorch/module/{layernorm_linear,linear}.py and
// megatron/core/tensor_parallel/layers.py (Megatron-Core 0.12, Transformer Engine 2), in our own terms; see
// docs/memory_model.md.
#pragma once

#include "core/model/dtype.h"
#include "planner/tape/autograd/operations.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope::planner::tape {

/// One rank of a tensor-parallel group. Rows: of the whole sequence, or with sequence parallelism this
/// rank's.
class TransformerEngine {
public:
    /// Adapters beside weights that are all frozen.
    struct Adapters {
        std::int64_t rank = 0;    ///< 0: none, all weights learn
        bool output = false;      ///< beside the projection of what attention gives
        bool feedForward = false; ///< beside the feed-forward's matrices
        bool drops = false;       ///< some of their input
    };
    struct Settings {
        std::int64_t ranks = 1;
        bool sequenceParallel = false;
        bool keepGathered = false;    ///< gathered inputs stay for backward instead of being gathered again
        bool writtenOutNorms = false; ///< RMS norms operation by operation
        bool ownGradients = false;    ///< each weight's, as autograd makes it, and no buffer for all
        /// nanotron: a weight's gradient is made, added elsewhere and let go; what is gathered again lies in
        /// one buffer that stays (parallel/utils.py, MemoryBuffer).
        bool plainLinears = false;
        /// The format that the layers' products read and keep their inputs in; none: as they come.
        std::optional<core::Dtype> operand = {};
        Adapters adapters = {};
    };

    TransformerEngine(Tape& tape, const Settings& settings);

    /// Norm, gather of the rows, product with weight [out, in]: keeps input, statistics and the normed rows.
    /// Frozen: an adapter stands beside attention's, and where the settings say so beside those \p
    /// ofFeedForward and, of rows, attention's.
    [[nodiscard]] Tensor normLinear(const Tensor& x, std::int64_t out, bool layerNorm,
                                    bool ofFeedForward = false);
    /// Product with [out, in], summed over the ranks, rows scattered: keeps its input.
    [[nodiscard]] Tensor rowLinear(const Tensor& x, std::int64_t out, bool ofFeedForward = false);
    [[nodiscard]] Tensor norm(const Tensor& x, bool layerNorm);
    /// Product with a weight [out, in] that every rank holds whole, on this rank's rows: keeps its input.
    [[nodiscard]] Tensor duplicatedLinear(const Tensor& x, std::int64_t out);
    /// Gather of the rows, product with [out, in]: keeps this rank's rows of its input.
    [[nodiscard]] Tensor columnLinear(const Tensor& x, std::int64_t out);
    /// The same, its columns put together from all ranks, rows scattered.
    [[nodiscard]] Tensor gatheredLinear(const Tensor& x, std::int64_t out);
    /// Rows of all ranks, where the sequence is divided.
    [[nodiscard]] Tensor gatheredRows(const Tensor& x);
    /// Rows in groups, one for each local expert: keeps its input.
    [[nodiscard]] Tensor groupedLinear(const Tensor& x, std::int64_t out);
    /// Scores of \p experts for each row (moe/router.py): keeps its input; the weight's gradient is made.
    [[nodiscard]] Tensor router(const Tensor& x, std::int64_t experts);
    /// An elementwise function fused with its bias: keeps its input; the result is \p narrowing times
    /// narrower.
    [[nodiscard]] Tensor activation(const Tensor& x, std::int64_t narrowing);
    /// The same, each row times its weight: keeps both.
    [[nodiscard]] Tensor weightedActivation(const Tensor& x, const Tensor& weights, std::int64_t narrowing);
    /// Rotary positions: a new tensor, nothing kept.
    [[nodiscard]] Tensor rotated(const Tensor& x);
    /// x (after dropout) + residual in one kernel: keeps the dropout's mask.
    [[nodiscard]] Tensor dropoutAdd(const Tensor& x, const Tensor& residual, double probability);
    /// Megatron's own column-parallel layer in front of the loss, weight [vocabulary part, in].
    [[nodiscard]] Tensor outputLinear(const Tensor& x, std::int64_t out);
    /// Cross entropy over the vocabulary's parts. \p fused: the gradient takes the logits' place.
    [[nodiscard]] Tensor crossEntropy(const Tensor& logits, bool fused);
    /// Lookup in this rank's part of the table [vocabulary part, width], rows scattered. \p tied: to the
    /// output layer of this rank.
    [[nodiscard]] Tensor vocabularyEmbedding(const Tensor& ids, const Layout& table, Element element,
                                             bool tied);

    /// Lets gradients go, as zero_grad does, if each weight has a gradient of its own.
    void dropGradients();

    [[nodiscard]] std::int64_t rowsOf(std::int64_t sequence) const
    {
        return scattered() ? sequence / m_settings.ranks : sequence;
    }

private:
    [[nodiscard]] bool scattered() const { return m_settings.sequenceParallel && m_settings.ranks > 1; }
    [[nodiscard]] Layout gathered(const Tensor& x) const;
    /// A copy of so many elements in the products' format, its scales included.
    [[nodiscard]] Tensor narrowCopy(const Layout& layout);
    /// What a product gets of \p x and keeps for its weight's gradient: \p x, or a copy by columns.
    void keepInput(Node* node, const Tensor& x);
    /// Makes both copies of a product's gradient, by rows and by columns, as long as they are named.
    [[nodiscard]] std::array<Tensor, 2> castGradient(const Layout& layout);
    void needWorkspace();
    void needGroupWorkspaces();
    [[nodiscard]] Tensor plainLinear(const char* name, const Tensor& x, std::int64_t out, bool gather);
    /// What autograd sees of the gradient of a \p weight of \p module: a placeholder, as the product adds it
    /// to the main gradients; or the tensor itself, of which the first stays and takes in those that come
    /// later.
    [[nodiscard]] Tensor weightGradient(std::uint32_t module, const Layout& weight, Element element);
    void needGatherBuffer(const Layout& rows, Element element);
    [[nodiscard]] Tensor writtenOutNorm(const Tensor& x);
    [[nodiscard]] bool frozen() const { return m_settings.adapters.rank > 0; }
    [[nodiscard]] Tensor thinLinear(const Tensor& x, std::int64_t out);
    /// \p result and what the adapter makes of \p x, the layer's input.
    [[nodiscard]] Tensor withAdapter(const Tensor& result, Tensor x);
    [[nodiscard]] Tensor frozenNormLinear(const Tensor& x, std::int64_t out, bool layerNorm, bool adapted);
    [[nodiscard]] Tensor frozenRowLinear(const Tensor& x, std::int64_t out, bool adapted);
    [[nodiscard]] Tensor frozenOutputLinear(const Tensor& x, std::int64_t out);

    Tape& m_tape;
    Settings m_settings;
    StorageRef m_workspace;
    std::vector<StorageRef> m_groupWorkspaces; ///< one for each stream of grouped products
    Tensor m_gatherBuffer;
    /// One a width for all norms that are written out: it is small. Their gradients' way holds on to it.
    std::map<std::int64_t, std::unique_ptr<Parameter>> m_normWeights;
    std::vector<Tensor> m_placeholders;    ///< one for each shape of weight, kept
    std::unique_ptr<Parameter> m_learning; ///< stands for every adapter's weights
    std::unique_ptr<Parameter> m_table;    ///< of embeddings, where its gradient is its own
    /// A module's weights differ in shape.
    std::map<std::pair<std::uint32_t, std::pair<std::int64_t, std::int64_t>>, Tensor> m_gradients;
};

} // namespace shardscope::planner::tape
