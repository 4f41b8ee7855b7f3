// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/plan_words.h"

#include "app/session/text/words.h"

namespace shardscope::app {

QString choiceText(ShardingPreset preset)
{
    switch (preset) {
    case ShardingPreset::Zero0: return Words::tr("none");
    case ShardingPreset::Zero1: return zeroTitle(1);
    case ShardingPreset::Zero2: return zeroTitle(2);
    case ShardingPreset::Zero3: return zeroTitle(3);
    case ShardingPreset::ByHand: return Words::tr("by hand");
    }
    return {};
}

QString planSummary(const core::Plan& plan)
{
    QStringList parts;
    parts << QStringLiteral("t %1 \u00d7 p %2 \u00d7 r %3")
                 .arg(plan.axes.tensor)
                 .arg(plan.axes.pipeline)
                 .arg(plan.axes.replica);
    if (plan.axes.context > 1)
        parts << Words::tr("context %1").arg(plan.axes.context);
    const core::Sharding& sharding = plan.sharding;
    if (sharding.weights > 1 || sharding.gradients > 1 || sharding.optimizer > 1)
        parts << Words::tr("sharding %1/%2/%3")
                     .arg(sharding.weights)
                     .arg(sharding.gradients)
                     .arg(sharding.optimizer);
    if (plan.adapters.any())
        parts << Words::tr("adapters of rank %1").arg(plan.adapters.rank);
    if (plan.axes.pipeline > 1 || plan.schedule == core::Schedule::Phased)
        parts << choiceText(plan.schedule);
    parts << Words::tr("global batch %1").arg(plan.batch.globalBatch);
    return parts.join(QStringLiteral(", "));
}

} // namespace shardscope::app
