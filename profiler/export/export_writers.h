// SPDX-License-Identifier: GPL-3.0-or-later
// The writers that exportRun chooses from: each hands over its text in pieces.
#pragma once

#include "core/base/task.h"
#include "core/run/run.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// Takes the next piece; false where it cannot be written.
using ExportSink = std::function<bool(std::string_view)>;

/// False where the sink fails or the task is stopped.
[[nodiscard]] bool writeChromeTrace(const core::Run& run, const ExportSink& sink, const core::Task& task);
[[nodiscard]] bool writePerfettoTrace(const core::Run& run, const ExportSink& sink, const core::Task& task);

/// Numbers for the processes of a run's tracks, as viewers want them: by track, and the number of each
/// counter track's process (0: none has its key).
struct ExportedProcesses {
    std::vector<std::uint32_t> ofTrack;
    std::vector<std::uint32_t> ofCounter;
    std::vector<core::TrackId> first; ///< a track of each process, from number 1 on
    std::vector<std::int32_t> rank;   ///< of each process; -1: unknown
};
[[nodiscard]] ExportedProcesses exportedProcesses(const core::Timeline& timeline);

/// What the writers of trace formats share: the run, and text that is handed over in pieces.
class TraceWriter {
protected:
    TraceWriter(const core::Run& run, const ExportSink& sink, const core::Task& task)
        : m_run(run)
        , m_timeline(*run.timeline)
        , m_sink(sink)
        , m_task(task)
        , m_processes(exportedProcesses(m_timeline))
    {
    }

    /// After more text; false as the writers'.
    bool written() { return m_text.size() < kPiece || flush(); }
    bool flush()
    {
        const bool done = !m_task.cancelled() && m_sink(m_text);
        m_text.clear();
        return done;
    }

    const core::Run& m_run;
    const core::Timeline& m_timeline;
    const ExportSink& m_sink;
    const core::Task& m_task;
    ExportedProcesses m_processes;
    std::string m_text;

private:
    static constexpr std::size_t kPiece = 1U << 20;
};

/// A step that no slice tells: it is written as a slice of a row of its own, of category kStepCategory.
struct ExportedStep {
    std::uint32_t process = 0; ///< its number
    core::StepMark mark;
};
/// Steps in the order of processes, and within each of time.
[[nodiscard]] std::vector<ExportedStep> exportedSteps(const core::Timeline& timeline,
                                                      const ExportedProcesses& processes);

} // namespace shardscope::profiler
