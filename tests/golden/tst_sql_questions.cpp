// SPDX-License-Identifier: GPL-3.0-or-later
// The twenty questions of docs/sql.md: each is a ready-made query, one statement, and says on the shipped
// trace of two ranks what the page says.
#include "tests/golden/cli_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace shardscope::tests;

namespace {

struct Question {
    QString name;
    QString statement;
    QString answer;
};

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Lines without what stands at their ends.
QString trimmedLines(const QString& text)
{
    QStringList lines;
    for (QString line : text.split('\n')) {
        while (line.endsWith(' '))
            line.chop(1);
        lines << line;
    }
    return lines.join('\n').trimmed();
}

QList<Question> questionsOfThePage()
{
    static const QRegularExpression form(
        R"(\n\d+\. \*\*[^*]+\*\* `(\w+)`\n\n```sql\n(.*?)```\n```text\n(.*?)```)",
        QRegularExpression::DotMatchesEverythingOption);
    QList<Question> questions;
    auto found = form.globalMatch(textOf(sourceFile("docs/sql.md")));
    while (found.hasNext()) {
        const auto match = found.next();
        questions.append({match.captured(1), match.captured(2), match.captured(3)});
    }
    return questions;
}

} // namespace

class TstSqlQuestions : public QObject {
    Q_OBJECT
private slots:
    void thereAreTwentyAndTheyAreTheReadyQueries()
    {
        QStringList asked;
        for (const Question& question : questionsOfThePage())
            asked << question.name;
        asked.sort();
        QStringList ready;
        for (const QString& file : QDir(sourceFile("resources/queries")).entryList({"*.sql"}))
            ready << file.chopped(4);
        ready.sort();
        QCOMPARE(asked.size(), 20);
        QCOMPARE(asked, ready);
    }

    void thePageSaysWhatTheProgramAnswers_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("answer");
        for (const Question& question : questionsOfThePage())
            QTest::newRow(qPrintable(question.name)) << question.statement << question.answer;
    }
    void thePageSaysWhatTheProgramAnswers()
    {
        QFETCH(QString, statement);
        QFETCH(QString, answer);
        QString file;
        for (const QString& line :
             textOf(sourceFile("resources/queries") + "/" + QTest::currentDataTag() + ".sql").split('\n')) {
            if (!line.startsWith("--"))
                file += line + '\n';
        }
        QCOMPARE(statement.trimmed(), file.trimmed());
        QCOMPARE(statement.count(';'), 0); // one statement
        const Answer said = runCli({"sql", sourceFile("tests/data/traces/two_ranks/rank0.json"),
                                    sourceFile("tests/data/traces/two_ranks/rank1.json"), "--limit", "3",
                                    "--ready", QTest::currentDataTag()});
        QVERIFY2(said.exitCode == 0, said.text().constData());
        const QString rows = QString::fromUtf8(said.out);
        QCOMPARE(trimmedLines(rows.mid(rows.indexOf('\n') + 1)), trimmedLines(answer));
    }

    /// The statement over two runs, and its answer.
    void twoRunsAtOnce()
    {
        static const QRegularExpression form(R"(## Two runs at once\n.*?```sql\n(.*?)```\n```text\n(.*?)```)",
                                             QRegularExpression::DotMatchesEverythingOption);
        const auto match = form.match(textOf(sourceFile("docs/sql.md")));
        QVERIFY(match.hasMatch());
        const Answer said =
            runCli({"compare", sourceFile("tests/data/traces/two_ranks/rank0.json"),
                    sourceFile("tests/data/traces/two_ranks/rank1.json"), "--sql", match.captured(1)});
        QVERIFY2(said.exitCode == 0, said.text().constData());
        const QString rows = QString::fromUtf8(said.out);
        QCOMPARE(trimmedLines(rows.mid(rows.indexOf('\n') + 1)), trimmedLines(match.captured(2)));
    }
};

SHARDSCOPE_TEST(TstSqlQuestions)
#include "tst_sql_questions.moc"
