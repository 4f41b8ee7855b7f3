// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/framework/framework.h"
#include "planner/memory/framework.h"

#include "core/base/text_mark.h"
#include "planner/formula/symbols.h"

#include <algorithm>
#include <cstdint>

namespace shardscope::planner {
namespace {

constexpr double kMebi = 1024.0 * 1024.0;

/// 0.49 to 0.51 GiB are missing between what a process holds and what PyTorch reserved, on A100s of 40 and 80
/// GB in one process without communicators.
constexpr double kContextMebibytes = 512;
constexpr auto kContext =
    "CUDA context, cuBLAS and cuDNN: what PyTorch's out-of-memory messages count beside its "
    "own (github.com/TianheWu/CoSeR, issue 10; lianqi1008/Control-GIC, issue 6; "
    "hahnyuan/PB-LLM, issue 3): 0.49 to 0.51 GiB";

/// What one NCCL communicator takes over NVLink: one of two ranks, and one of more.
constexpr double kPairMebibytes = 544;
constexpr double kGroupMebibytes = 688;
constexpr auto kCommunicator =
    "NVIDIA NCCL, issue 964: memory of one communicator among four A100 over NVLink";

/// Groups of ranks that a plan opens a communicator for each, and how many of them have more than two ranks.
struct Communicators {
    std::int64_t pairs = 0;
    std::int64_t groups = 0;

    void add(std::int64_t ranks)
    {
        if (ranks == 2)
            ++pairs;
        else if (ranks > 2)
            ++groups;
    }
};

/// torch.distributed opens one for each process group, at its first collective.
Communicators communicatorsOf(const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    Communicators opened;
    opened.add(axes.tensor);
    opened.add(axes.context);
    opened.add(axes.expert);
    opened.add(axes.replicas());
    if (axes.pipeline > 1)
        opened.add(2); // neighbours send and receive
    // The norm of the gradients is summed over a model's ranks (Megatron-LM, core/optimizer/clip_grads.py).
    if (factsOf(plan).habits.normGroup)
        opened.add(axes.tensor * axes.pipeline);
    return opened;
}

/// Devices as the source's or newer: A100s were the first of NVIDIA's with bf16. V100s' communicators of
/// their time are not known, and runs that filled such a machine (ZeRO's 170 billion on 400 of them) leave no
/// room for as much.
bool communicatorsAreKnown(const core::HardwareSpec& hardware)
{
    return std::ranges::any_of(hardware.engines,
                               [](const core::Engine& engine) { return engine.dtype == core::Dtype::Bf16; });
}

} // namespace

template <class N>
ByteCount<N> frameworkBytes(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    if (hardware.vendor != "NVIDIA")
        return N::leaf(core::Bytes{0}, W_("framework"), core::SourceKind::Assumed,
                       "not counted: driver context, communicator buffers, program code");
    const auto mebibytes = [](double value, const char* label, const char* citation) {
        return N::leaf(core::Bytes{value * kMebi}, label, core::SourceKind::Measured, citation);
    };
    ByteCount<N> bytes = mebibytes(kContextMebibytes, W_("context"), kContext);
    const Communicators opened = communicatorsAreKnown(hardware) ? communicatorsOf(plan) : Communicators{};
    const auto add = [&](std::int64_t count, const char* counted, double each, const char* label) {
        if (count > 0)
            bytes = bytes + N::leaf(core::Number{static_cast<double>(count)}, counted,
                                    core::SourceKind::Assumed, "one a group that the plan's ranks talk in") *
                                mebibytes(each, label, kCommunicator);
    };
    add(opened.pairs, W_("communicators_of_two"), kPairMebibytes, W_("communicator_of_two"));
    add(opened.groups, W_("communicators"), kGroupMebibytes, W_("communicator"));
    return N::named(W_("framework"), bytes, "what a program takes beside its tensors");
}

template ByteCount<core::PlainNumbers> frameworkBytes<core::PlainNumbers>(const core::HardwareSpec&,
                                                                          const core::Plan&);
template ByteCount<core::ExplainedNumbers> frameworkBytes<core::ExplainedNumbers>(const core::HardwareSpec&,
                                                                                  const core::Plan&);

} // namespace shardscope::planner
