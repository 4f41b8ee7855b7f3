// SPDX-License-Identifier: GPL-3.0-or-later
// The two sides of a comparison as they are named: files, read and cut to the job or rank that is meant.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"
#include "core/plan/evaluation.h"
#include "profiler/profiler.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

struct ComparisonRequest {
    std::string a; ///< a plan file, a trace, a pack, or a folder of one trace for each rank
    std::string b; ///< empty: A again, of which two jobs or ranks are set against each other
    std::optional<std::uint32_t> jobA; ///< of files of several jobs, this one; none: the first
    std::optional<std::uint32_t> jobB;
    std::optional<std::int32_t> rankA; ///< this rank of the run alone
    std::optional<std::int32_t> rankB;
    std::string model;               ///< of plans that do not name theirs
    std::string hardware;            ///< likewise
    std::size_t top = 20;            ///< rows of the tables of names; 0: all
    std::optional<double> tolerance; ///< on the step's time and the memory's peak, as a fraction of A's
    /// Axes by which a recording's ranks are numbered, the fastest first (rankOrder); empty: as they tell.
    std::string rankOrder = {};
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

/// Both, read from their files and cut to the job or rank that is meant.
struct ComparedSides {
    ComparedSide a;
    ComparedSide b;
    std::string fileA; ///< which it was read from
    std::string fileB;
    std::vector<profiler::ImportReport> imports; ///< of the files, each once
};
/// Opens both sides, one job of several. Errors: those of the files; NotSupported where one is neither a plan
/// nor a trace; WrongType where a rank of a plan is meant; UnknownValue for a rank that the run does not
/// have; MissingKey where there is no B and no two jobs or ranks; OutOfRange for a job that there is not.
[[nodiscard]] core::Result<ComparedSides>
comparedSides(const core::Catalog& catalog, const ComparisonRequest& request, const core::Task& task);

} // namespace shardscope::app
