// SPDX-License-Identifier: GPL-3.0-or-later
// The memory curve as the command line exports it, and what is said where a plan cannot be traced.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace shardscope::tests;

class TstMemoryCurve : public QObject {
    Q_OBJECT
private slots:
    void isExported()
    {
        const QTemporaryDir folder;
        const QString out = folder.filePath("curve.csv");
        const Answer answer = runCli({"export", "memory-curve", "gpt2", "h200-sxm", "--implementation",
                                      "huggingface", "--micro-batch", "4", "--out", out});
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(
            file.readLine().trimmed(),
            QByteArray("event,phase,module,operation,purpose,change_bytes,allocated_bytes,device_bytes"));
        QStringList phases;
        qint64 begin = -1;
        qint64 allocated = 0;
        qint64 highest = 0;
        double device = 0; // with what the framework takes
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(',');
            QCOMPARE(cells.size(), 8);
            if (begin < 0)
                begin = allocated = static_cast<qint64>(cells[6].toDouble() - cells[5].toDouble());
            allocated += static_cast<qint64>(cells[5].toDouble());
            QCOMPARE(static_cast<qint64>(cells[6].toDouble()), allocated);
            highest = std::max(highest, allocated);
            device = std::max(device, cells[7].toDouble());
            if (phases.isEmpty() || phases.last() != cells[1])
                phases << QString::fromLatin1(cells[1]);
        }
        QCOMPARE(allocated, begin); // gradients are gone: the next step begins as this one did
        QCOMPARE(phases, QStringList({"forward", "backward", "optimizer"}));
        // Backward of the loss holds three tensors of fp32 logits: 12 bytes for 4096 tokens x 50257 words.
        QVERIFY(highest - begin > qint64{12} * 4096 * 50257);
        const QJsonObject plan = runCli({"plan", "gpt2", "h200-sxm", "--implementation", "huggingface",
                                         "--micro-batch", "4", "--json"})
                                     .json();
        QCOMPARE(device, fullestPeak(plan));
        QVERIFY(device > static_cast<double>(highest));
    }

    /// A device has one peak: the plan's, the report's, and what the report's purposes add up to.
    void reportAndPlanAgree()
    {
        const QStringList arguments{
            "plan", "llama-3.1-8b",      "dgx-h100", "-t",    "2", "-p", "2", "-r", "2", "--micro-batches",
            "4",    "--sequence-length", "4096",     "--json"};
        const double peak = fullestPeak(runCli(arguments).json());
        double highest = 0;
        std::map<QString, double> sums;
        const QJsonObject report = runCli(arguments + QStringList{"--report", "memory"}).json();
        for (const auto& table : report["tables"].toArray()) {
            for (const auto& row : table.toObject()["rows"].toArray()) {
                const QJsonArray cells = row.toArray();
                if (table.toObject()["name"] == "memory_peaks")
                    highest = std::max(highest, cells[2].toDouble());
                else
                    sums[cells[0].toString()] += cells[2].toDouble();
            }
        }
        QCOMPARE(highest, peak);
        double most = 0;
        for (const auto& [stage, sum] : sums)
            most = std::max(most, sum);
        QCOMPARE(most, peak);
    }

    /// The three reports of a plan, each with its tables.
    void reportsOfAPlan()
    {
        const auto tables = [](const QStringList& arguments) {
            const Answer answer = runCli(QStringList{"plan", "gpt2", "dgx-a100-80g", "--json"} + arguments);
            QStringList names;
            const QJsonArray all = answer.json()["tables"].toArray();
            for (const auto& table : all)
                names << table.toObject()["name"].toString();
            return names;
        };
        QCOMPARE(tables({"--report", "phases", "--phases", "4", "--phase-source", "host"}),
                 QStringList({"phases", "phase_matrix", "weight_shares", "streaming_needed"}));
        QCOMPARE(tables({"--report", "memory", "--pipeline", "2", "--micro-batches", "4"}),
                 QStringList({"memory_peaks", "memory_at_peak"}));
        QCOMPARE(tables({"--report", "activations"}), QStringList({"choices", "break_even"}));
        QVERIFY(runCli({"plan", "gpt2", "dgx-a100-80g", "--report", "nothing"}).isOneLineError());
    }

    void saysWhyNot()
    {
        const Answer answer = runCli({"export", "memory-curve", "gpt2", "h200-sxm", "--implementation",
                                      "huggingface", "--tensor", "2", "--out", "x.csv"});
        QVERIFY2(answer.isOneLineError(), answer.text().constData());
        QVERIFY2(answer.err.contains("parallel"), answer.text().constData());
    }
};

SHARDSCOPE_TEST(TstMemoryCurve)
#include "tst_memory_curve.moc"
