// SPDX-License-Identifier: GPL-3.0-or-later
// What each kind of the overview's findings needs to be sure, and where nothing is said: for the window, for
// reports, and for docs/analyses.md, which a test holds against this table.
#pragma once

#include <QString>

#include <span>
#include <string>

namespace shardscope::app {

/// English source texts.
struct FindingNeeds {
    const char* kinds;    ///< of findings, with spaces between
    const char* needs;    ///< what must be recorded for it to be sure
    const char* abstains; ///< where it is not said, or said with less confidence
};
[[nodiscard]] std::span<const FindingNeeds> findingNeeds();
/// The needs of a finding's kind; null: none is of that kind.
[[nodiscard]] const FindingNeeds* needsOf(const std::string& kind);
/// "Needs: … Abstains: …", in the reader's language; empty for an unknown kind.
[[nodiscard]] QString needsSentence(const std::string& kind);

} // namespace shardscope::app
