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

class CutBuilder {
public:
    CutBuilder(const DrawnCut& cut, double width, const Theme& theme)
        : m_cut(cut)
        , m_theme(theme)
    {
        m_scene.width = width;
    }
    Scene all(StageRows* rows)
    {
        if (m_cut.evaluation && !m_cut.layers.empty())
            addRows();
        if (rows)
            *rows = m_rows;
        return std::move(m_scene);
    }

private:
    [[nodiscard]] const core::TierUse* deviceUse(std::size_t stage) const;
    [[nodiscard]] QString figuresOf(std::size_t stage) const;
    void addRow(std::size_t stage, double square);
    void addRows();

    const DrawnCut& m_cut;
    const Theme& m_theme;
    StageRows m_rows;
    double m_figures = 0; ///< pixels right of the squares
    Scene m_scene;
};

const core::TierUse* CutBuilder::deviceUse(std::size_t stage) const
{
    const core::TierUse* fullest = nullptr;
    for (const core::TierUse& use : m_cut.evaluation->memory.tiers) {
        const core::RankClass& rankClass = m_cut.evaluation->memory.classes[use.rankClass];
        if (use.tier == core::Tier::Device && rankClass.stage == static_cast<std::int64_t>(stage) &&
            (fullest == nullptr || use.need() > fullest->need()))
            fullest = &use;
    }
    return fullest;
}

QString CutBuilder::figuresOf(std::size_t stage) const
{
    QString layers = StageCut::tr("%n layer(s)", nullptr, static_cast<int>(m_cut.layers[stage]));
    const core::TierUse* use = deviceUse(stage);
    if (use == nullptr)
        return layers;
    const QString memory =
        core::fitVerdict(m_cut.evaluation->memory, *use).feasible()
            ? quantityString(use->peak)
            : StageCut::tr("%1 of %2").arg(quantityString(use->need()), quantityString(use->capacity));
    return layers + QStringLiteral(" · ") + memory;
}

void CutBuilder::addRow(std::size_t stage, double square)
{
    const double y = m_rows.top + m_rows.pitch * static_cast<double>(stage);
    const double high = m_rows.pitch - 2;
    const QString name = rankClassName("stage " + std::to_string(stage));
    if (m_cut.selected == stage)
        m_scene.box({0, y, m_scene.width, m_rows.pitch}, m_theme.selection);
    const bool words = m_rows.pitch >= 12;
    if (words)
        m_scene.text({2, y, kName - 6, m_rows.pitch}, name, m_theme.text);
    std::int64_t count = m_cut.layers[stage];
    if (m_cut.dragFrom && m_cut.dragTo && *m_cut.dragFrom != *m_cut.dragTo)
        count += stage == *m_cut.dragTo ? 1 : stage == *m_cut.dragFrom ? -1 : 0;
    const core::TierUse* use = deviceUse(stage);
    const bool fits = use == nullptr || core::fitVerdict(m_cut.evaluation->memory, *use).feasible();
    for (std::int64_t layer = 0; layer < count; ++layer) {
        const bool arriving = m_cut.dragTo == stage && m_cut.dragFrom != stage && layer == count - 1;
        const double wide = std::max(1.0, square - (square > 6 ? 2 : 1));
        SceneBox box{
            QRectF(kName + square * static_cast<double>(layer), y + 2, wide, std::max(3.0, high - 2)),
            arriving ? m_theme.accent : colorOf(core::Purpose::Weights)};
        m_scene.boxes.push_back(box);
    }
    const QString figures = figuresOf(stage);
    if (words)
        m_scene.text({m_scene.width - m_figures, y, m_figures - 2, m_rows.pitch}, figures,
                     fits ? m_theme.text : m_theme.bad, kTextRight);
    m_scene.spot({0, y, m_scene.width, m_rows.pitch}, name + QStringLiteral(": ") + figures);
}

void CutBuilder::addRows()
{
    const auto stages = static_cast<double>(m_cut.layers.size());
    m_rows = {0, std::clamp(kTallest / stages, kLowestRow, kHighestRow), m_cut.layers.size()};
    m_scene.height = m_rows.pitch * stages + 2;
    const std::int64_t most = *std::ranges::max_element(m_cut.layers) + 1;
    for (std::size_t stage = 0; stage < m_cut.layers.size(); ++stage)
        m_figures = std::max(m_figures, textWidth(figuresOf(stage)) + 10);
    const double room = std::max(40.0, m_scene.width - kName - m_figures);
    const double square = std::clamp(room / static_cast<double>(most), 1.5, kLargestSquare);
    for (std::size_t stage = 0; stage < m_cut.layers.size(); ++stage)
        addRow(stage, square);
}

} // namespace

std::optional<std::size_t> StageRows::at(double y) const
{
    if (pitch <= 0 || y < top || y >= top + pitch * static_cast<double>(count))
        return std::nullopt;
    return static_cast<std::size_t>((y - top) / pitch);
}

Scene stageScene(const DrawnCut& cut, double width, const Theme& theme, StageRows* rows)
{
    return CutBuilder(cut, width, theme).all(rows);
}

StageCut::StageCut(QWidget* parent)
    : FigureWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StageCut::setStages(std::shared_ptr<const core::Evaluation> evaluation, std::vector<std::int64_t> layers,
                         bool movable)
{
    if (layers != m_cut.layers) { // else a layer in the user's hand stays there
        m_cut.dragFrom.reset();
        m_cut.dragTo.reset();
    }
    m_cut.evaluation = std::move(evaluation);
    m_cut.layers = std::move(layers);
    m_movable = movable;
    if (m_cut.selected && *m_cut.selected >= m_cut.layers.size())
        m_cut.selected.reset();
    refresh();
    updateGeometry();
}

void StageCut::select(std::optional<std::size_t> stage)
{
    if (m_cut.selected == stage)
        return;
    m_cut.selected = stage;
    refresh();
    emit selectionChanged();
}

QSize StageCut::sizeHint() const
{
    const auto rows = static_cast<double>(std::max<std::size_t>(1, m_cut.layers.size()));
    return {420, static_cast<int>(std::clamp(kTallest / rows, kLowestRow, kHighestRow) * rows) + 2};
}

std::vector<HotSpot> StageCut::layOut()
{
    m_scene = stageScene(m_cut, width(), themeOf(this), &m_rows);
    return m_scene.spots;
}

void StageCut::paintFigure(QPainter& painter, const Theme& theme) { paintScene(painter, m_scene, theme); }

SceneMaker StageCut::sceneMaker() const
{
    if (!m_cut.evaluation || m_cut.layers.empty())
        return nullptr;
    return [cut = DrawnCut{m_cut.evaluation, m_cut.layers}](double width, const Theme& theme) {
        return stageScene(cut, width, theme);
    };
}

void StageCut::mousePressEvent(QMouseEvent* event)
{
    const auto stage = m_rows.at(event->position().y());
    if (event->button() != Qt::LeftButton || !stage)
        return FigureWidget::mousePressEvent(event);
    select(stage);
    if (m_movable && m_cut.layers[*stage] > 1)
        m_cut.dragFrom = stage;
}

void StageCut::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_cut.dragFrom)
        return FigureWidget::mouseMoveEvent(event);
    const auto stage = m_rows.at(event->position().y());
    if (stage == m_cut.dragTo)
        return;
    m_cut.dragTo = stage;
    setCursor(stage && stage != m_cut.dragFrom ? Qt::ClosedHandCursor : Qt::ArrowCursor);
    refresh();
}

void StageCut::mouseReleaseEvent(QMouseEvent* event)
{
    const auto from = std::exchange(m_cut.dragFrom, std::nullopt);
    const auto to = std::exchange(m_cut.dragTo, std::nullopt);
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
    if (step == 0 || m_cut.layers.empty())
        return FigureWidget::keyPressEvent(event);
    const auto count = static_cast<int>(m_cut.layers.size());
    if (!m_cut.selected)
        return select(step > 0 ? 0 : m_cut.layers.size() - 1);
    const int here = static_cast<int>(*m_cut.selected);
    const int there = here + step;
    if (there < 0 || there >= count)
        return;
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        if (m_movable && m_cut.layers[*m_cut.selected] > 1)
            emit layerMoved(here, there);
        return;
    }
    select(static_cast<std::size_t>(there));
    setAccessibleDescription(hotSpots()[static_cast<std::size_t>(there)].text);
}

} // namespace shardscope::app
