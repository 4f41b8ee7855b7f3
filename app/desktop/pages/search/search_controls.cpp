// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/search/search_controls.h"
#include "app/desktop/theme/roles.h"

#include "app/desktop/widgets/several_box.h"
#include "core/base/joined.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kSweep = 1; ///< of the questions
constexpr int kLargest = 2;
constexpr int kSmallest = 3;
constexpr int kCheapest = 4;
constexpr int kQuestions = 5;

QStringList objectiveWords()
{
    return {SearchControls::tr("time"), SearchControls::tr("cost"), SearchControls::tr("energy"),
            SearchControls::tr("memory"), SearchControls::tr("devices")};
}

} // namespace

SearchControls::SearchControls(Workbench& workbench, QWidget* parent)
    : ControlColumn(workbench, parent)
    , m_machines(new SeveralBox(widget()))
    , m_question(new QComboBox(widget()))
    , m_objective(new QComboBox(widget()))
    , m_front(new SeveralBox(widget()))
    , m_button(new QPushButton(widget()))
{
    setRole(*m_button, Role::Primary);
    for (int i = 0; i < kQuestions; ++i)
        m_question->addItem(QString());
    m_question->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // not as wide as the
    m_question->setMinimumContentsLength(8);                                           // longest question
    addUnder(m_question, [] { return tr("Question"); });
    m_sweep = addText([] { return tr("Values"); }, [] { return tr("devices=64..1024"); }, true);
    showSweep(false);
    connect(m_question, &QComboBox::currentIndexChanged, this, [this](int question) {
        showSweep(question == kSweep);
        if (question == kSweep && m_sweep->text().isEmpty())
            m_sweep->setText(QStringLiteral("devices=64..1024"));
        m_objective->setEnabled(!cheapest());
        fillPrice();
    });
    m_model =
        addCatalogue([] { return tr("Model"); }, m_workbench.catalog().modelNames(), [](const QString&) {});
    m_model->setCurrentIndex(-1);
    addUnder(m_machines, [] { return tr("Machines"); });
    m_take = new QPushButton(widget());
    setRole(*m_take, Role::Link);
    m_column->addWidget(m_take);
    connect(m_take, &QPushButton::clicked, this, [this] {
        takeOpenPlan();
        emit changed();
    });
    m_devices =
        addText([] { return tr("Devices"); }, [] { return tr("64, or 8..512; empty: all, or a node"); });
    m_globalBatch =
        addText([] { return tr("Global batch"); }, [] { return tr("1024, or 512..2048; empty: any"); });
    for (std::size_t i = 0; i < planner::kPlanObjectives.size(); ++i)
        m_objective->addItem(QString());
    addRow(m_objective, [] { return tr("Least"); });
    addUnder(m_front, [] { return tr("Front of (two or three)"); });
    m_column->addWidget(m_button);
    addSection([] { return tr("Training"); });
    m_tokens = addText([] { return tr("Tokens"); }, [] { return tr("15T"); });
    m_price = addText([] { return tr("Price of a device and hour"); }, [] { return tr("2.5"); });
    addSection([] { return tr("What must be kept"); });
    m_deadline = addText([] { return tr("Deadline"); }, [] { return tr("30 d"); });
    m_budget = addText([] { return tr("Budget"); }, [] { return tr("5e6"); });
    m_energy = addText([] { return tr("Energy"); }, [] { return tr("5 GJ"); });
    m_headroom = addText([] { return tr("Memory that stays free"); }, [] { return tr("4 GiB"); });
    m_keys = addText([] { return tr("Keys of the plan"); }, [] { return tr("tensor=8 pipeline=1..16"); });
    m_withinNode = addCheck();
    m_pessimistic = addCheck();
    m_anyFramework = addCheck();
    m_column->addStretch(1);
    connect(m_button, &QPushButton::clicked, this, &SearchControls::searchWanted);
    connect(m_machines, &SeveralBox::changed, this, &SearchControls::fillPrice);
    connect(m_price, &QLineEdit::textEdited, this,
            [this](const QString& text) { m_priceTyped = !text.isEmpty(); });
    retranslate();
    m_front->setTicked({0, 3});
    follow();
    hear();
}

/// Whatever the reader changes makes the question her own.
void SearchControls::hear()
{
    const auto own = [this] {
        m_own = true;
        emit changed();
    };
    for (const QLineEdit* edit : findChildren<QLineEdit*>())
        connect(edit, &QLineEdit::textEdited, this, own);
    for (const QComboBox* box : findChildren<QComboBox*>())
        connect(box, &QComboBox::activated, this, own);
    for (const SeveralBox* box : findChildren<SeveralBox*>())
        connect(box, &SeveralBox::changed, this, own);
    for (const QCheckBox* box : findChildren<QCheckBox*>())
        connect(box, &QCheckBox::clicked, this, own);
}

QLineEdit* SearchControls::addText(Text title, Text hint, bool under)
{
    auto* edit = new QLineEdit(widget());
    edit->setClearButtonEnabled(true);
    under ? addUnder(edit, std::move(title)) : addRow(edit, std::move(title));
    connect(edit, &QLineEdit::returnPressed, this, [this] {
        if (!m_searching)
            emit searchWanted();
    });
    m_fields.push_back({edit, std::move(hint)});
    return edit;
}

/// No other question asks for values.
void SearchControls::showSweep(bool shown)
{
    m_sweep->setVisible(shown);
    for (QLabel* label : widget()->findChildren<QLabel*>()) {
        if (label->buddy() == m_sweep)
            label->setVisible(shown);
    }
}

QCheckBox* SearchControls::addCheck()
{
    auto* check = new QCheckBox(widget());
    m_column->addWidget(check);
    return check;
}

void SearchControls::fillMachines()
{
    const std::vector<int> ticked = m_machines->ticked();
    const QString open = m_workbench.state().hardwareReference;
    m_machineNames.clear();
    for (const std::string& name : m_workbench.catalog().hardwareNames())
        m_machineNames.push_back(QString::fromStdString(name));
    if (!open.isEmpty() && std::ranges::find(m_machineNames, open) == m_machineNames.end())
        m_machineNames.push_back(open);
    QStringList shown;
    for (const QString& name : m_machineNames) {
        const QString title = m_workbench.catalogTitle(name.toStdString());
        shown << (title == name ? QFileInfo(name).fileName() : title);
    }
    m_machines->setWords(shown, tr("Choose…"));
    m_machines->setTicked(ticked);
}

bool SearchControls::cheapest() const { return m_question->currentIndex() == kCheapest; }

QStringList SearchControls::tickedMachines() const
{
    QStringList names;
    for (const int index : m_machines->ticked())
        names << m_machineNames[static_cast<std::size_t>(index)];
    return names;
}

QStringList SearchControls::machineNames() const
{
    const QStringList ticked = tickedMachines();
    return ticked.isEmpty() && cheapest() ? KnownPrices::named(m_price->text()) : ticked;
}

void SearchControls::fillPrice()
{
    if (m_priceTyped)
        return;
    const QStringList ticked = tickedMachines();
    m_price->setText(ticked.isEmpty() && cheapest() ? m_workbench.prices().all()
                                                    : m_workbench.prices().of(ticked));
}

void SearchControls::learnPrices()
{
    m_workbench.prices().learn(m_price->text(), machineNames());
    m_priceTyped = false;
}

void SearchControls::setRun(const QString& tokens, const QString& days)
{
    m_tokens->setText(tokens);
    m_deadline->setText(days);
}

void SearchControls::follow()
{
    const PlanState& state = m_workbench.state();
    fillMachines();
    m_take->setVisible(m_own && (state.model || state.hardware));
    if (!m_own)
        takeOpenPlan();
}

void SearchControls::takeOpenPlan()
{
    const PlanState& state = m_workbench.state();
    fillMachines();
    if (!state.modelReference.isEmpty())
        select(m_model, state.modelReference, titleOf(state.model));
    const auto machine = std::ranges::find(m_machineNames, state.hardwareReference);
    if (machine != m_machineNames.end())
        m_machines->setTicked({static_cast<int>(machine - m_machineNames.begin())});
    fillPrice();
    if (!state.complete())
        return;
    const std::int64_t devices = state.plan.axes.devices();
    if (devices == 1) // a plan that nobody has laid out yet says nothing of what is asked
        return;
    m_devices->setText(QString::number(devices));
    m_globalBatch->setText(QString::number(state.plan.batch.globalBatch));
}

PlanSearchRequest SearchControls::request() const
{
    PlanSearchRequest request;
    const auto text = [](const QLineEdit* edit) { return edit->text().trimmed().toStdString(); };
    request.model = m_model->currentData().toString().toStdString();
    request.hardware = machineNames().join(QLatin1Char(',')).toStdString();
    request.devices = text(m_devices);
    request.globalBatch = text(m_globalBatch);
    const auto nameOf = [](int index) {
        return std::string(
            planner::nameOf(planner::kPlanObjectives[static_cast<std::size_t>(std::max(0, index))]));
    };
    request.objective = cheapest() ? "cost" : nameOf(m_objective->currentIndex());
    request.pareto = core::joined(m_front->ticked(), ",", nameOf);
    request.tokens = text(m_tokens);
    request.price = m_price->text().remove(QLatin1Char(' ')).toStdString();
    request.deadline = text(m_deadline);
    request.budget = text(m_budget);
    request.energy = text(m_energy);
    request.headroom = text(m_headroom);
    const QStringList keys = m_keys->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& key : keys)
        request.ranges.push_back(key.toStdString());
    if (m_question->currentIndex() == kSweep)
        request.sweep = text(m_sweep);
    request.largestModel = m_question->currentIndex() == kLargest;
    request.smallestDevice = m_question->currentIndex() == kSmallest;
    request.tensorWithinNode = m_withinNode->isChecked();
    request.pessimistic = m_pessimistic->isChecked();
    request.anyFramework = m_anyFramework->isChecked();
    return request;
}

void SearchControls::setSearching(bool searching)
{
    m_searching = searching;
    m_button->setText(searching ? tr("Cancel") : tr("Search"));
}

void SearchControls::retranslate()
{
    ControlColumn::retranslate();
    for (const Field& field : m_fields)
        field.edit->setPlaceholderText(field.hint());
    m_question->setItemText(0, tr("Which plan is best?"));
    m_question->setItemText(kSweep, tr("How does it scale?"));
    m_question->setItemText(kLargest, tr("How large can it be?"));
    m_question->setItemText(kSmallest, tr("Which is the smallest device?"));
    m_question->setItemText(kCheapest, tr("Which machine is the cheapest?"));
    m_question->setItemData(kCheapest,
                            tr("The least cost on the machines chosen, or on all that have a price below"),
                            Qt::ToolTipRole);
    m_question->setItemData(
        kSmallest,
        tr("The machine whose devices have the least memory of those that hold the model: "
           "of the machines chosen, or of all; on as many devices as are said, or on one"),
        Qt::ToolTipRole);
    m_question->setItemData(
        kSweep, tr("The best plan at each value of one key, and where more stops to help"), Qt::ToolTipRole);
    m_question->setItemData(kLargest, tr("The model with as many layers as still fit, its width as it is"),
                            Qt::ToolTipRole);
    const QStringList objectives = objectiveWords();
    for (int index = 0; index < m_objective->count(); ++index)
        m_objective->setItemText(index, objectives.value(index));
    const std::vector<int> front = m_front->ticked();
    m_front->setWords(objectives, tr("none"));
    m_front->setTicked(front);
    m_price->setToolTip(tr("One for all machines, one for each in the order above, or NAME=PRICE for each, "
                           "divided by commas; what was searched with is remembered for each machine"));
    m_take->setText(tr("Ask of the open plan"));
    m_take->setToolTip(tr("Its model, machine, devices and batch in the place of what is said here"));
    m_withinNode->setText(tr("Tensor groups within a node"));
    m_pessimistic->setText(tr("Rank by the upper end"));
    m_pessimistic->setToolTip(tr("By the slow end of each step's interval: what can be relied on"));
    m_anyFramework->setText(tr("Any framework"));
    m_anyFramework->setToolTip(
        tr("Also plans that the implementation cannot run, and schedules of other frameworks"));
    fillMachines();
    setSearching(m_searching);
}

} // namespace shardscope::app
