// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that others published which are nearest to a plan: by the model's shape, device, their number,
// framework and number format. Facts of resources/published_runs, read as validate reads such lists.
#pragma once

#include "core/catalog/catalog.h"
#include "core/io/value.h"
#include "core/plan/evaluation.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// A run as it was published; a text is empty if nothing is stated.
struct NearestRun {
    std::string source;
    std::string model;
    std::string hardware;
    std::string framework;
    std::string format;
    std::int64_t devices = 0;
    std::optional<double> stepSeconds;      ///< none: its batch is not stated
    std::optional<double> tokensPerSecond;  ///< of a device
    std::optional<double> predictedSeconds; ///< ours of its own configuration; none: it is not stated whole
};

struct PublishedBeside {
    std::vector<NearestRun> nearest; ///< the nearest first
    /// Set if the plan's step reaches more model FLOP/s a device than every published run on this device, in
    /// this format, of a model as dense: the best of them, how many they are, and what it reached (model
    /// FLOPs, causal attention by half, whatever its publisher counts).
    std::optional<NearestRun> beaten;
    std::size_t beatenRuns = 0;
    double beatenTflops = 0;
    double tflops = 0; ///< the plan's own
};

/// Published runs like \p evaluation of \p model on \p hardware. Empty if the list has none of its kind.
[[nodiscard]] PublishedBeside publishedBeside(const core::Catalog& catalog, const core::ModelSpec& model,
                                              const core::HardwareSpec& hardware,
                                              const core::Evaluation& evaluation);

/// Contract, section 10: "nearest_runs".
[[nodiscard]] core::Value nearestDocument(const PublishedBeside& beside);
/// Says that the step beats every published run of its kind; empty if it does not.
[[nodiscard]] QString beatenText(const PublishedBeside& beside);
/// The same of \p evaluation, for rows of lists, which have no nearest runs.
[[nodiscard]] QString beatenText(const core::Catalog& catalog, const core::ModelSpec& model,
                                 const core::HardwareSpec& hardware, const core::Evaluation& evaluation);
/// That, and the nearest runs, one a line; empty where nothing is published of its kind.
[[nodiscard]] QStringList publishedLines(const PublishedBeside& beside);

} // namespace shardscope::app
