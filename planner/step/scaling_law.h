// SPDX-License-Identifier: GPL-3.0-or-later
// What a training of a language model is worth: its loss by a published scaling law.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "planner/formula/symbols.h"

namespace shardscope::planner {

/// The loss at the end of the training that \p evaluation has, in nats a token, by the law that Hoffmann et
/// al. fitted to dense decoders (arXiv:2203.15556, appendix D.3): 1.69 + 406.4 / N^0.34 + 410.7 / D^0.28 of N
/// parameters and D tokens. It tells models and trainings on one text apart; on another text all losses are
/// others. None for encoders, mixtures of experts and trainings that are not counted in tokens.
template <class N>
void addLoss(const core::Transformer& shape, core::Evaluation& evaluation);

} // namespace shardscope::planner
