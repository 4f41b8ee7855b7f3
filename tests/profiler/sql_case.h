// SPDX-License-Identifier: GPL-3.0-or-later
// Runs made for SQL's tests, and what a session answers as text.
#pragma once

#include "core/run/run.h"
#include "profiler/sql/sql_session.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::tests {

/// Arguments by place, as a file would give them.
class FakeArguments final : public core::ArgumentSource {
public:
    std::map<std::uint64_t, std::string> texts;
    std::string arguments(std::uint64_t place) const override
    {
        const auto found = texts.find(place);
        return found == texts.end() ? std::string() : found->second;
    }
};

/// Slices nested and overlapping on four tracks of two ranks, instants, counters, arrows, arguments; names
/// that are hard on SQL.
[[nodiscard]] core::RunPtr sampleRun(std::uint64_t seed, int slices = 600);

/// A cell as SQLite shows it.
[[nodiscard]] std::string textOf(const core::Cell& cell);
/// "a|b|" of each row; one line "error: …" where there is no answer.
[[nodiscard]] std::vector<std::string> rowsOf(profiler::SqlSession& session, const std::string& sql,
                                              bool sorted = false);
[[nodiscard]] std::unique_ptr<profiler::SqlSession> sessionOf(const core::RunPtr& run);
/// What EXPLAIN QUERY PLAN says of \p sql.
[[nodiscard]] std::string planOf(profiler::SqlSession& session, const std::string& sql);

} // namespace shardscope::tests
