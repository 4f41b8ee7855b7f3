// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis, a search or a comparison returns: tables, series, marks on the timeline, findings.
#pragma once

#include "core/base/enum_names.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace shardscope::core {

enum class Severity { Info, Notice, DataLoss, Error };
constexpr auto enumNames(Severity)
{
    return namesUpTo<Severity::Error>("info", "notice", "data_loss", "error");
}

/// A line of a chart. x and y have equal length and are in base units of their dimensions.
struct Series {
    std::string key;
    std::string title;
    Dimension xDimension;
    Dimension yDimension;
    std::vector<double> x;
    std::vector<double> y;
    Words words{}; ///< what kind of words the title is
};

/// A span of the timeline a finding points at.
struct Mark {
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t track = 0xFFFFFFFFu; ///< index of a track, or none
    std::string label;
};

/// One sentence worth acting on: a stable key and arguments ("1200 ns" and "512 B" are shown with the
/// reader's units); the sentence is made by the front ends (app/session/trace/finding_texts).
struct Finding {
    std::string key;
    Severity severity = Severity::Info;
    std::vector<std::string> args;
    std::vector<Mark> evidence;
};

struct Report {
    std::string key;
    std::string title;
    std::vector<Table> tables;
    std::vector<Series> series;
    std::vector<Mark> marks;
    std::vector<Finding> findings;

    /// Null where there is none of that key.
    [[nodiscard]] const Table* table(std::string_view tableKey) const;
};

} // namespace shardscope::core
