// SPDX-License-Identifier: GPL-3.0-or-later
// Recommendation models as people have them: the contract's own form, a DLRM command line, a list of TorchRec
// tables.
#pragma once

#include "core/io/value.h"
#include "core/model/model_spec.h"

#include <optional>
#include <string>
#include <string_view>

namespace shardscope::core {

/// A table list (see looksLikeTableList), or {"kind": "recommender", …} (contract, section 2), and optionally
/// "title", "source", "unverified", "cross_layers", "cross_rank" and, in a table, "skew", "once", "ids" and
/// "repeated_sets".
/// Errors: MissingKey, UnknownKey, UnknownValue, OutOfRange, Inconsistent (a table name twice).
[[nodiscard]] Result<ModelSpec> parseRecommender(const Value& document, const std::string& file);
/// The same model in the contract's form.
[[nodiscard]] Value recommenderDocument(const ModelSpec& model);

/// A TorchRec-style list: [{"name", "num_embeddings", "embedding_dim", "feature_names", "data_type",
/// "pooling_factor"}] or
/// {"tables": [...]}. Tables alone; perceptrons stay empty.
[[nodiscard]] bool looksLikeTableList(const Value& document);
/// A table list, or an object of kind "recommender".
[[nodiscard]] bool looksLikeRecommender(const Value& document);

/// What a DLRM command line says beside the model.
struct DlrmCommand {
    ModelSpec model;
    std::optional<std::int64_t> batchSize; ///< --mini-batch-size: of all devices; --batch_size: of one
};

/// facebookresearch/dlrm: `--arch-embedding-size=… --arch-mlp-bot=…` (dlrm_s_pytorch.py) or
/// `--num_embeddings_per_feature … --dense_arch_layer_sizes …` (torchrec_dlrm). Other options are listed as
/// ignored.
[[nodiscard]] bool looksLikeDlrmCommand(std::string_view text);
[[nodiscard]] Result<DlrmCommand> parseDlrmCommand(std::string_view text, const std::string& file);

} // namespace shardscope::core
