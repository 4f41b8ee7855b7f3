// SPDX-License-Identifier: GPL-3.0-or-later
// What a list of models or machines holds, as it is looked for.
#pragma once

#include "app/desktop/pickers/catalogue_picker.h"

#include <vector>

namespace shardscope::app {

class Workbench;

/// Of \p box, by the catalogue names in its data: what was chosen lately, then by family or maker; what has
/// no name opens a file, and stands last.
[[nodiscard]] std::vector<PickerEntry> pickerEntries(Workbench& workbench, const QComboBox& box);

} // namespace shardscope::app
