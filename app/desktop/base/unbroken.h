// SPDX-License-Identifier: GPL-3.0-or-later
// Where prose may be broken into lines: never inside a quantity, a rate or a range.
#pragma once

#include <QString>
#include <QStringList>

class QFont;

namespace shardscope::app {

/// Between two characters: no line is broken there. Nothing is drawn.
inline constexpr QChar kWordJoiner(0x2060);

/// \p text with word joiners inside its quantities ("18.2 s"), rates ("TFLOP/s") and ranges ("16.4–29.2 s"):
/// Qt breaks lines behind a dash, a stroke and a thin space. For layout alone: what is copied, written to
/// files or spoken has none.
[[nodiscard]] QString unbroken(const QString& text);
/// The same without them again.
[[nodiscard]] QString withoutJoiners(QString text);

/// The lines of \p text in \p width pixels, broken at words and never inside a quantity that fits.
[[nodiscard]] QStringList linesWithin(const QString& text, const QFont& font, double width);

} // namespace shardscope::app
