// SPDX-License-Identifier: GPL-3.0-or-later
// Every verb × files of one kind: the contract's exit code, one line, bounded work, nothing left behind.
#pragma once

#include "tests/robust/rough_files.h"
#include "tests/robust/verb_calls.h"

#include <QString>

namespace shardscope::tests {

/// Drives \p call with each of \p files. What broke the contract, file by file; empty: nothing did.
[[nodiscard]] QString breachesOf(const VerbCall& call, const std::vector<RoughFile>& files);
/// One row for each call with a file.
void addCallRows();

} // namespace shardscope::tests
