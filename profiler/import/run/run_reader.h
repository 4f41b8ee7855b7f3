// SPDX-License-Identifier: GPL-3.0-or-later
// All files of a run, with those in folders and archives, into one builder.
#pragma once

#include "core/run/run.h"
#include "core/timeline/build/timeline_builder.h"
#include "profiler/import/importer.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

inline constexpr std::size_t kMostFiles = 0xFFFF; ///< of a run: 16 bits of a place

/// Everything one import collects; vectors by file, in the order of the run.
struct RunReading {
    core::TimelineBuilder builder;
    RunClock clock;
    std::shared_ptr<core::Run> run = std::make_shared<core::Run>();
    std::vector<FileTally> tallies;
    std::vector<RemarkCounter> remarks;
    std::vector<std::string> names;
    std::vector<std::shared_ptr<const FileArguments>> arguments;
    std::vector<std::vector<std::pair<std::string, std::string>>> metadata;
    RemarkCounter aside; ///< on files that have no tally
    std::string asideName;
    std::vector<LostFile> lost;
    bool argumentsStayInFiles = true; ///< Importer::argumentsStayInFile of all files

    /// Takes the last file out again.
    void forgetLast()
    {
        run->sources.pop_back();
        tallies.pop_back();
        remarks.pop_back();
        names.pop_back();
        arguments.pop_back();
        metadata.pop_back();
    }
};

/// Reads \p files: each a file, an archive, or a folder with all that it holds. Files of formats that can be
/// read before their turn (Chrome JSON) are read side by side, one in a thread, where paysAside says so; the
/// others by all threads, one after another. What is read does not depend on the number of threads.
/// Memory beside what the run keeps: a window and one more piece of text for each file that is being read
/// beside others, of at most so many files as there are threads; at most twice as many wait for their turn.
/// Files that cannot be read are lost and told, those of folders and archives that are no traces remarked, as
/// long as one file can be read. \p partial: gets pictures of the run's first file while it is read. Errors:
/// where nothing could be read, that of the first file, placed in it; Cancelled; OutOfRange beyond
/// kMostFiles.
[[nodiscard]] core::Result<core::Done> readRun(RunReading& reading,
                                               const std::vector<std::filesystem::path>& files,
                                               const PictureSink& partial, const core::Task& task);

} // namespace shardscope::profiler
