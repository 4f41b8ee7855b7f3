// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pickers/picker_entries.h"

#include "app/desktop/workbench/workbench.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {

std::vector<PickerEntry> pickerEntries(Workbench& workbench, const QComboBox& box)
{
    std::vector<PickerEntry> lately;
    std::vector<PickerEntry> all;
    std::vector<PickerEntry> other;
    for (int index = 0; index < box.count(); ++index) {
        const QString reference = box.itemData(index).toString();
        PickerEntry entry{{}, box.itemText(index), reference, index};
        const std::string name = reference.toStdString();
        const auto model = std::ranges::find(workbench.models(), name, &CatalogEntry::name);
        const auto machine = std::ranges::find(workbench.machines(), name, &CatalogEntry::name);
        if (model != workbench.models().end())
            entry.group = familyOf(model->title);
        else if (machine != workbench.machines().end())
            entry.group = machine->maker;
        if (reference.isEmpty()) {
            other.push_back(entry);
            continue;
        }
        all.push_back(entry);
        if (workbench.recent().contains(reference)) {
            entry.group = QCoreApplication::translate("shardscope::app::ControlColumn", "Chosen lately");
            lately.push_back(entry);
        }
    }
    std::ranges::stable_sort(
        lately, {}, [&](const PickerEntry& entry) { return workbench.recent().indexOf(entry.also); });
    all = grouped(std::move(all));
    lately.insert(lately.end(), all.begin(), all.end());
    lately.insert(lately.end(), other.begin(), other.end());
    return lately;
}

} // namespace shardscope::app
