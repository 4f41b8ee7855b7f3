// SPDX-License-Identifier: GPL-3.0-or-later
// A question of the search in words, as it was asked: it stands over its answer.
#pragma once

#include "app/session/search/plan_search_request.h"

#include <QString>

namespace shardscope::app {

class Workbench;

/// "Llama 3 70B on 64 × NVIDIA DGX H100; global batch 1024; 15T tokens; Megatron-LM". \p workbench knows
/// the titles.
[[nodiscard]] QString questionText(Workbench& workbench, const PlanSearchRequest& request);

} // namespace shardscope::app
