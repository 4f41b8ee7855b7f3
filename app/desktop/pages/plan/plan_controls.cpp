// SPDX-License-Identifier: GPL-3.0-or-later
// A control for each row of the table, by its form.
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/theme/roles.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/widgets/count_field.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/several_box.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/plan/solved_options.h"
#include "core/base/joined.h"
#include "core/base/split_at.h"
#include "core/base/text_mark.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <string>

namespace shardscope::app {

PlanControls::PlanControls(Workbench& workbench, QWidget* parent)
    : ControlColumn(workbench, parent)
{
    addCatalogues();
    for (const PlanControlSection& section : planControlSections()) {
        m_folded.push_back(
            addSection([title = section.title] { return controlText(title); }, section.folded));
        if (&section == &planControlSections().front())
            addDevices();
        for (const PlanControlRow& row : section.rows) {
            addControl(row);
            if (row.key == "/parallel/context") // below all that devices are counted by: none moves away
                m_column->addWidget(m_nearest);
            if (row.key == "/batch/micro_batch")
                m_largestBatch = addSolver(row, largestMicroBatchOf);
            if (row.key == "/in_processor/io_tiles")
                m_bestTiles = addSolver(row, bestIoTilesOf);
            if (row.key == "/batch/micro_batches") { // what the two come to
                m_globalBatch = new QLabel(widget());
                setRole(*m_globalBatch, Role::Dim);
                m_column->addWidget(m_globalBatch);
            }
        }
    }
    addSection([] { return tr("Price and power"); }, true);
    addCosts();
    endSection();
    m_column->addStretch();
    connect(&m_workbench, &Workbench::stateChanged, this, &PlanControls::refresh);
    retranslate();
}

void PlanControls::addCatalogues()
{
    const auto chosenBy = [this](bool (Workbench::*choose)(const QString&)) {
        return [this, choose](const QString& reference) {
            if (reference.isEmpty()) {
                refresh(); // back to what is open; the dialog decides
                emit openFileRequested();
            } else if (!(m_workbench.*choose)(reference)) {
                refresh();
            }
        };
    };
    m_model = makeCatalogue(m_workbench.catalog().modelNames(), chosenBy(&Workbench::chooseModel));
    m_hardware = makeCatalogue(m_workbench.catalog().hardwareNames(), chosenBy(&Workbench::chooseHardware));
    for (QComboBox* box : {m_model, m_hardware}) {
        setRole(*box, Role::Crumb);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(26); // most titles with their sizes
    }
}

/// What is not in the machine's description, or is another for the reader.
void PlanControls::addCosts()
{
    m_price = new QLineEdit(widget());
    m_power = new QLineEdit(widget());
    addRow(m_price, [] { return tr("Price of a device and hour"); });
    addRow(m_power, [] { return tr("Power of a device, W"); });
    for (QLineEdit* edit : {m_price, m_power}) {
        edit->setClearButtonEnabled(true);
        connect(edit, &QLineEdit::editingFinished, this, [this] {
            m_workbench.enterCosts(m_price->text().toDouble(), m_power->text().toDouble());
            refreshCosts(); // what is no number goes
        });
    }
}

/// Opens their section first.
void PlanControls::enterPrice() { enter(*m_price); }
void PlanControls::enterPower() { enter(*m_power); }

void PlanControls::enter(QLineEdit& edit)
{
    openSectionOf(&edit);
    ensureWidgetVisible(&edit);
    edit.setFocus();
}

/// Shows what was entered; the description's own figure stands behind it.
void PlanControls::refreshCosts()
{
    const core::HardwareSpec* hardware = m_workbench.state().hardware.get();
    constexpr double kSecondsPerHour = 3600;
    for (QLineEdit* edit : {m_price, m_power})
        edit->setEnabled(hardware != nullptr);
    if (hardware == nullptr)
        return;
    const auto show = [](QLineEdit* edit, const std::string& entered, const QString& own,
                         const std::string& source, const QString& help) {
        edit->setText(QString::fromStdString(entered));
        edit->setPlaceholderText(own);
        edit->setToolTip(source.empty() ? help : help + QLatin1Char('\n') + QString::fromStdString(source));
    };
    show(m_price, enteredPrice(*hardware),
         hardware->price ? quantityString(hardware->price->value.value() * kSecondsPerHour, core::kNumber)
                         : tr("not known"),
         hardware->price ? hardware->price->source : std::string(),
         tr("USD; empty: as the machine's description says. It is remembered for this machine"));
    show(m_power, enteredPower(*hardware),
         hardware->power ? quantityString(hardware->power->value.value(), core::kNumber) : tr("not known"),
         hardware->power ? hardware->power->source : std::string(),
         tr("All the time; empty: as the machine's description says. It is remembered for this machine"));
}

void PlanControls::addControl(const PlanControlRow& row)
{
    switch (row.form) {
    case ControlForm::Degree: return addDegreeOf(row);
    case ControlForm::Count: return addCountOf(row);
    case ControlForm::Word: return addWordOf(row);
    case ControlForm::Words: return addWordsOf(row);
    case ControlForm::Flag: return addFlagOf(row);
    }
}

void PlanControls::edit(const PlanControlRow& row, const core::FieldValue& value)
{
    PlanState next = m_workbench.state();
    if (!choose(row, next, value))
        return refresh();
    m_workbench.edit(std::move(next), {N_("Change %1"), {row.label}});
}

LinkLabel*
PlanControls::addSolver(const PlanControlRow& row,
                        core::Result<std::int64_t> (*solver)(const core::Plan&, const core::ModelSpec&,
                                                             const core::HardwareSpec&, const core::Task&))
{
    auto* link = new LinkLabel(widget());
    m_column->addWidget(link);
    connect(link, &LinkLabel::clicked, this, [this, &row, solver] {
        const PlanState& state = m_workbench.state();
        if (!state.complete())
            return;
        m_workbench.jobs().start(
            QStringLiteral("solve"), tr("Looking for the best value of %1").arg(controlText(row.label)),
            [plan = state.plan, model = state.model, hardware = state.hardware,
             solver](const core::Task& task) { return solver(plan, *model, *hardware, task); },
            [this, &row](const core::Result<std::int64_t>& found) {
                if (found.ok())
                    edit(row, core::FieldValue(*found));
                else if (found.error().code != core::ErrorCode::Cancelled)
                    m_workbench.fail(found.error());
            });
    });
    return link;
}

void PlanControls::addDegreeOf(const PlanControlRow& row)
{
    Degree degree;
    degree.label = row.label;
    degree.help = [&row] { return controlText(row.help); };
    degree.get = [&row](const PlanState& state) { return std::get<std::int64_t>(valueOf(row, state)); };
    degree.set = [this, &row](PlanState& state, std::int64_t value) {
        m_nearest->hide();
        const std::int64_t devices = state.plan.axes.devices();
        if (choose(row, state, value))
            return;
        PlanState asked = state;
        asked.devicesHeld = false;
        choose(row, asked, value);
        tellNearest(asked, row.key, devices);
    };
    degree.choices = row.stops;
    degree.highest = row.highest;
    degree.why = row.why;
    addDegree(std::move(degree));
    m_controls.emplace_back(&row, m_degrees.back().control);
}

void PlanControls::addCountOf(const PlanControlRow& row)
{
    auto* field = new CountField(widget());
    if (const core::PlanField* key = core::planField(row.key))
        field->setRange(static_cast<std::int64_t>(key->lowest), static_cast<std::int64_t>(key->highest));
    addRow(field, [&row] { return controlText(row.label); });
    connect(field, &CountField::valueChosen, this,
            [this, &row](qint64 value) { edit(row, core::FieldValue(std::int64_t{value})); });
    m_counts.emplace_back(&row, field);
    m_controls.emplace_back(&row, field);
}

void PlanControls::addWordOf(const PlanControlRow& row)
{
    auto* box = new QComboBox(widget());
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    addRow(box, [&row] { return controlText(row.label); });
    connect(box, &QComboBox::activated, this,
            [this, &row](int index) { edit(row, row.words[static_cast<std::size_t>(index)]); });
    m_words.emplace_back(&row, box);
    m_controls.emplace_back(&row, box);
}

void PlanControls::addWordsOf(const PlanControlRow& row)
{
    auto* box = new SeveralBox(widget());
    addRow(box, [&row] { return controlText(row.label); });
    connect(box, &SeveralBox::changed, this, [this, &row, box] {
        edit(row, core::joined(box->ticked(), "+",
                               [&row](int index) { return row.words[static_cast<std::size_t>(index)]; }));
        refreshWords(row, *box); // what was ticked may exclude something
    });
    m_several.emplace_back(&row, box);
    m_controls.emplace_back(&row, box);
}

void PlanControls::addFlagOf(const PlanControlRow& row)
{
    auto* box = new QCheckBox(widget());
    m_column->addWidget(box);
    connect(box, &QCheckBox::clicked, this, [this, &row](bool on) { edit(row, on); });
    m_flags.emplace_back(&row, box);
    m_controls.emplace_back(&row, box);
}

void PlanControls::refreshWord(const PlanControlRow& row, QComboBox& box)
{
    const PlanState& state = m_workbench.state();
    const core::FieldValue value = valueOf(row, state);
    const auto* word = std::get_if<std::string>(&value);
    const auto found = std::ranges::find(row.words, word ? *word : std::string());
    box.setCurrentIndex(found == row.words.end() ? -1 : static_cast<int>(found - row.words.begin()));
    allow(&box, row.why ? row.why(state) : QString(), controlText(row.help));
    const auto* items = qobject_cast<QStandardItemModel*>(box.model());
    for (int index = 0; row.whyWord && items && index < items->rowCount(); ++index) {
        const QString why = row.whyWord(row.words[static_cast<std::size_t>(index)], state);
        items->item(index)->setEnabled(why.isEmpty());
        items->item(index)->setToolTip(why);
    }
}

void PlanControls::refreshWords(const PlanControlRow& row, SeveralBox& box)
{
    const PlanState& state = m_workbench.state();
    const std::vector<std::string> said = core::splitAt(std::get<std::string>(valueOf(row, state)), '+');
    std::vector<int> ticked;
    for (std::size_t index = 0; index < row.words.size(); ++index) {
        if (std::ranges::find(said, row.words[index]) != said.end())
            ticked.push_back(static_cast<int>(index));
    }
    box.setTicked(ticked);
    for (std::size_t index = 0; index < row.words.size(); ++index)
        box.setReason(static_cast<int>(index), row.whyWord(row.words[index], state));
    allow(&box, row.why ? row.why(state) : QString(), controlText(row.help));
}

void PlanControls::refresh()
{
    const PlanState& state = m_workbench.state();
    select(m_model, state.modelReference, titleOf(state.model));
    select(m_hardware, state.hardwareReference, titleOf(state.hardware));
    refreshCosts();
    refreshDevices();
    refreshDegrees();
    for (const auto& [row, box] : m_words)
        refreshWord(*row, *box);
    for (const auto& [row, box] : m_several)
        refreshWords(*row, *box);
    for (const auto& [row, box] : m_flags) {
        box->setChecked(std::get<bool>(valueOf(*row, state)));
        allow(box, row->why ? row->why(state) : QString(), controlText(row->help));
    }
    for (const auto& [row, field] : m_counts) {
        field->setValue(std::get<std::int64_t>(valueOf(*row, state)), controlText(row->nothing));
        allow(field, row->why ? row->why(state) : QString(), controlText(row->help));
    }
    refreshSections();
    m_largestBatch->setVisible(state.complete());
    m_bestTiles->setVisible(state.complete() && state.hardware->bulkSynchronous.has_value() &&
                            state.model->recommender() == nullptr);
    m_globalBatch->setText(
        tr("Global batch %1 = %2 × %3 × %4")
            .arg(integerString(state.plan.batch.globalBatch), integerString(state.plan.batch.microBatch),
                 integerString(state.plan.batch.microBatches), integerString(state.plan.axes.replica)));
}

QWidget* PlanControls::controlOf(const PlanControlRow& row) const
{
    for (const auto& [of, control] : m_controls) {
        if (of == &row)
            return control;
    }
    return nullptr;
}

/// What does not apply makes room; a folded section tells how much of it is not as usual.
void PlanControls::refreshSections()
{
    const PlanState& state = m_workbench.state();
    PlanState usual = state;
    if (state.complete()) {
        usual.plan = core::Plan();
        usual.plan.implementation = state.plan.implementation;
        usual.plan.axes = state.plan.axes;
        usual.plan.batch = state.plan.batch;
        usual = withPlan(std::move(usual), usual.plan);
    }
    const auto& sections = planControlSections();
    for (std::size_t index = 0; index < sections.size(); ++index) {
        int changed = 0;
        bool used = false;
        for (const PlanControlRow& row : sections[index].rows) {
            const bool applies = !row.why || row.why(state).isEmpty();
            used = used || applies;
            if (QWidget* control = controlOf(row))
                showControl(control, applies || row.inSight || !state.complete());
            if (applies && state.complete() && valueOf(row, state) != valueOf(row, usual))
                ++changed;
        }
        if (m_folded[index] >= 0)
            showSection(m_folded[index], changed > 0 ? tr("%n changed", nullptr, changed) : QString(),
                        used || !state.complete());
    }
}

void PlanControls::retranslate()
{
    ControlColumn::retranslate();
    m_model->setAccessibleName(tr("Model"));
    m_hardware->setAccessibleName(tr("Hardware"));
    for (QComboBox* box : {m_model, m_hardware}) {
        const int open = box->findData(QString());
        if (open >= 0)
            box->removeItem(open);
        box->addItem(tr("Open a file…"), QString());
    }
    m_held->setText(tr("Hold the number of devices"));
    m_held->setToolTip(tr("A change of one degree is then made up for by the replicas, else by the stages"));
    m_largestBatch->setLink(tr("The largest that fits"));
    m_largestBatch->setToolTip(tr(
        "The largest micro-batch that fits, with as many micro-batches: what --micro-batch max looks for"));
    m_bestTiles->setLink(tr("The best number"));
    m_bestTiles->setToolTip(
        tr("The number of IO tiles with the shortest step that fits: what --io-tiles best looks for"));
    for (const auto& [row, box] : m_flags)
        box->setText(controlText(row->label));
    for (const auto& [row, box] : m_words) {
        box->clear();
        for (const std::string& word : row->words)
            box->addItem(row->wordText(word));
    }
    for (const auto& [row, box] : m_several) {
        QStringList words;
        for (const std::string& word : row->words)
            words << row->wordText(word);
        box->setWords(words, controlText(row->nothing));
    }
    refresh();
}

} // namespace shardscope::app
