// SPDX-License-Identifier: GPL-3.0-or-later
// The plan on one sheet, by the same painters as on screen.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/lattice.h"
#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/export/picture_text.h"
#include "app/desktop/pages/plan/plan_tables.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/text/messages.h"

#include <QChart>
#include <QCoreApplication>
#include <QGraphicsScene>
#include <QPainter>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kLatticeHeight = 300;
constexpr double kStepHeight = 260;
constexpr double kRowHeight = 22;
constexpr std::size_t kMostRows = 10;
constexpr int kMostRemedies = 3;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlanPicture)
};

double drawNumbers(QPainter& painter, const core::Evaluation& evaluation, double y, const Theme& theme)
{
    std::vector<std::pair<QString, QString>> numbers;
    if (!evaluation.step.empty()) {
        numbers.emplace_back(Words::tr("Time of a step"),
                             quantityString(evaluation.step.at(core::StepPart::Total).seconds));
        numbers.emplace_back(Words::tr("Samples a second"),
                             countString(evaluation.throughput.samplesPerSecond));
        if (evaluation.throughput.tokensPerSecond > 0)
            numbers.emplace_back(Words::tr("Tokens a second"),
                                 countString(evaluation.throughput.tokensPerSecond));
        numbers.emplace_back(Words::tr("A device computes"),
                             quantityString(evaluation.throughput.modelTflopsPerDevice, core::kNumber) +
                                 QChar(0x2009) + QStringLiteral("TFLOP/s"));
        numbers.emplace_back(Words::tr("Of its peak"),
                             percentString(evaluation.throughput.modelFlopsUtilization));
    }
    numbers.emplace_back(Words::tr("Devices"), integerString(evaluation.devices));
    numbers.emplace_back(Words::tr("Parameters"), countString(evaluation.parameters));
    double x = kPictureMargin;
    for (const auto& [caption, value] : numbers) {
        painter.setFont(interfaceFont(TypeSize::Small));
        painter.setPen(theme.textDim);
        painter.drawText(QPointF(x, y + 12), caption);
        double width = painter.fontMetrics().horizontalAdvance(caption);
        painter.setFont(interfaceFont(TypeSize::Heading, Weight::Strong));
        painter.setPen(theme.text);
        painter.drawText(QPointF(x, y + 32), value);
        width = std::max<double>(width, painter.fontMetrics().horizontalAdvance(value));
        x += width + 28;
    }
    return y + 44;
}

void drawStep(QPainter& painter, const core::Evaluation& evaluation, const QRectF& area, const Theme& theme)
{
    const std::vector<core::StepPart> parts = timedParts(evaluation);
    if (parts.empty())
        return;
    QGraphicsScene scene;
    QChart* chart = makeStepChart(evaluation, theme, parts).release();
    scene.addItem(chart); // owns it now
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->resize(area.size());
    scene.setSceneRect(QRectF(QPointF(0, 0), area.size()));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    scene.render(&painter, area, scene.sceneRect());
    painter.restore();
}

double drawCommunication(QPainter& painter, const core::Evaluation& evaluation, const QRectF& area,
                         const Theme& theme)
{
    const double columns[] = {area.left(), area.left() + area.width() * 0.30,
                              area.left() + area.width() * 0.62, area.left() + area.width() * 0.82,
                              area.right()};
    double y = area.top();
    const auto row = [&](const QString(&cells)[4], const QColor& color, Weight weight) {
        painter.setFont(interfaceFont(TypeSize::Small, weight));
        painter.setPen(color);
        for (int column = 0; column < 4; ++column) {
            const QRectF cell(columns[column], y, columns[column + 1] - columns[column] - 6, kRowHeight);
            painter.drawText(cell, Qt::AlignVCenter | (column < 2 ? Qt::AlignLeft : Qt::AlignRight),
                             cells[column]);
        }
        y += kRowHeight;
        painter.fillRect(QRectF(area.left(), y - 1, area.width(), 1), theme.line);
    };
    row({Words::tr("Operation"), Words::tr("Group"), Words::tr("Payload"), Words::tr("Exposed")},
        theme.textDim, Weight::Strong);
    std::size_t shown = 0;
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        if (shown++ == kMostRows)
            break;
        row({collectiveText(QString::fromStdString(entry.operation)),
             groupText(QString::fromStdString(entry.group)), quantityString(entry.bytesPerRank),
             quantityString(entry.exposed)},
            theme.text, Weight::Regular);
    }
    return y;
}

double drawVerdict(QPainter& painter, const core::Evaluation& evaluation, double y, double width,
                   const Theme& theme)
{
    const bool fits = evaluation.verdict.feasible();
    y = writeText(painter, kPictureMargin, y, width, interfaceFont(TypeSize::Heading, Weight::Strong),
                  fits ? theme.text : theme.bad, verdictSentence(evaluation));
    if (fits)
        return y;
    int shown = 0;
    for (const core::Remedy& remedy : evaluation.verdict.violations.front().remedies) {
        if (shown++ == kMostRemedies)
            break;
        y = writeText(painter, kPictureMargin + 12, y + 2, width, interfaceFont(TypeSize::Body), theme.text,
                      QStringLiteral("\u2192 ") + remedyText(remedy));
    }
    return y;
}

} // namespace

Drawing planDrawing(const PlanState& state, std::shared_ptr<const core::Evaluation> evaluation, Scheme scheme)
{
    return [state, evaluation, scheme](QPainter& painter, double width) {
        const Theme& colors = theme(scheme);
        const core::Evaluation& plan = *evaluation;
        const double inner = width - 2 * kPictureMargin;
        const double column = (inner - kPictureMargin) / 2;
        const double right = kPictureMargin + column + kPictureMargin;
        const QFont heading = interfaceFont(TypeSize::Heading, Weight::Strong);
        double y = writeText(painter, kPictureMargin, kPictureMargin, inner,
                             interfaceFont(TypeSize::Title, Weight::Strong), colors.text,
                             Words::tr("%1 on %2").arg(titleOf(state.model), titleOf(state.hardware)));
        y = writeText(painter, kPictureMargin, y + 2, inner, interfaceFont(TypeSize::Body), colors.textDim,
                      planSummary(plan.plan));
        y = drawVerdict(painter, plan, y + 12, inner, colors);
        y = drawNumbers(painter, plan, y + 12, colors);

        y += 12;
        writeText(painter, kPictureMargin, y, column, heading, colors.text, Words::tr("Memory"));
        writeText(painter, right, y, column, heading, colors.text,
                  Words::tr("Devices, coloured by the share of memory used"));
        y += 30;
        const MemoryBars bars = memoryBars(plan, column);
        painter.save();
        painter.translate(kPictureMargin, y);
        paintMemoryBars(painter, bars, colors);
        painter.restore();
        const LatticeForm form =
            plan.devices > kMostLatticeDevices ? LatticeForm::Grid : LatticeForm::Isometric;
        const Lattice lattice = layOutLattice(plan.plan.axes, form, QRectF(right, y, column, kLatticeHeight));
        paintLattice(
            painter, lattice,
            latticeColors(lattice, plan, state.hardware->devicesPerNode, LatticeColor::Memory, colors),
            colors);
        paintLatticeLegend(painter, QRectF(right, y + kLatticeHeight, column, kLatticeLegendHeight),
                           LatticeColor::Memory, colors);
        y += std::max(bars.height, kLatticeHeight + kLatticeLegendHeight) + 20;

        double bottom = y;
        if (!plan.step.empty()) {
            writeText(painter, kPictureMargin, y, column, heading, colors.text,
                      Words::tr("Where the time goes"));
            drawStep(painter, plan, QRectF(kPictureMargin, y + 28, column, kStepHeight), colors);
            bottom = y + 28 + kStepHeight;
        }
        if (!plan.communication.empty()) {
            writeText(painter, right, y, column, heading, colors.text,
                      Words::tr("Communication of one rank in a step"));
            bottom =
                std::max(bottom, drawCommunication(painter, plan, QRectF(right, y + 28, column, 0), colors));
        }
        const QString source = Words::tr("Model %1; hardware %2; plan %3.")
                                   .arg(QString::fromStdString(state.model->name),
                                        QString::fromStdString(state.hardware->name), planSummary(plan.plan));
        QString footer = source + QLatin1Char(' ') + programLine();
        if (!plan.unverified.empty())
            footer += QLatin1Char(' ') + Words::tr("Some figures of the hardware are unverified.");
        bottom = writeText(painter, kPictureMargin, bottom + 16, inner, interfaceFont(TypeSize::Small),
                           colors.textDim, footer);
        return bottom + kPictureMargin / 2;
    };
}

} // namespace shardscope::app
