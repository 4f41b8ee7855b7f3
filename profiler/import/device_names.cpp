// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/device_names.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

void tellDevices(std::vector<std::pair<std::string, std::string>>& metadata,
                 std::span<const std::string> names)
{
    std::vector<std::pair<std::string, std::size_t>> counts; // in the order of the file
    for (const std::string& name : names) {
        if (name.empty())
            continue;
        const auto known =
            std::ranges::find_if(counts, [&](const auto& entry) { return entry.first == name; });
        if (known == counts.end())
            counts.emplace_back(name, 1);
        else
            ++known->second;
    }
    for (const auto& [name, count] : counts) {
        std::pair<std::string, std::string> told("device",
                                                 count == 1 ? name : std::to_string(count) + " x " + name);
        if (std::ranges::find(metadata, told) == metadata.end()) // each process of a file may list them
            metadata.push_back(std::move(told));
    }
}

std::string deviceByFigures(const DeviceFigures& figures)
{
    // AMD's data sheets: the three of gfx942 differ by compute units and memory.
    struct Known {
        std::int64_t units;
        std::int64_t gigabytes;
        const char* name;
    };
    constexpr std::array kGfx942{Known{304, 192, "AMD Instinct MI300X"},
                                 Known{304, 256, "AMD Instinct MI325X"},
                                 Known{228, 128, "AMD Instinct MI300A"}};
    constexpr std::int64_t kGibi = std::int64_t{1} << 30;
    if (figures.units <= 0)
        return {};
    if (figures.amd && figures.major == 9 && figures.minor == 4) {
        // A driver keeps some of the memory to itself: the sheet's GB, taken as GiB, is the most there can
        // be.
        const auto* const known = std::ranges::find_if(kGfx942, [&](const Known& one) {
            return one.units == figures.units && figures.memoryBytes <= one.gigabytes * kGibi &&
                   figures.memoryBytes > one.gigabytes * kGibi * 9 / 10;
        });
        if (known != kGfx942.end())
            return known->name;
    }
    const std::string units = ", " + std::to_string(figures.units);
    const std::string generation =
        std::to_string(figures.major) + (figures.amd ? "" : ".") + std::to_string(figures.minor);
    return figures.amd ? "AMD gfx" + generation + "x" + units + " compute units"
                       : "NVIDIA " + generation + units + " multiprocessors";
}

} // namespace shardscope::profiler
