// SPDX-License-Identifier: GPL-3.0-or-later
// What does not fit is told with what would: every remedy is a plan that was evaluated.
#include "core/plan/plan_fields.h"
#include "planner/planner.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <map>
#include <set>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

Plan planFor(const ModelSpec& model)
{
    Plan plan;
    plan.batch.sequenceLength = model.transformer()->maxSequence;
    plan.precision.master = Dtype::Fp32;
    return plan;
}

HardwareSpec withCapacity(double bytes)
{
    HardwareSpec hardware = sampleHardware();
    hardware.memory.front().capacity.value = Bytes{bytes};
    return hardware;
}

Evaluation evaluated(const ModelSpec& model, const HardwareSpec& hardware, const Plan& plan,
                     Detail detail = Detail::Explained)
{
    const auto evaluation = evaluate(model, hardware, plan, detail);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

} // namespace

class TstVerdict : public QObject {
    Q_OBJECT
private slots:
    void whatFitsHasNothingToSay()
    {
        QVERIFY(evaluated(smallModel(), withCapacity(1e12), planFor(smallModel())).verdict.feasible());
    }

    void everyRemedyIsWorthItsName()
    {
        const ModelSpec model = smallModel();
        Plan plan = planFor(model);
        plan.implementation = Implementation::PopArt; // which has every change
        plan.axes.replica = 8;
        plan.batch.microBatch = 4;
        plan.batch.globalBatch = 32;
        const double peak = evaluated(model, withCapacity(1e12), plan).memory.tiers.front().peak.value();
        bool sawSufficient = false;
        bool sawInsufficient = false;
        bool sawCombination = false;
        for (double share = 0.95; share > 0.02; share *= 0.8) {
            const HardwareSpec hardware = withCapacity(peak * share);
            const Evaluation evaluation = evaluated(model, hardware, plan);
            QVERIFY(!evaluation.verdict.feasible());
            const Violation& violation = evaluation.verdict.violations.front();
            QCOMPARE(QString::fromStdString(violation.where), QString("stage 0 device"));
            QCOMPARE(violation.need, peak);
            std::set<std::string> keys;
            bool enoughBefore = true;
            for (const Remedy& remedy : violation.remedies) {
                QVERIFY2(keys.insert(remedy.key).second, remedy.key.c_str());
                QVERIFY(enoughBefore || !remedy.suffices); // those that suffice come first
                enoughBefore = remedy.suffices;
                if (remedy.suffices)
                    QVERIFY(remedy.saved.value() >= violation.need - violation.have);
                sawSufficient |= remedy.suffices;
                sawInsufficient |= !remedy.suffices;
                sawCombination |= remedy.key == "combination" && remedy.together.size() > 1;
            }
        }
        QVERIFY(sawSufficient && sawInsufficient && sawCombination);
    }

    void aRemedyTakesNothingAlongUnsaid()
    {
        // What a sentence tells by its key and arguments; the rest must be told by parts of its own, and
        // nothing else.
        const std::map<std::string, std::set<std::string>> told{
            {"pipeline", {"/parallel/pipeline", "/parallel/replica"}},
            {"tensor", {"/parallel/tensor", "/parallel/replica"}},
            {"recompute_full", {"/recompute"}},
            {"micro_batch", {"/batch/micro_batch"}},
            {"zero_3", {"/sharding/weights", "/sharding/gradients", "/sharding/optimizer"}}};
        const ModelSpec model = smallModel();
        Plan plan = planFor(model);
        plan.implementation = Implementation::PopArt;
        plan.axes.replica = 8;
        plan.sharding = {4, 4, 8};
        plan.batch.microBatch = 4;
        plan.batch.globalBatch = 32;
        const Evaluation evaluation = evaluated(model, withCapacity(1000), plan);
        std::set<std::string> seen;
        for (const Remedy& remedy : evaluation.verdict.violations.front().remedies) {
            if (told.count(remedy.key) == 0)
                continue;
            std::map<std::string, std::string> along; // option: value
            for (const Remedy& part : remedy.together) {
                if (part.key == "plan_key")
                    along[part.args.at(0)] = part.args.at(1);
                else
                    QCOMPARE(part.key, remedy.key);
            }
            for (const PlanField& field : planFields()) {
                const std::string& option = field.key.alias.empty() ? field.key.option : field.key.alias;
                const bool changed = field.get(evaluation.plan) != field.get(*remedy.plan);
                const bool said = told.at(remedy.key).count(field.key.pointer) > 0;
                QVERIFY2((along.count(option) > 0) == (changed && !said),
                         (remedy.key + field.key.pointer).c_str());
            }
            seen.insert(remedy.key);
            // Eight replicas become fewer: they can share less.
            if (remedy.key == "pipeline" && remedy.plan->axes.replica < 8)
                QCOMPARE(along.at("rts-optimizer"), std::to_string(remedy.plan->sharding.optimizer));
        }
        QVERIFY(seen.count("pipeline") > 0 && seen.count("micro_batch") > 0);
    }

    void noRemedyAsksForMoreDevicesThanThereAre()
    {
        const ModelSpec model = smallModel();
        HardwareSpec hardware = withCapacity(1000);
        Plan plan = planFor(model);
        const auto asksForMore = [&] {
            const Evaluation evaluation = evaluated(model, hardware, plan);
            const auto& remedies = evaluation.verdict.violations.front().remedies;
            return std::any_of(remedies.begin(), remedies.end(), [](const Remedy& remedy) {
                return remedy.plan->axes.tensor * remedy.plan->axes.pipeline * remedy.plan->axes.replica > 1;
            });
        };
        QVERIFY(asksForMore());
        hardware.nodes = 1;
        hardware.devicesPerNode = 1;
        QVERIFY(!asksForMore());
    }

    void theSearchsEvaluationHasNoRemedies()
    {
        const Evaluation evaluation =
            evaluated(smallModel(), withCapacity(1000), planFor(smallModel()), Detail::Plain);
        QVERIFY(!evaluation.verdict.feasible());
        QVERIFY(evaluation.verdict.violations.front().remedies.empty());
    }

    void tooManyDevices()
    {
        HardwareSpec hardware = withCapacity(1e12);
        hardware.nodes = 1;
        Plan plan = planFor(smallModel());
        plan.axes.replica = 16;
        plan.batch.globalBatch = 16;
        const Evaluation evaluation = evaluated(smallModel(), hardware, plan);
        QCOMPARE(evaluation.verdict.violations.size(), std::size_t(1));
        const Violation& violation = evaluation.verdict.violations.front();
        QCOMPARE(QString::fromStdString(violation.kind), QString("devices"));
        QCOMPARE(violation.need, 16.0);
        QCOMPARE(violation.have, 8.0);
        QVERIFY(std::any_of(violation.remedies.begin(), violation.remedies.end(), [](const Remedy& remedy) {
            return remedy.key == "replica" && remedy.suffices && remedy.args.front() == "8";
        }));
    }

    void whatMakesNoSenseIsAnError()
    {
        const ModelSpec model = smallModel();
        Plan plan = planFor(model);
        plan.residency.optimizer = Tier::Host;
        HardwareSpec bare = sampleHardware();
        bare.memory.resize(1);
        const auto noHost = evaluate(model, bare, plan);
        QVERIFY(!noHost.ok());
        QCOMPARE(int(noHost.error().code), int(ErrorCode::NotSupported));
        QCOMPARE(QString::fromStdString(noHost.error().place.jsonPointer), QString("/residency/optimizer"));

        plan = planFor(model);
        plan.axes.tensor = 3;
        QCOMPARE(int(evaluate(model, bare, plan).error().code), int(ErrorCode::NotDivisible));

        plan = planFor(model);
        plan.axes.replica = 2;
        plan.batch.globalBatch = 2;
        HardwareSpec alone = sampleHardware();
        alone.links.clear();
        QCOMPARE(int(evaluate(model, alone, plan).error().code), int(ErrorCode::NotSupported));
        alone.engines.clear();
        QCOMPARE(int(evaluate(model, alone, planFor(model)).error().code), int(ErrorCode::NotSupported));
    }

    void bareParameterCountsHaveStateOnly()
    {
        ModelSpec model;
        model.name = "count";
        model.form = ParametersOnly{7.5e9};
        Plan plan;
        plan.axes.replica = 64;
        plan.batch.globalBatch = 64;
        plan.sharding = {64, 64, 64};
        plan.precision.master = Dtype::Fp32;
        const Evaluation evaluation = evaluated(model, withCapacity(80e9), plan);
        QVERIFY(evaluation.step.empty());
        QVERIFY(std::abs(evaluation.figures.at("model_state_bytes") / 1.875e9 - 1) < 1e-6); // 16 · 7.5e9 / 64
        QCOMPARE(evaluation.memory.classes.size(), std::size_t(1));
        QVERIFY(evaluation.verdict.feasible());
    }
};

SHARDSCOPE_TEST(TstVerdict)
#include "tst_verdict.moc"
