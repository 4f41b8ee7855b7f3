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

enum class Kin : int { None = -1, Memory, Products, Links, Host };

/// Where runs of the machine told its coefficients, each is known to some percent by itself: between GPT-2
/// and a Llama on one H200 the rates of one kind of kernel differ by 6 to 8 %. An assumption of another
/// machine is off by more, and rates of one memory and of one engine are off together. Those of attention are
/// not: over seven calibrations of five devices (resources: A100, H100, B200, GB200) forward and backward
/// with heads of 128 are off by 0.2 and 0.5 of the logarithm, correlated by 0.3.
constexpr FactorPrior kToldBefore{0.08, 0, 0};
constexpr FactorPrior kAssumed{0.15, 0.3, 0};
/// Hosts of one device differ in their processors: all that they do takes longer by one factor, about.
constexpr FactorPrior kHost{0.05, 0.5, static_cast<int>(Kin::Host)};

/// Four fits of four programs' runs on one machine (resources/hardware/dgx-a100-80g.json) have 30 to 150 us
/// for a start in a node and 0.60 to 0.96 of its links: standard deviations of the logarithm of 0.8 and 0.2.
/// So much of them is the program's.
constexpr FactorPrior kStart{0.8, 0, -1};
constexpr FactorPrior kLinksToldBefore{0.2, 0, -1};
/// NCCL opens 8 to 32 channels, and 16 are assumed (planner/machine/transport): half to twice as much.
constexpr FactorPrior kChannels{0.5, 0, -1};
/// Between 0.8 and 1 is believed (coefficients.cpp).
constexpr FactorPrior kPace{0.15, 0, -1};
/// From pinned memory large copies reach 0.87 to 1 of their bus, from pageable memory 0.17 to 0.36
/// (docs/analyses.md, slow kernels): a program's are rather the former.
constexpr FactorPrior kCopies{0.35, 0, -1};

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
    Told{C::AttentionRate64, Kin::None},
    Told{C::AttentionRate128, Kin::None},
    Told{C::AttentionBackwardRate64, Kin::None},
    Told{C::AttentionBackwardRate128, Kin::None},
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
    Told{C::NodeStarts, Kin::None},
    Told{C::ClusterStarts, Kin::None},
    Told{C::BesideProducts, Kin::None},
    Told{C::BesideCollectives, Kin::None},
    Told{C::HostCopies, Kin::None},
    Told{C::NvmeCopies, Kin::None},
    Told{C::LayerRate, Kin::None},
    Told{C::RowGather, Kin::Memory},
    Told{C::PerceptronRate, Kin::Products},
    Told{C::EmbeddingKernels, Kin::None},
};

/// How much longer collectives take than where they were measured alone.
bool isOfCurves(C which)
{
    return which == C::NodeCollectives || which == C::ClusterCollectives || which == C::NodeStarts ||
           which == C::ClusterStarts;
}

bool isOfBoth(C which) { return which == C::BesideProducts || which == C::BesideCollectives; }

/// Whether \p which is a link's own: what lies beside products is a matter of the device, however fast links
/// are.
bool isOfWays(C which) { return isOfLinks(which) && !isOfBoth(which); }

/// How far \p which is believed to be off; \p told: the machine has a calibration for such plans.
FactorPrior priorOf(C which, Kin family, bool told)
{
    switch (which) {
    case C::NodeLatency:
    case C::ClusterLatency:
    case C::NodeStarts:
    case C::ClusterStarts: return kStart;
    case C::BesideProducts: return kPace;
    case C::BesideCollectives: return kChannels;
    case C::HostCopies:
    case C::NvmeCopies: return kCopies;
    default: break;
    }
    if (family == Kin::Host)
        return kHost;
    if (told && isOfWays(which))
        return kLinksToldBefore;
    FactorPrior prior = told ? kToldBefore : kAssumed;
    if (family == Kin::None)
        return {prior.own + prior.together, 0, -1};
    prior.family = static_cast<int>(family);
    return prior;
}

/// \p links: there are some; \p curves: their collectives were measured on the machine, and are asked there.
std::vector<Told> toldByRows(bool links, bool curves)
{
    std::vector<Told> all;
    for (std::size_t at = 0; at < kMemoryClasses; ++at)
        all.push_back({static_cast<C>(at), Kin::Memory});
    all.insert(all.end(), kBesideMemory.begin(), kBesideMemory.end());
    std::erase_if(all, [&](const Told& one) {
        const bool ofWays = isOfWays(one.which);
        return isOfLinks(one.which) && (!links || (ofWays && isOfCurves(one.which) != curves));
    });
    return all;
}

} // namespace

bool isOfLinks(Coefficient which)
{
    return which == C::NodeLatency || which == C::NodeRate || which == C::ClusterLatency ||
           which == C::NodeEgress || isOfBoth(which) || isOfCurves(which);
}

bool isOfCopies(Coefficient which) { return which == C::HostCopies || which == C::NvmeCopies; }

bool isOfTraffic(Coefficient which) { return isOfLinks(which) || isOfCopies(which); }

bool isOfHost(Coefficient which)
{
    return which == C::HostForward || which == C::HostBackward || which == C::HostLayerForward ||
           which == C::HostLayerBackward;
}

bool takesLonger(Coefficient which)
{
    return infoOf(which).unit == "s" || which == C::AttentionDropout ||
           which == C::AttentionDropoutBackward || which == C::EmbeddingKernels ||
           which == C::BesideCollectives || isOfCurves(which) || isOfCopies(which);
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
        all.push_back({which, std::string(info.name), values[which], info.lowest, info.highest,
                       priorOf(which, family, chosen != nullptr)});
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
