// SPDX-License-Identifier: GPL-3.0-or-later
// Layout, geometry and labels are values: tested without painting.
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/geometry.h"
#include "app/desktop/timeline/painter.h"
#include "tests/desktop/sample_runs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <map>

using namespace shardscope;
using app::RowKind;

namespace {

core::TimelinePtr timelineOf(const app::RunViewPtr& run) { return run->run->timeline; }

const app::SliceBox* boxNamed(const app::TimelineGeometry& geometry, const app::RunView& run,
                              const char* name)
{
    for (const app::SliceBox& box : geometry.boxes) {
        if (run.timeline().names().text(run.timeline().name()[box.row]) == name)
            return &box;
    }
    return nullptr;
}

} // namespace

class TstTimelineGeometry : public QObject {
    Q_OBJECT
private slots:
    void namesAreShortened_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shown");
        QTest::newRow("operator") << "aten::mm"
                                  << "aten::mm";
        QTest::newRow("call") << "cudaLaunchKernel"
                              << "cudaLaunchKernel";
        QTest::newRow("copy") << "Memcpy HtoD (Pageable -> Device)"
                              << "Memcpy HtoD (Pageable -> Device)";
        QTest::newRow("template")
            << "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<long>>(int)"
            << "vectorized_elementwise_kernel";
        QTest::newRow("anonymous") << "void at::native::(anonymous namespace)::softmax_kernel<float>(float*)"
                                   << "softmax_kernel";
        QTest::newRow("plain void") << "void fill(float*)"
                                    << "fill";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("only bracket") << "<lambda>"
                                      << "<lambda>";
    }
    void namesAreShortened()
    {
        QFETCH(QString, name);
        QTEST(app::shortName(name.toStdString()), "shown");
    }
    void runViewKnowsExtents()
    {
        const app::RunViewPtr run = tests::smallRun();
        QCOMPARE(run->operation.size(), std::size_t{5});
        QCOMPARE(run->slicesBegin, 0);
        QCOMPARE(run->slicesEnd, 1000);
        QCOMPARE(run->counterExtent.at(0).high, 90.0);
    }
    void layoutStacksProcessesTracksAndCounters()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        QCOMPARE(layout.groups().size(), std::size_t{2});
        QCOMPARE(layout.groups()[0].name, std::string("host"));
        double y = 0;
        std::map<RowKind, int> kinds;
        for (const app::LayoutRow& row : layout.rows()) {
            QCOMPARE(row.top, y);
            y += row.height;
            ++kinds[row.kind];
        }
        QCOMPARE(layout.height(), y);
        QCOMPARE(kinds[RowKind::Group], 2);
        QCOMPARE(kinds[RowKind::Track], 2);
        QCOMPARE(kinds[RowKind::Counter], 1);
        for (std::size_t row = 0; row < layout.rows().size(); ++row)
            QCOMPARE(layout.rowAt(layout.rows()[row].top + 1).value(), row);
        QVERIFY(!layout.rowAt(layout.height()).has_value());
        QVERIFY(!layout.rowAt(-1).has_value());
    }
    void lanesAreFoundWhereTheyLie()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        for (std::uint32_t lane = 0; lane < run->timeline().lanes().size(); ++lane) {
            const auto top = layout.laneTop(core::LaneId(lane));
            QVERIFY(top.has_value());
            QCOMPARE(layout.laneAt(run->timeline(), *top + 9).value(), core::LaneId(lane));
        }
    }
    void foldingHidesLanes()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto open = app::TrackLayout::make(*timelineOf(run), {}, 18);
        app::Arrangement arrangement;
        arrangement.groups = {open.groups()[0].key};
        const auto folded = app::TrackLayout::make(*timelineOf(run), arrangement, 18);
        // The group's heading shows the track that stands for it.
        QCOMPARE(folded.rows()[0].lanesShown, 1U);
        QVERIFY(folded.height() < open.height());
        std::size_t hidden = 0;
        for (std::uint32_t lane = 0; lane < run->timeline().lanes().size(); ++lane)
            hidden += folded.laneTop(core::LaneId(lane)).has_value() ? 0 : 1;
        QCOMPARE(hidden, std::size_t{1}); // the inner lane of the host's thread
    }
    void boxesLieWhereSlicesAre()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const app::TimelineViewport viewport{{0, 1000, 1000}, 0, layout.height()};
        const auto geometry = app::buildGeometry(*run, layout, viewport, meter);
        QCOMPARE(geometry.boxes.size(), std::size_t{5});
        const app::SliceBox* inner = boxNamed(geometry, *run, "inner");
        QVERIFY(inner);
        QCOMPARE(inner->rect.left(), 100.0);
        QCOMPARE(inner->rect.width(), 199.0); // a pixel's gap
        QCOMPARE(
            geometry.coloring->entries()[boxNamed(geometry, *run, "sm90_xmma_gemm_bf16")->color].operation,
            core::OpClass::MatrixProduct);
        QCOMPARE(geometry.steps.size(), std::size_t{1});
        QCOMPARE(geometry.counters.size(), std::size_t{1});
        for (const app::SliceLabel& label : geometry.labels)
            QVERIFY(meter.width(label.text) + 4 <= geometry.boxes[label.box].rect.width());
        for (const app::RowHeader& header : geometry.headers) {
            if (layout.rows()[header.row].kind == RowKind::Track)
                QVERIFY(header.busyShare > 0 && header.busyShare <= 1);
        }
    }
    void aFrameCostsPixelsNotSlices()
    {
        const app::RunViewPtr run = tests::longRun(200'000);
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const app::TimelineViewport viewport{{0, 4'000'000, 1200}, 0, 300};
        const auto geometry = app::buildGeometry(*run, layout, viewport, meter);
        QVERIFY(geometry.boxes.size() <= 2 * 1200);
        QVERIFY(geometry.boxes.size() > 600);
        for (const app::SliceBox& box : geometry.boxes)
            QVERIFY(box.rect.left() >= 0 && box.rect.right() <= 1201);
    }
    void nothingOutsideTheViewportIsBuilt()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const auto geometry =
            app::buildGeometry(*run, layout, {{2000, 3000, 500}, 0, layout.height()}, meter);
        QVERIFY(geometry.boxes.empty());
    }
    void pointsFindSlices()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        const app::TimelineViewport viewport{{0, 1000, 1000}, 0, layout.height()};
        for (std::size_t row = 0; row < run->timeline().sliceCount(); ++row) {
            const auto rect = app::sliceRect(*run, layout, viewport, core::SliceId(row));
            QVERIFY(rect.has_value());
            QCOMPARE(app::sliceAt(*run, layout, viewport, rect->center()).value(), core::SliceId(row));
        }
        QVERIFY(!app::sliceAt(*run, layout, viewport, QPointF(10, 2)).has_value()); // a process's header
    }
    void flowsJoinTheirSlices()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        const app::TimelineViewport viewport{{0, 1000, 1000}, 0, layout.height()};
        QCOMPARE(run->timeline().flows().size(), std::size_t{1});
        const auto curve = app::flowCurve(*run, layout, viewport, run->timeline().flows()[0]);
        QVERIFY(curve.has_value());
        QCOMPARE(curve->from.x(), 120.0);
        QCOMPARE(curve->to.x(), 150.0);
        QVERIFY(curve->to.y() > curve->from.y());
    }
    void ticksAreRoundAndFarApart_data()
    {
        QTest::addColumn<qint64>("span");
        for (const qint64 span :
             {20LL, 999LL, 1'000'000LL, 123'456'789LL, 60'000'000'000LL, 86'400'000'000'000LL})
            QTest::addRow("%lld ns", static_cast<long long>(span)) << span;
    }
    void ticksAreRoundAndFarApart()
    {
        QFETCH(qint64, span);
        for (const qint64 begin : {qint64{0}, span * 7 + 3, -span / 2}) {
            const auto ticks = app::rulerTicks({begin, begin + span, 1000}, 0);
            double before = -1e9;
            for (const app::Tick& tick : ticks) {
                QVERIFY(!tick.label.isEmpty());
                if (&tick != &ticks.front() || begin <= 0) {
                    QVERIFY(tick.x - before >= 89 || &tick - ticks.data() == 1);
                    before = tick.x;
                }
            }
            QVERIFY(ticks.size() <= 14);
        }
    }
    void labelsAreShortenedToFit()
    {
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const QString text = QStringLiteral("a rather long label of a kernel");
        QCOMPARE(meter.fitted(text, meter.width(text) + 1), text);
        const QString cut = meter.fitted(text, meter.width(text) / 2);
        QVERIFY(cut.endsWith(QChar(0x2026)));
        QVERIFY(meter.width(cut) <= meter.width(text) / 2);
        QVERIFY(meter.fitted(text, 5).isEmpty());
    }
    void lanesAreDrawnInTheirColors()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const app::TimelineViewport viewport{{0, 1000, 1000}, 0, layout.height()};
        const auto geometry = app::buildGeometry(*run, layout, viewport, meter);
        QImage image(1000, static_cast<int>(layout.height()), QImage::Format_RGB32);
        const app::Theme& light = app::theme(app::Scheme::Light);
        image.fill(light.page);
        QPainter painter(&image);
        app::paintLanes(painter, geometry, *run, layout, {}, light);
        painter.end();
        const app::SliceBox* gemm = boxNamed(geometry, *run, "sm90_xmma_gemm_bf16");
        QCOMPARE(image.pixelColor(gemm->rect.bottomRight().toPoint() - QPoint(3, 3)),
                 app::colorOf(core::OpClass::MatrixProduct));
    }
};

SHARDSCOPE_TEST(TstTimelineGeometry)
#include "tst_timeline_geometry.moc"
