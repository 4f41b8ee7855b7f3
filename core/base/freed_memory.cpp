// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/freed_memory.h"

#include <malloc.h>

namespace shardscope::core {

void keepFreedMemory()
{
#if defined(__GLIBC__)
    // mallopt(3): one alone would fix the other where it starts. 32 MiB is where glibc's own adapting ends.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

} // namespace shardscope::core
