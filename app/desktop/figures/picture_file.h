// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures as files: PNG, SVG and PDF of one drawing, and the same on the clipboard.
#pragma once

#include "app/desktop/figures/figure.h"
#include "core/base/result.h"
#include "core/base/task.h"

#include <QSize>

class QMimeData;

namespace shardscope::app {

struct PictureForm {
    QSize size;       ///< pixels at 1x; an empty height follows the content, an empty width is the view's own
    double scale = 1; ///< of a PNG
    bool outlines = false; ///< text of an SVG or PDF as outlines
    Scheme scheme = Scheme::Light;
};

/// Writes \p drawing to \p file as its suffix says: .svg, .png or .pdf. \p title goes into the file's own
/// description. Errors: UnknownValue (suffix), FileUnwritable, Cancelled.
[[nodiscard]] core::Result<core::Done> writePicture(const Drawing& drawing, const QString& file,
                                                    const QString& title, const PictureForm& form,
                                                    int ownWidth, const core::Task& task = {});
/// \p drawing as an <svg> element for a page of HTML: its text is text, in the page's fonts.
/// \p outlines: as shapes instead.
[[nodiscard]] QByteArray inlineSvg(const Drawing& drawing, const QString& title, Scheme scheme, int width,
                                   bool outlines = false);
/// The same as an image within one: of what has too many parts for shapes.
[[nodiscard]] QByteArray imageSvg(const Drawing& drawing, Scheme scheme, int width);
/// \p drawing as an image twice as dense as the screen and as SVG, for the clipboard, which owns it then.
[[nodiscard]] QMimeData* copiedPicture(const Drawing& drawing, const QString& title, Scheme scheme,
                                       int ownWidth);

/// Of a single figure.
inline constexpr int kFigureWidth = 960;

/// "Shardscope 0.1.0 · 2026-01-31": what every picture ends with, after what it shows.
[[nodiscard]] QString programLine();

/// \p drawing into \p size at the painter's origin, its text as shapes: for a PDF that looks the same in
/// every reader.
void paintOutlined(QPainter& painter, const Drawing& drawing, QSizeF size, Scheme scheme);

} // namespace shardscope::app
