// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/schedules.h"

#include "core/base/error_at.h"
#include "core/base/nearest.h"
#include "core/base/refusals.h"
#include "core/io/text_file.h"
#include "core/report/columns.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <set>
#include <tuple>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLargestCost = 1e15;

core::Result<std::int64_t> wholeNumber(const std::string& option, const std::string& text)
{
    const auto value = core::parseWhole(text);
    return value ? core::Result<std::int64_t>(*value)
                 : core::errorIn(core::ErrorCode::NumberMalformed, {text}, "--" + option);
}

core::Result<planner::ScheduleRequest> requestOf(const ScheduleCall& call)
{
    planner::ScheduleRequest request;
    auto kind = planner::scheduleNamed(call.name);
    if (!kind.ok())
        return kind.error().in("--schedule");
    request.kind = *kind;
    const std::pair<const char*, std::int64_t*> known[] = {{"pipeline", &request.pipeline},
                                                           {"micro-batches", &request.microBatches},
                                                           {"virtual-stages", &request.virtualStages},
                                                           {"group-size", &request.groupSize},
                                                           {"activation-limit", &request.activationLimit},
                                                           {"extra-warm-up", &request.extraWarmUp}};
    for (const auto& [option, text] : call.options) {
        const auto* found =
            std::find_if(std::begin(known), std::end(known),
                         [&, name = &option](const auto& entry) { return *name == entry.first; });
        if (found == std::end(known))
            return core::inconsistent(W_("a schedule alone has no such option; name a model and hardware"))
                .in("--" + option);
        SHARDSCOPE_TRY(*found->second, wholeNumber(option, text));
        const int least = option == "extra-warm-up" ? 0 : 1;
        constexpr int kMost = 65536;
        if (*found->second < least || *found->second > kMost)
            return core::outOfRange(text, least, kMost).in("--" + option);
    }
    const planner::ScheduleName& schedule = planner::entryOf(request.kind);
    const std::tuple<const char*, bool, bool> heeded[] = {
        {"--group-size", request.groupSize != 0, schedule.groups},
        {"--activation-limit", request.activationLimit != 0, schedule.limits},
        {"--extra-warm-up", request.extraWarmUp != 0, schedule.warmsUp}};
    for (const auto& [option, given, used] : heeded) {
        if (given && !used)
            return core::inconsistent(W_("%1 has no use for it"), {call.name}).in(option);
    }
    return request;
}

/// \p place: what is to blame where ranks wait for each other.
core::Result<planner::TimedSchedule> timed(planner::PipelineOrder order, const planner::ScheduleCosts& costs,
                                           const std::string& place, const core::Task& task)
{
    auto schedule = planner::timeSchedule(std::move(order), costs, task);
    const bool stopped = !schedule.ok() && schedule.error().code == core::ErrorCode::Cancelled;
    return stopped ? std::move(schedule) : std::move(schedule).in(place);
}

} // namespace

core::Result<planner::ScheduleCosts> parseScheduleCosts(const std::string& text)
{
    planner::ScheduleCosts costs;
    std::optional<double> input;
    std::optional<double> weight;
    std::set<std::string> said;
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        const std::string part = text.substr(from, end - from);
        from = end + 1;
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string key = part.substr(0, equals);
        const auto value = core::parseNumber(equals < part.size() ? part.substr(equals + 1) : "");
        if (!value)
            return core::errorIn(core::ErrorCode::NumberMalformed, {part}, "--costs");
        if (!(*value >= 0 && *value <= kLargestCost))
            return core::outOfRange(part, "0", "1e15").in("--costs");
        if (!said.insert(key).second)
            return core::inconsistent(W_("%1 is said twice"), {key}).in("--costs");
        if (key == "F")
            costs.forward = *value;
        else if (key == "I")
            input = *value;
        else if (key == "W")
            weight = *value;
        else if (key == "B")
            costs.backward = *value;
        else if (key == "OV")
            costs.overlapped = *value;
        else if (key == "comm")
            costs.communication = *value;
        else
            return core::errorIn(
                core::ErrorCode::UnknownKey,
                {key, core::nearestName(key, {"F", "I", "W", "B", "OV", "comm"}), "F I W B OV comm"},
                "--costs");
    }
    // If only the whole backward is known, each gradient takes half: both are the same matrix products.
    constexpr double kHalf = 0.5;
    const double unsaid = costs.backward && !input && !weight ? kHalf * *costs.backward : 1;
    costs.inputGradient = input.value_or(unsaid);
    costs.weightGradient = weight.value_or(unsaid);
    return costs;
}

core::Result<planner::TimedSchedule> simulateSchedule(const ScheduleCall& call, const core::Task& task)
{
    SHARDSCOPE_TRY(const planner::ScheduleCosts costs, parseScheduleCosts(call.costs));
    if (!call.file.empty()) {
        for (const auto& [option, text] : call.options)
            return core::inconsistent(W_("the schedule file says it")).in("--" + option);
        SHARDSCOPE_TRY(const std::string text, core::readTextFile(call.file).in(call.file));
        SHARDSCOPE_TRY(planner::PipelineOrder order, planner::readScheduleCsv(text).in(call.file));
        return timed(std::move(order), costs, call.file, task);
    }
    SHARDSCOPE_TRY(planner::ScheduleRequest request, requestOf(call));
    request.costs = costs;
    SHARDSCOPE_TRY(planner::PipelineOrder order, planner::pipelineOrder(request, task));
    return timed(std::move(order), costs, "--group-size", task);
}

core::Result<std::string> scheduleJson(const planner::TimedSchedule& schedule, const core::Task& task)
{
    constexpr std::size_t kCancelEvery = 1 << 16; ///< actions between looks at the stop token
    std::string out = "{\n  \"schedule\": " + Json(schedule.order.name).dump() +
                      ",\n  \"step_time\": " + Json(schedule.stepTime).dump() + ",\n  \"ranks\": [";
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
        // An order may have millions of actions: no tree of values is made of it.
        out += rank == 0 ? "\n    {\n      \"order\": [" : ",\n    {\n      \"order\": [";
        const std::vector<planner::Action>& actions = schedule.order.ranks[rank];
        for (std::size_t index = 0; index < actions.size(); ++index) {
            if (index % kCancelEvery == 0 && task.cancelled())
                return core::Error{core::ErrorCode::Cancelled};
            out += index == 0 ? "\"" : ", \"";
            out += planner::textOf(actions[index]) + "\"";
        }
        out += "]";
        const planner::RankFigures& figures = schedule.ranks[rank];
        const Json told = {{"busy", figures.busy},
                           {"idle", figures.idle},
                           {"first_start", figures.firstStart},
                           {"last_end", figures.lastEnd},
                           {"peak_chunks_until_weight_gradient", figures.peakChunksUntilWeightGradient},
                           {"peak_chunks_until_input_gradient", figures.peakChunksUntilInputGradient},
                           {"forwards_before_first_backward", figures.forwardsBeforeFirstBackward}};
        for (const auto& [key, value] : told.items())
            out += ",\n      \"" + key + "\": " + value.dump();
        out += "\n    }";
    }
    return out + "\n  ],\n  \"bubble_over_step\": " + Json(schedule.bubbleOverStep).dump() +
           ",\n  \"bubble_by_stage_span\": " + Json(schedule.bubbleByStageSpan).dump() + "\n}\n";
}

core::Table scheduleTable(const planner::TimedSchedule& schedule)
{
    core::Table table{"schedule", N_("The schedule, rank by rank"), {}, {}};
    table.columns = {core::integerColumn("rank", N_("Rank")),
                     core::realColumn("busy", N_("Busy")),
                     core::realColumn("idle", N_("Idle"), N_("of the whole step")),
                     core::realColumn("first_start", N_("First start")),
                     core::realColumn("last_end", N_("Last end")),
                     core::integerColumn("peak_chunks_until_weight_gradient", N_("Chunks held"),
                                         N_("at most, until their weight gradients are done")),
                     core::integerColumn("peak_chunks_until_input_gradient", N_("Until input gradient"),
                                         N_("at most, until their input gradients are done"))};
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
        const planner::RankFigures& figures = schedule.ranks[rank];
        table.rows.push_back({static_cast<std::int64_t>(rank), figures.busy, figures.idle, figures.firstStart,
                              figures.lastEnd, figures.peakChunksUntilWeightGradient,
                              figures.peakChunksUntilInputGradient});
    }
    return table;
}

} // namespace shardscope::app
