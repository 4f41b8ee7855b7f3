// SPDX-License-Identifier: GPL-3.0-or-later
// How large the sizes in a model file may be. Far above any model, and low enough that the elements of every
// tensor (at most heads x head size x hidden) fit 63 bits.
#pragma once

#include "core/io/spec_reader.h"

namespace shardscope::core {

inline constexpr WholeRange kLayerRange{1, 1 << 16};
inline constexpr WholeRange kHeadRange{1, 1 << 16};
inline constexpr WholeRange kHeadDimRange{1, 1 << 14};
inline constexpr WholeRange kWidthRange{1, std::int64_t{1} << 24};
inline constexpr WholeRange kFeedForwardRange{1, std::int64_t{1} << 26};
inline constexpr WholeRange kVocabularyRange{1, std::int64_t{1} << 32};
inline constexpr WholeRange kSequenceRange{1, std::int64_t{1} << 32};
inline constexpr WholeRange kExpertRange{1, 1 << 12};
inline constexpr double kDropoutLowest = 0;
inline constexpr double kDropoutHighest = 1;

} // namespace shardscope::core
