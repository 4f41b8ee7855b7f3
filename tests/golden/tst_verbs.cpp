// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every verb: exit codes, one line for an error, JSON alone on standard output.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QTest>

using namespace shardscope::tests;

class TstVerbs : public QObject {
    Q_OBJECT
private slots:
    void helpAndVersion()
    {
        QCOMPARE(runCli({"--help"}).exitCode, 0);
        QCOMPARE(runCli({"plan", "--help"}).exitCode, 0);
        const Answer version = runCli({"--version"});
        QCOMPARE(version.exitCode, 0);
        QVERIFY(version.out.startsWith("shardscope-cli "));
    }

    void badCalls_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char* name, const QStringList& arguments, const char* mentions) {
            QTest::newRow(name) << arguments << QString::fromUtf8(mentions);
        };
        row("no verb", {}, "--help");
        row("unknown verb", {"pln"}, "\"plan\"");
        row("unknown option", {"plan", "gpt2", "h200-sxm", "--tensr", "2"}, "\"--tensor\"");
        row("missing value", {"plan", "gpt2", "h200-sxm", "--tensor"}, "--tensor");
        row("unknown model", {"plan", "gpt3-157b", "h200-sxm"}, "\"gpt3-175b\"");
        row("unknown hardware", {"plan", "gpt2", "dgx-h20x"}, "dgx-h200");
        row("no model", {"plan"}, "model");
        row("no hardware", {"plan", "gpt2"}, "hardware");
        row("a number that is none", {"plan", "gpt2", "h200-sxm", "--tensor", "many"}, "tensor");
        row("out of range", {"plan", "gpt2", "h200-sxm", "--tensor", "0"}, "tensor");
        row("unknown value", {"plan", "gpt2", "h200-sxm", "--schedule", "1f1"}, "1f1b");
        row("unknown number to explain", {"plan", "gpt2", "h200-sxm", "--explain", "memory.device.weight"},
            "memory.device.weights");
        row("no such plan", {"plan", "gpt2", "h200-sxm", "--plan", "no/such/file.json"}, "no/such/file.json");
        row("no such trace", {"trace", "no/such/trace.json"}, "no/such/trace.json");
        row("no such case", {"validate", "no/such/cases.jsonl"}, "no/such/cases.jsonl");
        row("unknown table", {"export", "memry", "gpt2", "h200-sxm", "--out", "x.csv"}, "\"memory\"");
        row("export without a known type", {"export", "models", "--out", "models.txt"}, ".csv");
        row("unknown unit", {"models", "--units", "GBit"}, "GB");
        row("too many arguments", {"models", "gpt2", "bert-large"}, "bert-large");
    }

    void badCalls()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, mentions);
        const Answer answer = runCli(arguments);
        QVERIFY2(answer.isOneLineError(), answer.text().constData());
        QVERIFY2(answer.err.contains(mentions.toUtf8()), answer.err.constData());
        QVERIFY2(answer.err.startsWith("shardscope-cli: "), answer.err.constData());
    }

    void jsonErrorsLeaveStandardOutputEmpty()
    {
        QVERIFY(runCli({"plan", "gpt3-157b", "h200-sxm", "--json"}).isOneLineError());
    }
};

SHARDSCOPE_TEST(TstVerbs)
#include "tst_verbs.moc"
