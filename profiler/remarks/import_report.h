// SPDX-License-Identifier: GPL-3.0-or-later
// The bill of an import: what a file held, and every oddity with its count and first place.
#pragma once

#include "core/base/error.h"
#include "core/report/report.h"
#include "profiler/remarks/clock_alignment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// One kind of oddity. \c kind is a stable key; its sentence and help are made from it by the front ends.
struct Remark {
    std::string kind;
    core::Severity severity = core::Severity::Notice;
    std::uint64_t count = 0;
    std::uint64_t firstOffset = 0; ///< byte in the (uncompressed) text of the first file that has it
    std::string file;
    std::string help; ///< English source text
};

/// What one file held, as the contract's trace --json wants it.
struct FileTally {
    std::string file;
    std::int32_t rank = -1; ///< -1: unknown
    std::uint64_t events = 0;
    std::uint64_t slices = 0; ///< X, and B with its E
    std::uint64_t instants = 0;
    std::uint64_t counters = 0;
    std::uint64_t flowBegins = 0;
    std::uint64_t flowSteps = 0;
    std::uint64_t flowEnds = 0;
    std::uint64_t metadata = 0;
    std::uint64_t tracks = 0;
    std::uint64_t displaced = 0;
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    double importSeconds = 0;

    /// Adds the counts of what a part of the file holds.
    void add(const FileTally& part)
    {
        events += part.events;
        slices += part.slices;
        instants += part.instants;
        counters += part.counters;
        flowBegins += part.flowBegins;
        flowSteps += part.flowSteps;
        flowEnds += part.flowEnds;
        metadata += part.metadata;
    }
};

/// A file of the run that could not be read, and why.
struct LostFile {
    std::string file;
    core::Error error; ///< placed in it
};

struct ImportReport {
    std::vector<FileTally> files;
    std::vector<Remark> remarks; ///< by severity, then kind
    ClockAlignment clocks;       ///< of several files: whose clock was moved, and how well it is known
    std::vector<LostFile> lost;  ///< of this import; that there were some is a remark too, which packs keep
};

/// Whether the run lacks files that were given: what is made of it is of a part.
[[nodiscard]] bool isPart(const ImportReport& report);

} // namespace shardscope::profiler
