// SPDX-License-Identifier: GPL-3.0-or-later
// What Zion comes to beside ZionEX, in words: how many times, over which range, and whether what limits it is
// what the article names.
#pragma once

#include "app/session/recommender/recommender_study.h"

#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace shardscope::app {

/// \p number writes a rate or a factor.
[[nodiscard]] QString zionSentence(const Study& study, const std::function<QString(double)>& number);
/// Keys of the constants of Zion's model that nobody could check and nobody gave.
[[nodiscard]] std::vector<std::string> unverifiedOfZion(const Study& study);

} // namespace shardscope::app
