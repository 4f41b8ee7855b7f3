// SPDX-License-Identifier: GPL-3.0-or-later
// The contract's JSON documents. Keys stand in the contract's order; numbers are in base units with all their
// digits.
#include "app/session/accuracy/interval.h"
#include "app/session/plan/commands.h"
#include "app/session/tables/json_rows.h"
#include "app/session/text/messages.h"

#include "core/io/json_tree.h"
#include "core/plan/fit_verdict.h"
#include "core/plan/plan_file.h"
#include "core/units/text.h"
#include "planner/calibration.h"
#include "planner/search.h"

#include <nlohmann/json.hpp>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

/// A whole number where it is one (bytes, parameters), so that readers need not round.
Json number(double value)
{
    constexpr double kExact = 9007199254740992.0; // 2^53
    if (value ==
            static_cast<double>(static_cast<std::int64_t>(value < kExact && value > -kExact ? value : 0)) &&
        value < kExact && value > -kExact)
        return static_cast<std::int64_t>(value);
    return value;
}

template <class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

Json memoryJson(const core::Evaluation& evaluation)
{
    const core::MemoryBreakdown& memory = evaluation.memory;
    Json tiers = Json::array();
    for (const core::TierUse& use : memory.tiers) {
        const core::RankClass& rankClass = memory.classes[use.rankClass];
        const core::FitVerdict fit = core::fitVerdict(memory, use);
        tiers.push_back({{"tier", core::nameOf(use.tier)},
                         {"rank_class", rankClass.name},
                         {"ranks", rankClass.ranks},
                         {"layers", rankClass.layers},
                         {"capacity_bytes", number(use.capacity.value())},
                         {"peak_bytes", number(use.peak.value())},
                         {"fits", fit.feasible()},
                         {"may_not_fit", fit.fit == core::Fit::Tight},
                         {"walked", use.traced()},
                         {"closed_form_bytes", use.traced() ? Json(number(use.closedForm->value())) : Json()},
                         {"reserved_bytes", use.reserved ? Json(number(use.reserved->value())) : Json()},
                         {"with_gaps_bytes", use.withGaps ? Json(number(use.withGaps->value())) : Json()}});
    }
    Json entries = Json::array();
    for (const core::MemoryEntry& entry : memory.entries) {
        entries.push_back({{"rank_class", memory.classes[entry.rankClass].name},
                           {"tier", core::nameOf(entry.tier)},
                           {"purpose", core::nameOf(entry.purpose)},
                           {"bytes", number(entry.bytes.value())}});
    }
    return {{"tiers", tiers}, {"entries", entries}};
}

/// null where no step can be timed: a time nobody computed is not zero.
Json stepJson(const core::Evaluation& evaluation)
{
    if (evaluation.step.empty())
        return {};
    Json step = Json::object();
    for (const core::StepPart part :
         {core::StepPart::Total, core::StepPart::Forward, core::StepPart::Backward, core::StepPart::Recompute,
          core::StepPart::Optimizer, core::StepPart::ExposedCommunication, core::StepPart::Bubble,
          core::StepPart::Host, core::StepPart::Streaming}) {
        const auto* found = evaluation.step.find(part);
        const std::string key =
            part == core::StepPart::Total ? "seconds" : std::string(core::nameOf(part)) + "_seconds";
        step[key] = found == evaluation.step.end() ? 0.0 : found->second.seconds.value();
    }
    return step;
}

Json communicationJson(const core::Evaluation& evaluation)
{
    Json entries = Json::array();
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        entries.push_back({{"operation", core::nameOf(entry.operation)},
                           {"group", core::nameOf(entry.group)},
                           {"bytes_per_rank", number(entry.bytesPerRank.value())},
                           {"seconds", entry.seconds.value()},
                           {"exposed_seconds", entry.exposed.value()},
                           {"algorithm", entry.algorithm.empty() ? Json() : Json(entry.algorithm)},
                           {"reason", entry.reason.empty() ? Json() : Json(entry.reason)}});
    }
    return entries;
}

Json throughputJson(const core::ModelSpec& model, const core::Evaluation& evaluation)
{
    if (evaluation.step.empty())
        return {};
    const core::Throughput& rates = evaluation.throughput;
    const bool counted = rates.modelFlopsPerSample > 0;
    const double causal = planner::causalShareOfFlops(model, evaluation.plan);
    return {
        {"samples_per_second", rates.samplesPerSecond},
        {"tokens_per_second", rates.tokensPerSecond},
        {"model_tflops_per_device", rates.modelTflopsPerDevice},
        {"model_flops_utilization", rates.modelFlopsUtilization},
        {"causal_model_tflops_per_device", counted ? Json(causal * rates.modelTflopsPerDevice) : Json()},
        {"causal_model_flops_utilization", counted ? Json(causal * rates.modelFlopsUtilization) : Json()},
        {"hardware_tflops_per_device", counted ? Json(rates.hardwareTflopsPerDevice) : Json()},
        {"hardware_flops_utilization", counted ? Json(rates.hardwareFlopsUtilization) : Json()},
        {"model_tflops", counted ? Json(rates.modelFlopsPerSample * rates.samplesPerSecond / 1e12) : Json()},
        {"hardware_tflops",
         counted ? Json(rates.hardwareFlopsPerSample * rates.samplesPerSecond / 1e12) : Json()}};
}

Json costJson(const core::Evaluation& evaluation)
{
    return {{"devices", evaluation.devices},
            {"currency_per_hour", orNull(evaluation.currencyPerHour)},
            {"energy_joules_per_step",
             evaluation.energyPerStep ? Json(evaluation.energyPerStep->value()) : Json()},
            {"currency_per_step", orNull(evaluation.currencyPerStep)}};
}

/// null where the plan asks for no training.
Json trainingJson(const core::Evaluation& evaluation)
{
    if (!evaluation.training)
        return {};
    const core::TrainingRun& run = *evaluation.training;
    return {{"steps", number(run.steps)},
            {"samples", number(run.samples)},
            {"tokens", number(run.tokens)},
            {"seconds", run.seconds.value()},
            {"energy_joules", run.energy ? Json(run.energy->value()) : Json()},
            {"currency", orNull(run.currency)},
            {"loss", orNull(run.loss)}};
}

/// What crossing a node's or a pod's boundary costs a step.
Json boundariesJson(const core::Evaluation& evaluation)
{
    Json boundaries = Json::array();
    for (const core::BoundaryLoss& loss : evaluation.boundaries) {
        const double step = evaluation.step.at(core::StepPart::Total).seconds.value();
        boundaries.push_back({{"boundary", core::nameOf(loss.level)},
                              {"lost_seconds", loss.seconds.value()},
                              {"efficiency", 1 - loss.seconds.value() / step}});
    }
    return boundaries;
}

Json remedyJson(const core::Plan& plan, const core::Remedy& remedy)
{
    const std::optional<core::PlanOutcome>& after = remedy.after;
    return {{"sentence", remedyText(remedy).toStdString()},
            {"change", remedy.plan ? core::jsonOf<Json>(core::planChange(plan, *remedy.plan)) : Json()},
            {"devices", after ? Json(after->devices) : Json()},
            {"step_seconds", after && after->step ? Json(after->step->value()) : Json()},
            {"peak_bytes", after ? Json(number(after->peak.value())) : Json()},
            {"state", after ? Json(core::nameOf(after->fit)) : Json()}};
}

Json verdictJson(const core::Evaluation& evaluation)
{
    const core::Verdict& verdict = evaluation.verdict;
    Json violations = Json::array();
    for (const core::Violation& violation : verdict.violations) {
        Json remedies = Json::array();
        Json details = Json::array();
        for (const core::Remedy& remedy : violation.remedies) {
            remedies.push_back(remedyJson(evaluation.plan, remedy));
            details.push_back({{"key", remedy.key},
                               {"args", remedy.args},
                               {"saved_bytes", number(remedy.saved.value())},
                               {"suffices", remedy.suffices}});
        }
        violations.push_back({{"kind", violation.kind},
                              {"where", violation.where},
                              {"need", number(violation.need)},
                              {"have", number(violation.have)},
                              {"remedies", remedies},
                              {"remedy_details", details}});
    }
    const core::FitVerdict fit = core::fitVerdict(evaluation);
    return {{"feasible", fit.feasible()},
            {"state", core::nameOf(fit.fit)},
            {"margin_bytes", number(fit.margin.value())},
            {"headroom_bytes", number(fit.headroom.value())},
            {"known_by", core::nameOf(fit.known)},
            {"closed_form_error", orNull(fit.closedFormError)},
            {"violations", violations}};
}

/// Names the program whose code runs the plan, and what of the plan it cannot run.
Json frameworkJson(const PlanResult& result)
{
    Json refusals = Json::array();
    for (const QString& refusal : frameworkRefusals(result.model, result.hardware, result.evaluation.plan))
        refusals.push_back(refusal.toStdString());
    return {{"name", core::nameOf(planner::frameworkOf(result.evaluation.plan, result.hardware))},
            {"runnable", refusals.empty()},
            {"refusals", refusals}};
}

Json derivationNode(const core::Derivation& node)
{
    return {{"label", node.label},
            {"operation", core::nameOf(node.operation)},
            {"value", number(node.value)},
            {"text", core::quantityText(node.value, node.dimension).joined()},
            {"source", core::nameOf(node.source)},
            {"citation", node.citation}};
}

/// The 80 % interval of the whole step, and of the parts that were measured apart.
Json intervalJson(const PlanResult& result)
{
    if (result.evaluation.step.empty())
        return {};
    const PredictedInterval found = stepInterval(result.model, result.hardware, result.evaluation);
    Json parts = Json::array();
    for (const PartInterval& part : partIntervals(result.model, result.hardware, result.evaluation)) {
        parts.push_back({{"figure", part.figure},
                         {"seconds", part.predicted},
                         {"low_seconds", part.interval.low},
                         {"high_seconds", part.interval.high}});
    }
    return {{"low_seconds", found.interval.low},
            {"high_seconds", found.interval.high},
            {"regime", found.regime},
            {"calibration", found.calibration.empty() ? Json() : Json(found.calibration)},
            {"outside_calibration", found.outside},
            {"parts", std::move(parts)}};
}

} // namespace

std::string planJson(const PlanResult& result, const core::Value& beside)
{
    const core::Evaluation& evaluation = result.evaluation;
    Json json{{"model", {{"name", result.model.name}, {"parameters", number(evaluation.parameters)}}},
              {"hardware",
               {{"name", result.hardware.name},
                {"devices", evaluation.devices},
                {"available", orNull(evaluation.available)}}},
              {"plan", core::jsonOf<Json>(core::planDocument(evaluation.plan))},
              {"memory", memoryJson(evaluation)},
              {"step", stepJson(evaluation)}};
    json["interval"] = intervalJson(result);
    json["throughput"] = throughputJson(result.model, evaluation);
    json["communication"] = communicationJson(evaluation);
    json["boundaries"] = boundariesJson(evaluation);
    json["supersteps"] = evaluation.supersteps
                             ? Json{{"compute_seconds", evaluation.supersteps->compute.value()},
                                    {"exchange_seconds", evaluation.supersteps->exchange.value()},
                                    {"sync_seconds", evaluation.supersteps->sync.value()}}
                             : Json();
    json["cost"] = costJson(evaluation);
    json["training"] = trainingJson(evaluation);
    json["verdict"] = verdictJson(evaluation);
    json["framework"] = frameworkJson(result);
    json["figures"] = Json::object();
    for (const auto& [key, value] : evaluation.figures)
        json["figures"][std::string(key)] = number(value);
    json["unverified"] = evaluation.unverified;
    for (const auto& [key, value] : beside.members)
        json[key] = core::jsonOf<Json>(value);
    return documentText(json);
}

std::string traceJson(const profiler::ImportedRun& imported)
{
    Json runs = Json::array();
    for (const profiler::FileTally& tally : imported.report.files) {
        runs.push_back({{"rank", tally.rank < 0 ? Json() : Json(tally.rank)},
                        {"file", tally.file},
                        {"events", tally.events},
                        {"slices", tally.slices},
                        {"instants", tally.instants},
                        {"counters", tally.counters},
                        {"flow_begins", tally.flowBegins},
                        {"flow_steps", tally.flowSteps},
                        {"flow_ends", tally.flowEnds},
                        {"metadata", tally.metadata},
                        {"tracks", tally.tracks},
                        {"displaced", tally.displaced},
                        {"begin_ns", tally.beginNs},
                        {"end_ns", tally.endNs},
                        {"import_seconds", tally.importSeconds}});
    }
    for (std::size_t file = 0; file < imported.run->sources.size() && file < runs.size(); ++file) {
        const core::RunSource& source = imported.run->sources[file];
        runs[file]["rank_from"] = source.rankFrom.empty() ? Json() : Json(source.rankFrom);
        runs[file]["host"] = source.host.empty() ? Json() : Json(source.host);
    }
    Json clocks = Json::array();
    for (const profiler::HostClock& clock : imported.report.clocks.clocks) {
        clocks.push_back({{"ranks", clock.ranks},
                          {"host", clock.host.empty() ? Json() : Json(clock.host)},
                          {"verdict", core::nameOf(clock.verdict)},
                          {"offset_ns", clock.shift.offsetNs},
                          {"drift_ppb", clock.shift.driftPpb},
                          {"reference_ns", clock.shift.referenceNs},
                          {"collectives", clock.collectives},
                          {"residual_ns", clock.residualNs},
                          {"worst_ns", clock.worstNs},
                          {"violations", clock.violations}});
    }
    Json remarks = Json::array();
    for (const profiler::Remark& remark : imported.report.remarks) {
        remarks.push_back({{"kind", remark.kind},
                           {"severity", core::nameOf(remark.severity)},
                           {"count", remark.count},
                           {"first_offset", remark.firstOffset},
                           {"file", remark.file},
                           {"help", translated(remark.help).toStdString()}});
    }
    Json document{{"runs", runs}, {"clocks", clocks}, {"remarks", remarks}};
    for (const profiler::LostFile& lost : imported.report.lost)
        document["lost"].push_back({{"file", lost.file}, {"error", errorText(lost.error).toStdString()}});
    return documentText(document);
}

std::string derivationJson(const core::DerivationPtr& derivation)
{
    Json json = derivationNode(*derivation);
    json["formula"] = core::formulaText(*derivation);
    json["substituted"] = core::substitutedText(*derivation);
    Json parts = Json::array();
    for (const core::DerivationPtr& part : core::derivationParts(derivation)) {
        Json node = derivationNode(*part);
        if (part->operation != core::Operation::Leaf) {
            node["formula"] = core::formulaText(*part);
            node["substituted"] = core::substitutedText(*part);
        }
        parts.push_back(std::move(node));
    }
    json["parts"] = std::move(parts);
    return documentText(json);
}

} // namespace shardscope::app
