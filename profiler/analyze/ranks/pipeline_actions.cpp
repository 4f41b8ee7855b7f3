// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/ranks/pipeline_actions.h"

#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/ranks/pipeline_steps.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace shardscope::profiler {

namespace {

bool takeNumber(std::string_view& text, std::int64_t& number)
{
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc() || number < 0)
        return false;
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
    return true;
}
bool takeWord(std::string_view& text, std::string_view word)
{
    if (text.substr(0, word.size()) != word)
        return false;
    text.remove_prefix(word.size());
    return true;
}

constexpr std::pair<std::string_view, PipelineWork> kWorks[]{{"F", PipelineWork::Forward},
                                                             {"B", PipelineWork::Backward},
                                                             {"I", PipelineWork::InputGradient},
                                                             {"W", PipelineWork::WeightGradient}};

/// The step in which actions are looked at: the last but one, or all of the recording.
core::Interval stepToLookAt(const AnalysisInput& input, std::size_t part)
{
    const std::vector<RankStep>& steps = input.steps(part).steps;
    if (steps.empty() || input.steps(part).source != StepSource::Marks)
        return {input.timeline().begin(), input.timeline().end() + 1};
    const RankStep& step = steps[steps.size() < 2 ? 0 : steps.size() - 2];
    return step.host.end > step.host.begin ? step.host : core::Interval{step.begin, step.end};
}

} // namespace

std::optional<PipelineAction> pipelineAction(std::string_view name)
{
    PipelineAction action;
    if (takeWord(name, "PP:")) {
        if (!takeNumber(name, action.stage))
            return std::nullopt;
        action.receives = takeWord(name, "RECV_");
        if (!action.receives && takeWord(name, "SEND_"))
            return std::nullopt;
        const auto work =
            std::ranges::find_if(kWorks, [&](const auto& one) { return takeWord(name, one.first); });
        if (work == std::end(kWorks))
            return std::nullopt;
        action.work = work->second;
    } else if (takeWord(name, "Backward ")) {
        action.work = PipelineWork::Backward;
    } else if (!takeWord(name, "Forward ")) {
        return std::nullopt;
    }
    return takeNumber(name, action.microBatch) && name.empty() ? std::optional(action) : std::nullopt;
}

core::Result<std::vector<RecordedOrder>> recordedOrders(const AnalysisInput& input, const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<std::optional<PipelineAction>> named(timeline.names().size());
    bool any = false;
    for (std::size_t id = 0; id < named.size(); ++id) {
        named[id] = pipelineAction(timeline.names().text(core::NameId{id}));
        any = any || named[id];
    }
    std::vector<RecordedOrder> orders;
    for (std::size_t part = 0; any && part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (!input.ranks()[part].ownsHost)
            continue;
        const core::Interval step = stepToLookAt(input, part);
        std::vector<std::pair<std::int64_t, PipelineAction>> found;
        forEachHostLane(timeline, input.ranks()[part], [&](const core::Lane& lane) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                const core::NameId name = timeline.name()[row];
                const std::int64_t begin = timeline.ts()[row];
                if (name.valid() && named[name.index()] && !named[name.index()]->receives &&
                    begin >= step.begin && begin < step.end)
                    found.emplace_back(begin, *named[name.index()]);
            }
        });
        if (found.empty())
            continue;
        std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
        RecordedOrder& order = orders.emplace_back(RecordedOrder{part, {}});
        for (auto& [begin, action] : found)
            order.actions.push_back(action);
    }
    return orders;
}

core::Result<std::int64_t> pipelineRanks(const AnalysisInput& input, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<RecordedOrder> orders, recordedOrders(input, task));
    std::set<std::int64_t> stages;
    std::size_t chunks = 1;
    for (const RecordedOrder& order : orders) {
        std::set<std::int64_t> own;
        for (const PipelineAction& action : order.actions)
            own.insert(action.stage);
        chunks = std::max(chunks, own.size());
        stages.merge(own);
    }
    const auto count = static_cast<std::int64_t>(stages.size());
    if (count > 0 && *stages.begin() == 0 && *stages.rbegin() == count - 1 && stages.size() % chunks == 0)
        return static_cast<std::int64_t>(stages.size() / chunks);
    SHARDSCOPE_TRY(const PipelineSteps steps, pipelineByTransfers(input, {}, task));
    return steps.empty() ? std::int64_t{0} : static_cast<std::int64_t>(steps.rbegin()->second.ranks);
}

} // namespace shardscope::profiler
