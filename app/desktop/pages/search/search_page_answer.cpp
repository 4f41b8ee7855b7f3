// SPDX-License-Identifier: GPL-3.0-or-later
// The Search page: what it shows of an answer; search_page.cpp asks for it.
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/search/question_words.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/table_view.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/search/search_scenes.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/project/kept_answer.h"
#include "app/session/search/answer_sentence.h"
#include "app/session/search/layout_words.h"
#include "app/session/text/choice_words.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/unverified_words.h"
#include "core/base/text_mark.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace shardscope::app {
namespace {

/// What a point of the picture shows, of a plan that no search found.
planner::PlanHit hitOf(const core::Evaluation& evaluation)
{
    planner::PlanHit hit;
    hit.plan = evaluation.plan;
    hit.devices = evaluation.devices;
    hit.samplesPerSecond = evaluation.throughput.samplesPerSecond;
    if (!evaluation.step.empty())
        hit.stepSeconds = evaluation.step.at(core::StepPart::Total).seconds.value();
    for (const core::TierUse& use : evaluation.memory.tiers) {
        if (use.tier == core::Tier::Device)
            hit.peakBytes = std::max(hit.peakBytes, use.peak.value());
    }
    return hit;
}

} // namespace

bool samePlan(const planner::PlanHit& a, const planner::PlanHit& b)
{
    return a.machine == b.machine && a.plan == b.plan;
}

void SearchPage::showHits(const std::vector<planner::PlanHit>& hits,
                          const std::vector<planner::PlanHit>& front)
{
    std::vector<planner::PlanHit> all = hits;
    std::set<std::size_t> edged;
    for (const planner::PlanHit& one : front) {
        const auto found =
            std::ranges::find_if(all, [&](const planner::PlanHit& hit) { return samePlan(hit, one); });
        edged.insert(static_cast<std::size_t>(found - all.begin()));
        if (found == all.end())
            all.push_back(one);
    }
    m_hits = std::make_shared<const std::vector<planner::PlanHit>>(std::move(all));
    m_scatter->setHits(m_hits, std::move(edged));
}

void SearchPage::showRows(std::vector<FoundLayout> rows)
{
    m_rows = std::move(rows);
    core::Table table = layoutTable(m_search, m_rows, "best", N_("Best plans"));
    // Shares are of the best plan of all, even if only some are shown; a sweep has no such plan.
    const auto behind = table.columnIndex("behind");
    const double best = m_answer && !m_answer->best.empty() ? m_answer->best.front().hit.primary : 0;
    for (std::size_t row = 0; behind && row < m_rows.size() && (best > 0 || m_sweep); ++row)
        table.rows[row][*behind] = m_sweep ? core::Cell() : core::Cell(m_rows[row].hit.primary / best - 1);
    m_table->setTable(table);
    m_tableCard->setVisible(!m_rows.empty());
}

void SearchPage::showSweep(const Sweep& sweep)
{
    m_sweep = std::make_shared<const Sweep>(sweep);
    m_search = sweep.search;
    m_sweepCurve->setMaker(
        [shown = m_sweep](double width, const Theme& theme) { return sweepScene(*shown, width, theme); });
    m_sweepTable->setTable(sweepTable(sweep));
    m_sweepCard->show();
    std::vector<FoundLayout> rows;
    for (const SweepRow& row : sweep.rows) {
        if (row.best)
            rows.push_back(*row.best);
    }
    showRows(std::move(rows));
}

/// Says from where on more stops to help.
QString SearchPage::sweepVerdict() const
{
    const std::vector<SweepRow>& rows = m_sweep->rows;
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const SweepRow& row) { return row.best; });
    if (last == rows.rend())
        return tr("Nothing fits at any of these values.");
    const auto knee = std::ranges::find_if(rows, &SweepRow::knee);
    const QString end = tr("At %1 = %2 a device does %3 of what it did at the first value.")
                            .arg(optionText(m_sweep->key), choiceTitle(m_sweep->key, last->value),
                                 percentString(last->efficiency, 0));
    return knee == rows.end()
               ? end
               : tr("The curve bends at %1 = %2.")
                         .arg(optionText(m_sweep->key), choiceTitle(m_sweep->key, knee->value)) +
                     QLatin1Char(' ') + end;
}

void SearchPage::take(core::Result<PlanSearchAnswer> answer)
{
    if (answer.ok()) {
        m_answer = std::make_shared<const PlanSearchAnswer>(std::move(answer).value());
        keepAnswer();
    } else if (answer.error().code != core::ErrorCode::Cancelled)
        m_error = answer.error();
    showAnswer();
    if (m_answer && !m_answer->best.empty())
        select(m_answer->best.front());
}

/// Keeps the answer for the next start, if the question has one search for an answer.
void SearchPage::keepAnswer()
{
    const bool one = !m_request.largestModel && !m_request.smallestDevice && m_request.sweep.empty();
    m_workbench.undoStack().project().setSeat(
        kAnswerSeat, one ? answerText(*m_answer, searchCommand(m_request)) : std::string());
}

ShownSearch SearchPage::shown() const
{
    return {questionText(m_workbench, m_request),
            m_verdict->text(),
            m_doubts->text(),
            shownText(searchCommand(m_request)),
            m_answer,
            m_sweep,
            m_hits,
            m_scatter->front(),
            m_scatter->across(),
            m_scatter->up()};
}

void SearchPage::showAnswer()
{
    emit canExportChanged();
    const bool none = m_answer && m_answer->best.empty();
    setRole(*m_verdict, m_error || none ? Role::TitleBad : Role::Title);
    m_asked->setText(tr("Asked: %1").arg(questionText(m_workbench, m_request)));
    m_asked->setVisible(!m_request.model.empty());
    m_verdict->setVisible(m_error || m_answer || m_sweep);
    m_doubts->setVisible(m_answer && !m_error);
    m_tableCard->setTitle(none ? tr("Nearest plans") : tr("Best plans"));
    m_sweepCard->setVisible(m_sweep && !m_error);
    m_scatterCard->setVisible(m_hits && !m_hits->empty());
    m_sensitivityCard->setVisible(m_answer && !m_answer->sensitivity.empty());
    m_relaxCard->setVisible(none && !m_answer->relax.empty());
    m_togetherCard->setVisible(none && !m_answer->together.empty());
    showMachines();
    showWhy();
    showButtons();
    if (m_error) {
        m_verdict->setText(problemText(*m_error));
        m_progress->clear();
        return;
    }
    if (m_sweep)
        sayVerdict(sweepVerdict());
    if (!m_answer)
        return;
    sayVerdict(m_largest ? largestSentence(*m_largest, cellString, SentenceDigits::Known)
                         : answerSentence(*m_answer, cellString, SentenceDigits::Known));
    const QString broken = brokenText(*m_answer);
    if (none) {
        if (!broken.isEmpty())
            m_progress->setText(broken);
        showRows(m_answer->nearest);
        m_relax->setTable(relaxTable(*m_answer));
        m_together->setTable(togetherTable(*m_answer));
        return;
    }
    QStringList lines{
        tr("%1 plans considered, %2 evaluated, %3 fit; of the %4 best %5 were simulated operation by "
           "operation, "
           "%6 fell out.")
            .arg(integerString(m_answer->outcome.tally.considered),
                 integerString(m_answer->outcome.tally.evaluated),
                 integerString(m_answer->outcome.tally.feasible),
                 integerString(static_cast<std::int64_t>(m_answer->best.size())),
                 integerString(std::ranges::count_if(
                     m_answer->best, [](const FoundLayout& one) { return one.tracedPeakBytes.has_value(); })),
                 integerString(static_cast<std::int64_t>(m_answer->tracedOut.size())))};
    if (!m_answer->unverified.empty()) {
        lines << tr("Unverified figures were used: %1").arg(unverifiedTexts(m_answer->unverified));
    }
    if (!broken.isEmpty())
        lines << broken;
    m_progress->setText(lines.join(QLatin1Char('\n')));
    showRows(m_answer->best);
    m_sensitivity->setTable(sensitivityTable(*m_answer));
    m_axes->setMaker([answer = m_answer](double width, const Theme& theme) {
        return axesScene(answer->sensitivity, width, theme);
    });
}

/// What is missing, by the names of the controls and not of options.
QString SearchPage::problemText(const core::Error& error)
{
    const std::string missing =
        error.code == core::ErrorCode::MissingKey && !error.args.empty() ? error.args.front() : "";
    if (missing == "MODEL")
        return tr("Choose a model first.");
    if (missing == "HARDWARE")
        return tr("Choose a machine first.");
    if (missing == "--tokens")
        return tr("Say how many tokens the training sees: a limit of it needs its length.");
    return errorText(error);
}

/// One sentence: what is answered stands out, what must be known of it follows.
void SearchPage::sayVerdict(const QString& sentence)
{
    const auto [answer, doubts] = answerAndDoubts(sentence);
    m_verdict->setText(answer);
    m_doubts->setText(doubts);
}

/// Shows each machine's best plan or, if the smallest device was asked for, which devices hold the model.
void SearchPage::showMachines()
{
    const bool sizes = m_answer && !m_answer->sizes.empty();
    m_machinesCard->setVisible(sizes || (m_answer && !m_answer->machines.empty()));
    if (sizes)
        m_machines->setTable(deviceSizeTable(*m_answer));
    else if (m_answer)
        m_machines->setTable(
            layoutTable(m_search, m_answer->machines, "machines", N_("The best plan of each machine")));
}

/// Why the open plan is not the best: it is refused, does not fit, or loses time in some parts.
void SearchPage::showWhy()
{
    const bool told = m_answer && m_answer->why;
    m_whyCard->setVisible(told);
    m_scatter->setOwn(told && m_answer->why->evaluation ? std::optional(hitOf(*m_answer->why->evaluation))
                                                        : std::nullopt);
    if (!told)
        return;
    const WhyNot& why = *m_answer->why;
    QString text;
    if (why.refused)
        text = tr("The open plan cannot be evaluated: %1").arg(errorText(*why.refused));
    else if (!why.feasible)
        text = tr("The open plan: %1").arg(verdictText(why.evaluation->verdict));
    else if (why.slower > 0)
        text = tr("The open plan fits.");
    else
        text = tr("The open plan fits and is as fast as the best one.");
    if (const QString more = whySentence(why, cellString); !more.isEmpty())
        text += QLatin1Char('\n') + more;
    m_why->setText(text);
    m_waterfall->setMaker([answer = m_answer](double width, const Theme& theme) {
        return whyScene(*answer->why, width, theme);
    });
    m_whyTable->setTable(whyTable(why));
}

void SearchPage::select(const FoundLayout& layout)
{
    m_selected = layout;
    if (m_hits) {
        const auto found = std::ranges::find_if(
            *m_hits, [&](const planner::PlanHit& hit) { return samePlan(hit, layout.hit); });
        m_scatter->setSelected(found == m_hits->end()
                                   ? std::nullopt
                                   : std::optional(static_cast<std::size_t>(found - m_hits->begin())));
    }
    // The table may be sorted.
    const QAbstractItemModel& shown = *m_table->model();
    for (int row = 0; row < shown.rowCount(); ++row) {
        const auto of = static_cast<std::size_t>(shown.index(row, 0).data(RowRole).toInt());
        if (of < m_rows.size() && samePlan(m_rows[of].hit, layout.hit))
            m_table->selectRow(row);
    }
    showButtons();
}

void SearchPage::showButtons()
{
    m_open->setEnabled(m_selected && !m_largest); // its model is in no file
    m_open->setToolTip(m_largest ? tr("The larger model is in no file yet") : QString());
    m_copyPlan->setEnabled(m_selected && m_answer);
    const PlanState& state = m_workbench.state();
    const bool comparable = m_selected && state.complete() &&
                            m_request.model == state.modelReference.toStdString() &&
                            m_selected->hardware == state.hardware->name;
    m_compare->setEnabled(comparable);
    m_compare->setToolTip(
        comparable || !m_selected
            ? QString()
            : tr("Plans are compared on the open model and machine: open this one as the plan first"));
    m_copySearch->setEnabled(!m_request.model.empty());
    const bool kept = m_selected && QString::fromStdString(layoutWords(m_selected->hit.plan)) == m_keptName;
    m_kept->setVisible(kept);
    m_kept->setLink(kept ? tr("Kept to be compared: %1. Show it in Compare").arg(m_keptName) : QString());
}

} // namespace shardscope::app
