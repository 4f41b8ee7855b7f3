// SPDX-License-Identifier: GPL-3.0-or-later
// Optimizers, as far as memory and time depend on them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

enum class OptimizerKind { Adam, AdamW, Sgd, Momentum, Adagrad, RowwiseAdagrad, Lamb };

/// Contract names: adam adamw sgd momentum adagrad rowwise_adagrad lamb.
[[nodiscard]] std::string_view nameOf(OptimizerKind optimizer);
[[nodiscard]] std::optional<OptimizerKind> optimizerFromName(std::string_view name);
[[nodiscard]] const std::vector<std::string>& optimizerNames();

} // namespace shardscope::core
