// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's simulation and a recording are both a Run; whatever shows or analyses one never asks who made it.
#pragma once

#include "core/base/copied_once.h"
#include "core/plan/plan.h"
#include "core/run/kernel_origin.h"
#include "core/run/memory_snapshot.h"
#include "core/timeline/clock_shift.h"
#include "core/timeline/timeline.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// Ranks that communicate with each other, as a file declares them.
struct ProcessGroup {
    std::string name;
    std::string description; ///< what the program calls it: "default_pg", "mesh_tp", ""
    std::vector<std::int32_t> ranks;
    friend bool operator==(const ProcessGroup&, const ProcessGroup&) = default;
};

struct Report;
class WorkRules;
/// Analyses that were made with a run and are kept with it: with their default options, one of a key.
using KeptReports = std::vector<std::shared_ptr<const Report>>;

enum class RunOrigin { Recorded, Simulated };

/// What one process recorded of one of its devices: a file of a recorded run, or a part of a file that holds
/// several processes, or several devices of one.
struct RunSource {
    std::filesystem::path file;
    std::uint64_t fileBytes = 0;
    std::int32_t rank = -1; ///< -1: unknown
    /// What told the rank: "distributedInfo", "file name", "folder name", "process name", ""
    std::string rankFrom;
    std::int64_t worldSize = -1; ///< -1: unknown
    std::int64_t baseTimeNs = 0; ///< added to a timestamp gives wall clock; 0: timestamps are as written
    std::string host;            ///< "": unknown
    std::vector<ProcessGroup> groups;
    ClockShift clock; ///< what was added to this file's times beyond the common base, to align its clock
    std::int32_t device =
        -1; ///< which of its process' several devices, as the process counts; -1: its only one
    /// The source that holds the rows of the process' host, where several devices share them; none: this one.
    std::optional<std::uint32_t> hostSource = {};
    // These two are set only if the run is a part of another one:
    bool leftOut = false;                         ///< its rows are in the whole alone
    std::optional<std::int64_t> deviceSince = {}; ///< when the device was done with what came before, ns
};

/// Takes the arguments of the place of that index: JSON text of an object, with kArgumentPadding readable
/// bytes behind it; "" where there are none. Called from several threads at once, never twice for one index.
using ArgumentVisitor = std::function<void(std::size_t index, std::string_view json)>;
inline constexpr std::size_t kArgumentPadding = 128;

/// Finds a slice's arguments again, as JSON text of an object. Thread-safe.
class ArgumentSource {
public:
    virtual ~ArgumentSource() = default;
    [[nodiscard]] virtual std::string arguments(std::uint64_t args) const = 0;
    /// Many at once, each file read once and in its own order. Ends early when stopped.
    virtual void visit(std::span<const std::uint64_t> args, const ArgumentVisitor& visitor,
                       const std::stop_token& stop) const
    {
        for (std::size_t index = 0; index < args.size() && !stop.stop_requested(); ++index) {
            std::string text = arguments(args[index]);
            const std::size_t size = text.size();
            text.resize(size + kArgumentPadding);
            visitor(index, std::string_view(text).substr(0, size));
        }
    }
};

struct Run {
    SHARDSCOPE_COPIED_ONCE(Run);

    RunOrigin origin = RunOrigin::Recorded;
    std::string title;
    TimelinePtr timeline;
    std::shared_ptr<const ArgumentSource> arguments; ///< may be null
    std::vector<RunSource> sources;
    std::optional<Plan> plan;
    std::vector<std::shared_ptr<const MemorySnapshot>>
        memory; ///< of allocators, where files are such snapshots
    std::vector<std::pair<std::string, std::string>>
        metadata;                            ///< what the file says of itself: device, versions
    std::vector<KernelOrigin> kernelOrigins; ///< each kernel once; empty: no file tells
    KeptReports reports;                     ///< of a run that was packed
    std::shared_ptr<const WorkRules> rules;  ///< that tell what its rows are; null: the shipped ones
};

using RunPtr = std::shared_ptr<const Run>;

/// For each source the first one of its file. A file of several devices or ranks has as many sources.
[[nodiscard]] std::vector<std::uint32_t> firstSourcesOfFiles(const Run& run);
/// One source of each file, in their order; none of a simulated run.
[[nodiscard]] std::vector<const RunSource*> runFiles(const Run& run);

} // namespace shardscope::core
