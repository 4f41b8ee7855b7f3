// SPDX-License-Identifier: GPL-3.0-or-later
// What NeMo and Megatron-Bridge call Megatron-LM's arguments where it is not the argument with underscores,
// and in which section the others stand. Read and written by this one table.
#pragma once

#include <array>
#include <string_view>

namespace shardscope::app::bridge {

/// Sections whose keys are Megatron's arguments with underscores: NeMo's model, Megatron-Bridge's others.
inline constexpr std::array<std::string_view, 6> kSections{"model.",     "train.",   "ddp.",
                                                           "optimizer.", "dataset.", "mixed_precision."};

enum class Wrote { Bridge, Either };

/// A key with a name or words of its own, by its whole path.
struct OwnName {
    std::string_view key;
    std::string_view argument;
    bool same = true;         ///< false: "True" means the argument is off
    Wrote by = Wrote::Either; ///< Bridge: its own word, which is written
};
// NVIDIA/NeMo, examples/nlp/language_modeling/conf; NVIDIA-NeMo/Megatron-Bridge, training/config.py and
// training/mixed_precision.py
inline constexpr OwnName kOwnNames[]{
    {"model.encoder_seq_length", "seq-length"},
    {"model.virtual_pipeline_model_parallel_size", "num-virtual-stages-per-pipeline-rank", true,
     Wrote::Bridge},
    {"model.activations_checkpoint_granularity", "recompute-granularity"},
    {"model.num_moe_experts", "num-experts", true, Wrote::Bridge},
    {"model.num_layers_in_first_pipeline_stage", "decoder-first-pipeline-num-layers", true, Wrote::Bridge},
    {"model.num_layers_in_last_pipeline_stage", "decoder-last-pipeline-num-layers", true, Wrote::Bridge},
    {"model.optim.name", "optimizer"},
    {"model.share_embeddings_and_output_weights", "untie-embeddings-and-output-weights", false,
     Wrote::Bridge},
    {"model.bias", "disable-bias-linear", false},
    {"model.add_bias_linear", "disable-bias-linear", false, Wrote::Bridge},
    {"model.gated_linear_unit", "swiglu", true, Wrote::Bridge},
    {"trainer.devices", "nproc-per-node"},
    {"trainer.num_nodes", "nnodes"},
    {"dataset.sequence_length", "seq-length", true, Wrote::Bridge},
    {"dataset.seq_length", "seq-length"},
    {"train.micro_batch_size", "micro-batch-size", true, Wrote::Bridge},
    {"train.global_batch_size", "global-batch-size", true, Wrote::Bridge},
    {"train.train_samples", "train-samples", true, Wrote::Bridge},
    {"optimizer.optimizer", "optimizer", true, Wrote::Bridge},
    {"optimizer.optimizer_cpu_offload", "optimizer-cpu-offload", true, Wrote::Bridge},
    {"optimizer.optimizer_offload_fraction", "optimizer-offload-fraction", true, Wrote::Bridge},
    {"optimizer.use_precision_aware_optimizer", "use-precision-aware-optimizer", true, Wrote::Bridge},
    {"optimizer.exp_avg_dtype", "exp-avg-dtype", true, Wrote::Bridge},
    {"optimizer.exp_avg_sq_dtype", "exp-avg-sq-dtype", true, Wrote::Bridge},
    {"ddp.grad_reduce_in_fp32", "accumulate-allreduce-grads-in-fp32"},
    {"ddp.use_distributed_optimizer", "use-distributed-optimizer", true, Wrote::Bridge},
    {"ddp.use_megatron_fsdp", "use-megatron-fsdp", true, Wrote::Bridge},
    {"ddp.data_parallel_sharding_strategy", "data-parallel-sharding-strategy", true, Wrote::Bridge},
    {"checkpoint.ckpt_format", "ckpt-format", true, Wrote::Bridge},
    {"mixed_precision.bf16", "bf16", true, Wrote::Bridge},
    {"mixed_precision.fp16", "fp16", true, Wrote::Bridge},
    {"mixed_precision.fp32", "fp32", true, Wrote::Bridge},
    {"mixed_precision.grad_reduce_in_fp32", "grad-reduce-in-bf16", false, Wrote::Bridge},
    {"mixed_precision.fp8", "fp8-format", true, Wrote::Bridge},
    {"mixed_precision.fp4", "fp4-format", true, Wrote::Bridge},
    {"mixed_precision.fp8_recipe", "fp8-recipe", true, Wrote::Bridge},
    {"mixed_precision.fp8_param_gather", "fp8-param-gather", true, Wrote::Bridge},
    {"mixed_precision.fp8_dot_product_attention", "fp8-dot-product-attention", true, Wrote::Bridge},
};

} // namespace shardscope::app::bridge
