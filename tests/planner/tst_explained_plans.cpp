// SPDX-License-Identifier: GPL-3.0-or-later
// One formula, two number kinds: over random plans the bare and the explained evaluation agree to the last
// bit, and every derivation's texts evaluate back to its value.
#include "core/plan/plan_file.h"
#include "planner/planner.h"
#include "tests/support/formula_reader.h"
#include "tests/support/sample_specs.h"
#include "tests/support/sanitized.h"
#include "tests/support/soak.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <set>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

void collect(const DerivationPtr& node, std::set<const Derivation*>& seen)
{
    if (!node || !seen.insert(node.get()).second)
        return;
    for (const DerivationPtr& operand : node->operands)
        collect(operand, seen);
}

/// The operands a text names, in the order in which it names them.
void atoms(const Derivation& node, bool top, std::vector<const Derivation*>& found)
{
    const bool atom = node.operation == Operation::Leaf || node.operation == Operation::Named;
    if (atom && !(top && node.operation == Operation::Named)) {
        found.push_back(&node);
        return;
    }
    for (const DerivationPtr& operand : node.operands)
        atoms(*operand, false, found);
}

/// Values for the labels of \p node's formula; the same label may stand for several values, so by order.
std::optional<double> valueOfFormula(const Derivation& node)
{
    std::vector<const Derivation*> order;
    atoms(node, true, order);
    std::size_t next = 0;
    const auto lookup = [&](std::string_view word) -> std::optional<double> {
        while (next < order.size() && order[next]->source == SourceKind::Constant)
            ++next;
        if (next >= order.size() || order[next]->label != word)
            return std::nullopt;
        return order[next++]->value;
    };
    return evaluateFormula(formulaText(node), lookup);
}

std::set<const Derivation*> allDerivations(const Evaluation& evaluation)
{
    std::set<const Derivation*> all;
    for (const MemoryEntry& entry : evaluation.memory.entries)
        collect(entry.why, all);
    for (const TierUse& use : evaluation.memory.tiers)
        collect(use.why, all);
    for (const auto& [part, time] : evaluation.step)
        collect(time.why, all);
    for (const CommunicationEntry& entry : evaluation.communication) {
        collect(entry.bytesWhy, all);
        collect(entry.secondsWhy, all);
    }
    return all;
}

/// What differs between the two, or nothing.
QString difference(const Evaluation& plain, const Evaluation& explained)
{
    if (plain.memory.entries.size() != explained.memory.entries.size() ||
        plain.memory.tiers.size() != explained.memory.tiers.size() ||
        plain.communication.size() != explained.communication.size())
        return "number of entries";
    for (std::size_t i = 0; i < plain.memory.entries.size(); ++i) {
        const MemoryEntry& entry = explained.memory.entries[i];
        if (plain.memory.entries[i].bytes != entry.bytes || !entry.why ||
            entry.why->value != entry.bytes.value())
            return "memory entry " + QString::number(i);
        if (plain.memory.entries[i].why)
            return "a derivation in the bare evaluation";
    }
    for (std::size_t i = 0; i < plain.memory.tiers.size(); ++i) {
        const TierUse& use = explained.memory.tiers[i];
        if (plain.memory.tiers[i].peak != use.peak || !use.why || use.why->value != use.peak.value())
            return "tier " + QString::number(i);
    }
    for (const auto& [part, time] : explained.step) {
        if (plain.step.at(part).seconds != time.seconds || !time.why ||
            time.why->value != time.seconds.value())
            return "step part " + QString::number(int(part));
    }
    for (std::size_t i = 0; i < plain.communication.size(); ++i) {
        const CommunicationEntry& entry = explained.communication[i];
        if (plain.communication[i].bytesPerRank != entry.bytesPerRank ||
            plain.communication[i].seconds != entry.seconds ||
            plain.communication[i].exposed != entry.exposed ||
            entry.bytesWhy->value != entry.bytesPerRank.value() ||
            entry.secondsWhy->value != entry.seconds.value())
            return "communication " + QString::number(i);
    }
    return plain.figures == explained.figures ? QString() : QString("figures");
}

} // namespace

class TstExplainedPlans : public QObject {
    Q_OBJECT
private slots:
    void bareAndExplainedAgree()
    {
        std::mt19937_64 random(2026);
        const Evaluator small(smallModel(), sampleHardware());
        const Evaluator large(gpt3Model(), sampleHardware());
        const Evaluator experts(expertModel(), sampleHardware());
        const Evaluator hybrid(hybridModel(), sampleHardware());
        int evaluated = 0;
        // A sanitizer looks at the same code whatever the plan, and takes five times as long.
        const int plans = kSanitized ? 150 : rounds(600, 1'000'000);
        for (int i = 0; i < plans; ++i) {
            const Evaluator& evaluator = i % 10 == 0  ? large
                                         : i % 3 == 0 ? experts
                                         : i % 5 == 0 ? hybrid
                                                      : small;
            const Plan plan = randomPlan(evaluator.model(), random);
            const auto plain = evaluator.evaluate(plan, Detail::Plain);
            const auto explained = evaluator.evaluate(plan, Detail::Explained);
            QCOMPARE(plain.ok(), explained.ok());
            if (!plain.ok()) // rowwise_adagrad needs embedding tables
                continue;
            ++evaluated;
            const QString differs = difference(*plain, *explained);
            QVERIFY2(differs.isEmpty(), qPrintable(differs + '\n' + QString::fromStdString(planJson(plan))));
        }
        QVERIFY(evaluated > plans / 3 * 2);
    }

    void textsEvaluateBackToTheirValues()
    {
        std::mt19937_64 random(7);
        const Evaluator evaluator(smallModel(), sampleHardware());
        std::size_t texts = 0;
        for (int i = 0; i < 150; ++i) {
            const auto evaluation = evaluator.evaluate(randomPlan(evaluator.model(), random));
            if (!evaluation.ok())
                continue;
            for (const Derivation* node : allDerivations(*evaluation)) {
                ++texts;
                const std::string substituted = substitutedText(*node, 0);
                QVERIFY2(evaluateFormula(substituted) == std::optional<double>(node->value),
                         substituted.c_str());
                if (node->operation != Operation::Leaf)
                    QVERIFY2(valueOfFormula(*node) == std::optional<double>(node->value),
                             formulaText(*node).c_str());
            }
        }
        QVERIFY(texts > 50000);
    }

    void everyLeafSaysWhereItIsFrom()
    {
        std::mt19937_64 random(8);
        const Evaluator evaluator(smallModel(), sampleHardware());
        for (int i = 0; i < 100; ++i) {
            const auto evaluation = evaluator.evaluate(randomPlan(evaluator.model(), random));
            if (!evaluation.ok())
                continue;
            for (const Derivation* node : allDerivations(*evaluation)) {
                if (node->operation != Operation::Leaf || node->source == SourceKind::Constant)
                    continue;
                QVERIFY2(!node->label.empty() && !node->citation.empty(), node->label.c_str());
            }
        }
    }
};

SHARDSCOPE_TEST(TstExplainedPlans)
#include "tst_explained_plans.moc"
