// SPDX-License-Identifier: GPL-3.0-or-later
// models and hardware as JSON: the list, and one entry with every figure and its source.
#include "app/session/plan/commands.h"

#include "app/session/tables/json_rows.h"
#include "core/io/json_tree.h"
#include "core/model/recommender_file.h"
#include "core/units/text.h"

#include <nlohmann/json.hpp>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

Json transformerJson(const core::Transformer& transformer)
{
    return {{"layers", transformer.layers},
            {"hidden", transformer.hidden},
            {"heads", transformer.heads},
            {"kv_heads", transformer.kvHeads},
            {"head_dim", transformer.headDim},
            {"feed_forward", transformer.feedForward},
            {"vocabulary", transformer.vocabulary},
            {"max_sequence", transformer.maxSequence},
            {"bias", transformer.bias},
            {"tied_embeddings", transformer.tiedEmbeddings},
            {"learned_positions", transformer.learnedPositions},
            {"experts", transformer.experts},
            {"experts_per_token", transformer.expertsPerToken}};
}

template <class Q>
Json sourcedJson(const core::Sourced<Q>& figure, core::BytePrefix prefix)
{
    return {{"text", core::toText(figure.value, {0, prefix})},
            {"value", figure.value.value()},
            {"source", figure.source},
            {"unverified", figure.unverified}};
}

} // namespace

std::string catalogJson(const core::Table& table)
{
    return documentText(Json{{table.key, rowsJson<Json>(table)}});
}

std::string modelJson(const core::ModelSpec& model)
{
    Json json{{"name", model.name},
              {"title", model.title},
              {"source", model.source},
              {"parameters", static_cast<std::int64_t>(core::parameterCount(model))}};
    if (const core::Transformer* transformer = model.transformer())
        json["transformer"] = transformerJson(*transformer);
    if (model.recommender() != nullptr)
        json["recommender"] = core::jsonOf<Json>(core::recommenderDocument(model));
    Json tensors = Json::array();
    for (const core::ParameterTensor& tensor : core::parameterTensors(model)) {
        tensors.push_back({{"name", tensor.name},
                           {"shape", tensor.shape},
                           {"count", tensor.count},
                           {"section", core::nameOf(tensor.section)},
                           {"shared", tensor.shared}});
    }
    json["tensors"] = tensors;
    json["ignored_keys"] = model.ignoredKeys;
    json["unverified"] = model.unverified;
    json["notes"] = model.notes;
    return documentText(json);
}

std::string hardwareJson(const core::HardwareSpec& hardware)
{
    using core::BytePrefix;
    Json json{{"name", hardware.name},
              {"title", hardware.title},
              {"vendor", hardware.vendor},
              {"devices_per_node", hardware.devicesPerNode},
              {"nodes", hardware.nodes ? Json(*hardware.nodes) : Json()},
              {"devices", hardware.devices() ? Json(*hardware.devices()) : Json()}};
    json["engines"] = Json::array();
    for (const core::Engine& engine : hardware.engines) {
        json["engines"].push_back({{"kind", engine.kind == core::EngineKind::Matrix ? "matrix" : "vector"},
                                   {"dtype", core::nameOf(engine.dtype)},
                                   {"peak", sourcedJson(engine.peak, BytePrefix::Decimal)}});
    }
    json["memory"] = Json::array();
    for (const core::MemoryTier& memory : hardware.memory) {
        json["memory"].push_back({{"tier", core::nameOf(memory.tier)},
                                  {"label", memory.label},
                                  {"capacity", sourcedJson(memory.capacity, BytePrefix::Binary)},
                                  {"bandwidth", sourcedJson(memory.bandwidth, BytePrefix::Decimal)},
                                  {"shared_by", memory.sharedBy}});
    }
    json["links"] = Json::array();
    for (const core::Link& link : hardware.links) {
        json["links"].push_back({{"level", core::nameOf(link.level)},
                                 {"label", link.label},
                                 {"bandwidth", sourcedJson(link.bandwidth, BytePrefix::Decimal)},
                                 {"latency", sourcedJson(link.latency, BytePrefix::Decimal)},
                                 {"topology", core::nameOf(link.topology)},
                                 {"in_network_reduction", link.inNetworkReduction}});
        if (link.scaling)
            json["links"].back()["scaling"] = {{"machines", link.scaling->machines},
                                               {"share", link.scaling->share},
                                               {"source", link.scaling->source}};
    }
    if (hardware.power)
        json["power"] = sourcedJson(*hardware.power, BytePrefix::Decimal);
    if (hardware.price)
        json["price"] = sourcedJson(*hardware.price, BytePrefix::Decimal);
    json["calibrations"] = Json::array();
    for (const core::Calibration& one : hardware.calibrations) {
        Json range = Json::object();
        for (const auto& [quantity, span] : one.range)
            range[quantity] = {span.low, span.high};
        Json figures = Json::array();
        for (const core::CalibrationResidual& of : one.residuals)
            figures.push_back(
                {{"figure", of.key}, {"cases", of.cases}, {"error", of.fitted}, {"held_out", of.heldOut}});
        json["calibrations"].push_back({{"name", one.name},
                                        {"implementation", one.implementation},
                                        {"kernels", one.kernels},
                                        {"models", one.models},
                                        {"figures", figures},
                                        {"range", range},
                                        {"source", one.source}});
    }
    json["notes"] = hardware.notes;
    json["unverified"] = hardware.unverified;
    return documentText(json);
}

} // namespace shardscope::app
