// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/machine/edited_machine.h"

#include "core/base/refusals.h"
#include "core/hardware/power_cap.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace shardscope::app {
namespace {

using core::HardwareSpec;
using core::Result;

constexpr double kHourSeconds = 3600;
constexpr double kMostOversubscribed = 64;
constexpr double kMostDevicesOfNode = 1 << 16;
constexpr double kMostNodes = 1 << 24;
constexpr double kMostFigure = 1e24;

std::string byHand() { return std::string(kSetByHand); }

/// What \p text says of \p figure, in SI units; none: empty.
Result<std::optional<double>> valueOf(const MachineFigure& figure, const std::string& text)
{
    if (text.empty())
        return std::optional<double>();
    if (figure.key == "fabric") {
        const auto fabric = core::fromName<Fabric>(text);
        if (!fabric)
            return core::unknownValue(text, core::namesOf<Fabric>());
        return std::optional(static_cast<double>(*fabric));
    }
    double value = 0;
    if (figure.dimension == core::kNumber || figure.dimension == core::kCurrency) {
        std::string digits = text;
        if (const std::size_t unit = digits.find(" USD"); unit != std::string::npos)
            digits.erase(unit);
        const auto number = core::parseNumber(digits);
        if (!number)
            return core::Error{core::ErrorCode::NumberMalformed, {text}};
        value = *number;
    } else {
        SHARDSCOPE_TRY(value, core::parseQuantityText(text, figure.dimension));
    }
    const double most = figure.key == "node.devices"       ? kMostDevicesOfNode
                        : figure.key == "nodes"            ? kMostNodes
                        : figure.key == "oversubscription" ? kMostOversubscribed
                                                           : kMostFigure;
    const bool mayBeNone = figure.key == "price" || figure.key.ends_with(".latency");
    const double least = figure.whole || figure.key == "oversubscription" ? 1 : 0;
    if (!(value >= least && value <= most) || (value == 0 && !mayBeNone) ||
        (figure.whole && value != std::floor(value)))
        return core::outOfRange(text, core::shortestText(least), core::shortestText(most));
    return std::optional(value);
}

void assume(core::EfficiencyCurve& curve)
{
    if (curve.regime == "assumed")
        return;
    curve.regime = "assumed";
    curve.source = "assumed: the same share of another peak; " + curve.source;
}

/// Products of \p dtype reach the same share of another peak: of a curve that speaks for another format, too,
/// there is a copy of its own.
void assumeProducts(HardwareSpec& hardware, core::Dtype dtype)
{
    for (const char* operation : {"gemm", "convolution", "attention", "attention_backward"}) {
        const core::EfficiencyCurve* known = hardware.curve(operation, dtype);
        if (known == nullptr)
            continue;
        core::EfficiencyCurve curve = *known;
        const bool own = curve.dtype == dtype;
        curve.dtype = dtype;
        assume(curve);
        if (own)
            hardware.efficiency[static_cast<std::size_t>(known - hardware.efficiency.data())] = curve;
        else
            hardware.efficiency.push_back(curve);
    }
}

/// The same of kernels that the memory's bandwidth bounds.
void assumeKernels(HardwareSpec& hardware)
{
    for (core::EfficiencyCurve& curve : hardware.efficiency) {
        const bool products = curve.operation == "gemm" || curve.operation == "convolution" ||
                              curve.operation.starts_with("attention");
        if (!products && curve.operation != "collective")
            assume(curve);
    }
}

void dropCollectives(HardwareSpec& hardware, core::LinkLevel level)
{
    std::erase_if(hardware.collectives,
                  [level](const core::CollectiveCurve& curve) { return curve.level == level; });
}

void setDevicesOfNode(HardwareSpec& hardware, std::int64_t devices)
{
    for (core::MemoryTier& memory : hardware.memory) {
        if (memory.sharedBy == hardware.devicesPerNode && memory.tier != core::Tier::Device)
            memory.sharedBy = devices; // a host's memory stays the host's
    }
    for (core::Link& link : hardware.links) {
        if (link.level == core::LinkLevel::Node)
            link.span = devices;
    }
    std::erase_if(hardware.collectives, [devices](const core::CollectiveCurve& curve) {
        return curve.level != core::LinkLevel::Node || curve.ranks > devices;
    });
    hardware.devicesPerNode = devices;
}

bool setEngine(HardwareSpec& hardware, const std::string& key, double value)
{
    for (core::Engine& engine : hardware.engines) {
        const bool matrix = engine.kind == core::EngineKind::Matrix;
        if (key != std::string(matrix ? "engine.matrix." : "engine.vector.") +
                       std::string(core::nameOf(engine.dtype)))
            continue;
        engine.peak = {core::FlopsPerSecond{value}, byHand(), false};
        if (matrix)
            assumeProducts(hardware, engine.dtype);
        return true;
    }
    return false;
}

bool setMemory(HardwareSpec& hardware, const std::string& key, double value)
{
    for (core::MemoryTier& memory : hardware.memory) {
        const std::string at = "memory." + std::string(core::nameOf(memory.tier));
        if (key == at + ".capacity") {
            if (memory.allocatable)
                memory.allocatable = {memory.allocatable->value * (value / memory.capacity.value.value()),
                                      byHand(), false};
            memory.capacity = {core::Bytes{value}, byHand(), false};
            return true;
        }
        if (key == at + ".bandwidth") {
            memory.bandwidth = {core::BytesPerSecond{value}, byHand(), false};
            if (memory.tier == core::Tier::Device)
                assumeKernels(hardware);
            return true;
        }
    }
    return false;
}

bool setLink(HardwareSpec& hardware, const std::string& key, double value)
{
    for (core::Link& link : hardware.links) {
        const std::string at = "link." + std::string(core::nameOf(link.level));
        if (key == at + ".bandwidth") {
            for (core::CollectiveCurve& curve : hardware.collectives) {
                if (curve.level == link.level && curve.linkBandwidth.value() <= 0)
                    curve.linkBandwidth = link.bandwidth.value; // what it was measured over
            }
            link.bandwidth = {core::BytesPerSecond{value}, byHand(), false};
            return true;
        }
        if (key == at + ".latency") {
            link.latency = {core::Seconds{value}, byHand(), false};
            dropCollectives(hardware, link.level); // their hops are of the other latency
            return true;
        }
    }
    return false;
}

/// Beyond a leaf of m machines a group of M sends 1 - m / M of its bytes through switches that carry one in
/// \p oversubscription of them, where every device sends to all others alike; what the network gave before
/// stays.
core::NetworkScaling scalingOf(const NetworkFabric& fabric, std::int64_t devicesPerNode,
                               const std::optional<core::NetworkScaling>& before)
{
    const double leaf = machinesOfLeaf(fabric, devicesPerNode);
    std::set<double> reached;
    for (const double leaves : {1.0, 1.5, 2.0, 4.0, 16.0, 64.0})
        reached.insert(leaf * leaves);
    if (before)
        reached.insert(before->machines.begin(), before->machines.end());
    core::NetworkScaling scaling;
    for (const double machines : reached) {
        const double crossing = std::max(0.0, 1 - leaf / machines);
        const double above = crossing > 0 ? std::min(1.0, 1 / (fabric.oversubscription * crossing)) : 1.0;
        scaling.machines.push_back(machines);
        scaling.share.push_back(above * (before ? before->at(machines) : 1.0));
    }
    scaling.source =
        byHand() + ": " +
        (fabric.fabric == Fabric::Rail ? "a leaf switch a rail" : "a leaf switch for all rails") +
        ", oversubscribed " + core::shortestText(fabric.oversubscription) + " times above leaves of 64 ports";
    return scaling;
}

void setFabric(HardwareSpec& hardware, NetworkFabric fabric)
{
    for (core::Link& link : hardware.links) {
        if (link.level != core::LinkLevel::Cluster)
            continue;
        link.scaling = scalingOf(fabric, hardware.devicesPerNode, link.scaling);
        dropCollectives(hardware, link.level);
    }
}

/// One that is neither the cap nor of how nodes meet.
void setFigure(HardwareSpec& hardware, const std::string& key, const std::optional<double>& value)
{
    if (key == "nodes") {
        hardware.nodes = value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
    } else if (key == "price") {
        if (value)
            hardware.price = core::Sourced<core::CurrencyPerSecond>{
                core::CurrencyPerSecond{*value / kHourSeconds}, byHand(), false};
        else
            hardware.price.reset();
    } else if (key == "power" && value) {
        hardware.power = core::Sourced<core::Watts>{core::Watts{*value}, byHand(), false};
        hardware.draw.reset(); // of the board's own power
    } else if (value && !setEngine(hardware, key, *value) && !setMemory(hardware, key, *value)) {
        setLink(hardware, key, *value);
    }
}

void retitleEdited(HardwareSpec& hardware)
{
    constexpr std::string_view kEdited = " \u00b7 edited";
    std::string& title = hardware.title;
    if (title.empty())
        title = hardware.name;
    if (!title.ends_with(kEdited))
        title += kEdited;
}

/// How nodes meet after \p edits, where they say it.
Result<std::optional<NetworkFabric>> fabricIn(const HardwareSpec& base, const MachineEdits& edits)
{
    const core::Link* cluster = base.link(core::LinkLevel::Cluster);
    if (cluster == nullptr)
        return std::optional<NetworkFabric>();
    NetworkFabric fabric = fabricOf(*cluster);
    bool said = false;
    for (const auto& [key, text] : edits) {
        if (key != "fabric" && key != "oversubscription")
            continue;
        const auto figure = machineFigure(base, key);
        if (!figure)
            continue;
        SHARDSCOPE_TRY(const auto value, valueOf(*figure, text));
        if (key == "fabric")
            fabric.fabric = value ? static_cast<Fabric>(static_cast<int>(*value)) : Fabric::Described;
        else
            fabric.oversubscription = value.value_or(1);
        said = true;
    }
    if (!said || (fabric.fabric == Fabric::Described && fabric.oversubscription == 1))
        return std::optional<NetworkFabric>();
    if (fabric.fabric == Fabric::Described)
        fabric.fabric = Fabric::FatTree; // where one thins the network, it has leaves
    return std::optional(fabric);
}

} // namespace

Result<HardwareSpec> editedMachine(const HardwareSpec& base, const MachineEdits& edits)
{
    const std::vector<MachineFigure> figures = machineFigures(base);
    for (const auto& [key, text] : edits) {
        if (std::ranges::find(figures, key, &MachineFigure::key) != figures.end())
            continue;
        std::vector<std::string> known;
        for (const MachineFigure& figure : figures)
            known.push_back(figure.key);
        return core::unknownKey(key, known);
    }
    HardwareSpec hardware = base;
    bool changed = false;
    for (const MachineFigure& figure : figures) { // in the order of the table, whatever the edits'
        const auto said = std::ranges::find(edits, figure.key, &MachineEdits::value_type::first);
        if (said == edits.end() || figure.key == "fabric" || figure.key == "oversubscription")
            continue;
        SHARDSCOPE_TRY(const auto value, valueOf(figure, said->second));
        changed = true;
        if (figure.key == "power_cap") {
            if (value)
                core::capPower(hardware, core::Watts{*value});
        } else if (figure.key == "node.devices") {
            if (value && static_cast<std::int64_t>(*value) != hardware.devicesPerNode)
                setDevicesOfNode(hardware, static_cast<std::int64_t>(*value));
        } else {
            setFigure(hardware, figure.key, value);
        }
    }
    SHARDSCOPE_TRY(const std::optional<NetworkFabric> fabric, fabricIn(base, edits));
    if (fabric)
        setFabric(hardware, *fabric);
    if (changed || fabric)
        retitleEdited(hardware);
    return hardware;
}

MachineEdits machineEdits(const HardwareSpec& base, const HardwareSpec& edited)
{
    MachineEdits edits;
    HardwareSpec capped = base;
    if (edited.powerCap != base.powerCap) {
        edits.emplace_back("power_cap",
                           edited.powerCap ? core::shortestText(edited.powerCap->value()) + " W" : "");
        if (edited.powerCap)
            core::capPower(capped, *edited.powerCap);
    }
    for (const MachineFigure& figure : machineFigures(edited)) {
        const auto before = machineFigure(capped, figure.key);
        if (figure.key != "power_cap" && before && before->value != figure.value)
            edits.emplace_back(figure.key, figure.text());
    }
    return edits;
}

} // namespace shardscope::app
