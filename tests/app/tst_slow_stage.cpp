// SPDX-License-Identifier: GPL-3.0-or-later
// One slow rank and one reason, whichever analysis is asked: on simulated runs of random plans with one slow
// stage, and on recordings whose slow rank is known.
#include "app/session/simulate/plan_simulation.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/profiler.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

using namespace shardscope;

namespace {

constexpr std::array kAsked{"stragglers", "rank_skew", "rank_critical_path", "pipeline_bubble"};

/// The rank that each analysis says holds the others up: "slow_rank.computes 8 (stage 1)".
std::vector<std::string> verdictsOf(const core::RunPtr& run)
{
    const profiler::AnalysisInput input(run);
    std::vector<std::string> verdicts;
    for (const char* const key : kAsked) {
        const core::Report report = profiler::analyze(**profiler::findAnalysis(key), input).value();
        for (const core::Finding& finding : report.findings) {
            if (finding.key.starts_with("slow_rank."))
                verdicts.push_back(finding.key + " " + finding.args.front());
        }
    }
    return verdicts;
}

/// The ranks that the overview blames.
std::vector<std::string> blamedOf(const core::RunPtr& run)
{
    const profiler::Overview overview = profiler::overviewOfPart(run, {}).value();
    std::vector<std::string> blamed;
    for (const profiler::CostFinding& finding : overview.findings) {
        if (finding.kind.starts_with("straggler_"))
            blamed.push_back(finding.kind + " " + finding.args.at(2));
    }
    return blamed;
}

/// The rank whose own work makes most of the path across ranks.
std::int64_t mostOnPath(const core::RunPtr& run)
{
    const core::Report report =
        profiler::analyze(**profiler::findAnalysis("rank_critical_path"), profiler::AnalysisInput(run))
            .value();
    const core::Table& table = report.tables.front();
    const auto column = [&](const char* key) { return table.columnIndex(key).value(); };
    std::int64_t rank = -1;
    std::int64_t most = -1;
    for (const auto& row : table.rows) {
        const std::int64_t own = std::get<std::int64_t>(row[column("computing_ns")]);
        if (own > most) {
            most = own;
            rank = std::get<std::int64_t>(row[column("rank")]);
        }
    }
    return rank;
}

core::RunPtr simulated(int pipeline, int tensor, int microBatches, const std::vector<std::string>& slow)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    app::SimulationCall call;
    call.plan = {"llama-2-7b",
                 "dgx-h100",
                 {},
                 {{"tensor", std::to_string(tensor)},
                  {"pipeline", std::to_string(pipeline)},
                  {"replica", "1"},
                  {"micro-batch", "1"},
                  {"global-batch", std::to_string(microBatches)}}};
    call.slow = slow;
    call.options.steps = 2;
    return app::simulatePlan(catalog, std::move(call), {}).value().run;
}

core::RunPtr opened(const core::RunPtr& run)
{
    static const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("run.json.gz")).toStdString();
    if (!profiler::exportRun(*run, file).ok())
        qFatal("cannot write %s", file.c_str());
    profiler::ImportOptions options;
    options.cache = false;
    return profiler::importTrace({file}, {}, options).value().run;
}

} // namespace

class TstSlowStage : public QObject {
    Q_OBJECT
private slots:
    void slowStage()
    {
        std::mt19937 random(29);
        const auto between = [&](int least, int most) {
            return std::uniform_int_distribution<int>(least, most)(random);
        };
        for (int run = 0; run < 8; ++run) {
            const int pipeline = 1 << between(2, 3);
            const int tensor = 1 << between(0, 2);
            const int stage = between(0, pipeline - 1);
            const std::string factor = "1." + std::to_string(between(4, 9));
            const core::RunPtr slow = simulated(pipeline, tensor, pipeline * between(2, 4),
                                                {"stage " + std::to_string(stage) + "=" + factor});
            const std::string place =
                std::to_string(stage * tensor) + " (stage " + std::to_string(stage) + ")";
            for (const core::RunPtr& one : {slow, opened(slow)}) {
                QCOMPARE(blamedOf(one), std::vector<std::string>{"straggler_work " + place});
                const std::vector<std::string> verdicts = verdictsOf(one);
                QVERIFY(verdicts.size() >= 2); // the path, and the bubble
                for (const std::string& verdict : verdicts)
                    QCOMPARE(verdict, "slow_rank.computes " + place);
                QCOMPARE(mostOnPath(one), std::int64_t{stage * tensor});
            }
        }
    }

    void equalStages()
    {
        const core::RunPtr run = simulated(4, 2, 8, {});
        QVERIFY(blamedOf(run).empty());
        QVERIFY(verdictsOf(run).empty());
    }

    /// Four data-parallel ranks on one GPU; rank 2 has three times the batch.
    void recordedRank()
    {
        std::vector<std::filesystem::path> files;
        const std::filesystem::path folder =
            qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared").toStdString() +
            "/traces/shardscope";
        for (int rank = 0; rank < 4; ++rank)
            files.push_back(folder / ("h200_ddp4_straggler.rank" + std::to_string(rank) + ".json.gz"));
        if (!std::filesystem::exists(files.front()))
            QSKIP("shared traces are not here");
        const core::RunPtr run = profiler::importTrace(files).value().run;
        QCOMPARE(blamedOf(run), std::vector<std::string>{"straggler_work 2"});
        const std::vector<std::string> verdicts = verdictsOf(run);
        QCOMPARE(verdicts, std::vector<std::string>(3, "slow_rank.computes 2"));
    }
};

SHARDSCOPE_TEST(TstSlowStage)
#include "tst_slow_stage.moc"
