// SPDX-License-Identifier: GPL-3.0-or-later
// t to the right, p in depth, r upward (look.md). The replica axis carries context ranks too: both replicate
// weights.
#include "app/desktop/charts/plan/lattice.h"

#include "app/session/text/words.h"
#include "core/plan/mesh.h"

#include <QFontMetricsF>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kCos30 = 0.8660254037844386;
constexpr double kSin30 = 0.5;
constexpr double kFill = 0.86; ///< of a cell's edge: the rest is the gap between blocks
constexpr double kLabelRoom = 22;
constexpr double kLargestBlock = 46; ///< pixels: a lone device should not fill the page
constexpr double kSmallestCell = 4;  ///< pixels: below, the grid groups too

std::int64_t smallestFactor(std::int64_t number)
{
    for (std::int64_t factor = 2; factor * factor <= number; ++factor) {
        if (number % factor == 0)
            return factor;
    }
    return number;
}

std::int64_t shownAlong(const Lattice& lattice, std::size_t axis)
{
    return lattice.degree[axis] / lattice.group[axis];
}

/// Groups along the longest shown axis until at most \p most blocks remain.
void groupDown(Lattice& lattice, std::int64_t most)
{
    while (shownAlong(lattice, 0) * shownAlong(lattice, 1) * shownAlong(lattice, 2) > most) {
        std::size_t longest = 0;
        for (std::size_t axis = 1; axis < 3; ++axis) {
            if (shownAlong(lattice, axis) > shownAlong(lattice, longest))
                longest = axis;
        }
        lattice.group[longest] *= smallestFactor(shownAlong(lattice, longest));
    }
}

std::int64_t rankOf(const core::Axes& axes, const std::array<std::int64_t, 3>& at)
{
    // r counts context ranks first: context is the faster of the two in the mesh.
    return core::Mesh(axes).rank({.tensor = at[0],
                                  .context = at[2] % axes.context,
                                  .replica = at[2] / axes.context,
                                  .pipeline = at[1]});
}

struct Isometry {
    QPointF origin;
    double unit = 1;
    [[nodiscard]] QPointF at(double t, double p, double r) const
    {
        return origin + QPointF((t + p) * kCos30 * unit, (t - p) * kSin30 * unit - r * unit);
    }
};

LatticeBlock isometricBlock(const Isometry& space, double t, double p, double r)
{
    const double a = (1 - kFill) / 2;
    const double b = a + kFill;
    LatticeBlock block;
    const auto corner = [&](double dt, double dp, double dr) { return space.at(t + dt, p + dp, r + dr); };
    block.top = QPolygonF({corner(a, a, b), corner(b, a, b), corner(b, b, b), corner(a, b, b)});
    block.front = QPolygonF({corner(a, a, a), corner(b, a, a), corner(b, a, b), corner(a, a, b)});
    block.side = QPolygonF({corner(b, a, a), corner(b, b, a), corner(b, b, b), corner(b, a, b)});
    block.outline = QPolygonF({corner(a, a, a), corner(b, a, a), corner(b, b, a), corner(b, b, b),
                               corner(a, b, b), corner(a, a, b)});
    return block;
}

QString axisText(const char* axis, std::int64_t degree)
{
    return QStringLiteral("%1 = %2").arg(QLatin1String(axis)).arg(degree);
}

/// Replicas stand on each other; where that makes a thin tower, in several columns beside each other.
struct Columns {
    std::int64_t number = 1;
    std::int64_t high = 1; ///< replicas in each
    double pitch = 0;      ///< from one to the next, in blocks

    [[nodiscard]] double wide(double t) const { return static_cast<double>(number - 1) * pitch + t; }
};

double unitOf(double t, double p, double r, double wide, double high)
{
    return std::min({wide / ((t + p) * kCos30), high / ((t + p) * kSin30 + r), kLargestBlock});
}

Columns columnsOf(double t, double p, std::int64_t r, double wide, double high)
{
    constexpr double kApart = 0.5;
    constexpr double kWorth =
        1.5; // blocks so much larger make up for what is not one block of blocks any more
    Columns best{1, r, t + kApart};
    double largest = kWorth * unitOf(t, p, static_cast<double>(r), wide, high);
    for (std::int64_t number = 2; number <= r; ++number) {
        const Columns tried{number, (r + number - 1) / number, t + kApart};
        constexpr double kEven = 1.2; // a last column as high as the others is worth as much
        const double unit = (r % number == 0 ? kEven : 1) *
                            unitOf(tried.wide(t), p, static_cast<double>(tried.high), wide, high);
        if (unit <= largest)
            continue;
        largest = unit;
        best = tried;
    }
    return best;
}

void layOutIsometric(Lattice& lattice, const core::Axes& axes, const QRectF& area)
{
    groupDown(lattice, kMostLatticeDevices);
    const std::int64_t stages = shownAlong(lattice, 1);
    const auto t = static_cast<double>(shownAlong(lattice, 0));
    const auto p = static_cast<double>(stages);
    const double wide = area.width() - 4 * kLabelRoom;
    const double high = area.height() - 2 * kLabelRoom;
    const Columns columns = columnsOf(t, p, shownAlong(lattice, 2), wide, high);
    const double across = columns.wide(t);
    const auto r = static_cast<double>(columns.high);
    Isometry space;
    space.unit = std::max(unitOf(across, p, r, wide, high), 1.0);
    const double width = (across + p) * kCos30 * space.unit;
    const double height = ((across + p) * kSin30 + r) * space.unit;
    // The leftmost point is the origin; above it lie p in depth and r upward.
    space.origin = QPointF(area.center().x() - width / 2,
                           area.center().y() - height / 2 + (p * kSin30 + r) * space.unit);
    // Far ones first: p from the back, then from left to right and from below.
    for (std::int64_t pi = stages; pi-- > 0;) {
        for (std::int64_t column = 0; column < columns.number; ++column) {
            for (std::int64_t ti = 0; ti < shownAlong(lattice, 0); ++ti) {
                for (std::int64_t ri = 0; ri < columns.high; ++ri) {
                    const std::int64_t replica = column * columns.high + ri;
                    if (replica >= shownAlong(lattice, 2))
                        break; // the last column may be lower
                    const double from = static_cast<double>(column) * columns.pitch;
                    LatticeBlock block = isometricBlock(space, from + static_cast<double>(ti),
                                                        static_cast<double>(pi), static_cast<double>(ri));
                    block.at = {ti * lattice.group[0], pi * lattice.group[1], replica * lattice.group[2]};
                    block.rank = rankOf(axes, block.at);
                    lattice.blocks.push_back(std::move(block));
                }
            }
        }
    }
    const QFontMetricsF metrics(interfaceFont(TypeSize::Small));
    const QString textT = axisText("t", lattice.degree[0]);
    const QString textR = axisText("r", lattice.degree[2]);
    lattice.labels.push_back(
        {space.at(across / 2, 0, 0) + QPointF(-metrics.horizontalAdvance(textT) - 6, 16), textT});
    lattice.labels.push_back({space.at(across, p / 2, 0) + QPointF(8, 16), axisText("p", lattice.degree[1])});
    lattice.labels.push_back(
        {space.at(0, 0, r / 2) + QPointF(-metrics.horizontalAdvance(textR) - 8, 4), textR});
}

void layOutGrid(Lattice& lattice, const core::Axes& axes, const QRectF& area)
{
    const double wide = area.width() - 3 * kLabelRoom;
    const double high = area.height() - 2 * kLabelRoom;
    // Columns: t within r, so that neighbours in rank stand together; rows: stages from the top.
    const auto columns = [&] { return shownAlong(lattice, 0) * shownAlong(lattice, 2); };
    while (wide / static_cast<double>(columns()) < kSmallestCell && columns() > 1) {
        const std::size_t axis = shownAlong(lattice, 2) > 1 ? 2 : 0;
        lattice.group[axis] *= smallestFactor(shownAlong(lattice, axis));
    }
    while (high / static_cast<double>(shownAlong(lattice, 1)) < kSmallestCell && shownAlong(lattice, 1) > 1)
        lattice.group[1] *= smallestFactor(shownAlong(lattice, 1));
    const std::int64_t t = shownAlong(lattice, 0);
    const std::int64_t p = shownAlong(lattice, 1);
    const std::int64_t r = shownAlong(lattice, 2);
    const double cellWidth = std::min(wide / static_cast<double>(t * r), kLargestBlock);
    const double cellHeight =
        std::min({high / static_cast<double>(p), kLargestBlock, std::max(8.0, cellWidth * 2)});
    const QPointF origin = area.center() - QPointF(cellWidth * static_cast<double>(t * r) / 2,
                                                   cellHeight * static_cast<double>(p) / 2);
    for (std::int64_t pi = 0; pi < p; ++pi) {
        for (std::int64_t ri = 0; ri < r; ++ri) {
            for (std::int64_t ti = 0; ti < t; ++ti) {
                LatticeBlock block;
                block.at = {ti * lattice.group[0], pi * lattice.group[1], ri * lattice.group[2]};
                block.rank = rankOf(axes, block.at);
                const double gap = cellWidth > 6 ? 1 : 0;
                const double groupGap = ti == t - 1 && r > 1 && cellWidth > 6 ? 2 : 0; // replicas stand apart
                block.outline = QPolygonF(QRectF(origin.x() + static_cast<double>(ri * t + ti) * cellWidth,
                                                 origin.y() + static_cast<double>(pi) * cellHeight,
                                                 cellWidth - gap - groupGap, cellHeight - gap));
                lattice.blocks.push_back(std::move(block));
            }
        }
    }
    lattice.labels.push_back(
        {origin + QPointF(0, -6),
         axisText("t", lattice.degree[0]) + QStringLiteral(" \u00d7 ") + axisText("r", lattice.degree[2])});
    const QString textP = axisText("p", lattice.degree[1]);
    const double room = QFontMetricsF(interfaceFont(TypeSize::Small)).horizontalAdvance(textP);
    lattice.labels.push_back(
        {origin + QPointF(-room - 8, cellHeight * static_cast<double>(p) / 2 + 4), textP});
}

const core::RankClass* classOfStage(const core::Evaluation& evaluation, std::int64_t stage,
                                    std::size_t& index)
{
    const auto& classes = evaluation.memory.classes;
    for (index = 0; index < classes.size(); ++index) {
        if (classes[index].stage == stage)
            return &classes[index];
    }
    return nullptr;
}

/// The sequential map without its darkest end, which is hard to tell from a dark page.
QColor memoryOrStageColor(LatticeColor by, double share)
{
    return sequentialColor(by == LatticeColor::Memory ? 0.1 + 0.9 * share : 0.15 + 0.85 * share);
}

double deviceFill(const core::Evaluation& evaluation, std::int64_t stage)
{
    std::size_t index = 0;
    if (!classOfStage(evaluation, stage, index))
        return 0;
    for (const core::TierUse& use : evaluation.memory.tiers) {
        if (use.rankClass == index && use.tier == core::Tier::Device && use.capacity.value() > 0)
            return use.need().value() / use.capacity.value();
    }
    return 0;
}

} // namespace

Lattice layOutLattice(const core::Axes& axes, LatticeForm form, const QRectF& area)
{
    Lattice lattice;
    lattice.form = form;
    lattice.degree = {axes.tensor, axes.pipeline, axes.replicas()};
    if (form == LatticeForm::Isometric)
        layOutIsometric(lattice, axes, area);
    else
        layOutGrid(lattice, axes, area);
    return lattice;
}

std::vector<QColor> latticeColors(const Lattice& lattice, const core::Evaluation& evaluation,
                                  std::int64_t devicesPerNode, LatticeColor by, const Theme& theme)
{
    std::vector<double> fill(static_cast<std::size_t>(lattice.degree[1]));
    for (std::size_t stage = 0; stage < fill.size(); ++stage)
        fill[stage] = deviceFill(evaluation, static_cast<std::int64_t>(stage));
    std::vector<QColor> colors;
    colors.reserve(lattice.blocks.size());
    for (const LatticeBlock& block : lattice.blocks) {
        const std::int64_t stage = block.at[1];
        switch (by) {
        case LatticeColor::Stage:
            colors.push_back(memoryOrStageColor(by, lattice.degree[1] > 1
                                                        ? static_cast<double>(stage) /
                                                              static_cast<double>(lattice.degree[1] - 1)
                                                        : 0.5));
            break;
        case LatticeColor::Node: {
            // Neighbouring nodes alternate between four hues that a colour-blind reader tells apart.
            static constexpr core::Purpose kHues[] = {core::Purpose::Weights, core::Purpose::Activations,
                                                      core::Purpose::OptimizerState, core::Purpose::Buffers};
            colors.push_back(colorOf(kHues[(block.rank / devicesPerNode) % 4]));
            break;
        }
        case LatticeColor::Memory: {
            const double share = fill[static_cast<std::size_t>(stage)];
            colors.push_back(share > 1 ? theme.bad : memoryOrStageColor(by, share));
            break;
        }
        }
    }
    return colors;
}

namespace {

/// Outlines the blocks of the groups that \p index is in: those that differ from it along one axis alone.
void lightGroups(QPainter& painter, const Lattice& lattice, std::size_t index)
{
    // The colours of what each group sends, as everywhere: along t, p and r.
    static constexpr std::array kTraffic{core::OpClass::CollectiveTensor, core::OpClass::PointToPoint,
                                         core::OpClass::CollectiveReplica};
    constexpr double kOutline = 1.6;
    const std::array<std::int64_t, 3>& own = lattice.blocks[index].at;
    painter.setBrush(Qt::NoBrush);
    for (const LatticeBlock& block : lattice.blocks) {
        std::size_t differ = 0;
        std::size_t along = 0;
        for (std::size_t axis = 0; axis < own.size(); ++axis) {
            if (block.at[axis] == own[axis])
                continue;
            ++differ;
            along = axis;
        }
        if (differ != 1)
            continue;
        painter.setPen(QPen(colorOf(kTraffic[along]), kOutline));
        painter.drawPolygon(block.outline);
    }
}

} // namespace

void paintLattice(QPainter& painter, const Lattice& lattice, const std::vector<QColor>& colors,
                  const Theme& theme, std::optional<std::size_t> raised)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, lattice.form == LatticeForm::Isometric);
    const auto paintBlock = [&](std::size_t index, QPointF lift) {
        const LatticeBlock& block = lattice.blocks[index];
        const QColor& color = colors[index];
        painter.setPen(QPen(theme.panel, 0.6));
        if (lattice.form == LatticeForm::Grid) {
            painter.fillRect(block.outline.boundingRect(), color);
            return;
        }
        painter.setBrush(color.darker(125));
        painter.drawPolygon(block.side.translated(lift));
        painter.setBrush(color);
        painter.drawPolygon(block.front.translated(lift));
        painter.setBrush(color.lighter(122));
        painter.drawPolygon(block.top.translated(lift));
    };
    for (std::size_t index = 0; index < lattice.blocks.size(); ++index)
        paintBlock(index, {});
    if (raised && *raised < lattice.blocks.size()) {
        lightGroups(painter, lattice, *raised);
        paintBlock(*raised, lattice.form == LatticeForm::Isometric ? QPointF(0, -8) : QPointF());
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(
            lattice.blocks[*raised].outline.translated(0, lattice.form == LatticeForm::Isometric ? -8 : 0));
    }
    painter.restore();
    painter.setFont(interfaceFont(TypeSize::Small));
    painter.setPen(theme.text);
    for (const Lattice::AxisLabel& label : lattice.labels)
        painter.drawText(label.at, label.text);
}

void paintLatticeLegend(QPainter& painter, const QRectF& area, LatticeColor by, const Theme& theme)
{
    if (by == LatticeColor::Node)
        return;
    const bool memory = by == LatticeColor::Memory;
    const QString low = memory ? Words::tr("device memory 0") : Words::tr("first stage");
    const QString high = memory ? QStringLiteral("100 %") : Words::tr("last stage");
    const QString over = memory ? Words::tr("over capacity") : QString();
    constexpr double kGap = 6;
    constexpr double kSwatch = 10;
    painter.setFont(interfaceFont(TypeSize::Small));
    const QFontMetrics metrics = painter.fontMetrics();
    const double swatch = memory ? kGap + kSwatch : 0;
    const double words = metrics.horizontalAdvance(low + high + over) + 5 * kGap + swatch;
    // The words keep their room; the ramp takes what a narrow card leaves.
    const double ramp = std::clamp(area.width() - words, 16.0, 80.0);

    double x = area.left();
    const auto write = [&](const QString& text) {
        painter.setPen(theme.text);
        const double width = metrics.horizontalAdvance(text);
        painter.drawText(QRectF(x, area.top(), width + 2, area.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
        x += width + kGap;
    };
    write(low);
    const int steps = static_cast<int>(ramp / 2); // whole pixels: fractions of them leave seams
    for (int step = 0; step < steps; ++step)
        painter.fillRect(QRectF(x + step * 2.0, area.center().y() - 5, 2, 10),
                         memoryOrStageColor(by, static_cast<double>(step) / (steps - 1)));
    x += steps * 2.0 + kGap;
    write(high);
    if (!memory)
        return;
    x += kGap;
    painter.fillRect(QRectF(x, area.center().y() - 5, kSwatch, 10), theme.bad);
    x += kSwatch + kGap;
    write(over);
}

QString latticeBlockText(const Lattice& lattice, const LatticeBlock& block,
                         const core::Evaluation& evaluation, std::int64_t devicesPerNode)
{
    const core::Axes& axes = evaluation.plan.axes;
    const std::int64_t devices = lattice.group[0] * lattice.group[1] * lattice.group[2];
    QStringList parts;
    if (devices > 1)
        parts << Words::tr("%1 devices from rank %2").arg(devices).arg(block.rank);
    else
        parts << Words::tr("rank %1").arg(block.rank);
    parts << QStringLiteral("t %1, p %2, r %3").arg(block.at[0]).arg(block.at[1]).arg(block.at[2]);
    parts << Words::tr("node %1").arg(block.rank / std::max<std::int64_t>(1, devicesPerNode));
    std::size_t index = 0;
    const core::RankClass* rankClass = classOfStage(evaluation, block.at[1], index);
    if (rankClass && rankClass->layers > 0) {
        parts << Words::tr("layers %1 to %2")
                     .arg(rankClass->firstLayer)
                     .arg(rankClass->firstLayer + rankClass->layers - 1);
    }
    const std::int64_t used = axes.tensor * axes.pipeline;
    parts << Words::tr("uses 1/%1 of the weights, stores 1/%2")
                 .arg(used)
                 .arg(used * evaluation.plan.sharding.weights);
    return parts.join(QStringLiteral("; "));
}

LatticeWidget::LatticeWidget(QWidget* parent)
    : FigureWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LatticeWidget::setEvaluation(std::shared_ptr<const core::Evaluation> evaluation,
                                  std::int64_t devicesPerNode)
{
    m_evaluation = std::move(evaluation);
    m_devicesPerNode = std::max<std::int64_t>(1, devicesPerNode);
    refresh();
}

void LatticeWidget::setColor(LatticeColor by)
{
    m_by = by;
    refresh();
}

void LatticeWidget::setForm(LatticeForm form)
{
    m_form = form;
    refresh();
}

std::vector<HotSpot> LatticeWidget::layOut()
{
    m_lattice = m_evaluation ? layOutLattice(m_evaluation->plan.axes, m_form,
                                             QRectF(rect()).adjusted(0, 0, 0, -kLatticeLegendHeight))
                             : Lattice{};
    std::vector<HotSpot> spots;
    for (const LatticeBlock& block : m_lattice.blocks)
        spots.push_back({block.outline, QString(), QString()});
    return spots;
}

QString LatticeWidget::spotText(std::size_t index) const
{
    const core::Axes& axes = m_evaluation->plan.axes;
    return latticeBlockText(m_lattice, m_lattice.blocks[index], *m_evaluation, m_devicesPerNode) +
           QStringLiteral("; ") +
           Words::tr("outlined: its tensor group of %1, its pipeline of %2, its %3 replicas")
               .arg(axes.tensor)
               .arg(axes.pipeline)
               .arg(axes.replicas());
}

void LatticeWidget::paintFigure(QPainter& painter, const Theme& theme)
{
    if (!m_evaluation)
        return;
    paintLattice(painter, m_lattice, latticeColors(m_lattice, *m_evaluation, m_devicesPerNode, m_by, theme),
                 theme, current());
    paintLatticeLegend(painter, QRectF(0, height() - kLatticeLegendHeight, width(), kLatticeLegendHeight),
                       m_by, theme);
}

LatticeForm usualForm(const core::Evaluation& evaluation)
{
    return evaluation.devices > kMostLatticeDevices ? LatticeForm::Grid : LatticeForm::Isometric;
}

SceneMaker latticeScene(std::shared_ptr<const core::Evaluation> evaluation, std::int64_t devicesPerNode,
                        LatticeColor by, LatticeForm form)
{
    if (!evaluation)
        return nullptr;
    return [=, evaluation = std::move(evaluation)](double width, const Theme&) {
        constexpr double kHeight = 300;
        const Lattice lattice = layOutLattice(evaluation->plan.axes, form, QRectF(0, 0, width, kHeight));
        Scene scene{width, kHeight + kLatticeLegendHeight};
        for (const LatticeBlock& block : lattice.blocks)
            scene.spots.push_back(
                {block.outline, {}, latticeBlockText(lattice, block, *evaluation, devicesPerNode)});
        scene.byHand = [=](QPainter& painter, const Theme& theme) {
            paintLattice(painter, lattice, latticeColors(lattice, *evaluation, devicesPerNode, by, theme),
                         theme);
            paintLatticeLegend(painter, QRectF(0, kHeight, width, kLatticeLegendHeight), by, theme);
        };
        return scene;
    };
}

SceneMaker LatticeWidget::sceneMaker() const
{
    return latticeScene(m_evaluation, m_devicesPerNode, m_by, m_form);
}

} // namespace shardscope::app
