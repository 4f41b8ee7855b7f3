// SPDX-License-Identifier: GPL-3.0-or-later
// Models and plans made by hand for tests, so that they do not depend on the catalogue.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <random>

namespace shardscope::tests {

/// GPT-3 175B: 96 layers of 12288 with 96 heads, vocabulary 50257, sequence 2048 (arXiv:2005.14165,
/// Table 2.1).
[[nodiscard]] core::ModelSpec gpt3Model();
/// A small GPT: 4 layers of 64 with 4 heads, vocabulary 1000, sequence 128.
[[nodiscard]] core::ModelSpec smallModel();
/// DeepSeek-V3's layer in small: latent attention, one dense layer, three with 8 experts of which 2 work, one
/// shared.
[[nodiscard]] core::ModelSpec expertModel();
/// Nemotron 3's layers in small: "M-*EM*E" with 8 heads of 8 in 4 groups, experts in a width of 32.
[[nodiscard]] core::ModelSpec hybridModel();
/// Eight devices a node with host, streaming and NVMe memory and two levels of links; round figures, no
/// curves.
[[nodiscard]] core::HardwareSpec sampleHardware();
/// A plan that checkPlan accepts for \p model: every choice random.
[[nodiscard]] core::Plan randomPlan(const core::ModelSpec& model, std::mt19937_64& random);

} // namespace shardscope::tests
