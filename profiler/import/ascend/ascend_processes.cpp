// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/ascend/ascend_processes.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace shardscope::profiler {

namespace {

constexpr unsigned kProgramShift = 10;
constexpr unsigned kLayerShift = 5;
constexpr std::uint64_t kLayers = 31;     // of the mask
constexpr std::uint64_t kDriverLayer = 7; // CANN's; the devices' come after it

/// The number in the key of a process; 0: it is no number.
std::uint64_t numberOf(const std::string& key)
{
    std::uint64_t number = 0;
    const char* const end = key.data() + key.size();
    return !key.empty() && std::from_chars(key.data() + 1, end, number).ptr == end ? number : 0;
}

} // namespace

std::map<std::string, std::string> programsOfAscend(const std::map<std::string, std::string>& names)
{
    std::map<std::string, std::string> programs;
    if (std::ranges::none_of(names, [](const auto& one) { return one.second == "Ascend Hardware"; }))
        return programs;
    const auto isProgram = [](const auto& one) { return one.second == "Python"; };
    const bool single = std::ranges::count_if(names, isProgram) == 1;
    for (const auto& [key, name] : names) {
        const std::uint64_t number = numberOf(key);
        const auto program = names.find(key.substr(0, 1) + std::to_string(number >> kProgramShift));
        const bool told = program != names.end() && isProgram(*program) &&
                          (number >> kLayerShift & kLayers) == kDriverLayer;
        if (told && (name.empty() || name == "CANN"))
            programs[key] = program->first;
        else if (name == "CANN" && single)
            programs[key] = std::ranges::find_if(names, isProgram)->first;
    }
    return programs;
}

} // namespace shardscope::profiler
