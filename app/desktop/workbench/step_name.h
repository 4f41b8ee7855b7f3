// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of the project is called, in whatever language it is read later.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

struct StepName {
    std::string words;             ///< a marked text (core/base/text_mark.h) with %1, %2 …
    std::vector<std::string> with; ///< what these stand for: marked texts, or names

    StepName(const char* markedText, std::vector<std::string> arguments = {})
        : words(markedText)
        , with(std::move(arguments))
    {
    }
};

} // namespace shardscope::app
