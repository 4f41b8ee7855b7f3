// SPDX-License-Identifier: GPL-3.0-or-later
// The words of pytorch/kineto libkineto/src/output_json.cpp.
#include "tests/support/planted/writers.h"

#include <string>
#include <string_view>

namespace shardscope::tests::planted {

namespace {

std::string jsonText(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

/// Nanoseconds as Kineto writes microseconds: three digits.
std::string micros(std::int64_t ns)
{
    const std::string rest = std::to_string(1000 + ns % 1000);
    return std::to_string(ns / 1000) + "." + rest.substr(1);
}

std::string categoryOf(const Row& row)
{
    switch (row.kind) {
    case RowKind::Step:
    case RowKind::Annotation: return "user_annotation";
    case RowKind::Python: return "python_function";
    case RowKind::Operator: return "cpu_op";
    case RowKind::Kernel:
    case RowKind::Collective: return "kernel";
    case RowKind::Copy: return row.name.starts_with("Memset") ? "gpu_memset" : "gpu_memcpy";
    default:
        return row.name.starts_with("cu") && !row.name.starts_with("cuda") ? "cuda_driver" : "cuda_runtime";
    }
}

/// What a kernel of NCCL is told of: the call's name as c10d has it.
std::string collectiveName(std::string_view kernel)
{
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"AllReduce", "allreduce"},
        {"AllGather", "_allgather_base"},
        {"ReduceScatter", "_reduce_scatter_base"},
        {"AllToAll", "all_to_all"},
        {"Broadcast", "broadcast"},
        {"SendRecv", "send"}};
    for (const auto& [part, name] : kNames) {
        if (kernel.find(part) != std::string_view::npos)
            return std::string(name);
    }
    return "allreduce";
}

class Events {
public:
    void add(const std::string& inside) { m_text += (m_text.empty() ? "\n  {" : ",\n  {") + inside + "}"; }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

std::string argumentsOf(const Recording& recording, const Row& row)
{
    std::string args;
    const auto add = [&](const std::string& key, const std::string& value) {
        args += (args.empty() ? "" : ", ") + jsonText(key) + ": " + value;
    };
    if (!row.shapes.empty()) {
        add("Input Dims", row.shapes);
        add("Input type", row.types.empty() ? "[]" : row.types);
    }
    if (row.correlation != 0)
        add("correlation", std::to_string(row.correlation));
    if (onDevice(row.kind)) {
        add("device", std::to_string(row.device));
        add("stream", std::to_string(row.lane));
    }
    if (row.kind == RowKind::Copy && row.bytes > 0)
        add("bytes", std::to_string(row.bytes));
    if (row.kind == RowKind::Collective && row.bytes > 0) {
        add("Collective name", jsonText(collectiveName(row.name)));
        add("In msg nelems", std::to_string(row.bytes / 2));
        add("Out msg nelems", std::to_string(row.bytes / 2));
        add("dtype", jsonText("BFloat16"));
        add("Group size", std::to_string(recording.ranks * recording.devices));
    }
    return args;
}

std::string eventsOf(const Recording& recording, int rank)
{
    Events events;
    const std::string pid = std::to_string(pidOf(rank));
    const auto named = [&](const std::string& of, const std::string& name, const std::string& label) {
        events.add(R"("ph": "M", "name": "process_name", "pid": )" + of +
                   R"(, "tid": 0, "ts": 0, "args": {"name": )" + jsonText(name) + "}");
        events.add(R"("ph": "M", "name": "process_labels", "pid": )" + of +
                   R"(, "tid": 0, "ts": 0, "args": {"labels": )" + jsonText(label) + "}");
    };
    named(pid, "python", "CPU");
    for (int device = 0; device < recording.devices; ++device)
        named(std::to_string(device), "python", "GPU " + std::to_string(device));
    for (const Row* const row : ordered(recording, rank)) {
        const std::string place =
            onDevice(row->kind)
                ? R"("pid": )" + std::to_string(row->device) + R"(, "tid": )" + std::to_string(row->lane)
                : R"("pid": )" + pid + R"(, "tid": )" + std::to_string(tidOf(*row));
        const std::string at = place + R"(, "ts": )" + micros(row->ts);
        events.add(R"("ph": "X", "cat": ")" + categoryOf(*row) + R"(", "name": )" + jsonText(row->name) +
                   ", " + at + R"(, "dur": )" + micros(row->dur) + R"(, "args": {)" +
                   argumentsOf(recording, *row) + "}");
        if (row->correlation == 0 || (row->kind != RowKind::Launch && !onDevice(row->kind)))
            continue;
        events.add(std::string(R"("ph": ")") + (onDevice(row->kind) ? "f" : "s") +
                   R"(", "cat": "ac2g", "name": "ac2g", "bp": "e", "id": )" +
                   std::to_string(row->correlation) + ", " + at);
    }
    return events.text();
}

} // namespace

Files writeChrome(const Recording& recording, const std::filesystem::path& folder)
{
    Files files;
    std::string devices;
    for (int device = 0; device < recording.devices; ++device)
        devices += (device == 0 ? "" : ", ") + (R"({"id": )" + std::to_string(device)) + R"(, "name": )" +
                   jsonText(recording.device) + "}";
    for (int rank = 0; rank < recording.ranks; ++rank) {
        const std::string distributed = recording.ranks == 1
                                            ? ""
                                            : R"("distributedInfo": {"backend": "nccl", "rank": )" +
                                                  std::to_string(rank) + R"(, "world_size": )" +
                                                  std::to_string(recording.ranks) + "},\n";
        files.push_back(folderOf(recording, folder, rank) / "run.pt.trace.json");
        writeBytes(files.back(),
                   "{\n\"schemaVersion\": 1,\n\"deviceProperties\": [" + devices + "],\n" + distributed +
                       "\"baseTimeNanoseconds\": 0,\n\"displayTimeUnit\": \"ms\",\n\"traceEvents\": [" +
                       eventsOf(recording, rank) + "\n]}\n");
    }
    return files;
}

} // namespace shardscope::tests::planted
