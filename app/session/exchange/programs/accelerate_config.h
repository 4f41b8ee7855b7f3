// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations of Hugging Face accelerate, as "accelerate config" writes them (huggingface/accelerate,
// commands/config, utils/dataclasses.py, parallelism_config.py), to and from plans.
#pragma once

#include "app/session/exchange/programs/exchanged.h"

namespace shardscope::app {

[[nodiscard]] bool looksLikeAccelerate(const core::Value& document);
/// Batches and sequences are the script's. Errors: NotSupported for a distributed_type that is no training on
/// GPUs; NotDivisible where the devices do not divide by the degrees.
[[nodiscard]] core::Result<ImportedPlan>
importAccelerate(const core::Value& document, const std::string& file, std::optional<std::int64_t> devices);
/// Errors: NotSupported where accelerate cannot say this plan.
[[nodiscard]] core::Result<std::vector<ExportedFile>> accelerateConfig(const PlanResult& result);

} // namespace shardscope::app
