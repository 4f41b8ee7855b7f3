// SPDX-License-Identifier: GPL-3.0-or-later
// Controls of the Plan page: every key has one, and those that do not apply say why.
#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/plan/plan_reasons.h"
#include "app/desktop/widgets/count_field.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/number_button.h"
#include "app/session/accuracy/interval.h"
#include "app/session/plan/commands.h"
#include "app/session/search/plan_options.h"
#include "app/session/text/messages.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTest>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

using namespace shardscope;

namespace {

template <class Control>
Control* controlNamed(const QWidget& page, const char* name)
{
    for (Control* control : page.findChildren<Control*>()) {
        const auto* button = qobject_cast<QAbstractButton*>(control);
        if (control->accessibleName() == QLatin1String(name) ||
            (button && button->text() == QLatin1String(name)))
            return control;
    }
    return nullptr;
}

/// Another value than the state's, of those that apply.
core::FieldValue otherValue(const app::PlanControlRow& row, const app::PlanState& state)
{
    core::FieldValue now = app::valueOf(row, state);
    switch (row.form) {
    case app::ControlForm::Flag: return !std::get<bool>(now);
    case app::ControlForm::Count: return std::get<std::int64_t>(now) + 7;
    case app::ControlForm::Degree:
        for (const std::int64_t stop : row.stops(state)) {
            if (core::FieldValue(stop) != now)
                return stop;
        }
        break;
    case app::ControlForm::Word:
    case app::ControlForm::Words:
        for (const std::string& word : row.words) {
            if (core::FieldValue(word) != now && !word.empty() &&
                (!row.whyWord || row.whyWord(word, state).isEmpty()))
                return word;
        }
        break;
    }
    return now;
}

} // namespace

class TstPlanPage : public tests::WindowTest {
    Q_OBJECT
private slots:
    void controlsSayWhyTheyDoNotApply()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        const QWidget& page = window().part<app::PlanPage>();
        auto* sequence = controlNamed<QCheckBox>(page, "Sequence parallelism");
        QVERIFY(sequence && !sequence->isEnabled() && !sequence->toolTip().isEmpty());
        auto* experts = controlNamed<QSpinBox>(page, "Experts e");
        QVERIFY(experts && !experts->isEnabled());
        QVERIFY(!app::whyNot(app::PlanPart::Expert, state()).isEmpty());
        // The H200's description has no streaming memory: that choice says so, the others can be taken.
        auto* weights = controlNamed<QComboBox>(page, "Weights in");
        QVERIFY(weights);
        const auto* items = qobject_cast<QStandardItemModel*>(weights->model());
        QVERIFY(items->item(0)->isEnabled());
        QVERIFY(!items->item(2)->isEnabled());
        QVERIFY(!items->item(2)->toolTip().isEmpty());
        edit([](core::Plan& plan) { plan.axes.tensor = 2; });
        QVERIFY(sequence->isEnabled());
        sequence->click();
        QVERIFY(plan().axes.sequenceParallel);
        bench().undoStack().undo();
        QVERIFY(!plan().axes.sequenceParallel);
        open(QStringLiteral("mixtral-8x7b"), QStringLiteral("dgx-h100"));
        edit([](core::Plan& plan) { plan.axes.replica = 8; });
        QVERIFY(app::whyNot(app::PlanPart::Expert, state()).isEmpty());
        QVERIFY(experts->isEnabled());
        experts->setValue(8);
        QCOMPARE(plan().axes.expert, 8);
        edit([](core::Plan& plan) { plan.axes.replica = 4; }); // no more than divide the replicas
        QCOMPARE(plan().axes.expert, 4);
    }
    void aRecommenderHasNoStages()
    {
        open(QStringLiteral("dlrm-v2-mlperf"), QStringLiteral("zionex"));
        auto* pipeline = controlNamed<QSpinBox>(window().part<app::PlanPage>(), "Pipeline p");
        QVERIFY(pipeline && !pipeline->isEnabled());
        QVERIFY(!app::whyNot(app::PlanPart::Pipeline, state()).isEmpty());
        // What another model was cut into does not stay behind, out of reach.
        open(QStringLiteral("gpt2-xl"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) {
            plan.axes.pipeline = 4;
            plan.axes.tensor = 2;
        });
        QVERIFY(pipeline->isEnabled());
        QVERIFY(bench().chooseModel(QStringLiteral("dlrm-v2-mlperf")));
        QCOMPARE(plan().axes.pipeline, 1);
        QCOMPARE(plan().axes.tensor, 1);
        bench().undoStack().undo();
        QCOMPARE(plan().axes.pipeline, 4);
    }
    void everyKeyOfAPlanHasItsControl()
    {
        std::set<std::string> keys;
        for (const app::PlanControlSection& section : app::planControlSections()) {
            for (const app::PlanControlRow& row : section.rows) {
                const bool wire = row.key.rfind("/wire/", 0) == 0;
                const bool option = row.key.rfind("/options/", 0) == 0;
                QVERIFY2(keys.insert(row.key).second, row.key.c_str());
                QVERIFY2(wire || option || core::planField(row.key), row.key.c_str());
                if (wire)
                    keys.insert("/wire");
                if (option)
                    keys.insert("/options");
            }
        }
        // The Stages card, the Recommender page and its mode edit these; the global batch follows from
        // others.
        for (const std::string key :
             {"/batch/global_batch", "/layers_per_stage", "/placement", "/consistency/dense",
              "/consistency/embedding", "/consistency/staleness", "/consistency/prefetch"}) {
            QVERIFY2(core::planField(key), key.c_str());
            QVERIFY2(keys.insert(key).second, key.c_str()); // not both here and there
        }
        for (const core::PlanKey& key : core::planKeys())
            QVERIFY2(keys.count(key.pointer) == 1, key.pointer.c_str());
    }
    /// Whatever applies can be changed; the page then says so and nothing else follows but what is settled.
    void everyControlChangesItsKey()
    {
        open(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) {
            plan = planner::withFramework(plan, core::Implementation::DeepSpeed);
            plan.axes.tensor = 4;
            plan.axes.replica = 8;
            plan.recompute = core::Recompute::Full;
            plan.training.datasetSamples = 1000;
        });
        app::PlanState whole = state();
        whole.sharding = app::ShardingPreset::Zero3;
        bench().edit(whole, "edit");
        const app::PlanState before = state();
        int changed = 0;
        for (const app::PlanControlSection& section : app::planControlSections()) {
            for (const app::PlanControlRow& row : section.rows) {
                if (row.why && !row.why(before).isEmpty())
                    continue;
                const core::FieldValue other = otherValue(row, before);
                if (other == app::valueOf(row, before))
                    continue;
                app::PlanState next = before;
                app::choose(row, next, other);
                next = app::settled(std::move(next));
                QVERIFY2(app::valueOf(row, next) == other, row.key.c_str());
                QVERIFY2(next.plan != before.plan || next.sharding != before.sharding, row.key.c_str());
                const auto evaluated =
                    planner::evaluate(*next.model, *next.hardware, next.plan, planner::Detail::Plain);
                QVERIFY2(
                    evaluated.ok() || row.form == app::ControlForm::Degree,
                    (row.key + ": " + (evaluated.ok() ? "" : app::errorText(evaluated.error()).toStdString()))
                        .c_str());
                ++changed;
            }
        }
        QVERIFY2(changed > 35, qPrintable(QString::number(changed)));
    }
    void countsAreTypedAsTheFieldWritesThem()
    {
        QCOMPARE(app::countFromText(QStringLiteral("300 B")).value_or(-1), std::int64_t{300'000'000'000});
        QCOMPARE(app::countFromText(QStringLiteral("1.5T")).value_or(-1), std::int64_t{1'500'000'000'000});
        QCOMPARE(app::countFromText(QStringLiteral("5e8")).value_or(-1), std::int64_t{500'000'000});
        QCOMPARE(app::countFromText(QStringLiteral("500,000")).value_or(-1), std::int64_t{500'000});
        QCOMPARE(app::countFromText(app::countString(2.5e9)).value_or(-1), std::int64_t{2'500'000'000});
        for (const char* none : {"", "B", "many", "-1", "1.5", "1e40", "nan", "inf", "3 m"})
            QVERIFY2(!app::countFromText(QString::fromLatin1(none)), none);
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        auto* fold = controlNamed<QPushButton>(window().part<app::PlanPage>(), "The whole training");
        auto* tokens = controlNamed<QLineEdit>(window().part<app::PlanPage>(), "Tokens");
        QVERIFY(fold && tokens && !tokens->isVisible());
        fold->click();
        QVERIFY(tokens->isVisible());
        tokens->setFocus();
        QTest::keyClicks(tokens, QStringLiteral("300 B"));
        QTest::keyClick(tokens, Qt::Key_Return);
        QCOMPARE(plan().training.tokens, 300'000'000'000);
        QVERIFY(bench().evaluated().value->training);
        tokens->selectAll();
        QTest::keyClicks(tokens, QStringLiteral("some"));
        QTest::keyClick(tokens, Qt::Key_Return);
        QCOMPARE(plan().training.tokens, 300'000'000'000);
        QCOMPARE(tokens->text(), QStringLiteral("300\u202fB"));
        bench().undoStack().undo();
        QCOMPARE(plan().training, core::Training{});
    }
    /// The place of the cost says what to enter, and leads there; what is entered counts at once.
    void costsAreEnteredWhereTheyAreMissed()
    {
        window().showPage("plan");
        open(QStringLiteral("llama-3-8b"), QStringLiteral("tpu-v5p"));
        const QWidget& page = window().part<app::PlanPage>();
        auto* price = controlNamed<QLineEdit>(page, "Price of a device and hour");
        auto* power = controlNamed<QLineEdit>(page, "Power of a device, W");
        QVERIFY(price && power);
        for (const auto& [words, field, text] :
             {std::tuple("Enter a device's price to see the cost", price, "2.3"),
              std::tuple("Enter a device's power to see the energy", power, "450")}) {
            auto* link = controlNamed<QPushButton>(page, words);
            QTRY_VERIFY2(link && link->isVisibleTo(&window()), words);
            QVERIFY(link->toolTip().contains(QLatin1String("tpu-v5p")));
            QTest::mouseClick(link, Qt::LeftButton);
            QVERIFY(field->hasFocus());
            QTest::keyClicks(field, QString::fromLatin1(text));
            QTest::keyClick(field, Qt::Key_Return);
            QTRY_VERIFY2(!link->isVisibleTo(&window()), words);
        }
        const auto same = app::evaluatePlan(
            bench().catalog(),
            {"llama-3-8b", "tpu-v5p", {}, app::optionsFor(plan(), *state().model), {}, 2.3, 450});
        QVERIFY(same.ok());
        QTRY_VERIFY(bench().evaluated().explained);
        const core::Evaluation& shown = *bench().evaluated().value;
        QVERIFY(shown.currencyPerStep && shown.energyPerStep);
        QCOMPARE(*shown.currencyPerStep, *same->evaluation.currencyPerStep);
        QCOMPARE(shown.energyPerStep->value(), same->evaluation.energyPerStep->value());
        // It stays with the machine; emptied, the machine's own counts again.
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        open(QStringLiteral("llama-3-8b"), QStringLiteral("tpu-v5p"));
        QCOMPARE(price->text(), QStringLiteral("2.3"));
        QVERIFY(bench().evaluated().value->currencyPerStep.has_value());
        price->clear();
        emit price->editingFinished();
        QVERIFY(!bench().evaluated().value->currencyPerStep.has_value());
        price->setText(QStringLiteral("much"));
        emit price->editingFinished();
        QCOMPARE(price->text(), QString());
    }
    void stepsSayHowSureTheyAre()
    {
        const auto interval = [this] {
            for (const auto* number : window().part<app::PlanPage>().findChildren<app::NumberButton*>()) {
                if (number->accessibleName().startsWith(QLatin1String("Time of a step")))
                    return number;
            }
            return static_cast<const app::NumberButton*>(nullptr);
        };
        const auto calibration = [this] {
            for (const auto* label : window().part<app::PlanPage>().findChildren<QLabel*>()) {
                if (label->isVisibleTo(&window()) && label->text().contains(QLatin1String("calibration ")))
                    return label;
            }
            return static_cast<const QLabel*>(nullptr);
        };
        // No run of it is known: from a tenth faster to three fifths slower (docs/accuracy.md).
        open(QStringLiteral("gpt2"), QStringLiteral("h800-8"));
        QVERIFY(interval() && interval()->isVisibleTo(&window()));
        const double step = bench().evaluated().value->step.at(core::StepPart::Total).seconds.value();
        const QString high =
            app::knownString(step * 1.6, core::kSecond, 2); // a fourth either way: two digits
        QVERIFY2(interval()->below().endsWith(high), qPrintable(interval()->below()));
        const QString low = app::knownString(step * 0.9, core::kSecond, 2).section(QChar(0x202F), 0, 0);
        QVERIFY2(interval()->below().startsWith(low), qPrintable(interval()->below()));
        QCOMPARE(
            interval()->toolTip(),
            QStringLiteral("80 % interval: stated: no calibration of this machine holds for such a plan"));
        open(QStringLiteral("megatron-22b"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) {
            plan.axes.tensor = 8;
            plan.attention = core::Attention::Eager; // as its runs were
        });
        QCOMPARE(interval()->toolTip(),
                 QStringLiteral("80 % interval: calibration selene, which saw this shape of a model"));
        QCOMPARE(calibration()->text(), QStringLiteral("calibration selene"));
        // Beyond its runs: how many of its bounds are left stands there, which ones when it is pointed at.
        edit([](core::Plan& plan) { plan.batch.sequenceLength = 1024; });
        const app::PredictedInterval beyond =
            app::stepInterval(*state().model, *state().hardware, *bench().evaluated().value);
        QVERIFY(!beyond.outside.empty());
        QCOMPARE(calibration()->text(), app::calibrationLine(beyond));
        QVERIFY2(
            calibration()->text().contains(QStringLiteral("%1 outside its range").arg(beyond.outside.size())),
            qPrintable(calibration()->text()));
        for (const std::string& one : beyond.outside)
            QVERIFY(calibration()->toolTip().contains(QString::fromStdString(one)));
        bench().undoStack().undo();
        // Parts whose runs were timed apart stand below it.
        open(QStringLiteral("gpt2-xl"), QStringLiteral("h200-sxm"));
        edit([](core::Plan& plan) {
            plan.axes.tensor = 1;
            plan = planner::withFramework(plan, core::Implementation::HuggingFace);
        });
        QVERIFY2(interval()->toolTip().contains(QStringLiteral("\nbackward: ")),
                 qPrintable(interval()->toolTip()));
    }
    /// What --micro-batch max and --io-tiles best look for is a click away.
    void linksLookForTheBestValue()
    {
        const auto link = [this](const char* text) -> app::LinkLabel* {
            for (auto* label : window().part<app::PlanPage>().findChildren<app::LinkLabel*>())
                if (label->plainText() == QLatin1String(text))
                    return label;
            return nullptr;
        };
        open(QStringLiteral("gpt2-xl"), QStringLiteral("h200-sxm"));
        edit([](core::Plan& plan) { plan.batch.microBatches = 2; });
        auto* largest = link("The largest that fits");
        QVERIFY(largest && !largest->isHidden());
        QVERIFY(link("The best number")->isHidden()); // no tiles here
        emit largest->clicked();
        QTRY_VERIFY(plan().batch.microBatch > 1);
        const std::int64_t found = plan().batch.microBatch;
        QCOMPARE(plan().batch.globalBatch, 2 * found);
        QTRY_VERIFY(bench().evaluated().value->verdict.feasible()); // once the allocator was simulated
        edit([found](core::Plan& plan) {
            plan.batch.microBatch = found + 1;
            plan.batch.globalBatch = 2 * (found + 1);
        });
        QTRY_VERIFY(!bench().evaluated().value->verdict.feasible());
        bench().undoStack().undo();
        bench().undoStack().undo();
        QCOMPARE(plan().batch.microBatch, 1); // one step

        QVERIFY(bench().openFile(QString::fromStdString(
            tests::sourceFile("resources/samples/gpt3_175b_phased_on_ipu_pod256.json"))));
        const double before = bench().evaluated().value->step.at(core::StepPart::Total).seconds.value();
        emit link("The best number")->clicked();
        QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle(), 60000);
        QVERIFY(bench().evaluated().value->verdict.feasible());
        QVERIFY(bench().evaluated().value->step.at(core::StepPart::Total).seconds.value() <= before);
    }
    /// On an IPU the page says how computing divides into supersteps; elsewhere it does not.
    void supersteps()
    {
        const auto told = [this] {
            const auto labels = window().part<app::PlanPage>().findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return !label->isHidden() && label->text().startsWith(QStringLiteral("Supersteps")) &&
                       label->text().contains(QStringLiteral("synchronisation"));
            });
        };
        open(QStringLiteral("bert-large"), QStringLiteral("ipu-pod16"));
        QVERIFY(told());
        open(QStringLiteral("bert-large"), QStringLiteral("dgx-a100-80g"));
        QVERIFY(!told());
    }
    void precisionFollowsImplementation()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        auto* whose = controlNamed<QComboBox>(window().part<app::PlanPage>(), "Implementation");
        QVERIFY(whose);
        QVERIFY(plan().implementation == core::Implementation::Megatron);
        edit([](core::Plan& plan) { plan = planner::withWeights(plan, core::Dtype::Bf16); });
        QVERIFY(plan().precision.master == core::Dtype::Fp32);
        whose->setCurrentIndex(1);
        emit whose->activated(1);
        QVERIFY(plan().implementation == core::Implementation::HuggingFace);
        QVERIFY(plan().kernels == core::Kernels::Separate);
        QVERIFY(!plan().precision.master);
        bench().undoStack().undo();
        QVERIFY(plan().precision.master == core::Dtype::Fp32);
    }
};

SHARDSCOPE_TEST(TstPlanPage)
#include "tst_plan_page.moc"
