// SPDX-License-Identifier: GPL-3.0-or-later
// The cut of the layers into pipeline stages: one row for each stage, one square for each layer, which can be
// dragged to another stage, or moved with Ctrl and the arrow keys.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/plan/evaluation.h"

#include <memory>
#include <optional>

namespace shardscope::app {

/// Where the rows of a cut are drawn.
struct StageRows {
    double top = 0;
    double pitch = 0;
    std::size_t count = 0;
    [[nodiscard]] std::optional<std::size_t> at(double y) const;
};

/// What is drawn of a cut.
struct DrawnCut {
    std::shared_ptr<const core::Evaluation> evaluation;
    std::vector<std::int64_t> layers{}; ///< of each stage
    std::optional<std::size_t> selected{};
    std::optional<std::size_t> dragFrom{};
    std::optional<std::size_t> dragTo{};
};
/// \p rows: set to where its rows are, if not null.
[[nodiscard]] Scene stageScene(const DrawnCut& cut, double width, const Theme& theme,
                               StageRows* rows = nullptr);

class StageCut final : public FigureWidget, public SceneSource {
    Q_OBJECT

public:
    explicit StageCut(QWidget* parent = nullptr);
    /// \p layers: of each stage. \p movable: whether the plan lets layers move.
    void setStages(std::shared_ptr<const core::Evaluation> evaluation, std::vector<std::int64_t> layers,
                   bool movable);
    void select(std::optional<std::size_t> stage);
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_cut.selected; }
    [[nodiscard]] const StageRows& rows() const { return m_rows; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }
    [[nodiscard]] SceneMaker sceneMaker() const override;

signals:
    /// One layer of stage \p from is to lie on stage \p to.
    void layerMoved(int from, int to);
    void selectionChanged();

protected:
    std::vector<HotSpot> layOut() override;
    void paintFigure(QPainter& painter, const Theme& theme) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    DrawnCut m_cut;
    bool m_movable = false;
    StageRows m_rows;
    Scene m_scene;
};

} // namespace shardscope::app
