// SPDX-License-Identifier: GPL-3.0-or-later
// follow: a running job's folder, told of as it grows.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/follow/followed_plan.h"
#include "app/session/follow/follower.h"
#include "app/session/plan/commands.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <memory>
#include <thread>

namespace shardscope::app {
namespace {

struct FollowCall {
    std::string folder;
    std::string plan;
    bool once = false;
    double every = 2; ///< seconds between two looks
};

core::Result<std::optional<FollowedPlan>> planOf(const Context& context, const std::string& file)
{
    if (file.empty())
        return std::optional<FollowedPlan>{};
    PlanRequest request;
    request.planFile = file;
    SHARDSCOPE_TRY(const PlanResult planned, evaluatePlan(context.catalog, request, planner::Detail::Plain));
    return std::optional(followedPlan(planned.model, planned.hardware, planned.evaluation));
}

void tell(const Context& context, const FollowNews& news)
{
    for (const FollowedStep& step : news.steps) {
        if (context.json)
            context.printExact(followJson(step));
    }
    for (const FollowFinding& finding : news.findings)
        context.json ? context.printExact(followJson(finding))
                     : context.print(followSentence(finding).toStdString() + "\n");
}

Answered follow(Context& context, const FollowCall& call)
{
    SHARDSCOPE_TRY(const std::optional<FollowedPlan> plan, planOf(context, call.plan));
    Follower follower(context.catalog, call.folder, plan);
    std::size_t findings = 0;
    while (true) {
        auto news = follower.look(call.once, Follower::Clock::now(), context.task);
        if (!news.ok() && !(news.error().code == core::ErrorCode::Cancelled && !call.once))
            return news.error();
        if (news.ok()) {
            tell(context, *news);
            findings += news->findings.size();
        }
        context.flush();
        if (call.once || context.task.cancelled() || context.outputLost())
            break;
        for (double left = call.every; left > 0 && !context.task.cancelled(); left -= 0.1)
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    if (context.json)
        context.printExact(followEndJson(follower, findings));
    if (!follower.unread().empty()) {
        context.exit = Exit::No;
        for (const auto& [file, error] : follower.unread())
            context.warn(error);
    }
    return core::Done{};
}

} // namespace

void addFollowVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "follow", "a running job's folder as it grows: its steps, and what becomes of them");
    const auto call = std::make_shared<FollowCall>();
    verb->add_option("FOLDER", call->folder, "where its ranks write traces, logs and dumps")->required();
    verb->add_option("--plan", call->plan, "the plan file that steps and memory are held against");
    verb->add_flag("--once", call->once, "looks once, at what is there, and ends");
    verb->add_option("--every", call->every, "seconds between two looks")
        ->check(CLI::Range(0.1, 3600.0))
        ->default_val(2.0);
    answersWith(*verb, context, [&context, call] { return follow(context, *call); });
}

} // namespace shardscope::app
