// SPDX-License-Identifier: GPL-3.0-or-later
// One thing has one word in Japanese, wherever it is read: docs/glossary.md says which words are not used.
#include "tests/support/test_registry.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

QString textOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no %s", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

QString source(const char* path) { return QString::fromStdString(shardscope::tests::sourceFile(path)); }

/// "not" and "but" of the glossary's table.
QList<std::pair<QString, QString>> wrongWords()
{
    const QString page = textOf(source("docs/glossary.md"));
    const QString table =
        page.section(QStringLiteral("## Words that are not used"), 1).section(QStringLiteral("\n## "), 0, 0);
    QList<std::pair<QString, QString>> words;
    static const QRegularExpression row(QStringLiteral("^\\| ([^|]+) \\| ([^|]+) \\|$"),
                                        QRegularExpression::MultilineOption);
    for (auto found = row.globalMatch(table); found.hasNext();) {
        const QRegularExpressionMatch one = found.next();
        if (one.captured(1) != QStringLiteral("not"))
            words.emplace_back(one.captured(1), one.captured(2));
    }
    return words;
}

/// Everything that is read in Japanese.
QStringList pages()
{
    QStringList all{source("resources/i18n/shardscope_ja.ts"), source("README.ja.md")};
    for (const auto& [folder, pattern] :
         {std::pair("docs", "*.ja.md"), std::pair("docs/guide/ja", "*.md"), std::pair("docs", "seeds*.json"),
          std::pair("resources/lessons", "*"), std::pair("resources/desktop", "*.desktop")}) {
        QDirIterator files(source(folder), {QString::fromLatin1(pattern)}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext())
            all << files.next();
    }
    return all;
}

} // namespace

class TstGlossary : public QObject {
    Q_OBJECT
private slots:
    void oneThingHasOneWord()
    {
        const auto words = wrongWords();
        QVERIFY(words.size() >= 5);
        const QStringList files = pages();
        QVERIFY(files.size() > 10);
        for (const QString& file : files) {
            const QStringList lines = textOf(file).split(QLatin1Char('\n'));
            for (qsizetype number = 0; number < lines.size(); ++number) {
                for (const auto& [wrong, right] : words) {
                    QVERIFY2(!lines[number].contains(wrong),
                             qPrintable(QStringLiteral("%1:%2: %3 is called %4")
                                            .arg(file)
                                            .arg(number + 1)
                                            .arg(wrong, right)));
                }
            }
        }
    }
};

SHARDSCOPE_TEST(TstGlossary)
#include "tst_glossary.moc"
