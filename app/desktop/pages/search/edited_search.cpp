// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/search/edited_search.h"

#include "app/desktop/workbench/workbench.h"
#include "app/session/machine/edited_machine.h"
#include "core/base/split_at.h"

#include <algorithm>

namespace shardscope::app {
namespace {

/// Prices and powers of a search are typed beside it.
bool typedBeside(const MachineEdits::value_type& edit)
{
    return edit.first == "price" || edit.first == "power";
}

MachineEdits editsOfOpen(Workbench& workbench)
{
    const PlanState& state = workbench.state();
    if (!state.hardware)
        return {};
    const auto described = workbench.catalog().hardware(state.hardwareReference.toStdString());
    if (!described.ok())
        return {};
    MachineEdits edits = machineEdits(*described, *state.hardware);
    std::erase_if(edits, typedBeside);
    return edits;
}

} // namespace

core::Result<PreparedSearch> prepareOnEdited(Workbench& workbench, const PlanSearchRequest& request)
{
    SHARDSCOPE_TRY(PreparedSearch prepared, prepareSearch(workbench.catalog(), request));
    const std::vector<std::string> names = core::splitAt(request.hardware, ',');
    const std::string open = workbench.state().hardwareReference.toStdString();
    const MachineEdits edits = editsOfOpen(workbench);
    if (edits.empty() || names.size() != prepared.search.machines.size())
        return prepared;
    for (std::size_t at = 0; at < names.size(); ++at) {
        core::HardwareSpec& hardware = prepared.search.machines[at].hardware;
        if (names[at] == open) {
            SHARDSCOPE_TRY(hardware, editedMachine(hardware, edits));
        }
    }
    return prepared;
}

std::string editsAsked(Workbench& workbench, const PlanSearchRequest& request)
{
    const std::vector<std::string> names = core::splitAt(request.hardware, ',');
    if (std::ranges::find(names, workbench.state().hardwareReference.toStdString()) == names.end())
        return {};
    std::string text;
    for (const auto& [key, value] : editsOfOpen(workbench))
        text += key + "=" + value + ";";
    return text;
}

} // namespace shardscope::app
