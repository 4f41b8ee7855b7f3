// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the Plan page that can be asked or moved: activations, stages, memory over the step, phases.
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/charts/plan/stage_cut.h"
#include "app/desktop/charts/plan/step_memory.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/plan/activation_card.h"
#include "app/desktop/pages/plan/help_card.h"
#include "app/desktop/pages/plan/moving_card.h"
#include "app/desktop/pages/plan/phase_card.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/plan/stage_card.h"
#include "app/desktop/pages/plan/step_in_time_card.h"
#include "app/desktop/pages/plan/step_memory_card.h"
#include "app/desktop/pages/plan/training_card.h"
#include "app/desktop/widgets/link_label.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/tables/tables.h"
#include "core/base/text_mark.h"
#include "core/plan/fit_verdict.h"
#include "tests/desktop/called.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace shardscope;

class TstPlanCards : public tests::WindowTest {
    Q_OBJECT
private slots:
    /// Cards are dimmed from an edit until its answers are there, and then none is; whatever is worked out,
    /// and however soon the next edit comes.
    void cardsAreOfTheOpenPlanOrDimmed()
    {
        open(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-a100-80g"));
        window().showPage("plan");
        auto& page = window().part<app::PlanPage>();
        const std::vector<app::FigureCard*> live{page.findChild<app::StepMemoryCard*>(),
                                                 page.findChild<app::ActivationCard*>(),
                                                 page.findChild<app::HelpCard*>(), &page.inTime()};
        const auto dimmed = [&] {
            return std::ranges::count_if(live, [](app::FigureCard* card) { return card->stale(); });
        };
        const auto settled = [&] {
            return bench().jobs().idle() && page.help().evaluation() == bench().evaluated().value &&
                   page.inTime().chart() && dimmed() == 0;
        };
        for (const std::int64_t pipeline : {1, 8, 16}) {
            app::PlanState next = bench().state();
            next.plan.axes = {.tensor = 8, .pipeline = pipeline, .replica = 2};
            next.plan.batch.microBatches = 32;
            bench().edit(next, N_("Change %1"));
            QTRY_VERIFY_WITH_TIMEOUT(settled(), 60'000);
            QVERIFY(page.inTime().chart());
            QCOMPARE(page.inTime().chart()->schedule.order.ranks.size(), static_cast<std::size_t>(pipeline));
            for (int soon = 0; soon < 3; ++soon) {
                next.plan.batch.microBatches += 8;
                bench().edit(next, N_("Change %1"));
                QCOMPARE(dimmed(), static_cast<std::ptrdiff_t>(live.size()));
            }
            QTRY_VERIFY_WITH_TIMEOUT(settled(), 60'000);
            std::int64_t forwards = 0;
            for (const planner::Action& action : page.inTime().chart()->schedule.order.ranks.front())
                forwards += action.kind == planner::ActionKind::Forward ? 1 : 0;
            QCOMPARE(forwards, next.plan.batch.microBatches);
        }
    }
    void theCheapestActivationsAreChosen()
    {
        // Recomputing whole layers where everything fits without: the card offers to keep them.
        open(QStringLiteral("gpt2-xl"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) { plan.recompute = core::Recompute::Full; });
        app::ActivationCard& card = window().part<app::PlanPage>().activations();
        QTRY_VERIFY(card.report() && card.button().isEnabled());
        QVERIFY(tests::said(card).contains(QLatin1String("The cheapest that fits: ")));
        const double slow = bench().evaluated().value->step.at(core::StepPart::Total).seconds.value();
        card.button().click();
        QVERIFY(plan().recompute == core::Recompute::None);
        QVERIFY(bench().evaluated().value->step.at(core::StepPart::Total).seconds.value() < slow);
        QTRY_VERIFY(tests::said(card).contains(QLatin1String("As it stands")));
        QVERIFY(!card.button().isEnabled());
        bench().undoStack().undo();
        QVERIFY(plan().recompute == core::Recompute::Full);
        // A phased plan always recomputes: there is nothing to choose.
        edit([](core::Plan& plan) { plan.schedule = core::Schedule::Phased; });
        QVERIFY(card.isHidden());
    }
    /// The seed's BERT in 44 minutes: model, machine, devices, and nothing else.
    void publishedTrainingsAreInParts()
    {
        open(QStringLiteral("bert-large"), QStringLiteral("dgx-2-v100-32g"));
        edit([](core::Plan& plan) { plan.axes.replica = 1024; });
        app::TrainingCard& card = window().part<app::PlanPage>().trainings();
        QTRY_COMPARE(card.trainings().size(), std::size_t{2});
        QTRY_VERIFY(tests::said(card).contains(QLatin1String("44 min")));
        const double minutes = card.trainings().front().seconds.value() / 60;
        QVERIFY2(minutes > 38 && minutes < 50, qPrintable(QString::number(minutes)));
        if (qEnvironmentVariableIsSet("SHARDSCOPE_SHOTS"))
            card.grab().save(qEnvironmentVariable("SHARDSCOPE_SHOTS") + "/training_card.png");
        open(QStringLiteral("gpt2"), QStringLiteral("dgx-2-v100-32g"));
        QVERIFY(card.isHidden());
    }
    void layersMoveByMouseAndKeys()
    {
        open(QStringLiteral("gpt2-xl"), QStringLiteral("dgx-a100-80g")); // 48 layers
        app::StageCard& card = window().part<app::PlanPage>().stages();
        QVERIFY(card.isHidden());
        edit([](core::Plan& plan) { plan.axes.pipeline = 4; });
        QVERIFY(!card.isHidden());
        app::StageCut& cut = card.cut();
        QTRY_COMPARE(cut.rows().count, std::size_t{4});
        const auto at = [&](std::size_t stage) {
            return QPoint(100, int(cut.rows().top + cut.rows().pitch * (double(stage) + 0.5)));
        };
        QTest::mousePress(&cut, Qt::LeftButton, {}, at(0));
        QTest::mouseMove(&cut, at(1));
        QTest::mouseMove(&cut, at(2));
        QTest::mouseRelease(&cut, Qt::LeftButton, {}, at(2));
        QCOMPARE(plan().layersPerStage, (std::vector<std::int64_t>{11, 12, 13, 12}));
        QVERIFY(bench().evaluated().value);
        QCOMPARE(bench().evaluated().value->memory.classes[2].layers, 13);
        QCOMPARE(cut.selected().value(), std::size_t{2});
        QTest::keyClick(&cut, Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(plan().layersPerStage, (std::vector<std::int64_t>{11, 12, 12, 13}));
        // What is told of the stage under the mouse or the keyboard's cursor follows the plan.
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&cut, &leave);
        QSignalSpy hints(&card, &app::StageCard::hint);
        const auto told = [&] { return hints.isEmpty() ? QString() : hints.last().front().toString(); };
        QTest::keyClick(&cut, Qt::Key_Left); // the last stage
        QVERIFY2(told().contains(QLatin1String("13 layers")), qPrintable(told()));
        bench().undoStack().undo();
        QCOMPARE(plan().layersPerStage, (std::vector<std::int64_t>{11, 12, 13, 12}));
        QVERIFY2(told().contains(QLatin1String("12 layers")), qPrintable(told()));
        // Another number of stages is cut evenly.
        edit([](core::Plan& plan) { plan.axes.pipeline = 8; });
        QVERIFY(plan().layersPerStage.empty());
        QVERIFY(bench().evaluated().value);
    }
    /// The bars begin with the closed forms, until the memory trace that decides the verdict is through.
    void figuresFollowTheTrace()
    {
        open(QStringLiteral("megatron-22b"), QStringLiteral("dgx-a100-80g"));
        edit([](core::Plan& plan) { plan.axes.tensor = 8; });
        const auto activations = [this] {
            return app::memoryRows(*bench().evaluated().value).front().heldBy(core::Purpose::Activations);
        };
        const double closed = activations();
        QTRY_VERIFY(bench().evaluated().explained);
        QVERIFY(activations() != closed);
        QStringList texts;
        for (const app::HotSpot& spot : window().part<app::PlanPage>().memory().hotSpots())
            texts << spot.text;
        QVERIFY2(texts.join('\n').contains(app::exactString(activations(), core::kByte)),
                 qPrintable(texts.join('\n')));
    }
    void memoryIsTracedOffTheWindow()
    {
        open(QStringLiteral("gpt2"), QStringLiteral("h200-sxm"));
        edit(
            [](core::Plan& plan) { plan = planner::withFramework(plan, core::Implementation::HuggingFace); });
        app::StepMemoryCard& card = *window().part<app::PlanPage>().findChild<app::StepMemoryCard*>();
        QTRY_VERIFY(card.trace());
        const auto shown = card.trace();
        const auto& trace = *shown;
        const app::StepMemory folded = app::foldTrace(trace, 300);
        QVERIFY(trace.framework > 0);
        QCOMPARE(folded.peak, trace.peak + trace.framework);
        const auto& memory = window().workbench().evaluated().value->memory; // the bars' and the verdict's
        QCOMPARE(static_cast<double>(folded.peak), memory.fullestUse(core::Tier::Device)->peak.value());
        QVERIFY(folded.columns.size() <= 300);
        for (const app::StepMemoryColumn& column : folded.columns) {
            std::int64_t sum = 0;
            for (const std::int64_t held : column.held) {
                QVERIFY(held >= 0);
                sum += held;
            }
            QCOMPARE(sum, column.total);
        }
        // Every stage has a curve of its own; the first holds most in 1F1B.
        edit([](core::Plan& plan) {
            plan = planner::withFramework(plan, core::Implementation::Megatron);
            plan.axes.pipeline = 3;
            plan.batch.microBatches = 6;
        });
        QTRY_COMPARE(card.stages().count(), 3);
        const std::int64_t first = card.trace()->peak;
        card.stages().setCurrentIndex(1);
        emit card.stages().activated(1);
        QVERIFY(card.trace()->peak < first);
        edit([](core::Plan& plan) { plan.axes.pipeline = 1; });
        // A plan without operations to trace says why.
        edit([](core::Plan& plan) { plan.precision.weights = core::Dtype::Int8; });
        QTRY_VERIFY(!card.trace());
        QVERIFY(tests::said(card).contains(QLatin1String("not simulated")));
    }
    void aTraceIsFoldedByHand()
    {
        // 100 B of weights stand when the step begins; 10, 20 B of activations come and go.
        core::MemoryTrace trace;
        trace.atStepBegin = 100;
        trace.modules = {""};
        const auto change = [&](std::int64_t delta) {
            trace.curve.push_back({delta, "op", 0, core::Purpose::Activations, core::StepPhase::Forward});
        };
        change(10);
        change(20);
        change(-10);
        change(-20);
        trace.peak = 130;
        trace.peakEvent = 1;
        trace.atPeak = {{core::Purpose::Weights, 100}, {core::Purpose::Activations, 30}};
        const app::StepMemory folded = app::foldTrace(trace, 2);
        QCOMPARE(folded.columns.size(), std::size_t{2});
        QCOMPARE(folded.peak, 130);
        QCOMPARE(folded.columns[0].held[0], 100);
        QCOMPARE(folded.columns[1].total, 120);
        QCOMPARE(folded.columns[1].event, std::size_t{2});
        QVERIFY(app::foldTrace({}, 10).columns.empty());
    }
    void phasesAreDrawn()
    {
        open(QStringLiteral("bert-large"), QStringLiteral("ipu-pod16")); // 24 layers
        app::PhaseCard& card = window().part<app::PlanPage>().phases();
        QVERIFY(card.isHidden());
        edit([](core::Plan& plan) { plan.schedule = core::Schedule::Phased; });
        QVERIFY(bench().evaluated().value);
        QTRY_VERIFY(card.report());
        QVERIFY(!card.isHidden());
        QVERIFY(card.findChild<app::SceneFigure*>()->scene().height > 0);
        edit([](core::Plan& plan) { plan.schedule = core::Schedule::OneForwardOneBackward; });
        QVERIFY(card.isHidden());
    }
    /// One picture at a time, at the frame that the reader chose; what the plan has nothing of says why.
    void figuresGoStepByStep()
    {
        open(QStringLiteral("gpt2-xl"), QStringLiteral("dgx-h100"));
        window().showPage("plan");
        app::MovingCard& card = window().part<app::PlanPage>().stepByStep();
        QVERIFY(!card.isHidden());
        const int low = card.sizeHint().height();
        QVERIFY(!card.moving().scene); // the page is no longer for it
        edit([](core::Plan& plan) {
            plan.axes.replica = 4;
            plan.batch.globalBatch = 4 * plan.batch.microBatch * plan.batch.microBatches;
        });
        card.choose(QStringLiteral("collective.ring"));
        QTRY_COMPARE_WITH_TIMEOUT(card.moving().name, QStringLiteral("collective.ring"), 30000);
        QCOMPARE(card.moving().frames, std::size_t{7}); // 2 (n - 1) steps, and before the first
        QTRY_VERIFY(card.sizeHint().height() > low);
        card.showFrame(0);
        QApplication::setEffectEnabled(Qt::UI_General, false); // nothing moves by itself: one step
        card.play();
        QVERIFY(!card.playing());
        QCOMPARE(card.moving().frame, std::size_t{1});
        QApplication::setEffectEnabled(Qt::UI_General, true);
        card.play();
        QVERIFY(card.playing());
        card.play();
        QVERIFY(!card.playing());
        const std::size_t seen = card.moving().frame;
        edit([](core::Plan& plan) {
            plan.batch.globalBatch = 4 * (plan.batch.microBatch = 2) * plan.batch.microBatches;
        });
        QTRY_VERIFY_WITH_TIMEOUT(bench().jobs().idle() && !card.stale(), 30000);
        QCOMPARE(card.moving().frame, seen); // the same moment of the other plan
        card.choose(QStringLiteral("plan.dispatch"));
        QTRY_VERIFY_WITH_TIMEOUT(!card.problem().isEmpty(), 30000);
        QVERIFY(!card.moving().scene);
        open(QStringLiteral("zionex-12t"), QStringLiteral("zionex"));
        QVERIFY(card.isHidden());
    }

    void eachChangeKeepsItsWord_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("pipeline");
        QTest::addColumn<int>("replicas");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<bool>("fits");
        QTest::newRow("too large") << "llama-3-8b"
                                   << "dgx-h100" << 1 << 1 << 8 << 4 << false;
        QTest::newRow("much too large") << "gpt3-175b"
                                        << "dgx-a100-80g" << 8 << 2 << 8 << 8 << false;
        QTest::newRow("fits") << "gpt2-large"
                              << "dgx-a100-80g" << 2 << 2 << 2 << 8 << true;
        QTest::newRow("cut thinner than it must be") << "llama-3-8b"
                                                     << "dgx-h100" << 8 << 4 << 2 << 8 << true;
    }
    /// A row of "What would help", applied, comes to the time, the memory and the devices that it says, in
    /// one step that is undone at once.
    void eachChangeKeepsItsWord()
    {
        QFETCH(QString, model);
        QFETCH(QString, machine);
        QFETCH(int, tensor);
        QFETCH(int, pipeline);
        QFETCH(int, replicas);
        QFETCH(int, microBatches);
        QFETCH(bool, fits);
        open(model, machine);
        edit([&](core::Plan& plan) {
            plan.axes.tensor = tensor;
            plan.axes.pipeline = pipeline;
            plan.axes.replica = replicas;
            plan.batch.microBatches = microBatches;
        });
        app::HelpCard& card = window().part<app::PlanPage>().help();
        const auto settled = [&] { return bench().evaluated().explained && !card.stale() && answered(card); };
        QTRY_VERIFY_WITH_TIMEOUT(settled(), 60'000);
        QCOMPARE(bench().evaluated().value->verdict.feasible(), fits);
        const core::PlanOutcome now = core::outcomeOf(*bench().evaluated().value);
        const core::Plan before = plan();
        const std::size_t count = card.changes().size();
        QVERIFY2(count > 0 && count <= 6, qPrintable(QString::number(count)));
        QVERIFY(card.changes().front().plan);
        const auto& first = card.changes().front().after;
        QVERIFY(first && core::feasible(first->fit));
        QVERIFY(!fits || first->step < now.step || now.fit == core::Fit::Tight);
        double last = 0; // of those that fit on as many devices, in the order in which they are told
        for (std::size_t row = 0; row < count; ++row) {
            const app::HelpfulChange change = card.changes()[row];
            if (!change.plan)
                continue;
            QVERIFY(change.after && card.links()[row]);
            if (change.runs && core::feasible(change.after->fit) && change.after->devices <= now.devices) {
                QVERIFY(change.after->step->value() >= last);
                last = change.after->step->value();
            }
            const int steps = bench().undoStack().index();
            QTest::keyClick(card.links()[row], Qt::Key_Return);
            QCOMPARE(bench().undoStack().index(), steps + 1);
            QVERIFY(plan() == *change.plan);
            QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().explained, 60'000);
            const core::PlanOutcome after = core::outcomeOf(*bench().evaluated().value);
            QVERIFY(after.step->value() == change.after->step->value()); // to the last bit
            QVERIFY(after.peak.value() == change.after->peak.value());
            QCOMPARE(after.devices, change.after->devices);
            QVERIFY(after.fit == change.after->fit);
            bench().undoStack().undo();
            QVERIFY(plan() == before);
            QTRY_VERIFY_WITH_TIMEOUT(settled(), 60'000);
            QCOMPARE(card.changes().size(), count); // the same question has the same answer
        }
    }
    /// While another plan is being looked at, the changes of the one before are out of reach.
    void oldChangesAreOutOfReach()
    {
        open(QStringLiteral("llama-3-8b"), QStringLiteral("dgx-h100"));
        app::HelpCard& card = window().part<app::PlanPage>().help();
        QTRY_VERIFY_WITH_TIMEOUT(!card.stale() && answered(card) && !card.changes().empty(), 60'000);
        app::LinkLabel* link = card.links().front();
        edit([](core::Plan& plan) { plan.batch.microBatches *= 2; });
        QVERIFY(card.stale());
        const core::Plan edited = plan();
        QTest::keyClick(link, Qt::Key_Return);
        QVERIFY(plan() == edited);
        edit([](core::Plan& plan) { plan.batch.microBatches *= 2; });
        QTRY_VERIFY_WITH_TIMEOUT(!card.stale(), 60'000);
    }
    /// A number of devices that is held is not let go by a click on a change.
    void heldDevicesStay()
    {
        open(QStringLiteral("gpt3-175b"), QStringLiteral("dgx-a100-80g"));
        app::PlanState held = state();
        held.plan.axes.tensor = 8;
        held.plan.axes.replica = 2;
        held.devicesHeld = true;
        bench().edit(held, "hold");
        app::HelpCard& card = window().part<app::PlanPage>().help();
        QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().explained && !card.stale() && answered(card), 60'000);
        for (std::size_t row = 0; row < card.changes().size(); ++row) {
            const app::HelpfulChange& change = card.changes()[row];
            if (change.plan)
                QCOMPARE(card.links()[row]->isEnabled(),
                         change.plan->axes.devices() == state().plan.axes.devices());
        }
    }

private:
    /// Whether the changes that \p card shows are of the open plan, however few.
    [[nodiscard]] bool answered(const app::HelpCard& card)
    {
        return card.isVisible() && card.evaluation() == bench().evaluated().value;
    }
};

SHARDSCOPE_TEST(TstPlanCards)
#include "tst_plan_cards.moc"
