// SPDX-License-Identifier: GPL-3.0-or-later
// Two roles against each other: where the rate stops to grow, accelerators idle and money is lost.
#include "app/desktop/charts/recommender/study_builder.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kLeft = 52;
constexpr double kTop = 22;
constexpr double kCell = 26;
constexpr double kRight = 86; ///< for the words of the isolines
constexpr int kIsolines = 5;
constexpr double kIdleFrom = 0.1; ///< share of accelerator time from which a cell is marked

class RatioBuilder : StudyBuilder {
public:
    using StudyBuilder::StudyBuilder;

    Scene make()
    {
        m_scene.text({0, 0, m_scene.width, 16},
                     Words::tr("Upward: %1; to the right: %2; colour: samples/s")
                         .arg(roleName(m_study.request.choices.secondRole),
                              roleName(m_study.request.choices.firstRole)),
                     m_theme.textDim);
        double most = 0;
        for (const planner::RatioPoint& point : m_grid.points)
            most = std::max(most, point.samplesPerSecond);
        for (std::size_t a = 0; a < m_columns; ++a)
            for (std::size_t b = 0; b < m_rows; ++b)
                addCell(a, b, most);
        addFigures();
        addIsolines();
        m_scene.height = addLegend(m_area.bottom() + 22, most);
        return std::move(m_scene);
    }

private:
    [[nodiscard]] QRectF cellAt(std::size_t a, std::size_t b) const
    {
        return {m_area.left() + m_cellWidth * static_cast<double>(a),
                m_area.bottom() - kCell * static_cast<double>(b + 1), m_cellWidth, kCell};
    }
    [[nodiscard]] double costAt(std::size_t a, std::size_t b) const
    {
        const StudyRequest& request = m_study.request;
        return m_grid.cost(m_grid.at(a, b), request.cluster, request.choices.firstRole,
                           request.choices.secondRole);
    }
    [[nodiscard]] QString costText(double cost) const
    {
        return m_grid.priced
                   ? Words::tr("%1 an hour").arg(quantityString(cost, core::kNumber))
                   : Words::tr("%1 machines").arg(integerString(static_cast<std::int64_t>(cost + 0.5)));
    }

    void addCell(std::size_t a, std::size_t b, double most)
    {
        const planner::RatioPoint& point = m_grid.at(a, b);
        const QRectF cell = cellAt(a, b);
        const QColor color = sequentialColor(most > 0 ? point.samplesPerSecond / most : 0);
        m_scene.box(cell.adjusted(0.5, 0.5, -0.5, -0.5), color);
        const QString rate = countString(point.samplesPerSecond);
        if (textWidth(rate) + 4 < m_cellWidth)
            m_scene.text(cell.adjusted(0, 1, 0, -7), rate, inkOn(color), kTextMiddle);
        if (point.idleAccelerators > kIdleFrom) {
            // Idle share as the filled part of a bar at the foot: readable without colour.
            const QRectF bar(cell.left() + 3, cell.bottom() - 6, cell.width() - 6, 3);
            m_scene.box(bar, m_theme.panel);
            m_scene.box({bar.left(), bar.top(), bar.width() * point.idleAccelerators, bar.height()},
                        m_theme.bad);
        }
        const StudyRequest& request = m_study.request;
        if (point.first == request.cluster[request.choices.firstRole].replicas &&
            point.second == request.cluster[request.choices.secondRole].replicas) {
            const QRectF frame = cell.adjusted(1, 1, -1, -1);
            m_scene.lines.push_back({QPolygonF({frame.topLeft(), frame.topRight(), frame.bottomRight(),
                                                frame.bottomLeft(), frame.topLeft()}),
                                     m_theme.text, 2});
        }
        m_scene.spot(cell, Words::tr("%1 %2, %3 %4: %5 samples/s, accelerators idle %6, %7, limited by %8")
                               .arg(integerString(point.first), roleName(request.choices.firstRole),
                                    integerString(point.second), roleName(request.choices.secondRole), rate,
                                    percentString(point.idleAccelerators, 0), costText(costAt(a, b)),
                                    roleName(point.saturated)));
    }

    void addFigures()
    {
        for (std::size_t a = 0; a < m_columns; ++a)
            m_scene.text({cellAt(a, 0).left(), m_area.bottom() + 3, m_cellWidth, 14},
                         integerString(m_grid.first[a]), m_theme.textDim, kTextMiddle);
        for (std::size_t b = 0; b < m_rows; ++b)
            m_scene.text({0, cellAt(0, b).top(), kLeft - 8, kCell}, integerString(m_grid.second[b]),
                         m_theme.textDim, kTextRight);
    }

    /// Cost grows with either role, so the cells dearer than a line lie above and to the right of a
    /// staircase. It runs between the cells: their figures stay readable.
    [[nodiscard]] QPolygonF staircase(double cost) const
    {
        QPolygonF points;
        for (std::size_t a = 0; a < m_columns; ++a) {
            std::size_t cheaper = 0;
            while (cheaper < m_rows && costAt(a, cheaper) < cost)
                ++cheaper;
            if (cheaper == m_rows)
                continue; // the line passes above
            const double y = m_area.bottom() - kCell * static_cast<double>(cheaper);
            const double left = m_area.left() + m_cellWidth * static_cast<double>(a);
            if (points.isEmpty() && a > 0)
                points << QPointF(left, m_area.top());
            points << QPointF(left, y);
            if (cheaper == 0)
                break; // and leaves through the foot
            points << QPointF(left + m_cellWidth, y);
        }
        return points;
    }

    void addIsolines()
    {
        const double low = costAt(0, 0);
        const double high = costAt(m_columns - 1, m_rows - 1);
        if (!(high > low))
            return;
        double lastWords = m_area.bottom() + kCell;
        for (int line = 1; line <= kIsolines; ++line) {
            const double cost = low + (high - low) * line / (kIsolines + 1);
            const QPolygonF points = staircase(cost);
            if (points.size() < 2)
                continue;
            m_scene.lines.push_back({points, m_theme.text, 1.5, true});
            const QPointF at = points.back();
            if (at.x() < m_area.right() - 1)
                continue; // it leaves through the foot: its words would stand in the cells
            if (lastWords - at.y() < 14)
                continue; // on the line below
            lastWords = at.y();
            m_scene.text({m_area.right() + 6, at.y() - 7, kRight - 6, 14}, costText(cost), m_theme.text);
        }
    }

    double addLegend(double y, double most)
    {
        m_scene.colorScale(kLeft, y, countString(most), m_theme);
        const QString notes =
            Words::tr("Framed: the cluster as it is. Red at the foot: share of time that accelerators wait. "
                      "Dashed: lines of equal cost.");
        return m_scene.paragraph(y + 20, notes, m_theme.textDim) + 4;
    }

    const RatioGrid& m_grid = m_study.ratio;
    std::size_t m_columns = m_grid.first.size();
    std::size_t m_rows = m_grid.second.size();
    double m_cellWidth = std::max(16.0, (m_scene.width - kLeft - kRight) / static_cast<double>(m_columns));
    QRectF m_area{kLeft, kTop, m_cellWidth* static_cast<double>(m_columns),
                  kCell* static_cast<double>(m_rows)};
};

} // namespace

Scene ratioScene(const Study& study, double width, const Theme& theme)
{
    return RatioBuilder(study, width, theme).make();
}

} // namespace shardscope::app
