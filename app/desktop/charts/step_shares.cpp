// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/step_shares.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kSharesBar = 32;
constexpr double kRankRow = 18;
constexpr double kRankBar = 12;
constexpr double kRankName = 76;
constexpr double kRankTime = 64;
constexpr std::size_t kMostRanks = 16; ///< rows; of more, the longest and the shortest halves
constexpr double kCostBar = 8;

QColor colorOfPart(const std::string& part, const Theme& theme)
{
    if (part == "computing")
        return colorOf(core::OpClass::MatrixProduct);
    if (part == "exposed_communication")
        return colorOf(core::OpClass::CollectiveReplica);
    if (part == "exposed_copies")
        return colorOf(core::OpClass::Copy);
    return theme.panel; // idle: nothing runs
}

QString partText(const profiler::StepPart& part, double of)
{
    return QStringLiteral("%1 %2 (%3)")
        .arg(stepShareName(part.part), quantityString(part.seconds, core::kSecond),
             percentString(of > 0 ? part.seconds / of : 0));
}

/// What of \p part is said inside its box: as much as there is room for.
QString inside(const profiler::StepPart& part, double of, double room)
{
    const QString time = quantityString(part.seconds, core::kSecond);
    for (const QString& text : {stepShareName(part.part) + QLatin1Char(' ') + time, time}) {
        if (textWidth(text) + 8 <= room)
            return text;
    }
    return percentString(of > 0 ? part.seconds / of : 0, 0);
}

double computingOf(const profiler::RankParts& rank)
{
    return rank.parts.empty() ? 0 : rank.parts.front().seconds;
}

/// Picks the ranks of \p all that are drawn, in their order.
std::vector<const profiler::RankParts*> drawnOf(const std::vector<profiler::RankParts>& all)
{
    std::vector<const profiler::RankParts*> drawn;
    drawn.reserve(all.size());
    for (const profiler::RankParts& rank : all)
        drawn.push_back(&rank);
    if (drawn.size() <= kMostRanks)
        return drawn;
    std::ranges::stable_sort(drawn, std::ranges::greater(),
                             [](const profiler::RankParts* rank) { return computingOf(*rank); });
    drawn.erase(drawn.begin() + kMostRanks / 2, drawn.end() - kMostRanks / 2);
    return drawn;
}

QString rankName(const profiler::RankParts& rank)
{
    const QString name = rank.several    ? rank.rank < 0
                                               ? Words::tr("device %1").arg(rank.device)
                                               : Words::tr("rank %1, device %2").arg(rank.rank).arg(rank.device)
                            : rank.rank < 0 ? Words::tr("rank unknown")
                                         : Words::tr("rank %1").arg(rank.rank);
    return rank.stands > 1
               ? Words::tr("%1 \u00d7 %2", "a rank that stands for several").arg(name).arg(rank.stands)
               : name;
}

/// The ranks' rows from \p top on; the y below.
double addRanks(Scene& scene, const profiler::Overview& overview, double top, const Theme& theme)
{
    const std::vector<const profiler::RankParts*> drawn = drawnOf(overview.byRank);
    double longest = 0;
    for (const profiler::RankParts* rank : drawn)
        longest = std::max(longest, rank->stepSeconds);
    const double room = scene.width - kRankName - kRankTime;
    if (drawn.size() < 2 || longest <= 0 || room < 40)
        return top;
    double y = top;
    for (const profiler::RankParts* rank : drawn) {
        scene.text({0, y, kRankName - 6, kRankRow}, rankName(*rank), theme.textDim);
        double x = kRankName;
        QStringList told{rankName(*rank)};
        for (const profiler::StepPart& part : rank->parts) {
            const double wide = part.seconds / longest * room;
            const QColor fill = colorOfPart(part.part, theme);
            const bool idle = fill == theme.panel;
            if (wide > 0)
                scene.boxes.push_back({{x, y + (kRankRow - kRankBar) / 2, wide, kRankBar},
                                       fill,
                                       idle ? theme.textDim : QColor()});
            x += std::max(0.0, wide);
            if (part.seconds > 0)
                told << partText(part, rank->stepSeconds);
        }
        scene.text({scene.width - kRankTime + 6, y, kRankTime - 6, kRankRow},
                   quantityString(rank->stepSeconds, core::kSecond), theme.text);
        scene.spot({kRankName, y, room, kRankRow}, told.join(QStringLiteral(", ")));
        y += kRankRow;
    }
    if (drawn.size() < overview.byRank.size())
        y = scene.paragraph(y + 2,
                            Words::tr("Of %1 ranks those that compute longest and shortest.")
                                .arg(integerString(static_cast<std::int64_t>(overview.byRank.size()))),
                            theme.textDim);
    return y + metrics::kGrid;
}

} // namespace

Scene stepSharesScene(const profiler::Overview& overview, double width, const Theme& theme)
{
    Scene scene{width};
    if (overview.stepSeconds <= 0)
        return scene;
    std::vector<std::pair<QColor, QString>> legend;
    double x = 0;
    for (const profiler::StepPart& part : overview.parts) {
        const double share = part.seconds / overview.stepSeconds;
        const QRectF box(x, 1, share * (width - 1), kSharesBar);
        x += box.width();
        if (part.seconds <= 0)
            continue;
        const QColor fill = colorOfPart(part.part, theme);
        const QString text = partText(part, overview.stepSeconds);
        const bool idle = fill == theme.panel;
        scene.boxes.push_back({box, fill, idle ? theme.textDim : QColor(), false, 0,
                               inside(part, overview.stepSeconds, box.width())});
        scene.spot(box, text);
        legend.emplace_back(idle ? theme.line : fill, text);
    }
    const double below = addRanks(scene, overview, kSharesBar + metrics::kGrid, theme);
    scene.height = scene.legend(below, legend, theme) + 2;
    return scene;
}

Scene costScene(const profiler::CostFinding& finding, double stepSeconds, double width, const Theme& theme)
{
    Scene scene{width};
    const double share = stepSeconds > 0 ? finding.secondsPerStep / stepSeconds : 0;
    scene.box({0, 4, width, kCostBar}, theme.raised).corner = kCostBar / 2;
    const double wide = std::clamp(share, 0.0, 1.0) * width;
    if (wide > 0)
        scene.box({0, 4, std::max(wide, 2.0), kCostBar}, theme.accent).corner =
            std::min(kCostBar, std::max(wide, 2.0)) / 2;
    scene.height = scene.paragraph(
        kCostBar + 8,
        QStringLiteral("%1 \u00b7 %2")
            .arg(quantityString(finding.secondsPerStep, core::kSecond), percentString(share, 0)),
        theme.textDim);
    return scene;
}

} // namespace shardscope::app
