// SPDX-License-Identifier: GPL-3.0-or-later
// Statements over a run, beside the same question asked of the columns in plain C++ (the ratio is what SQLite
// costs). SHARDSCOPE_BENCH_TRACE names a trace to ask instead of the synthetic one.
#include "core/timeline/slice_summary.h"
#include "profiler/profiler.h"
#include "profiler/sql/sql_session.h"
#include "tests/bench/synthetic_trace.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

namespace core = shardscope::core;
namespace profiler = shardscope::profiler;

const profiler::ImportedRun& run()
{
    static const profiler::ImportedRun imported = [] {
        if (const char* const named = std::getenv("SHARDSCOPE_BENCH_TRACE"); named != nullptr)
            return profiler::importTrace({named}).value();
        const auto path = std::filesystem::temp_directory_path() / "shardscope-bench-sql.json";
        std::ofstream(path, std::ios::binary) << shardscope::bench::syntheticTrace(1'000'000);
        // The file stays: arguments are read from it when asked for.
        return profiler::importTrace({path}).value();
    }();
    return imported;
}

profiler::SqlSession& session()
{
    static const auto opened = profiler::SqlSession::open(run().run, run().report).value();
    return *opened;
}

/// The middle of the run, a hundredth of it long.
std::string window()
{
    const core::Timeline& timeline = *run().run->timeline;
    const std::int64_t length = (timeline.end() - timeline.begin()) / 100;
    const std::int64_t begin = timeline.begin() + (timeline.end() - timeline.begin()) / 2;
    return "ts BETWEEN " + std::to_string(begin) + " AND " + std::to_string(begin + length);
}

std::string mostCommonName()
{
    const core::Timeline& timeline = *run().run->timeline;
    core::SummaryRow best;
    for (const core::SummaryRow& row : core::summarise(timeline, {}, core::SummaryKey::Name)) {
        if (row.count > best.count)
            best = row;
    }
    return std::string(timeline.names().text(core::NameId(std::size_t{best.key})));
}

void ask(benchmark::State& state, const std::string& sql)
{
    std::size_t rows = 0;
    session();
    for (auto _ : state) {
        const auto answer = session().query(sql);
        if (!answer.ok()) {
            state.SkipWithError(answer.error().args.empty() ? "refused"
                                                            : answer.error().args.front().c_str());
            return;
        }
        rows = answer->table->rows.size();
    }
    state.counters["rows"] = static_cast<double>(rows);
    state.counters["slices"] = static_cast<double>(run().run->timeline->sliceCount());
}

/// The first statement of a session, which makes what the next ones find.
void askCold(benchmark::State& state, const char* sql)
{
    run();
    for (auto _ : state) {
        const auto fresh = profiler::SqlSession::open(run().run, run().report).value();
        benchmark::DoNotOptimize(fresh->query(sql).ok());
    }
}

void BM_SqlOpen(benchmark::State& state)
{
    run();
    for (auto _ : state)
        benchmark::DoNotOptimize(profiler::SqlSession::open(run().run, run().report).ok());
}
BENCHMARK(BM_SqlOpen)->Unit(benchmark::kMillisecond);

void BM_SqlCount(benchmark::State& state) { ask(state, "SELECT count(*) FROM slice"); }
BENCHMARK(BM_SqlCount)->Unit(benchmark::kMillisecond);

constexpr const char* kGroupByName = "SELECT name, count(*), sum(dur), max(dur) FROM slice GROUP BY name";

void BM_SqlGroupByName(benchmark::State& state) { ask(state, kGroupByName); }
BENCHMARK(BM_SqlGroupByName)->Unit(benchmark::kMillisecond);

/// The same, which SQLite is left to: a statement that begins with WITH is not asked of groups.
void BM_SqlGroupByNameRowByRow(benchmark::State& state)
{
    ask(state,
        "WITH unused AS (SELECT 1) SELECT name, count(*), sum(dur), max(dur) FROM slice GROUP BY name");
}
BENCHMARK(BM_SqlGroupByNameRowByRow)->Unit(benchmark::kMillisecond);

void BM_SqlGroupByNameCold(benchmark::State& state) { askCold(state, kGroupByName); }
BENCHMARK(BM_SqlGroupByNameCold)->Unit(benchmark::kMillisecond);

void BM_SqlWindow(benchmark::State& state) { ask(state, "SELECT sum(dur) FROM slice WHERE " + window()); }
BENCHMARK(BM_SqlWindow)->Unit(benchmark::kMillisecond);

void BM_SqlWindowByName(benchmark::State& state)
{
    ask(state, "SELECT name, sum(dur) FROM slice WHERE " + window() + " GROUP BY name");
}
BENCHMARK(BM_SqlWindowByName)->Unit(benchmark::kMillisecond);

void BM_SqlName(benchmark::State& state)
{
    std::string quoted;
    for (const char c : mostCommonName())
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    ask(state, "SELECT sum(dur) FROM slice WHERE name = '" + quoted + "'");
}
BENCHMARK(BM_SqlName)->Unit(benchmark::kMillisecond);

void BM_SqlGlob(benchmark::State& state) { ask(state, "SELECT count(*) FROM slice WHERE name GLOB 'nccl*'"); }
BENCHMARK(BM_SqlGlob)->Unit(benchmark::kMillisecond);

void BM_SqlLongest(benchmark::State& state)
{
    ask(state, "SELECT id, dur FROM slice ORDER BY dur DESC LIMIT 20");
}
BENCHMARK(BM_SqlLongest)->Unit(benchmark::kMillisecond);

constexpr const char* kJoinArgument =
    "SELECT a.value, count(*), sum(s.dur) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id "
    "WHERE s.category = 'kernel' AND a.key = 'stream' GROUP BY a.value";

void BM_SqlJoinArgument(benchmark::State& state) { ask(state, kJoinArgument); }
BENCHMARK(BM_SqlJoinArgument)->Unit(benchmark::kMillisecond);

void BM_SqlJoinArgumentCold(benchmark::State& state) { askCold(state, kJoinArgument); }
BENCHMARK(BM_SqlJoinArgumentCold)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

constexpr const char* kJoinCorrelation =
    "SELECT c.name, count(*), sum(k.dur) FROM slice c JOIN slice k ON k.correlation = c.correlation "
    "WHERE c.category = 'cuda_runtime' AND k.category = 'kernel' GROUP BY c.name";

void BM_SqlJoinCorrelation(benchmark::State& state) { ask(state, kJoinCorrelation); }
BENCHMARK(BM_SqlJoinCorrelation)->Unit(benchmark::kMillisecond);

void BM_SqlJoinCorrelationCold(benchmark::State& state) { askCold(state, kJoinCorrelation); }
BENCHMARK(BM_SqlJoinCorrelationCold)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

/// The same, as it is asked without the column.
constexpr const char* kJoinFunction =
    "SELECT c.name, count(*), sum(k.dur) FROM slice c JOIN slice k ON arg(k.id, 'correlation') = arg(c.id, "
    "'correlation') WHERE c.category = 'cuda_runtime' AND k.category = 'kernel' GROUP BY c.name";

void BM_SqlJoinFunctionCold(benchmark::State& state) { askCold(state, kJoinFunction); }
BENCHMARK(BM_SqlJoinFunctionCold)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

constexpr const char* kLaunchesByOperator =
    "SELECT operator, count(*), sum(dur) FROM launch GROUP BY operator ORDER BY 3 DESC";

void BM_SqlLaunchesByOperator(benchmark::State& state) { ask(state, kLaunchesByOperator); }
BENCHMARK(BM_SqlLaunchesByOperator)->Unit(benchmark::kMillisecond);

void BM_SqlLaunchesByOperatorCold(benchmark::State& state) { askCold(state, kLaunchesByOperator); }
BENCHMARK(BM_SqlLaunchesByOperatorCold)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

void BM_SqlLaunchesRowByRow(benchmark::State& state)
{
    ask(state, std::string("WITH unused AS (SELECT 1) ") + kLaunchesByOperator);
}
BENCHMARK(BM_SqlLaunchesRowByRow)->Unit(benchmark::kMillisecond);

void BM_SqlParentJoin(benchmark::State& state)
{
    ask(state, "SELECT p.name, count(*) FROM slice s JOIN slice p ON p.id = s.parent_id WHERE s." + window() +
                   " GROUP BY p.name");
}
BENCHMARK(BM_SqlParentJoin)->Unit(benchmark::kMillisecond);

void BM_SqlSummaryFunction(benchmark::State& state)
{
    ask(state, "SELECT key, count, dur, self FROM slice_summary");
}
BENCHMARK(BM_SqlSummaryFunction)->Unit(benchmark::kMillisecond);

void BM_SqlBusyFunction(benchmark::State& state) { ask(state, "SELECT track_id, busy FROM busy"); }
BENCHMARK(BM_SqlBusyFunction)->Unit(benchmark::kMillisecond);

void BM_SqlOverlapFunction(benchmark::State& state)
{
    ask(state, "SELECT * FROM overlap('compute', 'communication')");
}
BENCHMARK(BM_SqlOverlapFunction)->Unit(benchmark::kMillisecond);

/// The mark: the same question as BM_SqlGroupByName, straight over the columns.
void BM_SqlMarkGroupByName(benchmark::State& state)
{
    const core::Timeline& timeline = *run().run->timeline;
    struct Sum {
        std::int64_t count = 0;
        std::int64_t total = 0;
        std::int64_t most = 0;
    };
    for (auto _ : state) {
        std::vector<Sum> sums(timeline.names().size());
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
            Sum& sum = sums[timeline.name()[row].index()];
            ++sum.count;
            sum.total += timeline.dur()[row];
            sum.most = std::max(sum.most, timeline.dur()[row]);
        }
        benchmark::DoNotOptimize(sums.data());
    }
}
BENCHMARK(BM_SqlMarkGroupByName)->Unit(benchmark::kMillisecond);

} // namespace
