// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics beside a run: nvidia-smi's CSV, Prometheus' text exposition (DCGM's exporter, PERSIA) and range
// queries.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// `nvidia-smi --query-gpu=timestamp,… --format=csv`: every number a sample of "GPU n". Times are local ones.
class NvidiaSmiImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "nvidia-smi CSV"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

/// Prometheus' text format, one scrape or many behind each other. Samples without times are ordered by
/// scrape. Format: prometheus.io/docs/instrumenting/exposition_formats.
class PrometheusTextImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "Prometheus text"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

/// The answer of Prometheus' /api/v1/query_range or /api/v1/query
/// (prometheus.io/docs/prometheus/latest/querying/api).
class PrometheusQueryImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "Prometheus query result"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
