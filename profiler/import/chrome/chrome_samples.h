// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of threads' stacks beside traceEvents ("samples", "stackFrames"). Source: Trace Event Format,
// "Global samples" and "Stack frames".
#pragma once

#include "profiler/import/importer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope::profiler {

class ChromeSamples {
public:
    /// Takes the value of a top-level key, as written. False where it is none of the two.
    bool take(std::string_view key, std::string_view value);
    /// Adds a track of samples to each sampled thread: a frame lasts from the first sample that has it to the
    /// next one that has not, the last sample for no time. At most one slice for every four bytes of text;
    /// what a file has beyond that is an odd entry. Call when the file's own tracks are described.
    void place(ImportTarget& target, std::int64_t shift) const;

private:
    std::string m_samples;
    std::string m_frames;
};

} // namespace shardscope::profiler
