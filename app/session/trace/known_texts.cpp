// SPDX-License-Identifier: GPL-3.0-or-later
// What a run cannot tell, why, and how to record it so that it can; what was looked for in it.
#include "app/session/trace/known_texts.h"

#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "app/session/trace/analyses.h"
#include "app/session/trace/overview_texts.h"
#include "core/report/columns.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr KeyedText kWhat[] = {
    {"devices", N_("what the devices do, and so what costs time")},
    {"kernels", N_("what a part of the devices' time is spent on")},
    {"durations", N_("how long the devices work")},
};

constexpr KeyedText kBecause[] = {
    {"work_not_recorded", N_("%1 kernels were launched and the work of none was recorded")},
    {"device_without_work",
     N_("the file names %1 and holds no work of it: it was not used, or not recorded")},
    {"no_device", N_("the run holds no work of a device: none was used, or none was recorded")},
    {"work_missing", N_("%1 of %2 launches have no work in the file, so that what looks idle may not be")},
    {"unknown_kernels",
     N_("%1 of the time is in kernels that neither a rule nor the operation around their launch knows "
        "(different ones: %2), the largest first: %3")},
    {"impossible_rows", N_("%1 kernels are said to run on through several that began behind them on their "
                           "stream, for %2 in all")},
};

constexpr KeyedText kRecord[] = {
    {"devices.torch",
     N_("Record with both activities, ProfilerActivity.CPU and CUDA; what CUPTI or ROCTracer print as the "
        "recording starts says why devices are left out.")},
    {"devices.jax",
     N_("Record with jax.profiler in the process that owns the devices; what its tracer prints "
        "as the recording starts says why devices are left out.")},
    {"devices.other",
     N_("Record the devices' work as well: nsys profile --trace=cuda,nvtx, rocprofv3 --kernel-trace "
        "--memory-copy-trace, or the framework's own profiler.")},
    {"whole",
     N_("Record fewer steps at once, or give the profiler larger buffers, so that it drops nothing.")},
    {"operations",
     N_("Record the host's operations with the devices' work: a kernel is then known by the "
        "operation that launched it. Or say what they are in rules of your own (--kernels FILE).")},
    {"profiler", N_("Record with a newer driver or profiler: such times are mistakes of theirs.")},
};

/// For the key of what is not there: what it is, what is not known without it, and how to record it.
struct Lack {
    const char* key;
    const char* what;
    const char* without;
    const char* record;
};
constexpr Lack kLacks[] = {
    {"device_work", N_("Work of devices"), N_("What the devices do, and so what costs time"),
     N_("Both activities of torch.profiler, ProfilerActivity.CPU and CUDA; nsys profile --trace=cuda,nvtx; "
        "rocprofv3 --kernel-trace")},
    {"launches", N_("The calls that launch the devices' work"),
     N_("Why devices wait, and which operation their work is of"),
     N_("Calls of the runtime with the devices' work: ProfilerActivity.CPU; nsys profile --trace=cuda; "
        "rocprofv3 --hip-trace")},
    {"operators", N_("Operations of the framework"), N_("Which operation or module a kernel is of"),
     N_("ProfilerActivity.CPU; under nsys or rocprofv3 torch.autograd.profiler.emit_nvtx")},
    {"stacks", N_("Functions of the program"),
     N_("Which line of the program a kernel is of, and what the host does between operations"),
     N_("with_stack=True, for a few steps: it costs time; nsys profile --python-functions-trace")},
    {"shapes", N_("Shapes of operations"), N_("FLOP/s, and how far products are from what the device can do"),
     N_("record_shapes=True, of torch.profiler or emit_nvtx")},
    {"communication_sizes", N_("Sizes of what is communicated"), N_("The bandwidth that collectives reach"),
     N_("torch.profiler writes them with collectives; PyTorch's flight recorder has them as well")},
    {"memory", N_("Memory"), N_("What holds memory, and when"),
     N_("profile_memory=True, or a snapshot: torch.cuda.memory._record_memory_history")},
    {"steps", N_("Steps"), N_("What repeats: times are of the whole recording"),
     N_("profiler.step() after each step, or a range around it")},
};

constexpr KeyedText kChecked[] = {
    {"idle", N_("idle devices by cause")},
    {"exposed", N_("communication and copies that nothing hides")},
    {"unfused", N_("element-wise kernels that could be one")},
    {"slow_kernels", N_("products, convolutions and attention far from what the device can do")},
    {"slow_memory", N_("operations that only move memory, far from its bandwidth")},
    {"slow_copies", N_("copies far from what their link gives")},
    {"slow_steps", N_("steps that stand out")},
    {"stragglers", N_("ranks that others wait for")},
    {"pipeline_bubble", N_("pipelines that run empty")},
    {"hang", N_("collectives that never ended")},
};

QString because(const profiler::NotKnown& one)
{
    return filledText(translated(textOf(kBecause, one.because)), one.args);
}

} // namespace

core::Table overviewNotRecorded(const profiler::Overview& overview)
{
    const auto words = [](const char* key, const char* title) {
        return core::wordColumn(core::Words::Text, key, title);
    };
    core::Table table{"not_recorded",
                      N_("Not recorded"),
                      {words("what", N_("What")), words("without", N_("What is not known without it")),
                       words("record", N_("How to record it"))},
                      {}};
    for (const std::string& key : overview.coverage.notRecorded) {
        const auto* const lack =
            std::ranges::find(kLacks, key, [](const Lack& one) { return std::string_view(one.key); });
        if (lack != std::end(kLacks))
            table.rows.push_back(
                {std::string(lack->what), std::string(lack->without), std::string(lack->record)});
    }
    return table;
}

QString notKnownSentence(const profiler::NotKnown& one)
{
    return Words::tr("Not known: %1, because %2.").arg(translated(textOf(kWhat, one.what)), because(one)) +
           QLatin1Char(' ') + translated(textOf(kRecord, one.record));
}

QString noCostText(const profiler::Overview& overview)
{
    // If no device is at work, what the host does may be all there is.
    const bool known = std::ranges::all_of(
        overview.notKnown, [](const profiler::NotKnown& one) { return one.because == "no_device"; });
    if (!known)
        return Words::tr("What costs time is not known from this run.");
    if (overview.parts.empty())
        return Words::tr("Nothing in the run is known to compute, communicate or copy, so its time is not "
                         "divided.");
    QStringList checked;
    for (const std::string& key : overview.checked)
        checked.append(translated(textOf(kChecked, key)));
    return Words::tr("Nothing was found that costs a hundredth of a step or more. Looked for: %1. How near "
                     "products come to the device's peak is told by the analysis of FLOP/s.")
        .arg(listOf(checked));
}

void addKnowledge(const profiler::Overview& overview, Json& json)
{
    const profiler::Coverage& coverage = overview.coverage;
    json["coverage"] = {{"launches", coverage.launches},
                        {"launches_without_work", coverage.launchesWithoutWork},
                        {"device_rows_without_launch", coverage.deviceRowsWithoutLaunch},
                        {"unknown_kernels_share", coverage.unknown.share},
                        {"impossible_rows", coverage.impossibleRows},
                        {"captured_launches", coverage.capturedLaunches},
                        {"ranks", overview.ranks},
                        {"missing_ranks", overview.absentRanks},
                        {"not_recorded", coverage.notRecorded}};
    json["checked"] = Json::array();
    for (const std::string& key : overview.checked)
        json["checked"].push_back(translated(textOf(kChecked, key)).toStdString());
    json["not_known"] = Json::array();
    for (const profiler::NotKnown& one : overview.notKnown)
        json["not_known"].push_back(
            {{"what", translated(textOf(kWhat, one.what)).toStdString()},
             {"because", because(one).toStdString()},
             {"how_to_record", translated(textOf(kRecord, one.record)).toStdString()}});
}

} // namespace shardscope::app
