// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of bars on one scale: a name, parts from the left over the room there is, a figure.
#pragma once

#include "app/desktop/charts/scene.h"

#include <vector>

namespace shardscope::app {

struct BarPart {
    double value = 0;
    QColor color;
    QString name; ///< for the hover: "name: text"
    QString text;
    QString path{}; ///< of the derivation it opens
};

struct BarRow {
    QString name;
    std::vector<BarPart> parts; ///< from the left
    QString figure;             ///< right of the bar
    QColor figureColor{};       ///< invalid: as text
};

inline constexpr double kBarNames = 150; ///< pixels that names take at least

/// Where the bars of rows lie in a picture: right of their names, left of their figures. Pixels.
struct BarRoom {
    double left = 0;
    double width = 0;
};
[[nodiscard]] BarRoom barRoom(const std::vector<BarRow>& rows, double pictureWidth);

/// Rows from \p top; returns the y below. \p most: the value whose bar fills the room; what lies above it is
/// cut. \p full: how far the room is shaded, in the same unit. Parts above 0 are a pixel wide at least, as
/// long as there is room.
double addBarRows(Scene& scene, double top, const std::vector<BarRow>& rows, double most, double full,
                  const Theme& theme);

/// Where the parts of a picture's rows lie: name, bar and figures beside each other, or in a narrow picture
/// the bar below both.
class RowPlaces {
public:
    RowPlaces(double width, double name, double figures);
    [[nodiscard]] double bar() const { return m_narrow ? 0 : m_name; }
    [[nodiscard]] double room() const { return m_narrow ? m_width : m_width - m_name - m_figures; }
    /// How far the bar lies below the top of its row, which the row grows by.
    [[nodiscard]] double below() const;
    /// Draws into a row from \p top down, \p height high if all lie beside each other.
    void addTexts(Scene& scene, double top, double height, const QString& name, const QString& figures,
                  const Theme& theme) const;

private:
    double m_width;
    double m_name;
    double m_figures;
    bool m_narrow;
};

} // namespace shardscope::app
