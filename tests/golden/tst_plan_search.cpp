// SPDX-License-Identifier: GPL-3.0-or-later
// The search of transformer plans on the command line: what it counts, ranks, limits and says when nothing
// fits.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <utility>

using namespace shardscope::tests;

namespace {

qint64 countsOf(const QJsonArray& counts)
{
    qint64 sum = 0;
    for (const QJsonValue one : counts)
        sum += one["count"].toInteger();
    return sum;
}

} // namespace

class TstPlanSearch : public QObject {
    Q_OBJECT
private slots:
    /// Ranks that share a sequence in the place of the batch make a twin, which has no row of its own: rows
    /// are different answers.
    void rowsAreDifferentAnswers()
    {
        const Answer answer = runCli({"search", "llama-3-70b", "dgx-a100-80g", "--devices", "64", "--fix",
                                      "tensor=8", "--precision-gradients", "bf16", "--top", "4", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonArray best = answer.json()["best"].toArray();
        QCOMPARE(best.size(), 4);
        for (qsizetype i = 0; i < best.size(); ++i) {
            for (const QJsonValue twin : best[i]["twins"].toArray()) {
                QVERIFY(twin["plan"] != best[i]["plan"]);
                const QJsonValue own = best[i]["plan"]["parallel"];
                const QJsonValue other = twin["plan"]["parallel"];
                const auto ranks = [](const QJsonValue& axes) {
                    return axes["replica"].toInteger() * axes["context"].toInteger();
                };
                QCOMPARE(ranks(other), ranks(own));
            }
            if (i > 0)
                QVERIFY(best[i]["objective"].toDouble() > best[i - 1]["objective"].toDouble());
        }
    }

    void theBestIsWhatPlanSaysOfIt()
    {
        const Answer answer =
            runCli({"search", "llama-3-70b", "dgx-h100", "--devices", "64", "--top", "3", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject found = answer.json();
        QCOMPARE(found["considered"].toInteger(),
                 countsOf(found["pruned"].toArray()) + found["evaluated"].toInteger());
        const QJsonArray best = found["best"].toArray();
        QCOMPARE(best.size(), 3);
        QVERIFY(best[0]["objective"].toDouble() <= best[1]["objective"].toDouble());
        QVERIFY(best[0]["low_seconds"].toDouble() < best[0]["high_seconds"].toDouble());
        QVERIFY(best[0]["peak_bytes"].toDouble() <= best[0]["capacity_bytes"].toDouble());
        QVERIFY(best[0]["walked_peak_bytes"].toDouble() <= best[0]["capacity_bytes"].toDouble());
        const double simulated = best[0]["simulated_seconds"].toDouble(); // what differs is named by simulate
        const double step = best[0]["step_seconds"].toDouble();
        QVERIFY2(std::abs(simulated / step - 1) < 0.1, QByteArray::number(simulated / step));
        QVERIFY(found["sensitivity"].toArray().size() > 10);
        const QTemporaryDir folder;
        QFile file(folder.filePath("plan.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(best[0]["plan"].toObject()).toJson());
        file.close();
        const Answer again = runCli({"plan", "llama-3-70b", "dgx-h100", "--plan", file.fileName(), "--json"});
        QVERIFY2(again.exitCode == 0, again.text().constData());
        QVERIFY(near(again.json()["step"]["seconds"].toDouble(), best[0]["step_seconds"].toDouble(), 1e-12));
        // The best plan is not worse than itself.
        const Answer why = runCli(
            {"search", "llama-3-70b", "dgx-h100", "--devices", "64", "--why", file.fileName(), "--json"});
        const QJsonArray parts = why.json()["why"]["parts"].toArray();
        QVERIFY2(!parts.isEmpty(), why.text().constData());
        QCOMPARE(parts[0]["part"].toString(), QString("step"));
        QCOMPARE(parts[0]["seconds_per_sample"].toDouble(), parts[0]["best_seconds_per_sample"].toDouble());
        const Answer people = runCli({"search", "llama-3-70b", "dgx-h100", "--devices", "64"});
        QVERIFY2(people.out.contains("80 % interval") && people.out.contains("shardscope-cli plan") &&
                     people.out.contains("considered"),
                 people.text().constData());
    }

    /// What is asked of the machine stands in the plan's command too: pasted, it says the same numbers.
    void thePrintedPlanIsThePlanFound()
    {
        const QJsonArray known = runCli({"hardware", "dgx-h100", "--json"}).json()["calibrations"].toArray();
        QVERIFY(known.size() > 1);
        const QStringList call{
            "search",   "llama-3-8b", "dgx-h100", "--devices",     "16",
            "--tokens", "1T",         "--price",  "2.3",           "--power",
            "700",      "--top",      "1",        "--calibration", known.last()["name"].toString()};
        const Answer people = runCli(call);
        QVERIFY2(people.exitCode == 0, people.text().constData());
        const QByteArray mark = "  shardscope-cli ";
        const qsizetype at = people.out.indexOf(mark) + mark.size();
        QVERIFY(at > mark.size());
        QStringList pasted =
            QProcess::splitCommand(QString::fromUtf8(people.out.mid(at, people.out.indexOf('\n', at) - at))
                                       .replace(QLatin1Char('\''), QLatin1Char('"')));
        QCOMPARE(pasted.first(), QString("plan"));
        const QJsonObject plan = runCli(pasted << "--json").json();
        const QJsonValue best = runCli(QStringList(call) << "--json").json()["best"].toArray()[0];
        QCOMPARE(plan["step"].toObject()["seconds"].toDouble(), best["step_seconds"].toDouble());
        const QJsonObject interval = plan["interval"].toObject();
        QCOMPARE(interval["low_seconds"].toDouble(), best["low_seconds"].toDouble());
        QCOMPARE(interval["high_seconds"].toDouble(), best["high_seconds"].toDouble());
        QCOMPARE(interval["calibration"], best["calibration"]);
        QCOMPARE(interval["outside_calibration"], best["outside_calibration"]);
        const QJsonObject training = plan["training"].toObject();
        QCOMPARE(training["seconds"].toDouble(), best["training_seconds"].toDouble());
        QCOMPARE(training["currency"].toDouble(), best["cost"].toDouble());
        QVERIFY(best["cost"].toDouble() > 0);
        QCOMPARE(training["energy_joules"].toDouble(), best["energy_joules"].toDouble());
    }

    /// A step's table for a spreadsheet has its interval, its calibration, and what is outside of it.
    void exportedStepsSayHowSureTheyAre()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("step.json");
        const QStringList plan{"llama-3-8b", "dgx-h100", "--tensor", "2", "--compute", "fp8"};
        QCOMPARE(runCli(QStringList{"export", "step"} + plan + QStringList{"--out", file}).exitCode, 0);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QJsonObject table = QJsonDocument::fromJson(written.readAll()).object();
        const QJsonObject interval =
            runCli(QStringList{"plan"} + plan + QStringList{"--json"}).json()["interval"].toObject();
        const QJsonArray keys = table["columns"].toArray();
        const QJsonArray rows = table["rows"].toArray();
        int told = 0;
        for (const QJsonValue row : rows) {
            for (const auto& [key, value] : {std::pair("low_seconds", interval["low_seconds"]),
                                             std::pair("high_seconds", interval["high_seconds"]),
                                             std::pair("calibration", interval["calibration"])}) {
                for (qsizetype i = 0; i < keys.size(); ++i) {
                    if (keys[i].toString() == QLatin1String(key) && !row[i].isNull())
                        told += row[i] == value ? 1 : -100;
                }
            }
        }
        QCOMPARE(told, 3); // of the whole step
    }

    void fewestDevicesForADeadlineAndTheCheapestMachine()
    {
        const Answer answer =
            runCli({"search", "llama-3-8b", "dgx-h100,dgx-a100-80g", "--tokens", "100B", "--deadline", "30 d",
                    "--objective", "cost", "--price", "3,1.5", "--devices", "8..64", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        for (const QJsonValue one : answer.json()["best"].toArray()) {
            QVERIFY(one["training_seconds"].toDouble() <= 30 * 86400.0);
            const double price = one["hardware"].toString() == "dgx-h100" ? 3 : 1.5;
            const double hours = one["training_seconds"].toDouble() / 3600;
            QVERIFY(near(one["cost"].toDouble(), hours * price * one["devices"].toDouble(), 1e-9));
        }
    }

    void nothingFitsAndWhatWouldHelp()
    {
        const Answer answer =
            runCli({"search", "gpt3-175b", "dgx-a100-80g", "--devices", "8", "--fix", "tensor=8", "--json"});
        QCOMPARE(answer.exitCode, 1);
        const QJsonObject infeasible = answer.json()["infeasible"].toObject();
        const QJsonArray nearest = infeasible["nearest"].toArray();
        QVERIFY2(!nearest.isEmpty(), answer.text().constData());
        QVERIFY(nearest[0]["peak_bytes"].toDouble() > nearest[0]["capacity_bytes"].toDouble());
        QStringList constraints;
        for (const QJsonValue one : infeasible["relax"].toArray())
            constraints += one["constraint"].toString();
        QVERIFY(constraints.contains("tensor") && constraints.contains("devices"));
    }

    /// A hundredth of the time that it needs, on devices that do not hold the model: neither helps alone.
    void twoConstraintsAreGivenUpTogether()
    {
        const QStringList call{"search",
                               "llama-3-70b",
                               "dgx-h100",
                               "--devices",
                               "8",
                               "--tokens",
                               "15T",
                               "--deadline",
                               "1 d",
                               "--global-batch", // one batch alone: a third of the plans
                               "64",
                               "--fix",
                               "residency-optimizer=device"};
        const Answer answer = runCli(call + QStringList{"--json"});
        QCOMPARE(answer.exitCode, 1);
        const QJsonObject infeasible = answer.json()["infeasible"].toObject();
        for (const QJsonValue one : infeasible["relax"].toArray())
            QVERIFY2(one["least"].isNull(), qPrintable(one["constraint"].toString()));
        QCOMPARE(infeasible["giving_at_least"].toInt(), 2);
        const QJsonArray together = infeasible["together"].toArray();
        QVERIFY2(!together.isEmpty(), answer.text().constData());
        QStringList pairs;
        for (const QJsonValue one : together) {
            const QJsonArray names = one["constraints"].toArray();
            QCOMPARE(names.size(), 2);
            pairs << names[0].toString() + "+" + names[1].toString();
        }
        QVERIFY2(pairs.contains("deadline+devices"), qPrintable(pairs.join(' ')));
        // The same asked without both has a plan, and with either of them none.
        const auto exits = [&](const QString& devices, const QString& deadline) {
            QStringList other = call;
            other[4] = devices;
            other[8] = deadline;
            return runCli(other).exitCode;
        };
        QCOMPARE(exits("8..128", "100000 d"), 0);
        QCOMPARE(exits("8..128", "1 d"), 1);
        QCOMPARE(exits("8", "100000 d"), 1);
    }

    /// Which rule of its framework keeps a plan out of the space, and which words of it were not asked for.
    void whyNotAPlanThatTheFrameworkCannotRun()
    {
        const QTemporaryDir folder;
        const auto beyondOf = [&](const QStringList& division, const QStringList& asked) {
            QFile file(folder.filePath("plan.json"));
            const Answer plan = runCli(
                QStringList{"plan", "llama-3-70b", "dgx-h100", "--global-batch", "128", "--json"} + division);
            if (!file.open(QIODevice::WriteOnly))
                qFatal("no temporary file");
            file.write(QJsonDocument(plan.json()["plan"].toObject()).toJson());
            file.close();
            const Answer why =
                runCli(QStringList{"search", "llama-3-70b", "dgx-h100", "--devices", "64", "--global-batch",
                                   "128", "--json", "--why", file.fileName()} +
                       asked);
            QStringList beyond;
            for (const QJsonValue one : why.json()["why"]["beyond"].toArray())
                beyond << one["constraint"].toString() + " " + one["rule"].toString();
            return beyond;
        };
        const QStringList threes{"-t", "8", "-p", "2", "-r", "4", "--zero-stage", "3"};
        QCOMPARE(
            beyondOf(threes, {}),
            QStringList{"framework megatron-fsdp shards neither weights nor gradients beside a pipeline"});
        QCOMPARE(beyondOf(threes, {"--any-framework"}), QStringList());
        QCOMPARE(beyondOf({"-t", "8", "-r", "8", "--zero-stage", "3"}, {}), QStringList()); // Megatron-FSDP
        QCOMPARE(beyondOf({"-t", "8", "-r", "8", "--zero-stage", "2"}, {}),
                 QStringList{"framework megatron shards the optimizer's state, or weights and gradients with "
                             "it, over all replicas or none"});
        QCOMPARE(beyondOf({"-t", "8", "-r", "8", "--zero-stage", "1"}, {}), QStringList());
        QCOMPARE(beyondOf({"-t", "8", "-r", "8", "--zero-stage", "1"},
                          {"--fix", "recompute=full", "--fix", "attention=eager"}),
                 (QStringList{"recompute ", "attention "}));
        QCOMPARE(
            beyondOf({"-t", "8", "-p", "4", "-r", "2", "--schedule", "gpipe"}, {}),
            (QStringList{"schedule ", "framework megatron has the schedules 1F1B and interleaved 1F1B"}));
        // The other framework comes with its choices: kernels, cross entropy, gathered weights.
        const QStringList other = beyondOf(threes + QStringList{"--implementation", "fsdp2"}, {});
        QCOMPARE(other.filter("framework"), QStringList{"framework "}); // the key, and none of its rules
    }

    /// If several implementations are tried, the answer says which one runs each plan.
    void choicesAreTold()
    {
        const QStringList call{"search", "llama-3-8b",     "dgx-h100", "--devices",
                               "16",     "--global-batch", "256"};
        const Answer several = runCli(call + QStringList{"--range", "implementation=fsdp2,megatron"});
        QVERIFY2(several.exitCode == 0, several.text().constData());
        const QByteArray sentence = several.out.left(several.out.indexOf('\n'));
        const QByteArray best =
            runCli(call + QStringList{"--range", "implementation=fsdp2,megatron", "--json"})
                .json()["best"][0]["plan"]["implementation"]
                .toString()
                .toUtf8();
        QVERIFY2(!best.isEmpty() && sentence.contains("framework=" + best), sentence.constData());
        QVERIFY2(several.out.contains("Choices"), several.out.constData());
        QVERIFY(!runCli(call).out.contains("Choices"));
    }

    /// Words of two keys that exclude each other leave the others: phases are the phased schedule's alone.
    void contradictingWordsAreLeftOut()
    {
        const QStringList call{"search",           "gpt3-175b", "ipu-pod256", "--devices",      "256",
                               "--implementation", "popart",    "--json",     "--global-batch", "64"};
        const Answer both =
            runCli(call + QStringList{"--range", "schedule=phased,1f1b", "--range", "phases=0,48"});
        QVERIFY2(both.exitCode == 0, both.text().constData());
        const QJsonObject best = both.json()["best"][0]["plan"].toObject();
        QCOMPARE(best["schedule"].toString(), QString("phased"));
        const Answer none = runCli(call + QStringList{"--schedule", "1f1b", "--range", "phases=24,48"});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.err.contains("say that one, or none"), none.err.constData());
        const QStringList bert{"search", "bert-large", "ipu-pod16", "--devices", "16", "--json"};
        const Answer orders = runCli(bert + QStringList{"--schedule", "1f1b", "--range", "phases=0,24"});
        QCOMPARE(orders.json()["best"][0]["plan"].toObject()["schedule"].toString(), QString("1f1b"));
    }

    /// Orders without a closed form: each answer's step is what plan gives, and dualpipe names its remedy.
    void schedulesAreAnAxis()
    {
        const QStringList job{"llama-3-70b", "dgx-h100", "--global-batch", "128"};
        const QStringList call =
            QStringList{"search", "--devices", "64", "--json", "--implementation", "torchtitan"} + job;
        const Answer found = runCli(call + QStringList{"--schedule", "zbv", "--fix", "pipeline=8"});
        QVERIFY2(found.exitCode == 0, found.text().constData());
        const QJsonObject best = found.json()["best"][0].toObject();
        QCOMPARE(best["plan"]["schedule"].toString(), QString("zbv"));
        const QTemporaryDir folder;
        QFile file(folder.filePath("best.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(best["plan"].toObject()).toJson());
        file.close();
        const Answer plan = runCli(QStringList{"plan", job[0], job[1], "--plan", file.fileName(), "--json"});
        QCOMPARE(plan.json()["step"]["seconds"].toDouble(), best["step_seconds"].toDouble());
        const Answer twoWays = runCli(call + QStringList{"--schedule", "dualpipe"});
        QVERIFY2(twoWays.exitCode == 2 && twoWays.err.contains("say dualpipev"), twoWays.err.constData());
    }

    void aConstraintIsRelaxedAsFarAsNeeded_data()
    {
        QTest::addColumn<QStringList>("call");
        QTest::addColumn<QString>("constraint");
        QTest::addColumn<QString>("option"); // %1: the amount
        const QStringList train{"gpt2-xl", "dgx-a100-80g", "--tokens",       "300B",
                                "--price", "1.5",          "--global-batch", "512"};
        const QStringList on8 = train + QStringList{"--devices", "8"};
        QTest::newRow("deadline") << on8 + QStringList{"--deadline", "5 d"} << "deadline"
                                  << "--deadline=%1 s";
        QTest::newRow("budget at the slow end")
            << on8 + QStringList{"--budget", "1000", "--pessimistic"} << "budget"
            << "--budget=%1";
        QTest::newRow("devices") << train + QStringList{"--devices", "8", "--deadline", "5 d"} << "devices"
                                 << "--devices=%1";
        const QStringList alone{"gpt2-xl",        "dgx-a100-80g", "--devices", "8",
                                "--global-batch", "64",           "--fix",     "residency-optimizer=device"};
        QTest::newRow("headroom") << alone + QStringList{"--headroom", "77 GiB"} << "headroom"
                                  << "--headroom=%1 B";
        QTest::newRow("a key") << alone + QStringList{"--headroom", "70 GiB",   "--zero-stage", "0",
                                                      "--fix",      "tensor=1", "--range",      "pipeline=1"}
                               << "pipeline"
                               << "pipeline=1..%1";
    }
    /// A plan fits with as much as is needed, and none does with a little less.
    void aConstraintIsRelaxedAsFarAsNeeded()
    {
        QFETCH(QStringList, call);
        QFETCH(const QString, constraint);
        QFETCH(const QString, option);
        call = QStringList{"search", "--top", "1"} + call;
        const Answer answer = runCli(call + QStringList{"--json"});
        QCOMPARE(answer.exitCode, 1);
        const QJsonObject infeasible = answer.json()["infeasible"].toObject();
        QVERIFY(!infeasible["nearest"].toArray().isEmpty());
        QJsonObject told;
        for (const QJsonValue one : infeasible["relax"].toArray()) {
            if (one["constraint"].toString() == constraint)
                told = one.toObject();
        }
        const double asked = told["asked"].toDouble();
        const double needed = told["needed"].toDouble();
        QVERIFY2(told["least"].isObject() && needed > 0 && needed != asked, answer.text().constData());
        const auto with = [&](double amount) {
            const QString text = option.arg(QString::number(amount, 'f', amount < 1e4 ? 0 : 3));
            QStringList other = call + QStringList{"--json"};
            for (const char* limit : {"--deadline", "--budget", "--energy", "--devices", "--headroom"}) {
                const qsizetype at = text.startsWith(limit) ? other.indexOf(limit) : -1;
                if (at >= 0)
                    other.remove(at, 2);
            }
            if (other.contains("pipeline=1"))
                other[other.indexOf("pipeline=1")] = text;
            else
                other << text;
            return runCli(other).exitCode;
        };
        const bool whole = needed == std::floor(needed) && needed < 1e4;         // a number of things
        const double part = (constraint == "headroom" ? -1 : 1) * needed * 1e-3; // less of it is easier
        QCOMPARE(with(whole ? needed : needed + part), 0);
        QCOMPARE(with(!whole ? needed - part : constraint == "devices" ? needed - 8 : needed - 1), 1);
    }

    void theHostsMemoryCouldHelp()
    {
        const QStringList call{"search",         "llama-3-8b", "dgx-a100-40g", "--devices", "2",
                               "--global-batch", "16"};
        // It is used where nothing else fits; where the state has to stay on the devices, it is what would
        // help.
        const Answer found = runCli(call + QStringList{"--json"});
        QCOMPARE(found.exitCode, 0);
        QCOMPARE(found.json()["best"][0]["plan"]["residency"]["optimizer"].toString(), QString("host"));
        const Answer answer = runCli(call + QStringList{"--fix", "residency-optimizer=device", "--json"});
        QCOMPARE(answer.exitCode, 1);
        QJsonObject plan;
        const QJsonArray relax = answer.json()["infeasible"]["relax"].toArray();
        for (const QJsonValue one : relax) {
            if (one["constraint"].toString() == "offload")
                plan = one["gain"]["plan"].toObject();
        }
        QCOMPARE(std::as_const(plan)["residency"]["optimizer"].toString(), QString("host"));
        const QTemporaryDir folder;
        QFile file(folder.filePath("plan.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(plan).toJson());
        file.close();
        const Answer own =
            runCli({"plan", "llama-3-8b", "dgx-a100-40g", "--plan", file.fileName(), "--json"});
        QVERIFY2(own.json()["verdict"]["feasible"].toBool(), own.text().constData());
        // A plan that says where its state lies is not asked to move it.
        const Answer said = runCli(call + QStringList{"--fix", "residency-gradients=host", "--json"});
        const QJsonArray others = said.json()["infeasible"]["relax"].toArray();
        for (const QJsonValue one : others)
            QVERIFY(one["constraint"].toString() != "offload");
    }

    void aRangeOfAWordMakesVariants()
    {
        const Answer answer = runCli({"search", "llama-3-8b", "dgx-h100", "--devices", "8", "--range",
                                      "implementation=megatron,fsdp2", "--range", "tensor=1..2", "--fix",
                                      "recompute=full", "--fix", "pipeline=1", "--top", "1000", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QStringList seen;
        for (const QJsonValue one : answer.json()["best"].toArray()) {
            const QJsonObject plan = one["plan"].toObject();
            QVERIFY(plan["parallel"]["tensor"].toInt() <= 2);
            QCOMPARE(plan["recompute"].toString(), QString("full"));
            seen += plan["implementation"].toString();
        }
        QVERIFY(seen.contains("megatron") && seen.contains("fsdp2"));
    }

    void badCallsAreOneLine_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("names");
        QTest::newRow("objective") << QStringList{"--objective", "tiem"} << "time";
        QTest::newRow("key") << QStringList{"--fix", "tensr=4"} << "tensor";
        QTest::newRow("no value") << QStringList{"--fix", "tensor"} << "--fix";
        QTest::newRow("range") << QStringList{"--range", "tensor=8..2"} << "--range";
        QTest::newRow("deadline without tokens") << QStringList{"--deadline", "30 d"} << "--tokens";
        QTest::newRow("unit") << QStringList{"--tokens", "1T", "--deadline", "30 dogs"} << "--deadline";
        QTest::newRow("prices") << QStringList{"--price", "1,2"} << "--price";
        QTest::newRow("front") << QStringList{"--pareto", "time"} << "--pareto";
        QTest::newRow("top") << QStringList{"--top", "0"} << "--top";
        QTest::newRow("plan") << QStringList{"--why", "missing.json"} << "missing.json";
    }

    void badCallsAreOneLine()
    {
        QFETCH(QStringList, more);
        QFETCH(QString, names);
        const Answer answer =
            runCli(QStringList{"search", "llama-3-8b", "dgx-h100", "--devices", "8"} + more);
        QVERIFY2(answer.isOneLineError(), answer.text().constData());
        QVERIFY2(QString::fromUtf8(answer.err).contains(names), answer.text().constData());
    }

    void aSweepHasABestPlanAtEachValue()
    {
        const Answer answer =
            runCli({"search", "llama-3-8b", "dgx-h100", "--sweep", "devices=8..64", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonArray rows = answer.json()["rows"].toArray();
        QCOMPARE(rows.size(), 4);
        for (const QJsonValue row : rows) {
            QCOMPARE(row["best"]["devices"].toInteger(), row["value"].toString().toLongLong());
            QVERIFY(near(row["efficiency"].toDouble(),
                         row["best"]["tokens_per_second_per_device"].toDouble() /
                             rows[0]["best"]["tokens_per_second_per_device"].toDouble(),
                         1e-12));
        }
        QVERIFY(runCli({"search", "llama-3-8b", "dgx-h100", "--sweep", "devices"}).isOneLineError());
    }

    void theLargestModelFitsAndOneLayerMoreDoesNot()
    {
        const QStringList call{"search", "megatron-3.6b", "dgx-a100-40g", "--devices",
                               "1",      "--recompute",   "full"};
        const Answer answer = runCli(call + QStringList{"--largest-model"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QList<QByteArray> words = answer.out.split(' ');
        QCOMPARE(words[0], QByteArray("Largest:"));
        const qint64 layers = words[1].toLongLong();
        QVERIFY(layers > 0 && layers < 30); // megatron-3.6b's 30 layers take 65 GB
        const QTemporaryDir folder;
        for (const qint64 tried : {layers, layers + 1}) {
            QFile shipped(sourceFile("resources/models/megatron-3.6b.json"));
            QVERIFY(shipped.open(QIODevice::ReadOnly));
            QJsonObject model = QJsonDocument::fromJson(shipped.readAll()).object();
            model["layers"] = tried;
            QFile file(folder.filePath("model.json"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QJsonDocument(model).toJson());
            file.close();
            QStringList own = call + QStringList{"--fix", "residency-optimizer=device"};
            own[1] = file.fileName();
            // One more has no room for what had better stay free.
            const Answer one = runCli(own);
            if (tried == layers)
                QVERIFY2(one.exitCode == 0 && !one.out.contains("may not fit"), one.text().constData());
            else
                QVERIFY2(one.exitCode == 1 || one.out.contains("may not fit"), one.text().constData());
        }
    }

    void bucketsStartAnewAndTheLastHidesBehindNothing()
    {
        const auto reduction = [](QStringList call, const char* elements) {
            call += QStringList{"--reduce-bucket", elements, "--json"};
            const Answer answer = runCli(call);
            for (const QJsonValue entry : answer.json()["communication"].toArray()) {
                if (entry["operation"] == "reduce_scatter")
                    return std::pair(entry["seconds"].toDouble(), entry["exposed_seconds"].toDouble());
            }
            return std::pair(-1.0, -1.0);
        };
        const QStringList recorded{"plan", "zero2_100b_on_400_v100"};
        const QStringList predicted{"plan", "megatron-18.4b",      "dgx-h200",       "-r",
                                    "16",   "--framework",         "deepspeed",      "--zero-stage",
                                    "2",    "--framework-options", "overlap_comm=on"};
        for (const QStringList& call : {recorded, predicted}) {
            const auto [whole, wholeExposed] = reduction(call, "200000000000");
            QVERIFY(whole > 0);
            QCOMPARE(wholeExposed, whole); // one bucket goes out when backward is over
            const auto [usual, usualExposed] = reduction(call, "500000000");
            QVERIFY(usualExposed < whole / 3); // the last bucket, and what backward loses to the others
            const auto [many, manyExposed] = reduction(call, "50000000");
            QVERIFY(many - manyExposed > usual - usualExposed); // less of it is the last bucket
            // On a calibrated link one start was fitted to all that its runs' buckets took.
            QVERIFY(call == recorded ? many >= usual : many > usual);
        }
    }

    void trainingsHaveALoss()
    {
        const Answer answer = runCli({"plan", "gpt3-175b", "dgx-a100-80g", "-t", "8", "-p", "8", "-r", "16",
                                      "--global-batch", "1536", "--training-tokens", "300e9", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const double tokens = answer.json()["training"]["tokens"].toDouble();
        const double parameters = 174'604'259'328.0; // docs/formulas.md's law, by hand
        const double loss = 1.69 + 406.4 / std::pow(parameters, 0.34) + 410.7 / std::pow(tokens, 0.28);
        QVERIFY(std::abs(answer.json()["training"]["loss"].toDouble() - loss) < 1e-4);
        const Answer experts = runCli({"plan", "mixtral-8x7b", "dgx-h100", "-r", "8", "-t", "8",
                                       "--training-tokens", "1e12", "--json"});
        QVERIFY(experts.json()["training"]["loss"].isNull());
    }

    void samplesAreSimulatedByName()
    {
        const Answer answer = runCli({"simulate", "gpt3_175b_pipeline_on_128_a100"});
        QVERIFY2(answer.exitCode == 0 && answer.out.startsWith("A step takes"), answer.text().constData());
    }

    void theBestIoTilesAreNoWorseThanAnyTried()
    {
        const auto step = [](const char* tiles) {
            const Answer answer =
                runCli({"plan", "gpt3_175b_phased_on_ipu_pod256", "--io-tiles", tiles, "--json"});
            return std::pair(answer.json()["verdict"]["feasible"].toBool(),
                             answer.json()["step"]["seconds"].toDouble());
        };
        const auto [fits, best] = step("best");
        QVERIFY(fits && best > 0);
        for (const char* tiles : {"0", "8", "16", "24"}) {
            const auto [also, seconds] = step(tiles);
            QVERIFY2(!also || best <= seconds, tiles);
        }
    }

    void theLargestMicroBatchFits()
    {
        const QStringList call{"plan", "gpt2-xl", "dgx-a100-80g", "--replica", "8", "--json"};
        const Answer answer = runCli(call + QStringList{"--micro-batch", "max"});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QVERIFY(answer.json()["verdict"]["feasible"].toBool());
        const qint64 largest = answer.json()["plan"]["batch"]["micro_batch"].toInteger();
        QVERIFY(largest > 1);
        const Answer more = runCli(call + QStringList{"--micro-batch", QString::number(largest + 1)});
        QVERIFY(!more.json()["verdict"]["feasible"].toBool());
        // A search keeps to one size, and no plan has a larger one.
        const QStringList wanted{"search",    "gpt2-xl",        "dgx-a100-80g",   "--devices",
                                 "8",         "--global-batch", "4096",           "--fix",
                                 "tensor=1",  "--fix",          "pipeline=1",     "--fix",
                                 "context=1", "--fix",          "recompute=none", "--json"};
        const Answer search = runCli(wanted + QStringList{"--micro-batch", "max"});
        QVERIFY2(search.exitCode == 0, search.text().constData());
        const QJsonArray best = search.json()["best"].toArray();
        const qint64 size = best[0]["plan"]["batch"]["micro_batch"].toInteger();
        QVERIFY(size > 1 && size < 512);
        for (const QJsonValue one : best)
            QCOMPARE(one["plan"]["batch"]["micro_batch"].toInteger(), size);
        // Twice as large it takes what a search leaves where anything fits without: activations beside the
        // devices, or memory that had better stay free.
        QStringList twice = wanted + QStringList{"--micro-batch", QString::number(2 * size)};
        twice.removeOne("--json");
        const Answer larger = runCli(twice);
        QVERIFY2(larger.exitCode == 1 || larger.out.contains("may not fit") ||
                     larger.out.contains("activations in"),
                 larger.text().constData());
    }

    /// A machine that comes in any number is searched for one node, which the answer begins with.
    void theNumberOfDevicesNeedNotBeSaid()
    {
        const Answer answer = runCli({"search", "llama-3-8b", "dgx-h100"});
        QVERIFY2(answer.out.startsWith("Fastest: 8 × dgx-h100 "), answer.text().constData());
    }
};

SHARDSCOPE_TEST(TstPlanSearch)
#include "tst_plan_search.moc"
