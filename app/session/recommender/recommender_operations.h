// SPDX-License-Identifier: GPL-3.0-or-later
// What running a recommender on PERSIA's roles asks for beside its rate: bytes of a batch, upkeep of
// parameter servers, serving, what staleness may cost, and the smallest cluster for a wanted rate.
#pragma once

#include "app/session/plan/persia_runs.h"
#include "app/session/recommender/id_study.h"
#include "app/session/recommender/recommender_choices.h"
#include "core/base/copied_once.h"
#include "core/catalog/catalog.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

/// A number of inference replicas.
struct ServingPoint {
    std::int64_t replicas = 0;
    planner::ServingRate rate;
};

/// The bound of one mode; none is stated for full asynchrony.
struct ModeBound {
    planner::PersiaMode mode = planner::PersiaMode::FullSync;
    planner::ConvergenceBound bound;
};

/// What PERSIA is asked about one model.
struct OperationsRequest {
    const core::ModelSpec& model; ///< a recommender
    const planner::RoleCluster& cluster;
    const PersiaDefaults& asked; ///< settings, and what they are calibrated on
    const std::vector<PersiaRun>& runs;
    const std::vector<planner::PersiaRate>& rates; ///< in the order of planner::kPersiaModes
    const RecommenderChoices& choices;
};

struct Operations {
    SHARDSCOPE_COPIED_ONCE(Operations);

    std::string model;           ///< its name
    std::string calibratedOn;    ///< the published run whose rate sets the NN workers' host; empty: none
    std::vector<PersiaRun> runs; ///< published of the model on the cluster, by mode and accelerators
    planner::PersiaSettings settings;
    planner::PersiaMode mode = planner::PersiaMode::Persia; ///< the chosen one
    planner::CompactBatch batch;                            ///< of one NN worker
    IdStudy ids;
    std::vector<planner::RoleGrowth> growth; ///< in the chosen mode
    std::int64_t largestMessage = 0;
    planner::PersiaMemorySettings servers;
    planner::PersiaMemory memory;
    double lostGradients = 0; ///< share of updates whose row was evicted before them, in the chosen mode
    std::array<planner::RoleFailure, planner::kPersiaRoles.size()> failures{};
    std::vector<ServingPoint> serving; ///< ascending; the chosen number is among them
    std::int64_t servingReplicas = 0;  ///< the chosen number
    std::vector<ModeBound> bounds;
    std::vector<planner::HomogeneousCluster> homogeneous; ///< for the rate and the rows of PERSIA's own mode
    double persiaRate = 0;                                ///< what PERSIA's own mode reaches
    std::string persiaBound;                              ///< the role that limits it
    double persiaIdle = 0;                      ///< share of the time in which its accelerators wait
    std::vector<planner::WaitingPoint> waiting; ///< workers that wait for the slowest, as the cluster grows
    std::optional<planner::SizedCluster> sized; ///< where a rate is wanted
    std::optional<core::Error> unsized;         ///< why no cluster reaches it
    double wantedRate = 0;
    planner::RoleCluster cluster; ///< that was asked about
};

/// Errors: those of planner::compactBatch and planner::servingRate.
[[nodiscard]] core::Result<Operations> operationsOf(const OperationsRequest& request);

/// The published run of the chosen mode on \p accelerators; null: none.
[[nodiscard]] const PersiaRun* publishedRun(const Operations& operations, std::int64_t accelerators);
/// Where the rate of a size comes from, as English source text.
[[nodiscard]] const char* growthBasis(const Operations& operations, const planner::RoleGrowth& growth);

/// Settings that \p choices ask of \p accelerator: its rates, and what calibrates them on \p cluster: the
/// rate that was entered, else the model's own published run. Errors: those of persiaDefaults.
[[nodiscard]] core::Result<PersiaDefaults> persiaSettingsOf(const core::Catalog& catalog,
                                                            const core::ModelSpec& model,
                                                            const planner::RoleCluster& cluster,
                                                            const core::HardwareSpec& accelerator,
                                                            const RecommenderChoices& choices);
/// The cluster that \p choices name, with their job and prices. Errors: those of readCluster.
[[nodiscard]] core::Result<planner::RoleCluster> clusterOf(const core::Catalog& catalog,
                                                           const RecommenderChoices& choices);

/// Twins, titles and columns as English source text; cells hold stable words.
[[nodiscard]] core::Table batchTableOf(const Operations& operations);  ///< one row for each format
[[nodiscard]] core::Table upkeepTableOf(const Operations& operations); ///< memory of the servers, checkpoints
[[nodiscard]] core::Table failureTableOf(const Operations& operations); ///< one row for each role
[[nodiscard]] core::Table
servingTableOf(const Operations& operations);                         ///< one row for each number of replicas
[[nodiscard]] core::Table boundTableOf(const Operations& operations); ///< one row for each mode
[[nodiscard]] core::Table homogeneousTableOf(const Operations& operations); ///< one row for each architecture
[[nodiscard]] core::Table
waitingTableOf(const Operations& operations); ///< one row for each size of the cluster
[[nodiscard]] core::Table
growthTableOf(const Operations& operations); ///< one row for each size of the cluster
[[nodiscard]] core::Table
sizedTableOf(const Operations& operations); ///< one row for each role; empty: no rate wanted

} // namespace shardscope::app
