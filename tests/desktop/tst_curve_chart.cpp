// SPDX-License-Identifier: GPL-3.0-or-later
// Names at the ends of curves can be read however close the ends are: none lies on another, none on what is
// said of a point, and all are within the plot's own height.
#include "app/desktop/charts/curve_chart.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace shardscope;

namespace {

QRectF inkOf(const app::SceneText& text)
{
    const double wide = app::textWidth(text.text, text.size, text.weight);
    const QRectF& area = text.rect;
    const double left = (text.align & Qt::AlignRight) != 0     ? area.right() - wide
                        : (text.align & Qt::AlignHCenter) != 0 ? area.center().x() - wide / 2
                                                               : area.left();
    return {left, area.top(), wide, area.height()};
}

} // namespace

class TstCurveChart : public QObject {
    Q_OBJECT
private slots:
    void namesAreReadable_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 60; ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    void namesAreReadable()
    {
        QFETCH(const int, seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        const auto between = [&](double from, double to) {
            return std::uniform_real_distribution<double>(from, to)(random);
        };
        const app::Theme& theme = app::theme(app::Scheme::Light);
        app::CurveChart chart;
        chart.upText = [](double value) { return QString::number(value); };
        const int count = 2 + seed % 7;
        const double end = between(2, 5); // as powers of ten, about which the ends lie
        for (int at = 0; at < count; ++at) {
            app::Curve curve;
            curve.color = curve.nameColor = theme.text;
            curve.name = QStringLiteral("curve %1").arg(at);
            for (int point = 0; point < 4; ++point)
                curve.points.push_back(
                    {std::pow(2.0, point), std::pow(10.0, end + between(-0.3, 0.3)), QStringLiteral("hint"),
                     at == 0 && point == 3 && seed % 3 == 0 ? QStringLiteral("here") : QString(), false});
            chart.curves.push_back(std::move(curve));
        }
        chart.curves.front().points.front().y = 1; // the axis reaches far down
        app::Scene scene{600};
        app::addCurves(scene, chart, theme);
        std::vector<QRectF> inks;
        int names = 0;
        for (const app::SceneText& text : scene.texts) {
            if (text.text.startsWith(QStringLiteral("curve ")) || text.text == QStringLiteral("here")) {
                inks.push_back(inkOf(text).adjusted(0.5, 0.5, -0.5, -0.5));
                names += text.text != QStringLiteral("here") ? 1 : 0;
            }
        }
        QCOMPARE(names, count);
        for (std::size_t a = 0; a < inks.size(); ++a) {
            QVERIFY(inks[a].bottom() <= chart.height + 40);
            for (std::size_t b = a + 1; b < inks.size(); ++b)
                QVERIFY2(!inks[a].intersects(inks[b]),
                         qPrintable(QStringLiteral("%1 and %2 of %3").arg(a).arg(b).arg(inks.size())));
        }
    }
};

SHARDSCOPE_TEST(TstCurveChart)
#include "tst_curve_chart.moc"
