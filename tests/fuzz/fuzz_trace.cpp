// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a trace: an error, or a timeline whose lanes never overlap themselves.
#include "profiler/profiler.h"

#include <cstdint>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const int descriptor = memfd_create("trace", 0);
    if (descriptor < 0 || write(descriptor, data, size) != static_cast<ssize_t>(size))
        return 0;
    const auto imported = shardscope::profiler::importTrace({"/proc/self/fd/" + std::to_string(descriptor)});
    close(descriptor);
    if (!imported.ok())
        return 0;
    const auto& timeline = *imported->run->timeline;
    for (const auto& lane : timeline.lanes()) {
        for (std::uint32_t row = lane.begin + 1; row < lane.begin + lane.count; ++row) {
            if (timeline.ts()[row] < timeline.ts()[row - 1] + timeline.dur()[row - 1])
                __builtin_trap(); // two slices of one lane overlap
        }
    }
    return 0;
}
