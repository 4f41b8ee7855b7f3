// SPDX-License-Identifier: GPL-3.0-or-later
// The plan on one sheet, and plans side by side, by the same painters as on screen.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/heap_scene.h"
#include "app/desktop/charts/plan/lattice.h"
#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/pages/plan/plan_tables.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/accuracy/known_digits.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <QPainter>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kMostRemedies = 3;

/// What the figures of the step are worth, a line each.
void drawBasis(Sheet& sheet, const PlanState& state, const core::Evaluation& evaluation)
{
    if (evaluation.step.empty())
        return;
    const PredictedInterval found = stepInterval(*state.model, *state.hardware, evaluation);
    for (const QString& line : calibrationLines(found))
        sheet.say(2, line, sheet.colors.textDim, TypeSize::Small);
}

void drawNumbers(Sheet& sheet, const PlanState& state, const core::Evaluation& evaluation)
{
    std::vector<std::pair<QString, QString>> numbers;
    const int digits = stepDigits(*state.model, *state.hardware, evaluation);
    const auto count = [digits](double value) { return countString(toDigits(value, core::kNumber, digits)); };
    if (!evaluation.step.empty()) {
        numbers.emplace_back(
            Words::tr("Time of a step"),
            knownString(evaluation.step.at(core::StepPart::Total).seconds.value(), core::kSecond, digits));
        const Interval interval = stepInterval(*state.model, *state.hardware, evaluation).interval;
        numbers.emplace_back(Words::tr("80 % interval"),
                             spanString(toDigits(interval.low, core::kSecond, digits),
                                        toDigits(interval.high, core::kSecond, digits), core::kSecond));
        numbers.emplace_back(Words::tr("Samples a second"), count(evaluation.throughput.samplesPerSecond));
        if (evaluation.throughput.tokensPerSecond > 0)
            numbers.emplace_back(Words::tr("Tokens a second"), count(evaluation.throughput.tokensPerSecond));
        numbers.emplace_back(Words::tr("A device computes"),
                             knownString(evaluation.throughput.modelTflopsPerDevice, core::kNumber, digits) +
                                 kUnitSpace + QStringLiteral("TFLOP/s"));
        const double utilization = evaluation.throughput.modelFlopsUtilization;
        numbers.emplace_back(Words::tr("Of its peak"),
                             percentString(utilization, knownDecimals(100 * utilization, digits)));
    }
    numbers.emplace_back(Words::tr("Devices"), integerString(evaluation.devices));
    numbers.emplace_back(Words::tr("Parameters"), countString(evaluation.parameters));
    if (evaluation.currencyPerStep)
        numbers.emplace_back(Words::tr("Cost of a step"),
                             knownString(*evaluation.currencyPerStep, core::kCurrency, digits));
    double x = kPictureMargin;
    const auto line = [&](double below, const QString& text, const QFont& font, const QColor& color) {
        sheet.painter.setFont(font);
        sheet.painter.setPen(color);
        sheet.painter.drawText(QPointF(x, sheet.y + below), text);
        return sheet.painter.fontMetrics().horizontalAdvance(text);
    };
    sheet.y += 12;
    for (const auto& [caption, value] : numbers) {
        const int narrow = line(12, caption, interfaceFont(TypeSize::Small), sheet.colors.textDim);
        const int wide = line(32, value, interfaceFont(TypeSize::Heading, Weight::Strong), sheet.colors.text);
        x += std::max(narrow, wide) + 28;
    }
    sheet.y += 44;
}

void drawVerdict(Sheet& sheet, const core::Evaluation& evaluation)
{
    const bool fits = evaluation.verdict.feasible();
    sheet.say(12, verdictSentence(evaluation), fits ? sheet.colors.text : sheet.colors.bad, TypeSize::Heading,
              Weight::Strong);
    if (fits)
        return;
    int shown = 0;
    for (const core::Remedy& remedy : evaluation.verdict.violations.front().remedies) {
        if (shown++ == kMostRemedies)
            break;
        sheet.y =
            sheet.write({kPictureMargin + 12, sheet.y + 2}, sheet.inner,
                        QStringLiteral("\u2192 ") + remedyText(remedy), sheet.colors.text, TypeSize::Body);
    }
}

/// Empty if the allocator is not simulated, or shows no more than the bars.
std::vector<planner::HeapCase> heapOf(const PlanState& state)
{
    if (state.model->recommender() != nullptr)
        return {};
    auto cases = planner::heapCases(*state.model, *state.hardware, state.plan);
    return cases.ok() && hasHeapScene(*cases) ? std::move(*cases) : std::vector<planner::HeapCase>{};
}

} // namespace

Drawing planDrawing(const PlanState& state, std::shared_ptr<const core::Evaluation> evaluation)
{
    const auto heap = std::make_shared<const std::vector<planner::HeapCase>>(heapOf(state));
    return [state, evaluation, heap](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        const Theme& colors = sheet.colors;
        const core::Evaluation& plan = *evaluation;
        const double column = (sheet.inner - kPictureMargin) / 2;
        const double right = kPictureMargin + column + kPictureMargin;
        const auto heading = [&](double x, const QString& text) {
            sheet.write({x, sheet.y}, column, text, colors.text, TypeSize::Heading, Weight::Strong);
        };
        sheet.title(Words::tr("%1 on %2").arg(titleOf(state.model), titleOf(state.hardware)));
        sheet.say(2, planSummary(plan.plan), colors.textDim);
        drawVerdict(sheet, plan);
        drawNumbers(sheet, state, plan);
        drawBasis(sheet, state, plan);

        sheet.y += 12;
        heading(kPictureMargin, Words::tr("Memory"));
        heading(right, Words::tr("Devices, coloured by the share of memory used"));
        sheet.y += 30;
        const auto place = [&](double x, double y, const SceneMaker& maker, double room) {
            const Scene scene = maker(room, colors);
            sheet.draw({x, y}, scene);
            return y + scene.height;
        };
        sheet.y = std::max(place(kPictureMargin, sheet.y, memoryScene(evaluation), column),
                           place(right, sheet.y,
                                 latticeScene(evaluation, state.hardware->devicesPerNode,
                                              LatticeColor::Memory, usualForm(plan)),
                                 column)) +
                  20;

        double bottom = sheet.y;
        if (const SceneMaker step = stepScene(evaluation)) {
            heading(kPictureMargin, Words::tr("Where the time goes"));
            bottom = place(kPictureMargin, sheet.y + 28, step, column);
        }
        if (!plan.communication.empty()) {
            heading(right, Words::tr("Communication of one rank in a step"));
            bottom =
                std::max(bottom, place(right, sheet.y + 28,
                                       tableScene(std::make_shared<const core::Table>(onlyColumns(
                                           communicationTable(plan),
                                           {"operation", "group", "bytes_per_rank", "exposed_seconds"}))),
                                       column));
        }
        sheet.y = bottom;
        if (!heap->empty()) {
            sheet.y += 16;
            heading(kPictureMargin, Words::tr("The heap of a device over the step"));
            sheet.y += 28;
            const Scene scene = heapScene(*heap, deviceCapacity(plan), sheet.inner, colors);
            sheet.draw({kPictureMargin, sheet.y}, scene);
            sheet.y += scene.height;
        }
        const QString source =
            Words::tr("Model %1; hardware %2; plan %3.")
                .arg(shownText(state.model->name), shownText(state.hardware->name), planSummary(plan.plan));
        return sheet.end(16, source,
                         plan.unverified.empty() ? QString()
                                                 : Words::tr("Some figures of the hardware are unverified."));
    };
}

Drawing plansDrawing(const PlanState& state, const std::vector<ShownPlan>& plans)
{
    if (plans.empty() || !state.complete())
        return {};
    return [state, plans](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(Words::tr("%1 on %2").arg(titleOf(state.model), titleOf(state.hardware)));
        const Scene scene = plansScene(plans, std::nullopt, sheet.inner, sheet.colors);
        sheet.draw({kPictureMargin, sheet.y + 20}, scene);
        sheet.y += 20 + scene.height;
        return sheet.end(12, Words::tr("Model %1; hardware %2.")
                                 .arg(shownText(state.model->name), shownText(state.hardware->name)));
    };
}

} // namespace shardscope::app
