// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/remarks/clock_alignment.h"

namespace shardscope::profiler {

bool isKnown(ClockVerdict verdict)
{
    return verdict == ClockVerdict::Reference || verdict == ClockVerdict::Agrees ||
           verdict == ClockVerdict::Aligned;
}

} // namespace shardscope::profiler
