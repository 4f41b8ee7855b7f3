// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that are read, in the order in which a file is tried on them.
#include "profiler/import/chrome/chrome_json.h"
#include "profiler/import/execution_trace/execution_trace.h"
#include "profiler/import/flight_recorder/flight_recorder.h"
#include "profiler/import/importer.h"
#include "profiler/import/logs/log_text.h"
#include "profiler/import/logs/metrics.h"
#include "profiler/import/memory/memory_snapshot.h"
#include "profiler/import/memory/memory_timeline.h"
#include "profiler/import/nsight/nsys_sqlite.h"
#include "profiler/import/opentelemetry/otlp_json.h"
#include "profiler/import/perfetto/perfetto.h"
#include "profiler/import/rocprof/rocprof_csv.h"
#include "profiler/import/rocprof/rocprof_json.h"
#include "profiler/import/speedscope/speedscope_json.h"
#include "profiler/import/xplane/xplane.h"

#include <array>

namespace shardscope::profiler {

std::span<const Importer* const> builtinImporters()
{
    // Those that know their own first bytes come first; Chrome's JSON takes whatever begins like JSON.
    static const FlightRecorderImporter flightRecorder; // its pickles name keys that no snapshot has
    static const MemorySnapshotImporter memorySnapshot;
    static const NsysSqliteImporter nsysSqlite;
    static const XPlaneImporter xplane;
    static const PerfettoImporter perfetto;
    static const ChakraImporter chakra;
    static const MemoryTimelineImporter memoryTimeline;
    static const RocprofJsonImporter rocprofJson;
    static const RocprofCsvImporter rocprofCsv;
    static const SpeedscopeJsonImporter speedscopeJson;
    static const OtlpJsonImporter otlpJson;
    static const ExecutionTraceImporter executionTrace;
    static const PrometheusQueryImporter prometheusQuery;
    static const NvidiaSmiImporter nvidiaSmi; // its lines begin like those of a log
    static const LogTextImporter logText;     // "[time]" begins like JSON
    static const ChromeJsonImporter chromeJson;
    static const PrometheusTextImporter prometheusText;
    static const std::array<const Importer*, 17> kAll{
        &flightRecorder,  &memorySnapshot, &nsysSqlite, &xplane,         &perfetto,      &chakra,
        &memoryTimeline,  &rocprofJson,    &rocprofCsv, &speedscopeJson, &otlpJson,      &executionTrace,
        &prometheusQuery, &nvidiaSmi,      &logText,    &chromeJson,     &prometheusText};
    return kAll;
}

} // namespace shardscope::profiler
