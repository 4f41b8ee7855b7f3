// SPDX-License-Identifier: GPL-3.0-or-later
// The overview as both front ends make it: with the machine that the run was recorded on.
#include "app/session/trace/overview_texts.h"
#include "app/session/trace/recorded_hardware.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

profiler::Overview overviewOf(const std::string& file)
{
    const auto path = std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "tests/data/field" / file;
    static const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    const auto run = profiler::importTrace({path});
    return app::recordedOverview(catalog, run.value().run).value();
}

const profiler::CostFinding* findingOf(const profiler::Overview& overview, const std::string& kind)
{
    const auto found = std::ranges::find(overview.findings, kind, &profiler::CostFinding::kind);
    return found == overview.findings.end() ? nullptr : &*found;
}

} // namespace

class TstRecordedOverview : public QObject {
    Q_OBJECT
private slots:
    /// A product of few tiles takes 19.78 of 20 ms, at 17.4 of the H100's TFLOP/s.
    void slowProduct()
    {
        const profiler::Overview overview = overviewOf("gemm_far_below_roofline.json.gz");
        const profiler::CostFinding* const slow = findingOf(overview, "slow_kernel");
        QVERIFY(slow != nullptr && slow == &overview.findings.front());
        QVERIFY(std::abs(slow->secondsPerStep - 19.2e-3) < 0.1e-3);
        QCOMPARE(slow->args.at(4), std::string("3.0 %"));
        QCOMPARE(slow->args.at(5), std::string("17.4 TFLOP/s"));
        QVERIFY(std::ranges::find(overview.checked, "slow_kernels") != overview.checked.end());
    }

    /// One kernel a step is no chain.
    void nothingToFuse()
    {
        QVERIFY(findingOf(overviewOf("one_elementwise_a_step.json.gz"), "unfused_elementwise") == nullptr);
    }

    /// Launches without their work: that is said, and nothing else of the devices.
    void brokenRecording()
    {
        const profiler::Overview overview = overviewOf("launches_without_kernels_cuda.json.gz");
        QCOMPARE(overview.coverage.launches, std::int64_t{240});
        QCOMPARE(overview.coverage.launchesWithoutWork, std::int64_t{240});
        QVERIFY(overview.parts.empty() && overview.findings.empty());
        QCOMPARE(overview.notKnown.front().because, std::string("work_not_recorded"));
        QVERIFY(!app::noCostText(overview).contains(QLatin1String("Nothing was found")));
    }

    /// The contract's document and the table beside it have each device, whose parts make its step.
    void documents()
    {
        const profiler::Overview overview = overviewOf("two_devices_one_process.json.gz");
        const auto json = nlohmann::json::parse(app::overviewJson(overview));
        QCOMPARE(json.at("devices").size(), std::size_t{2});
        for (const auto& device : json.at("devices")) {
            double sum = 0;
            for (const char* const part :
                 {"computing_seconds", "exposed_communication_seconds", "copying_seconds", "idle_seconds"})
                sum += device.at(part).get<double>();
            QVERIFY(std::abs(sum - device.at("step_seconds").get<double>()) < 1e-12);
        }
        QVERIFY(json.at("step").at("without_recording").is_null());
        const core::Table devices = app::overviewDevices(overview);
        QCOMPARE(devices.rows.size(), std::size_t{2});
        QCOMPARE(devices.rows.front().size(), devices.columns.size());
    }
};

SHARDSCOPE_TEST(TstRecordedOverview)
#include "tst_recorded_overview.moc"
