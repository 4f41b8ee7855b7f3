// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/recommender/recommender_search_card.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/recommender/search_scatter.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <limits>

namespace shardscope::app {
namespace {

constexpr const char* kSearchSlot = "plan search";
constexpr int kMostPlansKept = 100;
constexpr int kRows = std::numeric_limits<int>::max(); ///< the page scrolls, no table in it does

} // namespace

RecommenderSearchCard::RecommenderSearchCard(Workbench& workbench, Asked asked, QWidget* parent)
    : FigureCard(new SceneFigure, new TableView, parent)
    , m_workbench(workbench)
    , m_asked(std::move(asked))
    , m_picture(figure<SceneFigure>())
    , m_table(twin<TableView>())
    , m_objective(new QComboBox)
    , m_top(new QSpinBox)
    , m_pareto(new QCheckBox)
    , m_anyDevices(new QCheckBox)
    , m_anyFormats(new QCheckBox)
    , m_anyBatch(new QCheckBox)
    , m_button(new QPushButton)
    , m_summary(new QLabel)
{
    addControls();
    m_table->setRowsShown(kRows);
    const auto slot = QString::fromLatin1(kSearchSlot);
    connect(m_button, &QPushButton::clicked, this, &RecommenderSearchCard::searchOrCancel);
    connect(m_picture, &FigureWidget::hovered, this, &FigureCard::hint);
    connect(m_picture, &FigureWidget::activated, this,
            [this](const QString& path) { use(static_cast<std::size_t>(path.toUInt())); });
    connect(m_table, &TableView::cellActivated, this,
            [this](int row, int) { use(static_cast<std::size_t>(row)); });
    connect(&m_workbench, &Workbench::stateChanged, this, &RecommenderSearchCard::follow);
    connect(&m_workbench.jobs(), &Jobs::started, this, [this, slot](const QString& started) {
        if (started == slot)
            refresh();
    });
    connect(&m_workbench.jobs(), &Jobs::progressed, this,
            [this, slot](const QString& of, const QString&, double fraction) {
                if (of == slot && fraction >= 0)
                    m_summary->setText(tr("Searching: %1").arg(percentString(fraction, 0)));
            });
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this, slot](const QString& finished) {
        if (finished == slot)
            refresh();
    });
    retranslate();
}

void RecommenderSearchCard::addControls()
{
    m_top->setRange(1, kMostPlansKept);
    m_top->setValue(static_cast<int>(SearchAroundOptions{}.top));
    m_top->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_pareto->setChecked(true);
    m_anyDevices->setChecked(true);
    m_anyFormats->setChecked(true);
    m_anyBatch->setChecked(true);
    for (std::size_t i = 0; i < planner::kSearchObjectives.size(); ++i)
        m_objective->addItem(QString());
    m_objective->setCurrentIndex(static_cast<int>(SearchAroundOptions{}.objective));
    m_summary->setParent(this);
    wrapText(m_summary);
    addRow(
        controlBar({m_objective, m_top, m_pareto, m_anyDevices, m_anyFormats, m_anyBatch, m_button}, this));
    addRow(m_summary);
}

QString RecommenderSearchCard::summary() const { return m_summary->text(); }

bool RecommenderSearchCard::searching() const
{
    return m_workbench.jobs().running(QString::fromLatin1(kSearchSlot));
}

SearchAroundOptions RecommenderSearchCard::options() const
{
    return {planner::kSearchObjectives[static_cast<std::size_t>(std::max(0, m_objective->currentIndex()))],
            m_top->value(),
            m_pareto->isChecked(),
            m_anyDevices->isChecked(),
            m_anyFormats->isChecked(),
            m_anyBatch->isChecked()};
}

void RecommenderSearchCard::searchOrCancel()
{
    if (searching())
        return m_workbench.jobs().cancel(QString::fromLatin1(kSearchSlot));
    const auto asked = m_asked();
    m_searched = m_workbench.state();
    if (!asked.ok())
        return take(asked.error());
    m_workbench.jobs().start(
        QString::fromLatin1(kSearchSlot), tr("Searching plans"),
        [request = *asked, options = options()](const core::Task& task) {
            return searchAround(request, options, task);
        },
        [this](core::Result<SearchAnswer> answer) { take(std::move(answer)); });
}

void RecommenderSearchCard::forget()
{
    m_plans.clear();
    m_tally.reset();
    m_error.reset();
}

void RecommenderSearchCard::take(core::Result<SearchAnswer> answer)
{
    forget();
    if (answer.ok()) {
        m_plans = foundPlans(answer->outcome);
        m_tally = answer->outcome.tally;
        m_basis = searchSentence(*answer, cellString) + QLatin1Char(' ') + searchBasis(*answer);
    } else if (answer.error().code != core::ErrorCode::Cancelled) {
        m_error = answer.error();
    }
    showPlans();
    refresh();
}

void RecommenderSearchCard::use(std::size_t index)
{
    if (index >= m_plans.size())
        return;
    const planner::SearchHit& hit = m_plans[index].hit;
    m_workbench.edit(withPlan(m_workbench.state(), hit.plan),
                     {N_("Use the plan on %1 devices"), {std::to_string(hit.devices)}});
}

void RecommenderSearchCard::follow()
{
    const PlanState& state = m_workbench.state();
    if (m_searched.model && (state.model != m_searched.model || state.hardware != m_searched.hardware ||
                             !sameChoices(state, m_searched))) {
        m_workbench.jobs().cancel(QString::fromLatin1(kSearchSlot));
        forget();
        m_searched = {};
        showPlans();
    } else if (!m_plans.empty() && state.plan != m_ringed) {
        showPicture();
    }
    refresh();
}

void RecommenderSearchCard::showPlans()
{
    showPicture();
    m_table->setTable(foundTable(m_plans));
}

void RecommenderSearchCard::showPicture()
{
    m_ringed = m_workbench.state().plan;
    m_picture->setMaker([plans = m_plans, current = m_ringed](double width, const Theme& theme) {
        return searchScene(plans, current, width, theme);
    });
}

void RecommenderSearchCard::refresh()
{
    m_button->setText(searching() ? tr("Cancel") : tr("Search"));
    m_summary->setVisible(searching() || m_tally || m_error);
    if (searching()) {
        m_summary->setText(tr("Searching: %1").arg(percentString(0, 0)));
    } else if (m_error) {
        m_summary->setText(errorText(*m_error));
    } else if (m_tally) {
        std::int64_t pruned = 0;
        for (const auto& [rule, count] : m_tally->pruned)
            pruned += count;
        QString text = tr("%1 plans considered: %2 left out by rules, %3 evaluated over %4 placements.")
                           .arg(integerString(m_tally->considered), integerString(pruned),
                                integerString(m_tally->evaluated), integerString(m_tally->placements));
        if (!m_basis.isEmpty())
            text = m_basis + QLatin1Char(' ') + text;
        if (m_plans.empty())
            text += QLatin1Char(' ') + tr("None of them fits.");
        else if (!searchedFrom(m_workbench.state().plan, m_plans.front().hit))
            text += QLatin1Char(' ') + tr("The plan has changed since: search again to have it considered.");
        m_summary->setText(text);
    }
}

void RecommenderSearchCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(tr("ZionEX: search for a better plan"));
    const QStringList objectives{tr("least time"), tr("least device memory"), tr("least cost"),
                                 tr("least energy"), tr("most for each device")};
    for (int i = 0; i < m_objective->count(); ++i)
        m_objective->setItemText(i, objectives.value(i));
    m_objective->setAccessibleName(tr("What is to be least, for a sample"));
    m_objective->setToolTip(tr("What is to be least, for a sample"));
    m_top->setPrefix(tr("best "));
    m_top->setAccessibleName(tr("How many plans to keep"));
    m_top->setToolTip(tr("How many plans to keep"));
    m_pareto->setText(tr("and the front"));
    m_pareto->setToolTip(tr("Also the plans that no other beats in rate, memory and devices"));
    m_anyDevices->setText(tr("any number of devices"));
    m_anyDevices->setToolTip(tr("Powers of two of whole nodes; otherwise the plan's own number"));
    m_anyFormats->setText(tr("any formats"));
    m_anyFormats->setToolTip(
        tr("On the wire and in the perceptrons; otherwise those that the plan names stay"));
    m_anyBatch->setText(tr("any batch"));
    m_anyBatch->setToolTip(
        tr("The largest batch of a device that fits, up to the global batch that published "
           "trainings had; otherwise the plan's own"));
    m_picture->setAccessibleName(tr("Plans found: cost against rate"));
    m_table->setAccessibleName(tr("Plans found"));
    showPlans();
    refresh();
}

} // namespace shardscope::app
