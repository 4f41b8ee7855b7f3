// SPDX-License-Identifier: GPL-3.0-or-later
// Run against run, plan against run, plan against plan: where the time and the memory went apart.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/plan/evaluation.h"
#include "core/report/report.h"
#include "profiler/profiler.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace shardscope::app {

struct ComparisonRequest {
    std::string a; ///< a plan file, a trace, a pack, or a folder of one trace a rank
    std::string b; ///< empty: A again, of which two jobs or ranks are set against each other
    std::optional<std::uint32_t> jobA; ///< of files of several jobs, this one; none: the first
    std::optional<std::uint32_t> jobB;
    std::optional<std::int32_t> rankA; ///< this rank of the run alone
    std::optional<std::int32_t> rankB;
    std::string model;               ///< of plans that do not name theirs
    std::string hardware;            ///< likewise
    std::size_t top = 20;            ///< rows of the tables of names; 0: all
    std::optional<double> tolerance; ///< on the step's time and the memory's peak, as a fraction of A's
};

/// Which of several jobs that were opened together is meant.
struct ComparedJob {
    std::uint32_t number = 0;
    std::uint32_t count = 1;
    std::string files;
};

/// What is compared: a plan's evaluation or a run, whichever is there.
struct ComparedSide {
    std::string title;
    std::shared_ptr<const core::Evaluation> plan;
    std::shared_ptr<const profiler::AnalysisInput> run;
    std::optional<ComparedJob> job{}; ///< of which \c run is, where it was cut out of several
    profiler::ImportReport report{};  ///< of the files that the run was read from
};

struct Comparison {
    core::Report report;
    bool within = true; ///< false where a figure that both have differs by more than the tolerance
    std::vector<profiler::ImportReport> imports; ///< of the files that compare() read
};

/// The same of what is open. Errors: Cancelled.
[[nodiscard]] core::Result<Comparison> compareSides(const ComparedSide& a, const ComparedSide& b,
                                                    std::size_t top, std::optional<double> tolerance,
                                                    const core::Task& task = {});
/// Of files of several jobs it is told which one is compared. Tables: "figures" of both; of two runs
/// "by_name" and "by_tree"; of two plans "memory" and "step". Errors: those of the files; NotSupported where
/// a file is neither a plan nor a trace; WrongType where a rank of a plan is meant; UnknownValue for a rank
/// that the run does not have; MissingKey where there is no B and no two jobs or ranks; OutOfRange for a job
/// that there is not.
[[nodiscard]] core::Result<Comparison> compare(const core::Catalog& catalog, const ComparisonRequest& request,
                                               const core::Task& task = {});

} // namespace shardscope::app
