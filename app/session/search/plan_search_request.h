// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody asks of the search of transformer plans, as it was written: from the command line or a page.
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "planner/search.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// Everything is text as the contract's section 8 has it; empty: not said.
struct PlanSearchRequest {
    std::string model;
    std::string hardware; ///< names or files, divided by commas
    std::string planFile; ///< what it says is fixed
    std::string around;   ///< plan file, instead of model, machine and planFile: the same job, divided anew
    std::string calibration;                                  ///< as for a plan
    std::vector<std::pair<std::string, std::string>> options; ///< plan options: fixed
    std::vector<std::string> fixed;                           ///< KEY=VALUE, the same
    std::vector<std::string> ranges;                          ///< KEY=A..B, KEY=A,B,C
    std::string devices;                                      ///< N or N..M
    std::string globalBatch;                                  ///< B or A..B
    std::string batchMultiple;
    std::string objective = "time";
    std::string pareto; ///< two or three objectives, divided by commas
    std::string tokens; ///< "15T", "300e9"
    std::string deadline;
    std::string budget;
    std::string energy;
    std::string price; ///< of a device and hour: one for all hardware, one for each, or NAME=PRICE,…
    std::string power; ///< watts of a device, likewise
    std::string headroom;
    bool pessimistic = false;
    bool anyFramework = false;
    bool tensorWithinNode = false;
    std::int64_t top = 10;
    std::string sweep;           ///< KEY=A,B,C or KEY=A..B: the best plan at each value (search_solvers.h)
    bool largestModel = false;   ///< of the model, as many layers as fit (search_solvers.h)
    bool smallestDevice = false; ///< of the machines (none: all of the catalogue) the one with the smallest
                                 ///< devices that hold the model (search_solvers.h)
    bool relax = true;           ///< where nothing fits: what would help
    bool sensitivity = true;     ///< what each axis is worth around the best plan
    bool simulate = true;        ///< the best plans' steps in time
    bool margins = true;         ///< the best of each machine; what fewer devices come to
    std::string why;             ///< plan file: why not that one
    std::optional<core::Plan> whyPlan; ///< the same of a plan that lies in no file; instead of \c why
    planner::SearchTogether* together =
        nullptr; ///< as in planner::PlanSearch, for all searches of the answer
    planner::SearchJournal* journal = nullptr;
    /// Told of each plan that is better than those before it while the search goes on, with the share of it
    /// that is done, and of the best where only what is worth knowing beside it is left (1); null: nothing
    /// does what was asked, and what would help is looked for. From the caller's thread.
    std::function<void(const planner::PlanHit* best, double share)> sofar;
};

/// A constraint that was asked for, and the search without it.
struct SearchConstraint {
    std::string name; ///< deadline, budget, energy, devices, framework, offload, or a plan's key
    std::function<void(planner::PlanSearch&)> drop;
    std::optional<planner::PlanObjective> least = {};         ///< what it limits, where that is an objective
    planner::WholeRange planner::PlanSpace::*range = nullptr; ///< of a key that is a whole number
    std::int64_t (*valueOf)(const core::Plan&) = nullptr;     ///< a plan's own number of that key
    std::string asked = {};                                   ///< the words of another key
};

/// How the call names things, for calls that are made of an answer; empty: as they call themselves.
struct SearchNames {
    std::string model;
    std::vector<std::string> machines; ///< as in planner::PlanSearch
    std::string calibration;
};

struct PreparedSearch {
    planner::PlanSearch search;
    SearchNames names;
    std::optional<core::Plan> around; ///< the plan of PlanSearchRequest::around
    std::vector<SearchConstraint> constraints;
    std::optional<core::Catalog> catalog = {}; ///< where published runs are looked up
    bool largestMicroBatch = false; ///< --micro-batch max: only plans of the largest micro-batch that any has
};

/// Errors: MissingKey (MODEL, HARDWARE, --devices), UnknownKey, UnknownValue, OutOfRange, NumberMalformed,
/// each placed at its option, and those of the files.
[[nodiscard]] core::Result<PreparedSearch> prepareSearch(const core::Catalog& catalog,
                                                         const PlanSearchRequest& request);

/// The shell command that asks the same; \c whyPlan is left out.
[[nodiscard]] std::string searchCommand(const PlanSearchRequest& request);

} // namespace shardscope::app
