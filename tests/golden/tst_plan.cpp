// SPDX-License-Identifier: GPL-3.0-or-later
// plan as the contract wants it, and the figures of the foundation: BERT-Large on IPU-POD16, GPT-3 on
// IPU-POD256.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>
#include <tuple>

using namespace shardscope::tests;

namespace {

QStringList gpt3(const QStringList& more = {})
{
    return QStringList{"plan", "gpt3-175b",           "ipu-pod256", "--tensor",
                       "8",    "--pipeline",          "8",          "--replica",
                       "4",    "--precision-weights", "fp16",       "--json"} +
           more;
}

double held(const QJsonObject& plan, const QString& rankClass, const QString& purpose,
            const QString& tier = "device")
{
    for (const QJsonValue entry : plan["memory"].toObject()["entries"].toArray()) {
        if (entry["rank_class"] == rankClass && entry["purpose"] == purpose && entry["tier"] == tier)
            return entry["bytes"].toDouble();
    }
    return -1;
}

} // namespace

class TstPlan : public QObject {
    Q_OBJECT
private slots:
    /// Who says nothing of a layout is told the search that finds one, in words that can be run; who says one
    /// is not.
    void whereNoLayoutWasSaidASearchIs()
    {
        const QByteArray told = "the fastest layout that fits is found by\n    shardscope-cli ";
        QByteArray out = runCli({"plan", "llama-3-8b", "8xH100", "--seq", "4096"}).out;
        const qsizetype at = out.indexOf(told);
        QVERIFY2(at >= 0, out.constData());
        const qsizetype from = at + told.size();
        const QString command = QString::fromUtf8(out.mid(from, out.indexOf('\n', from) - from));
        QCOMPARE(command, QStringLiteral("search llama-3-8b 8xH100 --sequence-length 4096"));
        const Answer found = runCli(command.split(QLatin1Char(' ')));
        QVERIFY2(found.exitCode == 0 && found.out.startsWith("Fastest: "), found.text().constData());
        QVERIFY(runCli({"plan", "llama-3-8b", "dgx-h100", "--replica", "16"})
                    .out.contains("dgx-h100 --devices 16\n"));
        QVERIFY(!runCli({"plan", "llama-3-70b", "8xH100", "--tensor", "8"}).out.contains(told));
        QVERIFY(!runCli({"plan", "gpt2", "8xH100"}).out.contains(told)); // it fits
    }

    /// Whoever asks: a plan that its framework cannot run is told so in the same words, and whose framework
    /// it is stands beside every answer.
    void everyVerbRefusesTheSamePlans()
    {
        const QTemporaryDir folder;
        const QStringList plan{"gpt2-xl",      "8xH100",      "--framework",
                               "Hugging Face", "--recompute", "selective"};
        const QByteArray words = "Cannot be run as it is: huggingface recomputes whole layers or nothing.";
        const QString table = folder.filePath("step.csv");
        QVERIFY(runCli(QStringList{"plan"} + plan).out.contains(words));
        QVERIFY(runCli(QStringList{"simulate"} + plan).out.contains(words));
        const Answer exported = runCli(QStringList{"export", "step"} + plan + QStringList{"--out", table});
        QVERIFY2(exported.exitCode == 0 && exported.err.contains(words), exported.text().constData());
        const Answer job = runCli(QStringList{"export", "accelerate"} + plan + QStringList{"--out", table});
        QVERIFY2(job.isOneLineError() && job.err.contains("recomputes whole layers"), job.text().constData());
        const QJsonArray best = runCli({"search", "gpt2-xl", "dgx-h100", "--devices", "8", "--framework",
                                        "huggingface", "--global-batch", "64", "--json"})
                                    .json()["best"]
                                    .toArray();
        QVERIFY(best.size() > 3);
        for (const QJsonValue one : best)
            QVERIFY(one["plan"]["recompute"] == "none" || one["plan"]["recompute"] == "full");
        QVERIFY(runCli({"plan", "gpt2-xl", "dgx-h100"}).out.contains("\nFramework: Megatron\n"));
        QVERIFY(
            runCli({"plan", "gpt2-xl", "dgx-h100", "--replica", "8", "--zero-stage", "3"})
                .out.contains("\nFramework: Megatron-FSDP, which is what runs such a plan of Megatron\n"));
    }

    /// "64xH100" are 64 devices, if nobody says another number; a search of a machine alone is one of a node.
    void theNameOfAMachineMaySayHowMany()
    {
        const auto devices = [](const QStringList& arguments) {
            const QJsonValue parallel =
                runCli(QStringList{"plan", "gpt2-xl"} + arguments + QStringList{"--json"})
                    .json()["plan"]["parallel"];
            return parallel["pipeline"].toInt() * parallel["replica"].toInt();
        };
        QCOMPARE(devices({"64xH100"}), 64);
        QCOMPARE(devices({"64 x H100", "--pipeline", "4"}), 64);
        QCOMPARE(devices({"64xH100", "--gpus", "16"}), 16);
        QCOMPARE(devices({"64xH100", "--replica", "2"}), 2);
        QCOMPARE(devices({"H100"}), 1);
        const Answer odd = runCli({"plan", "gpt2-xl", "12xH100", "--pipeline", "8"});
        QVERIFY2(odd.isOneLineError() && odd.err.contains("12"), odd.text().constData());
        const auto searched = [](const char* machine) {
            const QJsonArray best = runCli({"search", "gpt2-xl", machine, "--global-batch", "64", "--json"})
                                        .json()["best"]
                                        .toArray();
            return best.at(0)["devices"].toInt();
        };
        QCOMPARE(searched("16xH100"), 16);
        QCOMPARE(searched("dgx-h100"), 8);
        QCOMPARE(runCli({"search", "dlrm-v2-mlperf", "16xH100", "--json"})
                     .json()["best"]
                     .toArray()
                     .at(0)["devices"]
                     .toInt(),
                 16);
    }

    /// Which request finds no room, how large it is, and the largest free piece: enough is free, none holds
    /// it.
    void theFailingRequestIsNamed()
    {
        const QStringList call{"plan",
                               "gpt2-xl",
                               "dgx-2-v100-32g",
                               "--gpus",
                               "8",
                               "--framework",
                               "huggingface",
                               "--micro-batch",
                               "3",
                               "--sequence-length",
                               "896",
                               "--optimizer-state",
                               "fp32"};
        const Answer text = runCli(call);
        QVERIFY2(text.out.contains("The first request without room: 516 MiB in forward (loss"),
                 text.out.constData());
        const QJsonValue failing = runCli(call + QStringList{"--json"}).json()["failing_request"];
        QVERIFY(failing.isObject() && failing["fragmented"].toBool());
        const double request = failing["request_bytes"].toDouble();
        QVERIFY(failing["largest_bytes"].toDouble() < request);
        QVERIFY(failing["largest_bytes"].toDouble() <= failing["inside_bytes"].toDouble());
        QVERIFY(failing["inside_bytes"].toDouble() + failing["outside_bytes"].toDouble() >= request);
        QVERIFY(runCli({"plan", "gpt2", "h200-sxm", "--json"}).json()["failing_request"].isNull());
    }
    /// Nobody has to say a recommender's batch: it is the published one.
    void aRecommenderHasABatch()
    {
        const QJsonObject bare = runCli({"plan", "zionex-12t", "zionex", "--gpus", "128", "--json"}).json();
        QCOMPARE(bare["plan"]["batch"]["micro_batch"].toInt(), 512);
        const Answer said =
            runCli({"plan", "zionex-12t", "zionex", "--gpus", "128", "--micro-batch", "512", "--json"});
        QCOMPARE(bare["throughput"], said.json()["throughput"]);
    }
    void bertLargeOnIpuPod16()
    {
        const QJsonObject whole = runCli({"plan", "bert-large", "ipu-pod16", "--json"}).json();
        const Answer answer =
            runCli({"plan", "bert-large", "ipu-pod16", "--tensor", "1", "--pipeline", "4", "--replica", "4",
                    "--micro-batch", "3", "--micro-batches", "5", "--json"});
        QCOMPARE(answer.exitCode, 0);
        const QJsonObject plan = answer.json();
        QCOMPARE(plan["hardware"]["devices"].toInt(), 16);
        QCOMPARE(plan["hardware"]["available"].toInt(), 16);
        QCOMPARE(plan["plan"]["batch"]["global_batch"].toInt(), 3 * 5 * 4); // b · accumulation · r
        // A quarter of the weights on each IPU: the four stages together hold what one device would
        // (embeddings may stand on two stages).
        double sum = 0;
        for (int stage = 0; stage < 4; ++stage)
            sum += held(plan, QString("stage %1").arg(stage), "weights");
        QVERIFY2(near(sum, held(whole, "stage 0", "weights"), 0.12), answer.text().constData());
    }

    void gpt3OnIpuPod256()
    {
        const Answer answer = runCli(gpt3());
        QCOMPARE(answer.exitCode, 0);
        const QJsonObject plan = answer.json();
        QCOMPARE(plan["hardware"]["devices"].toInt(), 256);
        QVERIFY(near(plan["model"]["parameters"].toDouble(), 174.6e9, 0.001));
        // 174.6e9 parameters · 2 bytes / (t 8 · p 8) = 5.46 GB on average; 5.44 in a middle stage, 5.60 in
        // the first.
        QVERIFY2(near(held(plan, "stage 0", "weights"), 5.60e9, 0.002), answer.text().constData());
        QVERIFY2(near(held(plan, "stage 3", "weights"), 5.44e9, 0.002), answer.text().constData());
        // 0.9 GB of in-processor memory cannot hold that.
        QCOMPARE(plan["verdict"]["feasible"].toBool(), false);
        QVERIFY(QJsonDocument(plan["verdict"].toObject()).toJson().contains("phased"));

        // Under rts 4 it is a quarter of that, each tensor padded to whole shards.
        const QJsonObject sharded = runCli(gpt3({"--rts", "4"})).json();
        QCOMPARE(sharded["plan"]["sharding"]["weights"].toInt(), 4);
        for (const char* stage : {"stage 0", "stage 3"}) {
            const double quarter = held(plan, stage, "weights") / 4;
            const double stored = held(sharded, stage, "weights");
            QVERIFY2(stored >= quarter && near(stored, quarter, 0.001), answer.text().constData());
        }
        QCOMPARE(sharded["verdict"]["feasible"].toBool(), false);
    }

    void strictMakesAnInfeasiblePlanANo()
    {
        QCOMPARE(runCli(gpt3()).exitCode, 0);
        QCOMPARE(runCli(gpt3({"--strict"})).exitCode, 1);
        QCOMPARE(runCli({"plan", "gpt2", "h200-sxm", "--strict", "--json"}).exitCode, 0);
    }

    void documentHasEveryKeyOfTheContract()
    {
        const QJsonObject plan =
            runCli({"plan", "llama-2-7b", "dgx-h100", "--tensor", "2", "--replica", "4", "--json"}).json();
        const std::map<QString, QStringList> wanted{
            {"model", {"name", "parameters"}},
            {"hardware", {"name", "devices", "available"}},
            {"plan",
             {"parallel", "batch", "schedule", "sharding", "recompute", "attention", "gathered_inputs",
              "precision", "optimizer", "residency", "phases", "phase_source", "framework", "implementation",
              "kernels"}},
            {"memory", {"tiers", "entries"}},
            {"step",
             {"seconds", "forward_seconds", "backward_seconds", "recompute_seconds", "optimizer_seconds",
              "exposed_communication_seconds", "bubble_seconds", "host_seconds", "streaming_seconds"}},
            {"throughput",
             {"samples_per_second", "tokens_per_second", "model_tflops_per_device",
              "model_flops_utilization"}},
            {"cost", {"devices", "currency_per_hour", "energy_joules_per_step"}},
            {"verdict", {"feasible", "violations"}}};
        for (const auto& [key, members] : wanted) {
            const QJsonObject part = plan[key].toObject();
            for (const QString& member : members)
                QVERIFY2(part.contains(member), qPrintable(key + "." + member));
        }
        QVERIFY(plan["hardware"]["available"].isNull()); // as many nodes as the plan needs
        for (const QJsonValue entry : plan["communication"].toArray()) {
            for (const char* member : {"operation", "group", "bytes_per_rank", "seconds", "exposed_seconds"})
                QVERIFY2(entry.toObject().contains(QLatin1String(member)), member);
        }
        QVERIFY(!plan["communication"].toArray().isEmpty());
    }

    /// DualPipe is a word for the DualPipeV that its halves are: the same plan, so one step and one memory,
    /// whether it is evaluated or simulated.
    void dualPipeIsThePlanOfDualPipeV()
    {
        const QStringList both{"megatron-22b", "dgx-a100-80g", "-t", "8", "--micro-batch", "1", "--json"};
        const QStringList twoWays{"-p", "8", "-r", "1", "--micro-batches", "16", "--schedule", "dualpipe"};
        const QStringList folded{"-p", "4", "-r", "2", "--micro-batches", "8", "--schedule", "dualpipev"};
        for (const char* verb : {"plan", "simulate"}) {
            const Answer one = runCli(QStringList{verb} + both + twoWays);
            QVERIFY2(one.exitCode == 0, one.text().constData());
            QCOMPARE(one.out, runCli(QStringList{verb} + both + folded).out);
        }
        const Answer odd = runCli({"plan", "megatron-22b", "dgx-a100-80g", "-p", "3", "--micro-batches", "16",
                                   "--schedule", "dualpipe"});
        QVERIFY2(odd.isOneLineError() && odd.err.contains("--schedule"), odd.text().constData());
    }

    /// A price asked for stands in the place of the hardware's: devices times hours times price.
    void aPriceIsTaken()
    {
        const QStringList plan{"plan", "gpt2", "ipu-pod16", "-r", "4", "--json"};
        QVERIFY(runCli(plan).json()["cost"]["currency_per_step"].isNull());
        const QJsonObject priced = runCli(plan + QStringList{"--price", "2.5"}).json();
        QCOMPARE(priced["cost"]["currency_per_hour"].toDouble(), 10.0);
        const double step = priced["step"]["seconds"].toDouble();
        QVERIFY(std::abs(priced["cost"]["currency_per_step"].toDouble() / (10 * step / 3600) - 1) < 1e-9);
        const Answer cluster = runCli({"plan", "persia-kwai", "persia-v100", "--price", "2"});
        QVERIFY2(cluster.isOneLineError(), cluster.text().constData());
        QVERIFY(runCli({"plan", "gpt2", "ipu-pod16", "--price", "-1"}).isOneLineError());
    }

    void entriesAddUpToThePeak_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("data parallel") << QStringList{"plan", "gpt2", "dgx-a100-80g", "--replica", "8"};
        QTest::newRow("pipeline") << QStringList{"plan", "llama-2-7b",      "dgx-h100", "--pipeline",
                                                 "4",    "--micro-batches", "8"};
        QTest::newRow("zero 2") << QStringList{
            "plan", "megatron-1.7b", "dgx-1-v100-16g", "--replica", "8", "--zero-stage", "2"};
        QTest::newRow("ipu") << QStringList{"plan", "bert-large", "ipu-pod16", "--pipeline",
                                            "4",    "--replica",  "4"};
    }

    void entriesAddUpToThePeak()
    {
        QFETCH(QStringList, arguments);
        const Answer answer = runCli(arguments + QStringList{"--json"});
        const QJsonObject memory = answer.json()["memory"].toObject();
        QVERIFY2(!memory["tiers"].toArray().isEmpty(), answer.text().constData());
        for (const QJsonValue tier : memory["tiers"].toArray()) {
            double sum = 0;
            for (const QJsonValue entry : memory["entries"].toArray()) {
                if (entry["rank_class"] == tier["rank_class"] && entry["tier"] == tier["tier"])
                    sum += entry["bytes"].toDouble();
            }
            QVERIFY2(near(sum, tier["peak_bytes"].toDouble(), 1e-12), answer.text().constData());
            QCOMPARE(tier["fits"].toBool(),
                     tier["peak_bytes"].toDouble() <= tier["capacity_bytes"].toDouble());
        }
    }

    void outputPlanGivesTheSameEvaluation()
    {
        // Defaults are repeated, so the plan as evaluated, read as a file, comes to the same.
        const QStringList options{"--tensor",     "4", "--replica",   "2",
                                  "--zero-stage", "1", "--recompute", "selective"};
        const QJsonObject first =
            runCli(QStringList{"plan", "llama-2-7b", "dgx-h100", "--json"} + options).json();
        QTemporaryDir folder;
        QFile file(folder.filePath("plan.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(first["plan"].toObject()).toJson());
        file.close();
        const Answer second = runCli({"plan", "llama-2-7b", "dgx-h100", "--plan", file.fileName(), "--json"});
        QCOMPARE(second.json(), first);
    }

    void planFileMayNameModelAndHardware()
    {
        const Answer answer = runCli(
            {"plan", "--plan", sourceFile("resources/samples/gpt3_175b_on_ipu_pod256.json"), "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QCOMPARE(answer.json()["hardware"]["devices"].toInt(), 256);
        QCOMPARE(answer.json()["plan"]["batch"]["global_batch"].toInt(), 64);
    }

    void everyNumberIsExplained()
    {
        const QStringList call{"plan",       "llama-2-7b", "dgx-h100",  "--tensor", "2",
                               "--pipeline", "2",          "--replica", "2"};
        const Answer list = runCli(call + QStringList{"--explain", "list"});
        const QList<QByteArray> paths = list.out.trimmed().split('\n');
        QVERIFY2(paths.contains("memory.device.weights") && paths.contains("step.total"),
                 list.text().constData());
        const QJsonObject plan = runCli(call + QStringList{"--json"}).json();
        const Answer weights =
            runCli(call + QStringList{"--explain", "memory.device.weights@stage 0", "--json"});
        QCOMPARE(weights.json()["value"].toDouble(), held(plan, "stage 0", "weights"));
        QVERIFY(!weights.json()["parts"].toArray().isEmpty());
        const Answer words = runCli(call + QStringList{"--explain", "memory.device.weights"});
        QCOMPARE(words.exitCode, 0);
        QVERIFY2(words.out.contains("where") && words.out.contains("GiB"), words.text().constData());
        const Answer step = runCli(call + QStringList{"--explain", "step.seconds", "--json"});
        QCOMPARE(step.json()["value"].toDouble(), plan["step"]["seconds"].toDouble());
    }

    void stepsHaveAnInterval()
    {
        // If there is no calibration, what docs/accuracy.md states; else what the fit says of shapes it had
        // seen, and of others.
        const auto interval = [](const QStringList& arguments) {
            const QJsonObject plan = runCli(QStringList{"plan"} + arguments + QStringList{"--json"}).json();
            const double step = plan["step"].toObject()["seconds"].toDouble();
            const QJsonObject found = plan["interval"].toObject();
            return std::tuple(found["low_seconds"].toDouble() / step - 1,
                              found["high_seconds"].toDouble() / step - 1, found["regime"].toString(),
                              found["calibration"].toString());
        };
        const QStringList eight{"--tensor", "8"};
        const auto [low, high, regime, calibration] = interval(QStringList{"gpt3-175b", "h800-8"} + eight);
        QVERIFY(near(low, -0.1) && near(high, 0.6));
        QCOMPARE(regime, QString("specification"));
        QVERIFY(calibration.isEmpty());
        QFile file(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/hardware/dgx-a100-80g.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject fit =
            QJsonDocument::fromJson(file.readAll()).object()["calibrations"].toArray().first().toObject();
        const QJsonObject spread = fit["residuals"].toArray().first().toObject();
        const QStringList asThere = eight + QStringList{"--attention", "eager"}; // as those runs were
        // Asked for by its name it speaks for this system.
        const QStringList asked = asThere + QStringList{"--calibration", fit["name"].toString()};
        const auto seen = interval(QStringList{"gpt3-175b", "dgx-a100-80g"} + asked);
        QVERIFY(near(std::get<0>(seen), spread["seen_low"].toDouble()));
        QVERIFY(near(std::get<1>(seen), spread["seen_high"].toDouble()));
        QCOMPARE(std::get<2>(seen), QString("replayed"));
        QCOMPARE(std::get<3>(seen), fit["name"].toString());
        const auto other = interval(QStringList{"megatron-39.1b", "dgx-a100-80g"} + asked);
        QVERIFY(near(std::get<0>(other), spread["low"].toDouble()));
        QVERIFY(near(std::get<1>(other), spread["high"].toDouble()));
        QCOMPARE(std::get<2>(other), QString("calibrated"));
        // Unasked it speaks for another system, which may be apart (docs/accuracy.md, "Intervals").
        const auto elsewhere = interval(QStringList{"gpt3-175b", "dgx-a100-80g"} + asThere);
        QCOMPARE(std::get<3>(elsewhere), fit["name"].toString());
        const double apart = 1.2816 * 0.06;
        QVERIFY(near(std::get<0>(elsewhere),
                     std::expm1(-std::hypot(std::log1p(spread["seen_low"].toDouble()), apart))));
        QVERIFY(near(std::get<1>(elsewhere),
                     std::expm1(std::hypot(std::log1p(spread["seen_high"].toDouble()), apart))));
        // One device and a narrow model are beyond the fit's runs.
        const auto beyond = interval(QStringList{"gpt2-xl", "dgx-a100-80g"});
        QVERIFY(near(std::get<0>(beyond), -0.1) && near(std::get<1>(beyond), 0.6));
        QCOMPARE(std::get<2>(beyond), QString("specification"));
        QVERIFY(runCli({"plan", "gpt2-xl", "dgx-a100-80g"}).out.contains("beyond the runs of calibration"));
    }

    void partsHaveIntervalsWhereTheyWereTimed()
    {
        QFile file(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/devices/h200-sxm.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        std::map<QString, QJsonObject> fits;
        for (const auto& fit : QJsonDocument::fromJson(file.readAll()).object()["calibrations"].toArray())
            fits[fit.toObject()["name"].toString()] = fit.toObject();
        const auto partsOf = [](const QStringList& arguments) {
            const QJsonObject plan = runCli(QStringList{"plan"} + arguments + QStringList{"--json"}).json();
            return plan["interval"].toObject()["parts"].toArray();
        };
        // Parts stand as in a step, each as wide as its own residuals on shapes that the fit had seen.
        const QStringList modules{"gpt2-xl", "h200-sxm", "--implementation", "huggingface"};
        const QJsonArray parts = partsOf(modules + QStringList{"--calibration", "pytorch-modules"});
        QCOMPARE(parts.size(), 3);
        const QStringList figures{"forward_seconds", "backward_seconds", "optimizer_seconds"};
        for (int place = 0; place < 3; ++place) {
            const QJsonObject part = parts[place].toObject();
            QCOMPARE(part["figure"].toString(), figures[place]);
            for (const auto& entry : fits["pytorch-modules"]["residuals"].toArray()) {
                const QJsonObject spread = entry.toObject();
                if (spread["figure"].toString() != figures[place])
                    continue;
                const double seconds = part["seconds"].toDouble();
                QCOMPARE(part["low_seconds"].toDouble(), seconds * (1 + spread["seen_low"].toDouble()));
                QCOMPARE(part["high_seconds"].toDouble(), seconds * (1 + spread["seen_high"].toDouble()));
            }
        }
        const Answer words = runCli(QStringList{"plan"} + modules);
        QVERIFY2(words.out.contains("parts that its runs timed") && words.out.contains("    backward "),
                 words.text().constData());
        // Layers alone were timed: the step's width is stated, and said to be.
        const QStringList layers{"megatron-22b",     "h200-sxm", "--tensor",  "8",
                                 "--implementation", "megatron", "--kernels", "separate"};
        QCOMPARE(partsOf(layers).first().toObject()["figure"].toString(),
                 QString("forward_seconds_per_layer"));
        QVERIFY(runCli(QStringList{"plan"} + layers).out.contains("saw fewer than four whole steps"));
        QVERIFY(partsOf({"gpt3-175b", "dgx-h100", "--tensor", "8"}).isEmpty()); // no calibration
        QVERIFY(partsOf({"gpt2-xl", "dgx-a100-80g"}).isEmpty());                // beyond its runs
    }

    void parametersAloneHaveStateButNoStep()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("model.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"kind": "parameters", "parameters": 7500000000})");
        file.close();
        const Answer answer =
            runCli({"plan", file.fileName(), "dgx-2-v100-32g", "--replica", "64", "--zero-stage", "3",
                    "--precision-weights", "fp16", "--optimizer", "adam", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QVERIFY(answer.json()["step"].isNull());
        QVERIFY2(near(answer.json()["figures"]["model_state_bytes"].toDouble(), 120e9 / 64, 0.001),
                 answer.text().constData());
    }
};

SHARDSCOPE_TEST(TstPlan)
#include "tst_plan.moc"
