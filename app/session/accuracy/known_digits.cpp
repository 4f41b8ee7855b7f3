// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/accuracy/known_digits.h"

#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr int kFewestDigits = 2;        ///< one digit would be off by up to a third
constexpr int kMostDigits = 3;          ///< what all numbers are written with
constexpr double kRoundingOfTwo = 0.05; ///< of 1.0, written as "1.0" up to 1.05
constexpr int kAllDigits = 17;          ///< digits of a double

} // namespace

int knownDigits(double predicted, const Interval& interval)
{
    const double half = (interval.high - interval.low) / 2;
    if (!(predicted > 0) || !(half > 0))
        return kMostDigits;
    int digits = kFewestDigits;
    for (double rounding = kRoundingOfTwo; digits < kMostDigits && rounding * predicted > half;
         rounding /= 10)
        ++digits;
    return digits;
}

int stepDigits(const core::ModelSpec& model, const core::HardwareSpec& hardware,
               const core::Evaluation& evaluation)
{
    if (evaluation.step.empty())
        return kMostDigits;
    return knownDigits(evaluation.step.at(core::StepPart::Total).seconds.value(),
                       stepInterval(model, hardware, evaluation).interval);
}

double toDigits(double value, core::Dimension dimension, int digits)
{
    const core::QuantityText text = core::quantityText(value, dimension, {.significantDigits = kAllDigits});
    const auto number = core::parseNumber(text.number);
    if (!number || !std::isfinite(*number) || *number == 0)
        return value;
    const double place = std::pow(10.0, std::floor(std::log10(std::abs(*number))) + 1 - digits);
    return std::round(*number / place) * place * (value / *number);
}

int knownDecimals(double value, int digits)
{
    if (!(std::abs(value) > 0) || !std::isfinite(value))
        return 0;
    return std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
}

} // namespace shardscope::app
