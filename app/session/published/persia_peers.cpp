// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/persia_peers.h"

#include "core/report/columns.h"

namespace shardscope::app {
namespace {

constexpr const char* kFigure =
    "PersiaML/tutorials @18ccf21, src/benchmark/img/scalability.png, read off within 1.5 k";
constexpr const char* kText =
    "PersiaML/tutorials @18ccf21, src/benchmark/index.md: 7.12 and 8.4 times, 8 GPUs";

/// Published samples a second in thousands on V100, and PERSIA's own beside it.
struct Published {
    const char* model;
    const char* system;
    std::int64_t accelerators;
    double rate;
    double persia;
    const char* source;
};
constexpr Published kPublished[]{{"persia-taobao", "paddle", 1, 13, 28.9, kFigure},
                                 {"persia-taobao", "paddle", 8, 104.2, 179, kFigure},
                                 {"persia-taobao", "xdl_sync", 8, 179 / 7.12, 179, kText},
                                 {"persia-taobao", "xdl_async", 8, 179 / 8.4, 179, kText},
                                 {"persia-avazu", "paddle", 1, 12.5, 32.9, kFigure},
                                 {"persia-avazu", "paddle", 8, 95.2, 180.7, kFigure},
                                 {"persia-criteo", "paddle", 1, 12.5, 27.2, kFigure},
                                 {"persia-criteo", "paddle", 8, 94.6, 162.6, kFigure}};

} // namespace

std::vector<PersiaPeer> persiaPeers(std::string_view model)
{
    std::vector<PersiaPeer> peers;
    for (const Published& one : kPublished) {
        if (model == one.model)
            peers.push_back({one.system, one.accelerators, one.rate * 1e3, one.persia * 1e3, one.source});
    }
    return peers;
}

core::Table peerTableOf(std::string_view model)
{
    core::Table table{"peers", N_("PERSIA and other frameworks, as published"), {}, {}};
    table.columns = {core::wordColumn(core::Words::System, "system", N_("System")),
                     core::integerColumn("accelerators", N_("Accelerators")),
                     core::realColumn("samples_per_second", N_("Samples/s")),
                     core::realColumn("persia", N_("PERSIA, samples/s")),
                     core::realColumn("times", N_("PERSIA's times")),
                     core::textColumn("source", N_("Source"))};
    for (const PersiaPeer& one : persiaPeers(model))
        table.rows.push_back(
            {one.system, one.accelerators, one.samplesPerSecond, one.persia, one.times(), one.source});
    return table;
}

} // namespace shardscope::app
