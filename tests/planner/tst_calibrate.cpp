// SPDX-License-Identifier: GPL-3.0-or-later
// Fits of the time model: coefficients that made a set of runs are found again, and what cannot be known is
// said.
#include "planner/calibrate/calibrate.h"
#include "planner/formula/calibration_choice.h"
#include "planner/planner.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

constexpr auto kStep = "step_seconds";

std::shared_ptr<const ModelSpec> shaped(std::int64_t hidden, std::int64_t layers)
{
    ModelSpec model = gpt3Model();
    auto& form = std::get<Transformer>(model.form);
    form.hidden = hidden;
    form.feedForward = 4 * hidden;
    form.heads = hidden / 128;
    form.kvHeads = form.heads;
    form.headDim = 128;
    form.layers = layers;
    return std::make_shared<const ModelSpec>(std::move(model));
}

ModelSpec named(std::string name)
{
    ModelSpec model = smallModel();
    model.name = std::move(name);
    return model;
}

/// Runs of three shapes on the sample machine; what they measured is not yet in them.
std::vector<CalibrationRun> runs()
{
    std::vector<CalibrationRun> all;
    for (const std::int64_t hidden : {1024, 2048, 4096}) {
        const auto model = shaped(hidden, 8);
        for (const std::int64_t tensor : {1, 4}) {
            for (const std::int64_t micro : {1, 4}) {
                CalibrationRun run{model, {}, 0, {}};
                run.plan.axes.tensor = tensor;
                run.plan.batch.sequenceLength = 1024;
                run.plan.batch.microBatch = micro;
                run.plan.batch.globalBatch = 16;
                all.push_back(std::move(run));
            }
        }
    }
    return all;
}

/// The runs as a machine with \p coefficients would measure them, the shape \p odd slower by \p factor.
std::vector<CalibrationRun> measured(const std::map<std::string, double>& coefficients,
                                     const std::string& odd = {}, double factor = 1)
{
    HardwareSpec hardware = sampleHardware();
    Calibration truth;
    truth.coefficients = coefficients;
    hardware.calibrations = {truth};
    std::vector<CalibrationRun> all = runs();
    for (CalibrationRun& run : all) {
        const auto answer = evaluate(*run.model, hardware, run.plan, Detail::Plain);
        if (!answer.ok())
            qFatal("a run cannot be evaluated");
        const double slower = shapeName(*run.model) == odd ? factor : 1;
        run.measured[kStep] = answer->step.at(StepPart::Total).seconds.value() * slower;
    }
    return all;
}

CalibrationRequest request(std::vector<std::string> fit)
{
    CalibrationRequest made;
    made.hardware = {sampleHardware()};
    made.start.name = "test";
    made.start.source = "made for a test";
    made.fit = std::move(fit);
    made.weights[kStep] = 1;
    made.folds = 3;
    return made;
}

bool holds(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

class TstCalibrate : public QObject {
    Q_OBJECT
private slots:
    void findsWhatMadeTheRuns()
    {
        const std::map<std::string, double> truth{{"fused_elementwise", 0.5}, {"node_rate", 0.45}};
        const auto fit = calibrate(request({"fused_elementwise", "node_rate"}), measured(truth));
        QVERIFY(fit.ok());
        for (const auto& [name, value] : truth) {
            const double found = fit->coefficients.at(name);
            // The pull to the starting values leaves a little.
            QVERIFY2(std::abs(found / value - 1) < 0.03,
                     qPrintable(QString::fromStdString(name) + " " + QString::number(found)));
        }
        QVERIFY(fit->atBound.empty());
        QCOMPARE(fit->residuals.size(), std::size_t{1});
        const CalibrationResidual& residual = fit->residuals.front();
        QCOMPARE(residual.cases, std::int64_t{12});
        QVERIFY2(residual.fitted < 0.003 && residual.heldOut < 0.005,
                 qPrintable(QString("%1 %2").arg(residual.fitted).arg(residual.heldOut)));
        QVERIFY(residual.low <= 0 && 0 <= residual.high);
        QVERIFY(residual.seenLow && *residual.seenLow <= 0 && *residual.seenHigh >= 0);
        QVERIFY(residual.coverage && *residual.coverage >= 0.5);
    }

    void aHostFasterThanTheDeviceIsFoundFromAfar()
    {
        // At the default the host does not show beside the device, and no slope leads to a slow one.
        const std::map<std::string, double> truth{{"host_layer_forward", 3e-3},
                                                  {"host_layer_backward", 3e-3}};
        const auto fit = calibrate(request({"host_layer_forward", "host_layer_backward"}), measured(truth));
        QVERIFY(fit.ok());
        QVERIFY2(fit->residuals.front().fitted < 0.02,
                 qPrintable(QString::number(fit->residuals.front().fitted)));
    }

    void aShapeApartShowsWhereItIsLeftOut()
    {
        const std::map<std::string, double> truth{{"fused_elementwise", 0.6}};
        const std::string odd = shapeName(*shaped(4096, 8));
        const auto fit = calibrate(request({"fused_elementwise"}), measured(truth, odd, 1.3));
        QVERIFY(fit.ok());
        const CalibrationResidual& residual = fit->residuals.front();
        QVERIFY(residual.heldOut > residual.fitted);
        // A third of the runs takes 30 % longer than the others' coefficients say.
        QVERIFY2(residual.heldOut > 0.06 && residual.high > 0.2,
                 qPrintable(QString("%1 %2").arg(residual.heldOut).arg(residual.high)));
    }

    void aTruthOutOfBoundsEndsAtTheBound()
    {
        // Eight times slower than the lowest bound: every run is scaled.
        std::vector<CalibrationRun> slow = measured({});
        for (CalibrationRun& run : slow)
            run.measured[kStep] *= 8;
        const auto fit = calibrate(request({"fused_elementwise", "node_rate"}), slow);
        QVERIFY(fit.ok());
        QVERIFY(holds(fit->atBound, "fused_elementwise") && holds(fit->atBound, "node_rate"));
        QCOMPARE(fit->coefficients.at("fused_elementwise"), 0.3);
        QCOMPARE(fit->coefficients.at("node_rate"), 0.2);
    }

    void saysWhatItWasFittedOn()
    {
        const auto fit = calibrate(request({"fused_elementwise"}), measured({}));
        QVERIFY(fit.ok());
        QCOMPARE(fit->name, std::string("test"));
        QCOMPARE(fit->fitted, std::vector<std::string>{"fused_elementwise"});
        QCOMPARE(fit->shapes.size(), std::size_t{3});
        QCOMPARE(fit->range.at("hidden").low, 1024.0);
        QCOMPARE(fit->range.at("hidden").high, 4096.0);
        QCOMPARE(fit->range.at("tensor").high, 4.0);
        Plan plan = runs().front().plan;
        QVERIFY(outsideRange(*fit, *shaped(2048, 8), plan).empty());
        plan.axes.tensor = 8;
        QCOMPARE(outsideRange(*fit, *shaped(8192, 8), plan),
                 (std::vector<std::string>{"hidden 8192 (1024 to 4096)", "tensor 8 (1 to 4)",
                                           "devices 8 (1 to 4)"}));
    }

    void refusesWhatCannotBeFitted()
    {
        const auto unknown = calibrate(request({"no_such_rate"}), measured({}));
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, ErrorCode::UnknownName);
        QCOMPARE(unknown.error().args.front(), std::string("no_such_rate"));
        const auto nothing = calibrate(request({"fused_elementwise"}), {});
        QVERIFY(!nothing.ok());
        QCOMPARE(nothing.error().code, ErrorCode::Inconsistent);
    }

    void aCalibrationHoldsForItsPlans()
    {
        HardwareSpec hardware = sampleHardware();
        Calibration modules;
        modules.name = "modules";
        modules.implementation = "huggingface";
        Calibration separate;
        separate.name = "separate";
        separate.kernels = "separate";
        hardware.calibrations = {modules, separate};
        Plan plan;
        QCOMPARE(calibrationFor(hardware, plan, named("any")), nullptr);
        plan.kernels = Kernels::Separate;
        QCOMPARE(calibrationFor(hardware, plan, named("any"))->name, std::string("separate"));
        plan.implementation = Implementation::HuggingFace;
        QCOMPARE(calibrationFor(hardware, plan, named("any"))->name, std::string("modules"));
        // Their runs are of transformers: nothing of them is in a recommender's times.
        ModelSpec tables = named("tables");
        tables.form = Recommender{};
        QCOMPARE(calibrationFor(hardware, plan, tables), nullptr);
        // What a network's own layers achieve goes before, and only for it.
        Calibration network;
        network.name = "network";
        ModelSpec mine = named("mine");
        LayerList layers;
        layers.layers.resize(1);
        mine.form = layers;
        network.models = {shapeName(mine)};
        hardware.calibrations.insert(hardware.calibrations.begin(), network);
        QCOMPARE(calibrationFor(hardware, plan, mine)->name, std::string("network"));
        mine.name = "any"; // what it is called says nothing
        QCOMPARE(calibrationFor(hardware, plan, mine)->name, std::string("network"));
        QCOMPARE(calibrationFor(hardware, plan, named("any"))->name, std::string("modules"));
        QVERIFY(hardware.selectCalibration("network")); // asked for, it holds for any
        QCOMPARE(calibrationFor(hardware, plan, named("any"))->name, std::string("network"));
    }

    /// Wherever it stands in the file: by its runs.
    void theNearestRunsAreChosen()
    {
        const auto seen = [](const char* name, double low, double high, Recompute recompute) {
            Calibration calibration;
            calibration.name = name;
            calibration.range["hidden"] = {low, high};
            const double way = recompute == Recompute::None ? 0 : recompute == Recompute::Full ? 2 : 1;
            calibration.range["recompute"] = {way, way};
            return calibration;
        };
        const Calibration wide = seen("wide", 512, 32768, Recompute::None);
        const Calibration narrow = seen("narrow", 1024, 2048, Recompute::None);
        const Calibration large = seen("large", 8192, 16384, Recompute::None);
        const Calibration full = seen("full", 1024, 2048, Recompute::Full);
        std::vector<Calibration> all{wide, narrow, large, full};
        Plan plan;
        for (int turn = 0; turn < 4; ++turn) {
            std::rotate(all.begin(), all.begin() + 1, all.end());
            HardwareSpec hardware = sampleHardware();
            hardware.calibrations = all;
            const auto chosen = [&](std::int64_t hidden, Recompute recompute) {
                plan.recompute = recompute;
                return calibrationFor(hardware, plan, *shaped(hidden, 8))->name;
            };
            QCOMPARE(chosen(1024, Recompute::None), std::string("narrow")); // all within: the closest runs
            QCOMPARE(chosen(8192, Recompute::None), std::string("large"));
            QCOMPARE(chosen(4096, Recompute::None), std::string("wide"));
            QCOMPARE(chosen(2048, Recompute::Full), std::string("full"));
            // e times as large as any run with that recompute is as far as another recompute.
            QCOMPARE(chosen(4096, Recompute::Full), std::string("full"));
            QCOMPARE(chosen(16384, Recompute::Full), std::string("large"));
        }
        plan.recompute = Recompute::Full;
        QCOMPARE(outsideRange(narrow, *shaped(4096, 8), plan),
                 (std::vector<std::string>{"hidden 4096 (1024 to 2048)", "recompute full (none)"}));
    }

    /// Only runs in the plan's number format speak; of these, what mixtures of experts wait for only their
    /// own know.
    void formatsGoBeforeMixturesAndTheseBeforeSizes()
    {
        const auto seen = [](const char* name, double mixture, double bits, double largest) {
            Calibration calibration;
            calibration.name = name;
            calibration.range["hidden"] = {1024, largest};
            calibration.range["mixture"] = {0, mixture};
            calibration.range["compute_bits"] = {bits, bits};
            return calibration;
        };
        HardwareSpec hardware = sampleHardware();
        hardware.calibrations = {seen("dense", 0, 16, 16384), seen("mixtures", 1, 8, 16384)};
        Plan plan;
        ModelSpec experts = *shaped(4096, 8);
        std::get<Transformer>(experts.form).experts = 8;
        std::get<Transformer>(experts.form).expertsPerToken = 2;
        std::get<Transformer>(experts.form).expertFeedForward = 1024;
        const auto chosen = [&](const ModelSpec& model) {
            return calibrationFor(hardware, plan, model)->name;
        };
        QCOMPARE(chosen(*shaped(4096, 8)), std::string("dense"));
        QCOMPARE(chosen(experts), std::string("dense")); // though it saw none: the others ran in 8 bits
        QCOMPARE(outsideRange(hardware.calibrations.front(), experts, plan),
                 std::vector<std::string>{"mixture true (false)"});
        hardware.calibrations.push_back(seen("small mixtures", 1, 16, 2048));
        QCOMPARE(chosen(*shaped(4096, 8)), std::string("dense"));
        QCOMPARE(chosen(experts), std::string("small mixtures"));
        plan.precision.compute = Dtype::Nvfp4;
        QVERIFY(calibrationFor(hardware, plan, *shaped(4096, 8)) == nullptr); // none saw 4 bits
    }

    /// Beyond what any system was seen at, neither the fastest nor the slowest of them speaks for one more.
    void farFromAllTheMiddlePaceIsChosen()
    {
        const auto system = [](const char* name, double rate, double hidden) {
            Calibration calibration;
            calibration.name = name;
            calibration.coefficients["gemm_rate"] = rate;
            calibration.range["hidden"] = {hidden, hidden};
            return calibration;
        };
        std::vector<Calibration> all{system("slow", 0.6, 8192), system("usual", 0.8, 2048),
                                     system("fast", 0.9, 1024)};
        Plan plan;
        for (int turn = 0; turn < 3; ++turn) {
            std::rotate(all.begin(), all.begin() + 1, all.end());
            HardwareSpec hardware = sampleHardware();
            hardware.calibrations = all;
            const auto chosen = [&](std::int64_t hidden) {
                return calibrationFor(hardware, plan, *shaped(hidden, 8))->name;
            };
            QCOMPARE(chosen(8192), std::string("slow"));
            QCOMPARE(chosen(16384), std::string("slow"));  // twice its size
            QCOMPARE(chosen(32768), std::string("usual")); // slow is nearest, but far
            hardware.calibrations.push_back(system("swift", 0.85, 4096));
            QCOMPARE(chosen(32768), std::string("swift")); // of the two in the middle the nearer
            hardware.calibrations.back().range["devices"] = {1, 1};
            plan.axes.replica = 2; // of whose traffic one device has seen nothing
            QCOMPARE(chosen(32768), std::string("usual"));
            plan.axes.replica = 1;
            hardware.calibrations.resize(2);
            const auto& [first, second] = std::pair{hardware.calibrations[0], hardware.calibrations[1]};
            const double sizes[] = {first.range.at("hidden").high, second.range.at("hidden").high};
            QCOMPARE(chosen(32768), sizes[0] > sizes[1] ? first.name : second.name); // two have no middle
        }
    }
};

SHARDSCOPE_TEST(TstCalibrate)
#include "tst_calibrate.moc"
