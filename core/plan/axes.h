// SPDX-License-Identifier: GPL-3.0-or-later
// The degrees of a mesh of devices, apart from the plan: timelines know them too.
#pragma once

#include <cstdint>

namespace shardscope::core {

/// Degrees of the device mesh. devices = tensor * pipeline * replica * context; expert divides the ranks that
/// the experts' tensor groups leave: replica * context where these are as wide as the others.
struct Axes {
    std::int64_t tensor = 1;   ///< t
    std::int64_t pipeline = 1; ///< p
    std::int64_t replica = 1;  ///< r
    std::int64_t context = 1;
    std::int64_t expert = 1;
    std::int64_t expertTensor = 0;  ///< ranks an expert's matrices are cut over; 0: as many as tensor
    std::int64_t virtualStages = 1; ///< chunks of layers a pipeline rank holds
    bool sequenceParallel = false;
    std::int64_t tensorSecond = 1; ///< t2, of t = t1 * t2: cuts the hidden width too (2D, IPUs); 1: 1D

    [[nodiscard]] std::int64_t devices() const { return tensor * pipeline * replica * context; }
    /// R: how many ranks hold the same part of the weights.
    [[nodiscard]] std::int64_t replicas() const { return replica * context; }
    /// Ranks that an expert's matrices are cut over.
    [[nodiscard]] std::int64_t expertSlices() const { return expertTensor > 0 ? expertTensor : tensor; }
    /// Ranks of a stage that the experts can be divided over.
    [[nodiscard]] std::int64_t expertRanks() const { return tensor * replicas() / expertSlices(); }
    /// How many ranks hold the same part of an expert.
    [[nodiscard]] std::int64_t expertReplicas() const { return expertRanks() / expert; }
    /// Whether the experts lie otherwise than the rest of a layer.
    [[nodiscard]] bool expertsApart() const { return expert > 1 || expertSlices() != tensor; }
    friend bool operator==(const Axes&, const Axes&) = default;
};

} // namespace shardscope::core
