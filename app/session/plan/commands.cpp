// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what a verb needs, calls the libraries, returns the value.
#include "app/session/plan/commands.h"

#include "app/session/documents/missing_name.h"
#include "app/session/plan/cluster_plan.h"
#include "app/session/plan/clusters.h"
#include "app/session/plan/entered_costs.h"
#include "app/session/plan/own_program.h"
#include "app/session/plan/read_plan.h"
#include "app/session/plan/solved_options.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/error_at.h"
#include "core/base/joined.h"
#include "core/base/mapped.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/report/columns.h"
#include "core/storage/item_links.h"
#include "core/units/percent.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"
#include "planner/planner.h"
#include "planner/search.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

namespace shardscope::app {
namespace {

using core::Cell;
using core::Table;

Table figureTable(const char* key, const std::string& title)
{
    Table table{key, title, {}, {}};
    table.columns = {core::wordColumn(core::Words::ModelFigure, "figure", N_("Figure")),
                     core::textColumn("value", N_("Value")), core::textColumn("source", N_("Source")),
                     core::flagColumn("unverified", N_("Unverified"))};
    return table;
}

/// Adds figures to a table, shortest text that reads back to the same number.
class Figures {
public:
    explicit Figures(Table& table)
        : m_table(table)
    {
    }

    void text(const std::string& figure, const std::string& value, const std::string& source = {},
              bool unverified = false)
    {
        m_table.rows.push_back(
            {Cell(figure), Cell(value), source.empty() ? Cell() : Cell(source), Cell(unverified)});
    }
    void count(const std::string& figure, std::int64_t value, bool unverified = false)
    {
        m_table.rows.push_back({Cell(figure), Cell(value), Cell(), Cell(unverified)});
        m_table.noteLast(1).dimension = core::kNumber;
    }
    template <class Q>
    void sourced(const std::string& figure, const core::Sourced<Q>& figureValue)
    {
        text(figure, core::toText(figureValue.value, {0, core::BytePrefix::Binary}), figureValue.source,
             figureValue.unverified);
    }
    /// A rate of bytes: powers of ten, as every maker writes them.
    void rate(const std::string& figure, const core::Sourced<core::BytesPerSecond>& value)
    {
        text(figure, core::toText(value.value, {0, core::BytePrefix::Decimal}), value.source,
             value.unverified);
    }

private:
    Table& m_table;
};

/// How fast collectives over \p link are taken to be: as measured, perhaps over a link of another bandwidth;
/// between machines where nobody measured, as the network is said or assumed to scale.
void addCollectives(const core::HardwareSpec& hardware, const core::Link& link, const std::string& name,
                    Figures& figures)
{
    const auto curve = std::ranges::find(hardware.collectives, link.level, &core::CollectiveCurve::level);
    const auto rate = [](core::BytesPerSecond value) {
        return core::toText(value, {0, core::BytePrefix::Decimal});
    };
    if (curve != hardware.collectives.end()) {
        const bool other =
            curve->linkBandwidth.value() > 0 && !(curve->linkBandwidth == link.bandwidth.value);
        figures.text(name + ", collectives",
                     other ? "measured over " + rate(curve->linkBandwidth) + ", scaled to " +
                                 rate(link.bandwidth.value)
                           : "measured over this link",
                     curve->source);
        return;
    }
    if (link.level != core::LinkLevel::Cluster)
        return;
    constexpr double kVeryMany = 1e6;
    const planner::NetworkShare most = planner::networkShare(hardware, link, kVeryMany, nullptr);
    std::string text = "not measured: taken to give all of its bandwidth over any number of machines";
    if (most.share < 1)
        text = "not measured: taken to give " + std::to_string(std::lround(100 * most.share)) +
               " % of its bandwidth over very many machines";
    figures.text(name + ", collectives", text, std::string(most.citation));
}

/// Whether a plan's file or \p options name its framework.
bool saysFramework(const core::Value& plan, const std::vector<std::pair<std::string, std::string>>& options)
{
    const auto names = [](std::string_view name) { return name == "framework" || name == "implementation"; };
    return std::ranges::any_of(options, [&](const auto& one) { return names(one.first); }) ||
           std::ranges::any_of(plan.members, [&](const auto& member) { return names(member.first); });
}

} // namespace

core::Result<core::HardwareSpec> withCalibration(const core::Catalog& catalog, core::HardwareSpec hardware,
                                                 const std::string& wanted)
{
    if (hardware.selectCalibration(wanted))
        return hardware;
    const std::filesystem::path path(wanted);
    // Else FILE/NAME; an item of a project may have a slash in its name.
    const bool item = core::itemAddress(wanted).has_value();
    const bool within = core::itemAddress(path.parent_path().string()) && !catalog.hardware(wanted).ok();
    const bool whole = core::files::exists(path) || (item && !within);
    if (whole || within || core::files::isPlain(path.parent_path())) {
        const std::string file = (whole ? path : path.parent_path()).string();
        SHARDSCOPE_TRY(const core::HardwareSpec read, catalog.hardware(file));
        hardware.calibrations = read.calibrations;
        if (!whole) {
            const std::string name = path.filename().string();
            if (hardware.selectCalibration(name))
                return hardware;
            return core::unknownValue(name,
                                      core::mapped<std::string>(read.calibrations, &core::Calibration::name))
                .in("--calibration");
        }
        // What the file has beside the catalogue's is what it is named for.
        if (std::ranges::any_of(read.calibrations, &core::Calibration::askedAlone))
            std::erase_if(hardware.calibrations, std::not_fn(&core::Calibration::askedAlone));
        for (core::Calibration& one : hardware.calibrations)
            one.askedAlone = hardware.calibrations.size() == 1;
        return hardware;
    }
    const auto known = core::mapped<std::string>(hardware.calibrations, &core::Calibration::name);
    if (known.empty())
        return core::unknownName(wanted, known, W_("calibration")).in("--calibration");
    return core::unknownValue(wanted, known).in("--calibration");
}

core::Result<PlanResult> evaluatePlan(const core::Catalog& catalog, const PlanRequest& request,
                                      planner::Detail detail)
{
    PlanDocument document;
    if (!request.planFile.empty()) {
        SHARDSCOPE_TRY(document, readPlanDocument(request.planFile));
    }
    const std::string& modelName = request.model.empty() ? document.model : request.model;
    const std::string& hardwareName = request.hardware.empty() ? document.hardware : request.hardware;
    if (modelName.empty() || hardwareName.empty())
        return missingName(modelName).in(request.planFile);
    SHARDSCOPE_TRY(core::ModelSpec model, catalog.model(modelName));
    if (isCluster(catalog, hardwareName) && request.price > 0)
        return core::notSupported(W_("a price of a device"),
                                  W_("the machines of a cluster have their own, in its file"))
            .in("--price");
    if (isCluster(catalog, hardwareName))
        return evaluateOnCluster(catalog, std::move(model), hardwareName, document, request, detail);
    SHARDSCOPE_TRY(core::HardwareSpec hardware, hardwareNotCluster(catalog, hardwareName));
    if (!request.calibration.empty()) {
        SHARDSCOPE_TRY(hardware, withCalibration(catalog, std::move(hardware), request.calibration));
    }
    hardware = withEnteredCosts(std::move(hardware), request.price, request.power);
    SHARDSCOPE_TRY(const auto options,
                   withSolvedOptions(withDevicesOfName(request.options, document.plan, hardwareName),
                                     document.plan, request.planFile, model, hardware));
    SHARDSCOPE_TRY(core::Plan plan, readPlan(document.plan, request.planFile, options, model));
    if (!saysFramework(document.plan, options))
        plan = inItsProgram(std::move(plan), hardware);
    SHARDSCOPE_TRY(core::Evaluation evaluation, planner::evaluate(model, hardware, plan, detail));
    return PlanResult{std::move(model), std::move(hardware), std::move(evaluation)};
}

QString missingCosts(const core::HardwareSpec& hardware, const core::Evaluation& evaluation)
{
    QStringList lines;
    if (evaluation.step.empty())
        return {};
    const QString name = shownText(hardware.name);
    if (!evaluation.energyPerStep)
        lines << Words::tr(
                     "Energy: no power of %1 is known: enter it with --power, or as power in a hardware file")
                     .arg(name);
    if (!evaluation.currencyPerStep)
        lines << Words::tr("Cost: no price of %1 is known: enter it with --price, or as price_per_hour in a "
                           "hardware file")
                     .arg(name);
    return lines.join(QLatin1Char('\n'));
}

core::Result<Table> modelTable(const core::Catalog& catalog)
{
    Table table{"models", N_("Models"), {}, {}};
    table.columns = {
        core::textColumn("name", N_("Name")), core::textColumn("title", N_("Title")),
        core::integerColumn("parameters", N_("Parameters"), N_("all parameters, tied tensors once")),
        core::textColumn("source", N_("Source"))};
    for (const std::string& name : catalog.modelNames()) {
        SHARDSCOPE_TRY(const core::ModelSpec model, catalog.model(name));
        table.rows.push_back({Cell(name), Cell(model.title),
                              Cell(static_cast<std::int64_t>(core::parameterCount(model))),
                              model.source.empty() ? Cell() : Cell(model.source)});
    }
    return table;
}

core::Result<Table> hardwareTable(const core::Catalog& catalog)
{
    Table table{"hardware", N_("Hardware"), {}, {}};
    table.columns = {
        core::textColumn("name", N_("Name")), core::textColumn("title", N_("Title")),
        core::integerColumn("devices_per_node", N_("Devices a node")),
        core::integerColumn("devices", N_("Devices"), N_("unknown: as many whole nodes as the plan needs")),
        core::bytesColumn("device_memory", N_("Device memory"), N_("of one device"))};
    for (const std::string& name : catalog.hardwareNames()) {
        SHARDSCOPE_TRY(const core::HardwareSpec hardware, catalog.hardware(name));
        const core::MemoryTier* memory = hardware.tier(core::Tier::Device);
        const auto devices = hardware.devices();
        table.rows.push_back(
            {Cell(name), Cell(hardware.title), Cell(hardware.devicesPerNode),
             devices ? Cell(*devices) : Cell(),
             memory ? Cell(memory->capacity.value.value() / static_cast<double>(memory->sharedBy)) : Cell()});
    }
    return table;
}

namespace {

/// What of a recommender is in its tables: nearly all parameters, hardly any arithmetic.
void addRecommender(const core::Recommender& model, Figures& figures)
{
    const double parameters = model.embeddingParameters() + model.denseParameters();
    const double dense =
        model.bottomFlopsPerSample() + model.interactionFlopsPerSample() + model.topFlopsPerSample();
    double sums = 0;
    for (const core::EmbeddingTable& table : model.tables)
        sums += static_cast<double>(table.count) * table.pooling * static_cast<double>(table.dim);
    figures.count("tables", model.tableCount());
    figures.text("ids a sample", core::shortestText(model.lookupsPerSample()));
    figures.count("parameters in tables", std::llround(model.embeddingParameters()));
    figures.text("share of parameters in tables",
                 core::percentText(model.embeddingParameters() / parameters, 4));
    figures.count("dense FLOPs a sample, forward", std::llround(dense));
    figures.count("additions of pooling a sample, forward", std::llround(sums));
    figures.text("share of FLOPs in tables", core::percentText(sums / (sums + dense), 4));
}

/// What a device streams from another machine's streaming memory: the memory's share or the link on the way,
/// whichever is slower. (Every IPU of a POD reaches every machine's: the blog on large models, "the same over
/// IPU-Link".)
void addRemoteStreaming(const core::HardwareSpec& hardware, Figures& figures, const core::TextStyle& style)
{
    const core::MemoryTier* memory = hardware.tier(core::Tier::Streaming);
    if (memory == nullptr)
        return;
    const core::BytesPerSecond own = memory->bandwidth.value / static_cast<double>(memory->sharedBy);
    for (const core::Link& link : hardware.links) {
        if (link.level == core::LinkLevel::Node || link.level == core::LinkLevel::FrontEnd)
            continue;
        const std::string level(core::nameOf(link.level));
        figures.text("streaming memory of another machine, over the " + level +
                         " link, bandwidth of a device",
                     core::toText(std::min(own, link.bandwidth.value), style),
                     link.bandwidth.value < own ? level + " link" : "streaming memory",
                     memory->bandwidth.unverified || link.bandwidth.unverified);
    }
}

/// What all devices of a machine come to, a node's where the plan decides on the nodes.
void addSums(const core::HardwareSpec& hardware, Figures& figures)
{
    const bool whole = hardware.devices().has_value();
    const auto devices = static_cast<double>(whole ? *hardware.devices() : hardware.devicesPerNode);
    const std::string of = whole ? "all devices, " : "a node, ";
    const std::string how = core::fixedText(devices, 0) + " devices";
    constexpr core::TextStyle kDecimal{4, core::BytePrefix::Decimal};
    for (const core::MemoryTier& memory : hardware.memory) {
        const double times = devices / static_cast<double>(memory.sharedBy);
        const std::string tier = of + std::string(core::nameOf(memory.tier)) + " memory";
        figures.text(tier + ", capacity", core::toText(times * memory.capacity.value, kDecimal), how,
                     memory.capacity.unverified);
        figures.text(tier + ", bandwidth", core::toText(times * memory.bandwidth.value, kDecimal), how,
                     memory.bandwidth.unverified);
    }
    addRemoteStreaming(hardware, figures, kDecimal);
    for (const core::Engine& engine : hardware.engines)
        if (engine.kind == core::EngineKind::Matrix)
            figures.text(of + "matrix engine, " + std::string(core::nameOf(engine.dtype)),
                         core::toText(devices * engine.peak.value, kDecimal), how, engine.peak.unverified);
}

} // namespace

Table modelFigures(const core::ModelSpec& model)
{
    Table table = figureTable("model", model.title.empty() ? model.name : model.title);
    Figures figures(table);
    figures.count("parameters", static_cast<std::int64_t>(core::parameterCount(model)));
    if (!model.source.empty())
        table.rows.back()[2] = model.source;
    // A size is marked in its own row; a pointer to anything else has a row of its own.
    std::vector<std::string> unverified = model.unverified;
    const auto size = [&](const std::string& key, std::int64_t value) {
        figures.count(key, value, std::erase(unverified, '/' + key) > 0);
    };
    if (const core::Transformer* transformer = model.transformer()) {
        size("layers", transformer->layers - transformer->predictionLayers);
        if (transformer->predictions > 0)
            size("predicted_tokens", 1 + transformer->predictions);
        size("hidden", transformer->hidden);
        size("heads", transformer->heads);
        size("kv_heads", transformer->kvHeads);
        size("head_dim", transformer->headDim);
        size("feed_forward", transformer->feedForward);
        size("vocabulary", transformer->vocabulary);
        size("max_sequence", transformer->maxSequence);
        if (transformer->experts > 0) {
            size("experts", transformer->experts);
            size("experts_per_token", transformer->expertsPerToken);
            if (transformer->groupsPerToken < transformer->expertGroups) {
                size("expert_groups", transformer->expertGroups);
                size("groups_per_token", transformer->groupsPerToken);
            }
        }
        if (transformer->hybrid()) {
            const auto layers = [&](core::Mixer mixer) {
                return std::ranges::count(transformer->parts, mixer, &core::LayerParts::mixer);
            };
            size("attention_layers", layers(core::Mixer::Attention));
            size("recurrent_layers", std::ranges::count_if(transformer->parts, &core::LayerParts::recurs));
            size("recurrence_heads", transformer->recurrence.heads);
            size("recurrence_state", transformer->recurrence.stateDim);
        }
    }
    if (const core::Recommender* recommender = model.recommender())
        addRecommender(*recommender, figures);
    for (const std::string& pointer : unverified)
        figures.text(pointer, "", "", true);
    if (!model.ignoredKeys.empty())
        figures.text("keys not needed", core::joined(model.ignoredKeys, ", "));
    for (const std::string& note : model.notes) {
        figures.text("note", note);
        table.noteLast(1).words = core::Words::Text; // the catalogue's own are translated
    }
    return table;
}

Table hardwareFigures(const core::HardwareSpec& hardware)
{
    Table table = figureTable("hardware", hardware.title.empty() ? hardware.name : hardware.title);
    Figures figures(table);
    figures.count("devices per node", hardware.devicesPerNode);
    figures.text("nodes", hardware.nodes ? std::to_string(*hardware.nodes) : "as many as the plan needs");
    for (const core::Engine& engine : hardware.engines) {
        const std::string kind =
            engine.kind == core::EngineKind::Matrix ? "matrix engine, " : "vector engine, ";
        figures.sourced(kind + std::string(core::nameOf(engine.dtype)), engine.peak);
    }
    for (const core::MemoryTier& memory : hardware.memory) {
        const std::string tier =
            std::string(core::nameOf(memory.tier)) + " memory" +
            (memory.label.empty() ? "" : " (" + memory.label + ")") +
            (memory.sharedBy > 1 ? ", shared by " + std::to_string(memory.sharedBy) : "");
        figures.sourced(tier + ", capacity", memory.capacity);
        if (memory.allocatable)
            figures.sourced(tier + ", allocatable", *memory.allocatable);
        figures.rate(tier + ", bandwidth", memory.bandwidth);
    }
    for (const core::Link& link : hardware.links) {
        const std::string name = std::string(core::nameOf(link.level)) + " link" +
                                 (link.label.empty() ? "" : " (" + link.label + ")") + ", " +
                                 std::string(core::nameOf(link.topology));
        figures.rate(name + ", bandwidth", link.bandwidth);
        figures.sourced(name + ", latency", link.latency);
        addCollectives(hardware, link, name, figures);
    }
    if (hardware.power)
        figures.sourced("power of a device", *hardware.power);
    if (hardware.price)
        figures.sourced("price of a device", *hardware.price);
    addSums(hardware, figures);
    for (const std::string& note : hardware.notes)
        figures.text("note", note);
    return table;
}

Table calibrationTable(const core::HardwareSpec& hardware)
{
    Table table{"calibrations", N_("Calibrations"), {}, {}};
    table.columns = {core::textColumn("name", N_("Name")),
                     core::textColumn("program", N_("Program")),
                     core::textColumn("models", N_("Models"), N_("it holds for alone")),
                     core::textColumn("figure", N_("Figure"), N_("it was fitted to")),
                     core::integerColumn("cases", N_("Cases")),
                     core::fractionColumn("fitted", N_("Error"), N_("mean, on the runs fitted")),
                     core::fractionColumn("held_out", N_("Error on others"),
                                          N_("mean, on shapes that the fit had not seen")),
                     core::textColumn("range", N_("Range of the runs"))};
    for (const core::Calibration& one : hardware.calibrations) {
        std::string range;
        for (const auto& [quantity, span] : one.range)
            range += (range.empty() ? "" : ", ") + quantity + " " + core::numberText(span.low) +
                     (span.high > span.low ? " to " + core::numberText(span.high) : "");
        const auto cell = [](const std::string& text) { return text.empty() ? Cell() : Cell(text); };
        const std::string program =
            one.implementation + (one.kernels.empty() ? "" : ", " + one.kernels + " kernels");
        if (one.residuals.empty())
            table.rows.push_back({one.name, cell(program), cell(core::joined(one.models, ", ")), Cell(),
                                  Cell(), Cell(), Cell(), cell(range)});
        for (const core::CalibrationResidual& of : one.residuals)
            table.rows.push_back({one.name, cell(program), cell(core::joined(one.models, ", ")), cell(of.key),
                                  Cell(of.cases), Cell(of.fitted), Cell(of.heldOut), cell(range)});
    }
    return table;
}

} // namespace shardscope::app
