// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine is, before anything is planned on it.
#include "app/desktop/pages/hardware_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/machine_scene.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/machine/machine_editor.h"
#include "app/desktop/machine/plan_what_if.h"
#include "app/desktop/machine/what_if_bar.h"
#include "app/desktop/pages/machine_table.h"
#include "app/desktop/pickers/picker_entries.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/number_button.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/documents/changed_machine.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/unverified_words.h"
#include "core/base/text_mark.h"
#include "core/units/text.h"

#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <limits>

namespace shardscope::app {
namespace {

/// The place in \p box of the open machine; one that is changed, or not the catalogue's, is put in front.
int shownMachine(QComboBox& box, const PlanState& state)
{
    if (!state.hardware)
        return -1;
    const int at = box.findData(state.hardwareReference);
    const QString title = titleOf(state.hardware);
    if (at >= 0 && box.itemText(at) == title)
        return at;
    if (at != 0) {
        box.insertItem(0, title, state.hardwareReference);
        return 0;
    }
    box.setItemText(0, title);
    return 0;
}

} // namespace

HardwarePage::HardwarePage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_editor(new MachineEditor)
    , m_whatIf(new WhatIfBar(WhatIfBar::Of::Machine))
    , m_difference(new TableView)
    , m_picture(new SceneFigure)
    , m_table(new TableView)
    , m_card(new FigureCard(m_picture, m_table))
    , m_curves(new SceneFigure)
    , m_curvesCard(new FigureCard(m_curves, nullptr))
{
    m_differenceCard = new FigureCard(m_difference, nullptr);
    auto* content = new QWidget;
    auto* column = pageColumn(content, metrics::kGrid * 2);
    m_card->setFigureName(QStringLiteral("hardware.machine"));
    m_curvesCard->setFigureName(QStringLiteral("hardware.reached"));
    column->addWidget(m_editor);
    column->addWidget(m_whatIf);
    column->addWidget(m_differenceCard);
    column->addWidget(m_card);
    column->addWidget(m_curvesCard);
    column->addStretch();
    m_editor->hide();
    for (TableView* table : {m_table, m_difference})
        table->setRowsShown(std::numeric_limits<int>::max()); // the page scrolls, no table in it does
    m_scroll = new PageScrollArea(content, m_stack);
    m_stack->addWidget(m_scroll);
    fillPage(nullptr, makeHead());
    for (SceneFigure* figure : {m_picture, m_curves})
        connect(figure, &FigureWidget::hovered, this, &Page::hint);
    connect(m_picture, &FigureWidget::activated, this, &HardwarePage::editFigure);
    connect(m_editor, &MachineEditor::wanted, this, &HardwarePage::edit);
    new PlanWhatIf(*m_whatIf, workbench, QStringLiteral("hardware what if"));
    connect(&m_workbench, &Workbench::stateChanged, this, &HardwarePage::refresh);
    onShow(*this, [this] { fillMachines(); });
    keepTranslated(*this, [this] { retranslate(); });
}

QWidget* HardwarePage::makeHead()
{
    auto* head = new QFrame(this);
    setRole(*head, Role::Head);
    head->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    auto* column = columnIn(head, metrics::kGrid);
    column->setContentsMargins(metrics::kPageMargin, metrics::kGrid + metrics::kHalfGrid,
                               metrics::kPageMargin, metrics::kGrid + metrics::kHalfGrid);
    m_machine = new QComboBox(head);
    m_machine->setMinimumContentsLength(28);
    m_machine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_devices = new QLabel(head);
    setRole(*m_devices, Role::Chip);
    m_unverified = new QLabel(head);
    setRole(*m_unverified, Role::ChipWarn);
    m_plan = new QPushButton(head);
    setRole(*m_plan, Role::Primary);
    for (QPushButton** button : {&m_halve, &m_double}) {
        *button = new QPushButton(head);
        setRole(**button, Role::Link);
    }
    for (QPushButton** button : {&m_edit, &m_save})
        *button = new QPushButton(head);
    m_edit->setCheckable(true);
    m_beside = new CataloguePicker(head);
    m_beside->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_beside->setMinimumContentsLength(1);
    m_beside->setMinimumWidth(150);
    m_beside->setEntries([this] { return pickerEntries(m_workbench, *m_beside); });
    column->addWidget(controlBar(
        {m_machine, m_devices, m_unverified, m_halve, m_double, m_edit, m_beside, m_save, m_plan}, head));
    connect(m_edit, &QPushButton::toggled, this, &HardwarePage::showEditor);
    connect(m_save, &QPushButton::clicked, this, &HardwarePage::askToSave);
    connect(m_beside, &QComboBox::activated, this,
            [this](int at) { compareWith(m_beside->itemData(at).toString()); });
    connect(m_halve, &QPushButton::clicked, this, [this] { changeNetwork(0.5, N_("Halve the network")); });
    connect(m_double, &QPushButton::clicked, this, [this] { changeNetwork(2, N_("Double the network")); });
    auto* numbers = new QWidget(head);
    auto* flow = new FlowLayout(metrics::kPageMargin, metrics::kHalfGrid);
    flow->setContentsMargins(0, 0, 0, 0);
    numbers->setLayout(flow);
    constexpr std::size_t kNumbers = 8;
    for (std::size_t at = 0; at < kNumbers; ++at) {
        m_numbers.push_back(new NumberButton(numbers));
        flow->addWidget(m_numbers.back());
    }
    column->addWidget(numbers);
    connect(m_machine, &QComboBox::activated, this,
            [this](int at) { m_workbench.chooseHardware(m_machine->itemData(at).toString()); });
    connect(m_plan, &QPushButton::clicked, this, [this] { emit pageRequested(QStringLiteral("plan")); });
    return head;
}

void HardwarePage::changeNetwork(double factor, const StepName& step)
{
    PlanState next = m_workbench.state();
    if (!next.hardware)
        return;
    next.hardware = std::make_shared<const core::HardwareSpec>(withNetwork(*next.hardware, factor));
    m_workbench.edit(std::move(next), step);
}

/// Names are of the catalogue; a machine of a file of the user's stands first.
void HardwarePage::fillMachines()
{
    const PlanState& state = m_workbench.state();
    const QSignalBlocker quiet(m_machine);
    if (m_machine->count() == 0 || m_machine->property("language") != QLocale().name()) {
        m_machine->clear();
        m_machine->setProperty("language", QLocale().name());
        for (const CatalogEntry& entry : m_workbench.machines())
            m_machine->addItem(entry.title, QString::fromStdString(entry.name));
    }
    const int at = shownMachine(*m_machine, state);
    m_machine->setCurrentIndex(state.hardware ? at : -1);
}

QString HardwarePage::whyNoPicture() const
{
    return m_workbench.state().hardware ? QString() : tr("No machine is open.");
}

QWidget& HardwarePage::contentFront() { return *m_scroll; }

std::shared_ptr<const core::Table> HardwarePage::shown() const
{
    const auto& hardware = m_workbench.state().hardware;
    return hardware ? std::make_shared<const core::Table>(machineTable(*hardware)) : nullptr;
}

QStringList HardwarePage::said() const
{
    QStringList lines{m_devices->text(), m_unverified->text()};
    lines.removeAll(QString());
    return lines;
}

void HardwarePage::refresh()
{
    emit canExportChanged();
    const auto& hardware = m_workbench.state().hardware;
    m_stack->setCurrentIndex(hardware ? 1 : 0);
    for (QWidget* part : std::initializer_list<QWidget*>{m_devices, m_unverified, m_halve, m_double, m_edit,
                                                         m_beside, m_save, m_plan})
        part->setVisible(hardware != nullptr);
    for (NumberButton* number : m_numbers)
        number->setVisible(false);
    if (isVisible())
        fillMachines();
    if (!hardware)
        return;
    m_devices->setText(
        hardware->nodes
            ? tr("%1 nodes of %2 devices").arg(integerString(*hardware->nodes)).arg(hardware->devicesPerNode)
            : tr("%1 devices a node").arg(hardware->devicesPerNode));
    QStringList unverified;
    for (const std::string& pointer : hardware->unverified)
        unverified << unverifiedPlace(*hardware, pointer);
    unverified.removeDuplicates();
    m_unverified->setVisible(!unverified.isEmpty());
    m_unverified->setText(tr("unverified figures: %1").arg(unverified.size()));
    m_unverified->setToolTip(unverified.join(QLatin1Char('\n')));
    m_picture->setMaker(
        [hardware](double width, const Theme& theme) { return machineScene(*hardware, width, theme); });
    m_table->setTable(shown());
    m_curvesCard->setVisible(!hardware->efficiency.empty());
    m_curves->setMaker(
        [hardware](double width, const Theme& theme) { return efficiencyScene(*hardware, width, theme); });
    refreshNumbers(*hardware);
    showEditor();
    showDifference();
    m_whatIf->setVisible(m_workbench.state().complete());
}

void HardwarePage::refreshNumbers(const core::HardwareSpec& hardware)
{
    std::size_t next = 0;
    const auto tell = [&](const QString& caption, const QString& value, const QString& exact, bool unverified,
                          const QString& below) {
        NumberButton* number = m_numbers[next++];
        number->setNumber(caption, value, exact, {});
        number->setBelow(unverified ? tr("unverified") : below);
        number->setVisible(true);
    };
    const auto engine = hardware.engine(core::EngineKind::Matrix, core::Dtype::Bf16);
    if (engine != nullptr)
        tell(tr("Matrix products, %1").arg(shownText(std::string(core::nameOf(engine->dtype)))),
             quantityString(engine->peak.value), quantityString(engine->peak.value, 6),
             engine->peak.unverified, tr("peak of a device"));
    if (const core::MemoryTier* memory = hardware.tier(core::Tier::Device))
        tell(tr("Device memory"), quantityString(memory->capacity.value),
             quantityString(memory->capacity.value, 6), memory->capacity.unverified,
             quantityString(memory->bandwidth.value));
    for (const core::LinkLevel level : {core::LinkLevel::Node, core::LinkLevel::Cluster}) {
        const core::Link* link = hardware.link(level);
        if (link == nullptr)
            continue;
        tell(linkLevelText(level), quantityString(link->bandwidth.value),
             quantityString(link->bandwidth.value, 6), link->bandwidth.unverified, shownText(link->label));
    }
    if (hardware.power)
        tell(tr("Power of a board"), quantityString(hardware.power->value),
             quantityString(hardware.power->value, 6), hardware.power->unverified, tr("at most"));
    if (hardware.price) {
        constexpr double kHour = 3600;
        const double hourly = hardware.price->value.value() * kHour;
        tell(tr("Price of a device and hour"), quantityString(hourly, core::kCurrency),
             quantityString(hourly, core::kCurrency, 6), hardware.price->unverified,
             shownText(hardware.price->source));
    }
    if (!hardware.devices())
        return; // as many as a plan takes
    // Powers of ten, which makers use for what all of a system has.
    constexpr core::TextStyle kDecimal{3, core::BytePrefix::Decimal};
    for (const core::MemoryTier& memory : hardware.memory) {
        if (memory.tier != core::Tier::Device && memory.tier != core::Tier::Streaming)
            continue;
        const double times = static_cast<double>(*hardware.devices()) / static_cast<double>(memory.sharedBy);
        const auto all = [&](auto of) { return QString::fromStdString(core::toText(times * of, kDecimal)); };
        tell(memory.tier == core::Tier::Device ? tr("All devices' memory") : tr("All streaming memory"),
             all(memory.capacity.value), all(memory.capacity.value), memory.capacity.unverified,
             all(memory.bandwidth.value));
    }
}

void HardwarePage::retranslate()
{
    m_empty->setTexts(
        tr("See what a machine is made of"),
        tr("Choose a machine above, or open a hardware description. The page shows its devices, "
           "memories and networks with their figures, where each is from, and what nobody could "
           "check."),
        tr("Open…"), tr("Open a sample"));
    m_machine->setAccessibleName(tr("Machine"));
    m_machine->setPlaceholderText(tr("Choose a machine"));
    m_plan->setText(tr("Plan on it"));
    m_halve->setText(tr("Halve the network"));
    m_halve->setToolTip(tr("Links between nodes half as fast: what would the plan lose?"));
    m_double->setText(tr("Double it"));
    m_double->setAccessibleName(tr("Double the network"));
    m_double->setToolTip(tr("Links between nodes twice as fast: what would the plan win?"));
    m_edit->setText(tr("Edit a copy"));
    m_edit->setToolTip(
        tr("Any figure of it otherwise; what was measured and then no longer applies is told"));
    m_save->setText(tr("Save as a file…"));
    m_save->setToolTip(tr("A description of the machine, which the command line takes as HARDWARE"));
    {
        const QSignalBlocker quiet(m_beside);
        m_beside->clear();
        for (const CatalogEntry& entry : m_workbench.machines())
            m_beside->addItem(entry.title, QString::fromStdString(entry.name));
        m_beside->setCurrentIndex(m_beside->findData(m_other));
    }
    m_beside->setPlaceholderText(tr("Compare with…"));
    m_beside->setAccessibleName(tr("A machine to compare with"));
    m_difference->setAccessibleName(tr("Where the machines differ"));
    m_differenceCard->setTitle(tr("Where the machines differ"));
    m_card->setTitle(tr("A node and its links"));
    m_card->setSentence(tr("Click a link or a memory to change it in a copy."));
    m_picture->setAccessibleName(tr("A node and its links"));
    m_table->setAccessibleName(tr("Figures of the machine"));
    m_curvesCard->setTitle(tr("What programs reach"));
    m_curves->setAccessibleName(tr("What programs reach"));
    refresh();
}

} // namespace shardscope::app
