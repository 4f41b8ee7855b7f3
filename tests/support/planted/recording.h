// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as a neutral list: what a planted run (planted/program) yields and what the writers of formats
// take. It shares nothing with the importers and analyses that are tested with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::tests::planted {

enum class RowKind : std::uint8_t {
    Step,       ///< an annotation that marks a step, "ProfilerStep#3"
    Annotation, ///< any other range of the program's own
    Python,     ///< a function
    Operator,   ///< "aten::mm"
    Launch,     ///< a call of the runtime that gives a device work; its correlation is the work's
    Wait,       ///< a call that returns when a device is done, "cudaDeviceSynchronize"
    Call,       ///< any other call of the runtime, "cudaMalloc"
    Kernel,     ///< of a device, as the two following
    Collective,
    Copy,
};

struct Row {
    RowKind kind = RowKind::Operator;
    int rank = 0;
    int device = 0;      ///< as the rank counts; of rows of a device
    int lane = 0;        ///< thread of the host, stream of the device
    std::string name;    ///< as the program's profiler writes it
    std::int64_t ts = 0; ///< ns
    std::int64_t dur = 0;
    int correlation = 0;    ///< of a launch and its work; 0: none
    std::int64_t bytes = 0; ///< of a copy or collective
    std::string shapes;     ///< of an operator: "[[64, 128], [128, 32]]"; empty: not recorded
    std::string types;      ///< with shapes: "[\"c10::BFloat16\", …]"
};

struct Recording {
    int ranks = 1;
    int devices = 1; ///< of each rank
    std::string device = "NVIDIA H100 80GB HBM3";
    std::vector<Row> rows; ///< in any order
};

} // namespace shardscope::tests::planted
