// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/sql_case.h"

#include "core/timeline/build/timeline_builder.h"
#include "tests/support/random_slices.h"

#include <algorithm>
#include <sqlite3.h>
#include <utility>
#include <variant>

namespace shardscope::tests {

using profiler::SqlSession;

core::RunPtr sampleRun(std::uint64_t seed, int slices)
{
    static const std::vector<std::string> names{
        "aten::mm", "ncclKernel_AllReduce",    "'; DROP TABLE slice; --", "a\"b", "100%", "a_b", "[x]*?", "",
        "é",        "void kernel<int>(float*)"};
    static const std::vector<std::string> categories{"cpu_op", "kernel", "", "user_annotation"};
    Dice dice(seed);
    core::TimelineBuilder builder;
    auto arguments = std::make_shared<FakeArguments>();
    std::uint64_t place = 0;
    const auto track = [&](std::int64_t number) {
        const core::TrackId id = builder.track(number < 2 ? "4000" : "GPU", std::to_string(number));
        core::Track& at = builder.describe(id);
        at.process = builder.intern(number < 2 ? "python" : "device");
        at.thread = builder.intern("thread " + std::to_string(number));
        at.rank = number == 3 ? 1 : number == 0 ? -1 : 0;
        at.device = number >= 2;
        return id;
    };
    const auto text = [&](const std::vector<std::string>& from) {
        return builder.intern(
            from[static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(from.size())))]);
    };
    const auto args = [&]() -> std::uint64_t {
        if (dice.below(3) == 0)
            return core::kNoArgs;
        arguments->texts[++place] = "{\"stream\": " + std::to_string(dice.below(9)) +
                                    ", \"deep\": [1, {\"a\": 2}], " +
                                    (dice.below(2) == 0 ? "\"only sometimes\": \"x\\\"y\", " : "") +
                                    "\"f\": 1.5, \"t\": true, \"n\": null, \"big\": 99999999999999999999}";
        return place;
    };
    for (int at = 0; at < slices; ++at)
        builder.slice(track(dice.below(4)), dice.below(2000),
                      dice.below(4) == 0 ? dice.below(300) : dice.below(9), text(names), text(categories),
                      args());
    for (int at = 0; at < slices / 8; ++at)
        builder.instant(track(dice.below(4)), dice.below(2000), text(names), text(categories), args());
    for (int at = 0; at < 60; ++at)
        builder.counter(builder.intern("4000"), builder.intern(at % 2 ? "memory" : "power"),
                        builder.intern("v"), dice.below(2000), static_cast<double>(dice.below(1000)) / 4);
    for (std::uint64_t at = 0; at < 40; ++at) {
        builder.flow(core::FlowPhase::Begin, track(dice.below(4)), dice.below(1000), text(categories), at);
        builder.flow(core::FlowPhase::End, track(dice.below(4)), 1000 + dice.below(1000), text(categories),
                     at);
    }
    builder.step(0, 900, builder.intern("ProfilerStep#1"), 0);
    builder.step(900, 2000, builder.intern("ProfilerStep#2"), 0);
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    run->arguments = arguments;
    return run;
}

std::string textOf(const core::Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&cell)) {
        char* const shown = sqlite3_mprintf("%!.15g", *real); // as SQLite shows a real
        std::string out = shown;
        sqlite3_free(shown);
        return out;
    }
    return "NULL";
}

std::vector<std::string> rowsOf(SqlSession& session, const std::string& sql, bool sorted)
{
    const auto answer = session.query(sql);
    if (!answer.ok())
        return {"error: " + (answer.error().args.empty() ? std::string() : answer.error().args.front())};
    std::vector<std::string> lines;
    for (const auto& row : answer->table->rows) {
        std::string line;
        for (const core::Cell& cell : row)
            line += textOf(cell) + "|";
        lines.push_back(line);
    }
    if (sorted)
        std::sort(lines.begin(), lines.end());
    return lines;
}

std::unique_ptr<SqlSession> sessionOf(const core::RunPtr& run)
{
    return std::move(SqlSession::open(run)).value();
}

std::string planOf(SqlSession& session, const std::string& sql)
{
    std::string plan;
    for (const std::string& line : rowsOf(session, "EXPLAIN QUERY PLAN " + sql))
        plan += line;
    return plan;
}

} // namespace shardscope::tests
