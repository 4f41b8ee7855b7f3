// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures drawn without a window (shardscope --export): an answer or one line, and no input is lost.
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

namespace {

Surroundings window()
{
    Surroundings surroundings;
    surroundings.program = QStringLiteral("shardscope");
    surroundings.environment = {{"QT_QPA_PLATFORM", "offscreen"}, {"SHARDSCOPE_CACHE", "off"}};
    return surroundings;
}

} // namespace

class TstPictures : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_trace;

private slots:
    void initTestCase()
    {
        if (!QFile::exists(QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin/shardscope")))
            QSKIP("built without the window");
        m_trace = m_folder.filePath("run.json");
        writeFile(m_trace, R"([{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":2}])");
    }

    void isDrawn()
    {
        const QString picture = m_folder.filePath("run.svg");
        const Outcome outcome =
            runRough({"--export", "timeline", "--trace", m_trace, "--out", picture}, window());
        QVERIFY2(outcome.exitCode == 0, outcome.text().constData());
        QVERIFY(readFile(picture).contains("<svg"));
        QFile::remove(picture);
    }

    void refused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QStringList& arguments, const char* says) {
            QTest::newRow(name) << arguments << QByteArray(says);
        };
        const QStringList drawn{"--export", "timeline", "--trace"};
        row("over its trace", drawn + QStringList{"@TRACE", "--out", "@TRACE"}, "overwritten");
        row("over a link to it", drawn + QStringList{"@TRACE", "--out", "@LINK"}, "overwritten");
        row("of no file", drawn + QStringList{"@GONE", "--out", "@OUT"}, "no such file");
        row("of what is no trace", drawn + QStringList{"@NOISE", "--out", "@OUT"}, "noise.json");
        row("into no folder", drawn + QStringList{"@TRACE", "--out", "@GONE/x.svg"}, "No such file");
        row("of no view", {"--export", "timelin", "--trace", "@TRACE", "--out", "@OUT"}, "timeline");
        row("of no format", drawn + QStringList{"@TRACE", "--out", "x.bmp"}, "svg");
        row("of no model",
            {"--export", "plan", "--model", "gpt-9", "--hardware", "dgx-h100", "--out", "@OUT"}, "gpt-9");
    }
    void refused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const QByteArray before = readFile(m_trace);
        const QString link = m_folder.filePath("link.svg");
        QFile::link(m_trace, link);
        writeFile(m_folder.filePath("noise.json"), QByteArray(64, '\x01'));
        arguments.replaceInStrings("@TRACE", m_trace);
        arguments.replaceInStrings("@LINK", link);
        arguments.replaceInStrings("@GONE", m_folder.filePath("gone"));
        arguments.replaceInStrings("@NOISE", m_folder.filePath("noise.json"));
        arguments.replaceInStrings("@OUT", m_folder.filePath("out.svg"));
        const Outcome outcome = runRough(arguments, window());
        QVERIFY2(outcome.exitCode == 2 && outcome.breach().isEmpty(), outcome.text().constData());
        QVERIFY2(outcome.err.contains(says), outcome.text().constData());
        QCOMPARE(readFile(m_trace), before);
        QVERIFY(!QFile::exists(m_folder.filePath("out.svg")));
    }

    /// If no window system is to be had one sentence says so, and a picture is drawn all the same.
    void noWindowSystem_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("a display that is not there") << "DISPLAY"
                                                     << ":77";
        QTest::newRow("a display that is no name") << "DISPLAY"
                                                   << "x y z";
        QTest::newRow("no compositor") << "WAYLAND_DISPLAY"
                                       << "wayland-77";
        QTest::newRow("no such platform") << "QT_QPA_PLATFORM"
                                          << "nonsense";
        QTest::newRow("a platform without its display") << "QT_QPA_PLATFORM"
                                                        << "xcb";
        QTest::newRow("nothing") << "QT_QPA_PLATFORM"
                                 << "";
    }
    void noWindowSystem()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        Surroundings surroundings = window();
        surroundings.environment = {{"SHARDSCOPE_CACHE", "off"}, {"QT_QPA_PLATFORM", ""}, {name, value}};
        const Outcome outcome = runRough({}, surroundings);
        QVERIFY2(outcome.exitCode == 2 && outcome.breach().isEmpty(), outcome.text().constData());
        QVERIFY2(outcome.err.contains("--export"), outcome.text().constData());
        const QString picture = m_folder.filePath("anyway.svg");
        const Outcome drawn =
            runRough({"--export", "timeline", "--trace", m_trace, "--out", picture}, surroundings);
        QVERIFY2(drawn.exitCode == 0 && readFile(picture).contains("<svg"), drawn.text().constData());
        QFile::remove(picture);
    }

    void helpOnOutputsThatTakeNothing()
    {
        const Outcome help = runRough({"--help"}, window());
        QVERIFY2(help.exitCode == 0 && help.out.startsWith("Usage: shardscope "), help.text().constData());
        QVERIFY2(!help.out.contains("executable_name"), help.text().constData());
        Surroundings full = window();
        full.out = QStringLiteral("/dev/full");
        for (const char* option : {"--help", "--version"}) {
            const Outcome outcome = runRough({option}, full);
            QVERIFY2(outcome.exitCode == 2 && outcome.breach().isEmpty(), outcome.text().constData());
        }
    }
};

SHARDSCOPE_TEST(TstPictures)
#include "tst_pictures.moc"
