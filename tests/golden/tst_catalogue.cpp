// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue's names and what one entry says.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QTest>

using namespace shardscope::tests;

class TstCatalogue : public QObject {
    Q_OBJECT

    static QStringList names(const char* verb)
    {
        QStringList found;
        for (const QJsonValue entry : runCli({verb, "--json"}).json()[verb].toArray())
            found << entry["name"].toString();
        return found;
    }

private slots:
    void modelNames()
    {
        const QStringList found = names("models");
        for (const char* name :
             {"bert-large", "gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl", "gpt3-175b", "megatron-1.7b",
              "megatron-1t", "turing-nlg-17b", "llama-2-7b", "llama-2-13b", "llama-2-70b", "llama-3-8b",
              "llama-3-70b", "llama-3-405b", "mixtral-8x7b", "deepseek-v3", "qwen3-4b", "t5-11b"})
            QVERIFY2(found.contains(QLatin1String(name)), name);
    }

    void hardwareNames()
    {
        const QStringList found = names("hardware");
        for (const char* name :
             {"h200-sxm", "dgx-h200", "dgx-h100", "dgx-a100-40g", "dgx-a100-80g", "dgx-1-v100-16g",
              "dgx-2-v100-32g", "b200-sxm-8", "ipu-m2000", "ipu-pod16", "ipu-pod64", "ipu-pod128",
              "ipu-pod256", "bow-2000", "bow-pod16", "bow-pod64", "bow-pod128", "bow-pod256", "zionex"})
            QVERIFY2(found.contains(QLatin1String(name)), name);
    }

    void whatNobodyCouldCheckIsMarked()
    {
        const Answer turing = runCli({"models", "turing-nlg-17b"});
        int rows = 0;
        for (const QByteArray& line : turing.out.split('\n')) {
            const QByteArray row = line.simplified();
            if (row.startsWith("vocabulary") || row.startsWith("hidden")) {
                ++rows;
                QVERIFY2(row.endsWith(row.startsWith("vocabulary") ? "yes" : "no"), row.constData());
            }
        }
        QCOMPARE(rows, 2);
        QVERIFY(turing.out.contains("is not published")); // the file's own remark
        const QJsonArray notes = runCli({"models", "deepseek-v3", "--json"}).json()["notes"].toArray();
        QVERIFY(notes.at(0).toString().contains("multi-token prediction"));
    }

    void everyEntryPrints()
    {
        for (const QString& name : names("models")) {
            const Answer answer = runCli({"models", name});
            QVERIFY2(answer.exitCode == 0 && answer.out.contains("parameters"), answer.text().constData());
        }
        for (const QString& name : names("hardware")) {
            const Answer answer = runCli({"hardware", name, "--json"});
            QVERIFY2(answer.exitCode == 0, answer.text().constData());
            // Every figure says where it comes from, or that nobody could check it.
            for (const char* list : {"engines", "memory", "links"}) {
                for (const QJsonValue part : answer.json()[QLatin1String(list)].toArray()) {
                    for (const char* figure : {"peak", "capacity", "bandwidth", "latency"}) {
                        const QJsonObject sourced = part[QLatin1String(figure)].toObject();
                        if (!sourced.isEmpty() && sourced["value"].toDouble() > 0)
                            QVERIFY2(!sourced["source"].toString().isEmpty() ||
                                         sourced["unverified"].toBool(),
                                     answer.text().constData());
                    }
                }
            }
        }
    }
};

SHARDSCOPE_TEST(TstCatalogue)
#include "tst_catalogue.moc"
