// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's choices are told by their titles, never by the keys of files.
#include "app/session/search/layout_words.h"
#include "app/session/text/choice_words.h"
#include "app/session/text/messages.h"
#include "core/catalog/catalog.h"
#include "core/plan/plan_fields.h"
#include "core/plan/plan_names.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

using namespace shardscope;

namespace {

/// What stands in files alone: it joins words, or is a name without its capitals.
bool isKey(const std::string& word)
{
    return word.find('_') != std::string::npos || word == "1f1b" || word == "gpipe" || word == "zbv" ||
           word == "zb1p" || word == "zb2p" || word == "dualpipev" || word == "adamw";
}

QString keyIn(const QString& text)
{
    for (const core::PlanField& field : core::planFields()) {
        for (const std::string& word : field.words) {
            const QRegularExpression found(
                QStringLiteral("(?<![\\w-])%1(?![\\w-])")
                    .arg(QRegularExpression::escape(QString::fromStdString(word))));
            if (isKey(word) && text.contains(found))
                return QString::fromStdString(word);
        }
    }
    return text.contains(QRegularExpression(QStringLiteral("ZeRO \\d"))) ? QStringLiteral("ZeRO N")
                                                                         : QString();
}

} // namespace

class TstChoiceWords : public QObject {
    Q_OBJECT
private slots:
    void everyWordOfAKeyHasATitle()
    {
        for (const core::PlanField& field : core::planFields()) {
            for (const std::string& word : field.words) {
                const QString title = app::choiceTitle(field.key.pointer, word);
                QVERIFY2(!isKey(word) || (title != QString::fromStdString(word) && keyIn(title).isEmpty()),
                         qPrintable(QString::fromStdString(field.key.pointer + " " + word + ": ") + title));
            }
        }
        QCOMPARE(app::choiceTitle("zero-stage", "3"), QStringLiteral("ZeRO-3"));
        QCOMPARE(app::choiceTitle("/framework", "megatron"), QStringLiteral("Megatron"));
    }
    void aPlanInALine()
    {
        core::Plan plan;
        plan.axes = {.tensor = 2, .pipeline = 4, .replica = 8};
        for (const core::Schedule schedule : core::valuesOf<core::Schedule>()) {
            for (int stage = 0; stage <= 3; ++stage) {
                for (const char* recompute : {"none", "selective", "full", "layernorm+mlp"}) {
                    plan.schedule = schedule;
                    plan.sharding = core::zeroSharding(stage, plan.axes.replicas());
                    plan.recompute = *core::fromName<core::Recompute>(recompute);
                    const QString line = QString::fromStdString(app::layoutWords(plan));
                    QVERIFY2(keyIn(line).isEmpty(), qPrintable(line));
                    QVERIFY(line.contains(app::choiceText(schedule)));
                }
            }
        }
    }
    void whatAFrameworkRefuses()
    {
        core::Plan plan;
        plan.axes = {.pipeline = 4, .replica = 2, .virtualStages = 2};
        const core::Catalog catalog(tests::sourceFile("resources"));
        const core::ModelSpec model = *catalog.model("gpt2");
        const core::HardwareSpec hardware = *catalog.hardware("dgx-h100");
        for (const core::Framework framework : core::valuesOf<core::Framework>()) {
            for (const core::Schedule schedule : core::valuesOf<core::Schedule>()) {
                plan.implementation = framework;
                plan.schedule = schedule;
                for (const QString& told : app::frameworkRefusals(model, hardware, plan))
                    QVERIFY2(keyIn(told).isEmpty(), qPrintable(told));
            }
        }
    }
};

SHARDSCOPE_TEST(TstChoiceWords)
#include "tst_choice_words.moc"
