// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/wire_accuracy.h"

#include "core/report/columns.h"

namespace shardscope::app {

std::vector<WireAccuracy> wireAccuracy(const core::Plan& plan)
{
    std::vector<WireAccuracy> all;
    for (const auto& [collective, dtype] : plan.wire) {
        const double bits = 8 * core::widthOf(dtype).value();
        if (bits > 16)
            continue;
        if (bits == 16)
            all.push_back({collective, dtype, N_("no significant loss of accuracy in 16 bits"),
                           "InfoQ on ZionEX, 4 May 2021"});
        else
            all.push_back(
                {collective, dtype,
                 N_("no loss of accuracy down to 4-bit integers on one data "
                    "set (Kaggle, 7 days)"),
                 "Yang et al., Training DLRM with Quantized Collective Communications, KDD 2020 workshop"});
    }
    return all;
}

core::Table wireTable(const core::Plan& plan)
{
    core::Table table{"wires", N_("Fewer bits on the wire"), {}, {}};
    table.columns = {core::textColumn("collective", N_("Operation")),
                     core::textColumn("format", N_("Number format")),
                     core::textColumn("accuracy", N_("Accuracy, as published"),
                                      N_("of others' models and data: no prediction for this one")),
                     core::textColumn("source", N_("Source"))};
    for (const WireAccuracy& one : wireAccuracy(plan))
        table.rows.push_back({one.collective, std::string(core::nameOf(one.dtype)), std::string(one.finding),
                              std::string(one.source)});
    return table;
}

} // namespace shardscope::app
