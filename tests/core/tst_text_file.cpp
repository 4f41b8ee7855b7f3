// SPDX-License-Identifier: GPL-3.0-or-later
// core/io/text_file: whole small files, with a limit, written beside and renamed.
#include "core/io/text_file.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <unistd.h>

using namespace shardscope::core;

class TstTextFile : public QObject {
    Q_OBJECT

private slots:
    void writesAndReadsBack()
    {
        const std::string text("any\0bytes\r\n\xff", 12);
        const auto path = folder() / "a.json";
        QVERIFY(writeTextFile(path, text).ok());
        QCOMPARE(*readTextFile(path), text);
        QVERIFY(writeTextFile(path, "second").ok());
        QCOMPARE(*readTextFile(path), std::string("second"));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(folder()), {}),
                 std::ptrdiff_t{1}); // nothing left beside
    }

    void refusesWithPlace()
    {
        const auto missing = readTextFile(folder() / "none.json");
        QVERIFY(missing.error().code == ErrorCode::FileNotFound);
        QCOMPARE(missing.error().place.file, (folder() / "none.json").string());
        QVERIFY(readTextFile(folder() / "a.json" / "below.json").error().code == ErrorCode::FileNotFound);
        QVERIFY(readTextFile(folder()).error().code == ErrorCode::FileUnreadable);

        QVERIFY(writeTextFile(folder() / "empty", "").ok());
        QVERIFY(readTextFile(folder() / "empty").error().code == ErrorCode::FileEmpty);

        QVERIFY(writeTextFile(folder() / "big", std::string(100001, 'x')).ok());
        const auto big = readTextFile(folder() / "big", 100000);
        QVERIFY(big.error().code == ErrorCode::FileTooLarge);
        QCOMPARE(big.error().args, (std::vector<std::string>{"100001", "100000"}));
        QVERIFY(readTextFile(folder() / "big", 100001).ok());
        QVERIFY(readTextFile("/dev/zero", 1 << 20).error().code == ErrorCode::FileTooLarge); // endless
    }

    void failedWriteLeavesTheOldFile()
    {
        const auto unwritable = writeTextFile(folder() / "no folder" / "a.json", "x");
        QVERIFY(unwritable.error().code == ErrorCode::FileUnwritable);
        QVERIFY(!unwritable.error().args.at(0).empty());
        std::filesystem::create_directory(folder() / "taken");
        QVERIFY(writeTextFile(folder() / "taken", "x").error().code == ErrorCode::FileUnwritable);
        QVERIFY(std::filesystem::is_directory(folder() / "taken"));
        for (const auto& entry : std::filesystem::directory_iterator(folder()))
            QVERIFY(entry.path().extension() != ".part");
    }

private:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    QTemporaryDir m_folder;
};

SHARDSCOPE_TEST(TstTextFile)
#include "tst_text_file.moc"
