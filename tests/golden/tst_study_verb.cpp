// SPDX-License-Identifier: GPL-3.0-or-later
// Studies on the command line: the shipped one, its memo, and what is refused.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope::tests;

namespace {

const QString kShipped = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/studies/llama-3-70b-60-days.json");

QString written(const QTemporaryDir& folder, const char* name, const QByteArray& text)
{
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return path;
}

} // namespace

class TstStudyVerb : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    /// 15 T tokens in 60 days ask for about seven times as many devices as are offered: no scenario holds,
    /// and each says how many would.
    void theShippedOneIsAnswered()
    {
        const Answer answer = runCli({"study", kShipped, "--json"});
        QCOMPARE(answer.exitCode, 1);
        const QJsonObject study = QJsonDocument::fromJson(answer.out).object();
        const QJsonArray scenarios = study["scenarios"].toArray();
        QCOMPARE(scenarios.size(), 4);
        QString shortest;
        double least = 1e9;
        for (const auto& one : scenarios) {
            const QJsonObject scenario = one.toObject();
            QVERIFY(scenario["feasible"].toBool());
            QVERIFY(scenario["cost"].isNull()); // no price was said, so none is told
            const double days = scenario["days"].toDouble();
            QVERIFY(scenario["low_days"].toDouble() < days && days < scenario["high_days"].toDouble());
            const double steps = 15e12 / scenario["tokens_per_second"].toDouble() / 86400;
            QVERIFY(std::abs(steps / scenario["goodput"].toDouble() / days - 1) < 1e-3);
            QVERIFY(scenario["plan"].isObject());
            if (days < least)
                shortest = scenario["name"].toString();
            least = std::min(least, days);
        }
        QVERIFY(study["decision"].toObject()["name"].isNull());
        QCOMPARE(study["decision"].toObject()["closest"].toString(), shortest);
        const QJsonArray edges = study["break_even"].toArray();
        QVERIFY(!edges.isEmpty());
        for (const auto& one : edges) {
            QCOMPARE(one.toObject()["what"].toString(), QStringLiteral("devices"));
            QVERIFY(one.toObject()["value"].toDouble() > one.toObject()["now"].toDouble());
        }
        const Answer csv = runCli({"study", kShipped, "--csv"});
        QCOMPARE(csv.out.count('\n'), 5);
        QVERIFY(csv.out.startsWith("scenario,holds,devices,"));
    }

    /// One file, without a network, well-formed, with each scenario; names are text, never markup.
    void aMemoStandsAlone()
    {
        const QByteArray text =
            R"({"job": {"model": "gpt2-xl", "tokens": "3B", "deadline": "30 days"}, "scenarios": [
            {"name": "a <b>&", "hardware": "dgx-a100-80g", "devices": 8, "price_per_hour": 2},
            {"name": "small", "hardware": "dgx-h100", "devices": 8, "price_per_hour": 3}]})";
        const QString study = written(m_folder, "study.json", text);
        for (const char* language : {"en", "ja"}) {
            const QString out = m_folder.filePath(QStringLiteral("memo.html"));
            QCOMPARE(runCli({"report", study, "--out", out, "--language", language}).exitCode, 0);
            QFile file(out);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString html = QString::fromUtf8(file.readAll());
            QVERIFY(html.contains(QStringLiteral("<html lang=\"%1\"").arg(language)));
            QVERIFY(html.contains("a &lt;b&gt;&amp;") && !html.contains("a <b>"));
            QVERIFY(html.contains("<svg") && html.contains("<table"));
            QVERIFY(!html.contains("src=") && !html.contains("href="));
            QCOMPARE(html.contains(QStringLiteral("出典")), qstrcmp(language, "ja") == 0);
            // Every tag that is opened is closed, innermost first.
            QStringList open;
            static const QRegularExpression tags("<(/?)([a-z0-9]+)([^>]*?)(/?)>");
            for (auto found = tags.globalMatch(html); found.hasNext();) {
                const auto tag = found.next();
                const QString name = tag.captured(2);
                if (name == "meta" || tag.captured(4) == "/")
                    continue;
                if (tag.captured(1).isEmpty())
                    open << name;
                else
                    QCOMPARE(open.isEmpty() ? QString() : open.takeLast(), name);
            }
            QVERIFY2(open.isEmpty(), qPrintable(open.join(' ')));
        }
    }

    void whatIsRefused()
    {
        const Answer nothing = runCli({"study", m_folder.filePath("none.json")});
        QCOMPARE(nothing.exitCode, 2);
        QVERIFY(nothing.err.contains("none.json"));
        const QString study =
            written(m_folder, "wrong.yaml", "job:\n  model: gpt2\n  tokens: many\nscenarios: []\n");
        const Answer wrong = runCli({"study", study});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains("line 3"), wrong.err.constData());
        QCOMPARE(runCli({"report", kShipped, "--out", m_folder.filePath("memo.pptx")}).exitCode, 2);
        QVERIFY(!QFile::exists(m_folder.filePath("memo.pptx")));
        QVERIFY(runCli({"report", kShipped, "--out", kShipped}).exitCode != 0); // never over its input
    }
};

SHARDSCOPE_TEST(TstStudyVerb)
#include "tst_study_verb.moc"
