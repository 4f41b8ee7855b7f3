// SPDX-License-Identifier: GPL-3.0-or-later
// Law of defaults: what is said alike is the same plan, whether a file says it, options do, or someone
// changes the framework of a plan that is there; and what frameworks take for granted.
#include "core/plan/plan_fields.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <random>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// Some of what decides number formats, kernels and gathered inputs.
Options anyFormats(std::mt19937_64& random)
{
    const std::vector<std::pair<const char*, std::vector<const char*>>> keys{
        {"precision-weights", {"fp32", "bf16", "fp16"}},
        {"gradients", {"fp32", "bf16"}},
        {"optimizer-state", {"fp32", "bf16"}},
        {"master", {"fp32"}},
        {"kernels", {"fused", "separate"}},
        {"gathered-inputs", {"saved", "regathered"}}};
    Options options;
    for (const auto& [key, words] : keys) {
        const PlanField* field = nullptr;
        for (const PlanField& one : planFields()) {
            if (one.key.option == key || one.key.option == std::string("precision-") + key)
                field = &one;
        }
        if (field != nullptr && random() % 3 == 0)
            options.emplace_back(field->key.option, words[random() % words.size()]);
    }
    return options;
}

Options with(Options options, Framework framework)
{
    options.emplace_back("framework", nameOf(framework));
    return options;
}

/// The options as a file would have them.
Value documentOf(const Options& options)
{
    Value root = Value::ofMembers({});
    for (const auto& [option, text] : options) {
        const auto& fields = planFields();
        const auto field =
            std::ranges::find_if(fields, [wanted = std::string_view(option)](const PlanField& one) {
                return one.key.option == wanted;
            });
        const std::string& pointer = field->key.pointer;
        const std::size_t slash = pointer.find('/', 1);
        Value* group = &root;
        if (slash != std::string::npos) {
            group = &root.member(pointer.substr(1, slash - 1));
            group->kind = Value::Kind::Object;
        }
        group->member(pointer.substr(slash == std::string::npos ? 1 : slash + 1)) =
            optionValue(text, field->form);
    }
    return root;
}

/// Whether \p plan has nothing of what \p options say only by chance, because its framework means it too.
bool allSaid(const Plan& plan, const Options& options)
{
    const auto said = saidFormats(plan, defaultsOf(plan.implementation));
    return std::ranges::all_of(options, [&](const auto& option) {
        return std::ranges::any_of(planFields(), [&](const PlanField& field) {
            return field.key.option == option.first && said.count(field.key.pointer) > 0;
        });
    });
}

} // namespace

class TstFrameworkDefaults : public QObject {
    Q_OBJECT
private slots:
    /// A recommender that names no framework, or one that trains transformers alone, is trained by that whose
    /// runs its machine was calibrated to, with its formats; elsewhere by none in particular.
    void recommendersHaveTheTrainerOfTheirMachine()
    {
        const ModelSpec dlrm = model("dlrm-v2-mlperf");
        const auto step = [&](const HardwareSpec& machine, const Options& more) {
            Options options{{"replica", "8"}};
            options.insert(options.end(), more.begin(), more.end());
            return evaluate(dlrm, machine, planOf(dlrm, options), Detail::Plain).value();
        };
        for (const char* name : {"dgx-h100", "dgx-a100-80g", "b200-sxm-8"}) {
            const HardwareSpec machine = hardware(name);
            const Evaluation bare = step(machine, {});
            QCOMPARE(bare.plan.implementation, Framework::HugeCtr);
            QVERIFY(bare.plan == step(machine, {{"framework", "hugectr"}}).plan);
            const auto seconds = [](const Evaluation& one) {
                return one.step.at(StepPart::Total).seconds.value();
            };
            for (const Options& said :
                 {Options{{"framework", "hugectr"}}, Options{{"framework", "megatron"}},
                  Options{{"framework", "hugectr"},
                          {"wire", "all_to_all_forward=fp16,all_to_all_backward=fp16"}}})
                QCOMPARE(seconds(step(machine, said)), seconds(bare));
            QVERIFY(seconds(step(machine, {{"framework", "torchrec"}})) != seconds(bare));
            QVERIFY(seconds(step(machine, {{"wire", "all_to_all_forward=fp32,all_to_all_backward=fp32"}})) >
                    seconds(bare));
        }
        QCOMPARE(step(hardware("zionex"), {}).plan.implementation, Framework::Megatron);
    }

    void whatIsSaidAlikeIsTheSamePlan()
    {
        const ModelSpec llama = model("llama-3-8b");
        std::mt19937_64 random(35);
        const auto frameworks = valuesOf<Framework>();
        int changed = 0;
        for (int i = 0; i < 1'000; ++i) {
            const Options options = anyFormats(random);
            const Framework one = frameworks[random() % frameworks.size()];
            const Framework other = frameworks[random() % frameworks.size()];
            const auto plan = parsePlan("", "", with(options, one), llama);
            QVERIFY(plan.ok());
            const auto file = parsePlan(documentOf(with(options, one)), "plan.json", {}, llama);
            QVERIFY(file.ok());
            QVERIFY2(*file == *plan, planJson(*plan).c_str());
            QVERIFY2(withFramework(*plan, one) == *plan, planJson(*plan).c_str());
            if (!allSaid(*plan, options))
                continue;
            ++changed;
            const auto meant = parsePlan("", "", with(options, other), llama);
            QVERIFY(meant.ok());
            const Plan clicked = withFramework(*plan, other);
            QVERIFY2(clicked == *meant, (planJson(clicked) + planJson(*meant)).c_str());
        }
        QVERIFY(changed > 100);
    }

    /// Each cites its program's source where the value stands.
    void whatProgramsTakeForGranted()
    {
        const ModelSpec llama = model("llama-3-8b");
        const auto formats = [&](const char* framework, const Options& more = {}) {
            Options options = more;
            options.emplace_back("framework", framework);
            return planOf(llama, options).precision;
        };
        for (const char* megatron : {"megatron", "megatron-fsdp"}) {
            QCOMPARE(formats(megatron).gradients, Dtype::Fp32);
            QCOMPARE(formats(megatron).master, std::optional(Dtype::Fp32));
            QCOMPARE(formats(megatron, {{"precision-weights", "fp16"}}).gradients, Dtype::Fp16);
        }
        for (const char* sharded : {"fsdp2", "torchtitan", "accelerate", "llm-foundry", "maxtext"}) {
            const Precision precision = formats(sharded);
            QCOMPARE(precision.weights, Dtype::Fp32);
            QCOMPARE(precision.compute, std::optional(Dtype::Bf16));
            QCOMPARE(precision.gradients, Dtype::Fp32);
            QVERIFY(!precision.master);
            const Precision narrow = formats(sharded, {{"precision-weights", "bf16"}});
            QVERIFY(!narrow.compute);
            QCOMPARE(narrow.optimizerState, Dtype::Bf16);
        }
        QCOMPARE(formats("huggingface").optimizerState, Dtype::Bf16);
        QCOMPARE(formats("huggingface", {{"lora-rank", "8"}}).gradients, Dtype::Fp32);
        QCOMPARE(formats("deepspeed").gradients, Dtype::Bf16);
        const Precision unset = formats("automodel");
        QVERIFY(unset.weights == Dtype::Bf16 && unset.optimizerState == Dtype::Bf16 && !unset.master);
        const Precision scaling = formats("aleph-alpha-scaling");
        QVERIFY(scaling.gradients == Dtype::Bf16 && scaling.master == Dtype::Fp32);
        // Programs' habits are those of transformers.
        QCOMPARE(planOf(model("dlrm-v2-mlperf"), {}).precision.gradients, Dtype::Bf16);
    }

    /// A whole plan says everything: read again it is the same, under its former key too.
    void whatIsWrittenIsReadAgain()
    {
        const ModelSpec llama = model("llama-3-8b");
        for (const Framework one : valuesOf<Framework>()) {
            const auto plan = parsePlan("", "", with({}, one), llama);
            QVERIFY(plan.ok());
            Value document = planDocument(*plan);
            QVERIFY(document.find("framework") != nullptr && document.find("implementation") != nullptr);
            QVERIFY(*parsePlan(document, "plan.json", {}, llama) == *plan);
            std::erase_if(document.members, [](const auto& member) { return member.first == "framework"; });
            QVERIFY(*parsePlan(document, "plan.json", {}, llama) == *plan);
            document.member("framework") = Value::ofText(one == Framework::Fsdp2 ? "popart" : "fsdp2");
            QVERIFY(!parsePlan(document, "plan.json", {}, llama).ok());
        }
    }
};

SHARDSCOPE_TEST(TstFrameworkDefaults)
#include "tst_framework_defaults.moc"
