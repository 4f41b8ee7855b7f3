// SPDX-License-Identifier: GPL-3.0-or-later
// Factors of coefficients are found again from rows that they make, in spite of outliers, and what no row
// tells stays where it is.
#include "core/catalog/catalog.h"
#include "planner/recorded_rates.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <random>

using namespace shardscope;
using planner::FactorPrior;
using planner::MeasuredRow;

class TstRowFit : public QObject {
    Q_OBJECT
private slots:
    void factorsAreFoundAgain_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 20; ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    void factorsAreFoundAgain()
    {
        QFETCH(int, seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        std::uniform_real_distribution<double> log(-0.4, 0.4);
        std::uniform_real_distribution<double> part(0, 1);
        const std::vector<double> truth{log(random), log(random), log(random)};
        std::vector<MeasuredRow> rows;
        for (int at = 0; at < 12; ++at) {
            MeasuredRow row{1, 0, 0.01, {}};
            const double first = part(random);
            // Two of the three in each row, and a tenth that goes with none.
            row.parts = {0, 0, 0};
            row.parts[static_cast<std::size_t>(at % 3)] = 0.9 * first;
            row.parts[static_cast<std::size_t>((at + 1) % 3)] = 0.9 * (1 - first);
            row.measured = planner::secondsBy(row, truth);
            rows.push_back(row);
        }
        rows[5].measured *= 3; // another process had the device
        const planner::FittedFactors fitted =
            planner::fitFactors(rows, std::vector<FactorPrior>(3, {0.3, 0, -1}));
        for (std::size_t at = 0; at < truth.size(); ++at) {
            QVERIFY2(std::abs(fitted.logs[at] - truth[at]) < 0.03,
                     qPrintable(QString("%1 for %2").arg(fitted.logs[at]).arg(truth[at])));
            QVERIFY(fitted.errors[at] > 0 && fitted.errors[at] < 0.3);
        }
    }

    /// A row that one side has nothing of has no factor, and spoils none.
    void whatOneSideLacksTellsNothing()
    {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> factor(0.5, 2);
        const std::vector<FactorPrior> priors(3, {0.3, 0, -1});
        for (int round = 0; round < 20; ++round) {
            std::vector<MeasuredRow> rows;
            for (std::size_t at = 0; at < 6; ++at) {
                rows.push_back({1, factor(random), 0.02, {0, 0, 0}});
                rows.back().parts[at % 3] = 0.9;
            }
            const planner::FittedFactors alone = planner::fitFactors(rows, priors);
            rows.push_back({1, 0, 0.02, {0.9, 0, 0}});
            rows.push_back({0, 1, 0.02, {0, 0.9, 0}});
            rows.push_back({0, 0, 0.02, {0, 0, 0}});
            const planner::FittedFactors beside = planner::fitFactors(rows, priors);
            for (std::size_t at = 0; at < priors.size(); ++at) {
                QVERIFY(std::abs(beside.logs[at] - alone.logs[at]) < 1e-9);
                QVERIFY(std::abs(beside.errors[at] - alone.errors[at]) < 1e-9);
            }
        }
    }

    void whatNoRowTellsStays()
    {
        const std::vector<MeasuredRow> rows{{1, 1.3, 0.02, {1, 0}}};
        const planner::FittedFactors fitted = planner::fitFactors(rows, {{0.3, 0, -1}, {0.2, 0, -1}});
        QVERIFY(std::abs(fitted.logs[0] - std::log(1.3)) < 0.01);
        QVERIFY(std::abs(fitted.logs[1]) < 1e-9 && std::abs(fitted.errors[1] - 0.2) < 1e-9);
    }

    /// Coefficients of a family are likely to be off alike; those without one are not.
    void familiesMoveTogether()
    {
        const std::vector<MeasuredRow> rows{{1, 1.3, 0.02, {0.5, 0.5}}};
        const planner::FittedFactors fitted = planner::fitFactors(rows, {{0.05, 0.3, 0}, {0.2, 0.3, 0}});
        QVERIFY(fitted.logs[0] > 0.15 && fitted.logs[1] > 0.15);
        const planner::FittedFactors alone = planner::fitFactors(rows, {{0.05, 0.3, 0}, {0.2, 0.3, 1}});
        QVERIFY(std::abs(planner::secondsBy(rows[0], alone.logs) - 1.3) < 0.02);
    }

    void withoutRowsNothingMoves()
    {
        const planner::FittedFactors fitted = planner::fitFactors({}, {{0.1, 0.1, 0}});
        QCOMPARE(fitted.logs, std::vector<double>{0});
        QVERIFY(planner::fitFactors({}, {}).logs.empty());
    }

    /// A machine with other values says them, and nothing else of it is changed.
    void machinesTakeValues()
    {
        const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
        const core::HardwareSpec machine = catalog.hardware("h200-sxm").value();
        const core::ModelSpec model = catalog.model("gpt2").value();
        core::Plan plan;
        plan.batch.microBatch = 8;
        plan.batch.sequenceLength = 1024;
        const auto before = planner::rowCoefficients(machine, model, plan);
        const auto links = [](const auto& one) { return one.name == "node_rate"; };
        QVERIFY(std::ranges::none_of(before, links)); // of one device there are none
        for (const planner::RowCoefficient& one : before) {
            QVERIFY2(one.value >= one.lowest && one.value <= one.highest, one.name.c_str());
            const double other = 0.5 * (one.lowest + one.highest);
            const auto after = planner::rowCoefficients(
                planner::withValues(machine, model, plan, {{one.name, other}}), model, plan);
            for (std::size_t at = 0; at < before.size(); ++at)
                QCOMPARE(after[at].value, before[at].name == one.name ? other : before[at].value);
        }
        plan.axes.replica = 8;
        QVERIFY(std::ranges::any_of(planner::rowCoefficients(machine, model, plan), links));
    }
};

SHARDSCOPE_TEST(TstRowFit)
#include "tst_row_fit.moc"
