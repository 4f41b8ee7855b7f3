// SPDX-License-Identifier: GPL-3.0-or-later
// The pages in the order of the rail.
#include "app/desktop/pages/page.h"

#include "app/desktop/pages/plan_page.h"
#include "app/desktop/pages/timeline_page.h"

#include <QCoreApplication>

namespace shardscope::app {
namespace {

QString planTitle() { return QCoreApplication::translate("PageTable", "Plan"); }
QString planRail() { return QCoreApplication::translate("PageTable", "Plan", "short, for the rail"); }
QString timelineTitle() { return QCoreApplication::translate("PageTable", "Timeline"); }
QString timelineRail()
{
    return QCoreApplication::translate("PageTable", "Timeline",
                                       "short, for the rail: at most four Japanese characters");
}

template <class Made>
Page* make(Workbench& workbench, QWidget* parent)
{
    return new Made(workbench, parent);
}

constexpr PageRow kPages[] = {
    {"plan", "plan", planTitle, planRail, make<PlanPage>},
    {"timeline", "timeline", timelineTitle, timelineRail, make<TimelinePage>},
};

} // namespace

std::span<const PageRow> pageTable() { return kPages; }

} // namespace shardscope::app
