// SPDX-License-Identifier: GPL-3.0-or-later
// Text of an SVG as outlines, for readers that lack the fonts: Japanese labels vanish in some of them.
#pragma once

#include <QByteArray>

namespace shardscope::app {

/// \p svg as QSvgGenerator writes it, with each text element replaced by a path that is labelled with the
/// text.
[[nodiscard]] QByteArray withOutlines(const QByteArray& svg);

} // namespace shardscope::app
