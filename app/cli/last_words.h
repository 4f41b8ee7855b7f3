// SPDX-License-Identifier: GPL-3.0-or-later
// Ends that no function returns from: out of memory in whatever thread, work that does not hear Ctrl+C. One
// line on standard error, no draft of a file left behind, the contract's exit code.
#pragma once

#include "app/cli/context.h"

namespace shardscope::app {

/// Called at the start of main: memory that cannot be had ends the program with one line and exit 2; standard
/// input, output and error that are closed stay so, whatever file is opened later; a limit on the size of
/// files is an error of writing, not a signal.
void guardProcess();

/// Why the program ends has been said: endNow says nothing more.
void saidLastWords();
/// Prints \p line, removes drafts, ends the process. Safe in any thread.
[[noreturn]] void endNow(const char* line, Exit exit);

} // namespace shardscope::app
