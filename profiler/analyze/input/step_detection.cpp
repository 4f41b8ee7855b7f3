// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/step_detection.h"

#include "profiler/trace/collective_names.h"
#include "profiler/trace/name_fold.h"

#include <algorithm>
#include <map>

namespace shardscope::profiler {

using core::Timeline;

namespace {

constexpr std::size_t kFewestRepeats = 3;

std::vector<RankStep> markedSteps(const Timeline& timeline, const RankPart& part)
{
    std::vector<RankStep> steps;
    const core::Track& track = timeline.tracks()[part.tracks.front().index()];
    for (const core::StepMark& mark : timeline.steps()) {
        if (mark.source == part.hostSource && (mark.rank == track.rank || mark.rank < 0))
            steps.push_back({mark.begin, mark.end, std::string(timeline.names().text(mark.name))});
    }
    return steps;
}

/// "train step 12" -> "train step ".
std::string_view withoutNumber(std::string_view name)
{
    const auto last = name.find_last_not_of("0123456789");
    return last == std::string_view::npos ? name : name.substr(0, last + 1);
}

/// Ranges that every step has, but that are not the step: fetching a batch, communicating, an operator
/// (torch.autograd.profiler.emit_nvtx tells them as ranges: "aten::mm, seq = 7, op_id = 12").
bool isPartOfStep(std::string_view name, const core::RowVerdict& range)
{
    const std::string_view folded = foldedName(name);
    const auto scope = folded.find("::");
    const auto isScope = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    const bool operation =
        scope != std::string_view::npos && scope > 0 && std::ranges::all_of(folded.substr(0, scope), isScope);
    return operation || folded.size() < name.size() || range.host == core::HostWork::LoadData ||
           communicationOf(range).role != CommunicationRole::None;
}

/// PyTorch marks each optimizer's step (torch/optim/optimizer.py, profile_hook_step): a step of training
/// reaches from the end of one to the end of the next. The thread with most of them tells.
std::vector<RankStep> optimizerSteps(const Timeline& timeline, const RankPart& part)
{
    std::vector<RankStep> best;
    forEachHostLane(timeline, part, [&](const core::Lane& lane) {
        std::map<core::NameId, std::vector<std::int64_t>> ends; // one optimizer of several marks the step
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            const core::NameId name = timeline.name()[row];
            if (name.valid() && timeline.names().text(name).starts_with("Optimizer.step#"))
                ends[name].push_back(timeline.ts()[row] + timeline.dur()[row]);
        }
        for (const auto& [name, own] : ends) {
            if (own.size() < kFewestRepeats || own.size() <= best.size() + 1)
                continue;
            best.clear();
            for (std::size_t at = 0; at + 1 < own.size(); ++at)
                best.push_back({own[at], own[at + 1], "optimizer step " + std::to_string(at + 1)});
        }
    });
    return best;
}

/// The annotation that repeats on one lane and covers most time; it must cover half of the rank's host time.
std::vector<RankStep> annotatedSteps(const Timeline& timeline, const RankPart& part,
                                     const core::RowKinds& kinds)
{
    std::vector<RankStep> best;
    std::int64_t bestTime = 0;
    const core::NameId category = timeline.names().find("user_annotation");
    if (!category.valid())
        return best;
    std::int64_t begin = timeline.end();
    std::int64_t end = timeline.begin();
    forEachHostLane(timeline, part, [&](const core::Lane& lane) {
        std::map<std::string_view, std::vector<RankStep>> groups;
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            const std::int64_t ts = timeline.ts()[row];
            begin = std::min(begin, ts);
            end = std::max(end, ts + timeline.dur()[row]);
            if (timeline.category()[row] != category)
                continue;
            const std::string_view name = timeline.names().text(timeline.name()[row]);
            if (isPartOfStep(name, kinds.of(row, lane.track)))
                continue;
            groups[withoutNumber(name)].push_back({ts, ts + timeline.dur()[row], std::string(name)});
        }
        for (auto& [name, steps] : groups) {
            std::int64_t time = 0;
            for (const RankStep& step : steps)
                time += step.end - step.begin;
            if (steps.size() >= kFewestRepeats && time > bestTime) {
                bestTime = time;
                best = std::move(steps);
            }
        }
    });
    return 2 * bestTime > end - begin ? best : std::vector<RankStep>{};
}

/// Kernels of the busiest stream whose names repeat with a period.
std::vector<RankStep> periodicSteps(const Timeline& timeline, const DeviceWork& work)
{
    const DeviceStream* longest = nullptr;
    for (const DeviceStream& stream : work.streams) {
        if (longest == nullptr || stream.end - stream.begin > longest->end - longest->begin)
            longest = &stream;
    }
    if (longest == nullptr)
        return {};
    std::vector<std::uint32_t> names;
    for (std::uint32_t at = longest->begin; at < longest->end; ++at)
        names.push_back(timeline.name()[work.rows[at]].value);
    std::size_t covered = 0;
    const std::size_t period = periodOf(names, covered);
    std::vector<RankStep> steps;
    if (period == 0)
        return steps;
    const std::size_t first = longest->end - covered + covered % period;
    for (std::size_t at = first; at + period <= longest->end; at += period) {
        const std::uint32_t last = work.rows[at + period - 1];
        const std::int64_t end = at + period < longest->end ? timeline.ts()[work.rows[at + period]]
                                                            : timeline.ts()[last] + timeline.dur()[last];
        steps.push_back({timeline.ts()[work.rows[at]], end, "period " + std::to_string(steps.size())});
    }
    return steps;
}

} // namespace

std::size_t periodOf(const std::vector<std::uint32_t>& sequence, std::size_t& covered)
{
    // Z-function of the sequence read backwards: how far it agrees with itself shifted by each length.
    const std::size_t size = sequence.size();
    const auto at = [&](std::size_t index) { return sequence[size - 1 - index]; };
    std::vector<std::size_t> agrees(size, 0);
    std::size_t left = 0;
    std::size_t right = 0;
    for (std::size_t shift = 1; shift < size; ++shift) {
        std::size_t length = shift < right ? std::min(right - shift, agrees[shift - left]) : 0;
        while (shift + length < size && at(length) == at(shift + length))
            ++length;
        agrees[shift] = length;
        if (shift + length > right) {
            left = shift;
            right = shift + length;
        }
    }
    for (std::size_t period = 1; period * kFewestRepeats <= size; ++period) {
        covered = period + agrees[period];
        if (covered >= kFewestRepeats * period && 2 * covered > size)
            return period;
    }
    covered = 0;
    return 0;
}

namespace {

/// Whether most of \p ranges hold the end of one optimizer's step each: a range that repeats more often (a
/// micro-batch, a layer) or less often (an epoch) is no step of training.
bool holdOneStepEach(const std::vector<RankStep>& ranges, const std::vector<RankStep>& optimizer)
{
    const auto one = [&](const RankStep& range) {
        std::size_t ends = optimizer.front().begin > range.begin && optimizer.front().begin <= range.end;
        for (const RankStep& step : optimizer)
            ends += step.end > range.begin && step.end <= range.end ? 1 : 0;
        return ends == 1;
    };
    return 2 * std::ranges::count_if(ranges, one) > std::ptrdiff_t(ranges.size());
}

/// What annotations tell: an optimizer's steps where they are plain, else the range that repeats.
std::vector<RankStep> toldSteps(const Timeline& timeline, const RankPart& part, const core::RowKinds& kinds)
{
    std::vector<RankStep> ranges = annotatedSteps(timeline, part, kinds);
    std::vector<RankStep> optimizer = optimizerSteps(timeline, part);
    if (optimizer.empty() || (!ranges.empty() && holdOneStepEach(ranges, optimizer)))
        return ranges;
    return optimizer;
}

} // namespace

RankSteps detectSteps(const Timeline& timeline, const RankPart& part, const DeviceWork& work,
                      const core::RowKinds& kinds)
{
    RankSteps found{markedSteps(timeline, part), StepSource::Marks};
    if (found.steps.empty())
        found = {toldSteps(timeline, part, kinds), StepSource::Annotations};
    if (found.steps.empty())
        found = {periodicSteps(timeline, work), StepSource::Period};
    if (found.steps.empty())
        found.source = StepSource::None;
    std::ranges::stable_sort(found.steps, {}, &RankStep::begin);
    return found;
}

} // namespace shardscope::profiler
