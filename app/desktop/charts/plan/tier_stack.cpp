// SPDX-License-Identifier: GPL-3.0-or-later
// Memory tiers from the fastest down, and the tables that lie in them.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/bar_rows.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <numeric>

namespace shardscope::app {
namespace {

constexpr double kTierName = 150;
constexpr double kFigures = 150;
constexpr double kTierBar = 18;
constexpr double kPitch = 26;
constexpr std::size_t kMostTables = 8;

QColor colorOfTier(core::Tier tier)
{
    switch (tier) {
    case core::Tier::Device: return colorOf(core::Purpose::Embedding);
    case core::Tier::Host: return colorOf(core::OpClass::Copy);
    default: return colorOf(core::OpClass::Host);
    }
}

QString tierWord(core::Tier tier)
{
    return tier == core::Tier::Nvme ? Words::tr("SSD") : Words::tr("%1 memory").arg(tierName(tier));
}

double heldBy(const planner::PlacedTable& placed)
{
    return placed.option.deviceTotal + placed.option.hostTotal + placed.option.nvmeTotal;
}

double addTiers(Scene& scene, const Study& study, const Theme& theme)
{
    const RowPlaces places(scene.width, kTierName, kFigures);
    const double room = places.room();
    double y = 0;
    for (const TierShare& tier : study.tiers) {
        const bool exists = tier.capacity.value() > 0;
        const double share = exists ? tier.held.value() / tier.capacity.value() : 0;
        const QRectF frame(places.bar(), y + places.below() + 3, room, kTierBar);
        places.addTexts(scene, y, kPitch - 2, tierWord(tier.tier),
                        Words::tr("%1 of lookups").arg(percentString(tier.lookups)), theme);
        scene.box(frame, theme.raised);
        const double filled = std::min(1.0, share) * room;
        if (filled > 0)
            scene.box({frame.left(), frame.top(), filled, kTierBar}, colorOfTier(tier.tier));
        const QString held =
            exists ? Words::tr("%1 of %2").arg(quantityString(tier.held), quantityString(tier.capacity))
                   : Words::tr("there is none");
        scene.text({frame.left() + filled + 6, frame.top(), room - filled - 6, kTierBar}, held, theme.text);
        if (filled + textWidth(held) + 10 > room) { // no room beside the bar: inside it
            scene.texts.back() = {QRectF(frame.left() + 6, frame.top(), filled - 12, kTierBar), held,
                                  inkOn(colorOfTier(tier.tier)), Qt::AlignRight | Qt::AlignVCenter};
        }
        scene.spot(frame, QStringLiteral("%1: %2, %3")
                              .arg(tierWord(tier.tier), held,
                                   Words::tr("%1 of lookups").arg(percentString(tier.lookups, 2))));
        y += places.below() + kPitch;
    }
    return y;
}

/// Returns the y below.
double addTable(Scene& scene, const Study& study, std::size_t index, double y, double most,
                const Theme& theme)
{
    const planner::PlacedTable& placed = study.step.placement.tables[index];
    const core::EmbeddingTable& table = study.model().tables[placed.table];
    const RowPlaces places(scene.width, kTierName, kFigures);
    const double top = y + places.below();
    const double hits = planner::deviceHitRatio(table, placed.option);
    const QString name = tableName(table, placed.copy);
    double x = places.bar();
    const auto part = [&](double bytes, core::Tier tier) {
        const double width = bytes / most * places.room();
        if (width <= 0)
            return;
        scene.box({x, top + 2, width, kTierBar - 4}, colorOfTier(tier));
        x += width;
    };
    part(placed.option.deviceTotal, core::Tier::Device);
    part(placed.option.hostTotal, core::Tier::Host);
    part(placed.option.nvmeTotal, core::Tier::Nvme);
    const QString figures =
        Words::tr("%1, hits %2").arg(quantityString(heldBy(placed), core::kByte), percentString(hits, 0));
    places.addTexts(scene, y, kPitch - 6, name, figures, theme);
    scene.spot(
        QRectF(places.bar(), top, std::max(4.0, x - places.bar()), kPitch - 6),
        QStringLiteral("%1: %2, %3, %4")
            .arg(name, shardingName(placed.option.sharding), kernelName(placed.option.kernel), figures),
        QStringLiteral("shard.%1").arg(index));
    return top + kPitch - 4;
}

} // namespace

Scene tierScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    double y = addTiers(scene, study, theme) + 10;
    const auto& tables = study.step.placement.tables;
    std::vector<std::size_t> order(tables.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t shown = std::min(kMostTables, order.size());
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return heldBy(tables[a]) > heldBy(tables[b]); });
    if (shown == 0) {
        scene.height = y;
        return scene;
    }
    scene.text({0, y, width, 18}, Words::tr("The largest tables, all shards and state"), theme.textDim,
               kTextLeft, Weight::Strong);
    y += 22;
    const double most = std::max(1.0, heldBy(tables[order.front()]));
    for (std::size_t i = 0; i < shown; ++i)
        y = addTable(scene, study, order[i], y, most, theme);
    std::vector<std::pair<QColor, QString>> entries;
    for (const TierShare& tier : study.tiers) {
        if (tier.held.value() > 0)
            entries.emplace_back(colorOfTier(tier.tier), tierWord(tier.tier));
    }
    scene.height = scene.legend(y + 6, entries, theme) + 4;
    return scene;
}

} // namespace shardscope::app
