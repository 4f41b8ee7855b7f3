// SPDX-License-Identifier: GPL-3.0-or-later
// The lattice of devices as it comes about: one model, cut along t, then along p, then copied r times.
#include "app/desktop/charts/moving/cube_cut.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <map>

namespace shardscope::app {
namespace {

constexpr double kCutHeight = 300;
constexpr QRectF kAnywhere(0, 0, 400, 300);

enum class CutFrame { Whole, Tensor, Pipeline, Replicas };

/// The blocks from \p first to \p last as one without gaps: their faces' outermost corners.
LatticeBlock fused(const Lattice& lattice, const std::array<std::int64_t, 3>& first,
                   const std::array<std::int64_t, 3>& last)
{
    const auto blockAt = [&](std::int64_t t, std::int64_t p) -> const LatticeBlock& {
        return *std::ranges::find(lattice.blocks, std::array{t, p, first[2]}, &LatticeBlock::at);
    };
    const LatticeBlock& near = blockAt(first[0], first[1]);
    const LatticeBlock& right = blockAt(last[0], first[1]);
    const LatticeBlock& far = blockAt(last[0], last[1]);
    const LatticeBlock& left = blockAt(first[0], last[1]);
    LatticeBlock block = near;
    if (lattice.form == LatticeForm::Grid) {
        block.outline = QPolygonF(near.outline.boundingRect() | far.outline.boundingRect());
        return block;
    }
    // The order of corners is that of layOutLattice: from near left, around.
    block.top = QPolygonF({near.top[0], right.top[1], far.top[2], left.top[3]});
    block.front = QPolygonF({near.front[0], right.front[1], right.front[2], near.front[3]});
    block.side = QPolygonF({right.side[0], far.side[1], far.side[2], right.side[3]});
    block.outline = QPolygonF({near.outline[0], right.outline[1], far.outline[2], far.outline[3],
                               left.outline[4], near.outline[5]});
    return block;
}

/// The part of \p whole that is there at \p frame.
Lattice cutLattice(const Lattice& whole, CutFrame frame)
{
    if (frame == CutFrame::Replicas)
        return whole;
    Lattice cut = whole;
    cut.blocks.clear();
    const std::array<std::int64_t, 3> last{whole.degree[0] - whole.group[0], whole.degree[1] - whole.group[1],
                                           0};
    cut.labels.clear();
    if (frame == CutFrame::Pipeline) {
        std::ranges::copy_if(whole.blocks, std::back_inserter(cut.blocks),
                             [](const LatticeBlock& block) { return block.at[2] == 0; });
    } else if (frame == CutFrame::Tensor) {
        for (std::int64_t t = 0; t <= last[0]; t += whole.group[0])
            cut.blocks.push_back(fused(whole, {t, 0, 0}, {t, last[1], 0}));
    } else {
        cut.blocks.push_back(fused(whole, {0, 0, 0}, last));
    }
    // Labels of what is not cut yet would tell too much: t's is the first, then p's, then r's.
    const std::size_t told = frame == CutFrame::Whole ? 0 : frame == CutFrame::Tensor ? 1 : 2;
    if (whole.form == LatticeForm::Isometric)
        cut.labels.assign(whole.labels.begin(), whole.labels.begin() + static_cast<std::ptrdiff_t>(told));
    return cut;
}

/// \p whole: what the model is cut into.
QString cutSaid(const core::Evaluation& evaluation, const Lattice& whole, CutFrame frame)
{
    const auto& [tensor, pipeline, replicas] = whole.degree;
    const std::int64_t stages = tensor * pipeline;
    const std::int64_t kept = stages * evaluation.plan.sharding.weights;
    const auto* weights = evaluation.figures.find("weights_bytes");
    const QString held =
        weights == evaluation.figures.end() || weights->second <= 0
            ? QString()
            : QLatin1Char(' ') + Words::tr("A device of the fullest stage keeps %1 of weights.")
                                     .arg(quantityString(weights->second, core::kByte));
    switch (frame) {
    case CutFrame::Whole: return Words::tr("1 of 4: the whole model, all of its layers.");
    case CutFrame::Tensor:
        return Words::tr("2 of 4: cut along t. Each of %1 devices has 1/%1 of every layer.").arg(tensor);
    case CutFrame::Pipeline:
        return Words::tr("3 of 4: cut along p. %1 stages; a device uses 1/(t·p) = 1/%2 of the weights.")
            .arg(pipeline)
            .arg(stages);
    case CutFrame::Replicas: break;
    }
    return Words::tr("4 of 4: copied %1 times. A device uses 1/(t·p) = 1/%2 of the weights and stores "
                     "1/(t·p·rts) = 1/%3.")
               .arg(replicas)
               .arg(stages)
               .arg(kept) +
           held;
}

} // namespace

Scene cubeCutScene(const std::shared_ptr<const core::Evaluation>& evaluation, std::int64_t devicesPerNode,
                   LatticeColor by, std::size_t frame, double width, const Theme& theme)
{
    const auto which = static_cast<CutFrame>(std::min(frame, kCutFrames - 1));
    const LatticeForm form = usualForm(*evaluation);
    Scene scene{width};
    const double top =
        sayFrame(scene, 0, cutSaid(*evaluation, layOutLattice(evaluation->plan.axes, form, kAnywhere), which),
                 theme) +
        4;
    const Lattice lattice =
        cutLattice(layOutLattice(evaluation->plan.axes, form, QRectF(0, top, width, kCutHeight)), which);
    for (const LatticeBlock& block : lattice.blocks)
        scene.spots.push_back({block.outline, QStringLiteral("device.%1").arg(block.rank),
                               latticeBlockText(lattice, block, *evaluation, devicesPerNode)});
    scene.height = top + kCutHeight + kLatticeLegendHeight;
    if (by == LatticeColor::Node && which >= CutFrame::Pipeline)
        scene.height = scene.paragraph(
            top + kCutHeight + 4,
            Words::tr("A colour is a node of %1 devices; colours come again where there are more nodes.")
                .arg(devicesPerNode),
            theme.textDim);
    // Before there are stages there is nothing to tell by colour.
    const bool tells = which >= CutFrame::Pipeline;
    scene.byHand = [=](QPainter& painter, const Theme& colors) {
        std::vector<QColor> fills = latticeColors(lattice, *evaluation, devicesPerNode, by, colors);
        if (!tells)
            std::ranges::fill(fills, colorOf(core::Purpose::Weights));
        paintLattice(painter, lattice, fills, colors);
        if (tells)
            paintLatticeLegend(painter, QRectF(0, top + kCutHeight, width, kLatticeLegendHeight), by, colors);
    };
    return scene;
}

} // namespace shardscope::app
