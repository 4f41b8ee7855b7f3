// SPDX-License-Identifier: GPL-3.0-or-later
// What is done to a report's slides, as changes of a project's items: one step each, to be undone as one.
#pragma once

#include "app/session/report/slide.h"

namespace shardscope::app {

/// \p slides behind those that are there; \p pictures: of each, none where its figure makes it anew.
[[nodiscard]] std::vector<core::ItemChange> addedSlides(Project& project, std::vector<Slide> slides,
                                                        std::vector<std::optional<KeptPicture>> pictures);
/// Removes a slide together with the picture that was kept of it.
[[nodiscard]] std::vector<core::ItemChange> removedSlide(const Project& project, const Slide& slide);
/// \p slide as it is now; none where its item says the same.
[[nodiscard]] std::vector<core::ItemChange> rewrittenSlide(const Project& project, const Slide& slide);
/// The slide at \p from to where that at \p to is, counted from 0.
[[nodiscard]] std::vector<core::ItemChange> movedSlide(const Project& project, std::size_t from,
                                                       std::size_t to);

/// What a figure of \p item, a plan or a study, shows: all that it is computed from, as a value. Models and
/// machines of the project stand in it with what they say, and so do the prices that were entered. Null where
/// there is none.
[[nodiscard]] core::Value subjectOf(const Project& project, const core::ItemPtr& item);

/// What became of the item that a slide was taken of.
enum class Since : std::uint8_t { Same, Changed, Gone };
[[nodiscard]] Since since(const Project& project, const Slide& slide);
/// What \p now says that \p before does not, by its keys: "plan.tensor", "4", "8". An empty text: it is not
/// there.
struct ChangedKey {
    std::string key;
    std::string before;
    std::string now;
};
[[nodiscard]] std::vector<ChangedKey> changedKeys(const core::Value& before, const core::Value& now);

/// What has changed since a view's slide was made, \p open being open now: another recording of the same
/// files, another answer to the same search. What is of something else has not changed.
[[nodiscard]] Since sinceView(const Slide& slide, const core::Value& open);
/// \p slide with \p picture in the place of the one that was kept.
[[nodiscard]] std::vector<core::ItemChange> redrawnSlide(const Project& project, Slide slide,
                                                         const KeptPicture& picture, core::Value subject,
                                                         const std::string& day);

/// \p slide of what its item says now, as of \p day.
[[nodiscard]] Slide updatedSlide(const Project& project, Slide slide, const std::string& day);

} // namespace shardscope::app
