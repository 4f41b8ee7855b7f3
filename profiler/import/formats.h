// SPDX-License-Identifier: GPL-3.0-or-later
// The formats of files that are read, but for Chrome's, which has a header of its own. Each is defined where
// it is read.
#pragma once

#include "profiler/import/importer.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

class Pickle;
class ReadOnlyDatabase;

/// A format that one thread reads, a file after the other.
class SerialImporter final : public Importer {
public:
    using Sniff = bool(std::string_view firstBytes);
    using Read = core::Result<core::Done>(ByteSource& source, ImportTarget& target, const core::Task& task);

    /// \p staysInFile: argumentsStayInFile, as where there are none at all.
    constexpr SerialImporter(std::string_view name, Sniff* begins, Read* reader, bool staysInFile = false)
        : m_name(name)
        , m_sniff(begins)
        , m_read(reader)
        , m_staysInFile(staysInFile)
    {
    }

    [[nodiscard]] std::string_view name() const override { return m_name; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override { return m_sniff(firstBytes); }
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override
    {
        return m_read(source, target, task);
    }
    [[nodiscard]] bool argumentsStayInFile() const override { return m_staysInFile; }

private:
    std::string_view m_name;
    Sniff* m_sniff;
    Read* m_read;
    bool m_staysInFile;
};

/// A format of SQLite's databases: which it is, its tables tell.
struct DatabaseFormat {
    std::string_view name;
    bool (*holds)(const std::vector<std::string>& tables); ///< which are sorted
    core::Result<core::Done> (*read)(const std::shared_ptr<ReadOnlyDatabase>& database, ImportTarget& target,
                                     const core::Task& task);
};
/// Any database: opens it and hands it to the format that it is of. Errors: those of opening and of the
/// format; FormatUnknown.
extern const SerialImporter kDatabaseFormat;

/// A format of Python's pickles: which it is, the root's keys tell.
struct PickleFormat {
    std::string_view name;
    bool (*holds)(const Pickle& pickle);
    core::Result<core::Done> (*read)(Pickle pickle, ImportTarget& target, const core::Task& task);
};
/// Any pickle: reads it and hands it to the format that it is of. Errors: those of Pickle::read and of the
/// format; FormatUnknown.
extern const SerialImporter kPickleFormat;

/// Perfetto's protobuf traces: track events, legacy events, counters, flows, GPU work; names interned by
/// sequence. Times go to the trace's primary clock through its clock snapshots. Packets of other data sources
/// (the kernel's, Android's) are counted in one remark and listed in the metadata.
extern const SerialImporter kPerfettoFormat;

/// TensorFlow's and JAX's XPlane profiles (plugins/profile/…/host.xplane.pb). Planes become processes, lines
/// become threads or streams, events slices (instants where they last no time); producer and consumer numbers
/// become flows, allocator events counters. Times are floored to nanoseconds, begin and end alike, so that
/// nesting stays.
extern const SerialImporter kXPlaneFormat;

/// Nsight Systems' SQLite exports. Tables are there only where something was recorded and columns differ by
/// version, so both are looked up, never assumed. Kernels, copies and fills on "GPU n / stream m"; calls of
/// CUDA, the system and other libraries, and NVTX ranges, on their threads; synchronisation beside the
/// streams; GPU metrics as counters; arrows from calls to device work by correlation id; diagnostics as
/// instants. Tables that are not shown are listed in the metadata with their rows. Schema:
/// docs.nvidia.com/nsight-systems, "SQLite Export Schema Reference".
extern const DatabaseFormat kNsysSqliteFormat;

/// JSON results of AMD's rocprofv3 (rocprofiler-sdk). Kernel dispatches and memory copies on "GPU n / queue
/// m", API calls on their threads, arrows between them by correlation id. Names of kernels, operations and
/// devices come from the tables in the same file. Layout: rocprofiler-sdk,
/// source/lib/output/generateJSON.cpp.
extern const SerialImporter kRocprofJsonFormat;
/// CSV tables of the same: traces of kernels, copies, API calls and markers. A row a slice, read line by
/// line: kernels on "GPU n / queue m", copies beside them, calls on their threads. Columns are told by the
/// header's names. Layout: rocprofiler-sdk, source/lib/output/generateCSV.cpp.
extern const SerialImporter kRocprofCsvFormat;
/// rocprofv3's databases, its default output since ROCm 7: SQLite tables called rocpd_…, with an identifier
/// of the recorded process behind each name; merged databases hold several such sets. Dispatches by stream
/// where there are several, else by queue, and copies on "GPU n"; API calls and markers on their threads;
/// arrows from calls to what they launched by the internal correlation id (rocpd_event.stack_id).
/// Allocations, samples and counters are told in the metadata with their rows. Layout: rocprofiler-sdk,
/// source/share/rocprofiler-sdk-rocpd/rocpd_tables.sql, schema version 3; columns are looked up, not assumed.
extern const DatabaseFormat kRocpdFormat;

/// Databases of Ascend's profiler (torch_npu's ascend_pytorch_profiler_N.db; export_type Db). Tasks of the
/// device by stream and collectives by group, on "Ascend Hardware" and "HCCL" as trace_view.json has them,
/// their types as categories; calls of PyTorch and of CANN on their threads; arrows from PyTorch's calls to
/// the work they launched, by CONNECTION_IDS; steps of STEP_TIME; the rank of RANK_DEVICE_MAP. Other tables
/// are listed in the metadata with their rows. Layout: Ascend/pytorch, torch_npu/profiler/analysis/prof_db;
/// columns are looked up where versions differ.
extern const DatabaseFormat kAscendFormat;

/// Execution traces of PyTorch as JSON (ExecutionTraceObserver), schemas 1.0.1 to 1.1.1-chakra; they tell
/// what ran and what depends on what, not when. Every node a slice on its thread, children inside their
/// parents, in the order of their ids. Source: torch/csrc/profiler/standalone/execution_trace_observer.cpp.
extern const SerialImporter kExecutionTraceFormat;
/// Chakra's execution traces, in protobuf, which may tell when: nodes on a track for each kind of work,
/// dependencies as arrows. Where no node has a time, nodes follow their dependencies, one microsecond each.
/// Source: mlcommons/chakra, schema/protobuf/et_def.proto.
extern const SerialImporter kChakraFormat;

/// What torch.compile fused into its kernels: inductor_provenance_tracking_node_mappings.json, which
/// TORCH_COMPILE_DEBUG=1 writes and tlparse finds in a TORCH_TRACE, from kernels to nodes of the graph after
/// autograd and from these to nodes of the program's; and AOTInductor's kernel_information.json, the same by
/// kernel. Nothing for the timeline: Run::kernelOrigins. Source: torch/_inductor/debug.py
/// (create_mapping_pre_post_grad_nodes, create_node_mapping_kernel_to_post_grad,
/// create_kernel_information_json).
extern const SerialImporter kNodeMappingFormat;

/// Dumps of PyTorch's flight recorder: the last collectives that a rank issued, and how far each came. One
/// call an entry, on a track of its process group; from when it was found started (else created) until it was
/// found completed, and to the file's last time where it never was. Arguments have Kineto's keys and "State":
/// "scheduled" (the host issued it), "started", "completed". Groups and the world's size come from pg_config;
/// the rank only from the file's name. Pickle (the files that the watchdog writes,
/// TORCH_NCCL_DEBUG_INFO_TEMP_FILE) and JSON. Keys: torch/csrc/distributed/c10d/FlightRecorder.hpp, versions
/// 2.0 to 2.10. Errors: FormatUnknown (JSON that cannot be parsed), MissingKey (no entries).
extern const PickleFormat kFlightRecorderPickle;
extern const SerialImporter kFlightRecorderJson;

/// PyTorch's memory snapshots (torch.cuda.memory._dump_snapshot): a pickle of segments, blocks and allocator
/// events. Gives the snapshot itself as ImportTarget::memory and puts its events on the timeline: every
/// allocator event an instant of "GPU n / allocator", the bytes in use, pending and reserved as counters,
/// annotations as slices. Curves end at what the segments hold, so that allocations older than the record are
/// in them. Sizes are those asked for. Keys: torch/cuda/_memory_viz.py, torch/csrc/cuda/memory_snapshot.cpp.
/// Errors: WrongType, MissingKey (not a snapshot), DataCorrupt (lists that hold each other).
extern const PickleFormat kMemorySnapshotFormat;
/// PyTorch's memory timelines (torch.profiler's export_memory_timeline): bytes by category over time, as
/// JSON. Both forms of torch/profiler/_memory_profiler.py become one counter "memory by category" with a
/// series for each category: raw rows [ns, action, bytes, category] are summed up; [[µs…], [[0, bytes by
/// category…]…]] is as written.
extern const SerialImporter kMemoryTimelineFormat;

/// speedscope's own JSON, as py-spy, rbspy and speedscope itself write it. A track a profile. Evented
/// profiles are slices as written; of sampled ones a frame is a slice for as long as consecutive samples have
/// it in the same place of their stacks. Profiles whose unit is no time are counted and not shown. Layout:
/// speedscope.app/file-format-schema.json (src/lib/file-format-spec.ts).
extern const SerialImporter kSpeedscopeJsonFormat;

/// What NCCL's RAS answers (ncclras -f json, NCCL 2.28.7 and later, RCCL): a row for each rank of each
/// communicator, at the time of the status, with how many collectives of each kind it has launched, and of
/// those that do not answer. Ranks are those of the communicator that all devices belong to; without one
/// nobody knows them. Layout: NCCL user guide, "RAS", "JSON Output".
extern const SerialImporter kNcclRasFormat;
/// What NCCL's Inspector writes, a JSON object a line: collectives, sends and receives that completed, with
/// bytes and bandwidths. They are on the timeline as the flight recorder's are where the file has their times
/// (NCCL_INSPECTOR_DUMP_VERBOSE); else they end when they were written, and no analysis takes their times.
/// Layout: NVIDIA/nccl, plugins/profiler/inspector.
extern const SerialImporter kNcclInspectorFormat;

/// Spans of OpenTelemetry as OTLP writes them in JSON: what the collector's file exporter stores, one
/// document or one a line. Servers of language models (vLLM, SGLang) trace their requests so. A track a
/// service and scope, on which spans overlap; events of spans are instants; a span whose parent lies on
/// another track has an arrow from it. Layout: opentelemetry-proto, trace/v1/trace.proto, in the JSON mapping
/// of the OTLP specification ("JSON Protobuf Encoding").
extern const SerialImporter kOtlpJsonFormat;

/// Logs whose lines begin with a time: each line an instant, on a track for each level. Lines that begin with
/// a calendar time, with "[time", or with seconds since 1970 ("1700000000.123 …"). Lines without a time
/// belong to the one before (stack traces). Local times are taken as UTC, which is remarked. Where no line
/// tells a date, times of day alone are read as those of one unknown day and the days behind it, on an axis
/// of their own. Iterations of Megatron-LM and NeMo are steps as long as their lines say, and what else such
/// a line gives are counters (TFLOP/s, loss, memory). MLPerf's ":::MLLOG {…}" lines are read by their
/// "time_ms"; INTERVAL_START and INTERVAL_END of a key make a slice.
extern const SerialImporter kLogTextFormat;

/// Metrics beside a run: `nvidia-smi --query-gpu=timestamp,… --format=csv`, every number a sample of "GPU n".
/// Times are local ones.
extern const SerialImporter kNvidiaSmiFormat;
/// Prometheus' text format (DCGM's exporter, PERSIA), one scrape or many behind each other. Samples without
/// times are ordered by scrape. Format: prometheus.io/docs/instrumenting/exposition_formats.
extern const SerialImporter kPrometheusTextFormat;
/// The answer of Prometheus' /api/v1/query_range or /api/v1/query
/// (prometheus.io/docs/prometheus/latest/querying/api).
extern const SerialImporter kPrometheusQueryFormat;

} // namespace shardscope::profiler
