// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/framework/framework.h"

#include "planner/framework/registry.h"

#include <algorithm>
#include <array>

namespace shardscope::planner {

const FrameworkFacts& factsOf(core::Framework framework)
{
#define SHARDSCOPE_POINTER(value, word) &k##value,
    static constexpr std::array kAll{SHARDSCOPE_FRAMEWORKS(SHARDSCOPE_POINTER)};
#undef SHARDSCOPE_POINTER
    return *kAll[static_cast<std::size_t>(framework)];
}

const core::FrameworkDefaults& defaultsOf(core::Framework framework) { return factsOf(framework).defaults; }

const ProgramCall* programCallOf(const core::Plan& plan)
{
    const ProgramCall& call = factsOf(plan).call;
    return call.call == nullptr ? nullptr : &call;
}

namespace {

core::Framework startedBy(const FrameworkFacts& facts, const core::Plan& plan)
{
    return facts.runs == nullptr ? facts.which : facts.runs(plan);
}

bool isForIpus(const FrameworkFacts& facts) { return facts.family == Family::Ipu; }

const FrameworkFacts& firstForIpus()
{
    static constexpr auto kFrameworks = core::valuesOf<core::Framework>();
    static const FrameworkFacts& first = factsOf(
        *std::ranges::find_if(kFrameworks, [](core::Framework one) { return isForIpus(factsOf(one)); }));
    return first;
}

/// Megatron Core's modules and Transformer Engine are of CUDA and HIP (NVIDIA/TransformerEngine, README,
/// "System Requirements"; ROCm/TransformerEngine); Google's TPUs run what XLA compiles, and train
/// transformers with MaxText (cloud.google.com/tpu/docs).
bool isForOtherDevices(const FrameworkFacts& facts, const core::HardwareSpec& hardware)
{
    return facts.family == Family::MegatronCore && hardware.vendor == "Google";
}

} // namespace

core::Framework frameworkOf(const core::Plan& plan) { return startedBy(factsOf(plan.implementation), plan); }

core::Framework frameworkOf(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    const FrameworkFacts& said = factsOf(plan.implementation);
    if (hardware.bulkSynchronous && !isForIpus(said))
        return startedBy(firstForIpus(), plan);
    return startedBy(isForOtherDevices(said, hardware) ? factsOf(core::Framework::MaxText) : said, plan);
}

namespace {

Habits adapted(const FrameworkFacts& facts, const core::Plan& plan)
{
    Habits habits = facts.habits;
    if (facts.adapt != nullptr)
        facts.adapt(plan, habits);
    return habits;
}

} // namespace

Habits habitsOf(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    return adapted(factsOf(frameworkOf(plan, hardware)), plan);
}

const FrameworkFacts& factsOf(const core::Plan& plan) { return factsOf(frameworkOf(plan)); }

bool fusedByMegatronCore(const core::Plan& plan)
{
    return factsOf(plan).habits.layers == LayerCode::TransformerEngine &&
           plan.kernels == core::Kernels::Fused;
}

Habits habitsOf(const core::Plan& plan) { return adapted(factsOf(plan), plan); }

core::Plan withFramework(core::Plan plan, core::Framework framework)
{
    const std::set<std::string> said = core::saidFormats(plan, defaultsOf(plan.implementation));
    if (plan.implementation != framework)
        plan.release.reset();
    plan.implementation = framework;
    std::erase_if(plan.options, [&](const auto& option) {
        return std::ranges::none_of(factsOf(plan).options,
                                    [&](const FrameworkOption& one) { return option.first == one.key; });
    });
    core::fillFormats(plan, said, defaultsOf(framework));
    if (plan.precision.weights != core::Dtype::Fp32)
        plan.precision.autocast = false;
    return plan;
}

core::Plan withTrainer(core::Plan plan, const core::HardwareSpec& hardware)
{
    if (!factsOf(plan.implementation).can.transformers)
        return plan;
    for (const core::Calibration& calibration : hardware.calibrations) {
        for (const core::Framework one : core::valuesOf<core::Framework>()) {
            if (core::nameOf(one) == calibration.implementation && !factsOf(one).can.transformers)
                return withFramework(std::move(plan), one);
        }
    }
    return plan;
}

core::Plan withWeights(core::Plan plan, core::Dtype dtype)
{
    std::set<std::string> said = core::saidFormats(plan, defaultsOf(plan.implementation));
    plan.precision.weights = dtype;
    said.insert("/precision/weights");
    if (dtype != core::Dtype::Fp32)
        plan.precision.autocast = false;
    core::fillFormats(plan, said, defaultsOf(plan.implementation));
    return plan;
}

bool canCut(const core::Plan& plan, Cut cut) { return factsOf(plan).can.cuts.has(cut); }

bool hasOn(const core::Plan& plan, const FrameworkFacts& facts, std::string_view key)
{
    if (!plan.options.empty()) {
        if (const auto said = plan.options.find(std::string(key)); said != plan.options.end())
            return said->second;
    }
    const auto option =
        std::ranges::find_if(facts.options, [&](const FrameworkOption& one) { return key == one.key; });
    return option != facts.options.end() && option->otherwise;
}

} // namespace shardscope::planner
