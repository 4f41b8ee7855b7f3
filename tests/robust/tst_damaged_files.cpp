// SPDX-License-Identifier: GPL-3.0-or-later
// Good files, each damaged at random in a few places, given to the verbs that take such files: an answer or
// one line that says what is wrong, never a crash or endless work. A find becomes a row of rough_files.cpp.
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/support/soak.h"
#include "tests/support/test_registry.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace shardscope::tests;

namespace {

using Dice = std::mt19937_64;

std::size_t drawn(Dice& dice, std::size_t below) { return below == 0 ? 0 : dice() % below; }

/// One to four places of it are other bytes, are gone, stand twice, or are where it ends.
QByteArray damaged(QByteArray content, Dice& dice)
{
    for (std::size_t left = 1 + drawn(dice, 4); left > 0 && !content.isEmpty(); --left) {
        const auto at = static_cast<qsizetype>(drawn(dice, static_cast<std::size_t>(content.size())));
        const auto length = static_cast<qsizetype>(1 + drawn(dice, 64));
        switch (drawn(dice, 5)) {
        case 0: content[at] = static_cast<char>(dice()); break;
        case 1: content[at] = static_cast<char>(content[at] ^ (1 << drawn(dice, 8))); break;
        case 2: content.remove(at, length); break;
        case 3: content.insert(at, content.mid(at, length)); break;
        default: content.truncate(at); break;
        }
    }
    return content;
}

QStringList filesIn(const QStringList& folders)
{
    constexpr qint64 kLargest = 200'000; // larger ones are many bytes alike
    QStringList files;
    for (const QString& folder : folders) {
        QDirIterator below(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/") + folder, QDir::Files,
                           QDirIterator::Subdirectories);
        while (below.hasNext()) {
            below.next();
            if (below.fileInfo().size() > 0 && below.fileInfo().size() < kLargest)
                files << below.filePath();
        }
    }
    files.sort();
    return files;
}

} // namespace

class TstDamagedFiles : public QObject {
    Q_OBJECT
private slots:
    void aDamagedFileEndsNothing_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("call"); // the file's name is the last argument
        const auto row = [](const char* name, const QStringList& folders, const QStringList& call) {
            QTest::newRow(name) << filesIn(folders) << call;
        };
        row("traces", {"tests/data/formats"}, {"analyze"});
        row("traces, asked", {"tests/data/formats", "tests/data/traces"}, {"trace"});
        row("plans", {"resources/samples", "tests/data/fuzz/plan"}, {"plan", "--plan"});
        row("models", {"tests/data/models", "resources/models"}, {"models"});
        row("machines", {"resources/hardware"}, {"hardware"});
        row("lessons", {"tests/data/lessons", "resources/lessons"}, {"lesson", "list"});
        row("projects", {"tests/data/projects"}, {"project", "check"});
    }
    void aDamagedFileEndsNothing()
    {
        QFETCH(QStringList, files);
        QFETCH(QStringList, call);
        QVERIFY(!files.isEmpty());
        constexpr int kUsual = 6;
        constexpr int kSoaked = 10'000 / 7;
        Dice dice(static_cast<std::uint64_t>(files.size() + call.size()));
        for (int round = 0; round < rounds(kUsual, kSoaked); ++round) {
            const QString& good =
                files[static_cast<qsizetype>(drawn(dice, static_cast<std::size_t>(files.size())))];
            const QTemporaryDir folder;
            const QString bad =
                writeFile(folder.filePath(QFileInfo(good).fileName()), damaged(readFile(good), dice));
            Surroundings surroundings;
            surroundings.environment = {{"LC_ALL", "C.UTF-8"},
                                        {"SHARDSCOPE_CACHE", folder.filePath("cache")}};
            const Outcome outcome = runRough(call + QStringList{bad}, surroundings);
            if (const QString breach = outcome.breach(); !breach.isEmpty()) {
                const QString kept = QDir::temp().filePath("damaged_" + QFileInfo(good).fileName());
                QFile::remove(kept);
                QFile::copy(bad, kept);
                QFAIL(qPrintable(
                    QString("%1 of %2, kept as %3: %4\n%5")
                        .arg(QString::number(round), good, kept, breach, QString::fromUtf8(outcome.text()))));
            }
        }
    }
};

SHARDSCOPE_TEST(TstDamagedFiles)
#include "tst_damaged_files.moc"
