// SPDX-License-Identifier: GPL-3.0-or-later
// core/units: quantities and their texts in both directions.
#include "core/units/percent.h"
#include "core/units/text.h"
#include "core/units/unit_table.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace shardscope::core;

namespace {

struct Refusal {
    const char* text;
    Dimension dimension;
    ErrorCode code;
};

} // namespace

class TstUnits : public QObject {
    Q_OBJECT

private slots:
    void dimensionsCombine()
    {
        static_assert((80.0_GB / 2.0_s).kDimension == kBytePerSecond);
        static_assert((Flops{6} / (Flops{2} / Seconds{1})).kDimension == kSecond);
        static_assert((Watts{3} * Seconds{2}).kDimension == kJoule);
        QCOMPARE((80.0_GB / 2.0_s).value(), 40e9);
        QCOMPARE((1.0_GiB - 1.0_GB).value(), 73741824.0);
        QVERIFY(1.0_GB < 1.0_GiB);
    }

    /// No change, however absurd, is told with more than seven digits before its point.
    void percentIsBounded()
    {
        QCOMPARE(percentText(0.1234, 1), std::string("12.3 %"));
        QCOMPARE(percentText(-0.5, 0), std::string("-50 %"));
        QCOMPARE(percentText(10'000, 2), std::string("1000000.00 %"));
        QCOMPARE(percentText(10'001, 2), std::string("> 1000000 %"));
        QCOMPARE(percentText(-3463426351924421.12, 1), std::string("< -1000000 %"));
        for (double size = 1e-320; size < 1e308; size *= 7) {
            for (const double value : {size, -size})
                QVERIFY2(percentText(value, 2).size() < 16, percentText(value, 2).c_str());
        }
        QVERIFY(percentText(std::numeric_limits<double>::infinity(), 1).size() < 16);
        QVERIFY(percentText(std::numeric_limits<double>::quiet_NaN(), 1).size() < 16);
    }

    void readsWhatPeopleWrite_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, const char* quantity, double value) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(quantity) << value;
        };
        row("80 GiB", "bytes", 85899345920.0);
        row("80 GB", "bytes", 80e9);
        row("80GiB", "bytes", 85899345920.0);
        row("  80\t GiB ", "bytes", 85899345920.0);
        row("+1.5 kB", "bytes", 1500.0);
        row("-1 KiB", "bytes", -1024.0);
        row("0 B", "bytes", 0.0);
        row(".5 MiB", "bytes", 524288.0);
        row("1e3 B", "bytes", 1000.0);
        row("900 MB", "bytes", 900e6);
        row("8 bit", "bytes", 1.0);
        row("312 TFLOP/s", "flop_per_second", 312e12);
        row("2039 GB/s", "bytes_per_second", 2039e9);
        row("25 GB/s", "bytes_per_second", 25e9);
        row("400 Gbit/s", "bytes_per_second", 50e9);
        row("3.6 TB/h", "bytes_per_second", 1e9);
        row("3 us", "seconds", 3e-6);
        row("3 \u00b5s", "seconds", 3e-6);
        row("3 \u03bcs", "seconds", 3e-6);
        row("2 h", "seconds", 7200.0);
        row("700 W", "watts", 700.0);
        row("10.2 kW", "watts", 10200.0);
        row("1 kWh", "joules", 3.6e6);
        row("3.6 USD/h", "currency_per_second", 0.001);
        row("12 /s", "items_per_second", 12.0);
        row("90 tokens/min", "items_per_second", 1.5);
        row("12", "number", 12.0);
        row("12", "items", 12.0);
    }
    void readsWhatPeopleWrite()
    {
        QFETCH(QString, text);
        QFETCH(QString, quantity);
        QFETCH(double, value);
        bool known = false;
        for (const Dimension dimension : everyDimension()) {
            const Result<double> read = parseQuantityText(text.toStdString(), dimension);
            if (QString::fromStdString(quantityName(dimension)) == quantity) {
                known = true;
                QVERIFY(read.ok());
                QCOMPARE(*read, value);
            } else if (text != "12") { // any other quantity refuses the same text
                QVERIFY(!read.ok());
                QVERIFY(read.error().code == ErrorCode::UnitMismatch);
            }
        }
        QVERIFY(known);
    }

    void refuses()
    {
        const std::vector<Refusal> refusals = {
            {"", kByte, ErrorCode::NumberMalformed},
            {" ", kByte, ErrorCode::NumberMalformed},
            {"80", kByte, ErrorCode::UnitMissing},
            {"80 ", kBytePerSecond, ErrorCode::UnitMissing},
            {"80 GIB", kByte, ErrorCode::UnitUnknown},
            {"80 gb", kByte, ErrorCode::UnitUnknown},
            {"80 Gb", kByte, ErrorCode::UnitUnknown},
            {"80 KB", kByte, ErrorCode::UnitUnknown},
            {"80 GB/s/s", kBytePerSecond, ErrorCode::UnitUnknown},
            {"80 GB/B", kBytePerSecond, ErrorCode::UnitUnknown},
            {"80 GB/", kBytePerSecond, ErrorCode::UnitUnknown},
            {"80 /", kItemPerSecond, ErrorCode::UnitUnknown},
            {"80 TFLOPS", kFlopPerSecond, ErrorCode::UnitUnknown},
            {"80 GB", kBytePerSecond, ErrorCode::UnitMismatch},
            {"80 GB/s", kByte, ErrorCode::UnitMismatch},
            {"1e999 GB", kByte, ErrorCode::NumberMalformed},
            {"1e308 PB", kByte, ErrorCode::NumberMalformed},
            {"nan B", kByte, ErrorCode::NumberMalformed},
            {"inf B", kByte, ErrorCode::NumberMalformed},
            {"-inf B", kByte, ErrorCode::NumberMalformed},
            {"GiB", kByte, ErrorCode::NumberMalformed},
            {"--1 B", kByte, ErrorCode::NumberMalformed},
            {"+-1 B", kByte, ErrorCode::NumberMalformed},
            {"+", kByte, ErrorCode::NumberMalformed},
            {". B", kByte, ErrorCode::NumberMalformed},
            {"1,000 B", kByte, ErrorCode::UnitUnknown},
            {"0x10 B", kByte, ErrorCode::UnitUnknown},
            {"12 B", kNumber, ErrorCode::UnitMismatch},
            {"5 tokens", kNumber, ErrorCode::UnitMismatch},
            {"\xff\xfe", kByte, ErrorCode::NumberMalformed},
        };
        for (const Refusal& refusal : refusals) {
            const Result<double> read = parseQuantityText(refusal.text, refusal.dimension);
            QVERIFY2(!read.ok(), refusal.text);
            QVERIFY2(read.error().code == refusal.code, refusal.text);
        }
        using namespace std::string_view_literals;
        QVERIFY(!parseQuantityText("80 GiB\0"sv, kByte).ok());
        QVERIFY(!parseQuantityText("80\0 GiB"sv, kByte).ok());
        std::string huge(1 << 20, '9');
        QVERIFY(!parseQuantityText(huge.append(" B"), kByte).ok());
        std::string longUnit = "1 ";
        QVERIFY(!parseQuantityText(longUnit.append(1 << 20, 'x'), kByte).ok());
    }

    void errorsSayWhatIsRight()
    {
        QCOMPARE(parseQuantity<kByte>("80").error().args.at(1), std::string("80 B"));
        QCOMPARE(parseQuantity<kFlopPerSecond>("312").error().args.at(1), std::string("312 FLOP/s"));
        const Error unknown = parseQuantity<kByte>("80 GIB").error();
        QCOMPARE(unknown.args.at(0), std::string("GIB"));
        QVERIFY(unknown.args.at(1).find("GiB") != std::string::npos);
        const Error mismatch = parseQuantity<kBytePerSecond>("80 GB").error();
        QCOMPARE(mismatch.args.at(1), std::string("bytes_per_second"));
        for (const Dimension dimension : everyDimension()) { // what an error offers must be readable
            std::istringstream known(unitsKnown(dimension));
            for (std::string unit; known >> unit;)
                QVERIFY2(parseQuantityText("1 " + unit, dimension).ok(), unit.c_str());
        }
    }

    void writesForPeople()
    {
        QCOMPARE(toText(80.0_GiB), std::string("80 GiB"));
        QCOMPARE(toText(80.0_GiB, {3, BytePrefix::Decimal}), std::string("85.9 GB"));
        QCOMPARE(toText(80.0_GB), std::string("74.5 GiB"));
        QCOMPARE(toText(Bytes{5.456e9}, {3, BytePrefix::Decimal}), std::string("5.46 GB"));
        QCOMPARE(toText(Bytes{0}), std::string("0 B"));
        QCOMPARE(toText(Bytes{1023}), std::string("1023 B"));
        QCOMPARE(toText(Bytes{1024}), std::string("1 KiB"));
        QCOMPARE(toText(Bytes{-1536}), std::string("-1.5 KiB"));
        QCOMPARE(toText(Bytes{999.9996e6}, {3, BytePrefix::Decimal}), std::string("1 GB"));
        QCOMPARE(toText(Bytes{1048575.9 * 1024}), std::string("1 GiB"));
        QCOMPARE(toText(FlopsPerSecond{312e12}), std::string("312 TFLOP/s"));
        QCOMPARE(toText(BytesPerSecond{2039e9}, {3, BytePrefix::Decimal}), std::string("2.04 TB/s"));
        QCOMPARE(toText(Seconds{3e-6}), std::string("3 \u00b5s"));
        QCOMPARE(toText(Seconds{94.42}), std::string("94.4 s"));
        QCOMPARE(toText(Seconds{0}), std::string("0 s"));
        QCOMPARE(toText(Seconds{599}), std::string("599 s"));
        QCOMPARE(toText(Seconds{900}), std::string("15 min"));
        QCOMPARE(toText(Seconds{86400}), std::string("24 h"));
        QCOMPARE(toText(Watts{700}), std::string("700 W"));
        QCOMPARE(toText(Watts{10200}), std::string("10.2 kW"));
        QCOMPARE(toText(Joules{2.5e6}), std::string("2.5 MJ"));
        QCOMPARE(toText(CurrencyPerSecond{98.32 / 3600}), std::string("98.3 USD/h"));
        QCOMPARE(toText(Number{174604959744.0}), std::string("174604959744"));
        QCOMPARE(toText(Number{0.123456}), std::string("0.123"));
        QCOMPARE(toText(Items{64}), std::string("64"));
        QCOMPARE(toText(ItemsPerSecond{12345.6}), std::string("12346 /s"));
        QCOMPARE(toText(Quantity<Dimension{.byte = 1, .flop = -1}>{0.5}), std::string("0.5 B/FLOP"));
        QCOMPARE(toText(Bytes{std::numeric_limits<double>::infinity()}), std::string("inf"));
    }

    void exactTextsTakeTheShorterPrefix()
    {
        for (const char* text : {"0.9 GB", "80 GiB", "256 GB", "178.35 GiB", "2 TB", "1023 B", "0 B"}) {
            const double bytes = parseQuantityText(text, kByte).value();
            for (const BytePrefix prefix : {BytePrefix::Binary, BytePrefix::Decimal})
                QCOMPARE(quantityText(bytes, kByte, {0, prefix}).joined(), std::string(text));
        }
        QCOMPARE(toText(BytesPerSecond{2039e9}, {0, BytePrefix::Binary}), std::string("2039 GB/s"));
        QCOMPARE(toText(Seconds{9.6e-6}, {0, BytePrefix::Binary}), std::string("9.6 \u00b5s"));
        QCOMPARE(toText(FlopsPerSecond{989.4e12}, {0, BytePrefix::Binary}), std::string("989.4 TFLOP/s"));
    }

    void everyUnitRoundTrips()
    {
        for (const UnitEntry& entry : unitTable()) {
            for (const double number : {0.0, 1.0, 80.0, 0.1, 1.1, 2039.0, 1.0 / 3, 123456789.0, -7.25}) {
                const double value = number * entry.unit.numerator / entry.unit.denominator;
                checkRoundTrip(value, entry.unit.dimension);
                checkRoundTrip(value, entry.unit.dimension + (-kSecond));
            }
        }
    }

    void anyDoubleRoundTrips()
    {
        std::mt19937_64 random(20261120);
        for (int i = 0; i < 20000; ++i) {
            const std::uint64_t bits = random();
            double value = 0;
            std::memcpy(&value, &bits, sizeof value);
            if (!std::isfinite(value) || std::abs(value) > 1e280 || (value != 0 && std::abs(value) < 1e-280))
                continue;
            for (const Dimension dimension : everyDimension())
                checkRoundTrip(value, dimension);
        }
    }

    void briefTextsAreNearAndReadable()
    {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> exponent(-9, 18);
        for (int i = 0; i < 5000; ++i) {
            const double value = std::pow(10.0, exponent(random));
            for (const Dimension dimension : everyDimension()) {
                for (const BytePrefix bytes : {BytePrefix::Binary, BytePrefix::Decimal}) {
                    const std::string text = quantityText(value, dimension, {4, bytes}).joined();
                    const Result<double> read = parseQuantityText(text, dimension);
                    QVERIFY2(read.ok(), text.c_str());
                    QVERIFY2(std::abs(*read / value - 1) < 6e-4, text.c_str());
                }
            }
        }
    }

private:
    static std::vector<Dimension> everyDimension()
    {
        return {kNumber,   kItem,          kByte,          kSecond,        kFlop, kJoule,
                kCurrency, kBytePerSecond, kFlopPerSecond, kItemPerSecond, kWatt, kCurrencyPerSecond};
    }
    static void checkRoundTrip(double value, Dimension dimension)
    {
        for (const BytePrefix bytes : {BytePrefix::Binary, BytePrefix::Decimal}) {
            const std::string text = quantityText(value, dimension, {0, bytes}).joined();
            const Result<double> read = parseQuantityText(text, dimension);
            const bool composed = quantityName(dimension) == "quantity"; // no text to read: "B/s/s"
            QVERIFY2(composed || (read.ok() && *read == value), text.c_str());
        }
    }
};

SHARDSCOPE_TEST(TstUnits)
#include "tst_units.moc"
