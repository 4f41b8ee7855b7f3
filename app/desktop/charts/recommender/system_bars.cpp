// SPDX-License-Identifier: GPL-3.0-or-later
// Six ways to train one model, a row each, in the figures that decide between them.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/recommender_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

namespace shardscope::app {
namespace {

constexpr double kName = 204;
constexpr double kHead = 22;
constexpr double kRow = 34;
constexpr double kGap = 18;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(SystemBars)
};

struct Measure {
    QString title;
    std::function<double(const SystemRow&)> value;
    std::function<QString(const SystemRow&)> text;
    QColor color;
};

std::vector<Measure> measuresOf(const Study& study)
{
    const bool priced = std::all_of(study.systems.begin(), study.systems.end(), [](const SystemRow& row) {
        return row.costPerHour || row.system == "zion";
    });
    std::vector<Measure> measures;
    measures.push_back({Words::tr("samples/s"), [](const SystemRow& row) { return row.samplesPerSecond; },
                        [](const SystemRow& row) { return countString(row.samplesPerSecond); },
                        colorOf(core::OpClass::MatrixProduct)});
    if (priced) {
        measures.push_back({Words::tr("cost an hour"),
                            [](const SystemRow& row) { return row.costPerHour.value_or(0); },
                            [](const SystemRow& row) {
                                return row.costPerHour ? quantityString(*row.costPerHour, core::kNumber)
                                                       : Words::tr("unknown");
                            },
                            colorOf(core::OpClass::Optimizer)});
    } else {
        measures.push_back({Words::tr("machines (no prices known)"),
                            [](const SystemRow& row) { return static_cast<double>(row.machines); },
                            [](const SystemRow& row) {
                                return Words::tr("%1, %2 acc.")
                                    .arg(integerString(row.machines), integerString(row.accelerators));
                            },
                            colorOf(core::OpClass::Optimizer)});
    }
    measures.push_back({Words::tr("memory of tables"),
                        [](const SystemRow& row) { return row.memory.value(); },
                        [](const SystemRow& row) {
                            return row.fits ? quantityString(row.memory)
                                            : Words::tr("%1, does not fit").arg(quantityString(row.memory));
                        },
                        colorOf(core::Purpose::Embedding)});
    measures.push_back(
        {Words::tr("staleness, published AUC gap"), [](const SystemRow& row) { return row.staleness; },
         [](const SystemRow& row) {
             const QString stale = quantityString(row.staleness, core::kNumber);
             return row.gapTo > 0 ? QStringLiteral("%1, \u2212%2").arg(stale, percentString(row.gapTo, 1))
                                  : QStringLiteral("%1, %2").arg(stale, percentString(0, 0));
         },
         colorOf(core::OpClass::PointToPoint)});
    return measures;
}

} // namespace

Scene systemScene(const Study& study, double width, const Theme& theme)
{
    Scene scene;
    scene.width = width;
    const std::vector<Measure> measures = measuresOf(study);
    // Narrow windows: two measures a line.
    const std::size_t perLine = width - kName > 520 ? measures.size() : 2;
    const double column = std::max(70.0, (width - kName - kGap * static_cast<double>(perLine - 1)) /
                                             static_cast<double>(perLine));
    double y = 0;
    for (std::size_t first = 0; first < measures.size(); first += perLine) {
        for (std::size_t i = first; i < std::min(first + perLine, measures.size()); ++i) {
            const double x = kName + static_cast<double>(i - first) * (column + kGap);
            scene.texts.push_back({QRectF(x, y, column + kGap - 4, kHead), measures[i].title, theme.textDim,
                                   Qt::AlignLeft | Qt::AlignVCenter, TypeSize::Small, Weight::Strong});
            double most = 0;
            for (const SystemRow& row : study.systems)
                most = std::max(most, measures[i].value(row));
            for (std::size_t r = 0; r < study.systems.size(); ++r) {
                const SystemRow& row = study.systems[r];
                const double top = y + kHead + static_cast<double>(r) * kRow;
                const double length = most > 0 ? measures[i].value(row) / most * column : 0;
                scene.boxes.push_back({QRectF(x, top + 16, column, 8), theme.raised});
                scene.boxes.push_back({QRectF(x, top + 16, length, 8), measures[i].color});
                scene.texts.push_back({QRectF(x, top, column + kGap - 4, 16), measures[i].text(row),
                                       i == 2 && !row.fits ? theme.bad : theme.text});
                scene.spot(QRectF(x, top, column, 26),
                           QStringLiteral("%1, %2: %3")
                               .arg(systemName(row.system), measures[i].title, measures[i].text(row)),
                           i == 0 && row.why
                               ? QStringLiteral("system.%1").arg(QString::fromStdString(row.system))
                               : QString());
            }
        }
        for (std::size_t r = 0; r < study.systems.size(); ++r) {
            const SystemRow& row = study.systems[r];
            const double top = y + kHead + static_cast<double>(r) * kRow;
            scene.texts.push_back({QRectF(0, top, kName - 8, 15), systemName(row.system), theme.text});
            scene.texts.push_back({QRectF(0, top + 14, kName - 8, 14),
                                   Words::tr("limit: %1").arg(boundName(row.bound)), theme.textDim});
        }
        y += kHead + kRow * static_cast<double>(study.systems.size()) + 8;
    }
    scene.height = y;
    return scene;
}

} // namespace shardscope::app
