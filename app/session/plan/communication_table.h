// SPDX-License-Identifier: GPL-3.0-or-later
// The communication of a plan with the way it takes: algorithm, ranks and link.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"

namespace shardscope::app {

/// operation, group, ranks, algorithm, link, bytes_per_rank, seconds, exposed_seconds, reason; a row an
/// entry, in their order. Words stand as keys (algorithmName, algorithmReason).
[[nodiscard]] core::Table routedCommunicationTable(const core::Evaluation& evaluation,
                                                   const core::HardwareSpec& hardware);

} // namespace shardscope::app
