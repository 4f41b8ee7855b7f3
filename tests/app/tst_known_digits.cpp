// SPDX-License-Identifier: GPL-3.0-or-later
// A prediction is told with the digits that its interval leaves it.
#include "app/session/accuracy/known_digits.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace shardscope;

namespace {

/// Digits of \p number from the first that is not zero to the last one that is not.
int digitsOf(std::string number)
{
    std::erase_if(number, [](char letter) { return letter < '0' || letter > '9'; });
    const auto first = number.find_first_not_of('0');
    const auto last = number.find_last_not_of('0');
    return first == std::string::npos ? 0 : static_cast<int>(last - first) + 1;
}

} // namespace

class TstKnownDigits : public QObject {
    Q_OBJECT
private slots:
    void theFewestThatTheIntervalAllows()
    {
        QCOMPARE(app::knownDigits(100, {60, 140}), 2); // ±40 %
        QCOMPARE(app::knownDigits(100, {98, 102}), 3);
        QCOMPARE(app::knownDigits(100, {}), 3); // nothing is known
        std::mt19937 random(1);
        std::uniform_real_distribution<double> exponent(-6, 9);
        std::uniform_real_distribution<double> part(0.001, 0.9);
        for (int i = 0; i < 20'000; ++i) {
            const double value = std::pow(10, exponent(random));
            const double half = value * part(random);
            const int digits = app::knownDigits(value, {value - half, value + half});
            QVERIFY(digits == 2 || digits == 3);
            const double rounded = app::toDigits(value, core::kNumber, digits);
            QVERIFY2(digits == 3 || std::abs(rounded - value) <= half * (1 + 1e-9),
                     qPrintable(QString::number(value)));
        }
    }
    /// Digits count in the unit in which a figure is read, not in the base unit.
    void inTheUnitThatIsShown()
    {
        std::mt19937 random(2);
        std::uniform_real_distribution<double> exponent(-5, 9);
        for (const core::Dimension dimension :
             {core::kSecond, core::kCurrency, core::kJoule, core::kNumber}) {
            for (int i = 0; i < 5'000; ++i) {
                const double value = std::pow(10, exponent(random));
                const double rounded = app::toDigits(value, dimension, 2);
                const std::string told = core::quantityText(rounded, dimension).number;
                QVERIFY2(digitsOf(told) <= 2, told.c_str());
                QVERIFY(std::abs(rounded - value) <= 0.0501 * value);
            }
        }
        QCOMPARE(app::toDigits(34'666'634, core::kCurrency, 2), 35'000'000.0);
        QCOMPARE(app::toDigits(0, core::kSecond, 2), 0.0);
    }
};

SHARDSCOPE_TEST(TstKnownDigits)
#include "tst_known_digits.moc"
