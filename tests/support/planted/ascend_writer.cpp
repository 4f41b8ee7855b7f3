// SPDX-License-Identifier: GPL-3.0-or-later
// The words of torch_npu's trace_view.json (torch_npu/profiler/analysis; CANN's msprof writes the devices'
// rows), as a program without a task queue records them (TASK_QUEUE_ENABLE=0): its own threads call CANN.
#include "tests/support/planted/writers.h"

#include <map>
#include <string>
#include <string_view>

namespace shardscope::tests::planted {

namespace {

constexpr std::int64_t kDriver = 7, kHardware = 13, kCollectives = 15; ///< layers of one program

std::string asJson(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

/// Nanoseconds as torch_npu writes microseconds, as a text.
std::string micros(std::int64_t ns)
{
    return '"' + std::to_string(ns / 1000) + "." + std::to_string(1000 + ns % 1000).substr(1) + '"';
}

/// CANN's call for one of CUDA's.
std::string callOf(const Row& row)
{
    static const std::map<std::string_view, const char*> kCalls{
        {"cudaDeviceSynchronize", "aclrtSynchronizeDevice"},
        {"cudaStreamSynchronize", "aclrtSynchronizeStream"},
        {"cudaEventSynchronize", "aclrtSynchronizeEvent"},
        {"cudaMalloc", "aclrtMalloc"},
        {"cudaStreamBeginCapture", "aclmdlRICaptureBegin"},
        {"cudaStreamEndCapture", "aclmdlRICaptureEnd"},
        {"cudaFree", "aclrtFree"},
        {"cudaMemcpyAsync", "aclrtMemcpyAsync"},
        {"cudaMemcpy", "aclrtMemcpy"}};
    const auto call = kCalls.find(row.name);
    if (call != kCalls.end())
        return call->second;
    return row.kind == RowKind::Launch ? "aclrtLaunchKernel" : row.name;
}

/// HCCL's call for a kernel of NCCL.
std::string collectiveOf(std::string_view kernel)
{
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"AllReduce", "allReduce"}, {"AllGather", "allGather"}, {"ReduceScatter", "reduceScatter"},
        {"AllToAll", "alltoall"},   {"Broadcast", "broadcast"}, {"SendRecv", "send"}};
    for (const auto& [part, name] : kNames) {
        if (kernel.find(part) != std::string_view::npos)
            return "hcom_" + std::string(name) + "__868_0_1";
    }
    return "hcom_allReduce__868_0_1";
}

/// What \p list has between its marks, as torch_npu writes it: "64,128;\r\n128,32" of "[[64, 128], [128,
/// 32]]".
std::string operandsOf(std::string_view list, std::string_view between)
{
    std::string text;
    for (std::size_t at = 0; at < list.size();) {
        if (list.substr(at, between.size()) == between) {
            text += ";\\r\\n";
            at += between.size();
            continue;
        }
        const char c = list[at++];
        text += c == '[' || c == ']' || c == '"' || c == ' ' ? std::string() : std::string(1, c);
    }
    return text;
}

std::string ascendArguments(const Row& row)
{
    if (row.shapes.empty())
        return "{}";
    return R"({"Input Dims": ")" + operandsOf(row.shapes, "], [") + R"(", "Input type": ")" +
           operandsOf(row.types, "\", \"") + "\"}";
}

class ViewWriter {
public:
    ViewWriter(const Recording& recording, int rank)
        : m_recording(recording)
        , m_rank(rank)
    {
    }

    std::string write()
    {
        named(pidOf(m_rank), "Python", "CPU");
        named(layer(kDriver, 0), "CANN", "CPU");
        for (int device = 0; device < m_recording.devices; ++device) {
            named(layer(kHardware, device), "Ascend Hardware", "NPU");
            named(layer(kCollectives, device), "HCCL", "NPU");
            add(R"("ph": "M", "name": "thread_name", "pid": )" + std::to_string(layer(kCollectives, device)) +
                R"(, "tid": 0, "args": {"name": "Group 0 Communication"}})");
        }
        for (const Row* const row : ordered(m_recording, m_rank))
            write(*row);
        return "[" + m_events + "\n]\n";
    }

private:
    void add(const std::string& inside) { m_events += (m_events.empty() ? "\n{" : ",\n{") + inside; }
    [[nodiscard]] std::int64_t layer(std::int64_t number, int device) const
    {
        return static_cast<std::int64_t>(pidOf(m_rank)) << 10 | number << 5 | device;
    }
    void named(std::int64_t pid, const std::string& name, const std::string& label)
    {
        const std::string of = R"(, "pid": )" + std::to_string(pid) + R"(, "tid": 0, "args": )";
        add(R"("ph": "M", "name": "process_name")" + of + R"({"name": )" + asJson(name) + "}}");
        add(R"("ph": "M", "name": "process_labels")" + of + R"({"labels": )" + asJson(label) + "}}");
    }
    void slice(const std::string& name, const std::string& place, const Row& row, const std::string& rest)
    {
        add(R"("ph": "X", "name": )" + asJson(name) + place + R"(, "ts": )" + micros(row.ts) +
            R"(, "dur": )" + std::to_string(row.dur / 1000) + "." +
            std::to_string(1000 + row.dur % 1000).substr(1) + rest + "}");
    }
    void arrow(const char* phase, const std::string& place, const Row& row)
    {
        if (row.correlation != 0)
            add(std::string(R"("ph": ")") + phase +
                R"(", "bp": "e", "name": "async_npu", "cat": "async_npu", "id": )" +
                std::to_string(row.correlation) + place + R"(, "ts": )" + micros(row.ts) + "}");
    }

    void write(const Row& row)
    {
        const auto at = [](std::int64_t pid, std::int64_t tid) {
            return R"(, "pid": )" + std::to_string(pid) + R"(, "tid": )" + std::to_string(tid);
        };
        const std::string python = at(pidOf(m_rank), tidOf(row));
        const std::string stream = at(layer(kHardware, row.device), row.lane);
        switch (row.kind) {
        case RowKind::Step:
        case RowKind::Annotation:
            return slice(row.name, python, row, R"(, "cat": "user_annotation", "args": {})");
        case RowKind::Python:
            return slice(row.name, python, row, R"(, "cat": "python_function", "args": {})");
        case RowKind::Operator:
            return slice(row.name, python, row, R"(, "cat": "cpu_op", "args": )" + ascendArguments(row));
        case RowKind::Collective: {
            const std::string group = at(layer(kCollectives, row.device), 0);
            slice(collectiveOf(row.name), group, row,
                  R"(, "args": {"alg_type": "MESH-RING", "data_type": "BFP16", "count": )" +
                      std::to_string(row.bytes / 2) + "}");
            return arrow("f", group, row);
        }
        case RowKind::Kernel:
            slice(row.name, stream, row, R"(, "args": {"Task Type": "AI_CORE"})");
            return arrow("f", stream, row);
        case RowKind::Copy:
            slice("MEMCPY_ASYNC", stream, row, R"(, "args": {"Task Type": "SDMA_SQE"})");
            return arrow("f", stream, row);
        case RowKind::Launch:
        case RowKind::Wait:
        case RowKind::Call: break;
        }
        const std::string driver = at(layer(kDriver, 0), tidOf(row));
        slice("AscendCL@" + callOf(row), driver, row, R"(, "args": {"level": "acl"})");
        if (row.kind == RowKind::Launch)
            arrow("s", driver, row);
    }

    const Recording& m_recording;
    int m_rank;
    std::string m_events;
};

} // namespace

Files writeAscend(const Recording& recording, const std::filesystem::path& folder)
{
    Files files;
    for (int rank = 0; rank < recording.ranks; ++rank) {
        // A rank is told by its folder's name where there are several.
        const std::filesystem::path own = folderOf(recording, folder, rank) / "ASCEND_PROFILER_OUTPUT";
        std::filesystem::create_directories(own);
        files.push_back(own / "trace_view.json");
        writeBytes(files.back(), ViewWriter(recording, rank).write());
    }
    return files;
}

} // namespace shardscope::tests::planted
