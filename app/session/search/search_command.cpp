// SPDX-License-Identifier: GPL-3.0-or-later
// A search as the shell command that asks it.
#include "app/session/search/plan_search_request.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace shardscope::app {
namespace {

/// As a shell reads it back: quoted where it holds more than plain characters.
std::string quoted(const std::string& text)
{
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char character) {
        return std::isalnum(character) != 0 ||
               std::string_view("_-./,=:+").find(static_cast<char>(character)) != std::string_view::npos;
    });
    if (plain)
        return text;
    std::string out = "'";
    for (const char character : text)
        out += character == '\'' ? std::string("'\\''") : std::string(1, character);
    return out + "'";
}

} // namespace

std::string searchCommand(const PlanSearchRequest& request)
{
    std::string text = "shardscope-cli search";
    const auto say = [&](const std::string& word) { text += " " + quoted(word); };
    const auto option = [&](const char* name, const std::string& value) {
        if (!value.empty())
            text += std::string(" --") + name + " " + quoted(value);
    };
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
    option("why", request.why);
    return text;
}

} // namespace shardscope::app
