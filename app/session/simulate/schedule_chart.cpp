// SPDX-License-Identifier: GPL-3.0-or-later
// What is beside the passes is read from the simulated run: the chart shows what the timeline shows.
#include "app/session/simulate/schedule_chart.h"

#include "app/session/plan/idle_texts.h"

#include "app/session/simulate/lane_chart.h"
#include "app/session/simulate/zion_chart.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "core/report/columns.h"

#include <algorithm>
#include <map>

namespace shardscope::app {
namespace {

using core::CellKind;
using planner::ActionKind;

constexpr double kScheduleNanos = 1e-9;

/// Micro-batches of which a rank holds activations: from the start of a forward to the end of its last
/// gradient.
std::vector<std::vector<HeldSample>> heldMicroBatches(const planner::TimedSchedule& schedule)
{
    const double chunk = 1.0 / static_cast<double>(std::max<std::int64_t>(1, schedule.order.chunksPerRank()));
    std::vector<std::vector<HeldSample>> out;
    for (std::size_t rank = 0; rank < schedule.order.ranks.size(); ++rank) {
        std::vector<HeldSample> samples{{0, 0}};
        double held = 0;
        const std::vector<planner::Action>& actions = schedule.order.ranks[rank];
        for (std::size_t index = 0; index < actions.size(); ++index) {
            const ActionKind kind = actions[index].kind;
            const planner::ActionSpan& span = schedule.spans[rank][index];
            if (kind == ActionKind::Forward || kind == ActionKind::Overlapped)
                samples.push_back({span.start, held += chunk});
            if (kind != ActionKind::Forward && kind != ActionKind::InputGradient)
                samples.push_back({span.end, held -= chunk});
        }
        out.push_back(std::move(samples));
    }
    return out;
}

/// Slices of \p track that are no passes, and no pieces of one.
void addSlices(const core::Timeline& timeline, const core::Track& track, std::vector<ScheduleExtra>& out)
{
    const bool supersteps = !track.device;
    for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
        const core::Lane& of = timeline.lanes()[lane];
        for (std::uint32_t row = of.begin; row < of.begin + of.count; ++row) {
            const std::string name(timeline.text(timeline.name()[row]));
            ScheduleExtra extra;
            extra.recompute = name.starts_with("recompute");
            extra.optimizer = name == "optimizer.step";
            extra.superstep = supersteps;
            extra.operation = core::classify(name, std::string(timeline.text(timeline.category()[row])));
            if (!supersteps && extra.operation == core::OpClass::MatrixProduct && !extra.recompute)
                continue;
            extra.start = static_cast<double>(timeline.ts()[row]) * kScheduleNanos;
            extra.end = extra.start + static_cast<double>(timeline.dur()[row]) * kScheduleNanos;
            extra.seconds = extra.end - extra.start;
            extra.name = name;
            out.push_back(std::move(extra));
        }
    }
}

std::vector<std::vector<ScheduleExtra>> extrasOf(const core::Timeline& timeline, std::size_t ranks)
{
    std::vector<std::vector<ScheduleExtra>> out(ranks);
    for (const core::Track& track : timeline.tracks()) {
        const bool shown = track.device || timeline.text(track.thread) == "supersteps";
        if (shown && track.processOrder >= 0 && track.processOrder < static_cast<std::int64_t>(ranks))
            addSlices(timeline, track, out[static_cast<std::size_t>(track.processOrder)]);
    }
    for (std::vector<ScheduleExtra>& one : out)
        std::ranges::stable_sort(one, {}, &ScheduleExtra::start);
    return out;
}

std::vector<std::vector<HeldSample>> heldBytes(const core::Timeline& timeline, std::size_t ranks)
{
    std::map<std::string, std::size_t> stages;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        stages.emplace("stage " + std::to_string(rank), rank);
    std::vector<std::vector<HeldSample>> out(ranks);
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        const auto stage = stages.find(std::string(timeline.text(counter.processKey)));
        if (stage == stages.end() || timeline.text(counter.name) != "device memory")
            continue;
        for (const core::CounterSample& sample :
             timeline.counterSamples().subspan(counter.begin, counter.count))
            out[stage->second].push_back({static_cast<double>(sample.ts) * kScheduleNanos, sample.value});
    }
    return out;
}

double mostOf(const std::vector<std::vector<HeldSample>>& held)
{
    double most = 0;
    for (const auto& rank : held) {
        for (const HeldSample& sample : rank)
            most = std::max(most, sample.value);
    }
    return most;
}

} // namespace

ScheduleChart chartOf(planner::TimedSchedule schedule)
{
    ScheduleChart chart;
    chart.end = schedule.stepTime;
    chart.held = heldMicroBatches(schedule);
    chart.mostHeld = mostOf(chart.held);
    chart.schedule = std::move(schedule);
    return chart;
}

ScheduleChart chartOf(planner::Simulation simulation)
{
    ScheduleChart chart;
    chart.seconds = true;
    chart.heldBytes = simulation.run != nullptr;
    chart.end = simulation.stepSeconds;
    const std::size_t ranks = simulation.schedule.order.ranks.size();
    chart.stepSeconds = simulation.stepSeconds;
    if (!simulation.lanes)
        chart.filling = fillingShare(simulation.evaluation);
    chart.schedule = std::move(simulation.schedule);
    if (simulation.run && simulation.lanes) {
        chart.heldBytes = false;
        addLanes(*simulation.run, simulation.behind, chart);
    } else if (simulation.run) {
        chart.extras = extrasOf(*simulation.run->timeline, ranks);
        chart.held = heldBytes(*simulation.run->timeline, ranks);
    } else {
        chart.held = heldMicroBatches(chart.schedule);
    }
    chart.mostHeld = mostOf(chart.held);
    chart.capacityBytes = deviceCapacity(simulation.evaluation);
    chart.devices = simulation.evaluation.devices;
    chart.closedFormSeconds = simulation.closedFormSeconds;
    chart.differences = std::move(simulation.differences);
    chart.sensitivities = std::move(simulation.sensitivities);
    chart.classes = std::move(simulation.classes);
    chart.slowable = std::move(simulation.slowable);
    chart.failing = std::move(simulation.failing);
    chart.derivations = std::move(simulation.derivations);
    chart.heaps = std::move(simulation.heaps);
    for (planner::SimulatedHeap& heap : chart.heaps)
        heap.curve.clear(); // the timeline has it
    return chart;
}

core::Result<ScheduleChart> simulateChart(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                          const core::Plan& plan, WantedSchedule wanted, bool sensitivity,
                                          const core::Task& task, const WhatIf& whatIf)
{
    WhatIf drawn = whatIf;
    drawn.expand.clear(); // a class of ranks is a row, whoever is in it
    if (drawn.kind == WhatIf::Kind::Fails)
        drawn.kind = WhatIf::Kind::Nothing;
    planner::SimulationOptions options = optionsOf(wanted, drawn, 0);
    options.sensitivity = sensitivity;
    options.heap = sensitivity; // whether an allocation fails is told of the first alone
    const Simulator simulate = [&](const planner::SimulationOptions& how) {
        return simulateWanted(model, hardware, plan, wanted, how, task);
    };
    SHARDSCOPE_TRY(planner::Simulation simulation, simulateWhatIf(options, simulate));
    SHARDSCOPE_TRY(std::optional<planner::FailureCost> failure,
                   failureCost(wanted, whatIf, simulation.stepSeconds, simulate));
    ScheduleChart chart = wanted.zion ? zionChart(std::move(simulation)) : chartOf(std::move(simulation));
    chart.failure = std::move(failure);
    return chart;
}

planner::ScheduleCosts meanCosts(const ScheduleChart& chart, std::int64_t pipeline,
                                 std::int64_t virtualStages)
{
    struct Sum {
        double seconds = 0;
        double count = 0;
        [[nodiscard]] double mean() const { return count > 0 ? seconds / count : 0; }
    };
    std::map<ActionKind, Sum> sums;
    const planner::PipelineOrder& order = chart.schedule.order;
    for (std::size_t rank = 0; rank < order.ranks.size(); ++rank) {
        for (std::size_t index = 0; index < order.ranks[rank].size(); ++index) {
            const planner::ActionSpan& span = chart.schedule.spans[rank][index];
            Sum& sum = sums[order.ranks[rank][index].kind];
            sum.seconds += span.end - span.start;
            sum.count += 1;
        }
    }
    // Every stage has its share of the layers: fewer of them where there are more stages.
    const double before = static_cast<double>(order.chain);
    const double share = before / static_cast<double>(std::max<std::int64_t>(1, pipeline * virtualStages));
    constexpr double kHalf = 0.5; // each gradient has half of the matrix products
    planner::ScheduleCosts costs;
    double backward = sums[ActionKind::Backward].mean();
    if (backward <= 0)
        backward = sums[ActionKind::InputGradient].mean() + sums[ActionKind::WeightGradient].mean();
    double forward = sums[ActionKind::Forward].mean();
    if (const double pair = sums[ActionKind::Overlapped].mean(); pair > 0 && backward <= 0)
        backward = std::max(0.0, pair - forward);
    costs.forward = share * forward;
    costs.inputGradient = costs.weightGradient = share * backward * kHalf;
    return costs;
}

bool isQuick(planner::ScheduleKind kind)
{
    using enum planner::ScheduleKind;
    switch (kind) {
    case Zb1p:
    case Zb2p:
    case ZbvHeuristic:
    case VHalf:
    case VMin: return false;
    default: return true;
    }
}

core::Result<ScheduleChart> chartAlone(planner::ScheduleKind kind, std::int64_t pipeline,
                                       std::int64_t microBatches, std::int64_t virtualStages,
                                       const planner::ScheduleCosts& costs, bool seconds,
                                       const core::Task& task)
{
    planner::ScheduleRequest request;
    request.kind = kind;
    request.pipeline = pipeline;
    request.microBatches = microBatches;
    if (planner::entryOf(kind).virtualStages)
        request.virtualStages = std::max<std::int64_t>(2, virtualStages);
    request.costs = costs;
    SHARDSCOPE_TRY(planner::PipelineOrder order, planner::pipelineOrder(request, task));
    SHARDSCOPE_TRY(planner::TimedSchedule timed, planner::timeSchedule(std::move(order), costs, task));
    ScheduleChart chart = chartOf(std::move(timed));
    chart.seconds = seconds;
    return chart;
}

core::Result<ScheduleChart> chartOfFile(const ScheduleFile& file, const core::Task& task)
{
    SHARDSCOPE_TRY(planner::TimedSchedule schedule, planner::timeSchedule(file.order, {}, task));
    return chartOf(std::move(schedule));
}

std::string derivationKey(const planner::Action& action, std::int32_t rank)
{
    const std::string stage = "stage " + std::to_string(rank) + ".";
    switch (action.kind) {
    case ActionKind::Forward: return stage + "forward";
    case ActionKind::InputGradient: return stage + "input_gradient";
    case ActionKind::WeightGradient: return stage + "weight_gradient";
    case ActionKind::Backward: return stage + "backward";
    case ActionKind::Overlapped: return stage + "overlapped";
    }
    return {};
}

std::string derivationKey(const ScheduleChart& chart, const std::string& slice, std::int32_t rank)
{
    const std::string stage = "stage " + std::to_string(rank) + ".";
    if (slice == "optimizer.step")
        return stage + "optimizer";
    if (slice.starts_with("recompute"))
        return stage + "recompute";
    if (slice.starts_with("memcpy")) { // of whichever tier the phases wait in
        const auto found = std::ranges::find_if(chart.derivations, [&](const auto& one) {
            return one.first.starts_with(stage) && one.first.ends_with(".streaming");
        });
        return found == chart.derivations.end() ? std::string() : found->first;
    }
    constexpr std::string_view kCollective = "nccl:";
    const std::size_t space = slice.find(' ');
    if (!slice.starts_with(kCollective) || space == std::string::npos)
        return {};
    const std::string operation = slice.substr(kCollective.size(), space - kCollective.size());
    return operation == "send" ? stage + operation : stage + slice.substr(space + 1) + "." + operation;
}

QString actionName(const planner::Action& action)
{
    const auto named = [&](const char* text) {
        return translated(text).arg(action.microBatch).arg(action.stage);
    };
    switch (action.kind) {
    case ActionKind::Forward: return named(N_("Forward of micro-batch %1, stage %2"));
    case ActionKind::InputGradient: return named(N_("Input gradient of micro-batch %1, stage %2"));
    case ActionKind::WeightGradient: return named(N_("Weight gradient of micro-batch %1, stage %2"));
    case ActionKind::Backward: return named(N_("Backward of micro-batch %1, stage %2"));
    case ActionKind::Overlapped: break;
    }
    return translated(N_("Forward of micro-batch %1, stage %2, with backward of micro-batch %3, stage %4"))
        .arg(action.microBatch)
        .arg(action.stage)
        .arg(action.backwardMicroBatch)
        .arg(action.backwardStage);
}

QString differenceName(const std::string& what)
{
    const std::pair<const char*, const char*> known[] = {
        {"unequal_devices", N_("devices that have more of one part than the busiest in all")},
        {"shared_links", N_("transfers that share a link")},
        {"late_all_reduce", N_("gradients that are ready late for their all-reduce")},
        {"role_queues", N_("batches that queue at servers and loaders")},
        {"sends", N_("messages between stages that are not hidden")},
        {"exposed_replica_traffic", N_("replica traffic that the passes do not hide")},
        {"exposed_streaming", N_("phases' loads and stores that the passes do not hide")},
        {"unequal_stages", N_("stages that are not equal, and the schedule")},
        {"late_start", N_("stages begin one after the other: the next step's forwards fill that")},
        {"overlapped_pairs", N_("collectives that overlapped passes hide, and the schedule")},
        {"few_micro_batches", N_("fewer micro-batches than the pipeline has stages")},
        {"what_if", N_("what was slowed down")},
        {"failure", N_("the failure")}};
    for (const auto& [key, text] : known) {
        if (what == key)
            return translated(text);
    }
    return QString::fromStdString(what);
}

core::Table schedulesTable(const std::vector<std::pair<std::string, ScheduleChartPtr>>& charts)
{
    const bool seconds = !charts.empty() && charts.front().second->seconds;
    const bool bytes = std::ranges::any_of(charts, [](const auto& one) { return one.second->heldBytes; });
    const core::Dimension time = seconds ? core::kSecond : core::Dimension{};
    const CellKind timeKind = seconds ? CellKind::Quantity : CellKind::Real;
    core::Table table{"schedules", N_("Schedules"), {}, {}};
    const bool lanes = std::ranges::any_of(charts, [](const auto& one) { return !one.second->rows.empty(); });
    const bool pipelines =
        std::ranges::any_of(charts, [](const auto& one) { return one.second->rows.empty(); });
    const bool plans =
        std::ranges::any_of(charts, [](const auto& one) { return one.second->filling.has_value(); });
    const bool batches =
        std::ranges::any_of(charts, [](const auto& one) { return !one.second->heldName.empty(); });
    table.columns = {core::textColumn("schedule", N_("Schedule")), {"step", N_("Step"), timeKind, time, {}}};
    if (pipelines) {
        if (plans)
            table.columns.push_back(core::fractionColumn(
                "filling", N_("Bubble"), N_("the pipeline fills and drains: share of the plan's step")));
        table.columns.push_back(
            core::fractionColumn("bubble_over_step", N_("Idlest stage"),
                                 N_("largest share of the step in which a rank runs no pass, whatever it "
                                    "waits for")));
        table.columns.push_back(
            core::fractionColumn("bubble_by_stage_span", N_("Idlest stage, in its span"),
                                 N_("the same between a rank's own first forward and last gradient")));
        table.columns.push_back(
            core::realColumn("peak_in_flight", N_("In flight"), N_("micro-batches at most")));
    }
    if (lanes) {
        table.columns.push_back({"closed_form", N_("Closed form"), timeKind, time, {}});
        table.columns.push_back(core::fractionColumn("busiest", N_("Busiest row"),
                                                     N_("largest share of the picture that a row works")));
    }
    if (batches)
        table.columns.push_back(
            core::realColumn("batches_held", N_("Staleness"), N_("batches looked up, not yet put")));
    if (bytes)
        table.columns.push_back(core::bytesColumn("peak_bytes", N_("Peak")));
    for (const auto& [name, chart] : charts) {
        const planner::TimedSchedule& schedule = chart->schedule;
        const bool pipeline = chart->rows.empty();
        std::int64_t peak = 0;
        double busiest = 0;
        for (const planner::RankFigures& rank : schedule.ranks) {
            peak = std::max(peak, rank.peakChunksUntilWeightGradient);
            busiest = std::max(busiest, chart->end > 0 ? rank.busy / chart->end : 0);
        }
        const auto chunks = static_cast<double>(std::max<std::int64_t>(1, schedule.order.chunksPerRank()));
        std::vector<core::Cell> row{name, pipeline ? chart->end : chart->stepSeconds};
        const auto add = [&](bool shown, bool has, double value) {
            if (shown)
                row.push_back(has ? core::Cell(value) : core::Cell());
        };
        add(pipelines && plans, chart->filling.has_value(), chart->filling.value_or(0));
        add(pipelines, pipeline, schedule.bubbleOverStep);
        add(pipelines, pipeline, schedule.bubbleByStageSpan);
        add(pipelines, pipeline, static_cast<double>(peak) / chunks);
        add(lanes, !pipeline, chart->closedFormSeconds);
        add(lanes, !pipeline, busiest);
        add(batches, !chart->heldName.empty(), chart->mostHeld);
        add(bytes, chart->heldBytes, chart->mostHeld);
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace shardscope::app
