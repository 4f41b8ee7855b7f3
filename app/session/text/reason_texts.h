// SPDX-License-Identifier: GPL-3.0-or-later
// Why something is refused, in the reader's language: core and planner give reasons as English sentences.
#pragma once

#include <QString>

namespace shardscope::app {

/// \p reason translated, with what it was filled in with; itself where it is not listed.
[[nodiscard]] QString reasonText(const QString& reason);

} // namespace shardscope::app
