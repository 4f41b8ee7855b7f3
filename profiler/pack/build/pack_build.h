// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a pack of many files, by one process or by several on several machines: each reads files where they
// lie, the first joins what they read. The bytes do not depend on how many there are.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "profiler/remarks/imported_run.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// What one worker made of one file.
struct FilePart {
    std::string pack;  ///< its bytes; empty: lost
    core::Error error; ///< why
};
/// \p file as a pack of its own.
[[nodiscard]] FilePart readPart(const std::string& file, const core::Task& task = {});
/// A part on its way between processes.
[[nodiscard]] std::string partBytes(const FilePart& part);
[[nodiscard]] FilePart partOf(std::string_view bytes);

/// The processes that work together. All call each function, in the same order.
class PackWorkers {
public:
    virtual ~PackWorkers() = default;
    [[nodiscard]] virtual int number() const = 0; ///< of this one; 0 joins and writes
    [[nodiscard]] virtual int count() const = 0;
    /// Gives process 0 what each handed in, by number; the others get nothing.
    [[nodiscard]] virtual std::vector<std::string> gather(std::string bytes) = 0;
    /// What 0 handed in, everywhere.
    [[nodiscard]] virtual std::string broadcast(std::string bytes) = 0;
    /// One of the files that are this worker's own; here, where nothing else is said.
    [[nodiscard]] virtual FilePart read(const std::string& file, const core::Task& task)
    {
        return readPart(file, task);
    }
};

/// One process alone.
class SoloWorker final : public PackWorkers {
public:
    [[nodiscard]] int number() const override { return 0; }
    [[nodiscard]] int count() const override { return 1; }
    [[nodiscard]] std::vector<std::string> gather(std::string bytes) override;
    [[nodiscard]] std::string broadcast(std::string bytes) override { return bytes; }
};

/// Reads all files below \p paths (files, folders) that any worker sees, each once, and writes \p pack. What
/// cannot be read is lost (ImportReport::lost), remarked in the pack, and the rest kept; files of folders
/// that are no traces are remarked. The run is at worker 0 only, elsewhere empty. Errors (the same at every
/// worker): FileNotFound where there is no file; the first file's own where none could be read; Cancelled;
/// FileUnwritable.
[[nodiscard]] core::Result<ImportedRun> buildPack(const std::vector<std::filesystem::path>& paths,
                                                  const std::filesystem::path& pack, PackWorkers& workers,
                                                  const core::Task& task = {});

/// Runs of one file each (or one archive), in order, as one run: common time axis, clocks aligned.
[[nodiscard]] core::Result<ImportedRun> joinRuns(std::vector<ImportedRun> parts, const core::Task& task = {});

} // namespace shardscope::profiler
