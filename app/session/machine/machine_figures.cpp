// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/machine/machine_figures.h"

#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kSecondsOfHour = 3600;
/// Ports of a leaf switch: 64 of 400 Gb/s (NVIDIA QM9700 and SN5600 data sheets).
constexpr double kLeafPorts = 64;

/// The figures as they are found, each under its key.
class Figures {
public:
    void add(std::string key, std::optional<double> value, core::Dimension dimension, std::string source,
             bool unverified = false)
    {
        m_all.push_back({std::move(key), value, dimension, false, std::move(source), unverified});
    }
    template <class Q>
    void add(std::string key, const core::Sourced<Q>& figure, core::Dimension dimension)
    {
        add(std::move(key), figure.value.value(), dimension, figure.source, figure.unverified);
    }
    void addCount(std::string key, std::optional<std::int64_t> count, std::string source)
    {
        add(std::move(key), count ? std::optional(static_cast<double>(*count)) : std::nullopt, core::kNumber,
            std::move(source));
        m_all.back().whole = true;
    }
    [[nodiscard]] std::vector<MachineFigure> take() { return std::move(m_all); }

private:
    std::vector<MachineFigure> m_all;
};

std::string named(std::string_view name) { return std::string(name); }

void addLinks(const core::HardwareSpec& hardware, Figures& figures)
{
    for (const core::Link& link : hardware.links) {
        const std::string at = "link." + named(core::nameOf(link.level));
        figures.add(at + ".bandwidth", link.bandwidth, core::kBytePerSecond);
        figures.add(at + ".latency", link.latency, core::kSecond);
    }
    const core::Link* cluster = hardware.link(core::LinkLevel::Cluster);
    if (cluster == nullptr || cluster->topology != core::LinkTopology::Switch)
        return;
    const NetworkFabric fabric = fabricOf(*cluster);
    const std::string source = cluster->scaling ? cluster->scaling->source : std::string();
    figures.add("fabric", static_cast<double>(fabric.fabric), core::kNumber, source);
    figures.add("oversubscription", fabric.oversubscription, core::kNumber, source);
}

/// "bf16" of "engine.matrix.bf16".
QString lastPart(const std::string& key) { return QString::fromStdString(key.substr(key.rfind('.') + 1)); }

QString middlePart(const std::string& key)
{
    const std::size_t first = key.find('.') + 1;
    return QString::fromStdString(key.substr(first, key.rfind('.') - first));
}

QString levelLabel(const QString& level)
{
    if (level == QLatin1String("node"))
        return Words::tr("within a node");
    if (level == QLatin1String("pod"))
        return Words::tr("within a pod");
    return level == QLatin1String("cluster") ? Words::tr("between nodes") : Words::tr("hosts' network");
}

QString tierLabel(const QString& tier)
{
    if (tier == QLatin1String("device"))
        return Words::tr("Device memory");
    if (tier == QLatin1String("host"))
        return Words::tr("Host memory");
    if (tier == QLatin1String("nvme"))
        return Words::tr("NVMe");
    return tier == QLatin1String("streaming") ? Words::tr("Streaming memory")
                                              : Words::tr("Parameter server's memory");
}

constexpr KeyedText kLabels[]{{"power_cap", N_("Power cap of a device")},
                              {"node.devices", N_("Devices of a node")},
                              {"nodes", N_("Nodes")},
                              {"power", N_("Power of a board")},
                              {"price", N_("Price of a device and hour")},
                              {"fabric", N_("How nodes meet")},
                              {"oversubscription", N_("Oversubscription above the leaf switches")}};

constexpr const char* kFabricWords[]{N_("as described"), N_("fat tree"), N_("rails")};

} // namespace

bool isSetByHand(std::string_view source) { return source.starts_with(kSetByHand); }

std::string MachineFigure::text() const
{
    if (!value)
        return {};
    if (key == "fabric")
        return std::string(core::nameOf(static_cast<Fabric>(static_cast<int>(*value))));
    if (whole)
        return core::fixedText(*value, 0);
    if (dimension == core::kNumber)
        return core::shortestText(*value);
    if (dimension == core::kCurrency)
        return core::shortestText(*value) + " USD";
    return core::quantityText(*value, dimension, {.significantDigits = 0}).joined();
}

std::vector<MachineFigure> machineFigures(const core::HardwareSpec& hardware)
{
    Figures figures;
    figures.add("power_cap", hardware.powerCap ? std::optional(hardware.powerCap->value()) : std::nullopt,
                core::kWatt, hardware.powerCap ? named(kSetByHand) : std::string());
    figures.addCount("node.devices", hardware.devicesPerNode, hardware.source);
    figures.addCount("nodes", hardware.nodes, hardware.source);
    for (const core::Engine& engine : hardware.engines)
        figures.add(std::string("engine.") +
                        (engine.kind == core::EngineKind::Matrix ? "matrix." : "vector.") +
                        named(core::nameOf(engine.dtype)),
                    engine.peak, core::kFlopPerSecond);
    for (const core::MemoryTier& memory : hardware.memory) {
        const std::string at = "memory." + named(core::nameOf(memory.tier));
        figures.add(at + ".capacity", memory.capacity, core::kByte);
        figures.add(at + ".bandwidth", memory.bandwidth, core::kBytePerSecond);
    }
    if (hardware.power)
        figures.add("power", *hardware.power, core::kWatt);
    else
        figures.add("power", std::nullopt, core::kWatt, {});
    if (hardware.price)
        figures.add("price", hardware.price->value.value() * kSecondsOfHour, core::kCurrency,
                    hardware.price->source, hardware.price->unverified);
    else
        figures.add("price", std::nullopt, core::kCurrency, {});
    addLinks(hardware, figures);
    return figures.take();
}

std::optional<MachineFigure> machineFigure(const core::HardwareSpec& hardware, std::string_view key)
{
    std::vector<MachineFigure> all = machineFigures(hardware);
    const auto found = std::ranges::find(all, key, &MachineFigure::key);
    return found == all.end() ? std::nullopt : std::optional(std::move(*found));
}

QString machineFigureLabel(const std::string& key)
{
    if (const char* text = textOf(kLabels, key); *text != '\0')
        return Words::tr(text);
    if (key.starts_with("engine.matrix."))
        return filled(Words::tr("Matrix products, %1"), {lastPart(key)});
    if (key.starts_with("engine."))
        return filled(Words::tr("Vector operations, %1"), {lastPart(key)});
    const bool memory = key.starts_with("memory.");
    const QString of = memory ? tierLabel(middlePart(key)) : levelLabel(middlePart(key));
    const QString what = lastPart(key);
    if (what == QLatin1String("capacity"))
        return filled(Words::tr("%1: capacity"), {of});
    return what == QLatin1String("latency") ? filled(Words::tr("%1: latency"), {of})
                                            : filled(Words::tr("%1: bandwidth"), {of});
}

QString machineFigureText(const MachineFigure& figure)
{
    if (!figure.value)
        return figure.key == "nodes" ? Words::tr("as many as a plan needs") : QStringLiteral("—");
    if (figure.key == "fabric")
        return Words::tr(kFabricWords[static_cast<std::size_t>(*figure.value)]);
    constexpr int kDigits = 4;
    return QString::fromStdString(
        core::quantityText(*figure.value, figure.dimension, {.significantDigits = kDigits}).joined());
}

NetworkFabric fabricOf(const core::Link& link)
{
    if (!link.scaling || !isSetByHand(link.scaling->source))
        return {};
    // The file keeps what the network gives; what it was worked out for stands in its source.
    NetworkFabric found{Fabric::FatTree, 1};
    const std::string words = "oversubscribed ";
    if (const std::size_t at = link.scaling->source.find(words); at != std::string::npos) {
        const std::size_t from = at + words.size();
        const std::size_t to = link.scaling->source.find(' ', from);
        found.oversubscription = core::parseNumber(link.scaling->source.substr(from, to - from)).value_or(1);
    }
    if (link.scaling->source.find("a rail") != std::string::npos)
        found.fabric = Fabric::Rail;
    return found;
}

double machinesOfLeaf(const NetworkFabric& fabric, std::int64_t devicesPerNode)
{
    const double down =
        std::floor(kLeafPorts * fabric.oversubscription / (1 + fabric.oversubscription) + 0.5);
    const double each = fabric.fabric == Fabric::Rail ? 1 : static_cast<double>(devicesPerNode);
    return std::max(1.0, std::floor(down / each));
}

} // namespace shardscope::app
