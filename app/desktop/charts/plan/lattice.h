// SPDX-License-Identifier: GPL-3.0-or-later
// The t x p x r lattice of devices: isometric blocks, and the flat grid that takes over for many. Geometry as
// a value.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/plan/evaluation.h"

#include <array>
#include <memory>

namespace shardscope::app {

enum class LatticeForm { Isometric, Grid };
/// What the colour tells.
enum class LatticeColor { Stage, Memory, Node };

/// Devices that one block stands for, and where it is drawn.
struct LatticeBlock {
    std::array<std::int64_t, 3> at{}; ///< t, p, r of its first device
    std::int64_t rank = 0;            ///< of its first device
    QPolygonF outline;
    QPolygonF top, front, side; ///< isometric faces; empty in the grid
};

struct Lattice {
    LatticeForm form = LatticeForm::Isometric;
    std::array<std::int64_t, 3> degree{1, 1, 1}; ///< t, p, r (replica x context)
    std::array<std::int64_t, 3> group{1, 1, 1};  ///< devices a block stands for along each axis
    std::vector<LatticeBlock> blocks;            ///< back to front
    struct AxisLabel {
        QPointF at;
        QString text;
    };
    std::vector<AxisLabel> labels;
};

inline constexpr std::int64_t kMostLatticeDevices = 512;

/// Lays \p axes out in \p area. Isometric blocks stand for groups of neighbours where there are more than 512
/// devices.
[[nodiscard]] Lattice layOutLattice(const core::Axes& axes, LatticeForm form, const QRectF& area);
/// The colour of each block, in their order.
[[nodiscard]] std::vector<QColor> latticeColors(const Lattice& lattice, const core::Evaluation& evaluation,
                                                std::int64_t devicesPerNode, LatticeColor by,
                                                const Theme& theme);
/// \p raised: the block drawn lifted, with its tensor group, pipeline and replicas outlined; none: no.
void paintLattice(QPainter& painter, const Lattice& lattice, const std::vector<QColor>& colors,
                  const Theme& theme, std::optional<std::size_t> raised = std::nullopt);
/// What the colours mean, in one line from the left; nothing for LatticeColor::Node, whose colours only tell
/// apart.
inline constexpr double kLatticeLegendHeight = 20;
void paintLatticeLegend(QPainter& painter, const QRectF& area, LatticeColor by, const Theme& theme);
/// "Rank 37: t 1, p 4, r 0; node 4; layers 48 to 59; uses 1/64 of the weights, stores 1/256."
[[nodiscard]] QString latticeBlockText(const Lattice& lattice, const LatticeBlock& block,
                                       const core::Evaluation& evaluation, std::int64_t devicesPerNode);

/// The lattice of \p evaluation with its legend.
[[nodiscard]] SceneMaker latticeScene(std::shared_ptr<const core::Evaluation> evaluation,
                                      std::int64_t devicesPerNode, LatticeColor by, LatticeForm form);
/// Blocks as long as they can be told apart.
[[nodiscard]] LatticeForm usualForm(const core::Evaluation& evaluation);

class LatticeWidget final : public FigureWidget, public SceneSource {
    Q_OBJECT

public:
    explicit LatticeWidget(QWidget* parent = nullptr);
    void setEvaluation(std::shared_ptr<const core::Evaluation> evaluation, std::int64_t devicesPerNode);
    void setColor(LatticeColor by);
    void setForm(LatticeForm form);
    [[nodiscard]] SceneMaker sceneMaker() const override;
    [[nodiscard]] const Lattice& lattice() const { return m_lattice; }
    [[nodiscard]] QString spotText(std::size_t index) const override;
    [[nodiscard]] QSize sizeHint() const override { return {420, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 220}; }

protected:
    std::vector<HotSpot> layOut() override;
    void paintFigure(QPainter& painter, const Theme& theme) override;

private:
    std::shared_ptr<const core::Evaluation> m_evaluation;
    std::int64_t m_devicesPerNode = 1;
    LatticeColor m_by = LatticeColor::Memory;
    LatticeForm m_form = LatticeForm::Isometric;
    Lattice m_lattice;
};

} // namespace shardscope::app
