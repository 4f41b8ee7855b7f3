// SPDX-License-Identifier: GPL-3.0-or-later
// The reader's units hold wherever a rounded quantity is written, say the same value, and touch no exact
// text.
#include "core/units/reader_units.h"
#include "core/units/text.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

using namespace shardscope::core;

class TstReaderUnits : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setReaderUnits({}); }

    void asChosen()
    {
        QCOMPARE(quantityText(0.0123, kSecond).joined(), std::string("12.3 ms"));
        QCOMPARE(quantityText(80.0 * (1 << 30), kByte).joined(), std::string("80 GiB"));
        setReaderUnits({BytePrefix::Decimal, TimeUnit::Seconds, DataRate::Bits});
        QCOMPARE(quantityText(0.0123, kSecond).joined(), std::string("0.0123 s"));
        QCOMPARE(quantityText(80e9, kByte).joined(), std::string("80 GB"));
        QCOMPARE(quantityText(25e9, kBytePerSecond).joined(), std::string("200 Gbit/s"));
        QCOMPARE(quantityText(7200, kSecond).joined(), std::string("2 h")); // nobody wants 7200 s
        setReaderUnits({BytePrefix::Binary, TimeUnit::Milliseconds, DataRate::Decimal});
        QCOMPARE(quantityText(1.5, kSecond).joined(), std::string("1500 ms"));
        QCOMPARE(quantityText(25e9, kBytePerSecond).joined(), std::string("25 GB/s"));
        QCOMPARE(quantityText(1 << 20, kByte).joined(), std::string("1 MiB"));
        setReaderUnits({std::nullopt, TimeUnit::Microseconds, DataRate::AsSizes});
        QCOMPARE(quantityText(1.5e-3, kSecond).joined(), std::string("1500 \u00b5s"));
    }

    /// Every choice: the text reads back as the value to the digits it has, and exact texts stay as they are.
    void sameValue()
    {
        shardscope::tests::Dice dice(37);
        for (int turn = 0; turn < 400; ++turn) {
            const double value = std::pow(10.0, static_cast<double>(dice.below(1600)) / 100 - 6) *
                                 (dice.below(2) == 0 ? 1 : -1);
            for (const Dimension dimension : {kSecond, kByte, kBytePerSecond, kFlopPerSecond}) {
                setReaderUnits({});
                const std::string exact = quantityText(value, dimension, {0, BytePrefix::Binary}).joined();
                for (int choice = 0; choice < 36; ++choice) {
                    ReaderUnits units;
                    if (choice % 3 > 0)
                        units.bytes = choice % 3 == 1 ? BytePrefix::Binary : BytePrefix::Decimal;
                    units.time = static_cast<TimeUnit>(choice / 3 % 4);
                    units.rate = static_cast<DataRate>(choice / 12);
                    setReaderUnits(units);
                    const std::string text = quantityText(value, dimension).joined();
                    const auto read = parseQuantityText(text, dimension);
                    QVERIFY2(read.ok(), text.c_str());
                    QVERIFY2(std::abs(read.value() - value) <= 0.006 * std::abs(value), text.c_str());
                    QCOMPARE(quantityText(value, dimension, {0, BytePrefix::Binary}).joined(), exact);
                }
            }
        }
    }
};

SHARDSCOPE_TEST(TstReaderUnits)
#include "tst_reader_units.moc"
