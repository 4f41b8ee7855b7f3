// SPDX-License-Identifier: GPL-3.0-or-later
// Plan files and options: what they say, what they leave to defaults, what is refused and why.
#include "core/plan/plan_file.h"
#include "tests/support/core_reader.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include <set>

using namespace shardscope::core;
using namespace shardscope::tests;
using Options = std::vector<std::pair<std::string, std::string>>;

namespace {

// The contract's own example, word for word.
constexpr const char* kExample =
    R"({"parallel": {"tensor": 8, "pipeline": 8, "replica": 4, "context": 1, "expert": 1,
 "virtual_stages": 1, "sequence_parallel": true},
 "batch": {"micro_batch": 1, "global_batch": 64, "sequence_length": 2048},
 "schedule": "1f1b",
 "sharding": {"weights": 4, "gradients": 4, "optimizer": 4},
 "recompute": "selective", "attention": "eager", "gathered_inputs": "saved",
 "precision": {"weights": "bf16", "gradients": "bf16", "master": "fp32", "optimizer_state": "fp32", "autocast": false},
 "optimizer": "adamw",
 "residency": {"weights": "device", "gradients": "device", "optimizer": "device", "activations": "device"},
 "phases": 0, "phase_source": "streaming",
 "implementation": "megatron", "kernels": "fused"})";

Result<Plan> parsed(const std::string& json, const Options& options = {})
{
    return parsePlan(json, "plan.json", options, gpt3Model());
}

QString describe(const Error& error)
{
    QString text = QString::number(int(error.code)) + ' ' + QString::fromStdString(error.place.jsonPointer);
    for (const std::string& arg : error.args)
        text += " [" + QString::fromStdString(arg) + ']';
    return text;
}

} // namespace

class TstPlanFile : public QObject {
    Q_OBJECT
private slots:
    void someoneMustSayHowLongASampleIs()
    {
        ModelSpec model = gpt3Model();
        auto& shape = std::get<Transformer>(model.form);
        shape.learnedPositions = false;
        shape.maxSequence = 0;
        const auto silent = parsePlan("", "", {}, model);
        QVERIFY(!silent.ok());
        QVERIFY2(silent.error().code == ErrorCode::MissingKey, qPrintable(describe(silent.error())));
        QCOMPARE(silent.error().args.at(0), std::string("sequence_length"));
        QCOMPARE(silent.error().place.jsonPointer, std::string("/batch"));
        QVERIFY(parsePlan("", "", {{"sequence-length", "4096"}}, model).ok());
    }

    void readsTheContractsExample()
    {
        const auto plan = parsed(kExample);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(describe(plan.error())));
        QCOMPARE(plan->axes.devices(), std::int64_t(256));
        QCOMPARE(plan->batch.microBatches, std::int64_t(16));
        QCOMPARE(plan->sharding.weights, std::int64_t(4));
        QCOMPARE(plan->precision.master.value_or(Dtype::Int8), Dtype::Fp32);
        QVERIFY(plan->recompute == Recompute::Selective);
        QVERIFY(plan->attention == Attention::Eager);
    }

    void everyKeyHasItsOwnOption()
    {
        std::set<std::string> options;
        for (const PlanKey& key : planKeys()) {
            QVERIFY2(options.insert(key.option).second, key.option.c_str());
            QVERIFY(key.alias.empty() || options.insert(key.alias).second);
            QVERIFY(!key.help.empty() && !key.values.empty());
        }
    }

    void defaultsAreRepeated()
    {
        const auto plan = parsed("");
        QVERIFY(plan.ok());
        const auto written = nlohmann::json::parse(planJson(*plan));
        for (const PlanKey& key : planKeys()) {
            // Presets and what stands only where it differs are not repeated.
            const bool silent =
                key.pointer == "/sharding/zero_stage" || key.pointer == "/precision/compute" ||
                key.pointer == "/layers_per_stage" || key.pointer == "/recompute_layers" ||
                key.pointer == "/wire" || key.pointer == "/options" || key.pointer == "/placement" ||
                key.pointer == "/framework_release" || key.pointer == "/norm_kernels" ||
                key.pointer == "/parallel/context_exchange" || key.pointer == "/parallel/expert_dispatch" ||
                key.pointer == "/parallel/expert_overlap" || key.pointer == "/parallel/expert_imbalance" ||
                key.pointer == "/expert_kernels" || key.pointer == "/cuda_graphs" ||
                key.pointer == "/precision/attention" || key.pointer == "/batch/packed_length" ||
                key.pointer.starts_with("/lora/");
            QVERIFY2(silent || written.contains(nlohmann::json::json_pointer(key.pointer)),
                     key.pointer.c_str());
        }
        QCOMPARE(written["/batch/sequence_length"_json_pointer].get<int>(), 2048);
        QCOMPARE(written["/batch/global_batch"_json_pointer].get<int>(), 1);
        QCOMPARE(written["/precision/master"_json_pointer].get<std::string>(), std::string("fp32"));
        QCOMPARE(written["/kernels"_json_pointer].get<std::string>(), std::string("fused"));
    }

    void masterWeightsOnlyBesideSixteenBits()
    {
        QVERIFY(!parsed(R"({"precision": {"weights": "fp32"}})")->precision.master);
        QVERIFY(
            parsed(R"({"implementation": "deepspeed", "precision": {"weights": "fp16"}})")->precision.master);
        QVERIFY(!parsed(R"({"precision": {"master": "none"}})")->precision.master);
        QVERIFY(parsed(R"({"precision": {"weights": "fp16"}})")->precision.gradients == Dtype::Fp16);
    }

    void randomPlansSurviveWritingAndReading()
    {
        std::mt19937_64 random(7);
        for (int i = 0; i < 500; ++i) {
            const Plan plan = randomPlan(gpt3Model(), random);
            const auto again = parsed(planJson(plan));
            QVERIFY2(again.ok(), again.ok() ? "" : qPrintable(describe(again.error())));
            QVERIFY2(*again == plan, planJson(plan).c_str());
        }
    }

    void placementsAreWrittenAsTheyAreRead()
    {
        ModelSpec model;
        Recommender tables;
        tables.tables = {{"t1", 10, 8, 1, Dtype::Fp32, OptimizerKind::Sgd, 1, 0},
                         {"a/b", 10, 8, 1, Dtype::Fp32, OptimizerKind::Sgd, 1, 0}};
        model.form = tables;
        const auto plan = parsePlan(
            R"({"placement": {"t1": "row_wise column_wise"}, "consistency": {"embedding": "asynchronous", "prefetch": false}})",
            "plan.json", {{"placement", "a/b=table_wise fused_uvm device 3"}}, model);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(describe(plan.error())));
        QVERIFY(!plan->consistency.prefetch);
        QCOMPARE(plan->placement.size(), std::size_t{2});
        const TableConstraint& pinned = plan->placement.at("a/b");
        QVERIFY(pinned.shardings == std::vector{TableSharding::TableWise});
        QVERIFY(pinned.kernels == std::vector{LookupKernel::FusedUvm});
        QCOMPARE(pinned.device.value_or(-1), std::int64_t{3});
        QCOMPARE(textOf(plan->placement.at("t1")), std::string("row_wise column_wise"));
        const auto again = parsePlan(planJson(*plan), "plan.json", {}, model);
        QVERIFY2(again.ok(), again.ok() ? "" : qPrintable(describe(again.error())));
        QVERIFY(*again == *plan);
        const auto unknown = parsePlan(R"({"placement": {"t2": "row_wise"}})", "plan.json", {}, model);
        QVERIFY(!unknown.ok() && unknown.error().code == ErrorCode::UnknownName);
    }

    void twoOfThreeSettleTheBatch_data()
    {
        QTest::addColumn<QString>("batch");
        QTest::addColumn<QList<qint64>>("wanted"); // micro, number, global, for four replicas
        QTest::newRow("none") << "{}" << QList<qint64>{1, 1, 4};
        QTest::newRow("micro") << "{\"micro_batch\": 3}" << QList<qint64>{3, 1, 12};
        QTest::newRow("number") << "{\"micro_batches\": 3}" << QList<qint64>{1, 3, 12};
        QTest::newRow("global") << "{\"global_batch\": 8}" << QList<qint64>{2, 1, 8};
        QTest::newRow("micro, number")
            << "{\"micro_batch\": 2, \"micro_batches\": 5}" << QList<qint64>{2, 5, 40};
        QTest::newRow("micro, global")
            << "{\"micro_batch\": 2, \"global_batch\": 64}" << QList<qint64>{2, 8, 64};
        QTest::newRow("number, global")
            << "{\"micro_batches\": 4, \"global_batch\": 64}" << QList<qint64>{4, 4, 64};
        QTest::newRow("all") << "{\"micro_batch\": 4, \"micro_batches\": 4, \"global_batch\": 64}"
                             << QList<qint64>{4, 4, 64};
    }
    void twoOfThreeSettleTheBatch()
    {
        QFETCH(QString, batch);
        QFETCH(QList<qint64>, wanted);
        const auto plan = parsed("{\"parallel\": {\"replica\": 4}, \"batch\": " + batch.toStdString() + "}");
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(describe(plan.error())));
        QCOMPARE((QList<qint64>{plan->batch.microBatch, plan->batch.microBatches, plan->batch.globalBatch}),
                 wanted);
    }

    void zeroStagesArePresets()
    {
        const std::int64_t expected[4][3] = {{1, 1, 1}, {1, 1, 8}, {1, 8, 8}, {8, 8, 8}};
        for (int stage = 0; stage < 4; ++stage) {
            const auto plan = parsed("", {{"replica", "8"}, {"zero-stage", std::to_string(stage)}});
            QVERIFY(plan.ok());
            QCOMPARE(plan->sharding.weights, expected[stage][0]);
            QCOMPARE(plan->sharding.gradients, expected[stage][1]);
            QCOMPARE(plan->sharding.optimizer, expected[stage][2]);
        }
        // The preset as an option wins over the file's degrees; a degree beside it as an option wins over the
        // preset.
        const auto over = parsed(kExample, {{"zero-stage", "1"}});
        QCOMPARE(over->sharding.weights, std::int64_t(1));
        QCOMPARE(parsed(kExample, {{"zero-stage", "1"}, {"rts", "2"}})->sharding.weights, std::int64_t(2));
    }

    void aWholeNumberMayBeWrittenWithAnExponent()
    {
        const auto plan = parsed({}, {{"training-tokens", "300e9"}});
        QVERIFY(plan.ok());
        QCOMPARE(plan->training.tokens, std::int64_t{300'000'000'000});
        for (const char* wrong : {"1.5", "1e400", "3e", "0x10", "nan", ""})
            QVERIFY2(!parsed({}, {{"training-tokens", wrong}}).ok(), wrong);
    }

    /// Words as other programs and papers write them; what is none of ours is told, never taken for another.
    void wordsThatOthersWrite()
    {
        const ModelSpec model = smallModel();
        const auto said = [&](const char* option, const char* word) {
            return parsePlan("{}", "plan.json", {{option, word}}, model);
        };
        for (const char* word : {"BF16", "bfloat16"})
            QVERIFY(said("precision-weights", word)->precision.weights == Dtype::Bf16);
        for (const char* word : {"half", "float16", "FP16"})
            QVERIFY(said("precision-weights", word)->precision.weights == Dtype::Fp16);
        for (const char* word : {"Megatron-LM", "megatron core", "NeMo", "Megatron"})
            QVERIFY(said("framework", word)->implementation == Framework::Megatron);
        for (const char* word : {"Hugging Face", "transformers", "HF"})
            QVERIFY(said("framework", word)->implementation == Framework::HuggingFace);
        QVERIFY(said("framework", "FSDP2")->implementation == Framework::Fsdp2);
        QVERIFY(said("framework", "LLM Foundry")->implementation == Framework::LlmFoundry);
        QVERIFY(parsePlan(R"({"schedule": "ZB-H1", "parallel": {"pipeline": 2}})", "plan.json", {}, model)
                    ->schedule == Schedule::ZeroBubble);
        for (const auto& [option, word] :
             {std::pair("compute", "fp4"), std::pair("framework", "xla"), std::pair("framework", "fsdp"),
              std::pair("precision-weights", "-")})
            QVERIFY2(said(option, word).error().code == ErrorCode::UnknownValue, word);
        QCOMPARE(said("compute", "fp4").error().args.at(1), std::string("nvfp4"));
    }

    void optionsWinOverTheFile()
    {
        const auto plan = parsed(kExample, {{"tensor", "4"},
                                            {"replica", "2"},
                                            {"micro-batches", "3"},
                                            {"sequence-parallel", "false"},
                                            {"layers-per-stage", "11,13,12,12,12,12,12,12"},
                                            {"wire", "all_reduce=fp8,all_gather=fp16"},
                                            {"sharding-weights", "2"},
                                            {"sharding-gradients", "1"},
                                            {"rts-optimizer", "2"}});
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(describe(plan.error())));
        QCOMPARE(plan->axes.tensor, std::int64_t(4));
        QVERIFY(!plan->axes.sequenceParallel);
        QCOMPARE(plan->batch.microBatches, std::int64_t(3));
        QCOMPARE(plan->batch.globalBatch,
                 std::int64_t(64 - 58)); // 1 · 3 · 2: the file's global batch is overruled
        QCOMPARE(plan->layersPerStage[1], std::int64_t(13));
        QVERIFY(plan->wire.at("all_reduce") == Dtype::Fp8);
    }

    void schedulesFollowWhatNeedsThem()
    {
        QVERIFY(parsed("", {{"pipeline", "8"}, {"virtual-stages", "3"}})->schedule == Schedule::Interleaved);
        QVERIFY(parsed("", {{"phases", "4"}})->schedule == Schedule::Phased);
        QCOMPARE(parsed("", {{"pipeline", "8"}, {"schedule", "phased"}})->phases, std::int64_t(12));
    }

    void dualPipeIsAPresetOfDualPipeV()
    {
        // deepseek-ai/DualPipe, README: the p ranks cut in half, each direction a replica.
        const auto same = [&](Options asked, const Options& meant) {
            asked.emplace_back("schedule", "dualpipe");
            const auto plan = parsed("", asked);
            QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(describe(plan.error())));
            Options folded = meant;
            folded.emplace_back("schedule", "dualpipev");
            QVERIFY(*plan == *parsed("", folded));
            // What is written is read as the same plan again.
            QVERIFY(*parsed(planJson(*plan)) == *plan);
        };
        same({{"pipeline", "8"}, {"micro-batches", "16"}, {"zero-stage", "1"}},
             {{"pipeline", "4"}, {"replica", "2"}, {"micro-batches", "8"}, {"zero-stage", "1"}});
        same({{"pipeline", "8"}, {"replica", "3"}, {"micro-batch", "2"}, {"global-batch", "96"}},
             {{"pipeline", "4"}, {"replica", "6"}, {"micro-batch", "2"}, {"global-batch", "96"}});
        // An option outweighs the file in either direction.
        const char* file =
            R"({"parallel": {"pipeline": 8}, "batch": {"micro_batches": 16}, "schedule": "dualpipe"})";
        QCOMPARE(parsed(file)->axes.pipeline, std::int64_t(4));
        QCOMPARE(parsed(file, {{"schedule", "1f1b"}})->axes.pipeline, std::int64_t(8));
        QCOMPARE(parsed(file, {{"micro-batches", "32"}})->batch.microBatches, std::int64_t(16));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("nearest");
        const auto row = [](const char* name, const char* json, ErrorCode code, const char* pointer,
                            const char* nearest = "") {
            QTest::newRow(name) << json << int(code) << pointer << nearest;
        };
        row("unknown key", R"({"paralel": {}})", ErrorCode::UnknownKey, "/paralel", "parallel");
        row("unknown inner key", R"({"parallel": {"tensr": 2}})", ErrorCode::UnknownKey, "/parallel/tensr",
            "tensor");
        row("unknown value", R"({"schedule": "1f1p"})", ErrorCode::UnknownValue, "/schedule", "1f1b");
        row("unknown dtype", R"({"precision": {"weights": "bf61"}})", ErrorCode::UnknownValue,
            "/precision/weights", "bf16");
        row("unknown collective", R"({"wire": {"all_reduc": "fp8"}})", ErrorCode::UnknownKey,
            "/wire/all_reduc", "all_reduce");
        row("zero", R"({"parallel": {"tensor": 0}})", ErrorCode::OutOfRange, "/parallel/tensor");
        row("negative", R"({"batch": {"micro_batch": -1}})", ErrorCode::OutOfRange, "/batch/micro_batch");
        row("huge", R"({"parallel": {"tensor": 1e300}})", ErrorCode::OutOfRange, "/parallel/tensor");
        row("beyond 64 bits", R"({"parallel": {"tensor": 99999999999999999999}})", ErrorCode::OutOfRange,
            "/parallel/tensor");
        row("fraction", R"({"parallel": {"tensor": 1.5}})", ErrorCode::WrongType, "/parallel/tensor");
        row("text for a number", R"({"parallel": {"tensor": "8"}})", ErrorCode::WrongType,
            "/parallel/tensor");
        row("list for an object", R"({"parallel": []})", ErrorCode::WrongType, "/parallel");
        row("list for a plan", "[]", ErrorCode::WrongType, "");
        row("text for a list", R"({"layers_per_stage": "3,7"})", ErrorCode::WrongType, "/layers_per_stage");
        row("stage 4", R"({"sharding": {"zero_stage": 4}})", ErrorCode::OutOfRange, "/sharding/zero_stage");
        row("batch contradicts", R"({"batch": {"micro_batch": 2, "micro_batches": 2, "global_batch": 5}})",
            ErrorCode::Inconsistent, "/batch/global_batch");
        row("batch does not divide", R"({"parallel": {"replica": 3}, "batch": {"global_batch": 4}})",
            ErrorCode::NotDivisible, "/batch/global_batch");
        row("too many samples",
            R"({"parallel": {"replica": 1000}, "batch": {"micro_batch": 1000000000, "micro_batches": 1000000000}})",
            ErrorCode::OutOfRange, "/batch/micro_batches");
        row("sequence too long", R"({"batch": {"sequence_length": 4096}})", ErrorCode::OutOfRange,
            "/batch/sequence_length");
        row("a sharding that is none", R"({"placement": {"t": "row_wize"}})", ErrorCode::UnknownValue,
            "/placement/t", "row_wise");
        row("a device without number", R"({"placement": {"t": "table_wise device"}})", ErrorCode::WrongType,
            "/placement/t");
        row("a device below zero", R"({"placement": {"t": "device -1"}})", ErrorCode::OutOfRange,
            "/placement/t");
        row("a device beyond 64 bits", R"({"placement": {"t": "device 99999999999999999999"}})",
            ErrorCode::OutOfRange, "/placement/t");
        row("nothing fixed", R"({"placement": {"t": " "}})", ErrorCode::MissingKey, "/placement/t");
        row("a place that is no text", R"({"placement": {"t": 3}})", ErrorCode::WrongType, "/placement/t");
        row("tables of a model that has none", R"({"placement": {"t": "row_wise"}})", ErrorCode::Inconsistent,
            "/placement");
        row("an odd DualPipe", R"({"parallel": {"pipeline": 3}, "schedule": "dualpipe"})",
            ErrorCode::NotDivisible, "/schedule");
        row("DualPipe of odd micro-batches",
            R"({"parallel": {"pipeline": 2}, "batch": {"micro_batches": 5}, "schedule": "dualpipe"})",
            ErrorCode::NotDivisible, "/schedule");
        row("DualPipe with a list by stage",
            R"({"parallel": {"pipeline": 2}, "layers_per_stage": [6, 6], "schedule": "dualpipe"})",
            ErrorCode::Inconsistent, "/layers_per_stage");
        row("too many devices", R"({"parallel": {"replica": 1000000, "context": 2048}})",
            ErrorCode::OutOfRange, "/parallel/replica");
    }
    void refuses()
    {
        QFETCH(QString, json);
        QFETCH(int, code);
        QFETCH(QString, pointer);
        QFETCH(QString, nearest);
        const auto plan = parsed(json.toStdString());
        QVERIFY(!plan.ok());
        QVERIFY2(int(plan.error().code) == code, qPrintable(describe(plan.error())));
        QCOMPARE(QString::fromStdString(plan.error().place.jsonPointer), pointer);
        QCOMPARE(plan.error().place.file, std::string("plan.json"));
        if (!nearest.isEmpty())
            QCOMPARE(QString::fromStdString(plan.error().args.at(1)), nearest);
    }

    void optionsAreRefusedAtTheOption_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("code");
        QTest::newRow("unknown") << "tensr"
                                 << "2" << int(ErrorCode::UnknownKey);
        QTest::newRow("not a number") << "tensor"
                                      << "two" << int(ErrorCode::WrongType);
        QTest::newRow("empty") << "tensor"
                               << "" << int(ErrorCode::WrongType);
        QTest::newRow("trailing") << "tensor"
                                  << "2x" << int(ErrorCode::WrongType);
        QTest::newRow("zero") << "tensor"
                              << "0" << int(ErrorCode::OutOfRange);
        QTest::newRow("not a flag") << "autocast"
                                    << "maybe" << int(ErrorCode::WrongType);
        QTest::newRow("bad word") << "recompute"
                                  << "ful" << int(ErrorCode::UnknownValue);
        QTest::newRow("bad list") << "layers-per-stage"
                                  << "3,,7" << int(ErrorCode::WrongType);
        QTest::newRow("bad map") << "wire"
                                 << "all_reduce" << int(ErrorCode::UnknownValue);
    }
    void optionsAreRefusedAtTheOption()
    {
        QFETCH(QString, option);
        QFETCH(QString, text);
        QFETCH(int, code);
        const auto plan = parsed("", {{option.toStdString(), text.toStdString()}});
        QVERIFY(!plan.ok());
        QVERIFY2(int(plan.error().code) == code, qPrintable(describe(plan.error())));
        QCOMPARE(QString::fromStdString(plan.error().place.file), "--" + option);
    }

    void malformedTextEndsInAnError()
    {
        const std::string whole = kExample;
        QVERIFY(!parsed(" \n").ok());
        for (int tenth = 1; tenth < 10; ++tenth)
            QVERIFY(!parsed(whole.substr(0, whole.size() * std::size_t(tenth) / 10)).ok());
        QVERIFY(!parsed(std::string(100000, '[')).ok());
        std::string objects;
        for (int i = 0; i < 10000; ++i)
            objects += "{\"parallel\":";
        QVERIFY(!parsed(objects).ok());
        QVERIFY(!parsed("{\"schedule\": \"\xff\xfe\"}").ok());
        QVERIFY(!parsed("{\"schedule\": \"1f1b\"}" + std::string("\0x", 2)).ok());
    }

    void anyByteChangedNeverCrashes()
    {
        std::mt19937_64 random(11);
        for (int i = 0; i < 3000; ++i) {
            std::string text = kExample;
            for (int change = 0; change < 3; ++change)
                text[random() % text.size()] = static_cast<char>(random() % 256);
            const auto plan = parsed(text);
            QVERIFY(plan.ok() || !plan.error().place.file.empty());
        }
    }
};

SHARDSCOPE_TEST(TstPlanFile)
#include "tst_plan_file.moc"
