// SPDX-License-Identifier: GPL-3.0-or-later
// CSV tables of AMD's rocprofv3 (rocprofiler-sdk): traces of kernels, copies, API calls and markers.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// A row a slice, read line by line: kernels on "GPU n / queue m", copies beside them, calls on their
/// threads. Columns are told by the header's names. Layout: rocprofiler-sdk,
/// source/lib/output/generateCSV.cpp.
class RocprofCsvImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "rocprofv3 CSV"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
