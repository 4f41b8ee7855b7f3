// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of the machine: its figures edited, what the open plan would make of it, another machine beside it,
// its file.
#include "app/desktop/machine/machine_editor.h"
#include "app/desktop/pages/hardware_page.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/documents/changed_machine.h"
#include "app/session/machine/machine_difference.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"
#include "core/io/text_file.h"
#include "core/storage/named_item.h"
#include "core/units/plain_number.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace shardscope::app {
core::HardwareSpec HardwarePage::base() const
{
    const PlanState& state = m_workbench.state();
    const core::Catalog& catalog = m_workbench.catalog();
    const std::string reference = state.hardwareReference.toStdString();
    // One that was kept in a project is no description of its own: the catalogue's of its name is.
    const bool kept = core::itemAddress(reference).has_value();
    auto own = catalog.hardware(kept ? state.hardware->name : reference);
    if (!own.ok())
        return *state.hardware;
    const auto number = [](const std::string& text) { return core::parseNumber(text).value_or(0); };
    return withEnteredCosts(std::move(*own), number(enteredPrice(*state.hardware)),
                            number(enteredPower(*state.hardware)));
}

void HardwarePage::edit(const std::string& key, const QString& text)
{
    PlanState next = m_workbench.state();
    if (!next.hardware)
        return;
    const core::HardwareSpec before = base();
    MachineEdits edits = machineEdits(before, *next.hardware);
    std::erase_if(edits, [&](const auto& edit) { return edit.first == key; });
    const auto described = machineFigure(before, key);
    if (!text.isEmpty() || (described && (key == "nodes" || key == "price") && described->value &&
                            m_editor->field(key) != nullptr && m_editor->field(key)->text().isEmpty()))
        edits.emplace_back(key, text.toStdString());
    auto edited = editedMachine(before, edits);
    if (!edited.ok())
        return m_editor->tell(errorText(edited.error()));
    next.hardware = std::make_shared<const core::HardwareSpec>(std::move(*edited));
    m_workbench.edit(std::move(next), N_("Edit a copy of the machine"));
}

void HardwarePage::editFigure(const QString& key)
{
    m_edit->setChecked(true);
    QLineEdit* field = m_editor->field(key.toStdString());
    if (field == nullptr)
        return;
    const auto lead = [this, field] {
        m_scroll->ensureWidgetVisible(field);
        field->setFocus(Qt::OtherFocusReason);
        field->selectAll();
    };
    // Fields that were made just now are laid out, and shown, by events that are still to come.
    QMetaObject::invokeMethod(field, lead, Qt::QueuedConnection);
}

void HardwarePage::showEditor()
{
    const auto& hardware = m_workbench.state().hardware;
    m_editor->setVisible(hardware && m_edit->isChecked());
    if (hardware && m_edit->isChecked())
        m_editor->say(base(), *hardware);
}

void HardwarePage::compareWith(const QString& machine)
{
    m_other = machine;
    showDifference();
}

std::shared_ptr<const core::Table> HardwarePage::difference() const
{
    const auto& hardware = m_workbench.state().hardware;
    if (!hardware || m_other.isEmpty())
        return nullptr;
    const auto other = m_workbench.catalog().hardware(m_other.toStdString());
    return other.ok() ? std::make_shared<const core::Table>(machineDifference(*hardware, *other)) : nullptr;
}

void HardwarePage::showDifference()
{
    const auto table = difference();
    m_differenceCard->setVisible(table != nullptr);
    if (table)
        m_difference->setTable(table);
}

void HardwarePage::askToSave()
{
    const auto& hardware = m_workbench.state().hardware;
    if (!hardware)
        return;
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the machine"), QString::fromStdString(hardware->name) + QStringLiteral(".json"),
        tr("Machines (*.json)"));
    if (!file.isEmpty())
        saveAs(QFileInfo(file).suffix().isEmpty() ? file + QStringLiteral(".json") : file);
}

void HardwarePage::saveAs(const QString& file)
{
    m_workbench.jobs().write(file, tr("Writing the machine"),
                             [file, text = hardwareJson(*m_workbench.state().hardware)](const core::Task&) {
                                 return core::writeTextFile(file.toStdString(), text);
                             });
}

} // namespace shardscope::app
