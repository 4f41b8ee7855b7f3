// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that many searches answer: how far something scales, and how large a model can be.
#pragma once

#include "app/session/search/plan_search_answer.h"

#include <functional>

namespace shardscope::app {

struct SweepRow {
    std::string value;
    std::optional<FoundLayout> best; ///< none: nothing fits
    double efficiency = 0;           ///< tokens a second and device, of the first row that has a plan
    bool knee = false;               ///< where the rate of all devices bends most away from its straight line
                                     ///< (doi:10.1109/ICDCSW.2011.20)
};
struct Sweep {
    std::string key;
    std::vector<SweepRow> rows;
    planner::PlanSearch search; ///< at the first value: model and machines
};

/// The best plan at each value of \p request.sweep, "devices=64,128,256", "devices=64..512" (each twice the
/// one before) or any key of a plan. \p sofar is told what is known after each value, and the share of all.
/// Errors: those of prepareSearch and answerSearch.
[[nodiscard]] core::Result<Sweep> sweepSearch(const core::Catalog& catalog, const PlanSearchRequest& request,
                                              const core::Task& task = {},
                                              const std::function<void(const Sweep&, double)>& sofar = {});

struct LargestModel {
    std::int64_t layers = 0;
    double parameters = 0;
    PlanSearchAnswer answer;           ///< of that model
    std::optional<FoundLayout> beyond; ///< of the model with one layer more: the plan that is nearest to fit
};

/// The model of \p request with as many layers as still fit, its width as it is (as arXiv:1910.02054, Table 4
/// and after, grows its models). Layers 0: not even one fits. Errors: as above; NotSupported for a model
/// whose layers are not all alike.
[[nodiscard]] core::Result<LargestModel>
largestModel(const core::Catalog& catalog, const PlanSearchRequest& request, const core::Task& task = {});

/// planSearchJson of its plans, with {"largest_model": {"layers", "parameters"}} behind.
[[nodiscard]] std::string largestModelJson(const LargestModel& largest);

/// The best plans on the machine whose devices have the least memory of those that hold the model: of the
/// machines of \p request, or of all of the catalogue where it names none; on one device where it says no
/// number. Asked in the order of their memory until two hold it (PlanSearchAnswer::sizes); nothing lies
/// beside the devices unless a place is asked for. Errors: as above.
[[nodiscard]] core::Result<PlanSearchAnswer>
smallestDevice(const core::Catalog& catalog, const PlanSearchRequest& request, const core::Task& task = {});

[[nodiscard]] core::Table sweepTable(const Sweep& sweep);
/// {"key", "rows": [{"value", "best", "efficiency", "knee"}]}
[[nodiscard]] std::string sweepJson(const Sweep& sweep);

} // namespace shardscope::app
