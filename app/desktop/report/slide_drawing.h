// SPDX-License-Identifier: GPL-3.0-or-later
// A slide as it is seen, at any size: title, caption, figure, marks, where it comes from.
#pragma once

#include "app/desktop/report/slide_figure.h"

namespace shardscope::app {

/// A slide in pixels at 1x: 16:9.
inline constexpr QSizeF kSlideSize(960, 540);

struct ShownSlide {
    Slide slide{};
    SlideFigure made{};
    int number = 1; ///< of \c count
    int count = 1;
    double factor = 0; ///< how large its figure is drawn; 0: as large as there is room
};

/// Makes that factor, to be kept while the figure moves.
[[nodiscard]] double figureFactor(const ShownSlide& shown, const Theme& theme);

/// The title that is shown: the slide's own words, else the figure's.
[[nodiscard]] QString titleOf(const ShownSlide& shown);
[[nodiscard]] QString captionOf(const ShownSlide& shown);
/// "Llama 3 70B on DGX H100: …; as of 2026-11-30; Shardscope 0.9, 2026-11-30; 2 of 5".
[[nodiscard]] QString footOf(const ShownSlide& shown);

/// Whether marks are drawn: an editor draws those that it moves.
enum class Marks : std::uint8_t { Drawn, Left };
/// The slide into kSlideSize at the painter's origin. \p moment: how far its figure is played.
void paintSlide(QPainter& painter, const ShownSlide& shown, const Theme& theme, double moment = 1,
                Marks marks = Marks::Drawn);
void paintMark(QPainter& painter, const SlideMark& mark, const Theme& theme);
/// Where \p mark lies in kSlideSize.
[[nodiscard]] QRectF areaOf(const SlideMark& mark);
/// The same as a picture for files, as wide as they want.
[[nodiscard]] Drawing slideDrawing(ShownSlide shown);
/// What of the figure can be hovered, in kSlideSize.
[[nodiscard]] std::vector<HotSpot> spotsOf(const ShownSlide& shown, const Theme& theme);

} // namespace shardscope::app
