// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/device/operation_calls.h"

#include "core/base/mapped.h"
#include "profiler/analyze/input/track_walk.h"

#include <algorithm>
#include <map>
#include <utility>

namespace shardscope::profiler {

namespace {

/// What each name of a run is, asked once for all its ranks.
struct CountedNames {
    explicit CountedNames(const AnalysisInput& input)
        : counted(input.timeline().names().size(), false)
        , gradientPart(counted.size(), false)
    {
        for (std::size_t name = 0; name < counted.size(); ++name) {
            const std::string_view text = input.text(core::NameId{name});
            counted[name] = isCountedOperation(text);
            gradientPart[name] = isConvolutionGradientPart(text);
        }
    }
    std::vector<bool> counted;
    std::vector<bool> gradientPart;
};

/// Visits the calls of counted operations on the host's threads, outermost only, by track and time:
/// call(row), gradientPart() for each part of a gradient within the one visited last.
template <class Call, class GradientPart>
void forEachCall(const AnalysisInput& input, const RankPart& part, const CountedNames& names, Call call,
                 GradientPart gradientPart)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<core::TrackId> tracks = part.tracks;
    tracks.insert(tracks.end(), part.captures.begin(), part.captures.end());
    std::ranges::sort(tracks);
    for (const core::TrackId id : tracks) {
        if (timeline.tracks()[id.index()].device)
            continue;
        std::uint32_t within = kNoRow; // an operation that calls another one is counted once
        walkTrack(
            timeline, id,
            [&](std::uint32_t row, std::size_t) {
                const std::size_t name = timeline.name()[row].index();
                if (within != kNoRow && names.gradientPart[name])
                    gradientPart();
                if (within != kNoRow || !names.counted[name])
                    return;
                within = row;
                call(row);
            },
            [&](std::uint32_t row, std::size_t) { within = within == row ? kNoRow : within; });
    }
}

OperationCall callOf(const core::Timeline& timeline, std::uint32_t row)
{
    const std::int64_t begin = timeline.ts()[row];
    const core::LaneId lane = timeline.laneOf(core::SliceId{std::size_t{row}});
    const std::size_t track = timeline.lanes()[lane.index()].track.index();
    return {row, begin, begin + timeline.dur()[row], track, std::nullopt, 0, 0, kNoRow, false, {}, 0};
}

std::vector<OperationCall> callsOf(const AnalysisInput& input, const RankPart& part,
                                   const CountedNames& names)
{
    std::vector<OperationCall> calls;
    forEachCall(
        input, part, names, [&](std::uint32_t row) { calls.push_back(callOf(input.timeline(), row)); },
        [&] { ++calls.back().gradients; });
    return calls;
}

/// Kernels of algorithms that do fewer operations than a convolution's definition
/// ("cudnn::winograd_nonfused::…", "fft2d_r2c_32x32").
bool isTransform(std::string_view kernel)
{
    return kernel.find("winograd") != std::string_view::npos || kernel.find("fft") != std::string_view::npos;
}

/// Adds the time of device rows to the call whose launch lies within it. What was captured is a call each
/// time that its graph runs; those stand behind the others.
void addDeviceTime(std::vector<OperationCall>& calls, const AnalysisInput& input, std::size_t part,
                   const DeviceLaunches& launches)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    const auto end = static_cast<std::ptrdiff_t>(calls.size());
    std::map<std::pair<std::size_t, std::uint32_t>, std::size_t>
        runs; ///< by captured call and launch of the graph
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        const std::uint32_t launch = launches.origin(at);
        if (launch == kNoRow)
            continue;
        const std::size_t track =
            timeline.lanes()[timeline.laneOf(core::SliceId{launch}).index()].track.index();
        const std::int64_t ts = timeline.ts()[launch];
        const auto behind = std::upper_bound(calls.begin(), calls.begin() + end, std::pair(track, ts),
                                             [](const auto& place, const OperationCall& call) {
                                                 return place < std::pair(call.track, call.begin);
                                             });
        if (behind == calls.begin())
            continue;
        auto found = static_cast<std::size_t>(behind - calls.begin()) - 1;
        if (calls[found].track != track || ts >= calls[found].end)
            continue;
        if (launch != launches.launch[at]) {
            const auto [run, isNew] = runs.try_emplace({found, launches.launch[at]}, calls.size());
            if (isNew) {
                OperationCall again = calls[found];
                again.begin = timeline.ts()[launches.launch[at]];
                again.end = again.begin + timeline.dur()[launches.launch[at]];
                calls.push_back(again);
            }
            found = run->second;
        }
        OperationCall& call = calls[found];
        const std::int64_t start = timeline.ts()[work.rows[at]];
        call.firstStart = call.device == 0 ? start : std::min(call.firstStart, start);
        const core::Interval time = work.time(timeline, at);
        call.device += time.end - time.begin;
        call.deviceRows.push_back(static_cast<std::uint32_t>(at));
        const std::string_view kernel = input.text(timeline.name()[work.rows[at]]);
        call.transformed = call.transformed || isTransform(kernel);
        if (call.work && call.work->mask == CausalMask::NotTold) {
            if (const CausalMask told = maskOfKernel(kernel); told != CausalMask::NotTold)
                tellMask(*call.work, told == CausalMask::Causal);
        }
        if (call.longest == kNoRow || timeline.dur()[work.rows[at]] > timeline.dur()[call.longest])
            call.longest = work.rows[at];
    }
    for (const auto& [run, at] : runs) {
        if (calls[run.first].device == 0)
            calls[run.first].work.reset(); // it only went into the graph
    }
}

/// Reads those convolutions once more whose stride the file does not say: their gradients told their outputs.
core::Result<core::Done> readConvolutions(std::vector<OperationCall>& calls,
                                          const ConvolutionOutputs& outputs, const AnalysisInput& input,
                                          const core::Task& task)
{
    std::vector<std::size_t> places;
    std::vector<std::uint32_t> rows;
    for (std::size_t at = 0; at < calls.size() && !outputs.empty(); ++at) {
        if (calls[at].work || input.text(input.timeline().name()[calls[at].row]) != "aten::convolution")
            continue;
        places.push_back(at);
        rows.push_back(calls[at].row);
    }
    return input.columns().visit(
        rows,
        [&](std::size_t at, std::string_view object) {
            calls[places[at]].work = operationWork("aten::convolution", object, outputs);
        },
        task);
}

core::Result<core::Done> readShapes(std::vector<OperationCall>& calls, const AnalysisInput& input,
                                    const core::Task& task)
{
    const auto rows = core::mapped<std::uint32_t>(calls, &OperationCall::row);
    const auto nameOf = [&](std::size_t at) { return input.text(input.timeline().name()[rows[at]]); };
    ConvolutionOutputs outputs;
    SHARDSCOPE_TRY_DONE(input.columns().visit(
        rows,
        [&](std::size_t at, std::string_view object) {
            calls[at].work = operationWork(nameOf(at), object);
            noteConvolutionOutput(nameOf(at), object, outputs);
        },
        task));
    for (OperationCall& call : calls) {
        // A gradient of two products that calls one of them: nobody asked for the other one.
        if (call.work && call.gradients == 1) {
            call.work->flops /= 2;
            call.work->elements /= 2;
        }
    }
    return readConvolutions(calls, outputs, input, task);
}

} // namespace

namespace {

/// Reads some, near the file's beginning.
core::Result<ShapesKnown> shapesOfRank(const AnalysisInput& input, const RankPart& part,
                                       const CountedNames& names, const core::Task& task)
{
    constexpr std::size_t kRead = 256;
    std::vector<std::uint32_t> rows; // a whole call of each would take more than the file's own rows
    forEachCall(
        input, part, names, [&](std::uint32_t row) { rows.push_back(row); }, [] {});
    if (rows.empty())
        return ShapesKnown::Nothing;
    const auto places = input.timeline().args();
    const auto some = static_cast<std::ptrdiff_t>(std::min(kRead, rows.size()));
    std::ranges::partial_sort(rows, rows.begin() + some, {}, [&](std::uint32_t row) { return places[row]; });
    std::vector<OperationCall> calls;
    for (const std::uint32_t row : std::span(rows).first(static_cast<std::size_t>(some)))
        calls.push_back(callOf(input.timeline(), row));
    SHARDSCOPE_TRY_DONE(readShapes(calls, input, task));
    const bool any =
        std::ranges::any_of(calls, [](const OperationCall& call) { return call.work.has_value(); });
    return any ? ShapesKnown::Yes : ShapesKnown::No;
}

} // namespace

core::Result<ShapesKnown> shapesKnown(const AnalysisInput& input, const core::Task& task)
{
    const CountedNames names(input);
    ShapesKnown known = ShapesKnown::Nothing;
    for (const RankPart& part : input.ranks()) {
        SHARDSCOPE_TRY(const ShapesKnown own, shapesOfRank(input, part, names, task));
        known = std::max(known, own);
        if (known == ShapesKnown::Yes)
            break;
    }
    return known;
}

core::Result<std::vector<OperationCall>> operationCalls(const AnalysisInput& input, std::size_t part,
                                                        const core::Task& task)
{
    std::vector<OperationCall> calls = callsOf(input, input.ranks()[part], CountedNames(input));
    SHARDSCOPE_TRY_DONE(readShapes(calls, input, task));
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    addDeviceTime(calls, input, part, *launches);
    return calls;
}

} // namespace shardscope::profiler
