// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/recorded_hardware.h"

#include "core/hardware/device_model.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardscope::app {

namespace {

std::string metadataOf(const core::Run& run, std::string_view key)
{
    const auto found =
        std::ranges::find_if(run.metadata, [&](const auto& entry) { return entry.first == key; });
    return found == run.metadata.end() ? std::string() : found->second;
}

} // namespace

std::optional<core::HardwareSpec> recordedHardware(const core::Catalog& catalog, const core::Run& run)
{
    const std::string device = metadataOf(run, "device");
    if (device.find("PCIe") != std::string::npos || device.find("NVL") != std::string::npos)
        return std::nullopt;
    const std::string model = core::deviceModel(device);
    const double memory = core::parseNumber(metadataOf(run, "device_memory_bytes")).value_or(0);
    std::optional<core::HardwareSpec> nearest;
    double least = std::numeric_limits<double>::max();
    for (const std::string& name : catalog.hardwareNames()) {
        if (!core::namesModel(name, model))
            continue;
        auto hardware = catalog.hardware(name);
        const core::MemoryTier* const tier = hardware.ok() ? hardware->tier(core::Tier::Device) : nullptr;
        const double distance = tier == nullptr ? least : std::abs(tier->capacity.value.value() - memory);
        if (distance < least) {
            least = distance;
            nearest = std::move(hardware).value();
        }
    }
    return nearest;
}

core::Result<profiler::Overview> recordedOverview(const core::Catalog& catalog, const core::RunPtr& run,
                                                  const profiler::Selection& selection,
                                                  profiler::AnalysisOptions options, const core::Task& task)
{
    if (!options.hardware)
        options.hardware = recordedHardware(catalog, *run);
    return profiler::overviewOfPart(run, selection, options, task);
}

} // namespace shardscope::app
