// SPDX-License-Identifier: GPL-3.0-or-later
// The pages in the order of the rail.
#include "app/desktop/pages/page.h"

#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/model_page.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/recommender/recommender_page.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/pages/trace/sql_page.h"
#include "app/desktop/pages/trace/timeline_page.h"

#include <QCoreApplication>

namespace shardscope::app {
namespace {

QString planTitle() { return QCoreApplication::translate("PageTable", "Plan"); }
QString planRail() { return QCoreApplication::translate("PageTable", "Plan", "short, for the rail"); }
QString modelTitle() { return QCoreApplication::translate("PageTable", "Model"); }
QString modelRail() { return QCoreApplication::translate("PageTable", "Model", "short, for the rail"); }
QString searchTitle() { return QCoreApplication::translate("PageTable", "Search"); }
QString searchRail()
{
    return QCoreApplication::translate("PageTable", "Search",
                                       "short, for the rail: at most four Japanese characters");
}
QString scheduleTitle() { return QCoreApplication::translate("PageTable", "Schedule"); }
QString scheduleRail()
{
    return QCoreApplication::translate("PageTable", "Schedule",
                                       "short, for the rail: at most four Japanese characters");
}
QString recommenderTitle() { return QCoreApplication::translate("PageTable", "Recommender"); }
QString recommenderRail()
{
    return QCoreApplication::translate("PageTable", "Tables",
                                       "short, for the rail: at most four Japanese characters");
}
QString compareTitle() { return QCoreApplication::translate("PageTable", "Compare"); }
QString compareRail()
{
    return QCoreApplication::translate("PageTable", "Compare",
                                       "short, for the rail: at most four Japanese characters");
}
QString overviewTitle() { return QCoreApplication::translate("PageTable", "Overview"); }
QString overviewRail()
{
    return QCoreApplication::translate("PageTable", "Overview",
                                       "short, for the rail: at most four Japanese characters");
}
QString timelineTitle() { return QCoreApplication::translate("PageTable", "Timeline"); }
QString timelineRail()
{
    return QCoreApplication::translate("PageTable", "Timeline",
                                       "short, for the rail: at most four Japanese characters");
}

QString analysesTitle() { return QCoreApplication::translate("PageTable", "Analyses"); }
QString analysesRail()
{
    return QCoreApplication::translate("PageTable", "Analyses",
                                       "short, for the rail: at most four Japanese characters");
}
QString memoryTitle() { return QCoreApplication::translate("PageTable", "Memory"); }
QString memoryRail()
{
    return QCoreApplication::translate("PageTable", "Memory",
                                       "short, for the rail: at most four Japanese characters");
}

QString sqlTitle() { return QCoreApplication::translate("PageTable", "SQL"); }

template <class Made>
Page* make(Workbench& workbench, QWidget* parent)
{
    return new Made(workbench, parent);
}

constexpr PageRow kPages[] = {
    {"plan", "plan", planTitle, planRail, make<PlanPage>},
    {"model", "model", modelTitle, modelRail, make<ModelPage>},
    {"search", "search", searchTitle, searchRail, make<SearchPage>},
    {"schedule", "schedule", scheduleTitle, scheduleRail, make<SchedulePage>},
    {"recommender", "recommender", recommenderTitle, recommenderRail, make<RecommenderPage>},
    {"compare", "compare", compareTitle, compareRail, make<ComparePage>},
    {"overview", "overview", overviewTitle, overviewRail, make<OverviewPage>},
    {"timeline", "timeline", timelineTitle, timelineRail, make<TimelinePage>},
    {"analyses", "analyses", analysesTitle, analysesRail, make<AnalysesPage>},
    {"memory", "memory", memoryTitle, memoryRail, make<MemoryPage>},
    {"sql", "sql", sqlTitle, sqlTitle, make<SqlPage>},
};

} // namespace

std::span<const PageRow> pageTable() { return kPages; }

} // namespace shardscope::app
