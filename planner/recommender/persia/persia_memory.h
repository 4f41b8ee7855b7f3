// SPDX-License-Identifier: GPL-3.0-or-later
// What parameter servers hold: bytes a row, resident against addressable rows, eviction, checkpoints,
// failures.
#pragma once

#include "core/model/recommender.h"
#include "core/plan/evaluation.h"
#include "planner/recommender/persia/role_cluster.h"

#include <array>
#include <cstdint>

namespace shardscope::planner {

struct PersiaMemorySettings {
    std::int64_t servers = 1;
    core::Bytes memoryPerServer;
    double memoryShare = 0.9;       ///< of it that rows may take: assumed
    std::int64_t capacityRows = 0;  ///< `capacity` of global_config.yml, of one server; 0: as memory allows
    double admission = 1;           ///< admit_probability
    core::BytesPerSecond disk{1e9}; ///< of one server, to its checkpoint: assumed
    std::int64_t checkpointWorkers = 4;
    core::BytesPerSecond workerRate{0.3e9};                  ///< one worker serialises: assumed
    core::Seconds meanTimeBetweenFailures{30 * 24 * 3600.0}; ///< of one machine: assumed
    core::Seconds restart{120};                              ///< of a role after a failure: assumed
    std::int64_t machines = 1;                               ///< all roles
    /// Rows beyond the servers' room are evicted, the least recently used first, and made anew when they are
    /// met again (PersiaML/PERSIA @ff754b8, persia-embedding-holder); false: all rows must be resident.
    bool evicts = false;
};

struct PersiaMemory {
    double addressableRows = 0;
    core::Bytes addressableBytes; ///< if all were resident, fp32 with optimizer slots
    core::Bytes weightsBytes;     ///< of these, the parameters alone in fp32
    double residentRows = 0;      ///< what fits
    core::Bytes residentBytes;
    double missRatio = 0;     ///< of lookups, by LRU over all tables under their laws, admission counted
    double samplesKept = 0;   ///< after which a row that was not met again is evicted; infinite: none is
    core::Seconds checkpoint; ///< all servers at once
    core::Seconds incrementalUpdate;  ///< of one buffer of changed rows
    core::Seconds checkpointInterval; ///< Young's: √(2 · checkpoint · MTBF)
    double goodput = 1;               ///< share of time that training goes on
    core::Verdict verdict;            ///< capacity: need, have, and what would help
};

/// Bytes of one row: 4 B each for weights and optimizer slots (PersiaML/PERSIA @ff754b8, emb_entry.rs,
/// optim.rs), and about 67 B for what finds and evicts it: EmbeddingEntryBytes.
[[nodiscard]] core::Bytes persiaRowBytes(const core::EmbeddingTable& table);
/// The parts of one entry of the embedding array list.
struct EmbeddingEntryBytes {
    core::Bytes links;     ///< next and previous, u32 each
    core::Bytes entry;     ///< vector's head, dimension, id
    core::Bytes map;       ///< its slot of the hash map, filled to 7/8
    core::Bytes weights;   ///< f32 each
    core::Bytes optimizer; ///< slots beside them
    [[nodiscard]] core::Bytes all() const { return links + entry + map + weights + optimizer; }
};
[[nodiscard]] EmbeddingEntryBytes embeddingEntryBytes(const core::EmbeddingTable& table);

[[nodiscard]] PersiaMemory persiaMemory(const core::Recommender& model, const PersiaMemorySettings& settings,
                                        std::int64_t incrementalRows = 1'000'000);

/// What failures of one role's machines cost.
struct RoleFailure {
    PersiaRoleKind role = PersiaRoleKind::DataLoader;
    double perMonth = 0; ///< of any of its machines, in 30 days
    core::Seconds lost; ///< training time, by one: the restart, and for a parameter server its rows read back
                        ///< from the checkpoint and half a checkpoint's interval of work done again
    double share = 0;   ///< of all time
};
/// Failures by kPersiaRoles. Their shares and that of writing checkpoints are what goodput lacks to one.
[[nodiscard]] std::array<RoleFailure, kPersiaRoles.size()>
roleFailures(const RoleCluster& cluster, const PersiaMemory& memory, const PersiaMemorySettings& settings);

/// Updates that are lost because their row was evicted between lookup and gradient (gradient_id_miss): the
/// rows that a server evicts during \p staleness batches, over what it holds.
[[nodiscard]] double lostGradientRatio(const PersiaMemory& memory, double distinctRowsPerBatch,
                                       double staleness);

} // namespace shardscope::planner
