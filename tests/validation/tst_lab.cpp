// SPDX-License-Identifier: GPL-3.0-or-later
// The laboratory: fits with parts left out, and the page of accuracy.
#include "app/session/text/messages.h"
#include "lab/accuracy_page.h"
#include "lab/one_run_page.h"
#include "lab/programs_page.h"
#include "lab/questions_page.h"
#include "lab/trainings_page.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sstream>

using namespace shardscope;

class TstLab : public QObject {
    Q_OBJECT
private slots:
    /// Whole trainings as a study answers them, those that are solved in a moment: what the page says of them
    /// is what comes out, and the list is read whole.
    void wholeTrainingsAreAnswered()
    {
        const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
        const std::filesystem::path list = SHARDSCOPE_SOURCE_DIR "/lab/trainings.json";
        const auto rows = lab::trainingRows(catalog, list);
        QVERIFY2(rows.ok(), rows.ok() ? "" : qPrintable(app::errorText(rows.error())));
        QVERIFY(rows->size() >= 15);
        std::size_t speeds = 0, goodputs = 0, days = 0, told = 0;
        for (const lab::TrainingRow& row : *rows) {
            QVERIFY2(row.refused.empty(), (row.name + ": " + row.refused).c_str());
            speeds += row.rate.inside().value_or(false) ? 1 : 0;
            goodputs += row.goodput.inside().value_or(false) ? 1 : 0;
            days += row.days.inside().value_or(false) ? 1 : 0;
            told += row.days.published ? 1 : 0;
        }
        qInfo("inside: speed %zu, goodput %zu, days %zu of %zu", speeds, goodputs, days, told);
        QVERIFY(told >= 14);
        QVERIFY2(days >= 10, qPrintable(QString::number(days)));
        // What docs/accuracy.md says is what is answered.
        std::ifstream page(SHARDSCOPE_SOURCE_DIR "/docs/accuracy.md");
        std::stringstream text;
        text << page.rdbuf();
        QVERIFY2(text.str().find(lab::trainingBlocks(*rows).front().second) != std::string::npos,
                 "docs/accuracy.md: write its table of whole trainings anew");
    }

    /// By framework, machine, kind and format; a rate counts as a step, and what a user gets goes before what
    /// the group's own calibration says.
    void programsAreToldApart()
    {
        const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
        app::Case dense;
        dense.id = "a";
        dense.group = "g";
        dense.hardware = "dgx-h100";
        dense.model = std::make_shared<const core::ModelSpec>(*catalog.model("llama-3.1-8b"));
        dense.plan.precision.weights = core::Dtype::Bf16;
        app::Case mixture = dense;
        mixture.id = "b";
        mixture.group = "h";
        mixture.model = std::make_shared<const core::ModelSpec>(*catalog.model("qwen3-30b-a3b"));
        const auto row = [](const char* id, const char* group, const char* key, double error) {
            app::ValidationRow made;
            made.id = id;
            made.group = group;
            made.key = key;
            made.measured = 1;
            made.predicted = 1 + error;
            made.error = error;
            made.low = 0.95;
            made.high = 1.3;
            return made;
        };
        app::Validation validation;
        validation.rows = {row("a", "g", "step_seconds", 0.5), row("a", "g", "peak_bytes", 0.7),
                           row("a", "g, no --calibration", "step_seconds", 0.1),
                           row("b", "h", "achieved_tflops_per_device", 0.25)};
        const std::string text = lab::programBlocks(validation, {dense, mixture}).front().second;
        for (const char* line :
             {"| megatron | dgx-h100 | dense | bf16 | 1 | 10.0 % | 10.0 % | 10.0 % | 1 of 1 |",
              "| megatron | dgx-h100 | mixture | bf16 | 1 | 20.0 % | -20.0 % | 20.0 % | 1 of 1 |"})
            QVERIFY2(text.find(line) != std::string::npos, text.c_str());
    }

    /// A question is met where the answer is above what was published by half its interval at most.
    void questionsAreMetWithinHalfTheInterval()
    {
        lab::QuestionRow met;
        met.name = "met";
        met.published = 100;
        met.rate = 105;
        met.low = 90;
        met.high = 120;
        lab::QuestionRow above = met;
        above.rate = 120;
        const std::string text = lab::questionBlocks({met, above}).front().second;
        QVERIFY2(text.find("half their interval: 1 of 2.") != std::string::npos, text.c_str());
        QVERIFY2(text.find("| 5.0 % | 14.3 % |") != std::string::npos, text.c_str());
    }

    /// Two values of the quantity: each is predicted by a fit to the other, and trivially at its rate.
    void partsAreLeftOutInTurn()
    {
        const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
        app::CalibrationCall call;
        call.cases = {SHARDSCOPE_SOURCE_DIR "/resources/cases/megatron_a100.jsonl"};
        call.hardware = "dgx-a100-80g";
        call.name = "tried";
        call.fit = {"gemm_rate"};
        call.groups = {"megatron-a100-sc21", "megatron-a100-seqsel"};
        call.weights = {{"step_seconds", 1}};
        const auto errors = lab::leaveOutOn(catalog, call, {"system", "hidden"});
        QVERIFY(errors.ok());
        QCOMPARE(errors->size(), std::size_t{2});
        const lab::LeftOutErrors& systems = errors->front();
        QCOMPARE(systems.by, std::string("system"));
        QCOMPARE(systems.figure, std::string("step_seconds"));
        QCOMPARE(systems.parts, std::int64_t{2});
        QCOMPARE(systems.cases, std::int64_t{10});
        // A fit to the others is worse than one that has seen all.
        const auto all = app::calibrateOn(catalog, call);
        QVERIFY(all.ok());
        QVERIFY(systems.error >= all->calibration.residuals.front().fitted);
        // The runs reach 135 to 176 TFLOP/s a device: at the other system's mean each is off by a part of it.
        QVERIFY2(systems.trivial > 0.02 && systems.trivial < 0.3,
                 qPrintable(QString::number(systems.trivial)));
        QVERIFY(errors->back().parts > 2);
        const auto unknown = lab::leaveOutOn(catalog, call, {"weather"});
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, core::ErrorCode::UnknownName);
    }

    /// A run moves the rate of products towards what it tells and not beyond, and nothing else; every system
    /// of the page's is better for one of its runs, or loses little.
    void oneRunMovesProductsAlone()
    {
        const core::Catalog catalog{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
        const std::filesystem::path file = SHARDSCOPE_SOURCE_DIR "/resources/cases/megatron_a100.jsonl";
        app::CalibrationCall call;
        call.cases = {file};
        call.hardware = "dgx-a100-80g";
        call.name = "tried";
        call.groups = {"megatron-a100-seqsel"};
        const auto made = app::calibrateOn(catalog, call);
        QVERIFY(made.ok());
        QCOMPARE(made->calibration.fitted, std::vector<std::string>{"gemm_rate"});
        QCOMPARE(made->before.size(), std::size_t{1});
        const auto rows = lab::oneRunRows(catalog, {file});
        QVERIFY(rows.ok());
        QVERIFY(rows->size() >= 2);
        for (const lab::OneRunRow& row : *rows) {
            qInfo("%s: others %.1f %% before, %.1f after", row.group.c_str(), 100 * row.before,
                  100 * row.after);
            QVERIFY(row.after < 0.7 * row.before);
        }
        const std::string text = lab::oneRunBlocks(*rows).front().second;
        QVERIFY(text.find("| every system alike |") != std::string::npos);
    }

    void thePageKeepsWhatStandsAroundItsTables()
    {
        const QTemporaryDir folder;
        const auto put = [&folder](const char* name, const char* text) {
            std::filesystem::path file = folder.filePath(QString::fromUtf8(name)).toStdString();
            std::ofstream(file) << text;
            return file;
        };
        app::Validation validation;
        // By hand: errors of 2, 2, 2 and 4 %; each at the others' mean of 10, 10, 10 and 20 a unit of scale.
        for (const double measured : {10.0, 10.0, 10.0, 20.0}) {
            app::ValidationRow row;
            row.group = "g";
            row.key = "step_seconds";
            row.regime = "replayed";
            row.measured = measured;
            row.error = measured == 20 ? 0.04 : 0.02;
            row.scale = 1;
            row.low = row.high = measured == 20 ? 1.0 : 10.0;
            validation.rows.push_back(row);
        }
        const auto page = put("page.md", "before\n<!-- validate -->\nold\n<!-- end -->\nbetween\n"
                                         "<!-- calibrations -->\n<!-- end -->\nafter\n");
        lab::FitOnPage fit{"m", {}, {}};
        fit.calibration.name = "c";
        fit.calibration.coefficients = {{"gemm_rate", 0.5}, {"node_rate", 0.5}};
        fit.calibration.fitted = {"gemm_rate"};
        fit.calibration.residuals = {{"step_seconds", 7, 0.01, 0.02, 0, 0}};
        QVERIFY(lab::writeAccuracyPage(page, lab::accuracyBlocks(validation, {fit})).ok());
        std::ostringstream read;
        read << std::ifstream(page).rdbuf();
        // Trivial: three at the mean of 10, 10 and 20 (12.6), one at 10.
        QCOMPARE(
            QString::fromStdString(read.str()),
            QString("before\n<!-- validate -->\n"
                    "| group | figure | how | cases | mean | median | worst | inside 80 % interval | "
                    "trivial prediction |\n"
                    "|---|---|---|---|---|---|---|---|---|\n"
                    "| g | step_seconds | replayed | 4 | 2.50 % | 2.00 % | 4.00 % | 75.00 % | 31.99 % |\n"
                    "<!-- end -->\nbetween\n<!-- calibrations -->\n"
                    "| machine | calibration | figure | cases | fitted | set | at a bound | error | "
                    "shapes left out | inside |\n"
                    "|---|---|---|---|---|---|---|---|---|---|\n"
                    "| m | c | step_seconds | 7 | 1 | 1 | 0 | 1.00 % | 2.00 % |  |\n"
                    "<!-- end -->\nafter\n"));
        const auto bare =
            lab::writeAccuracyPage(put("bare.md", "no marks\n"), lab::accuracyBlocks(validation, {}));
        QVERIFY(!bare.ok());
        QCOMPARE(bare.error().code, core::ErrorCode::MissingKey);
    }
};

SHARDSCOPE_TEST(TstLab)
#include "tst_lab.moc"
