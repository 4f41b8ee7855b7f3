// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that are wrong are refused, with words that say what is wrong; names of files reach the terminal as
// text.
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/robust/verb_calls.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

class TstCalls : public QObject {
    Q_OBJECT
private slots:
    void wrongCalls_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QStringList& arguments, const char* says) {
            QTest::newRow(name) << arguments << QByteArray(says);
        };
        const QString trace = SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz";
        row("no verb", {}, "no verb is given; known are: models");
        row("only --json", {"--json"}, "no verb is given");
        row("a mistyped verb", {"modles"}, "models");
        row("a mistyped option", {"models", "--jsn"}, "--json");
        row("an option behind --", {"models", "--", "--jsonn", "x"}, "no further argument");
        row("an unset variable", {"plan", "", "dgx-h100"}, "argument 2 is empty");
        row("an unset variable behind an option", {"plan", "gpt2", "dgx-h100", "--plan="}, "--plan=");
        row("tolerance below nothing", {"compare", trace, trace, "--tolerance", "-1"}, "out of range");
        row("tolerance not a number", {"compare", trace, trace, "--tolerance", "nan"}, "not a number");
        row("tolerance beyond numbers", {"compare", trace, trace, "--tolerance", "1e400"}, "not a number");
        row("a comma for a point", {"compare", trace, trace, "--tolerance", "0,5"}, "not a number");
        row("instance below nothing", {"analyze", "kernels", trace, "--instance", "-1"}, "out of range");
        row("gap not a number", {"analyze", "kernels", trace, "--kernel-gap-us", "nan"}, "not a number");
        row("top below nothing", {"analyze", "kernels", trace, "--top", "-1"}, "out of range");
        row("rank beyond ranks", {"compare", trace, trace, "--rank-a", "99999999999"}, "out of range");
        row("limit below nothing", {"sql", trace, "SELECT 1", "--limit", "-1"}, "out of range");
        row("folds of nothing", {"calibrate", "x", "--hardware", "dgx-h100", "--folds", "0"}, "out of range");
        row("devices below nothing", {"import", "x", "--devices", "-8"}, "out of range");
        row("CSV and JSON", {"sql", trace, "SELECT 1", "--csv", "--json"}, "--csv");
        row("two answers", {"plan", "gpt2", "dgx-h100", "--explain", "step.total", "--report", "walk"},
            "--report");
        row("choices of nobody",
            {"estimate", "deepspeed-zero2", "--parameters", "1000000000", "--set", "nonsense=1"}, "--set");
        row("choices of no table", {"export", "models", "--out", "x.csv", "--set", "nonsense=1"}, "--set");
        row("a unit of nothing", {"models", "--units", "stone"}, "GiB");
        row("a size beyond numbers", {"plan", "gpt2", "dgx-h100", "--micro-batch", "1e400"},
            "--micro-batch: wanted a whole number");
    }

    void wrongCalls()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Outcome outcome = runRough(arguments);
        QVERIFY2(outcome.exitCode == 2 && outcome.breach().isEmpty(), outcome.text().constData());
        QVERIFY2(outcome.err.contains(says), outcome.text().constData());
        QVERIFY2(outcome.out.isEmpty(), outcome.text().constData());
    }

    void noResources()
    {
        Surroundings none;
        none.environment = {{"SHARDSCOPE_RESOURCES", "/dev/null"}};
        const Outcome outcome = runRough({"models"}, none);
        QVERIFY2(outcome.exitCode == 2 && outcome.breach().isEmpty(), outcome.text().constData());
        QVERIFY2(outcome.err.contains("SHARDSCOPE_RESOURCES"), outcome.text().constData());
    }

    /// Escaped for people, exact for programs.
    void namesAreText()
    {
        const QTemporaryDir folder;
        const QString trace =
            writeFile(folder.filePath("t.json"),
                      "{\"traceEvents\": [{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"dur\": 2, "
                      "\"name\": \"a\\u001b[31m\\nb\\u202ec\"}]}");
        const QStringList query{"sql", trace, "SELECT name FROM slice"};
        const Outcome table = runRough(query);
        QVERIFY2(table.exitCode == 0 && table.out.contains("a\\x1b[31m\\nb\\u202ec"),
                 table.text().constData());
        QVERIFY2(!table.out.contains('\x1b'), table.text().constData());
        const Outcome csv = runRough(query + QStringList{"--csv"});
        QVERIFY2(csv.out.contains("a\x1b[31m\nb\xE2\x80\xAE"
                                  "c"),
                 csv.text().constData());
        const Outcome json = runRough(query + QStringList{"--json"});
        QVERIFY2(json.out.contains("a\\u001b[31m\\nb"), json.text().constData());
        const Outcome error = runRough({"trace", folder.filePath("no\x1b[2J\nsuch")});
        QVERIFY2(error.exitCode == 2 && error.breach().isEmpty(), error.text().constData());
    }
};

SHARDSCOPE_TEST(TstCalls)
#include "tst_calls.moc"
