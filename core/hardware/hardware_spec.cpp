// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hardware_spec.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>

namespace shardscope::core {
namespace {

/// A format with the same peak on every engine we describe: the other one of 16 bits, and 8 bits without the
/// scales of their blocks.
std::optional<Dtype> sibling(Dtype dtype)
{
    if (dtype == Dtype::Bf16)
        return Dtype::Fp16;
    if (dtype == Dtype::Mxfp8) // the same engine; the scales come with the operands
        return Dtype::Fp8;
    return dtype == Dtype::Fp16 ? std::optional(Dtype::Bf16) : std::nullopt;
}

const Engine* exactEngine(const std::vector<Engine>& engines, EngineKind kind, std::optional<Dtype> dtype)
{
    const auto found = std::ranges::find_if(engines, [&](const Engine& engine) {
        return engine.kind == kind && dtype && engine.dtype == *dtype;
    });
    return found == engines.end() ? nullptr : &*found;
}

} // namespace

double EfficiencyCurve::at(double size) const
{
    SHARDSCOPE_CHECK(!x.empty() && x.size() == y.size());
    const auto above = std::ranges::upper_bound(x, size);
    if (above == x.begin())
        return y.front();
    const auto right = static_cast<std::size_t>(above - x.begin());
    if (steps || above == x.end())
        return y[right - 1];
    const double share = std::log(size / x[right - 1]) / std::log(x[right] / x[right - 1]);
    return y[right - 1] + share * (y[right] - y[right - 1]);
}

double NetworkScaling::at(double reached) const
{
    return EfficiencyCurve{{}, Dtype::Bf16, machines, share, false, {}, {}}.at(reached);
}

const MemoryTier* HardwareSpec::tier(Tier wanted) const
{
    const auto found = std::ranges::find(memory, wanted, &MemoryTier::tier);
    return found == memory.end() ? nullptr : &*found;
}

const Link* HardwareSpec::link(LinkLevel level) const
{
    const auto found = std::ranges::find(links, level, &Link::level);
    return found == links.end() ? nullptr : &*found;
}

const Link* HardwareSpec::scaleUp() const
{
    const Link* pod = link(LinkLevel::Pod);
    const bool joined = pod != nullptr && pod->topology == LinkTopology::Switch && pod->span > devicesPerNode;
    return joined ? pod : link(LinkLevel::Node);
}

bool HardwareSpec::connectsDevices() const
{
    return std::ranges::any_of(links, [](const Link& link) { return link.level != LinkLevel::FrontEnd; });
}

const Engine* HardwareSpec::engine(EngineKind kind, Dtype dtype) const
{
    const Engine* found = exactEngine(engines, kind, dtype);
    if (found == nullptr)
        found = exactEngine(engines, kind, sibling(dtype));
    return found == nullptr && kind == EngineKind::Matrix ? engine(EngineKind::Vector, dtype) : found;
}

const EfficiencyCurve* HardwareSpec::curve(std::string_view operation, Dtype dtype) const
{
    for (const std::optional<Dtype> wanted : {std::optional(dtype), sibling(dtype)}) {
        const auto found = std::ranges::find_if(efficiency, [&](const EfficiencyCurve& curve) {
            return wanted && curve.dtype == *wanted && curve.operation == operation;
        });
        if (found != efficiency.end())
            return &*found;
    }
    return nullptr;
}

const DeviceRates* HardwareSpec::ratesOf(Dtype dtype) const
{
    for (const std::optional<Dtype> wanted : {std::optional(dtype), sibling(dtype)}) {
        const auto found = std::ranges::find_if(rates, [&](const DeviceRates& one) {
            return wanted && std::ranges::find(one.dtypes, *wanted) != one.dtypes.end();
        });
        if (found != rates.end())
            return &*found;
    }
    return nullptr;
}

bool HardwareSpec::selectCalibration(std::string_view wanted)
{
    const auto found = std::ranges::find(calibrations, wanted, &Calibration::name);
    if (found == calibrations.end())
        return false;
    calibrations = {Calibration(*found)};
    calibrations.front().models.clear(); // asked for by name it holds for any
    calibrations.front().askedAlone = true;
    return true;
}

std::optional<std::int64_t> HardwareSpec::devices() const
{
    return nodes ? std::optional(*nodes * devicesPerNode) : std::nullopt;
}

SHARDSCOPE_COPIES_OF(Calibration);
SHARDSCOPE_COPIES_OF(HardwareSpec);

} // namespace shardscope::core
