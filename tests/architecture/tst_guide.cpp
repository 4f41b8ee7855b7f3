// SPDX-License-Identifier: GPL-3.0-or-later
// The guide is there in both languages, tells of every page of the window, is in the window, and says of our
// accuracy what docs/accuracy.md does. (Its commands are run by tests/robust/tst_guide_commands.)
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

const QDir kRoot(QStringLiteral(SHARDSCOPE_SOURCE_DIR));

QString pageText(const QString& path)
{
    QFile file(kRoot.filePath(path));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no %s", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

QStringList pagesIn(const QString& language)
{
    return QDir(kRoot.filePath("docs/guide/" + language)).entryList({"*.md"}, QDir::Files, QDir::Name);
}

/// What stands between fences, without remarks behind commands, which are in the page's language.
QString blocksOf(const QString& page)
{
    QString blocks;
    bool inside = false;
    for (const QString& line : page.split('\n')) {
        if (line.startsWith("```"))
            inside = !inside;
        if (inside || line.startsWith("```"))
            blocks += line.section(QRegularExpression(" +# "), 0, 0) + '\n';
    }
    return blocks;
}

QStringList found(const QString& text, const char* pattern)
{
    QStringList all;
    const QRegularExpression form(QString::fromLatin1(pattern), QRegularExpression::MultilineOption);
    for (auto match = form.globalMatch(text); match.hasNext();)
        all << match.next().captured(1);
    return all;
}

} // namespace

class TstGuide : public QObject {
    Q_OBJECT
private slots:
    void bothLanguagesHaveTheSamePages()
    {
        const QStringList pages = pagesIn("en");
        QVERIFY(pages.size() >= 11);
        QCOMPARE(pagesIn("ja"), pages);
        const QString embedded = pageText("resources/desktop.qrc");
        const QStringList contents = found(pageText("docs/guide/en/index.md"), "\\]\\(([a-z_]+)\\.md\\)");
        QCOMPARE(found(pageText("docs/guide/ja/index.md"), "\\]\\(([a-z_]+)\\.md\\)"), contents);
        for (const QString& page : pages) {
            const QString english = pageText("docs/guide/en/" + page);
            const QString japanese = pageText("docs/guide/ja/" + page);
            QVERIFY2(blocksOf(english) == blocksOf(japanese), qPrintable(page + ": other commands"));
            QVERIFY2(found(english, "\\]\\(([^)]+)\\)") == found(japanese, "\\]\\(([^)]+)\\)"),
                     qPrintable(page));
            QCOMPARE(english.count("\n## "), japanese.count("\n## "));
            QVERIFY2(english.count('\n') <= 100, qPrintable(page + " is longer than two screens"));
            QVERIFY2(page == "index.md" || contents.contains(page.chopped(3)), qPrintable(page));
            for (const char* language : {"en", "ja"})
                QVERIFY2(embedded.contains(QString("../docs/guide/%1/%2<").arg(language, page)),
                         qPrintable(page));
        }
    }

    /// F1 finds the page of the guide by its first line: each page of the window stands in one of them.
    void everyPageOfTheWindowHasItsPage()
    {
        const QStringList keys =
            found(pageText("app/desktop/window/page_table.cpp"), "^    \\{\"([a-z]+)\", ");
        QVERIFY(keys.size() >= 18);
        QStringList told;
        for (const QString& page : pagesIn("en"))
            told << found(pageText("docs/guide/en/" + page), "^<!-- F1: ([a-z ]+) -->$")
                        .join(' ')
                        .split(' ', Qt::SkipEmptyParts);
        told.sort();
        QStringList wanted = keys;
        wanted.sort();
        QCOMPARE(told, wanted);
    }

    /// "`GROUP FIGURE HOW`: 57 cases, mean 1 %, worst 2 %" is a row of docs/accuracy.md. With
    /// SHARDSCOPE_WRITE_GUIDE the pages are brought up to it.
    void accuracyIsThatOfItsPage_data()
    {
        QTest::addColumn<int>("least");
        for (const char* page :
             {"README.md", "README.ja.md", "docs/guide/en/trust.md", "docs/guide/ja/trust.md"})
            QTest::newRow(page) << 5;
    }
    void accuracyIsThatOfItsPage()
    {
        QFETCH(int, least);
        const QString accuracy = pageText("docs/accuracy.md");
        static const QRegularExpression told("`([a-z0-9A-Z_-]+) ([a-z_]+) (predicted|replayed)`[:：] "
                                             "?(\\d+)(?: cases, mean |件、平均 )([0-9.]+ %)"
                                             "(?:, worst |、最大 )([0-9.]+ %)");
        int rows = 0;
        const QString text = pageText(QTest::currentDataTag());
        QString today;
        qsizetype copied = 0;
        const auto say = [&](const QRegularExpressionMatch& row, int group, const QString& cell) {
            today += QStringView(text).mid(copied, row.capturedStart(group) - copied);
            today += cell;
            copied = row.capturedEnd(group);
        };
        const bool writes = qEnvironmentVariableIsSet("SHARDSCOPE_WRITE_GUIDE");
        for (auto match = told.globalMatch(text); match.hasNext(); ++rows) {
            const QRegularExpressionMatch row = match.next();
            const QString begin =
                QString("| %1 | %2 | %3 | ").arg(row.captured(1), row.captured(2), row.captured(3));
            const QString line = accuracy.section(begin, 1, 1).section('\n', 0, 0);
            const QStringList cells = line.split(" | ");
            QVERIFY2(cells.size() > 3, qPrintable("no such row: " + begin));
            say(row, 4, cells[0]);
            say(row, 5, cells[1]);
            say(row, 6, cells[3]);
            QVERIFY2(writes || (cells[0] == row.captured(4) && cells[1] == row.captured(5) &&
                                cells[3] == row.captured(6)),
                     qPrintable(begin + line));
        }
        QVERIFY(rows >= least);
        QFile page(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/") + QTest::currentDataTag());
        if (writes && page.open(QIODevice::WriteOnly))
            page.write((today + text.mid(copied)).toUtf8());
    }
};

SHARDSCOPE_TEST(TstGuide)
#include "tst_guide.moc"
