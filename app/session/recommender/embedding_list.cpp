// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/embedding_list.h"

#include "core/report/columns.h"

namespace shardscope::app {

core::Table entryTableOf(const Study& study)
{
    core::Table table{"entries", N_("An entry of the embedding array list"), {}, {}};
    table.columns = {
        core::textColumn("table", N_("Table")),
        core::bytesColumn("links", N_("Links"), N_("next and previous, u32 each")),
        core::bytesColumn("entry", N_("Entry"), N_("head of the vector, dimension, id")),
        core::bytesColumn("map", N_("Map"), N_("a slot of the map from id to place, filled to 7/8")),
        core::bytesColumn("weights", N_("Weights")),
        core::bytesColumn("optimizer", N_("Optimizer state")),
        core::bytesColumn("all", N_("In all"))};
    for (const core::EmbeddingTable& one : study.model().tables) {
        const planner::EmbeddingEntryBytes bytes = planner::embeddingEntryBytes(one);
        table.rows.push_back({one.name, bytes.links.value(), bytes.entry.value(), bytes.map.value(),
                              bytes.weights.value(), bytes.optimizer.value(), bytes.all().value()});
    }
    return table;
}

} // namespace shardscope::app
