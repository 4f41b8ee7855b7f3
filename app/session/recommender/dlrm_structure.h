// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a recommender from its inputs up: what each weighs, what it computes and sends on.
#pragma once

#include "core/model/recommender.h"
#include "core/report/table.h"
#include "core/units/quantity.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct StructurePart {
    const char* name;   ///< English source text
    std::string detail; ///< widths of layers, tables and their rows
    double parameters = 0;
    core::Bytes weights; ///< tables in their own format, perceptrons in fp32
    double flops = 0;    ///< of a sample, forward; sums of tables' rows are counted
    core::Bytes read;    ///< of weights, for a sample: looked-up rows; perceptrons are read once a batch
    double outputs = 0;  ///< elements that go up
};

/// Bottom perceptron, tables, interaction, top perceptron.
[[nodiscard]] std::vector<StructurePart> structureOf(const core::Recommender& model);
[[nodiscard]] core::Table structureTableOf(const core::Recommender& model); ///< one row for each part

} // namespace shardscope::app
