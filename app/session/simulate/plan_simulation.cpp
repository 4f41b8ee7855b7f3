// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/plan_simulation.h"

#include "app/session/plan/cluster_plan.h"
#include "app/session/plan/clusters.h"
#include "app/session/plan/idle_texts.h"
#include "app/session/tables/json_rows.h"
#include "core/base/error_at.h"
#include "core/base/refusals.h"
#include "core/io/text_file.h"
#include "core/plan/plan_fields.h"
#include "core/report/columns.h"
#include "core/units/plain_number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <tuple>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

core::Result<planner::SimulationDetail> detailNamed(const std::string& name)
{
    if (name == "stage")
        return planner::SimulationDetail::Stage;
    if (name == "layer")
        return planner::SimulationDetail::Layer;
    if (name == "operator")
        return planner::SimulationDetail::Operator;
    return core::unknownValue(name, {"stage", "layer", "operator"}).in("--detail");
}

core::Result<planner::Slowdown> slowdownOf(const std::string& text)
{
    const std::size_t equals = std::min(text.find('='), text.size());
    const auto factor = core::parseNumber(equals < text.size() ? text.substr(equals + 1) : "");
    if (!factor)
        return core::errorIn(core::ErrorCode::NumberMalformed, {text}, "--slow");
    return planner::Slowdown{text.substr(0, equals), *factor};
}

core::Result<std::optional<bool>> overlapNamed(const std::string& text)
{
    if (text == "on" || text == "off")
        return std::optional<bool>(text == "on");
    if (text.empty())
        return std::optional<bool>();
    return core::unknownValue(text, {"on", "off"}).in("--overlap");
}

/// A machine is back after two minutes where nothing else is said: assumed, as the planner of parameter
/// servers does.
const double kUsualDown = planner::PersiaMemorySettings{}.restart.value();

core::Result<planner::Failure> failureOf(const std::string& text, std::int64_t checkpointEvery)
{
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string times = equals < text.size() ? text.substr(equals + 1) : "";
    planner::Failure out{text.substr(0, equals), 0, kUsualDown, checkpointEvery};
    const char* end = times.data() + times.size();
    auto [at, problem] = std::from_chars(times.data(), end, out.at);
    if (problem == std::errc() && at != end && *at == '+')
        std::tie(at, problem) = [&, from = at + 1] {
            const auto read = std::from_chars(from, end, out.down);
            return std::pair(read.ptr, read.ec);
        }();
    if (problem != std::errc() || at != end)
        return core::errorIn(core::ErrorCode::NumberMalformed, {text}, "--fail");
    return out;
}

/// A schedule that a plan has no word for is taken out of its options.
void takeSchedule(SimulationCall& call)
{
    auto& options = call.plan.options;
    for (auto option = options.begin(); option != options.end(); ++option) {
        if (option->first != "schedule")
            continue;
        const auto kind = planner::scheduleNamed(option->second);
        const std::vector<std::string>& words = core::planField("/schedule")->words;
        if (!kind.ok() || std::ranges::find(words, option->second) != words.end())
            continue;
        call.options.schedule = *kind;
        options.erase(option);
        return;
    }
}

std::string classOf(const planner::Simulation& simulation, const planner::SimulatedHeap& heap)
{
    return heap.stage < simulation.classes.size() ? simulation.classes[heap.stage].rankClass : std::string();
}

Json heapJson(const planner::Simulation& simulation)
{
    Json out = Json::array();
    for (const planner::SimulatedHeap& heap : simulation.heaps) {
        const core::AllocationShortage& shortage = heap.shortage;
        Json fails;
        if (shortage.request > 0)
            fails = {{"at_seconds", heap.failsAt},
                     {"request_bytes", shortage.request},
                     {"inside_bytes", shortage.inside},
                     {"largest_bytes", shortage.largest},
                     {"outside_bytes", shortage.outside},
                     {"fragmented", shortage.fragmented},
                     {"phase", core::nameOf(shortage.phase)},
                     {"module", shortage.module},
                     {"operation", shortage.operation}};
        out.push_back({{"rank_class", classOf(simulation, heap)},
                       {"contiguous", heap.contiguous ? Json(*heap.contiguous) : Json()},
                       {"peak_allocated_bytes", heap.peakAllocated},
                       {"peak_reserved_bytes", heap.peakReserved},
                       {"room_bytes", heap.room ? Json(*heap.room) : Json()},
                       {"fails", std::move(fails)}});
    }
    return out;
}

} // namespace

core::Result<planner::Simulation> simulatePlan(const core::Catalog& catalog, SimulationCall call,
                                               const core::Task& task)
{
    SHARDSCOPE_TRY(call.options.detail, detailNamed(call.detail));
    SHARDSCOPE_TRY(call.options.overlap, overlapNamed(call.overlap));
    for (const std::string& text : call.slow) {
        SHARDSCOPE_TRY(planner::Slowdown slowdown, slowdownOf(text));
        call.options.slowdowns.push_back(std::move(slowdown));
    }
    if (!call.fail.empty()) {
        SHARDSCOPE_TRY(call.options.failure, failureOf(call.fail, call.checkpointEvery));
    }
    const auto checked = [&](const core::ModelSpec& asked) -> core::Result<core::Done> {
        if (call.options.overlap && asked.recommender() != nullptr)
            return core::notSupported(W_("replica traffic beside passes"),
                                      W_("a recommender's tables are sharded, its layers are not"))
                .in("--overlap");
        return core::Done{};
    };
    takeSchedule(call);
    if (!call.scheduleFile.empty()) {
        SHARDSCOPE_TRY(const std::string text, core::readTextFile(call.scheduleFile).in(call.scheduleFile));
        SHARDSCOPE_TRY(call.options.order, planner::readScheduleCsv(text).in(call.scheduleFile));
    }
    PlanDocument document;
    if (!call.plan.planFile.empty()) {
        SHARDSCOPE_TRY(document, readPlanDocument(call.plan.planFile));
    }
    const std::string& hardware = call.plan.hardware.empty() ? document.hardware : call.plan.hardware;
    const std::string& model = call.plan.model.empty() ? document.model : call.plan.model;
    if (!model.empty() && !hardware.empty() && isCluster(catalog, hardware)) {
        SHARDSCOPE_TRY(const core::ModelSpec spec, catalog.model(model));
        SHARDSCOPE_TRY_DONE(checked(spec));
        SHARDSCOPE_TRY(const ClusterPlan asked,
                       readClusterPlan(catalog, spec, hardware, document, call.plan));
        if (call.zion)
            return core::notSupported(W_("Zion's parameter servers"),
                                      W_("the nodes of a system stand for its trainers"))
                .in("--zion");
        return planner::simulatePersia(spec, asked.cluster, asked.accelerator, asked.plan, asked.settings,
                                       call.options, task);
    }
    SHARDSCOPE_TRY(const PlanResult plan, evaluatePlan(catalog, call.plan, planner::Detail::LaidOut));
    SHARDSCOPE_TRY_DONE(checked(plan.model));
    if (call.zion)
        return planner::simulateZion(plan.model, plan.hardware, plan.evaluation.plan, call.options, task);
    return planner::simulate(plan.model, plan.hardware, plan.evaluation.plan, call.options, task);
}

std::string simulationJson(const planner::Simulation& simulation)
{
    Json out = {{"step_seconds", simulation.stepSeconds},
                {"closed_form_seconds", simulation.closedFormSeconds},
                {"difference", rowsJson<Json>(differenceTable(simulation))},
                {"schedule", simulation.schedule.order.name},
                {"bubble_share", fillingShare(simulation.evaluation)},
                {"bubble_over_step", simulation.schedule.bubbleOverStep},
                {"bubble_by_stage_span", simulation.schedule.bubbleByStageSpan},
                {"classes", rowsJson<Json>(simulationTable(simulation))}};
    if (!simulation.heaps.empty())
        out["heap"] = heapJson(simulation);
    if (simulation.failure)
        out["failure"] = rowsJson<Json>(failureTable(simulation)).front();
    if (!simulation.sensitivities.empty())
        out["sensitivity"] = rowsJson<Json>(sensitivityTable(simulation));
    return documentText(out);
}

core::Table simulationTable(const planner::Simulation& simulation)
{
    core::Table table{"classes", N_("What the ranks of each stage do"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RankClass, "rank_class", N_("Ranks")),
                     core::integerColumn("count", N_("Number")),
                     core::secondsColumn("busy_seconds", N_("Busy")),
                     core::secondsColumn("idle_seconds", N_("Idle"), N_("waiting for other stages")),
                     core::secondsColumn("exposed_communication_seconds", N_("Exposed"),
                                         N_("not hidden behind computing")),
                     core::bytesColumn("peak_bytes", N_("Peak")),
                     core::realColumn("peak_in_flight", N_("In flight"), N_("micro-batches at most"))};
    for (const planner::SimulatedClass& one : simulation.classes)
        table.rows.push_back({one.rankClass, one.count, one.busySeconds, one.idleSeconds, one.exposedSeconds,
                              one.peakBytes, one.peakInFlight});
    return table;
}

core::Table heapTable(const planner::Simulation& simulation)
{
    core::Table table{"heap", N_("What the allocator shows"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RankClass, "rank_class", N_("Ranks")),
                     core::flagColumn("contiguous", N_("Contiguous gradients"),
                                      N_("reduced out of a buffer made beforehand; empty: no choice")),
                     core::bytesColumn("peak_allocated_bytes", N_("Allocated"), N_("at most")),
                     core::bytesColumn("peak_reserved_bytes", N_("Reserved"), N_("taken from the driver")),
                     core::bytesColumn("room_bytes", N_("Room"), N_("that the driver has for it")),
                     core::secondsColumn("fails_at_seconds", N_("Fails after"),
                                         N_("a request finds no room; empty: all do")),
                     core::bytesColumn("request_bytes", N_("Asked for")),
                     core::bytesColumn("free_bytes", N_("Free"), N_("in pieces, and not taken yet"))};
    for (const planner::SimulatedHeap& heap : simulation.heaps) {
        const core::AllocationShortage& shortage = heap.shortage;
        const bool fails = shortage.request > 0;
        const auto bytes = [&](std::int64_t count) {
            return fails ? core::Cell(static_cast<double>(count)) : core::Cell();
        };
        table.rows.push_back(
            {classOf(simulation, heap), heap.contiguous ? core::Cell(*heap.contiguous) : core::Cell(),
             heap.peakAllocated, heap.peakReserved, heap.room ? core::Cell(*heap.room) : core::Cell(),
             fails ? core::Cell(heap.failsAt) : core::Cell(), bytes(shortage.request),
             bytes(shortage.inside + shortage.outside)});
    }
    return table;
}

core::Table differenceTable(const planner::Simulation& simulation)
{
    core::Table table{"difference", N_("Why the step is not the closed form's"), {}, {}};
    table.columns = {core::textColumn("what", N_("Difference")), core::secondsColumn("seconds", N_("Time"))};
    for (const planner::StepDifference& one : simulation.differences)
        table.rows.push_back({one.what, one.seconds});
    return table;
}

core::Table failureTable(const planner::Simulation& simulation)
{
    core::Table table{"failure", N_("What the failure cost"), {}, {}};
    table.columns = {
        core::textColumn("what", N_("Fails")),
        core::secondsColumn("at_seconds", N_("At"), N_("of the run")),
        core::secondsColumn("back_seconds", N_("Back")),
        core::secondsColumn("delay_seconds", N_("Delay"), N_("by which the last step ends later")),
        core::secondsColumn("lost_seconds", N_("Lost work"),
                            N_("since the checkpoint; of an NN worker, of its batch under way")),
        core::realColumn("lost_batches", N_("Lost batches"),
                         N_("steps begun since the checkpoint; of PERSIA's roles, batches whose updates of "
                            "rows are gone")),
        core::fractionColumn("lost_share_of_rows", N_("Of the rows"), N_("that lost these updates"))};
    if (simulation.failure) {
        const planner::FailureCost& cost = *simulation.failure;
        table.rows.push_back({cost.what, cost.at, cost.back, cost.delaySeconds, cost.lostSeconds,
                              cost.lostBatches, cost.lostShare});
    }
    return table;
}

core::Table sensitivityTable(const planner::Simulation& simulation)
{
    core::Table table{"sensitivity", N_("What 10 % more of each resource buys"), {}, {}};
    table.columns = {core::textColumn("resource", N_("Resource")),
                     core::secondsColumn("seconds", N_("Shorter by"), N_("of one step"))};
    for (const planner::Sensitivity& one : simulation.sensitivities)
        table.rows.push_back({one.resource, one.seconds});
    return table;
}

} // namespace shardscope::app
