// SPDX-License-Identifier: GPL-3.0-or-later
// What a recommender's kernels achieve where no calibration says otherwise.
#pragma once

#include "core/explain/derivation.h"

#include <string>

namespace shardscope::planner {

/// The share of memory bandwidth that picking rows of 128 to 256 fp32 elements by id reaches: embedding_bag
/// on one H200 SXM (PyTorch 2.11, CUDA 13), 1.62 to 1.70 of 4.8 TB/s for 1 to 10 M rows.
inline constexpr double kRowGather = 0.345;
inline constexpr auto kRowGatherSource = "embedding_bag on one H200 SXM";

/// The share of a matrix engine's peak that products of perceptrons reach: below 150 of an A100's 312 TFLOP/s
/// for 512 x 4000 x 4000 (arXiv:2104.05158, figure 14, second-hand).
inline constexpr double kSmallProducts = 0.5;
inline constexpr auto kSmallProductsSource = "arXiv:2104.05158, figure 14, second-hand";

/// Where such a rate comes from.
struct RateSource {
    core::SourceKind kind = core::SourceKind::Assumed;
    std::string text;
};

} // namespace shardscope::planner
