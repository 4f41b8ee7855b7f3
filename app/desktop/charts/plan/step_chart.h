// SPDX-License-Identifier: GPL-3.0-or-later
// Where the step's time goes: a waterfall of its parts by Qt Charts.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/plan/evaluation.h"

#include <QChartView>
#include <QTimer>

#include <memory>
#include <vector>

namespace shardscope::app {

/// The chart as a scene; null where no step could be timed.
[[nodiscard]] SceneMaker stepScene(std::shared_ptr<const core::Evaluation> evaluation);

class StepChart final : public QChartView, public SceneSource {
    Q_OBJECT

public:
    explicit StepChart(QWidget* parent = nullptr);
    void setEvaluation(std::shared_ptr<const core::Evaluation> evaluation);
    /// The parts with a time of their own, in the order of the rows.
    [[nodiscard]] const std::vector<core::StepPart>& parts() const { return m_parts; }
    [[nodiscard]] QSize sizeHint() const override { return {420, 260}; }
    [[nodiscard]] SceneMaker sceneMaker() const override { return stepScene(m_evaluation); }

signals:
    /// The derivation's path of the part that was clicked.
    void activated(const QString& path);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// The content changed: says what it is now; the chart follows once it is seen.
    void refresh();
    void rebuild();

    std::shared_ptr<const core::Evaluation> m_evaluation;
    std::vector<core::StepPart> m_parts;
    QTimer m_rebuilding;
    bool m_stale = true; ///< the chart shows what was before
    int m_row = -1;      ///< under the keyboard's cursor
};

/// A chart of \p evaluation in \p theme, for the screen and for exports. \p wide: labels carry their figures.
[[nodiscard]] std::unique_ptr<QChart> makeStepChart(const core::Evaluation& evaluation, const Theme& theme,
                                                    const std::vector<core::StepPart>& parts,
                                                    bool wide = true);
/// The parts that take time, in their order within a step; empty where no step could be timed.
[[nodiscard]] std::vector<core::StepPart> timedParts(const core::Evaluation& evaluation);

} // namespace shardscope::app
