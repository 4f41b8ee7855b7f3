// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/chrome/chrome_dictionary.h"

#include "core/kinds/op_class.h"
#include "profiler/trace/rank_labels.h"

#include <string>

namespace shardscope::profiler {

using json::Scalar;

ChromeDictionary::ChromeDictionary() { nameOf({}); }

void ChromeDictionary::addMark(std::string_view raw)
{
    std::uint8_t marks = core::isDeviceCategory(raw) ? DeviceCategory : 0;
    if (raw.starts_with("ProfilerStep#")) // torch.profiler, profiler.step()
        marks |= StepName;
    if (raw == kStepCategory)
        marks |= StepCategory;
    m_marks.push_back(marks);
}

std::uint32_t ChromeDictionary::processOf(const Scalar& process)
{
    std::string key(1, process.quoted ? 'q' : 'n');
    key += process.raw;
    return m_processes.intern(key);
}

std::uint32_t ChromeDictionary::trackOf(TrackKind kind, const Scalar& process, const Scalar& thread)
{
    const std::uint64_t hash =
        hashBytes(process.raw) * 3 + hashBytes(thread.raw) * 5 + static_cast<std::uint64_t>(kind);
    CachedTrack& cached = m_trackCache[hash % m_trackCache.size()];
    const auto same = [](const Scalar& a, const Scalar& b) { return a.quoted == b.quoted && a.raw == b.raw; };
    if (cached.number != 0xFFFFFFFFu && cached.kind == kind && same(cached.process, process) &&
        same(cached.thread, thread))
        return cached.number;
    const std::uint32_t processNumber = processOf(process);
    std::string key = std::to_string(processNumber);
    key += kind == TrackKind::Async ? 'a' : thread.quoted ? 'q' : 'n';
    const std::size_t threadAt = key.size();
    key += thread.raw;
    const std::uint32_t number = m_trackKeys.intern(key);
    const std::string_view kept = m_trackKeys.at(number).substr(threadAt);
    if (number == m_tracks.size())
        m_tracks.push_back({kind, thread.quoted, processNumber, kept});
    cached = {{m_processes.at(processNumber).substr(1), process.quoted}, {kept, thread.quoted}, kind, number};
    return number;
}

} // namespace shardscope::profiler
