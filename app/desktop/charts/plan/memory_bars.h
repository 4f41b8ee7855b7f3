// SPDX-License-Identifier: GPL-3.0-or-later
// Bars against capacity: what each class of rank holds in each tier. Geometry as a value, painting beside it.
#pragma once

#include "app/desktop/charts/scene_figure.h"
#include "core/plan/evaluation.h"

#include <memory>

namespace shardscope::app {

struct MemorySegment {
    QRectF rect;
    core::Purpose purpose = core::Purpose::Weights;
    double bytes = 0;
    QString label; ///< what fits into it: letter and figure, the letter, or nothing
    QString path;  ///< of its derivation
};

struct MemoryBar {
    QString name; ///< "stages 1–6"
    QRectF area;  ///< from zero to what it needs
    QRectF gaps;  ///< of it, those between tensors
    double need = 0;
    core::Fit fit = core::Fit::Fits;
    std::vector<MemorySegment> segments;

    [[nodiscard]] bool fits() const { return core::feasible(fit); }
};

struct MemoryBlock {
    core::Tier tier = core::Tier::Device;
    QString title;
    double top = 0;
    double bottom = 0;
    double capacityX = 0;
    QString capacityText;
    std::vector<MemoryBar> bars;
    std::size_t hiddenBars = 0; ///< told in the table twin only
};

struct MemoryBars {
    double width = 0;
    double height = 0;
    double labelWidth = 0;
    std::vector<MemoryBlock> blocks;
    double legendTop = 0;
    std::vector<std::pair<QColor, QString>> legend; ///< of the purposes that occur
};

/// Lays out for \p width; the height follows from the rows. The fullest classes are kept where there are too
/// many.
[[nodiscard]] MemoryBars memoryBars(const core::Evaluation& evaluation, double width);
void paintMemoryBars(QPainter& painter, const MemoryBars& bars, const Theme& theme);

/// The same with a spot for each segment, whose path is its derivation's; null without an evaluation.
[[nodiscard]] SceneMaker memoryScene(std::shared_ptr<const core::Evaluation> evaluation);

class MemoryBarsWidget final : public SceneFigure {
    Q_OBJECT

public:
    using SceneFigure::SceneFigure;
    void setEvaluation(std::shared_ptr<const core::Evaluation> evaluation)
    {
        setMaker(memoryScene(std::move(evaluation)));
    }
};

} // namespace shardscope::app
