// SPDX-License-Identifier: GPL-3.0-or-later
// Laws of the rules of plans: whoever asks gets the same answer in the same words, and what is mended can be
// run; and that each framework says where its facts are from.
#include "core/plan/plan_file.h"
#include "core/plan/plan_names.h"
#include "planner/framework/whole_layers.h"
#include "planner/layout.h"
#include "planner/rules/rules.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <random>
#include <set>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

/// A random plan of any framework, on the device as often as not, and with options that are another's.
Plan anyPlan(const ModelSpec& spec, std::mt19937_64& random)
{
    Plan plan = randomPlan(spec, random);
    const auto frameworks = valuesOf<Framework>();
    plan.implementation = frameworks[random() % frameworks.size()];
    if (random() % 2 == 0)
        plan.residency = {};
    if (random() % 2 == 0)
        plan.sharding = zeroSharding(static_cast<int>(random() % 4), plan.axes.replicas());
    const auto options = factsOf(frameworks[random() % frameworks.size()]).options;
    if (!options.empty() && random() % 4 == 0)
        plan.options[options.front().key] = random() % 2 == 0;
    if (random() % 4 == 0)
        plan.release = Release{0, static_cast<std::int32_t>(random() % 15)};
    return plan;
}

bool mustNot(const Plan& plan)
{
    return std::ranges::any_of(brokenRules(plan), [](const Rule* rule) { return rule->must; });
}

} // namespace

class TstRules : public QObject {
    Q_OBJECT
private slots:
    void everyFrameworkSaysItsFacts()
    {
        for (const Framework one : valuesOf<Framework>()) {
            const FrameworkFacts& facts = factsOf(one);
            QCOMPARE(facts.which, one);
            QVERIFY2(facts.title && facts.defaults.source, nameOf(one).data());
            std::set<std::string> keys;
            for (const FrameworkOption& option : facts.options) {
                QVERIFY2(keys.insert(option.key).second, option.key);
                QVERIFY2(option.sentence && option.source, option.key);
                Plan plan;
                plan.implementation = one;
                QCOMPARE(hasOn(plan, facts, option.key), option.otherwise);
                plan.options[option.key] = !option.otherwise;
                QCOMPARE(hasOn(plan, facts, option.key), !option.otherwise);
            }
            for (const std::span<const Rule> rules : {facts.since, facts.rules, commonRules()}) {
                for (const Rule& rule : rules) {
                    QVERIFY2(rule.where && rule.reads.any() && rule.repair, rule.where);
                }
            }
            // Told in the order in which they came; what the newest release lacks stands elsewhere.
            QVERIFY(std::ranges::is_sorted(facts.since, {}, &Rule::since));
            for (const Rule& rule : facts.since)
                QVERIFY2(rule.may == nullptr && rule.since > Release{}, rule.where);
        }
    }

    /// A search that asks level by level, the check of a whole plan, and the words for it.
    void whoeverAsksGetsTheSameAnswer()
    {
        const ModelSpec spec = smallModel();
        const HardwareSpec machine = sampleHardware();
        std::mt19937_64 random(35);
        int run = 0;
        for (int i = 0; i < 4'000; ++i) {
            const Plan plan = anyPlan(spec, random);
            const auto broken = brokenRules(plan);
            bool levels = true;
            for (auto key = Key::Axes; key <= Key::Residency; key = static_cast<Key>(int(key) + 1))
                levels = keepsRules(plan, key) && levels;
            QCOMPARE(levels, broken.empty());
            QCOMPARE(canRun(plan, machine), broken.empty());
            const auto refusals = refusalsOf(plan, machine);
            QCOMPARE(refusals.size(), broken.size());
            QCOMPARE(std::set(refusals.begin(), refusals.end()).size(), refusals.size());
            for (const Rule* rule : broken)
                QVERIFY2(rule->sentence(factsOf(frameworkOf(plan))), rule->where);
            run += broken.empty() ? 1 : 0;
        }
        QVERIFY(run > 100);
    }

    void whatIsMendedCanBeRun()
    {
        const ModelSpec spec = smallModel();
        const HardwareSpec machine = sampleHardware();
        std::mt19937_64 random(36);
        for (int i = 0; i < 4'000; ++i) {
            const Plan plan = anyPlan(spec, random);
            const Plan near = runnableNear(plan, machine);
            QVERIFY2(canRun(near, machine), planJson(plan).c_str());
            QCOMPARE(near.axes.devices(), plan.axes.devices());
            if (canRun(plan, machine))
                QVERIFY(near == plan);
        }
    }

    /// What no formula knows is refused where plans are read, in the words of the rule.
    void whatNoFormulaKnowsIsAnError()
    {
        const ModelSpec spec = smallModel();
        std::mt19937_64 random(37);
        int refused = 0;
        for (int i = 0; i < 4'000; ++i) {
            Plan plan = anyPlan(spec, random);
            plan.adapters.rank = random() % 4 == 0 ? 8 : 0;
            const PlanProblem problem = unknownToFormulas(plan, spec);
            QCOMPARE(problem.has_value(), mustNot(plan) || !factsOf(plan.implementation).can.transformers);
            if (!problem)
                continue;
            ++refused;
            QVERIFY(!checkLayout(plan, spec).ok());
        }
        QVERIFY(refused > 100);
    }

    /// What began later is refused by the release that has it, and by none from there on.
    void aReleaseHasWhatBeganBeforeIt()
    {
        const HardwareSpec machine = sampleHardware();
        Plan plan;
        plan.axes.context = 2;
        const auto refusalOf = [&](int part) {
            plan.release = Release{0, part};
            const auto refusals = refusalsOf(plan, machine);
            return refusals.empty() ? std::string() : refusals.front();
        };
        QVERIFY(refusalOf(3).find("since release 0.4") != std::string::npos);
        QVERIFY(refusalOf(4).empty() && refusalOf(13).empty());
        plan.axes.expert = 2;
        QVERIFY(refusalOf(7).find("beside experts since release 0.8") != std::string::npos);
        QVERIFY(refusalOf(8).empty());
        plan.release.reset();
        QVERIFY(canRun(plan, machine));
        // Whose releases nobody told apart is no answer either.
        plan = {};
        plan.implementation = Framework::DeepSpeed;
        QVERIFY(refusalOf(4).find("not told apart") != std::string::npos);
        plan.implementation = Framework::Megatron;
        QVERIFY(!withFramework(plan, Framework::DeepSpeed).release);
    }

    /// Megatron-LM divides weights as Megatron-FSDP alone does, whichever of the two a plan says.
    void megatronShardsWeightsAsItsFsdp()
    {
        Plan plan;
        plan.axes.replica = 8;
        QCOMPARE(frameworkOf(plan), Framework::Megatron);
        plan.sharding = zeroSharding(3, 8);
        QCOMPARE(frameworkOf(plan), Framework::MegatronFsdp);
        const Habits habits = habitsOf(plan);
        QCOMPARE(habits.gradients.when, When::EveryBackward);
        plan.implementation = Framework::MegatronFsdp;
        QVERIFY(brokenRules(plan).empty());
        plan.sharding = {};
        QCOMPARE(brokenRules(plan).size(), std::size_t{1});
    }

    /// IPUs run PopART, or PopXL where a plan says so or cuts tensors in two dimensions.
    void ipusRunGraphcoresPrograms()
    {
        HardwareSpec pod = sampleHardware();
        Plan plan;
        QCOMPARE(frameworkOf(plan, pod), Framework::Megatron);
        pod.bulkSynchronous.emplace();
        QCOMPARE(frameworkOf(plan, pod), Framework::PopArt);
        plan.implementation = Framework::PopXl;
        QCOMPARE(frameworkOf(plan, pod), Framework::PopXl);
        plan.implementation = Framework::PopArt;
        plan.axes.tensor = 4;
        plan.axes.tensorSecond = 2;
        QCOMPARE(frameworkOf(plan, pod), Framework::PopXl);
        QVERIFY(canRun(plan, pod));
    }

    /// A TPU runs nothing of Megatron Core: a plan that names no program is MaxText's there.
    void tpusRunWhatXlaCompiles()
    {
        HardwareSpec tpu = sampleHardware();
        tpu.vendor = "Google";
        for (const Framework cuda : {Framework::Megatron, Framework::MegatronFsdp}) {
            Plan plan;
            plan.implementation = cuda;
            QCOMPARE(frameworkOf(plan, tpu), Framework::MaxText);
            plan.implementation = Framework::Fsdp2;
            QCOMPARE(frameworkOf(plan, tpu), Framework::Fsdp2);
        }
    }

    /// What the families of frameworks lack, each in its own words, and what comes nearest.
    void whatFrameworksLack()
    {
        struct Row {
            Framework framework;
            Axes axes;
            std::int64_t stage; ///< of ZeRO
            const char* where;
        };
        const Row rows[]{
            {Framework::Accelerate, {.tensor = 2, .replica = 4}, 0, "/sharding"},
            {Framework::Accelerate, {.tensor = 2, .replica = 4}, 3, ""},
            {Framework::Accelerate, {.pipeline = 2, .replica = 4}, 0, "/parallel/pipeline"},
            {Framework::AutoModel, {.tensor = 2, .replica = 4, .expert = 2}, 3, "/parallel/expert"},
            {Framework::AutoModel, {.replica = 8, .expert = 2}, 3, ""},
            {Framework::LlmFoundry, {.replica = 8, .context = 2}, 3, "/parallel/context"},
            {Framework::LlmFoundry, {.replica = 8, .expert = 2}, 3, ""},
            {Framework::MaxText, {.pipeline = 2, .replica = 4}, 3, "/parallel/pipeline"},
            {Framework::MaxText, {.tensor = 2, .replica = 4}, 1, ""},
            {Framework::Scaling, {.replica = 8, .context = 2}, 1, "/parallel/context"},
            {Framework::Scaling, {.tensor = 2, .pipeline = 2, .replica = 4}, 1, ""},
        };
        for (const Row& row : rows) {
            Plan plan;
            plan.implementation = row.framework;
            plan.axes = row.axes;
            plan.sharding = zeroSharding(static_cast<int>(row.stage), plan.axes.replicas());
            plan.schedule = row.framework == Framework::MaxText ? Schedule::Gpipe : plan.schedule;
            plan.batch.microBatches = 3;
            plan.batch.globalBatch = plan.batch.microBatch * 3 * plan.axes.replica;
            const auto broken = brokenRules(plan);
            const std::string where = broken.empty() ? "" : broken.front()->where;
            QVERIFY2(where == row.where, (std::string(nameOf(row.framework)) + ": " + where).c_str());
        }
    }

    /// Parts of a layer run again only in programs that choose parts; all others get whole layers.
    void partsOfLayersRunAgainWhereTheyCan()
    {
        const HardwareSpec machine = sampleHardware();
        for (const Framework one : valuesOf<Framework>()) {
            if (!factsOf(one).can.transformers)
                continue;
            Plan plan;
            plan.implementation = one;
            const bool whole = one == Framework::HuggingFace || one == Framework::Accelerate ||
                               one == Framework::AutoModel || one == Framework::Torchtitan ||
                               one == Framework::Nanotron || one == Framework::Scaling;
            for (const char* word : {"selective", "layernorm", "none", "full"}) {
                plan.recompute = *fromName<Recompute>(word);
                const bool parts = recomputesParts(plan);
                QVERIFY2(canRun(plan, machine) == !(whole && parts), nameOf(one).data());
                const Plan near = runnableNear(plan, machine);
                const Recompute nearest =
                    one == Framework::Torchtitan ? Recompute::ByOperations : Recompute::Full;
                QVERIFY(near.recompute == (whole && parts ? nearest : plan.recompute));
            }
        }
    }
};

SHARDSCOPE_TEST(TstRules)
#include "tst_rules.moc"
