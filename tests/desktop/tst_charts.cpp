// SPDX-License-Identifier: GPL-3.0-or-later
// Memory bars, lattice and step chart: geometry as values, clicks to derivations.
#include "app/desktop/charts/plan/lattice.h"
#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/desktop/pages/plan/plan_tables.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/plan/commands.h"
#include "app/session/tables/derivation_paths.h"
#include "app/session/tables/tables.h"
#include "tests/support/test_registry.h"

#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace shardscope;

namespace {

std::shared_ptr<const core::Evaluation> evaluated(const std::string& hardware,
                                                  std::vector<std::pair<std::string, std::string>> options)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    auto result = app::evaluatePlan(catalog, {"gpt3-175b", hardware, {}, std::move(options)});
    return std::make_shared<const core::Evaluation>(std::move(result.value().evaluation));
}

} // namespace

class TstCharts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_overfull = evaluated("ipu-pod256", {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "4"}});
    }
    void segmentsAddUpToThePeak()
    {
        const app::MemoryBars bars = app::memoryBars(*m_overfull, 600);
        QVERIFY(!bars.blocks.empty());
        for (const app::MemoryBlock& block : bars.blocks) {
            for (const app::MemoryBar& bar : block.bars) {
                double sum = 0;
                double x = bars.labelWidth;
                for (const app::MemorySegment& segment : bar.segments) {
                    QVERIFY(std::abs(segment.rect.left() - x) < 1e-6);
                    x = segment.rect.right();
                    sum += segment.bytes;
                }
                QVERIFY(std::abs(sum - bar.need) <= 1e-9 * bar.need);
                QCOMPARE(bar.fits(), x <= block.capacityX);
            }
        }
        QVERIFY(!bars.blocks[0].bars[0].fits());
    }
    void everySegmentHasADerivation()
    {
        app::MemoryBarsWidget widget;
        widget.resize(600, 400);
        widget.setEvaluation(m_overfull);
        QVERIFY(!widget.hotSpots().empty());
        for (const app::HotSpot& spot : widget.hotSpots()) {
            QVERIFY2(app::findDerivation(*m_overfull, spot.path.toStdString()).ok(), qPrintable(spot.path));
            QVERIFY(!spot.text.isEmpty());
        }
    }
    void keysReachEverySegment()
    {
        app::MemoryBarsWidget widget;
        widget.resize(600, 400);
        widget.setEvaluation(m_overfull);
        widget.show();
        widget.setFocus();
        const QSignalSpy activated(&widget, &app::FigureWidget::activated);
        QTest::keyClick(&widget, Qt::Key_Right);
        QTest::keyClick(&widget, Qt::Key_Right);
        QCOMPARE(widget.current().value(), std::size_t{1});
        QTest::keyClick(&widget, Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].toString(), widget.hotSpots()[1].path);
    }
    void latticeHasABlockForEachDevice()
    {
        const app::Lattice lattice =
            app::layOutLattice(m_overfull->plan.axes, app::LatticeForm::Isometric, QRectF(0, 0, 500, 400));
        QCOMPARE(lattice.blocks.size(), std::size_t{256});
        std::set<std::int64_t> ranks;
        for (const app::LatticeBlock& block : lattice.blocks) {
            ranks.insert(block.rank);
            QVERIFY(QRectF(0, 0, 500, 400).contains(block.outline.boundingRect()));
        }
        QCOMPARE(ranks.size(), std::size_t{256});
        QCOMPARE(*ranks.rbegin(), std::int64_t{255});
    }
    void aTowerOfReplicasStandsInColumns()
    {
        for (const std::int64_t replica : {128, 127}) {
            const QRectF area(0, 0, 420, 300);
            const app::Lattice lattice =
                app::layOutLattice(core::Axes{.replica = replica}, app::LatticeForm::Isometric, area);
            QCOMPARE(static_cast<std::int64_t>(lattice.blocks.size()), replica);
            std::set<std::int64_t> ranks;
            for (const app::LatticeBlock& block : lattice.blocks) {
                ranks.insert(block.rank);
                QVERIFY(area.contains(block.outline.boundingRect()));
                QVERIFY(block.outline.boundingRect().width() > 10); // 2 in one column
            }
            QCOMPARE(static_cast<std::int64_t>(ranks.size()), replica);
        }
    }
    void manyDevicesAreGrouped()
    {
        const core::Axes axes{.tensor = 8, .pipeline = 16, .replica = 32};
        const app::Lattice blocks =
            app::layOutLattice(axes, app::LatticeForm::Isometric, QRectF(0, 0, 500, 400));
        QVERIFY(static_cast<std::int64_t>(blocks.blocks.size()) <= app::kMostLatticeDevices);
        QCOMPARE(static_cast<std::int64_t>(blocks.blocks.size()) * blocks.group[0] * blocks.group[1] *
                     blocks.group[2],
                 axes.devices());
        const app::Lattice grid = app::layOutLattice(axes, app::LatticeForm::Grid, QRectF(0, 0, 1200, 400));
        QCOMPARE(static_cast<std::int64_t>(grid.blocks.size()) * grid.group[0] * grid.group[1] *
                     grid.group[2],
                 axes.devices());
        for (const app::LatticeBlock& block : grid.blocks)
            QVERIFY(QRectF(0, 0, 1200, 400).contains(block.outline.boundingRect()));
    }
    void blocksTellTheirShares()
    {
        const app::Lattice lattice =
            app::layOutLattice(m_overfull->plan.axes, app::LatticeForm::Grid, QRectF(0, 0, 500, 400));
        const QString text = app::latticeBlockText(lattice, lattice.blocks[0], *m_overfull, 4);
        QVERIFY2(text.contains(QLatin1String("1/64")), qPrintable(text));
    }
    /// A device under the cursor shows its groups: in words, and outlined in the colours of what they send.
    void aDeviceLightsItsGroups()
    {
        app::LatticeWidget lattice;
        lattice.resize(700, 500);
        lattice.setEvaluation(m_overfull, 4);
        lattice.show();
        const auto painted = [&](core::OpClass of) {
            const QImage image = lattice.grab().toImage();
            const QRgb wanted = app::colorOf(of).rgb();
            int pixels = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    pixels += image.pixel(x, y) == wanted ? 1 : 0;
            }
            return pixels;
        };
        constexpr std::array kGroups{core::OpClass::CollectiveTensor, core::OpClass::PointToPoint};
        for (const core::OpClass one : kGroups)
            QCOMPARE(painted(one), 0);
        QTest::keyClick(&lattice, Qt::Key_Right); // onto the first device
        QVERIFY(lattice.current().has_value());
        for (const core::OpClass one : kGroups)
            QVERIFY2(painted(one) > 20, QByteArray::number(painted(one)));
        const core::Axes& axes = m_overfull->plan.axes;
        QVERIFY2(lattice.spotText(0).contains(QStringLiteral("its tensor group of %1, its pipeline of %2")
                                                  .arg(axes.tensor)
                                                  .arg(axes.pipeline)),
                 qPrintable(lattice.spotText(0)));
    }
    void stepPartsAreTheTablesOwn()
    {
        app::StepChart chart;
        chart.setEvaluation(m_overfull);
        double sum = 0;
        for (const core::StepPart part : chart.parts())
            sum += m_overfull->step.at(part).seconds.value();
        const double total = m_overfull->step.at(core::StepPart::Total).seconds.value();
        QVERIFY(std::abs(sum - total) < 1e-9 * total);
        for (const core::StepPart part : chart.parts())
            QVERIFY(app::findDerivation(*m_overfull, app::stepPath(part)).ok());
        QVERIFY(!chart.accessibleDescription().isEmpty());
    }
    void cellsOpenTheirDerivations()
    {
        const core::Table memory = app::memoryTable(*m_overfull);
        const auto column = memory.columnIndex("weights_bytes");
        QVERIFY(column.has_value());
        QVERIFY(memory.note(0, 0).path.empty());
        app::TableView view;
        view.setTable(std::make_shared<const core::Table>(memory));
        const QSignalSpy asked(&view, &app::TableView::explainRequested);
        emit view.cellActivated(0, 0);
        QCOMPARE(asked.count(), 0);
        emit view.cellActivated(0, static_cast<int>(*column));
        QCOMPARE(asked.count(), 1);
        const std::string path = asked[0][0].toString().toStdString();
        QVERIFY2(app::findDerivation(*m_overfull, path).ok(), path.c_str());
        for (const core::Table& table : {app::stepTable(*m_overfull), app::communicationTable(*m_overfull),
                                         app::stageTable(*m_overfull)}) {
            QVERIFY(!table.notes.empty());
            for (const auto& [at, note] : table.notes)
                QVERIFY2(app::findDerivation(*m_overfull, note.path).ok(), note.path.c_str());
        }
    }
    void verdictSaysWhatDoesNotFit()
    {
        QVERIFY(app::verdictSentence(*m_overfull).startsWith(QLatin1String("Does not fit")));
        const auto fits = evaluated(
            "dgx-h100", {{"tensor", "8"}, {"pipeline", "16"}, {"replica", "2"}, {"zero-stage", "1"}});
        QVERIFY2(app::verdictSentence(*fits).startsWith(QLatin1String("Fits")),
                 qPrintable(app::verdictSentence(*fits)));
    }

private:
    std::shared_ptr<const core::Evaluation> m_overfull;
};

SHARDSCOPE_TEST(TstCharts)
#include "tst_charts.moc"
