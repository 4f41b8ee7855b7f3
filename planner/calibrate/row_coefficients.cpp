// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/calibrate/row_coefficients.h"

#include "planner/formula/calibration_choice.h"
#include "planner/formula/coefficient_sets.h"
#include "planner/formula/symbols.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace shardscope::planner {
namespace {

using C = Coefficient;

enum class Kin : int { None = -1, Memory, Products, Attention, Links, Host };

/// Where runs of the machine told its coefficients, each is known to some percent by itself: between GPT-2
/// and a Llama on one H200 the rates of one kind of kernel differ by 6 to 8 %. An assumption of another
/// machine is off by more, and rates of one memory and of one engine are off together.
constexpr FactorPrior kToldBefore{0.08, 0, 0};
constexpr FactorPrior kAssumed{0.15, 0.3, 0};
/// Hosts of one device differ in their processors: all that they do takes longer by one factor, about.
constexpr FactorPrior kHost{0.05, 0.5, static_cast<int>(Kin::Host)};

struct Told {
    C which;
    Kin family;
};
constexpr std::array kBesideMemory{
    Told{C::OptimizerSingle, Kin::Memory},
    Told{C::OptimizerHalf, Kin::Memory},
    Told{C::ShardCopy, Kin::Memory},
    Told{C::GemmRate, Kin::Products},
    Told{C::BatchedRate, Kin::Products},
    Told{C::OddRate, Kin::Products},
    Told{C::OddBackwardRate, Kin::Products},
    Told{C::EvenRate, Kin::Products},
    Told{C::AttentionRate64, Kin::Attention},
    Told{C::AttentionRate128, Kin::Attention},
    Told{C::AttentionBackwardRate64, Kin::Attention},
    Told{C::AttentionBackwardRate128, Kin::Attention},
    Told{C::AttentionDropout, Kin::None},
    Told{C::AttentionDropoutBackward, Kin::None},
    Told{C::KernelGap, Kin::None},
    Told{C::HostForward, Kin::Host},
    Told{C::HostBackward, Kin::Host},
    Told{C::HostLayerForward, Kin::Host},
    Told{C::HostLayerBackward, Kin::Host},
    Told{C::NodeLatency, Kin::None},
    Told{C::NodeRate, Kin::Links},
    Told{C::ClusterLatency, Kin::None},
    Told{C::NodeEgress, Kin::Links},
    Told{C::NodeCollectives, Kin::None},
    Told{C::ClusterCollectives, Kin::None},
    Told{C::LayerRate, Kin::None},
    Told{C::RowGather, Kin::Memory},
    Told{C::PerceptronRate, Kin::Products},
    Told{C::EmbeddingKernels, Kin::None},
};

/// How much longer collectives take than where they were measured alone.
bool isOfCurves(C which) { return which == C::NodeCollectives || which == C::ClusterCollectives; }

/// \p links: there are some; \p curves: their collectives were measured on the machine, and are asked there.
std::vector<Told> toldByRows(bool links, bool curves)
{
    std::vector<Told> all;
    for (std::size_t at = 0; at < kMemoryClasses; ++at)
        all.push_back({static_cast<C>(at), Kin::Memory});
    all.insert(all.end(), kBesideMemory.begin(), kBesideMemory.end());
    std::erase_if(all, [&](const Told& one) {
        return isOfLinks(one.which) && (!links || isOfCurves(one.which) != curves);
    });
    return all;
}

} // namespace

bool isOfLinks(Coefficient which)
{
    return which == C::NodeLatency || which == C::NodeRate || which == C::ClusterLatency ||
           which == C::NodeEgress || isOfCurves(which);
}

bool isOfHost(Coefficient which)
{
    return which == C::HostForward || which == C::HostBackward || which == C::HostLayerForward ||
           which == C::HostLayerBackward;
}

bool takesLonger(Coefficient which)
{
    return infoOf(which).unit == "s" || which == C::AttentionDropout ||
           which == C::AttentionDropoutBackward || which == C::EmbeddingKernels || isOfCurves(which);
}

std::vector<RowCoefficient> rowCoefficients(const core::HardwareSpec& hardware, const core::ModelSpec& model,
                                            const core::Plan& plan)
{
    const CoefficientSets sets(hardware);
    const core::Calibration* const chosen = calibrationFor(hardware, plan, model);
    const Coefficients& values = sets.of(hardware, chosen, computeDtype(plan));
    const bool curves = !hardware.collectives.empty() && !values.ofLinks;
    std::vector<RowCoefficient> all;
    for (const auto& [which, family] : toldByRows(plan.axes.devices() > 1, curves)) {
        const CoefficientInfo& info = infoOf(which);
        FactorPrior prior = chosen != nullptr ? kToldBefore : kAssumed;
        prior.family = static_cast<int>(family);
        if (family == Kin::None)
            prior = {prior.own + prior.together, 0, -1};
        else if (family == Kin::Host)
            prior = kHost;
        all.push_back({which, std::string(info.name), values[which], info.lowest, info.highest, prior});
    }
    return all;
}

core::HardwareSpec withValues(const core::HardwareSpec& hardware, const core::ModelSpec& model,
                              const core::Plan& plan, const std::map<std::string, double>& values)
{
    core::HardwareSpec changed = hardware;
    const core::Calibration* const chosen = calibrationFor(hardware, plan, model);
    core::Calibration own = chosen == nullptr ? core::Calibration{} : *chosen;
    for (const auto& [name, value] : values)
        own.coefficients[name] = value;
    own.askedAlone = true;
    changed.calibrations = {std::move(own)};
    return changed;
}

} // namespace shardscope::planner
