// SPDX-License-Identifier: GPL-3.0-or-later
// One reader for each family of Hugging Face models: which keys its config.json has, and what is taken where
// they are absent (transformers 5, configuration_*.py).
#pragma once

#include "core/io/spec_reader.h"
#include "core/model/model_spec.h"

namespace shardscope::core::huggingface {

[[nodiscard]] Transformer readGpt2(SpecReader& config);
[[nodiscard]] Transformer readBert(SpecReader& config);
[[nodiscard]] Transformer readGptNeox(SpecReader& config);
[[nodiscard]] Transformer readOpt(SpecReader& config);
[[nodiscard]] Transformer readT5(SpecReader& config);

[[nodiscard]] Transformer readLlama(SpecReader& config);
[[nodiscard]] Transformer readMistral(SpecReader& config);
[[nodiscard]] Transformer readQwen2(SpecReader& config);
[[nodiscard]] Transformer readQwen3(SpecReader& config);
[[nodiscard]] Transformer readPhi3(SpecReader& config);
[[nodiscard]] Transformer readOlmo2(SpecReader& config);
[[nodiscard]] Transformer readOlmo3(SpecReader& config);
[[nodiscard]] Transformer readGemma3(SpecReader& config);

[[nodiscard]] Transformer readMixtral(SpecReader& config);
[[nodiscard]] Transformer readQwen3Moe(SpecReader& config);
[[nodiscard]] Transformer readDeepseekV3(SpecReader& config);
[[nodiscard]] Transformer readDeepseekV32(SpecReader& config);
[[nodiscard]] Transformer readGptOss(SpecReader& config);
[[nodiscard]] Transformer readGlm4Moe(SpecReader& config);
[[nodiscard]] Transformer readLlama4(SpecReader& config);
[[nodiscard]] Transformer readMiniMaxM2(SpecReader& config);

[[nodiscard]] Transformer readMinistral3(SpecReader& config);
[[nodiscard]] Transformer readGemma(SpecReader& config);
[[nodiscard]] Transformer readSmolLm3(SpecReader& config);
[[nodiscard]] Transformer readGranite(SpecReader& config);
[[nodiscard]] Transformer readGraniteMoe(SpecReader& config);
[[nodiscard]] Transformer readSeedOss(SpecReader& config);
[[nodiscard]] Transformer readGlm(SpecReader& config);
[[nodiscard]] Transformer readGlm4(SpecReader& config);
[[nodiscard]] Transformer readExaone4(SpecReader& config);
[[nodiscard]] Transformer readOlmo(SpecReader& config);
[[nodiscard]] Transformer readOlmoe(SpecReader& config);
[[nodiscard]] Transformer readQwen2Moe(SpecReader& config);
[[nodiscard]] Transformer readDots1(SpecReader& config);
[[nodiscard]] Transformer readErnie(SpecReader& config);
[[nodiscard]] Transformer readErnieMoe(SpecReader& config);
[[nodiscard]] Transformer readHunyuanDense(SpecReader& config);
[[nodiscard]] Transformer readHunyuanMoe(SpecReader& config);
[[nodiscard]] Transformer readBailingMoe(SpecReader& config);
[[nodiscard]] Transformer readGlmMoeDsa(SpecReader& config);
[[nodiscard]] Transformer readNemotron(SpecReader& config);
[[nodiscard]] Transformer readArcee(SpecReader& config);
[[nodiscard]] Transformer readStarcoder2(SpecReader& config);

[[nodiscard]] Transformer readMiniMax(SpecReader& config);
[[nodiscard]] Transformer readGraniteHybrid(SpecReader& config);
[[nodiscard]] Transformer readNemotronH(SpecReader& config);
[[nodiscard]] Transformer readQwen3Next(SpecReader& config);
[[nodiscard]] Transformer readQwen35Moe(SpecReader& config);
[[nodiscard]] Transformer readQwen35(SpecReader& config);

} // namespace shardscope::core::huggingface
