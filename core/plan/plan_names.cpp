// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_names.h"

#include "core/base/split_at.h"

#include <array>

namespace shardscope::core {

template <>
std::span<const ChoiceName<Schedule>> choiceNames()
{
    static constexpr std::array<ChoiceName<Schedule>, 12> kNames{{{Schedule::Gpipe, "gpipe"},
                                                                  {Schedule::OneForwardOneBackward, "1f1b"},
                                                                  {Schedule::Interleaved, "interleaved"},
                                                                  {Schedule::ZeroBubble, "zero_bubble"},
                                                                  {Schedule::Phased, "phased"},
                                                                  {Schedule::ZbH2, "zb_h2"},
                                                                  {Schedule::Zb1p, "zb1p"},
                                                                  {Schedule::Zb2p, "zb2p"},
                                                                  {Schedule::Zbv, "zbv"},
                                                                  {Schedule::VHalf, "v_half"},
                                                                  {Schedule::VMin, "v_min"},
                                                                  {Schedule::DualPipeV, "dualpipev"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<Recompute>> choiceNames()
{
    static constexpr std::array<ChoiceName<Recompute>, 3> kNames{
        {{Recompute::None, "none"}, {Recompute::Selective, "selective"}, {Recompute::Full, "full"}}};
    return kNames;
}

std::span<const ChoiceName<Recompute::Part>> recomputeParts()
{
    static constexpr std::array<ChoiceName<Recompute::Part>, 7> kNames{
        {{Recompute::CoreAttention, "core_attn"},
         {Recompute::MlaUpProjection, "mla_up_proj"},
         {Recompute::Layernorm, "layernorm"},
         {Recompute::Mlp, "mlp"},
         {Recompute::Moe, "moe"},
         {Recompute::MoeActivation, "moe_act"},
         {Recompute::SharedExperts, "shared_experts"}}};
    return kNames;
}

std::string choiceName(Recompute recompute)
{
    for (const auto& [choice, name] : choiceNames<Recompute>()) {
        if (choice == recompute)
            return std::string(name);
    }
    std::string joined;
    for (const auto& [part, name] : recomputeParts()) {
        if (recompute.has(part))
            joined.append(joined.empty() ? "" : "+").append(name);
    }
    return joined;
}

template <>
std::optional<Recompute> choiceFromName(std::string_view name)
{
    for (const auto& [choice, word] : choiceNames<Recompute>()) {
        if (word == name)
            return choice;
    }
    Recompute found;
    for (const std::string& word : splitAt(std::string(name), '+')) {
        const auto parts = recomputeParts();
        const auto part = std::ranges::find(parts, word, &ChoiceName<Recompute::Part>::name);
        if (part == parts.end())
            return std::nullopt;
        found.parts = static_cast<std::uint8_t>(found.parts | part->choice);
    }
    return found;
}

template <>
std::span<const ChoiceName<Attention>> choiceNames()
{
    static constexpr std::array<ChoiceName<Attention>, 2> kNames{
        {{Attention::Eager, "eager"}, {Attention::Flash, "flash"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<GatheredInputs>> choiceNames()
{
    static constexpr std::array<ChoiceName<GatheredInputs>, 2> kNames{
        {{GatheredInputs::Saved, "saved"}, {GatheredInputs::Regathered, "regathered"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<Implementation>> choiceNames()
{
    static constexpr std::array<ChoiceName<Implementation>, 8> kNames{
        {{Implementation::Megatron, "megatron"},
         {Implementation::HuggingFace, "huggingface"},
         {Implementation::Fsdp2, "fsdp2"},
         {Implementation::DeepSpeed, "deepspeed"},
         {Implementation::PopArt, "popart"},
         {Implementation::Nanotron, "nanotron"},
         {Implementation::Torchtitan, "torchtitan"},
         {Implementation::HugeCtr, "hugectr"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<ContextExchange>> choiceNames()
{
    static constexpr std::array<ChoiceName<ContextExchange>, 2> kNames{
        {{ContextExchange::Ring, "ring"}, {ContextExchange::AllToAll, "all_to_all"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<ExpertDispatch>> choiceNames()
{
    static constexpr std::array<ChoiceName<ExpertDispatch>, 3> kNames{
        {{ExpertDispatch::Calibrated, "calibrated"},
         {ExpertDispatch::AllToAll, "all_to_all"},
         {ExpertDispatch::Once, "once"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<AdapterTargets>> choiceNames()
{
    static constexpr std::array<ChoiceName<AdapterTargets>, 2> kNames{
        {{AdapterTargets::Attention, "attention"}, {AdapterTargets::Linear, "linear"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<Kernels>> choiceNames()
{
    static constexpr std::array<ChoiceName<Kernels>, 2> kNames{
        {{Kernels::Fused, "fused"}, {Kernels::Separate, "separate"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<OptimizerKind>> choiceNames()
{
    static constexpr std::array<ChoiceName<OptimizerKind>, 7> kNames{
        {{OptimizerKind::Adam, "adam"},
         {OptimizerKind::AdamW, "adamw"},
         {OptimizerKind::Sgd, "sgd"},
         {OptimizerKind::Momentum, "momentum"},
         {OptimizerKind::Adagrad, "adagrad"},
         {OptimizerKind::RowwiseAdagrad, "rowwise_adagrad"},
         {OptimizerKind::Lamb, "lamb"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<Consistency>> choiceNames()
{
    static constexpr std::array<ChoiceName<Consistency>, 2> kNames{
        {{Consistency::Synchronous, "synchronous"}, {Consistency::Asynchronous, "asynchronous"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<Tier>> choiceNames()
{
    static constexpr std::array<ChoiceName<Tier>, 5> kNames{{{Tier::Device, "device"},
                                                             {Tier::Host, "host"},
                                                             {Tier::Nvme, "nvme"},
                                                             {Tier::Streaming, "streaming"},
                                                             {Tier::ParameterServer, "parameter_server"}}};
    return kNames;
}

template <>
std::span<const ChoiceName<Dtype>> choiceNames()
{
    static constexpr std::array<ChoiceName<Dtype>, 8> kNames{{{Dtype::Fp32, "fp32"},
                                                              {Dtype::Tf32, "tf32"},
                                                              {Dtype::Bf16, "bf16"},
                                                              {Dtype::Fp16, "fp16"},
                                                              {Dtype::Fp8, "fp8"},
                                                              {Dtype::Int8, "int8"},
                                                              {Dtype::Mxfp8, "mxfp8"},
                                                              {Dtype::Nvfp4, "nvfp4"}}};
    return kNames;
}

} // namespace shardscope::core
