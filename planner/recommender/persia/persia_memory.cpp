// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_memory.h"

#include "planner/recommender/placement/id_skew.h"
#include "planner/step/goodput.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

namespace {
// PersiaML/PERSIA @ff754b8, rust/persia-embedding-holder/src/{array_linked_list,eviction_map,emb_entry}.rs;
// the sizes follow from the types on a 64-bit machine. An allocation's own header is not counted.
constexpr double kLinkBytes = 4 + 4;   // next, previous
constexpr double kEntryBytes = 40;     // optional: vector's head, dimension, id
constexpr double kSlotBytes = 16 + 1;  // u64 id and u32 place, aligned; a control byte
constexpr double kMapFilled = 7.0 / 8; // at most
constexpr double kRowOverhead = kLinkBytes + kEntryBytes + kSlotBytes / kMapFilled;
constexpr double kFloatBytes = 4;
} // namespace

EmbeddingEntryBytes embeddingEntryBytes(const core::EmbeddingTable& table)
{
    return {core::Bytes{kLinkBytes}, core::Bytes{kEntryBytes}, core::Bytes{kSlotBytes / kMapFilled},
            core::Bytes{static_cast<double>(table.dim) * kFloatBytes},
            table.optimizerBytes() / static_cast<double>(table.rows * table.count)};
}

core::Bytes persiaRowBytes(const core::EmbeddingTable& table) { return embeddingEntryBytes(table).all(); }

PersiaMemory persiaMemory(const core::Recommender& model, const PersiaMemorySettings& settings,
                          std::int64_t incrementalRows)
{
    PersiaMemory memory;
    for (const core::EmbeddingTable& table : model.tables) {
        const double rows = static_cast<double>(table.count) * static_cast<double>(table.rows);
        memory.addressableRows += rows;
        memory.addressableBytes += rows * persiaRowBytes(table);
        memory.weightsBytes += rows * static_cast<double>(table.dim) * core::Bytes{kFloatBytes};
    }
    const double servers = static_cast<double>(settings.servers);
    const core::Bytes room = servers * settings.memoryShare * settings.memoryPerServer;
    const double meanRow = memory.addressableBytes.value() / memory.addressableRows;
    double resident = std::min(memory.addressableRows, room.value() / meanRow);
    if (settings.capacityRows > 0)
        resident = std::min(resident, servers * static_cast<double>(settings.capacityRows));
    memory.residentRows = resident;
    memory.residentBytes = core::Bytes{resident * meanRow};

    const LruCache cache = lruCache(model.tables, resident);
    memory.samplesKept = cache.samples;
    memory.missRatio = 1 - cache.hits * std::min(1.0, settings.admission);

    const core::BytesPerSecond writing =
        std::min(settings.disk, static_cast<double>(settings.checkpointWorkers) * settings.workerRate);
    memory.checkpoint = memory.residentBytes / servers / writing;
    memory.incrementalUpdate = core::Bytes{static_cast<double>(incrementalRows) * meanRow} / writing;
    // Only a lost parameter server throws training back to its checkpoint; other roles keep no state and are
    // started anew.
    const double serverMtbf = settings.meanTimeBetweenFailures.value() / servers;
    const double machineMtbf =
        settings.meanTimeBetweenFailures.value() /
        static_cast<double>(std::max<std::int64_t>(settings.servers, settings.machines));
    const double interval = checkpointInterval(memory.checkpoint.value(), serverMtbf);
    memory.checkpointInterval = core::Seconds{interval};
    const double checkpointShare = interval > 0 ? memory.checkpoint.value() / interval : 0;
    memory.goodput =
        std::max(0.0, 1 - checkpointShare - (interval / 2 + memory.checkpoint.value()) / serverMtbf -
                          settings.restart.value() / machineMtbf);

    if (memory.addressableBytes > room && !settings.evicts) {
        core::Violation violation{"memory",     "parameter servers", memory.addressableBytes.value(),
                                  room.value(), core::kByte,         {}};
        const core::Bytes missing = memory.addressableBytes - room;
        const double more =
            std::ceil(missing.value() / (settings.memoryShare * settings.memoryPerServer.value()));
        violation.remedies.push_back(
            {"more_parameter_servers", {std::to_string(static_cast<std::int64_t>(more))}, missing, true});
        const core::Bytes state = memory.addressableBytes - memory.weightsBytes -
                                  core::Bytes{memory.addressableRows * kRowOverhead};
        if (state.value() > 0)
            violation.remedies.push_back({"rowwise_adagrad", {}, state, state >= missing});
        violation.remedies.push_back({"evict_rows", {std::to_string(memory.missRatio)}, missing, true});
        memory.verdict.violations.push_back(std::move(violation));
    }
    return memory;
}

std::array<RoleFailure, kPersiaRoles.size()>
roleFailures(const RoleCluster& cluster, const PersiaMemory& memory, const PersiaMemorySettings& settings)
{
    constexpr double kMonth = 30 * 24 * 3600.0;
    std::array<RoleFailure, kPersiaRoles.size()> failures;
    for (std::size_t i = 0; i < failures.size(); ++i) {
        RoleFailure& failure = failures[i];
        failure.role = kPersiaRoles[i];
        const double rate =
            static_cast<double>(cluster[failure.role].replicas) / settings.meanTimeBetweenFailures.value();
        failure.perMonth = rate * kMonth;
        failure.lost = settings.restart;
        if (failure.role == PersiaRoleKind::ParameterServer)
            failure.lost += memory.checkpoint + 0.5 * memory.checkpointInterval;
        failure.share = rate * failure.lost.value();
    }
    return failures;
}

double lostGradientRatio(const PersiaMemory& memory, double distinctRowsPerBatch, double staleness)
{
    // A row just looked up is the last to go: it is lost only if as many new rows come in as the list is
    // long.
    const double incoming = distinctRowsPerBatch * memory.missRatio * staleness;
    return memory.residentRows > 0 ? std::min(1.0, incoming / memory.residentRows) : 0;
}

} // namespace shardscope::planner
