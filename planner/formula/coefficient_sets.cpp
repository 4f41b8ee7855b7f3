// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/coefficient_sets.h"

#include "planner/formula/calibration_choice.h"

#include <string>

namespace shardscope::planner {
namespace {

/// A calibration saw products of one width. What its system makes of the device's rate there (clocks, other
/// kernels) it makes of the rate of other widths too.
void scaleProducts(const core::HardwareSpec& hardware, const core::DeviceRates& rates, Coefficients& set)
{
    const auto rateIn = [](const core::DeviceRates* of) {
        if (of == nullptr)
            return 0.0;
        const auto found = of->coefficients.find("gemm_rate");
        return found == of->coefficients.end() ? 0.0 : found->second;
    };
    const core::Calibration* calibration = set.calibration;
    const auto own = calibration->coefficients.find("gemm_rate");
    const double seen = rateIn(hardware.ratesOf(core::Dtype::Bf16));
    const double wanted = rateIn(&rates);
    if (own == calibration->coefficients.end() || seen <= 0 || wanted <= 0)
        return;
    const auto index = static_cast<std::size_t>(Coefficient::GemmRate);
    set.values[index] = wanted * own->second / seen;
    for (const Coefficient which : {Coefficient::GemmDepth, Coefficient::GemmWaves, Coefficient::GemmStart,
                                    Coefficient::GemmHalfTile, Coefficient::GemmQuarterTile}) {
        const auto found = rates.coefficients.find(std::string(infoOf(which).name));
        if (found != rates.coefficients.end())
            set.values[static_cast<std::size_t>(which)] = found->second;
    }
}

} // namespace

CoefficientSets::CoefficientSets(const core::HardwareSpec& hardware)
{
    const core::DeviceRates* sixteen = hardware.ratesOf(core::Dtype::Bf16);
    const auto setsOf = [&](const core::Calibration* calibration) {
        const core::NetworkRates* const network = hardware.network ? &*hardware.network : nullptr;
        std::vector<Coefficients> sets{coefficientsOf(calibration, nullptr, network)};
        for (const core::DeviceRates& rates : hardware.rates) {
            sets.push_back(coefficientsOf(calibration, &rates, network));
            if (calibration != nullptr && &rates != sixteen)
                scaleProducts(hardware, rates, sets.back());
        }
        return sets;
    };
    m_sets.push_back(setsOf(nullptr));
    for (const core::Calibration& calibration : hardware.calibrations)
        m_sets.push_back(setsOf(&calibration));
}

const Coefficients& CoefficientSets::of(const core::HardwareSpec& hardware,
                                        const core::Calibration* calibration, core::Dtype dtype) const
{
    const std::size_t row =
        calibration == nullptr ? 0 : 1 + static_cast<std::size_t>(calibration - hardware.calibrations.data());
    const core::DeviceRates* rates = hardware.ratesOf(dtype);
    const std::size_t column =
        rates == nullptr ? 0 : 1 + static_cast<std::size_t>(rates - hardware.rates.data());
    return m_sets[row][column];
}

} // namespace shardscope::planner
