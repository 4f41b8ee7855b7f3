// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/documents/hardware_document.h"

#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <nlohmann/json.hpp>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

template <class Q>
Json figureOf(const core::Sourced<Q>& figure, core::BytePrefix prefix = core::BytePrefix::Decimal)
{
    return {{"text", core::toText(figure.value, {0, prefix})},
            {"value", figure.value.value()},
            {"source", figure.source},
            {"unverified", figure.unverified}};
}

/// What \p make makes of each of \p parts; nothing of none.
template <class Parts, class Make>
void put(Json& json, const char* key, const Parts& parts, Make make)
{
    for (const auto& part : parts)
        json[key].push_back(make(part));
}

Json engineOf(const core::Engine& engine)
{
    return {{"kind", engine.kind == core::EngineKind::Matrix ? "matrix" : "vector"},
            {"dtype", core::nameOf(engine.dtype)},
            {"peak", figureOf(engine.peak)}};
}

Json tierOf(const core::MemoryTier& memory)
{
    Json json{{"tier", core::nameOf(memory.tier)},
              {"label", memory.label},
              {"capacity", figureOf(memory.capacity, core::BytePrefix::Binary)}};
    if (memory.allocatable)
        json["allocatable"] = figureOf(*memory.allocatable, core::BytePrefix::Binary);
    json["bandwidth"] = figureOf(memory.bandwidth);
    json["shared_by"] = memory.sharedBy;
    return json;
}

Json linkOf(const core::Link& link)
{
    Json json{{"level", core::nameOf(link.level)},       {"label", link.label},
              {"bandwidth", figureOf(link.bandwidth)},   {"latency", figureOf(link.latency)},
              {"topology", core::nameOf(link.topology)}, {"in_network_reduction", link.inNetworkReduction}};
    if (link.level == core::LinkLevel::Pod)
        json["span"] = link.span;
    if (link.scaling)
        json["scaling"] = {{"machines", link.scaling->machines},
                           {"share", link.scaling->share},
                           {"source", link.scaling->source}};
    return json;
}

Json curveOf(const core::EfficiencyCurve& curve)
{
    return {{"operation", curve.operation},
            {"dtype", core::nameOf(curve.dtype)},
            {"x", curve.x},
            {"y", curve.y},
            {"between", curve.steps ? "steps" : "log"},
            {"regime", curve.regime},
            {"source", curve.source}};
}

Json collectiveOf(const core::CollectiveCurve& curve)
{
    Json json{{"operation", curve.operation},
              {"level", core::nameOf(curve.level)},
              {"ranks", curve.ranks},
              {"bytes", curve.bytes},
              {"seconds", curve.seconds}};
    if (curve.linkBandwidth.value() > 0)
        json["link_bandwidth"] = core::shortestText(curve.linkBandwidth.value()) + " B/s";
    json["regime"] = curve.regime;
    json["source"] = curve.source;
    return json;
}

Json ratesOf(const core::DeviceRates& rates)
{
    Json json{{"dtypes", Json::array()}};
    for (const core::Dtype dtype : rates.dtypes)
        json["dtypes"].push_back(core::nameOf(dtype));
    json["coefficients"] = rates.coefficients;
    json["fitted"] = rates.fitted;
    json["source"] = rates.source;
    return json;
}

Json transportOf(const core::TransportUse& use)
{
    return {{"name", use.name},
            {"processors", use.processors},
            {"low", use.low},
            {"high", use.high},
            {"source", use.source}};
}

void putPower(Json& json, const core::HardwareSpec& hardware)
{
    if (hardware.power)
        json["power"] = figureOf(*hardware.power);
    if (hardware.draw)
        json["power_draw"] = {{"idle", figureOf(hardware.draw->idle)},
                              {"memory", figureOf(hardware.draw->memory)},
                              {"products", figureOf(hardware.draw->products)}};
    if (hardware.powerCap) // what is written is held to it already
        json["capped_at"] = core::shortestText(hardware.powerCap->value()) + " W";
    if (hardware.price)
        json["price_per_hour"] = figureOf(*hardware.price);
}

} // namespace

Json calibrationDocument(const core::Calibration& calibration)
{
    Json json{{"name", calibration.name}};
    if (!calibration.implementation.empty())
        json["implementation"] = calibration.implementation;
    if (!calibration.kernels.empty())
        json["kernels"] = calibration.kernels;
    if (!calibration.models.empty())
        json["models"] = calibration.models;
    json["groups"] = calibration.groups;
    json["coefficients"] = calibration.coefficients;
    json["fitted"] = calibration.fitted;
    json["at_bound"] = calibration.atBound;
    if (!calibration.ranWith.empty())
        json["ran_with"] = calibration.ranWith;
    if (!calibration.reasons.empty())
        json["reasons"] = calibration.reasons;
    json["shapes"] = calibration.shapes;
    json["residuals"] = Json::array();
    for (const core::CalibrationResidual& residual : calibration.residuals) {
        Json entry{{"figure", residual.key},       {"cases", residual.cases}, {"fitted", residual.fitted},
                   {"held_out", residual.heldOut}, {"low", residual.low},     {"high", residual.high}};
        const auto put = [&entry](const char* key, const std::optional<double>& value) {
            if (value)
                entry[key] = *value;
        };
        put("seen_low", residual.seenLow);
        put("seen_high", residual.seenHigh);
        put("coverage", residual.coverage);
        json["residuals"].push_back(std::move(entry));
    }
    json["range"] = Json::object();
    for (const auto& [quantity, range] : calibration.range)
        json["range"][quantity] = {range.low, range.high};
    json["source"] = calibration.source;
    return json;
}

Json hardwareDocument(const core::HardwareSpec& hardware)
{
    Json json{{"name", hardware.name},
              {"title", hardware.title},
              {"vendor", hardware.vendor},
              {"source", hardware.source}};
    if (!hardware.device.empty())
        json["made_of"] = hardware.device;
    json["node"] = {{"devices", hardware.devicesPerNode}};
    json["nodes"] = hardware.nodes ? Json(*hardware.nodes) : Json();
    json["devices"] = hardware.devices() ? Json(*hardware.devices()) : Json();
    put(json, "engines", hardware.engines, engineOf);
    put(json, "memory", hardware.memory, tierOf);
    put(json, "links", hardware.links, linkOf);
    if (hardware.processors)
        json["processors"] = {{"value", static_cast<std::int64_t>(hardware.processors->value.value())},
                              {"source", hardware.processors->source}};
    putPower(json, hardware);
    if (hardware.bulkSynchronous)
        json["bulk_synchronous"] = {{"compute", hardware.bulkSynchronous->compute},
                                    {"exchange", hardware.bulkSynchronous->exchange},
                                    {"sync", hardware.bulkSynchronous->sync},
                                    {"source", hardware.bulkSynchronous->source}};
    put(json, "transports", hardware.transports, transportOf);
    put(json, "efficiency", hardware.efficiency, curveOf);
    put(json, "collectives", hardware.collectives, collectiveOf);
    put(json, "rates", hardware.rates, ratesOf);
    if (hardware.network)
        json["network"] = {{"coefficients", hardware.network->coefficients},
                           {"fitted", hardware.network->fitted},
                           {"source", hardware.network->source}};
    put(json, "calibrations", hardware.calibrations, calibrationDocument);
    json["notes"] = hardware.notes;
    json["unverified"] = hardware.unverified;
    return json;
}

} // namespace shardscope::app
