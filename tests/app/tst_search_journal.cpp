// SPDX-License-Identifier: GPL-3.0-or-later
// app/session/search/search_journal: what was kept is there again, and no damage to it passes for it.
#include "app/session/search/search_journal.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <QTemporaryDir>

using namespace shardscope::app;

namespace {

class Scratch {
public:
    [[nodiscard]] std::string file() const { return m_folder.filePath("search.state").toStdString(); }
    [[nodiscard]] QByteArray read() const
    {
        QFile file(m_folder.filePath("search.state"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath("search.state"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

class TstSearchJournal : public QObject {
    Q_OBJECT

private slots:
    void whatWasKeptIsThereAgain()
    {
        const Scratch scratch;
        for (const std::string said : {"1 0x1p+3 ", "line\nline", ""}) {
            auto journal = SearchJournal::open(scratch.file(), "asks");
            QVERIFY(journal.ok());
            (void)(*journal)->next();
            (*journal)->keep([&] { return said; }, true);
            (void)(*journal)->next();
            (*journal)->keep([&] { return "second " + said; }, true);
            QVERIFY(!(*journal)->failure());
            auto again = SearchJournal::open(scratch.file(), "asks");
            QVERIFY(again.ok());
            QCOMPARE((*again)->next(), said);
            QCOMPARE((*again)->next(), "second " + said);
            QCOMPARE((*again)->next(), std::string());
        }
    }

    void everyFlippedBitIsRefused()
    {
        const Scratch scratch;
        auto journal = SearchJournal::open(scratch.file(), "asks");
        QVERIFY(journal.ok());
        (void)(*journal)->next();
        (*journal)->keep([] { return std::string("12 0x1.8p+3 0 1 0x1p-4 4 ring "); }, true);
        const QByteArray whole = scratch.read();
        for (qsizetype bit = 0; bit < 8 * whole.size(); bit += bit < 160 ? 1 : 3) {
            QByteArray changed = whole;
            changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
            scratch.write(changed);
            const auto read = SearchJournal::open(scratch.file(), "asks");
            QVERIFY2(!read.ok(), qPrintable(QString::number(bit)));
            QCOMPARE(read.error().place.file, scratch.file());
        }
        for (qsizetype size = 0; size < whole.size(); size += 3) {
            scratch.write(whole.left(size));
            QVERIFY2(!SearchJournal::open(scratch.file(), "asks").ok(), qPrintable(QString::number(size)));
        }
    }

    /// A journal without its checksum, or of another call, is refused by name.
    void othersAreLeftAlone()
    {
        const Scratch scratch;
        auto journal = SearchJournal::open(scratch.file(), "asks");
        (void)(*journal)->next();
        (*journal)->keep([] { return std::string("1 "); }, true);
        const auto other = SearchJournal::open(scratch.file(), "asks another thing");
        QVERIFY(!other.ok());
        QCOMPARE(other.error().code, shardscope::core::ErrorCode::NotSupported);
        scratch.write("shardscope-search 2\n0123\n2\n1 ");
        const auto old = SearchJournal::open(scratch.file(), "asks");
        QVERIFY(!old.ok());
        QCOMPARE(old.error().code, shardscope::core::ErrorCode::NotSupported);
        scratch.write("{}");
        const auto foreign = SearchJournal::open(scratch.file(), "asks");
        QVERIFY(!foreign.ok());
        QCOMPARE(foreign.error().code, shardscope::core::ErrorCode::FormatUnknown);
    }
};

SHARDSCOPE_TEST(TstSearchJournal)
#include "tst_search_journal.moc"
