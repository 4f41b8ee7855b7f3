// SPDX-License-Identifier: GPL-3.0-or-later
// Declared in plan_scenes.h.
#include "app/desktop/charts/plan/plan_scenes.h"

#include "app/desktop/base/number_text.h"
#include "app/session/tables/table_reader.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace shardscope::app {
namespace {

constexpr double kPhaseNames = 118;
constexpr double kBars = 46;  ///< above the map: what a phase holds in all
constexpr double kStrip = 10; ///< below it: whether streaming is hidden
constexpr double kMostRow = 18;
constexpr double kPhaseTallest = 420;
constexpr double kReadable = 13; ///< pixels a row or number needs

/// "layer 3" of "layer 3 attention".
std::string wholeLayer(const std::string& half)
{
    constexpr std::size_t kNumber = 6; // behind "layer "
    return half.substr(0, half.find(' ', kNumber));
}

class PhaseBuilder {
public:
    PhaseBuilder(const core::Table& matrix, const core::Table& phases, double width, const Theme& theme,
                 std::optional<std::size_t> now)
        : m_matrix(matrix)
        , m_phases(phases)
        , m_theme(theme)
    {
        if (now && m_phases.rows() > 0)
            m_now = std::min(*now, m_phases.rows() - 1);
        m_scene.width = width;
        for (std::size_t row = 0; row < m_matrix.rows(); ++row) {
            m_layers = std::max(m_layers, m_matrix.index(row, "layer") + 1);
            m_columns = std::max(m_columns, m_matrix.index(row, "phase") + 1);
            m_most = std::max(m_most, m_matrix.number(row, "bytes"));
        }
        const auto rows = static_cast<double>(std::max<std::size_t>(1, m_layers));
        const auto columns = static_cast<double>(std::max<std::size_t>(1, m_columns));
        m_high = std::clamp(kPhaseTallest / rows, 2.0, kMostRow);
        m_wide = std::max(2.0, (width - kPhaseNames - 12) / columns);
        m_area = QRectF(kPhaseNames, kBars + 18, m_wide * columns, m_high * rows);
    }

    Scene make()
    {
        if (m_most <= 0)
            return std::move(m_scene);
        addTotals();
        addCells();
        addNames();
        addStreaming();
        if (m_now)
            addNow(*m_now);
        m_scene.height = addLegend(m_area.bottom() + kStrip + 26);
        return std::move(m_scene);
    }

private:
    [[nodiscard]] QRectF columnAt(std::size_t phase, double top, double height) const
    {
        return {m_area.left() + m_wide * static_cast<double>(phase), top, m_wide, height};
    }

    void addTotals()
    {
        double most = 0;
        for (std::size_t phase = 0; phase < m_phases.rows(); ++phase)
            most = std::max(most, m_phases.number(phase, "resident_bytes"));
        m_scene
            .text({0, 12, kPhaseNames - 8, kBars - 12},
                  Words::tr("resident, up to %1").arg(quantityString(most, core::kByte)), m_theme.textDim,
                  Qt::AlignRight | Qt::AlignBottom)
            .wrap = true;
        for (std::size_t phase = 0; phase < m_phases.rows() && most > 0; ++phase) {
            const double share = m_phases.number(phase, "resident_bytes") / most;
            const bool fits = m_phases.flag(phase, "fits");
            const QRectF bar = columnAt(phase, 14 + kBars * (1 - share), kBars * share);
            m_scene.box(bar.adjusted(0, 0, -1, 0), fits ? m_theme.textDim : m_theme.bad).hatch = !fits;
            m_scene.spot(columnAt(phase, 14, kBars),
                         (fits ? Words::tr("Phase %1: %2 resident")
                               : Words::tr("Phase %1: %2 resident, which does not fit"))
                             .arg(QString::number(m_phases.index(phase, "phase")),
                                  quantityString(m_phases.number(phase, "resident_bytes"), core::kByte)));
        }
    }

    void addCells()
    {
        for (std::size_t row = 0; row < m_matrix.rows(); ++row) {
            const std::size_t layer = m_matrix.index(row, "layer");
            const std::size_t phase = m_matrix.index(row, "phase");
            const double bytes = m_matrix.number(row, "bytes");
            const bool loading = m_matrix.flag(row, "loading");
            QRectF cell = columnAt(phase, m_area.top() + m_high * static_cast<double>(layer), m_high);
            const double gap = std::min(m_wide, m_high) > 4 ? 1 : 0;
            cell.adjust(0, 0, -gap, -gap);
            m_scene.box(cell, sequentialColor(bytes / m_most)).hatch = loading && m_high > 6;
            const QString name = m_matrix.words(row, "name");
            const auto [known, isNew] = m_names.try_emplace(layer, name);
            if (!isNew && known->second != name) // its halves are phases of their own
                known->second = labelText(wholeLayer(m_matrix.text(row, "name")));
            m_scene.spot(
                cell, (loading ? Words::tr("Phase %1, %2: %3, being loaded") : Words::tr("Phase %1, %2: %3"))
                          .arg(QString::number(phase), name, quantityString(bytes, core::kByte)));
        }
    }

    void addNames()
    {
        const auto every = static_cast<std::size_t>(std::ceil(kReadable / m_high));
        for (const auto& [layer, name] : m_names) {
            if (layer % every != 0)
                continue;
            const double y = m_area.top() + m_high * (static_cast<double>(layer) + 0.5);
            m_scene.text({0, y - 8, kPhaseNames - 8, 16}, name, m_theme.text, kTextRight);
        }
        const auto each = static_cast<std::size_t>(std::ceil(2 * kReadable / m_wide));
        for (std::size_t phase = 0; phase < m_columns; phase += each)
            m_scene.text(columnAt(phase, m_area.bottom() + kStrip + 4, 14).adjusted(-12, 0, 12, 0),
                         QString::number(phase), m_theme.textDim, kTextMiddle);
        m_scene.text({0, m_area.bottom() + kStrip + 4, kPhaseNames - 8, 14}, Words::tr("phase"),
                     m_theme.textDim, kTextRight);
    }

    void addStreaming()
    {
        for (std::size_t phase = 0; phase < m_phases.rows(); ++phase) {
            const double streaming = m_phases.number(phase, "streaming_seconds");
            const double exposed = m_phases.number(phase, "exposed_seconds");
            const QRectF box = columnAt(phase, m_area.bottom() + 3, kStrip - 2).adjusted(0, 0, -1, 0);
            const double share = streaming > 0 ? std::clamp(exposed / streaming, 0.0, 1.0) : 0;
            m_scene.box(box, paler(colorOf(core::OpClass::Copy), 0.6, m_theme));
            m_scene.box(
                QRectF(box.left(), box.bottom() - box.height() * share, box.width(), box.height() * share),
                m_theme.bad);
            m_scene.spot(box, Words::tr("Phase %1: streaming %2, exposed %3")
                                  .arg(QString::number(phase), quantityString(streaming, core::kSecond),
                                       quantityString(exposed, core::kSecond)));
        }
    }

    /// Dims all but the column of the phase that runs.
    void addNow(std::size_t phase)
    {
        const QRectF column = columnAt(phase, 12, m_area.bottom() + kStrip - 10);
        QColor veil = m_theme.panel;
        veil.setAlphaF(0.62F);
        const double right = m_area.right() + 2;
        m_scene.box({m_area.left(), column.top(), column.left() - m_area.left(), column.height()}, veil);
        m_scene.box({column.right(), column.top(), right - column.right(), column.height()}, veil);
        const double middle = std::min(column.center().x(), m_scene.width - 40);
        const auto arrow = [&](double x, double from, double to, const QColor& color) {
            m_scene.lines.push_back({QPolygonF({QPointF(x, from), QPointF(x, to)}), color, 2, false, true});
        };
        for (const double x : {column.left(), column.right()})
            m_scene.line({x, column.top()}, {x, column.bottom()}, m_theme.accent, 1.5);
        arrow(middle - 4, 0, 14, colorOf(core::Purpose::Weights));
        arrow(middle + 4, 14, 0, colorOf(core::Purpose::Activations));
    }

    /// What streams while the phase runs, and whether anybody waits for it.
    [[nodiscard]] QString nowSaid(std::size_t phase) const
    {
        const auto bytes = [&](const char* key) {
            return quantityString(m_phases.number(phase, key), core::kByte);
        };
        const auto seconds = [&](double value) { return quantityString(value, core::kSecond); };
        const double streaming = m_phases.number(phase, "streaming_seconds");
        const double exposed = m_phases.number(phase, "exposed_seconds");
        return Words::tr("Phase %1 of %2: in a step %3 stream in (weights) and %4 out (activations, "
                         "gradients) in %5; computing takes %6 and hides %7, %8 are waited for.")
            .arg(QString::number(m_phases.index(phase, "phase")), QString::number(m_phases.rows()),
                 bytes("streamed_in_bytes"), bytes("streamed_out_bytes"), seconds(streaming),
                 seconds(m_phases.number(phase, "computing_seconds")),
                 seconds(std::max(0.0, streaming - exposed)), seconds(exposed));
    }

    double addLegend(double y)
    {
        if (m_now) {
            y = m_scene.paragraph(y, nowSaid(*m_now), m_theme.text) + 8;
        }
        m_scene.colorScale(kPhaseNames, y, quantityString(m_most, core::kByte), m_theme);
        return m_scene.paragraph(y + 22,
                                 Words::tr("Colour: bytes resident of a layer in a phase; hatched: being "
                                           "loaded for the phase that runs next. Below the map: streaming "
                                           "that computing hides (pale) and what it does not (red)."),
                                 m_theme.textDim) +
               4;
    }

    TableReader m_matrix;
    TableReader m_phases;
    const Theme& m_theme;
    std::size_t m_layers = 0;
    std::size_t m_columns = 0;
    double m_most = 0;
    double m_high = 0;
    double m_wide = 0;
    QRectF m_area;
    std::map<std::size_t, QString> m_names;
    std::optional<std::size_t> m_now;
    Scene m_scene;
};

} // namespace

Scene phaseScene(const core::Table& matrix, const core::Table& phases, double width, const Theme& theme,
                 std::optional<std::size_t> now)
{
    return PhaseBuilder(matrix, phases, width, theme, now).make();
}

} // namespace shardscope::app
