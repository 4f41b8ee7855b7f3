// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes that kernels are counted over.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/formula/symbols.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace shardscope::planner {

/// What rows are counted over; sizes on one rank for one micro-batch.
enum class Extent : std::uint8_t {
    One,
    Tokens,
    NormTokens,
    Hidden,
    Query,
    KeyValue,
    QueryKeyValue,
    FeedForward,
    GateUp,
    Vocabulary,
    WholeVocabulary,
    Sequence,
    Heads,
    HeadSize,
    ChosenTokens,
    ExpertFeedForward,
    ExpertGateUp,
    SharedFeedForward,
    SharedGateUp,
    Experts,
    LocalExperts,
    Scores,
    AttentionWidth,
    Value,
    KeyValueRank,
    LatentDown,
    KeyValueUp,
    QueryRank,
    IndexQuery,    ///< of an indexer's heads (core::KeyIndexer)
    IndexKey,      ///< its key, and a weight for each of its heads
    IndexedKeys,   ///< that it scores for a query, in the mean
    AttendedKeys,  ///< of them those that the query attends to
    AbsorbedQuery, ///< queries as wide as compressed keys
    RotaryQuery,
    RotaryKey,
    Positions,
    KeyAndValue,
    MemoryTokens, ///< of the encoder, that a decoder's second attention reads
    CrossScores,
    TwiceHidden,        ///< of a prediction module: the last layer's output and the next token's embedding
    ExpertHidden,       ///< what experts read and write
    RecurrentInputs,    ///< of a hybrid's other mixer: its input projection's outputs
    RecurrentWidth,     ///< its output
    RecurrentConvolved, ///< what its convolution runs over
    ScanProducts,       ///< multiplications a token, inside chunks and to and from their states
    AdapterRank,
    ChunkStates, ///< of all heads, a token's share of its chunk's
    Count
};

template <class N>
using Extents = std::array<Count<N>, static_cast<std::size_t>(Extent::Count)>;
template <class N>
[[nodiscard]] Extents<N> extentsOf(const Symbols<N>& s, const core::Transformer& model,
                                   const core::Plan& plan);

} // namespace shardscope::planner
