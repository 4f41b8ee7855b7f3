// SPDX-License-Identifier: GPL-3.0-or-later
// A study as its file says it; what is as it would be unsaid is left out.
#include "app/session/study/study.h"
#include "core/units/plain_number.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using core::Value;
using Members = std::vector<Value::Member>;

/// A whole number as one, so that "512" does not become "512.0".
Value numberValue(double number)
{
    constexpr double kExact = 9e15; // below it each whole number has its own double
    const bool whole =
        number == static_cast<double>(static_cast<std::int64_t>(std::clamp(number, -kExact, kExact)));
    return whole ? Value::ofInteger(static_cast<std::int64_t>(number)) : Value::ofReal(number);
}

void addText(Members& members, const char* key, const std::string& text)
{
    if (!text.empty())
        members.emplace_back(key, Value::ofText(text));
}

void addNumber(Members& members, const char* key, const std::optional<double>& number)
{
    if (number)
        members.emplace_back(key, numberValue(*number));
}

void addSpread(Members& members, const char* key, const std::optional<Spread>& spread)
{
    if (!spread)
        return;
    members.emplace_back(key, Value::ofItems({numberValue(spread->low), numberValue(spread->likely),
                                              numberValue(spread->high)}));
}

void addObject(Members& members, const char* key, Members object)
{
    if (!object.empty())
        members.emplace_back(key, Value::ofMembers(std::move(object)));
}

Members failureMembers(const StudyFailures& failures)
{
    Members members;
    addSpread(members, "interruptions_per_1000_node_days", failures.perThousandNodeDays);
    if (failures.restart)
        addSpread(members, "restart_minutes", *failures.restart * (1.0 / 60));
    addSpread(members, "checkpoint_bytes_per_second", failures.checkpointRate);
    addSpread(members, "other_time", failures.otherTime);
    return members;
}

Members planMembers(const std::vector<std::pair<std::string, std::string>>& options)
{
    Members members;
    for (const auto& [option, value] : options) {
        std::string key = option;
        std::ranges::replace(key, '-', '_');
        members.emplace_back(key, Value::ofText(value));
    }
    return members;
}

Value jobValue(const StudyJob& job)
{
    Members members;
    addText(members, "model", job.model);
    if (job.tokens > 0)
        members.emplace_back("tokens", numberValue(job.tokens));
    addText(members, "global_batch", job.globalBatch);
    if (job.sequenceLength > 0)
        members.emplace_back("sequence_length", Value::ofInteger(job.sequenceLength));
    addText(members, "precision", job.precision);
    if (job.deadline)
        addText(members, "deadline", core::shortestText(*job.deadline / 3600) + " h");
    addNumber(members, "budget", job.budget);
    addNumber(members, "carbon_grams_per_kwh", job.carbonPerKwh);
    addObject(members, "plan", planMembers(job.plan));
    addObject(members, "failures", failureMembers(job.failures));
    return Value::ofMembers(std::move(members));
}

Value scenarioValue(const StudyScenario& scenario)
{
    Members members;
    addText(members, "name", scenario.name);
    addText(members, "hardware", scenario.hardware);
    addText(members, "devices", scenario.devices);
    addText(members, "framework", scenario.framework);
    addText(members, "recording", scenario.recording);
    addNumber(members, "price_per_hour", scenario.price);
    if (scenario.spareDevices > 0)
        members.emplace_back("spare_devices", Value::ofInteger(scenario.spareDevices));
    Members changes;
    if (scenario.changes.network != 1)
        addNumber(changes, "network", scenario.changes.network);
    if (scenario.changes.memory != 1)
        addNumber(changes, "memory", scenario.changes.memory);
    if (scenario.changes.rate != 1)
        addNumber(changes, "rate", scenario.changes.rate);
    if (scenario.changes.host != 1)
        addNumber(changes, "host", scenario.changes.host);
    addNumber(changes, "power_cap", scenario.changes.powerCap);
    Members figures;
    for (const auto& [key, text] : scenario.changes.figures)
        addText(figures, key.c_str(), text);
    addObject(changes, "figures", std::move(figures));
    addObject(members, "changes", std::move(changes));
    addObject(members, "plan", planMembers(scenario.plan));
    addObject(members, "failures", failureMembers(scenario.failures));
    return Value::ofMembers(std::move(members));
}

} // namespace

Value studyDocument(const JobStudy& study)
{
    std::vector<Value> scenarios;
    for (const StudyScenario& one : study.scenarios)
        scenarios.push_back(scenarioValue(one));
    return Value::ofMembers(
        {{"job", jobValue(study.job)}, {"scenarios", Value::ofItems(std::move(scenarios))}});
}

} // namespace shardscope::app
