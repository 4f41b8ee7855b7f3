// SPDX-License-Identifier: GPL-3.0-or-later
// Rows beside the run's own: spans that somebody worked out, on a timeline of their own with the run's clock.
#pragma once

// First: moc 6.4 cannot read <concepts> unless a header of Qt was before it.
#include <QString>

#include "core/kinds/op_class.h"
#include "core/timeline/timeline.h"

#include <memory>
#include <vector>

namespace shardscope::app {

struct DebugTrack {
    QString title;
    core::TimelinePtr timeline;
    std::vector<core::OpClass> operations; ///< by name
};

using DebugTrackPtr = std::shared_ptr<const DebugTrack>;

} // namespace shardscope::app
