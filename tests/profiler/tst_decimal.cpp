// SPDX-License-Identifier: GPL-3.0-or-later
// Decimal microseconds to nanoseconds, exactly.
#include "profiler/import/text/decimal.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using profiler::Decimal;
using profiler::parseMicroseconds;

class TstDecimal : public QObject {
    Q_OBJECT
private slots:
    void values_data();
    void values();
    void randomValuesRoundTrip();
    void otherSpellingsOfOneValue();
    void notNumbers();
};

void TstDecimal::values_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<bool>("saturated");
    constexpr qint64 kMax = std::numeric_limits<qint64>::max();
    const auto row = [](const char* text, qint64 ns, bool saturated = false) {
        QTest::newRow(text) << QString(text) << ns << saturated;
    };
    row("0", 0);
    row("-0", 0);
    row("1", 1000);
    row("007.5", 7500);
    row("1712195495505582.988", 1712195495505582988); // a double is off by up to 125 ns here
    row("4291517035890.958", 4291517035890958);
    row("16.829000000000001", 16829);
    row("31140.763999999999", 31140764);
    row("0.0004", 0);
    row("0.0005", 1);
    row("-0.0005", -1);
    row("-12.3456", -12346);
    row("1e3", 1000000);
    row("1.5E-3", 2); // 1.5 ns, half away from zero
    row("2.5e-4", 0);
    row("12.5e+2", 1250000);
    row("0.000e99999999999", 0);
    row("1e-99999999999", 0);
    row("9223372036854775.807", kMax);
    row("9223372036854775.8074", kMax);
    row("9223372036854775.808", kMax, true);
    row("9223372036854776", kMax, true);
    row("-9223372036854776", -kMax, true);
    row("123456789012345678901234567890", kMax, true);
    row("1e99999999999", kMax, true);
    row("0000000000000000000000000000000000000012", 12000);
    row("12.", 12000);
    row(".5", 500);
}

void TstDecimal::values()
{
    QFETCH(QString, text);
    QFETCH(qint64, ns);
    QFETCH(bool, saturated);
    const Decimal parsed = parseMicroseconds(text.toStdString());
    QCOMPARE(qint64{parsed.ns}, ns);
    QCOMPARE(parsed.state, saturated ? Decimal::State::Saturated : Decimal::State::Exact);
}

void TstDecimal::randomValuesRoundTrip()
{
    tests::Dice dice(1);
    for (int tries = 0; tries < 20000; ++tries) {
        const std::int64_t ns = dice.below(std::numeric_limits<std::int64_t>::max() >> (tries % 60));
        std::string fraction = std::to_string(1000 + ns % 1000).substr(1);
        const std::string text = (tries % 2 == 0 ? "-" : "") + std::to_string(ns / 1000) + "." + fraction;
        const Decimal parsed = parseMicroseconds(text);
        QCOMPARE(parsed.state, Decimal::State::Exact);
        QCOMPARE(parsed.ns, tries % 2 == 0 ? -ns : ns);
    }
}

void TstDecimal::otherSpellingsOfOneValue()
{
    tests::Dice dice(2);
    for (int tries = 0; tries < 2000; ++tries) {
        const std::string digits = std::to_string(1 + dice.below(1'000'000'000'000));
        const std::int64_t plain = parseMicroseconds(digits).ns;
        QCOMPARE(parseMicroseconds("0." + digits + "e" + std::to_string(digits.size())).ns, plain);
        QCOMPARE(parseMicroseconds(digits + "000e-3").ns, plain);
        QCOMPARE(parseMicroseconds("000" + digits + ".0000").ns, plain);
    }
}

void TstDecimal::notNumbers()
{
    for (const char* const text : {"", "-", ".", "NaN", "null", "Infinity", "12x", "1e", "1e+", "1e1.5",
                                   "1.2.3", "--1", "+1", "0x10", "{}", "1 2"})
        QVERIFY2(parseMicroseconds(text).state == Decimal::State::NotANumber, text);
}

SHARDSCOPE_TEST(TstDecimal)
#include "tst_decimal.moc"
