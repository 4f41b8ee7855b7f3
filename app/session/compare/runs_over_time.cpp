// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/runs_over_time.h"

#include "app/session/documents/documents.h"
#include "app/session/text/messages.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/files.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

namespace shardscope::app {
namespace {

/// Seconds of each counted step, mean over the devices.
std::vector<double> stepsOf(const profiler::ComparedSteps& side)
{
    std::vector<double> steps;
    for (const profiler::DeviceAccount& device : side.devices) {
        std::vector<double> own(static_cast<std::size_t>(device.steps), 0);
        for (const profiler::Counted& term : device.terms) {
            for (std::size_t step = 0; step < term.ofStep.size() && step < own.size(); ++step)
                own[step] += static_cast<double>(term.ofStep[step]) * 1e-9;
        }
        steps.resize(std::max(steps.size(), own.size()), 0);
        for (std::size_t step = 0; step < own.size(); ++step)
            steps[step] += own[step] / static_cast<double>(side.devices.size());
    }
    return steps;
}

/// When the files of \p run began, by their own clocks; 0: they tell no time of day.
std::int64_t startOf(const core::Run& run)
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const core::RunSource& source : run.sources) {
        if (source.baseTimeNs > 0)
            first = std::min(first, source.baseTimeNs);
    }
    return first == std::numeric_limits<std::int64_t>::max() ? 0 : first + run.timeline->begin();
}

/// The part of \p neighbours that most of a change of \p seconds lies in.
std::optional<profiler::DifferencePart> culprit(const SideDifference& neighbours, double seconds)
{
    for (const profiler::DifferencePart& part : neighbours.steps.parts) { // the largest first
        if ((part.seconds > 0) == (seconds > 0) && !part.unsure)
            return part;
    }
    return std::nullopt;
}

void order(RunsOverTime& all)
{
    all.byClock = std::ranges::all_of(all.runs, [](const RunInTime& run) { return run.start > 0; });
    std::ranges::stable_sort(all.runs, [&](const RunInTime& a, const RunInTime& b) {
        if (all.byClock && a.start != b.start)
            return a.start < b.start;
        // "run10" comes after "run9".
        const auto number = [](const std::string& name) {
            const auto digit = name.find_first_of("0123456789");
            return std::pair(name.substr(0, digit),
                             digit == std::string::npos
                                 ? std::string()
                                 : name.substr(digit, name.find_first_not_of("0123456789", digit) - digit));
        };
        const auto [textA, digitsA] = number(a.side.label);
        const auto [textB, digitsB] = number(b.side.label);
        if (textA == textB && digitsA.size() != digitsB.size())
            return digitsA.size() < digitsB.size();
        return a.side.label < b.side.label;
    });
}

} // namespace

RunInTime runInTime(DifferenceSide side, std::int64_t start)
{
    RunInTime run;
    run.start = start;
    side.input.reset(); // of many runs the rows would fill the memory
    double cost = 0;
    bool known = !side.steps.devices.empty();
    for (const profiler::DeviceAccount& device : side.steps.devices) {
        run.recorded += device.perStep(device.time) / static_cast<double>(side.steps.devices.size());
        known = known && device.recorderKnown();
        if (device.recorder)
            cost += device.recorder->seconds / static_cast<double>(side.steps.devices.size());
    }
    if (known)
        run.unrecorded = run.recorded - cost;
    run.error = errorOfSteps(stepsOf(side.steps));
    run.side = std::move(side);
    return run;
}

RunsOverTime runsOverTime(std::vector<RunInTime> runs, std::optional<double> tolerance)
{
    RunsOverTime all;
    all.runs = std::move(runs);
    order(all);
    std::vector<std::size_t> compared;
    for (std::size_t at = 0; at < all.runs.size(); ++at) {
        RunInTime& run = all.runs[at];
        if (run.side.steps.devices.empty())
            continue;
        if (!compared.empty())
            run.obstacles = obstaclesOf(all.runs[compared.front()].side, run.side);
        if (run.obstacles.empty())
            compared.push_back(at);
    }
    all.withoutRecorders = !compared.empty() && std::ranges::all_of(compared, [&](std::size_t at) {
        return all.runs[at].unrecorded.has_value();
    });
    std::vector<RunValue> values;
    for (const std::size_t at : compared)
        values.push_back({all.valueOf(all.runs[at]), all.runs[at].error});
    const auto changes = changePoints(values);
    all.known = changes.has_value();
    for (ChangePoint change : changes.value_or(std::vector<ChangePoint>())) {
        const RunInTime& before = all.runs[compared[change.at - 1]];
        const RunInTime& then = all.runs[compared[change.at]];
        RunChange told;
        told.neighbours = sideDifference(before.side, then.side);
        told.part = culprit(told.neighbours, change.after - change.before);
        change.at = compared[change.at];
        told.change = change;
        all.changes.push_back(std::move(told));
    }
    if (tolerance && !all.changes.empty()) {
        const double first = all.changes.front().change.before;
        all.beyond = all.changes.back().change.after - first > *tolerance * first;
    }
    return all;
}

core::Result<RunsOverTime> runsOfFolder(const core::Catalog& catalog, const std::string& folder,
                                        std::optional<double> tolerance, const core::Task& task)
{
    std::vector<RunInTime> runs;
    RunsOverTime read;
    std::set<std::int32_t> ranks; // of files
    std::size_t files = 0;
    for (const std::filesystem::path& entry : core::files::entries(folder)) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const std::string name = entry.filename().string();
        const bool isFolder = core::files::isFolder(entry);
        if (name.starts_with('.') || (!isFolder && !core::files::isPlain(entry)))
            continue;
        if (!isFolder) {
            const auto kind = documentKind(entry);
            if (!kind.ok() || *kind != DocumentKind::Trace)
                continue; // notes and plans may lie beside runs
        }
        const auto imported = profiler::importTrace({entry}, task);
        if (!imported.ok() && imported.error().code == core::ErrorCode::Cancelled)
            return imported.error();
        if (!imported.ok()) {
            read.unread.emplace_back(name, errorText(imported.error()).toStdString());
            continue;
        }
        const core::RunPtr run = imported->run;
        std::int64_t world = 1;
        for (const core::RunSource& source : run->sources)
            world = std::max(world, source.worldSize);
        if (!isFolder && world > 1 && run->sources.size() == 1) {
            ++files;
            ranks.insert(run->sources.front().rank);
        }
        ComparedSide side;
        side.title = name;
        side.run = std::make_shared<const profiler::AnalysisInput>(run);
        SHARDSCOPE_TRY(DifferenceSide own, differenceSide(catalog, side, {}, task));
        runs.push_back(runInTime(std::move(own), startOf(*run)));
        read.imports.push_back(imported->report);
    }
    if (files > 1 && ranks.size() == files)
        return core::inconsistent(W_("the files are ranks of one job: of many runs each has its own folder"))
            .in(folder);
    if (runs.size() < 2)
        return core::Error{core::ErrorCode::MissingKey,
                           {core::phrase(W_("B, or a folder of two runs at least"))}}
            .in(folder);
    RunsOverTime all = runsOverTime(std::move(runs), tolerance);
    all.unread = std::move(read.unread);
    all.imports = std::move(read.imports);
    return all;
}

} // namespace shardscope::app
