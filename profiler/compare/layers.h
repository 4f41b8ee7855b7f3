// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of a network found by what repeats: a pass runs the same kernels layer after layer.
#pragma once

#include "core/run/work.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace shardscope::profiler {

/// A stretch of a sequence that repeats itself.
struct Repetition {
    std::size_t begin = 0;
    std::size_t end = 0; ///< behind the last element that still repeats; not always a whole period's end
    std::size_t period = 0;
    [[nodiscard]] std::size_t count() const { return (end - begin) / period; }
};

/// The smallest period whose longest stretch covers half of \p names, and three periods at least; none.
/// (On recordings whose layers are known it is exact: 23 kernels by 24 layers forward, 41 by 24 backward.)
[[nodiscard]] std::optional<Repetition> repetitionOf(std::span<const std::uint32_t> names);

/// One row of a device's work, in the order of time.
struct PlacedRow {
    std::uint32_t name = 0; ///< what repeats: the kernel's name
    std::uint32_t call = 0; ///< the operator's call that launched it: rows of one call share a place
    core::Pass pass = core::Pass::Unknown;
    core::WorkPlace at; ///< the answer
    /// The operator's name, by which places are counted: ranks of other batches run other kernels.
    std::uint32_t operation = 0;
};

/// Gives each row that lies in a layer its layer and its place in the layer's pass. A pass is a stretch of
/// forward rows, or of backward ones with what is computed again for them; where several micro-batches run
/// one behind the other, layers are what repeats within what repeats. Layers are numbered in the order of
/// forward, by each pass anew; places from an operator that a layer calls once, for all stretches alike: one
/// that leaves calls out has the others' places. Rows of other passes part the stretches.
void placeLayers(std::span<PlacedRow> rows);

} // namespace shardscope::profiler
