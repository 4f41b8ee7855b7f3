// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program.
#include "app/desktop/window/application.h"

int main(int argc, char** argv) { return shardscope::app::runDesktop(argc, argv); }
