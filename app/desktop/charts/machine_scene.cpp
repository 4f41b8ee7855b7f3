// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/machine_scene.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr std::int64_t kMostDevicesDrawn = 8;
constexpr double kNetworkBar = 30;
constexpr double kWire = 30;
constexpr double kHostBox = 42;
constexpr double kDeviceBox = 66;
constexpr double kDeviceGap = 10;
constexpr double kMostDeviceWidth = 120;
constexpr double kThinnest = 1.5;
constexpr double kThickest = 9;

/// Draws a link two pixels thicker for each ten times of a gigabyte a second.
double thicknessOf(core::BytesPerSecond bandwidth)
{
    constexpr double kGiga = 1e9;
    return std::clamp(kThinnest + 2 * std::log10(std::max(1.0, bandwidth.value() / kGiga)), kThinnest,
                      kThickest);
}

QColor colorOfLevel(core::LinkLevel level)
{
    switch (level) {
    case core::LinkLevel::Node: return colorOf(core::OpClass::CollectiveTensor);
    case core::LinkLevel::Pod: return colorOf(core::OpClass::CollectiveExpert);
    case core::LinkLevel::Cluster: return colorOf(core::OpClass::CollectiveReplica);
    case core::LinkLevel::FrontEnd: break;
    }
    return colorOf(core::OpClass::Host);
}

QString topologyText(core::LinkTopology topology)
{
    switch (topology) {
    case core::LinkTopology::Switch: return Words::tr("switch");
    case core::LinkTopology::Ring: return Words::tr("ring");
    case core::LinkTopology::Mesh: return Words::tr("mesh");
    case core::LinkTopology::Torus: break;
    }
    return Words::tr("torus");
}

/// \p said, and where it is from.
template <class Q>
QString sourcedText(const QString& said, const core::Sourced<Q>& figure)
{
    QString text = said;
    if (figure.unverified)
        text += QStringLiteral("; ") + Words::tr("unverified");
    if (!figure.source.empty())
        text += QStringLiteral("; ") + shownText(figure.source);
    return text;
}

class MachineBuilder {
public:
    MachineBuilder(const core::HardwareSpec& hardware, double width, const Theme& theme)
        : m_hardware(hardware)
        , m_theme(theme)
        , m_drawn(std::min(hardware.devicesPerNode, kMostDevicesDrawn))
    {
        m_scene.width = width;
        const auto drawn = static_cast<double>(m_drawn);
        m_device = std::clamp((width - kDeviceGap * (drawn - 1)) / drawn, 24.0, kMostDeviceWidth);
        m_left = std::max(0.0, (width - drawn * m_device - (drawn - 1) * kDeviceGap) / 2);
    }

    Scene make()
    {
        double y = host(0);
        if (const core::Link* link = m_hardware.link(core::LinkLevel::Node)) {
            y = network(y, *link);
            y = wires(y, *link);
        }
        y = devices(y);
        for (const core::Link& link : m_hardware.links) {
            if (link.level != core::LinkLevel::Pod && link.level != core::LinkLevel::Cluster)
                continue;
            y = wires(y, link);
            y = network(y, link);
        }
        y = m_scene.paragraph(y + 10, nodesText(), m_theme.textDim);
        m_scene.height =
            m_scene.paragraph(y + 2, Words::tr("A link is drawn as thick as the logarithm of its bandwidth."),
                              m_theme.textDim) +
            2;
        return std::move(m_scene);
    }

private:
    [[nodiscard]] double deviceLeft(std::int64_t device) const
    {
        return m_left + static_cast<double>(device) * (m_device + kDeviceGap);
    }

    [[nodiscard]] QString nodesText() const
    {
        const QString drawn = m_drawn < m_hardware.devicesPerNode
                                  ? Words::tr("A node has %1 devices; %2 are drawn.")
                                        .arg(m_hardware.devicesPerNode)
                                        .arg(m_drawn)
                                  : Words::tr("A node has %1 devices.").arg(m_hardware.devicesPerNode);
        const QString nodes = m_hardware.nodes
                                  ? Words::tr("The machine has %1 nodes, %2 devices.")
                                        .arg(integerString(*m_hardware.nodes),
                                             integerString(*m_hardware.nodes * m_hardware.devicesPerNode))
                                  : Words::tr("There are as many nodes as a plan needs.");
        return drawn + QLatin1Char(' ') + nodes;
    }

    /// The memories that are not the devices' own, side by side, and the hosts' network.
    double host(double y)
    {
        std::vector<const core::MemoryTier*> tiers;
        for (const core::MemoryTier& tier : m_hardware.memory) {
            if (tier.tier != core::Tier::Device)
                tiers.push_back(&tier);
        }
        const core::Link* front = m_hardware.link(core::LinkLevel::FrontEnd);
        const std::size_t boxes = tiers.size() + (front != nullptr ? 1 : 0);
        if (boxes == 0)
            return y;
        const double each =
            (m_scene.width - kDeviceGap * static_cast<double>(boxes - 1)) / static_cast<double>(boxes);
        double x = 0;
        const auto box = [&](const QColor& color, const QString& name, const QString& figures,
                             bool unverified, const QString& told, const QString& key) {
            const QRectF rect(x, y, each, kHostBox);
            SceneBox& made = m_scene.box(rect, m_theme.raised);
            made.corner = metrics::kCornerRadius;
            m_scene.box({x, y + 6, 4, kHostBox - 12}, color);
            m_scene.text({x + 12, y + 4, each - 16, 16}, name, m_theme.text, kTextLeft, Weight::Strong);
            m_scene.text({x + 12, y + 21, each - 16, 16}, figures,
                         unverified ? m_theme.warn : m_theme.textDim);
            m_scene.spot(rect, told, key);
            x += each + kDeviceGap;
        };
        for (const core::MemoryTier* tier : tiers) {
            const bool unverified = tier->capacity.unverified || tier->bandwidth.unverified;
            const QString figures = figuresOf(*tier, unverified);
            box(colorOf(core::OpClass::Copy), nameOf(*tier), figures, unverified,
                sourcedText(nameOf(*tier) + QStringLiteral(": ") + figures, tier->capacity),
                keyOf("memory", core::nameOf(tier->tier), "capacity"));
        }
        if (front != nullptr) {
            const QString said = linkText(*front);
            box(colorOfLevel(front->level), linkLevelText(front->level), said, front->bandwidth.unverified,
                sourcedText(linkLevelText(front->level) + QStringLiteral(": ") + said, front->bandwidth),
                keyOf("link", core::nameOf(front->level), "bandwidth"));
        }
        return y + kHostBox + 14;
    }

    /// "link.cluster.bandwidth": the figure that a spot shows, by which it is edited.
    [[nodiscard]] static QString keyOf(const char* kind, std::string_view of, const char* figure)
    {
        return QLatin1String(kind) + QLatin1Char('.') +
               QString::fromUtf8(of.data(), static_cast<qsizetype>(of.size())) + QLatin1Char('.') +
               QLatin1String(figure);
    }

    [[nodiscard]] static QString nameOf(const core::MemoryTier& tier)
    {
        const QString name = tierName(tier.tier);
        return tier.label.empty() || shownText(tier.label) == name
                   ? name
                   : name + QStringLiteral(" \u00b7 ") + shownText(tier.label);
    }
    [[nodiscard]] static QString figuresOf(const core::MemoryTier& tier, bool unverified)
    {
        QStringList parts{quantityString(tier.capacity.value), quantityString(tier.bandwidth.value)};
        if (tier.sharedBy > 1)
            parts << Words::tr("shared by %1").arg(tier.sharedBy);
        if (unverified)
            parts << Words::tr("unverified");
        return parts.join(QStringLiteral(" \u00b7 "));
    }
    [[nodiscard]] static QString linkText(const core::Link& link)
    {
        QStringList parts;
        if (!link.label.empty())
            parts << shownText(link.label);
        parts << topologyText(link.topology)
              << Words::tr("%1 a device, each way").arg(quantityString(link.bandwidth.value));
        if (link.latency.value.value() > 0)
            parts << quantityString(link.latency.value);
        if (link.inNetworkReduction)
            parts << Words::tr("reduces in the network");
        if (link.bandwidth.unverified || link.latency.unverified)
            parts << Words::tr("unverified");
        return parts.join(QStringLiteral(" \u00b7 "));
    }

    double network(double y, const core::Link& link)
    {
        const QColor color = colorOfLevel(link.level);
        const QRectF rect(0, y, m_scene.width, kNetworkBar);
        m_scene.box(rect, paler(color, 0.75, m_theme)).corner = metrics::kCornerRadius;
        const QString said = linkText(link);
        const double name = std::min(170.0, m_scene.width / 3);
        m_scene.text({10, y, name - 12, kNetworkBar}, linkLevelText(link.level), m_theme.text, kTextLeft,
                     Weight::Strong);
        m_scene.text({name, y, m_scene.width - name - 8, kNetworkBar}, said, m_theme.text, kTextLeft,
                     Weight::Regular, TypeSize::Body);
        m_scene.spot(rect,
                     sourcedText(linkLevelText(link.level) + QStringLiteral(": ") + said, link.bandwidth),
                     keyOf("link", core::nameOf(link.level), "bandwidth"));
        return y + kNetworkBar;
    }

    double wires(double y, const core::Link& link)
    {
        for (std::int64_t device = 0; device < m_drawn; ++device) {
            const double x = deviceLeft(device) + m_device / 2;
            m_scene.line({x, y}, {x, y + kWire}, colorOfLevel(link.level), thicknessOf(link.bandwidth.value));
        }
        return y + kWire;
    }

    double devices(double y)
    {
        const core::MemoryTier* memory = m_hardware.tier(core::Tier::Device);
        for (std::int64_t device = 0; device < m_drawn; ++device) {
            const QRectF rect(deviceLeft(device), y, m_device, kDeviceBox);
            m_scene.boxes.push_back({rect, m_theme.panel, m_theme.edge, false, metrics::kCornerRadius});
            m_scene.box({rect.left() + 8, y + 8, m_device - 16, 10}, colorOf(core::OpClass::MatrixProduct));
            m_scene.text({rect.left() + 2, y + 22, m_device - 4, 16}, Words::tr("device %1").arg(device),
                         m_theme.text, kTextMiddle, Weight::Strong);
            if (memory == nullptr)
                continue;
            m_scene.text({rect.left() + 2, y + 40, m_device - 4, 16}, quantityString(memory->capacity.value),
                         memory->capacity.unverified ? m_theme.warn : m_theme.textDim, kTextMiddle);
            m_scene.spot(rect,
                         sourcedText(nameOf(*memory) + QStringLiteral(": ") +
                                         figuresOf(*memory, memory->capacity.unverified),
                                     memory->capacity),
                         keyOf("memory", "device", "capacity"));
        }
        return y + kDeviceBox;
    }

    const core::HardwareSpec& m_hardware;
    const Theme& m_theme;
    std::int64_t m_drawn;
    double m_device = 0;
    double m_left = 0;
    Scene m_scene;
};

} // namespace

QString linkLevelText(core::LinkLevel level)
{
    switch (level) {
    case core::LinkLevel::Node: return Words::tr("within a node");
    case core::LinkLevel::Pod: return Words::tr("within a pod");
    case core::LinkLevel::Cluster: return Words::tr("between nodes");
    case core::LinkLevel::FrontEnd: break;
    }
    return Words::tr("hosts' network");
}

Scene machineScene(const core::HardwareSpec& hardware, double width, const Theme& theme)
{
    return MachineBuilder(hardware, width, theme).make();
}

} // namespace shardscope::app
