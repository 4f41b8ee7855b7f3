// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/training_recipe.h"

#include "app/session/accuracy/interval.h"
#include "app/session/plan/read_plan.h"
#include "app/session/plan/solved_options.h"
#include "app/session/text/words.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/spec_reader.h"
#include "core/io/text_file.h"
#include "core/report/columns.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace shardscope::app {
namespace {

namespace fs = std::filesystem;
using core::Cell;
using core::Result;
using core::Value;

constexpr const char* kFolder = "trainings";
constexpr core::WholeRange kBatches{1, std::int64_t{1} << 40};
constexpr double kMostSamples = 1e15;

RecipePart readPart(core::SpecReader& reader)
{
    RecipePart part;
    part.title = reader.text("title");
    part.sequenceLength = reader.whole("sequence_length");
    part.globalBatch = reader.whole("global_batch", kBatches);
    part.microBatch = reader.whole("micro_batch", kBatches);
    part.samples = reader.number("samples", 1, kMostSamples);
    reader.rejectUnused();
    return part;
}

PublishedTraining readPublished(core::SpecReader& reader)
{
    PublishedTraining published;
    published.hardware = reader.text("hardware");
    published.devices = reader.whole("devices");
    published.seconds = core::Seconds{reader.number("seconds", 1, kMostSamples)};
    published.source = reader.text("source");
    reader.rejectUnused();
    return published;
}

bool says(const PlanOptions& options, std::string_view key)
{
    return std::ranges::any_of(options, [key](const auto& option) { return option.first == key; });
}

/// The largest micro-batch up to the published one that divides a replica's samples and fits; 1 where none
/// does.
Result<PlanResult> evaluatePart(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                const TrainingRecipe& recipe, const RecipePart& part, PlanOptions options,
                                const core::Task& task)
{
    if (!says(options, "sequence-length"))
        options.emplace_back("sequence-length", std::to_string(part.sequenceLength));
    SHARDSCOPE_TRY(options, withDevices(std::move(options), recipe.plan, recipe.name));
    SHARDSCOPE_TRY(const core::Plan first, readPlan(recipe.plan, recipe.name, options, model));
    const core::Batch& one = first.batch;
    const std::int64_t replicas = one.globalBatch / (one.microBatch * one.microBatches);
    const std::int64_t share = std::max<std::int64_t>(1, (part.globalBatch + replicas / 2) / replicas);
    options.emplace_back("training-samples", core::numberText(part.samples));
    const planner::Evaluator evaluator(model, hardware);
    for (std::int64_t micro = std::min(part.microBatch, share);; --micro) {
        if (share % micro != 0)
            continue;
        PlanOptions sized = options;
        if (!says(options, "micro-batch"))
            sized.emplace_back("micro-batch", std::to_string(micro));
        if (!says(options, "global-batch"))
            sized.emplace_back("global-batch", std::to_string(share * replicas));
        SHARDSCOPE_TRY(const core::Plan plan, readPlan(recipe.plan, recipe.name, sized, model));
        SHARDSCOPE_TRY(core::Evaluation evaluation, evaluator.evaluate(plan, planner::Detail::Plain, task));
        if (micro == 1 || says(options, "micro-batch") || evaluation.verdict.feasible())
            return PlanResult{model, hardware, std::move(evaluation)};
    }
}

} // namespace

std::vector<std::string> recipeNames(const core::Catalog& catalog)
{
    std::vector<std::string> known;
    for (const fs::path& entry : core::files::entries(catalog.resources() / kFolder)) {
        if (entry.extension() == ".json")
            known.push_back(entry.stem().string());
    }
    std::ranges::sort(known);
    return known;
}

Result<TrainingRecipe> readRecipe(const core::Catalog& catalog, const std::string& nameOrPath)
{
    const std::vector<std::string> known = recipeNames(catalog);
    const auto meant = [&](const std::string& name) {
        return name == nameOrPath || name.ends_with('-' + nameOrPath);
    };
    fs::path file = nameOrPath;
    if (std::ranges::count_if(known, meant) == 1)
        file = catalog.resources() / kFolder / (*std::ranges::find_if(known, meant) + ".json");
    else if (!core::files::isPlain(file))
        return core::unknownName(nameOrPath, known, W_("training recipe"));
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    SHARDSCOPE_TRY(const Value document, core::parseJsonText(text, file.string()));
    core::FirstError errors;
    core::SpecReader reader(document, {}, errors);
    TrainingRecipe recipe;
    recipe.name = reader.text("name");
    recipe.title = reader.textOr("title", recipe.name);
    recipe.model = reader.text("model");
    recipe.source = reader.text("source");
    if (const Value* plan = reader.find("plan"))
        recipe.plan = *plan;
    reader.eachOf("parts", true, [&](core::SpecReader& part) { recipe.parts.push_back(readPart(part)); });
    reader.eachOf("published", false,
                  [&](core::SpecReader& one) { recipe.published.push_back(readPublished(one)); });
    reader.rejectUnused();
    if (recipe.parts.empty())
        reader.fail(core::ErrorCode::MissingKey, {"parts"});
    if (errors)
        return errors.get()->in(file.string());
    return recipe;
}

Result<PlannedTraining> planTraining(const core::Catalog& catalog, const PlanRequest& request,
                                     const TrainingRecipe& recipe)
{
    SHARDSCOPE_TRY(const core::ModelSpec model,
                   catalog.model(request.model.empty() ? recipe.model : request.model));
    SHARDSCOPE_TRY(core::HardwareSpec hardware, catalog.hardware(request.hardware));
    if (!request.calibration.empty()) {
        SHARDSCOPE_TRY(hardware, withCalibration(catalog, std::move(hardware), request.calibration));
    }
    return planTraining(model, hardware, request.options, recipe);
}

Result<PlannedTraining> planTraining(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                     const PlanOptions& options, const TrainingRecipe& recipe,
                                     const core::Task& task)
{
    PlannedTraining training{recipe, {}, {}, {}, {}, {}};
    for (const RecipePart& part : recipe.parts) {
        SHARDSCOPE_TRY(PlanResult planned, evaluatePart(model, hardware, recipe, part, options, task));
        if (!planned.evaluation.training)
            return core::notSupportedFor(model.name, W_("its step cannot be timed"));
        const core::Seconds whole = planned.evaluation.training->seconds;
        const core::Seconds step = planned.evaluation.step.at(core::StepPart::Total).seconds;
        const Interval interval = stepInterval(model, hardware, planned.evaluation).interval;
        training.seconds += whole;
        training.low += whole * (interval.low / step.value());
        training.high += whole * (interval.high / step.value());
        training.parts.push_back(std::move(planned));
    }
    const auto same = std::ranges::find_if(recipe.published, [&](const PublishedTraining& one) {
        return one.hardware == hardware.name && one.devices == training.parts.front().evaluation.devices;
    });
    if (same != recipe.published.end())
        training.published = *same;
    return training;
}

core::Table trainingTable(const PlannedTraining& training)
{
    core::Table table{"training", N_("Parts of the training"), {}, {}};
    table.columns = {core::textColumn("training", N_("Training")),
                     core::textColumn("part", N_("Part")),
                     core::integerColumn("global_batch", N_("Global batch"), N_("samples a step")),
                     core::integerColumn("micro_batch", N_("Micro-batch")),
                     core::realColumn("samples", N_("Samples")),
                     core::integerColumn("steps", N_("Steps")),
                     core::realColumn("samples_per_second", N_("Samples/s"), N_("of all devices")),
                     core::secondsColumn("seconds", N_("Time")),
                     core::flagColumn("fits", N_("Fits"))};
    for (std::size_t index = 0; index < training.parts.size(); ++index) {
        const core::Evaluation& evaluation = training.parts[index].evaluation;
        table.rows.push_back({Cell(training.recipe.title), Cell(training.recipe.parts[index].title),
                              Cell(evaluation.plan.batch.globalBatch), Cell(evaluation.plan.batch.microBatch),
                              Cell(training.recipe.parts[index].samples),
                              Cell(static_cast<std::int64_t>(evaluation.training->steps)),
                              Cell(evaluation.throughput.samplesPerSecond),
                              Cell(evaluation.training->seconds.value()),
                              Cell(evaluation.verdict.feasible())});
    }
    return table;
}

QString trainingSentence(const PlannedTraining& training, core::TextStyle style)
{
    const auto text = [&](core::Seconds seconds) {
        return QString::fromStdString(core::toText(seconds, style));
    };
    QString sentence = Words::tr("All parts: %1 (80 % interval %2 to %3).")
                           .arg(text(training.seconds), text(training.low), text(training.high));
    if (training.published)
        sentence += ' ' + Words::tr("Published on this machine and as many devices: %1 (%2).")
                              .arg(text(training.published->seconds),
                                   QString::fromStdString(training.published->source));
    return sentence;
}

Value trainingDocument(const PlannedTraining& training)
{
    std::vector<Value> parts;
    for (std::size_t index = 0; index < training.parts.size(); ++index) {
        const core::Evaluation& evaluation = training.parts[index].evaluation;
        parts.push_back(
            Value::ofMembers({{"title", Value::ofText(training.recipe.parts[index].title)},
                              {"samples", Value::ofReal(training.recipe.parts[index].samples)},
                              {"steps", Value::ofReal(evaluation.training->steps)},
                              {"seconds", Value::ofReal(evaluation.training->seconds.value())},
                              {"samples_per_second", Value::ofReal(evaluation.throughput.samplesPerSecond)},
                              {"feasible", Value::ofFlag(evaluation.verdict.feasible())},
                              {"plan", core::planDocument(evaluation.plan)}}));
    }
    return Value::ofMembers(
        {{"recipe", Value::ofText(training.recipe.name)},
         {"training_seconds", Value::ofReal(training.seconds.value())},
         {"low_seconds", Value::ofReal(training.low.value())},
         {"high_seconds", Value::ofReal(training.high.value())},
         {"published_seconds",
          training.published ? Value::ofReal(training.published->seconds.value()) : Value{}},
         {"parts", Value::ofItems(std::move(parts))}});
}

} // namespace shardscope::app
