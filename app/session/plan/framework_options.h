// SPDX-License-Identifier: GPL-3.0-or-later
// What frameworks do only where they are told to, or do unless they are told not to.
#pragma once

#include "core/plan/plan.h"

#include <QString>

#include <string>
#include <vector>

namespace shardscope::app {

struct FrameworkChoice {
    const char* key = "";      ///< the program's own word, a key of a plan's options
    const char* sentence = ""; ///< what it does, as English source text
};

/// The options of all frameworks, each once.
[[nodiscard]] const std::vector<FrameworkChoice>& frameworkChoices();
/// The releases before which something was not there yet, as a plan's framework_release has them; oldest
/// first.
[[nodiscard]] std::vector<std::string> releasesTold();
[[nodiscard]] bool isOn(const core::Plan& plan, const std::string& key);
/// Says it only where the framework would do otherwise.
void turn(core::Plan& plan, const std::string& key, bool on);
/// Empty where \p plan's framework has such an option.
[[nodiscard]] QString whyNoOption(const core::Plan& plan, const std::string& key);
/// Whether its code names parts of a layer to recompute, beside the attention's core.
[[nodiscard]] bool recomputesParts(const core::Plan& plan);

} // namespace shardscope::app
