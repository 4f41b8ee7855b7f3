// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace format is to the rest: something that recognises its first bytes and reads a file into a
// builder.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/memory_snapshot.h"
#include "core/run/run.h"
#include "core/timeline/build/timeline_builder.h"
#include "profiler/import/bytes/byte_source.h"
#include "profiler/remarks/import_report.h"
#include "profiler/remarks/remark_kinds.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler {

/// The run's clock: what 0 on its time axis is, in ns since 1970. Set by the first file with real time.
using RunClock = std::optional<std::int64_t>;

class KeptNumbers;

/// Finds an event's arguments again in one file.
class FileArguments {
public:
    virtual ~FileArguments() = default;
    /// The arguments at \p place (below the file's index; see core::kNoArgs) as JSON text of an object; ""
    /// where none.
    [[nodiscard]] virtual std::string at(std::uint64_t place) const = 0;
    /// Many at once; see core::ArgumentSource::visit.
    virtual void visit(std::span<const std::uint64_t> places, const core::ArgumentVisitor& visitor,
                       const std::stop_token& stop) const;
    /// What was kept of all places; null: nothing.
    [[nodiscard]] virtual std::shared_ptr<const KeptNumbers> numbers() const { return nullptr; }
};

/// Takes coarse pictures of a file while it is read (see ImportOptions::partial).
using PictureSink = std::function<void(core::TimelinePtr)>;

/// Where an importer puts what a file holds.
struct ImportTarget {
    core::TimelineBuilder& builder;
    std::uint32_t source; ///< the file's index in the run; upper 16 bits of every place
    std::uint32_t
        home; ///< whose tracks these are: the first file of the same recording, mostly source itself
    RunClock& clock;
    core::RunSource& file; ///< rank, world size and base time, where the file says
    std::vector<std::pair<std::string, std::string>>& metadata;
    FileTally& tally; ///< what the file holds, but for tracks, displaced and times, which the timeline tells
    RemarkCounter& remarks;
    std::shared_ptr<const FileArguments>& arguments;
    std::shared_ptr<const core::MemorySnapshot>& memory; ///< of an allocator, where the file is one
    const PictureSink* partial = nullptr;                ///< null: nobody wants pictures
    std::vector<core::KernelOrigin>* kernelOrigins =
        nullptr; ///< of all files so far; null: nobody wants them
};

/// What a file holds, parsed; nothing reaches the run before commit().
class ParsedFile {
public:
    virtual ~ParsedFile() = default;
    /// Adds it to the run, as Importer::read would have. Once.
    [[nodiscard]] virtual core::Result<core::Done> commit(ImportTarget& target) = 0;
};

class Importer {
public:
    virtual ~Importer() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Whether \p firstBytes (up to 64 KB of uncompressed text) can be the start of such a file.
    [[nodiscard]] virtual bool sniff(std::string_view firstBytes) const = 0;
    /// Whether its first bytes tell the format from any other JSON or text.
    [[nodiscard]] virtual bool unmistakable() const { return true; }
    /// Whether an event's arguments are found again with nothing but the file and a place in it, so that a
    /// cache of the run can leave them out.
    [[nodiscard]] virtual bool argumentsStayInFile() const { return false; }
    /// Whether it works in several threads itself; the source of others is read ahead of them in a thread.
    [[nodiscard]] virtual bool parallel() const { return false; }
    /// Reads all of \p source. Odd content is counted and never an error.
    /// Errors: FileUnreadable, FormatUnknown (not this format after all), Cancelled.
    [[nodiscard]] virtual core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                        const core::Task& task) const = 0;
    /// Parses all of \p source in the calling thread and leaves the run alone, so that files of a run can be
    /// parsed side by side. Null: the format can only be read in file order. Errors: read's.
    [[nodiscard]] virtual core::Result<std::unique_ptr<ParsedFile>>
    parseDetached([[maybe_unused]] ByteSource& source, [[maybe_unused]] const core::Task& task) const
    {
        return std::unique_ptr<ParsedFile>();
    }
};

/// The formats known, in the order they are asked.
[[nodiscard]] std::span<const Importer* const> builtinImporters();

/// From here on (9 September 2001, in ns) times count from 1970: no machine has run that long.
inline constexpr std::int64_t kSurelySince1970 = 1'000'000'000'000'000'000;

/// What to add to times of a file, so that they stand on the run's axis. \p base: what its time 0 is, in ns
/// since 1970; 0 where it does not say. Then \p some, one of its times as written, tells whether they count
/// from 1970 or from a zero of their own: these are taken as they are and set no clock.
[[nodiscard]] inline std::int64_t joinRunClock(ImportTarget& target, std::int64_t base,
                                               std::int64_t some = kSurelySince1970)
{
    if (base == 0 && some < kSurelySince1970)
        return 0;
    if (!target.clock)
        target.clock = base;
    constexpr std::int64_t kMost = core::kMaxTime / 2;
    return std::clamp(base, -kMost, kMost) - std::clamp(*target.clock, -kMost, kMost);
}

[[nodiscard]] constexpr std::uint64_t placeOf(std::uint32_t source, std::uint64_t offset)
{
    return std::uint64_t{source} << 48 | offset;
}
[[nodiscard]] constexpr std::uint32_t sourceOfPlace(std::uint64_t place)
{
    return static_cast<std::uint32_t>(place >> 48);
}
[[nodiscard]] constexpr std::uint64_t offsetOfPlace(std::uint64_t place)
{
    return place & ((std::uint64_t{1} << 48) - 1);
}

} // namespace shardscope::profiler
