// SPDX-License-Identifier: GPL-3.0-or-later
// Case files and fits from them: what is read, and what is refused with its place.
#include "app/session/accuracy/calibration.h"
#include "app/session/accuracy/cases.h"
#include "planner/calibration.h"
#include "planner/planner.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace shardscope;

namespace {

const core::Catalog& catalog()
{
    static const core::Catalog found(SHARDSCOPE_SOURCE_DIR "/resources");
    return found;
}

class Folder {
public:
    std::filesystem::path put(const char* name, const std::string& text) const
    {
        std::filesystem::path file = m_folder.filePath(QString::fromUtf8(name)).toStdString();
        std::ofstream(file) << text;
        return file;
    }

private:
    QTemporaryDir m_folder;
};

constexpr auto kGood =
    R"({"id": "a", "group": "g", "model": "gpt3-175b", "hardware": "dgx-a100-80g",)"
    R"( "plan": {"parallel": {"tensor": 8}}, "measured": {"step_seconds": 2, "parameters": 3}})";

} // namespace

class TstCases : public QObject {
    Q_OBJECT
private slots:
    void linesAndArraysReadAlike()
    {
        const Folder folder;
        std::string line = kGood;
        line.push_back('\n');
        std::string array(1, '[');
        array.append(kGood).push_back(']');
        for (const auto& file : {folder.put("a.jsonl", line), folder.put("a.json", array)}) {
            const auto cases = app::loadCases(catalog(), {file});
            QVERIFY(cases.ok());
            QCOMPARE(cases->size(), std::size_t{1});
            const app::Case& one = cases->front();
            QVERIFY(!one.problem);
            QCOMPARE(one.id, std::string("a"));
            QCOMPARE(one.group, std::string("g"));
            QCOMPARE(one.plan.axes.tensor, std::int64_t{8});
            QCOMPARE(one.measured.size(), std::size_t{2});
            QCOMPARE(one.measured.front().first, std::string("step_seconds"));
            QVERIFY(!one.tolerance && !one.collectivesAbsent);
        }
    }

    /// A case whose source is a program's repository ran that program, whatever library of its family it
    /// says.
    void aSourceNamesTheProgram()
    {
        const Folder folder;
        const auto read = [&](const std::string& source, const std::string& said) {
            const auto cases = app::loadCases(
                catalog(),
                {folder.put("one.json", R"({"id": "a", "model": "llama-3-8b", "hardware": "dgx-h100",)"
                                        R"( "source": ")" +
                                            source + R"(", "plan": {"implementation": ")" + said +
                                            R"("}, "measured": {"step_seconds": 2}})")});
            return cases.ok() ? cases->front().plan.implementation : core::Framework::Persia;
        };
        using core::Framework;
        QCOMPARE(read("NVIDIA-NeMo/Automodel docs/performance-summary.mdx", "fsdp2"), Framework::AutoModel);
        QCOMPARE(read("pytorch/torchtitan docs/performance.md", "fsdp2"), Framework::Torchtitan);
        QCOMPARE(read("huggingface/trl pull 6846", "fsdp2"), Framework::Fsdp2);
        QCOMPARE(read("NVIDIA-NeMo/Automodel docs/performance-summary.mdx", "megatron"), Framework::Megatron);
    }

    void brokenFilesAreToldWithTheirLine()
    {
        const Folder folder;
        const auto syntax =
            app::loadCases(catalog(), {folder.put("a.jsonl", std::string(kGood).append("\n{oops\n"))});
        QVERIFY(!syntax.ok());
        QCOMPARE(syntax.error().code, core::ErrorCode::SyntaxError);
        QCOMPARE(syntax.error().place.line.value_or(0), std::uint64_t{2});
        const auto missing = app::loadCases(catalog(), {folder.put("b.jsonl", "{\"id\": \"a\"}\n")});
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, core::ErrorCode::MissingKey);
        QCOMPARE(missing.error().args.front(), std::string("model"));
        const auto wrong = app::loadCases(
            catalog(),
            {folder.put("c.jsonl", R"({"id": "a", "model": "gpt3-175b", "hardware": "dgx-a100-80g",)"
                                   R"( "measured": {"step_seconds": "2"}})")});
        QVERIFY(!wrong.ok());
        QCOMPARE(wrong.error().place.jsonPointer, std::string("/measured/step_seconds"));
        QVERIFY(!app::loadCases(catalog(), {"/no/such/file.jsonl"}).ok());
    }

    void anUnusableModelOrPlanIsTheCasesOwnProblem()
    {
        const Folder folder;
        const auto cases = app::loadCases(
            catalog(),
            {folder.put("a.jsonl",
                        R"({"id": "a", "model": "nothing", "hardware": "dgx-a100-80g", "measured": {}})"
                        "\n"
                        R"({"id": "b", "model": "gpt3-175b", "hardware": "dgx-a100-80g",)"
                        R"( "plan": {"parallel": {"tensor": -1}}, "measured": {}})"
                        "\n")});
        QVERIFY(cases.ok());
        QCOMPARE(cases->size(), std::size_t{2});
        QVERIFY(cases->at(0).problem && cases->at(0).model == nullptr);
        QVERIFY(cases->at(1).problem);
        QVERIFY(cases->at(1).problem->place.jsonPointer.rfind("/plan/parallel/tensor", 0) == 0);
    }

    void aRankAloneHasLinksWithoutTime()
    {
        const auto hardware = catalog().hardware("dgx-a100-80g");
        QVERIFY(hardware.ok());
        const core::HardwareSpec alone = app::withoutCollectives(*hardware);
        QCOMPARE(alone.links.size(), hardware->links.size());
        for (const core::Link& link : alone.links) {
            QVERIFY(link.bandwidth.value.value() > 1e20);
            QCOMPARE(link.latency.value.value(), 0.0);
        }
        // Nor does a calibrated collective's start count.
        const auto model = catalog().model("gpt3-175b");
        QVERIFY(model.ok());
        core::Plan plan;
        plan.axes.tensor = 8;
        plan.batch.sequenceLength = 2048;
        QVERIFY(planner::calibrationFor(alone, plan, *model) != nullptr);
        const auto seconds = [&](const core::HardwareSpec& machine) {
            const auto answer = planner::evaluate(*model, machine, plan, planner::Detail::Plain);
            return answer.ok() ? answer->step.at(core::StepPart::ExposedCommunication).seconds.value() : -1;
        };
        QVERIFY(seconds(*hardware) > 1e-2);
        QVERIFY(seconds(alone) >= 0 && seconds(alone) < 1e-12);
    }

    void aFitGoesIntoTheDescriptionAndOutAgain()
    {
        // The shipped rows of arXiv:2205.05198 and arXiv:2104.04473, from two coefficients.
        app::CalibrationCall call;
        call.cases = {SHARDSCOPE_SOURCE_DIR "/resources/cases/megatron_a100.jsonl"};
        call.hardware = "dgx-a100-80g";
        call.name = "tried";
        call.fit = {"gemm_rate", "node_rate"};
        call.weights = {{"step_seconds", 1}};
        call.folds = 4;
        const auto made = app::calibrateOn(catalog(), call);
        QVERIFY(made.ok());
        const core::Calibration* const fit = &made->calibration;
        QCOMPARE(fit->residuals.size(), std::size_t{1});
        QCOMPARE(fit->residuals.front().cases, std::int64_t{10});
        QVERIFY2(fit->residuals.front().fitted < 0.05,
                 qPrintable(QString::number(fit->residuals.front().fitted)));
        const auto text = app::describedWith(catalog(), "dgx-a100-80g", *fit);
        QVERIFY(text.ok());
        const Folder folder;
        const auto file = folder.put("machine.json", *text);
        const auto read = catalog().hardware(file.string());
        QVERIFY(read.ok());
        const auto before = catalog().hardware("dgx-a100-80g");
        QCOMPARE(read->calibrations.size(), before->calibrations.size() + 1);
        const core::Calibration& back = read->calibrations.back();
        QCOMPARE(back.name, std::string("tried"));
        QCOMPARE(back.coefficients, fit->coefficients);
        QCOMPARE(back.fitted, fit->fitted);
        QCOMPARE(back.residuals.front().heldOut, fit->residuals.front().heldOut);
        QCOMPARE(back.range.at("hidden").high, fit->range.at("hidden").high);
        // One of the same name is replaced.
        const auto again = app::describedWith(catalog(), file.string(), *fit);
        QVERIFY(again.ok());
        QCOMPARE(*again, *text);
        // A second fit does not begin where the first, which saw every shape, ended.
        call.hardware = file.string();
        const auto second = app::calibrateOn(catalog(), call);
        QVERIFY(second.ok());
        QCOMPARE(second->calibration.coefficients, fit->coefficients);
        QCOMPARE(second->calibration.residuals.front().heldOut, fit->residuals.front().heldOut);
    }
};

SHARDSCOPE_TEST(TstCases)
#include "tst_cases.moc"
