// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/plan/stage_cut.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/messages.h"
#include "core/plan/fit_verdict.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kName = 72;
constexpr double kLargestSquare = 14;
constexpr double kTallest = 480; ///< of all rows; many stages get lower ones
constexpr double kLowestRow = 9;
constexpr double kHighestRow = 22;

} // namespace

std::optional<std::size_t> StageRows::at(double y) const
{
    if (pitch <= 0 || y < top || y >= top + pitch * static_cast<double>(count))
        return std::nullopt;
    return static_cast<std::size_t>((y - top) / pitch);
}

StageCut::StageCut(QWidget* parent)
    : FigureWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StageCut::setStages(std::shared_ptr<const core::Evaluation> evaluation, std::vector<std::int64_t> layers,
                         bool movable)
{
    if (layers != m_layers) { // else a layer in the user's hand stays there
        m_dragFrom.reset();
        m_dragTo.reset();
    }
    m_evaluation = std::move(evaluation);
    m_layers = std::move(layers);
    m_movable = movable;
    if (m_selected && *m_selected >= m_layers.size())
        m_selected.reset();
    refresh();
    updateGeometry();
}

void StageCut::select(std::optional<std::size_t> stage)
{
    if (m_selected == stage)
        return;
    m_selected = stage;
    refresh();
    emit selectionChanged();
}

QSize StageCut::sizeHint() const
{
    const auto rows = static_cast<double>(std::max<std::size_t>(1, m_layers.size()));
    return {420, static_cast<int>(std::clamp(kTallest / rows, kLowestRow, kHighestRow) * rows) + 2};
}

const core::TierUse* StageCut::deviceUse(std::size_t stage) const
{
    const core::TierUse* fullest = nullptr;
    for (const core::TierUse& use : m_evaluation->memory.tiers) {
        const core::RankClass& rankClass = m_evaluation->memory.classes[use.rankClass];
        if (use.tier == core::Tier::Device && rankClass.stage == static_cast<std::int64_t>(stage) &&
            (fullest == nullptr || use.need() > fullest->need()))
            fullest = &use;
    }
    return fullest;
}

QString StageCut::figuresOf(std::size_t stage) const
{
    QString layers = tr("%n layer(s)", nullptr, static_cast<int>(m_layers[stage]));
    const core::TierUse* use = deviceUse(stage);
    if (use == nullptr)
        return layers;
    const QString memory =
        core::fitVerdict(m_evaluation->memory, *use).feasible()
            ? quantityString(use->peak)
            : tr("%1 of %2").arg(quantityString(use->need()), quantityString(use->capacity));
    return layers + QStringLiteral(" · ") + memory;
}

void StageCut::addRow(std::size_t stage, double square, const Theme& theme)
{
    const double y = m_rows.top + m_rows.pitch * static_cast<double>(stage);
    const double high = m_rows.pitch - 2;
    const QString name = rankClassName("stage " + std::to_string(stage));
    if (m_selected == stage)
        m_scene.box({0, y, m_scene.width, m_rows.pitch}, theme.selection);
    const bool words = m_rows.pitch >= 12;
    if (words)
        m_scene.text({2, y, kName - 6, m_rows.pitch}, name, theme.text);
    std::int64_t count = m_layers[stage];
    if (m_dragFrom && m_dragTo && *m_dragFrom != *m_dragTo)
        count += stage == *m_dragTo ? 1 : stage == *m_dragFrom ? -1 : 0;
    const core::TierUse* use = deviceUse(stage);
    const bool fits = use == nullptr || core::fitVerdict(m_evaluation->memory, *use).feasible();
    for (std::int64_t layer = 0; layer < count; ++layer) {
        const bool arriving = m_dragTo == stage && m_dragFrom != stage && layer == count - 1;
        const double wide = std::max(1.0, square - (square > 6 ? 2 : 1));
        SceneBox box{
            QRectF(kName + square * static_cast<double>(layer), y + 2, wide, std::max(3.0, high - 2)),
            arriving ? theme.accent : colorOf(core::Purpose::Weights)};
        m_scene.boxes.push_back(box);
    }
    const QString figures = figuresOf(stage);
    if (words)
        m_scene.text({m_scene.width - m_figures, y, m_figures - 2, m_rows.pitch}, figures,
                     fits ? theme.text : theme.bad, kTextRight);
    m_scene.spot({0, y, m_scene.width, m_rows.pitch}, name + QStringLiteral(": ") + figures);
}

std::vector<HotSpot> StageCut::layOut()
{
    m_scene = {};
    m_scene.width = width();
    m_rows = {0, 0, m_layers.size()};
    if (!m_evaluation || m_layers.empty())
        return {};
    m_rows.pitch = std::clamp(kTallest / static_cast<double>(m_layers.size()), kLowestRow, kHighestRow);
    const std::int64_t most = *std::ranges::max_element(m_layers) + 1;
    m_figures = 0;
    for (std::size_t stage = 0; stage < m_layers.size(); ++stage)
        m_figures = std::max(m_figures, textWidth(figuresOf(stage)) + 10);
    const double room = std::max(40.0, m_scene.width - kName - m_figures);
    const double square = std::clamp(room / static_cast<double>(most), 1.5, kLargestSquare);
    for (std::size_t stage = 0; stage < m_layers.size(); ++stage)
        addRow(stage, square, themeOf(this));
    return m_scene.spots;
}

void StageCut::paintFigure(QPainter& painter, const Theme& theme) { paintScene(painter, m_scene, theme); }

void StageCut::mousePressEvent(QMouseEvent* event)
{
    const auto stage = m_rows.at(event->position().y());
    if (event->button() != Qt::LeftButton || !stage)
        return FigureWidget::mousePressEvent(event);
    select(stage);
    if (m_movable && m_layers[*stage] > 1)
        m_dragFrom = stage;
}

void StageCut::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragFrom)
        return FigureWidget::mouseMoveEvent(event);
    const auto stage = m_rows.at(event->position().y());
    if (stage == m_dragTo)
        return;
    m_dragTo = stage;
    setCursor(stage && stage != m_dragFrom ? Qt::ClosedHandCursor : Qt::ArrowCursor);
    refresh();
}

void StageCut::mouseReleaseEvent(QMouseEvent* event)
{
    const auto from = std::exchange(m_dragFrom, std::nullopt);
    const auto to = std::exchange(m_dragTo, std::nullopt);
    unsetCursor();
    if (from && to && from != to) {
        emit layerMoved(static_cast<int>(*from), static_cast<int>(*to));
        select(to);
        FigureWidget::mouseMoveEvent(event); // the mouse is on another stage now
        return;
    }
    refresh();
    FigureWidget::mouseReleaseEvent(event);
}

void StageCut::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
    if (step == 0 || m_layers.empty())
        return FigureWidget::keyPressEvent(event);
    const auto count = static_cast<int>(m_layers.size());
    if (!m_selected)
        return select(step > 0 ? 0 : m_layers.size() - 1);
    const int here = static_cast<int>(*m_selected);
    const int there = here + step;
    if (there < 0 || there >= count)
        return;
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        if (m_movable && m_layers[*m_selected] > 1)
            emit layerMoved(here, there);
        return;
    }
    select(static_cast<std::size_t>(there));
    setAccessibleDescription(hotSpots()[static_cast<std::size_t>(there)].text);
}

} // namespace shardscope::app
