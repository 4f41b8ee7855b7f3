// SPDX-License-Identifier: GPL-3.0-or-later
// Which controls there are and what each edits.
#include "app/desktop/pages/plan_controls.h"

#include "app/desktop/number_text.h"
#include "app/desktop/plan_words.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/degree_control.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

std::vector<std::int64_t> withDivisors(std::vector<std::int64_t> choices, std::int64_t number,
                                       std::int64_t highest)
{
    for (const std::int64_t divisor : divisorsOf(number)) {
        if (divisor <= highest)
            choices.push_back(divisor);
    }
    std::sort(choices.begin(), choices.end());
    choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
    return choices;
}

const core::Transformer* shapeOf(const PlanState& state)
{
    return state.model ? state.model->transformer() : nullptr;
}

} // namespace

PlanControls::PlanControls(Workbench& workbench, QWidget* parent)
    : QScrollArea(parent)
    , m_workbench(workbench)
{
    setObjectName(QStringLiteral("controls"));
    setWidgetResizable(true);
    setFixedWidth(metrics::kControlColumn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("panelBody"));
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid * 2);
    m_column->setSpacing(metrics::kHalfGrid);
    setWidget(body);
    addCatalogue();
    addParallelism();
    addBatch();
    addMemory();
    addSchedule();
    m_column->addStretch();
    connect(&m_workbench, &Workbench::stateChanged, this, &PlanControls::refresh);
    retranslate();
}

void PlanControls::addSection(const std::function<QString()>& title)
{
    auto* label = new QLabel(widget());
    label->setObjectName(QStringLiteral("section"));
    m_column->addSpacing(metrics::kGrid);
    m_column->addWidget(label);
    m_sections.emplace_back(label, title);
}

void PlanControls::addDegree(Degree degree)
{
    degree.control = new DegreeControl(widget());
    m_column->addWidget(degree.control);
    connect(degree.control, &DegreeControl::dragStarted, this, [this] { m_drag = m_workbench.newDrag(); });
    connect(degree.control, &DegreeControl::valueChosen, this, [this, degree](qint64 value, bool dragging) {
        PlanState next = m_workbench.state();
        degree.number(next.plan) = value;
        m_workbench.edit(std::move(next), tr("Change %1").arg(degree.label()), dragging ? m_drag : 0);
    });
    m_degrees.push_back(std::move(degree));
}

void PlanControls::addChoice(Choice choice)
{
    choice.label = new QLabel(widget());
    choice.box = new QComboBox(widget());
    choice.label->setBuddy(choice.box);
    choice.box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice.box->setMinimumContentsLength(8);
    auto* row = new QHBoxLayout;
    row->addWidget(choice.label, 1);
    row->addWidget(choice.box, 1);
    m_column->addLayout(row);
    connect(choice.box, &QComboBox::activated, this, [this, choice](int index) {
        PlanState next = m_workbench.state();
        choice.set(next, index);
        m_workbench.edit(std::move(next), tr("Change %1").arg(choice.title()));
    });
    m_choices.push_back(std::move(choice));
}

template <class Enum>
void PlanControls::addEnum(std::function<QString()> title, std::vector<Enum> values,
                           std::function<Enum&(core::Plan&)> member)
{
    Choice choice;
    choice.title = std::move(title);
    choice.words = [values] {
        QStringList words;
        for (const Enum value : values)
            words << choiceText(value);
        return words;
    };
    choice.get = [values, member](const PlanState& state) {
        core::Plan plan = state.plan;
        const auto found = std::find(values.begin(), values.end(), member(plan));
        return found == values.end() ? -1 : static_cast<int>(found - values.begin());
    };
    choice.set = [values, member](PlanState& state, int index) {
        member(state.plan) = values[static_cast<std::size_t>(index)];
    };
    addChoice(std::move(choice));
}

void PlanControls::addTier(std::function<QString()> title, std::function<core::Tier&(core::Plan&)> member)
{
    addEnum<core::Tier>(std::move(title),
                        {core::Tier::Device, core::Tier::Host, core::Tier::Streaming, core::Tier::Nvme},
                        std::move(member));
}

void PlanControls::addCatalogue()
{
    const auto add = [this](QLabel*& label, QComboBox*& box, const std::vector<std::string>& names,
                            bool (Workbench::*choose)(const QString&)) {
        label = new QLabel(widget());
        label->setObjectName(QStringLiteral("section"));
        box = new QComboBox(widget());
        box->setMaxVisibleItems(20);
        for (const std::string& name : names)
            box->addItem(QString::fromStdString(name), QString::fromStdString(name));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_column->addWidget(label);
        m_column->addWidget(box);
        label->setBuddy(box);
        connect(box, &QComboBox::activated, this, [this, box, choose](int index) {
            const QString reference = box->itemData(index).toString();
            if (reference.isEmpty()) {
                refresh(); // back to what is open; the dialog decides
                emit openFileRequested();
            } else if (!(m_workbench.*choose)(reference)) {
                refresh();
            }
        });
    };
    add(m_modelLabel, m_model, m_workbench.catalog().modelNames(), &Workbench::chooseModel);
    add(m_hardwareLabel, m_hardware, m_workbench.catalog().hardwareNames(), &Workbench::chooseHardware);
}

void PlanControls::addParallelism()
{
    addSection([] { return tr("PARALLELISM"); });
    addDegree({nullptr, [] { return tr("Tensor t"); },
               [] { return tr("How many devices share each matrix product"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.axes.tensor; },
               [](const PlanState&) { return powersOfTwo(64); }, 4096});
    addDegree({nullptr, [] { return tr("Pipeline p"); },
               [] { return tr("How many stages the layers are cut into"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.axes.pipeline; },
               [](const PlanState& state) {
                   const core::Transformer* shape = shapeOf(state);
                   return withDivisors(powersOfTwo(64), shape ? shape->layers : 1, 128);
               },
               4096});
    addDegree({nullptr, [] { return tr("Replicas r"); },
               [] { return tr("How many copies train on different samples"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.axes.replica; },
               [](const PlanState&) { return powersOfTwo(2048); }, 65536});
    addDegree({nullptr, [] { return tr("Context"); },
               [] { return tr("How many devices share a sequence's tokens"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.axes.context; },
               [](const PlanState&) { return powersOfTwo(16); }, 4096});
    m_sequenceParallel = new QCheckBox(widget());
    m_column->addWidget(m_sequenceParallel);
    connect(m_sequenceParallel, &QCheckBox::clicked, this, [this](bool on) {
        PlanState next = m_workbench.state();
        next.plan.axes.sequenceParallel = on;
        m_workbench.edit(std::move(next), tr("Change %1").arg(m_sequenceParallel->text()));
    });

    addSection([] { return tr("SHARDING OVER THE REPLICAS"); });
    addChoice({nullptr, nullptr, [] { return tr("Preset"); },
               [] {
                   QStringList words;
                   for (const auto preset :
                        {ShardingPreset::Zero0, ShardingPreset::Zero1, ShardingPreset::Zero2,
                         ShardingPreset::Zero3, ShardingPreset::ByHand})
                       words << choiceText(preset);
                   return words;
               },
               [](const PlanState& state) { return static_cast<int>(state.sharding); },
               [](PlanState& state, int index) { state.sharding = static_cast<ShardingPreset>(index); }});
    const auto divisors = [](const PlanState& state) { return divisorsOf(state.plan.axes.replicas()); };
    const auto sharded = [&](std::function<QString()> label, std::function<QString()> help,
                             std::int64_t core::Sharding::*part) {
        addDegree({nullptr, std::move(label), std::move(help),
                   [part](core::Plan& plan) -> std::int64_t& { return plan.sharding.*part; }, divisors, 0});
    };
    sharded([] { return tr("Weights rts"); },
            [] { return tr("Over how many replicas the stored weights are divided"); },
            &core::Sharding::weights);
    sharded([] { return tr("Gradients"); },
            [] { return tr("Over how many replicas the stored gradients are divided"); },
            &core::Sharding::gradients);
    sharded([] { return tr("Optimizer state rts′"); },
            [] { return tr("Over how many replicas the optimizer state is divided"); },
            &core::Sharding::optimizer);
}

void PlanControls::addBatch()
{
    addSection([] { return tr("BATCH"); });
    addDegree({nullptr, [] { return tr("Micro-batch b"); },
               [] { return tr("Samples a replica takes at a time"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.batch.microBatch; },
               [](const PlanState&) { return powersOfTwo(256); }, 1 << 20});
    addDegree({nullptr, [] { return tr("Micro-batches"); },
               [] { return tr("How many a replica takes in a step"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.batch.microBatches; },
               [](const PlanState&) { return powersOfTwo(1024); }, 1 << 20});
    m_globalBatch = new QLabel(widget());
    m_globalBatch->setObjectName(QStringLiteral("dim"));
    m_column->addWidget(m_globalBatch);
    addDegree({nullptr, [] { return tr("Tokens in a sequence"); },
               [] { return tr("Up to what the model was made for, or beyond"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.batch.sequenceLength; },
               [](const PlanState& state) {
                   const core::Transformer* shape = shapeOf(state);
                   return shape ? withDivisors(powersOfTwo(std::max<std::int64_t>(shape->maxSequence, 1)),
                                               shape->maxSequence, shape->maxSequence)
                                : std::vector<std::int64_t>{0};
               },
               1 << 24});
}

void PlanControls::addMemory()
{
    addSection([] { return tr("WHAT IS KEPT, AND WHERE"); });
    addEnum<core::Recompute>([] { return tr("Recompute"); },
                             {core::Recompute::None, core::Recompute::Selective, core::Recompute::Full},
                             [](core::Plan& plan) -> core::Recompute& { return plan.recompute; });
    addEnum<core::Attention>([] { return tr("Attention"); }, {core::Attention::Eager, core::Attention::Flash},
                             [](core::Plan& plan) -> core::Attention& { return plan.attention; });
    addEnum<core::OptimizerKind>([] { return tr("Optimizer"); },
                                 {core::OptimizerKind::AdamW, core::OptimizerKind::Adam,
                                  core::OptimizerKind::Sgd, core::OptimizerKind::Momentum,
                                  core::OptimizerKind::Adagrad, core::OptimizerKind::RowwiseAdagrad,
                                  core::OptimizerKind::Lamb},
                                 [](core::Plan& plan) -> core::OptimizerKind& { return plan.optimizer; });
    addTier([] { return tr("Weights in"); },
            [](core::Plan& plan) -> core::Tier& { return plan.residency.weights; });
    addTier([] { return tr("Gradients in"); },
            [](core::Plan& plan) -> core::Tier& { return plan.residency.gradients; });
    addTier([] { return tr("Optimizer state in"); },
            [](core::Plan& plan) -> core::Tier& { return plan.residency.optimizer; });
    addTier([] { return tr("Activations in"); },
            [](core::Plan& plan) -> core::Tier& { return plan.residency.activations; });
}

void PlanControls::addSchedule()
{
    addSection([] { return tr("SCHEDULE"); });
    addEnum<core::Schedule>([] { return tr("Order"); },
                            {core::Schedule::Gpipe, core::Schedule::OneForwardOneBackward,
                             core::Schedule::Interleaved, core::Schedule::ZeroBubble, core::Schedule::Phased},
                            [](core::Plan& plan) -> core::Schedule& { return plan.schedule; });
    addDegree({nullptr, [] { return tr("Chunks of layers a stage"); },
               [] { return tr("For the interleaved schedule"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.axes.virtualStages; },
               [](const PlanState& state) {
                   const core::Transformer* shape = shapeOf(state);
                   const std::int64_t own =
                       shape ? std::max<std::int64_t>(1, shape->layers / state.plan.axes.pipeline) : 1;
                   return state.plan.schedule == core::Schedule::Interleaved ? divisorsOf(own)
                                                                             : std::vector<std::int64_t>{1};
               },
               0});
    addDegree({nullptr, [] { return tr("Phases (0: all at once)"); },
               [] { return tr("Parts that a device runs one after another, streaming the weights in"); },
               [](core::Plan& plan) -> std::int64_t& { return plan.phases; },
               [](const PlanState& state) {
                   const core::Transformer* shape = shapeOf(state);
                   std::vector<std::int64_t> choices{0};
                   const auto divisors = divisorsOf(
                       shape ? std::max<std::int64_t>(1, shape->layers / state.plan.axes.pipeline) : 1);
                   choices.insert(choices.end(), divisors.begin(), divisors.end());
                   return choices;
               },
               4096});
    addTier([] { return tr("Phases from"); },
            [](core::Plan& plan) -> core::Tier& { return plan.phaseSource; });
    addEnum<core::Implementation>(
        [] { return tr("Implementation"); },
        {core::Implementation::Megatron, core::Implementation::HuggingFace, core::Implementation::Fsdp2,
         core::Implementation::DeepSpeed, core::Implementation::PopArt},
        [](core::Plan& plan) -> core::Implementation& { return plan.implementation; });
}

void PlanControls::refresh()
{
    const PlanState& state = m_workbench.state();
    const auto select = [](QComboBox* box, const QString& reference, const QString& title) {
        int index = box->findData(reference);
        if (index < 0 && !reference.isEmpty()) {
            // A file of the user's: its name stands above the catalogue.
            box->insertItem(0, title.isEmpty() ? QFileInfo(reference).fileName() : title, reference);
            index = 0;
        }
        box->setCurrentIndex(index);
        box->setToolTip(reference);
    };
    select(m_model, state.modelReference, titleOf(state.model));
    select(m_hardware, state.hardwareReference, titleOf(state.hardware));
    for (Degree& degree : m_degrees) {
        core::Plan plan = state.plan;
        const std::vector<std::int64_t> choices = degree.choices(state);
        degree.control->setChoices(choices, degree.highest > 0 ? degree.highest : choices.back());
        degree.control->setValue(degree.number(plan));
    }
    // The three shard degrees are the preset's unless set by hand.
    for (std::size_t index = 4; index < 7; ++index)
        m_degrees[index].control->setEnabled(state.sharding == ShardingPreset::ByHand);
    for (const Choice& choice : m_choices)
        choice.box->setCurrentIndex(choice.get(state));
    m_sequenceParallel->setChecked(state.plan.axes.sequenceParallel);
    m_globalBatch->setText(
        tr("Global batch %1 = %2 × %3 × %4")
            .arg(integerString(state.plan.batch.globalBatch), integerString(state.plan.batch.microBatch),
                 integerString(state.plan.batch.microBatches), integerString(state.plan.axes.replica)));
}

void PlanControls::retranslate()
{
    m_modelLabel->setText(tr("MODEL"));
    m_hardwareLabel->setText(tr("HARDWARE"));
    m_model->setAccessibleName(tr("Model"));
    m_hardware->setAccessibleName(tr("Hardware"));
    m_sequenceParallel->setText(tr("Sequence parallelism"));
    for (QComboBox* box : {m_model, m_hardware}) {
        const int open = box->findData(QString());
        if (open >= 0)
            box->removeItem(open);
        box->addItem(tr("Open a file…"), QString());
    }
    for (const auto& [label, title] : m_sections)
        label->setText(title());
    for (const Degree& degree : m_degrees)
        degree.control->setTexts(degree.label(), degree.help());
    for (const Choice& choice : m_choices) {
        choice.label->setText(choice.title());
        choice.box->setAccessibleName(choice.title());
        choice.box->clear();
        choice.box->addItems(choice.words());
    }
    refresh();
}

void PlanControls::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QScrollArea::changeEvent(event);
}

} // namespace shardscope::app
