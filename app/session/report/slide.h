// SPDX-License-Identifier: GPL-3.0-or-later
// A slide of a report as a value: which figure of what, what is said about it, as of when. No pixels: it is
// drawn anew wherever it is shown, but for what no figure makes again, which is kept as a picture.
#pragma once

#include "app/session/project/project.h"
#include "core/base/enum_names.h"
#include "core/io/value.h"
#include "core/report/table.h"

#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

enum class MarkKind : std::uint8_t { Text, Arrow, Frame };
constexpr auto enumNames(MarkKind) { return core::namesUpTo<MarkKind::Frame>("text", "arrow", "frame"); }

/// Something drawn on top of a slide. Places are fractions of its width and height.
struct SlideMark {
    MarkKind kind = MarkKind::Text;
    double x = 0; ///< of a text and a frame the upper left corner, of an arrow its tail
    double y = 0;
    double toX = 0; ///< of a frame the lower right corner, of an arrow its head
    double toY = 0;
    std::string words{}; ///< of a text

    friend bool operator==(const SlideMark&, const SlideMark&) = default;
};

struct Slide {
    core::ItemId id;      ///< of its item; not valid: it is in no project yet
    double place = 0;     ///< slides are shown by it
    std::string figure{}; ///< a name of `shardscope --figures`; empty: a picture that was kept
    std::optional<core::ItemId> picture{}; ///< the item that holds it
    std::string view{}; ///< of such a picture: the figure or page that makes it anew of a run or a search;
                        ///< empty: nothing does
    std::optional<core::ItemId> of{};   ///< the item that \c subject was taken from
    core::Value subject{};              ///< what the figure shows: subjectOf(); of a view: {"of", "is"}
    std::optional<std::size_t> frame{}; ///< of a figure that goes step by step; none: as it reads best
    std::string title{};                ///< empty: the figure's own, in the reader's language
    std::string caption{};              ///< likewise
    std::string notes{};                ///< for who speaks
    std::string asOf{};                 ///< "2026-11-30": when it was taken
    std::string version{};              ///< of the program, then
    std::vector<SlideMark> marks{};
};

/// What was seen, of what cannot be drawn anew: from a recording, an analysis, a query.
struct KeptPicture {
    std::string title{};
    std::string sentence{};
    std::string source{};
    std::string svg{};   ///< an SVG document, or of what has too many parts for one an image within it
    core::Table table{}; ///< as it was read; no columns: none
};

/// The slide that \p item is; none of other items and of what kept pictures are.
[[nodiscard]] std::optional<Slide> slideIn(const core::ProjectItem& item);
[[nodiscard]] std::string slideBody(const Slide& slide);
[[nodiscard]] KeptPicture pictureIn(const core::ProjectItem& item);
[[nodiscard]] std::string pictureBody(const KeptPicture& picture);

/// As they are shown.
void inOrder(std::vector<Slide>& slides);
/// All slides of \p project in their order.
[[nodiscard]] std::vector<Slide> slidesOf(const Project& project);
/// What is called as \p slide is, in a list of items.
[[nodiscard]] std::string nameOf(const Slide& slide);

} // namespace shardscope::app
