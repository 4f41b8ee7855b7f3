// SPDX-License-Identifier: GPL-3.0-or-later
// Malformed inputs end in one clear line or in a report, never in a crash.
#include "tests/golden/cli_process.h"
#include "tests/golden/plain_count.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

namespace {

enum class As { Model, Hardware, Plan, Trace, Cases };

QStringList callWith(As as, const QString& file)
{
    switch (as) {
    case As::Model: return {"plan", file, "h200-sxm"};
    case As::Hardware: return {"plan", "gpt2", file};
    case As::Plan: return {"plan", "gpt2", "h200-sxm", "--plan", file};
    case As::Trace: return {"trace", file, "--json"};
    case As::Cases: return {"validate", file};
    }
    return {};
}

} // namespace
Q_DECLARE_METATYPE(As)

class TstMalformed : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString written(const QByteArray& content, const QString& name = "input.json")
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(content);
        return file.fileName();
    }

private slots:
    void specifications_data()
    {
        QTest::addColumn<As>("as");
        QTest::addColumn<QByteArray>("content");
        struct Kind {
            const char* name;
            As as;
        };
        const QByteArray nested = QByteArray(100'000, '[');
        const QByteArray objects = QByteArray("{\"a\":").repeated(50'000);
        for (const Kind kind : {Kind{"model", As::Model}, Kind{"hardware", As::Hardware},
                                Kind{"plan", As::Plan}, Kind{"cases", As::Cases}}) {
            const auto row = [&](const char* what, const QByteArray& content) {
                QTest::newRow(qPrintable(QString("%1, %2").arg(kind.name, what))) << kind.as << content;
            };
            if (kind.as != As::Cases)
                row("empty", "");
            row("a number", "3");
            row("not JSON", "layers: 4\n");
            row("cut short", "{\"kind\": \"transformer\", \"parallel\": {\"tensor\": 2");
            row("wrong type", "[1, 2, 3]");
            row("brackets without end", nested);
            row("objects without end", objects);
            row("invalid UTF-8", "{\"kind\": \"\xFF\xFE\", \"parallel\": {\"tensor\": \"\xC3\"}}");
            row("huge number",
                "{\"kind\": \"parameters\", \"parameters\": 1e999, \"parallel\": {\"tensor\": 1e999}}");
            row("binary", QByteArray("\x7F"
                                     "ELF\x02\x01\x01\0\0\0",
                                     10));
            row("gzip", gzipped("{}"));
        }
        QTest::newRow("plan, unknown key") << As::Plan << QByteArray("{\"parallel\": {\"tensr\": 2}}");
        QTest::newRow("plan, negative") << As::Plan << QByteArray("{\"parallel\": {\"tensor\": -2}}");
        QTest::newRow("plan, fraction") << As::Plan << QByteArray("{\"parallel\": {\"tensor\": 1.5}}");
        QTest::newRow("plan, text for a number")
            << As::Plan << QByteArray("{\"parallel\": {\"tensor\": \"two\"}}");
        QTest::newRow("model, unknown type") << As::Model << QByteArray("{\"model_type\": \"gpt9\"}");
        QTest::newRow("model, no kind") << As::Model << QByteArray("{\"layers\": 4}");
        QTest::newRow("model, negative layers")
            << As::Model
            << QByteArray("{\"kind\": \"transformer\", \"layers\": -4, \"hidden\": 8, \"heads\": 2, "
                          "\"vocabulary\": 10}");
        QTest::newRow("hardware, no unit")
            << As::Hardware
            << QByteArray("{\"name\": \"x\", \"engines\": [{\"kind\": \"matrix\", \"dtype\": \"fp16\", "
                          "\"peak\": 312, \"source\": \"s\"}]}");
    }

    void specifications()
    {
        QFETCH(As, as);
        QFETCH(QByteArray, content);
        const Answer answer = runCli(callWith(as, written(content)));
        QVERIFY2(answer.isOneLineError(), answer.text().constData());
        QVERIFY2(answer.err.contains("input.json"), answer.err.constData());
    }

    void placesAreNamed()
    {
        const Answer plan = runCli(callWith(As::Plan, written("{\n  \"parallel\": {\"tensr\": 2}\n}\n")));
        QVERIFY2(plan.err.contains("/parallel/tensr") && plan.err.contains("\"tensor\""),
                 plan.err.constData());
        const Answer syntax = runCli(callWith(As::Plan, written("{\n  \"parallel\": {\"tensor\" 2}\n}\n")));
        QVERIFY2(syntax.err.contains("line 2"), syntax.err.constData());
        const Answer cases =
            runCli(callWith(As::Cases, written("{\"id\": \"a\", \"model\": \"gpt2\", \"hardware\": "
                                               "\"h200-sxm\", \"measured\": {}}\n{\"id\": 3}\n")));
        QVERIFY2(cases.err.contains("line 2"), cases.err.constData());
    }

    /// A trace that is cut: an error in one line, or a report that says what was lost.
    void traces_data()
    {
        QTest::addColumn<QByteArray>("content");
        const QByteArray whole = plainBytes(sourceFile("resources/samples/h200_dlrm.json.gz")).left(200'000);
        for (int tenth = 0; tenth < 10; ++tenth) {
            const QByteArray part = whole.left(whole.size() * tenth / 10);
            QTest::newRow(qPrintable(QString("plain, %1 tenths").arg(tenth))) << part;
        }
        const QByteArray packed = gzipped(whole);
        for (int tenth = 1; tenth < 10; ++tenth)
            QTest::newRow(qPrintable(QString("gzip, %1 tenths").arg(tenth)))
                << packed.left(packed.size() * tenth / 10);
        QTest::newRow("events are a number") << QByteArray("{\"traceEvents\": 3}");
        QTest::newRow("bracket bomb") << QByteArray("{\"traceEvents\": " + QByteArray(200'000, '['));
        QTest::newRow("no events key") << QByteArray("{\"displayTimeUnit\": \"ms\"}");
        QTest::newRow("gzip of nothing") << gzipped("");
        QTest::newRow("gzip of noise") << gzipped("hello, world");
    }

    void traces()
    {
        QFETCH(QByteArray, content);
        const Answer answer = runCli(callWith(As::Trace, written(content, "trace.json")));
        if (answer.exitCode == 2) {
            QVERIFY2(answer.isOneLineError(), answer.text().constData());
            return;
        }
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        bool lost = false;
        for (const QJsonValue remark : answer.json()["remarks"].toArray())
            lost = lost || remark["severity"] == "data_loss" || remark["severity"] == "error";
        QVERIFY2(lost, answer.text().constData());
    }

    /// Odd events are kept or counted, and the rest of the file is read.
    void oddEventsAreRemarked()
    {
        const Answer answer = runCli(callWith(As::Trace, written(R"({"traceEvents": [
                {"ph": "X", "name": "good", "pid": 1, "tid": 1, "ts": 1, "dur": 2},
                {"ph": "X", "name": "no time", "pid": 1, "tid": 1},
                {"ph": "X", "name": "text for a time", "pid": 1, "tid": 1, "ts": "soon", "dur": 2},
                {"ph": "X", "name": "huge", "pid": 1, "tid": 1, "ts": 1e300, "dur": 2},
                {"ph": "X", "name": "negative", "pid": 1, "tid": 1, "ts": 9, "dur": -5},
                {"ph": "?", "name": "unknown phase", "pid": 1, "tid": 1, "ts": 3},
                {"ph": "E", "name": "never begun", "pid": 1, "tid": 2, "ts": 3},
                {"name": "no phase", "pid": 1, "tid": 1, "ts": 3},
                17, null, [],
                {"ph": "X", "name": "good", "pid": 1, "tid": 1, "ts": 20, "dur": 2}]})")));
        QVERIFY2(answer.exitCode == 0, answer.text().constData());
        const QJsonObject run = answer.json()["runs"].toArray().first().toObject();
        QVERIFY2(run["slices"].toInt() >= 2, answer.text().constData());
        QVERIFY2(answer.json()["remarks"].toArray().size() >= 4, answer.text().constData());
    }
};

SHARDSCOPE_TEST(TstMalformed)
#include "tst_malformed.moc"
