// SPDX-License-Identifier: GPL-3.0-or-later
// A node of Zion beside one of ZionEX: sockets (Zion had eight, ZionEX four), their network cards, GPUs with
// and without cards of their own, the networks, and how much of each link the training uses (InfoQ on ZionEX,
// 4 May 2021; planner/recommender/zionex/zion_figures.cpp).
#include "app/desktop/charts/recommender/study_builder.h"

#include "app/desktop/base/number_text.h"
#include "app/session/recommender/node_traffic.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kSockets = 4;      ///< of ZionEX, and network cards on them
constexpr int kMostDrawn = 16;   ///< sockets or cards
constexpr int kGpus = 8;         ///< drawn; a node with more says so in words
constexpr double kTwoFrom = 700; ///< pixels: below, the nodes stand above each other
constexpr double kRow = 22;      ///< height of a box
constexpr double kStep = 44;     ///< between rows of boxes
constexpr double kFull = 0.9;    ///< of a link: drawn as what limits

class Builder : StudyBuilder {
public:
    using StudyBuilder::StudyBuilder;

    Scene make()
    {
        const bool beside = m_scene.width >= kTwoFrom;
        const double wide = beside ? (m_scene.width - 40) / 2 : m_scene.width;
        const double zion = drawNode("zion", 0, 0, wide);
        const double zionex = drawNode("zionex", beside ? wide + 40 : 0, beside ? 0 : zion + 16, wide);
        const std::int64_t devices = m_study.placement.cluster.devicesPerNode;
        QString text =
            Words::tr("Lines are as thick as they are full, red from nine tenths on. One direction; Zion at "
                      "the rate that its tightest part leaves, ZionEX at the plan's.");
        if (devices != kGpus)
            text += QLatin1Char(' ') +
                    Words::tr("A node of this plan has %1 devices.").arg(integerString(devices));
        m_scene.height = m_scene.paragraph(std::max(zion, zionex) + 8, text, m_theme.textDim) + 4;
        return std::move(m_scene);
    }

private:
    [[nodiscard]] const NodeTraffic* trafficOf(std::string_view machine, std::string_view part) const
    {
        const auto found = std::ranges::find_if(
            m_traffic, [&](const NodeTraffic& one) { return one.machine == machine && one.part == part; });
        return found == m_traffic.end() ? nullptr : &*found;
    }
    /// How many of Zion's are drawn.
    [[nodiscard]] int drawn(planner::ZionFigure figure) const
    {
        return std::clamp(static_cast<int>(m_study.request.choices.zion[figure]), 1, kMostDrawn);
    }
    [[nodiscard]] QColor colorOfShare(double share) const
    {
        return share >= kFull ? m_theme.bad : m_theme.accent;
    }
    static double thickness(double share) { return 1 + 4 * std::clamp(share, 0.0, 1.0); }
    [[nodiscard]] static QString figureOf(const NodeTraffic& one)
    {
        if (!(one.link.value() > 0))
            return percentString(one.share, 1);
        return Words::tr("%1 of %2, %3")
            .arg(quantityString(one.flow), quantityString(one.link), percentString(one.share, 1));
    }

    void box(const QRectF& place, const QString& label, const QColor& fill)
    {
        m_scene.boxes.push_back({place, fill, m_theme.line, false, 3, label});
    }
    void line(QPointF from, QPointF to, double share)
    {
        m_scene.line(from, to, share > 0 ? colorOfShare(share) : m_theme.line, thickness(share));
    }
    void text(const QRectF& place, const QString& words, const QColor& color,
              Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter, Weight weight = Weight::Regular)
    {
        const QString fitting = QFontMetricsF(interfaceFont(TypeSize::Small, weight))
                                    .elidedText(words, Qt::ElideRight, place.width());
        m_scene.text(place, fitting, color, align, weight).halo = true;
    }
    /// A network as a bar over the node's width, its name and figures beside it.
    void network(double left, double top, double width, const QString& name, const NodeTraffic* traffic,
                 bool above)
    {
        const double share = traffic != nullptr ? traffic->share : 0;
        m_scene.box({left, top, width, 6}, paler(colorOfShare(share), 0.55, m_theme)).corner = 3;
        const QString figure = traffic != nullptr ? figureOf(*traffic) : QString();
        const double y = above ? top - 18 : top + 8;
        text(QRectF(left, y, width, 16), figure.isEmpty() ? name : name + QStringLiteral(": ") + figure,
             m_theme.text);
        m_scene.spot({left, above ? y : top, width, 26},
                     figure.isEmpty() ? name : name + QStringLiteral(": ") + figure);
    }

    double drawNode(std::string_view machine, double left, double top, double width)
    {
        const bool own = machine == "zionex"; // GPUs have cards of their own
        const NodeTraffic* hosts = trafficOf(machine, own ? "front_end" : "trainer_network");
        double y = top;
        text(QRectF(left, y, width, 18), systemName(machine), m_theme.text, Qt::AlignLeft | Qt::AlignVCenter,
             Weight::Strong);
        y += 40;
        network(left, y, width, own ? boundName("front_end") : boundName("trainer_network"), hosts, true);
        const double share = hosts != nullptr ? hosts->share : 0;
        const double cards = y + kStep - 14;
        const double sockets = cards + kStep;
        const double gpus = sockets + kStep;
        const int socketCount = own ? kSockets : drawn(planner::ZionFigure::Sockets);
        const int cardCount = own ? kSockets : drawn(planner::ZionFigure::Cards);
        const double socketWide = width / socketCount;
        const double cardWide = width / cardCount;
        const double gpuWide = width / kGpus;
        const NodeTraffic* cycles = trafficOf(machine, "tcp_cycles");
        m_scene.boxes.push_back({QRectF(left, cards - 8, width, gpus + kRow - cards + 16 + (own ? kStep : 0)),
                                 m_theme.page, m_theme.line, false, metrics::kCornerRadius});
        const auto socketUnder = [&](double x) {
            const int index = std::clamp(static_cast<int>((x - left) / socketWide), 0, socketCount - 1);
            return left + socketWide * (index + 0.5);
        };
        for (int i = 0; i < cardCount; ++i) {
            const double middle = left + cardWide * (i + 0.5);
            const double half = std::min(34.0, cardWide * 0.36);
            line({middle, y + 6}, {middle, cards}, share);
            line({middle, cards + kRow}, {socketUnder(middle), sockets}, share);
            box(QRectF(middle - half, cards, 2 * half, kRow), Words::tr("NIC"), m_theme.raised);
        }
        for (int i = 0; i < socketCount; ++i) {
            const double middle = left + socketWide * (i + 0.5);
            const double half = std::min(34.0, socketWide * 0.36);
            const QRectF socket(middle - half, sockets, 2 * half, kRow);
            box(socket, QStringLiteral("CPU"), m_theme.raised);
            if (cycles != nullptr) // as much of its foot as TCP takes of its cycles
                m_scene.box(
                    {socket.left(), socket.bottom() - 3, socket.width() * std::min(1.0, cycles->share), 3},
                    colorOfShare(cycles->share));
        }
        for (int gpu = 0; gpu < kGpus; ++gpu) {
            const double x = left + gpuWide * (gpu + 0.5);
            line({socketUnder(x), sockets + kRow}, {x, gpus}, own ? 0 : share);
        }
        const NodeTraffic* inside = trafficOf(machine, "node_link");
        const NodeTraffic* card = trafficOf(machine, "gpu_network");
        const double nics = gpus + kStep;
        for (int gpu = 0; gpu < kGpus; ++gpu) {
            const double middle = left + gpuWide * (gpu + 0.5);
            const double half = std::min(22.0, gpuWide * 0.42);
            box(QRectF(middle - half, gpus, 2 * half, kRow), Words::tr("GPU"), m_theme.raised);
            if (gpu > 0 && own) // between neighbours, along their middles
                line({middle - gpuWide + half, gpus + kRow / 2}, {middle - half, gpus + kRow / 2},
                     inside != nullptr ? inside->share : 0);
            if (!own)
                continue;
            line({middle, gpus + kRow}, {middle, nics}, card != nullptr ? card->share : 0);
            line({middle, nics + kRow}, {middle, nics + kStep}, card != nullptr ? card->share : 0);
            box(QRectF(middle - half, nics, 2 * half, kRow), Words::tr("NIC"), m_theme.raised);
        }
        if (!own)
            return zionsRest(left, gpus + kRow + 16, width, cycles);
        double below = nics + kStep;
        network(left, below, width, boundName("gpu_network"), card, false);
        below += 30;
        if (inside != nullptr) {
            text(QRectF(left, below, width, 16),
                 boundName("node_link") + QStringLiteral(": ") + figureOf(*inside), m_theme.text);
            m_scene.spot({left, below, width, 16},
                         boundName("node_link") + QStringLiteral(": ") + figureOf(*inside));
            below += 20;
        }
        return below;
    }

    /// Under Zion's node: its CPUs' cycles and the servers that the network leads to.
    double zionsRest(double left, double top, double width, const NodeTraffic* cycles)
    {
        double y = top;
        const auto say = [&](const QString& name, const NodeTraffic* one) {
            if (one == nullptr)
                return;
            const QString sentence = name + QStringLiteral(": ") + figureOf(*one);
            text(QRectF(left, y, width, 16), sentence, one->share >= kFull ? m_theme.bad : m_theme.text);
            m_scene.spot({left, y, width, 16}, sentence);
            y += 18;
        };
        text(QRectF(left, y, width, 16),
             Words::tr("GPUs have no network cards: all goes by the CPUs and TCP."), m_theme.textDim);
        y += 18;
        say(boundName("tcp_cycles"), cycles);
        for (const char* part : {"mlp_server_network", "mlp_server_cycles", "embedding_server_network",
                                 "embedding_server_cycles", "embedding_server_memory"})
            say(boundName(part), trafficOf("zion", part));
        return y;
    }

    std::vector<NodeTraffic> m_traffic = nodeTraffic(m_study);
};

} // namespace

Scene nodeScene(const Study& study, double width, const Theme& theme)
{
    return Builder(study, width, theme).make();
}

} // namespace shardscope::app
