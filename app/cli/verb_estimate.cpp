// SPDX-License-Identifier: GPL-3.0-or-later
// estimate: what another tool's own estimator prints.
#include "app/cli/verbs.h"

#include "app/session/estimates.h"
#include "core/base/nearest.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace shardscope::app {
namespace {

struct EstimateCall {
    std::string tool;
    std::string file;
    bool storage = false;
};

core::Error named(core::ErrorCode code, std::vector<std::string> args)
{
    core::Error error{code, std::move(args), {}};
    error.place.file = "estimate";
    return error;
}

void runEstimate(Context& context, const EstimateCall& call)
{
    const std::vector<std::string> tools{"torchrec", "deepspeed-zero2", "deepspeed-zero3"};
    if (std::find(tools.begin(), tools.end(), call.tool) == tools.end())
        return context.fail(
            named(core::ErrorCode::UnknownName, {call.tool, core::nearestName(call.tool, tools), "tool"}));
    if (call.tool != "torchrec")
        return context.fail(named(core::ErrorCode::NotBuiltYet, {"the estimate of " + call.tool}));
    if (call.file.empty())
        return context.fail(named(core::ErrorCode::MissingKey, {"FILE"}));
    if (context.json) {
        const auto answer = torchRecJson(call.file, call.storage);
        answer.ok() ? context.print(*answer) : context.fail(answer.error());
        return;
    }
    const auto table = torchRecTable(call.file, call.storage);
    table.ok() ? context.print(*table) : context.fail(table.error());
}

} // namespace

void addEstimateVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("estimate", "what another tool's own estimator prints: torchrec");
    const auto call = std::make_shared<EstimateCall>();
    verb->add_option("TOOL", call->tool, "torchrec")->required();
    verb->add_option("FILE", call->file, "questions to TorchRec's planner, a JSON array");
    verb->add_flag("--storage", call->storage, "memory of the shards instead of their times");
    addOutputOptions(*verb, context);
    verb->callback([&context, call] { runEstimate(context, *call); });
}

} // namespace shardscope::app
