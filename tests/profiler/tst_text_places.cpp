// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of many places of a text at once: what each place alone gives, whatever the pieces they are read
// in.
#include "profiler/import/arguments/text_arguments.h"
#include "profiler/import/bytes/archive_source.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

using namespace shardscope;

namespace {

class HeldText final : public profiler::RandomText {
public:
    HeldText(std::string text, std::size_t piece)
        : m_text(std::move(text))
        , m_piece(piece)
    {
    }
    std::size_t read(std::uint64_t offset, char* buffer, std::size_t size) const override
    {
        if (offset >= m_text.size())
            return 0;
        const std::size_t given = std::min<std::size_t>(size, m_text.size() - offset);
        std::memcpy(buffer, m_text.data() + offset, given);
        return given;
    }
    std::size_t pieceBytes() const override { return m_piece; }

private:
    std::string m_text;
    std::size_t m_piece;
};

/// Text that is only read on, in reads of uneven sizes.
class HeldSource final : public profiler::ByteSource {
public:
    explicit HeldSource(const std::string& text)
        : m_text(text)
    {
    }
    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        const std::size_t given = std::min({size, m_text.size() - m_at, std::size_t{1} + m_at % 70'000});
        std::memcpy(buffer, m_text.data() + m_at, given);
        m_at += given;
        return given;
    }
    std::uint64_t fileBytesRead() const override { return m_at; }
    std::uint64_t fileBytes() const override { return m_text.size(); }
    const std::vector<profiler::SourceOddity>& oddities() const override { return m_none; }
    std::shared_ptr<const profiler::RandomText> randomText() override { return nullptr; }

private:
    const std::string& m_text;
    std::size_t m_at = 0;
    std::vector<profiler::SourceOddity> m_none;
};

/// Objects from a few bytes to more than a piece, blanks between them.
struct Sample {
    std::string text;
    std::vector<std::uint64_t> places;
    std::vector<std::string> objects;
};

Sample sample()
{
    Sample made;
    for (std::size_t number = 0; number < 4000; ++number) {
        const std::size_t length = number % 500 == 3 ? 90'000 : number % 50 == 7 ? 20'000 : number * 37 % 700;
        made.text.append(number * 13 % 40, ' ');
        made.places.push_back(made.text.size());
        made.objects.push_back("{\"number\": " + std::to_string(number) + ", \"text\": \"" +
                               std::string(length, 'x') + "}\"}");
        made.text += made.objects.back();
    }
    return made;
}

} // namespace

class TstTextPlaces : public QObject {
    Q_OBJECT
private slots:
    void everyPlaceOnce_data()
    {
        QTest::addColumn<qulonglong>("piece");
        QTest::newRow("small pieces") << (qulonglong{1} << 14);
        QTest::newRow("plain text's") << (qulonglong{1} << 19);
        QTest::newRow("compressed text's") << (qulonglong{1} << 22);
    }
    void everyPlaceOnce()
    {
        QFETCH(const qulonglong, piece);
        const Sample made = sample();
        const auto arguments = profiler::makeObjectArguments(std::make_shared<HeldText>(made.text, piece));
        // Places in an order of their own, one of them twice, and two where no object is.
        std::vector<std::uint64_t> places;
        std::vector<std::string> expected;
        for (std::size_t at = 0; at < made.places.size(); ++at) {
            const std::size_t number = at * 1021 % made.places.size();
            places.push_back(made.places[number]);
            expected.push_back(made.objects[number]);
        }
        places.insert(places.end(), {made.places[5], made.places[9] + 1, made.text.size() + 100});
        expected.insert(expected.end(), {made.objects[5], "", ""});
        std::vector<std::string> got(places.size());
        std::vector<std::atomic<int>> times(places.size());
        arguments->visit(places,
                         [&](std::size_t index, std::string_view object) {
                             got[index] = object;
                             ++times[index];
                         },
                         {});
        for (std::size_t at = 0; at < places.size(); ++at) {
            QCOMPARE(times[at].load(), 1);
            QCOMPARE(got[at], expected[at]);
        }
    }

    void textsThatAreReadOnwardAreOpenedOnce()
    {
        Sample made;
        while (made.text.size() < (std::size_t{20} << 20)) { // several pieces
            const Sample more = sample();
            for (const std::uint64_t place : more.places)
                made.places.push_back(made.text.size() + place);
            made.text += more.text;
            made.objects.insert(made.objects.end(), more.objects.begin(), more.objects.end());
        }
        int opened = 0;
        const auto text =
            profiler::makeReopenedText([&]() -> core::Result<std::unique_ptr<profiler::ByteSource>> {
                ++opened;
                return std::unique_ptr<profiler::ByteSource>(std::make_unique<HeldSource>(made.text));
            });
        const auto arguments = profiler::makeObjectArguments(text);
        std::size_t right = 0;
        arguments->visit(made.places,
                         [&](std::size_t index, std::string_view object) {
                             right += object == made.objects[index] ? 1U : 0U;
                         },
                         {});
        QCOMPARE(right, made.places.size());
        QCOMPARE(opened, 1);
        // Far back is a second reading; what any read gives is the text.
        std::string buffer(std::size_t{3} << 20, '\0');
        for (const std::size_t at : {std::size_t{5} << 20, std::size_t{1} << 20, made.text.size() - 10,
                                     made.text.size(), std::size_t{0}}) {
            const std::size_t got = text->read(at, buffer.data(), buffer.size());
            QCOMPARE(got, std::min(buffer.size(), made.text.size() - at));
            QVERIFY(std::string_view(buffer).substr(0, got) == std::string_view(made.text).substr(at, got));
        }
        QCOMPARE(opened, 4);
    }

    void stops()
    {
        const Sample made = sample();
        const auto arguments =
            profiler::makeObjectArguments(std::make_shared<HeldText>(made.text, std::size_t{1} << 14));
        std::stop_source stop;
        std::atomic<std::size_t> seen = 0;
        arguments->visit(
            made.places,
            [&](std::size_t, std::string_view) {
                if (++seen == 100)
                    stop.request_stop();
            },
            stop.get_token());
        QVERIFY(seen >= 100);
        QVERIFY(seen < made.places.size());
    }
};

SHARDSCOPE_TEST(TstTextPlaces)
#include "tst_text_places.moc"
