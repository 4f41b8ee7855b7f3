// SPDX-License-Identifier: GPL-3.0-or-later
// What the environment's locale may change: words for people. Never a number that a program writes or reads.
#pragma once

namespace shardscope::app {

/// Before the application object: where the environment's texts are not UTF-8, Qt would say so on standard
/// error at every start and change to UTF-8; this changes first.
void chooseUtf8();
/// After it, which has called setlocale: decimal points stay points for every library that still asks the C
/// library (SQLite, CLI11).
void keepNumbersPlain();

} // namespace shardscope::app
