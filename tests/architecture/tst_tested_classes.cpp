// SPDX-License-Identifier: GPL-3.0-or-later
// What every class of a kind has to pass, no class of that kind escapes: item models, boxes that ask,
// fuzzers.
#include "tests/support/test_registry.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

namespace {

/// All sources below \p folder, one text.
QString sourcesBelow(const char* folder, const QStringList& names)
{
    QString all;
    QDirIterator below(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/") + QLatin1String(folder), names, QDir::Files,
                       QDirIterator::Subdirectories);
    while (below.hasNext()) {
        QFile file(below.next());
        if (file.open(QIODevice::ReadOnly))
            all += QString::fromUtf8(file.readAll());
    }
    return all;
}

/// Every first group of \p pattern in \p text.
QStringList allOf(const QString& text, const char* pattern)
{
    QStringList found;
    auto match = QRegularExpression(QString::fromLatin1(pattern)).globalMatch(text);
    while (match.hasNext())
        found << match.next().captured(1);
    return found;
}

} // namespace

class TstTestedClasses : public QObject {
    Q_OBJECT
private slots:
    /// Each model that a view shows keeps Qt's rules under QAbstractItemModelTester: "Model model;" and, in
    /// the same function, the tester of it.
    void itemModelsKeepTheRules()
    {
        const QStringList models = allOf(
            sourcesBelow("app", {"*.h", "*.cpp"}),
            "class (\\w+)[^;{]*: public Q(?:Abstract|StandardItem|StringList|Identity|SortFilter)\\w*Model");
        QCOMPARE(models.size(), 3);
        const QString tests = sourcesBelow("tests/desktop", {"*.cpp"});
        for (const QString& model : models) {
            const QRegularExpression tested("\\b" + model +
                                            " model[;({][^}]{0,600}QAbstractItemModelTester ");
            QVERIFY2(tests.contains(tested), qPrintable(model));
        }
    }

    /// A box that stops the reader for an answer is checked by what it asks: a test has the end of its
    /// sentence.
    void questionsAreReadByTests()
    {
        const QString sources = sourcesBelow("app/desktop", {"*.cpp"});
        const QStringList asked =
            allOf(sources, "QMessageBox::question\\(\\s*this, tr\\(\"\\w+\"\\),\\s*"
                           "tr\\(\"((?:[^\"\\\\]|\\\\.)+)\"") +
            allOf(sources, "QMessageBox::Question, tr\\(\"\\w+\"\\), tr\\(\"([^\"]+)\"");
        QCOMPARE(asked.size(), sources.count(QStringLiteral("QMessageBox::question(")) +
                                   sources.count(QStringLiteral("QMessageBox::Question,")));
        const QString tests = sourcesBelow("tests/desktop", {"*.cpp"});
        for (const QString& sentence : asked)
            QVERIFY2(tests.contains(sentence.right(20)), qPrintable(sentence));
    }

    /// Each fuzzer begins with inputs of its kind, small enough to be changed often; without any it would
    /// spend its time finding out what a file looks like.
    void fuzzersHaveSeeds()
    {
        const QDir root(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests"));
        const QStringList fuzzers = QDir(root.filePath("fuzz")).entryList({"fuzz_*.cpp"}, QDir::Files);
        QVERIFY(fuzzers.size() > 20);
        for (const QString& fuzzer : fuzzers) {
            const QString kind = fuzzer.mid(5).chopped(4);
            const QFileInfoList seeds = QDir(root.filePath("data/fuzz/" + kind)).entryInfoList(QDir::Files);
            QVERIFY2(!seeds.isEmpty(), qPrintable(kind));
            for (const QFileInfo& seed : seeds)
                QVERIFY2(seed.size() <= 64 * 1024, qPrintable(seed.filePath()));
        }
    }
};

SHARDSCOPE_TEST(TstTestedClasses)
#include "tst_tested_classes.moc"
