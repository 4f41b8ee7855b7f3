// SPDX-License-Identifier: GPL-3.0-or-later
// Names of files in what people open elsewhere: pictures, and tables on a terminal.
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace shardscope::tests;

namespace {

/// All the names there are in one, but for \p but; those that are no UTF-8 stand in no JSON.
QString everyName()
{
    QString all;
    for (const auto& [row, name] : hostileNames()) {
        if (name.size() < 1000)
            all += QString::fromStdString(name) + QLatin1Char(' ');
    }
    return all;
}

QByteArray written(const QJsonObject& object) { return QJsonDocument(object).toJson(); }

QJsonObject readObject(const QString& file)
{
    return QJsonDocument::fromJson(readFile(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/") + file))
        .object();
}

/// A step of a run: an operator, the kernel behind it, an allocation, all of the name.
QJsonArray eventsOf(const QString& name)
{
    QJsonArray events;
    for (int step = 0; step < 3; ++step) {
        const int at = 1000 * step;
        const auto slice = [&](const char* kind, const QString& called, int from, int length, int process) {
            events << QJsonObject{{"ph", "X"},       {"cat", kind},          {"name", called},
                                  {"ts", at + from}, {"dur", length},        {"pid", process},
                                  {"tid", 7},        {"args", QJsonObject{}}};
        };
        slice("user_annotation", QStringLiteral("ProfilerStep#%1").arg(step), 0, 900, 1);
        slice("cpu_op", name, 10, 300, 1);
        slice("kernel", name, 100, 500, 0);
        events << QJsonObject{{"ph", "i"},
                              {"s", "t"},
                              {"name", "[memory]"},
                              {"ts", at + 50},
                              {"pid", 1},
                              {"tid", 7},
                              {"args", QJsonObject{{"Total Reserved", 4096},
                                                   {"Total Allocated", 1024 * (step + 1)},
                                                   {"Bytes", 1024},
                                                   {"Addr", 4096 * (step + 1)},
                                                   {"Device Id", 0},
                                                   {"Device Type", 1}}}};
    }
    for (const char* what : {"thread_name", "process_name"})
        events << QJsonObject{
            {"ph", "M"}, {"name", what}, {"pid", 1}, {"tid", 7}, {"args", QJsonObject{{"name", name}}}};
    return events;
}

} // namespace

class TstHostileNames : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    /// Writes what \p name names and draws \p view of it with \p arguments; returns the file.
    QString drawn(const QString& view, const QString& name, const QStringList& arguments,
                  const QString& suffix)
    {
        const auto put = [&](const char* file, const QByteArray& content) {
            return writeFile(m_folder.filePath(QString::fromUtf8(file)), content);
        };
        QJsonObject model{{"kind", "transformer"}, {"name", name},        {"title", name},
                          {"layers", 4},           {"hidden", 64},        {"heads", 2},
                          {"vocabulary", 100},     {"feed_forward", 256}, {"max_sequence", 64}};
        QJsonObject tables = readObject(QStringLiteral("models/dlrm-criteo-1tb.json"));
        QJsonArray renamed = tables["tables"].toArray();
        for (int table = 0; table < 3; ++table) {
            QJsonObject one = renamed[table].toObject();
            one["name"] = name + QString::number(table);
            renamed[table] = one;
        }
        tables["name"] = name;
        tables["title"] = name;
        tables["tables"] = renamed;
        QJsonObject machine = readObject(QStringLiteral("hardware/dgx-h100.json"));
        machine["name"] = name;
        machine["title"] = name;
        QStringList call{"--export", view, "--out", m_folder.filePath("out." + suffix)};
        call << arguments;
        call.replaceInStrings("@MODEL", put("model.json", written(model)));
        call.replaceInStrings("@TABLES", put("tables.json", written(tables)));
        call.replaceInStrings("@MACHINE", put("machine.json", written(machine)));
        call.replaceInStrings("@RUN", put("R&D <b>'x'\n.json",
                                          written({{"schemaVersion", 1}, {"traceEvents", eventsOf(name)}})));
        Surroundings window;
        window.program = QStringLiteral("shardscope");
        window.environment = {{"QT_QPA_PLATFORM", "offscreen"}, {"SHARDSCOPE_CACHE", "off"}};
        const Outcome outcome = runRough(call, window);
        return outcome.exitCode == 0 && outcome.err.isEmpty() ? m_folder.filePath("out." + suffix)
                                                              : QString::fromUtf8(outcome.text());
    }

private slots:
    void pictures_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const char* view, const QStringList& arguments) {
            QTest::newRow(name) << QString::fromUtf8(view) << arguments;
        };
        const QStringList planned{"--model", "@MODEL", "--hardware", "@MACHINE", "--replica", "2"};
        const QStringList recommender{"--model", "@TABLES", "--hardware", "zionex"};
        row("plan", "plan", planned);
        row("plan, outlines", "plan", planned + QStringList{"--outlines"});
        row("compare", "compare", planned);
        row("schedule", "schedule", planned + QStringList{"--pipeline", "2", "--micro-batches", "4"});
        row("recommender", "recommender", recommender);
        row("recommender's plan", "plan", recommender);
        row("timeline", "timeline", {"--trace", "@RUN"});
        row("critical path", "timeline", {"--trace", "@RUN", "--analysis", "critical_path"});
        row("memory", "memory", {"--trace", "@RUN"});
        for (const char* analysis : {"kernel_breakdown", "operator_tree", "idle_time"})
            row(analysis, "analyses", {"--trace", "@RUN", "--analysis", analysis});
    }

    /// XML with elements that draw and no other, and the names in it as text.
    void pictures()
    {
        QFETCH(QString, view);
        QFETCH(QStringList, arguments);
        if (!QFile::exists(QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin/shardscope")))
            QSKIP("built without the window");
        static const QSet<QString> kDraws{"svg",  "title",    "desc",    "defs",           "g",       "rect",
                                          "path", "polyline", "polygon", "circle",         "ellipse", "text",
                                          "line", "image",    "stop",    "linearGradient", "style"};
        for (const QString& name : {everyName(), QString(100'000, QLatin1Char('n'))}) {
            const QString file = drawn(view, name, arguments, QStringLiteral("svg"));
            QVERIFY2(QFile::exists(file), qPrintable(file.left(2000)));
            QXmlStreamReader reader(readFile(file));
            QString title;
            QString texts;
            while (!reader.atEnd()) {
                reader.readNext();
                if (reader.isStartElement()) {
                    QVERIFY2(kDraws.contains(reader.name().toString()), qPrintable(reader.name().toString()));
                    for (const QXmlStreamAttribute& attribute : reader.attributes())
                        QVERIFY2(!attribute.name().startsWith(QLatin1String("on")) &&
                                     attribute.name() != QLatin1String("href"),
                                 qPrintable(attribute.name().toString()));
                }
                if (reader.isStartElement() && reader.name() == QLatin1String("title"))
                    title = reader.readElementText();
                else if (reader.isCharacters())
                    texts += reader.text();
                else if (reader.isStartElement())
                    texts += reader.attributes().value(QLatin1String("aria-label"));
            }
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            QVERIFY2(!title.isEmpty() && title.size() <= 4010, qPrintable(title.left(100)));
            const bool ofRun = arguments.contains(QStringLiteral("@RUN"));
            QVERIFY2(title.contains(ofRun                  ? "R&D <b>'x'\\n"
                                    : name.startsWith('n') ? "nnn"
                                                           : "R&D 7B <script>"),
                     qPrintable(title.left(200)));
            for (const char16_t forbidden : {u'\x1b', u'\x7f', u'\x9b', u'\x202e', u'\t'})
                QVERIFY(!title.contains(QChar(forbidden)) && !texts.contains(QChar(forbidden)));
            QFile::remove(file);
        }
    }

    void otherForms()
    {
        if (!QFile::exists(QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin/shardscope")))
            QSKIP("built without the window");
        const QStringList planned{"--model", "@MODEL", "--hardware", "@MACHINE"};
        for (const char* suffix : {"pdf", "png"}) {
            const QString file = drawn("plan", everyName(), planned, QString::fromUtf8(suffix));
            QVERIFY2(QFile::exists(file), qPrintable(file));
            QVERIFY(!readFile(file).contains("<script"));
            QFile::remove(file);
        }
    }

    /// Exact in files and pipes; on a terminal nothing moves its cursor.
    void tablesOnATerminal_data()
    {
        QTest::addColumn<QString>("form");
        for (const char* form : {"", "--csv", "--json"})
            QTest::newRow(*form == '\0' ? "table" : form) << QString::fromUtf8(form);
    }
    void tablesOnATerminal()
    {
        QFETCH(QString, form);
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
        QVERIFY(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
        Surroundings surroundings;
        surroundings.out = QString::fromLocal8Bit(::ptsname(terminal));
        const int other =
            ::open(surroundings.out.toLocal8Bit().constData(), O_RDWR | O_NOCTTY); // keeps it there
        const QString trace = writeFile(m_folder.filePath("t.json"),
                                        written({{"traceEvents", eventsOf("a\x1b[31m\u009b2J\u202e b")}}));
        QStringList call{"sql", trace, "SELECT name FROM slice WHERE dur = 500000 LIMIT 1"};
        if (!form.isEmpty())
            call << form;
        const Outcome outcome = runRough(call, surroundings);
        QVERIFY2(outcome.exitCode == 0, outcome.text().constData());
        QByteArray shown(4096, '\0');
        shown.resize(static_cast<qsizetype>(std::max<ssize_t>(::read(terminal, shown.data(), 4096), 0)));
        ::close(other);
        ::close(terminal);
        QVERIFY2(shown.contains("b[31m") && shown.contains("\\u009b2J\\u202e b"), shown.constData());
        QVERIFY2(!shown.contains('\x1b') && !shown.contains("\xC2\x9B") && !shown.contains("\xE2\x80\xAE"),
                 shown.constData());
    }

    void longWords_data()
    {
        QTest::addColumn<QStringList>("call");
        const auto row = [](const QStringList& call) {
            QTest::newRow(qPrintable(call.join(QLatin1Char(' ')).left(70))) << call;
        };
        const QString trace = SHARDSCOPE_SOURCE_DIR "/resources/samples/h200_dlrm.json.gz";
        for (const char* verb :
             {"", "trace", "sql", "models", "hardware", "validate", "import", "estimate", "analyze"})
            row(QStringList{QString::fromUtf8(verb), "@LONG"}.filter(
                QRegularExpression("."))); // no empty word
        row({"sql", trace, "SELECT @LONG"});
        row({"sql", trace, "SELECT * FROM slice WHERE name REGEXP '(@LONG'"});
        row({"trace", trace, "@LONG"});
        row({"compare", trace, "@LONG"});
        row({"compare", trace, trace, "--tolerance", "@LONG"});
        row({"analyze", "@LONG", trace});
        row({"analyze", "kernel_breakdown", trace, "--@LONG"});
        row({"calibrate", "@LONG", "--hardware", "@LONG"});
        row({"export", "@LONG", "--out", "x.csv"});
        row({"export", "memory", "gpt2", "dgx-h100", "--out", "/@LONG"});
        row({"plan", "gpt2", "@LONG"});
        for (const char* option : {"plan", "tensor", "explain", "report", "price", "units", "recompute",
                                   "schedule", "layers-per-stage", "calibration", "@LONG"})
            row({"plan", "gpt2", "dgx-h100", QStringLiteral("--") + QString::fromUtf8(option), "@LONG"});
        for (const char* option :
             {"devices", "fix", "range", "sweep", "objective", "pareto", "tokens", "budget", "why", "top"})
            row({"search", "bert-large", "dgx-h100", QStringLiteral("--") + QString::fromUtf8(option),
                 "@LONG"});
        row({"search", "bert-large", "dgx-h100", "--fix", "@LONG=1"});
        row({"simulate", "--schedule", "@LONG", "--pipeline", "2"});
        row({"simulate", "--schedule", "1f1b", "--pipeline", "2", "--costs", "@LONG=1"});
        row({"simulate", "--schedule-file", "@LONG"});
        row({"estimate", "deepspeed-zero2", "--parameters", "1000000000", "--set", "@LONG=1"});
    }
    /// An error repeats enough of a word to find it, and no more.
    void longWords()
    {
        QFETCH(QStringList, call);
        call.replaceInStrings("@LONG", QString(100'000, QLatin1Char('x')));
        const Outcome outcome = runRough(call);
        QVERIFY2(outcome.exitCode > 0 && outcome.breach().isEmpty(), outcome.text().constData());
        QVERIFY2(outcome.err.size() < 2500, QByteArray::number(outcome.err.size()).constData());
    }
};

SHARDSCOPE_TEST(TstHostileNames)
#include "tst_hostile_names.moc"
