// SPDX-License-Identifier: GPL-3.0-or-later
// Which calls of one layer are each other's: by their order, as the layer's pass runs them on both sides.
#pragma once

#include "core/run/work.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler {

struct PlacedPair {
    std::vector<std::size_t> a; ///< which of A's calls
    std::vector<std::size_t> b;
    bool same = false;  ///< one call each, of one operator and shape
    bool loose = false; ///< of several classes: only where nothing else is theirs
};

/// \p a and \p b are the calls of one pass of a layer in their order, of which each side may begin anywhere
/// in the layer. Calls that are alike meet so that most of them do and none out of order; what then lies
/// between the same neighbours on both sides is each other's as well, class by class, as operators that were
/// fused or replaced are: one by one where they are as many, else as a chain. \p oneVocabulary: both sides
/// name operators alike; else (a plan beside a program) classes and products' extents tell, and what a call
/// of the one side does by several of the other, all of these meet it.
[[nodiscard]] std::vector<PlacedPair> meetByPlace(std::span<const core::WorkKey> a,
                                                  std::span<const core::WorkKey> b, bool oneVocabulary);

/// "8x1024x4096" has as many elements as "8192x4096"; "" where the shape does not tell.
[[nodiscard]] std::string elementsOf(const std::string& shape);
/// Whether it is a product of matrices, grouped ones too.
[[nodiscard]] bool isProduct(core::WorkClass kind);

} // namespace shardscope::profiler
