// SPDX-License-Identifier: GPL-3.0-or-later
// What XPlane profiles say once about the numbers in their events, and how stats are shown by it.
#pragma once

#include "profiler/import/importer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace google::protobuf {
class MessageLite;
}
namespace shardscope::xplane {
class XStat;
}

namespace shardscope::profiler {

struct XEventName {
    std::string name;
    std::string displayName;
    std::vector<xplane::XStat> stats;
};

/// What a line says of itself; it may stand behind its events.
struct XLineHead {
    std::int64_t id = 0;
    std::int64_t timestampNs = 0;
    std::int64_t displayId = 0;
    std::string name;
    std::string displayName;
};

/// The names of one plane; kept for arguments.
struct PlaneNames {
    std::uint64_t begin = 0; ///< bytes of the plane within the file
    std::uint64_t end = 0;
    std::string name;
    std::unordered_map<std::int64_t, XEventName> events;
    std::unordered_map<std::int64_t, std::string> stats;

    PlaneNames();
    ~PlaneNames(); // where XStat is known
    PlaneNames(const PlaneNames&) = delete;
    PlaneNames& operator=(const PlaneNames&) = delete;
    [[nodiscard]] std::string_view stat(std::int64_t id) const
    {
        const auto found = stats.find(id);
        return found == stats.end() ? std::string_view() : std::string_view(found->second);
    }
};

[[nodiscard]] bool parseMessage(google::protobuf::MessageLite& message, std::string_view bytes);

/// A stat as text, for metadata and reading numbers back; "" where it has no such form.
[[nodiscard]] std::string statText(const PlaneNames& names, const xplane::XStat& stat);
[[nodiscard]] std::optional<std::uint64_t> statNumber(const xplane::XStat& stat);

/// Reads an event's bytes again and names its stats. Places are those of the fields that hold events.
[[nodiscard]] std::shared_ptr<const FileArguments>
makeXPlaneArguments(std::shared_ptr<const RandomText> text,
                    std::vector<std::shared_ptr<const PlaneNames>> planes);

} // namespace shardscope::profiler
