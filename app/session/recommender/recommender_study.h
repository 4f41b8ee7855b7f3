// SPDX-License-Identifier: GPL-3.0-or-later
// One recommender looked at as a whole: sharded over devices as ZionEX does, served by parameter servers as
// PERSIA does, and both beside each other. What the window draws and the command line prints.
#pragma once

#include "app/session/recommender/recommender_operations.h"
#include "core/base/copied_once.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "core/report/table.h"
#include "planner/recommender.h"

#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

struct StudyRequest {
    core::ModelSpec model; ///< a recommender
    core::HardwareSpec hardware;
    bool alone = false;               ///< no hardware was chosen: PERSIA without ZionEX beside it
    core::Plan plan;                  ///< of ZionEX: replica is the number of devices
    RecommenderChoices choices;       ///< everything else that was asked
    planner::RoleCluster cluster;     ///< of PERSIA, as the choices name it
    core::HardwareSpec accelerator;   ///< that of its NN workers
    planner::PersiaSettings settings; ///< batch, staleness, switches, coefficients, the accelerator's rates
    std::string calibratedOn;         ///< the published run that they are calibrated on; empty: none
    std::vector<PersiaRun> runs;      ///< published of the model on the cluster
};

/// A memory tier over all devices, and the lookups it answers.
struct TierShare {
    core::Tier tier = core::Tier::Device;
    core::Bytes held;
    core::Bytes capacity; ///< 0: the hardware has none
    double lookups = 0;   ///< share of all lookups, by the hits of ideal caches
};

/// A cell of the explorer, by machines where prices are not known.
struct RatioGrid {
    std::vector<std::int64_t> first;         ///< replicas, ascending
    std::vector<std::int64_t> second;        ///< the same
    std::vector<planner::RatioPoint> points; ///< first by first
    bool priced = false;
    [[nodiscard]] const planner::RatioPoint& at(std::size_t a, std::size_t b) const
    {
        return points[a * second.size() + b];
    }
    /// Currency an hour, or machines.
    [[nodiscard]] double cost(const planner::RatioPoint& point, const planner::RoleCluster& cluster,
                              planner::PersiaRoleKind firstRole, planner::PersiaRoleKind secondRole) const;
};

/// One way to train, in the terms that all share.
struct SystemRow {
    std::string system; ///< zionex zionex_plain zion full_sync full_async naive_hybrid persia
    double samplesPerSecond = 0;
    std::int64_t accelerators = 0;
    std::int64_t machines = 0;
    std::optional<double> costPerHour;
    core::Bytes memory; ///< that tables take, in all tiers
    bool fits = true;
    double staleness = 0; ///< batches between a lookup and its update
    std::optional<double>
        gapFrom; ///< published, of AUC against full synchrony, at its number of accelerators
    std::optional<double> gapTo;
    std::string bound;
    core::DerivationPtr why; ///< of the rate
};

struct Study {
    SHARDSCOPE_COPIED_ONCE(Study);

    StudyRequest request;
    planner::PlacementRequest placement; ///< this and what follows up to the knee: not where PERSIA is alone
    planner::ZionexStep step;
    std::vector<TierShare> tiers;
    planner::FrontEndUse frontEnd;
    std::vector<planner::ScalingPoint> scaling;
    std::optional<std::size_t> knee;
    planner::ZionRate zion;                         ///< on as many nodes
    planner::ZionRange zionRange;                   ///< over the ranges of its constants
    std::vector<planner::ZionWalkRow> zionWalk;     ///< to ZionEX, one change at a time
    std::vector<planner::PersiaRate> modes;         ///< in the order of planner::kPersiaModes
    std::vector<planner::PersiaTimeline> timelines; ///< the first batches of each mode
    Operations operations;
    RatioGrid ratio;
    std::vector<SystemRow> systems;

    [[nodiscard]] const core::Recommender& model() const { return *request.model.recommender(); }
    [[nodiscard]] const planner::PersiaRate& rate() const
    {
        return modes[static_cast<std::size_t>(request.choices.mode)];
    }
};

/// What is asked where only names are given. Errors: NotSupported (no recommender), and those of clusterOf,
/// acceleratorOf and persiaSettingsOf.
[[nodiscard]] core::Result<StudyRequest> studyRequest(const core::Catalog& catalog, core::ModelSpec model,
                                                      core::HardwareSpec hardware, core::Plan plan,
                                                      RecommenderChoices choices);

/// Errors: NotSupported (no recommender), and those of planner::placeTables, zionexStep and persiaRate.
[[nodiscard]] core::Result<Study> studyRecommender(const StudyRequest& request, const core::Task& task = {});

/// "shard.COPY" (index into the placement's tables), "part.KEY", "zionex", "front_end", "system.NAME",
/// "role.MODE.ROLE": how the number came to be; null where the path names none.
[[nodiscard]] core::DerivationPtr derivationOf(const Study& study, const std::string& path);

/// Batches in the stage that \p edge belongs to, of all NN workers: their rate times the stage's time
/// (Little's law). For a data loader's edges those in its cores: cores times utilisation.
[[nodiscard]] double batchesInFlight(const Study& study, const planner::PersiaEdge& edge);

/// Twins of the pictures, titles and columns as English source text.
[[nodiscard]] core::Table shardTableOf(const Study& study);    ///< one row for each placed table
[[nodiscard]] core::Table loadTableOf(const Study& study);     ///< one row for each device
[[nodiscard]] core::Table tierTableOf(const Study& study);     ///< one row for each tier
[[nodiscard]] core::Table partTableOf(const Study& study);     ///< one row for each part of the step
[[nodiscard]] core::Table frontEndTableOf(const Study& study); ///< one row for each use of the hosts' network
[[nodiscard]] core::Table scalingTableOf(const Study& study);  ///< one row for each number of devices
[[nodiscard]] core::Table edgeTableOf(const Study& study);     ///< one row for each edge between roles
[[nodiscard]] core::Table ratioTableOf(const Study& study);    ///< one row for each cell of the explorer
[[nodiscard]] core::Table systemTableOf(const Study& study);   ///< one row for each system
[[nodiscard]] core::Table zionTableOf(const Study& study);     ///< one row for each limit of Zion's
[[nodiscard]] core::Table
zionFigureTableOf(const Study& study); ///< one row for each constant of Zion's model
[[nodiscard]] core::Table
zionWalkTableOf(const Study& study); ///< one row for each change from Zion to ZionEX
[[nodiscard]] core::Table
laneTableOf(const Study& study); ///< one row for each stage of a batch, for each mode
/// The study's tables and those of its operations, in the order of the window.
[[nodiscard]] std::vector<core::Table> studyTables(const Study& study);
/// {"study": [...]}: studyTables, to stand beside a plan (planJson).
[[nodiscard]] core::Value studyDocument(const Study& study);

} // namespace shardscope::app
