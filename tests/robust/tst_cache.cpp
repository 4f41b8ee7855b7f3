// SPDX-License-Identifier: GPL-3.0-or-later
// The columnar cache is believed only where every bit is ours: flipped, foreign or half written ones change
// no answer.
#include "tests/robust/big_trace.h"
#include "tests/robust/rough_files.h"
#include "tests/robust/rough_process.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace shardscope::tests;

class TstCache : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    Surroundings cached() const
    {
        Surroundings surroundings;
        surroundings.environment = {{"SHARDSCOPE_CACHE", m_folder.filePath("cache")}};
        return surroundings;
    }
    QString trace() const { return m_folder.filePath("big.json"); }
    Outcome asked() const { return runRough({"sql", trace(), bigTraceQuery(), "--csv"}, cached()); }
    QString cacheFile() const
    {
        const QDir folder(m_folder.filePath("cache"));
        const QStringList files = folder.entryList({"*.shardcolumns"}, QDir::Files);
        return files.size() == 1 ? folder.filePath(files.front()) : QString();
    }
    /// Writes the cache anew, and returns its bytes.
    QByteArray fresh() const
    {
        QDir(m_folder.filePath("cache")).removeRecursively();
        static_cast<void>(asked());
        return readFile(cacheFile());
    }

private slots:
    void initTestCase() { writeBigTrace(trace()); }

    void writtenAndRead()
    {
        const QByteArray bytes = fresh();
        QVERIFY(!bytes.isEmpty());
        QCOMPARE(asked().out, bigTraceSums());
        QCOMPARE(readFile(cacheFile()), bytes); // not written again
        QVERIFY((QFile::permissions(cacheFile()) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther |
                                                    QFile::WriteOther)) == QFile::Permissions{});
    }

    /// One bit anywhere: the answer is right, and the cache is made again.
    void flippedBits()
    {
        constexpr int kFlips = 60;
        const QByteArray bytes = fresh();
        QVERIFY(!bytes.isEmpty());
        for (int flip = 0; flip < kFlips; ++flip) {
            QByteArray damaged = bytes;
            const qsizetype at = (bytes.size() - 1) * flip / (kFlips - 1);
            damaged[at] = static_cast<char>(damaged[at] ^ (1 << flip % 8));
            writeFile(cacheFile(), damaged);
            const Outcome outcome = asked();
            QVERIFY2(outcome.out == bigTraceSums(),
                     (QByteArray::number(at) + ": " + outcome.text()).constData());
            QVERIFY2(readFile(cacheFile()) != damaged, QByteArray::number(at).constData());
        }
        for (const qsizetype size :
             {qsizetype{0}, qsizetype{1}, qsizetype{15}, bytes.size() / 2, bytes.size() - 1}) {
            writeFile(cacheFile(), bytes.left(size));
            QCOMPARE(asked().out, bigTraceSums());
        }
    }

    /// Sums that somebody else may have written are not ours.
    void foreignCaches()
    {
        QVERIFY(!fresh().isEmpty());
        QVERIFY(QFile::setPermissions(cacheFile(), QFile::ReadOwner | QFile::WriteOwner | QFile::WriteGroup));
        QCOMPARE(asked().out, bigTraceSums());
        if (::geteuid() != 0)
            QSKIP("only root can give a file away");
        QVERIFY(!fresh().isEmpty());
        QVERIFY(::chown(cacheFile().toUtf8().constData(), 12345, 12345) == 0);
        const QByteArray bytes = readFile(cacheFile());
        QCOMPARE(asked().out, bigTraceSums());
        const QFileInfo info(cacheFile());
        QVERIFY2(info.ownerId() == ::geteuid(), "it was taken, not made again");
    }

    /// What a killed program left is removed by the next that writes.
    void lostDrafts()
    {
        QVERIFY(!fresh().isEmpty());
        const QString draft = writeFile(m_folder.filePath("cache/.shardscope-abc123.part"), "half");
        QFile::remove(cacheFile());
        QCOMPARE(asked().out, bigTraceSums());
        QVERIFY(!QFile::exists(draft));
        QVERIFY(!cacheFile().isEmpty());
    }
};

SHARDSCOPE_TEST(TstCache)
#include "tst_cache.moc"
