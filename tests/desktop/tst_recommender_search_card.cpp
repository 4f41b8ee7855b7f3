// SPDX-License-Identifier: GPL-3.0-or-later
// The search in the window finds what the command line finds; a click takes a plan over and can be undone.
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/recommender/recommender_controls.h"
#include "app/desktop/pages/recommender/recommender_search_card.h"
#include "app/desktop/widgets/table_view.h"
#include "tests/support/test_registry.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include <memory>

using namespace shardscope;

class TstRecommenderSearchCard : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_workbench = std::make_unique<app::Workbench>(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"));
        QVERIFY(m_workbench->chooseModel(QStringLiteral("dlrm-criteo-1tb")));
        QVERIFY(m_workbench->chooseHardware(QStringLiteral("zionex")));
        app::PlanState state = m_workbench->state();
        state.plan.axes.replica = 16;
        m_workbench->edit(std::move(state), "16 devices");
        m_controls = std::make_unique<app::RecommenderControls>(*m_workbench);
        m_card = std::make_unique<app::RecommenderSearchCard>(*m_workbench,
                                                              [this] { return m_controls->request(); });
        m_card->resize(900, 600);
        m_card->show();
    }
    void cleanup()
    {
        m_card.reset();
        m_controls.reset();
        m_workbench.reset();
    }

    void findsWhatTheCommandLineFinds()
    {
        QVERIFY(m_card->plans().empty() && m_card->summary().isEmpty());
        m_card->anyDevices().setChecked(false);
        m_card->anyBatch().setChecked(false); // the plan's
        m_card->top().setValue(4);
        m_card->button().click();
        QVERIFY(m_card->searching());
        QTRY_VERIFY(!m_card->searching());
        app::SearchRequest request;
        request.model = "dlrm-criteo-1tb";
        request.hardware = "zionex";
        request.options = {{"micro-batch", std::to_string(m_workbench->state().plan.batch.microBatch)}};
        request.devices = 16;
        request.top = 4;
        request.pareto = true;
        const auto printed = app::searchPlans(m_workbench->catalog(), request);
        QVERIFY(printed.ok());
        const std::vector<app::FoundPlan> expected = app::foundPlans(printed->outcome);
        QCOMPARE(m_card->plans().size(), expected.size());
        bool front = false;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const app::FoundPlan& found = m_card->plans()[i];
            QCOMPARE(found.hit.samplesPerSecond, expected[i].hit.samplesPerSecond);
            QVERIFY(found.hit.plan.wire == expected[i].hit.plan.wire);
            QCOMPARE(found.front, expected[i].front);
            front = front || found.front;
        }
        QVERIFY(front);
        // Picture and table show each of them, the picture by its place in the list.
        QCOMPARE(m_card->picture().hotSpots().size(), expected.size());
        QCOMPARE(m_card->table().table()->rows.size(), expected.size());
        QVERIFY(m_card->summary().contains(QString::number(printed->outcome.tally.considered)));
    }

    void aClickTakesThePlanOver()
    {
        m_card->anyDevices().setChecked(false);
        m_card->button().click();
        QTRY_VERIFY(!m_card->plans().empty());
        const core::Plan before = m_workbench->state().plan;
        const int steps = m_workbench->undoStack().index();
        const QString best = QStringLiteral("0");
        emit m_card->picture().activated(best);
        QCOMPARE(m_workbench->undoStack().index(), steps + 1);
        QVERIFY(m_workbench->state().plan == m_card->plans().front().hit.plan);
        // What was found stays, and the plan's own dot is ringed: one box more.
        const std::size_t boxes = m_card->picture().scene().boxes.size();
        m_workbench->undoStack().undo();
        QVERIFY(m_workbench->state().plan == before);
        QVERIFY(!m_card->plans().empty());
        QCOMPARE(m_card->picture().scene().boxes.size(), boxes - 1);
        // A row of the table does it, too.
        emit m_card->table().cellActivated(1, 0);
        QVERIFY(m_workbench->state().plan == m_card->plans()[1].hit.plan);
        // A plan that differs in more than what is searched: the answer is old, and says so.
        const QString fresh = m_card->summary();
        app::PlanState other = m_workbench->state();
        other.plan.dropout = !other.plan.dropout; // anything but devices, batch and formats
        m_workbench->edit(std::move(other), "other");
        QVERIFY(m_card->summary().startsWith(fresh) && m_card->summary().size() > fresh.size());
        // Other hardware: nothing of it holds.
        QVERIFY(m_workbench->chooseHardware(QStringLiteral("dgx-a100-40g")));
        QVERIFY(m_card->plans().empty() && m_card->table().table()->rows.empty());
    }

    void canBeCancelled()
    {
        m_card->button().click();
        QVERIFY(m_card->searching());
        m_card->button().click();
        QVERIFY(!m_card->searching());
        QTest::qWait(50);
        QVERIFY(m_card->plans().empty());
    }

    /// ZionEX has no price: least cost asks for one, and with one finds plans and draws them by their cost.
    void costNeedsAPrice()
    {
        m_card->anyDevices().setChecked(false);
        const int cost = static_cast<int>(planner::SearchObjective::Cost);
        m_card->objective().setCurrentIndex(cost);
        m_card->button().click();
        QTRY_VERIFY(!m_card->searching());
        QVERIFY(m_card->plans().empty());
        QVERIFY2(m_card->summary().contains(QStringLiteral("price"), Qt::CaseInsensitive),
                 qPrintable(m_card->summary()));
        app::RecommenderChoices choices;
        choices.devicePrice = 3;
        app::PlanState state = m_workbench->state();
        state.choices = std::make_shared<const app::RecommenderChoices>(choices);
        m_workbench->edit(std::move(state), "price");
        m_card->button().click();
        QTRY_VERIFY(!m_card->plans().empty());
        QCOMPARE(m_card->plans().front().hit.currencyPerHour.value_or(0), 16 * 3.0);
    }

private:
    std::unique_ptr<app::Workbench> m_workbench;
    std::unique_ptr<app::RecommenderControls> m_controls;
    std::unique_ptr<app::RecommenderSearchCard> m_card;
};

SHARDSCOPE_TEST(TstRecommenderSearchCard)
#include "tst_recommender_search_card.moc"
