// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of words that a column of texts holds. Cells, CSV and JSON hold the same word in every language;
// app/session/tables/shown_cell puts it into the reader's.
#pragma once

#include <cstdint>

namespace shardscope::core {

enum class Words : std::uint8_t {
    Names,           ///< somebody else's words, numbers, keys: shown as they stand
    Text,            ///< English text of ours, marked where it stands (core/base/text_mark.h)
    Rank,            ///< "rank 3"
    RankClass,       ///< "stage 0", "stages 1-6"
    Tier,            ///< core::nameOf(Tier)
    Label,           ///< a name as formulas write it: core::nameOf(Purpose), nameOf(StepPart)
    ModelFigure,     ///< "kv_heads"
    Operation,       ///< "all_reduce"
    Group,           ///< "tensor", "replica"
    Sharding,        ///< of an embedding table: core::nameOf(TableSharding)
    Kernel,          ///< of a lookup: core::nameOf(LookupKernel)
    RecommenderPart, ///< of a recommender's step
    Bound,           ///< what limits a recommender's rate; its roles
    System,          ///< "zionex", "persia", a mode of PERSIA's
    Traffic,         ///< of the hosts' network
    BatchStage,      ///< of a batch in PERSIA's modes
};
inline constexpr Words kLastWords = Words::BatchStage;

} // namespace shardscope::core
