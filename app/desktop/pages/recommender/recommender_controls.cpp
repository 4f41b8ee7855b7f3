// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/recommender/recommender_controls.h"

#include "app/desktop/pages/plan/placement_controls.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/session/plan/clusters.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "core/base/text_mark.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>

#include <algorithm>
#include <cstring>
#include <utility>

namespace shardscope::app {
namespace {

constexpr std::array kWireTypes{core::Dtype::Fp32, core::Dtype::Fp16, core::Dtype::Bf16, core::Dtype::Fp8,
                                core::Dtype::Int8};
constexpr int kDecimals = 6;

/// A number without the zeros that its decimals would ask for.
class NumberBox final : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    [[nodiscard]] QString textFromValue(double value) const override
    {
        QLocale plain = locale();
        plain.setNumberOptions(QLocale::OmitGroupSeparator);
        return plain.toString(value, 'g', 12);
    }
};

/// A choice's stable word as people read it.
QString wordText(const ChoiceField& field, std::size_t index)
{
    const std::string& word = field.words[index];
    if (std::strcmp(field.key, "mode") == 0)
        return systemName(word);
    return std::strcmp(field.key, "dense-sync") == 0 ? QString::fromStdString(word) : boundName(word);
}

} // namespace

RecommenderControls::RecommenderControls(Workbench& workbench, QWidget* parent)
    : ControlColumn(workbench, parent)
{
    addZionex();
    addPersia();
    m_column->addStretch();
    connect(&m_workbench, &Workbench::stateChanged, this, &RecommenderControls::refresh);
    retranslate();
    refresh();
}

QComboBox* RecommenderControls::addWire(const char* title, const char* key)
{
    auto* box = new QComboBox(widget());
    box->addItem(QString());
    for (const core::Dtype dtype : kWireTypes)
        box->addItem(QString::fromUtf8(core::nameOf(dtype).data()));
    addRow(box, [title] { return translated(title); });
    connect(box, &QComboBox::activated, this, [this, key, title](int index) {
        PlanState next = m_workbench.state();
        if (index <= 0)
            next.plan.wire.erase(key);
        else
            next.plan.wire[key] = kWireTypes[static_cast<std::size_t>(index - 1)];
        m_workbench.edit(std::move(next), {N_("Change %1"), {title}});
    });
    m_wires.emplace_back(box, key);
    return box;
}

void RecommenderControls::choose(const ChoiceField& field, double value)
{
    RecommenderChoices choices = choicesOf(m_workbench.state());
    field.set(choices, value);
    PlanState next = m_workbench.state();
    next.choices = std::make_shared<const RecommenderChoices>(std::move(choices));
    m_workbench.edit(std::move(next), {N_("Change %1"), {field.label}});
}

void RecommenderControls::chooseText(std::string RecommenderChoices::*text, const QString& value,
                                     const StepName& step)
{
    RecommenderChoices choices = choicesOf(m_workbench.state());
    choices.*text = value.toStdString();
    PlanState next = m_workbench.state();
    next.choices = std::make_shared<const RecommenderChoices>(std::move(choices));
    m_workbench.edit(std::move(next), step);
}

void RecommenderControls::addChoice(const ChoiceField& field)
{
    Choice made{&field};
    const auto label = [&field] { return translated(field.label); };
    if (field.form == core::FieldForm::Flag) {
        made.flag = new QCheckBox(widget());
        m_column->addWidget(made.flag);
        connect(made.flag, &QCheckBox::clicked, this, [this, &field](bool on) { choose(field, on ? 1 : 0); });
    } else if (field.form == core::FieldForm::Word) {
        made.word = new QComboBox(widget());
        for (std::size_t i = 0; i < field.words.size(); ++i)
            made.word->addItem(QString());
        made.word->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        addUnder(made.word, label);
        connect(made.word, &QComboBox::activated, this, [this, &field](int index) { choose(field, index); });
    } else {
        made.number = new NumberBox(widget());
        made.number->setDecimals(field.form == core::FieldForm::Whole ? 0 : kDecimals);
        made.number->setRange(field.lowest, field.highest);
        made.number->setButtonSymbols(QAbstractSpinBox::NoButtons);
        made.number->setAlignment(Qt::AlignRight);
        addRow(made.number, label);
        connect(made.number, &QDoubleSpinBox::editingFinished, this, [this, &field, box = made.number] {
            // Leaving a field is no change, nor is what the box cannot show.
            if (box->cleanText() != box->textFromValue(field.get(choicesOf(m_workbench.state()))))
                choose(field, box->value());
        });
    }
    m_choices.push_back(made);
}

void RecommenderControls::addChoices(ChoiceGroup group)
{
    for (const ChoiceField& field : choiceFields()) {
        if (field.group == group)
            addChoice(field);
    }
}

void RecommenderControls::addZionex()
{
    std::vector<std::string> models;
    for (const std::string& name : m_workbench.catalog().modelNames()) {
        const auto model = m_workbench.catalog().model(name);
        if (model.ok() && model->recommender() != nullptr)
            models.push_back(name);
    }
    m_model = addCatalogue([] { return tr("Model"); }, models,
                           [this](const QString& name) {
                               if (!m_workbench.chooseModel(name))
                                   refresh();
                           });
    m_hardware = addCatalogue([] { return tr("ZionEX: tables on"); }, m_workbench.catalog().hardwareNames(),
                              [this](const QString& name) {
                                  if (!m_workbench.chooseHardware(name))
                                      refresh();
                              });
    Degree devices;
    devices.label = N_("Devices");
    devices.help = [] { return tr("Accelerators that the tables are sharded over"); };
    devices.get = [](const PlanState& state) { return state.plan.axes.replica; };
    devices.set = chooseReplicas;
    devices.choices = [](const PlanState&) { return powersOfTwo(2048); };
    devices.highest = 65536;
    addDegree(std::move(devices));
    addDegree(
        N_("Batch of a device"), [] { return tr("Samples a device takes in a step"); },
        [](core::Plan& plan) -> std::int64_t& { return plan.batch.microBatch; },
        [](const PlanState&) { return powersOfTwo(1 << 16); }, 1 << 20);
    addWire(N_("Vectors sent in"), "all_to_all_forward");
    addWire(N_("Gradients sent in"), "all_to_all_backward");
    addChoices(ChoiceGroup::Zionex);
    addSection([] { return tr("Zion, the predecessor"); });
    addChoices(ChoiceGroup::Zion);
    addSection([] { return tr("Fixed tables"); });
    m_placement = new PlacementControls(m_workbench, widget());
    m_column->addWidget(m_placement);
}

void RecommenderControls::addPersia()
{
    m_cluster = addCatalogue([] { return tr("PERSIA: roles on"); }, clusterNames(m_workbench.catalog()),
                             [this](const QString& name) {
                                 chooseText(&RecommenderChoices::cluster, name, N_("Choose the cluster"));
                             });
    m_job = new QComboBox(widget());
    m_job->addItem(QString(), QString());
    m_job->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addUnder(m_job, [] { return tr("Sized by"); });
    connect(m_job, &QComboBox::activated, this, [this](int index) {
        chooseText(&RecommenderChoices::job, m_job->itemData(index).toString(), N_("Choose a PersiaJob"));
    });
    addChoices(ChoiceGroup::Persia);
    addSection([] { return tr("Ratio explorer"); });
    addChoices(ChoiceGroup::Explorer);
    addSection([] { return tr("Price of a machine, an hour"); });
    addChoices(ChoiceGroup::Prices);
    addSection([] { return tr("Parameter servers"); });
    addChoices(ChoiceGroup::Servers);
    addSection([] { return tr("Serving"); });
    addChoices(ChoiceGroup::Serving);
    addSection([] { return tr("Convergence bound"); });
    addChoices(ChoiceGroup::Bound);
}

core::Result<StudyRequest> RecommenderControls::request() const
{
    const PlanState& state = m_workbench.state();
    RecommenderChoices choices = choicesOf(state);
    if (state.hardware)
        return studyRequest(m_workbench.catalog(), *state.model, *state.hardware, state.plan,
                            std::move(choices));
    // PERSIA's roles need no hardware of the plan's.
    SHARDSCOPE_TRY(const planner::RoleCluster cluster, clusterOf(m_workbench.catalog(), choices));
    SHARDSCOPE_TRY(core::HardwareSpec machine, acceleratorOf(m_workbench.catalog(), cluster));
    core::Plan plan = state.plan;
    plan.consistency =
        {}; // PERSIA's, and a choice of its own here; devices that share tables update together
    plan.axes.replica = cluster.accelerators();
    SHARDSCOPE_TRY(const PersiaDefaults asked,
                   persiaSettingsOf(m_workbench.catalog(), *state.model, cluster, machine, choices));
    plan.batch.microBatch = asked.settings.batch;
    plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * plan.axes.replica;
    SHARDSCOPE_TRY(StudyRequest request, studyRequest(m_workbench.catalog(), *state.model, std::move(machine),
                                                      std::move(plan), std::move(choices)));
    request.alone = true;
    return request;
}

QWidget* RecommenderControls::choice(const char* key) const
{
    for (const Choice& choice : m_choices) {
        if (std::strcmp(choice.field->key, key) == 0)
            return choice.flag   ? static_cast<QWidget*>(choice.flag)
                   : choice.word ? static_cast<QWidget*>(choice.word)
                                 : choice.number;
    }
    return nullptr;
}

void RecommenderControls::refresh()
{
    const PlanState& state = m_workbench.state();
    const bool recommender = state.model && state.model->recommender() != nullptr;
    select(m_model, recommender ? state.modelReference : QString(), titleOf(state.model));
    select(m_hardware, state.hardwareReference, titleOf(state.hardware));
    refreshDegrees();
    for (const auto& [box, key] : m_wires) {
        const auto found = state.plan.wire.find(key);
        const auto type =
            found == state.plan.wire.end() ? kWireTypes.end() : std::ranges::find(kWireTypes, found->second);
        box->setCurrentIndex(type == kWireTypes.end() ? 0 : static_cast<int>(type - kWireTypes.begin()) + 1);
    }
    const RecommenderChoices choices = choicesOf(state);
    if (choices.cluster.empty())
        m_cluster->setCurrentIndex(0);
    else
        select(m_cluster, QString::fromStdString(choices.cluster), QString());
    if (choices.job.empty())
        m_job->setCurrentIndex(m_job->findData(QString()));
    else
        select(m_job, QString::fromStdString(choices.job), QString());
    for (const Choice& choice : m_choices) {
        const double value = choice.field->get(choices);
        if (choice.flag)
            choice.flag->setChecked(value != 0);
        if (choice.word)
            choice.word->setCurrentIndex(static_cast<int>(value));
        if (choice.number)
            choice.number->setValue(value);
    }
}

void RecommenderControls::retranslate()
{
    ControlColumn::retranslate();
    for (const auto& wire : m_wires)
        wire.first->setItemText(0, tr("as the table"));
    m_job->setItemText(m_job->findData(QString()), tr("the cluster itself"));
    m_placement->retranslate();
    for (const Choice& choice : m_choices) {
        QWidget* control = this->choice(choice.field->key);
        control->setToolTip(translated(choice.field->help));
        if (choice.flag)
            choice.flag->setText(translated(choice.field->label));
        if (choice.number && std::strstr(choice.field->help, "; 0: ") != nullptr)
            choice.number->setSpecialValueText(tr("not set"));
        for (std::size_t i = 0; choice.word && i < choice.field->words.size(); ++i)
            choice.word->setItemText(static_cast<int>(i), wordText(*choice.field, i));
    }
}

} // namespace shardscope::app
