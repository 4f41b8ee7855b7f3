// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::int64_t kMostReplicas = 8; ///< drawn; the others are told
constexpr std::int64_t kMostSlices = 16;  ///< drawn of a tensor
constexpr double kSliceNames = 92;
constexpr double kReplicasApart = 28; ///< room for an arrow
constexpr double kFrameAround = 5;    ///< from a replica's tensors to its frame
constexpr double kReplicaHead = 24;
constexpr double kSliceRow = 30;
constexpr double kSlicePitch = 40;

enum class SliceFrame { Kept, Gathered, Computed, Scattered, Updated };

QString ofCut(const SlicedTensor& tensor)
{
    switch (tensor.purpose) {
    case core::Purpose::Weights: return QStringLiteral("rts");
    case core::Purpose::OptimizerState: return QStringLiteral("rts′");
    default: return Words::tr("slices");
    }
}

class SlicePicture {
public:
    SlicePicture(const PlanSlices& slices, std::size_t frame, double width, const Theme& theme)
        : m_slices(slices)
        , m_frame(static_cast<SliceFrame>(std::min(frame, kSliceFrames - 1)))
        , m_theme(theme)
    {
        m_scene.width = width;
        m_shown = std::min(slices.replicas, kMostReplicas);
        // If there is no room for all, fewer are drawn.
        while (m_shown > 2 && (width - kSliceNames) / static_cast<double>(m_shown) < 2.5 * kReplicasApart)
            --m_shown;
        m_wide = (width - kSliceNames - kFrameAround - kReplicasApart * static_cast<double>(m_shown - 1)) /
                 static_cast<double>(m_shown);
    }

    Scene make()
    {
        m_top = sayFrame(m_scene, 0, frameSaid(), m_theme) + 8;
        for (std::int64_t replica = 0; replica < m_shown; ++replica)
            addReplica(replica);
        for (std::size_t row = 0; row < m_slices.tensors.size(); ++row) {
            m_scene.text({0, rowTop(row), kSliceNames - 8, kSliceRow}, nameOf(row), m_theme.text, kTextRight);
            if (moves(row))
                addMessages(row);
        }
        double y = rowTop(m_slices.tensors.size()) + 6;
        if (m_shown < m_slices.replicas)
            y = m_scene.paragraph(
                    y, Words::tr("%1 of %2 replicas are drawn.").arg(m_shown).arg(m_slices.replicas),
                    m_theme.textDim) +
                4;
        for (const SlicedTensor& tensor : m_slices.tensors)
            y = m_scene.paragraph(y, told(tensor), m_theme.text) + 2;
        for (const core::CommunicationEntry& entry : m_slices.messages)
            y = m_scene.paragraph(y, messageTold(entry), m_theme.textDim) + 2;
        m_scene.height = y + 4;
        return std::move(m_scene);
    }

private:
    [[nodiscard]] double rowTop(std::size_t row) const
    {
        return m_top + kReplicaHead + static_cast<double>(row) * kSlicePitch;
    }
    [[nodiscard]] double left(std::int64_t replica) const
    {
        return kSliceNames + static_cast<double>(replica) * (m_wide + kReplicasApart);
    }
    [[nodiscard]] QString nameOf(std::size_t row) const
    {
        const core::Purpose purpose = m_slices.tensors[row].purpose;
        return purpose == core::Purpose::OptimizerState ? Words::tr("optimizer") : purposeName(purpose);
    }
    [[nodiscard]] const SlicedTensor& weights() const { return m_slices.tensors[0]; }

    /// Whether a slice of \p row that is another's is here in this frame.
    [[nodiscard]] bool isBorrowed(std::size_t row) const
    {
        if (m_slices.tensors[row].cut == 1)
            return true; // all of it is its own
        switch (m_slices.tensors[row].purpose) {
        case core::Purpose::Weights:
            return m_frame == SliceFrame::Gathered || m_frame == SliceFrame::Computed;
        case core::Purpose::Gradients: return m_frame == SliceFrame::Computed;
        default: return false;
        }
    }
    /// Whether there are gradients.
    [[nodiscard]] bool isThere(std::size_t row) const
    {
        return m_slices.tensors[row].purpose != core::Purpose::Gradients || m_frame >= SliceFrame::Computed;
    }
    [[nodiscard]] bool works(std::size_t row) const
    {
        switch (m_frame) {
        case SliceFrame::Computed: return row < 2;
        case SliceFrame::Scattered: return row == 1;
        case SliceFrame::Updated: return row != 1;
        default: return false;
        }
    }
    /// Whether replicas send each other slices of \p row in this frame.
    [[nodiscard]] bool moves(std::size_t row) const
    {
        switch (m_frame) {
        case SliceFrame::Gathered: return row == 0 && weights().cut > 1;
        case SliceFrame::Scattered: return row == 1;
        case SliceFrame::Updated: return row == 0 && weights().cut == 1 && m_slices.tensors[2].cut > 1;
        default: return false;
        }
    }

    void addReplica(std::int64_t replica)
    {
        const double x = left(replica);
        const double bottom = rowTop(m_slices.tensors.size()) - (kSlicePitch - kSliceRow) / 2;
        m_scene.boxes.push_back({QRectF(x - kFrameAround, m_top, m_wide + 2 * kFrameAround, bottom - m_top),
                                 m_theme.panel, m_theme.line, false, 5});
        m_scene.text({x, m_top + 2, m_wide, kReplicaHead - 4}, Words::tr("replica %1").arg(replica),
                     m_theme.text, kTextMiddle);
        for (std::size_t row = 0; row < m_slices.tensors.size(); ++row)
            addTensor(replica, row);
        QStringList parts;
        for (std::size_t row = 0; row < m_slices.tensors.size(); ++row)
            parts << Words::tr("%1: keeps %2 of %3")
                         .arg(nameOf(row), quantityString(m_slices.tensors[row].kept),
                              quantityString(m_slices.tensors[row].used));
        m_scene.spot({x - kFrameAround, m_top, m_wide + 2 * kFrameAround, bottom - m_top},
                     Words::tr("Replica %1: %2").arg(replica).arg(parts.join(QStringLiteral("; "))),
                     QStringLiteral("replica.%1").arg(replica));
    }

    void addTensor(std::int64_t replica, std::size_t row)
    {
        const SlicedTensor& tensor = m_slices.tensors[row];
        const std::int64_t slices = std::min(tensor.cut, kMostSlices);
        const double each = m_wide / static_cast<double>(slices);
        const double gap = each > 4 && slices > 1 ? 1.5 : 0;
        const QColor color = colorOf(tensor.purpose);
        for (std::int64_t slice = 0; slice < slices; ++slice) {
            const QRectF place(left(replica) + static_cast<double>(slice) * each, rowTop(row), each - gap,
                               kSliceRow);
            const bool own = slice == replica % tensor.cut || tensor.cut == 1;
            if (!isThere(row) || (!own && !isBorrowed(row))) {
                m_scene.box(place, m_theme.panel).edge = m_theme.line;
                continue;
            }
            SceneBox& box = m_scene.box(place, own ? color : paler(color, 0.55, m_theme));
            box.hatch = !own;
            if (own && works(row))
                box.edge = m_theme.text;
            if (own)
                box.label = tensor.cut == 1 ? letterOf(tensor.purpose)
                                            : QStringLiteral("%1%2").arg(letterOf(tensor.purpose)).arg(slice);
        }
    }

    /// Draws messages from each replica to the next, and from the last to the first.
    void addMessages(std::size_t row)
    {
        const double y = rowTop(row) + kSliceRow / 2;
        for (std::int64_t replica = 0; replica + 1 < m_shown; ++replica) {
            for (const bool right : {true, false}) {
                const double from = left(replica) + m_wide + 2;
                const double to = left(replica + 1) - 2;
                const double at = y + (right ? -5 : 5);
                SceneLine& line =
                    m_scene.line({right ? from : to, at}, {right ? to : from, at}, m_theme.accent, 1.6);
                line.arrow = true;
            }
        }
    }

    [[nodiscard]] QString frameSaid() const
    {
        switch (m_frame) {
        case SliceFrame::Kept: return Words::tr("1 of 5: each replica keeps its own slices.");
        case SliceFrame::Gathered:
            if (weights().cut == 1)
                return Words::tr("2 of 5: weights are whole on each replica: nothing has to be gathered.");
            return m_slices.phased
                       ? Words::tr("2 of 5: before a phase its weights are gathered from the others.")
                       : Words::tr("2 of 5: before layers run their weights are gathered from the others.");
        case SliceFrame::Computed:
            return Words::tr(
                "3 of 5: forward and backward, each on samples of its own; gradients are whole.");
        case SliceFrame::Scattered:
            return m_slices.tensors[1].cut > 1
                       ? Words::tr("4 of 5: gradients are summed, and each slice goes back to who keeps it.")
                       : Words::tr("4 of 5: gradients are summed for all; everybody has all of them.");
        case SliceFrame::Updated: break;
        }
        if (weights().cut == 1 && m_slices.tensors[2].cut > 1)
            return Words::tr(
                "5 of 5: each updates its slice with its part of the state, and all gather the new weights.");
        return m_slices.tensors[2].cut > 1
                   ? Words::tr("5 of 5: each updates its own slice with its part of the state.")
                   : Words::tr("5 of 5: each updates everything, all with the same result.");
    }

    [[nodiscard]] QString told(const SlicedTensor& tensor) const
    {
        return Words::tr("%1: a device uses 1/%2, %3, and keeps 1/%4, %5 (%6 = %7).")
            .arg(tensor.purpose == core::Purpose::OptimizerState ? Words::tr("optimizer")
                                                                 : purposeName(tensor.purpose),
                 QString::number(m_slices.parts), quantityString(tensor.used),
                 QString::number(m_slices.parts * tensor.cut), quantityString(tensor.kept), ofCut(tensor),
                 QString::number(tensor.cut));
    }

    [[nodiscard]] static QString messageTold(const core::CommunicationEntry& entry)
    {
        return Words::tr("%1 over the replicas: %2 of a device in a step, %3; exposed %4.")
            .arg(collectiveText(entry.operation), quantityString(entry.bytesPerRank),
                 quantityString(entry.seconds), quantityString(entry.exposed));
    }

    const PlanSlices& m_slices;
    SliceFrame m_frame;
    const Theme& m_theme;
    std::int64_t m_shown = 1;
    double m_wide = 0;
    double m_top = 0;
    Scene m_scene;
};

} // namespace

Scene sliceScene(const PlanSlices& slices, std::size_t frame, double width, const Theme& theme)
{
    return SlicePicture(slices, frame, width, theme).make();
}

} // namespace shardscope::app
