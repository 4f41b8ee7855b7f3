// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/device_model.h"

#include "core/base/ascii.h"

#include <algorithm>

namespace shardscope::core {

namespace {

/// The first word of \p text, between any of \p separators, that \p wanted takes; empty: none.
template <class Wanted>
std::string_view firstWord(std::string_view text, const char* separators, const Wanted& wanted)
{
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find_first_of(separators));
        if (wanted(word))
            return word;
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return {};
}

} // namespace

std::string deviceModel(std::string_view name)
{
    return lowered(firstWord(name, " -_,", [](std::string_view word) {
        const std::size_t digit = word.find_first_of("0123456789");
        return digit != std::string_view::npos && digit > 0 && word.size() > digit + 1;
    }));
}

std::string deviceModel(const HardwareSpec& hardware)
{
    for (const std::string* const name : {&hardware.device, &hardware.name, &hardware.title}) {
        if (std::string model = deviceModel(*name); !model.empty())
            return model;
    }
    return {};
}

bool namesModel(std::string_view hardware, std::string_view model)
{
    const std::string own = lowered(hardware);
    return !model.empty() &&
           !firstWord(own, "-", [&](std::string_view word) { return word == model; }).empty();
}

} // namespace shardscope::core
