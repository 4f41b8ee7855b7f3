// SPDX-License-Identifier: GPL-3.0-or-later
// plan: memory, step time, communication and verdict of one plan; --explain prints a derivation.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/cli/text_table.h"
#include "app/session/accuracy/interval.h"
#include "app/session/plan/assumptions.h"
#include "app/session/plan/clusters.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/idle_texts.h"
#include "app/session/plan/plan_reports.h"
#include "app/session/plan/solved_options.h"
#include "app/session/published/nearest_runs.h"
#include "app/session/questions/failing_request.h"
#include "app/session/questions/inside_node.h"
#include "app/session/questions/training_recipe.h"
#include "app/session/recommender/recommender_study.h"
#include "app/session/recommender/wire_accuracy.h"
#include "app/session/recommender/zion_sentence.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/trace/analyses.h"
#include "core/base/error_at.h"
#include "core/base/refusals.h"
#include "core/catalog/said_name.h"
#include "core/io/escape.h"
#include "core/io/value.h"
#include "core/plan/plan_file.h"
#include "core/plan/plan_names.h"
#include "core/units/percent.h"
#include "core/units/plain_number.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>

namespace shardscope::app {
namespace {

constexpr std::size_t kFixesShown = 6;

struct PlanCall {
    PlanArguments arguments;
    std::string explain;
    std::string report;
    bool choose = false;
    std::string beside;  ///< a cluster of roles
    std::string then;    ///< sample or plan file: the part of the training that follows
    double price = 0;    ///< of a device and hour; 0: the hardware's
    double power = 0;    ///< watts of a device; likewise
    std::string against; ///< the same: the plan whose rate is the measure
    std::string recipe;  ///< of a published training: all of its parts
    std::vector<std::pair<std::string, std::string>> choices;
    bool strict = false;
};

std::string title(const std::string& name, const std::string& title) { return title.empty() ? name : title; }

/// What a plan with low-rank adapters trains: they learn beside the frozen weights.
std::string learning(const PlanResult& result)
{
    const core::Adapters& adapters = result.evaluation.plan.adapters;
    const core::Figures& figures = result.evaluation.figures;
    const auto* trained = figures.find("trained_parameters");
    if (!adapters.any() || trained == figures.end())
        return {};
    return ", frozen; " + grouped(std::llround(trained->second)) + " in adapters of rank " +
           grouped(adapters.rank) + " learn";
}

std::string held(const core::HardwareSpec& hardware)
{
    return hardware.powerCap ? ", held to " + core::toText(*hardware.powerCap, {}) + " a device"
                             : std::string();
}

/// The framework whose program the answer is about, which few plans name.
std::string trainer(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    if (result.model.transformer() == nullptr && planner::factsOf(plan).can.transformers)
        return {}; // a network of layers, or a recommender of which nothing is known of its trainer
    const core::Framework program = planner::frameworkOf(plan, result.hardware);
    std::string text = "Framework: " + frameworkTitle(program).toStdString();
    if (program != plan.implementation)
        text += ", which is what runs such a plan of " + frameworkTitle(plan.implementation).toStdString();
    return text + "\n";
}

std::string headline(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    std::string text = title(result.model.name, result.model.title) + " (" +
                       grouped(std::llround(result.evaluation.parameters)) + " parameters" +
                       learning(result) + ") on " + title(result.hardware.name, result.hardware.title) +
                       held(result.hardware) + ": " + grouped(result.evaluation.devices);
    if (result.evaluation.available)
        text += " of " + grouped(*result.evaluation.available);
    text += result.evaluation.available.value_or(result.evaluation.devices) == 1 ? " device\n" : " devices\n";
    text += "t " + std::to_string(plan.axes.tensor) + " · p " + std::to_string(plan.axes.pipeline) + " · r " +
            std::to_string(plan.axes.replica) +
            (plan.axes.context > 1 ? " · context " + std::to_string(plan.axes.context) : "") +
            (plan.axes.expert > 1 ? " · expert " + std::to_string(plan.axes.expert) : "") +
            (plan.axes.expertSlices() != plan.axes.tensor
                 ? " · expert tensor " + std::to_string(plan.axes.expertSlices())
                 : "") +
            "; sharding rts " + std::to_string(plan.sharding.weights) + ", gradients " +
            std::to_string(plan.sharding.gradients) + ", rts' " + std::to_string(plan.sharding.optimizer) +
            "; global batch " + grouped(plan.batch.globalBatch) + " = micro-batch " +
            grouped(plan.batch.microBatch) + " × " + grouped(plan.batch.microBatches) + " × r";
    if (plan.batch.sequenceLength > 0)
        text += ", " + grouped(plan.batch.sequenceLength) + " tokens a sample";
    return text + "\n" + trainer(result);
}

/// How memory was found, and what the closed forms say beside it.
std::string memoryBasis(const core::Evaluation& evaluation, core::TextStyle style)
{
    const QString basis = memoryBasisText(evaluation, style);
    return basis.isEmpty() ? std::string() : basis.toStdString() + "\n";
}

/// "Fits: the fullest device (stage 0) uses 12.3 GiB of 80 GiB." or the verdict with its fixes, one a line,
/// and \p searched, the command that looks for a layout, where none was asked for.
std::string verdictLines(const core::Evaluation& evaluation, core::TextStyle style,
                         const std::string& searched)
{
    std::string text;
    if (evaluation.verdict.feasible()) {
        text = "Fits";
        const core::TierUse* fullest = evaluation.memory.fullestUse(core::Tier::Device);
        if (fullest) {
            const std::string of =
                rankClassName(evaluation.memory.classes[fullest->rankClass].name).toStdString();
            const bool several = evaluation.memory.classes.size() > 1; // one class: its name says nothing new
            text += ": the fullest device " + (several ? "(" + of + ") " : "") + "uses " +
                    core::toText(fullest->peak, style) + " of " + core::toText(fullest->capacity, style);
        }
        text += ".\n";
        if (const QString doubt = fullest ? mayNotFitText(evaluation, *fullest, style) : QString();
            !doubt.isEmpty())
            text += doubt.toStdString() + "\n";
        return text + memoryBasis(evaluation, style);
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
    if (!searched.empty())
        text += "  Every device holds a copy of the whole; the fastest layout that fits is found by\n    " +
                searched + "\n";
    return text + memoryBasis(evaluation, style);
}

/// The search over the devices of \p result, where nothing was said of how they share the model.
std::string searchFor(const PlanArguments& said, const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    const std::int64_t devices = plan.axes.devices();
    if (said.model.empty() || said.hardware.empty() || result.model.recommender() != nullptr || devices < 2 ||
        plan.axes.replica != devices || plan.axes.expert != 1 || plan.sharding != core::Sharding{})
        return {};
    std::string command =
        "shardscope-cli search " + core::shellWord(said.model) + " " + core::shellWord(said.hardware);
    if (!core::devicesSaid(said.hardware))
        command += " --devices " + std::to_string(devices);
    for (const auto& [option, value] : said.options) {
        if (option != "replica" && option != kDevicesOption)
            command += " --" + option + " " + core::shellWord(value);
    }
    return command;
}

/// \p value FLOP/s
std::string flopRate(double value)
{
    return core::toText(core::FlopsPerSecond{value}, {4, core::BytePrefix::Binary});
}

std::string throughputLines(const core::ModelSpec& model, const core::Evaluation& evaluation)
{
    const core::Throughput& rates = evaluation.throughput;
    constexpr double kTera = 1e12;
    const auto percentOf = [](double fraction) { return significant(fraction * 100, 3) + " %"; };
    std::string text =
        "Throughput: " + significant(rates.samplesPerSecond, 4) + " samples/s, " +
        (rates.tokensPerSecond > 0 ? significant(rates.tokensPerSecond, 4) + " tokens/s, " : "") +
        flopRate(rates.modelTflopsPerDevice * kTera) + " a device (model FLOPs), utilization " +
        percentOf(rates.modelFlopsUtilization) + "\n";
    if (rates.modelFlopsPerSample <= 0)
        return text;
    if (const double causal = planner::causalShareOfFlops(model, evaluation.plan); causal < 1)
        text += "  causal attention counted once: " + flopRate(causal * rates.modelTflopsPerDevice * kTera) +
                " a device, utilization " + percentOf(causal * rates.modelFlopsUtilization) + "\n";
    return text + "  all devices: " + flopRate(rates.modelFlopsPerSample * rates.samplesPerSecond) +
           "; with what is recomputed " + flopRate(rates.hardwareTflopsPerDevice * kTera) +
           " a device, hardware utilization " + percentOf(rates.hardwareFlopsUtilization) + "\n";
}

std::string money(double value)
{
    return core::toText(core::Quantity<core::kCurrency>{value}, {4, core::BytePrefix::Binary});
}

std::string costLines(const PlanResult& result, core::TextStyle style)
{
    const core::Evaluation& evaluation = result.evaluation;
    std::string text;
    if (const QString crossed = boundaryText(evaluation); !crossed.isEmpty())
        text += crossed.toStdString() + "\n";
    if (const QString inside = insideNodeText(result.model, result.hardware, evaluation); !inside.isEmpty())
        text += inside.toStdString() + "\n";
    for (const QString& line : {superstepText(evaluation), pipelineIdleText(evaluation)})
        text += line.isEmpty() ? std::string() : line.toStdString() + "\n";
    const auto figure = [&](std::string_view name) {
        const auto* found = evaluation.figures.find(name);
        return found == evaluation.figures.end() ? 0 : found->second;
    };
    if (figure("resident_bytes") < figure("addressable_bytes"))
        text += "Parameter servers hold " + core::toText(core::Bytes{figure("resident_bytes")}, style) +
                " of " + core::toText(core::Bytes{figure("addressable_bytes")}, style) +
                " of rows: the least recently used are evicted, and " +
                significant(figure("miss_ratio") * 100, 3) + " % of lookups make their row anew\n";
    if (evaluation.figures.count("placement_gap") > 0)
        text += "Placement: lookups, updates and exchanges of the slowest device take " +
                core::toText(core::Seconds{figure("placement_seconds")}, style) +
                " a step where nothing runs beside them, " + significant(figure("placement_gap"), 3) +
                " times the least that any placement of them could; they fill " +
                core::percentText(figure("table_memory_share"), 1) +
                " of the memory that they may use (the fuller, the less choice where they lie)\n";
    if (evaluation.figures.count("readers_per_device") > 0) {
        const double readers = evaluation.figures.at("readers_per_device");
        text +=
            "Readers: " + grouped(std::llround(readers)) + " host cores a device, " +
            grouped(std::llround(readers * static_cast<double>(evaluation.devices))) + " in all" +
            (evaluation.figures.at("readers_sized") > 0 ? ", as many as never keep a device waiting" : "") +
            " (an id's time is assumed; their price: --beside CLUSTER --set price-reader-core=...)\n";
    }
    if (evaluation.energyPerStep)
        text += "Energy: " + core::toText(*evaluation.energyPerStep, style) + " a step\n";
    if (evaluation.currencyPerStep)
        text += "Cost: " + money(*evaluation.currencyPerStep) + " a step, at " +
                money(evaluation.currencyPerHour.value_or(0)) + " an hour of all machines" +
                (result.hardware.price && result.hardware.price->unverified ? " (a price nobody could check)"
                                                                            : "") +
                "\n";
    for (const QString& line :
         {missingCosts(result.hardware, evaluation), takenAs(result.model, result.hardware, evaluation)})
        text += line.isEmpty() ? std::string() : line.toStdString() + "\n";
    if (!evaluation.training)
        return text;
    const core::TrainingRun& run = *evaluation.training;
    text += "Training: " + grouped(std::llround(run.steps)) + " steps in " + core::toText(run.seconds, style);
    if (run.energy)
        text += ", " + core::toText(*run.energy, style);
    if (run.currency)
        text += ", " + money(*run.currency);
    text += "\n";
    if (run.loss)
        text += "Loss by the scaling law of arXiv:2203.15556: " + core::fixedText(*run.loss, 3) +
                " nats a token (dense decoders, on that paper's text)\n";
    return text;
}

/// What fewer bits on a recommender's wires were published to cost.
std::string wireLines(const PlanResult& result)
{
    std::string text;
    if (result.model.recommender() == nullptr)
        return text;
    for (const WireAccuracy& one : wireAccuracy(result.evaluation.plan))
        text += "Wire of " + one.collective + " in " + std::string(core::nameOf(one.dtype)) + ": " +
                one.finding + " (" + one.source + ")\n";
    return text;
}

std::string intervalLines(const PlanResult& result, core::TextStyle style)
{
    const auto span = [&](const Interval& of) {
        return core::toText(core::Seconds{of.low}, style) + " to " +
               core::toText(core::Seconds{of.high}, style);
    };
    const PredictedInterval found = stepInterval(result.model, result.hardware, result.evaluation);
    std::string text = "80 % interval of the step: " + span(found.interval) + " (" +
                       intervalBasis(found).toStdString() + ")\n";
    if (found.regime == "own")
        text += calibrationLines(found).join(QStringLiteral(". ")).toStdString() + ".\n";
    const std::vector<PartInterval> parts = partIntervals(result.model, result.hardware, result.evaluation);
    if (!parts.empty())
        text += "  and of the parts that its runs timed, waits for the host and recompute included:\n";
    for (const PartInterval& part : parts)
        text += "    " + partName(part).toStdString() + " " +
                core::toText(core::Seconds{part.predicted}, style) + ": " + span(part.interval) + "\n";
    return text;
}

/// What a global batch that is said alone means, of a step that would have many micro-batches otherwise.
std::string batchLine(const PlanArguments& said, const PlanResult& result)
{
    const core::Batch& batch = result.evaluation.plan.batch;
    const auto says = [&](const char* key) {
        return std::ranges::any_of(said.options, [key](const auto& option) { return option.first == key; });
    };
    if (result.model.transformer() == nullptr || batch.microBatch < 2 || !says("global-batch") ||
        says("micro-batch") || says("micro-batches"))
        return {};
    return "All of a replica's samples are one micro-batch, since nothing says how they are divided: "
           "--micro-batch 1 makes " +
           grouped(batch.microBatch) + " of them.\n";
}

void printPlan(const Context& context, const PlanResult& result, const std::string& divided = {},
               const std::string& searched = {})
{
    const core::Evaluation& evaluation = result.evaluation;
    const QString refusal = refusalText(result.model, result.hardware, evaluation.plan);
    // A plan that nobody runs fits nowhere, however little memory it takes.
    const bool runs = refusal.isEmpty();
    context.print(headline(result) + divided + "\n" + (runs ? "" : refusal.toStdString() + "\n") +
                  (runs || !evaluation.verdict.feasible() ? verdictLines(evaluation, context.style, searched)
                                                          : memoryBasis(evaluation, context.style)) +
                  "\n");
    context.print(memoryTable(evaluation));
    if (evaluation.step.empty()) {
        context.print("\nThe step cannot be timed: the model is a parameter count alone.\n");
    } else {
        context.printBelow(stepTable(evaluation));
        context.print(intervalLines(result, context.style));
    }
    if (!evaluation.communication.empty()) {
        context.printBelow(communicationTable(evaluation));
    }
    if (!evaluation.step.empty())
        context.print("\n" + throughputLines(result.model, evaluation));
    context.print(costLines(result, context.style) + wireLines(result));
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

Answered explain(const Context& context, const PlanResult& result, const std::string& path)
{
    if (path == "list") {
        for (const std::string& known : derivationPaths(result.evaluation))
            context.print(known + "\n");
        return core::Done{};
    }
    SHARDSCOPE_TRY(const core::DerivationPtr why, findDerivation(result.evaluation, path));
    context.print(context.json ? derivationJson(why) : derivationText(path, why, context.style));
    return core::Done{};
}

/// The study of a recommender's plan beside PERSIA's roles.
core::Result<Study> studyBeside(const Context& context, const PlanCall& call, const PlanResult& result)
{
    SHARDSCOPE_TRY(RecommenderChoices choices, withChoices({}, call.choices));
    choices.cluster = call.beside;
    if (isCluster(context.catalog, result.hardware.name))
        return core::notSupported(W_("a cluster beside a cluster"),
                                  W_("name the hardware that shards the tables"))
            .in("--beside");
    SHARDSCOPE_TRY(const StudyRequest request, studyRequest(context.catalog, result.model, result.hardware,
                                                            result.evaluation.plan, std::move(choices)));
    SHARDSCOPE_TRY(Study study, studyRecommender(request, context.task));
    if (study.operations.unsized)
        return *study.operations.unsized;
    return study;
}

Answered printStudy(const Context& context, const PlanCall& call, const PlanResult& result)
{
    SHARDSCOPE_TRY(const Study study, studyBeside(context, call, result));
    // One plan, one rate: the step that the study timed, under what was asked of it.
    SHARDSCOPE_TRY(core::Evaluation timed, planner::evaluatePlaced(result.model, study.request.hardware,
                                                                   result.evaluation.plan, study.step, true));
    for (std::string& key : unverifiedOfZion(study))
        timed.unverified.push_back(std::move(key));
    const PlanResult asked{result.model, study.request.hardware, std::move(timed)};
    if (context.json) {
        context.print(planJson(asked, studyDocument(study)));
        return core::Done{};
    }
    printPlan(context, asked);
    const auto number = [](double value) { return QString::fromStdString(significant(value, 3)); };
    context.print("\n" + zionSentence(study, number).toStdString() + "\n");
    context.printBelow(studyTables(study));
    return core::Done{};
}

/// The plan of a sample or a file, with nothing changed.
core::Result<PlanResult> planOfSample(const Context& context, const std::string& name,
                                      const std::string& calibration = {})
{
    PlanArguments named;
    named.model = name;
    named = withSample(std::move(named));
    if (named.planFile.empty())
        named.planFile = name; // reading says what is wrong with it
    return evaluatePlan(context.catalog, {"", "", named.planFile, {}, calibration}, planner::Detail::Plain);
}

/// What else is said of a plan: a sentence, and the same as a document.
struct Beside {
    std::string text;
    core::Value document;
};

/// What becomes of a plan's activations until backward: what was chosen, in the plan's own words.
std::string activationsOf(const core::Plan& plan)
{
    return "recompute " + std::string(core::nameOf(plan.recompute)) + ", kept in " +
           std::string(core::nameOf(plan.residency.activations)) + " memory";
}

/// The two parts of a training added up. Where activations are chosen, each part's are: what is cheaper to
/// compute again in one part may be cheaper to keep in the other.
core::Result<Beside> thenBoth(const Context& context, const PlanCall& call, const PlanResult& result)
{
    SHARDSCOPE_TRY(PlanResult second, planOfSample(context, call.then, call.arguments.calibration));
    std::string chosen;
    if (call.choose) {
        SHARDSCOPE_TRY(second, withCheapestActivations(std::move(second)));
        chosen = "Activations: " + activationsOf(result.evaluation.plan) + "; then " +
                 activationsOf(second.evaluation.plan) + "\n";
    }
    if (!result.evaluation.training || !second.evaluation.training)
        return core::errorIn(core::ErrorCode::MissingKey, {"training"}, call.then);
    const core::Seconds rest = second.evaluation.training->seconds;
    const core::Seconds both = result.evaluation.training->seconds + rest;
    return Beside{chosen + "Then " + call.then + ": " + core::toText(rest, context.style) +
                      "; both parts: " + core::toText(both, context.style) + "\n",
                  core::Value::ofMembers({{"plan", core::Value::ofText(call.then)},
                                          {"training_seconds", core::Value::ofReal(rest.value())},
                                          {"both_seconds", core::Value::ofReal(both.value())}})};
}

/// How many times as fast as another plan, a device and a second.
core::Result<Beside> againstOther(const Context& context, const PlanCall& call, const PlanResult& result)
{
    constexpr double kTera = 1e12;
    SHARDSCOPE_TRY(const PlanResult other, planOfSample(context, call.against));
    const double own = result.evaluation.throughput.modelTflopsPerDevice;
    const double theirs = other.evaluation.throughput.modelTflopsPerDevice;
    if (!(theirs > 0))
        return core::notSupportedFor(call.against, W_("its step cannot be timed"));
    return Beside{"Against " + call.against + ": " + significant(own / theirs, 3) +
                      " times its rate a device (" + flopRate(own * kTera) + " and " +
                      flopRate(theirs * kTera) + ", model FLOPs)\n",
                  core::Value::ofMembers({{"plan", core::Value::ofText(call.against)},
                                          {"model_tflops_per_device", core::Value::ofReal(theirs)},
                                          {"times", core::Value::ofReal(own / theirs)}})};
}

Answered printWithOthers(const Context& context, const PlanCall& call, const PlanResult& result)
{
    std::string text;
    core::Value document = core::Value::ofMembers({});
    const PublishedBeside published =
        publishedBeside(context.catalog, result.model, result.hardware, result.evaluation);
    const auto failing = failingStage(result.model, result.hardware, result.evaluation);
    document.member("failing_request") = failingRequestDocument(failing);
    document.member("nearest_runs") = nearestDocument(published);
    document.member("beats_published") =
        published.beaten ? core::Value::ofText(beatenText(published).toStdString()) : core::Value{};
    for (const auto& [key, name, make] :
         {std::tuple{"then", &call.then, &thenBoth}, std::tuple{"against", &call.against, &againstOther}}) {
        if (name->empty())
            continue;
        SHARDSCOPE_TRY(const Beside made, make(context, call, result));
        text += made.text;
        document.member(key) = made.document;
    }
    if (context.json) {
        context.print(planJson(result, document));
    } else {
        printPlan(context, result, batchLine(call.arguments, result), searchFor(call.arguments, result));
        if (failing)
            context.print("\n" + failingRequestText(*failing).toStdString() + "\n");
        context.print(linesOf(publishedLines(published)));
        context.print(text);
    }
    return core::Done{};
}

/// Every part of a published training, planned on the machine that is asked for.
Answered runRecipe(Context& context, const PlanCall& call)
{
    const PlanArguments& given = call.arguments;
    SHARDSCOPE_TRY(const TrainingRecipe recipe, readRecipe(context.catalog, call.recipe));
    SHARDSCOPE_TRY(const PlannedTraining training,
                   planTraining(context.catalog,
                                {given.model, given.hardware, given.planFile, given.options,
                                 given.calibration, call.price, call.power},
                                recipe));
    if (context.json) {
        context.print(core::jsonText(trainingDocument(training)) + "\n");
        return core::Done{};
    }
    const PlanResult& first = training.parts.front();
    context.print(recipe.title + "\n" + headline(first) + "\n");
    context.print(trainingTable(training));
    context.print("\n" + trainingSentence(training, context.style).toStdString() + "\n");
    return core::Done{};
}

Answered runPlan(Context& context, const PlanCall& call)
{
    const PlanArguments given = withSample(call.arguments);
    if (listsChoices(context, call.choices))
        return core::Done{};
    if (!call.recipe.empty())
        return runRecipe(context, call);
    if (call.beside.empty() && !call.choices.empty())
        return core::errorIn(core::ErrorCode::MissingKey, {"--beside"}, "--set");
    SHARDSCOPE_TRY(PlanResult result, evaluatePlan(context.catalog,
                                                   {given.model, given.hardware, given.planFile,
                                                    given.options, given.calibration, call.price, call.power},
                                                   planner::Detail::Explained));
    if (call.choose) {
        SHARDSCOPE_TRY(result, withCheapestActivations(std::move(result)));
    }
    if (!call.report.empty()) {
        SHARDSCOPE_TRY(const core::Report report, planReport(result, call.report));
        context.json ? context.print(reportJson(report)) : context.print(report, true);
        return core::Done{};
    }
    if (call.strict && !result.evaluation.verdict.feasible())
        context.exit = Exit::No;
    return !call.explain.empty()  ? explain(context, result, call.explain)
           : !call.beside.empty() ? printStudy(context, call, result)
                                  : printWithOthers(context, call, result);
}

} // namespace

void addPlanVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand("plan", "memory, step time, communication and verdict of one plan");
    const auto call = std::make_shared<PlanCall>();
    addPlanArguments(*verb, call->arguments);
    addDevicesOption(*verb, call->arguments);
    addCalibrationOption(*verb, call->arguments);
    auto* const explained = verb->add_option(
        "--explain", call->explain,
        "prints how a number came to be: memory.TIER.PURPOSE[@RANK_CLASS], step.PART, "
        "communication.GROUP.OPERATION, throughput.RATE, cost.FIGURE, training.FIGURE; 'list' "
        "names them all");
    auto* const report = verb->add_option(
        "--report", call->report,
        "prints tables of one part: phases (what each phase holds and streams), memory (the allocator "
        "over the step, stage by stage), activations (keep, recompute or move, and where they "
        "break even)");
    takesOneOf(report, planReportNames());
    report->transform([](const std::string& name) { // as scripts of 2025 have it
        return name == "walk" ? std::string("memory") : name;
    });
    verb->add_flag("--choose-activations", call->choose,
                   "takes the recompute and the memory of activations that give the shortest step that fits");
    takesNumber(
        verb->add_option("--price", call->price, "of a device and hour, in the place of the hardware's own"),
        0, 1e12);
    takesNumber(verb->add_option("--power", call->power,
                                 "watts of a device, in the place of the hardware's own, all the time"),
                0, 1e6);
    verb->add_option("--then", call->then,
                     "a sample or plan file for the part of the training that follows: both times are added");
    verb->add_option("--recipe", call->recipe,
                     "a published training (resources/trainings, or a file): every part of it, added up");
    verb->add_option("--against", call->against,
                     "a sample or plan file: how many times its rate this plan has");
    auto* const beside = verb->add_option(
        "--beside", call->beside, "recommenders: a cluster of PERSIA's roles to set beside the sharded plan");
    explained->excludes(report)->excludes(beside); // each of them is an answer of its own
    report->excludes(beside);
    addChoiceOption(*verb, call->choices);
    verb->add_flag("--strict", call->strict, "exit with 1 where the plan does not fit");
    answersWith(*verb, context, [&context, call] { return runPlan(context, *call); });
}

} // namespace shardscope::app
