// SPDX-License-Identifier: GPL-3.0-or-later
// Published runs beside a plan: the list that is shipped, which of it is near, and a step that beats it.
#include "app/session/published/nearest_runs.h"
#include "app/session/published/published_names.h"
#include "app/session/published/published_runs.h"
#include "core/catalog/said_name.h"
#include "core/io/text_file.h"
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <set>

using namespace shardscope;
using tests::catalog;

namespace {

struct Asked {
    core::ModelSpec model;
    core::HardwareSpec hardware;
    core::Evaluation evaluation;
};

Asked asked(const char* model, const char* hardware,
            const std::vector<std::pair<std::string, std::string>>& options)
{
    Asked one{tests::model(model), tests::hardware(hardware), {}};
    one.evaluation =
        planner::evaluate(one.model, one.hardware, tests::planOf(one.model, options), planner::Detail::Bound)
            .value();
    return one;
}

app::PublishedBeside beside(const Asked& one)
{
    return app::publishedBeside(catalog(), one.model, one.hardware, one.evaluation);
}

core::Value shippedList()
{
    const std::string file = tests::sourceFile("resources/published_runs/runs.json");
    return core::parseJsonText(core::readTextFile(file).value(), file).value();
}

} // namespace

class TstNearestRuns : public QObject {
    Q_OBJECT
private slots:
    /// Every row has a source, a machine of the catalogue's, and a model that it has or a size.
    void theListIsWhole()
    {
        const core::Value list = shippedList();
        QVERIFY(app::published::isPublishedRuns(list));
        const std::vector<core::Value>& rows = list.find("rows")->items;
        const std::size_t sources = list.find("sources")->items.size();
        QVERIFY(rows.size() > 300);
        for (const core::Value& row : rows) {
            const core::Value* source = row.find("source");
            QVERIFY(source != nullptr && source->isNumber() && std::size_t(source->integer) < sources);
            const core::Value* machine = row.find(row.find("system") != nullptr ? "system" : "hardware");
            const bool odd = machine->text.find("NVL") != std::string::npos ||
                             machine->text.find("PCIe") != std::string::npos;
            QVERIFY2(odd || !core::machineWritten(machine->text).empty(), machine->text.c_str());
        }
        std::size_t planned = 0;
        for (const auto& run : app::published::publishedRuns(list))
            planned += run.problem ? 0 : 1;
        QVERIFY2(planned > 200, QByteArray::number(qulonglong(planned)));
    }

    /// Names as people write them.
    void modelsAreFoundByTheNamesPeopleWrite()
    {
        for (const auto& [written, known] : {std::pair{"LLAMA3_70B", "llama-3-70b"},
                                             {"Llama3.1-70B", "llama-3.1-70b"},
                                             {"Llama-2-70B", "llama-2-70b"},
                                             {"GPT OSS 120B", "gpt-oss-120b"},
                                             {"Qwen3_235B_a22B (tokendrop)", "qwen3-235b-a22b"},
                                             {"DeepSeekV3 (dropless)", "deepseek-v3"},
                                             {"Gemma3-12B", "gemma-3-12b"},
                                             {"OLMo-3-7B", "olmo-3-7b"}}) {
            const auto found = app::published::modelOf(written);
            QVERIFY2(found.is_string() && found.get<std::string>() == known, written);
            QVERIFY(catalog().model(known).ok());
        }
        QVERIFY(app::published::modelOf("DeepSeekV3 (w/ MTP)").is_null()); // another model
    }

    /// A number format that plans do not know, or that nobody states, is told and not taken for 16 bits.
    void oddFormatsAreTold()
    {
        for (const char* format : {R"(, "precision": "fp4")", R"(, "precision": "int8")", ""}) {
            const std::string text =
                std::string(R"({"conventions": "", "rows": [{"group": "a", "model": "LLAMA3_8B",
                "system": "DGX-H100", "gpus": 8, "t": 1, "p": 1, "seq": 8192, "global_batch": 8, "tok_s_gpu": 1)") +
                format + "}]}";
            const auto runs = app::published::publishedRuns(core::parseJsonText(text, "x").value());
            QCOMPARE(runs.size(), std::size_t{1});
            QVERIFY(runs.front().problem.has_value());
        }
    }

    /// A run's own configuration finds itself first, with a prediction; measured and predicted stand apart.
    void aPublishedRunIsNearestToItself()
    {
        const Asked one = asked("llama-3.1-405b", "dgx-h100",
                                {{"tensor", "8"},
                                 {"pipeline", "16"},
                                 {"replica", "64"},
                                 {"virtual-stages", "1"},
                                 {"sequence-parallel", "true"},
                                 {"zero-stage", "1"},
                                 {"global-batch", "2048"},
                                 {"sequence-length", "8192"},
                                 {"implementation", "megatron"}});
        const app::PublishedBeside found = beside(one);
        QVERIFY(!found.nearest.empty() && found.nearest.size() <= 3);
        const auto own = std::ranges::find_if(found.nearest, [](const app::NearestRun& run) {
            return run.model == "Llama-3.1-405B" && run.hardware == "H100-80GB";
        });
        QVERIFY(own != found.nearest.end());
        for (const app::NearestRun& run : found.nearest) {
            QVERIFY(!run.source.empty() && (run.stepSeconds || run.tokensPerSecond));
            QVERIFY(!run.predictedSeconds || *run.predictedSeconds > 0);
        }
    }

    /// A step that is made faster than all that is published says so, and one that is not does not.
    void aStepThatBeatsAllSaysSo()
    {
        Asked one = asked("llama-3-70b", "dgx-h100",
                          {{"tensor", "8"},
                           {"replica", "8"},
                           {"zero-stage", "3"},
                           {"sequence-parallel", "true"},
                           {"sequence-length", "8192"},
                           {"implementation", "megatron"}});
        one.evaluation.throughput.modelTflopsPerDevice = 0.54 * 989;
        QVERIFY(app::beatenText(beside(one)).isEmpty()); // 54.5 % of the peak were reached on 64
        one.evaluation.throughput.modelTflopsPerDevice = 0.60 * 989;
        const app::PublishedBeside beaten = beside(one);
        QVERIFY(beaten.beaten && beaten.beatenRuns > 10);
        QVERIFY2(app::beatenText(beaten).contains("faster than every published run"),
                 qPrintable(app::beatenText(beaten)));
        one.evaluation.plan.precision.compute = core::Dtype::Fp8; // a kind of its own
        QVERIFY(app::beatenText(beside(one)).isEmpty());
    }

    /// Rows that state a whole plan have their batch in it: a mixture on H100 was published at 270 TFLOP/s
    /// and more (NeMo AutoModel), where rows that state a batch beside it reach 196.
    void runsThatStateTheirPlansCount()
    {
        Asked one = asked("qwen3-30b-a3b", "dgx-h100",
                          {{"expert", "8"},
                           {"replica", "8"},
                           {"zero-stage", "3"},
                           {"sequence-length", "4096"},
                           {"implementation", "automodel"}});
        one.evaluation.throughput.modelTflopsPerDevice = 270;
        QVERIFY(app::beatenText(beside(one)).isEmpty());
        one.evaluation.throughput.modelTflopsPerDevice = 0.5 * 989;
        QVERIFY(beside(one).beatenRuns > 5);
    }

    void recommendersHaveTheirOwn()
    {
        const core::ModelSpec model = tests::model("dlrm-v2-mlperf");
        const core::HardwareSpec hardware = tests::hardware("dgx-h100");
        core::Evaluation evaluation;
        evaluation.plan.implementation = core::Implementation::HugeCtr;
        evaluation.devices = 64;
        const app::PublishedBeside found = app::publishedBeside(catalog(), model, hardware, evaluation);
        QVERIFY(!found.nearest.empty());
        for (const app::NearestRun& run : found.nearest)
            QVERIFY2(QString::fromStdString(run.model).startsWith("DLRM"), run.model.c_str());
        QVERIFY(
            app::publishedBeside(catalog(), tests::model("resnet-50"), hardware, evaluation).nearest.empty());
    }
};

SHARDSCOPE_TEST(TstNearestRuns)
#include "tst_nearest_runs.moc"
