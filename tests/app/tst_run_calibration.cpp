// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate RUN: a recording of a machine whose rates are known gives them back; one that disagrees with its
// plan, or tells nothing new, is refused; real ones are met better than before.
#include "app/session/accuracy/calibration.h"
#include "app/session/accuracy/interval.h"
#include "app/session/calibrate/run_calibration.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "core/io/text_file.h"
#include "planner/calibration.h"
#include "planner/recorded_rates.h"
#include "planner/simulate.h"
#include "profiler/profiler.h"
#include "tests/support/planted/recorded_plan.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <cmath>
#include <map>

using namespace shardscope;
using namespace shardscope::app;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;
using Values = std::map<std::string, double>; ///< factors of coefficients, by name

const core::Catalog& catalog()
{
    static const core::Catalog found{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return found;
}

PlanResult planned(const std::string& model, const std::string& machine, const Options& options)
{
    auto result = evaluatePlan(catalog(), {model, machine, {}, options}, planner::Detail::Plain);
    if (!result.ok())
        qFatal("%s", qPrintable(errorText(result.error())));
    return std::move(result).value();
}

/// \p trace of a rank that comes to each of its collectives \p earlier microseconds before the others do.
std::string waiting(const std::string& trace, double earlier)
{
    QJsonObject document = QJsonDocument::fromJson(QByteArray::fromStdString(trace)).object();
    QJsonArray events = document["traceEvents"].toArray();
    for (int at = 0; at < static_cast<int>(events.size()); ++at) {
        QJsonObject event = events[at].toObject();
        if (!event["name"].toString().startsWith("nccl"))
            continue;
        event["ts"] = event["ts"].toDouble() - earlier;
        event["dur"] = event["dur"].toDouble() + earlier;
        events[at] = event;
    }
    document["traceEvents"] = events;
    return QJsonDocument(document).toJson(QJsonDocument::Compact).toStdString();
}

/// A run that \p plan's program would make on a machine some of whose coefficients are by \p factors others.
/// \p earlier: the first rank is so many microseconds early in its collectives. Of
/// several ranks two were recorded, or one.
core::RunPtr recorded(const PlanResult& plan, const Values& factors, const QTemporaryDir& folder,
                      const std::string& device = "NVIDIA H200", double earlier = 0, int ranks = 2)
{
    const core::Plan& of = plan.evaluation.plan;
    Values values;
    for (const planner::RowCoefficient& one : planner::rowCoefficients(plan.hardware, plan.model, of)) {
        if (const auto factor = factors.find(one.name); factor != factors.end())
            values[one.name] = one.value * factor->second;
    }
    planner::SimulationOptions options;
    options.detail = planner::SimulationDetail::Operator;
    options.steps = 4;
    if (of.axes.devices() > 1 && ranks > 1)
        options.expand = {1}; // of one rank alone nobody knows how long it waits
    const auto simulation = planner::simulate(
        plan.model, planner::withValues(plan.hardware, plan.model, of, values), of, options, {});
    if (!simulation.ok())
        qFatal("%s", qPrintable(errorText(simulation.error())));
    std::vector<std::filesystem::path> files;
    for (const std::string& text : tests::recordedPlan(*simulation->run, device)) {
        files.emplace_back(folder.filePath(QStringLiteral("rank%1.json").arg(files.size())).toStdString());
        const std::string own = earlier > 0 && files.size() == 1 ? waiting(text, earlier) : text;
        if (!core::writeTextFile(files.back(), own).ok())
            qFatal("cannot write");
    }
    return profiler::importTrace(files).value().run;
}

RunCalibration calibrated(const core::RunPtr& run, const std::vector<PlanResult>& plans)
{
    RunCalibrationCall call;
    call.runs = recordedRuns(run, plans).value();
    call.name = "tried";
    auto made = calibrateOnRuns(catalog(), call);
    if (!made.ok())
        qFatal("%s", qPrintable(errorText(made.error())));
    return std::move(made).value();
}

std::string textOf(const RunCalibration& made) { return runCalibrationJson(made); }

const Options kOne{{"micro-batch", "8"}, {"micro-batches", "2"}};

const Options kFew{{"micro-batch", "2"},
                   {"micro-batches", "1"}}; // the optimizer takes a good part of the step
const Options kEight{{"replica", "8"}, {"micro-batch", "4"}, {"framework", "megatron"}};
const Options kSixteen{{"replica", "16"}, {"micro-batch", "4"}, {"framework", "megatron"}};

/// Small messages of tensor groups, large ones of replicas.
const Options kTensor{{"tensor", "4"}, {"replica", "2"}, {"micro-batch", "2"}, {"framework", "megatron"}};
const Options kOneSize{{"tensor", "8"}, {"micro-batch", "2"}, {"framework", "megatron"}};
const Options kOffloaded{{"micro-batch", "4"}, {"residency-activations", "host"}};
const Options kOnDisk{{"micro-batch", "1"}, {"residency-activations", "nvme"}};

/// Buckets beside the last backward.
const Options kBuckets{{"replica", "8"},
                       {"micro-batch", "1"},
                       {"micro-batches", "2"},
                       {"sequence-length", "2048"},
                       {"implementation", "huggingface"}};
/// Sums scattered beside backward, and weights that go to all after the update.
const Options kScattered{{"replica", "8"},
                         {"micro-batch", "1"},
                         {"micro-batches", "1"},
                         {"sequence-length", "2048"},
                         {"implementation", "torchtitan"},
                         {"zero-stage", "2"}};
/// Small messages of a tensor group of two nodes, large ones of replicas.
const Options kWide{{"tensor", "16"}, {"replica", "2"}, {"micro-batch", "2"}, {"framework", "megatron"}};

const Options kHostBound{{"micro-batch", "1"},
                         {"micro-batches", "2"},
                         {"sequence-length", "128"},
                         {"implementation", "huggingface"}};

const char* const kMi300x = "mi300x-8"; // no collectives were measured there
const char* const kP5 = "aws-p5";       // those between nodes were

/// As its driver names the device of \p machine.
std::string deviceOf(const std::string& machine)
{
    return machine == kMi300x ? "AMD Instinct MI300X"
           : machine == kP5   ? "NVIDIA H100 80GB HBM3"
                              : "NVIDIA H200";
}

struct Changed {
    const char* name;
    const char* model;
    const char* machine;
    Options options;
    Values factors;
};
const std::vector<Changed>& changes()
{
    static const std::vector<Changed> all{
        {"products", "gpt2", "h200-sxm", kOne, {{"gemm_rate", 0.8}}},
        {"products are faster", "gpt2", "h200-sxm", kOne, {{"gemm_rate", 1.1}}},
        {"attention", "gpt2", "h200-sxm", kOne, {{"attention_rate_64", 0.8}}},
        {"pauses", "gpt2", "h200-sxm", kOne, {{"kernel_gap", 2}}},
        {"optimizer", "gpt2-medium", "h200-sxm", kFew, {{"optimizer_single", 0.8}}},
        {"two at once", "gpt2", "h200-sxm", kOne, {{"gemm_rate", 0.85}, {"attention_backward_rate_64", 0.8}}},
        {"measured links of a node", "gpt2-medium", "dgx-h200", kEight, {{"node_collectives", 1.3}}},
        {"measured network", "gpt2-medium", "dgx-h200", kSixteen, {{"cluster_collectives", 1.3}}},
        {"links of a node", "gpt2-medium", kMi300x, kEight, {{"node_rate", 0.7}}},
        {"latency", "gpt2-medium", kMi300x, kTensor, {{"node_latency", 1.5}}},
        {"rate", "gpt2-medium", kMi300x, kTensor, {{"node_rate", 0.8}}},
        {"latency and rate", "gpt2-medium", kMi300x, kTensor, {{"node_latency", 1.5}, {"node_rate", 0.8}}},
        {"starts of measured links", "gpt2-medium", "dgx-h200", kTensor, {{"node_starts", 1.5}}},
        {"starts and bytes of measured links",
         "gpt2-medium",
         "dgx-h200",
         kTensor,
         {{"node_starts", 1.5}, {"node_collectives", 1.25}}},
        {"copies", "gpt2-medium", "dgx-h200", kOffloaded, {{"host_copies", 1.4}}},
        {"copies to disks", "gpt2-medium", "dgx-h200", kOnDisk, {{"nvme_copies", 1.4}}},
        {"starts of a measured network", "gpt2-medium", kP5, kWide, {{"cluster_starts", 1.5}}},
        {"pace beside products", "llama-2-7b", "dgx-h200", kScattered, {{"beside_products", 0.8}}},
        {"computing beside collectives", "llama-2-7b", "dgx-h200", kBuckets, {{"beside_collectives", 1.5}}},
        {"forward attention", "gpt2", "h200-sxm", kOne, {{"attention_rate_64", 0.75}}},
        {"much slower forward attention", "gpt2", "h200-sxm", kOne, {{"attention_rate_64", 0.6}}},
        {"host", "gpt2", "h200-sxm", kHostBound, {{"host_forward", 1.3}, {"host_backward", 1.3}}},
    };
    return all;
}

/// Machines that are other than they are said to be, in several things at once.
const std::vector<std::pair<const char*, Values>>& machines()
{
    static const std::vector<std::pair<const char*, Values>> all{
        {"slow engine",
         {{"gemm_rate", 0.85}, {"attention_rate_64", 0.8}, {"attention_backward_rate_64", 0.8}}},
        {"slow pauses, fast products", {{"gemm_rate", 1.12}, {"kernel_gap", 1.8}}}};
    return all;
}

/// Its config.json (huggingface.co/TinyLlama/TinyLlama-1.1B-Chat-v1.0).
constexpr const char* kTinyLlama =
    R"({"name": "tinyllama", "title": "TinyLlama", "source": "config.json of huggingface.co/TinyLlama",
        "model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 32000, "hidden_size": 2048,
        "intermediate_size": 5632, "num_hidden_layers": 22, "num_attention_heads": 32,
        "num_key_value_heads": 4, "hidden_act": "silu", "max_position_embeddings": 2048,
        "attention_bias": false, "tie_word_embeddings": false, "torch_dtype": "bfloat16",
        "rms_norm_eps": 1e-05})";

} // namespace

class TstRunCalibration : public QObject {
    Q_OBJECT
private slots:
    void changesAreFoundAgain_data()
    {
        QTest::addColumn<int>("change");
        for (int at = 0; at < static_cast<int>(changes().size()); ++at)
            QTest::addRow("%s", changes()[static_cast<std::size_t>(at)].name) << at;
    }
    void changesAreFoundAgain()
    {
        QFETCH(int, change);
        const Changed& one = changes()[static_cast<std::size_t>(change)];
        const PlanResult plan = planned(one.model, one.machine, one.options);
        const QTemporaryDir folder;
        const RunCalibration made =
            calibrated(recorded(plan, one.factors, folder, deviceOf(one.machine)), {plan});
        QVERIFY2(made.accepted(), textOf(made).c_str());
        for (const auto& [name, factor] : one.factors) {
            const auto found = std::ranges::find(made.changed, name, &ChangedCoefficient::name);
            QVERIFY2(found != made.changed.end(), textOf(made).c_str());
            // What a collective takes of computing is also told by pauses and by other rates, a little: 3.2 %
            // are left.
            const double most = name == "beside_collectives" ? 0.04 : 0.03;
            QVERIFY2(std::abs(found->is / found->was / factor - 1) < most, textOf(made).c_str());
            QVERIFY2(found->low <= factor * found->was && factor * found->was <= found->high,
                     textOf(made).c_str());
            QVERIFY2(found->low <= found->is && found->is <= found->high, textOf(made).c_str());
        }
        // Hardly anything else was changed. Pauses beside collectives are no pauses of a recording's.
        const bool several = plan.evaluation.plan.axes.devices() > 1;
        for (const ChangedCoefficient& other : made.changed) {
            const double most = several && other.name == "kernel_gap" ? 0.1 : 0.03;
            if (!one.factors.contains(other.name))
                QVERIFY2(std::abs(other.is / other.was - 1) < most, textOf(made).c_str());
        }
    }

    /// A rank that comes first waits in its collectives: that is no latency.
    void waitingIsNoLatency()
    {
        const PlanResult plan = planned("gpt2-medium", kMi300x, kTensor);
        const QTemporaryDir folder;
        const RunCalibration made =
            calibrated(recorded(plan, {{"node_rate", 0.8}}, folder, "AMD Instinct MI300X", 300), {plan});
        QVERIFY2(made.accepted(), textOf(made).c_str());
        const auto rate = std::ranges::find(made.changed, "node_rate", &ChangedCoefficient::name);
        QVERIFY2(rate != made.changed.end() && std::abs(rate->is / rate->was / 0.8 - 1) < 0.03,
                 textOf(made).c_str());
        const auto latency = std::ranges::find(made.changed, "node_latency", &ChangedCoefficient::name);
        QVERIFY2(latency == made.changed.end() || std::abs(latency->is / latency->was - 1) < 0.03,
                 textOf(made).c_str());
    }

    /// Large messages that take little of the time hold the rate too loosely to tell a latency from it: it
    /// comes back whole or not at all.
    void littleTellsNothing()
    {
        Options options = kTensor;
        options[2].second = "16";
        const PlanResult plan = planned("gpt2-medium", kMi300x, options);
        const QTemporaryDir folder;
        const RunCalibration made =
            calibrated(recorded(plan, {{"node_latency", 1.5}}, folder, "AMD Instinct MI300X"), {plan});
        const auto found = std::ranges::find(made.changed, "node_latency", &ChangedCoefficient::name);
        QVERIFY2(found == made.changed.end() || std::abs(found->is / found->was / 1.5 - 1) < 0.03,
                 textOf(made).c_str());
    }

    /// Of one rank nobody knows how long it waits: it tells nothing of links.
    void oneRankTellsNothingOfLinks()
    {
        const PlanResult plan = planned("gpt2-medium", kMi300x, kTensor);
        const QTemporaryDir folder;
        const RunCalibration made = calibrated(
            recorded(plan, {{"node_latency", 1.5}, {"gemm_rate", 0.8}}, folder, "AMD Instinct MI300X", 0, 1),
            {plan});
        for (const char* const name : {"node_latency", "node_rate", "beside_products"})
            QVERIFY2(std::ranges::find(made.unchanged, name, &KeptCoefficient::name) != made.unchanged.end(),
                     textOf(made).c_str());
    }

    /// Messages of one size do not tell a longer latency from a lower rate: one of the two stays, and says
    /// so.
    void oneSizeTellsOneOfTwo_data()
    {
        QTest::addColumn<QString>("changed");
        QTest::addColumn<double>("factor");
        QTest::newRow("latency") << "node_latency" << 1.5;
        QTest::newRow("rate") << "node_rate" << 0.7;
    }
    void oneSizeTellsOneOfTwo()
    {
        QFETCH(QString, changed);
        QFETCH(double, factor);
        const PlanResult plan = planned("gpt2-medium", kMi300x, kOneSize);
        const QTemporaryDir folder;
        const RunCalibration made = calibrated(
            recorded(plan, {{changed.toStdString(), factor}}, folder, "AMD Instinct MI300X"), {plan});
        QVERIFY2(made.accepted(), textOf(made).c_str());
        const auto moved = [&](const char* name) {
            return std::ranges::find(made.changed, name, &ChangedCoefficient::name) != made.changed.end();
        };
        QVERIFY2(moved("node_latency") != moved("node_rate"), textOf(made).c_str());
        const auto stays = std::ranges::find(
            made.unchanged, moved("node_rate") ? "node_latency" : "node_rate", &KeptCoefficient::name);
        QVERIFY2(stays != made.unchanged.end(), textOf(made).c_str());
        QVERIFY2(phraseText(stays->why).contains("does not tell it from node_"),
                 qPrintable(phraseText(stays->why)));
        for (const WorkError& one : made.work)
            QVERIFY2(std::abs(one.after / one.recorded - 1) < 0.03, textOf(made).c_str());
    }

    /// The machine is as it was said to be: there is nothing to keep.
    void whatTellsNothingNewIsNotAccepted()
    {
        const PlanResult plan = planned("gpt2", "h200-sxm", kOne);
        const QTemporaryDir folder;
        const RunCalibration made = calibrated(recorded(plan, {}, folder), {plan});
        QVERIFY2(!made.accepted(), textOf(made).c_str());
        QVERIFY(made.changed.empty() && made.calibration.coefficients.empty());
        QVERIFY2(made.coverage > 0.95 && made.residual < 0.02, textOf(made).c_str());
    }

    void otherPlansAreRefused_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        QTest::newRow("model") << "gpt2-medium"
                               << "h200-sxm"
                               << "micro-batches"
                               << "2"
                               << "weights of";
        QTest::newRow("device") << "gpt2"
                                << "dgx-a100-80g"
                                << "micro-batches"
                                << "2"
                                << "made on";
        QTest::newRow("micro-batch") << "gpt2"
                                     << "h200-sxm"
                                     << "micro-batch"
                                     << "4"
                                     << "tokens at once";
        QTest::newRow("batch") << "gpt2"
                               << "h200-sxm"
                               << "micro-batches"
                               << "4"
                               << "tokens a step";
        QTest::newRow("format") << "gpt2"
                                << "h200-sxm"
                                << "precision-weights"
                                << "fp32"
                                << "products are in";
    }
    void otherPlansAreRefused()
    {
        QFETCH(QString, model);
        QFETCH(QString, machine);
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, says);
        const QTemporaryDir folder;
        const core::RunPtr run = recorded(planned("gpt2", "h200-sxm", kOne), {{"gemm_rate", 0.8}}, folder);
        Options options = kOne;
        options.emplace_back(key.toStdString(), value.toStdString());
        const RunCalibration made =
            calibrated(run, {planned(model.toStdString(), machine.toStdString(), options)});
        QVERIFY(!made.accepted() && made.changed.empty());
        QVERIFY2(runCalibrationText(made).contains(says), qPrintable(runCalibrationText(made)));
    }

    /// What is written is what plan --calibration takes; unasked it speaks for plans like its run's, and says
    /// so.
    void whatIsKeptIsUsed()
    {
        const PlanResult plan = planned("gpt2", "h200-sxm", kOne);
        const QTemporaryDir folder;
        const RunCalibration made = calibrated(recorded(plan, {{"gemm_rate", 0.7}}, folder), {plan});
        QVERIFY2(made.accepted(), textOf(made).c_str());
        const std::string file = folder.filePath("mine.json").toStdString();
        QVERIFY(
            core::writeTextFile(file, describedWith(catalog(), "h200-sxm", made.calibration).value()).ok());
        const auto step = [&](const std::string& machine, const std::string& calibration) {
            const PlanResult result =
                evaluatePlan(catalog(), {"gpt2", machine, {}, kOne, calibration}, planner::Detail::Plain)
                    .value();
            return planner::predictedFigure(result.evaluation, "step_seconds").value();
        };
        const double before = step("h200-sxm", {});
        const double after = step("h200-sxm", file);
        QVERIFY2(std::abs(after - made.steps.front().after) < 1e-9 * after, textOf(made).c_str());
        QVERIFY(after > 1.05 * before);
        QCOMPARE(step("h200-sxm", file + "/tried"), after);
        QCOMPARE(step(file, {}), after);
        const auto line = [&](const std::string& machine, Options options) {
            const PlanResult result =
                evaluatePlan(catalog(), {"gpt2", machine, {}, std::move(options)}, planner::Detail::Plain)
                    .value();
            return calibrationLine(stepInterval(result.model, result.hardware, result.evaluation));
        };
        QVERIFY2(line(file, kOne).contains("uses your calibration “tried”"), qPrintable(line(file, kOne)));
        QVERIFY(!line("h200-sxm", kOne).contains("your"));
        Options others = kOne; // that the run was not like
        others[0].second = "2";
        QVERIFY2(!line(file, others).contains("tried"), qPrintable(line(file, others)));
        others = kOne;
        others.emplace_back("recompute", "full");
        QVERIFY2(!line(file, others).contains("tried"), qPrintable(line(file, others)));
        // Nor where the machine has one that has seen the model and errs less.
        PlanResult own = evaluatePlan(catalog(), {"gpt2", file, {}, kOne}, planner::Detail::Plain).value();
        core::Calibration better = own.hardware.calibrations.back();
        for (const core::Calibration& one : own.hardware.calibrations)
            better = one.name == "tried" ? one : better;
        better.name = "better";
        better.source = "measured elsewhere";
        better.askedAlone = false;
        better.residuals.front().heldOut = 0.5 * better.residuals.front().heldOut;
        own.hardware.calibrations.push_back(better);
        const core::Plan& plan8 = own.evaluation.plan;
        QCOMPARE(planner::calibrationFor(own.hardware, plan8, own.model)->name, std::string("better"));
        own.hardware.calibrations.back().residuals.front().heldOut = 1;
        own.hardware.calibrations.back().range["tokens"].low = 1; // a wider one
        QCOMPARE(planner::calibrationFor(own.hardware, plan8, own.model)->name, std::string("tried"));
    }

    /// Two recordings: each is left out in turn.
    void recordingsAreLeftOutInTurn()
    {
        const PlanResult one = planned("gpt2", "h200-sxm", kOne);
        const PlanResult other = planned("gpt2-medium", "h200-sxm", kOne);
        const QTemporaryDir folders[2];
        RunCalibrationCall call;
        call.runs = recordedRuns(recorded(one, {{"gemm_rate", 0.8}}, folders[0]), {one}).value();
        const auto second = recordedRuns(recorded(other, {{"gemm_rate", 0.8}}, folders[1]), {other}).value();
        call.runs.push_back(second.front());
        const RunCalibration made = calibrateOnRuns(catalog(), call).value();
        QVERIFY2(made.accepted(), textOf(made).c_str());
        QCOMPARE(made.leftOut.size(), std::size_t{2});
        for (const LeftOutRun& left : made.leftOut)
            QVERIFY2(left.after < 0.5 * left.before, textOf(made).c_str());
        // Products changed otherwise in the second: what one tells does not hold for the other.
        const QTemporaryDir third;
        call.runs[1].run = recorded(other, {{"gemm_rate", 1.25}}, third);
        const RunCalibration apart = calibrateOnRuns(catalog(), call).value();
        QVERIFY2(!apart.accepted(), textOf(apart).c_str());
    }

    /// What a run of GPT-2 tells of a machine holds for a Llama of other sizes there, and for a larger GPT-2.
    void whatOneModelTellsHoldsForAnother_data()
    {
        QTest::addColumn<int>("change");
        for (int at = 0; at < static_cast<int>(machines().size()); ++at)
            QTest::addRow("%s", machines()[static_cast<std::size_t>(at)].first) << at;
    }
    void whatOneModelTellsHoldsForAnother()
    {
        QFETCH(int, change);
        const Values& factors = machines()[static_cast<std::size_t>(change)].second;
        const PlanResult seen = planned("gpt2", "h200-sxm", kOne);
        const QTemporaryDir folder;
        const RunCalibration made = calibrated(recorded(seen, factors, folder), {seen});
        QVERIFY2(made.accepted(), textOf(made).c_str());
        const std::string llama = folder.filePath("tinyllama.json").toStdString();
        QVERIFY(core::writeTextFile(llama, kTinyLlama).ok());
        for (const std::string& model : {llama, std::string("gpt2-medium")}) {
            const PlanResult other =
                planned(model, "h200-sxm",
                        {{"micro-batch", "2"}, {"micro-batches", "2"}, {"sequence-length", "1024"}});
            const QTemporaryDir own;
            const RecordedRun run = recordedRuns(recorded(other, factors, own), {other}).value().front();
            const RecordingError before = errorOn(catalog(), run, {}).value();
            const RecordingError after = errorOn(catalog(), run, made.changed).value();
            const QByteArray told = QStringLiteral("%1: work %2 to %3, step %4 to %5")
                                        .arg(QString::fromStdString(other.model.name))
                                        .arg(before.work)
                                        .arg(after.work)
                                        .arg(before.step)
                                        .arg(after.step)
                                        .toUtf8();
            qInfo("%s", told.constData());
            QVERIFY2(after.work < 0.5 * before.work, told.constData());
            QVERIFY2(std::abs(after.step) <= std::abs(before.step) + 0.01, told.constData());
        }
    }

    void theContractsDocument()
    {
        const PlanResult plan = planned("gpt2", "h200-sxm", kOne);
        const QTemporaryDir folder;
        const RunCalibration made = calibrated(recorded(plan, {{"gemm_rate", 0.8}}, folder), {plan});
        const QJsonObject document =
            QJsonDocument::fromJson(QByteArray::fromStdString(runCalibrationJson(made))).object();
        QCOMPARE(document["accepted"].toBool(), true);
        for (const char* const key : {"coefficient", "was", "is", "low", "high"})
            QVERIFY2(document["changed"].toArray()[0].toObject().contains(key), key);
        for (const char* const key : {"run", "before", "after"})
            QVERIFY2(document["left_out"].toArray()[0].toObject().contains(key), key);
        QVERIFY(!document["unchanged"].toArray()[0].toObject()["why"].toString().isEmpty());
        QVERIFY(!runCalibrationTables(made).empty());
    }

    void realRecordings_data()
    {
        const QDir shared(
            qEnvironmentVariable("SHARDSCOPE_SHARED", QStringLiteral(SHARDSCOPE_SOURCE_DIR "/../shared")));
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("plan");
        QTest::addRow("kernels alone")
            << QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/traces/h200_gpt2_medium_steps.json.gz")
            << QString();
        const QString whole = shared.filePath("traces/shardscope/h200_gpt2_medium_accum4.json.gz");
        if (QFileInfo::exists(whole))
            QTest::addRow("whole") << whole << shared.filePath("field/plans/engineer_gpt2.json");
    }
    /// Accepted or not, nothing of them is met worse, and what was not seen stays.
    void realRecordings()
    {
        QFETCH(QString, trace);
        QFETCH(QString, plan);
        const PlanResult of =
            plan.isEmpty()
                ? planned("gpt2-medium", "h200-sxm",
                          {{"micro-batch", "8"},
                           {"micro-batches", "4"},
                           {"sequence-length", "1024"},
                           {"precision-weights", "bf16"},
                           {"implementation", "huggingface"}})
                : evaluatePlan(catalog(), {"", "", plan.toStdString(), {}}, planner::Detail::Plain).value();
        const RunCalibration made =
            calibrated(profiler::importTrace({trace.toStdString()}).value().run, {of});
        double before = 0;
        double after = 0;
        for (const WorkError& one : made.work) {
            before += std::abs(one.before - one.recorded);
            after += std::abs(one.after - one.recorded);
        }
        if (made.accepted())
            QVERIFY2(after < before, textOf(made).c_str());
        for (const StepError& one : made.steps)
            QVERIFY2(!made.accepted() || std::abs(one.after / one.measured - 1) <=
                                             std::abs(one.before / one.measured - 1) + 0.01,
                     textOf(made).c_str());
        for (const char* const unseen : {"masked_fill", "fused_norm"})
            QVERIFY2(std::ranges::any_of(made.unchanged,
                                         [&](const KeptCoefficient& one) { return one.name == unseen; }),
                     textOf(made).c_str());
    }
};

SHARDSCOPE_TEST(TstRunCalibration)
#include "tst_run_calibration.moc"
