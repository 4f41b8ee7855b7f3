// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/annotation_tracks.h"

#include "core/kinds/op_class.h"

namespace shardscope::core {

bool isAnnotationTrack(const Timeline& timeline, const Track& track)
{
    if (track.laneCount == 0)
        return false;
    const NameId category = timeline.category()[timeline.lanes()[track.firstLane].begin];
    return category.valid() && isDeviceAnnotation(timeline.names().text(category));
}

} // namespace shardscope::core
