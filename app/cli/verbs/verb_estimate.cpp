// SPDX-License-Identifier: GPL-3.0-or-later
// estimate: what another tool's own estimator prints, and what PERSIA's roles come to.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/exchange/deepspeed_estimate.h"
#include "app/session/exchange/estimates.h"
#include "app/session/exchange/persia_files.h"
#include "app/session/recommender/persia_estimate.h"
#include "core/base/error_at.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"

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
    std::string globalConfig;
    std::vector<std::pair<std::string, std::string>> choices;
    planner::DeepSpeedQuery deepSpeed;
};

constexpr const char* kEstimate = "estimate";

void runTorchRec(Context& context, const EstimateCall& call)
{
    if (call.inputs.empty())
        return context.fail(core::errorIn(core::ErrorCode::MissingKey, {"FILE"}, kEstimate));
    if (context.json) {
        const auto answer = torchRecJson(call.inputs.front(), call.storage);
        answer.ok() ? context.print(*answer) : context.fail(answer.error());
        return;
    }
    const auto table = torchRecTable(call.inputs.front(), call.storage);
    table.ok() ? context.print(*table) : context.fail(table.error());
}

/// One JSON document, or one table below the other.
template <class Json, class Tables>
void printAnswer(Context& context, const Json& json, const Tables& tables)
{
    if (context.json) {
        const core::Result<std::string> answer = json();
        answer.ok() ? context.print(*answer) : context.fail(answer.error());
        return;
    }
    const core::Result<std::vector<core::Table>> answer = tables();
    if (!answer.ok())
        return context.fail(answer.error());
    for (std::size_t i = 0; i < answer->size(); ++i) {
        if (i > 0)
            context.print(std::string("\n"));
        context.print((*answer)[i]);
    }
}

void runPersia(Context& context, EstimateCall call)
{
    if (listsChoices(context, call.choices))
        return;
    if (call.inputs.size() < 2)
        return context.fail(core::errorIn(core::ErrorCode::MissingKey,
                                          {call.inputs.empty() ? "MODEL" : "CLUSTER"}, kEstimate));
    call.persia.model = call.inputs[0];
    RecommenderChoices base;
    if (!call.globalConfig.empty()) {
        auto opened = openPersiaFile(call.globalConfig, base);
        if (!opened.ok())
            return context.fail(opened.error());
        base = std::move(opened->choices);
    }
    auto choices = withChoices(std::move(base), call.choices);
    if (!choices.ok())
        return context.fail(choices.error());
    choices->cluster = call.inputs[1];
    choices->job = call.persia.choices.job;
    call.persia.choices = std::move(choices).value();
    printAnswer(
        context, [&] { return persiaJson(context.catalog, call.persia); },
        [&] { return persiaTables(context.catalog, call.persia); });
}

void runDeepSpeed(Context& context, EstimateCall call)
{
    call.deepSpeed.stage = call.tool == "deepspeed-zero2" ? 2 : 3;
    if (call.deepSpeed.parameters == 0) // its least is 1
        return context.fail(core::errorIn(core::ErrorCode::MissingKey, {"--parameters"}, kEstimate));
    if (call.deepSpeed.stage == 3 && call.deepSpeed.largestLayer == 0)
        return context.fail(core::errorIn(core::ErrorCode::MissingKey, {"--largest-layer"}, kEstimate));
    printAnswer(
        context, [&] { return deepSpeedJson(call.deepSpeed); },
        [&] { return deepSpeedTables(call.deepSpeed); });
}

void runEstimate(Context& context, const EstimateCall& call)
{
    const std::vector<std::string> tools{"torchrec", "persia", "deepspeed-zero2", "deepspeed-zero3"};
    if (call.tool != "persia" && !call.choices.empty())
        return context.fail(core::errorIn(
            core::ErrorCode::NotSupported,
            {"--set " + call.choices.front().first, core::phrase(W_("only persia has choices"))}, kEstimate));
    if (call.tool == "torchrec")
        return runTorchRec(context, call);
    if (call.tool == "persia")
        return runPersia(context, call);
    if (call.tool == "deepspeed-zero2" || call.tool == "deepspeed-zero3")
        return runDeepSpeed(context, call);
    context.fail(core::errorIn(core::ErrorCode::UnknownName,
                               {call.tool, core::nearestName(call.tool, tools), core::phrase(W_("tool"))},
                               kEstimate));
}

} // namespace

void addEstimateVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "estimate",
        "what another tool's own estimator prints (torchrec, deepspeed-zero2, deepspeed-zero3), or PERSIA's "
        "roles come to (persia)");
    const auto call = std::make_shared<EstimateCall>();
    verb->add_option("TOOL", call->tool,
                     "torchrec FILE; deepspeed-zero2 or deepspeed-zero3; or persia MODEL CLUSTER")
        ->required();
    verb->add_option("INPUTS", call->inputs,
                     "questions to TorchRec's planner; a model and a cluster of roles");
    verb->add_flag("--storage", call->storage, "torchrec: memory of the shards instead of their times");
    verb->add_option("--job", call->persia.choices.job,
                     "persia: a PersiaJob whose replicas and resources win");
    verb->add_option("--global-config", call->globalConfig,
                     "persia: a global_config.yml; --set wins over it");
    for (const char* key : {"batch", "measured"})
        verb->add_option_function<std::string>(
            std::string("--") + key,
            [call, key](const std::string& value) { call->choices.emplace_back(key, value); },
            std::string("persia: --set ") + key + "=…");
    addChoiceOption(*verb, call->choices);
    constexpr std::int64_t kMostParameters = 1'000'000'000'000'000;
    takesWhole(verb->add_option("--parameters", call->deepSpeed.parameters, "deepspeed: of the model"), 1,
               kMostParameters);
    takesWhole(verb->add_option("--largest-layer", call->deepSpeed.largestLayer,
                                "deepspeed-zero3: parameters of the largest layer"),
               1, kMostParameters);
    verb->add_option("--gpus-per-node", call->deepSpeed.gpusPerNode, "deepspeed");
    verb->add_option("--nodes", call->deepSpeed.nodes, "deepspeed");
    verb->add_flag("--offload-optimizer", call->deepSpeed.offloadOptimizer,
                   "deepspeed: optimizer state on the host");
    verb->add_flag("--offload-parameters", call->deepSpeed.offloadParameters,
                   "deepspeed-zero3: weights on the host too");
    verb->add_flag("--zero-init{true},--no-zero-init{false}", call->deepSpeed.zeroInit,
                   "deepspeed-zero3: weights are sharded as they are made (default)");
    takesNumber(
        verb->add_option("--buffer-factor", call->deepSpeed.bufferFactor, "deepspeed: on host memory (1.5)"),
        0, 1e6);
    addOutputOptions(*verb, context);
    verb->callback([&context, call] { runEstimate(context, *call); });
}

} // namespace shardscope::app
