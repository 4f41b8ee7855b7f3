// SPDX-License-Identifier: GPL-3.0-or-later
// The planner's stable words for recommenders, in the reader's language.
#pragma once

#include "core/plan/embedding.h"
#include "planner/recommender.h"

#include <QString>

#include <string_view>

namespace shardscope::app {

[[nodiscard]] QString shardingName(core::TableSharding sharding);    ///< "table-wise"
[[nodiscard]] QString shardingLetters(core::TableSharding sharding); ///< "TW", the same in every language
[[nodiscard]] QString kernelName(core::LookupKernel kernel);
[[nodiscard]] QString recommenderPartName(std::string_view key); ///< a part of the step
[[nodiscard]] QString boundName(std::string_view bound);         ///< what limits a rate
[[nodiscard]] QString roleName(planner::PersiaRoleKind role);
[[nodiscard]] QString modeName(planner::PersiaMode mode);
/// The model's name for it, with the number of the \p copy of several alike; "table" alone is our word.
[[nodiscard]] QString tableName(const core::EmbeddingTable& table, std::int64_t copy);
[[nodiscard]] QString systemName(std::string_view system);   ///< zionex, zion, or a mode
[[nodiscard]] QString trafficName(std::string_view traffic); ///< batches checkpoints snapshot
[[nodiscard]] QString stageWord(std::string_view stage);     ///< get dense all_reduce put

} // namespace shardscope::app
