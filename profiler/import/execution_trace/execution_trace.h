// SPDX-License-Identifier: GPL-3.0-or-later
// Execution traces: PyTorch's JSON (ExecutionTraceObserver) and Chakra's protobuf. They tell what ran and
// what depends on what; only Chakra's may tell when.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// PyTorch's, schemas 1.0.1 to 1.1.1-chakra: every node a slice on its thread, children inside their parents,
/// in the order of their ids. Source: torch/csrc/profiler/standalone/execution_trace_observer.cpp.
class ExecutionTraceImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "PyTorch execution trace"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

/// Chakra's: nodes on a track for each kind of work, dependencies as arrows. Where no node has a time, nodes
/// follow their dependencies, one microsecond each. Source: mlcommons/chakra, schema/protobuf/et_def.proto.
class ChakraImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "Chakra execution trace"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
