// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals of systems whose own calibration is left out: 75 to 85 of 100 runs lie inside.
#include "app/session/accuracy/validation.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <map>

using namespace shardscope;

class TstLeftOutSystems : public QObject {
    Q_OBJECT
private slots:
    /// Systems for which others of the device and framework speak (what lies beyond their runs has the stated
    /// interval, which is wide).
    void fourOfFiveRunsLieInside()
    {
        const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
        const QString root = qEnvironmentVariable("SHARDSCOPE_SHARED", SHARDSCOPE_SOURCE_DIR "/../shared");
        const std::filesystem::path folder = std::filesystem::path(root.toStdString()) / "validation";
        std::vector<std::filesystem::path> files;
        for (const char* name :
             {"megatron-a100-seqsel.jsonl", "megatron-a100-sc21.jsonl", "megatron-a100-vtrain-multi.jsonl"}) {
            if (!std::filesystem::exists(folder / name))
                QSKIP("no measured runs beside this checkout");
            files.push_back(folder / name);
        }
        const auto validation = app::validateCases(catalog, files);
        QVERIFY(validation.ok());
        std::map<std::string, std::pair<double, double>> systems; // inside, all
        for (const app::ValidationRow& row : validation->rows) {
            if (row.key != "step_seconds" || !row.predicted ||
                row.group.find("left out") == std::string::npos)
                continue;
            auto& [inside, all] = systems[row.group];
            inside += row.low <= row.measured && row.measured <= row.high ? 1 : 0;
            all += 1;
        }
        QCOMPARE(systems.size(), std::size_t{3});
        double mean = 0;
        for (const auto& [system, counted] : systems) {
            qInfo("%s: %.0f of %.0f inside", system.c_str(), counted.first, counted.second);
            mean += counted.first / counted.second / static_cast<double>(systems.size());
        }
        QVERIFY2(mean >= 0.75 && mean <= 0.85, QByteArray::number(mean));
    }
};

SHARDSCOPE_TEST(TstLeftOutSystems)
#include "tst_left_out_systems.moc"
