// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of five events: an operator, the launch in it, its kernel, and the two ends of the arrow between
// them.
#include "tests/bench/synthetic_trace.h"

#include "core/base/freed_memory.h"

#include <array>
#include <cstdarg>
#include <cstdio>

namespace shardscope::bench {
namespace {

/// Memory is as in the programs, whose main this is not.
[[maybe_unused]] const bool kAsInPrograms = (core::keepFreedMemory(), true);

constexpr std::array kOperators{"aten::addmm", "aten::_softmax", "aten::native_layer_norm", "aten::add_",
                                "aten::copy_"};
constexpr std::array kKernels{
    "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn",
    "void (anonymous namespace)::softmax_warp_forward<c10::BFloat16, c10::BFloat16, float, 10, false>",
    "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>",
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>>",
    "Memcpy DtoD (Device -> Device)"};

/// printf onto the end of \p out; the compiler checks the arguments.
__attribute__((format(printf, 2, 3))) void append(std::string& out, const char* format, ...)
{
    std::array<char, 1024> buffer{};
    va_list values;
    va_start(values, format);
    const int size = std::vsnprintf(buffer.data(), buffer.size(), format, values);
    va_end(values);
    out.append(buffer.data(), static_cast<std::size_t>(size));
}

void appendGroup(std::string& out, unsigned long group)
{
    const double begin = 4291517035890.0 + static_cast<double>(group) * 20.25;
    const std::size_t kind = group % kOperators.size();
    append(out,
           "  {\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"%s\", \"pid\": 814, \"tid\": 814,\n    "
           "\"ts\": %.3f, \"dur\": 18.500,\n"
           "    \"args\": {\n      \"External id\": %lu, \"Record function id\": 0, \"Ev Idx\": %lu, \"Input "
           "Dims\": [[8192, 1024], [1024, 1024]]\n    }\n  },\n",
           kOperators[kind], begin, group, group);
    append(out,
           "  {\n    \"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 814, "
           "\"tid\": 814,\n    \"ts\": %.3f, \"dur\": 4.125,\n"
           "    \"args\": {\n      \"External id\": %lu, \"cbid\": 211, \"correlation\": %lu\n    }\n  },\n",
           begin + 6.5, group, group);
    append(out,
           "  {\n    \"ph\": \"s\", \"id\": %lu, \"pid\": 814, \"tid\": 814, \"ts\": %.3f,\n    \"cat\": "
           "\"ac2g\", \"name\": \"ac2g\"\n  },\n",
           group, begin + 6.5);
    append(
        out,
        "  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"pid\": 0, \"tid\": 7,\n    \"ts\": "
        "%.3f, \"dur\": 15.750,\n"
        "    \"args\": {\n      \"External id\": %lu, \"queued\": 0, \"device\": 0, \"context\": 1, "
        "\"stream\": 7, \"correlation\": %lu, \"grid\": [108, 1, 1], \"block\": [256, 1, 1]\n    }\n  },\n",
        kKernels[kind], begin + 15.0, group, group);
    append(out,
           "  {\n    \"ph\": \"f\", \"id\": %lu, \"pid\": 0, \"tid\": 7, \"ts\": %.3f,\n    \"cat\": "
           "\"ac2g\", \"name\": \"ac2g\", \"bp\": \"e\"\n  },\n",
           group, begin + 15.0);
}

} // namespace

std::string syntheticTrace(std::size_t events)
{
    std::string out = "{\n  \"schemaVersion\": 1,\n  \"displayTimeUnit\": \"ms\",\n  \"traceEvents\": [\n";
    out.reserve(events * 260);
    for (std::size_t group = 0; group < events / 5; ++group)
        appendGroup(out, group);
    out +=
        "  {\n    \"name\": \"process_name\", \"ph\": \"M\", \"ts\": 4291517035890.000, \"pid\": 814, "
        "\"tid\": 0,\n"
        "    \"args\": {\n      \"name\": \"python\"\n    }\n  }\n  ],\n  \"traceName\": \"synthetic\"\n}\n";
    return out;
}

} // namespace shardscope::bench
