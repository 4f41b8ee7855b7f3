// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's simulation and a recording are both a Run; whatever shows or analyses one never asks who made it.
#pragma once

#include "core/plan/plan.h"
#include "core/run/memory_snapshot.h"
#include "core/timeline/timeline.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::core {

enum class RunOrigin { Recorded, Simulated };

/// What a file of a recorded run is known by.
struct RunSource {
    std::filesystem::path file;
    std::uint64_t fileBytes = 0;
    std::int32_t rank = -1;      ///< -1: unknown
    std::string rankFrom;        ///< "distributedInfo", "file name", ""
    std::int64_t worldSize = -1; ///< -1: unknown
    std::int64_t baseTimeNs = 0; ///< added to a timestamp gives wall clock; 0: timestamps are as written
};

/// Finds a slice's arguments again, as JSON text of an object. Thread-safe.
class ArgumentSource {
public:
    virtual ~ArgumentSource() = default;
    [[nodiscard]] virtual std::string arguments(std::uint64_t args) const = 0;
};

struct Run {
    RunOrigin origin = RunOrigin::Recorded;
    std::string title;
    TimelinePtr timeline;
    std::shared_ptr<const ArgumentSource> arguments; ///< may be null
    std::vector<RunSource> sources;
    std::optional<Plan> plan;
    std::vector<std::shared_ptr<const MemorySnapshot>>
        memory; ///< of allocators, where files are such snapshots
    std::vector<std::pair<std::string, std::string>>
        metadata; ///< what the file says of itself: device, versions
};

using RunPtr = std::shared_ptr<const Run>;

} // namespace shardscope::core
