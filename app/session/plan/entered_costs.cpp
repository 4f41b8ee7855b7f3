// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/entered_costs.h"

#include "core/units/plain_number.h"

namespace shardscope::app {
namespace {

constexpr double kSecondsPerHour = 3600;
/// The source of an entered figure is the person who entered it.
constexpr const char* kPrice = "--price";
constexpr const char* kPower = "--power";

} // namespace

core::HardwareSpec withEnteredCosts(core::HardwareSpec hardware, double price, double power)
{
    if (price > 0)
        hardware.price = core::Sourced<core::CurrencyPerSecond>{
            core::CurrencyPerSecond{price / kSecondsPerHour}, kPrice, false};
    if (power > 0) {
        hardware.power = core::Sourced<core::Watts>{core::Watts{power}, kPower, false};
        hardware.draw.reset(); // of the hardware's own power
    }
    return hardware;
}

std::string enteredPrice(const core::HardwareSpec& hardware)
{
    if (!hardware.price || hardware.price->source != kPrice)
        return {};
    // The fewest digits that come to the same price of a second.
    const double second = hardware.price->value.value();
    constexpr int kAllDigits = 17;
    const double hour = second * kSecondsPerHour;
    for (int digits = 1; digits <= kAllDigits; ++digits) {
        const auto rounded = core::parseNumber(core::shortText(hour, digits));
        if (rounded && *rounded / kSecondsPerHour == second)
            return core::shortestText(*rounded);
    }
    return core::shortestText(hour);
}

std::string enteredPower(const core::HardwareSpec& hardware)
{
    return hardware.power && hardware.power->source == kPower
               ? core::shortestText(hardware.power->value.value())
               : std::string();
}

} // namespace shardscope::app
