// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/largest_batch.h"

#include "core/plan/plan_file.h"
#include "planner/planner.h"

#include <algorithm>
#include <cstdint>

namespace shardscope::app {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

} // namespace

core::Result<Options> withLargestMicroBatch(Options options, const core::Value& document,
                                            const std::string& file, const core::ModelSpec& model,
                                            const core::HardwareSpec& hardware)
{
    const auto asked = std::find_if(options.begin(), options.end(), [](const auto& one) {
        return one.first == "micro-batch" && one.second == "max";
    });
    if (asked == options.end())
        return options;
    const planner::Evaluator evaluator(model, hardware);
    const auto fits = [&](std::int64_t micro) -> core::Result<bool> {
        asked->second = std::to_string(micro);
        SHARDSCOPE_TRY(const core::Plan plan, core::parsePlan(document, file, options, model));
        SHARDSCOPE_TRY(const core::Evaluation evaluation, evaluator.evaluate(plan, planner::Detail::Plain));
        return evaluation.verdict.feasible();
    };
    asked->second = "1";
    SHARDSCOPE_TRY(const core::Plan one, core::parsePlan(document, file, options, model));
    // A given batch, in the file or an option, stays as large with another micro-batch.
    asked->second = "2";
    const auto two = core::parsePlan(document, file, options, model);
    const bool given = !two.ok() || two->batch.globalBatch == one.batch.globalBatch;
    std::int64_t largest = 1;
    if (given) {
        const std::int64_t local = one.batch.globalBatch / one.axes.replica;
        for (std::int64_t micro = local; micro >= 1; --micro) {
            if (local % micro != 0)
                continue;
            SHARDSCOPE_TRY(const bool fit, fits(micro));
            if (!fit)
                continue;
            largest = micro;
            break;
        }
    } else {
        // Memory grows with the micro-batch: doubled while it fits, then halved between.
        constexpr std::int64_t kMost = std::int64_t{1} << 29;
        std::int64_t beyond = 1;
        for (; beyond <= kMost; beyond *= 2) {
            SHARDSCOPE_TRY(const bool fit, fits(beyond));
            if (!fit)
                break;
            largest = beyond;
        }
        for (std::int64_t step = largest / 2; step > 0 && beyond > 1; step /= 2) {
            SHARDSCOPE_TRY(const bool fit, fits(largest + step));
            largest += fit ? step : 0;
        }
    }
    asked->second = std::to_string(largest);
    return options;
}

} // namespace shardscope::app
