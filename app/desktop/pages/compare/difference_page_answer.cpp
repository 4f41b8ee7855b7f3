// SPDX-License-Identifier: GPL-3.0-or-later
// What the page shows of an answer, and where its parts lead to.
#include "app/desktop/pages/compare/difference_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/compare/difference_tables.h"
#include "app/desktop/pages/compare/lanes_figure.h"
#include "app/desktop/pages/compare/learn_card.h"
#include "app/desktop/pages/compare/rank_numbering.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/compare/difference_views.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"
#include "core/io/escape.h"
#include "core/io/text_file.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

const QString kPairSlot = QStringLiteral("compared pair");

/// Sentences and tables, as shardscope-cli compare --report md tells them.
std::string differenceMarkdown(const SideDifference& difference)
{
    const core::Report report = differenceReport(difference, 0);
    std::string text = "# " + core::printable(report.title) + "\n\n";
    for (const QString& line :
         obstacleLines(difference) + differenceSentences(difference) + furtherSentences(difference))
        text += core::printable(line.toStdString()) + "\n";
    for (const core::Table& table : report.tables) {
        text += "\n## " + translated(table.title).toStdString() + "\n\n|";
        std::string rule = "|";
        for (const core::Column& column : table.columns) {
            text += " " + core::markdownCell(translated(column.title).toStdString()) + " |";
            rule += column.kind == core::CellKind::Text ? "---|" : "---:|";
        }
        text += "\n" + rule + "\n";
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            text += "|";
            for (std::size_t column = 0; column < table.columns.size(); ++column)
                text += " " + core::markdownCell(cellString(table, row, column).toStdString()) + " |";
            text += "\n";
        }
    }
    return text;
}

} // namespace

void DifferencePage::show(const Answer& answer)
{
    if (answer.problem && answer.problem->code == core::ErrorCode::Cancelled)
        return;
    if (answer.a)
        m_worked[m_shownKeys.first] = answer.a;
    if (answer.b)
        m_worked[m_shownKeys.second] = answer.b;
    m_veil->setStale(false);
    m_problem = answer.problem;
    m_shown = answer.shown;
    m_part.reset();
    m_pair = 0;
    showAnswer();
    if (m_dialog && m_shown)
        m_dialog->showDifference(m_shown->difference, m_shownOrder);
}

void DifferencePage::showAnswer()
{
    m_refused = m_shown && !m_shown->difference.obstacles.empty() && m_anyway != m_shownKeys;
    const ShownDifferencePtr seen = shown();
    m_cards->setVisible(seen != nullptr);
    m_waterfall->setMaker(seen ? SceneMaker([seen, part = m_part](double width, const Theme& theme) {
        return waterfallScene(seen->difference, part, width, theme);
    })
                               : nullptr);
    std::shared_ptr<const core::Table> bars;
    if (seen) {
        core::Report report = differenceReport(seen->difference, 1);
        for (core::Table& table : report.tables) {
            if (table.key == "waterfall")
                bars = std::make_shared<const core::Table>(std::move(table));
        }
    }
    m_waterfallTable->setTable(bars);
    m_ruler->setShown(seen);
    m_tables->setShown(seen);
    const ComparedSource* const a = sourceOf(m_shownKeys.first);
    const ComparedSource* const b = sourceOf(m_shownKeys.second);
    const bool planIsA = a && a->isPlan();
    const ComparedSource* const run = planIsA ? b : a;
    m_learn->setShown(seen, planIsA ? a : b, run && run->isRecorded() ? run : nullptr);
    fillPairs();
    showVerdict();
    emit canExportChanged();
}

void DifferencePage::showVerdict()
{
    const bool any = m_shown != nullptr;
    QStringList sentences;
    if (shown())
        sentences = differenceSentences(m_shown->difference);
    if (m_problem)
        m_verdict->setText(errorText(*m_problem));
    else if (m_refused)
        m_verdict->setText(tr("Not compared yet: the two do not agree."));
    else if (any)
        m_verdict->setText(sentences.value(0));
    constexpr int kWhy = 1;
    constexpr int kTry = 2;
    QStringList why = sentences.mid(kWhy, 1);
    if (shown())
        why += furtherSentences(m_shown->difference);
    m_why->setText(why.join(QLatin1Char('\n')));
    m_try->setText(sentences.value(kTry));
    m_why->setVisible(!m_why->text().isEmpty());
    m_try->setVisible(!m_try->text().isEmpty());
    const bool obstacles = any && !m_shown->difference.obstacles.empty();
    m_obstacles->setText(obstacles ? obstacleLines(m_shown->difference).join(QLatin1Char('\n')) : QString());
    m_obstacles->setVisible(obstacles);
    m_anywayButton->setVisible(m_refused);
    const ComparedSource* const a = sourceOf(m_shownKeys.first);
    const ComparedSource* const b = sourceOf(m_shownKeys.second);
    const auto isOpenPlan = [](const ComparedSource* one) {
        return one && one->kind == ComparedSource::Kind::OpenPlan;
    };
    m_mend->setVisible(m_refused && (isOpenPlan(a) || isOpenPlan(b)) &&
                       mendedPlan(m_workbench.state().plan, m_shown->difference.obstacles, isOpenPlan(a)));
    m_ways->setVisible(m_refused); // else their room stays empty
    m_agrees->setVisible(any && !m_problem);
    m_agrees->setText(obstacles ? tr("the two do not agree") : tr("model, batch and device agree"));
    setRole(*m_agrees, obstacles ? Role::ChipWarn : Role::ChipGood);
    m_matching->setEnabled(any);
    m_export->setEnabled(shown() != nullptr);
    m_waterfallCard->setSentence(shown() ? tr("Mean of a step; %1 of what differs is explained.")
                                               .arg(percentString(m_shown->difference.steps.explained))
                                         : QString());
}

/// "The plan has micro-batch 4, the run 8": one step of the history, which can be undone.
void DifferencePage::mendPlan()
{
    if (!m_shown)
        return;
    const ComparedSource* const a = sourceOf(m_shownKeys.first);
    const bool planIsA = a && a->kind == ComparedSource::Kind::OpenPlan;
    const auto plan = mendedPlan(m_workbench.state().plan, m_shown->difference.obstacles, planIsA);
    if (plan)
        m_workbench.edit(withPlan(m_workbench.state(), *plan), {N_("Plan as the run is"), {}});
}

void DifferencePage::choosePart(std::size_t part)
{
    const ShownDifferencePtr seen = shown();
    if (!seen || part >= seen->difference.steps.parts.size())
        return;
    m_part = part;
    m_waterfall->setMaker([seen, part](double width, const Theme& theme) {
        return waterfallScene(seen->difference, part, width, theme);
    });
    const profiler::DifferencePart& of = seen->difference.steps.parts[part];
    m_ruler->mark({of.term});
    m_tables->showTerm(of.term);
}

void DifferencePage::goTo(const QString& place)
{
    const QStringList parts = place.split(QLatin1Char(':'));
    const ShownDifferencePtr seen = shown();
    constexpr int kParts = 3;
    if (!seen || parts.size() != kParts)
        return;
    const auto lane = static_cast<std::size_t>(parts[0].toUInt());
    if (lane >= seen->lanes.lanes.size())
        return;
    const StepLane& of = seen->lanes.lanes[lane];
    const qint64 begin = of.at + parts[1].toLongLong();
    const qint64 end = of.at + parts[2].toLongLong();
    const ComparedSource* const source = sourceOf(of.second ? m_shownKeys.second : m_shownKeys.first);
    if (!source)
        return;
    if (source->isPlan()) {
        const DifferenceSide& side = of.second ? seen->difference.b : seen->difference.a;
        return m_workbench.showSimulated(
            side.input->columns().run(), [title = source->title] { return title; },
            [this, begin, end] { emit spanWanted(begin, end, -1); });
    }
    if (source->simulated)
        m_workbench.showRun(RunFrom::Simulation);
    else if (source->run == m_workbench.run(RunFrom::Files))
        m_workbench.showRun(RunFrom::Files);
    else
        m_workbench.showBeside(RunViewPtr(source->run));
    emit spanWanted(begin, end, -1);
}

void DifferencePage::showMatching()
{
    if (!m_shown)
        return;
    m_dialog = new MatchingDialog(m_shown->difference, m_shownOrder, this);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &MatchingDialog::orderChosen, this, &DifferencePage::numberRanks);
    m_dialog->open();
}

/// What the reader said of the recording's ranks; of two recordings nobody is asked.
std::string DifferencePage::orderOf(const ComparedSource* a, const ComparedSource* b) const
{
    for (const ComparedSource* const one : {a, b}) {
        if (one && one->isRecorded())
            return keptRankOrder(m_workbench.undoStack(), *one->run);
    }
    return {};
}

void DifferencePage::numberRanks(const QString& order)
{
    for (const QString& key : {m_shownKeys.first, m_shownKeys.second}) {
        const ComparedSource* const one = sourceOf(key);
        if (one && one->isRecorded())
            return keepRankOrder(m_workbench.undoStack(), *one->run, one->title, order.toStdString());
    }
}

void DifferencePage::fillPairs()
{
    const QSignalBlocker quiet(m_pairs);
    m_pairs->clear();
    const ShownDifferencePtr seen = shown();
    const auto name = [](const profiler::DeviceAccount& device) {
        const QString rank = device.rank < 0 ? QStringLiteral("–") : QString::number(device.rank);
        return device.device < 0 ? rank : QStringLiteral("%1.%2").arg(rank).arg(device.device);
    };
    for (std::size_t at = 0; seen && at < seen->difference.steps.pairs.size(); ++at) {
        const auto& [a, b] = seen->difference.steps.pairs[at];
        m_pairs->addItem(
            tr("rank %1 and rank %2")
                .arg(name(seen->difference.a.steps.devices[a]), name(seen->difference.b.steps.devices[b])));
    }
    m_pairs->setVisible(m_pairs->count() > 1);
    m_pairs->setCurrentIndex(static_cast<int>(m_pair));
}

void DifferencePage::choosePair(int pair)
{
    if (!m_shown || pair < 0)
        return;
    m_pair = static_cast<std::size_t>(pair);
    m_workbench.jobs().start(
        kPairSlot, tr("Laying out a step"),
        [shown = m_shown, pair](const core::Task& task) {
            return stepLanes(shown->difference, static_cast<std::size_t>(pair), task);
        },
        [this, of = m_shown](core::Result<StepLanes> lanes) {
            if (!lanes.ok() || of != m_shown)
                return;
            auto next = std::make_shared<ShownDifference>(*of);
            next->lanes = std::move(lanes).value();
            m_shown = std::move(next);
            m_ruler->setShown(shown());
        });
}

void DifferencePage::write(const QString& file)
{
    const ShownDifferencePtr seen = shown();
    if (!seen || file.isEmpty())
        return;
    const bool markdown = file.endsWith(QLatin1String(".md"));
    std::string text = markdown ? differenceMarkdown(seen->difference) : differenceJson(seen->difference);
    m_workbench.jobs().write(file, tr("Writing the difference"),
                             [file, text = std::move(text)](const core::Task&) {
                                 return core::writeTextFile(file.toStdString(), text);
                             });
}

} // namespace shardscope::app
