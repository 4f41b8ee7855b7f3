// SPDX-License-Identifier: GPL-3.0-or-later
// How many digits of a prediction mean something: those that its interval leaves it.
#pragma once

#include "app/session/accuracy/interval.h"
#include "core/units/quantity.h"

namespace shardscope::app {

/// How many digits to write of \p predicted, which lies in \p interval: the fewest, at least two, whose
/// rounding (off by up to 5 % with two digits, a tenth of that with each more) stays within half of the
/// interval. That is two for ±40 %, three for ±2 %; three where nothing is known of how sure it is.
[[nodiscard]] int knownDigits(double predicted, const Interval& interval);
/// The digits of all that follows from the step of \p evaluation: its time, rates, energy, price.
[[nodiscard]] int stepDigits(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                             const core::Evaluation& evaluation);
/// \p value with \p digits in the unit that it is written in: 34,666,634 USD as 35,000,000 USD with two.
[[nodiscard]] double toDigits(double value, core::Dimension dimension, int digits);

/// Decimals that \p value, as it is written, has with \p digits: 0 of 36.04 with two.
[[nodiscard]] int knownDecimals(double value, int digits);

} // namespace shardscope::app
