// SPDX-License-Identifier: GPL-3.0-or-later
// A recommendation model out of PERSIA's embedding_config.yml, and back.
#pragma once

#include "core/model/model_spec.h"
#include "core/model/persia_config.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// Whether \p text is YAML with slots_config (or slot_config) at its top.
[[nodiscard]] bool looksLikePersiaEmbedding(std::string_view text);

/// One table a feature. The file says widths, not how many rows: a hash stack's size, an older file's
/// capacity, else PERSIA's default capacity of a server shared evenly. Ids a sample are sample_fixed_size
/// where vectors are not summed, else 1; the optimizer is Adagrad, as in PERSIA's example. What was not said
/// is listed as unverified. Perceptrons stay empty. Errors: those of parsePersiaEmbedding.
[[nodiscard]] Result<ModelSpec> parsePersiaModel(std::string_view yaml, const std::string& file);

/// The features of \p model: a table that stands for several becomes as many. Rows have no place in the file.
[[nodiscard]] PersiaEmbeddingConfig persiaEmbeddingOf(const Recommender& model);

} // namespace shardscope::core
