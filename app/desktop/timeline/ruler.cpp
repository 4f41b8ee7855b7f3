// SPDX-License-Identifier: GPL-3.0-or-later
// Round times, and labels that do not run into each other.
#include "app/desktop/timeline/ruler.h"

#include "app/desktop/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kLeastTickDistance = 90.0;
constexpr double kHalf = kRulerHeight / 2; ///< major labels above, minor ones below
constexpr double kLabelRoom = 12;          ///< between the starts of labels, beside their width

void addStepNames(const std::vector<Tick>& ticks, const std::vector<StepBand>& steps, const TextMeter& meter,
                  TimelineGeometry& geometry)
{
    for (const StepBand& step : steps) {
        const double left = std::max(step.left, 0.0);
        const double right = std::min(step.right, geometry.width);
        const double width = meter.width(step.name);
        if (right - left < width + 8)
            continue;
        const QRectF area((left + right - width) / 2, 0, width + 2, kHalf);
        const auto inTheWay = [&](const Tick& tick) {
            return tick.major && tick.x < area.right() + 4 &&
                   tick.x + meter.width(tick.label) + kLabelRoom > area.left();
        };
        if (std::ranges::none_of(ticks, inTheWay))
            geometry.rulerTexts.push_back({area, step.name, ColorRole::Accent});
    }
}

/// Whether the first tick's label, pinned to the edge, would run into the next major one.
bool pinnedGivesWay(const std::vector<Tick>& ticks, double width)
{
    const auto next =
        std::find_if(ticks.begin() + 1, ticks.end(), [](const Tick& tick) { return tick.major; });
    return next != ticks.end() && next->x < ticks.front().x + width + kLabelRoom;
}

} // namespace

std::vector<Tick> rulerTicks(const core::TimeWindow& window, std::int64_t origin)
{
    const double perPixel = static_cast<double>(window.end - window.begin) / window.width;
    std::int64_t step = 1;
    for (std::int64_t power = 1; static_cast<double>(step) < perPixel * kLeastTickDistance; power *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            step = factor * power;
            if (static_cast<double>(step) >= perPixel * kLeastTickDistance)
                break;
        }
        if (power > 1'000'000'000'000'000'000 / 10)
            break;
    }
    std::int64_t major = 10;
    while (major < 5 * step && major < 1'000'000'000'000'000'000)
        major *= 10;

    const auto floorTo = [](std::int64_t value, std::int64_t unit) {
        const std::int64_t quotient = value / unit;
        return (quotient - (value % unit < 0 ? 1 : 0)) * unit;
    };
    std::vector<Tick> ticks;
    const std::int64_t first = window.begin - origin;
    std::int64_t base = first > 0 ? floorTo(first, major) : 0;
    // The major mark left of the window, pinned to the edge, tells what the offsets count from.
    if (first > 0)
        ticks.push_back(
            {std::max(0.0, core::timeToPixel(window, base + origin)), nanosString(base, 9), true});
    for (std::int64_t at = floorTo(first, step) + step; at + origin < window.end; at += step) {
        const double x = core::timeToPixel(window, at + origin);
        if (at % major == 0) {
            base = at;
            ticks.push_back({x, nanosString(at, 9), true});
        } else {
            const QString sign = at < base ? QString(QChar(0x2212)) : QStringLiteral("+");
            ticks.push_back({x, sign + nanosString(std::abs(at - base), 4), false});
        }
    }
    return ticks;
}

std::vector<StepBand> stepBands(const RunView& run, const core::TimeWindow& window)
{
    std::vector<StepBand> bands;
    const auto steps = run.timeline().steps();
    for (const core::StepMark& step : steps) {
        if (step.rank != steps.front().rank || step.source != steps.front().source)
            continue;
        const double left = core::timeToPixel(window, step.begin);
        const double right = core::timeToPixel(window, step.end);
        if (right > 0 && left < window.width)
            bands.push_back({left, right, shownSlice(run, step.name)});
    }
    return bands;
}

void addRuler(const std::vector<Tick>& ticks, const std::vector<StepBand>& steps, const TextMeter& meter,
              TimelineGeometry& geometry)
{
    geometry.rulerMarks.push_back({QRectF(0, kRulerHeight - 1, geometry.width, 1), ColorRole::Line});
    for (std::size_t index = 0; index < ticks.size(); ++index) {
        const Tick& tick = ticks[index];
        const double lineTop = tick.major ? 4 : kHalf + 6;
        geometry.rulerMarks.push_back({QRectF(tick.x, lineTop, 1, kRulerHeight - lineTop), ColorRole::Line});
        const double width = meter.width(tick.label);
        if (index == 0 && tick.major && pinnedGivesWay(ticks, width))
            continue;
        geometry.rulerTexts.push_back({QRectF(tick.x + 4, tick.major ? 0 : kHalf, width + 4, kHalf),
                                       tick.label, tick.major ? ColorRole::Text : ColorRole::TextDim});
    }
    addStepNames(ticks, steps, meter, geometry);
}

} // namespace shardscope::app
