// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/side_by_side.h"

#include "app/session/documents/documents.h"
#include "app/session/plan/plan_strategies.h"
#include "app/session/plan/read_plan.h"
#include "app/session/plan/solved_options.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/refusals.h"
#include "core/report/columns.h"
#include "core/units/text.h"
#include "planner/planner.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

using core::Cell;
using core::Value;

double secondsOf(const SideBySideRow& row)
{
    return row.evaluation == nullptr || row.evaluation->step.empty()
               ? 0
               : row.evaluation->step.at(core::StepPart::Total).seconds.value();
}

/// The plan has to fit, and its program has to run it.
bool fits(const SideBySideRow& row)
{
    return row.problem.isEmpty() && row.evaluation != nullptr && row.evaluation->verdict.feasible();
}

/// The rate of a device, whatever devices a layout leaves idle.
double rateOf(const SideBySideRow& row)
{
    return row.evaluation == nullptr ? 0 : row.evaluation->throughput.modelTflopsPerDevice;
}

/// How many times as fast a device as \p other's; 0 where either cannot be timed.
double timesOf(const SideBySideRow& row, const SideBySideRow& other)
{
    if (row.evaluation == nullptr || other.evaluation == nullptr)
        return 0;
    const double theirs = other.evaluation->throughput.modelTflopsPerDevice;
    return theirs > 0 ? row.evaluation->throughput.modelTflopsPerDevice / theirs : 0;
}

Value textOrNull(const std::string& text) { return text.empty() ? Value{} : Value::ofText(text); }

QString timesText(double times)
{
    return QString::fromStdString(core::toText(core::Number{times}, {3, core::BytePrefix::Binary}));
}

SideBySideRow rowOf(const std::string& key, const core::Catalog& catalog, const planner::Evaluator& evaluator,
                    const core::Plan& plan, StrategyBatch batch, const core::Task& task)
{
    SideBySideRow row{key, nullptr, {}, {}};
    const auto made = strategyPlan(key, evaluator, plan, batch, task);
    auto evaluated = made.ok() ? evaluator.evaluate(*made, planner::Detail::Plain, task)
                               : core::Result<core::Evaluation>(made.error());
    if (!evaluated.ok()) {
        row.problem = sentence(evaluated.error());
        return row;
    }
    row.problem = refusalText(evaluator.model(), evaluator.hardware(), evaluated->plan);
    row.evaluation = std::make_shared<const core::Evaluation>(std::move(evaluated).value());
    if (!row.evaluation->step.empty())
        row.step = stepInterval(catalog, evaluator.model(), evaluator.hardware(), *row.evaluation);
    return row;
}

/// \p options, and all devices of a node where neither they nor \p document say how many there are: layouts
/// of one device are alike.
PlanOptions withNode(PlanOptions options, const core::Value& document, const core::HardwareSpec& hardware)
{
    constexpr std::array<std::string_view, 5> kCounted{"tensor", "pipeline", "replica", "context",
                                                       kDevicesOption};
    const bool said =
        document.find("parallel") != nullptr || std::ranges::any_of(options, [&](const auto& option) {
            return std::ranges::find(kCounted, option.first) != kCounted.end();
        });
    if (!said)
        options.emplace_back(kDevicesOption,
                             std::to_string(hardware.devices().value_or(hardware.devicesPerNode)));
    return options;
}

} // namespace

core::Result<SideBySide> sideBySide(const core::Catalog& catalog, const PlanRequest& request,
                                    const std::vector<std::string>& strategies, const core::Task& task)
{
    PlanDocument document;
    if (!request.planFile.empty()) {
        SHARDSCOPE_TRY(document, readPlanDocument(request.planFile));
    }
    SideBySide answer;
    SHARDSCOPE_TRY(answer.model, catalog.model(request.model.empty() ? document.model : request.model));
    const std::string& hardware = request.hardware.empty() ? document.hardware : request.hardware;
    SHARDSCOPE_TRY(answer.hardware, catalog.hardware(hardware));
    if (!request.calibration.empty()) {
        SHARDSCOPE_TRY(answer.hardware,
                       withCalibration(catalog, std::move(answer.hardware), request.calibration));
    }
    if (answer.model.recommender() != nullptr)
        return core::notSupported(W_("layouts side by side"), W_("the model is a recommender"));
    SHARDSCOPE_TRY(const auto options,
                   withSolvedOptions(withNode(withDevicesOfName(request.options, document.plan, hardware),
                                              document.plan, answer.hardware),
                                     document.plan, request.planFile, answer.model, answer.hardware));
    SHARDSCOPE_TRY(const core::Plan plan, readPlan(document.plan, request.planFile, options, answer.model));
    answer.devices = plan.axes.devices();
    const bool given = document.plan.find("batch") != nullptr ||
                       std::ranges::any_of(request.options, [](const auto& option) {
                           return option.first == "global-batch" || option.first == "micro-batch";
                       });
    const StrategyBatch batch = given ? StrategyBatch::Given : suggestedBatch(plan);
    answer.globalBatch = given ? plan.batch.globalBatch : 0;
    const planner::Evaluator evaluator(answer.model, answer.hardware);
    std::vector<std::string> keys = strategies;
    if (keys.empty())
        keys.assign(strategyKeys().begin(), strategyKeys().end());
    for (const std::string& key : keys) {
        if (task.cancelled())
            return core::Error{core::ErrorCode::Cancelled};
        task.report(key, static_cast<double>(answer.rows.size()) / static_cast<double>(keys.size()));
        if (std::ranges::find(strategyKeys(), key) == strategyKeys().end())
            return core::unknownName(key, {strategyKeys().begin(), strategyKeys().end()}, W_("strategy"));
        answer.rows.push_back(rowOf(key, catalog, evaluator, plan, batch, task));
    }
    std::ranges::stable_sort(answer.rows, [](const SideBySideRow& a, const SideBySideRow& b) {
        return std::pair{!fits(a), -rateOf(a)} < std::pair{!fits(b), -rateOf(b)};
    });
    return answer;
}

core::Result<std::vector<SideBySide>> sideBySideBy(const core::Catalog& catalog, const PlanRequest& request,
                                                   const std::vector<std::string>& strategies,
                                                   const std::vector<std::int64_t>& devices,
                                                   const core::Task& task)
{
    std::vector<SideBySide> answers;
    for (const std::int64_t count : devices) {
        PlanRequest one = request;
        std::erase_if(one.options, [](const auto& option) { return option.first == kDevicesOption; });
        one.options.emplace_back(kDevicesOption, std::to_string(count));
        SHARDSCOPE_TRY(SideBySide answer, sideBySide(catalog, one, strategies, task));
        answers.push_back(std::move(answer));
    }
    return answers;
}

namespace {

/// A layout on several numbers of devices.
struct Growth {
    const SideBySide* on = nullptr;
    const SideBySideRow* row = nullptr;
    double devices = 1; ///< times those of the fewest that it fits on
    double rate = 1;    ///< likewise
};

double allDevices(const Growth& at)
{
    return rateOf(*at.row) * static_cast<double>(at.row->evaluation->devices);
}

/// Where \p key fits, in the order of the devices.
std::vector<Growth> growthOf(const std::vector<SideBySide>& answers, const std::string& key)
{
    std::vector<Growth> found;
    for (const SideBySide& answer : answers) {
        const auto row = std::ranges::find(answer.rows, key, &SideBySideRow::strategy);
        if (row == answer.rows.end() || !fits(*row))
            continue;
        Growth at{&answer, &*row, 1, 1};
        if (!found.empty() && allDevices(found.front()) > 0) {
            at.devices = static_cast<double>(row->evaluation->devices) /
                         static_cast<double>(found.front().row->evaluation->devices);
            at.rate = allDevices(at) / allDevices(found.front());
        }
        found.push_back(at);
    }
    return found;
}

std::vector<std::string> layoutsOf(const std::vector<SideBySide>& answers)
{
    std::vector<std::string> keys;
    for (const SideBySideRow& row : answers.front().rows)
        keys.push_back(row.strategy);
    return keys;
}

} // namespace

core::Table growthTable(const std::vector<SideBySide>& answers)
{
    core::Table table{"growth", N_("How the layouts' rates grow"), {}, {}};
    table.columns = {
        core::textColumn("layout", N_("Layout")),
        core::integerColumn("devices", N_("Devices")),
        core::textColumn("shape", "t · p · r"),
        core::integerColumn("micro_batch", N_("Micro-batch")),
        core::bytesColumn("peak_bytes", N_("Memory"), N_("of the fullest device")),
        core::realColumn("hardware_tflops_per_device", N_("TFLOP/s a device"), N_("with what is recomputed")),
        core::realColumn("devices_times", N_("Devices, times"), N_("of the fewest")),
        core::realColumn("rate_times", N_("Rate, times"), N_("of all devices"))};
    for (const std::string& key : layoutsOf(answers)) {
        for (const Growth& at : growthOf(answers, key)) {
            const core::Plan& plan = at.row->evaluation->plan;
            const core::TierUse* use = at.row->evaluation->memory.fullestUse(core::Tier::Device);
            table.rows.push_back({Cell(strategyName(key).toStdString()), Cell(at.row->evaluation->devices),
                                  Cell(shapeText(plan)), Cell(plan.batch.microBatch),
                                  use != nullptr ? Cell(use->peak.value()) : Cell(),
                                  Cell(at.row->evaluation->throughput.hardwareTflopsPerDevice),
                                  Cell(at.devices), Cell(at.rate)});
        }
    }
    return table;
}

QStringList growthSentences(const std::vector<SideBySide>& answers)
{
    QStringList lines;
    for (const std::string& key : layoutsOf(answers)) {
        const std::vector<Growth> found = growthOf(answers, key);
        if (found.size() < 2)
            continue;
        const Growth& last = found.back();
        const QString name = strategyName(key);
        const QString devices = timesText(last.devices);
        const QString rate = timesText(last.rate);
        const auto tensorOf = [](const Growth& at) { return tensorGroup(at.row->evaluation->plan); };
        const auto batchOf = [](const Growth& at) { return at.row->evaluation->plan.batch.microBatch; };
        if (last.rate <= last.devices)
            lines << Words::tr("%1: %2 times the devices have %3 times the rate.").arg(name, devices, rate);
        else if (tensorOf(last) < tensorOf(found.front()))
            lines << Words::tr(
                         "%1: %2 times the devices have %3 times the rate, more than in proportion: what is "
                         "divided over more devices leaves room for tensor groups of %4 in the place of %5.")
                         .arg(name, devices, rate)
                         .arg(tensorOf(last))
                         .arg(tensorOf(found.front()));
        else
            lines << Words::tr(
                         "%1: %2 times the devices have %3 times the rate, more than in proportion: what is "
                         "divided over more devices leaves room for a micro-batch of %4 in the place of %5.")
                         .arg(name, devices, rate)
                         .arg(batchOf(last))
                         .arg(batchOf(found.front()));
    }
    return lines;
}

Value growthDocument(const std::vector<SideBySide>& answers)
{
    std::vector<Value> all;
    for (const SideBySide& answer : answers)
        all.push_back(sideBySideDocument(answer));
    return Value::ofMembers({{"growth", Value::ofItems(std::move(all))}});
}

core::Table sideBySideTable(const SideBySide& answer)
{
    core::Table table{"layouts", N_("Well-known layouts beside each other"), {}, {}};
    table.columns = {
        core::textColumn("layout", N_("Layout")),
        core::textColumn("program", N_("Program")),
        core::textColumn("shape", "t · p · r"),
        core::integerColumn("global_batch", N_("Global batch")),
        core::integerColumn("micro_batch", N_("Micro-batch")),
        core::secondsColumn("step_seconds", N_("Step")),
        core::secondsColumn("low_seconds", N_("from"), N_("80 % interval")),
        core::secondsColumn("high_seconds", N_("to"), N_("80 % interval")),
        core::realColumn("hardware_tflops_per_device", N_("TFLOP/s a device"), N_("with what is recomputed")),
        core::bytesColumn("peak_bytes", N_("Memory"), N_("of the fullest device")),
        core::flagColumn("feasible", N_("Fits")),
        core::realColumn("times", N_("of the fastest"), N_("rate a device")),
        core::textColumn("problem", N_("Why not"))};
    for (const SideBySideRow& row : answer.rows) {
        const std::string name = strategyName(row.strategy).toStdString();
        if (row.evaluation == nullptr) {
            table.rows.emplace_back(table.columns.size());
            table.rows.back().front() = Cell(name);
            table.rows.back().back() = Cell(row.problem.toStdString());
            continue;
        }
        const core::Plan& plan = row.evaluation->plan;
        const core::TierUse* use = row.evaluation->memory.fullestUse(core::Tier::Device);
        const double times = timesOf(row, answer.rows.front());
        table.rows.push_back({Cell(name), Cell(std::string(planner::factsOf(plan).title)),
                              Cell(shapeText(plan)), Cell(plan.batch.globalBatch),
                              Cell(plan.batch.microBatch), Cell(secondsOf(row)),
                              row.step ? Cell(row.step->interval.low) : Cell(),
                              row.step ? Cell(row.step->interval.high) : Cell(),
                              Cell(row.evaluation->throughput.hardwareTflopsPerDevice),
                              use != nullptr ? Cell(use->peak.value()) : Cell(), Cell(fits(row)),
                              times > 0 ? Cell(times) : Cell(),
                              row.problem.isEmpty() ? Cell() : Cell(row.problem.toStdString())});
    }
    return table;
}

QStringList sideBySideSentences(const SideBySide& answer)
{
    QStringList lines;
    if (answer.rows.empty() || !fits(answer.rows.front())) {
        lines << Words::tr("None of these layouts fits.");
        return lines;
    }
    const SideBySideRow& best = answer.rows.front();
    lines << Words::tr("The fastest that fits: %1.").arg(strategyName(best.strategy));
    for (const SideBySideRow& row : answer.rows) {
        const double times = timesOf(best, row);
        if (&row != &best && fits(row) && times > 0)
            lines << Words::tr("%1: %2 times as slow a device.")
                         .arg(strategyName(row.strategy), timesText(times));
    }
    for (const SideBySideRow& row : answer.rows) {
        if (row.step && !row.step->beaten.isEmpty())
            lines << strategyName(row.strategy) + QStringLiteral(": ") + row.step->beaten;
    }
    return lines;
}

Value sideBySideDocument(const SideBySide& answer)
{
    std::vector<Value> layouts;
    for (const SideBySideRow& row : answer.rows) {
        Value one = Value::ofMembers({{"layout", Value::ofText(row.strategy)}});
        one.member("feasible") = Value::ofFlag(fits(row));
        if (!row.problem.isEmpty())
            one.member("problem") = Value::ofText(row.problem.toStdString());
        if (row.evaluation == nullptr) {
            layouts.push_back(std::move(one));
            continue;
        }
        const core::TierUse* use = row.evaluation->memory.fullestUse(core::Tier::Device);
        one.member("step_seconds") = Value::ofReal(secondsOf(row));
        if (row.step) {
            one.member("low_seconds") = Value::ofReal(row.step->interval.low);
            one.member("high_seconds") = Value::ofReal(row.step->interval.high);
            one.member("calibration") = textOrNull(row.step->calibration);
            one.member("beats_published") = textOrNull(row.step->beaten.toStdString());
        }
        one.member("hardware_tflops_per_device") =
            Value::ofReal(row.evaluation->throughput.hardwareTflopsPerDevice);
        one.member("samples_per_second") = Value::ofReal(row.evaluation->throughput.samplesPerSecond);
        one.member("peak_bytes") = Value::ofReal(use != nullptr ? use->peak.value() : 0);
        one.member("times") = Value::ofReal(timesOf(row, answer.rows.front()));
        one.member("plan") = core::planDocument(row.evaluation->plan);
        layouts.push_back(std::move(one));
    }
    return Value::ofMembers(
        {{"model", Value::ofText(answer.model.name)},
         {"hardware", Value::ofText(answer.hardware.name)},
         {"devices", Value::ofInteger(answer.devices)},
         {"global_batch", answer.globalBatch > 0 ? Value::ofInteger(answer.globalBatch) : Value{}},
         {"layouts", Value::ofItems(std::move(layouts))}});
}

} // namespace shardscope::app
