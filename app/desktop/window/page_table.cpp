// SPDX-License-Identifier: GPL-3.0-or-later
// The pages in the order of the rail.
#include "app/desktop/pages/page.h"

#include "app/desktop/pages/ask/ask_page.h"
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
#include "app/session/text/words.h"

namespace shardscope::app {
namespace {

template <class Made>
Page* make(Workbench& workbench, QWidget* parent)
{
    return new Made(workbench, parent);
}

constexpr PageRow kPages[] = {
    {"plan", "plan", [] { return Words::tr("Plan"); },
     [] { return Words::tr("Plan", "short, for the rail"); }, make<PlanPage>},
    {"ask", "ask", [] { return Words::tr("Ask"); },
     [] { return Words::tr("Ask", "short, for the rail: at most four Japanese characters"); }, make<AskPage>},
    {"model", "model", [] { return Words::tr("Model"); },
     [] { return Words::tr("Model", "short, for the rail"); }, make<ModelPage>},
    {"search", "search", [] { return Words::tr("Search"); },
     [] { return Words::tr("Search", "short, for the rail: at most four Japanese characters"); },
     make<SearchPage>},
    {"schedule", "schedule", [] { return Words::tr("Schedule"); },
     [] { return Words::tr("Schedule", "short, for the rail: at most four Japanese characters"); },
     make<SchedulePage>},
    {"recommender", "recommender", [] { return Words::tr("Recommender"); },
     [] { return Words::tr("Tables", "short, for the rail: at most four Japanese characters"); },
     make<RecommenderPage>},
    {"compare", "compare", [] { return Words::tr("Compare"); },
     [] { return Words::tr("Compare", "short, for the rail: at most four Japanese characters"); },
     make<ComparePage>},
    {"overview", "overview", [] { return Words::tr("Overview"); },
     [] { return Words::tr("Overview", "short, for the rail: at most four Japanese characters"); },
     make<OverviewPage>},
    {"timeline", "timeline", [] { return Words::tr("Timeline"); },
     [] { return Words::tr("Timeline", "short, for the rail: at most four Japanese characters"); },
     make<TimelinePage>},
    {"analyses", "analyses", [] { return Words::tr("Analyses"); },
     [] { return Words::tr("Analyses", "short, for the rail: at most four Japanese characters"); },
     make<AnalysesPage>},
    {"memory", "memory", [] { return Words::tr("Memory"); },
     [] { return Words::tr("Memory", "short, for the rail: at most four Japanese characters"); },
     make<MemoryPage>},
    {"sql", "sql", [] { return Words::tr("SQL"); }, [] { return Words::tr("SQL"); }, make<SqlPage>},
};

} // namespace

std::span<const PageRow> pageTable() { return kPages; }

} // namespace shardscope::app
