// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/op_class.h"

#include "core/base/ascii.h"
#include "core/base/one_of.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace shardscope::core {

namespace {

constexpr std::array kAll = valuesOf<OpClass>();
constexpr std::string_view kLetters = "MAeETRXPCOH-";

/// Parts of a lower-case name, and what they tell. The first rule that matches wins, so special ones come
/// first. Kernel names as CUDA, ROCm, cuBLAS, cuDNN, CUTLASS, Triton, FBGEMM, NCCL and PyTorch (kineto
/// traces) print them.
struct Rule {
    std::string_view part;
    OpClass kind;
};

constexpr Rule kCommunication[] = {
    {"alltoall", OpClass::CollectiveExpert},
    {"all_to_all", OpClass::CollectiveExpert},
    {"all2all", OpClass::CollectiveExpert},
    {"deep_ep", OpClass::CollectiveExpert},
    {"sendrecv", OpClass::PointToPoint},
    {":send", OpClass::PointToPoint},
    {":recv", OpClass::PointToPoint},
    {"::irecv", OpClass::PointToPoint},
    {"::isend", OpClass::PointToPoint},
    {"_send_", OpClass::PointToPoint},
    {"_recv_", OpClass::PointToPoint},
    {"kernel_send", OpClass::PointToPoint},
    {"kernel_recv", OpClass::PointToPoint},
    {"allreduce", OpClass::CollectiveReplica},
    {"all_reduce", OpClass::CollectiveReplica},
    {"allgather", OpClass::CollectiveReplica},
    {"all_gather", OpClass::CollectiveReplica},
    {"reducescatter", OpClass::CollectiveReplica},
    {"reduce_scatter", OpClass::CollectiveReplica},
    {"broadcast", OpClass::CollectiveReplica},
    {"barrier", OpClass::CollectiveReplica},
    {"reduce", OpClass::CollectiveReplica},
    {"gather", OpClass::CollectiveReplica},
};

/// Marks of a communication library; what the call does is told by kCommunication.
constexpr std::string_view kCommunicators[] = {"nccl",
                                               "rccl",
                                               "hccl",
                                               "gloo:",
                                               "c10d::",
                                               "mpi:",
                                               "multimem_",
                                               "all2all_",
                                               "cross_device_reduce",
                                               "record_param_comms"};

/// What kernels of further libraries are called that communicate: DeepEP, MSCCL++, NVSHMEM, oneCCL,
/// Transformer Engine's user buffers, all-reduces of TensorRT-LLM and FlashInfer. Elsewhere such words may be
/// a label.
constexpr std::string_view kCommunicatingKernels[] = {
    "deep_ep",   "mscclpp",    "nvshmem",        "oneccl",        "userbuffers", "allreduce", "all_reduce",
    "allgather", "all_gather", "reduce_scatter", "reducescatter", "alltoall",    "all_to_all"};
/// torch.compile names a kernel after all that it fused; a product that communicates as well is a product.
constexpr std::string_view kNamedAfterOthers[] = {"triton_", "gemm"};

/// Libraries and compilers whose kernels compute, whatever they are called.
constexpr std::string_view kComputing[] = {
    "at::native", "at_cuda_detail", "cub::",        "thrust::",   "cudnn",  "cublas", "miopen", "fusion",
    "triton_",    "vllm::",         "tensorrt_llm", "flashinfer", "moe",    "bmm_",   "fft",    "transpose",
    "permute",    "pool",           "sort",         "scan",       "concat", "fbgemm", "im2",    "subtensor",
    "linearize",  "bounds_check",   "quantize",     "norm",       "rotary", "rope",   "silu",   "gelu",
    "topk",       "dropout",        "sampling"};

constexpr Rule kWork[] = {
    {"optimizer.step", OpClass::Optimizer},
    {"multi_tensor_apply", OpClass::Optimizer},
    {"adamw", OpClass::Optimizer},
    {"fused_adam", OpClass::Optimizer},
    {"adamfunctor", OpClass::Optimizer},
    {"_adam_", OpClass::Optimizer},
    {"lambstage", OpClass::Optimizer},
    {"_fused_sgd", OpClass::Optimizer},
    {"aten::_foreach_", OpClass::Optimizer},
    {"sparse_adagrad", OpClass::Optimizer},
    {"flash", OpClass::Attention},
    {"fmha", OpClass::Attention},
    {"sdpa", OpClass::Attention},
    {"attention", OpClass::Attention},
    {"attn", OpClass::Attention},
    {"compute_dot_do_o", OpClass::Attention},
    {"embedding", OpClass::Embedding},
    {"split_lookup", OpClass::Embedding},
    {"fbgemm::split", OpClass::Embedding},
    {"splitlookup", OpClass::Embedding},
    {"gather", OpClass::Embedding},
    {"scatter", OpClass::Embedding},
    {"index_select", OpClass::Embedding},
    {"indexselect", OpClass::Embedding},
    {"index_put", OpClass::Embedding},
    {"indexing_backward", OpClass::Embedding},
    {"index_elementwise", OpClass::Embedding},
    {"indexfunc", OpClass::Embedding},
    {"aten::index", OpClass::Embedding},
    {"indexbackward", OpClass::Embedding},
    {"elementwise_kernel", OpClass::Elementwise},
    {"reduce_kernel", OpClass::Elementwise},
    {"layer_norm", OpClass::Elementwise},
    {"softmax", OpClass::Elementwise},
    {"batch_norm", OpClass::Elementwise},
    {"rmsnorm", OpClass::Elementwise},
    {"gemm", OpClass::MatrixProduct},
    {"gemv", OpClass::MatrixProduct},
    {"nvjet", OpClass::MatrixProduct},
    {"cijk_", OpClass::MatrixProduct},
    {"splitkreduce", OpClass::MatrixProduct},
    {"cutlass", OpClass::MatrixProduct},
    {"matmul", OpClass::MatrixProduct},
    {"convol", OpClass::MatrixProduct},
    {"conv1d", OpClass::MatrixProduct},
    {"conv2d", OpClass::MatrixProduct},
    {"conv3d", OpClass::MatrixProduct},
    {"conv_", OpClass::MatrixProduct},
    {"wgrad", OpClass::MatrixProduct},
    {"dgrad", OpClass::MatrixProduct},
    {"fprop", OpClass::MatrixProduct},
    {"winograd", OpClass::MatrixProduct},
    {"scudnn", OpClass::MatrixProduct},
    {"aten::linear", OpClass::MatrixProduct},
    {"aten::mm", OpClass::MatrixProduct},
    {"aten::bmm", OpClass::MatrixProduct},
    {"aten::addmm", OpClass::MatrixProduct},
    {"aten::baddbmm", OpClass::MatrixProduct},
    {"aten::_scaled_mm", OpClass::MatrixProduct},
    {"aten::einsum", OpClass::MatrixProduct},
    {"aten::dot", OpClass::MatrixProduct},
    {"aten::mv", OpClass::MatrixProduct},
    {"aten::addmv", OpClass::MatrixProduct},
    {"mmbackward", OpClass::MatrixProduct},
    {"linearbackward", OpClass::MatrixProduct},
    {"mkldnn_linear", OpClass::MatrixProduct},
    {"memcpy", OpClass::Copy},
    {"memset", OpClass::Copy},
    {"aten::copy_", OpClass::Copy},
    {"aten::to", OpClass::Copy},
    {"aten::_to_copy", OpClass::Copy},
    {"aten::pin_memory", OpClass::Copy},
    {"aten::fill_", OpClass::Copy},
    {"aten::zero_", OpClass::Copy},
    {"aten::_local_scalar_dense", OpClass::Copy},
    {"host to device", OpClass::Copy},
    {"device to host", OpClass::Copy},
};

/// Operations that only look at data in another way, or make room: no work of their own.
constexpr std::string_view kViews[] = {"aten::view",           "aten::_unsafe_view",  "aten::reshape",
                                       "aten::_reshape_alias", "aten::transpose",     "aten::t",
                                       "aten::as_strided",     "aten::expand",        "aten::empty",
                                       "aten::empty_like",     "aten::empty_strided", "aten::slice",
                                       "aten::select",         "aten::unsqueeze",     "aten::squeeze",
                                       "aten::permute",        "aten::detach",        "aten::detach_",
                                       "aten::resize_",        "aten::set_",          "aten::alias",
                                       "aten::narrow",         "aten::split",         "aten::chunk",
                                       "aten::unbind",         "aten::flatten",       "aten::item",
                                       "aten::is_nonzero",     "aten::result_type",   "aten::lift_fresh",
                                       "aten::new_empty",      "aten::unflatten"};

/// Categories whose rows are calls and waits of the host, whatever they are named.
constexpr std::string_view kHostCategories[] = {
    "cuda_runtime", "cuda_driver",         "Runtime",           "python_function", "overhead",
    "Trace",        "cuda_sync",           "cuda_event",        "xpu_runtime",     "mtia_runtime",
    "glow_runtime", "privateuse1_runtime", "privateuse1_driver"};

/// Those of a device's copies and fills: AMD's are named MEMORY_COPY_HOST_TO_DEVICE.
constexpr std::string_view kCopyCategories[] = {"gpu_memcpy", "gpu_memset", "Memcpy", "Memset"};

constexpr std::string_view kDeviceCategories[] = {"kernel",
                                                  "Kernel",
                                                  "gpu_memcpy",
                                                  "gpu_memset",
                                                  "Memcpy",
                                                  "Memset",
                                                  "gpu_user_annotation",
                                                  "cuda_profiler_range",
                                                  "concurrent_kernel",
                                                  "mtia_ccp_events",
                                                  "collective_comm",
                                                  "hpu_op"};

template <std::size_t N>
const Rule* firstMatch(std::string_view lower, const Rule (&rules)[N])
{
    const auto found = std::find_if(std::begin(rules), std::end(rules), [&](const Rule& rule) {
        return lower.find(rule.part) != std::string_view::npos;
    });
    return found == std::end(rules) ? nullptr : found;
}

/// The start of a name in lower case. Kernel names go on for kilobytes of template arguments that would
/// mislead.
std::string lowerHead(std::string_view name)
{
    constexpr std::size_t kHead = 200;
    std::string lower(name.substr(0, kHead));
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lower;
}

} // namespace

std::span<const OpClass> allOpClasses() { return kAll; }
char opClassLetter(OpClass kind) { return kLetters[static_cast<std::size_t>(kind)]; }
std::string_view opClassKey(OpClass kind) { return nameOf(kind); }
bool isDeviceCategory(std::string_view category) { return isOneOf(category, kDeviceCategories); }

bool isDeviceAnnotation(std::string_view category)
{
    return category == "gpu_user_annotation" || category == kCounterRange;
}

namespace {

bool holdsOneOf(const std::string& lower, std::span<const std::string_view> parts)
{
    return std::ranges::any_of(parts,
                               [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

bool isWorkOfDevice(std::string_view category)
{
    return isDeviceCategory(category) && !isDeviceAnnotation(category);
}

/// What name and category say by themselves; none: nothing.
std::optional<OpClass> saidClass(std::string_view name, std::string_view category)
{
    if (category == "superstep") // of a simulated bulk-synchronous machine
        return name.starts_with("compute")    ? OpClass::MatrixProduct
               : name.starts_with("exchange") ? OpClass::PointToPoint
                                              : OpClass::Idle;
    if (isOneOf(category, kHostCategories) || category == kCounterRange)
        return OpClass::Host;
    if (isOneOf(category, kCopyCategories))
        return OpClass::Copy;
    const std::string lower = lowerHead(name);
    if (holdsOneOf(lower, kCommunicators) ||
        (isWorkOfDevice(category) && holdsOneOf(lower, kCommunicatingKernels) &&
         !holdsOneOf(lower, kNamedAfterOthers))) {
        const Rule* rule = firstMatch(lower, kCommunication);
        // A simulated run says whose it is: "nccl:all_reduce tensor".
        const bool pair = rule != nullptr && rule->kind == OpClass::PointToPoint;
        if (lower.starts_with("nccl:") && !pair) {
            if (lower.ends_with(" tensor") || lower.ends_with(" context"))
                return OpClass::CollectiveTensor;
            if (lower.ends_with(" expert"))
                return OpClass::CollectiveExpert;
        }
        return rule != nullptr ? rule->kind : OpClass::CollectiveReplica;
    }
    if (isOneOf(name, kViews))
        return OpClass::Host;
    if (const Rule* rule = firstMatch(lower, kWork))
        return rule->kind;
    return std::nullopt;
}

} // namespace

OpClass classify(std::string_view name, std::string_view category)
{
    if (const auto said = saidClass(name, category))
        return *said;
    // Autograd's "AddBackward0", not a range that a program calls "Backward 0".
    const std::size_t backward = name.find("Backward");
    const bool node =
        backward != std::string_view::npos && backward > 0 && isLetterOrDigit(name[backward - 1]);
    const bool operation = name.substr(0, 6) == "aten::" || node;
    return isWorkOfDevice(category) || operation ? OpClass::Elementwise : OpClass::Host;
}

bool tellsItsWork(std::string_view name, std::string_view category)
{
    return saidClass(name, category).has_value() || holdsOneOf(lowerHead(name), kComputing);
}

} // namespace shardscope::core
