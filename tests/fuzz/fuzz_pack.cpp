// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a pack, and as a pack's sections under right checksums: what is not consistent must be
// refused, and what is taken must be safe to walk.
#include "core/timeline/fold.h"
#include "profiler/pack/pack_file.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace shardscope;
    std::string bytes(reinterpret_cast<const char*>(data), size);
    static_cast<void>(profiler::decodePack(bytes));
    profiler::PackSections sections;
    // Two bytes for the size of each section but the last.
    const std::size_t head = 2 * (sections.size() - 1);
    if (size < head)
        return 0;
    std::string content = bytes.substr(head);
    for (std::size_t section = 0; section < sections.size(); ++section) {
        const std::size_t wanted = section + 1 < sections.size()
                                       ? static_cast<std::size_t>(data[2 * section]) |
                                             static_cast<std::size_t>(data[2 * section + 1]) << 8
                                       : content.size();
        sections[section] = content.substr(0, wanted);
        content.erase(0, sections[section].size());
    }
    const auto pack = profiler::decodePack(profiler::sealPack(sections));
    if (!pack.ok())
        return 0;
    const core::Timeline& timeline = *pack->run->timeline;
    for (const std::uint64_t place : timeline.args())
        static_cast<void>(pack->run->arguments->arguments(place));
    std::vector<core::FoldedBox> boxes;
    for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane)
        core::foldLane(timeline, core::LaneId{lane}, {timeline.begin(), timeline.end(), 10}, boxes);
    return 0;
}
