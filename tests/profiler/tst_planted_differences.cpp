// SPDX-License-Identifier: GPL-3.0-or-later
// Changes planted into programs drawn at random, alone and two at once, on 1 to 64 ranks: what each costs is
// said of its part, to within 5 %, and of nothing else more than 1 % of the step. The truth is the program's
// own count of what it spent.
#include "profiler/compare/step_difference.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/planted_training.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <random>

namespace shardscope::profiler {

using core::StepTerm;

namespace {

struct Side {
    tests::RecordedTraining truth;
    ComparedSteps steps;
};

Side sideOf(const tests::Training& training)
{
    Side out{tests::recorded(training), {}};
    const tests::ScratchFolder folder;
    std::vector<std::filesystem::path> files;
    for (std::size_t rank = 0; rank < out.truth.files.size(); ++rank)
        files.push_back(folder.write("rank" + std::to_string(rank) + ".json", out.truth.files[rank]));
    const AnalysisInput input(tests::imported(files).run);
    out.steps.devices = stepAccounts(input, {}).value();
    return out;
}

/// A program of its own for each seed, whose device never waits for the host.
tests::Training programOf(unsigned seed, int ranks)
{
    std::mt19937 random(seed);
    const auto between = [&](int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(random);
    };
    tests::Training training;
    training.ranks = ranks;
    training.steps = ranks > 8 ? 4 : 5;
    training.layers = ranks > 8 ? 4 : between(4, 9);
    training.microBatches = ranks > 8 ? 1 : between(1, 3);
    training.tokens = 1024 * between(2, 8);
    training.product = between(150, 400);
    training.attention = between(80, 200);
    training.gelu = between(60, 120);
    training.norm = between(60, 120);
    training.loss = between(80, 400);
    training.updates = between(2, 5);
    training.update = between(100, 200) * training.updates;
    training.allReduce = between(150, 600);
    training.chain = between(0, 2);
    training.seed = seed;
    return training;
}

struct Change {
    const char* name;
    void (*plant)(tests::Training& training);
    int ranks = 1; ///< at least
    bool straggler = false;
};
constexpr Change kChanges[]{
    {"a slower link", [](tests::Training& t) { t.allReduce *= 4; }, 2},
    {"one slower kernel", [](tests::Training& t) { t.secondProduct = 1.5; }},
    {"slower attention", [](tests::Training& t) { t.attention *= 1.4; }},
    {"jitter", [](tests::Training& t) { t.jitter = 0.2; }},
    {"another batch", [](tests::Training& t) { t.microBatches += 1; }},
    {"the optimizer not fused", [](tests::Training& t) { t.loose = true; }},
    {"recompute", [](tests::Training& t) { t.recompute = true; }},
    {"a straggler",
     [](tests::Training& t) {
         t.slower.assign(static_cast<std::size_t>(t.ranks), 1.0);
         t.slower[static_cast<std::size_t>(t.ranks) / 2] = 1.3;
     },
     2, true},
    {"faster norms", [](tests::Training& t) { t.norm *= 0.4; }},
    {"data", [](tests::Training& t) { t.data = 900; }},
};

std::string textOf(const StepDifference& difference, const std::map<std::string, double>& truth)
{
    std::string text = "step " + std::to_string(difference.a) + " to " + std::to_string(difference.b) +
                       ", rest " + std::to_string(difference.rest);
    for (const DifferencePart& part : difference.parts)
        text += "\n" + std::string(part.straggler ? "straggler" : core::nameOf(part.term)) + " " +
                std::to_string(part.seconds * 1e6) + " us";
    text += "\ntruth:";
    for (const auto& [term, time] : truth)
        text += "\n" + term + " " + std::to_string(time) + " us";
    return text;
}

/// What each term is longer by in truth, us a step. Beside a straggler: on the other ranks, whose waiting is
/// its.
std::map<std::string, double> truthOf(const Side& a, const Side& b, bool straggler, std::size_t late)
{
    std::map<std::string, double> change;
    const std::size_t ranks = a.truth.spentOf.size();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        if (straggler && rank == late)
            continue;
        const double share = 1.0 / static_cast<double>(straggler ? ranks - 1 : ranks);
        for (const auto& [term, time] : b.truth.spentOf[rank])
            change[term] += share * time;
        for (const auto& [term, time] : a.truth.spentOf[rank])
            change[term] -= share * time;
    }
    if (straggler)
        change.erase("waiting");
    return change;
}

void isTold(const Side& a, const Side& b, const StepDifference& difference,
            const std::map<std::string, double>& truth, bool straggler, int late)
{
    const std::string text = textOf(difference, truth);
    const double step = 1e6 * std::max(difference.a, difference.b);
    double parts = difference.rest;
    for (const DifferencePart& part : difference.parts)
        parts += part.seconds;
    QVERIFY2(std::abs(parts - (difference.b - difference.a)) < 1e-9, text.c_str());
    QVERIFY2(std::abs(difference.rest) * 1e6 < 0.01 * step, text.c_str());
    std::map<std::string, double> told;
    double ofStraggler = 0;
    for (const DifferencePart& part : difference.parts) {
        if (part.straggler) {
            QVERIFY2(straggler, text.c_str());
            QCOMPARE(part.rank, late);
            ofStraggler = part.seconds * 1e6;
            continue;
        }
        told[std::string(core::nameOf(part.term))] = part.seconds * 1e6;
    }
    double others = 0;
    for (const auto& [term, time] : truth) {
        const double found = told.contains(term) ? told[term] : 0.0;
        QVERIFY2(std::abs(found - time) < std::max(0.05 * std::abs(time), 0.01 * step),
                 (term + "\n" + text).c_str());
        others += time;
    }
    for (const auto& [term, time] : told)
        QVERIFY2(truth.contains(term) || std::abs(time) < 0.01 * step, (term + "\n" + text).c_str());
    if (!straggler)
        return;
    const double grows = b.truth.step - a.truth.step - others;
    QVERIFY2(std::abs(ofStraggler - grows) < std::max(0.05 * std::abs(grows), 0.01 * step), text.c_str());
}

} // namespace
} // namespace shardscope::profiler

using namespace shardscope;
using namespace shardscope::profiler;

class TstPlantedDifferences : public QObject {
    Q_OBJECT
private slots:
    void changesAreNamed_data()
    {
        QTest::addColumn<int>("one");
        QTest::addColumn<int>("other");
        QTest::addColumn<int>("ranks");
        constexpr int kCount = static_cast<int>(std::size(kChanges));
        for (int one = 0; one < kCount; ++one) {
            for (const int ranks : {1, 2, 8}) {
                if (ranks >= kChanges[one].ranks)
                    QTest::addRow("%s, %d ranks", kChanges[one].name, ranks) << one << one << ranks;
            }
            for (int other = one + 1; other < kCount && !tests::kSanitized; ++other) { // pairs read no more
                const int ranks =
                    std::max({kChanges[one].ranks, kChanges[other].ranks, 1 + (one + other) % 3});
                QTest::addRow("%s, %s, %d ranks", kChanges[one].name, kChanges[other].name, ranks)
                    << one << other << ranks;
            }
        }
        for (const int one : {0, 1, 7})
            QTest::addRow("%s, 64 ranks", kChanges[one].name) << one << one << 64;
    }
    void changesAreNamed()
    {
        QFETCH(int, one);
        QFETCH(int, other);
        QFETCH(int, ranks);
        const tests::Training before = programOf(static_cast<unsigned>(100 * one + other), ranks);
        tests::Training after = before;
        kChanges[one].plant(after);
        if (other != one)
            kChanges[other].plant(after);
        const Side a = sideOf(before);
        const Side b = sideOf(after);
        QCOMPARE(static_cast<int>(a.steps.devices.size()), ranks);
        const bool straggler = kChanges[one].straggler || kChanges[other].straggler;
        const StepDifference there = stepDifference(a.steps, b.steps);
        QCOMPARE(static_cast<int>(there.pairs.size()), ranks);
        isTold(a, b, there, truthOf(a, b, straggler, static_cast<std::size_t>(ranks / 2)), straggler,
               ranks / 2);
        if (QTest::currentTestFailed())
            return;
        isTold(b, a, stepDifference(b.steps, a.steps),
               truthOf(b, a, straggler, static_cast<std::size_t>(ranks / 2)), straggler, ranks / 2);
    }
};

SHARDSCOPE_TEST(TstPlantedDifferences)
#include "tst_planted_differences.moc"
