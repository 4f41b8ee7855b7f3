// SPDX-License-Identifier: GPL-3.0-or-later
// One side of a difference: a plan as its simulation, or a run, with what must agree for the two to be
// compared.
#pragma once

#include "app/session/compare/named_sides.h"
#include "app/session/plan/commands.h"
#include "profiler/compare/compared_memory.h"
#include "profiler/compare/step_difference.h"
#include "profiler/compare/traffic.h"
#include "profiler/profiler.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

enum class SideKind : std::uint8_t { Plan, Simulated, Recorded };
constexpr auto enumNames(SideKind)
{
    return core::namesUpTo<SideKind::Recorded>("plan", "simulated", "recorded");
}

/// What is known of a side; what nobody tells is empty.
struct SideFacts {
    std::string model;       ///< of a plan: the catalogue's name
    std::string device;      ///< "NVIDIA H200", or the plan's machine
    std::string deviceModel; ///< "h200"
    std::optional<std::int64_t> world;
    std::string precision;               ///< of its products: "bf16"
    std::optional<std::int64_t> samples; ///< of a step of all ranks, of a plan
    std::optional<std::int64_t> sequence;
    std::optional<std::int64_t> microBatch;
    std::optional<std::int64_t> microBatches;
};

struct DifferenceSide {
    std::string label;
    std::optional<ComparedJob> job; ///< of which it is, where several were opened together
    SideKind kind = SideKind::Recorded;
    SideFacts facts;
    profiler::ComparedSteps steps;
    /// What was counted: the run, or the plan's simulation; null: the plan has no step.
    std::shared_ptr<const profiler::AnalysisInput> input;
    std::optional<double> closedForm; ///< of a plan: its step by formula, beside the simulated one; seconds
    std::optional<double> memoryPeak; ///< bytes of the fullest device
    std::optional<double> tensorPeak; ///< of a plan: what its allocator gives out, which is all a run tells
    std::map<std::string, double> owners; ///< of it, by core::Purpose's names, as far as they are told
    std::size_t absent = 0;               ///< ranks of its world that none of its files holds
    std::optional<profiler::ComparedMemory> memory; ///< over time, and how its owners were told
    std::vector<profiler::TrafficSum> traffic;      ///< of a rank and step
};

/// \p side, whose plan (if it is one) is read again from \p request and simulated operator by operator.
/// Errors: those of the plan and of its simulation; Cancelled.
[[nodiscard]] core::Result<DifferenceSide> differenceSide(const core::Catalog& catalog,
                                                          const ComparedSide& side,
                                                          const PlanRequest& request, const core::Task& task);

/// The same of a plan that is a value. Errors: those of its evaluation and of its simulation; Cancelled.
[[nodiscard]] core::Result<DifferenceSide> planSide(const core::ModelSpec& model,
                                                    const core::HardwareSpec& hardware,
                                                    const core::Plan& plan, std::string label,
                                                    const core::Task& task);
/// Makes a side of a plan that was evaluated already, on a machine that may be in no file. Errors: those of
/// planner::simulate.
[[nodiscard]] core::Result<DifferenceSide> evaluatedSide(const PlanResult& planned, const core::Task& task);
/// The plan's step alone, operator by operator.
[[nodiscard]] core::Result<profiler::ComparedSteps> plannedSteps(const PlanResult& planned,
                                                                 const core::Task& task);

/// A recorded rank whose products meet other numbers of tokens than most ranks' do.
struct OtherBatch {
    std::int32_t rank = -1;
    std::int64_t tokens = 0;
    std::int64_t usual = 0;
};
/// Fewer than half of the devices, by the shapes of most of their products.
[[nodiscard]] std::vector<OtherBatch> otherBatches(const profiler::ComparedSteps& steps);
/// Whether no shapes of \p side's products tell which model it ran.
[[nodiscard]] bool hidesModel(const DifferenceSide& side);

/// Something that does not agree, and how the two can be compared nevertheless. Texts are English, marked.
struct Obstacle {
    std::string what; ///< detail, model, batch, micro_batch, sequence, precision, device, world
    std::string a;
    std::string b;
    std::string way; ///< a phrase (core/base/phrase.h)
};
/// Where both sides tell something, it must agree. What a recording does not say is no obstacle; its
/// products' shapes tell model and batch.
[[nodiscard]] std::vector<Obstacle> obstaclesOf(const DifferenceSide& a, const DifferenceSide& b);

} // namespace shardscope::app
