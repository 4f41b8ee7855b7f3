// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/follow/follow_scene.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <limits>

namespace shardscope::app {
namespace {

constexpr double kPlotHeight = 260;
constexpr double kAxisWidth = 76;
constexpr double kBelow = 22;
constexpr double kPoint = 3;
constexpr double kHeadroom = 1.1;

} // namespace

Scene followScene(const FollowedJob& job, double width, const Theme& theme)
{
    Scene scene{width};
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    double most = job.plan ? job.plan->mostSeconds : 0;
    for (const auto& [rank, points] : job.steps.ranks()) {
        for (const StepSeries::Point& point : points) {
            first = std::min(first, point.number);
            last = std::max(last, point.number);
            most = std::max(most, point.seconds);
        }
    }
    const double room = width - kAxisWidth;
    if (first > last || most <= 0 || room < 40)
        return scene;
    most *= kHeadroom;
    const double span = std::max<double>(1, static_cast<double>(last - first));
    const auto xOf = [&](std::int64_t number) {
        return kAxisWidth + (room - kPoint) * static_cast<double>(number - first) / span;
    };
    const auto yOf = [&](double seconds) { return kPlotHeight * (1 - seconds / most); };
    if (job.plan && job.plan->stepSeconds > 0) {
        const double top = yOf(std::max(job.plan->mostSeconds, job.plan->stepSeconds));
        const QRectF band(kAxisWidth, top, room, std::max(2.0, yOf(job.plan->stepSeconds) - top));
        scene.box(band, theme.accentSoft);
        scene.line({kAxisWidth, band.bottom()}, {width, band.bottom()}, theme.accent, 1);
        scene.spot(band, Words::tr("The plan: %1 a step, at most %2")
                             .arg(quantityString(job.plan->stepSeconds, core::kSecond),
                                  quantityString(job.plan->mostSeconds, core::kSecond)));
    }
    constexpr int kMarks = 4;
    for (int mark = 0; mark <= kMarks; ++mark) {
        const double seconds = most * mark / kMarks;
        scene.lines.push_back({QPolygonF{{kAxisWidth, yOf(seconds)}, {width, yOf(seconds)}}, theme.line, 1,
                               false, false, true});
        scene.text({0, yOf(seconds) - 9, kAxisWidth - 8, 18}, quantityString(seconds, core::kSecond),
                   theme.textDim, kTextRight);
    }
    std::size_t color = 0;
    std::vector<std::pair<QColor, QString>> legend;
    for (const auto& [rank, points] : job.steps.ranks()) {
        const QColor ink = categoricalColor(color++);
        const QString name = rank < 0 ? Words::tr("rank unknown") : Words::tr("rank %1").arg(rank);
        legend.emplace_back(ink, name);
        double drawn = -1; // the column that has the last point: of one the longest step is seen
        for (const StepSeries::Point& point : points) {
            const QRectF dot(xOf(point.number) - kPoint / 2, yOf(point.seconds) - kPoint / 2, kPoint, kPoint);
            scene.box(dot, ink);
            if (dot.left() - drawn < 1)
                continue;
            drawn = dot.left();
            scene.spot(dot.adjusted(-1, -1, 1, 1), Words::tr("%1, step %2: %3")
                                                       .arg(name, QString::number(point.number),
                                                            quantityString(point.seconds, core::kSecond)));
        }
    }
    for (const FollowFinding& finding : job.findings) {
        if (finding.since < first || finding.since > last)
            continue;
        const double x = xOf(finding.since);
        scene.lines.push_back({QPolygonF{{x, 0}, {x, kPlotHeight}}, theme.bad, 1, true});
        scene.spot({x - 3, 0, 6, kPlotHeight}, followSentence(finding));
    }
    scene.text({kAxisWidth, kPlotHeight, room / 2, kBelow}, Words::tr("step %1").arg(first), theme.textDim);
    scene.text({kAxisWidth + room / 2, kPlotHeight, room / 2, kBelow}, Words::tr("step %1").arg(last),
               theme.textDim, kTextRight);
    scene.height = kPlotHeight + kBelow;
    constexpr std::size_t kMostNamed = 16;
    if (legend.size() > 1 && legend.size() <= kMostNamed)
        scene.height = scene.legend(scene.height + 4, legend, theme);
    return scene;
}

} // namespace shardscope::app
