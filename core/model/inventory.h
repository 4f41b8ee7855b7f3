// SPDX-License-Identifier: GPL-3.0-or-later
// The parameter tensors of each transformer family, named and shaped as its framework has them.
#pragma once

#include "core/model/model_spec.h"

#include <vector>

namespace shardscope::core {

/// Hugging Face families: as transformers 5 builds them (measured: every count in the tests' model list).
/// Native: the contract's form, with Megatron-LM's conventions (arXiv:2205.05198, section 4: biases on all
/// linear layers or none, norms always with their parameters, no bias on the vocabulary head).
[[nodiscard]] std::vector<ParameterTensor> transformerTensors(const Transformer& model);

} // namespace shardscope::core
