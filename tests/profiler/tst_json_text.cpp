// SPDX-License-Identifier: GPL-3.0-or-later
// Walking over JSON: the quick way and the grammar agree on valid text, and both see what is broken.
#include "profiler/import/text/json_text.h"
#include "profiler/import/text/json_walk.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using namespace shardscope::profiler::json;
using tests::Dice;

class TstJsonText : public QObject {
    Q_OBJECT
private slots:
    void randomValuesAreSkippedWhole();
    void cutValuesAreIncomplete();
    void unescapedQuotesAreSeen_data();
    void unescapedQuotesAreSeen();
    void deepNestingIsHarmless();
    void scalars();
    void membersAreVisited();
    void textIsCleaned_data();
    void textIsCleaned();
};

namespace {

/// Text with the padding that the walks need.
class Padded {
public:
    explicit Padded(const std::string& text)
        : m_text(text + std::string(kPadding, '\0'))
        , m_size(text.size())
    {
    }
    const char* begin() const { return m_text.data(); }
    const char* end() const { return m_text.data() + m_size; }

private:
    std::string m_text;
    std::size_t m_size;
};

std::string randomString(Dice& dice)
{
    static const std::vector<std::string> kPieces{
        "a", "long piece of plain text ", "\\\"", "\\\\", "\\n", "\\u00e9", "é", "{", "}", "[", "]", ",", ":",
        " "};
    std::string text = "\"";
    for (std::int64_t count = dice.below(12); count > 0; --count)
        text += kPieces[static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(kPieces.size())))];
    return text + "\"";
}

std::string randomValue(Dice& dice, int depth)
{
    const std::string space = dice.below(3) == 0 ? " \n\t" : "";
    const std::int64_t kind = dice.below(depth > 5 ? 3 : 6);
    if (kind < 2)
        return randomString(dice);
    if (kind == 2)
        return std::to_string(dice.below(1'000'000)) + ".25";
    const bool object = kind == 3;
    std::string text = object ? "{" : "[";
    for (std::int64_t count = dice.below(6), at = 0; at < count; ++at)
        text += (at > 0 ? "," : "") + space + (object ? randomString(dice) + space + ":" : "") + space +
                randomValue(dice, depth + 1) + space;
    return text + (object ? "}" : "]");
}

} // namespace

void TstJsonText::randomValuesAreSkippedWhole()
{
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Dice dice(seed);
        const std::string value = "[" + randomValue(dice, 0) + "]";
        const Padded text(value + ",\"x\":1}");
        for (const auto skip : {&skipValue, &skipStrict}) {
            const Skipped skipped = skip(text.begin(), text.end());
            QVERIFY2(skipped.outcome == Outcome::Ok, value.c_str());
            QCOMPARE(static_cast<std::size_t>(skipped.end - text.begin()), value.size());
        }
    }
}

void TstJsonText::cutValuesAreIncomplete()
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Dice dice(seed);
        const std::string value = "{\"k\":" + randomValue(dice, 0) + "}";
        for (std::size_t length = 1; length < value.size(); ++length) {
            const Padded text(value.substr(0, length));
            QCOMPARE(skipValue(text.begin(), text.end()).outcome, Outcome::Incomplete);
            QCOMPARE(skipStrict(text.begin(), text.end()).outcome, Outcome::Incomplete);
        }
    }
}

void TstJsonText::unescapedQuotesAreSeen_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("inside a word") << QByteArray(R"({"a": "say "hi" now", "b": {"c": 1}} , {"d": "x"})");
    QTest::newRow("two that balance") << QByteArray(R"({"a": "b"c", "d": {}} , {"e": "f"g", "h": {}})");
    QTest::newRow("far behind") << QByteArray("{\"pad\": \"" + QByteArray(200, 'x') +
                                              "\", \"a\": \"b\"c\", \"d\": {}}, {\"e\": 1}");
    QTest::newRow("over lines") << QByteArray("{\"a\": \"b\",\", \n \"d\": {\n}\n}, {\"e\": 1}");
}

void TstJsonText::unescapedQuotesAreSeen()
{
    QFETCH(QByteArray, text);
    const Padded padded(text.toStdString());
    QCOMPARE(skipValue(padded.begin(), padded.end()).outcome, Outcome::Broken);
}

void TstJsonText::deepNestingIsHarmless()
{
    constexpr std::size_t kDeep = 1'000'000;
    const Padded whole(std::string(kDeep, '[') + std::string(kDeep, ']'));
    QCOMPARE(skipValue(whole.begin(), whole.end()).outcome, Outcome::Ok);
    QCOMPARE(skipStrict(whole.begin(), whole.end()).outcome, Outcome::Ok);
    const Padded open(std::string(kDeep, '{'));
    QCOMPARE(skipValue(open.begin(), open.end()).outcome, Outcome::Incomplete);
    QCOMPARE(skipStrict(open.begin(), open.end()).outcome, Outcome::Broken);
}

void TstJsonText::scalars()
{
    const auto read = [](const std::string& text) {
        static std::vector<std::unique_ptr<Padded>> kept;
        kept.push_back(std::make_unique<Padded>(text));
        Scalar scalar;
        const Skipped skipped = readScalar(kept.back()->begin(), kept.back()->end(), scalar);
        return std::tuple(skipped.outcome, std::string(scalar.raw), scalar.quoted);
    };
    QVERIFY(read("12.5e3,") == std::tuple(Outcome::Ok, std::string("12.5e3"), false));
    QVERIFY(read("NaN}") == std::tuple(Outcome::Ok, std::string("NaN"), false));
    QVERIFY(read("\"a\\\"b\" ") == std::tuple(Outcome::Ok, std::string("a\\\"b"), true));
    QVERIFY(read("\"\\\\\" ") == std::tuple(Outcome::Ok, std::string("\\\\"), true));
    QCOMPARE(std::get<0>(read("\"open")), Outcome::Incomplete);
    QCOMPARE(std::get<0>(read("12")), Outcome::Incomplete);
    QCOMPARE(std::get<0>(read(",")), Outcome::Broken);
}

void TstJsonText::membersAreVisited()
{
    const Padded text(R"({"a": 1, "b" : "x,}", "c": {"d": [2]}, })");
    std::vector<std::string> seen;
    const auto visit = [&](std::string_view key, std::string_view value) {
        seen.push_back(std::string(key) + "=" + std::string(value));
    };
    QVERIFY(
        walkObject(std::string_view(text.begin(), static_cast<std::size_t>(text.end() - text.begin())), visit)
            .outcome == Outcome::Ok);
    QCOMPARE(seen, (std::vector<std::string>{"a=1", "b=\"x,}\"", "c={\"d\": [2]}"}));
    const Padded broken("{\"a\" 1}");
    QVERIFY(walkObject(std::string_view(broken.begin(), 7), visit).outcome == Outcome::Broken);
    QVERIFY(walkObject(std::string_view(), visit).outcome != Outcome::Ok);
}

void TstJsonText::textIsCleaned_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("repaired");
    QTest::newRow("plain") << QByteArray("aten::mm") << QByteArray("aten::mm") << false;
    QTest::newRow("escapes") << QByteArray(R"(\"\\\/\b\f\n\r\t\u0041\u00e9\u3042)")
                             << QByteArray("\"\\/\b\f\n\r\tA\xC3\xA9\xE3\x81\x82") << false;
    QTest::newRow("surrogates") << QByteArray(R"(\ud83d\ude00)") << QByteArray("\xF0\x9F\x98\x80") << false;
    QTest::newRow("lone surrogate") << QByteArray(R"(\ud83d!)") << QByteArray("\xEF\xBF\xBD!") << true;
    QTest::newRow("wrong escape") << QByteArray(R"(C:\x)") << QByteArray(R"(C:\x)") << true;
    QTest::newRow("escape at end") << QByteArray("a\\") << QByteArray("a\\") << true;
    QTest::newRow("utf-8") << QByteArray("\xE3\x81\x82\xF0\x9F\x98\x80")
                           << QByteArray("\xE3\x81\x82\xF0\x9F\x98\x80") << false;
    QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD") << true;
    QTest::newRow("cut sequence") << QByteArray("\xE3\x81") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD") << true;
    QTest::newRow("control") << QByteArray("a\x01z") << QByteArray("a\x01z") << true;
    QTest::newRow("nul") << QByteArray("a\0z", 3) << QByteArray("a\xEF\xBF\xBDz") << true;
}

void TstJsonText::textIsCleaned()
{
    QFETCH(QByteArray, raw);
    QFETCH(QByteArray, text);
    QFETCH(bool, repaired);
    std::string cleaned;
    QCOMPARE(appendText(std::string_view(raw.data(), static_cast<std::size_t>(raw.size())), cleaned),
             repaired);
    QCOMPARE(QByteArray::fromStdString(cleaned), text);
}

SHARDSCOPE_TEST(TstJsonText)
#include "tst_json_text.moc"
