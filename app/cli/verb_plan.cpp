// SPDX-License-Identifier: GPL-3.0-or-later
// plan: memory, step time, communication and verdict of one plan; --explain prints a derivation.
#include "app/cli/verbs.h"

#include "app/cli/text_table.h"
#include "app/session/commands.h"
#include "app/session/messages.h"
#include "app/session/tables.h"
#include "core/plan/plan_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

namespace shardscope::app {
namespace {

constexpr std::size_t kFixesShown = 6;

struct PlanCall {
    PlanArguments arguments;
    std::string explain;
    bool strict = false;
};

std::string title(const std::string& name, const std::string& title) { return title.empty() ? name : title; }

std::string headline(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    std::string text = title(result.model.name, result.model.title) + " (" +
                       grouped(std::llround(result.evaluation.parameters)) + " parameters) on " +
                       title(result.hardware.name, result.hardware.title) + ": " +
                       grouped(result.evaluation.devices);
    if (result.evaluation.available)
        text += " of " + grouped(*result.evaluation.available);
    text += result.evaluation.devices == 1 ? " device\n" : " devices\n";
    text += "t " + std::to_string(plan.axes.tensor) + " · p " + std::to_string(plan.axes.pipeline) + " · r " +
            std::to_string(plan.axes.replica) +
            (plan.axes.context > 1 ? " · context " + std::to_string(plan.axes.context) : "") +
            (plan.axes.expert > 1 ? " · expert " + std::to_string(plan.axes.expert) : "") +
            "; sharding rts " + std::to_string(plan.sharding.weights) + ", gradients " +
            std::to_string(plan.sharding.gradients) + ", rts' " + std::to_string(plan.sharding.optimizer) +
            "; global batch " + grouped(plan.batch.globalBatch) + " = micro-batch " +
            grouped(plan.batch.microBatch) + " × " + grouped(plan.batch.microBatches) + " × r";
    if (plan.batch.sequenceLength > 0)
        text += ", " + grouped(plan.batch.sequenceLength) + " tokens a sample";
    return text + "\n";
}

/// "Fits: the fullest device (stage 0) uses 12.3 GiB of 80 GiB." or the verdict with its fixes, one a line.
std::string verdictLines(const core::Evaluation& evaluation, core::TextStyle style)
{
    std::string text;
    if (evaluation.verdict.feasible()) {
        text = "Fits";
        const core::TierUse* fullest = nullptr;
        for (const core::TierUse& use : evaluation.memory.tiers) {
            if (use.tier == core::Tier::Device &&
                use.rankClass == evaluation.memory.fullest(core::Tier::Device))
                fullest = &use;
        }
        if (fullest) {
            text += ": the fullest device (" +
                    rankClassName(evaluation.memory.classes[fullest->rankClass].name).toStdString() +
                    ") uses " + core::toText(fullest->peak, style) + " of " +
                    core::toText(fullest->capacity, style);
        }
        return text + ".\n";
    }
    const std::vector<core::Violation>& violations = evaluation.verdict.violations;
    for (const core::Violation& violation : violations) {
        // The fullest class of ranks speaks for the others: what helps it is what they need too.
        if (&violation != &violations.front() && violation.kind == violations.front().kind)
            continue;
        text += "Does not fit: " + violationText(violation, style).toStdString() + ".\n";
        if (!violation.remedies.empty())
            text += "  Closest fixes:\n";
        for (std::size_t index = 0; index < std::min(kFixesShown, violation.remedies.size()); ++index)
            text += "    " + remedyText(violation.remedies[index], style).toStdString() + "\n";
    }
    return text;
}

std::string throughputLine(const core::Throughput& throughput)
{
    char buffer[200];
    std::snprintf(buffer, sizeof buffer,
                  "Throughput: %.4g samples/s, %.4g tokens/s, %.3g TFLOP/s a device (model FLOPs), "
                  "utilization %.1f %%\n",
                  throughput.samplesPerSecond, throughput.tokensPerSecond, throughput.modelTflopsPerDevice,
                  throughput.modelFlopsUtilization * 100);
    return buffer;
}

void printPlan(const Context& context, const PlanResult& result)
{
    const core::Evaluation& evaluation = result.evaluation;
    context.print(headline(result) + "\n" + verdictLines(evaluation, context.style) + "\n");
    context.print(memoryTable(evaluation));
    if (evaluation.step.empty()) {
        context.print("\nThe step cannot be timed: the model is a parameter count alone.\n");
    } else {
        context.print("\n");
        context.print(stepTable(evaluation));
    }
    if (!evaluation.communication.empty()) {
        context.print("\n");
        context.print(communicationTable(evaluation));
    }
    if (!evaluation.step.empty())
        context.print("\n" + throughputLine(evaluation.throughput));
    if (evaluation.energyPerStep)
        context.print("Energy: " + core::toText(*evaluation.energyPerStep, context.style) + " a step\n");
    for (const std::string& figure : evaluation.unverified)
        context.print("Unverified figure used: " + figure + "\n");
}

std::string derivationText(const std::string& path, const core::DerivationPtr& why, core::TextStyle style)
{
    const auto value = [&](const core::Derivation& node) {
        core::TextStyle written = style;
        if (node.dimension == core::kBytePerSecond)
            written.bytes = core::BytePrefix::Decimal; // as every maker writes rates
        return core::quantityText(node.value, node.dimension, written).joined();
    };
    std::string text =
        path + " = " + value(*why) + " (exactly " + core::numberText(why->value) +
        (core::baseUnitText(why->dimension).empty() ? "" : " " + core::baseUnitText(why->dimension)) + ")\n";
    text += "  = " + core::formulaText(*why) + "\n  = " + core::substitutedText(*why) + "\n";
    if (!why->citation.empty())
        text += "  source: " + why->citation + "\n";
    const std::vector<core::DerivationPtr> parts = core::derivationParts(why);
    if (!parts.empty())
        text += "where\n";
    for (const core::DerivationPtr& part : parts) {
        text += "  " + part->label + " = " + value(*part);
        if (part->operation != core::Operation::Leaf)
            text += " = " + core::formulaText(*part) + " = " + core::substitutedText(*part);
        text += "   [" + sourceKindName(part->source).toStdString() +
                (part->citation.empty() ? "" : ": " + part->citation) + "]\n";
    }
    return text;
}

void explain(Context& context, const PlanResult& result, const std::string& path)
{
    if (path == "list") {
        for (const std::string& known : derivationPaths(result.evaluation))
            context.print(known + "\n");
        return;
    }
    const auto why = findDerivation(result.evaluation, path);
    if (!why.ok())
        return context.fail(why.error());
    context.print(context.json ? derivationJson(*why) : derivationText(path, *why, context.style));
}

void runPlan(Context& context, const PlanCall& call)
{
    const PlanArguments& given = call.arguments;
    const auto result =
        evaluatePlan(context.catalog, {given.model, given.hardware, given.planFile, given.options},
                     planner::Detail::Explained);
    if (!result.ok())
        return context.fail(result.error());
    if (!call.explain.empty())
        explain(context, *result, call.explain);
    else if (context.json)
        context.print(planJson(*result));
    else
        printPlan(context, *result);
    if (context.exit == Exit::Success && call.strict && !result->evaluation.verdict.feasible())
        context.exit = Exit::No;
}

} // namespace

void addPlanVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("plan", "memory, step time, communication and verdict of one plan");
    const auto call = std::make_shared<PlanCall>();
    addPlanArguments(*verb, call->arguments);
    verb->add_option("--explain", call->explain,
                     "prints how a number came to be: memory.TIER.PURPOSE[@RANK_CLASS], step.PART, "
                     "communication.GROUP.OPERATION; 'list' names them all");
    verb->add_flag("--strict", call->strict, "exit with 1 where the plan does not fit");
    addOutputOptions(*verb, context);
    verb->callback([&context, call] { runPlan(context, *call); });
}

} // namespace shardscope::app
