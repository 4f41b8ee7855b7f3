// SPDX-License-Identifier: GPL-3.0-or-later
// estimate: what another tool's own estimator prints, and what PERSIA's roles come to.
#include "app/cli/verbs.h"

#include "app/session/estimates.h"
#include "app/session/persia_estimate.h"
#include "core/base/nearest.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace shardscope::app {
namespace {

struct EstimateCall {
    std::string tool;
    std::vector<std::string> inputs;
    bool storage = false;
    PersiaRequest persia;
    double measured = 0;
};

core::Error named(core::ErrorCode code, std::vector<std::string> args)
{
    core::Error error{code, std::move(args), {}};
    error.place.file = "estimate";
    return error;
}

void runTorchRec(Context& context, const EstimateCall& call)
{
    if (call.inputs.empty())
        return context.fail(named(core::ErrorCode::MissingKey, {"FILE"}));
    if (context.json) {
        const auto answer = torchRecJson(call.inputs.front(), call.storage);
        answer.ok() ? context.print(*answer) : context.fail(answer.error());
        return;
    }
    const auto table = torchRecTable(call.inputs.front(), call.storage);
    table.ok() ? context.print(*table) : context.fail(table.error());
}

void runPersia(Context& context, EstimateCall call)
{
    if (call.inputs.size() < 2)
        return context.fail(named(core::ErrorCode::MissingKey, {call.inputs.empty() ? "MODEL" : "CLUSTER"}));
    call.persia.model = call.inputs[0];
    call.persia.cluster = call.inputs[1];
    if (call.measured > 0)
        call.persia.measured = call.measured;
    if (context.json) {
        const auto answer = persiaJson(context.catalog, call.persia);
        answer.ok() ? context.print(*answer) : context.fail(answer.error());
        return;
    }
    const auto tables = persiaTables(context.catalog, call.persia);
    if (!tables.ok())
        return context.fail(tables.error());
    for (std::size_t i = 0; i < tables->size(); ++i) {
        if (i > 0)
            context.print(std::string("\n"));
        context.print((*tables)[i]);
    }
}

void runEstimate(Context& context, const EstimateCall& call)
{
    const std::vector<std::string> tools{"torchrec", "persia", "deepspeed-zero2", "deepspeed-zero3"};
    if (call.tool == "torchrec")
        return runTorchRec(context, call);
    if (call.tool == "persia")
        return runPersia(context, call);
    if (std::find(tools.begin(), tools.end(), call.tool) == tools.end())
        return context.fail(
            named(core::ErrorCode::UnknownName, {call.tool, core::nearestName(call.tool, tools), "tool"}));
    context.fail(named(core::ErrorCode::NotBuiltYet, {"the estimate of " + call.tool}));
}

} // namespace

void addEstimateVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "estimate",
        "what another tool's own estimator prints (torchrec), or PERSIA's roles come to (persia)");
    const auto call = std::make_shared<EstimateCall>();
    verb->add_option("TOOL", call->tool, "torchrec FILE, or persia MODEL CLUSTER")->required();
    verb->add_option("INPUTS", call->inputs,
                     "questions to TorchRec's planner; a model and a cluster of roles");
    verb->add_flag("--storage", call->storage, "torchrec: memory of the shards instead of their times");
    verb->add_option("--job", call->persia.job, "persia: a PersiaJob whose replicas and resources win");
    verb->add_option("--batch", call->persia.batch, "persia: samples an NN worker process takes");
    verb->add_option("--measured", call->measured, "persia: samples a second to calibrate by");
    addOutputOptions(*verb, context);
    verb->callback([&context, call] { runEstimate(context, *call); });
}

} // namespace shardscope::app
