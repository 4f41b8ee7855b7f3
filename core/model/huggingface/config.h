// SPDX-License-Identifier: GPL-3.0-or-later
// Hugging Face config.json: one function for each family names its keys; everything else is shared.
#pragma once

#include "core/io/spec_reader.h"
#include "core/model/model_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// The model types that are read, in the order they are named in errors.
[[nodiscard]] const std::vector<std::string>& huggingFaceModelTypes();

/// Whether models of this type have other parts as well, and their language model alone is read.
[[nodiscard]] bool readAsLanguageModel(std::string_view modelType);

/// Reads the sizes of a config.json. Absent optional keys take the defaults of transformers 5's configuration
/// classes; absent sizes are errors. The head is the one `architectures` names, the family's language model
/// where it names none.
[[nodiscard]] Transformer readHuggingFaceConfig(SpecReader& config);

} // namespace shardscope::core
