// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to TorchRec's estimator and its answers as documents (contract, section 1: estimate torchrec
// FILE).
#pragma once

#include "core/io/value.h"
#include "planner/recommender/torchrec/torchrec_estimator.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// An array of question objects: {"compute_kernel", "compute_device", "sharding_type", "batch_sizes",
/// "world_size", "local_world_size", "input_lengths", "num_poolings", "is_pooled", "is_weighted",
/// "is_inference", "caching_ratio", "table": [rows, dim], "data_type_size"}, and, beyond TorchRec's vectors,
/// "all_to_all_forward_size", "all_to_all_backward_size", "reduce_scatter_forward_size",
/// "reduce_scatter_backward_size", "expected_cache_fetches", "prefetch_passes", "column_width". An object may
/// also hold the question under "in". Errors: SyntaxError, UnknownKey, MissingKey, OutOfRange, NotDivisible,
/// Inconsistent with pointer.
[[nodiscard]] core::Result<std::vector<TorchRecQuery>> parseTorchRecQueries(std::string_view json,
                                                                            const std::string& file);

/// [[rows, columns], how many equal shards in a row, [forward compute, forward comms, backward compute,
/// backward comms, prefetch, total in ms]] for each run of equal shards. Error: NotSupported (no such kernel
/// on the device).
[[nodiscard]] core::Result<core::Value> torchRecPerfDocument(const TorchRecQuery& query,
                                                             const TorchRecTopology& topology = {});
/// {"input_bytes", "output_bytes", "tensor_bytes" (of the first two shards), "first_shard_pipeline_io":
/// {PIPELINE: bytes}, "n_shards"}.
[[nodiscard]] core::Value torchRecStorageDocument(const TorchRecQuery& query);

} // namespace shardscope::planner
