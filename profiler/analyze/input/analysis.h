// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis is to the rest: a function over one run that returns a Report, and words about it.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/report/report.h"
#include "profiler/analyze/input/input.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shardscope::profiler {

/// Which part of a recording counts.
enum class AnalysisWindow : std::uint8_t {
    Whole,           ///< everything (ours)
    WithoutLastStep, ///< as HolisticTraceAnalysis cuts by default: host rows before the last ProfilerStep
                     ///< starts, and the device rows they launched; for comparison with its figures
};

struct AnalysisOptions {
    AnalysisWindow window = AnalysisWindow::Whole;
    std::int64_t kernelGapNs = 30'000; ///< idle time shorter than this between kernels already launched is
                                       ///< the device's own (HolisticTraceAnalysis' default)
    std::int64_t fullQueue = 1024;     ///< launches that fit a stream's queue
    std::size_t top = 20;              ///< rows of rankings; 0: all
    std::size_t treeRows = 4000;       ///< of a rank's tree of names, about: its costliest branches; 0: all
    std::string annotation = "ProfilerStep";         ///< range of the critical path, by the start of its name
    std::size_t instance = 0;                        ///< which of these ranges, by time
    std::optional<core::HardwareSpec> hardware = {}; ///< peaks for utilisation and roofline

    [[nodiscard]] bool areDefaults() const;
};

/// Errors: Cancelled; those of the options. A run that has nothing to analyse is a report without rows and
/// with a finding that says why.
using AnalysisWork = core::Result<core::Report>(const AnalysisInput& input, const AnalysisOptions& options,
                                                const core::Task& task);

/// Why an analysis has nothing to say of a run: what its reason is called behind "empty.", "" where it has
/// something to say. Asked of facts of the run that cost little; the overview asks this alone, and the
/// analysis itself before it works. Errors: Cancelled.
using AnalysisLacks = core::Result<std::string_view>(const AnalysisInput& input,
                                                     const AnalysisOptions& options, const core::Task& task);

struct Analysis {
    std::string_view key;   ///< stable: analyze KEY
    std::string_view title; ///< English source text, as the following
    std::string_view needs; ///< what a run must hold
    std::string_view help;  ///< what it tells, in a line
    AnalysisWork* work;     ///< where nothing lacks
    AnalysisLacks* lacks;   ///< null: nothing beyond ofDevices
    bool ofDevices = false; ///< lacks work of devices where the run has none

    /// What the run lacks for it, as AnalysisLacks has it.
    [[nodiscard]] core::Result<std::string_view>
    lacking(const AnalysisInput& input, const AnalysisOptions& options, const core::Task& task) const;
    /// Works the report out, or says why it is empty, and names it and its main table.
    [[nodiscard]] core::Result<core::Report> run(const AnalysisInput& input, const AnalysisOptions& options,
                                                 const core::Task& task) const;
};

/// All analyses, in the order they are listed.
[[nodiscard]] std::span<const Analysis> builtinAnalyses();
/// Error: UnknownName, with the nearest key.
[[nodiscard]] core::Result<const Analysis*> findAnalysis(std::string_view key);

/// The report of \p analysis: the one the run brings with it (from its pack) where the options are the
/// defaults, else worked out now. Errors: those of the analysis.
[[nodiscard]] core::Result<core::Report> analyze(const Analysis& analysis, const AnalysisInput& input,
                                                 const AnalysisOptions& options = {},
                                                 const core::Task& task = {});
/// All analyses of \p run with their default options, several at a time, in the order of builtinAnalyses();
/// an analysis that fails is left out, and so are all of files of several jobs. Error: Cancelled.
[[nodiscard]] core::Result<core::KeptReports> analyzeAll(const core::RunPtr& run,
                                                         const core::Task& task = {});

} // namespace shardscope::profiler
