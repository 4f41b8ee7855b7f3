// SPDX-License-Identifier: GPL-3.0-or-later
// Six ways to train one model, a row each, in the figures that decide between them.
#include "app/desktop/charts/recommender/recommender_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <functional>

namespace shardscope::app {
namespace {

constexpr double kSystemName = 204;
constexpr double kHead = 22;
constexpr double kSystemRow = 34;
constexpr double kGap = 18;
constexpr double kLeastColumn = 116;

struct Measure {
    QString title;
    std::function<double(const SystemRow&)> value;
    std::function<QString(const SystemRow&)> text;
    QColor color;
};

std::vector<Measure> measuresOf(const Study& study)
{
    const bool priced = std::ranges::all_of(
        study.systems, [](const SystemRow& row) { return row.costPerHour || row.system == "zion"; });
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
        {Words::tr("staleness, AUC gap"), [](const SystemRow& row) { return row.staleness; },
         [](const SystemRow& row) {
             const QString stale = quantityString(row.staleness, core::kNumber);
             return row.gapTo ? QStringLiteral("%1, \u2212%2").arg(stale, percentString(*row.gapTo, 1))
                              : Words::tr("%1, AUC not known").arg(stale);
         },
         colorOf(core::OpClass::PointToPoint)});
    return measures;
}

} // namespace

Scene systemScene(const Study& study, double width, const Theme& theme)
{
    Scene scene{width};
    const std::vector<Measure> measures = measuresOf(study);
    // Narrow windows: shorter names, fewer measures a line.
    const double name = std::min(kSystemName, width / 2);
    const double room = std::max(0.0, (width - name + kGap) / (kLeastColumn + kGap));
    const std::size_t perLine = std::clamp<std::size_t>(static_cast<std::size_t>(room), 1, measures.size());
    const double column = std::max(70.0, (width - name + kGap) / static_cast<double>(perLine) - kGap);
    double y = 0;
    for (std::size_t first = 0; first < measures.size(); first += perLine) {
        for (std::size_t i = first; i < std::min(first + perLine, measures.size()); ++i) {
            const double x = name + static_cast<double>(i - first) * (column + kGap);
            const double words = std::min(column + kGap - 4, width - x); // of a text
            scene.text({x, y, words, kHead}, measures[i].title, theme.textDim, kTextLeft, Weight::Strong);
            double most = 0;
            for (const SystemRow& row : study.systems)
                most = std::max(most, measures[i].value(row));
            for (std::size_t r = 0; r < study.systems.size(); ++r) {
                const SystemRow& row = study.systems[r];
                const double top = y + kHead + static_cast<double>(r) * kSystemRow;
                const double length = most > 0 ? measures[i].value(row) / most * column : 0;
                scene.box({x, top + 16, column, 8}, theme.raised);
                scene.box({x, top + 16, length, 8}, measures[i].color);
                scene.text({x, top, words, 16}, measures[i].text(row),
                           i == 2 && !row.fits ? theme.bad : theme.text);
                scene.spot({x, top, column, 26},
                           QStringLiteral("%1, %2: %3")
                               .arg(systemName(row.system), measures[i].title, measures[i].text(row)),
                           i == 0 && row.why
                               ? QStringLiteral("system.%1").arg(QString::fromStdString(row.system))
                               : QString());
            }
        }
        for (std::size_t r = 0; r < study.systems.size(); ++r) {
            const SystemRow& row = study.systems[r];
            const double top = y + kHead + static_cast<double>(r) * kSystemRow;
            scene.text({0, top, name - 8, 15}, systemName(row.system), theme.text);
            scene.text({0, top + 14, name - 8, 14}, Words::tr("limit: %1").arg(boundName(row.bound)),
                       theme.textDim);
        }
        y += kHead + kSystemRow * static_cast<double>(study.systems.size()) + 8;
    }
    scene.height = y;
    return scene;
}

} // namespace shardscope::app
