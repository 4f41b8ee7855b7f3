// SPDX-License-Identifier: GPL-3.0-or-later
// Names, processes and tracks of Chrome events, numbered in the order in which one reader met them.
#pragma once

#include "profiler/import/bytes/raw_pool.h"
#include "profiler/import/chrome/chrome_event.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

class ChromeDictionary {
public:
    enum class TrackKind : std::uint8_t { Thread, Async };
    struct LocalTrack {
        TrackKind kind;
        bool threadQuoted;
        std::uint32_t process;   ///< of processes()
        std::string_view thread; ///< tid, or the category of asynchronous events, as written
    };
    /// What a name, as written, makes of the slices that have it.
    enum Mark : std::uint8_t { DeviceCategory = 1, StepName = 2, StepCategory = 4 };

    ChromeDictionary();

    std::uint32_t nameOf(std::string_view raw)
    {
        const std::uint32_t number = m_names.intern(raw);
        if (number == m_marks.size())
            addMark(raw);
        return number;
    }
    std::uint32_t categoryOf(const ChromeEvent& event)
    {
        if (m_names.at(m_lastCategory) != event.category.raw)
            m_lastCategory = nameOf(event.category.raw);
        return m_lastCategory;
    }
    std::uint32_t processOf(const json::Scalar& process);
    std::uint32_t trackOf(TrackKind kind, const json::Scalar& process, const json::Scalar& thread);

    [[nodiscard]] const RawPool& names() const { return m_names; } ///< as written; number 0: no name
    [[nodiscard]] bool has(std::uint32_t name, Mark mark) const { return (m_marks[name] & mark) != 0; }
    [[nodiscard]] const RawPool& processes() const
    {
        return m_processes;
    } ///< behind 'q' or 'n': quoted or not
    [[nodiscard]] const std::vector<LocalTrack>& tracks() const { return m_tracks; }

private:
    struct CachedTrack {
        json::Scalar process;
        json::Scalar thread;
        TrackKind kind = TrackKind::Thread;
        std::uint32_t number = 0xFFFFFFFFu;
    };
    void addMark(std::string_view raw);

    RawPool m_names;
    std::vector<std::uint8_t> m_marks; // by name
    std::uint32_t m_lastCategory = 0;
    RawPool m_processes;
    RawPool m_trackKeys;
    std::vector<LocalTrack> m_tracks; // by number of m_trackKeys
    std::array<CachedTrack, 64> m_trackCache;
};

} // namespace shardscope::profiler
