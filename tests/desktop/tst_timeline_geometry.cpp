// SPDX-License-Identifier: GPL-3.0-or-later
// Layout, geometry and labels are values: tested without painting.
#include "app/desktop/pages/trace/path_bar.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/geometry_builder.h"
#include "app/desktop/timeline/painter.h"
#include "app/desktop/timeline/row_headers.h"
#include "app/desktop/timeline/ruler.h"
#include "core/timeline/build/timeline_builder.h"
#include "tests/desktop/sample_runs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace shardscope;
using app::RowKind;

namespace {

core::TimelinePtr timelineOf(const app::RunViewPtr& run) { return run->run->timeline; }

const app::SliceBox* boxNamed(const app::TimelineGeometry& geometry, const app::RunView& run,
                              const char* name)
{
    for (const app::TimelinePane& pane : geometry.panes) {
        for (const app::SliceBox& box : pane.boxes) {
            if (run.timeline().names().text(run.timeline().name()[box.row]) == name)
                return &box;
        }
    }
    return nullptr;
}

/// The whole small run at a nanosecond a pixel.
struct SmallFrame {
    app::RunViewPtr run = tests::smallRun();
    app::TrackLayout layout = app::TrackLayout::make(*run->run->timeline, {}, 18);
    app::TextMeter meter{app::interfaceFont(app::TypeSize::Small)};
    app::TimelineViewport viewport{{0, 1000, 1000}, 0, layout.height()};

    [[nodiscard]] app::TimelineGeometry built(const std::vector<bool>& matches = {}) const
    {
        return app::buildGeometry(*run, layout, viewport, meter, nullptr, matches);
    }
    [[nodiscard]] app::MarksGeometry marked(const app::TimelineMarks& marks) const
    {
        return app::buildMarks(*run, layout, viewport, marks);
    }
    [[nodiscard]] core::SliceId named(const char* name) const
    {
        for (std::size_t row = 0; row < run->timeline().sliceCount(); ++row) {
            if (run->timeline().names().text(run->timeline().name()[row]) == name)
                return core::SliceId(row);
        }
        return {};
    }
};

QStringList textsOf(const std::vector<app::TextLine>& lines)
{
    QStringList texts;
    for (const app::TextLine& line : lines)
        texts << line.text;
    return texts;
}

} // namespace

class TstTimelineGeometry : public QObject {
    Q_OBJECT
private slots:
    void narrowStepsHaveNoLines()
    {
        const auto lines = [](std::int64_t until) {
            SmallFrame frame;
            frame.viewport.time.end = until;
            const app::TimelinePane pane = frame.built().panes.front();
            return std::count_if(pane.grounds.begin(), pane.grounds.end(),
                                 [](const app::FilledRect& ground) { return ground.rect.width() == 1; });
        };
        QCOMPARE(lines(1000), 1);      // one step, as wide as the window
        QCOMPARE(lines(1'000'000), 0); // and of a pixel
    }
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
        QCOMPARE(layout.groups()[0].name, std::string("GPU 0")); // where the time goes comes first
        QCOMPARE(layout.groups()[1].name, std::string("host"));
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
        arrangement.groups = {open.groups()[1].key};
        const auto folded = app::TrackLayout::make(*timelineOf(run), arrangement, 18);
        // The group's heading shows the track that stands for it.
        const auto heading = std::find_if(folded.rows().begin(), folded.rows().end(), [](const auto& row) {
            return row.kind == RowKind::Group && row.group == 1;
        });
        QCOMPARE(heading->lanesShown, 1U);
        QVERIFY(folded.height() < open.height());
        std::size_t hidden = 0;
        for (std::uint32_t lane = 0; lane < run->timeline().lanes().size(); ++lane)
            hidden += folded.laneTop(core::LaneId(lane)).has_value() ? 0 : 1;
        QCOMPARE(hidden, std::size_t{1}); // the inner lane of the host's thread
    }
    /// A pixel's colour is that of the class that fills most of it: seven short products beside one longer
    /// copy.
    void foldedColumnsShowWhatCoversThem()
    {
        for (const int products : {7, 70}) { // each is asked, or some speak for the others
            core::TimelineBuilder builder;
            const core::TrackId stream = builder.track("GPU 0", "stream 7");
            builder.describe(stream).device = true;
            const core::NameId kernel = builder.intern("kernel");
            const std::int64_t each = 700 / products;
            builder.slice(stream, 10'000, 200, builder.intern("Memcpy DtoD"), builder.intern("gpu_memcpy"));
            for (int at = 0; at < products; ++at)
                builder.slice(stream, 10'250 + at * each, each, builder.intern("ampere_sgemm"), kernel);
            core::LayoutTally tally;
            auto run = std::make_shared<core::Run>();
            run->timeline = builder.build({}, tally).value();
            const app::RunViewPtr view = app::makeRunView(run, {}).value();
            const auto layout = app::TrackLayout::make(view->timeline(), {}, 18);
            const app::TextMeter meter{app::interfaceFont(app::TypeSize::Small)};
            // A pixel of 1000 ns holds all of them.
            const app::TimelineViewport viewport{{0, 100'000, 100}, 0, layout.height()};
            const auto geometry = app::buildGeometry(*view, layout, viewport, meter, nullptr);
            std::size_t columns = 0;
            for (const app::SliceBox& box : geometry.panes.front().boxes) {
                if (box.count < 2)
                    continue;
                ++columns;
                QCOMPARE(geometry.fills.at(box.color), app::colorOf(core::OpClass::MatrixProduct));
            }
            QVERIFY(columns > 0);
        }
    }
    void boxesLieWhereSlicesAre()
    {
        const SmallFrame frame;
        const auto geometry = frame.built();
        QCOMPARE(geometry.panes.size(), std::size_t{1});
        const app::TimelinePane& rows = geometry.panes.front();
        QCOMPARE(rows.boxes.size(), std::size_t{5});
        const app::SliceBox* inner = boxNamed(geometry, *frame.run, "inner");
        QVERIFY(inner);
        QCOMPARE(inner->rect.left(), 100.0);
        QCOMPARE(inner->rect.width(), 199.0); // a pixel's gap
        QCOMPARE(geometry.fills[boxNamed(geometry, *frame.run, "sm90_xmma_gemm_bf16")->color],
                 app::colorOf(core::OpClass::MatrixProduct));
        QCOMPARE(rows.labels.size(), std::size_t{5});
        for (const app::SliceLabel& label : rows.labels)
            QVERIFY(frame.meter.width(label.text) + 4 <= rows.boxes[label.box].rect.width());
        QCOMPARE(rows.labels[0].text, QStringLiteral("kernel")); // the stream comes first
        // The scale is 0 to 90: 10 up to half of the run, then 90, the upper end of its area.
        QCOMPARE(rows.counters.size(), std::size_t{1});
        const app::CounterShape& counter = rows.counters[0];
        const QPointF ninth(0, counter.area.bottom() - counter.area.height() / 9);
        QCOMPARE(counter.line.front(), ninth);
        QCOMPARE(counter.line.back(), counter.area.topRight());
    }
    void rowsHaveGroundsAndHeaders()
    {
        const SmallFrame frame;
        const app::TimelineGeometry geometry = frame.built();
        const app::TimelinePane& rows = geometry.panes.front();
        QCOMPARE(rows.top, 0.0);
        QCOMPARE(rows.height, frame.layout.height());
        // Each row ends with a line, groups are raised; last, the beginning of the step over all rows.
        std::vector<QRectF> raised, lines;
        for (const app::FilledRect& ground : rows.grounds)
            (ground.color == app::ColorRole::Raised ? raised : lines).push_back(ground.rect);
        QCOMPARE(raised.size(), std::size_t{2});
        QCOMPARE(lines.size(), frame.layout.rows().size() + 1);
        QCOMPARE(raised[0], QRectF(0, 0, 1000, frame.layout.rows()[0].height));
        for (std::size_t row = 0; row < frame.layout.rows().size(); ++row)
            QCOMPARE(lines[row].bottom(), frame.layout.rows()[row].top + frame.layout.rows()[row].height);
        QCOMPARE(lines.back(), QRectF(0, 0, 1, frame.layout.height()));
        // The host's thread is busy all the time, the stream for 100 and 300 of 1000 ns.
        QCOMPARE(textsOf(rows.headerTexts).join(QLatin1Char('|')).replace(QChar(0x202F), QLatin1Char(' ')),
                 QStringLiteral("GPU 0|stream 7|40 %|memory \u00b7 bytes|0 to 90|host|main|100 %"));
        QVERIFY(rows.headerTexts[0].strong);
        QVERIFY(rows.headerTexts[2].right);
        QCOMPARE(rows.headerTexts[2].color, app::ColorRole::TextDim);
        QVERIFY(!rows.headerArrows.empty());
        for (const app::FoldArrow& arrow : rows.headerArrows)
            QVERIFY(!arrow.folded);
    }
    void longNamesAreCutInTheirMiddle()
    {
        app::GroupRow group;
        group.name = std::string(30, 'a') + std::string(60, 'm') + std::string(30, 'z');
        const SmallFrame frame;
        const QString cut = frame.meter.elided(app::groupTitle(group, app::Grouping::Device), 150);
        QVERIFY(frame.meter.width(cut) <= 151);
        QVERIFY(cut.startsWith(QLatin1Char('a')) && cut.endsWith(QLatin1Char('z')));
    }
    void theRulerNamesTimesAndSteps()
    {
        const SmallFrame frame;
        const app::TimelineGeometry geometry = frame.built();
        const auto ticks = app::rulerTicks(frame.viewport.time, 0);
        QCOMPARE(geometry.rulerMarks.size(), ticks.size() + 1);
        QCOMPARE(geometry.rulerMarks[1].rect.left(), ticks[0].x);
        QVERIFY(textsOf(geometry.rulerTexts).contains(ticks[1].label));
        const app::TextLine& step = geometry.rulerTexts.back();
        QCOMPARE(step.text, QStringLiteral("ProfilerStep#1"));
        QCOMPARE(step.color, app::ColorRole::Accent);
        QVERIFY(std::abs(step.area.center().x() - 500) < 2);
    }
    void stepNamesGiveWayToTimes()
    {
        const SmallFrame frame;
        const std::vector<app::StepBand> steps{{0, 1000, QStringLiteral("step")}};
        app::TimelineGeometry geometry;
        geometry.width = 1000;
        app::addRuler({{480, QStringLiteral("5 s"), true}}, steps, frame.meter, geometry);
        QCOMPARE(textsOf(geometry.rulerTexts), QStringList{QStringLiteral("5 s")});
        geometry.rulerTexts.clear();
        app::addRuler({{480, QStringLiteral("5 s"), false}}, steps, frame.meter, geometry);
        QCOMPARE(textsOf(geometry.rulerTexts), (QStringList{QStringLiteral("5 s"), QStringLiteral("step")}));
    }
    void searchesDimWhatTheyPassOver()
    {
        const SmallFrame frame;
        std::vector<bool> matches(frame.run->timeline().names().size(), false);
        matches[frame.run->timeline().name()[frame.named("kernel").index()].index()] = true;
        const auto geometry = frame.built(matches);
        for (const app::SliceBox& box : geometry.panes.front().boxes)
            QCOMPARE(box.dimmed, core::SliceId(box.row) != frame.named("kernel"));
        for (const app::SliceBox& box : frame.built().panes.front().boxes)
            QVERIFY(!box.dimmed);
    }
    void marksOutlineAndFill()
    {
        const SmallFrame frame;
        app::TimelineMarks marks;
        marks.selected = frame.named("kernel");
        marks.hovered = frame.named("outer");
        marks.area = app::SelectedArea{200, 400, {}};
        auto geometry = frame.marked(marks);
        QCOMPARE(geometry.outlines.size(), std::size_t{2});
        QCOMPARE(geometry.outlines[0].color, app::ColorRole::TextDim);
        QCOMPARE(geometry.outlines[1].rect.left(), 150.0);
        QCOMPARE(geometry.outlines[1].rect.width(), 100.0);
        QCOMPARE(geometry.outlines[1].width, 2.0);
        QCOMPARE(geometry.fills.size(), std::size_t{3}); // the area and its two ends
        QCOMPARE(geometry.fills[0].rect, QRectF(200, 0, 200, frame.layout.height()));
        // If only some tracks are selected: their rows.
        const core::TrackId stream =
            frame.run->timeline().lanes()[frame.run->timeline().laneOf(marks.selected).index()].track;
        marks = {};
        marks.area = app::SelectedArea{200, 400, {stream}};
        geometry = frame.marked(marks);
        QCOMPARE(geometry.fills.size(), std::size_t{3});
        for (const app::LayoutRow& row : frame.layout.rows()) {
            if (row.track == stream && row.kind == RowKind::Track)
                QCOMPARE(geometry.fills[0].rect, QRectF(200, row.top, 200, row.height));
        }
        QVERIFY(geometry.outlines.empty() && geometry.flows.empty());
    }
    void legendsNameWhatOccurs()
    {
        const SmallFrame frame;
        const auto wide = app::buildLegend(*frame.run, *frame.run->byOperation, 2000, frame.meter);
        QCOMPARE(wide.swatches.size(), frame.run->classes.size());
        QCOMPARE(wide.texts.size(), frame.run->classes.size());
        QCOMPARE(wide.swatches[0].fill, app::colorOf(frame.run->classes[0]));
        const auto narrow = app::buildLegend(*frame.run, *frame.run->byOperation, 100, frame.meter);
        QVERIFY(narrow.height > wide.height);
    }
    void aFrameCostsPixelsNotSlices()
    {
        const app::RunViewPtr run = tests::longRun(200'000);
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const app::TimelineViewport viewport{{0, 4'000'000, 1200}, 0, 300};
        const auto geometry = app::buildGeometry(*run, layout, viewport, meter);
        const auto& boxes = geometry.panes.front().boxes;
        QVERIFY(boxes.size() <= std::size_t{2} * 1200);
        QVERIFY(boxes.size() > 600);
        for (const app::SliceBox& box : boxes)
            QVERIFY(box.rect.left() >= 0 && box.rect.right() <= 1201);
    }
    void nothingOutsideTheViewportIsBuilt()
    {
        const app::RunViewPtr run = tests::smallRun();
        const auto layout = app::TrackLayout::make(*timelineOf(run), {}, 18);
        const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
        const auto geometry =
            app::buildGeometry(*run, layout, {{2000, 3000, 500}, 0, layout.height()}, meter);
        QVERIFY(geometry.panes.front().boxes.empty());
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
        const SmallFrame frame;
        QCOMPARE(frame.run->timeline().flows().size(), std::size_t{1});
        app::TimelineMarks marks;
        marks.flows = {0};
        const auto curves = frame.marked(marks).flows;
        QCOMPARE(curves.size(), std::size_t{1});
        const auto middleOf = [&](const char* name) {
            return app::sliceRect(*frame.run, frame.layout, frame.viewport, frame.named(name))->center().y();
        };
        QCOMPARE(curves[0].from, QPointF(120, middleOf("inner")));
        QCOMPARE(curves[0].to, QPointF(150, middleOf("kernel")));
        QCOMPARE(curves[0].leaving - curves[0].from, QPointF(16, 0)); // the least bend
        QCOMPARE(curves[0].to - curves[0].arriving, QPointF(16, 0));
        // If its lane is folded away there is nowhere to draw it from.
        app::Arrangement arrangement;
        arrangement.groups = {frame.layout.groups()[1].key};
        const auto folded = app::TrackLayout::make(*timelineOf(frame.run), arrangement, 18);
        QVERIFY(app::buildMarks(*frame.run, folded, frame.viewport, marks).flows.empty());
    }
    /// smallRun: the host's "inner" until it launched the kernel, the kernel, a pause, the product.
    void pathsRunFromLaneToLane()
    {
        const SmallFrame frame;
        const auto stretch = [&](const char* name, std::int64_t begin, std::int64_t end, bool wait) {
            return app::PathMarks::Stretch{frame.named(name), begin, end, wait};
        };
        auto path = std::make_shared<app::PathMarks>();
        path->paths = {{stretch("inner", 100, 120, false), stretch("inner", 120, 150, true),
                        stretch("kernel", 150, 250, false), stretch("sm90_xmma_gemm_bf16", 500, 600, false),
                        stretch("sm90_xmma_gemm_bf16", 600, 800, false)}};
        app::TimelineMarks marks;
        marks.path = path;
        const auto fills = frame.marked(marks).fills;
        const auto footOf = [&](const char* name) {
            return app::sliceRect(*frame.run, frame.layout, frame.viewport, frame.named(name))->bottom();
        };
        const double host = footOf("inner");
        const double stream = footOf("kernel");
        std::vector<QRectF> rects;
        for (const app::FilledRect& fill : fills) {
            QCOMPARE(fill.color, app::ColorRole::Text);
            rects.push_back(fill.rect);
        }
        std::sort(rects.begin(), rects.end(), [](const QRectF& a, const QRectF& b) {
            return std::pair(a.left(), a.height()) < std::pair(b.left(), b.height());
        });
        // Its own time, the thinner delay, down to the stream, the kernel, the product's two stretches as
        // one.
        const std::vector<QRectF> expected{
            QRectF(100, host - 4, 20, 4), QRectF(120, host - 2, 30, 2), QRectF(150, stream - 4, 100, 4),
            QRectF(150, stream, 2, host - stream), QRectF(500, stream - 4, 300, 4)};
        QCOMPARE(rects, expected);
        // What is not seen is not drawn, and costs nothing.
        SmallFrame late;
        late.viewport.time = {900, 1000, 100};
        QVERIFY(late.marked(marks).fills.empty());
        // A folded lane breaks the path.
        app::Arrangement arrangement;
        arrangement.groups = {frame.layout.groups()[1].key};
        const auto folded = app::TrackLayout::make(*timelineOf(frame.run), arrangement, 18);
        for (const app::FilledRect& fill : app::buildMarks(*frame.run, folded, frame.viewport, marks).fills)
            QVERIFY(fill.rect.left() >= 150);
    }
    /// What the analysis finds of a run arrives on its lanes: the host's work, the stream's, without holes.
    void pathsComeFromTheAnalysis()
    {
        const app::RunViewPtr run = tests::smallRun();
        const core::Timeline& timeline = run->timeline();
        const profiler::AnalysisOptions options = app::pathOfStepAt(timeline, 500);
        QCOMPARE(options.annotation, std::string("ProfilerStep#1"));
        QCOMPARE(options.instance, std::size_t{0});
        const auto* const analysis = profiler::findAnalysis("critical_path").value();
        const auto report = profiler::analyze(*analysis, profiler::AnalysisInput(run->run), options).value();
        const auto marks = app::pathMarks(report, timeline.begin());
        QVERIFY(marks != nullptr);
        QCOMPARE(marks->paths.size(), std::size_t{1});
        std::int64_t weight = 0;
        std::int64_t last = timeline.begin();
        for (const app::PathMarks::Stretch& stretch : marks->paths.front()) {
            QVERIFY(stretch.slice.index() < timeline.sliceCount());
            QVERIFY(stretch.begin >= last && stretch.end > stretch.begin && stretch.end <= timeline.end());
            last = stretch.begin;
            weight += stretch.end - stretch.begin;
            if (stretch.wait)
                continue;
            const std::int64_t begin = timeline.ts()[stretch.slice.index()];
            QVERIFY(stretch.begin >= begin);
            QVERIFY(stretch.end <= begin + timeline.dur()[stretch.slice.index()]);
        }
        const core::Table* const totals = report.table("critical_path_totals");
        QVERIFY(totals != nullptr);
        for (std::size_t column = 0; column < totals->columns.size(); ++column) {
            if (totals->columns[column].key == "path_time_ns")
                QCOMPARE(std::get<std::int64_t>(totals->rows.at(0).at(column)), weight);
        }
        QVERIFY(app::pathMarks({}, 0) == nullptr);
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
    void aGeometryIsPaintedAsItSays()
    {
        // Made by hand: no run is behind it.
        app::TimelineGeometry geometry;
        geometry.width = 100;
        geometry.height = 40;
        geometry.fills = {QColor(Qt::blue)};
        app::TimelinePane& pane = geometry.panes.emplace_back();
        pane.top = 10;
        pane.height = 30;
        pane.grounds = {{QRectF(0, 0, 100, 40), app::ColorRole::Raised}};
        pane.boxes = {{QRectF(10, 20, 20, 10), 0, 1, 0, false}, {QRectF(50, 20, 20, 10), 0, 1, 0, true}};
        const app::Theme& light = app::theme(app::Scheme::Light);
        for (const app::BoxesAs boxes : {app::BoxesAs::Rectangles, app::BoxesAs::Picture}) {
            QImage image(100, 40, QImage::Format_RGB32);
            image.fill(light.page);
            QPainter painter(&image);
            app::paintLanes(painter, geometry, light, boxes);
            painter.end();
            QCOMPARE(image.pixelColor(5, 5), light.page); // above the pane
            QCOMPARE(image.pixelColor(5, 15), light.raised);
            QCOMPARE(image.pixelColor(20, 25), QColor(Qt::blue));
            const QColor dim = image.pixelColor(60, 25);
            QVERIFY(dim != QColor(Qt::blue) && dim != light.raised);
        }
    }
};

SHARDSCOPE_TEST(TstTimelineGeometry)
#include "tst_timeline_geometry.moc"
