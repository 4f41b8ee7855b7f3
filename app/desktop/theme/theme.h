// SPDX-License-Identifier: GPL-3.0-or-later
// The look's tokens: every colour, size and font of the window and of its exports is named here and nowhere
// else. The colours are data: resources/look, one file for each scheme.
#pragma once

#include "app/desktop/theme/data_colors.h"

#include <QColor>
#include <QFont>

class QApplication;
class QWidget;

namespace shardscope::app {

/// Print is Light on white paper, without greys that a copier loses.
enum class Scheme { Light, Dark, Contrast, Print };
constexpr auto enumNames(Scheme)
{
    return core::namesUpTo<Scheme::Print>("light", "dark", "contrast", "print");
}
/// What the user asked for; System follows the desktop's palette at start. In the order of the settings.
enum class SchemeChoice { System, Light, Dark, Contrast };

/// The colours of one scheme. A value, chosen by \c theme() or by the scheme that the window is in.
struct Theme {
    Scheme scheme = Scheme::Light;
    QColor page;      ///< behind cards; lane headers, rulers
    QColor panel;     ///< cards, rail, fields; the ground of every picture
    QColor raised;    ///< what is hovered, grooves, neutral chips
    QColor line;      ///< hairlines
    QColor edge;      ///< outlines of controls
    QColor selection; ///< laid over a picture
    QColor text, textDim;
    QColor accent, accentSoft, onAccent;
    QColor good, goodSoft, warn, warnSoft, bad, badSoft;
};

[[nodiscard]] const Theme& theme(Scheme scheme);
/// The theme that \p widget is drawn in: the one that applyTheme() chose last.
[[nodiscard]] const Theme& themeOf(const QWidget* widget);

/// Makes \p scheme the application's palette, style and font.
void applyTheme(QApplication& application, Scheme scheme);
/// What System comes to: asked before applyTheme has changed the palette.
[[nodiscard]] Scheme systemScheme(const QApplication& application);

/// Black or white, whichever can be read on \p background.
[[nodiscard]] QColor inkOn(const QColor& background);
/// Contrast ratio of two opaque colours after WCAG 2.1, section 1.4.3: 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

/// Type sizes in pixels at 1x.
enum class TypeSize { Small = 11, Body = 13, Heading = 16, Title = 20, Display = 28 };
enum class Weight { Regular, Strong };
/// The interface font: Inter, of which the digits are all equally wide (tabular_font.h), then Noto Sans CJK
/// JP.
[[nodiscard]] QFont interfaceFont(TypeSize size, Weight weight = Weight::Regular);
/// JetBrains Mono, for code: SQL, commands, formulae.
[[nodiscard]] QFont codeFont(TypeSize size = TypeSize::Body);

/// Sizes in pixels at 1x.
namespace metrics {
inline constexpr int kGrid = 8;
inline constexpr int kHalfGrid = 4;
inline constexpr int kTopBarHeight = 48;
inline constexpr int kRailWidth = 86;
inline constexpr int kNarrowRailWidth = 48; ///< icons alone
inline constexpr int kInspectorWidth = 320;
inline constexpr int kDrawerHeight = 220;
inline constexpr int kPageMargin = 24;
inline constexpr int kCardPadding = 16;
inline constexpr int kCardCorner = 8;
inline constexpr int kCornerRadius = 6;
inline constexpr int kControlHeight = 28;
inline constexpr int kIconSize = 18;
inline constexpr int kLaneHeader = 200;
inline constexpr int kRowHeight = 18;
inline constexpr int kCompactRowHeight = 10;
inline constexpr int kControlColumn = 304;
} // namespace metrics

} // namespace shardscope::app
