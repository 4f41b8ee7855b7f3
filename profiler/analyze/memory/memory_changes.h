// SPDX-License-Identifier: GPL-3.0-or-later
// What the allocators of a rank did, as torch.profiler recorded it ("[memory]" instants), and the peak.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/text_mark.h"
#include "profiler/analyze/input/analysis.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler {

/// The phase in which an allocation was asked for, told by the slices around it.
enum class MemoryPhase : std::uint8_t { Forward, Backward, Optimizer, Elsewhere };
constexpr auto enumNames(MemoryPhase)
{
    return core::namesUpTo<MemoryPhase::Elsewhere>(N_("forward"), N_("backward"), N_("optimizer"),
                                                   N_("elsewhere"));
}
inline constexpr std::size_t kMemoryPhases = core::kEnumNames<MemoryPhase>.size();

/// One change of an allocator.
struct MemoryChange {
    std::int64_t ts = 0;
    std::int64_t bytes = 0;      ///< negative: given back
    std::int64_t allocated = -1; ///< after it; where the file does not say, summed from the recording's begin
    std::int64_t reserved = -1;  ///< -1: not said
    std::uint64_t address = 0;
    core::TrackId track;
    MemoryPhase phase = MemoryPhase::Elsewhere; ///< of allocations
    std::uint32_t row = kNoRow;                 ///< innermost slice around an allocation
};

/// c10::DeviceType (c10/core/DeviceType.h) and its index.
using MemoryDevice = std::pair<std::int64_t, std::int64_t>;
[[nodiscard]] std::string memoryDeviceName(const MemoryDevice& device); ///< "GPU 0", "CPU"

using MemoryChanges = std::map<MemoryDevice, std::vector<MemoryChange>>;

/// All records of one rank, by device and time. Errors: Cancelled.
[[nodiscard]] core::Result<MemoryChanges> memoryChanges(const AnalysisInput& input, const RankPart& part,
                                                        const core::Task& task);

struct MemoryPeak {
    std::size_t at = 0;               ///< the change that reaches it
    std::int64_t reservedMost = -1;   ///< at any time; -1: not said
    std::int64_t before = 0;          ///< held then and not asked for within the recording
    std::vector<std::size_t> holders; ///< allocations still held then, in the order of the changes
};
/// \p changes of one device; at least one.
[[nodiscard]] MemoryPeak memoryPeak(const std::vector<MemoryChange>& changes);

} // namespace shardscope::profiler
