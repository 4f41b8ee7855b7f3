// SPDX-License-Identifier: GPL-3.0-or-later
// Projects on the command line: what they hold, and their items wherever a file is taken.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope::tests;

namespace {

const QString kSample = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/projects/version_1.shardscope");

QJsonObject jsonOf(const Answer& answer) { return QJsonDocument::fromJson(answer.out).object(); }

} // namespace

class TstProjectVerb : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_file; ///< a copy: reading a project may leave a mark beside it

private slots:
    void initTestCase()
    {
        m_file = m_folder.filePath(QStringLiteral("work.shardscope"));
        QVERIFY(QFile::copy(kSample, m_file));
    }

    void itIsListed()
    {
        const Answer text = runCli({"project", "list", m_file});
        QCOMPARE(text.exitCode, 0);
        for (const char* word : {"my gpt", "Plan 3", "reminder", "hardware #2", "Change tensor t"})
            QVERIFY2(text.out.contains(word), word);
        const QJsonObject json = jsonOf(runCli({"project", "list", m_file, "--json"}));
        QCOMPARE(json["version"].toInt(), 1);
        QCOMPARE(json["items"].toArray().size(), 5);
        QCOMPARE(json["items"][3].toObject()["kind"].toString(), QStringLiteral("plan"));
        QCOMPARE(json["steps"].toArray().size(), 6);
        QCOMPARE(json["steps"][5].toObject()["undone"].toBool(), true);
    }

    /// An item is worth what its file is worth, in each place.
    void anItemStandsForItsFile()
    {
        const auto out = [&](const char* name) { return m_folder.filePath(QString::fromLatin1(name)); };
        QCOMPARE(runCli({"project", "export", m_file, "my gpt", "--out", out("model.json")}).exitCode, 0);
        QCOMPARE(runCli({"project", "export", m_file, "#2", "--out", out("machine.json")}).exitCode, 0);
        const QStringList files{out("model.json"), out("machine.json")};
        const QStringList items{m_file + "#my gpt", m_file + "#my box"};
        const auto step = [](const Answer& answer) { return jsonOf(answer)["step"].toObject(); };
        const QJsonObject byFiles = step(runCli(QStringList{"plan"} + files + QStringList{"--json"}));
        QVERIFY(byFiles["seconds"].toDouble() > 0);
        QCOMPARE(step(runCli(QStringList{"plan"} + items + QStringList{"--json"})), byFiles);
        // A plan names its model and machine, of the project or of the catalogue.
        const QJsonObject plan = jsonOf(runCli({"plan", m_file + "#Plan", "--json"}));
        QCOMPARE(plan["model"].toObject()["name"].toString(), QStringLiteral("my-gpt"));
        QCOMPARE(plan["hardware"].toObject()["name"].toString(), QStringLiteral("dgx-h100"));
        QCOMPARE(plan["plan"].toObject()["parallel"].toObject()["tensor"].toInt(), 4);
        const QJsonObject other = jsonOf(runCli({"plan", m_file + "##4", "--json"}));
        QCOMPARE(other["plan"].toObject()["parallel"].toObject()["replica"].toInt(), 8);
        for (const QStringList& call :
             {QStringList{"models", m_file + "#my gpt"}, QStringList{"hardware", m_file + "#my box"},
              QStringList{"simulate", m_file + "#Plan 3"},
              QStringList{"plan", "gpt2", "h200-sxm", "--plan", m_file + "#Plan 3"},
              QStringList{"search", m_file + "#my gpt", m_file + "#my box", "--devices", "2"},
              QStringList{"plan", "gpt2", "h200-sxm", "--calibration", m_file + "#my box/megatron-layer"},
              QStringList{"export", "step", m_file + "#my gpt", "h200-sxm", "--out", out("step.csv")}}) {
            const Answer answer = runCli(call);
            QVERIFY2(answer.exitCode == 0, qPrintable(call.join(' ') + answer.err));
        }
    }

    void itIsChecked()
    {
        const Answer good = runCli({"project", "check", m_file, "--json"});
        QCOMPARE(good.exitCode, 0);
        QCOMPARE(jsonOf(good)["ok"].toBool(), true);
        QCOMPARE(jsonOf(good)["items"].toInt(), 5);
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray bytes = file.readAll();
        // A model of another kind, in its row and nowhere else.
        const QByteArray was = "\"kind\": \"transformer\", \"name\": \"my-gpt\"";
        QVERIFY(bytes.contains(was));
        bytes.replace(was, QByteArray(was).replace("transformer", "transfromer"));
        QFile wrong(m_folder.filePath(QStringLiteral("wrong.shardscope")));
        QVERIFY(wrong.open(QIODevice::WriteOnly) && wrong.write(bytes) == bytes.size());
        wrong.close();
        const Answer bad = runCli({"project", "check", wrong.fileName(), "--json"});
        QCOMPARE(bad.exitCode, 1);
        QCOMPARE(jsonOf(bad)["ok"].toBool(), false);
        QCOMPARE(jsonOf(bad)["problems"][0].toObject()["item"].toString(), QStringLiteral("my gpt"));
        QVERIFY(jsonOf(bad)["problems"][0].toObject()["sentence"].toString().contains("/kind"));
    }

    /// First what is replaced, then the copy: of a project that tells of nobody the same items.
    void itIsShared()
    {
        const QString copy = m_folder.filePath(QStringLiteral("copy.shardscope"));
        const Answer seen = runCli({"project", "share", m_file, "--json"});
        QCOMPARE(seen.exitCode, 0);
        QVERIFY(jsonOf(seen)["file"].isNull());
        QVERIFY(!QFile::exists(copy));
        const Answer made = runCli({"project", "share", m_file, "--out", copy, "--json"});
        QCOMPARE(made.exitCode, 0);
        QCOMPARE(jsonOf(made)["replaced"], jsonOf(seen)["replaced"]);
        QCOMPARE(runCli({"project", "check", copy}).exitCode, 0);
        const QJsonObject list = jsonOf(runCli({"project", "list", copy, "--json"}));
        QCOMPARE(list["items"].toArray().size(), 5);
        QVERIFY(list["steps"].toArray().isEmpty());
    }

    void badCalls_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char* name, const QStringList& arguments, const char* mentions) {
            QTest::newRow(name) << arguments << QString::fromUtf8(mentions);
        };
        row("no such action", {"project", "lst", "FILE"}, "list");
        row("no name", {"project", "export", "FILE"}, "NAME");
        row("no such item", {"project", "export", "FILE", "Plan 4"}, "\"Plan 3\"");
        row("no such kind", {"project", "export", "FILE", "Plan", "--kind", "plna"}, "\"plan\"");
        row("another kind", {"project", "export", "FILE", "Plan", "--kind", "note"}, "\"Plan\"");
        row("a name to list", {"project", "list", "FILE", "Plan"}, "NAME");
        row("a word to keep in a list", {"project", "list", "FILE", "--keep", "x"}, "--keep");
        row("shared over itself", {"project", "share", "FILE", "--out", "FILE"}, "overwritten");
        row("over itself", {"project", "export", "FILE", "Plan", "--out", "FILE"}, "overwritten");
        row("no such plan", {"plan", "FILE#Plan 4"}, "\"Plan 3\"");
        row("no such model", {"models", "FILE#my gtp"}, "\"my gpt\"");
        row("no such machine", {"hardware", "FILE#my bx"}, "\"my box\"");
        row("no such file", {"plan", "none.shardscope#Plan"}, "none.shardscope");
        row("no project", {"project", "list", SHARDSCOPE_SOURCE_DIR "/README.md"}, "README.md");
    }
    void badCalls()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, mentions);
        arguments.replaceInStrings(QStringLiteral("FILE"), m_file);
        const Answer answer = runCli(arguments);
        QCOMPARE(answer.exitCode, 2);
        QVERIFY2(answer.isOneLineError(), answer.text().constData());
        QVERIFY2(answer.err.contains(mentions.toUtf8()), answer.err.constData());
    }
};

SHARDSCOPE_TEST(TstProjectVerb)
#include "tst_project_verb.moc"
