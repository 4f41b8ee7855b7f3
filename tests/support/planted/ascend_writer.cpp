// SPDX-License-Identifier: GPL-3.0-or-later
// The words of Ascend/pytorch torch_npu/profiler/analysis/prof_view/prepare_parse/fwk_pre_parser.py and
// trace_view_parser.py, and of msprof's timeline: the program, CANN below it, the device and its collectives
// are processes of one file.
#include "tests/support/planted/writers.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope::tests::planted {

namespace {

std::string jsonText(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + '"';
}

/// Microseconds: when as text, how long as a number.
std::string micros(std::int64_t ns)
{
    const std::string rest = std::to_string(1000 + ns % 1000);
    return std::to_string(ns / 1000) + "." + rest.substr(1);
}

/// AscendCL's call for one of CUDA.
std::string callOf(const std::string& name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kCalls{
        {{"cudaLaunchKernel", "aclrtLaunchKernelWithHostArgs"},
         {"cudaMemcpyAsync", "aclrtMemcpyAsync"},
         {"cudaDeviceSynchronize", "aclrtSynchronizeDevice"},
         {"cudaStreamSynchronize", "aclrtSynchronizeStream"},
         {"cudaMalloc", "aclrtMalloc"}}};
    for (const auto& [cuda, acl] : kCalls) {
        if (name == cuda)
            return "AscendCL@" + std::string(acl);
    }
    return "AscendCL@" + name;
}

class AscendWriter {
public:
    AscendWriter(const Recording& recording, int rank)
        : m_recording(recording)
        , m_rank(rank)
        , m_pid(pidOf(rank))
    {
    }

    std::string text()
    {
        process(m_pid, "Python", "CPU");
        process(kCann, "CANN", "CPU");
        process(kDevice, "Ascend Hardware", "NPU");
        process(kCollectives, "HCCL", "NPU");
        for (const Row* const row : ordered(m_recording, m_rank))
            add(*row);
        return "[" + m_text + "\n]\n";
    }

private:
    static constexpr int kCann = 3'003, kDevice = 3'001, kCollectives = 3'002;

    void event(const std::string& inside) { m_text += (m_text.empty() ? "\n{" : ",\n{") + inside + "}"; }
    void process(int pid, const std::string& name, const std::string& label)
    {
        const std::string of = R"(, "pid": )" + std::to_string(pid) + R"(, "tid": 0, "args": {)";
        event(R"("ph": "M", "name": "process_name")" + of + R"("name": )" + jsonText(name) + "}");
        event(R"("ph": "M", "name": "process_labels")" + of + R"("labels": )" + jsonText(label) + "}");
    }
    void slice(const Row& row, const std::string& name, int pid, int tid, const std::string& category,
               const std::string& arguments)
    {
        const std::string place = R"("pid": )" + std::to_string(pid) + R"(, "tid": )" + std::to_string(tid) +
                                  R"(, "ts": ")" + micros(row.ts) + '"';
        event(R"("ph": "X", "name": )" + jsonText(name) + ", " + place + R"(, "dur": )" + micros(row.dur) +
              (category.empty() ? std::string() : R"(, "cat": ")" + category + '"') + R"(, "args": {)" +
              arguments + "}");
        if (row.correlation == 0)
            return;
        const std::string id = std::to_string(row.correlation);
        event(R"("ph": ")" + std::string(onDevice(row.kind) ? "f" : "s") +
              R"(", "bp": "e", "name": "HostToDevice)" + id + R"(", "id": ")" + id +
              R"(", "cat": "HostToDevice", )" + place);
    }

    void add(const Row& row)
    {
        const int thread = tidOf(row);
        switch (row.kind) {
        case RowKind::Python: return slice(row, row.name, m_pid, thread, "python_function", {});
        case RowKind::Step:
        case RowKind::Annotation:
        case RowKind::Operator: return slice(row, row.name, m_pid, thread, "cpu_op", {});
        case RowKind::Launch:
        case RowKind::Wait:
        case RowKind::Call:
            return slice(row, callOf(row.name), kCann, thread, {}, R"("Mode": "launch", "level": "acl")");
        case RowKind::Kernel: return slice(row, row.name, kDevice, row.lane, {}, R"("Task Type": "AI_CORE")");
        case RowKind::Copy:
            return slice(row, "MEMCPY_ASYNC", kDevice, row.lane, {}, R"("Task Type": "SDMA_SQE")");
        case RowKind::Collective:
            return slice(row, "hcom_allReduce__586_" + std::to_string(++m_collectives) + "_1", kCollectives,
                         0, {}, R"("data_type": "BFP16", "alg_type": "MESH-RING")");
        }
    }

    const Recording& m_recording;
    int m_rank;
    int m_pid;
    int m_collectives = 0;
    std::string m_text;
};

} // namespace

Files writeAscend(const Recording& recording, const std::filesystem::path& folder)
{
    Files files;
    for (int rank = 0; rank < recording.ranks; ++rank) {
        const std::filesystem::path own =
            folder / ("rank" + std::to_string(rank) + "_ascend_pt") / "ASCEND_PROFILER_OUTPUT";
        std::filesystem::create_directories(own);
        files.push_back(own / "trace_view.json");
        writeBytes(files.back(), AscendWriter(recording, rank).text());
    }
    return files;
}

} // namespace shardscope::tests::planted
