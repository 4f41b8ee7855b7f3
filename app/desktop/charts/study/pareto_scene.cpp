// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/study/study_parts.h"
#include "app/desktop/charts/study/study_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using study_figures::colorOf;
using study_figures::daysRange;
using study_figures::moneyRange;
using study_figures::nameOf;
using study_figures::runnable;

/// An axis by factors: from \p low to \p high over \p from to \p to pixels.
struct FactorAxis {
    double low = 0;
    double high = 0;
    double from = 0;
    double to = 0;

    [[nodiscard]] double at(double value) const
    {
        return from + (to - from) * std::log(value / low) / std::log(high / low);
    }
    /// 1, 2 and 5 times powers of ten.
    [[nodiscard]] std::vector<double> marks() const
    {
        std::vector<double> values;
        for (int exponent = static_cast<int>(std::floor(std::log10(low))); std::pow(10, exponent) <= high;
             ++exponent) {
            const double power = std::pow(10, exponent);
            for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0}) {
                if (power * step >= low && power * step <= high)
                    values.push_back(power * step);
            }
        }
        return values;
    }
};

FactorAxis axisOver(const std::vector<double>& values, double from, double to)
{
    const auto [low, high] = std::ranges::minmax(values);
    constexpr double kRoom = 1.15;
    return {low / kRoom, std::max(high, low * 1.5) * kRoom, from, to};
}

/// Scenarios that have a price and that no other beats in money and days, by money.
std::vector<std::size_t> frontOf(const SolvedStudy& solved, const std::vector<std::size_t>& priced)
{
    std::vector<std::size_t> front;
    for (const std::size_t at : priced) {
        const SolvedScenario& one = solved.scenarios[at];
        const bool beaten = std::ranges::any_of(priced, [&](std::size_t by) {
            const SolvedScenario& other = solved.scenarios[by];
            return other.cost->likely <= one.cost->likely && other.seconds.likely <= one.seconds.likely &&
                   (other.cost->likely < one.cost->likely || other.seconds.likely < one.seconds.likely);
        });
        if (!beaten)
            front.push_back(at);
    }
    std::ranges::sort(front, {}, [&](std::size_t at) { return solved.scenarios[at].cost->likely; });
    return front;
}

/// Places a name beside its point where no other name stands yet.
QRectF freePlace(QPointF point, double wide, double width, const std::vector<QRectF>& taken)
{
    constexpr double kTall = 16;
    constexpr double kAway = 9;
    std::vector<QRectF> tries;
    for (const double down : {-19.0, 5.0, -37.0, 23.0, -55.0, 41.0}) {
        tries.emplace_back(point.x() + kAway, point.y() + down, wide, kTall);
        tries.emplace_back(point.x() - kAway - wide, point.y() + down, wide, kTall);
    }
    for (const QRectF& one : tries) {
        const bool within = one.left() >= 0 && one.right() <= width && one.top() >= 0;
        if (within && std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(one); }))
            return one;
    }
    QRectF last = tries.front();
    last.moveLeft(std::clamp(last.left(), 0.0, std::max(0.0, width - wide)));
    return last;
}

struct Limits {
    std::optional<double> days;
    std::optional<double> cost;
};

void drawLimits(Scene& scene, const Limits& limits, const FactorAxis& money, const FactorAxis& days,
                const Theme& theme)
{
    if (limits.days) {
        const double y = days.at(*limits.days);
        scene.line({money.from, y}, {money.to, y}, theme.bad, 1.5).dashed = true;
        const QString text = Words::tr("deadline: %1 days").arg(quantityString(*limits.days, core::kNumber));
        const double wide = textWidth(text) + 4;
        scene.text({money.to - wide - 4, y - 18, wide, 15}, text, theme.bad, kTextRight).halo = true;
    }
    if (limits.cost) {
        const double x = money.at(*limits.cost);
        scene.line({x, days.to}, {x, days.from}, theme.bad, 1.5).dashed = true;
        const QString text = Words::tr("budget: %1").arg(quantityString(*limits.cost, core::kCurrency));
        const double wide = textWidth(text) + 8;
        const bool fits = x + 6 + wide < money.to;
        scene.text({fits ? x + 6 : x - 6 - wide, days.to + 2, wide, 15}, text, theme.bad,
                   fits ? kTextLeft : kTextRight);
    }
}

void drawAxes(Scene& scene, const FactorAxis& money, const FactorAxis& days, const Theme& theme)
{
    scene.text({0, 0, scene.width, 16}, Words::tr("Days"), theme.textDim);
    double last = 1e9;
    for (const double value : days.marks()) {
        const double y = days.at(value);
        if (last - y < 18)
            continue;
        last = y;
        scene.line({money.from, y}, {money.to, y}, theme.line).behind = true;
        scene.text({0, y - 8, money.from - 8, 16}, quantityString(value, core::kNumber), theme.textDim,
                   kTextRight);
    }
    last = -1e9;
    for (const double value : money.marks()) {
        const QString text = countString(value) + kUnitSpace + QStringLiteral("USD");
        const double wide = textWidth(text);
        const double x = money.at(value);
        if (x - wide / 2 < last || x + wide / 2 > scene.width)
            continue;
        last = x + wide / 2 + 8;
        scene.line({x, days.to}, {x, days.from}, theme.line).behind = true;
        scene.text({x - wide / 2 - 4, days.from + 6, wide + 8, 14}, text, theme.textDim, kTextMiddle);
    }
    scene.text({money.from, days.from + 22, money.to - money.from, 14}, Words::tr("Money"), theme.textDim,
               kTextMiddle);
}

Scene moneyAndDays(const SolvedStudy& solved, const std::vector<std::size_t>& priced, double width,
                   const Theme& theme)
{
    Scene scene{width};
    const double tall = std::clamp(width * 0.42, 190.0, 340.0);
    const auto deadline = solved.study.job.deadline;
    const Limits limits{deadline ? std::optional(*deadline / kStudyDay) : std::nullopt,
                        solved.study.job.budget};
    std::vector<double> costs;
    std::vector<double> times;
    for (const std::size_t at : priced) {
        const SolvedScenario& one = solved.scenarios[at];
        costs.insert(costs.end(), {one.cost->low, one.cost->high});
        times.insert(times.end(), {one.seconds.low / kStudyDay, one.seconds.high / kStudyDay});
    }
    if (limits.cost)
        costs.push_back(*limits.cost);
    if (limits.days)
        times.push_back(*limits.days);
    constexpr double kTop = 22;
    const FactorAxis money = axisOver(costs, 52, width - 12);
    const FactorAxis days = axisOver(times, kTop + tall, kTop);
    drawAxes(scene, money, days, theme);
    QPolygonF front;
    for (const std::size_t at : frontOf(solved, priced))
        front << QPointF(money.at(solved.scenarios[at].cost->likely),
                         days.at(solved.scenarios[at].seconds.likely / kStudyDay));
    if (front.size() > 1)
        scene.lines.push_back({front, theme.accent, 1.5, false, false, true});
    std::vector<QRectF> names; // and dots, which no name may stand on
    for (const std::size_t at : priced) {
        const SolvedScenario& one = solved.scenarios[at];
        const QPointF point(money.at(one.cost->likely), days.at(one.seconds.likely / kStudyDay));
        names.emplace_back(point - QPointF(8, 8), QSizeF(16, 16));
    }
    for (const std::size_t at : priced) {
        const SolvedScenario& one = solved.scenarios[at];
        const QPointF point(money.at(one.cost->likely), days.at(one.seconds.likely / kStudyDay));
        const QColor color = colorOf(solved, at, theme);
        scene.line({money.at(one.cost->low), point.y()}, {money.at(one.cost->high), point.y()}, color, 1.5);
        scene.line({point.x(), days.at(one.seconds.low / kStudyDay)},
                   {point.x(), days.at(one.seconds.high / kStudyDay)}, color, 1.5);
        const bool taken = solved.decision == at;
        const double radius = taken ? 7 : 5;
        SceneBox& dot = scene.box({point.x() - radius, point.y() - radius, 2 * radius, 2 * radius}, color);
        dot.corner = radius;
        dot.edge = theme.panel;
        const Weight weight = taken ? Weight::Strong : Weight::Regular;
        const double wide = std::min(textWidth(nameOf(one), TypeSize::Small, weight) + 4, width * 0.6);
        const QRectF place = freePlace(point, wide, width, names);
        names.push_back(place);
        SceneText& name = scene.text(place, nameOf(one), theme.text,
                                     place.left() < point.x() ? kTextRight : kTextLeft, weight);
        name.halo = true;
        scene.spot(QRectF(point.x() - 12, point.y() - 12, 24, 24),
                   nameOf(one) + QStringLiteral(": ") + daysRange(one.seconds) + QStringLiteral(", ") +
                       moneyRange(*one.cost));
    }
    drawLimits(scene, limits, money, days, theme);
    scene.height = kTop + tall + 40;
    const QString told =
        Words::tr("Crosses: the 80 % ranges. The line joins those that no other beats in both.");
    scene.height = scene.paragraph(scene.height, told, theme.textDim);
    return scene;
}

} // namespace

SceneMaker paretoScene(const SolvedStudyPtr& solved)
{
    if (!solved)
        return nullptr;
    std::vector<std::size_t> priced = runnable(*solved);
    std::erase_if(priced, [&](std::size_t at) {
        const auto& cost = solved->scenarios[at].cost;
        return !cost || !(cost->low > 0);
    });
    if (priced.size() < 2 || priced.size() < runnable(*solved).size()) // the one to take may be without
        return daysScene(solved);
    return [solved, priced](double width, const Theme& theme) {
        return moneyAndDays(*solved, priced, width, theme);
    };
}

} // namespace shardscope::app
