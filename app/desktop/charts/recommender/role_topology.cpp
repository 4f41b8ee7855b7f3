// SPDX-License-Identifier: GPL-3.0-or-later
// Four roles and what flows between them: width by traffic (logarithmic, stated), words for load and queues.
#include "app/desktop/charts/recommender/study_builder.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kBoxHeight = 78;
constexpr double kMostBoxWidth = 170;
constexpr double kRoleGap = 110;  ///< between the rows of boxes
constexpr double kLane = 16;      ///< between the two directions of an edge
constexpr double kNarrow = 440;   ///< three boxes beside each other would cut the roles' names
constexpr double kNarrowGap = 56; ///< between the rows of boxes, with the words of both directions

using Kind = planner::PersiaRoleKind;

class RoleBuilder : StudyBuilder {
public:
    using StudyBuilder::StudyBuilder;

    Scene make()
    {
        double y = headline() + 8;
        const double height = m_narrow ? placeInTwoColumns(y) : placeInThreeColumns(y);
        for (const planner::PersiaRoleRate& role : m_study.rate().roles)
            drawRole(role);
        for (const planner::PersiaEdge& edge : m_study.rate().edges)
            drawEdge(edge);
        y += height + 10;
        m_scene.height =
            m_scene.paragraph(y,
                              Words::tr("Arrows: traffic, share of the busier end's network, batches in that "
                                        "stage. Their width grows with the logarithm of the traffic."),
                              m_theme.textDim) +
            4;
        return std::move(m_scene);
    }

private:
    double placeInThreeColumns(double y)
    {
        const double middle = (m_scene.width - m_box) / 2;
        place(Kind::EmbeddingWorker, QPointF(middle, y));
        place(Kind::ParameterServer, QPointF(m_scene.width - m_box, y));
        place(Kind::NnWorker, QPointF(middle, y + kBoxHeight + kRoleGap));
        place(Kind::DataLoader, QPointF(0, y + (kBoxHeight + kRoleGap) / 2));
        return 2 * kBoxHeight + kRoleGap;
    }

    /// Data loaders on the left, beside the servers; what they feed is below these.
    double placeInTwoColumns(double y)
    {
        const double right = m_scene.width - m_box;
        const double row = kBoxHeight + kNarrowGap;
        place(Kind::DataLoader, QPointF(0, y));
        place(Kind::ParameterServer, QPointF(right, y));
        place(Kind::EmbeddingWorker, QPointF(right, y + row));
        place(Kind::NnWorker, QPointF(right, y + 2 * row));
        return 3 * kBoxHeight + 2 * kNarrowGap;
    }

    double headline()
    {
        const planner::PersiaRate& rate = m_study.rate();
        QString text = Words::tr("%1: %2 samples/s; %3 saturate first.")
                           .arg(modeName(m_study.request.choices.mode), countString(rate.samplesPerSecond),
                                roleName(rate.saturated));
        if (rate.messageTooLarge)
            text += QLatin1Char(' ') + Words::tr("A batch's ids exceed the largest message of NATS.");
        return m_scene.paragraph(0, text, m_theme.text);
    }

    void place(Kind role, QPointF at)
    {
        m_places[static_cast<std::size_t>(role)] = QRectF(at, QSizeF(m_box, kBoxHeight));
    }
    [[nodiscard]] const QRectF& placeOf(Kind role) const { return m_places[static_cast<std::size_t>(role)]; }

    void drawRole(const planner::PersiaRoleRate& role)
    {
        const QRectF& box = placeOf(role.role);
        const bool saturated = role.role == m_study.rate().saturated;
        const planner::RoleMachines& machines = m_study.request.cluster[role.role];
        m_scene.boxes.push_back(
            {box, m_theme.page, saturated ? m_theme.bad : m_theme.line, false, metrics::kCornerRadius});
        const QRectF bar(box.left() + 8, box.bottom() - 14, box.width() - 16, 6);
        m_scene.box(bar, m_theme.raised);
        m_scene.box(
            QRectF(bar.left(), bar.top(), bar.width() * std::min(1.0, role.utilisation), bar.height()),
            saturated ? m_theme.bad : m_theme.accent);
        const double inner = box.width() - 16;
        const auto line = [&](int row, const QString& text, const QColor& color, Weight weight) {
            m_scene.text({box.left() + 8, box.top() + 6 + 18 * row, inner, 16}, text, color, kTextLeft,
                         weight);
        };
        line(0, roleName(role.role), m_theme.text, Weight::Strong);
        line(1,
             machines.devices > 0
                 ? Words::tr("%1 × %2 accelerators")
                       .arg(integerString(machines.replicas), integerString(machines.devices))
                 : Words::tr("%1 × %2 cores")
                       .arg(integerString(machines.replicas), quantityString(machines.cores, core::kNumber)),
             m_theme.textDim, Weight::Regular);
        const QString load = saturated ? Words::tr("saturated")
                                       : Words::tr("%1 in use").arg(percentString(role.utilisation, 1));
        line(2, load, saturated ? m_theme.bad : m_theme.text, Weight::Regular);
        m_scene.spot(box,
                     Words::tr("%1, %2: could do %3 samples/s, %4 in use")
                         .arg(roleName(role.role), QString::fromStdString(machines.instance),
                              countString(role.samplesPerSecond), percentString(role.utilisation)),
                     QStringLiteral("role.%1.%2")
                         .arg(QString::fromUtf8(planner::nameOf(m_study.request.choices.mode).data()),
                              QString::fromUtf8(planner::nameOf(role.role).data())));
    }

    void drawEdge(const planner::PersiaEdge& edge)
    {
        const QRectF& from = placeOf(edge.from);
        const QRectF& to = placeOf(edge.to);
        const double traffic = edge.bytesPerSample.value() * m_study.rate().samplesPerSecond;
        const double thickness = std::clamp(std::log10(std::max(1.0, traffic)) - 6, 1.0, 6.0);
        const QString label =
            QStringLiteral("%1 · %2 · %3")
                .arg(quantityString(traffic, core::kBytePerSecond), percentString(edge.utilisation, 1),
                     Words::tr("%1 batches")
                         .arg(quantityString(batchesInFlight(m_study, edge), core::kNumber, 2)));
        QPointF begin;
        QPointF end;
        QRectF text;
        Qt::Alignment align = Qt::AlignHCenter | Qt::AlignVCenter;
        const double wide = textWidth(label) + 24; // with an arrow before it
        if (edge.from == Kind::DataLoader) {       // obliquely up or down
            const bool up = edge.to == Kind::EmbeddingWorker && !m_narrow;
            begin = QPointF(from.center().x(), up ? from.top() : from.bottom());
            end = QPointF(to.left(), to.center().y());
            text =
                QRectF(0, up ? to.center().y() - 24 : to.center().y() + 8, std::min(wide, to.left() - 4), 16);
            if (m_narrow) // under the way to the box
                text = QRectF(begin.x() + 6, end.y() + 4, end.x() - begin.x() - 8, 16);
            align = Qt::AlignLeft | Qt::AlignVCenter;
            m_scene.lines.push_back({QPolygonF({begin, QPointF(begin.x(), end.y()), end}), m_theme.textDim,
                                     thickness, false, true});
        } else if (m_narrow) { // straight down or up, with words on the left
            const bool down = from.top() < to.top();
            const double x = from.center().x() + (down ? -kLane : kLane);
            begin = QPointF(x, down ? from.bottom() : from.top());
            end = QPointF(x, down ? to.top() : to.bottom());
            const double y = (begin.y() + end.y()) / 2 + (down ? -18 : 2);
            text = QRectF(0, y, from.center().x() - kLane - 8, 16);
            align = Qt::AlignRight | Qt::AlignVCenter;
            m_scene.line(begin, end, m_theme.textDim, thickness).arrow = true;
        } else if (edge.from == Kind::ParameterServer || edge.to == Kind::ParameterServer) {
            const bool right = edge.to == Kind::ParameterServer;
            const double y = from.center().y() + (right ? -kLane : kLane);
            begin = QPointF(right ? from.right() : from.left(), y);
            end = QPointF(right ? to.left() : to.right(), y);
            // Above and below the boxes, where there is room for words.
            text = QRectF(m_scene.width - std::max(wide, m_box),
                          right ? from.bottom() + 6 : from.bottom() + 24, std::max(wide, m_box), 16);
            align = Qt::AlignRight | Qt::AlignVCenter;
            m_scene.line(begin, end, m_theme.textDim, thickness).arrow = true;
        } else {
            const bool down = edge.to == Kind::NnWorker;
            const double x = from.center().x() + (down ? -kLane : kLane);
            begin = QPointF(x, down ? from.bottom() : from.top());
            end = QPointF(x, down ? to.top() : to.bottom());
            const double y = (begin.y() + end.y()) / 2 + (down ? 12 : 30);
            text = QRectF(from.center().x() + kLane + 10, y, wide, 16);
            align = Qt::AlignLeft | Qt::AlignVCenter;
            m_scene.line(begin, end, m_theme.textDim, thickness).arrow = true;
        }
        QString shown = label;
        if (m_narrow && edge.from == Kind::DataLoader) // no room for the rest, which the spot tells
            shown = quantityString(traffic, core::kBytePerSecond);
        else if (m_narrow)
            shown = QChar(from.top() < to.top() ? u'\u2193' : u'\u2191') + QStringLiteral(" ") + label;
        else if (edge.to == Kind::ParameterServer)
            shown = QStringLiteral("\u2192 ") + label;
        else if (edge.from == Kind::ParameterServer)
            shown = QStringLiteral("\u2190 ") + label;
        else if (edge.from == Kind::EmbeddingWorker)
            shown = QStringLiteral("\u2193 ") + label;
        else if (edge.from == Kind::NnWorker)
            shown = QStringLiteral("\u2191 ") + label;
        m_scene.text(text, shown, m_theme.text, align).halo = true;
        m_scene.spot(text, Words::tr("%1 to %2: %3 of a sample, %4")
                               .arg(roleName(edge.from), roleName(edge.to),
                                    quantityString(edge.bytesPerSample), label));
    }

    bool m_narrow = m_scene.width < kNarrow;
    double m_box = std::min(kMostBoxWidth, std::max(96.0, m_scene.width*(m_narrow ? 0.48 : 0.26)));
    std::array<QRectF, planner::kPersiaRoles.size()> m_places;
};

} // namespace

Scene topologyScene(const Study& study, double width, const Theme& theme)
{
    return RoleBuilder(study, width, theme).make();
}

} // namespace shardscope::app
