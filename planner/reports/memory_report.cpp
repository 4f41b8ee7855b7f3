// SPDX-License-Identifier: GPL-3.0-or-later
// Traces as curves over the predicted step, and their peaks as tables.
#include "planner/reports/memory_report.h"
#include "planner/framework/framework.h"

#include "core/base/text_mark.h"
#include "core/report/columns.h"
#include "planner/evaluate/evaluate.h"
#include "planner/evaluate/kept_answer.h"
#include "planner/evaluate/memory_trace.h"
#include "planner/tape/trace_step.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace shardscope::planner {
namespace {

using core::Cell;
using core::MemoryTrace;
using core::StepPart;
using core::StepPhase;
using core::Table;

Cell cell(std::int64_t value) { return Cell(static_cast<double>(value)); }

constexpr std::size_t kPhases = 4; // StepPhase

/// What each event takes: its pass's share of the phase's time over the pass's events.
std::vector<double> eventSeconds(const MemoryTrace& trace, const core::Evaluation& evaluation)
{
    if (evaluation.step.empty())
        return std::vector<double>(trace.curve.size(), 1.0);
    std::vector<std::size_t> begins; // of passes, and of the update behind them
    std::array<double, kPhases> passes{};
    for (const core::MemoryPass& pass : trace.passes) {
        begins.push_back(pass.event);
        passes[static_cast<std::size_t>(pass.phase)] += 1;
    }
    std::size_t update = trace.curve.size();
    while (update > 0 && trace.curve[update - 1].phase == StepPhase::Optimizer)
        --update;
    begins.push_back(std::max(update, begins.empty() ? 0 : begins.back()));
    passes[static_cast<std::size_t>(StepPhase::Optimizer)] = 1;
    begins.push_back(trace.curve.size());
    const auto part = [&](StepPart which) { return evaluation.step.at(which).seconds.value(); };
    const auto micro = static_cast<double>(std::max<std::int64_t>(1, evaluation.plan.batch.microBatches));
    const double forwards = passes[static_cast<std::size_t>(StepPhase::Forward)];
    const double traced = std::min(std::max(1.0, forwards), micro) / micro;
    const std::array<double, kPhases> total{0, traced * part(StepPart::Forward),
                                            traced * (part(StepPart::Backward) + part(StepPart::Recompute)),
                                            part(StepPart::Optimizer)};
    std::vector<double> seconds(trace.curve.size(), 0.0);
    for (std::size_t pass = 0; pass + 1 < begins.size(); ++pass) {
        for (std::size_t event = begins[pass]; event < begins[pass + 1]; ++event) {
            const auto phase = static_cast<std::size_t>(trace.curve[event].phase);
            seconds[event] = total[phase] / std::max(1.0, passes[phase]) /
                             static_cast<double>(begins[pass + 1] - begins[pass]);
        }
    }
    return seconds;
}

core::Series curveOf(const MemoryTrace& trace, const core::Evaluation& evaluation)
{
    core::Series series;
    series.key = trace.rankClass;
    series.title = trace.rankClass;
    series.words = core::Words::RankClass;
    series.xDimension = core::kSecond;
    series.yDimension = core::kByte;
    const std::vector<double> seconds = eventSeconds(trace, evaluation);
    double now = 0;
    auto allocated = static_cast<double>(trace.atStepBegin + trace.framework);
    series.x.push_back(now);
    series.y.push_back(allocated);
    for (std::size_t event = 0; event < trace.curve.size(); ++event) {
        now += seconds[event];
        allocated += static_cast<double>(trace.curve[event].delta);
        series.x.push_back(now);
        series.y.push_back(allocated);
    }
    return series;
}

Table peaks(const std::vector<MemoryTrace>& traces)
{
    Table table{"memory_peaks", N_("Peaks by stage"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RankClass, "rank_class", N_("Ranks")),
                     core::bytesColumn("begin_bytes", N_("At the beginning"), N_("between two steps")),
                     core::bytesColumn("peak_bytes", N_("Peak"),
                                       N_("at most, with what the framework takes beside the tensors")),
                     core::wordColumn(core::Words::Label, "phase", N_("Phase")),
                     core::textColumn("module", N_("Module")),
                     core::textColumn("operation", N_("Operation")),
                     core::bytesColumn("reserved_bytes", N_("Reserved"), N_("taken from the driver at most")),
                     core::bytesColumn("fragmented_bytes", N_("Fragmented"),
                                       N_("reserved beyond what was allocated at most"))};
    for (const MemoryTrace& trace : traces) {
        std::string phase;
        std::string module;
        std::string operation;
        if (trace.peakEvent < trace.curve.size()) {
            const core::MemoryEvent& event = trace.curve[trace.peakEvent];
            phase = core::nameOf(event.phase);
            module = trace.modules[event.module];
            operation = event.operation;
        }
        table.rows.push_back({Cell(trace.rankClass), cell(trace.atStepBegin + trace.framework),
                              cell(trace.peak + trace.framework), Cell(phase), Cell(module), Cell(operation),
                              cell(trace.peakReserved + trace.framework),
                              cell(trace.peakReserved - trace.peak)});
    }
    return table;
}

Table atPeak(const std::vector<MemoryTrace>& traces)
{
    Table table{"memory_at_peak", N_("What the peaks are made of"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RankClass, "rank_class", N_("Ranks")),
                     core::wordColumn(core::Words::Label, "purpose", N_("Purpose")),
                     core::bytesColumn("bytes", N_("Bytes"))};
    for (const MemoryTrace& trace : traces) {
        const auto add = [&](core::Purpose purpose, std::int64_t held) {
            table.rows.push_back(
                {Cell(trace.rankClass), Cell(std::string(core::nameOf(purpose))), cell(held)});
        };
        for (const auto& [purpose, held] : trace.atPeak)
            add(purpose, held);
        if (trace.framework > 0)
            add(core::Purpose::Framework, trace.framework);
    }
    return table;
}

Table elsewhere(const std::vector<MemoryTrace>& traces)
{
    Table table{"memory_elsewhere", N_("In other memories"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RankClass, "rank_class", N_("Ranks")),
                     core::wordColumn(core::Words::Tier, "tier", N_("Memory")),
                     core::wordColumn(core::Words::Label, "purpose", N_("Purpose")),
                     core::bytesColumn("bytes", N_("Bytes"), N_("at most, over the step"))};
    for (const MemoryTrace& trace : traces)
        for (const core::TierBytes& held : trace.elsewhere)
            table.rows.push_back({Cell(trace.rankClass), Cell(std::string(core::nameOf(held.tier))),
                                  Cell(std::string(core::nameOf(held.purpose))), cell(held.bytes)});
    return table;
}

/// The first request of a stage that finds no room, and whether enough is free for it in pieces.
Table shortages(const std::vector<MemoryTrace>& traces)
{
    Table table{"memory_shortage", N_("The first allocation that fails"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::RankClass, "rank_class", N_("Ranks")),
        core::bytesColumn("request_bytes", N_("Asked for")),
        core::bytesColumn("inside_bytes", N_("Free in pieces"), N_("within segments that are in use")),
        core::bytesColumn("largest_bytes", N_("Largest of them"), N_("the largest piece that is free")),
        core::bytesColumn("outside_bytes", N_("Free beside them"), N_("not taken from the driver")),
        core::flagColumn("fragmented", N_("Enough is free"), N_("but not in one piece")),
        core::wordColumn(core::Words::Label, "phase", N_("Phase")),
        core::textColumn("module", N_("Module")),
        core::textColumn("operation", N_("Operation"))};
    for (const MemoryTrace& trace : traces) {
        const core::AllocationShortage& one = trace.shortage;
        if (one.request > 0)
            table.rows.push_back({Cell(trace.rankClass), cell(one.request), cell(one.inside),
                                  cell(one.largest), cell(one.outside), Cell(one.fragmented),
                                  Cell(std::string(core::nameOf(one.phase))), Cell(one.module),
                                  Cell(std::string(one.operation))});
    }
    return table;
}

/// Gradients reduced out of one buffer, or each where it lies.
Table contiguous(const MemoryTrace& with, const MemoryTrace& without)
{
    Table table{"memory_contiguous", N_("A gradient buffer made beforehand"), {}, {}};
    table.columns = {core::flagColumn("contiguous", N_("Contiguous")),
                     core::bytesColumn("peak_bytes", N_("Peak"),
                                       N_("at most, with what the framework takes beside the tensors")),
                     core::bytesColumn("reserved_bytes", N_("Reserved"), N_("taken from the driver at most")),
                     core::bytesColumn("fragmented_bytes", N_("Fragmented"),
                                       N_("reserved beyond what was allocated at most"))};
    for (const bool buffer : {true, false}) {
        const MemoryTrace& trace = buffer ? with : without;
        table.rows.push_back({Cell(buffer), cell(trace.peak + trace.framework),
                              cell(trace.peakReserved + trace.framework),
                              cell(trace.peakReserved - trace.peak)});
    }
    return table;
}

} // namespace

core::Result<std::vector<MemoryTrace>> traceStages(const core::ModelSpec& model,
                                                   const core::HardwareSpec& hardware, const core::Plan& plan,
                                                   const core::Task& task)
{
    return keptAnswer(model, hardware, plan, [&]() -> core::Result<std::vector<MemoryTrace>> {
        SHARDSCOPE_TRY(std::vector<MemoryTrace> traces,
                       tape::traceRanks(model, hardware, plan, tape::Ranks::EveryStage,
                                        tape::Steps::UntilTheyRepeat, task));
        for (MemoryTrace& trace : traces)
            trace.framework = besideTensors(hardware, plan);
        return traces;
    });
}

core::Result<std::vector<HeapCase>> heapCases(const core::ModelSpec& model,
                                              const core::HardwareSpec& hardware, const core::Plan& plan,
                                              const core::Task& task)
{
    SHARDSCOPE_TRY(std::vector<MemoryTrace> traces, traceStages(model, hardware, plan, task));
    auto chosen =
        std::ranges::find_if(traces, [](const MemoryTrace& trace) { return trace.shortage.request > 0; });
    if (chosen == traces.end())
        chosen = std::ranges::max_element(traces, {}, &MemoryTrace::peakReserved);
    if (chosen == traces.end())
        return std::vector<HeapCase>{};
    std::vector<HeapCase> cases;
    cases.push_back({std::nullopt, std::move(*chosen)});
    if (!factsOf(plan).habits.constantBuckets)
        return cases;
    cases.front().contiguous = plan.buckets.contiguous;
    core::Plan other = plan;
    other.buckets.contiguous = !plan.buckets.contiguous;
    SHARDSCOPE_TRY(std::vector<MemoryTrace> others, traceStages(model, hardware, other, task));
    const auto same = std::ranges::find(others, cases.front().trace.rankClass, &MemoryTrace::rankClass);
    if (same != others.end())
        cases.insert(plan.buckets.contiguous ? cases.end() : cases.begin(),
                     {other.buckets.contiguous, std::move(*same)});
    return cases;
}

core::Result<core::Report> memoryReport(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                        const core::Plan& plan)
{
    SHARDSCOPE_TRY(const core::Evaluation evaluation, evaluate(model, hardware, plan, Detail::Bound));
    SHARDSCOPE_TRY(const std::vector<MemoryTrace> traces, traceStages(model, hardware, plan));
    core::Report report;
    report.key = "memory_trace";
    report.title = N_("Memory over a step");
    for (const MemoryTrace& trace : traces)
        report.series.push_back(curveOf(trace, evaluation));
    report.tables = {peaks(traces), atPeak(traces)};
    if (Table failing = shortages(traces); !failing.rows.empty())
        report.tables.push_back(std::move(failing));
    if (std::ranges::any_of(traces, [](const MemoryTrace& w) { return !w.elsewhere.empty(); }))
        report.tables.push_back(elsewhere(traces));
    if (factsOf(plan).habits.constantBuckets) {
        core::Plan other = plan;
        other.buckets.contiguous = !plan.buckets.contiguous;
        SHARDSCOPE_TRY(const MemoryTrace trace, traceMemory(model, hardware, other));
        report.tables.push_back(plan.buckets.contiguous ? contiguous(traces.front(), trace)
                                                        : contiguous(trace, traces.front()));
    }
    return report;
}

} // namespace shardscope::planner
