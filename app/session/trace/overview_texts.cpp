// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence for each kind of cost, one for each piece of advice. %1 is the time a step, %2 its share of
// the step.
#include "app/session/trace/overview_texts.h"

#include "app/session/tables/json_rows.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "app/session/trace/analyses.h"
#include "app/session/trace/finding_needs.h"
#include "app/session/trace/known_texts.h"
#include "app/session/trace/rank_tables.h"
#include "core/base/joined.h"
#include "core/report/columns.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr KeyedText kCosts[] = {
    {"data_loading", N_("The devices wait %1 a step (%2) for input data (%3).")},
    {"host_work", N_("The devices wait %1 a step (%2) while the host computes %3.")},
    {"slow_launch",
     N_("The devices wait %1 a step (%2) while the host is in %3, which has yet to launch its work.")},
    {"host_communication", N_("The devices wait %1 a step (%2) while the host communicates (%3).")},
    {"device_allocation",
     N_("The devices wait %1 a step (%2) while the host gets or frees device memory (%3).")},
    {"blocking_copy", N_("The devices have nothing to do for %1 a step (%2) because the host is held in "
                         "copies until they are done (%3).")},
    {"synchronization", N_("The devices run dry for %1 a step (%2) because the host waits for them in %3.")},
    {"launch_bound", N_("The devices wait %1 a step (%2) for the host, which launches %3 kernels and copies "
                        "a step one by one.")},
    {"launch_bound.whole",
     N_("The devices wait %1 (%2) for the host, which launches %3 kernels and copies one "
        "by one.")},
    {"graph_capture",
     N_("The devices wait %1 a step (%2) while the host captures kernels into graphs (stretches: %3).")},
    {"host_between", N_("The devices wait %1 a step (%2) while the host launches nothing, mostly in %3.")},
    {"host_unrecorded",
     N_("The devices wait %1 a step (%2) while the host launches nothing, and what it does "
        "then was not recorded.")},
    {"short_gaps", N_("The devices pause for %1 a step (%2) between kernels that were launched in time.")},
    {"dependency_wait", N_("The devices wait %1 a step (%2) with work already launched: for an event, "
                           "another stream or a transfer.")},
    {"idle_unknown",
     N_("The devices are idle for %1 a step (%2); the file does not say who launched what came next.")},
    {"exposed_communication",
     N_("Communication takes %1 a step (%2) while nothing computes, of %3 in all; most of it is %4.")},
    {"exposed_host_communication",
     N_("Communication through the host takes %1 a step (%2) while nothing computes, of %3 in all.")},
    {"exposed_copies", N_("Copies and fills take %1 a step (%2) while nothing else runs; most of it is %3.")},
    {"unfused_elementwise", N_("Element-wise kernels hand results to one another through memory (chains: "
                               "%3): fused, each would read "
                               "its operands once and write its result once, which saves %1 a step (%2).")},
    {"unfused_elementwise.bound",
     N_("Element-wise kernels follow one another (chains: %3), and their shapes are not known: fused, each "
        "chain could save all but its longest, %1 a step (%2) at most.")},
    {"slow_kernel", N_("%3 of %4 takes %1 a step (%2) longer than at the device's limit: it reaches %5 of "
                       "its roofline (%6).")},
    {"slow_kernel.family",
     N_("%3 of %4 and what else works on these sizes, as gradients do (%7 more), take %1 a step (%2) longer "
        "than at the device's limit: they reach %5 of their roofline (%6).")},
    {"slow_memory_kernel",
     N_("%3 of %4 takes %1 a step (%2) longer than its bytes do: it moves %6 a call, at %5 of the memory's "
        "bandwidth.")},
    {"slow_copy",
     N_("%3 takes %1 a step (%2) longer than its bytes do: it moves %4 a copy at %5, where the link gives "
        "%6.")},
    {"slow_collective",
     N_("%3 among the %8 ranks of %4 takes %1 a step (%2) longer than its bytes do, counted from when its "
        "last "
        "rank has come: %5 a call go over the bus at %6, where a link inside the node gives %7.")},
    {"slow_collective.network",
     N_("%3 among the %8 ranks of %4 takes %1 a step (%2) longer than its bytes do, counted from when its "
        "last "
        "rank has come: %5 a call go over the bus at %6, where the network of such a machine gives %7.")},
    {"slow_steps",
     N_("Some steps (%3) take over a fifth longer than the median of %4: %1 a step on average (%2).")},
    {"straggler_work", N_("Rank %3 computes %4 times as long as the median of the others, in %5 of %6 steps; "
                          "the others wait %1 a step (%2) for it.")},
    {"straggler_late",
     N_("Rank %3 comes last to collectives, in %4 of %5 steps; the others wait %1 a step (%2) "
        "for it.")},
    {"straggler_late.host",
     N_("Rank %3 comes last to collectives, in %4 of %5 steps, because its host is in %6; the others wait %1 "
        "a step (%2) for it.")},
    {"straggler_work.several",
     N_("Ranks %3 compute up to %4 times as long as the median of the others, in %5 of %6 steps; the others "
        "wait %1 a step (%2) for them.")},
    {"straggler_late.several",
     N_("Ranks %3 come last to collectives together, in %4 of %5 steps; the others wait %1 a step (%2) for "
        "them.")},
    {"straggler_late.several_host",
     N_("Ranks %3 come last to collectives together, in %4 of %5 steps, because their host is in %6; the "
        "others wait %1 a step (%2) for them.")},
    {"straggler_absent", N_("The ranks wait %1 a step (%2) in collectives for somebody who is not in the run "
                            "(ranks missing: %3; the first is rank %4).")},
    {"pipeline_bubble", N_("The pipeline's ranks neither run forward nor backward for %1 a step (%2); equal "
                           "stages without transfers would lose %3.")},
    {"out_of_memory",
     N_("Device %3 ran out of memory: %4 were asked for in %5, the driver had %6 left and the "
        "allocator had reserved %7, of which %8 were held, most by %9.")},
    {"hang_mismatch",
     N_("The job hangs: %4 number %5 of group %6 is not called alike, %7 by rank %3 and %8 by rank "
        "%9.")},
    {"hang_ahead",
     N_("The job hangs: rank %3 left a collective out. As number %5 of group %6 it called %7, which "
        "rank %9 calls behind %8.")},
    {"hang_extra",
     N_("The job hangs: rank %3 called a collective more than the others. As number %5 of group %6 it "
        "called %7, and behind it %8, where rank %9 is.")},
    {"hang_culprit",
     N_("The job hangs: the others wait in %4 number %5 of group %6 for rank %3, which itself waits "
        "in no collective.")},
    {"hang_gone",
     N_("The job hangs: the others wait in %4 number %5 of group %6 for rank %3, of which there is no "
        "dump.")},
    {"hang_circle",
     N_("The job hangs: ranks %3 wait for each other in a circle, in %4 number %5 of group %6.")},
    {"hang_left_behind",
     N_("The job hangs: rank %3 waits in %4 number %5 of group %6, which others completed and "
        "went on from.")},
    {"hang_transport",
     N_("The job hangs: all came to %4 number %5 of group %6, and on rank %3 it does not end.")},
    {"hang_rank_dead", N_("%3 of %4 ranks of communicator %5 are dead or do not answer: %6.")},
    {"hang_rank_unresponsive", N_("%3 of %4 ranks of communicator %5 do not answer: %6.")},
    {"hang_rank_missing",
     N_("%3 of %4 ranks of communicator %5 are missing: %6 (\"?\": NCCL does not say which).")},
    {"hang_rank_failed", N_("Rank %3 of communicator %4 reports an error of NCCL (ncclResult_t %5).")},
    {"hang_rank_differs", N_("The job hangs: ranks of communicator %4 do not launch the same collectives, %5 "
                             "by rank %3 and %7 by rank %6.")},
    {"hang_rank_stuck", N_("The job hangs: rank %3 of communicator %4 is behind, at %5, rank %6 waits at %7, "
                           "and nobody launched anything for %8.")},
    {"hang_rank_behind", N_("Rank %3 of communicator %4 is behind: it is at %5, rank %6 at %7.")},
    {"hang_file_behind", N_("The file of rank %3 ends at number %5 of communicator %4, others at %6.")},
};

constexpr KeyedText kAdvice[] = {
    {"data_loading",
     N_("Fetch ahead: more workers, prefetching, pinned memory, decoding and augmenting elsewhere.")},
    {"host_work", N_("Move this operation to the device, call it less often, or run it beside the device's "
                     "work of another "
                     "batch.")},
    {"slow_launch",
     N_("A first call loads code and tries algorithms: warm up before what counts. A blocking copy of "
        "another "
        "thread holds launches up, too. Else see what this operation does before its launch: checks, memory, "
        "dispatching in Python.")},
    {"host_communication", N_("Communicate from the device (NCCL, RCCL) or beside the device's work.")},
    {"device_allocation",
     N_("Keep the allocator's cache: no empty_cache() in the loop, fixed shapes, expandable segments.")},
    {"device_allocation.other",
     N_("Keep device memory from step to step: a pool that is not emptied, and fixed shapes.")},
    {"device_allocation.first", N_("In a fresh process such calls set the device up (context, code, "
                                   "libraries' memory): warm up before what "
                                   "counts. Else keep the allocator's cache.")},
    {"blocking_copy", N_("Copy from and to pinned memory without blocking (pin_memory, non_blocking=True), "
                         "and keep its buffers.")},
    {"blocking_copy.other", N_("Copy from and to pinned memory without blocking, and keep its buffers.")},
    {"synchronization", N_("Do not read results back in the loop (.item(), .cpu(), printing a loss), or do "
                           "it some steps later; copy inputs from pinned memory without blocking.")},
    {"synchronization.other",
     N_("Do not read results back in the loop, or do it some steps later; copy inputs from pinned memory "
        "without blocking.")},
    {"launch_bound", N_("Launch less: compile or fuse operations, use larger batches.")},
    {"launch_bound.graphs",
     N_("Launch less: graphs of kernels, torch.compile, fused optimizers, larger batches.")},
    {"launch_bound.graphs.other",
     N_("Launch less: graphs of kernels, larger compiled functions, fused operations, larger batches.")},
    {"graph_capture", N_("Capture before what counts, and keep the graphs: one for each shape that comes "
                         "again.")},
    {"host_between",
     N_("Do it beside the devices' work (in another thread or process, ahead of need), less often, "
        "or on the device.")},
    {"host_unrecorded",
     N_("Record what the host does: Python's functions (with_stack=True), or ranges that the "
        "program names.")},
    {"host_unrecorded.other",
     N_("Record what the host does: its functions, or ranges that the program names.")},
    {"short_gaps", N_("Fewer, larger kernels: fusion, larger batches.")},
    {"dependency_wait", N_("See what ends when the wait ends: an event of another stream, a copy from "
                           "pageable memory, a blocking call.")},
    {"idle_unknown", N_("Record host and device together to see what the device waits for.")},
    {"exposed_communication", N_("Start it earlier or in smaller buckets beside computation, send narrower "
                                 "types, or give this axis fewer ranks or faster links.")},
    {"exposed_communication.absent",
     N_("Ranks are missing, and waiting for them looks like communicating: open their files with this one. "
        "Else "
        "start it earlier beside computation, send narrower types, or give this axis fewer ranks.")},
    {"exposed_host_communication.host", N_("Overlap the calls with computation, or send less.")},
    {"exposed_host_communication",
     N_("Use a library that communicates from the device, or overlap the calls with computation.")},
    {"exposed_copies",
     N_("Copy from and to pinned memory without blocking, on a stream of its own, ahead of need.")},
    {"exposed_copies.on_device",
     N_("Such copies stay on the device: avoid them by views, contiguous layouts and "
        "work in place, or fuse them into the kernels around them.")},
    {"unfused_elementwise",
     N_("Fuse them: torch.compile, fused layers (norm, activation, dropout), a fused optimizer.")},
    {"unfused_elementwise.other",
     N_("Fuse them: one kernel for what follows one another, by the framework's compiler or by hand.")},
    {"slow_memory_kernel", N_("Give it rows that lie one behind the other (contiguous(), another memory "
                              "format), a fused kernel made "
                              "for it, or compile it.")},
    {"slow_copy",
     N_("Copy more at once, from memory near the device's bus, and not beside other copies over the "
        "same link.")},
    {"slow_copy.pageable", N_("Copy from and to pinned memory (pin_memory=True): pageable memory goes "
                              "through a buffer of the driver "
                              "and reaches a sixth to a third of the link.")},
    {"slow_copy.pageable.other",
     N_("Copy from and to pinned memory: pageable memory goes through a buffer of the driver and reaches a "
        "sixth to a third of the link.")},
    {"slow_collective",
     N_("See which way it went (NCCL_DEBUG=INFO): peer access switched off, PCIe or a socket instead of the "
        "link, too few channels; nccl-tests between the same ranks tells what the link gives.")},
    {"slow_kernel",
     N_("Pad odd sizes to multiples of 8 or 64, give it more rows at once, try another layout or algorithm, "
        "or a kernel made for this shape.")},
    {"slow_steps",
     N_("Look at what only these steps do: checkpoints, evaluation, logging, garbage collection.")},
    {"straggler_work", N_("Give the ranks equal work (batch, sequence lengths, experts, tables), or look at "
                          "this device's clock and temperature.")},
    {"straggler_late",
     N_("See what this rank's host does before it comes: input, logging, a busy processor.")},
    {"straggler_late.computes",
     N_("Its device computes longer before it comes: give the ranks equal work, or look "
        "at this device's clock and temperature.")},
    {"straggler_late.input",
     N_("Its device waits longer for a batch: look at this rank's data, its workers and its disk.")},
    {"straggler_late.link",
     N_("It copies longer before it comes: look at this device's link to its host, and at pinned memory.")},
    {"straggler_late.device",
     N_("See what this device does before it comes: its own work, its copies, its clock and temperature.")},
    {"straggler_absent", N_("Open the files of the missing ranks with these.")},
    {"pipeline_bubble", N_("More micro-batches, more stages a rank (interleaved), or a schedule without "
                           "bubbles; balance the stages.")},
    {"out_of_memory",
     N_("See who held memory then, on the page Allocator snapshot. Recompute activations, take smaller "
        "micro-batches, shard or offload the optimizer's state, or keep less from step to step.")},
    {"hang_mismatch", N_("Look for what differs there between these ranks: a branch, the shape of a batch, a "
                         "parameter without a gradient, a number format.")},
    {"hang_ahead",
     N_("See why these ranks did not issue the collective: a branch, an input that ended, an error "
        "that was caught.")},
    {"hang_extra", N_("See why only these ranks issued the collective: a branch, logging, evaluation.")},
    {"hang_culprit",
     N_("See what their hosts do there: an exception, input, a checkpoint, a branch that only they "
        "take.")},
    {"hang_gone",
     N_("See whether their processes died (out of memory, an error, a lost node), and open their dumps "
        "with these.")},
    {"hang_circle", N_("Issue the collectives of all groups in the same order on every rank.")},
    {"hang_left_behind", N_("Look at the network between these ranks and at their devices' errors.")},
    {"hang_transport", N_("Look at the network between these ranks and at their devices' errors.")},
    {"hang_rank_dead", N_("See why these processes died: their logs, memory that ran out, their node.")},
    {"hang_rank_unresponsive",
     N_("See whether these processes still run and what they do: a debugger, their logs, their node.")},
    {"hang_rank_missing",
     N_("Ask again: ranks are missing for a moment while communicators are made and left. Those that stay "
        "missing died or hang.")},
    {"hang_rank_failed", N_("Look at this rank's log (NCCL_DEBUG=WARN), its device and its network.")},
    {"hang_rank_differs",
     N_("Look for what differs between these ranks: a branch, an input that ended. Dumps of PyTorch's flight "
        "recorder tell which call and from where.")},
    {"hang_rank_stuck", N_("See what this rank's host does: an exception, input, a checkpoint, a branch that "
                           "only it takes.")},
    {"hang_rank_behind",
     N_("Ask again (ncclras -f json) and open both files: where counts do not grow, the job hangs.")},
    {"hang_file_behind",
     N_("See whether its process ended earlier; else have all ranks write their files at the end.")},
};

constexpr KeyedText kParts[] = {
    {"computing", N_("computing")},
    {"exposed_communication", N_("communicating, nothing computes")},
    {"exposed_copies", N_("copying, nothing else runs")},
    {"idle", N_("idle")},
};

Json evidenceJson(const profiler::Evidence& one)
{
    return {{"slice", one.row == core::SliceId::kNone ? Json() : Json(one.row)},
            {"rank", one.rank < 0 ? Json() : Json(one.rank)},
            {"device", one.device < 0 ? Json() : Json(one.device)},
            {"ts", one.ts},
            {"dur", one.dur}};
}

/// A part of a device's step in the contract's words.
std::string_view keyOfPart(std::string_view part)
{
    return part == "computing"               ? "computing_seconds"
           : part == "exposed_communication" ? "exposed_communication_seconds"
           : part == "exposed_copies"        ? "copying_seconds"
                                             : "idle_seconds";
}

Json unrecordedJson(const profiler::UnrecordedSeconds& step)
{
    if (!step.unknown.empty() || step.seconds <= 0)
        return {};
    return {{"low_seconds", step.low}, {"seconds", step.seconds}, {"high_seconds", step.high}};
}

Json runJson(const profiler::Overview& overview)
{
    const auto known = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
    return {{"title", overview.title},
            {"origin", overview.origin},
            {"framework", known(overview.framework)},
            {"device", known(overview.device)},
            {"idle_device", known(overview.idleDevice)},
            {"ranks", overview.ranks},
            {"world_size", overview.worldSize < 0 ? Json() : Json(overview.worldSize)},
            {"absent_ranks", overview.absentRanks},
            {"other_files", overview.otherFiles},
            {"steps", overview.steps},
            {"warm_up_steps", overview.warmUpSteps},
            {"steps_from", overview.stepsFrom},
            {"recorded_ns", overview.recordedNs}};
}

} // namespace

namespace {

/// A function of autograd without what the profiler puts before it; a kernel (of \p device) without its
/// parameters: sentences are short. (In names of the host, parentheses may tell more: "PjitFunction(step)".)
std::string plainName(std::string name, bool device)
{
    constexpr std::string_view kAutograd = "autograd::engine::evaluate_function: ";
    if (name.starts_with(kAutograd))
        name.erase(0, kAutograd.size());
    if (!device)
        return name;
    if (name.starts_with("void "))
        name.erase(0, 5);
    constexpr std::string_view kAnonymous = "(anonymous namespace)::";
    for (auto at = name.find(kAnonymous); at != std::string::npos; at = name.find(kAnonymous))
        name.erase(at, kAnonymous.size());
    const std::size_t open = name.find_first_of("<(");
    const bool signature = open != std::string::npos && open > 0 && name[open - 1] != ' ' &&
                           (name.ends_with(')') || name.ends_with('>'));
    return signature ? name.substr(0, open) : name;
}

/// What \p finding says, in the reader's language, with places for its arguments.
QString costPattern(const profiler::CostFinding& finding)
{
    if (!finding.ofSteps) {
        if (const char* const whole = textOf(kCosts, finding.kind + ".whole"); *whole != 0)
            return translated(whole);
    }
    const char* const text =
        textOf(kCosts, finding.variant.empty() ? finding.kind : finding.kind + "." + finding.variant);
    if (*text == 0)
        return QString::fromStdString(finding.kind);
    QString pattern = translated(text);
    // Every sentence holds these words as they are, in each language; a test sees to that.
    return finding.ofSteps ? pattern
                           : pattern.replace(Words::tr("%1 a step (%2)", "part of a sentence"),
                                             Words::tr("%1 (%2)", "part of a sentence"));
}

} // namespace

QString costSentence(const profiler::CostFinding& finding, core::TextStyle style)
{
    std::vector<std::string> args = finding.args;
    const bool device = finding.kind == "exposed_communication" || finding.kind == "exposed_copies";
    for (std::string& arg : args)
        arg = plainName(std::move(arg), device);
    return filledText(costPattern(finding), args, style);
}

QString adviceSentence(const profiler::CostFinding& finding)
{
    const char* const other = finding.ofTorch ? "" : textOf(kAdvice, finding.advice + ".other");
    return translated(*other != 0 ? other : textOf(kAdvice, finding.advice));
}

QString confidenceName(profiler::Confidence confidence)
{
    switch (confidence) {
    case profiler::Confidence::Low: return Words::tr("low");
    case profiler::Confidence::Medium: return Words::tr("medium");
    case profiler::Confidence::High: break;
    }
    return Words::tr("high");
}

QString confidenceSentence(const profiler::CostFinding& finding)
{
    QStringList sentences{Words::tr("Confidence: %1.").arg(confidenceName(finding.confidence))};
    if (finding.partly)
        sentences << Words::tr("What other findings tell of it is not counted here.");
    if (finding.nearPrevious)
        sentences << Words::tr("About as much as the one before.");
    return sentences.join(QLatin1Char(' '));
}

namespace {

std::string stepShareWord(const std::string& part)
{
    const char* const text = textOf(kParts, part);
    return *text != 0 ? text : part;
}

} // namespace

QString stepShareName(const std::string& part) { return translated(stepShareWord(part)); }

namespace {

constexpr KeyedText kNoReplay[] = {
    {"replay_steps", N_("not known: fewer than two steps are told on host and device")},
    {"replay_launches", N_("not known: nothing tells what launched the devices' work")},
    {"replay_communication", N_("not known: the devices wait for each other, and all of them were recorded")},
    {"replay_threads", N_("not known: several threads of the host work at once")},
    {"replay_differs", N_("not known: run again, the host's launches do not give the recorded times")},
};

/// "346 ms (341 ms to 352 ms)", or why that is not known; "" of a run that was not recorded.
std::string unrecordedText(const profiler::Overview& overview)
{
    const profiler::UnrecordedSeconds& step = overview.unrecorded;
    if (!step.unknown.empty())
        return textOf(kNoReplay, step.unknown);
    if (step.seconds <= 0)
        return {};
    const auto text = [](double seconds) { return core::quantityText(seconds, core::kSecond).joined(); };
    return text(step.seconds) + " (" + text(step.low) + " – " + text(step.high) + ")";
}

} // namespace

QString costsBasis(const profiler::Overview& overview)
{
    if (overview.findings.empty() || overview.unrecorded.seconds <= 0 || !overview.unrecorded.unknown.empty())
        return {};
    return filledText(Words::tr("Times and shares are of a step without its recorder, %1."),
                      {std::to_string(std::llround(overview.costsOf * 1e9)) + " ns"});
}

QString overviewHeadline(const profiler::Overview& overview)
{
    QStringList sentences;
    const auto time = [](double seconds) { return std::to_string(std::llround(seconds * 1e9)) + " ns"; };
    const bool ended = !overview.findings.empty() && (overview.findings.front().kind == "out_of_memory" ||
                                                      overview.findings.front().kind.starts_with("hang_"));
    const profiler::UnrecordedSeconds& plain = overview.unrecorded;
    constexpr double kTold = 0.01; // of the step: below, a recorder costs nothing worth a word
    const bool costs =
        plain.known() && std::abs(plain.seconds - overview.stepSeconds) > kTold * plain.seconds;
    if (!ended && !overview.phase.empty())
        sentences << filledText(Words::tr("The phase takes %1 of a step."), {time(overview.stepSeconds)});
    else if (!ended && overview.steps > 0 && overview.stepSeconds > 0)
        sentences << (costs ? filledText(Words::tr("A step takes %1; without its recorder %2."),
                                         {time(overview.stepSeconds), time(plain.seconds)})
                            : filledText(Words::tr("A step takes %1."), {time(overview.stepSeconds)}));
    else if (!ended && overview.stepSeconds > 0 && !overview.parts.empty())
        sentences << filledText(Words::tr("The recording takes %1."), {time(overview.stepSeconds)});
    if (!overview.findings.empty())
        sentences << costSentence(overview.findings.front());
    else if (!overview.notKnown.empty() || (overview.parts.empty() && !overview.checked.empty()))
        sentences << noCostText(overview);
    else if (!overview.checked.empty()) // what was looked for stands below
        sentences << Words::tr("Nothing was found that costs a hundredth of a step or more.");
    return sentences.join(QLatin1Char(' '));
}

core::Table overviewFacts(const profiler::Overview& overview)
{
    core::Table table{
        "run",
        N_("The run"),
        {core::wordColumn(core::Words::Text, "fact", N_("What")), core::textColumn("value", N_("Value"))},
        {}};
    const auto add = [&](const char* what, const std::string& value) {
        if (!value.empty())
            table.rows.push_back({std::string(what), value});
    };
    add(N_("Framework"), overview.framework);
    add(N_("Device"), overview.device);
    add(N_("Device without recorded work"), overview.idleDevice);
    add(N_("Ranks"), rankList(overview.ranks));
    add(N_("Ranks that are missing"), rankList(overview.absentRanks));
    add(N_("Of other jobs, not counted"), core::joined(overview.otherFiles, ", "));
    add(N_("Of the phase"), overview.phase);
    add(N_("A step without its recorder"), unrecordedText(overview));
    if (!overview.unrecorded.unknown.empty())
        table.noteLast(1).words = core::Words::Text;
    add(N_("Steps that count"), overview.steps == 0 ? N_("none found: times are of the whole recording")
                                                    : std::to_string(overview.steps));
    if (overview.steps == 0)
        table.noteLast(1).words = core::Words::Text;
    if (overview.steps > 0 && overview.parts.empty()) // else the parts' table tells it
        add(N_("Time a step"), filledText(QStringLiteral("%1"),
                                          {std::to_string(std::llround(overview.stepSeconds * 1e9)) + " ns"})
                                   .toStdString());
    if (overview.warmUpSteps > 0)
        add(N_("Warm-up steps left out"), std::to_string(overview.warmUpSteps));
    return table;
}

core::Table overviewParts(const profiler::Overview& overview)
{
    const bool steps = overview.steps > 0;
    core::Table table{"step",
                      !overview.phase.empty() ? N_("The phase's time")
                      : steps                 ? N_("A step's time")
                                              : N_("The recording's time"),
                      {core::wordColumn(core::Words::Text, "part", N_("Part")),
                       core::secondsColumn("seconds", steps ? N_("Time a step") : N_("Time")),
                       core::fractionColumn("share", N_("Share"))},
                      {}};
    for (const profiler::StepPart& part : overview.parts)
        table.rows.push_back(
            {stepShareWord(part.part), part.seconds,
             overview.stepSeconds > 0 ? core::Cell(part.seconds / overview.stepSeconds) : core::Cell()});
    return table;
}

core::Table overviewDevices(const profiler::Overview& overview)
{
    core::Table table{
        "devices",
        N_("Device by device"),
        {core::integerColumn("rank", N_("Rank")), core::integerColumn("device", N_("Device")),
         core::secondsColumn("step_seconds", overview.steps > 0 ? N_("Time a step") : N_("Time")),
         core::secondsColumn("communicating_seconds", N_("Communicating"))},
        {}};
    for (const profiler::StepPart& part : overview.parts)
        table.columns.push_back(
            core::secondsColumn(std::string(keyOfPart(part.part)), stepShareWord(part.part)));
    for (const profiler::RankParts& own : overview.byRank) {
        std::vector<core::Cell> cells{own.rank < 0 ? core::Cell() : core::Cell(std::int64_t{own.rank}),
                                      own.device < 0 ? core::Cell() : core::Cell(std::int64_t{own.device}),
                                      own.stepSeconds, own.communicatingSeconds};
        for (const profiler::StepPart& part : own.parts)
            cells.emplace_back(part.seconds);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::vector<ReasonOfSome> reasonsOfSome(const profiler::Overview& overview)
{
    std::vector<ReasonOfSome> groups;
    for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
        const auto none =
            std::ranges::find(overview.notApplicable, analysis.key, &profiler::NotApplicable::analysis);
        if (none == overview.notApplicable.end())
            continue;
        const QString reason = findingText(none->reason);
        const auto same = std::ranges::find(groups, reason, &ReasonOfSome::reason);
        ReasonOfSome& group = same != groups.end() ? *same : groups.emplace_back(ReasonOfSome{{}, reason});
        group.analyses.push_back(&analysis);
    }
    return groups;
}

QString listOf(const QStringList& names)
{
    if (names.size() < 2)
        return names.join(QString());
    return Words::tr("%1 and %2", "names")
        .arg(names.first(names.size() - 1).join(Words::tr(", ", "between names")), names.last());
}

core::Table overviewNotApplicable(const profiler::Overview& overview)
{
    core::Table table{"not_applicable",
                      N_("Analyses that do not apply"),
                      {core::textColumn("analysis", N_("Analysis")), core::textColumn("reason", N_("Why"))},
                      {}};
    for (const ReasonOfSome& group : reasonsOfSome(overview)) {
        QStringList names;
        for (const profiler::Analysis* const analysis : group.analyses)
            names.append(QString::fromStdString(std::string(analysis->key)));
        table.rows.push_back({listOf(names).toStdString(), group.reason.toStdString()});
    }
    return table;
}

std::string overviewJson(const profiler::Overview& overview)
{
    Json parts = Json::array();
    for (const profiler::StepPart& part : overview.parts)
        parts.push_back({{"part", part.part}, {"seconds", part.seconds}});
    Json findings = Json::array();
    for (const profiler::CostFinding& finding : overview.findings) {
        const FindingNeeds* const needs = needsOf(finding.kind);
        Json evidence = Json::array();
        for (const profiler::Evidence& one : finding.evidence)
            evidence.push_back(evidenceJson(one));
        findings.push_back(
            {{"kind", finding.kind},
             {"sentence", costSentence(finding).toStdString()},
             {"seconds_per_step", finding.secondsPerStep},
             {"as_recorded_seconds_per_step", finding.recordedSeconds},
             {"confidence", core::nameOf(finding.confidence)},
             {"near_previous", finding.nearPrevious},
             {"rank", finding.rank < 0 ? Json() : Json(finding.rank)},
             {"device", finding.device < 0 ? Json() : Json(finding.device)},
             {"evidence", evidence},
             {"try", adviceSentence(finding).toStdString()},
             {"needs", needs == nullptr ? Json() : Json(translated(needs->needs).toStdString())},
             {"abstains", needs == nullptr ? Json() : Json(translated(needs->abstains).toStdString())},
             {"args", finding.args}});
    }
    Json memory = Json::array();
    for (const core::Finding& one : overview.memory)
        memory.push_back(
            {{"key", one.key}, {"sentence", findingText(one).toStdString()}, {"args", one.args}});
    Json notApplicable = Json::array();
    for (const profiler::NotApplicable& one : overview.notApplicable)
        notApplicable.push_back(
            {{"analysis", one.analysis}, {"reason", findingText(one.reason).toStdString()}});
    Json devices = Json::array();
    for (const profiler::RankParts& own : overview.byRank) {
        Json device{{"rank", own.rank < 0 ? Json() : Json(own.rank)},
                    {"device", own.device < 0 ? Json() : Json(own.device)},
                    {"step_seconds", own.stepSeconds},
                    {"communicating_seconds", own.communicatingSeconds}};
        for (const profiler::StepPart& part : own.parts)
            device[std::string(keyOfPart(part.part))] = part.seconds;
        devices.push_back(std::move(device));
    }
    Json json{{"run", runJson(overview)},
              {"devices", devices},
              {"step",
               {{"seconds", overview.stepSeconds},
                {"as_recorded_seconds", overview.stepSeconds},
                {"without_recording", unrecordedJson(overview.unrecorded)},
                {"parts", parts}}},
              {"findings", findings},
              {"memory", memory},
              {"not_applicable", notApplicable}};
    if (!overview.phase.empty())
        json["phase"] = overview.phase;
    addKnowledge(overview, json);
    return documentText(json);
}

} // namespace shardscope::app
