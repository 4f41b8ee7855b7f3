// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan asks of the training program, as one table: when a requirement holds, its sentence, its source.
#include "app/session/plan/code_requirements.h"

#include "app/session/text/messages.h"
#include "core/base/text_mark.h"
#include "core/plan/recompute_parts.h"

namespace shardscope::app {
namespace {

using core::Plan;

struct Row {
    const char* key;
    bool (*holds)(const Plan&);
    const char* text;
    const char* source;
};

bool sharded(const Plan& plan) { return plan.sharding != core::Sharding{}; }
bool offloads(core::Tier tier) { return tier != core::Tier::Device; }

const Row kRows[] = {
    {"replicas", [](const Plan& plan) { return plan.axes.replica > 1 && !sharded(plan); },
     N_("Wrap the model so that gradients are averaged over the replicas (DistributedDataParallel), and give "
        "each replica samples of its own (DistributedSampler)."),
     "PyTorch, torch.nn.parallel.DistributedDataParallel"},
    {"zero_optimizer", [](const Plan& plan) { return sharded(plan) && plan.sharding.weights == 1; },
     N_("Let the engine own the optimizer: the training loop calls the engine's backward and step, and "
        "checkpoints are gathered or saved in shards."),
     "DeepSpeed documentation, Training API"},
    {"zero_weights", [](const Plan& plan) { return plan.sharding.weights > 1; },
     N_("Wrap every layer (fully_shard, or build the model under zero.Init); code that reads parameters "
        "outside forward has to gather them first."),
     "PyTorch, torch.distributed.fsdp.fully_shard; DeepSpeed documentation, ZeRO-3"},
    {"tensor", [](const Plan& plan) { return plan.axes.tensor > 1; },
     N_("Replace the linear layers, the embedding and the loss by ones that hold a slice (column- and "
        "row-parallel); every rank of a tensor group sees the same samples."),
     "arXiv:1909.08053, section 3; PyTorch, parallelize_module"},
    {"sequence", [](const Plan& plan) { return plan.axes.sequenceParallel; },
     N_("Norms and dropouts between the parallel layers work on a part of the sequence: their weights' "
        "gradients are all-reduced, their random state differs by rank."),
     "arXiv:2205.05198, section 4.2.2"},
    {"pipeline", [](const Plan& plan) { return plan.axes.pipeline > 1; },
     N_("Write the model as a sequence of stages that hand on one tensor; a schedule takes micro-batches in "
        "the place of the loop's forward and backward, and the loss is known on the last stage only."),
     "PyTorch, torch.distributed.pipelining; arXiv:2104.04473"},
    {"interleaved", [](const Plan& plan) { return plan.axes.virtualStages > 1; },
     N_("A stage holds several chunks of layers that are not neighbours; the number of micro-batches is a "
        "multiple of the stages."),
     "arXiv:2104.04473, section 2.2"},
    {"uneven", [](const Plan& plan) { return !plan.layersPerStage.empty(); },
     N_("Say for every stage which layers it holds; checkpoints of an even split have to be converted."),
     "Megatron-LM, --pipeline-model-parallel-layout"},
    {"context", [](const Plan& plan) { return plan.axes.context > 1; },
     N_("Cut every sequence over the ranks: position numbers, masks and labels follow the cut, and attention "
        "is one that exchanges keys and values."),
     "Megatron-LM, context parallelism; arXiv:2310.01889"},
    {"experts", [](const Plan& plan) { return plan.axes.expert > 1; },
     N_("Use mixture-of-experts layers that send tokens to the ranks of their experts; the experts' "
        "gradients are averaged over fewer ranks than the rest."),
     "arXiv:2006.16668, section 3.2"},
    {"recompute", [](const Plan& plan) { return plan.recompute == core::Recompute::Full; },
     N_("Call each layer through a checkpoint function; a layer must give the same result when it runs "
        "again, its random numbers included."),
     "PyTorch, torch.utils.checkpoint"},
    {"recompute_selective",
     [](const Plan& plan) { return plan.recompute.has(core::Recompute::CoreAttention); },
     N_("Call the core of the attention through a checkpoint function, inside each layer."),
     "arXiv:2205.05198, section 5"},
    {"recompute_parts", [](const Plan& plan) { return core::namesParts(plan.recompute); },
     N_("Call the named parts of a layer through a checkpoint function; of norms, activations and "
        "up-projections the results are dropped as well, and made again before their consumer's backward."),
     "Megatron-LM, --recompute-modules"},
    {"recompute_operations", [](const Plan& plan) { return plan.recompute == core::Recompute::ByOperations; },
     N_("Call each layer through a checkpoint function with a policy: what attention, scatters and every "
        "second matrix product give is kept, and all else made again."),
     "PyTorch, torch.utils.checkpoint, create_selective_checkpoint_contexts"},
    {"offload_optimizer", [](const Plan& plan) { return offloads(plan.residency.optimizer); },
     N_("Use an optimizer that updates in the host's memory; the host needs the cores and the memory "
        "bandwidth for it."),
     "arXiv:2101.06840; DeepSpeed documentation, ZeRO-Offload"},
    {"offload_weights",
     [](const Plan& plan) { return offloads(plan.residency.weights) || offloads(plan.residency.gradients); },
     N_("Weights come to the device layer by layer: the engine has to know the order in which layers run, "
        "which forbids control flow that changes it."),
     "arXiv:2104.07857"},
    {"offload_activations", [](const Plan& plan) { return offloads(plan.residency.activations); },
     N_("Tensors saved for backward go through hooks that copy them out and back."),
     "PyTorch, torch.autograd.graph.saved_tensors_hooks"},
    {"phases", [](const Plan& plan) { return plan.phases > 0; },
     N_("Write the model as phases with their weights and optimizer state in remote buffers; each phase runs "
        "all micro-batches before the next one is loaded."),
     "Graphcore PopXL examples, phased execution"},
    {"loss_scaling", [](const Plan& plan) { return plan.precision.weights == core::Dtype::Fp16; },
     N_("Scale the loss, and skip steps whose gradients overflow."), "arXiv:1710.03740"},
    {"fp8",
     [](const Plan& plan) {
         return plan.precision.weights == core::Dtype::Fp8 || plan.precision.compute == core::Dtype::Fp8;
     },
     N_("Replace the linear layers by ones that keep scaling factors for 8-bit products."),
     "NVIDIA Transformer Engine documentation"},
    {"accumulation",
     [](const Plan& plan) {
         return plan.batch.microBatches > 1 && plan.axes.pipeline == 1 && plan.phases == 0;
     },
     N_("Accumulate gradients over the micro-batches, and synchronise them with the last one only."),
     "PyTorch, DistributedDataParallel.no_sync"},
};

} // namespace

std::vector<CodeRequirement> codeRequirements(const Plan& plan)
{
    std::vector<CodeRequirement> requirements;
    for (const Row& row : kRows) {
        if (row.holds(plan))
            requirements.push_back({row.key, translated(row.text), QString::fromLatin1(row.source)});
    }
    if (requirements.empty())
        requirements.push_back(
            {"none", translated(N_("Nothing beyond a training loop on one device.")), QString()});
    return requirements;
}

} // namespace shardscope::app
