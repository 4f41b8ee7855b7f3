// SPDX-License-Identifier: GPL-3.0-or-later
// Inter with digits that are all equally wide. Its own are proportional ("1111" is narrower than "8888"), the
// others are reached by the OpenType feature "tnum", and Qt asks for no features before 6.7. So a copy is
// made at start in which the characters 0 to 9 are those glyphs. The copy has a name of its own, as the Open
// Font License asks for.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace shardscope::app {

/// The family of the copies of Inter Regular and SemiBold that are known to the program; empty where Inter is
/// not installed or cannot be read. Wants a QGuiApplication. Copied once.
[[nodiscard]] const QString& tabularFamily();

/// The OpenType font \p font under the name \p family, its style called \p style, with the digits of "tnum",
/// and the word joiner (U+2060), which Inter lacks, as the empty glyph of the space. Nothing where \p font
/// has no such digits or is cut off. Source: the OpenType specification 1.9, chapters "Font file", "cmap"
/// (formats 4 and 12), "GSUB" (lookup types 1 and 7), "name".
[[nodiscard]] std::optional<QByteArray> withTabularDigits(const QByteArray& font, const QString& family,
                                                          const QString& style);

} // namespace shardscope::app
