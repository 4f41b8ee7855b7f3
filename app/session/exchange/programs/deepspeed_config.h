// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed's ds_config.json (deepspeed.ai/docs/config-json), read and written.
#pragma once

#include "app/session/exchange/programs/exchanged.h"

namespace shardscope::app {

/// Whether \p document has a key that only such a file has.
[[nodiscard]] bool looksLikeDeepSpeed(const core::Value& document);
/// Every key without a meaning for a plan is listed as ignored, with its path. Errors: NotDivisible;
/// Inconsistent where the three batch sizes contradict each other.
[[nodiscard]] core::Result<ImportedPlan> importDeepSpeed(const core::Value& document, const std::string& file,
                                                         std::optional<std::int64_t> devices);
/// Errors: NotSupported for what is not DeepSpeed's own to set (tensor, pipeline, context) or does not match
/// a stage of ZeRO.
[[nodiscard]] core::Result<std::vector<ExportedFile>> deepSpeedConfig(const PlanResult& result);

} // namespace shardscope::app
