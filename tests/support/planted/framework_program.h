// SPDX-License-Identifier: GPL-3.0-or-later
// A transformer's training as its framework lets torch.profiler record it: names of operators, kernels,
// groups and functions, and the shapes that one rank sees. Shares nothing with what guesses a plan from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace shardscope::tests::planted {

enum class Trainer : std::uint8_t { DataParallel, Megatron, DeepSpeed, Fsdp2, Jax };
/// The order of a pipeline's passes: arXiv:1811.06965; arXiv:2104.04473, section 2.2.1 and 2.2.2
/// (Megatron-LM's forward_backward_pipelining_with_interleaving); arXiv:2401.10241, figure 3.
enum class PassOrder : std::uint8_t { Gpipe, OneByOne, Interleaved, ZeroBubble };

struct FrameworkProgram {
    Trainer trainer = Trainer::DataParallel;
    std::int64_t layers = 4, heads = 8, kvHeads = 8, headDim = 64, feedForward = 2048, vocabulary = 32000;
    std::int64_t experts = 0, perToken = 0;
    std::int64_t batch = 2, micro = 2, sequence = 256;
    std::int64_t tensor = 1, pipeline = 1, context = 1, replica = 1;
    std::int64_t expert = 1; ///< of the replicas
    bool gated = true, recompute = false;
    PassOrder order = PassOrder::OneByOne;
    std::int64_t chunks = 1;   ///< stages of a rank, of Interleaved
    std::int64_t zero = 3;     ///< of DeepSpeed: its stage, 1 to 3
    bool namesPasses = false;  ///< annotations say which pass of which stage is run, as PyTorch's pipelining
    bool master = true;        ///< the optimizer's kernel is of one that steps 32-bit copies
    bool described = true;     ///< groups say what they are for
    bool replicasLast = false; ///< ranks are numbered replica slowest (Megatron-LM's "tp-cp-ep-pp-dp")
    bool peers = false;        ///< sends and receives say with whom

    [[nodiscard]] std::int64_t hidden() const { return heads * headDim; }
    [[nodiscard]] std::int64_t world() const { return tensor * pipeline * context * replica; }
};

/// Where a rank stands: tensor changes first, then context, replica, pipeline (Megatron-LM,
/// core/parallel_state.py, "tp-cp-ep-dp-pp"), or pipeline and then replica.
struct ProgramPlace {
    std::int64_t tensor = 0, context = 0, replica = 0, stage = 0;
};
[[nodiscard]] ProgramPlace programPlace(const FrameworkProgram& program, std::int64_t rank);

/// One file for each rank, in \p folder.
[[nodiscard]] std::vector<std::filesystem::path> writeProgram(const FrameworkProgram& program,
                                                              const std::filesystem::path& folder);

} // namespace shardscope::tests::planted
