// SPDX-License-Identifier: GPL-3.0-or-later
// plan's JSON, its tables, its sentences and the window's bars tell one verdict.
#include "app/session/plan/commands.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "core/plan/fit_verdict.h"
#include "tests/planner/shipped.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <random>

using namespace shardscope;

namespace {

core::HardwareSpec withMemory(core::HardwareSpec machine, double bytes)
{
    for (core::MemoryTier& memory : machine.memory) {
        if (memory.tier == core::Tier::Device) {
            memory.capacity.value = core::Bytes{bytes} * static_cast<double>(memory.sharedBy);
            memory.allocatable.reset();
        }
    }
    return machine;
}

/// Choices that any implementation may have; what it has not is no plan.
std::vector<std::pair<std::string, std::string>> someChoices(std::mt19937_64& random)
{
    static const std::vector<std::pair<std::string, std::vector<std::string>>> kChoices{
        {"implementation",
         {"megatron", "megatron", "huggingface", "fsdp2", "deepspeed", "nanotron", "torchtitan", "accelerate",
          "automodel", "llm-foundry", "maxtext"}},
        {"tensor", {"1", "1", "2", "4"}},
        {"pipeline", {"1", "1", "2", "4"}},
        {"replica", {"1", "2", "8"}},
        {"zero-stage", {"0", "1", "3"}},
        {"micro-batch", {"1", "2", "4"}},
        {"micro-batches", {"1", "4"}},
        {"recompute", {"none", "selective", "full"}}};
    std::vector<std::pair<std::string, std::string>> options;
    for (const auto& [key, words] : kChoices)
        options.emplace_back(key, words[random() % words.size()]);
    return options;
}

/// The sources that say something else than \p verdict; empty where all agree.
QString disagreeing(const app::PlanResult& result, const core::FitVerdict& verdict)
{
    const core::Evaluation& evaluation = result.evaluation;
    const auto json =
        QJsonDocument::fromJson(QByteArray::fromStdString(planJson(result, core::Value::ofMembers({}))));
    const QJsonObject told = json["verdict"].toObject();
    if (told["state"].toString().toStdString() != core::nameOf(verdict.fit) ||
        told["feasible"].toBool() != verdict.feasible() ||
        told["margin_bytes"].toDouble() != verdict.margin.value() ||
        told["known_by"].toString().toStdString() != core::nameOf(verdict.known))
        return "JSON's verdict";
    const QJsonArray tiers = json["memory"]["tiers"].toArray();
    for (qsizetype i = 0; i < tiers.size(); ++i) {
        const core::FitVerdict one =
            core::fitVerdict(evaluation.memory, evaluation.memory.tiers[std::size_t(i)]);
        if (tiers[i]["fits"].toBool() != one.feasible() ||
            tiers[i]["may_not_fit"].toBool() != (one.fit == core::Fit::Tight))
            return "JSON's tiers";
    }
    const std::vector<app::MemoryRow> rows = app::memoryRows(evaluation); // of which the bars are made
    const auto worst = std::ranges::max_element(rows, {}, &app::MemoryRow::fit);
    const bool tooFew = evaluation.available && evaluation.devices > *evaluation.available;
    if (!tooFew && worst->fit != verdict.fit)
        return "rows and bars";
    if (app::verdictText(evaluation.verdict).startsWith("Fits") != verdict.feasible())
        return "the sentence";
    const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device);
    const core::FitVerdict device = core::fitVerdict(evaluation.memory, *use);
    return app::mayNotFitText(evaluation, *use).isEmpty() != (device.fit != core::Fit::Tight) ? "the doubt"
                                                                                              : "";
}

} // namespace

class TstOneVerdict : public QObject {
    Q_OBJECT
private slots:
    void everybodyTellsIt()
    {
        std::mt19937_64 random(6);
        const core::ModelSpec spec = tests::model("gpt2");
        const core::HardwareSpec whole = tests::hardware("dgx-h100");
        int states[4]{};
        const int plans = tests::kSanitized ? 60 : 1500;
        for (int i = 0; i < plans; ++i) {
            const auto read = planner::parsePlan("", "", someChoices(random), spec);
            if (!read.ok())
                continue;
            const core::Plan& plan = *read;
            // Traced now and then: that takes a thousand times as long.
            const auto detail = i % 25 == 0 ? planner::Detail::Plain : planner::Detail::Bound;
            const auto first = planner::evaluate(spec, whole, plan, planner::Detail::Bound);
            if (!first.ok())
                continue;
            const double peak = first->memory.fullestUse(core::Tier::Device)->peak.value();
            const core::HardwareSpec machine = withMemory(whole, peak * (0.9 + 0.01 * double(random() % 25)));
            const auto evaluation = planner::evaluate(spec, machine, plan, detail);
            QVERIFY(evaluation.ok());
            const core::FitVerdict verdict = core::fitVerdict(*evaluation);
            ++states[static_cast<int>(verdict.fit)];
            const QString who = disagreeing({spec, machine, *evaluation}, verdict);
            QVERIFY2(who.isEmpty(), qPrintable(who));
        }
        QVERIFY(states[0] > 20 && states[1] > 5 && states[3] > 20);
    }
};

SHARDSCOPE_TEST(TstOneVerdict)
#include "tst_one_verdict.moc"
