// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/rank_numbering.h"

#include "app/desktop/pages/trace/run_items.h"
#include "core/base/text_mark.h"

#include <utility>

namespace shardscope::app {
namespace {

const QString kOfRun = QStringLiteral("run");
const QString kRankOrder = QStringLiteral("rank_order");

core::ItemPtr orderItem(const History& history, const RunView& run)
{
    for (const core::ItemPtr& item : history.project().itemsOf(core::ItemKind::Comparison)) {
        const QJsonObject body = bodyObject(*item);
        if (body.contains(kRankOrder) && isOf(body, run))
            return item;
    }
    return nullptr;
}

} // namespace

std::string keptRankOrder(const History& history, const RunView& run)
{
    const core::ItemPtr item = orderItem(history, run);
    return item ? bodyObject(*item)[kRankOrder].toString().toStdString() : std::string();
}

void keepRankOrder(History& history, const RunView& run, const QString& title, const std::string& order)
{
    if (order == keptRankOrder(history, run))
        return;
    const core::ItemPtr item = orderItem(history, run);
    Project& project = history.project();
    const std::string body = bodyText({{kOfRun, runKey(run)}, {kRankOrder, QString::fromStdString(order)}});
    core::ItemChange change =
        order.empty() ? Project::removed(item)
        : item        ? Project::rewritten(item, body)
                      : project.made(core::ItemKind::Comparison,
                                     project.freshName(core::ItemKind::Comparison, title.toStdString()), body);
    static_cast<void>(
        history.push({std::move(change)}, N_("Say how ranks are numbered"))); // of what there is
}

} // namespace shardscope::app
