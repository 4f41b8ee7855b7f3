// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic that remembers: same value as the plain one, text that evaluates back to it.
#include "core/explain/explained.h"
#include "tests/support/formula_reader.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <random>

using namespace shardscope::core;
using shardscope::tests::evaluateFormula;

namespace {

/// A random expression over the leaves a, b, c, written once for both number kinds.
template <class N>
typename N::template Q<kNumber> randomExpression(std::mt19937_64& random, int depth)
{
    const auto pick = random() % (depth == 0 ? 2 : 9);
    if (pick < 2) {
        const double value =
            std::ldexp(static_cast<double>(random() % 100'000 + 1), static_cast<int>(random() % 20) - 14);
        return N::leaf(Number{value}, "leaf", SourceKind::Given, "/leaf");
    }
    const auto left = randomExpression<N>(random, depth - 1);
    const auto right = randomExpression<N>(random, depth - 1);
    switch (pick) {
    case 2: return left + right;
    case 3: return left - right;
    case 4: return left * right;
    case 5: return left / right;
    case 6: return maximum(left, right);
    case 7: return minimum(left, right);
    default: return ceilDivide(left, right);
    }
}

bool sameBits(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

} // namespace

class TstDerivation : public QObject {
    Q_OBJECT
private slots:
    void readsLikeAFormula()
    {
        using N = ExplainedNumbers;
        const auto parameters = N::leaf(Number{1000}, "parameters", SourceKind::Given, "model");
        const auto width = N::leaf(Bytes{2}, "weight_width", SourceKind::Given, "/precision/weights");
        const auto t = N::leaf(Number{4}, "t", SourceKind::Given, "/parallel/tensor");
        const auto p = N::leaf(Number{5}, "p", SourceKind::Given, "/parallel/pipeline");
        const auto weights = N::named("weights", width * parameters / (t * p), "arXiv:1909.08053");
        QCOMPARE(QString::fromStdString(formulaText(*weights.derivation())),
                 QString("weight_width · parameters / (t · p)"));
        QCOMPARE(QString::fromStdString(substitutedText(*weights.derivation())),
                 QString("2 B · 1000 / (4 · 5)"));
        QCOMPARE(weights.value(), 100.0);

        const auto twice = 2.0 * weights + ceilDivide(weights, t * p) *
                                               N::leaf(Number{1}, "one", SourceKind::Assumed, "test");
        QCOMPARE(QString::fromStdString(formulaText(*twice.derivation())),
                 QString("2 · weights + ceil(weights / (t · p)) · one"));
        QCOMPARE(evaluateFormula(substitutedText(*twice.derivation(), 0)).value_or(-1), 205.0);
    }

    void listsPartsNearestFirst()
    {
        using N = ExplainedNumbers;
        const auto a = N::leaf(Number{1}, "a", SourceKind::Given, "");
        const auto b = N::leaf(Number{2}, "b", SourceKind::Given, "");
        const auto inner = N::named("inner", a + b, "");
        const auto outer = N::named("outer", 3.0 * b + inner, "");
        std::vector<std::string> labels;
        for (const DerivationPtr& part : derivationParts(outer.derivation()))
            labels.push_back(part->label);
        QCOMPARE(labels, (std::vector<std::string>{"inner", "b", "a"}));
    }

    void plainAndExplainedAgreeAndTextsReadBack()
    {
        for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
            std::mt19937_64 forPlain(seed);
            std::mt19937_64 forExplained(seed);
            const double plain = randomExpression<PlainNumbers>(forPlain, 5).value();
            const auto explained = randomExpression<ExplainedNumbers>(forExplained, 5);
            QVERIFY2(sameBits(plain, explained.value()), qPrintable(QString::number(seed)));
            if (!std::isfinite(plain))
                continue;
            const std::string text = substitutedText(*explained.derivation(), 0);
            const auto back = evaluateFormula(text);
            QVERIFY2(back.has_value() && sameBits(*back, plain), qPrintable(QString::fromStdString(text)));
        }
    }

    void unitsAndNumbers()
    {
        QCOMPARE(QString::fromStdString(baseUnitText(kBytePerSecond)), QString("B/s"));
        QCOMPARE(QString::fromStdString(baseUnitText(kFlopPerSecond)), QString("FLOP/s"));
        QCOMPARE(QString::fromStdString(baseUnitText(kNumber)), QString());
        QCOMPARE(QString::fromStdString(baseUnitText(-kSecond)), QString("1/s"));
        QCOMPARE(QString::fromStdString(numberText(0.1)), QString("0.1"));
        QCOMPARE(QString::fromStdString(numberText(2.0 / 3.0, 3)), QString("0.667"));
        QCOMPARE(std::stod(numberText(1.0 / 3.0)), 1.0 / 3.0);
    }
};

SHARDSCOPE_TEST(TstDerivation)
#include "tst_derivation.moc"
