// SPDX-License-Identifier: GPL-3.0-or-later
// Spans of OpenTelemetry as OTLP writes them in JSON: what the collector's file exporter stores, one document
// or one a line. Servers of language models (vLLM, SGLang) trace their requests so.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// A track a service and scope, on which spans overlap; events of spans are instants; a span whose parent
/// lies on another track has an arrow from it. Layout: opentelemetry-proto, trace/v1/trace.proto, in the JSON
/// mapping of the OTLP specification ("JSON Protobuf Encoding").
class OtlpJsonImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "OpenTelemetry spans (OTLP JSON)"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
