// SPDX-License-Identifier: GPL-3.0-or-later
// Hugging Face transformers' Trainer over PyTorch's DistributedDataParallel.
#include "core/base/text_mark.h"
#include "planner/framework/registry.h"
#include "planner/framework/replicated.h"
#include "planner/framework/whole_layers.h"

namespace shardscope::planner {

constinit const FrameworkFacts kHuggingFace{
    .which = core::Framework::HuggingFace,
    .title = "Hugging Face",
    .can = {.axes = {{}, W_("%1 runs replicas alone: no tensor, pipeline, context or expert degree")},
            .shards = {{Shards::Whole}, W_("%1 keeps weights, gradients and optimizer whole")},
            .schedules = {{}, W_("%1 has no pipelines")},
            .offloads = {{Offload::Nothing}, W_("%1 offloads nothing")}},
    // torch.optim keeps its state in the format of what it updates; peft keeps adapters in fp32 beside 16-bit
    // weights.
    .defaults = {.gradients = core::FormatRule::AsWeights,
                 .state = core::FormatRule::AsGradients,
                 .adaptersFp32 = true,
                 .kernels = core::Kernels::Separate,
                 .source = "pytorch, torch/optim; huggingface/peft, tuners/tuners_utils.py, "
                           "cast_adapter_dtype"},
    .habits = {.layers = LayerCode::Modules,
               .modulesOnly = true,
               .loss = LossCode::Twice,
               .tape = TracedAs::Modules,
               .gradientLife = GradientLife::GrowingOnce,
               .replicaBuckets = true,
               .adaptersFp32 = true,
               .gradients = kReplicatedGradients,
               .updatedWeights = When::Never},
    .rules = kWholeLayersRules, // modeling_layers.py, GradientCheckpointingLayer
    .closedFormError = 0.062,
    .call = {.configuration = "accelerate",
             .file = "accelerate.yaml",
             .byAccelerate = true,
             .call = "train.py",
             .source = "huggingface/transformers, docs/source/en/accelerate.md"}};

} // namespace shardscope::planner
