// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/worked_device.h"

#include <algorithm>
#include <map>

namespace shardscope::profiler {
namespace {

/// How many devices a rank gave work to, at most.
std::size_t devicesOfARank(const AnalysisInput& input)
{
    std::map<std::uint32_t, std::size_t> devices; // by the host's source
    for (std::size_t part = 0; part < input.ranks().size(); ++part)
        devices[input.ranks()[part].hostSource] += input.deviceWork(part).rows.empty() ? 0 : 1;
    std::size_t most = 0;
    for (const auto& [host, count] : devices)
        most = std::max(most, count);
    return most;
}

/// Whether a driver or runtime was called: then devices worked, whether that was recorded or not.
bool callsDevices(const AnalysisInput& input)
{
    return input.kinds().any([](const core::RowVerdict& row) { return row.role == core::Role::Launch; });
}

} // namespace

WorkedDevice workedDevice(const AnalysisInput& input)
{
    WorkedDevice device;
    const auto& metadata = input.run().metadata;
    const auto found = std::ranges::find_if(metadata, [](const auto& one) { return one.first == "device"; });
    if (found == metadata.end() || found->second.empty())
        return device;
    const std::string& listed = found->second;
    const std::size_t digits = listed.find_first_not_of("0123456789");
    const bool counted = digits != std::string::npos && digits > 0 && listed.compare(digits, 3, " x ") == 0;
    const std::string name = counted ? listed.substr(digits + 3) : listed;
    const std::size_t worked = devicesOfARank(input);
    if (worked == 0 && !callsDevices(input) && input.timeline().sliceCount() > 0)
        return {std::string(kHostAlone), listed};
    device.worked = worked > 1 && !name.empty() ? std::to_string(worked) + " x " + name : name;
    return device;
}

} // namespace shardscope::profiler
