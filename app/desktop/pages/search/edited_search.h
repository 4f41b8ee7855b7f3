// SPDX-License-Identifier: GPL-3.0-or-later
// A search on the open machine as it was edited.
#pragma once

#include "app/session/search/plan_search_request.h"

namespace shardscope::app {

class Workbench;

/// Does what prepareSearch() does, with the open machine's edits in the machine of its name; another's stay.
/// Errors: its own, and editedMachine()'s.
[[nodiscard]] core::Result<PreparedSearch> prepareOnEdited(Workbench& workbench,
                                                           const PlanSearchRequest& request);
/// A text on how the open machine was edited, if \p request asks for it: the same for the same edits; empty:
/// it was not.
[[nodiscard]] std::string editsAsked(Workbench& workbench, const PlanSearchRequest& request);

} // namespace shardscope::app
