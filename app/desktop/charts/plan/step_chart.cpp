// SPDX-License-Identifier: GPL-3.0-or-later
// Each part starts where the one above it ends, so that the last one ends at the step's time.
#include "app/desktop/charts/plan/step_chart.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/session/tables/derivation_paths.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QCoreApplication>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QHorizontalStackedBarSeries>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QSemaphore>
#include <QThread>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <atomic>

namespace shardscope::app {
namespace {

double secondsOf(const core::Evaluation& evaluation, core::StepPart part)
{
    const auto found = evaluation.step.find(part);
    return found == evaluation.step.end() ? 0.0 : found->second.seconds.value();
}

constexpr int kWideFrom = 460; // pixels: Qt Charts gives labels a third, and cuts what is longer

/// The unit in which a step of \p seconds reads well, and its number in a second.
std::pair<QString, double> unitFor(double seconds)
{
    if (seconds >= 1)
        return {QStringLiteral("s"), 1.0};
    return seconds >= 1e-3 ? std::pair(QStringLiteral("ms"), 1e3) : std::pair(QStringLiteral("\u00b5s"), 1e6);
}

} // namespace

std::vector<core::StepPart> timedParts(const core::Evaluation& evaluation)
{
    using core::StepPart;
    std::vector<StepPart> parts;
    for (const StepPart part :
         {StepPart::Forward, StepPart::Backward, StepPart::Recompute, StepPart::ExposedCommunication,
          StepPart::Bubble, StepPart::Streaming, StepPart::Host, StepPart::Optimizer}) {
        if (secondsOf(evaluation, part) > 0)
            parts.push_back(part);
    }
    return parts;
}

std::unique_ptr<QChart> makeStepChart(const core::Evaluation& evaluation, const Theme& theme,
                                      const std::vector<core::StepPart>& parts, bool wide)
{
    const double total = secondsOf(evaluation, core::StepPart::Total);
    const auto [unit, factor] = unitFor(total);
    // Chart rows grow upward, so the first part comes last.
    const std::vector<core::StepPart> rows(parts.rbegin(), parts.rend());

    auto series = std::make_unique<QHorizontalStackedBarSeries>();
    series->setBarWidth(0.72);
    auto offset = std::make_unique<QBarSet>(QString());
    offset->setBrush(Qt::NoBrush);
    offset->setPen(Qt::NoPen);
    double before = total;
    QStringList names;
    for (const core::StepPart part : rows) {
        const double seconds = secondsOf(evaluation, part);
        before -= seconds;
        offset->append(std::max(0.0, before) * factor);
        names << (wide ? QStringLiteral("%1  %2").arg(stepPartName(part),
                                                      quantityString(seconds, core::kSecond))
                  : part == core::StepPart::ExposedCommunication ? Words::tr("communication")
                                                                 : stepPartName(part));
    }
    series->append(offset.release());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        auto set = std::make_unique<QBarSet>(stepPartName(rows[row]));
        for (std::size_t other = 0; other < rows.size(); ++other)
            set->append(other == row ? secondsOf(evaluation, rows[row]) * factor : 0.0);
        set->setBrush(brushOf(rows[row], theme));
        set->setPen(penOf(rows[row], theme));
        series->append(set.release());
    }

    auto chart = std::make_unique<QChart>();
    chart->addSeries(series.release());
    chart->legend()->hide();
    chart->setMargins(QMargins(0, 0, metrics::kGrid, 0));
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setBackgroundVisible(false);
    auto* categories = new QBarCategoryAxis(chart.get());
    categories->append(names);
    categories->setLabelsFont(interfaceFont(TypeSize::Small));
    categories->setLabelsColor(theme.text);
    categories->setGridLineVisible(false);
    categories->setLinePen(QPen(theme.line));
    auto* values = new QValueAxis(chart.get());
    values->setRange(0, std::max(total * factor, 1e-9));
    values->setTickCount(5);
    values->applyNiceNumbers();
    const double step = values->max() / std::max(1, values->tickCount() - 1);
    values->setLabelFormat(step >= 1     ? QStringLiteral("%.0f")
                           : step >= 0.1 ? QStringLiteral("%.1f")
                                         : QStringLiteral("%.2f"));
    values->setLabelsFont(interfaceFont(TypeSize::Small));
    values->setLabelsColor(theme.textDim);
    values->setTitleText(Words::tr("time of one step [%1]").arg(unit));
    values->setTitleFont(interfaceFont(TypeSize::Small));
    values->setTitleBrush(theme.textDim);
    values->setGridLinePen(QPen(theme.line, 1));
    values->setLinePen(QPen(theme.line));
    chart->addAxis(categories, Qt::AlignLeft);
    chart->addAxis(values, Qt::AlignBottom);
    for (QAbstractSeries* attached : chart->series()) {
        attached->attachAxis(categories);
        attached->attachAxis(values);
    }
    return chart;
}

namespace {

/// Calls \p work in the window's thread, and waits for it: Qt Charts measures its texts with an item that all
/// charts share, of the thread that made the first. Where the window waits for its workers nothing is drawn.
void inWindowsThread(const std::function<void()>& work)
{
    if (QThread::currentThread() == QCoreApplication::instance()->thread())
        return work();
    struct Call {
        std::atomic_flag taken; ///< by who works, or by who waits no longer
        QSemaphore done;
    };
    const auto call = std::make_shared<Call>();
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [call, &work] {
            if (call->taken.test_and_set())
                return;
            work();
            call->done.release();
        },
        Qt::QueuedConnection);
    constexpr int kPatienceMs = 5'000;
    if (!call->done.tryAcquire(1, kPatienceMs) && call->taken.test_and_set())
        call->done.acquire(); // it is at work
}

} // namespace

SceneMaker stepScene(std::shared_ptr<const core::Evaluation> evaluation)
{
    if (!evaluation || timedParts(*evaluation).empty())
        return nullptr;
    return [evaluation = std::move(evaluation)](double width, const Theme&) {
        constexpr double kHeight = 260;
        Scene scene{width, kHeight};
        scene.byHand = [evaluation, width](QPainter& painter, const Theme& theme) {
            inWindowsThread([&] {
                QGraphicsScene unseen;
                QChart* chart =
                    makeStepChart(*evaluation, theme, timedParts(*evaluation), width >= kWideFrom).release();
                unseen.addItem(chart); // owns it now
                chart->setAnimationOptions(QChart::NoAnimation);
                const QRectF area(0, 0, width, kHeight);
                chart->resize(area.size());
                unseen.setSceneRect(area);
                painter.setRenderHint(QPainter::Antialiasing);
                unseen.render(&painter, area, area);
            });
        };
        return scene;
    };
}

StepChart::StepChart(QWidget* parent)
    : QChartView(parent)
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    m_rebuilding.setSingleShot(true);
    m_rebuilding.setInterval(0);
    connect(&m_rebuilding, &QTimer::timeout, this, &StepChart::rebuild);
    onLookChange(*this, [this] { refresh(); });
    refresh();
}

void StepChart::setEvaluation(std::shared_ptr<const core::Evaluation> evaluation)
{
    m_evaluation = std::move(evaluation);
    refresh();
}

void StepChart::refresh()
{
    m_parts = m_evaluation ? timedParts(*m_evaluation) : std::vector<core::StepPart>{};
    m_row = -1;
    QString summary;
    for (const core::StepPart part : m_parts)
        summary += QStringLiteral("%1 %2. ").arg(
            stepPartName(part), quantityString(secondsOf(*m_evaluation, part), core::kSecond));
    setAccessibleName(tr("Time of one step"));
    setAccessibleDescription(summary);
    m_stale = true;
    viewport()->update(); // a paint comes only where it can be seen
}

void StepChart::paintEvent(QPaintEvent* event)
{
    if (m_stale)
        m_rebuilding.start(); // not while painting
    QChartView::paintEvent(event);
}

void StepChart::rebuild()
{
    m_stale = false;
    const core::Evaluation nothing;
    std::unique_ptr<QChart> next =
        makeStepChart(m_evaluation ? *m_evaluation : nothing, themeOf(this), m_parts, width() >= kWideFrom);
    if (!m_parts.empty()) {
        auto* series = qobject_cast<QAbstractBarSeries*>(next->series().constFirst());
        connect(series, &QAbstractBarSeries::clicked, this, [this](int index, QBarSet*) {
            if (m_stale)
                return; // the bar is one of before
            emit activated(QString::fromStdString(
                stepPath(m_parts[m_parts.size() - 1 - static_cast<std::size_t>(index)])));
        });
        connect(series, &QAbstractBarSeries::hovered, this, [this](bool inside, int index, QBarSet*) {
            if (m_stale)
                return;
            const core::StepPart part = m_parts[m_parts.size() - 1 - static_cast<std::size_t>(index)];
            const QString text = QStringLiteral("%1: %2").arg(
                stepPartName(part), quantityString(secondsOf(*m_evaluation, part), core::kSecond, 6));
            viewport()->setCursor(inside ? Qt::PointingHandCursor : Qt::ArrowCursor);
            if (inside)
                QToolTip::showText(QCursor::pos(), text, this);
        });
    }
    const std::unique_ptr<QChart> previous(chart());
    setChart(next.release());
}

void StepChart::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    if ((event->oldSize().width() >= kWideFrom) != (event->size().width() >= kWideFrom))
        refresh();
}

void StepChart::keyPressEvent(QKeyEvent* event)
{
    const int rows = static_cast<int>(m_parts.size());
    if (rows > 0 && (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)) {
        m_row = m_row < 0 ? 0 : (m_row + (event->key() == Qt::Key_Down ? 1 : rows - 1)) % rows;
        const core::StepPart part = m_parts[static_cast<std::size_t>(m_row)];
        setAccessibleDescription(QStringLiteral("%1 %2").arg(
            stepPartName(part), quantityString(secondsOf(*m_evaluation, part), core::kSecond)));
        return;
    }
    if (m_row >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        emit activated(QString::fromStdString(stepPath(m_parts[static_cast<std::size_t>(m_row)])));
        return;
    }
    QChartView::keyPressEvent(event);
}

} // namespace shardscope::app
