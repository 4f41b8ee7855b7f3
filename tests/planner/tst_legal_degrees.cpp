// SPDX-License-Identifier: GPL-3.0-or-later
// What each parallelism asks of a plan's degrees, and where the refusal is placed.
#include "planner/parallelism/parallelism.h"
#include "planner/parallelism/plan_layout.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include "core/plan/plan_file.h"
#include "planner/layout.h"

#include <QTest>

#include <random>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

Result<Plan> parsed(const std::string& json,
                    const std::vector<std::pair<std::string, std::string>>& options = {})
{
    return parsePlan(json, "plan.json", options, gpt3Model(), checkLayout);
}

ModelSpec twoLayers()
{
    ModelSpec model;
    LayerList list;
    list.layers.resize(2);
    model.form = list;
    return model;
}

} // namespace

class TstLegalDegrees : public QObject {
    Q_OBJECT
private slots:
    /// The row's first word is the file of planner/parallelism that refuses.
    void refuses_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("pointer");
        const auto row = [](const char* name, const char* json, ErrorCode code, const char* pointer) {
            QTest::newRow(name) << json << int(code) << pointer;
        };
        row("tensor: heads", R"({"parallel": {"tensor": 7}})", ErrorCode::NotDivisible, "/parallel/tensor");
        row("tensor: its second dimension", R"({"parallel": {"tensor": 4, "tensor_second": 3}})",
            ErrorCode::NotDivisible, "/parallel/tensor_second");
        row("tensor: checkpoints in parts", R"({"partitioned_activations": true})", ErrorCode::Inconsistent,
            "/partitioned_activations");
        row("context: tokens", R"({"parallel": {"context": 3}})", ErrorCode::NotDivisible,
            "/parallel/context");
        row("expert: ranks", R"({"parallel": {"replica": 4, "expert": 3}})", ErrorCode::NotDivisible,
            "/parallel/expert");
        row("expert: none in the model", R"({"parallel": {"replica": 4, "expert": 2}})",
            ErrorCode::Inconsistent, "/parallel/expert");
        row("pipeline: more stages than layers", R"({"parallel": {"pipeline": 97}})", ErrorCode::OutOfRange,
            "/parallel/pipeline");
        row("pipeline: layers do not add up", R"({"parallel": {"pipeline": 2}, "layers_per_stage": [1, 2]})",
            ErrorCode::Inconsistent, "/layers_per_stage");
        row("pipeline: chunks", R"({"parallel": {"pipeline": 2, "virtual_stages": 64}})",
            ErrorCode::OutOfRange, "/parallel/virtual_stages");
        row("replica: shards", R"({"parallel": {"replica": 4}, "sharding": {"weights": 3}})",
            ErrorCode::NotDivisible, "/sharding/weights");
        row("phased: too many", R"({"phases": 1000})", ErrorCode::OutOfRange, "/phases");
    }
    void refuses()
    {
        QFETCH(QString, json);
        QFETCH(int, code);
        QFETCH(QString, pointer);
        const auto plan = parsed(json.toStdString());
        QVERIFY(!plan.ok());
        QCOMPARE(int(plan.error().code), code);
        QCOMPARE(QString::fromStdString(plan.error().place.jsonPointer), pointer);
        QCOMPARE(plan.error().place.file, std::string("plan.json"));
        // The plan itself can be read: exactly the parallelism that the row names refuses it.
        const auto read = parsePlan(json.toStdString(), "plan.json", {}, gpt3Model());
        QVERIFY(read.ok());
        const std::string row = QTest::currentDataTag();
        for (const Parallelism* one : kParallelisms) {
            const bool refused = one->legal != nullptr && one->legal(*read, gpt3Model());
            QVERIFY2(refused == (one->name == row.substr(0, row.find(':'))), one->name.data());
        }
    }

    void anOptionIsRefusedAtTheOption()
    {
        const auto plan = parsed("", {{"tensor", "7"}});
        QVERIFY(!plan.ok() && plan.error().code == ErrorCode::NotDivisible);
        QCOMPARE(plan.error().place.file, std::string("--tensor"));
    }

    void layersThatAreNoTransformersAreNotCut()
    {
        const ModelSpec model = twoLayers();
        Plan plan;
        QVERIFY(checkLayout(plan, model).ok());
        plan.axes.pipeline = 2;
        QVERIFY(checkLayout(plan, model).ok());
        plan.axes.pipeline = 3;
        QCOMPARE(checkLayout(plan, model).error().place.jsonPointer, std::string("/parallel/pipeline"));
        const auto refused = [&](const Plan& cut) {
            const auto checked = checkLayout(cut, model);
            return !checked && checked.error().code == ErrorCode::NotSupported;
        };
        for (std::int64_t Axes::*const axis : {&Axes::tensor, &Axes::context}) {
            Plan cut;
            cut.axes.*axis = 2;
            QVERIFY(refused(cut));
        }
        Plan experts;
        experts.axes.replica = experts.axes.expert = 2;
        QVERIFY(refused(experts));
        Plan again;
        again.recompute = Recompute::Selective;
        QVERIFY(refused(again));
    }

    void randomPlansAreLegal()
    {
        std::mt19937_64 random(7);
        for (int i = 0; i < 200; ++i)
            QVERIFY(checkLayout(randomPlan(gpt3Model(), random), gpt3Model()).ok());
    }
};

SHARDSCOPE_TEST(TstLegalDegrees)
#include "tst_legal_degrees.moc"
