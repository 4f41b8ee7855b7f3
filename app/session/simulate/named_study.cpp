// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/named_study.h"

#include "app/session/simulate/mode_chart.h"

namespace shardscope::app {

core::Result<StudyRequest> namedStudyRequest(const core::Catalog& catalog, const PlanRequest& request,
                                             std::string cluster)
{
    SHARDSCOPE_TRY(PlanResult result, evaluatePlan(catalog, request, planner::Detail::Explained));
    SHARDSCOPE_TRY(const std::optional<std::string> roles, clusterNamed(catalog, request));
    RecommenderChoices choices;
    choices.cluster = std::move(cluster);
    if (roles) {
        SHARDSCOPE_TRY(choices, choicesOfPlan(std::move(choices), *roles, result.evaluation.plan));
    }
    SHARDSCOPE_TRY(StudyRequest asked,
                   studyRequest(catalog, std::move(result.model), std::move(result.hardware),
                                result.evaluation.plan, std::move(choices)));
    asked.alone = roles.has_value();
    return asked;
}

core::Result<Study> namedStudy(const core::Catalog& catalog, const PlanRequest& request, std::string cluster,
                               const core::Task& task)
{
    SHARDSCOPE_TRY(const StudyRequest asked, namedStudyRequest(catalog, request, std::move(cluster)));
    return studyRecommender(asked, task);
}

} // namespace shardscope::app
