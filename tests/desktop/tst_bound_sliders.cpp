// SPDX-License-Identifier: GPL-3.0-or-later
// α, τ and T beside the curve of PERSIA's convergence bound: whichever is dragged, the figure is drawn anew
// with it, and one undo takes it back.
#include "app/desktop/charts/recommender/recommender_scenes.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/recommender/bound_sliders.h"
#include "app/desktop/pages/recommender/recommender_page.h"
#include "app/desktop/pages/recommender/recommender_words.h"
#include "app/session/recommender/recommender_choices.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QPixmap>
#include <QSlider>
#include <QTest>

using namespace shardscope;

class TstBoundSliders : public tests::WindowTest {
    Q_OBJECT
private slots:
    void draggingChangesTheFigure_data()
    {
        QTest::addColumn<QString>("key");
        for (const char* key : {"alpha", "tau", "iterations"})
            QTest::newRow(key) << QString::fromLatin1(key);
    }
    void draggingChangesTheFigure()
    {
        QFETCH(QString, key);
        QVERIFY(bench().chooseModel(QStringLiteral("persia-criteo")));
        window().showPage("recommender");
        QTRY_VERIFY_WITH_TIMEOUT(settled(), 120'000);
        auto& page = window().part<app::RecommenderPage>();
        const auto* sliders = page.findChild<app::BoundSliders*>();
        QVERIFY(sliders);
        QSlider* slider = sliders->slider(key.toLatin1().constData());
        QVERIFY(slider && slider->isVisible());
        app::SceneFigure* figure = boundFigure();
        QVERIFY(figure && figure->isVisible());
        const QString before = drawn(*figure);
        QVERIFY(!before.isEmpty());
        const int steps = bench().undoStack().count();
        const int place = slider->value();
        // Three stops of one drag: nothing is studied until the hand lets go.
        slider->setSliderDown(true);
        const int far = place > slider->maximum() / 2 ? slider->minimum() + 15 : slider->maximum() - 5;
        for (const int stop : {place, (place + far) / 2, far})
            slider->setSliderPosition(stop);
        QCOMPARE(bench().undoStack().count(), steps);
        slider->setSliderDown(false);
        QCOMPARE(bench().undoStack().count(), steps + 1);
        QTRY_VERIFY_WITH_TIMEOUT(settled() && drawn(*figure) != before, 60'000);
        bench().undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(settled() && drawn(*figure) == before, 60'000);
        QCOMPARE(slider->value(), place);
    }

private:
    bool settled() { return bench().study() && !bench().jobs().running(QStringLiteral("study")); }
    app::SceneFigure* boundFigure()
    {
        const auto figures = window().part<app::RecommenderPage>().figures();
        const auto views = app::recommenderViews();
        for (std::size_t at = 0; at < views.size(); ++at) {
            if (views[at].scene == &app::boundScene)
                return figures.at(at);
        }
        return nullptr;
    }
    /// Curves and words of the picture.
    static QString drawn(app::SceneFigure& figure)
    {
        static_cast<void>(figure.grab()); // laid out, though it may be scrolled away
        QString out;
        for (const app::SceneLine& line : figure.scene().lines) {
            for (const QPointF& point : line.points)
                out += QStringLiteral("%1,%2;").arg(point.x(), 0, 'f', 1).arg(point.y(), 0, 'f', 1);
        }
        for (const app::SceneText& text : figure.scene().texts)
            out += text.text + QLatin1Char('|');
        return out;
    }
};

SHARDSCOPE_TEST(TstBoundSliders)
#include "tst_bound_sliders.moc"
