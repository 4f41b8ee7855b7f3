// SPDX-License-Identifier: GPL-3.0-or-later
// One line of an evaluation's communication.
#pragma once

#include "core/plan/evaluation.h"

#include <string>

namespace shardscope::tests {

/// Null where there is none.
[[nodiscard]] inline const core::CommunicationEntry*
entry(const core::Evaluation& evaluation, const std::string& operation, const std::string& group)
{
    for (const core::CommunicationEntry& candidate : evaluation.communication) {
        if (core::nameOf(candidate.operation) == operation && core::nameOf(candidate.group) == group)
            return &candidate;
    }
    return nullptr;
}

} // namespace shardscope::tests
