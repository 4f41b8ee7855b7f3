// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures are put together of: logarithmic axes, rows of bars, the order of painting.
#include "app/desktop/charts/bar_rows.h"
#include "app/desktop/charts/log_axes.h"
#include "tests/support/test_registry.h"

#include <QImage>
#include <QTest>

#include <cmath>
#include <vector>

using namespace shardscope;

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

} // namespace

class TstChartParts : public QObject {
    Q_OBJECT
private slots:
    void aFactorIsAsLongEverywhere()
    {
        app::LogAxes axes(1080, 200);
        axes.include(1, 10);
        axes.include(1000, 1000);
        const QRectF area = axes.area();
        QVERIFY(near(axes.at(1, 10).x(), area.left()) && near(axes.at(1, 10).y(), area.bottom()));
        QVERIFY(near(axes.at(1000, 1000).x(), area.right()) && near(axes.at(1000, 1000).y(), area.top()));
        QVERIFY(near(axes.at(10, 100).x() - area.left(), area.width() / 3));
        QVERIFY(near(axes.at(10, 100).y(), area.center().y()));
        // Two decades: powers of ten alone. Below two, 2 and 5 between.
        QCOMPARE(axes.roundValuesUp().size(), std::size_t{3});
        app::LogAxes fine(1080, 200);
        fine.include(1, 10);
        fine.include(1, 90);
        QCOMPARE(fine.roundValuesUp(), (std::vector<double>{10, 20, 50}));
    }
    /// A rate of 0 (nothing runs) has a place and moves no other.
    void nothingHasItsPlace()
    {
        app::LogAxes axes(1080, 200);
        axes.include(8, 100);
        axes.include(16, 0);
        axes.include(32, 200);
        const QPointF none = axes.at(16, 0);
        QVERIFY(near(none.y(), axes.area().bottom()) && std::isfinite(none.x()));
        QVERIFY(near(axes.at(8, 100).y(), axes.area().bottom()));
        app::LogAxes empty(1080, 200);
        empty.include(0, 0);
        empty.widen(2, 2, 2, 2);
        QVERIFY(std::isfinite(empty.at(0, 0).x()) && std::isfinite(empty.at(1, 1).y()));
        QVERIFY(empty.roundValuesUp().empty());
        app::Scene scene;
        scene.width = 1080;
        const double below = empty.addTo(scene, {{0, QStringLiteral("0")}}, {{0, QStringLiteral("0")}}, {},
                                         {}, app::theme(app::Scheme::Light));
        QVERIFY(below > 200);
    }
    void marksDoNotCrowd()
    {
        app::LogAxes axes(480, 200);
        std::vector<app::AxisMark> marks;
        for (int value = 1000; value < 1100; ++value) {
            axes.include(value, value);
            marks.push_back({double(value), QString::number(value)});
        }
        app::Scene scene;
        scene.width = 480;
        axes.addTo(scene, marks, marks, {}, {}, app::theme(app::Scheme::Light));
        for (std::size_t a = 0; a < scene.texts.size(); ++a) {
            for (std::size_t b = a + 1; b < scene.texts.size(); ++b) {
                const bool words = !scene.texts[a].text.isEmpty() && !scene.texts[b].text.isEmpty();
                QVERIFY(!words || !scene.texts[a].rect.intersects(scene.texts[b].rect));
            }
        }
        QVERIFY(scene.texts.size() > 8);
    }
    void barsFillTheirRoom()
    {
        app::Scene scene;
        scene.width = 1000;
        const std::vector<app::BarRow> rows{
            {QStringLiteral("a"),
             {{1, Qt::red, {}, {}}, {1e-9, Qt::blue, {}, {}}, {0, Qt::green, {}, {}}},
             {}},
            {QStringLiteral("b"), {{5, Qt::red, {}, {}}}, {}}};
        const double room = app::barRoom(rows, scene.width).width;
        const double below = app::addBarRows(scene, 0, rows, 4, 2, app::theme(app::Scheme::Light));
        QVERIFY(near(scene.height, 0) && below > 0);
        // Shade, a quarter, a sliver of a pixel, nothing for 0; shade, all the room for what is above it.
        QCOMPARE(scene.boxes.size(), std::size_t{5});
        QVERIFY(near(scene.boxes[0].rect.width(), room / 2));
        QVERIFY(near(scene.boxes[1].rect.width(), room / 4));
        QVERIFY(near(scene.boxes[2].rect.width(), 1));
        QVERIFY(near(scene.boxes[4].rect.width(), room));
        QCOMPARE(scene.spots.size(), std::size_t{4});
    }
    void gridsLieUnderWhatStandsOnThem()
    {
        app::Scene scene;
        scene.width = scene.height = 20;
        scene.boxes.push_back({QRectF(0, 0, 20, 20), Qt::white});
        scene.lines.push_back({QPolygonF({QPointF(0, 10), QPointF(20, 10)}), Qt::black, 4});
        const auto middle = [&] {
            QImage image(20, 20, QImage::Format_RGB32);
            QPainter painter(&image);
            app::paintScene(painter, scene, app::theme(app::Scheme::Light));
            return image.pixelColor(10, 10);
        };
        QCOMPARE(middle(), QColor(Qt::black));
        scene.lines.front().behind = true;
        QCOMPARE(middle(), QColor(Qt::white));
    }
};

SHARDSCOPE_TEST(TstChartParts)
#include "tst_chart_parts.moc"
