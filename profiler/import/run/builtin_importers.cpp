// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that are read, in the order in which a file is tried on them.
#include "profiler/import/chrome/chrome_json.h"
#include "profiler/import/formats.h"

namespace shardscope::profiler {

std::span<const Importer* const> builtinImporters()
{
    static const ChromeJsonImporter chromeJson;
    // Importers that know their own first bytes come first; Chrome's JSON takes whatever begins like JSON.
    static const Importer* const kAll[]{
        &kPickleFormat,      &kDatabaseFormat,       &kFlightRecorderJson,   &kXPlaneFormat,
        &kPerfettoFormat,    &kChakraFormat,         &kMemoryTimelineFormat, &kRocprofJsonFormat,
        &kRocprofCsvFormat,  &kSpeedscopeJsonFormat, &kOtlpJsonFormat,       &kExecutionTraceFormat,
        &kNodeMappingFormat, &kNcclRasFormat,        &kNcclInspectorFormat,  &kPrometheusQueryFormat,
        &kNvidiaSmiFormat, // its lines begin like those of a log
        &kLogTextFormat,   // "[time]" begins like JSON
        &chromeJson,         &kPrometheusTextFormat};
    return kAll;
}

} // namespace shardscope::profiler
