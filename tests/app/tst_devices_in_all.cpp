// SPDX-License-Identifier: GPL-3.0-or-later
// "64 devices in all" says as much as "so many replicas": whatever else a plan says, it is the same plan, or
// refused with the same words.
#include "app/session/plan/read_plan.h"
#include "app/session/plan/solved_options.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace shardscope;
using namespace shardscope::app;

class TstDevicesInAll : public QObject {
    Q_OBJECT
private slots:
    void areReplicasWhateverElseIsSaid();
};

void TstDevicesInAll::areReplicasWhateverElseIsSaid()
{
    const core::Catalog ours(SHARDSCOPE_SOURCE_DIR "/resources");
    const core::ModelSpec model = ours.model("mixtral-8x7b").value();
    const core::HardwareSpec hardware = ours.hardware("dgx-h100").value();
    std::mt19937 random(5);
    const auto oneOf = [&random](std::initializer_list<const char*> values) {
        return std::string(values.begin()[random() % values.size()]);
    };
    int plans = 0;
    for (int round = 0; round < 400; ++round) {
        PlanOptions said;
        for (const auto& [key, value] :
             {std::pair{"tensor", oneOf({"1", "2", "8"})}, std::pair{"pipeline", oneOf({"1", "2", "4"})},
              std::pair{"context", oneOf({"1", "2"})}, std::pair{"expert", oneOf({"1", "2", "8"})},
              std::pair{"expert-tensor", oneOf({"1", "2"})},
              std::pair{"sharding-optimizer", oneOf({"1", "2", "8"})},
              std::pair{"zero-stage", oneOf({"1", "3"})},
              std::pair{"schedule", oneOf({"1f1b", "dualpipe", "gpipe"})},
              std::pair{"micro-batches", oneOf({"4", "32"})},
              std::pair{"global-batch", oneOf({"64", "512"})}}) {
            if (random() % 2 == 0)
                said.emplace_back(key, value);
        }
        const auto number = [&said](const char* key) {
            const auto found =
                std::ranges::find_if(said, [key](const auto& one) { return one.first == key; });
            return found == said.end() ? 1 : std::stoll(found->second);
        };
        constexpr std::int64_t kDevices = 64;
        const std::int64_t replica = kDevices / number("tensor") / number("pipeline") / number("context");
        PlanOptions inAll = said;
        inAll.emplace_back(kDevicesOption, std::to_string(kDevices));
        said.emplace_back("replica", std::to_string(replica));
        const auto plan = [&](const PlanOptions& options) -> core::Result<core::Plan> {
            SHARDSCOPE_TRY(const PlanOptions solved, withSolvedOptions(options, {}, {}, model, hardware));
            return readPlan({}, {}, solved, model);
        };
        const core::Result<core::Plan> all = plan(inAll);
        const core::Result<core::Plan> replicas = plan(said);
        QCOMPARE(all.ok(), replicas.ok());
        if (!all) {
            QCOMPARE(all.error().args, replicas.error().args);
            QCOMPARE(all.error().place.file, replicas.error().place.file);
            continue;
        }
        QVERIFY(*all == *replicas);
        QCOMPARE(all->axes.devices(), kDevices);
        ++plans;
    }
    QVERIFY(plans > 100);
}

SHARDSCOPE_TEST(TstDevicesInAll)

#include "tst_devices_in_all.moc"
