// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/study/scenario_of_run.h"

#include "app/session/guess/guess.h"
#include "app/session/simulate/open_run.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace shardscope::app {
namespace {

/// Keys of a plan that say how a job is laid out, beside those that follow from the number of devices.
constexpr std::array kLayoutKeys{"tensor", "pipeline",       "context",
                                 "expert", "virtual_stages", "sequence_parallel"};

std::string plainText(const core::Value& value)
{
    if (value.kind == core::Value::Kind::Bool)
        return value.flag ? "true" : "false";
    return value.kind == core::Value::Kind::Integer ? std::to_string(value.integer) : value.text;
}

std::int64_t degreeOf(const core::Value& parallel, const char* key)
{
    const core::Value* degree = parallel.find(key);
    return degree != nullptr && degree->kind == core::Value::Kind::Integer ? degree->integer : 1;
}

} // namespace

core::Result<StudyScenario> scenarioOfRun(const Guess& guess, const std::string& name)
{
    if (guess.hardware.empty())
        return core::inconsistent(W_("of %1 the machine is not known: say it"), {name});
    StudyScenario scenario;
    scenario.hardware = guess.hardware;
    scenario.framework = nameOfFramework(guess);
    std::int64_t devices = 1;
    if (const core::Value* parallel = guess.plan.find("parallel")) {
        for (const char* key : {"tensor", "pipeline", "replica", "context"})
            devices *= degreeOf(*parallel, key);
        for (const char* key : kLayoutKeys) {
            const core::Value* said = parallel->find(key);
            if (said == nullptr)
                continue;
            std::string option = key;
            std::ranges::replace(option, '_', '-');
            scenario.plan.emplace_back(option, plainText(*said));
        }
    }
    scenario.devices = std::to_string(devices);
    scenario.name = scenario.devices + " " + scenario.hardware + ", " + name;
    return scenario;
}

core::Result<StudyScenario> withItsRun(const core::Catalog& catalog, StudyScenario scenario,
                                       const core::Task& task)
{
    if (scenario.recording.empty())
        return scenario;
    SHARDSCOPE_TRY(const profiler::ImportedRun opened, openRun(catalog, {scenario.recording}, task));
    SHARDSCOPE_TRY(const Guess guess, guessPlan(catalog, opened.run, task));
    SHARDSCOPE_TRY(StudyScenario found,
                   scenarioOfRun(guess, std::filesystem::path(scenario.recording).filename().string()));
    const bool same = scenario.hardware.empty() || scenario.hardware == found.hardware;
    if (scenario.hardware.empty())
        scenario.hardware = found.hardware;
    if (scenario.devices.empty())
        scenario.devices = found.devices;
    if (scenario.framework.empty())
        scenario.framework = found.framework;
    // The layout is that of as many devices; a plan that is said wins.
    if (same && scenario.devices == found.devices) {
        for (auto& [key, value] : found.plan) {
            if (std::ranges::find(scenario.plan, key, &std::pair<std::string, std::string>::first) ==
                scenario.plan.end())
                scenario.plan.emplace_back(key, value);
        }
    }
    return scenario;
}

} // namespace shardscope::app
