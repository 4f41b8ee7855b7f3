// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/kept_answer.h"

#include "core/base/phrase.h"
#include "core/io/value.h"
#include "core/plan/plan_file.h"

#include <algorithm>

namespace shardscope::planner {

std::string lookedAt(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan)
{
    std::string text = core::jsonText(core::planDocument(plan), 0);
    std::ranges::replace(text, '\n', ' '); // one line, which a window can break
    return core::phrase(W_("model %1, machine %2, plan %3"), {model.name, hardware.name, text});
}

} // namespace shardscope::planner
