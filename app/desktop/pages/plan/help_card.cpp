// SPDX-License-Identifier: GPL-3.0-or-later
// The changes are found by a job that the next edit stops; until they are new, the old ones are dimmed and
// out of reach.
#include "app/desktop/pages/plan/help_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/plan/live_plan.h"
#include "app/desktop/plan/carried_plan.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"
#include "core/plan/fit_verdict.h"
#include "core/report/columns.h"

#include <QGridLayout>
#include <QLabel>

#include <cmath>

namespace shardscope::app {
namespace {

constexpr int kHelpQuiet = 150; ///< ms after the last edit
constexpr int kHelpRows = 8;

enum Column { ChangeColumn, StepColumn, DifferenceColumn, MemoryColumn, DevicesColumn, LinkColumn };

/// "−1.9 s", "+310 ms"
QString differenceText(double seconds)
{
    return (seconds < 0 ? QChar(0x2212) : QLatin1Char('+')) +
           quantityString(std::abs(seconds), core::kSecond);
}

QLabel* figureLabel(const QString& text, Role role = Role::Plain)
{
    auto* label = sentenceLabel(text, role);
    label->setWordWrap(false);
    label->setAlignment(Qt::AlignRight | Qt::AlignTop);
    return label;
}

} // namespace

struct HelpCard::Answer {
    PlanState of;
    std::shared_ptr<const core::Evaluation> now;
    core::Result<std::vector<HelpfulChange>> found;
};

HelpCard::HelpCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new QWidget, new TableView, parent)
    , m_workbench(workbench)
    , m_rows(figure<QWidget>())
    , m_table(twin<TableView>())
{
    m_table->setRowsShown(kHelpRows);
    // The changes are looked for once the verdict knows what the allocator does, and has its remedies.
    auto* live = new LivePlan(*this, workbench, "help", LivePlan::Of::Verdict, kHelpQuiet);
    live->set([] { return tr("Looking for changes that help the plan"); },
              [this] {
                  return [state = m_workbench.state(),
                          now = m_workbench.evaluated().value](const core::Task& task) {
                      return Answer{state, now,
                                    helpfulChanges(
                                        *state.model, *state.hardware, *now,
                                        [&](const core::Plan& plan) { return applied(state, plan).plan; },
                                        task)};
                  };
              },
              [this](Answer answer) { show(std::move(answer)); });
    connect(&m_workbench, &Workbench::evaluationChanged, this,
            [this] { m_rows->setEnabled(m_workbench.evaluated().value == m_now); });
    connect(this, &FigureCard::switched, this, [this] { m_table->setTable(tableOf()); });
    retranslate();
}

PlanState HelpCard::applied(const PlanState& state, const core::Plan& plan)
{
    return settled(withPlan(state, plan));
}

void HelpCard::show(Answer answer)
{
    m_of = std::move(answer.of);
    m_now = std::move(answer.now);
    m_problem = answer.found.ok() ? std::nullopt : std::optional(answer.found.error());
    m_changes = answer.found.ok() ? std::move(answer.found).value() : std::vector<HelpfulChange>();
    m_rows->setEnabled(true);
    fill();
}

QString HelpCard::wordsOf(const HelpfulChange& change) const
{
    if (change.remedy) {
        core::Remedy named = *change.remedy; // what it comes to has columns of its own
        named.after.reset();
        named.saved = {};
        named.suffices = false;
        return remedyText(named);
    }
    return changesBetween(m_of, applied(m_of, *change.plan)).join(QStringLiteral(", "));
}

void HelpCard::fill()
{
    for (QWidget* old : m_rows->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        old->hide();
        old->deleteLater(); // the click may be its own
    }
    delete m_rows->layout();
    m_links.clear();
    auto* grid = new QGridLayout(m_rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(2 * metrics::kGrid);
    grid->setVerticalSpacing(metrics::kGrid);
    grid->setColumnStretch(ChangeColumn, 1);
    if (m_changes.empty()) {
        grid->addWidget(sentenceLabel(m_now == nullptr ? tr("Looking for changes that help the plan")
                                      : m_problem      ? namedSentence(*m_problem)
                                      : m_now->verdict.feasible()
                                          ? tr("No single change makes the step faster.")
                                          : tr("No single change makes the plan fit."),
                                      Role::Dim),
                        0, 0);
    } else {
        grid->addWidget(sentenceLabel(tr("Change"), Role::SmallDim), 0, ChangeColumn);
        grid->addWidget(figureLabel(tr("Step"), Role::SmallDim), 0, StepColumn, 1, 2);
        grid->addWidget(figureLabel(tr("Fullest device"), Role::SmallDim), 0, MemoryColumn);
        grid->addWidget(figureLabel(tr("Devices"), Role::SmallDim), 0, DevicesColumn);
    }
    int row = 1;
    for (const HelpfulChange& change : m_changes)
        addRow(row++, change);
    if (showsTable())
        m_table->setTable(tableOf());
}

void HelpCard::addRow(int row, const HelpfulChange& change)
{
    auto* grid = static_cast<QGridLayout*>(m_rows->layout());
    const QString words = wordsOf(change);
    QStringList told{words};
    if (!change.runs)
        told << tr("its framework does not run it");
    if (change.after && !core::feasible(change.after->fit))
        told << tr("does not fit");
    else if (change.after && change.after->fit == core::Fit::Tight)
        told << tr("fits barely");
    auto* sentence = sentenceLabel(told.join(QStringLiteral(" \u00b7 ")), Role::Plain);
    grid->addWidget(sentence, row, ChangeColumn);
    if (change.after) {
        const core::PlanOutcome& after = *change.after;
        if (after.step) {
            const auto before = core::outcomeOf(*m_now).step;
            grid->addWidget(figureLabel(quantityString(*after.step)), row, StepColumn);
            if (before) {
                const double difference = after.step->value() - before->value();
                grid->addWidget(figureLabel(differenceText(difference), difference < 0   ? Role::Good
                                                                        : difference > 0 ? Role::Bad
                                                                                         : Role::Dim),
                                row, DifferenceColumn);
            }
        }
        grid->addWidget(
            figureLabel(quantityString(after.peak), core::feasible(after.fit) ? Role::Plain : Role::Bad), row,
            MemoryColumn);
        grid->addWidget(figureLabel(integerString(after.devices)), row, DevicesColumn);
    }
    if (QWidget* link = makeLink(change, words))
        grid->addWidget(link, row, LinkColumn, Qt::AlignTop);
}

QWidget* HelpCard::makeLink(const HelpfulChange& change, const QString& words)
{
    m_links.push_back(nullptr);
    if (!change.plan)
        return nullptr;
    auto* link = new LinkLabel;
    link->setWordWrap(false);
    link->setLink(tr("apply"));
    link->setAccessibleName(tr("Apply: %1").arg(words));
    m_links.back() = link;
    const bool others = m_of.devicesHeld && change.plan->axes.devices() != m_of.plan.axes.devices();
    link->setEnabled(!others);
    link->setToolTip(others ? tr("The number of devices is held") : tr("Apply this change to the plan"));
    connect(link, &LinkLabel::clicked, this, [this, state = applied(m_of, *change.plan)] {
        if (!stale())
            m_workbench.edit(state, N_("Apply what helps"));
    });
    return link;
}

core::Table HelpCard::tableOf() const
{
    core::Table table{"help", N_("Changes that would help"), {}, {}};
    table.columns = {core::textColumn("change", N_("Change")),
                     core::secondsColumn("step_seconds", N_("Step")),
                     core::secondsColumn("difference_seconds", N_("Difference")),
                     core::bytesColumn("peak_bytes", N_("Fullest device")),
                     core::integerColumn("devices", N_("Devices")),
                     core::flagColumn("fits", N_("Fits")),
                     core::flagColumn("runs", N_("Runs"), N_("in the plan's framework"))};
    if (m_now == nullptr)
        return table;
    const auto before = core::outcomeOf(*m_now).step;
    for (const HelpfulChange& change : m_changes) {
        std::vector<core::Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0] = wordsOf(change).toStdString();
        row[6] = change.runs;
        if (!change.after)
            continue;
        if (change.after->step) {
            row[1] = change.after->step->value();
            if (before)
                row[2] = change.after->step->value() - before->value();
        }
        row[3] = change.after->peak.value();
        row[4] = change.after->devices;
        row[5] = core::feasible(change.after->fit);
    }
    return table;
}

void HelpCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("What would help"));
    setSentence(tr("each change alone"));
    m_table->setAccessibleName(tr("Changes that would help"));
    fill();
}

} // namespace shardscope::app
