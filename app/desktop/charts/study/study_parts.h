// SPDX-License-Identifier: GPL-3.0-or-later
// What a study's figures share.
#pragma once

#include "app/desktop/theme/theme.h"
#include "app/session/study/solved_study.h"

#include <QColor>
#include <QString>

#include <cstddef>
#include <vector>

namespace shardscope::app::study_figures {

inline constexpr double kRow = 30; ///< pixels, as all below
inline constexpr double kBar = 16;
inline constexpr double kMostName = 260;

[[nodiscard]] QString nameOf(const SolvedScenario& one);
/// "331 days (291 to 606)".
[[nodiscard]] QString daysRange(const Spread& seconds);
[[nodiscard]] QString moneyRange(const Spread& cost);
/// The scenarios that can run.
[[nodiscard]] std::vector<std::size_t> runnable(const SolvedStudy& solved);
/// The accent's colour for the scenario that is taken, or closest; others for those that hold and do not.
[[nodiscard]] QColor colorOf(const SolvedStudy& solved, std::size_t at, const Theme& theme);

} // namespace shardscope::app::study_figures
