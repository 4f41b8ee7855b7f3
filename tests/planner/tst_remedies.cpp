// SPDX-License-Identifier: GPL-3.0-or-later
// Law of remedies: over random plans that do not fit, each is a plan that its framework can run, and comes to
// what it says.
#include "core/io/value.h"
#include "core/plan/fit_verdict.h"
#include "core/plan/plan_fields.h"
#include "core/plan/plan_names.h"
#include "planner/calibration.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "planner/search.h"
#include "tests/planner/shipped.h"
#include "tests/support/sample_specs.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

Framework frameworkAt(int i)
{
    return transformersFrameworks()[static_cast<std::size_t>(i) % transformersFrameworks().size()];
}

/// \p machine with a share of what the plan's fullest device needs beside what its framework takes anyhow.
HardwareSpec tooSmall(HardwareSpec machine, const Evaluation& evaluation, double share)
{
    const TierUse* use = evaluation.memory.fullestUse(Tier::Device);
    const Bytes anyhow = evaluation.memory.held(use->rankClass, Tier::Device, Purpose::Framework);
    const Bytes capacity = anyhow + (use->peak - anyhow) * share;
    for (MemoryTier& memory : machine.memory) {
        if (memory.tier == Tier::Device) {
            memory.capacity.value = capacity * static_cast<double>(memory.sharedBy);
            memory.allocatable.reset();
        }
    }
    return machine;
}

/// RFC 7386, as readers of plan --json apply a change.
void merge(Value& into, const Value& change)
{
    for (const auto& [key, value] : change.members) {
        if (value.kind == Value::Kind::Object && into.find(key) != nullptr)
            merge(into.member(key), value);
        else
            into.member(key) = value;
    }
}

/// What a remedy's plan comes to by itself, against what the remedy says; nothing where they agree.
QString broken(const ModelSpec& model, const HardwareSpec& machine, const Evaluation& from,
               const Remedy& remedy)
{
    if (!remedy.plan || !remedy.after)
        return "no plan, or nothing of it";
    if (const auto refusals = refusalsOf(*remedy.plan, machine); !refusals.empty())
        return "refused: " + QString::fromStdString(refusals.front());
    const auto evaluation = evaluate(model, machine, *remedy.plan, Detail::Plain);
    if (!evaluation.ok())
        return "cannot be evaluated";
    const auto& said = *remedy.after;
    if (said.devices != evaluation->devices)
        return "devices";
    if (said.step != evaluation->step.at(StepPart::Total).seconds)
        return "step";
    // Less than there is, of a plan that does not fit, is said of none.
    const TierUse& fullest = *evaluation->memory.fullestUse(Tier::Device);
    if (said.peak != (said.fit == Fit::Fragmented ? fullest.need() : fullest.peak))
        return "peak";
    if (!feasible(said.fit) && evaluation->memory.tiers.size() == 1 && !(fullest.capacity < said.peak))
        return "does not fit in what it has";
    if (said.fit != fitVerdict(*evaluation).fit)
        return "state";
    if (remedy.suffices != evaluation->verdict.feasible())
        return "suffices";
    Value document = planDocument(from.plan);
    merge(document, planChange(from.plan, *remedy.plan));
    const auto read = parsePlan(document, "plan.json", {}, model);
    return read.ok() && *read == *remedy.plan ? QString() : QString("the change makes another plan");
}

} // namespace

class TstRemedies : public QObject {
    Q_OBJECT
private slots:
    void eachCanBeRunAndComesToWhatItSays_data()
    {
        QTest::addColumn<QString>("machine");
        for (const char* machine : {"dgx-h100", "h200-sxm", "b200-sxm-8", "ipu-pod64"})
            QTest::newRow(machine) << machine;
    }
    void eachCanBeRunAndComesToWhatItSays()
    {
        QFETCH(QString, machine);
        std::mt19937_64 random(34);
        const HardwareSpec whole = hardware(machine.toStdString());
        const std::vector<ModelSpec> models{smallModel(), expertModel(), hybridModel()};
        constexpr int kPlans = kSanitized ? 20 : 90;
        std::map<Implementation, int> answered;
        int checked = 0;
        int sufficed = 0;
        for (int i = 0; i < kPlans; ++i) {
            const ModelSpec& spec = models[static_cast<std::size_t>(i) % models.size()];
            Plan plan = randomPlan(spec, random);
            plan.implementation = frameworkAt(i);
            plan.residency = {}; // each machine has other memories
            plan.precision = {};
            plan.optimizer = OptimizerKind::AdamW;
            plan.keptLayers = 0;
            const auto fits = evaluate(spec, whole, plan, Detail::Plain);
            if (!fits.ok())
                continue;
            const HardwareSpec small = tooSmall(whole, *fits, 0.6 + 0.035 * double(random() % 11));
            const auto evaluation = evaluate(spec, small, plan);
            QVERIFY(evaluation.ok());
            for (const Violation& violation : evaluation->verdict.violations) {
                bool moreBefore = false;
                for (const Remedy& remedy : violation.remedies) {
                    const QString wrong = broken(spec, small, *evaluation, remedy);
                    QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromStdString(remedy.key) + ": " + wrong +
                                                         "\n" + QString::fromStdString(planJson(plan))));
                    ++checked;
                    if (!remedy.suffices)
                        continue;
                    const bool more = remedy.after->devices > evaluation->devices;
                    QVERIFY(more || !moreBefore); // those on as many devices come first
                    moreBefore = more;
                    ++sufficed;
                    ++answered[plan.implementation];
                }
            }
        }
        QVERIFY2(checked > kPlans / 2 && sufficed > 0 && !answered.empty(),
                 qPrintable(QStringLiteral("%1 plans: %2 remedies, %3 of them enough")
                                .arg(kPlans)
                                .arg(checked)
                                .arg(sufficed)));
    }

    /// A plan that its framework lacks the axes for is helped from the nearest that it has.
    void whatCannotBeRunIsHelpedFromWhatCan()
    {
        const ModelSpec spec = model("llama-3-8b");
        const HardwareSpec machine = hardware("dgx-h100");
        struct Case {
            std::vector<std::pair<std::string, std::string>> options;
            std::size_t refusals;
        };
        const std::vector<Case> cases{
            {{{"implementation", "huggingface"},
              {"tensor", "4"},
              {"pipeline", "2"},
              {"micro-batch", "64"},
              {"micro-batches", "8"}},
             2},
            {{{"implementation", "megatron"},
              {"pipeline", "2"},
              {"replica", "4"},
              {"zero-stage", "2"},
              {"micro-batch", "16"},
              {"attention", "eager"}},
             1},
            {{{"implementation", "huggingface"}, {"phases", "4"}, {"phase-source", "host"}, {"replica", "8"}},
             1},
            {{{"implementation", "fsdp2"}, {"replica", "8"}, {"zero-stage", "1"}, {"micro-batch", "8"}}, 1}};
        for (const Case& one : cases) {
            const Plan plan = planOf(spec, one.options);
            QCOMPARE(refusalsOf(plan, machine).size(), one.refusals);
            QVERIFY(canRun(runnableNear(plan, machine), machine));
            QCOMPARE(runnableNear(plan, machine).axes.devices(), plan.axes.devices());
            const auto evaluation = evaluate(spec, machine, plan);
            QVERIFY(evaluation.ok());
            for (const Violation& violation : evaluation->verdict.violations) {
                for (const Remedy& remedy : violation.remedies)
                    QCOMPARE(broken(spec, machine, *evaluation, remedy), QString());
            }
        }
    }

    void whatCanBeRunStaysAsItIs()
    {
        const ModelSpec spec = smallModel();
        const HardwareSpec machine = sampleHardware();
        std::mt19937_64 random(5);
        int kept = 0;
        for (int i = 0; i < 2000; ++i) {
            Plan plan = randomPlan(spec, random);
            plan.implementation = frameworkAt(i);
            const Plan near = runnableNear(plan, machine);
            if (canRun(plan, machine)) {
                QVERIFY(near == plan);
                ++kept;
            }
            QVERIFY2(canRun(near, machine), qPrintable(QString::fromStdString(planJson(near))));
            QCOMPARE(near.axes.devices(), plan.axes.devices());
            QCOMPARE(near.batch.globalBatch,
                     near.batch.microBatch * near.batch.microBatches * near.axes.replica);
        }
        QVERIFY(kept > 50);
    }
};

SHARDSCOPE_TEST(TstRemedies)
#include "tst_remedies.moc"
