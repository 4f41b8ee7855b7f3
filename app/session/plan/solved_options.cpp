// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/solved_options.h"

#include "app/session/plan/read_plan.h"
#include "core/base/refusals.h"
#include "core/catalog/said_name.h"
#include "core/plan/plan_fields.h"
#include "core/units/plain_number.h"
#include "planner/planner.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace shardscope::app {
namespace {

constexpr const char* kMax = "max";
constexpr const char* kBest = "best";

/// Plans that differ in one number.
class Tried {
public:
    using Maker = std::function<core::Result<core::Plan>(std::int64_t)>;

    Tried(Maker maker, const core::ModelSpec& model, const core::HardwareSpec& hardware, core::Task task = {})
        : m_maker(std::move(maker))
        , m_evaluator(model, hardware)
        , m_task(std::move(task))
    {
    }

    [[nodiscard]] core::Result<core::Plan> plan(std::int64_t value) const { return m_maker(value); }
    [[nodiscard]] core::Result<core::Evaluation> evaluation(std::int64_t value) const
    {
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        SHARDSCOPE_TRY(const core::Plan made, plan(value));
        return m_evaluator.evaluate(made, planner::Detail::Plain, m_task);
    }
    [[nodiscard]] core::Result<bool> fits(std::int64_t value) const
    {
        SHARDSCOPE_TRY(const core::Evaluation found, evaluation(value));
        return found.verdict.feasible();
    }

private:
    Maker m_maker;
    planner::Evaluator m_evaluator;
    core::Task m_task;
};

core::Result<std::int64_t> largestMicroBatch(const Tried& tried)
{
    SHARDSCOPE_TRY(const core::Plan one, tried.plan(1));
    // A given batch, in the file or an option, stays as large with another micro-batch.
    const auto two = tried.plan(2);
    const bool given = !two.ok() || two->batch.globalBatch == one.batch.globalBatch;
    if (given) {
        const std::int64_t local = one.batch.globalBatch / one.axes.replica;
        for (std::int64_t micro = local; micro >= 1; --micro) {
            if (local % micro != 0)
                continue;
            SHARDSCOPE_TRY(const bool fit, tried.fits(micro));
            if (fit)
                return micro;
        }
        return 1;
    }
    // Memory grows with the micro-batch: doubled while it fits, then halved between.
    constexpr std::int64_t kMost = std::int64_t{1} << 29;
    std::int64_t largest = 1;
    std::int64_t beyond = 1;
    for (; beyond <= kMost; beyond *= 2) {
        SHARDSCOPE_TRY(const bool fit, tried.fits(beyond));
        if (!fit)
            break;
        largest = beyond;
    }
    for (std::int64_t step = largest / 2; step > 0 && beyond > 1; step /= 2) {
        SHARDSCOPE_TRY(const bool fit, tried.fits(largest + step));
        largest += fit ? step : 0;
    }
    return largest;
}

core::Result<std::int64_t> bestIoTiles(const Tried& tried)
{
    // Even, and at most 192 (graphcore/poptorch, options.TensorLocations.numIOTiles, which wants 32 at least;
    // TensorFlow's num_io_tiles takes fewer).
    constexpr std::int64_t kMost = 192;
    std::int64_t best = 0;
    bool bestFits = false;
    double bestSeconds = 0;
    for (std::int64_t tiles = 0; tiles <= kMost; tiles += 2) {
        SHARDSCOPE_TRY(const core::Evaluation found, tried.evaluation(tiles));
        if (found.step.empty())
            return 0;
        const bool fit = found.verdict.feasible();
        const double seconds = found.step.at(core::StepPart::Total).seconds.value();
        const bool better = fit != bestFits ? fit : seconds < bestSeconds;
        if (tiles > 0 && !better)
            continue;
        best = tiles;
        bestFits = fit;
        bestSeconds = seconds;
    }
    return best;
}

} // namespace

PlanOptions withDevicesOfName(PlanOptions options, const core::Value& document, const std::string& machine)
{
    const core::Value* parallel = document.find("parallel");
    const bool said = (parallel != nullptr && parallel->find("replica") != nullptr) ||
                      std::ranges::any_of(options, [](const auto& option) {
                          return option.first == "replica" || option.first == kDevicesOption;
                      });
    if (const auto devices = core::devicesSaid(machine); devices && !said)
        options.emplace_back(kDevicesOption, std::to_string(*devices));
    return options;
}

core::Result<PlanOptions> withDevices(PlanOptions options, const core::Value& document,
                                      const std::string& file)
{
    const auto asked =
        std::ranges::find_if(options, [](const auto& one) { return one.first == kDevicesOption; });
    if (asked == options.end())
        return options;
    const std::optional<std::int64_t> devices = core::parseWhole(asked->second);
    if (!devices || *devices < 1)
        return core::Error{core::ErrorCode::WrongType, {"integer", asked->second}}.in("--gpus");
    options.erase(asked);
    PlanOptions known = options;
    std::erase_if(known, [](const auto& option) { return option.second == kMax || option.second == kBest; });
    known.emplace_back("replica", "1");
    SHARDSCOPE_TRY(const core::Axes replica, core::saidAxes(document, file, known));
    const std::int64_t taken = replica.devices();
    if (*devices % taken != 0)
        return core::notDivisible("gpus", *devices, "devices of a replica", taken).in("--gpus");
    options.emplace_back("replica", std::to_string(*devices / taken));
    return options;
}

core::Result<PlanOptions> withSolvedOptions(PlanOptions options, const core::Value& document,
                                            const std::string& file, const core::ModelSpec& model,
                                            const core::HardwareSpec& hardware)
{
    SHARDSCOPE_TRY(options, withDevices(std::move(options), document, file));
    const auto asked = [&](std::string_view name, std::string_view word) {
        return std::ranges::find_if(options,
                                    [&](const auto& one) { return one.first == name && one.second == word; });
    };
    const auto batch = asked("micro-batch", kMax);
    const auto tiles = asked("io-tiles", kBest);
    if (batch == options.end() && tiles == options.end())
        return options;
    if (batch != options.end() && tiles != options.end())
        return core::inconsistent(W_("--micro-batch max is looked for with a number of --io-tiles"))
            .in("--io-tiles");
    const auto found = batch != options.end() ? batch : tiles;
    const Tried tried(
        [&](std::int64_t value) {
            found->second = std::to_string(value);
            return readPlan(document, file, options, model);
        },
        model, hardware);
    SHARDSCOPE_TRY(const std::int64_t value, found == batch ? largestMicroBatch(tried) : bestIoTiles(tried));
    found->second = std::to_string(value);
    return options;
}

std::optional<core::Plan> withReplicasTimes(core::Plan plan, std::int64_t times, std::int64_t part)
{
    const std::int64_t before = plan.axes.replicas();
    if (plan.axes.replica * times % part != 0)
        return std::nullopt;
    plan.axes.replica = plan.axes.replica * times / part;
    const std::int64_t now = plan.axes.replicas();
    for (std::int64_t* cut : {&plan.sharding.weights, &plan.sharding.gradients, &plan.sharding.optimizer})
        *cut = *cut == before ? now : std::min(*cut, now);
    plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * now;
    return plan;
}

core::Result<std::int64_t> largestMicroBatchOf(const core::Plan& plan, const core::ModelSpec& model,
                                               const core::HardwareSpec& hardware, const core::Task& task)
{
    return largestMicroBatch(Tried(
        [&plan](std::int64_t value) -> core::Result<core::Plan> {
            core::Plan other = plan;
            other.batch.microBatch = value;
            other.batch.globalBatch = value * plan.batch.microBatches * plan.axes.replica;
            return other;
        },
        model, hardware, task));
}

core::Result<std::int64_t> bestIoTilesOf(const core::Plan& plan, const core::ModelSpec& model,
                                         const core::HardwareSpec& hardware, const core::Task& task)
{
    return bestIoTiles(Tried(
        [&plan](std::int64_t value) -> core::Result<core::Plan> {
            core::Plan other = plan;
            other.inProcessor.ioTiles = value;
            return other;
        },
        model, hardware, task));
}

} // namespace shardscope::app
