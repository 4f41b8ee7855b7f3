// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as the verbs take them: traces are imported, a plan (or a sample's name) is simulated.
#pragma once

#include "app/session/documents/documents.h"
#include "planner/simulate.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// The file of the shipped sample plan \p name; \p name itself where it is a file, or none of them.
[[nodiscard]] std::string fileOfSample(const core::Catalog& catalog, const std::string& name);

/// \p files: traces (one for each rank), a pack, or one plan file or name of a shipped sample plan. Errors:
/// those of the import, the plan and the simulation.
[[nodiscard]] core::Result<profiler::ImportedRun> openRun(const core::Catalog& catalog,
                                                          const std::vector<std::string>& files,
                                                          const core::Task& task,
                                                          const profiler::ImportOptions& options = {});

/// The run of \p simulation as an import of \p source would have given it; empty: the run's title.
[[nodiscard]] profiler::ImportedRun openedSimulation(planner::Simulation simulation, std::string source = {});

/// Whether \p file asks for Chakra execution traces: NAME.et, or a folder that is there. The simulation must
/// then have its graph.
[[nodiscard]] bool isChakraTarget(const std::string& file);

/// Writes what was simulated in the format that the name asks for: .csv (the schedule, for PyTorch's
/// pipelining), .json, .json.gz, .pftrace (the run), .et or a folder (Chakra execution traces, one for each
/// rank). Errors: NotSupported for another name; FileUnwritable.
[[nodiscard]] core::Result<core::Done> writeSimulation(const planner::Simulation& simulation,
                                                       const std::string& file, const core::Task& task);

} // namespace shardscope::app
