// SPDX-License-Identifier: GPL-3.0-or-later
// Plans that a search found, one against another of what they come to: many points, one sentence each.
#pragma once

#include "app/desktop/charts/log_axes.h"
#include "app/desktop/charts/scene.h"
#include "app/session/search/plan_search_answer.h"

#include <QPixmap>
#include <QWidget>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace shardscope::app {

/// What of a plan an axis shows.
enum class PlanMeasure { Rate, Step, Memory, Devices, Cost, Energy, MicroBatch };
inline constexpr std::size_t kPlanMeasures = 7;
[[nodiscard]] QString measureName(PlanMeasure measure);
/// None where the plan has no such figure: no price, no power.
[[nodiscard]] std::optional<double> measureOf(const planner::PlanHit& hit, PlanMeasure measure);
[[nodiscard]] QString measureText(PlanMeasure measure, double value);

/// Where the points lie; those without a figure on an axis have none.
struct ScatterGeometry {
    LogAxes axes{100, 100};
    std::vector<std::optional<QPointF>> at;
    double height = 0;
};
[[nodiscard]] ScatterGeometry layOutScatter(const std::vector<planner::PlanHit>& hits, PlanMeasure across,
                                            PlanMeasure up, QSizeF size);
/// Round numbers, as they are written, over the values of \p hits.
[[nodiscard]] std::vector<AxisMark> roundMarks(const std::vector<planner::PlanHit>& hits,
                                               PlanMeasure measure);
/// The point nearest to \p to, at most \p reach pixels away.
[[nodiscard]] std::optional<std::size_t> nearestPoint(const ScatterGeometry& geometry, QPointF to,
                                                      double reach);
[[nodiscard]] std::vector<std::size_t> pointsWithin(const ScatterGeometry& geometry, const QRectF& area);

/// The points on their axes, \p width wide; \p front: those with an edge.
void paintScatter(QPainter& painter, const ScatterGeometry& geometry,
                  const std::vector<planner::PlanHit>& hits, const std::set<std::size_t>& front,
                  PlanMeasure across, PlanMeasure up, double width, const Theme& theme);

/// The same as a scene; null without \p hits.
[[nodiscard]] SceneMaker scatterScene(std::shared_ptr<const std::vector<planner::PlanHit>> hits,
                                      std::set<std::size_t> front, PlanMeasure across, PlanMeasure up);

class PlanScatter final : public QWidget, public SceneSource {
    Q_OBJECT

public:
    using Hits = std::vector<planner::PlanHit>;
    explicit PlanScatter(QWidget* parent = nullptr);

    /// \p front: indices of those that no other beats; drawn with an edge.
    void setHits(std::shared_ptr<const Hits> hits, std::set<std::size_t> front);
    void setMeasures(PlanMeasure across, PlanMeasure up);
    [[nodiscard]] const std::set<std::size_t>& front() const { return m_front; }
    [[nodiscard]] PlanMeasure across() const { return m_across; }
    [[nodiscard]] PlanMeasure up() const { return m_up; }
    /// Rings the plan being edited. Null: none.
    void setOwn(std::optional<planner::PlanHit> own);
    void setSelected(std::optional<std::size_t> hit);
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_selected; }
    [[nodiscard]] const ScatterGeometry& geometryOfPoints() const { return m_geometry; }
    [[nodiscard]] QString describe(std::size_t hit) const;
    [[nodiscard]] SceneMaker sceneMaker() const override
    {
        return scatterScene(m_hits, m_front, m_across, m_up);
    }
    [[nodiscard]] QSize sizeHint() const override { return {520, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 220}; }

signals:
    void hovered(const QString& text);
    void chosen(std::size_t hit);
    /// Points that a drag held; empty: the brush was let go.
    void brushed(const std::vector<std::size_t>& hits);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    void paintPoints();
    void setHovered(std::optional<std::size_t> hit);

    std::shared_ptr<const Hits> m_hits;
    std::set<std::size_t> m_front;
    std::optional<planner::PlanHit> m_own;
    PlanMeasure m_across = PlanMeasure::Memory;
    PlanMeasure m_up = PlanMeasure::Rate;
    ScatterGeometry m_geometry;
    QPixmap m_picture;
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_selected;
    std::optional<QPointF> m_pressed;
    QRectF m_brush;
};

} // namespace shardscope::app
