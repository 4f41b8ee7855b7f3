// SPDX-License-Identifier: GPL-3.0-or-later
// The pages in the order of the rail.
#include "app/desktop/pages/page.h"

#include "app/desktop/pages/ask/ask_page.h"
#include "app/desktop/pages/compare/compare_page.h"
#include "app/desktop/pages/follow/follow_page.h"
#include "app/desktop/pages/hardware_page.h"
#include "app/desktop/pages/home/home_page.h"
#include "app/desktop/pages/learn/learn_page.h"
#include "app/desktop/pages/model_page.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/recommender/recommender_page.h"
#include "app/desktop/pages/report/report_page.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/pages/settings/settings_page.h"
#include "app/desktop/pages/sql/sql_page.h"
#include "app/desktop/pages/study/study_page.h"
#include "app/desktop/pages/trace/analyses_page.h"
#include "app/desktop/pages/trace/memory_page.h"
#include "app/desktop/pages/trace/overview_page.h"
#include "app/desktop/pages/trace/timeline_page.h"
#include "app/session/text/words.h"

namespace shardscope::app {
namespace {

template <class Made>
Page* make(Workbench& workbench, QWidget* parent)
{
    return new Made(workbench, parent);
}

constexpr PageRow kPages[] = {
    {"home", 0, "home", [] { return Words::tr("Home"); }, make<HomePage>},
    {"ask", kNoGroup, "ask", [] { return Words::tr("Ask"); }, make<AskPage>},
    {"model", 1, "model", [] { return Words::tr("Model"); }, make<ModelPage>},
    {"hardware", 1, "hardware", [] { return Words::tr("Hardware"); }, make<HardwarePage>},
    {"plan", 1, "plan", [] { return Words::tr("Plan"); }, make<PlanPage>},
    {"search", 1, "search", [] { return Words::tr("Search"); }, make<SearchPage>},
    {"schedule", 1, "schedule", [] { return Words::tr("Schedule"); }, make<SchedulePage>},
    {"recommender", 1, "recommender", [] { return Words::tr("Recommender"); }, make<RecommenderPage>},
    {"overview", 2, "overview", [] { return Words::tr("Overview"); }, make<OverviewPage>},
    {"timeline", 2, "timeline", [] { return Words::tr("Timeline"); }, make<TimelinePage>},
    {"memory", 2, "memory", [] { return Words::tr("Memory"); }, make<MemoryPage>},
    {"analyses", 2, "analyses", [] { return Words::tr("Analyses"); }, make<AnalysesPage>},
    {"sql", 2, "sql", [] { return Words::tr("SQL"); }, make<SqlPage>},
    {"compare", 3, "compare", [] { return Words::tr("Compare"); }, make<ComparePage>},
    {"study", 3, "study", [] { return Words::tr("Study"); }, make<StudyPage>},
    {"report", 3, "report", [] { return Words::tr("Report"); }, make<ReportPage>},
    {"learn", 3, "learn", [] { return Words::tr("Learn"); }, make<LearnPage>},
    {"follow", kNoGroup, "overview", [] { return Words::tr("Follow"); }, make<FollowPage>},
    {"settings", kNoGroup, "settings", [] { return Words::tr("Settings"); }, make<SettingsPage>},
};

} // namespace

std::span<const PageRow> pageTable() { return kPages; }

} // namespace shardscope::app
