// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/device/number_format.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// What a kernel for 32-bit operands says in its name. "s1688" is CUTLASS' name of the tensor cores'
/// instruction of 16 x 8 x 8 numbers, which for such operands is mma.sync.m16n8k8 with .tf32 (CUTLASS,
/// "Functionality": the table of device-wide GEMMs; PTX ISA, "mma"); cuDNN and XMMA write tf32 out. "sgemm"
/// is BLAS' word for plain 32-bit products; "simt" is CUTLASS' for those without tensor cores. Winograd's and
/// FFT's kernels write neither, and go by the default.
std::optional<core::Dtype> formatInName(std::string_view kernel)
{
    constexpr std::array kTensorCores{"tf32", "s1688"};
    constexpr std::array kPlain{"sgemm", "simt", "ffma"};
    if (std::ranges::any_of(kTensorCores, [&](const char* part) { return holds(kernel, part); }))
        return core::Dtype::Tf32;
    if (std::ranges::any_of(kPlain, [&](const char* part) { return holds(kernel, part); }))
        return core::Dtype::Fp32;
    return std::nullopt;
}

/// PyTorch lets cuDNN's convolutions multiply in tf32 (torch.backends.cudnn.allow_tf32 is True by default, on
/// Ampere and later), products not (torch.backends.cuda.matmul.allow_tf32 is False since 1.12): PyTorch's
/// notes, "CUDA semantics", TensorFloat-32. Its ROCm has neither ("HIP (ROCm) semantics": not supported).
bool roundsByDefault(std::string_view operation, const core::HardwareSpec* hardware)
{
    const core::Engine* const engine =
        hardware != nullptr ? hardware->engine(core::EngineKind::Matrix, core::Dtype::Tf32) : nullptr;
    return engine != nullptr && engine->dtype == core::Dtype::Tf32 && hardware->vendor != "AMD" &&
           holds(operation, "convolution");
}

} // namespace

std::optional<NumberFormat> numberFormat(std::string_view operation, std::string_view dtype,
                                         std::string_view kernel, const core::HardwareSpec* hardware)
{
    if (dtype == "c10::BFloat16")
        return NumberFormat{core::Dtype::Bf16, false};
    if (dtype == "c10::Half")
        return NumberFormat{core::Dtype::Fp16, false};
    if (holds(dtype, "Float8"))
        return NumberFormat{core::Dtype::Fp8, false};
    if (dtype != "float")
        return std::nullopt;
    if (const std::optional<core::Dtype> named = formatInName(kernel))
        return NumberFormat{*named, false};
    if (roundsByDefault(operation, hardware))
        return NumberFormat{core::Dtype::Tf32, true};
    return NumberFormat{core::Dtype::Fp32, false};
}

} // namespace shardscope::profiler
