// SPDX-License-Identifier: GPL-3.0-or-later
// The two pictures of an allocator: what it held over time, and where, at one moment.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/desktop/memory/allocation_history.h"

#include <QAbstractScrollArea>
#include <QPainter>
#include <QWidget>

#include <optional>

namespace shardscope::app {

using HistoryPtr = std::shared_ptr<const AllocationHistory>;

/// "stage 2" or who allocated, in the reader's language where the file says nothing.
[[nodiscard]] QString categoryName(const AllocationHistory& history, std::size_t category);
/// "1.2 s" since the beginning, or the number of the event where the file has no times.
[[nodiscard]] QString momentText(const AllocationHistory& history, std::int64_t ts);

/// Stacked areas with the reserved bytes as a line above, the peak marked, and a legend below.
void paintMemoryCurve(QPainter& painter, const AllocationHistory& history, QRectF area,
                      std::optional<std::int64_t> moment, std::optional<std::uint32_t> block,
                      const Theme& theme);

/// One row for each segment, as long as its bytes; what is free is empty.
struct MapRow {
    std::size_t segment = 0;
    QRectF rect;
};
[[nodiscard]] std::vector<MapRow> layOutMap(const AllocatorMap& map, double width);
inline constexpr double kMapNames = 150; ///< pixels left of the rows
void paintMap(QPainter& painter, const AllocationHistory& history, const AllocatorMap& map,
              const std::vector<MapRow>& rows, QRectF seen, std::optional<std::uint32_t> block,
              const Theme& theme);
double paintMemoryLegend(QPainter& painter, const AllocationHistory& history, double width,
                         const Theme& theme);

/// The curve with its legend, and the allocator's segments at \p moment, as scenes.
[[nodiscard]] SceneMaker curveScene(HistoryPtr history, std::int64_t moment);
[[nodiscard]] SceneMaker mapScene(HistoryPtr history, std::int64_t moment);

class MemoryCurve final : public QWidget {
    Q_OBJECT

public:
    explicit MemoryCurve(QWidget* parent = nullptr);
    void setHistory(HistoryPtr history);
    void setMoment(std::int64_t ts);
    void setBlock(std::optional<std::uint32_t> block);
    [[nodiscard]] QSize sizeHint() const override { return {600, 220}; }
    /// Column under a pixel, and back.
    [[nodiscard]] std::size_t columnAt(double x) const;

signals:
    void momentChosen(qint64 ts);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void choose(std::size_t column);
    void describe();

    HistoryPtr m_history;
    std::optional<std::int64_t> m_moment;
    std::optional<std::uint32_t> m_block;
};

class AllocatorMapView final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit AllocatorMapView(QWidget* parent = nullptr);
    void show(HistoryPtr history, AllocatorMap map);
    void setBlock(std::optional<std::uint32_t> block);
    [[nodiscard]] const AllocatorMap& map() const { return m_map; }
    [[nodiscard]] std::optional<std::uint32_t> blockAt(QPointF point) const;

signals:
    /// Index of AllocationHistory::blocks.
    void blockChosen(quint32 block);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void layOut();
    void step(int step);
    void describe();

    HistoryPtr m_history;
    AllocatorMap m_map;
    std::vector<MapRow> m_rows;
    std::optional<std::uint32_t> m_block;
};

} // namespace shardscope::app
