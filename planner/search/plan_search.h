// SPDX-License-Identifier: GPL-3.0-or-later
// Best plans of a transformer or a list of layers, provably: branch and bound over a lazily enumerated space.
// A branch is left out only by a rule that is counted and a bound from below, so the answer is that of trying
// every plan, and the same with any number of threads and processes.
#pragma once

#include "core/base/copied_once.h"
#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/fit_verdict.h"
#include "planner/search/plan_space.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

using core::nameOf;

/// What is to be least: seconds, currency or energy of a sample (of the training where the plan asks for
/// one), the fullest device's peak, devices. Of equals the shorter time wins.
enum class PlanObjective { Time, Cost, Energy, Memory, Devices };
constexpr auto enumNames(PlanObjective)
{
    return core::namesUpTo<PlanObjective::Devices>("time", "cost", "energy", "memory", "devices");
}
inline constexpr auto kPlanObjectives = core::valuesOf<PlanObjective>();

/// A machine and the numbers of its devices to try.
struct SearchMachine {
    core::HardwareSpec hardware;
    std::vector<std::int64_t> devices; ///< ascending
};

/// What a plan must keep to beside the memory's capacity.
struct PlanLimits {
    std::optional<double> seconds;            ///< of the training
    std::optional<double> currency;           ///< of the training
    std::optional<double> joules;             ///< of the training
    core::Headroom headroom = core::Bytes{0}; ///< of every device that must stay free
    bool memory = true;   ///< false: plans that do not fit are ranked by how far they are from it
    bool training = true; ///< false: the same of those that break a limit of the training

    /// Bytes that must stay free of a device's \p capacity before anything is traced.
    [[nodiscard]] double freeOf(double capacity) const
    {
        return core::headroomOf(headroom, core::Bytes{capacity}).value();
    }
};

/// The upper end of the interval around a step, as a factor of it. It depends on what of a plan its
/// calibration does (calibrationKey()) and not on what the step comes to, so that bounds know it too.
struct Pessimism {
    std::function<double(const core::HardwareSpec&, const core::Plan&)> factor; ///< empty: 1
};

struct PlanOutcome;
class SearchTogether;
class SearchJournal;

struct PlanSearch {
    SHARDSCOPE_COPIED_ONCE(PlanSearch);

    core::ModelSpec model;
    std::vector<SearchMachine> machines;
    PlanSpace space;
    PlanObjective objective = PlanObjective::Time;
    std::vector<PlanObjective> front; ///< also the plans that no other beats in these; two or three
    PlanLimits limits;
    Pessimism pessimism;
    std::size_t top = 10;
    /// What is known so far, and the share of the space that is done; called from the caller's thread.
    std::function<void(const PlanOutcome&, double)> sofar;
    SearchTogether* together = nullptr; ///< other processes that do the same search (together.h)
    SearchJournal* journal = nullptr;   ///< keeps how far it is, and knows how far it was
};

struct PlanHit {
    std::size_t machine = 0;
    std::size_t variant = 0;
    core::Plan plan;
    std::int64_t devices = 0;
    double stepSeconds = 0;
    double highSeconds = 0; ///< stepSeconds times the pessimism's factor
    double samplesPerSecond = 0;
    double peakBytes = 0; ///< of the fullest device
    double capacityBytes = 0;
    std::optional<double> currencyPerStep;
    std::optional<double> joulesPerStep;
    std::optional<double> trainingSeconds; ///< where the plan asks for a training
    std::optional<double> trainingCurrency;
    std::optional<double> trainingJoules;
    std::optional<double> trainingLoss; ///< TrainingRun::loss
    double primary = 0;                 ///< what was asked to be least
    double secondary = 0;               ///< time, between equals
    double excess = 0;                  ///< of the tier that is fullest: need over capacity
    bool tied = false;                  ///< with the hit before it, in the objective
    std::array<double, 3> at{};         ///< of the front's objectives
};
/// Before \p b in the order of answers: objective, time, devices, memory, then the plan's numbers.
[[nodiscard]] bool ranksBefore(const PlanHit& a, const PlanHit& b);

struct PlanTally {
    /// Whole plans; and once each, combinations of axes that were refused before their other axes were looked
    /// at.
    std::int64_t considered = 0;
    /// Plans left out by each rule: divisibility topology framework batch (combinations); memory deadline
    /// budget energy bound refused broken (plans).
    std::map<std::string, std::int64_t> pruned;
    /// The error of the first plan for which the program broke a promise; such plans are counted as broken.
    std::optional<core::Error> broken = {};
    std::int64_t evaluated = 0;
    std::map<std::string, std::int64_t> infeasible; ///< of the evaluated: by tier, or deadline budget energy
    std::int64_t feasible = 0;
    [[nodiscard]] std::int64_t prunedInAll() const;
    void add(const PlanTally& other);
    /// Counts \p plans that have no answer, of the first of which it is \p error.
    void leaveOut(const core::Error& error, std::int64_t plans = 1);
    /// The same of a plan that was counted as one that fits.
    void takeBack(const core::Error& error);
};

class Evaluator;
/// \p plan evaluated as one of \p search's hits, in whatever state it is; \p forbidden: the limit or the
/// memory that it goes beyond, null where there is none.
[[nodiscard]] core::Result<PlanHit> hitOf(const PlanSearch& search, const Evaluator& evaluator,
                                          std::size_t machine, std::size_t variant, const core::Plan& plan,
                                          const char** forbidden);

/// \p hit with the times of \p evaluation, its plan's: the search ranks by the closed form of the step.
[[nodiscard]] PlanHit laidOut(const PlanSearch& search, const PlanHit& hit,
                              const core::Evaluation& evaluation);

/// \p hit, which only fits by the closed forms, with as many more layers recomputed or as many fewer kept as
/// it takes to fit when it is traced (Detail::Plain); none where no number does or there is none to change.
[[nodiscard]] std::optional<PlanHit> fittingWhenTraced(const PlanSearch& search, const Evaluator& evaluator,
                                                       const PlanHit& hit);

struct PlanOutcome {
    std::vector<PlanHit> best;  ///< in order
    std::vector<PlanHit> front; ///< in order
    PlanTally tally;
};

/// Errors: NotSupported (a model without layers, cost without a price, energy without a power),
/// MissingKey (a limit of the training without one), Cancelled, DataCorrupt (a journal's), and the
/// evaluator's where it refuses every plan.
[[nodiscard]] core::Result<PlanOutcome> searchTransformer(const PlanSearch& search,
                                                          const core::Task& task = {});

} // namespace shardscope::planner
