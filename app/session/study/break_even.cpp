// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/study/break_even.h"

#include "app/session/documents/changed_machine.h"
#include "core/base/text_mark.h"
#include "core/explain/derivation.h"
#include "core/units/plain_number.h"
#include "planner/planner.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace shardscope::app {
namespace {

constexpr double kHour = 3600;
constexpr double kSlowestNetwork = 1.0 / 64; ///< of what is described: slower ones are not looked at
constexpr int kHalvings = 20;

std::string rounded(double value) { return core::numberText(value, 3); }

/// Prices at which another scenario costs what the decision does.
void addPrices(const SolvedStudy& solved, std::vector<BreakEven>& found)
{
    const SolvedScenario& taken = solved.scenarios[*solved.decision];
    if (!taken.cost)
        return;
    for (const SolvedScenario& other : solved.scenarios) {
        if (&other == &taken || !other.feasible() || other.deadline == Holds::No)
            continue;
        const double hours =
            other.seconds.likely / kHour * static_cast<double>(other.devices + other.scenario.spareDevices);
        const double price = taken.cost->likely / hours;
        found.push_back({"price",
                         other.scenario.name,
                         price,
                         other.scenario.price.value_or(0),
                         core::kCurrency,
                         other.scenario.price && *other.scenario.price < price
                             ? N_("%1 costs less up to %2 USD a device and hour.")
                             : N_("%1 would cost less below %2 USD a device and hour."),
                         {other.scenario.name, rounded(price)}});
    }
}

/// The time of the training may become so many times as long until the decision no longer holds.
std::optional<double> roomOf(const SolvedStudy& solved)
{
    const SolvedScenario& taken = solved.scenarios[*solved.decision];
    std::optional<double> room;
    const auto take = [&](double factor) { room = room ? std::min(*room, factor) : factor; };
    if (solved.study.job.deadline)
        take(*solved.study.job.deadline / taken.seconds.likely);
    if (solved.study.job.budget && taken.cost)
        take(*solved.study.job.budget / taken.cost->likely);
    for (const SolvedScenario& other : solved.scenarios) { // the runner-up that holds as well
        if (&other == &taken || other.holds() == Holds::No)
            continue;
        if (solved.byCost && other.cost)
            take(other.cost->likely / taken.cost->likely);
        else if (!solved.byCost)
            take(other.seconds.likely / taken.seconds.likely);
    }
    return room;
}

/// Finds by halves, in the logarithm, where \p holds ends between \p good, at which it holds, and \p bad, at
/// which it does not.
double edgeBetween(double good, double bad, const std::function<bool(double)>& holds)
{
    for (int step = 0; step < kHalvings; ++step) {
        const double middle = std::sqrt(good * bad);
        (holds(middle) ? good : bad) = middle;
    }
    return good;
}

class Moved {
public:
    Moved(const core::ModelSpec& model, const SolvedStudy& solved, double room, const core::Task& task)
        : m_model(model)
        , m_taken(solved.scenarios[*solved.decision])
        , m_room(room)
        , m_task(task)
    {
    }
    [[nodiscard]] const SolvedScenario& taken() const { return m_taken; }

    /// How many times as long the training takes with \p plan on \p hardware; none where it does not run.
    [[nodiscard]] std::optional<double> longer(const core::HardwareSpec& hardware,
                                               const core::Plan& plan) const
    {
        const auto evaluation = planner::evaluate(m_model, hardware, plan, planner::Detail::LaidOut, m_task);
        if (!evaluation.ok() || !evaluation->training || !m_taken.evaluation->training)
            return {};
        return evaluation->training->seconds.value() / m_taken.evaluation->training->seconds.value();
    }
    [[nodiscard]] bool holds(const core::HardwareSpec& hardware, const core::Plan& plan) const
    {
        const auto found = longer(hardware, plan);
        return found && *found <= m_room;
    }

private:
    const core::ModelSpec& m_model;
    const SolvedScenario& m_taken;
    double m_room;
    const core::Task& m_task;
};

void addNetwork(const Moved& moved, std::vector<BreakEven>& found)
{
    const SolvedScenario& taken = moved.taken();
    const auto holds = [&](double factor) {
        return moved.holds(withNetwork(taken.hardware, factor), taken.evaluation->plan);
    };
    if (holds(kSlowestNetwork)) {
        found.push_back({"network",
                         taken.scenario.name,
                         0,
                         1,
                         core::kNumber,
                         N_("The network does not decide: even a sixty-fourth of it changes nothing."),
                         {}});
        return;
    }
    if (!holds(1)) // the plan as it is laid out lies on the edge
        return;
    const double factor = edgeBetween(1, kSlowestNetwork, holds);
    found.push_back({"network",
                     taken.scenario.name,
                     factor,
                     1,
                     core::kNumber,
                     N_("With less than %1 of its network %2 is not taken any more."),
                     {rounded(factor), taken.scenario.name}});
}

/// Fewer samples in flight: each replica runs fewer micro-batches.
void addBatch(const Moved& moved, std::vector<BreakEven>& found)
{
    const SolvedScenario& taken = moved.taken();
    const core::Batch& batch = taken.evaluation->plan.batch;
    std::int64_t least = batch.microBatches;
    for (std::int64_t micros = batch.microBatches; micros >= 1; --micros) {
        if (batch.microBatches % micros != 0)
            continue;
        core::Plan plan = taken.evaluation->plan;
        plan.batch.microBatches = micros;
        plan.batch.globalBatch = batch.globalBatch / batch.microBatches * micros;
        if (!moved.holds(taken.hardware, plan))
            break;
        least = micros;
    }
    const double value = static_cast<double>(batch.globalBatch) / static_cast<double>(batch.microBatches) *
                         static_cast<double>(least);
    found.push_back({"batch",
                     taken.scenario.name,
                     value,
                     static_cast<double>(batch.globalBatch),
                     core::kNumber,
                     N_("It holds down to a global batch of %1 (now %2)."),
                     {core::fixedText(value, 0), std::to_string(batch.globalBatch)}});
}

} // namespace

core::Result<std::vector<BreakEven>> breakEvens(const core::ModelSpec& model, const SolvedStudy& solved,
                                                const core::Task& task)
{
    std::vector<BreakEven> found;
    if (!solved.decision)
        return found;
    addPrices(solved, found);
    const std::optional<double> room = roomOf(solved);
    if (room && *room >= 1) {
        const Moved moved(model, solved, *room, task);
        const SolvedScenario& taken = moved.taken();
        addNetwork(moved, found);
        addBatch(moved, found);
        const double share = taken.evaluation->throughput.modelFlopsUtilization;
        if (share > 0)
            found.push_back({"share_of_peak",
                             taken.scenario.name,
                             share / *room,
                             share,
                             core::kNumber,
                             N_("It holds as long as steps reach %1 % of the peak (now %2 %)."),
                             {rounded(100 * share / *room), rounded(100 * share)}});
        const double goodput = taken.goodput.share.likely;
        found.push_back({"goodput",
                         taken.scenario.name,
                         goodput / *room,
                         goodput,
                         core::kNumber,
                         N_("It holds as long as %1 % of the time is progress (taken: %2 %)."),
                         {rounded(100 * goodput / *room), rounded(100 * goodput)}});
    }
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return found;
}

} // namespace shardscope::app
