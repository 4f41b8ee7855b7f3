// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/plan_vs_plan.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/plan/ranked_plans.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/compare/compared_plans.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/plan/code_requirements.h"
#include "app/session/plan/plan_strategies.h"
#include "app/session/text/shown_text.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_file.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <map>

namespace shardscope::app {
namespace {

constexpr int kRows = std::numeric_limits<int>::max(); ///< the page scrolls, no table in it does

} // namespace

PlanVsPlan::PlanVsPlan(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_choices(new QListWidget)
    , m_choicesTitle(new QLabel)
    , m_batch(new QComboBox)
    , m_keep(new QPushButton)
    , m_letGo(new QPushButton)
    , m_picture(new SceneFigure)
    , m_table(new TableView)
    , m_card(new FigureCard(m_picture, m_table))
    , m_leftOut(new QLabel)
    , m_asksTitle(new QLabel)
    , m_asks(new QLabel)
    , m_use(new QPushButton)
    , m_differences(new TableView)
    , m_differencesCard(new FigureCard(m_differences, nullptr))
    , m_rows(new ComparedPlans(workbench, this))
{
    auto* side = sidePanel(metrics::kControlColumn);
    auto* sideColumn = new QVBoxLayout(side);
    wrap(m_choicesTitle, Role::Section);
    setRole(*m_choices, Role::Choices);
    m_choices->setWordWrap(true);
    sideColumn->addWidget(m_choicesTitle);
    sideColumn->addWidget(m_batch);
    sideColumn->addWidget(m_choices, 1);
    sideColumn->addWidget(m_keep);
    sideColumn->addWidget(m_letGo);

    auto* body = new QWidget;
    auto* column = pageColumn(body, metrics::kGrid * 2);
    wrap(m_asksTitle, Role::Heading);
    m_asks->setWordWrap(true);
    m_asks->setTextFormat(Qt::RichText);
    m_asks->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* head = new QHBoxLayout;
    head->addWidget(m_asksTitle, 1);
    head->addWidget(m_use);
    wrapText(m_leftOut, Role::Dim);
    m_leftOut->setTextFormat(Qt::PlainText);
    column->addWidget(m_card);
    column->addWidget(m_leftOut);
    column->addLayout(head);
    column->addWidget(m_asks);
    column->addWidget(m_differencesCard);
    column->addStretch();
    for (TableView* table : {m_table, m_differences})
        table->setRowsShown(kRows);
    auto* row = rowIn(this, 0);
    row->addWidget(side);
    row->addWidget(new PageScrollArea(body, this), 1);

    fillEntries();
    // Keeping one and letting one go are undone and done again elsewhere; another project has others.
    connect(&m_workbench.undoStack(), &History::changed, this, [this] {
        if (fillEntries()) {
            fill();
            refresh();
        }
    });
    connect(m_choices, &QListWidget::itemChanged, this, [this] {
        limit();
        refresh();
    });
    m_batch->setObjectName(QStringLiteral("batch"));
    m_batch->addItems({QString(), QString()}); // named by retranslate()
    connect(m_batch, &QComboBox::activated, this, [this] {
        m_batchChosen = true;
        refresh();
    });
    connect(m_keep, &QPushButton::clicked, this, [this] { keep(); });
    connect(m_letGo, &QPushButton::clicked, this, &PlanVsPlan::letGo);
    connect(m_choices, &QListWidget::currentRowChanged, this,
            [this] { m_letGo->setEnabled(markedOnShelf().has_value()); });
    connect(m_rows, &ComparedPlans::changed, this, &PlanVsPlan::show);
    connect(m_use, &QPushButton::clicked, this, &PlanVsPlan::use);
    connect(m_picture, &FigureWidget::hovered, this, &PlanVsPlan::hint);
    connect(m_picture, &FigureWidget::activated, this,
            [this](const QString& plan) { select(static_cast<std::size_t>(plan.toUInt())); });
    connect(m_table, &TableView::cellActivated, this,
            [this](int plan, int) { select(static_cast<std::size_t>(plan)); });
    connect(&m_workbench, &Workbench::stateChanged, this, [this] {
        if (fillEntries()) // another model or machine: other layouts apply
            fill();
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

bool PlanVsPlan::fillEntries()
{
    std::vector<PlanChoice> entries = planChoices(m_workbench.state());
    for (const ShelvedPlan& plan : m_workbench.shelf().plans())
        entries.push_back({{}, plan});
    const auto named = [](const PlanChoice& a, const PlanChoice& b) { return keyOf(a) == keyOf(b); };
    const bool others = !std::ranges::equal(entries, m_entries, named);
    m_entries = std::move(entries);
    return others;
}

void PlanVsPlan::fill()
{
    const QSignalBlocker quiet(m_choices);
    std::map<QString, bool> checked; // names are those of the language
    for (int row = 0; row < m_choices->count(); ++row)
        checked[m_choices->item(row)->data(Qt::UserRole).toString()] =
            m_choices->item(row)->checkState() == Qt::Checked;
    m_choices->clear();
    for (std::size_t index = 0; index < m_entries.size(); ++index) {
        const PlanChoice& entry = m_entries[index];
        auto* item = new QListWidgetItem(nameOf(entry), m_choices);
        const auto title = [&](const QString& reference) {
            return m_workbench.catalogTitle(reference.toStdString());
        };
        item->setToolTip(
            entry.kept ? tr("Kept of %1 on %2").arg(title(entry.kept->model), title(entry.kept->hardware))
                       : strategyHelp(entry.key));
        const QString which = keyOf(entry);
        item->setData(Qt::UserRole, which);
        const auto before = checked.find(which);
        const bool on = before != checked.end() ? before->second : isFirstChoice(entry);
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

void PlanVsPlan::keep() { keep(m_workbench.shelf().freshName(), m_workbench.state().plan); }

void PlanVsPlan::keep(const QString& name, const core::Plan& plan)
{
    const PlanState& state = m_workbench.state();
    if (state.complete())
        add({name, state.modelReference, state.hardwareReference, core::planDocument(plan)});
}

void PlanVsPlan::add(ShelvedPlan plan)
{
    if (const auto kept = m_workbench.shelf().keep(std::move(plan)); !kept.ok()) {
        m_workbench.fail(kept.error());
        return;
    }
    QListWidgetItem* added = m_choices->item(m_choices->count() - 1);
    const QSignalBlocker quiet(m_choices);
    int checked = 0;
    for (int row = 0; row < m_choices->count(); ++row)
        checked += m_choices->item(row)->checkState() == Qt::Checked ? 1 : 0;
    // If as many as there is room for are shown already, the last of them makes room.
    for (int row = m_choices->count() - 2; row >= 0 && checked >= static_cast<int>(kMostPlans); --row) {
        if (m_choices->item(row)->checkState() != Qt::Checked)
            continue;
        m_choices->item(row)->setCheckState(Qt::Unchecked);
        --checked;
    }
    added->setCheckState(Qt::Checked);
    limit();
    refresh();
}

std::optional<std::size_t> PlanVsPlan::markedOnShelf() const
{
    const int row = m_choices->currentRow();
    if (row < 0 || static_cast<std::size_t>(row) >= m_entries.size())
        return {};
    const PlanChoice& marked = m_entries[static_cast<std::size_t>(row)];
    const auto& plans = m_workbench.shelf().plans();
    for (std::size_t at = 0; marked.kept && at < plans.size(); ++at) {
        if (plans[at].name == marked.kept->name)
            return at;
    }
    return {};
}

void PlanVsPlan::letGo()
{
    const auto at = markedOnShelf();
    if (!at)
        return;
    const int row = m_choices->currentRow();
    const auto answer = QMessageBox::question(
        this, tr("Shardscope"),
        tr("Take \"%1\" off the list? It is not kept anywhere else.").arg(m_choices->item(row)->text()));
    if (answer != QMessageBox::Yes)
        return;
    if (const auto gone = m_workbench.shelf().letGo(*at); !gone.ok())
        m_workbench.fail(gone.error());
    m_letGo->setEnabled(markedOnShelf().has_value());
    limit();
    refresh();
}

void PlanVsPlan::refresh()
{
    if (!isVisible() || !m_workbench.state().complete()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    suggestBatch();
    std::vector<PlanChoice> wanted;
    for (int row = 0; row < m_choices->count(); ++row) {
        if (m_choices->item(row)->checkState() == Qt::Checked)
            wanted.push_back(m_entries[static_cast<std::size_t>(row)]);
    }
    m_rows->ask(wanted, static_cast<StrategyBatch>(m_batch->currentIndex()));
}

void PlanVsPlan::suggestBatch()
{
    if (!m_batchChosen)
        m_batch->setCurrentIndex(static_cast<int>(suggestedBatch(m_workbench.state().plan)));
}

bool PlanVsPlan::complete() const
{
    return std::ranges::none_of(m_shown, [](const ShownPlan& plan) { return plan.pending; });
}

void PlanVsPlan::show()
{
    RankedPlans ranked = rankedPlans(m_rows->rows());
    m_shown = std::move(ranked.plans);
    m_table->setTable(plansTable(m_shown));
    m_differences->setTable(namedDifferences(m_shown, m_workbench.state()));
    QStringList out;
    for (const ShownPlan& plan : ranked.leftOut)
        out << tr("%1: %2", "a layout, why it cannot be followed").arg(plan.name, plan.problem);
    m_leftOut->setText(tr("Left out: %1").arg(out.join(QLatin1Char(' '))));
    m_leftOut->setVisible(!out.isEmpty());
    showSelected();
    emit shown();
}

std::size_t PlanVsPlan::selected() const
{
    const auto clicked = std::ranges::find(m_shown, m_selected, &ShownPlan::key);
    return clicked == m_shown.end() ? 0 : static_cast<std::size_t>(clicked - m_shown.begin());
}

void PlanVsPlan::select(std::size_t plan)
{
    if (plan >= m_shown.size())
        return;
    m_selected = m_shown[plan].key;
    showSelected();
}

void PlanVsPlan::showSelected()
{
    const ShownPlan* plan = m_shown.empty() ? nullptr : &m_shown[selected()];
    m_picture->setMaker([plans = m_shown, at = plan ? std::optional(selected())
                                                    : std::nullopt](double width, const Theme& theme) {
        return plansScene(plans, at, width, theme);
    });
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

void PlanVsPlan::use()
{
    if (m_shown.empty() || !m_shown[selected()].evaluation)
        return;
    const ShownPlan plan = m_shown[selected()];
    m_workbench.edit(withPlan(m_workbench.state(), plan.evaluation->plan),
                     {N_("Use %1"), {plan.name.toStdString()}});
}

void PlanVsPlan::retranslate()
{
    m_choicesTitle->setText(tr("Up to six plans, on as many devices"));
    m_batch->setItemText(static_cast<int>(StrategyBatch::Given), tr("One global batch, the plan's"));
    m_batch->setItemText(static_cast<int>(StrategyBatch::Largest), tr("The batch that suits each"));
    m_batch->setAccessibleName(tr("Whose batch the layouts have"));
    m_choices->setAccessibleName(tr("Plans to compare"));
    m_keep->setText(tr("Keep the plan being edited"));
    m_keep->setToolTip(tr("It stays in this list, also at the next start"));
    m_letGo->setText(tr("Take off the list"));
    m_letGo->setEnabled(markedOnShelf().has_value());
    m_card->setTitle(tr("Plans side by side"));
    m_picture->setAccessibleName(tr("Memory and time of each plan"));
    m_use->setText(tr("Use this plan"));
    m_differencesCard->setTitle(tr("What they differ in"));
    fill();
    refresh();
}

} // namespace shardscope::app
