// SPDX-License-Identifier: GPL-3.0-or-later
// What a system's network does with a message is the system's: no calibration of a program says it again, and
// every program's collective of the same ranks and bytes takes the same time there.
#include "core/catalog/catalog.h"
#include "planner/formula/coefficient_sets.h"
#include "planner/machine/collective.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string_view>

using namespace shardscope;

namespace {

/// What planner/machine/exchange reads of a processor's own network.
constexpr std::array<std::string_view, 4> kOfTiles{"exchange_bandwidth", "clock", "sync_cycles",
                                                   "tile_balance"};

} // namespace

class TstSystemNetwork : public QObject {
    Q_OBJECT
private slots:
    void calibrationsDoNotSayItAgain()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        int systems = 0;
        for (const std::string& name : catalog.hardwareNames()) {
            const core::HardwareSpec hardware = catalog.hardware(name).value();
            if (!hardware.network)
                continue;
            ++systems;
            QVERIFY2(!hardware.network->source.empty(), name.c_str());
            for (const auto& [key, value] : hardware.network->coefficients) {
                const bool ofTiles = std::ranges::find(kOfTiles, key) != kOfTiles.end();
                QVERIFY2(ofTiles || planner::coefficientFromName(key).has_value(), key.c_str());
                for (const core::Calibration& calibration : hardware.calibrations)
                    QVERIFY2(calibration.coefficients.count(key) == 0,
                             (name + ": " + calibration.name + " says " + key).c_str());
            }
        }
        QVERIFY(systems >= 1);
    }
    void sameRanksAndBytesTakeTheSameTime()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const core::HardwareSpec hardware = catalog.hardware("dgx-2-v100-32g").value();
        const planner::CoefficientSets sets(hardware);
        std::mt19937 random(36);
        for (int trial = 0; trial < 500; ++trial) {
            const std::int64_t count = std::int64_t{2} << (random() % 8);
            const planner::Ranks ranks{count, std::int64_t{1} << (random() % 6), 0, core::Transport::Nccl};
            const core::Bytes bytes{static_cast<double>(1 + random() % 1'000'000'000)};
            const auto which = static_cast<planner::Collective>(random() % 3);
            double first = -1;
            for (std::size_t place = 0; place <= hardware.calibrations.size(); ++place) {
                const core::Calibration* calibration =
                    place == 0 ? nullptr : &hardware.calibrations[place - 1];
                const planner::Coefficients& known = sets.of(hardware, calibration, core::Dtype::Fp16);
                const double seconds = planner::collectiveTime<core::PlainNumbers>(
                                           {hardware, &known}, which, ranks, bytes, core::Dtype::Fp16, 1)
                                           .seconds.value();
                if (first < 0)
                    first = seconds;
                QVERIFY2(std::abs(seconds - first) <= 1e-12 * first,
                         calibration == nullptr ? "none" : calibration->name.c_str());
            }
        }
    }
};

SHARDSCOPE_TEST(TstSystemNetwork)
#include "tst_system_network.moc"
