// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the two sweeps, whose cells have places instead of names.
#pragma once

#include "app/session/published/published_runs.h"
#include "app/session/published/row_fields.h"

#include <cstddef>
#include <optional>

namespace shardscope::app::published {

/// A row of nanotron's sweeps: model, nodes of 8, dp, pp, tp, ZeRO stage, micro-batch, accumulation, MFU, the
/// speed where the run ended, and the largest GiB of the allocator of rank 0, which is of the first stage
/// (huggingface/nanotron, helpers.py, create_table_log: torch.cuda.max_memory_allocated() / 1024**3;
/// log_throughput).
[[nodiscard]] std::optional<PublishedRun> swept(const Json& models, const Json& row, std::size_t number);
/// A row of Aleph Alpha's sweeps of LLaMA layouts (arXiv:2311.05610, sections 3 and 4: vocabulary of 128,000,
/// ZeRO-1, global batches of 2,048 samples of 2,048 tokens or 512 of 8,192): sheet, model, length, devices,
/// micro-batch, t, p, checkpointing, kernel, sequence parallelism, seconds of the step, MFU, failure.
[[nodiscard]] std::optional<PublishedRun> laidOut(const Json& row, std::size_t number);

} // namespace shardscope::app::published
