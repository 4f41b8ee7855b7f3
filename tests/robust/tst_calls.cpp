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
        row("instance below nothing", {"analyze", "kernel_breakdown", trace, "--instance", "-1"},
            "out of range");
        row("gap not a number", {"analyze", "kernel_breakdown", trace, "--kernel-gap-us", "nan"},
            "not a number");
        row("top below nothing", {"analyze", "kernel_breakdown", trace, "--top", "-1"}, "out of range");
        row("rank beyond ranks", {"compare", trace, trace, "--rank-a", "99999999999"}, "out of range");
        row("limit below nothing", {"sql", trace, "SELECT 1", "--limit", "-1"}, "out of range");
        row("folds of nothing", {"calibrate", "x", "--hardware", "dgx-h100", "--folds", "0"}, "out of range");
        row("devices below nothing", {"import", "x", "--devices", "-8"}, "out of range");
        const auto unheeded = [&](const char* analysis, const QStringList& option) {
            QStringList call{"analyze"};
            if (*analysis != '\0')
                call << analysis;
            const QByteArray name = analysis + QByteArray(" and ") + option.front().toUtf8();
            row(name.constData(), call + QStringList{trace} + option, "has no use for it");
        };
        unheeded("kernel_breakdown", {"--instance", "1"});
        unheeded("kernel_breakdown", {"--annotation", "step"});
        unheeded("kernel_breakdown", {"--kernel-gap-us", "5"});
        unheeded("kernel_breakdown", {"--hardware", "dgx-h100"});
        unheeded("critical_path", {"--full-queue", "5"});
        unheeded("critical_path", {"--window", "whole"});
        unheeded("idle_time", {"--top", "3"});
        unheeded("", {"--top", "3"});
        unheeded("", {"--hardware", "dgx-h100"});
        unheeded("", {"--all-rows"});
        row("a list of a file", {"analyze", "--list", trace}, "--list names all analyses");
        row("a list of one rank", {"analyze", "--list", "--rank", "0"}, "takes no --rank");
        row("a file twice in a run", {"analyze", "kernel_breakdown", trace, trace}, "given twice");
        row("a file twice in an overview", {"analyze", trace, trace}, "given twice");
        row("a file twice in a query", {"sql", trace, trace, "SELECT 1"}, "given twice");
        row("a file twice in a trace", {"trace", trace, trace}, "given twice");
        row("a file twice in a pack", {"trace", trace, trace, "--pack", "/nowhere/x.shardpack"},
            "given twice");
        row("a file twice by two names",
            {"trace", trace, SHARDSCOPE_SOURCE_DIR "/resources/./samples/h200_dlrm.json.gz"}, "given twice");
        row("nothing behind an option", {"plan", "gpt2", "dgx-h100", "--plan"}, "nothing stands behind");
        row("an option once more", {"models", "--units", "GB", "--units", "GiB"}, "more than once");
        row("CSV and JSON", {"sql", trace, "SELECT 1", "--csv", "--json"}, "--csv");
        row("two answers", {"plan", "gpt2", "dgx-h100", "--explain", "step.total", "--report", "memory"},
            "--report");
        row("choices of nobody",
            {"estimate", "deepspeed-zero2", "--parameters", "1000000000", "--set", "nonsense=1"}, "--set");
        row("choices of no table", {"export", "models", "--out", "x.csv", "--set", "nonsense=1"}, "--set");
        row("a unit of nothing", {"models", "--units", "stone"}, "GiB");
        const QStringList search{"search", "bert-large", "dgx-h100", "--devices", "1"};
        row("a search of no devices", {"search", "bert-large", "dgx-h100", "--devices", "0"}, "out of range");
        row("devices below nothing", {"search", "dlrm-criteo-1tb", "zionex", "--devices", "-8"},
            "out of range");
        row("devices backwards", {"search", "bert-large", "dgx-h100", "--devices", "8..4"}, "out of range");
        row("headroom below nothing", search + QStringList{"--headroom", "-4 GiB"}, "out of range");
        row("a budget of nothing known", search + QStringList{"--budget", "nan"}, "not a number");
        row("tokens below nothing", search + QStringList{"--tokens", "-15T"}, "out of range");
        row("one objective twice", search + QStringList{"--pareto", "time,time"}, "twice");
        row("one key fixed twice", search + QStringList{"--fix", "tensor=1", "--fix", "tensor=2"}, "twice");
        row("fixed in two ways", search + QStringList{"--fix", "tensor=1", "--tensor", "2"}, "twice");
        row("nothing to fix", search + QStringList{"--fix", "tensor"}, "KEY=VALUE");
        row("a range backwards", search + QStringList{"--range", "tensor=4..2"}, "out of range");
        row("a sweep of no key", search + QStringList{"--sweep", "bogus=1,2"}, "--sweep: unknown key");
        row("a sweep backwards", search + QStringList{"--sweep", "devices=8..1"},
            "--sweep: 1 is out of range");
        row("two answers of a search", search + QStringList{"--sweep", "tensor=1,2", "--largest-model"},
            "two answers");
        row("choices of a transformer", search + QStringList{"--rate", "5"}, "only recommendation models");
        row("limits that tables do not heed",
            {"search", "dlrm-criteo-1tb", "zionex", "--devices", "8", "--budget", "5"}, "--budget");
        row("a rate below nothing", {"search", "dlrm-criteo-1tb", "persia-v100", "--rate", "-5"},
            "out of range");
        row("jitter not a number", {"simulate", "gpt2", "dgx-h100", "--jitter", "nan"}, "not a number");
        row("jitter below nothing", {"simulate", "gpt2", "dgx-h100", "--jitter=-0.1"}, "out of range");
        row("no steps", {"simulate", "gpt2", "dgx-h100", "--steps", "0"}, "out of range");
        row("a seed below nothing", {"simulate", "gpt2", "dgx-h100", "--seed", "-1"}, "out of range");
        const QStringList alone{"simulate", "--schedule", "1f1b", "--pipeline", "4", "--micro-batches", "8"};
        row("jitter of a schedule alone", alone + QStringList{"--jitter", "0.1"}, "--jitter");
        row("steps of a schedule alone", alone + QStringList{"--steps", "3"}, "--steps");
        row("a cost twice", alone + QStringList{"--costs", "F=1,F=2"}, "said twice");
        row("a cost not a number", alone + QStringList{"--costs", "F=nan"}, "is not a number");
        row("a cost of nothing known", alone + QStringList{"--costs", "F=1,Q=2"}, "unknown key");
        row("groups of no groups", alone + QStringList{"--group-size", "3"}, "has no use for it");
        row("a limit of no limits", alone + QStringList{"--activation-limit", "3"}, "has no use for it");
        row("warm-up below nothing", alone + QStringList{"--extra-warm-up", "-1"}, "out of range");
        row("an expression that grows", {"sql", trace, "SELECT 'a' REGEXP 'a{1,250}{1,250}{1,250}'"},
            "REGEXP cannot use this expression: it is too large");
        row("an expression nested deeply",
            {"sql", trace, "SELECT 'a' REGEXP '" + QString(100'000, QLatin1Char('(')) + "'"},
            "nested too deeply");
        row("a statement nested deeply",
            {"sql", trace,
             "SELECT " + QString(50'000, QLatin1Char('(')) + "1" + QString(50'000, QLatin1Char(')'))},
            "stack overflow");
        row("a sum beyond 64 bits", {"sql", trace, "SELECT sum(9223372036854775807) FROM slice"},
            "out of range");
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

    /// Told as what it is, with the place, not as a format that is not known.
    void damagedCompression_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("kept"); ///< bytes of a compressed trace; the rest is noise
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("noise") << QStringList{"trace", "@"} << 12 << QByteArray("damaged");
        QTest::newRow("cut") << QStringList{"trace", "@"} << -12 << QByteArray("cut short");
        QTest::newRow("as a model") << QStringList{"plan", "@", "dgx-h100"} << 40 << QByteArray("gunzip");
        QTest::newRow("as cases") << QStringList{"validate", "@"} << 40 << QByteArray("gunzip");
        QTest::newRow("as arguments") << QStringList{"import", "@"} << 40 << QByteArray("gunzip");
    }

    void damagedCompression()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, kept);
        QFETCH(QByteArray, says);
        const QTemporaryDir folder;
        QByteArray bytes = readFile(SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz");
        bytes = bytes.left(kept < 0 ? -kept : kept) + (kept < 0 ? QByteArray() : QByteArray(500, '\xFF'));
        arguments.replaceInStrings("@", writeFile(folder.filePath("t.json.gz"), bytes));
        const Outcome outcome = runRough(arguments);
        QVERIFY2(outcome.exitCode == 2 && outcome.breach().isEmpty(), outcome.text().constData());
        QVERIFY2(outcome.err.contains(says), outcome.text().constData());
        QVERIFY2(arguments.front() != "trace" || outcome.err.contains("byte 0"), outcome.text().constData());
    }

    /// Every verb that prints names of a file, to people.
    void namesAreTextEverywhere()
    {
        const QTemporaryDir folder;
        const QByteArray evil = "\\u001b[31mevil\\n\\u0007\\u202e\\u009b2J";
        QByteArray events;
        for (int step = 0; step < 3; ++step) {
            const QByteArray at = QByteArray::number(1000 * step);
            events += QByteArray(step == 0 ? "" : ",") +
                      "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"pid\":1,\"tid\":1,\"ts\":" + at +
                      ",\"dur\":900,\"name\":\"ProfilerStep#" + QByteArray::number(step) +
                      "\"},{\"ph\":\"X\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"ts\":" + at +
                      ",\"dur\":500,\"name\":\"" + evil +
                      "\",\"args\":{\"device\":0,\"stream\":7}},{\"ph\":\"X\",\"cat\":\"cpu_op\",\"pid\":1,"
                      "\"tid\":1,\"ts\":" +
                      at + ",\"dur\":300,\"name\":\"" + evil + "\"}";
        }
        events += ",{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"" + evil +
                  "\"}},{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"" + evil +
                  "\"}}";
        const QString trace =
            writeFile(folder.filePath("t.json"), "{\"schemaVersion\":1,\"" + evil + "\":\"" + evil +
                                                     "\",\"traceEvents\":[" + events + "]}");
        const QString model = writeFile(folder.filePath("m.json"),
                                        "{\"kind\":\"transformer\",\"name\":\"" + evil +
                                            "\",\"layers\":2,\"hidden\":64,\"heads\":2,\"feed_forward\":256,"
                                            "\"vocabulary\":1024,\"max_sequence\":128}");
        const QString tables =
            writeFile(folder.filePath("r.json"), "{\"kind\":\"recommender\",\"name\":\"" + evil +
                                                     "\",\"dense_features\":4,\"bottom_mlp\":[8],\"top_mlp\":"
                                                     "[4,1],\"interaction\":\"cat\",\"tables\":[{"
                                                     "\"name\":\"" +
                                                     evil + "\",\"rows\":10,\"dim\":8}]}");
        const std::vector<QStringList> calls{{"trace", trace, "--no-cache", "--all-tracks"},
                                             {"analyze", trace},
                                             {"analyze", "kernel_breakdown", trace},
                                             {"analyze", "idle_time", trace},
                                             {"compare", trace, trace},
                                             {"sql", trace, "SELECT * FROM slice"},
                                             {"sql", trace, "SELECT * FROM remark"},
                                             {"models", model},
                                             {"plan", model, "dgx-h100"},
                                             {"simulate", model, "dgx-h100"},
                                             {"search", model, "dgx-h100", "--devices", "1"},
                                             {"models", tables},
                                             {"plan", tables, "zionex"},
                                             {"search", tables, "zionex"}};
        for (const QStringList& call : calls) {
            const Outcome outcome = runRough(call);
            QVERIFY2(outcome.exitCode >= 0 && outcome.exitCode <= 1,
                     (call.join(' ').toUtf8() + "\n" + outcome.text()).constData());
            for (const char* forbidden : {"\x1b", "\x07", "\xE2\x80\xAE", "\xC2\x9B"})
                QVERIFY2(!outcome.out.contains(forbidden) && !outcome.err.contains(forbidden),
                         (call.join(' ').toUtf8() + "\n" + outcome.text()).constData());
        }
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
