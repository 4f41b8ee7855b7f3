// SPDX-License-Identifier: GPL-3.0-or-later
// The project file: what it says of itself, versions, and what is left of one that is damaged anywhere.
#include "core/io/files.h"
#include "core/storage/named_item.h"
#include "core/storage/recovery.h"
#include "core/storage/schema.h"
#include "core/storage/store.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <random>
#include <set>

using namespace shardscope::core;

namespace {

const std::string kSample = SHARDSCOPE_SOURCE_DIR "/tests/data/projects/version_1.shardscope";

QByteArray bytesOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const std::filesystem::path& path, const QByteArray& bytes)
{
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

std::uint32_t numberAt(const QByteArray& bytes, qsizetype at)
{
    std::uint32_t number = 0;
    for (qsizetype byte = at; byte < at + 4; ++byte)
        number = number << 8U | static_cast<unsigned char>(bytes[byte]);
    return number;
}

ItemPtr itemOf(std::size_t id, std::string name, std::string body, std::uint64_t revision = 1)
{
    return std::make_shared<const ProjectItem>(
        ProjectItem{ItemId(id), ItemKind::Note, std::move(name), std::move(body), revision});
}

StepPtr stepOf(std::uint64_t id, std::vector<ItemChange> changes)
{
    ProjectStep step;
    step.id = id;
    step.words = "Change";
    step.changes = std::move(changes);
    return std::make_shared<const ProjectStep>(std::move(step));
}

} // namespace

class TstStorage : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    /// A file of many pages with a history.
    ProjectContents made(const std::filesystem::path& file) const
    {
        Store store = Store::create(file).value();
        std::mt19937 random(3);
        for (std::size_t number = 1; number <= 60; ++number) {
            std::string body = "{\"text\": \"";
            for (std::size_t left = random() % 3000; left > 0; --left)
                body += static_cast<char>('a' + random() % 26);
            StoreRecord record;
            record.step =
                stepOf(number, {{nullptr, itemOf(number, "note " + std::to_string(number), body + "\"}")}});
            if (!store.write(std::array{record}).ok())
                qFatal("not written");
        }
        return store.read().value();
    }

private slots:
    /// Other programs tell the file by its header, after closing (sqlite.org/fileformat2.html, section 1.3).
    void itSaysWhatItIs()
    {
        const auto file = path("new.shardscope");
        {
            Store store = Store::create(file).value();
            StoreRecord seat;
            seat.what = StoreRecord::What::Seat;
            seat.key = "page";
            QVERIFY(store.write(std::array{seat}).ok());
            QVERIFY(files::exists(file.string() + "-wal"));
            QCOMPARE(Store::create(file).error().code, ErrorCode::Inconsistent);
        }
        const QByteArray bytes = bytesOf(file);
        QVERIFY(bytes.startsWith("SQLite format 3"));
        QCOMPARE(numberAt(bytes, 68), 0x53487264U);
        QCOMPARE(numberAt(bytes, 60), 1U);
        QCOMPARE(int(bytes[18]), 1); // no log is needed to read it
        QVERIFY(!files::exists(file.string() + "-wal"));
        QVERIFY(Store::open(file, Store::Access::Read).ok());
        const auto copy = path("copy.shardscope");
        QVERIFY(Store::open(file, Store::Access::Read)->saveAs(copy).ok());
        QCOMPARE(numberAt(bytesOf(copy), 68), 0x53487264U);
        QCOMPARE(numberAt(bytesOf(copy), 60), 1U);
        for (const auto& one : {file, copy}) { // nobody's but the user's
            using std::filesystem::perms;
            QCOMPARE(std::filesystem::status(one).permissions() & (perms::group_all | perms::others_all),
                     perms::none);
        }
    }

    /// The kept sample of version 1 says the same for ever.
    void versionOneIsRead()
    {
        const ProjectContents contents = Store::open(kSample, Store::Access::Read)->read().value();
        QCOMPARE(contents.items.size(), std::size_t{5});
        QCOMPARE(contents.items[2]->name, std::string("Plan"));
        QCOMPARE(contents.items[2]->kind, ItemKind::Plan);
        QCOMPARE(contents.items[2]->revision, std::uint64_t{2});
        QVERIFY(contents.items[2]->body.find("\"tensor\": 4") != std::string::npos);
        QCOMPARE(contents.steps.size(), std::size_t{6});
        QCOMPARE(contents.done, std::size_t{5});
        QCOMPARE(contents.steps[4]->words, std::string("Change tensor t"));
        QVERIFY(contents.steps[4]->changes[0].before->body.find("\"tensor\": 2") != std::string::npos);
        QVERIFY(!contents.steps[5]->changes[0].after);
        const std::vector<std::pair<std::string, std::string>> seats{{"page", "compare"}, {"plan", "#3"}};
        QCOMPARE(contents.seats, seats);
        QVERIFY(Store::open(kSample, Store::Access::Read)->check().ok());
    }

    void aVersionBecomesTheNext()
    {
        const auto file = path("old.shardscope");
        const Database database = Database::open(file, Database::Access::Create).value();
        QVERIFY(database.run("CREATE TABLE a(x); INSERT INTO a VALUES (1)").ok());
        constexpr std::array kSteps{Migration{3, "ALTER TABLE a ADD COLUMN y DEFAULT 2"},
                                    Migration{4, "UPDATE a SET y = y + x"},
                                    Migration{5, "INSERT INTO nowhere VALUES (1)"}};
        QVERIFY(migrate(database, 3, 5, kSteps).ok());
        QCOMPARE(database.integerOf("SELECT y FROM a").value(), std::int64_t{3});
        QCOMPARE(database.integerOf("PRAGMA user_version").value(), std::int64_t{5});
        QCOMPARE(migrate(database, 1, 5, kSteps).error().code, ErrorCode::DataCorrupt);
        // One that fails on its way changes nothing.
        QVERIFY(!migrate(database, 4, 6, kSteps).ok());
        QCOMPARE(database.integerOf("SELECT y FROM a").value(), std::int64_t{3});
        QCOMPARE(database.integerOf("PRAGMA user_version").value(), std::int64_t{5});
    }

    void whatIsNoProjectIsRefused()
    {
        write(path("text.shardscope"),
              "no database at all, but long enough to have a header of a hundred bytes "
              "that says nothing of SQLite whatsoever");
        QCOMPARE(Store::open(path("text.shardscope"), Store::Access::Read).error().code,
                 ErrorCode::DataCorrupt);
        write(path("empty.shardscope"), {});
        QCOMPARE(Store::open(path("empty.shardscope"), Store::Access::Write).error().code,
                 ErrorCode::FileEmpty);
        {
            const Database other = Database::open(path("other.shardscope"), Database::Access::Create).value();
            QVERIFY(other.run("CREATE TABLE a(x)").ok());
        }
        QCOMPARE(Store::open(path("other.shardscope"), Store::Access::Write).error().code,
                 ErrorCode::FormatUnknown);
        QCOMPARE(Store::open(path("none.shardscope"), Store::Access::Write).error().code,
                 ErrorCode::FileNotFound);
        {
            QVERIFY(Store::create(path("newer.shardscope")).ok());
            const Database newer = Database::open(path("newer.shardscope"), Database::Access::Write).value();
            QVERIFY(newer.run("PRAGMA user_version = 2").ok());
        }
        for (const auto access : {Store::Access::Read, Store::Access::Write})
            QCOMPARE(Store::open(path("newer.shardscope"), access).error().code, ErrorCode::NotSupported);
    }

    /// Damage of any page, and a file that ends anywhere: what is read is of the original, and most of it is.
    void aDamagedOneIsReadAsFarAsItGoes()
    {
        const auto whole = path("whole.shardscope");
        const ProjectContents contents = made(whole);
        const QByteArray bytes = bytesOf(whole);
        constexpr qsizetype kPage = 4096;
        const qsizetype pages = bytes.size() / kPage;
        QVERIFY(pages > 40);
        std::set<std::pair<std::string, std::string>> known;
        for (const ItemPtr& item : contents.items)
            known.emplace(item->name, item->body);
        std::mt19937 random(11);
        std::size_t most = 0;
        for (int trial = 0; trial < 32; ++trial) {
            QByteArray bad = bytes;
            const bool cut = trial % 4 == 3;
            const qsizetype page = 1 + random() % (pages - 1);
            if (cut)
                bad.truncate(page * kPage + random() % kPage);
            else
                for (qsizetype at = page * kPage; at < (page + 1) * kPage; ++at)
                    bad[at] = static_cast<char>(random());
            write(path("bad.shardscope"), bad);
            const auto opened = Store::open(path("bad.shardscope"), Store::Access::Read);
            if (opened.ok() && opened->read().ok())
                continue; // the page held nothing that counts
            files::remove(path("again.shardscope"));
            const auto report = recoverProject(path("bad.shardscope"), path("again.shardscope"));
            QVERIFY(report.ok());
            QCOMPARE(bytesOf(path("bad.shardscope")), bad);
            const auto again = Store::open(path("again.shardscope"), Store::Access::Read);
            QVERIFY(again.ok() && again->check().ok());
            const ProjectContents read = again->read().value();
            QCOMPARE(read.items.size(), report->items + report->rebuilt.size());
            for (const ItemPtr& item : read.items)
                QVERIFY2(known.count({item->name, item->body}) == 1, item->name.c_str());
            if (!cut) {
                // One page of many: of nearly all items there is a row, or the step that made it.
                QVERIFY2(read.items.size() + 8 >= contents.items.size(),
                         qPrintable(QString::number(read.items.size())));
            }
            most = std::max(most, read.items.size());
            // What can be undone hangs together with what there is.
            for (std::size_t step = 1; step < read.steps.size(); ++step)
                QCOMPARE(read.steps[step]->id, read.steps[step - 1]->id + 1);
        }
        QCOMPARE(most, contents.items.size());
    }

    void anItemIsFoundByNameOrNumber()
    {
        const auto address = itemAddress(kSample + "#Plan 3");
        QVERIFY(address.has_value());
        QCOMPARE(address->file.string(), kSample);
        QCOMPARE(readNamedItem(*address, std::array{ItemKind::Plan})->item.id, ItemId(4));
        QCOMPARE(readNamedItem(*itemAddress(kSample + "##4"), std::array{ItemKind::Plan})->item.name,
                 std::string("Plan 3"));
        const auto wrong = readNamedItem(*itemAddress(kSample + "#Plan 4"), std::array{ItemKind::Plan});
        QCOMPARE(wrong.error().code, ErrorCode::UnknownName);
        QCOMPARE(wrong.error().args[1], std::string("Plan 3"));
        QCOMPARE(readNamedItem(*address, std::array{ItemKind::Model}).error().code, ErrorCode::UnknownName);
        for (const char* text : {"gpt2", "a.shardscope", "a.shardscope#", "#3", "a.json#b"})
            QVERIFY2(!itemAddress(text), text);
        const auto links = linksOf("{\"model\": \"#1\", \"b\": {\"c\": \"#2\"}, \"d\": \"#x\"}");
        QCOMPARE(links.size(), std::size_t{1});
        QCOMPARE(links[0].role, std::string("model"));
        QCOMPARE(textOf({ItemId(1), ItemKind::Model, "m", bodyOf("not: json\n"), 1}),
                 std::string("not: json\n"));
        QCOMPARE(bodyOf("{\"a\": 1}"), std::string("{\"a\": 1}"));
    }
};

SHARDSCOPE_TEST(TstStorage)
#include "tst_storage.moc"
