// SPDX-License-Identifier: GPL-3.0-or-later
// Optimizers, as far as memory and time depend on them.
#pragma once

#include "core/base/enum_names.h"

namespace shardscope::core {

enum class OptimizerKind { Adam, AdamW, Sgd, Momentum, Adagrad, RowwiseAdagrad, Lamb };
/// The contract's words.
constexpr auto enumNames(OptimizerKind)
{
    return namesUpTo<OptimizerKind::Lamb>("adam", "adamw", "sgd", "momentum", "adagrad", "rowwise_adagrad",
                                          "lamb");
}

} // namespace shardscope::core
