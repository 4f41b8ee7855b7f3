// SPDX-License-Identifier: GPL-3.0-or-later
// What can be wrong with the layout of a page, looked for in what is on screen. Each answer is a list of
// faults in words; empty: none.
#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>

namespace shardscope::tests {

/// Scroll areas that scroll inside others that scroll the same way.
[[nodiscard]] QStringList scrollsInScrolls(const QWidget& page);
/// Neighbours in one parent that cover each other.
[[nodiscard]] QStringList overlaps(const QWidget& page);
/// What the keyboard reaches and no screen reader can name.
[[nodiscard]] QStringList nameless(const QWidget& page);
/// What the keyboard reaches and the eye does not: outside of the page, and nothing scrolls there.
[[nodiscard]] QStringList unreachable(const QWidget& page);
/// Words that are cut off at their end where nothing says that they go on.
[[nodiscard]] QStringList cutOff(const QWidget& page);
/// Over columns of controls and lists to choose from: neither empty nor content.
inline constexpr QRgb kTools = 0xffff00fe;
/// \p page with kTools over those.
[[nodiscard]] QImage contentOf(QWidget& page);
/// A rectangle without ink of more than a quarter of \p picture beside content of the same rows. \p grounds:
/// the colours of empty paper.
[[nodiscard]] QStringList holes(const QImage& picture, const QList<QRgb>& grounds);

} // namespace shardscope::tests
