// SPDX-License-Identifier: GPL-3.0-or-later
// The few tables of an OpenType font that tabular_font.cpp reads and writes. Every read is checked: what lies
// outside a table reads as zero, and a font that is cut off has no tables.
// Source: the OpenType specification 1.9.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>

#include <cstdint>
#include <map>
#include <optional>

namespace shardscope::app::open_type {

/// Content by tag, "cmap".
using Tables = QMap<QByteArray, QByteArray>;

/// The tables of \p font, a file of one font.
[[nodiscard]] std::optional<Tables> tablesOf(const QByteArray& font);
/// A file of \p tables, with the first four bytes \p kind.
[[nodiscard]] QByteArray fontOf(const QByteArray& kind, const Tables& tables);

/// Glyphs by Unicode character, of the table "cmap": of its fullest part of format 12 or 4.
[[nodiscard]] std::map<std::uint32_t, std::uint32_t> glyphsOf(const QByteArray& cmap);
/// The table "cmap", of format 12.
[[nodiscard]] QByteArray cmapOf(const std::map<std::uint32_t, std::uint32_t>& glyphs);

/// What \p feature puts in the place of a glyph, one for one, of the table "GSUB".
[[nodiscard]] std::map<std::uint32_t, std::uint32_t> substitutes(const QByteArray& gsub,
                                                                 const QByteArray& feature);

/// The table "name" of a font that belongs to \p family.
[[nodiscard]] QByteArray nameTable(const QString& family, const QString& style);

} // namespace shardscope::app::open_type
