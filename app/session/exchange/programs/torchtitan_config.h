// SPDX-License-Identifier: GPL-3.0-or-later
// A job of torchtitan (torchtitan/config/job_config.py, configs.py): its TOML, read and written; the same
// keys as arguments ("--parallelism.tensor_parallel_degree 8"), read.
#pragma once

#include "app/session/exchange/programs/exchanged.h"

namespace shardscope::app {

/// Whether \p text is a job's TOML, or arguments that set keys of one.
[[nodiscard]] bool looksLikeTorchtitan(const std::string& text);

/// The job that \p text says. Errors: SyntaxError.
[[nodiscard]] core::Result<core::Value> torchtitanDocument(const std::string& text, const std::string& file);
/// Every key without a meaning for a plan is listed as ignored. \p devices divide among the leftover shards
/// (a degree of -1). Errors: NotDivisible; NotSupported for accumulation over whole pipelines.
[[nodiscard]] core::Result<ImportedPlan> importTorchtitan(const core::Value& job, const std::string& file,
                                                          std::optional<std::int64_t> devices);
/// Errors: NotSupported for what torchtitan cannot run.
[[nodiscard]] core::Result<std::vector<ExportedFile>> torchtitanConfig(const PlanResult& result);

} // namespace shardscope::app
