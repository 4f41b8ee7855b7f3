// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate --trace: a recording that a machine of known coefficients would make gives them back, and a real
// one is met better than before.
#include "app/session/accuracy/calibration.h"
#include "app/session/plan/commands.h"
#include "app/session/trace/trace_measurements.h"
#include "core/io/text_file.h"
#include "planner/calibration.h"
#include "tests/support/test_registry.h"

#include <QByteArray>
#include <QDir>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <cmath>
#include <map>

using namespace shardscope;

namespace {

const core::Catalog& catalog()
{
    static const core::Catalog found{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return found;
}

std::string written(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    std::string path = folder.filePath(name).toStdString();
    if (!core::writeTextFile(path, text).ok())
        qFatal("cannot write");
    return path;
}

constexpr auto kModel =
    R"({"kind": "transformer", "layers": 8, "hidden": 2048, "heads": 16, "vocabulary": 51200,
 "max_sequence": 1024})";
constexpr auto kPlan =
    R"({"batch": {"micro_batch": 8, "sequence_length": 1024}, "precision": {"weights": "bf16"}})";

/// What a recording says of itself beside times; empty: nothing.
struct Facts {
    const char* device = "NVIDIA H100 80GB HBM3";
    int ranks = 1;
    const char* attention = "[8, 16, 1024, 128]";
    const char* embedding = "[51200, 2048]";
};

/// A call of \p name with a tensor of \p shape.
QString callOf(const char* name, const char* shape)
{
    return QString(R"({"ph": "X", "cat": "cpu_op", "name": "%1", "pid": 1, "tid": 1, "ts": 990, "dur": 2,
 "args": {"Input Dims": [%2, []]}},)")
        .arg(name, shape);
}

/// Three marked steps of \p seconds; kernels of 1 ms with 2 us between them, so many as \p kernels says.
std::string recording(double seconds, const std::map<std::string, double>& kernels, const Facts& facts = {})
{
    QByteArray text = QString(R"({"deviceProperties": [{"id": 0, "name": "%1"}],
 "distributedInfo": {"rank": 0, "world_size": %2}, "traceEvents": [)")
                          .arg(facts.device)
                          .arg(facts.ranks)
                          .toUtf8();
    if (*facts.attention != 0)
        text += callOf("aten::_scaled_dot_product_flash_attention", facts.attention).toUtf8();
    if (*facts.embedding != 0)
        text += callOf("aten::embedding", facts.embedding).toUtf8();
    const double step = seconds * 1e6; // in us
    int correlation = 1;
    for (int at = 0; at < 3; ++at) {
        const double begin = 1000 + at * step;
        text +=
            QString(
                R"(%1{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#%2", "pid": 1, "tid": 1, "ts": %3, "dur": %4})")
                .arg(at == 0 ? "" : ",")
                .arg(at)
                .arg(begin, 0, 'f', 3)
                .arg(step, 0, 'f', 3)
                .toUtf8();
        double now = begin + 10;
        for (const auto& [name, sum] : kernels) {
            const int calls = static_cast<int>(sum * 1e3) + 1; // of at most 1 ms
            const double length = sum * 1e6 / calls;
            for (int call = 0; call < calls && sum > 0; ++call, now += length + 2) {
                text +=
                    QString(
                        R"(,{"ph": "X", "cat": "kernel", "name": "%1", "pid": 0, "tid": 7, "ts": %2, "dur": %3, "args": {"stream": 7, "correlation": %4}})")
                        .arg(QString::fromStdString(name))
                        .arg(now, 0, 'f', 3)
                        .arg(length, 0, 'f', 3)
                        .arg(correlation++)
                        .toUtf8();
            }
        }
    }
    return (text + "]}").toStdString();
}

/// A machine of known coefficients, and the recording that it would make of a plan.
struct Made {
    const QTemporaryDir folder;
    const std::map<std::string, double> truth{
        {"gemm_rate", 0.62}, {"fused_elementwise", 0.5}, {"optimizer_single", 0.6}};
    const std::string model = written(folder, "model.json", kModel);
    const std::string plan = written(folder, "plan.json", kPlan);
    std::map<std::string, double> kernels;
    double step = 0;

    Made()
    {
        core::HardwareSpec hardware = *catalog().hardware("dgx-h100");
        core::Calibration made;
        made.name = "truth";
        made.coefficients = truth;
        hardware.calibrations = {made};
        const auto planned = app::evaluatePlan(catalog(), {model, "dgx-h100", plan, {}});
        const auto evaluation =
            planner::evaluate(planned->model, hardware, planned->evaluation.plan, planner::Detail::Plain);
        const auto predicted = [&](const char* key) { return *planner::predictedFigure(*evaluation, key); };
        const double products = predicted("products_seconds");
        const double optimizer = predicted("optimizer_seconds");
        // Gaps of 2 us are the device's own: they are part of what it computes.
        const auto gaps = [](double sum) { return 2e-6 * (std::floor(sum * 1e3) + 1); };
        double rest =
            predicted("computing_seconds") - products - optimizer - gaps(products) - gaps(optimizer);
        rest -= gaps(rest);
        kernels = {{"ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_tn", products},
                   {"multi_tensor_apply_kernel", optimizer},
                   {"vectorized_elementwise_kernel", rest}};
        step = predicted("step_seconds");
    }

    [[nodiscard]] app::CalibrationCall call(const Facts& facts) const
    {
        app::CalibrationCall call;
        call.traces = {written(folder, "run.json", recording(step, kernels, facts))};
        call.model = model;
        call.plan = plan;
        call.hardware = "dgx-h100";
        call.name = "recorded";
        call.fit = {"gemm_rate", "fused_elementwise", "optimizer_single"};
        return call;
    }
};

} // namespace

Q_DECLARE_METATYPE(Facts)

class TstTraceCalibration : public QObject {
    Q_OBJECT
private slots:
    void knownCoefficientsAreFoundAgain()
    {
        const Made made;
        const auto fitted = app::calibrateOn(catalog(), made.call({}));
        QVERIFY(fitted.ok() && fitted->accepted());
        for (const auto& [name, value] : made.truth) {
            const double found = fitted->calibration.coefficients.at(name);
            QVERIFY2(std::abs(found / value - 1) < 0.03,
                     qPrintable(QString("%1 %2").arg(QString::fromStdString(name)).arg(found)));
            QVERIFY(fitted->before.count(name) == 1);
        }
        QVERIFY(fitted->calibration.source.find("run.json") != std::string::npos);
        // What is written is what plan --calibration takes: by its file, or by its name in it.
        const auto described = app::describedWith(catalog(), "dgx-h100", fitted->calibration);
        QVERIFY(described.ok());
        const std::string file = written(made.folder, "fitted.json", *described);
        const auto seconds = [&](const char* hardware, const std::string& calibration) {
            const auto planned =
                app::evaluatePlan(catalog(), {made.model, hardware, made.plan, {}, calibration});
            return planned.ok() ? planned->evaluation.step.at(core::StepPart::Total).seconds.value() : -1;
        };
        for (const std::string& asked : {file, file + "/recorded"}) {
            const double step = seconds("dgx-h100", asked);
            QVERIFY2(std::abs(step / made.step - 1) < 0.02, qPrintable(QString::number(step)));
        }
        QCOMPARE(seconds("dgx-h100", file + "/other"), -1.0);
        // Never unasked, though nothing lies closer to these runs: the machine is what it was.
        QCOMPARE(seconds(file.c_str(), {}), seconds("dgx-h100", {}));
        QCOMPARE(seconds(file.c_str(), "recorded"), seconds("dgx-h100", file + "/recorded"));
    }

    void whatDisagreesWithItsPlanIsNotAccepted_data()
    {
        QTest::addColumn<Facts>("facts");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing known") << Facts{"", 0, "", ""} << QString();
        QTest::newRow("padded vocabulary") << Facts{"", 1, "", "[51328, 2048]"} << QString();
        QTest::newRow("device") << Facts{"NVIDIA A100-SXM4-80GB"} << "A100";
        QTest::newRow("kin") << Facts{"NVIDIA H200"} << "H200";
        QTest::newRow("ranks") << Facts{"", 8} << "8 ranks";
        QTest::newRow("batch") << Facts{"", 1, "[4, 16, 1024, 128]"} << "4 × 16";
        QTest::newRow("heads") << Facts{"", 1, "[8, 32, 1024, 64]"} << "8 × 32";
        QTest::newRow("width") << Facts{"", 1, "", "[51200, 4096]"} << "51200 × 4096";
        QTest::newRow("vocabulary") << Facts{"", 1, "", "[128256, 2048]"} << "128256 × 2048";
    }
    void whatDisagreesWithItsPlanIsNotAccepted()
    {
        QFETCH(Facts, facts);
        QFETCH(QString, says);
        const Made made;
        const auto fitted = app::calibrateOn(catalog(), made.call(facts));
        QVERIFY(fitted.ok());
        QCOMPARE(fitted->accepted(), says.isEmpty());
        QVERIFY2(app::refusalText(*fitted).contains(says), qPrintable(app::refusalText(*fitted)));
    }

    /// A plan of half the batch, of which the recording says nothing: no rate makes up for that.
    void aFitThatMissesItsRecordingIsNotAccepted()
    {
        const Made made;
        app::CalibrationCall call = made.call({"", 0, "", ""});
        call.plan = written(
            made.folder, "half.json",
            R"({"batch": {"micro_batch": 2, "sequence_length": 1024}, "precision": {"weights": "bf16"}})");
        const auto fitted = app::calibrateOn(catalog(), call);
        QVERIFY(fitted.ok() && !fitted->accepted());
        QVERIFY2(app::refusalText(*fitted).contains("after the fit"), qPrintable(app::refusalText(*fitted)));
    }

    void recordingWithoutDeviceIsRefused()
    {
        const QTemporaryDir folder;
        app::CalibrationCall call;
        call.traces = {written(folder, "host.json", recording(0.1, {}))};
        call.model = written(folder, "model.json", kModel);
        call.hardware = "dgx-h100";
        const auto fitted = app::calibrateOn(catalog(), call);
        QVERIFY(!fitted.ok());
        QCOMPARE(fitted.error().code, core::ErrorCode::NotSupported);
    }

    void realRecording_data()
    {
        const QDir shared(
            qEnvironmentVariable("SHARDSCOPE_SHARED", QStringLiteral(SHARDSCOPE_SOURCE_DIR "/../shared")));
        QTest::addColumn<QString>("trace");
        QTest::newRow("two steps, kernels only")
            << QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/traces/h200_gpt2_medium_steps.json.gz");
        QTest::newRow("whole") << shared.filePath("traces/shardscope/h200_gpt2_medium_accum4.json.gz");
    }
    void realRecording()
    {
        QFETCH(QString, trace);
        if (!QFileInfo::exists(trace))
            QSKIP("no recordings beside this checkout");
        const QTemporaryDir folder;
        app::CalibrationCall call;
        call.traces = {trace.toStdString()};
        call.model = "gpt2-medium";
        call.plan = written(folder, "plan.json",
                            R"({"batch": {"micro_batch": 8, "micro_batches": 4, "sequence_length": 1024},
 "precision": {"weights": "bf16", "optimizer_state": "bf16", "master": "none"}, "attention": "flash",
 "implementation": "huggingface", "optimizer": "adamw"})");
        call.hardware = "h200-sxm";
        call.name = "recorded";
        const auto fitted = app::calibrateOn(catalog(), call);
        QVERIFY(fitted.ok() && fitted->accepted());
        for (const core::CalibrationResidual& residual : fitted->calibration.residuals)
            QVERIFY2(
                residual.fitted < 0.1,
                qPrintable(QString("%1 %2").arg(QString::fromStdString(residual.key)).arg(residual.fitted)));
    }
};

SHARDSCOPE_TEST(TstTraceCalibration)
#include "tst_trace_calibration.moc"
