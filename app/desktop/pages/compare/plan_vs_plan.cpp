// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/plan_vs_plan.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/plan/plan_words.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/plan/code_requirements.h"
#include "app/session/plan/plan_strategies.h"
#include "app/session/text/shown_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr const char* kSlot = "plans";
constexpr int kRows = 16;

} // namespace

PlanVsPlan::PlanVsPlan(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_choices(new QListWidget)
    , m_choicesTitle(new QLabel)
    , m_keep(new QPushButton)
    , m_picture(new SceneFigure)
    , m_table(new TableView)
    , m_card(new FigureCard(m_picture, m_table))
    , m_asksTitle(new QLabel)
    , m_asks(new QLabel)
    , m_use(new QPushButton)
    , m_differences(new TableView)
    , m_differencesCard(new FigureCard(m_differences, nullptr))
{
    auto* side = sidePanel(metrics::kControlColumn);
    auto* sideColumn = new QVBoxLayout(side);
    wrap(m_choicesTitle, "section");
    m_choices->setObjectName(QStringLiteral("choices"));
    m_choices->setWordWrap(true);
    sideColumn->addWidget(m_choicesTitle);
    sideColumn->addWidget(m_choices, 1);
    sideColumn->addWidget(m_keep);

    auto* body = new QWidget;
    auto* column = pageColumn(body, metrics::kGrid * 2);
    wrap(m_asksTitle, "heading");
    m_asks->setWordWrap(true);
    m_asks->setTextFormat(Qt::RichText);
    m_asks->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* head = new QHBoxLayout;
    head->addWidget(m_asksTitle, 1);
    head->addWidget(m_use);
    column->addWidget(m_card);
    column->addLayout(head);
    column->addWidget(m_asks);
    column->addWidget(m_differencesCard);
    column->addStretch();
    for (TableView* table : {m_table, m_differences})
        table->setRowsShown(kRows);
    auto* row = rowIn(this, 0);
    row->addWidget(side);
    row->addWidget(new PageScrollArea(body, this), 1);

    m_entries = planChoices();
    connect(m_choices, &QListWidget::itemChanged, this, [this] {
        limit();
        refresh();
    });
    connect(m_keep, &QPushButton::clicked, this, [this] { keep(); });
    connect(m_use, &QPushButton::clicked, this, &PlanVsPlan::use);
    connect(m_picture, &FigureWidget::hovered, this, &PlanVsPlan::hint);
    connect(m_picture, &FigureWidget::activated, this,
            [this](const QString& plan) { select(static_cast<std::size_t>(plan.toUInt())); });
    connect(m_table, &TableView::cellActivated, this,
            [this](int plan, int) { select(static_cast<std::size_t>(plan)); });
    connect(&m_workbench, &Workbench::stateChanged, this, [this] {
        m_stale = true;
        refresh();
    });
    onShow(*this, [this] {
        if (m_stale)
            refresh();
    });
    keepTranslated(*this, [this] { retranslate(); });
    onLookChange(*this, [this] {
        if (!m_shown.empty())
            showSelected();
    });
}

void PlanVsPlan::fill()
{
    const QSignalBlocker quiet(m_choices);
    std::vector<bool> checked;
    for (int row = 0; row < m_choices->count(); ++row)
        checked.push_back(m_choices->item(row)->checkState() == Qt::Checked);
    m_choices->clear();
    for (std::size_t index = 0; index < m_entries.size(); ++index) {
        const PlanChoice& entry = m_entries[index];
        auto* item = new QListWidgetItem(nameOf(entry), m_choices);
        item->setToolTip(entry.key.empty() ? planSummary(entry.plan) : strategyHelp(entry.key));
        const bool on = index < checked.size() ? checked[index] : entry.key.empty() || isFirstChoice(entry);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
    limit();
}

/// Further ones wait until there is room.
void PlanVsPlan::limit()
{
    const QSignalBlocker quiet(m_choices);
    std::size_t checked = 0;
    for (int row = 0; row < m_choices->count(); ++row) {
        QListWidgetItem* item = m_choices->item(row);
        if (item->checkState() == Qt::Checked && ++checked > kMostPlans)
            item->setCheckState(Qt::Unchecked);
    }
    for (int row = 0; row < m_choices->count(); ++row) {
        QListWidgetItem* item = m_choices->item(row);
        const bool free = checked < kMostPlans || item->checkState() == Qt::Checked;
        item->setFlags(free ? item->flags() | Qt::ItemIsEnabled : item->flags() & ~Qt::ItemIsEnabled);
    }
}

void PlanVsPlan::keep()
{
    if (!m_workbench.state().complete())
        return;
    m_entries.push_back({{}, tr("kept plan %1").arg(++m_kept), m_workbench.state().plan});
    fill();
    refresh();
}

void PlanVsPlan::keep(const QString& name, const core::Plan& plan)
{
    m_entries.push_back({{}, name, plan});
    fill();
    QListWidgetItem* added = m_choices->item(m_choices->count() - 1);
    if (added->checkState() != Qt::Checked) { // six are shown already: the last of them makes room
        const QSignalBlocker quiet(m_choices);
        for (int row = m_choices->count() - 2; row >= 0; --row) {
            if (m_choices->item(row)->checkState() == Qt::Checked) {
                m_choices->item(row)->setCheckState(Qt::Unchecked);
                break;
            }
        }
        added->setCheckState(Qt::Checked);
        limit();
    }
    m_stale = true;
    refresh();
}

void PlanVsPlan::refresh()
{
    if (!isVisible() || !m_workbench.state().complete()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    std::vector<PlanChoice> wanted;
    for (int row = 0; row < m_choices->count(); ++row) {
        if (m_choices->item(row)->checkState() == Qt::Checked)
            wanted.push_back(m_entries[static_cast<std::size_t>(row)]);
    }
    m_workbench.jobs().start(
        QString::fromLatin1(kSlot), QString(),
        [state = m_workbench.state(), wanted](const core::Task& task) {
            const planner::Evaluator evaluator(*state.model, *state.hardware);
            std::vector<ShownPlan> plans;
            for (const PlanChoice& choice : wanted) {
                if (task.cancelled())
                    break;
                plans.push_back(shownPlan(choice, evaluator, state));
            }
            return plans;
        },
        [this](std::vector<ShownPlan> plans) { show(std::move(plans)); });
}

void PlanVsPlan::show(std::vector<ShownPlan> plans)
{
    m_shown = std::move(plans);
    if (m_selected && *m_selected >= m_shown.size())
        m_selected.reset();
    if (!m_selected && !m_shown.empty())
        m_selected = 0;
    m_table->setTable(plansTable(m_shown));
    NamedPlans named;
    for (const ShownPlan& plan : m_shown) {
        if (plan.evaluation)
            named.emplace_back(plan.name.toStdString(), plan.evaluation->plan);
    }
    m_differences->setTable(planDifferences(named));
    showSelected();
    emit shown();
}

void PlanVsPlan::select(std::size_t plan)
{
    if (plan >= m_shown.size())
        return;
    m_selected = plan;
    showSelected();
}

void PlanVsPlan::showSelected()
{
    m_picture->setMaker([plans = m_shown, selected = m_selected](double width, const Theme& theme) {
        return plansScene(plans, selected, width, theme);
    });
    const ShownPlan* plan = m_selected ? &m_shown[*m_selected] : nullptr;
    const bool usable = plan && plan->evaluation;
    m_use->setEnabled(usable && plan->evaluation->plan != m_workbench.state().plan);
    m_asksTitle->setText(plan ? tr("What \"%1\" asks of your own code").arg(plan->name) : QString());
    QString text;
    if (usable) {
        text = QStringLiteral("<ul>");
        for (const CodeRequirement& requirement : codeRequirements(plan->evaluation->plan)) {
            text += QStringLiteral("<li>%1").arg(markupText(requirement.text));
            if (!requirement.source.isEmpty())
                text += QStringLiteral(" <span style=\"color:%1\">(%2)</span>")
                            .arg(themeOf(this).textDim.name(), markupText(requirement.source));
            text += QStringLiteral("</li>");
        }
        text += QStringLiteral("</ul>");
    } else if (plan) {
        text = markupText(plan->problem);
    }
    m_asks->setText(text);
}

QString PlanVsPlan::asks() const { return m_asks->text(); }

void PlanVsPlan::use()
{
    if (!m_selected || !m_shown[*m_selected].evaluation)
        return;
    const ShownPlan plan = m_shown[*m_selected];
    m_workbench.edit(withPlan(m_workbench.state(), plan.evaluation->plan), tr("Use %1").arg(plan.name));
}

void PlanVsPlan::retranslate()
{
    m_choicesTitle->setText(tr("UP TO SIX PLANS, ON AS MANY DEVICES, WITH ONE GLOBAL BATCH"));
    m_choices->setAccessibleName(tr("Plans to compare"));
    m_keep->setText(tr("Keep the plan being edited"));
    m_card->setTitle(tr("Plans side by side"));
    m_picture->setAccessibleName(tr("Memory and time of each plan"));
    m_use->setText(tr("Use this plan"));
    m_differencesCard->setTitle(tr("What they differ in"));
    fill();
    refresh();
}

} // namespace shardscope::app
