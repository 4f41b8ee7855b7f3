// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of memory that was freed: programs that work in bursts keep some for the next one.
#pragma once

namespace shardscope::core {

/// From now on this process keeps up to 64 MiB that it freed, instead of handing pages back and having them
/// zeroed and mapped anew a moment later: analyses run one after another, and again for each selection, and a
/// third of their time went there. For a program's main.
void keepFreedMemory();

} // namespace shardscope::core
