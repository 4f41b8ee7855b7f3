// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/plan/step_memory.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plot.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kAxis = 76;
constexpr double kTop = 22; ///< for the peak's words
constexpr double kHeight = 200;
constexpr double kBands = 20; ///< phases below the curve
constexpr double kColumn = 2;
constexpr std::size_t kSpots = 48;
constexpr double kNearCapacity = 1.6; ///< times the peak: farther off, its line would squeeze the curve

std::size_t indexOf(core::Purpose purpose) { return static_cast<std::size_t>(purpose); }

/// Where events, in order, lie on the x axis.
class Axis {
public:
    Axis(double width, std::size_t events)
        : m_left(kAxis)
        , m_right(std::max(kAxis + 40, width - 12))
        , m_events(static_cast<double>(std::max<std::size_t>(1, events)))
    {
    }
    [[nodiscard]] double left() const { return m_left; }
    [[nodiscard]] double right() const { return m_right; }
    [[nodiscard]] double at(std::size_t event) const
    {
        return m_left + (m_right - m_left) * static_cast<double>(event) / m_events;
    }

private:
    double m_left;
    double m_right;
    double m_events;
};

QString columnText(const core::MemoryTrace& trace, const StepMemoryColumn& column)
{
    const core::MemoryEvent& event = trace.curve[column.event];
    QStringList parts;
    for (const core::Purpose purpose : memoryPurposes()) {
        const std::int64_t held = column.held[indexOf(purpose)];
        if (held > 0)
            parts << QStringLiteral("%1 %2").arg(purposeName(purpose),
                                                 quantityString(static_cast<double>(held), core::kByte));
    }
    const QString module = shownText(trace.modules[event.module]);
    const QString place = module.isEmpty() ? phaseName(event.phase)
                                           : QStringLiteral("%1, %2").arg(phaseName(event.phase), module);
    return Words::tr("%1: %2 (%3)")
        .arg(place, quantityString(static_cast<double>(column.total), core::kByte),
             parts.join(QStringLiteral(", ")));
}

void addTicks(Scene& scene, double most, const Axis& axis, const Theme& theme)
{
    const double unit = std::pow(1024.0, std::floor(std::log2(std::max(1.0, most)) / 10));
    for (const double tick : roundTicks(0, most / unit, 5)) {
        const double y = kTop + kHeight * (1 - tick * unit / most);
        scene.line({axis.left(), y}, {axis.right(), y}, theme.line);
        scene.text({0, y - 8, kAxis - 8, 16}, quantityString(tick * unit, core::kByte), theme.textDim,
                   kTextRight);
    }
}

void addAreas(Scene& scene, const StepMemory& folded, double most, const Axis& axis)
{
    const std::size_t count = folded.columns.size();
    for (std::size_t at = 0; at < count; ++at) {
        const double left = std::floor(axis.left() + (axis.right() - axis.left()) * static_cast<double>(at) /
                                                         static_cast<double>(count));
        const double right =
            std::floor(axis.left() + (axis.right() - axis.left()) * static_cast<double>(at + 1) /
                                         static_cast<double>(count));
        double y = kTop + kHeight;
        for (const core::Purpose purpose : memoryPurposes()) {
            const auto held = static_cast<double>(folded.columns[at].held[indexOf(purpose)]);
            const double high = held / most * kHeight;
            if (held > 0)
                scene.box({left, y - high, right - left, high}, colorOf(purpose));
            y -= std::max(0.0, high);
        }
    }
}

/// Forward, backward and optimizer as bands below, in the order of the events.
void addPhases(Scene& scene, const core::MemoryTrace& trace, const Axis& axis, const Theme& theme)
{
    const double y = kTop + kHeight + 3;
    std::size_t begin = 0;
    for (std::size_t event = 1; event <= trace.curve.size(); ++event) {
        if (event < trace.curve.size() && trace.curve[event].phase == trace.curve[begin].phase)
            continue;
        const QRectF band(axis.at(begin), y, std::max(1.0, axis.at(event) - axis.at(begin) - 1), kBands - 4);
        scene.box(band, theme.raised);
        const QString name = phaseName(trace.curve[begin].phase);
        if (textWidth(name) + 4 < band.width())
            scene.text(band, name, theme.textDim, kTextMiddle);
        begin = event;
    }
}

void addPeak(Scene& scene, const core::MemoryTrace& trace, double most, const Axis& axis, const Theme& theme)
{
    const auto peak = static_cast<double>(trace.peak + trace.framework);
    const auto reserved = static_cast<double>(trace.peakReserved + trace.framework);
    const QPointF at(axis.at(trace.peakEvent), kTop + kHeight * (1 - peak / most));
    const QString text =
        Words::tr("peak %1, reserved %2")
            .arg(quantityString(peak, core::kByte, 4), quantityString(reserved, core::kByte, 4));
    const double wide = textWidth(text, TypeSize::Small, Weight::Strong) + 6;
    const double x = std::clamp(at.x() - wide / 2, axis.left(), std::max(axis.left(), axis.right() - wide));
    scene.line({at.x(), kTop - 5}, at, theme.text);
    scene.text({x, 0, wide, 16}, text, theme.text, kTextMiddle, Weight::Strong).halo = true;
}

} // namespace

QString phaseName(core::StepPhase phase)
{
    return translated(wordFor(phase, {N_("set up"), N_("forward"), N_("backward"), N_("optimizer")}));
}

StepMemory foldTrace(const core::MemoryTrace& trace, std::size_t columns)
{
    StepMemory folded;
    const std::size_t events = trace.curve.size();
    if (events == 0 || columns == 0)
        return folded;
    StepMemoryColumn now;
    for (const auto& [purpose, bytes] : trace.atPeak)
        now.held[indexOf(purpose)] += bytes;
    for (std::size_t event = 0; event <= trace.peakEvent && event < events; ++event)
        now.held[indexOf(trace.curve[event].purpose)] -= trace.curve[event].delta;
    now.held[indexOf(core::Purpose::Framework)] += trace.framework;
    now.total = trace.atStepBegin + trace.framework;
    const std::size_t count = std::min(columns, events);
    folded.columns.reserve(count);
    std::size_t event = 0;
    for (std::size_t column = 0; column < count; ++column) {
        const std::size_t end = (column + 1) * events / count;
        StepMemoryColumn fullest;
        for (bool first = true; event < end; ++event, first = false) {
            const core::MemoryEvent& change = trace.curve[event];
            now.held[indexOf(change.purpose)] += change.delta;
            now.total += change.delta;
            now.event = event;
            if (first || now.total > fullest.total)
                fullest = now;
        }
        if (folded.columns.empty() || fullest.total > folded.peak)
            folded.peak = fullest.total;
        folded.columns.push_back(fullest);
    }
    return folded;
}

Scene stepMemoryScene(const core::MemoryTrace& trace, double capacity, double width, const Theme& theme)
{
    Scene scene{width};
    const Axis axis(width, trace.curve.size());
    const auto columns = static_cast<std::size_t>((axis.right() - axis.left()) / kColumn);
    const StepMemory folded = foldTrace(trace, columns);
    if (folded.columns.empty())
        return scene;
    const auto peak = static_cast<double>(folded.peak);
    const bool near = capacity > 0 && capacity < kNearCapacity * peak;
    const double most = std::max(1.0, near ? std::max(peak, capacity) * 1.02 : peak);
    addTicks(scene, most, axis, theme);
    addAreas(scene, folded, most, axis);
    addPhases(scene, trace, axis, theme);
    if (near) {
        const double y = kTop + kHeight * (1 - capacity / most);
        scene.line({axis.left(), y}, {axis.right(), y}, capacity < peak ? theme.bad : theme.text, 2);
        // Below its line, or above where that is near the foot: there stand the phases' names.
        const double top = y + 16 > kTop + kHeight ? y - 17 : y + 2;
        scene
            .text({axis.left() + 4, top, 220, 14},
                  Words::tr("capacity %1").arg(quantityString(capacity, core::kByte)), theme.text)
            .halo = true;
    }
    addPeak(scene, trace, most, axis, theme);
    const std::size_t spots = std::min(kSpots, folded.columns.size());
    for (std::size_t spot = 0; spot < spots; ++spot) {
        const std::size_t from = spot * folded.columns.size() / spots;
        const std::size_t to = (spot + 1) * folded.columns.size() / spots;
        const auto fullest = std::max_element(
            folded.columns.begin() + static_cast<std::ptrdiff_t>(from),
            folded.columns.begin() + static_cast<std::ptrdiff_t>(to),
            [](const StepMemoryColumn& a, const StepMemoryColumn& b) { return a.total < b.total; });
        const double step = (axis.right() - axis.left()) / static_cast<double>(folded.columns.size());
        scene.spot({axis.left() + step * static_cast<double>(from), kTop,
                    step * static_cast<double>(to - from), kHeight},
                   columnText(trace, *fullest));
    }
    std::vector<std::pair<QColor, QString>> entries;
    for (const core::Purpose purpose : memoryPurposes()) {
        const bool occurs = std::ranges::any_of(
            folded.columns, [&](const auto& column) { return column.held[indexOf(purpose)] > 0; });
        if (occurs)
            entries.emplace_back(colorOf(purpose), purposeName(purpose));
    }
    scene.height = scene.legend(kTop + kHeight + kBands + 4, entries, theme) + 4;
    return scene;
}

} // namespace shardscope::app
