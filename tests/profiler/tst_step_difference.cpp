// SPDX-License-Identifier: GPL-3.0-or-later
// From one step to another: parts that add up, planted changes by name and by their seconds, on one rank and
// on several; nothing differs from itself.
#include "profiler/compare/row_match.h"
#include "profiler/compare/step_difference.h"
#include "profiler/compare/work_keys.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/planted_training.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

namespace shardscope::profiler {

using core::StepTerm;

namespace {

struct Opened {
    tests::RecordedTraining truth;
    ComparedSteps steps;
};

Opened opened(const tests::Training& training)
{
    Opened out{tests::recorded(training), {}};
    const tests::ScratchFolder folder;
    std::vector<std::filesystem::path> files;
    for (std::size_t rank = 0; rank < out.truth.files.size(); ++rank)
        files.push_back(folder.write("rank" + std::to_string(rank) + ".json", out.truth.files[rank]));
    const AnalysisInput input(tests::imported(files).run);
    out.steps.devices = stepAccounts(input, {}).value();
    return out;
}

const DifferencePart* partOf(const StepDifference& difference, StepTerm term)
{
    const auto found = std::ranges::find_if(
        difference.parts, [&](const DifferencePart& part) { return part.term == term && !part.straggler; });
    return found == difference.parts.end() ? nullptr : &*found;
}

std::string textOf(const StepDifference& difference)
{
    std::string text = "step " + std::to_string(difference.a) + " to " + std::to_string(difference.b) +
                       ", rest " + std::to_string(difference.rest);
    for (const DifferencePart& part : difference.parts)
        text += "\n" + std::string(part.straggler ? "straggler" : core::nameOf(part.term)) + " " +
                std::to_string(part.seconds * 1e6) + " us";
    for (std::size_t row = 0; row < std::min<std::size_t>(8, difference.rows.size()); ++row) {
        const RowDifference& one = difference.rows[row];
        text += "\n  " + std::string(core::nameOf(one.pass)) + " " +
                (one.operationsA.empty() ? "-" : one.operationsA.front()) + " : " +
                (one.operationsB.empty() ? "-" : one.operationsB.front()) + " " + one.shape + " " +
                std::to_string(one.seconds() * 1e6) + " us";
    }
    return text;
}

/// Parts and rest are the difference; terms are the steps, to a nanosecond each.
void addsUp(const StepDifference& difference)
{
    double parts = difference.rest;
    for (const DifferencePart& part : difference.parts)
        parts += part.seconds;
    QVERIFY(std::abs(parts - (difference.b - difference.a)) < 1e-9);
    double a = 0;
    double b = 0;
    for (const TermDifference& term : difference.terms) {
        a += term.a;
        b += term.b;
    }
    QVERIFY(std::abs(a - difference.a) < 1e-9);
    QVERIFY(std::abs(b - difference.b) < 1e-9);
}

bool isNear(double seconds, double microseconds)
{
    return std::abs(seconds * 1e6 - microseconds) <= 0.05 * std::abs(microseconds);
}

/// A planted change: what B does otherwise, the part that says so, and what a step gets longer by.
struct Change {
    const char* name;
    void (*plant)(tests::Training& training);
    StepTerm term;
    double (*truth)(const tests::Training& training); ///< us a step
    const char* row;                                  ///< the operator whose row is the first; "": none
};

constexpr Change kChanges[]{
    {"slower products", [](tests::Training& t) { t.product *= 2; }, StepTerm::Product,
     [](const tests::Training& t) { return 6.0 * t.microBatches * t.layers * t.product; }, "aten::mm"},
    {"slower attention", [](tests::Training& t) { t.attention *= 1.5; }, StepTerm::Attention,
     [](const tests::Training& t) { return 3 * 0.5 * t.microBatches * t.layers * t.attention; },
     "aten::_scaled_dot_product_flash_attention_backward"},
    {"slower norms", [](tests::Training& t) { t.norm *= 3; }, StepTerm::Norm,
     [](const tests::Training& t) { return 2 * 2.0 * t.microBatches * t.layers * t.norm; }, ""},
    {"slower loss", [](tests::Training& t) { t.loss *= 2; }, StepTerm::Loss,
     [](const tests::Training& t) { return 2.0 * t.microBatches * t.loss; }, ""},
    {"element-wise work fused away", [](tests::Training& t) { t.gelu /= 2; }, StepTerm::Elementwise,
     [](const tests::Training& t) { return -t.gelu * t.microBatches * t.layers; }, ""},
    {"a slower optimizer", [](tests::Training& t) { t.update *= 4; }, StepTerm::Optimizer,
     [](const tests::Training& t) { return 3 * t.update; }, "aten::_fused_adamw_"},
    {"copies", [](tests::Training& t) { t.copy = 100; }, StepTerm::Copy,
     [](const tests::Training& t) { return 100.0 * t.microBatches; }, "Memcpy HtoD (Pinned -> Device)"},
    {"recompute", [](tests::Training& t) { t.recompute = true; }, StepTerm::Recompute,
     [](const tests::Training& t) {
         return t.microBatches * t.layers * (2 * t.product + t.attention + t.gelu + t.norm);
     },
     "aten::mm"},
    {"the host loads data", [](tests::Training& t) { t.data = 800; }, StepTerm::DataLoading,
     [](const tests::Training&) { return 800.0; }, ""},
};

} // namespace
} // namespace shardscope::profiler

using namespace shardscope;
using namespace shardscope::profiler;

class TstStepDifference : public QObject {
    Q_OBJECT
private slots:
    void changesAreNamed_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<int>("ranks");
        for (int change = 0; change < static_cast<int>(std::size(kChanges)); ++change) {
            for (const int ranks : {1, 4})
                QTest::addRow("%s, %d ranks", kChanges[change].name, ranks) << change << ranks;
        }
    }
    void changesAreNamed()
    {
        QFETCH(int, change);
        QFETCH(int, ranks);
        const Change& planted = kChanges[change];
        tests::Training before;
        before.ranks = ranks;
        tests::Training after = before;
        planted.plant(after);
        const Opened a = opened(before);
        const Opened b = opened(after);
        QCOMPARE(static_cast<int>(a.steps.devices.size()), ranks);
        const StepDifference difference = stepDifference(a.steps, b.steps);
        const std::string text = textOf(difference);
        addsUp(difference);
        QCOMPARE(static_cast<int>(difference.pairs.size()), ranks);
        QVERIFY2(isNear(difference.a, a.truth.step) && isNear(difference.b, b.truth.step), text.c_str());
        QVERIFY2(!difference.parts.empty() && difference.parts.front().term == planted.term, text.c_str());
        QVERIFY2(isNear(difference.parts.front().seconds, planted.truth(before)), text.c_str());
        QVERIFY2(difference.explained > 0.95, text.c_str());
        if (*planted.row != '\0')
            QVERIFY2(difference.rows.front().operationsB.front() == planted.row, text.c_str());
    }

    /// Two at once: each has its part; what cancels is seen though the step is the same.
    void twoAtOnce()
    {
        tests::Training before;
        tests::Training after = before;
        after.product += 15;
        after.gelu -= 15.0 * 6 / 2; // as many microseconds a step, the other way
        const Opened a = opened(before);
        after.gelu = std::max(1.0, after.gelu);
        const Opened b = opened(after);
        const StepDifference difference = stepDifference(a.steps, b.steps);
        addsUp(difference);
        const std::string text = textOf(difference);
        const DifferencePart* const products = partOf(difference, StepTerm::Product);
        const DifferencePart* const gelu = partOf(difference, StepTerm::Elementwise);
        QVERIFY2(products != nullptr && gelu != nullptr, text.c_str());
        const double calls = before.microBatches * before.layers;
        QVERIFY2(isNear(products->seconds, 6 * calls * 15), text.c_str());
        QVERIFY2(isNear(gelu->seconds, 2 * calls * (after.gelu - before.gelu)), text.c_str());
    }

    /// One rank of several computes longer: it is named, with what it costs a step.
    void straggler_data()
    {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {2, 4, 8})
            QTest::addRow("%d ranks", ranks) << ranks;
    }
    void straggler()
    {
        QFETCH(int, ranks);
        tests::Training before;
        before.ranks = ranks;
        tests::Training after = before;
        after.slower.assign(static_cast<std::size_t>(ranks), 1.0);
        after.slower[1] = 1.4;
        const Opened a = opened(before);
        const Opened b = opened(after);
        const StepDifference difference = stepDifference(a.steps, b.steps);
        addsUp(difference);
        const std::string text = textOf(difference);
        QVERIFY2(!difference.parts.empty() && difference.parts.front().straggler, text.c_str());
        QCOMPARE(difference.parts.front().rank, 1);
        QVERIFY2(isNear(difference.parts.front().seconds, b.truth.step - a.truth.step), text.c_str());
        // And the way back.
        const StepDifference back = stepDifference(b.steps, a.steps);
        addsUp(back);
        QVERIFY2(back.parts.front().straggler && back.parts.front().rank == 1, textOf(back).c_str());
        QVERIFY(isNear(back.parts.front().seconds, a.truth.step - b.truth.step));
    }

    /// What recording costs is a part of its own.
    void recorder()
    {
        tests::Training before;
        before.product = before.attention = before.gelu = before.norm = 4; // the host limits
        tests::Training after = before;
        after.cost = 2.5;
        const Opened a = opened(before);
        const Opened b = opened(after);
        const StepDifference difference = stepDifference(a.steps, b.steps);
        addsUp(difference);
        const std::string text = textOf(difference);
        QVERIFY2(!difference.parts.empty() && difference.parts.front().term == StepTerm::Recorder,
                 text.c_str());
        QVERIFY2(std::abs(difference.parts.front().seconds * 1e6 - (b.truth.step - a.truth.step)) <
                     0.1 * b.truth.step,
                 text.c_str());
    }

    /// What one side's recorder cost is not known: then nothing is taken out of the other either.
    void recorderOfOneSideAlone()
    {
        tests::Training before;
        before.product = before.attention = before.gelu = before.norm = 4; // the host limits
        before.cost = 2.5;
        const Opened a = opened(before);
        QVERIFY(a.steps.devices.front().recorderShare > 0);
        ComparedSteps unknown = a.steps;
        unknown.devices.front().recorder.reset();
        using Sides = std::pair<const ComparedSteps*, const ComparedSteps*>;
        for (const auto& [one, other] : {Sides(&a.steps, &unknown), Sides(&unknown, &a.steps)}) {
            const StepDifference difference = stepDifference(*one, *other);
            addsUp(difference);
            QVERIFY(!difference.recorderApart);
            QVERIFY2(difference.parts.empty(), textOf(difference).c_str());
        }
        ComparedSteps less = a.steps; // by less than the estimate may miss
        for (auto& [gap, taken] : less.devices.front().recorderIn)
            taken *= 0.9;
        const StepDifference within = stepDifference(a.steps, less);
        const DifferencePart* const recorder = partOf(within, StepTerm::Recorder);
        QVERIFY2(recorder != nullptr && recorder->unsure, textOf(within).c_str());
    }

    void nothingDiffersFromItself()
    {
        for (const int ranks : {1, 4}) {
            tests::Training training;
            training.ranks = ranks;
            training.copy = 30;
            training.data = 200;
            training.cost = 2;
            const Opened one = opened(training);
            const Opened again = opened(training);
            const StepDifference difference = stepDifference(one.steps, again.steps);
            addsUp(difference);
            QVERIFY2(difference.parts.empty(), textOf(difference).c_str());
            QCOMPARE(difference.rest, 0.0);
            QCOMPARE(difference.explained, 1.0);
            for (const RowDifference& row : difference.rows) {
                QCOMPARE(row.seconds(), 0.0);
                QVERIFY(row.match == RowMatch::Key);
                QVERIFY(!row.significant.value_or(true));
            }
        }
    }

    /// Passes, classes, shapes and forward operators as the program has them.
    /// A plan adds up in one place of the layer what the program does in two: one row, in which nothing
    /// differs.
    void chainsThatCancelAreOne()
    {
        using core::Pass;
        using core::WorkClass;
        const auto add = [](RowSums& rows, WorkClass kind, const char* operation, const char* shape,
                            std::int16_t place, double seconds) {
            core::WorkKey key;
            key.kind = kind;
            key.pass = Pass::Backward;
            key.operation = operation;
            key.shape = shape;
            key.at = {0, place};
            rows[key].add({seconds, 1, {seconds}});
        };
        RowSums plan;
        add(plan, WorkClass::Product, "first", "8x8x8", 0, 1e-3);
        add(plan, WorkClass::Elementwise, "all_gradients", "", 1, 10e-3);
        add(plan, WorkClass::Product, "second", "8x8x16", 2, 1e-3);
        add(plan, WorkClass::Elementwise, "little", "", 3, 1e-3);
        RowSums run;
        add(run, WorkClass::Product, "aten::mm", "8x8x8", 0, 1e-3);
        add(run, WorkClass::Elementwise, "aten::a", "", 1, 1e-3);
        add(run, WorkClass::Elementwise, "aten::b", "", 2, 1e-3);
        add(run, WorkClass::Product, "aten::mm", "8x8x16", 3, 1e-3);
        add(run, WorkClass::Elementwise, "aten::c", "", 4, 4e-3);
        add(run, WorkClass::Elementwise, "aten::d", "", 5, 5e-3);
        const auto chains = [&] {
            auto rows = matchRows({plan, 20e-3, true, false}, {run, 20e-3, false, true});
            std::erase_if(rows, [](const RowDifference& row) { return row.kind == WorkClass::Product; });
            return rows;
        };
        QCOMPARE(chains().size(), std::size_t{1});
        QVERIFY(std::abs(chains().front().seconds()) < 1e-9);
        QCOMPARE(chains().front().operationsB.size(), std::size_t{4});
        // Both longer: each is told by itself.
        for (auto& [key, sum] : plan)
            sum.seconds *= key.operation == "all_gradients" ? 0.1 : 1;
        QCOMPARE(chains().size(), std::size_t{2});
    }

    void keysOfRows()
    {
        tests::Training training;
        training.recompute = true;
        const tests::ScratchFolder folder;
        const AnalysisInput input(
            tests::imported(folder.write("run.json", tests::recorded(training).files.front())).run);
        const WorkKeys keys = workKeys(input, 0, {}).value();
        QVERIFY(!keys.planned);
        QVERIFY(keys.toForward > 0.99);
        std::map<std::string, int> counts;
        for (const std::uint32_t key : keys.of) {
            const core::WorkKey& one = keys.keys[key];
            ++counts[std::string(core::nameOf(one.pass)) + " " + std::string(core::nameOf(one.kind)) + " " +
                     one.shape + " of " + one.forward];
        }
        const int layers = training.steps * training.microBatches * training.layers;
        QCOMPARE(counts["forward product 4096x1024x3072 of "], layers);
        QCOMPARE(counts["recompute product 4096x1024x3072 of "], layers);
        QCOMPARE(counts["backward product 4096x1024x3072 of aten::mm"], 2 * layers);
        QCOMPARE(counts["backward product 4096x1024x4096 of aten::mm"], 2 * layers);
        QCOMPARE(counts["forward norm 4096x1024 of "], layers);
        QCOMPARE(counts["backward norm 4096x1024 of aten::native_layer_norm"], layers);
        QCOMPARE(counts["update optimizer  of "], training.steps * training.updates);
    }
};

SHARDSCOPE_TEST(TstStepDifference)
#include "tst_step_difference.moc"
