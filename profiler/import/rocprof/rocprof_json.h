// SPDX-License-Identifier: GPL-3.0-or-later
// JSON results of AMD's rocprofv3 (rocprofiler-sdk).
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// Kernel dispatches and memory copies on "GPU n / queue m", API calls on their threads, arrows between them
/// by correlation id. Names of kernels, operations and devices come from the tables in the same file. Layout:
/// rocprofiler-sdk, source/lib/output/generateJSON.cpp.
class RocprofJsonImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "rocprofv3 JSON"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
