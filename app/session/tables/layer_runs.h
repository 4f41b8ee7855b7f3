// SPDX-License-Identifier: GPL-3.0-or-later
// A model layer by layer: what each has to hold and to compute, equal neighbours as one run.
#pragma once

#include "core/model/model_spec.h"
#include "core/report/table.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::app {

/// Where a run stands in the network.
enum class RunPlace { Embedding, Layers, Head };

/// Equal neighbouring layers, or what stands before or behind all of them. Figures are those of one layer.
struct LayerRun {
    RunPlace place = RunPlace::Layers;
    std::int64_t first = 0; ///< number of the first layer; of RunPlace::Layers only
    std::int64_t count = 1;
    core::LayerParts parts;
    std::string name; ///< of a list of layers: the first one's own; else empty
    double parameters = 0;
    double active = 0; ///< that a token goes through: of experts as many as it is sent to
    double flops = 0;  ///< forward of one sample: the matrix products, attention over the full square
};

/// The layers of a transformer, at the sequence it is trained with if nothing is said, or of a list of
/// layers. Empty for a bare number of parameters, and for recommenders, whose parts are tables.
[[nodiscard]] std::vector<LayerRun> layerRuns(const core::ModelSpec& model);
/// Tokens of the sample that \c flops are of; none where a sample is no sequence of tokens.
[[nodiscard]] std::optional<std::int64_t> sampleTokens(const core::ModelSpec& model);

/// "layers 0–31", "embedding", "head".
[[nodiscard]] QString runName(const LayerRun& run);
/// "attention, 8 of 256 experts", in the reader's language; empty where a run has no such parts.
[[nodiscard]] QString runParts(const LayerRun& run, const core::ModelSpec& model);

/// One row for each run: layers, parts, how many, and of each layer parameters, active ones, weights in 16
/// bits, FLOPs of a sample forward.
[[nodiscard]] core::Table layerTable(const core::ModelSpec& model);

} // namespace shardscope::app
