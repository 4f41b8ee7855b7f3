// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/schedule/schedule_layout.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plot.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/text_meter.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

using planner::ActionKind;
using planner::ActionSpan;

constexpr double kCaption = 24;
constexpr double kGap = 4;
constexpr double kIdleHeight = 22;
constexpr double kHeldHeight = 40;
constexpr double kProblem = 40;
constexpr double kAfterBand = 16;
constexpr double kLeastRow = 6;
constexpr double kLeastLane = 12;
constexpr double kMostRow = 40;
constexpr double kMostLane = 34;
constexpr double kLabelledRow = 11;
constexpr double kFold = 2;             ///< pixels: what is narrower is drawn together
constexpr std::size_t kMostLooked = 16; ///< actions of a fold that are looked at for its colour
constexpr double kTickEvery = 96;
constexpr double kLegiblePass = 26; ///< pixels: a pass with its micro-batch's number

/// The height beneath the rows: how many ranks wait (a row of another kind shows it), and what is held.
double beneath(const ScheduleChart& chart)
{
    const double idle = hasLanes(chart) ? 0 : kIdleHeight + kGap;
    const double held = chart.held.empty() ? 0 : kHeldHeight;
    return kGap + idle + held + kAfterBand;
}

bool seen(const ScheduleFrame& frame, const QRectF& rect)
{
    return rect.bottom() >= frame.top && rect.top() <= frame.bottom;
}

class Builder {
public:
    Builder(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame)
        : m_shown(shown)
        , m_frame(frame)
        , m_meter(interfaceFont(TypeSize::Small))
    {
    }

    ScheduleGeometry make()
    {
        addTicks();
        double y = kScheduleRuler;
        for (const ShownSchedule& one : m_shown)
            y = addBand(one, y);
        m_geometry.height = y;
        return std::move(m_geometry);
    }

private:
    [[nodiscard]] double left() const { return m_frame.header; }
    [[nodiscard]] double right() const { return std::max(left() + 1, m_frame.width - kScheduleIdle); }
    [[nodiscard]] double clamped(double x) const { return std::clamp(x, left(), right()); }
    [[nodiscard]] const ScheduleChart* anyChart() const
    {
        for (const ShownSchedule& one : m_shown) {
            if (one.chart)
                return one.chart.get();
        }
        return nullptr;
    }

    void addTicks()
    {
        const ScheduleChart* chart = anyChart();
        if (chart == nullptr)
            return;
        const auto most = static_cast<std::size_t>(std::max(2.0, (right() - left()) / kTickEvery));
        for (const double time : roundTicks(m_frame.begin, m_frame.end, most)) {
            if (time >= m_frame.begin && time <= m_frame.end)
                m_geometry.ticks.push_back({timeToX(m_frame, time), scheduleTime(*chart, time)});
        }
    }

    double addBand(const ShownSchedule& one, double y)
    {
        ScheduleBand band;
        band.title = one.title;
        band.problem = one.problem;
        band.caption = QRectF(0, y, m_frame.width, kCaption);
        y += kCaption;
        if (!one.chart) {
            band.bottom = y + kProblem;
            m_geometry.bands.push_back(std::move(band));
            return y + kProblem;
        }
        const ScheduleChart& chart = *one.chart;
        band.figures = figuresOf(chart, one.preview);
        for (std::size_t rank = 0; rank < chart.schedule.order.ranks.size(); ++rank) {
            ScheduleRow row;
            row.rect = QRectF(left(), y, right() - left(), m_frame.rowHeight);
            y += m_frame.rowHeight;
            if (seen(m_frame, row.rect)) {
                if (m_frame.rowHeight >= kLabelledRow || rank % 8 == 0) {
                    row.name = nameOf(chart, rank);
                    row.idle = percentString(chart.schedule.stepTime > 0
                                                 ? chart.schedule.ranks[rank].idle / chart.schedule.stepTime
                                                 : 0);
                }
                addBoxes(chart, rank, row.rect);
                addStrips(chart, rank, row.rect);
            }
            band.rows.push_back(std::move(row));
        }
        y += kGap;
        if (!hasLanes(chart)) {
            band.idle = idleCurve(chart, y);
            y += kIdleHeight + kGap;
        }
        if (!chart.held.empty()) {
            band.held = heldCurve(chart, y);
            y += kHeldHeight;
        }
        band.bottom = y;
        m_geometry.bands.push_back(std::move(band));
        return y + kAfterBand;
    }

    static QString nameOf(const ScheduleChart& chart, std::size_t rank)
    {
        if (rank < chart.rows.size())
            return shownText(chart.rows[rank]);
        const bool one = chart.schedule.order.chunksPerRank() <= 1;
        return (one ? translated(N_("stage %1")) : translated(N_("device %1"))).arg(rank);
    }

    static QString figuresOf(const ScheduleChart& chart, bool preview)
    {
        const planner::TimedSchedule& schedule = chart.schedule;
        if (!chart.heldName.empty())
            return translated(N_("a batch of every NN worker in %1 · staleness up to %2 · %3 accelerators"))
                .arg(scheduleTime(chart, chart.stepSeconds), quantityString(chart.mostHeld, core::kNumber),
                     integerString(chart.devices));
        if (hasLanes(chart))
            return translated(N_("step %1 · %2 steps, one after the other"))
                .arg(scheduleTime(chart, chart.stepSeconds), integerString(chart.steps));
        QString text = translated(N_("step %1 · idlest stage %2 of the step, %3 in its span"))
                           .arg(scheduleTime(chart, chart.end), percentString(schedule.bubbleOverStep),
                                percentString(schedule.bubbleByStageSpan));
        if (chart.filling)
            text += QStringLiteral(" · ") +
                    translated(N_("bubble (fills and drains) %1")).arg(percentString(*chart.filling));
        if (chart.devices > 1)
            text += QStringLiteral(" · ") + translated(N_("%1 devices")).arg(integerString(chart.devices));
        if (chart.capacityBytes > 0 && chart.mostHeld > chart.capacityBytes)
            text += QStringLiteral(" · ") + translated(N_("does not fit"));
        if (preview)
            text += QStringLiteral(" · ") + translated(N_("equal stages, until the simulation is done"));
        return text;
    }

    void addBoxes(const ScheduleChart& chart, std::size_t rank, const QRectF& row)
    {
        if (hasLanes(chart))
            return;
        const std::vector<planner::Action>& actions = chart.schedule.order.ranks[rank];
        const std::vector<ActionSpan>& spans = chart.schedule.spans[rank];
        const auto ranks = static_cast<std::int32_t>(chart.schedule.order.ranks.size());
        std::size_t index = firstEndingAfter(spans, 0, m_frame.begin);
        while (index < spans.size() && spans[index].start < m_frame.end) {
            const double from = timeToX(m_frame, spans[index].start);
            double to = timeToX(m_frame, spans[index].end);
            ScheduleBox box;
            box.kind = actions[index].kind;
            if (to - from >= kFold) {
                box.oddChunk = actions[index].stage / ranks % 2 != 0;
                const double gap = to - from > 4 ? 1 : 0; // between neighbours
                box.rect = rectBetween(from, to - gap, row);
                box.label = labelOf(actions[index], box.rect);
                ++index;
            } else {
                const std::size_t until =
                    std::max(index + 1, firstEndingAfter(spans, index, xToTime(m_frame, from + kFold)));
                box.folded = true;
                box.kind = mostOf(actions, spans, index, until);
                to = timeToX(m_frame, spans[until - 1].end);
                box.rect = rectBetween(from, std::max(to, from + 1), row);
                index = until;
            }
            m_geometry.boxes.push_back(std::move(box));
        }
    }

    [[nodiscard]] QRectF rectBetween(double from, double to, const QRectF& row) const
    {
        const double begin = clamped(from);
        const double room = row.height() > 8 ? 1 : 0;
        return {begin, row.top(), std::max(0.0, clamped(to) - begin), row.height() - room};
    }

    /// The kind that takes most time of [\p from, \p until), by a sample of bounded size.
    static ActionKind mostOf(const std::vector<planner::Action>& actions,
                             const std::vector<ActionSpan>& spans, std::size_t from, std::size_t until)
    {
        std::array<double, 5> seconds{};
        const std::size_t every = std::max<std::size_t>(1, (until - from) / kMostLooked);
        for (std::size_t index = from; index < until; index += every)
            seconds[static_cast<std::size_t>(actions[index].kind)] += spans[index].end - spans[index].start;
        return static_cast<ActionKind>(std::ranges::max_element(seconds) - seconds.begin());
    }

    [[nodiscard]] QString labelOf(const planner::Action& action, const QRectF& rect) const
    {
        if (rect.height() < kLabelledRow)
            return {};
        const QString number = QString::number(action.microBatch);
        QString whole = letterOf(action.kind) + number;
        if (action.kind == ActionKind::Overlapped)
            whole = QStringLiteral("F%1 B%2").arg(action.microBatch).arg(action.backwardMicroBatch);
        for (const QString& text : {whole, number}) {
            if (m_meter.width(text) + 4 <= rect.width())
                return text;
        }
        return {};
    }

    void addStrips(const ScheduleChart& chart, std::size_t rank, const QRectF& row)
    {
        if (rank >= chart.extras.size())
            return;
        std::array<double, 2 * core::kOpClasses + 2> drawnTo{};
        drawnTo.fill(-1);
        for (const ScheduleExtra& extra : chart.extras[rank]) {
            if (extra.end <= m_frame.begin)
                continue;
            if (extra.start >= m_frame.end)
                break;
            const double from = clamped(timeToX(m_frame, extra.start));
            const double to = clamped(timeToX(m_frame, extra.end));
            if (extra.superstep && to - from < 1) // seen when zoomed into
                continue;
            const std::size_t kind = extra.recompute   ? core::kOpClasses
                                     : extra.optimizer ? core::kOpClasses + 1
                                     : extra.superstep
                                         ? core::kOpClasses + 2 + static_cast<std::size_t>(extra.operation)
                                         : static_cast<std::size_t>(extra.operation);
            if (to <= drawnTo[kind] + 0.5) // within a pixel that has this colour
                continue;
            const double begin = std::max(from, drawnTo[kind]);
            drawnTo[kind] = std::max(to, begin + 1);
            ScheduleStrip strip;
            strip.operation = extra.operation;
            strip.recompute = extra.recompute;
            strip.rect = stripRect(chart, extra, begin, drawnTo[kind], row);
            if (extra.optimizer && row.height() >= kLabelledRow && strip.rect.width() > 12)
                strip.label = QStringLiteral("O");
            else if (!chart.rows.empty() && row.height() >= kLabelledRow)
                strip.label = laneLabel(extra, strip.rect);
            m_geometry.strips.push_back(std::move(strip));
        }
    }

    /// What a box of a row that is no stage's does, as far as there is room: its name, its letter.
    [[nodiscard]] QString laneLabel(const ScheduleExtra& extra, const QRectF& rect) const
    {
        const QString name = shownText(extra.name);
        const QString label = shownText(extra.label);
        const QString letter(QLatin1Char(core::opClassLetter(extra.operation)));
        for (const QString& text :
             {label.isEmpty() ? name : name + QLatin1Char(' ') + label, label.isEmpty() ? letter : label}) {
            if (m_meter.width(text) + 6 <= rect.width())
                return text;
        }
        return {};
    }

    [[nodiscard]] ScheduleCurve idleCurve(const ScheduleChart& chart, double y) const
    {
        ScheduleCurve curve;
        curve.area = QRectF(left(), y, right() - left(), kIdleHeight);
        curve.name = translated(N_("waiting"));
        curve.most = percentString(chart.schedule.bubbleOverStep);
        if (!seen(m_frame, curve.area))
            return curve;
        const auto columns = static_cast<std::size_t>(std::ceil(curve.area.width()));
        std::vector<double> busy(columns + 1, 0);
        for (const std::vector<ActionSpan>& spans : chart.schedule.spans) {
            for (std::size_t index = firstEndingAfter(spans, 0, m_frame.begin);
                 index < spans.size() && spans[index].start < m_frame.end; ++index)
                cover(busy, clamped(timeToX(m_frame, spans[index].start)) - left(),
                      clamped(timeToX(m_frame, spans[index].end)) - left());
        }
        const double ranks = static_cast<double>(std::max<std::size_t>(1, chart.schedule.spans.size()));
        const double stop = clamped(timeToX(m_frame, chart.schedule.stepTime)) - left();
        curve.outline << QPointF(left(), curve.area.bottom());
        for (std::size_t column = 0; column < columns; ++column) {
            const auto x = static_cast<double>(column);
            const double idle = x >= stop ? 0 : std::clamp(1 - busy[column] / ranks, 0.0, 1.0);
            const double at = curve.area.bottom() - idle * curve.area.height();
            curve.outline << QPointF(left() + x, at) << QPointF(std::min(right(), left() + x + 1), at);
        }
        curve.outline << QPointF(right(), curve.area.bottom());
        return curve;
    }

    /// Adds to each pixel of \p columns how much of it [\p from, \p to) covers.
    static void cover(std::vector<double>& columns, double from, double to)
    {
        auto column = static_cast<std::size_t>(from);
        for (; column + 1 < columns.size() && static_cast<double>(column) < to; ++column)
            columns[column] +=
                std::min(to, static_cast<double>(column + 1)) - std::max(from, static_cast<double>(column));
    }

    /// The rank that the frame asks for, else the one that holds most.
    [[nodiscard]] std::size_t heldRank(const ScheduleChart& chart) const
    {
        if (m_frame.heldRank >= 0 && static_cast<std::size_t>(m_frame.heldRank) < chart.held.size())
            return static_cast<std::size_t>(m_frame.heldRank);
        std::size_t fullest = 0;
        double most = -1;
        for (std::size_t rank = 0; rank < chart.held.size(); ++rank) {
            for (const HeldSample& sample : chart.held[rank]) {
                if (sample.value > most) {
                    most = sample.value;
                    fullest = rank;
                }
            }
        }
        return fullest;
    }

    [[nodiscard]] ScheduleCurve heldCurve(const ScheduleChart& chart, double y) const
    {
        ScheduleCurve curve;
        curve.area = QRectF(left(), y, right() - left(), kHeldHeight);
        const std::size_t rank = heldRank(chart);
        curve.name = chart.heldName.empty()
                         ? (chart.heldBytes ? translated(N_("live memory")) : translated(N_("in flight"))) +
                               QLatin1Char('\n') + nameOf(chart, rank)
                         : shownText(chart.heldName);
        double most = 0;
        double all = 0;
        for (const ShownSchedule& one : m_shown) {
            if (one.chart && one.chart->heldBytes == chart.heldBytes)
                all = std::max({all, one.chart->mostHeld, one.chart->capacityBytes});
        }
        for (const HeldSample& sample : chart.held[rank])
            most = std::max(most, sample.value);
        curve.most = chart.heldBytes ? quantityString(most, core::kByte)
                                     : translated(N_("%1 held")).arg(quantityString(most, core::kNumber));
        if (all <= 0 || !seen(m_frame, curve.area))
            return curve;
        const auto heightOf = [&](double value) {
            return curve.area.bottom() - std::clamp(value / all, 0.0, 1.0) * curve.area.height();
        };
        if (chart.capacityBytes > 0)
            curve.limitY = heightOf(chart.capacityBytes);
        addHeld(chart.held[rank], clamped(timeToX(m_frame, chart.end)), heightOf, curve);
        return curve;
    }
    /// Draws the highest value of each pixel up to \p stop, so that nothing that is held is hidden.
    template <class HeightOf>
    void addHeld(const std::vector<HeldSample>& samples, double stop, const HeightOf& heightOf,
                 ScheduleCurve& curve) const
    {
        double value = 0;
        double peak = 0; // of the pixel that begins at \c column
        double column = left();
        const auto level = [&](double from, double to, double at) {
            curve.outline << QPointF(from, heightOf(at)) << QPointF(std::max(from, to), heightOf(at));
        };
        curve.outline << QPointF(left(), curve.area.bottom());
        for (const HeldSample& sample : samples) {
            if (sample.time > m_frame.end)
                break;
            const double x = clamped(timeToX(m_frame, sample.time));
            const bool passed = x >= column + 1;
            if (passed) {
                level(column, column + 1, peak);
                level(column + 1, x, value);
                column = x;
            }
            value = sample.value;
            peak = passed || sample.time <= m_frame.begin ? value : std::max(peak, value);
        }
        level(column, std::min(column + 1, stop), peak);
        level(std::min(column + 1, stop), stop, value);
        curve.outline << QPointF(stop, curve.area.bottom());
    }

    const std::vector<ShownSchedule>& m_shown;
    const ScheduleFrame& m_frame;
    TextMeter m_meter;
    ScheduleGeometry m_geometry;
};

} // namespace

double headerFor(const std::vector<ShownSchedule>& shown)
{
    constexpr double kAround = 20;
    double header = kScheduleHeader;
    const TextMeter meter(interfaceFont(TypeSize::Small));
    for (const ShownSchedule& one : shown) {
        for (const std::string& name : one.chart ? one.chart->rows : std::vector<std::string>())
            header = std::max(header, meter.width(shownText(name)) + kAround);
    }
    return std::min(header, kMostHeader);
}

double rowHeightFor(const std::vector<ShownSchedule>& shown, double height)
{
    double rows = 0;
    double rest = kScheduleRuler;
    bool lanes = false; // each row has a name: it must be legible
    for (const ShownSchedule& one : shown) {
        rest += kCaption + (one.chart ? beneath(*one.chart) : kProblem);
        lanes = lanes || (one.chart && hasLanes(*one.chart));
        rows += one.chart ? static_cast<double>(one.chart->schedule.order.ranks.size()) : 0;
    }
    return std::clamp(std::floor((height - rest) / std::max(1.0, rows)), lanes ? kLeastLane : kLeastRow,
                      lanes ? kMostLane : kMostRow);
}

double openingEnd(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame)
{
    double shortest = 0; // the passes of the schedule whose passes are shortest, in the mean
    for (const ShownSchedule& one : shown) {
        if (!one.chart || hasLanes(*one.chart) || one.chart->schedule.spans.empty())
            continue;
        const std::vector<planner::ActionSpan>& spans = one.chart->schedule.spans.front();
        double busy = 0;
        for (const planner::ActionSpan& span : spans)
            busy += span.end - span.start;
        const double mean = spans.empty() ? 0 : busy / static_cast<double>(spans.size());
        if (mean > 0 && (shortest == 0 || mean < shortest))
            shortest = mean;
    }
    const double room = frame.width - frame.header - kScheduleIdle;
    if (shortest == 0 || room <= 0)
        return endOf(shown);
    // The shape of a step tells more than the names of its passes, as long as these can be told apart.
    constexpr double kNames = 3;
    const double legible = shortest * room / kLegiblePass;
    return endOf(shown) <= kNames * legible ? endOf(shown) : legible;
}

ScheduleGeometry layOutSchedules(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame)
{
    return Builder(shown, frame).make();
}

} // namespace shardscope::app
