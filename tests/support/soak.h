// SPDX-License-Identifier: GPL-3.0-or-later
// How often a test draws at random: a few times in every run, many times in "bash tests/run soak".
#pragma once

#include <QtGlobal>

namespace shardscope::tests {

[[nodiscard]] inline int rounds(int usual, int soaked)
{
    return qEnvironmentVariableIsSet("SHARDSCOPE_SOAK") ? soaked : usual;
}

} // namespace shardscope::tests
