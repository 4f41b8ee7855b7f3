// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program as a function: options, platform, language, theme, then the window or a picture.
#pragma once

namespace shardscope::app {

/// Exit code: 0 done, 2 a bad call or bad input, with one line on standard error.
int runDesktop(int argc, char** argv);

} // namespace shardscope::app
