// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a recommender as people edit them: pasted from a spreadsheet, checked as a model file is.
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::app {

/// Rows of cells parted by tabs, semicolons or commas. A first row of known titles (name, rows or
/// num_embeddings, dim or embedding_dim, pooling or pooling_factor, dtype or data_type, optimizer, count,
/// skew, repeated_sets as 1 or 0) orders the columns; without one they come in that order, with or without a
/// name. What a row leaves out is taken from \p like. Whole numbers may carry thousands separators, and
/// powers of ten as 1e6. Errors: MissingKey (no rows or dim), WrongType, UnknownValue, each with its line.
[[nodiscard]] core::Result<std::vector<core::EmbeddingTable>> pastedTables(std::string_view text,
                                                                           const core::EmbeddingTable& like);
/// The same as text, tab-separated under its titles: pastes into a spreadsheet and back here.
[[nodiscard]] std::string tablesAsText(const std::vector<core::EmbeddingTable>& tables);

/// \p model, a recommender, with other tables, checked by the reader of model files: a name twice, a size
/// below one or beyond what can be counted is an error with its pointer.
[[nodiscard]] core::Result<core::ModelSpec> withTables(const core::ModelSpec& model,
                                                       std::vector<core::EmbeddingTable> tables);
/// \p name, or \p name with the first number that makes it one of its own among \p tables.
[[nodiscard]] std::string freshName(const std::string& name, const std::vector<core::EmbeddingTable>& tables);

} // namespace shardscope::app
