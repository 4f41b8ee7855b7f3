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

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PageTable)
};

QString planTitle() { return Words::tr("Plan"); }
QString planRail() { return Words::tr("Plan", "short, for the rail"); }
QString modelTitle() { return Words::tr("Model"); }
QString modelRail() { return Words::tr("Model", "short, for the rail"); }
QString searchTitle() { return Words::tr("Search"); }
QString searchRail() { return Words::tr("Search", "short, for the rail: at most four Japanese characters"); }
QString scheduleTitle() { return Words::tr("Schedule"); }
QString scheduleRail()
{
    return Words::tr("Schedule", "short, for the rail: at most four Japanese characters");
}
QString recommenderTitle() { return Words::tr("Recommender"); }
QString recommenderRail()
{
    return Words::tr("Tables", "short, for the rail: at most four Japanese characters");
}
QString compareTitle() { return Words::tr("Compare"); }
QString compareRail()
{
    return Words::tr("Compare", "short, for the rail: at most four Japanese characters");
}
QString overviewTitle() { return Words::tr("Overview"); }
QString overviewRail()
{
    return Words::tr("Overview", "short, for the rail: at most four Japanese characters");
}
QString timelineTitle() { return Words::tr("Timeline"); }
QString timelineRail()
{
    return Words::tr("Timeline", "short, for the rail: at most four Japanese characters");
}

QString analysesTitle() { return Words::tr("Analyses"); }
QString analysesRail()
{
    return Words::tr("Analyses", "short, for the rail: at most four Japanese characters");
}
QString memoryTitle() { return Words::tr("Memory"); }
QString memoryRail() { return Words::tr("Memory", "short, for the rail: at most four Japanese characters"); }

QString sqlTitle() { return Words::tr("SQL"); }

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
