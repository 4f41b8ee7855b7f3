// SPDX-License-Identifier: GPL-3.0-or-later
// search: best plans under constraints; what is given as a plan's option is fixed, the rest is searched.
#include "app/cli/verbs.h"

#include "app/session/plan/clusters.h"
#include "app/session/recommender/recommender_search.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

struct SearchCall {
    PlanArguments plan;
    SearchRequest request;
    std::vector<std::pair<std::string, std::string>> choices;
};

void runCluster(Context& context, const SearchRequest& request)
{
    const auto sized = searchCluster(context.catalog, request);
    if (!sized.ok())
        return context.fail(sized.error());
    if (context.json)
        context.print(sizedJson(*sized));
    else
        context.print(sizedTable(*sized));
}

void runSearch(Context& context, const SearchCall& call)
{
    if (listsChoices(context, call.choices))
        return;
    SearchRequest request = call.request;
    auto choices = withChoices({}, call.choices);
    if (!choices.ok())
        return context.fail(choices.error());
    request.choices = std::move(choices).value();
    request.model = call.plan.model;
    request.hardware = call.plan.hardware;
    request.planFile = call.plan.planFile;
    request.options = call.plan.options;
    if (!request.hardware.empty() && isCluster(context.catalog, request.hardware))
        return runCluster(context, request);
    const auto answer = searchPlans(context.catalog, request, context.task);
    if (!answer.ok())
        return context.fail(answer.error());
    if (context.json) {
        context.print(searchJson(*answer));
    } else {
        context.print(searchTable(*answer, false));
        if (request.pareto) {
            context.print(std::string("\n"));
            context.print(searchTable(*answer, true));
        }
        context.print("\n" + searchSummary(*answer) + "\n");
    }
    const auto& best = answer->outcome.best;
    if (best.empty() || !best.front().fits)
        context.exit = Exit::No; // nothing fits: the answer is no
}

} // namespace

void addSearchVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("search", "best plans of a recommender under constraints");
    const auto call = std::make_shared<SearchCall>();
    addPlanArguments(*verb, call->plan);
    verb->add_option("--devices", call->request.devices, "exactly that many devices");
    verb->add_option("--objective", call->request.objective, "time, memory, cost or energy, of a sample");
    verb->add_option("--top", call->request.top, "how many plans to print");
    verb->add_flag("--pareto", call->request.pareto, "also the plans that no other beats");
    verb->add_option_function<std::string>(
        "--rate", [call](const std::string& value) { call->choices.emplace_back("wanted-rate", value); },
        "samples a second wanted, where HARDWARE is a cluster of PERSIA's roles: --set wanted-rate=…");
    addChoiceOption(*verb, call->choices);
    addOutputOptions(*verb, context);
    verb->callback([&context, call] { runSearch(context, *call); });
}

} // namespace shardscope::app
