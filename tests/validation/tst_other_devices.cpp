// SPDX-License-Identifier: GPL-3.0-or-later
// Published runs on AMD's accelerators and on TPUs whose layout is known whole, each predicted as a user gets
// it: what docs/accuracy.md says of them ("AMD's accelerators and TPUs") holds.
#include "app/session/accuracy/cases.h"
#include "app/session/accuracy/validation.h"
#include "app/session/text/messages.h"
#include "core/catalog/catalog.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace shardscope;

namespace {

struct Told {
    double errors = 0;
    double runs = 0;
    double inside = 0;
};

} // namespace

class TstOtherDevices : public QObject {
    Q_OBJECT
private slots:
    void runsAreFound_data()
    {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("runs");
        QTest::addColumn<int>("inside");
        QTest::addColumn<double>("mean"); // of the step's error, not above
        QTest::newRow("MI300X") << "mi300x-8" << 6 << 6 << 0.15;
        QTest::newRow("MI325X") << "mi325x-8" << 6 << 4 << 0.06;
        QTest::newRow("MI355X") << "mi355x-8" << 5 << 5 << 0.12;
        QTest::newRow("TPU v5p") << "tpu-v5p" << 8 << 7 << 0.06;
        QTest::newRow("TPU v6e") << "tpu-v6e" << 14 << 14 << 0.05;
        QTest::newRow("Ironwood") << "ironwood" << 2 << 2 << 0.1;
    }
    void runsAreFound()
    {
        QFETCH(const QString, machine);
        QFETCH(const int, runs);
        QFETCH(const int, inside);
        QFETCH(const double, mean);
        const auto& all = told();
        const auto found = all.find(machine.toStdString());
        QVERIFY(found != all.end());
        qInfo("mean %.1f %%, %g of %g inside", 100 * found->second.errors / found->second.runs,
              found->second.inside, found->second.runs);
        QCOMPARE(static_cast<int>(found->second.runs), runs);
        QVERIFY(found->second.errors / found->second.runs <= mean);
        QVERIFY(static_cast<int>(found->second.inside) >= inside);
    }

private:
    /// By machine; every run is predicted.
    static const std::map<std::string, Told>& told()
    {
        static const std::map<std::string, Told> all = [] {
            const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
            const std::filesystem::path folder(SHARDSCOPE_SOURCE_DIR "/tests/data/measured");
            const std::vector<std::filesystem::path> files{folder / "megatron-amd.jsonl",
                                                           folder / "maxtext-tpu.jsonl"};
            std::map<std::string, std::string> machines;
            const std::vector<app::Case> cases = app::loadCases(catalog, files).value();
            for (const app::Case& one : cases)
                machines[one.id] = one.hardware;
            std::map<std::string, Told> sums;
            const auto validation = app::validateCases(catalog, files).value();
            for (const app::ValidationRow& row : validation.rows) {
                if (!row.error)
                    qFatal("%s: %s", row.id.c_str(), row.reason.c_str());
                Told& sum = sums[machines.at(row.id)];
                sum.errors += std::fabs(*row.error);
                sum.runs += 1;
                sum.inside += *row.low <= row.measured && row.measured <= *row.high ? 1 : 0;
            }
            return sums;
        }();
        return all;
    }
};

SHARDSCOPE_TEST(TstOtherDevices)
#include "tst_other_devices.moc"
