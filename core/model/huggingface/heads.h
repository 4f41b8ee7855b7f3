// SPDX-License-Identifier: GPL-3.0-or-later
// Which head `architectures` puts on a Hugging Face model.
#pragma once

#include "core/io/spec_reader.h"
#include "core/model/model_spec.h"

#include <string_view>

namespace shardscope::core {

/// Sets the head of \p model from `architectures`, whose classes begin with \p prefix, and the number of
/// labels; the language model where it names none. A class that is not known is an UnknownValue error naming
/// those that are.
void readHead(SpecReader& config, Transformer& model, std::string_view prefix);

} // namespace shardscope::core
