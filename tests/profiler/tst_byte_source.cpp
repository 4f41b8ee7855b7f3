// SPDX-License-Identifier: GPL-3.0-or-later
// Files as text: plain and gzip, whole, in parts, cut short, and at any place afterwards.
#include "profiler/import/bytes/byte_source.h"
#include "profiler/import/bytes/gzip_source.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::Dice;

class TstByteSource : public QObject {
    Q_OBJECT
private slots:
    void readsWhatWasWritten_data();
    void readsWhatWasWritten();
    void randomAccessEqualsTheText();
    void cutShortKeepsWhatWasInflated();
    void damageKeepsWhatWasInflated();
    void bytesBehindTheEndAreNoted();
    void missingAndEmptyFilesAreErrors();
    void readAheadCanBeAbandoned();
};

namespace {

std::string someText(std::size_t size)
{
    Dice dice(size);
    std::string text;
    while (text.size() < size)
        text += "{\"name\": \"" + std::to_string(dice.below(1000)) + "\"},\n";
    text.resize(size);
    return text;
}

std::string readAll(ByteSource& source, std::size_t piece)
{
    std::string text;
    std::vector<char> buffer(piece);
    while (true) {
        const auto got = source.read(buffer.data(), buffer.size());
        if (!got || *got == 0)
            return text;
        text.append(buffer.data(), *got);
    }
}

using Kind = SourceOddity::Kind;

} // namespace

void TstByteSource::readsWhatWasWritten_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("piece");
    QTest::addColumn<int>("members"); // 0: plain
    for (const int members : {0, 1, 2, 5}) {
        QTest::addRow("small, %d members", members) << 10 << 3 << members;
        QTest::addRow("middle, %d members", members) << 70'000 << 4096 << members;
        QTest::addRow("large, %d members", members) << 6'000'000 << 1'000'003 << members;
    }
}

void TstByteSource::readsWhatWasWritten()
{
    QFETCH(int, size);
    QFETCH(int, piece);
    QFETCH(int, members);
    const tests::ScratchFolder folder;
    const std::string text = someText(static_cast<std::size_t>(size));
    std::string bytes;
    for (int member = 0; member < members; ++member) {
        const std::size_t begin =
            text.size() * static_cast<std::size_t>(member) / static_cast<std::size_t>(members);
        const std::size_t end =
            text.size() * static_cast<std::size_t>(member + 1) / static_cast<std::size_t>(members);
        bytes += tests::gzipped(text.substr(begin, end - begin));
    }
    const auto file = folder.write("file", members == 0 ? text : bytes);
    for (const bool ahead : {false, true}) {
        auto source = openByteSource(file).value();
        if (ahead)
            source = readAhead(std::move(source));
        QVERIFY(readAll(*source, static_cast<std::size_t>(piece)) == text);
        QCOMPARE(source->fileBytesRead(), source->fileBytes());
        QCOMPARE(source->oddities().size(), std::size_t{members > 1 ? 1u : 0u});
        if (members > 1)
            QCOMPARE(source->oddities()[0].kind, Kind::SeveralMembers);
    }
}

void TstByteSource::randomAccessEqualsTheText()
{
    const tests::ScratchFolder folder;
    const std::string text = someText(3'000'000);
    const std::string half =
        tests::gzipped(text.substr(0, 1'700'000)) + tests::gzipped(text.substr(1'700'000));
    const auto plain = folder.write("plain", text);
    const auto packed = folder.write("packed", half);
    std::vector<std::unique_ptr<ByteSource>> sources;
    sources.push_back(openByteSource(plain).value());
    sources.push_back(openByteSource(packed).value());
    sources.push_back(makeGzipSource(FileHandle::open(packed).value(), 100'000));
    sources.push_back(readAhead(makeGzipSource(FileHandle::open(packed).value(), 777)));
    for (const auto& source : sources) {
        QVERIFY(readAll(*source, 65'536) == text);
        const std::shared_ptr<const RandomText> random = source->randomText();
        Dice dice(9);
        for (int tries = 0; tries < 60; ++tries) {
            const auto offset =
                static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(text.size()) + 10));
            std::string found(static_cast<std::size_t>(1 + dice.below(5000)), '\0');
            const std::size_t got = random->read(offset, found.data(), found.size());
            found.resize(got);
            QVERIFY(offset >= text.size() ? got == 0
                                          : text.compare(offset, found.size(), found) == 0 && got > 0);
        }
    }
}

void TstByteSource::cutShortKeepsWhatWasInflated()
{
    const tests::ScratchFolder folder;
    const std::string text = someText(200'000);
    const std::string packed = tests::gzipped(text);
    for (std::size_t tenth = 1; tenth < 10; ++tenth) {
        const auto file = folder.write("cut", packed.substr(0, packed.size() * tenth / 10));
        auto source = openByteSource(file).value();
        const std::string read = readAll(*source, 10'000);
        QVERIFY(read.size() < text.size() && text.compare(0, read.size(), read) == 0);
        QVERIFY(read.size() > text.size() * tenth / 20);
        QCOMPARE(source->oddities().size(), std::size_t{1});
        QCOMPARE(source->oddities()[0].kind, Kind::TruncatedCompression);
        QCOMPARE(source->oddities()[0].textOffset, std::uint64_t{read.size()});
    }
}

void TstByteSource::damageKeepsWhatWasInflated()
{
    const tests::ScratchFolder folder;
    const std::string text = someText(200'000);
    std::string packed = tests::gzipped(text);
    for (std::size_t at = packed.size() / 2; at < packed.size() / 2 + 64; ++at)
        packed[at] = '\xAA';
    auto source = openByteSource(folder.write("damaged", packed)).value();
    const std::string read = readAll(*source, 10'000);
    QVERIFY(read.size() > text.size() / 4);
    QCOMPARE(source->oddities()[0].kind, Kind::DamagedCompression);
    // A wrong checksum at the very end is damage, too, but loses nothing.
    packed = tests::gzipped(text);
    packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);
    source = openByteSource(folder.write("checksum", packed)).value();
    QVERIFY(readAll(*source, 10'000) == text);
    QCOMPARE(source->oddities()[0].kind, Kind::DamagedCompression);
}

void TstByteSource::bytesBehindTheEndAreNoted()
{
    const tests::ScratchFolder folder;
    const std::string text = someText(5000);
    auto source = openByteSource(folder.write("trailing", tests::gzipped(text) + "garbage")).value();
    QVERIFY(readAll(*source, 512) == text);
    QCOMPARE(source->oddities()[0].kind, Kind::BytesAfterCompression);
}

void TstByteSource::missingAndEmptyFilesAreErrors()
{
    const tests::ScratchFolder folder;
    const auto codeOf = [](const std::filesystem::path& file) { return openByteSource(file).error().code; };
    QCOMPARE(codeOf("/nowhere/at/all"), core::ErrorCode::FileNotFound);
    QCOMPARE(codeOf(folder.write("empty", "")), core::ErrorCode::FileEmpty);
    QCOMPARE(codeOf(std::filesystem::temp_directory_path()), core::ErrorCode::FileUnreadable);
}

void TstByteSource::readAheadCanBeAbandoned()
{
    const tests::ScratchFolder folder;
    const auto file = folder.write("large", someText(20'000'000));
    auto source = readAhead(openByteSource(file).value());
    char byte = 0;
    QCOMPARE(source->read(&byte, 1).value(), std::size_t{1});
    source.reset(); // must not wait for the rest
}

SHARDSCOPE_TEST(TstByteSource)
#include "tst_byte_source.moc"
