// SPDX-License-Identifier: GPL-3.0-or-later
// The look's tokens: every colour, size and font of the window and of its exports is named here and nowhere
// else.
#pragma once

#include "core/plan/embedding.h"
#include "core/plan/evaluation.h"
#include "core/timeline/op_class.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QPen>

class QApplication;
class QWidget;

namespace shardscope::app {

enum class Scheme { Light, Dark };
/// What the user asked for; System follows the desktop's palette at start.
enum class SchemeChoice { System, Light, Dark };

/// The colours of one scheme. A value, chosen by \c theme() or by the palette of a widget.
struct Theme {
    Scheme scheme = Scheme::Light;
    QColor page, panel, raised, line, selection;
    QColor text, textDim, accent, good, warn, bad;
};

[[nodiscard]] const Theme& theme(Scheme scheme);
/// The theme that \p widget is drawn in: its palette says so, so a widget needs no pointer to a settings
/// object.
[[nodiscard]] const Theme& themeOf(const QWidget* widget);

/// Makes \p scheme the application's palette, style sheet and font.
void applyTheme(QApplication& application, Scheme scheme);
/// What System comes to: asked before applyTheme has changed the palette.
[[nodiscard]] Scheme systemScheme(const QApplication& application);

/// Colour and letter of a class of operations, of a purpose of memory, of a part of the step: the same
/// everywhere.
[[nodiscard]] QColor colorOf(core::OpClass operation);
[[nodiscard]] QColor colorOf(core::Purpose purpose);
[[nodiscard]] QColor colorOf(core::TableSharding sharding);
[[nodiscard]] QString letterOf(core::Purpose purpose);
/// Bubble (empty, dotted edge) and recompute (pale, dashed edge) are told by more than a colour: see brushOf,
/// penOf.
[[nodiscard]] QColor colorOf(core::StepPart part);
[[nodiscard]] QBrush brushOf(core::StepPart part, const Theme& theme);
[[nodiscard]] QPen penOf(core::StepPart part, const Theme& theme);
/// Black or white, whichever can be read on \p background.
[[nodiscard]] QColor inkOn(const QColor& background);
/// Contrast ratio of two opaque colours after WCAG 2.1, section 1.4.3: 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);
/// Colours for things that have none of their own, told apart by colour-blind readers as far as eight can be
/// (Okabe, Ito 2008, "Color Universal Design"), then darker ones of the same hues.
inline constexpr std::size_t kCategoricalColors = 12;
[[nodiscard]] QColor categoricalColor(std::size_t index);
/// A sequential map from 0 to 1: cividis (Nuñez, Anderton, Renslow 2018, doi:10.1371/journal.pone.0199239).
[[nodiscard]] QColor sequentialColor(double fraction);

/// Type sizes in pixels at 1x.
enum class TypeSize { Small = 11, Body = 13, Heading = 16, Title = 22 };
enum class Weight { Regular, Strong };
/// The interface font; tabular figures are the default of the fonts we ask for.
[[nodiscard]] QFont interfaceFont(TypeSize size, Weight weight = Weight::Regular);

/// Sizes in pixels at 1x.
namespace metrics {
inline constexpr int kGrid = 8;
inline constexpr int kHalfGrid = 4;
inline constexpr int kRailWidth = 60;
inline constexpr int kInspectorWidth = 320;
inline constexpr int kDrawerHeight = 220;
inline constexpr int kPageMargin = 24;
inline constexpr int kCornerRadius = 6;
inline constexpr int kLaneHeader = 200;
inline constexpr int kRowHeight = 18;
inline constexpr int kCompactRowHeight = 10;
inline constexpr int kControlColumn = 304;
} // namespace metrics

} // namespace shardscope::app
