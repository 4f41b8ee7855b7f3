// SPDX-License-Identifier: GPL-3.0-or-later
// What the search of transformer plans answers: the plans with their intervals, traced; what each axis is
// worth around the best; where nothing fits, what is nearest and what would help; why not a plan that
// somebody names.
#pragma once

#include "app/session/accuracy/interval.h"
#include "app/session/published/nearest_runs.h"
#include "app/session/search/plan_search_request.h"
#include "core/base/copied_once.h"
#include "core/base/task.h"
#include "core/io/value.h"
#include "core/report/table.h"
#include "core/units/text.h"

#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

struct FoundLayout {
    planner::PlanHit hit;
    std::string hardware;
    std::string title;      ///< of the hardware, in English
    PredictedInterval step; ///< how sure the time of the step is, in seconds, and by which calibration
    std::optional<double>
        tracedPeakBytes;    ///< operation by operation; none: the memory trace does not know the combination
    bool tracedFits = true; ///< with the headroom that was asked for
    std::optional<double> simulatedSeconds; ///< of the step in time; none: it was not, or cannot be simulated
    /// Plans that fit on as many devices of the machine with the same objective and the same time, in order:
    /// no other answer, and no row of their own among the best.
    std::vector<planner::PlanHit> twins = {};
    std::optional<core::Error> broken = {};       ///< the promise that tracing it broke
    std::optional<planner::PlanHit> laidOut = {}; ///< the hit as its step is laid out; none: not evaluated
    std::optional<core::FitVerdict> fit = {};     ///< as the plan's own answer has it; none: not traced yet
};

/// One axis changed around the best plan; replicas take up the devices, everything else stays.
struct AxisWorth {
    std::string key;
    std::string value;
    double stepSeconds = 0;      ///< at the best plan's global batch
    double samplesPerSecond = 0; ///< where the batch had to change
    bool feasible = true;
    bool best = false; ///< the best plan's own value
};

/// A constraint that is relaxed alone: what is best where it is given up, and how far it has to be relaxed.
struct Relaxed {
    std::string constraint;
    std::optional<FoundLayout> best;  ///< none: it does not help alone
    std::optional<FoundLayout> least; ///< the plan that keeps as much of it as can be kept
    core::Cell asked;                 ///< of the constraint: in base units, or words; empty: it has no amount
    core::Cell needed;                ///< the same of \c least
    core::Dimension dimension{};      ///< of both; a plain number, if none is said
};

/// Constraints that are given up together, where giving up no one of them helps: the best plan then.
struct RelaxedTogether {
    std::vector<std::string> constraints;
    FoundLayout best;
};

/// A plan that somebody named, beside the best.
struct WhyNot {
    std::optional<core::Error> refused;
    std::optional<core::Evaluation> evaluation; ///< of the best machine
    bool feasible = false;
    struct Part {
        core::StepPart part = core::StepPart::Total;
        double seconds = 0;     ///< a sample, of the plan
        double bestSeconds = 0; ///< a sample, of the best
    };
    std::vector<Part> parts; ///< largest loss first
    /// What was asked that the plan does not keep, beside the memory: its name, what it is, what was asked.
    struct Beyond {
        std::string constraint; ///< as SearchConstraint::name, a plan's key, or headroom
        core::Cell is;          ///< in base units
        core::Cell asked;
        core::Dimension dimension{};
        std::string rule; ///< of the framework, that the plan breaks: a phrase (core/base/phrase.h)
    };
    std::vector<Beyond> beyond;
    double slower = 0; ///< its time a sample over the best one's, less one
};

/// A machine that was asked whether its devices hold the model, and the plan that comes nearest to fit there.
struct DeviceSize {
    FoundLayout leanest;
    double needBytes = 0;     ///< of the fullest device, traced where it can be
    double capacityBytes = 0; ///< that a plan may use of a device
    bool fits = false;
};

struct PlanSearchAnswer {
    SHARDSCOPE_COPIED_ONCE(PlanSearchAnswer);

    planner::PlanSearch search; ///< as it was asked
    planner::PlanOutcome outcome;
    std::vector<FoundLayout> best;   ///< all of them fit, also when traced
    std::optional<FoundLayout> next; ///< behind the best that were asked for
    std::vector<FoundLayout> front;
    std::vector<FoundLayout> tracedOut; ///< the closed forms say they fit, the memory trace says they do not
    std::vector<AxisWorth> sensitivity;
    std::vector<FoundLayout> nearest; ///< nothing fits: closest first
    std::vector<Relaxed> relax;
    std::vector<RelaxedTogether> together; ///< pairs, where nothing in relax helps
    /// If nothing in relax helps, at least so many constraints have to give; 0: giving up all of them does
    /// not help either.
    std::size_t givingAtLeast = 1;
    std::optional<WhyNot> why;
    SearchNames names;
    std::vector<FoundLayout> machines; ///< of several machines the best plan of each that has one, best first
    /// What the best plan says of a part of its layers or of its state, with the best plan that does not.
    struct Gain {
        std::string of; ///< uneven_stages recompute_layers kept_layers offload
        planner::PlanHit without;
    };
    std::vector<Gain> gains;
    std::optional<planner::PlanHit> fewer; ///< devices are least: of the next number below, with no limits
    std::vector<DeviceSize>
        sizes; ///< the smallest device was asked for: by memory, ascending, as far as asked
    std::vector<std::string> unverified; ///< figures the best plan rests on that nobody could check
    PublishedBeside published;           ///< beside the best plan
    double seconds = 0;                  ///< all of it took; no result depends on it
};

/// Errors: those of planner::searchTransformer and of the plan file of \p request.why.
[[nodiscard]] core::Result<PlanSearchAnswer>
answerSearch(const PreparedSearch& prepared, const PlanSearchRequest& request, const core::Task& task = {});

[[nodiscard]] std::optional<double>
tokensPerDevice(const planner::PlanHit& hit); ///< a second; none: no tokens
/// Tokens a second, or samples of a model whose samples are no tokens.
[[nodiscard]] double ratePerSecond(const planner::PlanHit& hit);
/// The cost of the training if one is asked for, else of a step.
[[nodiscard]] std::optional<double> costOf(const planner::PlanHit& hit);
[[nodiscard]] std::optional<double> energyOf(const planner::PlanHit& hit);
/// Contract, section 8.
[[nodiscard]] std::string planSearchJson(const PlanSearchAnswer& answer);
/// A line for programs that watch the search (PlanSearchRequest::sofar): {"so_far": null | {"hardware",
/// "devices", "step_seconds", "peak_bytes", "plan"}, "share", "seconds"}.
[[nodiscard]] std::string sofarJson(const planner::PlanHit* best, const std::vector<std::string>& machines,
                                    double share, double seconds);
/// Whether \p search asks for energy: as what is least, a limit, or on the front.
[[nodiscard]] bool asksEnergy(const planner::PlanSearch& search);
/// One row for each plan of \p search.
[[nodiscard]] core::Table layoutTable(const planner::PlanSearch& search,
                                      const std::vector<FoundLayout>& layouts, const char* key,
                                      const char* title);
/// A line on which of the best plans is the fastest in time, where that is not the first; else nothing.
[[nodiscard]] std::string simulatedSummary(const PlanSearchAnswer& answer, const core::TextStyle& style);
/// A line that names the best plan's twins, where it has any.
[[nodiscard]] std::string twinsSummary(const PlanSearchAnswer& answer);
/// How far the runner-up is behind, what is uncertain about the best, and what fewer devices would come to:
/// a line each.
[[nodiscard]] std::string marginSummary(const PlanSearchAnswer& answer, const core::TextStyle& style);
/// The same as a document: {"runner_up", "of_time", "within_interval", "high_beyond",
/// "uneven_stages_gain", "recompute_layers_gain", "kept_layers_gain", "offload_gain", "fewer_devices"}.
[[nodiscard]] core::Value marginDocument(const PlanSearchAnswer& answer);
/// One row for each machine that was asked whether it holds the model.
[[nodiscard]] core::Table deviceSizeTable(const PlanSearchAnswer& answer);
[[nodiscard]] core::Table sensitivityTable(const PlanSearchAnswer& answer);
[[nodiscard]] core::Table relaxTable(const PlanSearchAnswer& answer);
/// One row for each pair of constraints that helps.
[[nodiscard]] core::Table togetherTable(const PlanSearchAnswer& answer);
[[nodiscard]] core::Table whyTable(const WhyNot& why);
/// What the plan does not keep of what was asked.
[[nodiscard]] core::Table beyondTable(const WhyNot& why);
/// "52,416 considered; 48,213 left out (bound 40,000, memory 8,213); 4,203 evaluated, 3,999 fit; …; 0.21 s"
[[nodiscard]] std::string planSearchSummary(const PlanSearchAnswer& answer);
/// "implementation=fsdp2 precision-weights=fp16": what \p plan says where the search tries several words of a
/// key; empty where it tries one of each.
[[nodiscard]] std::string choiceWords(const planner::PlanSearch& search, const core::Plan& plan);
/// The same in words for people: "PyTorch FSDP2, precision weights fp16".
[[nodiscard]] std::string choiceNames(const planner::PlanSearch& search, const core::Plan& plan);
/// The shell command that evaluates \p layout alone.
[[nodiscard]] std::string planCommand(const PlanSearchAnswer& answer, const FoundLayout& layout);

} // namespace shardscope::app
