// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording's devices are called, told in one way whatever format it has.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler {

/// Adds an entry "device" for each name: "NVIDIA H200", "8 x AMD Instinct MI300X". Empty names are left out.
void tellDevices(std::vector<std::pair<std::string, std::string>>& metadata,
                 std::span<const std::string> names);

/// What a driver says of a device whose name it leaves out, as ROCm's does in containers.
struct DeviceFigures {
    std::int64_t major = 0; ///< of the compute capability; of AMD's the first figure of gfx942
    std::int64_t minor = 0;
    std::int64_t units = 0; ///< multiprocessors, compute units
    std::int64_t memoryBytes = 0;
    bool amd = false;
};
/// "AMD Instinct MI300X", where the figures are one device's only; else "AMD gfx94x, 304 compute units";
/// empty where nothing is known.
[[nodiscard]] std::string deviceByFigures(const DeviceFigures& figures);

/// Keys of devices' tracks in a file of several processes: two that use one device have tracks of their own.
class DeviceKeys {
public:
    /// \p device alone for the first process that is met.
    [[nodiscard]] std::string of(std::string_view device, std::string_view process)
    {
        if (!m_first)
            m_first = process;
        return std::string(device) +
               (process == *m_first ? std::string() : " of process " + std::string(process));
    }

private:
    std::optional<std::string> m_first;
};

} // namespace shardscope::profiler
