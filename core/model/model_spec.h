// SPDX-License-Identifier: GPL-3.0-or-later
// A model as the planner sees it: shapes, and the exact inventory of its parameters.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace shardscope::core {

enum class Activation { Gelu, Relu, Swiglu };
enum class NormKind { LayerNorm, RmsNorm };

/// Whose parameter inventory and operator list applies. Native: the contract's own transformer form.
enum class TransformerFamily { Native, Gpt2, Bert, Llama, Mistral, Qwen2, Qwen3, Qwen3Moe, Mixtral, DeepseekV3, GptNeox, Opt, T5 };

/// A stack of identical transformer layers between an embedding and a head.
struct Transformer {
    TransformerFamily family = TransformerFamily::Native;
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;     ///< = heads unless grouped-query
    std::int64_t headDim = 0;     ///< hidden / heads unless given
    std::int64_t feedForward = 0;
    std::int64_t vocabulary = 0;
    std::int64_t maxSequence = 0;
    std::int64_t tokenTypes = 0;  ///< BERT's segment embedding; 0 elsewhere
    Activation activation = Activation::Gelu;
    NormKind norm = NormKind::LayerNorm;
    bool bias = true;
    bool attentionBias = true;    ///< of q, k, v where it differs from \c bias
    bool tiedEmbeddings = true;
    bool learnedPositions = true;
    bool finalNorm = true;
    bool maskedHead = false;      ///< BERT's dense + norm + decoder bias before the vocabulary
    double attentionDropout = 0;
    double hiddenDropout = 0;
    std::int64_t experts = 0;     ///< 0: dense
    std::int64_t expertsPerToken = 0;
};

/// A parameter count alone: state memory and its communication can be planned, nothing else.
struct ParametersOnly {
    double parameters = 0;
};

/// How a tensor is divided over the t ranks of a tensor-parallel group.
enum class TensorSplit { Replicated, Columns, Rows, Vocabulary };
/// Which part of the network owns a tensor; decides its pipeline stage.
enum class Section { Embedding, Layer, Final, Head };

/// One named parameter tensor (or \c count equal ones, one in each layer).
struct ParameterTensor {
    std::string name;                ///< the framework's own, "{layer}" for the layer number
    std::vector<std::int64_t> shape;
    Section section = Section::Layer;
    TensorSplit split = TensorSplit::Replicated;
    std::int64_t count = 1;          ///< how many layers hold it
    bool shared = false;             ///< tied to another tensor: no parameters of its own, but present on its stage

    [[nodiscard]] std::int64_t elements() const; ///< of one; 1 for a scalar
};

struct ModelSpec {
    std::string name;
    std::string title;
    std::string source;                     ///< citation
    std::variant<Transformer, ParametersOnly> form;
    std::vector<std::string> ignoredKeys;   ///< keys of the file that were not needed
    std::vector<std::string> unverified;    ///< JSON pointers

    [[nodiscard]] const Transformer* transformer() const { return std::get_if<Transformer>(&form); }
    [[nodiscard]] const ParametersOnly* parametersOnly() const { return std::get_if<ParametersOnly>(&form); }
};

/// Every parameter tensor, in the framework's order. Empty for ParametersOnly.
[[nodiscard]] std::vector<ParameterTensor> parameterTensors(const ModelSpec& model);
/// All parameters, tied tensors once; equal to the framework's own count.
[[nodiscard]] double parameterCount(const ModelSpec& model);

} // namespace shardscope::core
