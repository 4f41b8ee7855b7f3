// SPDX-License-Identifier: GPL-3.0-or-later
// A framework as one value: what it can run, what it takes for granted, what it does in a step. One file each
// beside this one; the list is core/plan/framework_names.h.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/framework_defaults.h"
#include "core/plan/plan.h"
#include "planner/framework/abilities.h"
#include "planner/framework/habits.h"
#include "planner/framework/program_call.h"
#include "planner/framework/rule.h"

#include <span>
#include <string_view>

namespace shardscope::planner {

/// What a program does only where it is told to, or does unless it is told not to: a key of a plan's options.
struct FrameworkOption {
    const char* key = nullptr;      ///< its own word
    bool otherwise = false;         ///< where nobody says it
    const char* sentence = nullptr; ///< what it does
    const char* source = nullptr;
};

/// Frameworks of a family share kernels and libraries, so that runs of one tell of the others.
enum class Family : std::uint8_t { Own, MegatronCore, FullyShard, Ipu };

/// The largest error of closed forms among the frameworks whose plans are traced.
inline constexpr double kWidestClosedFormError = 0.185;

/// Between which shares of its said peak 80 of 100 runs' lie. Formulas of what is kept leave out transient
/// tensors and the allocator's rounding.
struct PeakBand {
    double least = 0.98;
    double most = 1.09;
};

struct FrameworkFacts {
    core::Framework which{};
    const char* title = nullptr; ///< as people write it
    Family family = Family::Own;
    Abilities can{};
    core::FrameworkDefaults defaults{};
    Habits habits{};
    std::span<const FrameworkOption> options{};
    std::span<const Rule> rules{}; ///< its own, beside those of every framework
    std::span<const Rule> since{}; ///< what began with a release; empty: its releases are not told apart

    /// What of its habits depends on the plan: degrees and options. Null: nothing.
    void (*adapt)(const core::Plan&, Habits&) = nullptr;
    /// The framework whose program it starts for such a plan, if that is another. Null: its own.
    core::Framework (*runs)(const core::Plan&) = nullptr;
    /// FitVerdict::closedFormError of its plans that are traced, as tests/planner/tst_fit_verdict measures it
    /// of random plans of shipped models.
    double closedFormError = kWidestClosedFormError;
    PeakBand peaks{};   ///< of docs/accuracy.md's runs
    ProgramCall call{}; ///< nothing in it: programCallOf
};

[[nodiscard]] const FrameworkFacts& factsOf(core::Framework framework);
/// The facts about the program that trains \p plan (frameworkOf).
[[nodiscard]] const FrameworkFacts& factsOf(const core::Plan& plan);
[[nodiscard]] const core::FrameworkDefaults& defaultsOf(core::Framework framework);

/// The framework whose program trains \p plan on \p hardware: what it says or starts itself
/// (FrameworkFacts::runs); IPUs run programs for IPUs alone, whose kernels and saved tensors ever the plan
/// means.
[[nodiscard]] core::Framework frameworkOf(const core::Plan& plan, const core::HardwareSpec& hardware);
/// The same whatever the machine.
[[nodiscard]] core::Framework frameworkOf(const core::Plan& plan);

/// \p plan of a recommender under a framework that trains such: its own; where that trains transformers
/// alone, as a plan's is that names none, the first that a calibration of \p hardware was fitted to runs of.
/// As it is, where there is none.
[[nodiscard]] core::Plan withTrainer(core::Plan plan, const core::HardwareSpec& hardware);

/// What that program does under \p plan.
[[nodiscard]] Habits habitsOf(const core::Plan& plan, const core::HardwareSpec& hardware);
[[nodiscard]] Habits habitsOf(const core::Plan& plan);

/// \p plan under \p framework: number formats, kernels and gathered inputs that were as its former framework
/// has them where nobody says so are as the new one has them.
[[nodiscard]] core::Plan withFramework(core::Plan plan, core::Framework framework);
/// \p plan with weights of \p dtype, and what follows from them where nobody says otherwise.
[[nodiscard]] core::Plan withWeights(core::Plan plan, core::Dtype dtype);

/// Megatron Core's modules over fused kernels.
[[nodiscard]] bool fusedByMegatronCore(const core::Plan& plan);
/// Whether the framework of \p plan can cut stages so.
[[nodiscard]] bool canCut(const core::Plan& plan, Cut cut);
/// Whether \p plan has \p key of \p facts' options on.
[[nodiscard]] bool hasOn(const core::Plan& plan, const FrameworkFacts& facts, std::string_view key);

} // namespace shardscope::planner
