// SPDX-License-Identifier: GPL-3.0-or-later
// What a finding needs is told of every kind, the same in the window and in the documentation; what is shown
// names pages by their titles.
#include "app/session/trace/finding_needs.h"
#include "app/session/trace/overview_texts.h"
#include "profiler/profiler.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <set>
#include <string>

using namespace shardscope;

namespace {

QString fileText(const char* path)
{
    QFile file(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/") + QLatin1String(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Keys of a table of texts in the source.
std::set<std::string> keysOf(const QString& source, const QString& table)
{
    const qsizetype begin = source.indexOf(table + QLatin1String("[] = {"));
    const QString body = source.mid(begin, source.indexOf(QLatin1String("\n};"), begin) - begin);
    static const QRegularExpression key(QStringLiteral("\\{\"([a-z_.]+)\",\\s*N_"));
    std::set<std::string> keys;
    for (const QRegularExpressionMatch& match : key.globalMatch(body))
        keys.insert(match.captured(1).toStdString());
    return keys;
}

} // namespace

class TstFindingNeeds : public QObject {
    Q_OBJECT
private slots:
    void everyKindHasItsNeeds()
    {
        std::set<std::string> kinds;
        for (const std::string& key : keysOf(fileText("app/session/trace/overview_texts.cpp"), "kCosts"))
            kinds.insert(key.substr(0, key.find('.')));
        QVERIFY(kinds.size() > 25); // the pattern finds them
        std::set<std::string> told;
        for (const app::FindingNeeds& one : app::findingNeeds()) {
            for (const QString& kind : QString::fromUtf8(one.kinds).split(' '))
                QVERIFY2(told.insert(kind.toStdString()).second, qPrintable(kind));
        }
        QVERIFY(told == kinds);
        for (const std::string& kind : kinds)
            QVERIFY(!app::needsSentence(kind).isEmpty());
        QVERIFY(app::needsOf("exposed") == nullptr); // whole words
    }

    void documentationSaysTheSame()
    {
        const QString docs = fileText("docs/analyses.md");
        const qsizetype begin = docs.indexOf(QLatin1String("## What each finding needs"));
        QVERIFY(begin >= 0);
        const QString section = docs.mid(begin, docs.indexOf(QLatin1String("\n## "), begin + 1) - begin);
        QStringList rows;
        for (const QString& line : section.split('\n')) {
            if (line.startsWith(QLatin1String("| `")))
                rows << line;
        }
        QCOMPARE(rows.size(), static_cast<qsizetype>(app::findingNeeds().size()));
        qsizetype at = 0;
        for (const app::FindingNeeds& one : app::findingNeeds()) {
            const QString kinds = QString::fromUtf8(one.kinds).replace(' ', QLatin1String("`, `"));
            QCOMPARE(rows[at++],
                     QStringLiteral("| `%1` | %2 | %3 |")
                         .arg(kinds, QString::fromUtf8(one.needs), QString::fromUtf8(one.abstains)));
        }
    }

    /// "See memory_snapshot" helps nobody whose page is called otherwise.
    void adviceNamesPagesByTheirTitles()
    {
        for (const std::string& advice :
             keysOf(fileText("app/session/trace/overview_texts.cpp"), "kAdvice")) {
            profiler::CostFinding finding;
            finding.advice = advice;
            const QString said = app::adviceSentence(finding);
            QVERIFY2(!said.isEmpty(), advice.c_str());
            for (const profiler::Analysis& analysis : profiler::builtinAnalyses()) {
                const QString key = QString::fromStdString(std::string(analysis.key));
                QVERIFY2(!key.contains('_') || !said.contains(key), qPrintable(said));
            }
        }
    }
};

SHARDSCOPE_TEST(TstFindingNeeds)
#include "tst_finding_needs.moc"
