// SPDX-License-Identifier: GPL-3.0-or-later
// A search as the shell command that asks it.
#include "app/session/plan/entered_costs.h"
#include "app/session/search/plan_options.h"
#include "app/session/search/plan_search_answer.h"

#include "core/io/escape.h"
#include "core/io/files.h"

namespace shardscope::app {
std::string searchCommand(const PlanSearchRequest& request)
{
    std::string text = "shardscope-cli search";
    const auto say = [&](const std::string& word) { text += " " + core::shellWord(word); };
    const auto option = [&](const char* name, const std::string& value) {
        if (!value.empty())
            text += std::string(" --") + name + " " + core::shellWord(value);
    };
    if (!request.around.empty()) // a sample, by its name
        say(core::files::Path(request.around).stem().string());
    if (!request.model.empty())
        say(request.model);
    if (!request.hardware.empty())
        say(request.hardware);
    option("plan", request.planFile);
    for (const auto& [name, value] : request.options)
        option(name.c_str(), value);
    option("devices", request.devices);
    option("global-batch", request.globalBatch);
    option("batch-multiple", request.batchMultiple);
    if (request.objective != "time")
        option("objective", request.objective);
    option("pareto", request.pareto);
    option("tokens", request.tokens);
    option("deadline", request.deadline);
    option("budget", request.budget);
    option("energy", request.energy);
    option("price", request.price);
    option("power", request.power);
    option("headroom", request.headroom);
    option("calibration", request.calibration);
    for (const std::string& fixed : request.fixed)
        option("fix", fixed);
    for (const std::string& range : request.ranges)
        option("range", range);
    if (request.tensorWithinNode)
        text += " --tensor-within-node";
    if (request.anyFramework)
        text += " --any-framework";
    if (request.pessimistic)
        text += " --pessimistic";
    if (request.top != PlanSearchRequest{}.top)
        option("top", std::to_string(request.top));
    option("sweep", request.sweep);
    if (request.largestModel)
        text += " --largest-model";
    if (request.smallestDevice)
        text += " --smallest-device";
    option("why", request.why);
    return text;
}

std::string planCommand(const PlanSearchAnswer& answer, const FoundLayout& layout)
{
    const SearchNames& names = answer.names;
    const core::HardwareSpec& hardware = answer.search.machines[layout.hit.machine].hardware;
    std::string text =
        "shardscope-cli plan " +
        core::shellWord(names.model.empty() ? answer.search.model.name : names.model) + " " +
        core::shellWord(layout.hit.machine < names.machines.size() ? names.machines[layout.hit.machine]
                                                                   : layout.hardware);
    const auto option = [&text](const std::string& name, const std::string& value) {
        if (!value.empty())
            text += " --" + name + (value == "true" ? "" : " " + core::shellWord(value));
    };
    for (const auto& [name, value] : optionsFor(layout.hit.plan, answer.search.model))
        option(name, value);
    option("calibration", names.calibration);
    option("price", enteredPrice(hardware));
    option("power", enteredPower(hardware));
    return text;
}

} // namespace shardscope::app
