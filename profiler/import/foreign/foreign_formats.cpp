// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/foreign/foreign_formats.h"

#include "core/base/phrase.h"
#include "profiler/import/text/json_head.h"

#include <algorithm>
#include <utility>

namespace shardscope::profiler {

namespace {

core::Error refusal(std::string what, std::string how)
{
    return {core::ErrorCode::FormatUnknown, {std::move(what), {}, std::move(how)}};
}

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// Nsight Compute's report: "NVR" and a NUL, then the header's length and a protobuf message.
bool isNcuReport(std::string_view head) { return head.starts_with(std::string_view("NVR\0", 4)); }

/// google/pprof, proto/profile.proto: a Profile begins with its sample types, each a type (field 1) and a
/// unit (field 2) as numbers of strings.
bool isPprof(std::string_view head)
{
    std::size_t at = 0;
    const auto varint = [&](char tag) {
        if (at >= head.size() || head[at] != tag)
            return false;
        ++at;
        for (int bytes = 0; at < head.size() && bytes < 4; ++bytes) {
            if (static_cast<unsigned char>(head[at++]) < 0x80)
                return true;
        }
        return false;
    };
    for (int type = 0; type < 2; ++type) {
        if (at + 1 >= head.size() || head[at] != '\x0a')
            return type > 0;
        const std::size_t length = static_cast<unsigned char>(head[at + 1]);
        const std::size_t end = at + 2 + length;
        at += 2;
        if (length > 12 || !varint('\x08') || !varint('\x10') || at != end)
            return false;
    }
    return true;
}

/// torch/_logging/_internal.py: lines of glog's form at level V, with a JSON object each; what that tells of
/// at length follows behind tabs.
bool isTorchTrace(std::string_view line)
{
    constexpr std::size_t kDay = 4; // digits
    if (line.size() < kDay + 2 || line[0] != 'V' || line[kDay + 1] != ' ' ||
        line.substr(1, kDay).find_first_not_of("0123456789") != std::string_view::npos)
        return false;
    const auto source = line.find(".py:");
    return source != std::string_view::npos && line.find("] {\"", source) != std::string_view::npos;
}

std::string_view firstLine(std::string_view head) { return head.substr(0, head.find('\n')); }

/// The tables that torch_npu's analysis puts beside its trace (Ascend/pytorch,
/// torch_npu/profiler/analysis/prof_view), each told by columns that no other tool's table has.
bool isAscendTable(std::string_view header)
{
    constexpr std::pair<std::string_view, std::string_view> kColumns[]{
        {"Accelerator Core", "Duration(us)"},      // kernel_details.csv
        {"Core Type", "Total Time(us)"},           // op_statistic.csv
        {"Device Self Duration(us)", "Name"},      // operator_details.csv
        {"Communication(Not Overlapped)", "Free"}, // step_trace_time.csv
        {"API Name", "Time(us)"},                  // api_statistic.csv
        {"Total Reserved(MB)", "Component"}};      // memory_record.csv
    return std::ranges::any_of(kColumns, [&](const auto& columns) {
        return has(header, columns.first) && has(header, columns.second);
    });
}

/// What torch.profiler's key_averages().table() prints (pytorch, torch/autograd/profiler_util.py,
/// _build_table): a rule of dashes, titles, another rule.
bool isKeyAverages(std::string_view head)
{
    constexpr std::size_t kLines = 4; // a title and the headers of columns may stand above
    for (std::size_t line = 0; line < kLines; ++line) {
        const std::string_view titles = firstLine(head);
        if (has(titles, "# of Calls") && has(titles, "Self CPU"))
            return true;
        head.remove_prefix(std::min(titles.size() + 1, head.size()));
    }
    return false;
}

/// Proton writes Hatchet's literal format (llnl/hatchet, "literal"): a list of trees whose nodes have a
/// "frame", "metrics" and "children", in any order.
bool isHatchet(std::string_view head)
{
    std::string_view node = json::headElement(head);
    constexpr int kDeep = 16; // of first children, as far as the beginning reaches
    for (int level = 0; level < kDeep && node.starts_with('{'); ++level) {
        if (json::headMember(node, "frame") && json::headMember(node, "metrics"))
            return true;
        node = json::headElement(json::headMember(node, "children").value_or(std::string_view()));
    }
    return false;
}

/// What chakra_jsonizer makes of Chakra's protobuf: its messages one behind the other, the metadata first;
/// and what ASTRA-sim's feeder takes.
bool isChakraJson(const json::Head& head)
{
    const auto type = json::headMember(head.next(), "type");
    return head.has("workload_graph") || (head.isObject() && type && has(type->substr(0, 64), "_NODE") &&
                                          json::headMember(head.next(), "id"));
}

std::optional<core::Error> binaryFormat(std::string_view head)
{
    if (isNcuReport(head))
        return refusal(
            core::phrase(W_("a report of Nsight Compute (.ncu-rep)")),
            core::phrase(W_("it holds figures of single kernels and no timeline: \"ncu --import FILE --csv\" "
                            "prints them, \"nsys profile\" records a timeline")));
    if (isPprof(head))
        return refusal(
            core::phrase(W_("a profile of pprof")),
            core::phrase(W_("it holds sums over stacks and no times; \"py-spy record --format speedscope\" "
                            "and torch.profiler record what is read")));
    return std::nullopt;
}

std::optional<core::Error> jsonFormat(std::string_view firstBytes)
{
    const json::Head head(firstBytes);
    if (head.has("resourceMetrics") || head.has("resourceLogs"))
        return refusal(
            core::phrase(W_("metrics or logs of OpenTelemetry (OTLP JSON)")),
            core::phrase(W_("spans are read (\"resourceSpans\"), and metrics as the collector's prometheus "
                            "exporter writes them")));
    const std::string_view first =
        json::headElement(json::headMember(head.root(), "data").value_or(std::string_view()));
    if (json::headMember(first, "traceID"))
        return refusal(
            core::phrase(W_("spans as Jaeger's API answers them")),
            core::phrase(
                W_("the file exporter of OpenTelemetry's collector writes what is read (OTLP JSON)")));
    if (isHatchet(head.root()))
        return refusal(core::phrase(W_("a profile of Triton's Proton (Hatchet)")),
                       core::phrase(W_("it holds sums over stacks and no times: "
                                       "proton.start(data=\"trace\") writes a Chrome trace, which is read")));
    if (const std::string_view step = head.firstValue();
        json::headMember(step, "collective") && json::headMember(step, "p2p"))
        return refusal(core::phrase(W_("a summary of communication of Ascend's profiler (torch_npu)")),
                       core::phrase(W_("trace_view.json beside it is read, which tells when each call ran")));
    if (isChakraJson(head))
        return refusal(core::phrase(W_("an execution trace of Chakra as JSON")),
                       core::phrase(W_("the .et file that it was made of (protobuf) is read")));
    return std::nullopt;
}

std::optional<core::Error> textFormat(std::string_view head)
{
    const std::string_view line = firstLine(head);
    const auto first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool json = first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
    if (json || line.find('\0') != std::string_view::npos)
        return std::nullopt;
    if (has(line, "Counter_Name") && has(line, "Dispatch_Id"))
        return refusal(
            core::phrase(W_("a table of rocprofv3's counters")),
            core::phrase(W_("\"rocprofv3 --kernel-trace --output-format csv\" (or json) records times, which "
                            "are read")));
    if (has(line, "KernelName") && has(line, "BeginNs") && has(line, "EndNs"))
        return refusal(
            core::phrase(W_("a table of rocprof (the first)")),
            core::phrase(
                W_("\"rocprofv3 --kernel-trace --output-format csv\" (or json) records what is read")));
    if (has(line, "\"Kernel Name\"") && has(head, "\"Metric Name\""))
        return refusal(
            core::phrase(W_("a table of Nsight Compute (ncu --csv)")),
            core::phrase(
                W_("it holds figures of single kernels and no times; \"nsys profile\" and \"nsys export "
                   "--type sqlite\" make what is read")));
    if (line.starts_with("#Entity") || (line.starts_with("# Entity")))
        return refusal(
            core::phrase(W_("a table of DCGM (dcgmi dmon)")),
            core::phrase(
                W_("it has no times: dcgm-exporter's text and Prometheus' query results are read, and "
                   "\"nvidia-smi --query-gpu=timestamp,… --format=csv\"")));
    if (isAscendTable(line))
        return refusal(
            core::phrase(W_("a table of Ascend's profiler (torch_npu)")),
            core::phrase(W_("it sums up what trace_view.json beside it tells with times, threads and "
                            "communication, and that is read (export_type=ExportType.Text writes it)")));
    if (isTorchTrace(line))
        return refusal(core::phrase(W_("a structured log of torch.compile (TORCH_TRACE)")),
                       core::phrase(W_("\"tlparse FILE -o FOLDER\" writes what is read: chromium_events.json "
                                       "(when what was compiled) and the mappings of nodes")));
    if (has(line, "time = ") && has(line, "data = {"))
        return refusal(core::phrase(W_("a log of dynolog's metrics")),
                       core::phrase(W_(
                           "dynolog's Prometheus exporter (--use_prometheus) gives what is read; traces that "
                           "\"dyno gputrace\" asks for are read as they are")));
    return std::nullopt;
}

} // namespace

std::optional<core::Error> foreignFormat(std::string_view head)
{
    for (const auto ask : {binaryFormat, jsonFormat, textFormat}) {
        if (auto found = ask(head))
            return found;
    }
    return std::nullopt;
}

std::optional<core::Error> foreignByWords(std::string_view head)
{
    if (isKeyAverages(head))
        return refusal(core::phrase(W_("a table of torch.profiler (key_averages)")),
                       core::phrase(W_("it holds sums over operators and no times: the same profiler's "
                                       "export_chrome_trace(\"trace.json\") writes what is read")));
    if (has(head, std::string_view("\0", 1)) &&
        (has(head, "QuadD") || has(head, "Quadd") || has(head, "Nsight Systems")))
        return refusal(
            core::phrase(W_("a report of Nsight Systems (.nsys-rep, .qdrep, .qdstrm)")),
            core::phrase(W_("\"nsys export --type sqlite FILE\" makes a database that is read (of a .qdstrm, "
                            "QdstrmImporter makes a report first)")));
    return std::nullopt;
}

std::optional<core::Error> foreignDatabase(const std::vector<std::string>& tables)
{
    const auto has = [&](const char* table) { return std::ranges::binary_search(tables, table); };
    if (has("rocpd_api"))
        return refusal(
            core::phrase(W_("a database of rocmProfileData (RPD)")),
            core::phrase(W_("\"rpd2tracing.py FILE trace.json\" makes a Chrome trace, which is read")));
    if (has("CANN_API") || (has("PYTORCH_API") && has("STRING_IDS")))
        return refusal(core::phrase(W_("a database of Ascend's profiler (torch_npu, msprof)")),
                       core::phrase(W_("trace_view.json is read, which torch_npu's profiler writes with "
                                       "export_type=ExportType.Text")));
    return std::nullopt;
}

} // namespace shardscope::profiler
