// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue's machine that a run was recorded on.
#pragma once

#include "core/catalog/catalog.h"
#include "core/run/run.h"
#include "profiler/analyze/overview/overview.h"

#include <optional>

namespace shardscope::app {

/// One with the recorded device, and with as much memory a device where several have it; none where the run
/// names no device or none that the catalogue has. Cards for slots (PCIe, NVL) have other peaks than the
/// modules that the catalogue holds.
[[nodiscard]] std::optional<core::HardwareSpec> recordedHardware(const core::Catalog& catalog,
                                                                 const core::Run& run);

/// The overview of a part of \p run, on the machine of \p options, else on the recorded one. Errors: those of
/// overviewOfPart.
[[nodiscard]] core::Result<profiler::Overview> recordedOverview(const core::Catalog& catalog,
                                                                const core::RunPtr& run,
                                                                const profiler::Selection& selection = {},
                                                                profiler::AnalysisOptions options = {},
                                                                const core::Task& task = {});

} // namespace shardscope::app
