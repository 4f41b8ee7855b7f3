// SPDX-License-Identifier: GPL-3.0-or-later
// What is shipped to be looked at: the systems of the articles and two recorded runs. Home shows them as
// cards, the menu lists them, pages offer theirs.
#pragma once

#include <span>
#include <string_view>

namespace shardscope::app {

struct Sample {
    const char* key;      ///< of openSample()
    const char* title;    ///< marked
    const char* sentence; ///< marked: what one sees in it
    const char* file;     ///< below resources/samples
    const char* page;     ///< where it is shown
    bool onHome;          ///< a card of its own
};

[[nodiscard]] std::span<const Sample> samples();
/// Null: there is none of that key.
[[nodiscard]] const Sample* sampleOf(std::string_view key);

} // namespace shardscope::app
