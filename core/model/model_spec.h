// SPDX-License-Identifier: GPL-3.0-or-later
// A model as the planner sees it: shapes, and the exact inventory of its parameters.
#pragma once

#include "core/base/copied_once.h"
#include "core/base/enum_names.h"
#include "core/model/layer_list.h"
#include "core/model/layer_parts.h"
#include "core/model/recommender.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace shardscope::core {

/// Swiglu and Geglu are gated: the feed-forward has a third matrix of the same size.
enum class Activation { Gelu, Relu, Silu, Swiglu, Geglu };
[[nodiscard]] constexpr bool isGated(Activation a)
{
    return a == Activation::Swiglu || a == Activation::Geglu;
}
enum class NormKind { LayerNorm, RmsNorm };

/// The family that gives parameters and operators. Native: the contract's own transformer form.
enum class TransformerFamily {
    Native,
    Gpt2,
    Bert,
    Llama,
    Mistral,
    Qwen2,
    Qwen3,
    Qwen3Moe,
    Mixtral,
    DeepseekV3,
    DeepseekV32,
    GptNeox,
    Opt,
    T5,
    GptOss,
    Glm4Moe,
    Llama4,
    MiniMax,
    MiniMaxM2,
    Gemma3,
    Phi3,
    Olmo2,
    Olmo3,
    NemotronH,
    Qwen3Next,
    Qwen35Moe,
    Qwen35
};
/// "native" or the Hugging Face model_type; of those with other parts than a language model, the text's.
constexpr auto enumNames(TransformerFamily)
{
    return namesUpTo<TransformerFamily::Qwen35>(
        "native", "gpt2", "bert", "llama", "mistral", "qwen2", "qwen3", "qwen3_moe", "mixtral", "deepseek_v3",
        "deepseek_v32", "gpt_neox", "opt", "t5", "gpt_oss", "glm4_moe", "llama4_text", "minimax",
        "minimax_m2", "gemma3_text", "phi3", "olmo2", "olmo3", "nemotron_h", "qwen3_next", "qwen3_5_moe_text",
        "qwen3_5_text");
}

/// Layers whose attention sees a part of the sequence.
struct LocalAttention {
    std::int64_t layers = 0; ///< so many of all
    std::int64_t window = 0; ///< tokens a query of theirs sees, itself among them
    bool chunked = false;    ///< Llama 4: those of its chunk of so many tokens, instead of the last so many
};

/// DeepSeek Sparse Attention: small heads of their own score the keys before a query, and the query attends
/// to the best of them (arXiv:2512.02556, section 2.1).
struct KeyIndexer {
    std::int64_t heads = 0; ///< 0: a query attends to all keys before it
    std::int64_t headDim = 0;
    std::int64_t keys = 0; ///< that a query attends to at most

    [[nodiscard]] std::int64_t width() const { return heads * headDim; }
};

/// A stack of transformer layers between an embedding and a head. Sizes are counts of elements.
struct Transformer {
    SHARDSCOPE_COPIED_ONCE(Transformer);

    TransformerFamily family = TransformerFamily::Native;
    std::int64_t layers = 0; ///< all of them; T5's encoder layers, then its decoder layers
    std::int64_t decoderLayers =
        0; ///< T5: the last so many layers, which also attend to the encoder; 0 elsewhere
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;      ///< = heads unless grouped-query
    std::int64_t headDim = 0;      ///< of queries and keys; hidden / heads unless given
    std::int64_t valueHeadDim = 0; ///< = headDim except with latent attention
    std::int64_t queryRank = 0; ///< latent attention (MLA): rank of the compressed queries; 0: not compressed
    std::int64_t keyValueRank = 0; ///< MLA: rank of the compressed keys and values; 0: ordinary attention
    std::int64_t ropeHeadDim =
        0; ///< MLA: the part of headDim that carries positions, shared by the key heads
    std::int64_t feedForward = 0; ///< of a dense layer
    std::int64_t vocabulary = 0;
    std::int64_t embeddingWidth = 0; ///< OPT-350m embeds narrower than hidden; else = hidden
    std::int64_t maxSequence = 0;
    std::int64_t positionOffset = 0;  ///< OPT: rows of the position table beyond maxSequence
    std::int64_t tokenTypes = 0;      ///< BERT's segment embedding; 0 elsewhere
    std::int64_t relativeBuckets = 0; ///< T5's relative position bias; 0 elsewhere
    std::string
        activationName; ///< as the file writes it ("gelu_new"); frameworks save different tensors for each
    Activation activation = Activation::Gelu;
    NormKind norm = NormKind::LayerNorm;
    bool bias = true;               ///< of the feed-forward's linear layers
    bool attentionBias = true;      ///< of q, k, v
    bool outputBias = true;         ///< of the attention's output projection
    bool queryKeyNorm = false;      ///< Qwen3: an RMS norm on every query and key head
    bool queryKeyNormWhole = false; ///< OLMo, MiniMax: that norm runs over all heads together
    bool sandwichNorms = false;     ///< Gemma: norms behind attention and feed-forward as well as before
    bool attentionSinks = false;    ///< gpt-oss: a learned logit a head
    bool expertBiases = false;      ///< gpt-oss: of the router and of the experts
    LocalAttention local;
    KeyIndexer indexer;
    bool parallelResidual = false; ///< GPT-NeoX: attention and feed-forward read the same input
    bool normBefore = true;        ///< norm before attention and feed-forward (false: BERT, OPT-350m, OLMo)
    bool normAffine = true;        ///< the norms have parameters
    bool tiedEmbeddings = true;
    bool learnedPositions = true;
    bool finalNorm = true;
    bool vocabularyHead = true; ///< a projection onto the vocabulary at the end
    bool maskedHead = false;    ///< BERT's dense + norm + decoder bias before the vocabulary
    bool pooler = false;        ///< BERT's dense layer on the first token
    bool classifierBias = false;
    std::int64_t classes = 0; ///< outputs of a classification head; 0: none
    double attentionDropout = 0;
    double hiddenDropout = 0;
    double embeddingDropout = 0;
    double rotaryFraction = 1; ///< of a head that rotary positions turn
    std::int64_t experts = 0;  ///< 0: dense
    std::int64_t expertsPerToken = 0;
    std::int64_t expertGroups = 1;       ///< DeepSeek-V3: consecutive experts in so many equal groups …
    std::int64_t groupsPerToken = 1;     ///< … of which a token's experts lie in so many at most
    std::int64_t expertFeedForward = 0;  ///< of one expert
    std::int64_t sharedExperts = 0;      ///< DeepSeek: experts that see every token, kept as one feed-forward
    std::int64_t leadingDenseLayers = 0; ///< DeepSeek: the first so many layers have no experts
    std::int64_t expertStep = 1;         ///< every so many layers have experts
    std::vector<std::int64_t> denseLayers; ///< Qwen3-MoE: further layers without experts, ascending
    std::int64_t expertWidth = 0;  ///< Nemotron 3: experts read and write so narrow a tensor; 0: hidden
    bool sharedExpertGate = false; ///< Qwen3-Next: a learned factor of the shared expert
    bool attentionGate = false;    ///< Qwen3-Next: the attention's output is gated by as wide a projection
    std::int64_t predictions =
        0; ///< further tokens predicted, each by a module (arXiv:2412.19437, section 2.2)
    std::int64_t predictionLayers = 0; ///< the last so many layers, which are those modules'
    std::vector<LayerParts> parts;     ///< of a hybrid, layer by layer; empty: attention in all
    Recurrence recurrence;             ///< of a hybrid's other mixers

    [[nodiscard]] std::int64_t queryWidth() const { return heads * headDim; }
    [[nodiscard]] std::int64_t keyValueWidth() const { return kvHeads * headDim; }
    /// Norms a layer runs over its tokens' whole width.
    [[nodiscard]] int normsOfLayer(LayerParts of = {}) const { return (sandwichNorms ? 2 : 1) * of.count(); }
    [[nodiscard]] bool hybrid() const { return !parts.empty(); }
    /// What layer number \p layer (from 0) is made of.
    [[nodiscard]] LayerParts partsOf(std::int64_t layer) const;
    /// The width that experts read and write.
    [[nodiscard]] std::int64_t widthOfExperts() const { return expertWidth > 0 ? expertWidth : hidden; }
    /// A model of layer number \p layer alone, with neither embedding nor head.
    [[nodiscard]] Transformer layerAlone(std::int64_t layer) const;
    /// The part of the sequence's keys that a causal query sees where it could see all before it, mean over
    /// the queries of a sequence of \p tokens and over the layers; 1 without local or sparse attention.
    [[nodiscard]] double attendedShare(double tokens) const;
    /// Tokens of a sample where a plan says nothing: what the model allows, and no more than most are
    /// pre-trained with where positions are not a table (Llama 3: arXiv:2407.21783, section 3.4).
    [[nodiscard]] std::int64_t usualSequence() const;
    /// Whether layer number \p layer (from 0) has experts instead of one feed-forward.
    [[nodiscard]] bool hasExperts(std::int64_t layer) const;
};

/// A parameter count alone: state memory and its communication can be planned, nothing else.
struct ParametersOnly {
    double parameters = 0;
};

/// How a tensor is divided over the t ranks of a tensor-parallel group. Columns: the outputs of a linear
/// layer; Rows: its inputs; Vocabulary: the rows of an embedding table (tokens and positions).
enum class TensorSplit { Replicated, Columns, Rows, Vocabulary };
/// Which part of the network owns a tensor; decides its pipeline stage.
enum class Section { Embedding, Layer, Final, Head };
constexpr auto enumNames(Section) { return namesUpTo<Section::Head>("embedding", "layer", "final", "head"); }

/// One named parameter tensor (or \c count equal ones, one in each of that many consecutive layers).
struct ParameterTensor {
    std::string name;                ///< the framework's own, "{layer}" for the layer number
    std::vector<std::int64_t> shape; ///< as the framework stores it; the experts of a layer come first
    Section section = Section::Layer;
    TensorSplit split = TensorSplit::Replicated;
    std::int64_t count = 1;      ///< how many layers hold it
    std::int64_t firstLayer = 0; ///< Section::Layer: held by layers firstLayer … firstLayer + count - 1
    std::int64_t experts = 0;    ///< > 0: shape[0] counts the experts, which expert parallelism divides
    bool shared = false; ///< tied to another tensor: no parameters of its own, but present on its stage

    [[nodiscard]] std::int64_t elements() const; ///< of one; 1 for a scalar
};

struct ModelSpec {
    SHARDSCOPE_COPIED_ONCE(ModelSpec);

    std::string name;
    std::string title;
    std::string source; ///< citation
    std::variant<Transformer, ParametersOnly, Recommender, LayerList> form;
    std::vector<std::string> ignoredKeys; ///< keys of the file that were not needed
    std::vector<std::string> unverified;  ///< JSON pointers
    std::vector<std::string> notes;       ///< the file's own remarks

    [[nodiscard]] const Transformer* transformer() const { return std::get_if<Transformer>(&form); }
    [[nodiscard]] const LayerList* layerList() const { return std::get_if<LayerList>(&form); }
    [[nodiscard]] const Recommender* recommender() const { return std::get_if<Recommender>(&form); }
    [[nodiscard]] const ParametersOnly* parametersOnly() const { return std::get_if<ParametersOnly>(&form); }
};

/// Every parameter tensor, in the order of the network. Empty for ParametersOnly and Recommender.
[[nodiscard]] std::vector<ParameterTensor> parameterTensors(const ModelSpec& model);
/// All parameters, tied tensors once; equal to the framework's own count.
[[nodiscard]] double parameterCount(const ModelSpec& model);

} // namespace shardscope::core
