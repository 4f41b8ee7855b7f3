// SPDX-License-Identifier: GPL-3.0-or-later
// A search's answer as its page shows it and a picture draws it.
#pragma once

#include "app/desktop/charts/search/plan_scatter.h"
#include "app/session/search/search_solvers.h"

#include <QString>

#include <memory>
#include <set>
#include <vector>

namespace shardscope::app {

/// The parts of the Search page's answer; those that it has not are left out.
struct ShownSearch {
    QString title;
    QString verdict;
    QString doubts;
    QString command; ///< that asks the same
    std::shared_ptr<const PlanSearchAnswer> answer;
    std::shared_ptr<const Sweep> sweep;
    std::shared_ptr<const std::vector<planner::PlanHit>> hits;
    std::set<std::size_t> front; ///< of the hits
    PlanMeasure across = PlanMeasure::Memory;
    PlanMeasure up = PlanMeasure::Rate;
};

} // namespace shardscope::app
