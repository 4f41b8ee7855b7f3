// SPDX-License-Identifier: GPL-3.0-or-later
// What the families' readers share: sizes, heads, activations, attention that sees a part of the sequence.
#pragma once

#include "core/io/spec_reader.h"
#include "core/model/model_sizes.h"
#include "core/model/model_spec.h"

#include <string>
#include <string_view>

namespace shardscope::core::huggingface {

/// What a family calls the sizes that all of them have.
struct SizeKeys {
    const char* hidden = "hidden_size";
    const char* layers = "num_hidden_layers"; ///< null: counted elsewhere
    const char* heads = "num_attention_heads";
    const char* feedForward = "intermediate_size";
    const char* maxSequence = "max_position_embeddings";
    const char* activation = "hidden_act";
};

/// hidden_act, as transformers spells it (activations.py), into \p written as well. Gated feed-forwards call
/// SiLU and GELU by the same names.
[[nodiscard]] Activation readActivation(SpecReader& config, std::string_view key, bool gated,
                                        std::string& written);

[[nodiscard]] double readDropout(SpecReader& config, std::string_view key, double otherwise);

/// hidden, layers, heads, head size, vocabulary, longest sequence; head sizes must come out whole.
void readSizes(SpecReader& config, Transformer& model, const SizeKeys& keys);

/// \p otherwise: where the file gives none; 0: hidden / heads.
void readHeadDim(SpecReader& config, Transformer& model, const SizeKeys& keys, std::int64_t otherwise);

/// What the decoders of Llama's kind have in common: RMS norms, gated feed-forward, rotary positions, no
/// biases. \p activationKey: what the family calls hidden_act.
[[nodiscard]] Transformer readDecoder(SpecReader& config, TransformerFamily family,
                                      const char* activationKey = "hidden_act");

/// Grouped-query attention. Only llama may leave the number of key heads out: elsewhere the class default
/// differs from the number of heads, and a file that omits it is more likely cut than meant.
void readGroupedQueries(SpecReader& config, Transformer& model, std::int64_t headDimOtherwise);
/// A decoder of Llama's kind with it.
[[nodiscard]] Transformer readGroupedDecoder(SpecReader& config, TransformerFamily family,
                                             std::int64_t headDimOtherwise);

/// `attention_bias` of queries, keys, values and output alike.
void readAttentionBias(SpecReader& config, Transformer& model, bool otherwise);

/// Experts: how many there are by the family's \p key, of which a token chooses at most all, each as wide as
/// moe_intermediate_size says where they have a width of their \p own, else as a dense layer.
void readExperts(SpecReader& config, Transformer& model, const char* key, bool own,
                 const char* perTokenKey = "num_experts_per_tok");

/// Experts beside those that the router chooses, of one width with them; kept as so many of theirs.
void readSharedExperts(SpecReader& config, Transformer& model, const char* key);

/// Layers that see \p window tokens: those that `layer_types` names, else all but every \p globalStep-th.
void readLocalLayers(SpecReader& config, Transformer& model, std::int64_t window, std::int64_t globalStep);

} // namespace shardscope::core::huggingface
