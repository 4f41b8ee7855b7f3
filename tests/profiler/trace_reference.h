// SPDX-License-Identifier: GPL-3.0-or-later
// A second opinion on a Chrome-trace file: a plain walk by another JSON parser and another decimal
// arithmetic.
#pragma once

#include "core/timeline/timeline.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace shardscope::tests {

/// ts, dur, name, category, process, thread; keys as text without quotes.
using PlainEvent = std::tuple<std::int64_t, std::int64_t, std::string, std::string, std::string, std::string>;

struct TraceReference {
    bool isTrace = false; ///< valid JSON with a list of events, or one whose list is not closed
    std::uint64_t events = 0;
    std::map<std::string, std::uint64_t> phases;
    std::vector<PlainEvent> complete; ///< X with a time, sorted
    std::vector<PlainEvent> instants; ///< i, I and R, of duration 0, sorted
    /// B with its E, sorted: a stack for each thread, events by time and then as they stand in the file. An E
    /// with a name closes the innermost B of that name, one without the innermost.
    std::vector<PlainEvent> paired;
    std::vector<PlainEvent> unfinished; ///< B without E, until the thread's last time, sorted
    std::uint64_t endsWithoutBegin = 0;
};

/// Inflates where needed (whole, with zlib).
[[nodiscard]] std::string wholeText(const std::filesystem::path& file);
[[nodiscard]] TraceReference referenceOf(const std::string& text);

/// The slices of a timeline but for stack samples, sorted.
[[nodiscard]] std::vector<PlainEvent> plainSlices(const core::Timeline& timeline);
[[nodiscard]] std::vector<PlainEvent> plainInstants(const core::Timeline& timeline);

/// Folder of real traces of others, where it is present: SHARDSCOPE_SHARED/traces or ../shared/traces. Empty:
/// absent.
[[nodiscard]] std::filesystem::path sharedTraces();

/// A folder of its own that goes with the object.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    [[nodiscard]] std::filesystem::path write(const std::string& name, const std::string& bytes) const;

private:
    std::filesystem::path m_folder;
};

/// One gzip member.
[[nodiscard]] std::string gzipped(const std::string& text);

} // namespace shardscope::tests
