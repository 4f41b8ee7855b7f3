// SPDX-License-Identifier: GPL-3.0-or-later
// The verb search for recommenders: best plans on a hardware description, or the smallest cluster of roles.
#pragma once

#include "app/session/recommender/recommender_choices.h"
#include "app/session/recommender/recommender_study.h"
#include "app/session/tables/cell_text.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/report/table.h"

#include <QString>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

struct SearchRequest {
    std::string model;
    std::string hardware; ///< or a cluster of roles
    std::string planFile; ///< with options: what is fixed
    std::vector<std::pair<std::string, std::string>> options;
    std::optional<std::int64_t> devices;
    std::string objective = "time"; ///< empty: devices where their number is searched, else time
    std::int64_t top = 10;
    bool pareto = false;
    RecommenderChoices choices; ///< of a cluster of roles: its wantedRate is what is asked for
    planner::SearchTogether* together = nullptr; ///< as in planner::RecommenderSpace
    planner::SearchJournal* journal = nullptr;
};

/// A search around a plan that is open.
struct SearchAroundOptions {
    planner::SearchObjective objective = planner::SearchObjective::Devices;
    std::int64_t top = 10;
    bool pareto = true;
    bool anyDevices = true; ///< powers of two of whole nodes; else the plan's own number
    bool anyFormats = true; ///< on the wire and in the perceptrons; else those that the plan names
    bool anyBatch = true;   ///< a device's, at the published global batch; else the plan's own
};

struct SearchAnswer {
    core::ModelSpec model;
    std::string hardware;
    planner::SearchObjective objective = planner::SearchObjective::Time;
    planner::SearchOutcome outcome;
    std::int64_t searchedBatch = 0; ///< as in planner::RecommenderSpace
    double seconds = 0;             ///< that the search took, for its speed; no result depends on it
};

/// Errors: NotBuiltYet (a model without tables), UnknownValue (objective), and those of the files and of
/// planner::searchRecommender.
[[nodiscard]] core::Result<SearchAnswer>
searchPlans(const core::Catalog& catalog, const SearchRequest& request, const core::Task& task = {});
/// The same for what is open: everything else of its plan stays. Errors: those of
/// planner::searchRecommender.
[[nodiscard]] core::Result<SearchAnswer>
searchAround(const StudyRequest& request, const SearchAroundOptions& options, const core::Task& task = {});
/// Whether \p hit is what the search makes of \p plan: they differ in nothing that is not searched.
[[nodiscard]] bool searchedFrom(const core::Plan& plan, const planner::SearchHit& hit);

/// A plan of an answer; the best come first, then what else lies on the front.
struct FoundPlan {
    planner::SearchHit hit;
    bool front = false; ///< no other plan beats it in rate, memory and devices
};
[[nodiscard]] std::vector<FoundPlan> foundPlans(const planner::SearchOutcome& outcome);
/// One row each.
[[nodiscard]] core::Table foundTable(const std::vector<FoundPlan>& plans);

/// {"model", "hardware", "objective", "considered", "pruned": {rule: count}, "evaluated", "placements",
/// "seconds", "candidates_per_second", "best": […], "pareto": […]}
[[nodiscard]] std::string searchJson(const SearchAnswer& answer);
/// One row for each plan. \p front: the Pareto front instead of the best.
[[nodiscard]] core::Table searchTable(const SearchAnswer& answer, bool front);
/// "Fastest: 8 × dgx-h100 under HugeCTR, …: 4.7 ms a step (global batch 65,536), 14,000,000 samples/s."
[[nodiscard]] QString searchSentence(const SearchAnswer& answer, const CellText& cells);
/// What was counted against what, and at which batch, in a sentence; empty where all was given. And the
/// fewest devices among the plans that fit.
[[nodiscard]] QString searchBasis(const SearchAnswer& answer);
/// "189 considered; pruned 27 (memory 27); 162 evaluated over 81 placements in 1.2 s: 157 a second."
[[nodiscard]] std::string searchSummary(const SearchAnswer& answer);

/// The cluster of roles that reaches a rate: fewest machines, or lowest cost where the objective says so.
/// If no rate is asked: the rate that the cluster has as it stands. Errors: those of planner::sizeCluster.
[[nodiscard]] core::Result<planner::SizedCluster> searchCluster(const core::Catalog& catalog,
                                                                const SearchRequest& request);
[[nodiscard]] core::Table sizedTable(const planner::SizedCluster& sized);
[[nodiscard]] std::string sizedJson(const planner::SizedCluster& sized);

} // namespace shardscope::app
