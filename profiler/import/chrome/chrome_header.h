// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside traceEvents: who recorded, on what, and what time zero is.
#pragma once

#include "core/run/run.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::profiler {

class ChromeHeader {
public:
    /// Takes the value of a top-level key, as written. False where it is not valid JSON or not what the key
    /// promises.
    bool take(std::string_view key, std::string_view value);

    /// baseTimeNanoseconds: added to a time stamp gives ns since 1970. Absent: time stamps are what they are.
    [[nodiscard]] std::optional<std::int64_t> baseTime() const { return m_baseTime; }
    /// Fills in rank, world size, base time, host and process groups.
    void describe(core::RunSource& source) const;
    /// Everything else, in the order of the file: key and text.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& metadata() const
    {
        return m_metadata;
    }

private:
    bool takeDistributed(std::string_view value);
    void noteHost(std::string_view key, std::string_view text);
    bool takeDevices(std::string_view value);
    bool takeOther(std::string_view key, std::string_view value);

    std::optional<std::int64_t> m_baseTime;
    std::optional<std::int64_t> m_rank;
    std::optional<std::int64_t> m_worldSize;
    std::string m_host;
    std::vector<core::ProcessGroup> m_groups;
    std::vector<std::pair<std::string, std::string>> m_metadata;
};

} // namespace shardscope::profiler
