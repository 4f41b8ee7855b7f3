// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/nearest_runs.h"

#include "app/session/plan/read_plan.h"
#include "app/session/published/published_names.h"
#include "app/session/published/published_runs.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/catalog/model_file.h"
#include "core/catalog/said_name.h"
#include "core/io/json_tree.h"
#include "core/io/text_file.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"
#include "planner/planner.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>

namespace shardscope::app {
namespace {

using published::Json;

constexpr std::size_t kMost = 3;
/// The farthest that a run may be to be called near: a model of a third of the work on another device in
/// another format, say, is too far.
constexpr double kFarthest = 2.5;

/// What tells devices apart, whatever machine they are in.
struct Device {
    double peak16 = 0; ///< FLOP/s
    double bytes = 0;

    /// Clocks and usable memory of one device differ a little from machine to machine.
    [[nodiscard]] bool same(const Device& other) const
    {
        return std::abs(std::log(peak16 / other.peak16)) < 0.02 &&
               std::abs(std::log(bytes / other.bytes)) < 0.05;
    }
};

Device deviceOf(const core::HardwareSpec& hardware)
{
    Device device;
    if (const core::Engine* engine = hardware.engine(core::EngineKind::Matrix, core::Dtype::Bf16))
        device.peak16 = engine->peak.value.value();
    if (const core::MemoryTier* memory = hardware.tier(core::Tier::Device))
        device.bytes = memory->capacity.value.value() / static_cast<double>(memory->sharedBy);
    return device;
}

/// What a plan and a published run are compared by.
struct Kind {
    double flopsPerToken = 0;
    double sequence = 0; ///< 0: not stated
    bool mixture = false;
    std::string recommender; ///< its name; empty: none
    Device device;
    double devices = 1;
    int bits = 0;          ///< of the products' numbers; 0: not stated
    std::string framework; ///< the plan's word for it; empty: another
};

struct Listed {
    NearestRun run;
    Kind kind;
    double causalShare = 1; ///< causalShare()
    double tflops = 0;      ///< model FLOP/s a device, so counted; 0: what is stated does not tell
    core::Value document;
    bool whole = false; ///< its configuration is
};

int bitsOf(core::Dtype dtype)
{
    const double bytes = core::widthOf(dtype).value();
    return bytes >= 4 ? 32 : bytes >= 2 ? 16 : bytes >= 1 ? 8 : 4;
}

int bitsOf(const std::string& format)
{
    const auto has = [&](const char* word) { return format.find(word) != std::string::npos; };
    return has("fp4") || has("FP4")                    ? 4
           : has("fp8") || has("FP8")                  ? 8
           : has("bf16") || has("BF16") || has("fp16") ? 16
                                                       : 0;
}

/// A plan's word for the program that \p said names.
std::string frameworkOf(const std::string& said)
{
    static constexpr std::array<std::pair<const char*, const char*>, 13> kWords{
        {{"torchtitan", "torchtitan"},
         {"AutoModel", "automodel"},
         {"llm-foundry", "llm-foundry"},
         {"MaxText", "maxtext"},
         {"Megatron", "megatron"},
         {"Primus", "megatron"},
         {"FSDP", "fsdp2"},
         {"OLMo", "fsdp2"},
         {"TRL", "fsdp2"},
         {"DeepSpeed", "deepspeed"},
         {"nanotron", "nanotron"},
         {"HugeCTR", "hugectr"},
         {"swift", "deepspeed"}}};
    for (const auto& [word, framework] : kWords) {
        if (said.find(word) != std::string::npos)
            return framework;
    }
    return {};
}

/// FLOPs of a token of \p model, attention over \p sequence in full; without a model what its size says
/// (6 a parameter, and attention where width and layers are stated).
double flopsPerToken(const core::ModelSpec* model, const Json& row, double sequence)
{
    const double length = std::max(1.0, sequence);
    if (model != nullptr && model->transformer() != nullptr) {
        core::Batch batch;
        batch.sequenceLength = static_cast<std::int64_t>(length);
        return planner::modelFlopsPerSample(*model->transformer(), batch) / length;
    }
    const auto shape = row.find("shape");
    if (shape == row.end() || !shape->is_object())
        return 0;
    return 6 * published::real(*shape, "parameters") +
           12 * published::real(*shape, "layers") * published::real(*shape, "hidden") * sequence;
}

/// The part of that which is left where pairs that a causal mask hides are not counted: so runs with samples
/// of any length compare.
double causalShare(const core::ModelSpec* model, const Json& row, double full, double sequence)
{
    if (model != nullptr && model->transformer() != nullptr) {
        core::Plan plan;
        plan.batch.sequenceLength = static_cast<std::int64_t>(std::max(1.0, sequence));
        return planner::causalShareOfFlops(*model, plan);
    }
    return full > 0 ? (full + flopsPerToken(model, row, 0)) / (2 * full) : 0;
}

bool isMixture(const core::ModelSpec& model)
{
    return model.transformer() != nullptr && model.transformer()->experts > 0;
}

/// Models and machines of the list by their names, each read once.
class Catalogued {
public:
    explicit Catalogued(const core::Catalog& catalog)
        : m_catalog(catalog)
    {
    }
    const core::ModelSpec* model(const Json& named)
    {
        if (named.is_null())
            return nullptr;
        const auto [at, first] = m_models.try_emplace(named.dump());
        if (first) {
            auto read = named.is_string() ? m_catalog.model(named.get<std::string>())
                                          : core::parseModel(published::valueOf(named), "published run");
            if (read.ok())
                at->second = std::move(*read);
        }
        return at->second ? &*at->second : nullptr;
    }
    Device device(const std::string& name)
    {
        const auto [at, first] = m_devices.try_emplace(name);
        if (first) {
            if (const auto read = m_catalog.hardware(name); read.ok())
                at->second = deviceOf(*read);
        }
        return at->second;
    }

private:
    const core::Catalog& m_catalog;
    std::map<std::string, std::optional<core::ModelSpec>> m_models;
    std::map<std::string, Device> m_devices;
};

/// Samples of a step; 0: not stated.
double batchOf(const Json& row)
{
    if (const double stated = published::real(row, "global_batch"); stated > 0)
        return stated;
    if (row.contains("plan") && row["plan"].contains("batch"))
        return published::real(row["plan"]["batch"], "global_batch");
    const double devices = published::real(row, "gpus");
    if (const double replica = published::real(row, "batch_per_dp"); replica > 0)
        return replica * devices /
               static_cast<double>(published::degree(row, "t") * published::degree(row, "p") *
                                   published::degree(row, "c"));
    return row.contains("sharding") ? published::real(row, "mbs") * published::real(row, "acc") * devices : 0;
}

/// Step, tokens and FLOPs a second, as far as what is stated tells.
void addSpeeds(const Json& row, Listed& listed)
{
    const double devices = listed.kind.devices;
    const double tokensOfStep = row.contains("tokens_step") ? published::real(row, "tokens_step")
                                                            : batchOf(row) * listed.kind.sequence;
    double step = published::real(row, "step_s");
    double tokens = published::real(row, "tok_s_gpu");
    const double flops = listed.kind.flopsPerToken;
    if (const double share = published::real(row, "mfu"); tokens <= 0 && step <= 0 && share > 0 && flops > 0)
        tokens = share / 100 * listed.kind.device.peak16 / flops;
    if (step <= 0 && tokens > 0)
        step = tokensOfStep / (tokens * devices);
    if (tokens <= 0 && step > 0)
        tokens = tokensOfStep / (step * devices);
    if (step > 0)
        listed.run.stepSeconds = step;
    if (tokens > 0)
        listed.run.tokensPerSecond = tokens;
    // Adapters compute less than their model, and how much attention costs depends on the samples' length.
    const bool adapters = row.contains("plan") && row["plan"].contains("lora");
    const bool tuning = published::text(row, "section").find("Pre-Training") == std::string::npos &&
                        row.contains("section") && row.contains("release");
    if (tokens > 0 && listed.kind.sequence > 0 && !adapters && !tuning)
        listed.tflops = tokens * flops * listed.causalShare / 1e12;
}

std::vector<Listed> listIn(const core::Catalog& catalog)
{
    const std::filesystem::path file = catalog.resources() / "published_runs" / "runs.json";
    const auto text = core::readTextFile(file);
    const auto document =
        text.ok() ? core::parseJsonText(*text, file.string()) : core::Result<core::Value>(text.error());
    std::vector<Listed> all;
    if (!document.ok() || !published::isPublishedRuns(*document))
        return all;
    const Json list = core::jsonOf<Json>(*document);
    Catalogued known(catalog);
    for (published::PublishedRun& read : published::publishedRuns(*document)) {
        const Json& row = list["rows"][read.row];
        const std::string machine = published::text(row, row.contains("system") ? "system" : "hardware");
        Listed one;
        one.run = {
            list["sources"][static_cast<std::size_t>(published::whole(row, "source", 0))].get<std::string>(),
            published::text(row, "model"),
            machine,
            published::text(row, "framework"),
            published::text(row, "precision"),
            published::whole(row, "gpus", 0),
            {},
            {},
            {}};
        const core::ModelSpec* model = known.model(published::modelOf(one.run.model));
        one.kind.sequence = published::real(row, "seq");
        one.kind.flopsPerToken = flopsPerToken(model, row, one.kind.sequence);
        one.causalShare = causalShare(model, row, one.kind.flopsPerToken, one.kind.sequence);
        one.kind.mixture = model != nullptr && isMixture(*model);
        if (model != nullptr && model->recommender() != nullptr)
            one.kind.recommender = model->name;
        if (const std::string named = core::machineWritten(machine); !named.empty())
            one.kind.device = known.device(named);
        one.kind.devices = std::max(1.0, static_cast<double>(one.run.devices));
        one.kind.bits = bitsOf(one.run.format);
        one.kind.framework = frameworkOf(one.run.framework);
        addSpeeds(row, one);
        one.whole = !read.problem;
        one.document = std::move(read.document);
        // FLOP/s alone do not compare: publishers count them differently.
        const bool told = one.run.stepSeconds || one.run.tokensPerSecond;
        if (told && one.kind.device.peak16 > 0 &&
            (one.kind.flopsPerToken > 0 || !one.kind.recommender.empty()))
            all.push_back(std::move(one));
    }
    return all;
}

/// Read once of each folder of resources.
const std::vector<Listed>& listOf(const core::Catalog& catalog)
{
    static std::mutex mutex;
    static std::map<std::string, std::vector<Listed>> lists;
    const std::lock_guard lock(mutex);
    const auto [at, first] = lists.try_emplace(catalog.resources().string());
    if (first)
        at->second = listIn(catalog);
    return at->second;
}

Kind kindOf(const core::ModelSpec& model, const core::HardwareSpec& hardware,
            const core::Evaluation& evaluation)
{
    const core::Plan& plan = evaluation.plan;
    Kind kind;
    kind.sequence = static_cast<double>(plan.batch.sequenceLength);
    kind.flopsPerToken = flopsPerToken(&model, Json::object(), kind.sequence);
    kind.mixture = isMixture(model);
    if (model.recommender() != nullptr)
        kind.recommender = model.name;
    kind.device = deviceOf(hardware);
    kind.devices = static_cast<double>(evaluation.devices);
    kind.bits = bitsOf(plan.precision.compute.value_or(plan.precision.weights));
    kind.framework = core::nameOf(plan.implementation);
    if (plan.precision.autocast)
        kind.bits = std::min(kind.bits, 16);
    return kind;
}

/// 0: the same kind of run. A natural logarithm of the model's work, the rest weighed against it: another
/// device counts as much as a model of twice the size, a mixture beside a dense model as one of four times.
double distance(const Kind& plan, const Kind& run)
{
    if (plan.recommender != run.recommender || !(plan.device.peak16 > 0))
        return HUGE_VAL;
    const auto apart = [](double a, double b) { return a > 0 && b > 0 ? std::abs(std::log(a / b)) : 0; };
    double far = plan.recommender.empty() ? apart(plan.flopsPerToken, run.flopsPerToken) : 0;
    if (plan.recommender.empty() && !(plan.flopsPerToken > 0))
        return HUGE_VAL;
    far += plan.mixture != run.mixture ? 1.4 : 0;
    if (!plan.device.same(run.device))
        far += 0.7 + apart(plan.device.peak16, run.device.peak16);
    far += 0.2 * apart(plan.devices, run.devices);
    far += plan.framework == run.framework ? 0 : 0.3;
    if (run.bits == 0)
        far += 0.4;
    else if (std::min(plan.bits, 16) != run.bits)
        far += 0.7;
    return far + 0.15 * apart(plan.sequence, run.sequence);
}

std::optional<double> stepOf(const core::Catalog& catalog, const core::Value& document)
{
    const core::Value* named = document.find("model");
    const core::Value* machine = document.find("hardware");
    const core::Value* said = document.find("plan");
    if (named == nullptr || machine == nullptr || said == nullptr)
        return {};
    const auto model = named->kind == core::Value::Kind::Text ? catalog.model(named->text)
                                                              : core::parseModel(*named, "published run");
    const auto hardware = catalog.hardware(machine->text);
    if (!model.ok() || !hardware.ok())
        return {};
    const auto plan = readPlan(*said, "published run", {}, *model);
    if (!plan.ok())
        return {};
    const auto evaluation = planner::evaluate(*model, *hardware, *plan, planner::Detail::LaidOut);
    if (!evaluation.ok() || evaluation->step.empty())
        return {};
    return evaluation->step.at(core::StepPart::Total).seconds.value();
}

/// Ours of \p run, which is one of listOf()'s: worked out once.
std::optional<double> predictedSeconds(const core::Catalog& catalog, const Listed& run)
{
    static std::mutex mutex;
    static std::map<const Listed*, std::optional<double>> known;
    if (!run.whole)
        return {};
    const std::lock_guard lock(mutex);
    const auto [at, first] = known.try_emplace(&run);
    if (first)
        at->second = stepOf(catalog, run.document);
    return at->second;
}

/// Whether two rows tell of one run with small changes: only the nearer is shown.
bool alike(const NearestRun& a, const NearestRun& b)
{
    return a.model == b.model && a.hardware == b.hardware && a.devices == b.devices &&
           a.framework == b.framework;
}

void addNearest(const core::Catalog& catalog, const Kind& plan, const std::vector<Listed>& list,
                PublishedBeside& beside)
{
    std::vector<std::pair<double, const Listed*>> near;
    for (const Listed& one : list) {
        if (const double far = distance(plan, one.kind); far <= kFarthest)
            near.emplace_back(far, &one);
    }
    std::ranges::stable_sort(near, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first
                                  : a.second->run.tokensPerSecond > b.second->run.tokensPerSecond;
    });
    for (const auto& [far, one] : near) {
        const NearestRun& run = one->run;
        if (beside.nearest.size() == kMost ||
            std::ranges::any_of(beside.nearest, [&](const NearestRun& shown) { return alike(shown, run); }))
            continue;
        beside.nearest.push_back(run);
        beside.nearest.back().predictedSeconds = predictedSeconds(catalog, *one);
    }
}

void addBeaten(const core::Catalog& catalog, const Kind& plan, const core::ModelSpec& model,
               const core::Evaluation& evaluation, PublishedBeside& beside)
{
    if (!(plan.flopsPerToken > 0) || evaluation.step.empty() || evaluation.plan.adapters.any())
        return;
    const double tflops =
        evaluation.throughput.modelTflopsPerDevice * planner::causalShareOfFlops(model, evaluation.plan);
    const Listed* best = nullptr;
    std::size_t count = 0;
    for (const Listed& one : listOf(catalog)) {
        if (!(one.tflops > 0) || one.kind.bits != plan.bits || one.kind.mixture != plan.mixture ||
            !one.kind.recommender.empty() || !plan.device.same(one.kind.device))
            continue;
        ++count;
        if (best == nullptr || one.tflops > best->tflops)
            best = &one;
    }
    beside.tflops = tflops;
    if (best == nullptr || !(tflops > best->tflops))
        return;
    beside.beaten = best->run;
    beside.beatenRuns = count;
    beside.beatenTflops = best->tflops;
}

core::Value orNull(const std::optional<double>& value)
{
    return value ? core::Value::ofReal(*value) : core::Value{};
}
core::Value orNull(const std::string& text)
{
    return text.empty() ? core::Value{} : core::Value::ofText(text);
}

QString seconds(double value) { return QString::fromStdString(core::toText(core::Seconds{value}, {})); }
QString flopRate(double tflops)
{
    return QString::fromStdString(core::toText(core::FlopsPerSecond{tflops * 1e12}, {}));
}

/// "Llama-3-70B on 64 of H100-80GB, NeMo / Megatron-Core, bf16"
QString nameOfRun(const NearestRun& run)
{
    QString text = Words::tr("%1 on %2 of %3")
                       .arg(shownText(run.model), QString::number(run.devices), shownText(run.hardware));
    for (const std::string* more : {&run.framework, &run.format}) {
        if (!more->empty())
            text += QStringLiteral(", ") + shownText(*more);
    }
    return text;
}

/// "Llama-3-70B on 64 of H100-80GB, …: 700 tokens/s a device, 4.5 s a step, ours for it: 4.4 s (source)"
QString lineOf(const NearestRun& run)
{
    QStringList speeds;
    if (run.tokensPerSecond)
        speeds << Words::tr("%1 tokens/s a device")
                      .arg(QString::fromStdString(core::fixedText(*run.tokensPerSecond, 0)));
    if (run.stepSeconds)
        speeds << Words::tr("%1 a step").arg(seconds(*run.stepSeconds));
    if (run.predictedSeconds)
        speeds << Words::tr("ours for it: %1").arg(seconds(*run.predictedSeconds));
    return Words::tr("%1: %2 (%3)")
        .arg(nameOfRun(run), speeds.join(QStringLiteral(", ")), shownText(run.source));
}

} // namespace

PublishedBeside publishedBeside(const core::Catalog& catalog, const core::ModelSpec& model,
                                const core::HardwareSpec& hardware, const core::Evaluation& evaluation)
{
    PublishedBeside beside;
    const Kind plan = kindOf(model, hardware, evaluation);
    addNearest(catalog, plan, listOf(catalog), beside);
    addBeaten(catalog, plan, model, evaluation, beside);
    return beside;
}

core::Value nearestDocument(const PublishedBeside& beside)
{
    std::vector<core::Value> runs;
    for (const NearestRun& run : beside.nearest)
        runs.push_back(
            core::Value::ofMembers({{"source", core::Value::ofText(run.source)},
                                    {"model", core::Value::ofText(run.model)},
                                    {"hardware", core::Value::ofText(run.hardware)},
                                    {"devices", core::Value::ofInteger(run.devices)},
                                    {"framework", orNull(run.framework)},
                                    {"measured_seconds", orNull(run.stepSeconds)},
                                    {"predicted_seconds", orNull(run.predictedSeconds)},
                                    {"precision", orNull(run.format)},
                                    {"measured_tokens_per_second_per_device", orNull(run.tokensPerSecond)}}));
    return core::Value::ofItems(std::move(runs));
}

QString beatenText(const PublishedBeside& beside)
{
    if (!beside.beaten)
        return {};
    return Words::tr(
               "This step is faster than every published run of its kind: %1 a device (model FLOPs, causal "
               "attention "
               "by half), where the best of %2 on this device in this number format reached %3 (%4; %5).")
        .arg(flopRate(beside.tflops), QString::number(beside.beatenRuns), flopRate(beside.beatenTflops),
             nameOfRun(*beside.beaten), shownText(beside.beaten->source));
}

QString beatenText(const core::Catalog& catalog, const core::ModelSpec& model,
                   const core::HardwareSpec& hardware, const core::Evaluation& evaluation)
{
    PublishedBeside beside;
    addBeaten(catalog, kindOf(model, hardware, evaluation), model, evaluation, beside);
    return beatenText(beside);
}

QStringList publishedLines(const PublishedBeside& beside)
{
    QStringList lines;
    if (beside.beaten)
        lines << beatenText(beside);
    if (!beside.nearest.empty())
        lines << Words::tr("Nearest published runs:");
    for (const NearestRun& run : beside.nearest)
        lines << QStringLiteral("  ") + lineOf(run);
    return lines;
}

} // namespace shardscope::app
