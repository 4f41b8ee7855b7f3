// SPDX-License-Identifier: GPL-3.0-or-later
// A report that is handed out: slides as a PDF, as one HTML file, or as pictures and tables in a folder.
#pragma once

#include "app/desktop/report/slide_drawing.h"
#include "core/base/result.h"

#include <filesystem>

namespace shardscope::app {

struct SlideToWrite {
    Slide slide;
    std::optional<KeptPicture> picture;
};

/// The slides of the project \p file. Errors: those of Store::open and Store::read; Inconsistent if there are
/// none.
[[nodiscard]] core::Result<std::vector<SlideToWrite>> slidesToWrite(const std::filesystem::path& file);

struct SlidesForm {
    QString language;      ///< "en", "ja": that of the words at the moment
    bool outlines = false; ///< text as outlines, for readers without the fonts
};

/// \p slides with their figures, in the window's language at the moment. What cannot be made says why, as its
/// problem. Error: Cancelled.
[[nodiscard]] core::Result<std::vector<ShownSlide>> madeSlides(const core::Catalog& catalog,
                                                               const std::vector<SlideToWrite>& slides,
                                                               const core::Task& task = {});

/// As \p file says by its suffix: .pdf (16:9, one page for each slide), .html (no network, figures as SVG
/// with what can be hovered, tables, keyboard); without one a folder: of each slide 01_NAME.svg, .png, and
/// .csv of its table. Errors: UnknownValue (suffix), FileUnwritable, Cancelled.
[[nodiscard]] core::Result<core::Done> writeSlides(const std::vector<ShownSlide>& slides, const QString& file,
                                                   const SlidesForm& form, const core::Task& task = {});

/// The page of HTML. Error: Cancelled.
[[nodiscard]] core::Result<QString> slidesPage(const std::vector<ShownSlide>& slides, const SlidesForm& form,
                                               const core::Task& task = {});

} // namespace shardscope::app
