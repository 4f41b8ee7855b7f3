// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals from the errors of cases left out.
#include "planner/calibrate/spread.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <random>
#include <vector>

using namespace shardscope::planner;

class TstSpread : public QObject {
    Q_OBJECT
private slots:
    void percentilesOfKnownErrors()
    {
        // 99 errors from -0.49 to 0.49: the tenth and the ninetieth of a hundred are -0.40 and 0.40.
        std::vector<double> logs;
        for (int i = -49; i <= 49; ++i)
            logs.push_back(i / 100.0);
        const ErrorSpread spread = spreadOf(logs);
        QVERIFY(std::abs(spread.low - std::expm1(-0.40)) < 1e-12);
        QVERIFY(std::abs(spread.high - std::expm1(0.40)) < 1e-12);
        // Predictions that are all too long still have 0 inside.
        QCOMPARE(spreadOf(std::vector<double>{0.1, 0.2, 0.3}).high, 0.0);
        QCOMPARE(spreadOf(std::vector<double>{}).high, 0.0);
        QVERIFY(std::abs(meanError({std::log(1.1), std::log(0.9)}) - 0.1) < 1e-12);
        QCOMPARE(meanError({}), 0.0);
    }

    void coverageIsWhatWasAskedForWhereShapesAreAlike()
    {
        std::mt19937_64 random(7);
        std::normal_distribution<double> error(0, 0.05);
        LeftOut cases;
        for (int i = 0; i < 400; ++i)
            cases.add(error(random), i % 8);
        const double coverage = coverageOf(cases);
        QVERIFY2(coverage > 0.75 && coverage < 0.85, qPrintable(QString::number(coverage)));
    }

    void casesOfOneShapeAreWorthFewer()
    {
        const auto worth = [](const std::vector<std::vector<double>>& parts) {
            LeftOut cases;
            for (std::size_t part = 0; part < parts.size(); ++part) {
                for (const double log : parts[part])
                    cases.add(log, static_cast<int>(part));
            }
            return independentCases(cases);
        };
        // Alike within, apart between: as many as there are parts. Means alike: as many as there are cases.
        QVERIFY(std::abs(worth({{1, 1, 1}, {2, 2, 2}, {4, 4, 4}, {5, 5, 5}}) - 4) < 1e-12);
        QVERIFY(std::abs(worth({{1, 2, 3}, {3, 2, 1}}) - 6) < 1e-12);
        QVERIFY(std::abs(worth({{1, 2, 3}}) - 3) < 1e-12); // one part says nothing
        // Worked out by hand: between 4, within 1/2, rho (4 - 1/2) / (4 + 1/2) = 7/9, 4 / (1 + 7/9).
        QVERIFY(std::abs(worth({{1, 2}, {3, 4}}) - 2.25) < 1e-12);
        LeftOut none;
        QCOMPARE(independentCases(none), 0.0);
        QCOMPARE(spreadOf(none).low, 0.0);
    }

    void shapesThatDifferWidenTheInterval()
    {
        // Twelve shapes of six cases, each shape off by its own 5 %: taken as 72 independent errors the
        // interval misses whole shapes.
        std::mt19937_64 random(11);
        std::normal_distribution<double> ofShape(0, 0.05);
        std::normal_distribution<double> ofCase(0, 0.02);
        double coverage = 0;
        constexpr int kTrials = 20;
        for (int trial = 0; trial < kTrials; ++trial) {
            LeftOut cases;
            for (int shape = 0; shape < 12; ++shape) {
                const double off = ofShape(random);
                for (int i = 0; i < 6; ++i)
                    cases.add(off + ofCase(random), shape);
            }
            coverage += coverageOf(cases) / kTrials;
            const ErrorSpread narrow = spreadOf(cases.logs);
            const ErrorSpread wide = spreadOf(cases);
            QVERIFY(wide.low <= narrow.low && narrow.high <= wide.high);
        }
        QVERIFY2(coverage > 0.76 && coverage < 0.84, qPrintable(QString::number(coverage)));
    }

    /// Few systems, each off by its own 8 %: a run of a further one.
    void aFurtherSystemIsCovered()
    {
        std::mt19937_64 random(13);
        std::normal_distribution<double> ofSystem(0.03, 0.08);
        std::normal_distribution<double> ofCase(0, 0.04);
        int inside = 0;
        int insidePercentiles = 0;
        constexpr int kTrials = 4000;
        for (int trial = 0; trial < kTrials; ++trial) {
            LeftOut cases;
            for (int system = 0; system < 4; ++system) {
                const double off = ofSystem(random);
                for (int i = 0; i < 2 + 2 * system; ++i)
                    cases.add(off + ofCase(random), system);
            }
            const double further = std::expm1(-(ofSystem(random) + ofCase(random)));
            const auto holds = [further](const ErrorSpread& spread) {
                return spread.low <= further && further <= spread.high;
            };
            inside += holds(spreadOfAnotherPart(cases)) ? 1 : 0;
            insidePercentiles += holds(spreadOf(cases.logs)) ? 1 : 0;
        }
        QVERIFY2(inside > 0.78 * kTrials && inside < 0.88 * kTrials, qPrintable(QString::number(inside)));
        QVERIFY2(insidePercentiles < 0.78 * kTrials, qPrintable(QString::number(insidePercentiles)));
    }

    /// Fits have seen few shapes, which may differ from nothing to two and a half times what their cases do:
    /// a case of a further one lies inside four times of five all the same.
    void aFurtherShapeIsCoveredHoweverFewThereAre()
    {
        std::mt19937_64 random(17);
        constexpr double kOfCase = 0.04;
        constexpr int kTrials = 1200;
        for (const double apart : {0.01, 1.0, 2.5}) {
            for (const int shapes : {3, 4, 9}) {
                std::normal_distribution<double> ofShape(0, apart * kOfCase);
                std::normal_distribution<double> ofCase(0, kOfCase);
                int inside = 0;
                for (int trial = 0; trial < kTrials; ++trial) {
                    LeftOut cases;
                    for (int shape = 0; shape < shapes; ++shape) {
                        const double off = ofShape(random);
                        const auto runs = 1 + random() % 5;
                        for (std::uint64_t run = 0; run < runs; ++run)
                            cases.add(off + ofCase(random), shape);
                    }
                    const double further = std::expm1(-(ofShape(random) + ofCase(random)));
                    const ErrorSpread spread = spreadOf(cases);
                    inside += spread.low <= further && further <= spread.high ? 1 : 0;
                }
                const double share = static_cast<double>(inside) / kTrials;
                QVERIFY2(share > 0.76 && share < 0.91,
                         qPrintable(QString("%1 shapes, %2: %3").arg(shapes).arg(apart).arg(share)));
            }
        }
    }

    void aShapeApartIsNotCovered()
    {
        // Seven shapes within a hundredth, one a fifth off: its own errors do not widen its interval.
        LeftOut cases;
        for (int i = 0; i < 70; ++i)
            cases.add((i % 10 - 4.5) / 450, i / 10);
        const double before = coverageOf(cases);
        QVERIFY(before > 0.75 && before < 0.85);
        QVERIFY(spreadOf(cases).low > std::expm1(-0.02));
        for (int i = 0; i < 10; ++i)
            cases.add(0.2, 7);
        QVERIFY(coverageOf(cases) * 80 <= 70.5); // none of the ten
    }
};

SHARDSCOPE_TEST(TstSpread)
#include "tst_spread.moc"
