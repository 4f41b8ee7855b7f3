// SPDX-License-Identifier: GPL-3.0-or-later
// estimate: what another tool's own estimator prints, and what PERSIA's roles come to.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/exchange/estimates.h"
#include "app/session/exchange/persia_files.h"
#include "app/session/questions/persia_estimate.h"
#include "core/base/error_at.h"
#include "core/base/refusals.h"

#include <CLI/CLI.hpp>

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

/// One JSON document, or one table below the other.
template <class Json, class Tables>
Answered printAnswer(const Context& context, const Json& json, const Tables& tables)
{
    if (context.json) {
        SHARDSCOPE_TRY(const std::string document, json());
        context.print(document);
    } else {
        SHARDSCOPE_TRY(const auto answer, tables());
        context.print(answer);
    }
    return core::Done{};
}

core::Error missing(const char* what)
{
    return core::errorIn(core::ErrorCode::MissingKey, {what}, kEstimate);
}

Answered runTorchRec(const Context& context, const EstimateCall& call)
{
    if (call.inputs.empty())
        return missing("FILE");
    return printAnswer(
        context, [&] { return torchRecJson(call.inputs.front(), call.storage); },
        [&] { return torchRecTable(call.inputs.front(), call.storage); });
}

Answered runPersia(const Context& context, EstimateCall call)
{
    if (listsChoices(context, call.choices))
        return core::Done{};
    if (call.inputs.size() < 2)
        return missing(call.inputs.empty() ? "MODEL" : "CLUSTER");
    call.persia.model = call.inputs[0];
    RecommenderChoices base;
    if (!call.globalConfig.empty()) {
        SHARDSCOPE_TRY(auto opened, openPersiaFile(call.globalConfig, base));
        base = std::move(opened.choices);
    }
    SHARDSCOPE_TRY(RecommenderChoices choices, withChoices(std::move(base), call.choices));
    choices.cluster = call.inputs[1];
    choices.job = call.persia.choices.job;
    call.persia.choices = std::move(choices);
    return printAnswer(
        context, [&] { return persiaJson(context.catalog, call.persia); },
        [&] { return persiaTables(context.catalog, call.persia); });
}

Answered runDeepSpeed(const Context& context, EstimateCall call)
{
    call.deepSpeed.stage = call.tool == "deepspeed-zero2" ? 2 : 3;
    if (call.deepSpeed.parameters == 0) // its least is 1
        return missing("--parameters");
    if (call.deepSpeed.stage == 3 && call.deepSpeed.largestLayer == 0)
        return missing("--largest-layer");
    return printAnswer(
        context, [&] { return deepSpeedJson(call.deepSpeed); },
        [&] { return deepSpeedTables(call.deepSpeed); });
}

Answered runEstimate(const Context& context, const EstimateCall& call)
{
    const std::vector<std::string> tools{"torchrec", "persia", "deepspeed-zero2", "deepspeed-zero3"};
    if (call.tool != "persia" && !call.choices.empty())
        return core::notSupportedFor("--set " + call.choices.front().first, W_("only persia has choices"))
            .in(kEstimate);
    if (call.tool == "torchrec")
        return runTorchRec(context, call);
    if (call.tool == "persia")
        return runPersia(context, call);
    if (call.tool == "deepspeed-zero2" || call.tool == "deepspeed-zero3")
        return runDeepSpeed(context, call);
    return core::unknownName(call.tool, tools, W_("tool")).in(kEstimate);
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
    verb->add_option("--gpus-per-node", call->deepSpeed.gpusPerNode, "deepspeed: of a node");
    verb->add_option("--nodes", call->deepSpeed.nodes, "deepspeed: how many there are");
    verb->add_flag("--offload-optimizer", call->deepSpeed.offloadOptimizer,
                   "deepspeed: optimizer state on the host");
    verb->add_flag("--offload-parameters", call->deepSpeed.offloadParameters,
                   "deepspeed-zero3: weights on the host too");
    verb->add_flag("--zero-init{true},--no-zero-init{false}", call->deepSpeed.zeroInit,
                   "deepspeed-zero3: weights are sharded as they are made (default)");
    takesNumber(
        verb->add_option("--buffer-factor", call->deepSpeed.bufferFactor, "deepspeed: on host memory (1.5)"),
        0, 1e6);
    answersWith(*verb, context, [&context, call] { return runEstimate(context, *call); });
}

} // namespace shardscope::app
