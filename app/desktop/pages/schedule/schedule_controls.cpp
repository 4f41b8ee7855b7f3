// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/schedule/schedule_controls.h"

#include "app/desktop/theme/roles.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/simulate/simulation_words.h"
#include "app/session/text/choice_words.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/shown_text.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QSpinBox>

namespace shardscope::app {
namespace {

constexpr std::int64_t kMostStages = 64;
constexpr std::int64_t kMostMicroBatches = 512;
constexpr std::int64_t kMostChunks = 16;
constexpr int kOwn = -1;     ///< stands for the plan's own schedule
constexpr int kZion = -2;    ///< as ZionEX's predecessor would run it
constexpr int kModes = 1000; ///< and what follows for PERSIA's modes
constexpr int kFiles = 2000; ///< and what follows for those from files

/// Each up to \p single, then \p steps to each doubling.
std::vector<std::int64_t> stops(std::int64_t single, std::int64_t steps, std::int64_t highest)
{
    std::vector<std::int64_t> out;
    std::int64_t value = 1;
    while (value <= highest) {
        out.push_back(value);
        std::int64_t power = 1;
        while (power * 2 <= value)
            power *= 2;
        value += value < single ? 1 : std::max<std::int64_t>(1, power / steps);
    }
    return out;
}

} // namespace

ScheduleControls::ScheduleControls(Workbench& workbench, QWidget* parent)
    : ControlColumn(workbench, parent)
    , m_source(new QLabel(widget()))
    , m_overflow(controlBar({}, widget()))
    , m_whatIf(new QComboBox(widget()))
    , m_part(new QComboBox(widget()))
    , m_factor(new QDoubleSpinBox(widget()))
    , m_down(new QDoubleSpinBox(widget()))
    , m_every(new QSpinBox(widget()))
    , m_jitter(new QDoubleSpinBox(widget()))
    , m_seed(new QSpinBox(widget()))
    , m_overlap(new QComboBox(widget()))
    , m_expand(new QLineEdit(widget()))
    , m_list(new QListWidget(widget()))
    , m_takeOver(new QPushButton(widget()))
{
    wrap(m_source, Role::Dim);
    m_column->addWidget(m_source);
    m_column->addWidget(m_overflow);
    m_pipeline = addTrial(&ScheduleTrial::pipeline, stops(16, 4, kMostStages), kMostStages);
    m_microBatches =
        addTrial(&ScheduleTrial::microBatches, stops(32, 8, kMostMicroBatches), kMostMicroBatches);
    m_virtualStages =
        addTrial(&ScheduleTrial::virtualStages, stops(kMostChunks, 1, kMostChunks), kMostChunks);
    addSection([this] { return tr("Schedules, one above the other"); });
    setRole(*m_list, Role::Choices);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the column scrolls
    addItem(QString(), kOwn);
    for (const planner::ScheduleName& name : planner::scheduleNames())
        addItem(QString(), static_cast<int>(name.kind));
    for (const planner::PersiaMode mode : planner::kPersiaModes)
        addItem(QString(), kModes + static_cast<int>(mode));
    addItem(QString(), kZion);
    m_column->addWidget(m_list);
    addWhatIf();
    m_column->addStretch(1);
    connect(m_list, &QListWidget::itemChanged, this, &ScheduleControls::wantedChanged);
    // A click on the words ticks, too.
    connect(m_list, &QListWidget::itemActivated, this, [](QListWidgetItem* item) {
        item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
    });
    connect(m_takeOver, &QPushButton::clicked, this, &ScheduleControls::takeOverWanted);
    setTrial(m_trial);
    retranslate();
}

void ScheduleControls::addItem(const QString& title, int number)
{
    auto* item = new QListWidgetItem(title, m_list);
    item->setData(Qt::UserRole, number);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Unchecked);
}

WantedSchedule ScheduleControls::wantedOf(int row) const
{
    const int number = m_list->item(row)->data(Qt::UserRole).toInt();
    if (number >= kFiles)
        return WantedSchedule(m_files[static_cast<std::size_t>(number - kFiles)]);
    if (number >= kModes)
        return static_cast<planner::PersiaMode>(number - kModes);
    if (number == kZion)
        return WantedSchedule::asZion();
    return number == kOwn ? WantedSchedule() : static_cast<planner::ScheduleKind>(number);
}

void ScheduleControls::addFile(std::shared_ptr<const ScheduleFile> file)
{
    {
        const QSignalBlocker quiet(m_list);
        addItem(shownText(file->name), kFiles + static_cast<int>(m_files.size()));
        m_files.push_back(std::move(file));
        m_list->item(m_list->count() - 1)->setCheckState(Qt::Checked);
        fitList();
    }
    emit wantedChanged();
}

void ScheduleControls::addWhatIf()
{
    constexpr double kMostFactor = 100;
    constexpr double kMostDown = 1e5;  // seconds
    constexpr int kMostSteps = 50;     // that are drawn in the timeline
    constexpr double kMostJitter = 50; // per cent; more than that are no durations any more
    constexpr int kMostSeed = 999'999;
    const WhatIf usual;
    addSection([this] { return tr("What if"); });
    for (QComboBox* box : {m_whatIf, m_overlap})
        box->addItems({QString(), QString(), QString()});
    for (QAbstractSpinBox* box :
         std::initializer_list<QAbstractSpinBox*>{m_factor, m_down, m_every, m_jitter, m_seed})
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_expand->setValidator(new QRegularExpressionValidator(
        QRegularExpression(QStringLiteral("[0-9]{1,9}([ ,]+[0-9]{1,9})*[ ,]*")), m_expand));
    m_factor->setRange(1, kMostFactor);
    m_factor->setSingleStep(0.1);
    m_factor->setValue(usual.factor);
    m_down->setRange(0, kMostDown);
    m_down->setDecimals(1);
    m_down->setValue(usual.down);
    m_every->setRange(1, kMostSteps);
    m_every->setValue(static_cast<int>(usual.checkpointEvery));
    m_jitter->setRange(0, kMostJitter);
    m_jitter->setDecimals(1);
    m_seed->setRange(0, kMostSeed);
    m_column->addWidget(m_whatIf);
    for (QComboBox* box : {m_whatIf, m_part})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_part->setMaxVisibleItems(20);
    m_column->addWidget(m_part);
    addRow(m_factor, [this] { return tr("Takes so many times as long"); });
    addRow(m_down, [this] { return tr("Back after (s)"); });
    addRow(m_every, [this] { return tr("Steps between checkpoints"); });
    addRow(m_jitter, [this] { return tr("Durations vary by (%)"); });
    addRow(m_seed, [this] { return tr("Random seed"); });
    addUnder(m_overlap, [this] { return tr("Gradients of the replicas"); });
    addUnder(m_expand, [this] { return tr("Ranks that the timeline shows apart"); });
    connect(m_overlap, &QComboBox::currentIndexChanged, this, &ScheduleControls::whatIfChanged);
    connect(m_whatIf, &QComboBox::currentIndexChanged, this, [this] {
        showWhatIf();
        emit whatIfChanged();
    });
    connect(m_part, &QComboBox::activated, this, &ScheduleControls::whatIfChanged);
    for (QSpinBox* box : {m_every, m_seed})
        connect(box, &QSpinBox::valueChanged, this, &ScheduleControls::whatIfChanged);
    connect(m_jitter, &QDoubleSpinBox::valueChanged, this, [this] {
        showWhatIf();
        emit whatIfChanged();
    });
    for (QDoubleSpinBox* box : {m_factor, m_down})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ScheduleControls::whatIfChanged);
    showWhatIf();
}

void ScheduleControls::setParts(std::vector<std::string> slowable, std::vector<std::string> failing)
{
    if (m_slowable == slowable && m_failing == failing)
        return;
    m_slowable = std::move(slowable);
    m_failing = std::move(failing);
    const std::string chosen = m_part->currentData().toString().toStdString();
    const bool fails = static_cast<WhatIf::Kind>(m_whatIf->currentIndex()) == WhatIf::Kind::Fails;
    const std::vector<std::string>& parts = fails ? m_failing : m_slowable;
    if (!chosen.empty() && std::ranges::find(parts, chosen) == parts.end()) {
        const QSignalBlocker quiet(m_whatIf);
        m_whatIf->setCurrentIndex(0); // the plan has it no more: nothing happened to it
    }
    showWhatIf();
}

/// The parts that the kind of what happens is about; the one that was chosen stays, if it is among them.
void ScheduleControls::fillParts()
{
    const auto kind = static_cast<WhatIf::Kind>(m_whatIf->currentIndex());
    const std::vector<std::string>& parts = kind == WhatIf::Kind::Fails ? m_failing : m_slowable;
    const QString chosen = m_part->currentData().toString();
    const QSignalBlocker quiet(m_part);
    m_part->clear();
    for (const std::string& part : parts)
        m_part->addItem(resourceName(part), QString::fromStdString(part));
    m_part->setCurrentIndex(std::max(0, m_part->findData(chosen)));
}

void ScheduleControls::showWhatIf()
{
    fillParts();
    const PlanState& state = m_workbench.state();
    const bool recommender = state.model && state.model->recommender() != nullptr;
    const bool plan = state.complete() && !recommender;
    const auto kind = static_cast<WhatIf::Kind>(m_whatIf->currentIndex());
    const bool fails = kind == WhatIf::Kind::Fails;
    const QString why =
        plan || recommender ? QString() : tr("Open a plan first: a schedule alone has no devices");
    const QString otherwise = why.isEmpty() ? tr("Not part of what is tried") : why;
    const QString none =
        fails && !m_slowable.empty() && m_failing.empty()
            ? tr("Nothing of it fails alone: its ranks wait for each other, and the job goes on "
                 "from its checkpoint")
            : QString();
    allow(m_whatIf, why, none.isEmpty() ? tr("What happens to one part of the plan") : none);
    const bool happens = why.isEmpty() && kind != WhatIf::Kind::Nothing && none.isEmpty();
    allow(m_part, happens ? QString() : none.isEmpty() ? otherwise : none);
    allow(m_factor, happens && !fails ? QString() : otherwise);
    allow(m_down, happens && fails ? QString() : otherwise);
    allow(m_every, happens && fails ? QString() : otherwise);
    const QString steady = fails ? tr("What a failure costs is counted with steady durations") : why;
    allow(m_jitter, steady, tr("Standard deviation of each duration, as a share of it"));
    allow(m_seed, !steady.isEmpty() || m_jitter->value() > 0 ? steady : tr("Not part of what is tried"),
          tr("The same number draws the same durations"));
    const QString tables = tr("A recommender has tables, no stages");
    const bool replicas = state.plan.axes.replica > 1 && state.plan.phases == 0;
    allow(m_overlap,
          recommender         ? tables
          : plan && !replicas ? tr("The plan has no replica traffic beside its passes")
                              : why,
          tr("Whether buckets of gradients and weights go out beside the passes, or wait for them"));
    allow(m_expand, recommender ? tables : why,
          tr("Numbers of ranks, as 0, 17: \"Show in Timeline\" then has each of them beside the stage that "
             "stands for it"));
}

WhatIf ScheduleControls::whatIf() const
{
    WhatIf out;
    if (!m_whatIf->isEnabled())
        return out;
    if (m_part->isEnabled() && m_part->count() > 0) {
        out.kind = static_cast<WhatIf::Kind>(m_whatIf->currentIndex());
        out.what = m_part->currentData().toString().toStdString();
    }
    constexpr double kPercent = 0.01;
    out.jitter = m_jitter->isEnabled() ? kPercent * m_jitter->value() : 0;
    out.seed = static_cast<std::uint64_t>(m_seed->value());
    out.factor = m_factor->value();
    out.down = m_down->value();
    out.checkpointEvery = m_every->value();
    if (m_overlap->isEnabled() && m_overlap->currentIndex() > 0)
        out.overlap = m_overlap->currentIndex() == 1;
    static const QRegularExpression between(QStringLiteral("[ ,]+"));
    for (const QString& number : m_expand->text().split(between, Qt::SkipEmptyParts))
        out.expand.push_back(number.toLongLong());
    return out;
}

DegreeControl* ScheduleControls::addTrial(std::int64_t ScheduleTrial::*number,
                                          std::vector<std::int64_t> choices, std::int64_t highest)
{
    auto* control = new DegreeControl(widget());
    control->setChoices(std::move(choices), highest);
    connect(control, &DegreeControl::valueChosen, this, [this, number](qint64 value, bool) {
        m_trial.*number = value;
        showWhatIf();
        emit trialChanged();
    });
    return control;
}

void ScheduleControls::setTrial(const ScheduleTrial& trial)
{
    m_trial = trial;
    m_pipeline->setValue(trial.pipeline);
    m_microBatches->setValue(trial.microBatches);
    m_virtualStages->setValue(trial.virtualStages);
    showWhatIf();
}

std::vector<WantedSchedule> ScheduleControls::wanted() const
{
    std::vector<WantedSchedule> out;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        if (item->checkState() != Qt::Checked || item->isHidden())
            continue;
        out.push_back(wantedOf(row));
    }
    return out;
}

void ScheduleControls::tick(const std::vector<WantedSchedule>& wanted)
{
    const QSignalBlocker quiet(m_list);
    for (int row = 0; row < m_list->count(); ++row) {
        const auto found = std::ranges::find(wanted, wantedOf(row));
        m_list->item(row)->setCheckState(found == wanted.end() ? Qt::Unchecked : Qt::Checked);
    }
    fitList();
}

/// What goes with the model alone is there to choose from, and the list is as high as that.
void ScheduleControls::fitList()
{
    const PlanState& state = m_workbench.state();
    const bool recommender = state.model && state.model->recommender() != nullptr;
    int shown = 0;
    for (int row = 0; row < m_list->count(); ++row) {
        const WantedSchedule wanted = wantedOf(row);
        const bool has = wanted.own()  ? state.complete()
                         : wanted.zion ? state.complete() && recommender
                                       : wanted.mode.has_value() == recommender;
        m_list->item(row)->setHidden(!has);
        shown += has ? 1 : 0;
    }
    for (DegreeControl* of : {m_pipeline, m_microBatches, m_virtualStages})
        of->setEnabled(!recommender); // a recommender has no stages
    m_list->setFixedHeight(shown * m_list->sizeHintForRow(1) + 2 * m_list->frameWidth());
}

QWidget& ScheduleControls::list() { return *m_list; }
QWidget& ScheduleControls::whatIfBox() { return *m_whatIf; }

void ScheduleControls::setSource(const QString& text) { m_source->setText(text); }

void ScheduleControls::setCanTakeOver(bool can)
{
    const PlanState& state = m_workbench.state();
    m_takeOver->setVisible(state.complete() && state.model->recommender() == nullptr);
    m_takeOver->setEnabled(can);
}

void ScheduleControls::retranslate()
{
    ControlColumn::retranslate();
    m_pipeline->setCompact(QStringLiteral("p"));
    m_microBatches->setCompact(QStringLiteral("m"));
    m_virtualStages->setCompact(QStringLiteral("v"));
    m_pipeline->setTexts(tr("Pipeline stages (p)"), tr("How many stages the layers are cut into"));
    m_microBatches->setTexts(tr("Micro-batches (m)"), tr("How many a step sends through the pipeline"));
    m_virtualStages->setTexts(tr("Chunks a device (v)"),
                              tr("Of interleaved schedules: how many stages of its own each device has"));
    m_list->setAccessibleName(tr("Schedules"));
    m_takeOver->setText(tr("Take over"));
    m_takeOver->setAccessibleName(tr("Take over into the plan"));
    m_takeOver->setToolTip(tr("The plan gets these numbers; it can be undone"));
    const QStringList happens{tr("Nothing happens"), tr("A device, stage or link is slow"),
                              tr("A stage or server fails")};
    for (int entry = 0; entry < m_whatIf->count(); ++entry)
        m_whatIf->setItemText(entry, happens.value(entry));
    m_whatIf->setAccessibleName(tr("What if"));
    m_part->setAccessibleName(tr("To which part"));
    const QStringList goes{tr("As the implementation has it"), tr("Beside the passes"),
                           tr("After the passes")};
    for (int entry = 0; entry < m_overlap->count(); ++entry)
        m_overlap->setItemText(entry, goes.value(entry));
    m_expand->setPlaceholderText(tr("none"));
    showWhatIf();
    const QSignalBlocker quiet(m_list);
    for (int row = 0; row < m_list->count(); ++row) {
        const WantedSchedule wanted = wantedOf(row);
        if (wanted.own())
            m_list->item(row)->setText(tr("the plan's own"));
        else if (wanted.mode)
            m_list->item(row)->setText(modeName(*wanted.mode));
        else if (wanted.zion)
            m_list->item(row)->setText(systemName("zion"));
        else if (wanted.kind)
            m_list->item(row)->setText(choiceText(*wanted.kind));
    }
}

} // namespace shardscope::app
