// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of embedding tables: sorting, filtering, pasting, undoing, refusing.
#include "app/desktop/charts/layer_strip.h"
#include "app/desktop/pages/model_page.h"
#include "app/desktop/theme/theme.h"
#include "app/session/tables/layer_runs.h"
#include "planner/planner.h"
#include "tests/desktop/called.h"
#include "tests/support/test_registry.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <cmath>

using namespace shardscope;

class TstModelPage : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        app::applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), app::Scheme::Light);
        m_workbench = std::make_unique<app::Workbench>(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"));
        m_page = std::make_unique<app::ModelPage>(*m_workbench);
        m_page->resize(1000, 700);
        m_page->show();
        QVERIFY(m_workbench->chooseModel(QStringLiteral("dlrm-criteo-1tb")));
    }
    void cleanup()
    {
        m_page.reset();
        m_workbench.reset();
    }

    void modelKeepsTheRules()
    {
        app::EmbeddingTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setTables(tables());
        QCOMPARE(model.rowCount(), 26);
        model.setTables(tables());
        model.setTables({});
        QCOMPARE(model.rowCount(), 0);
    }
    void editsGoThroughTheDocument()
    {
        const QModelIndex rows = m_page->tables().index(0, app::EmbeddingTableModel::Rows);
        QVERIFY(m_page->tables().setData(rows, QStringLiteral("123456")));
        QCOMPARE(tables()[0].rows, std::int64_t{123456});
        QCOMPARE(m_page->tables().tables()[0].rows, std::int64_t{123456});
        m_workbench->undoStack().undo();
        QVERIFY(tables()[0].rows != 123456);
        QCOMPARE(m_page->tables().tables() == tables(), true);
    }
    /// What a table may be is written as a plan file writes it, and goes into the plan.
    void tablesAreConstrainedInTheEditor()
    {
        const auto cell = [&](int row) {
            return m_page->tables().index(row, app::EmbeddingTableModel::Placement);
        };
        const std::string name = tables()[2].name;
        const auto& fixed = [&]() -> const auto& { return m_workbench->state().plan.placement; };
        QVERIFY(m_page->tables().setData(cell(2), QStringLiteral(" row_wise  column_wise fused device 3 ")));
        const core::TableConstraint& made = fixed().at(name);
        QCOMPARE(made.shardings.size(), std::size_t{2});
        QVERIFY(made.kernels == std::vector<core::LookupKernel>{core::LookupKernel::Fused});
        QCOMPARE(made.device.value_or(-1), std::int64_t{3});
        QCOMPARE(cell(2).data(Qt::EditRole).toString().toStdString(), core::textOf(made));
        QVERIFY(cell(1).data(Qt::EditRole).toString().isEmpty() && !cell(1).data().toString().isEmpty());
        // A new name keeps it; undone, the old one has it again.
        QVERIFY(m_page->tables().setData(m_page->tables().index(2, app::EmbeddingTableModel::Name),
                                         QStringLiteral("renamed")));
        QVERIFY(fixed().count(name) == 0 && fixed().count("renamed") == 1);
        m_workbench->undoStack().undo();
        QVERIFY(fixed().count(name) == 1);
        // A word that is none is refused with the nearest; nothing changes.
        QVERIFY(!m_page->tables().setData(cell(2), QStringLiteral("row_wize")));
        QVERIFY2(tests::refused(*m_page).contains(QLatin1String("row_wise")),
                 qPrintable(tests::refused(*m_page)));
        QCOMPARE(fixed().at(name).shardings.size(), std::size_t{2});
        QVERIFY(m_page->tables().setData(cell(2), QString()));
        QVERIFY(fixed().empty());
        m_workbench->undoStack().undo();
        QVERIFY(fixed().count(name) == 1);
    }
    void wrongValuesAreRefused()
    {
        const auto before = tables();
        QVERIFY(!m_page->tables().setData(m_page->tables().index(0, app::EmbeddingTableModel::Dim),
                                          QStringLiteral("wide")));
        QVERIFY(tests::refused(*m_page).contains(QLatin1String("wide")));
        // Readable, but no table: the model's reader says why, and nothing changes.
        m_page->tables().setData(m_page->tables().index(0, app::EmbeddingTableModel::Rows),
                                 QStringLiteral("-4"));
        QVERIFY2(tests::refused(*m_page).contains(QLatin1String("-4")), qPrintable(tests::refused(*m_page)));
        m_page->tables().setData(m_page->tables().index(1, app::EmbeddingTableModel::Name),
                                 QString::fromStdString(before[0].name));
        QVERIFY(!tests::refused(*m_page).isEmpty());
        QVERIFY(tables() == before);
        // The next good edit takes the message away.
        QVERIFY(m_page->tables().setData(m_page->tables().index(0, app::EmbeddingTableModel::Pooling),
                                         QStringLiteral("2")));
        QVERIFY(tests::refused(*m_page).isEmpty());
        // Computed columns cannot be typed into.
        QVERIFY(!(m_page->tables().index(0, app::EmbeddingTableModel::Weights).flags() & Qt::ItemIsEditable));
    }
    void pasteAddsBehind()
    {
        const std::size_t before = tables().size();
        m_page->paste(QStringLiteral("name\trows\tdim\nnew_one\t5000\t128\nnew_one\t6000\t128\n"));
        QVERIFY2(tests::refused(*m_page).isEmpty(), qPrintable(tests::refused(*m_page)));
        QCOMPARE(tables().size(), before + 2);
        QCOMPARE(tables().back().rows, std::int64_t{6000});
        QVERIFY(tables()[before].name != tables()[before + 1].name); // made distinct
        m_workbench->undoStack().undo();
        QCOMPARE(tables().size(), before); // one step
        // Products of pairs need vectors of one width: the model's reader knows, and says so.
        m_page->paste(QStringLiteral("narrow\t5000\t32"));
        QVERIFY(!tests::refused(*m_page).isEmpty());
        QCOMPARE(tables().size(), before);
        m_page->paste(QStringLiteral("a\tb\tc"));
        QVERIFY(tests::refused(*m_page).contains(QLatin1String("Nothing was pasted")));
        QCOMPARE(tables().size(), before);
    }
    void copyPastesIntoAnother()
    {
        const QString text = m_page->copied();
        QCOMPARE(text.count(QLatin1Char('\n')), 27); // titles and 26 tables
        m_page->editor().selectRow(2);
        QCOMPARE(m_page->copied().count(QLatin1Char('\n')), 2);
    }
    void sortingAndFilteringTouchNothing()
    {
        const auto before = tables();
        m_page->editor().sortByColumn(app::EmbeddingTableModel::Rows, Qt::DescendingOrder);
        const auto* shown = m_page->editor().model();
        for (int row = 1; row < shown->rowCount(); ++row)
            QVERIFY(shown->index(row - 1, app::EmbeddingTableModel::Rows).data(app::SortRole).toLongLong() >=
                    shown->index(row, app::EmbeddingTableModel::Rows).data(app::SortRole).toLongLong());
        m_page->filter().setText(QString::fromStdString(before[3].name));
        QVERIFY(shown->rowCount() >= 1 && shown->rowCount() < 26);
        QVERIFY(tables() == before);
        // What is removed under a filter is what is shown, not what stands at that place in the file.
        m_page->editor().selectAll();
        m_page->removeSelected();
        for (const core::EmbeddingTable& table : tables())
            QVERIFY(table.name != before[3].name);
    }
    void theLastTableStays()
    {
        m_page->editor().selectAll();
        m_page->removeSelected();
        QCOMPARE(tables().size(), std::size_t{26});
        QVERIFY(!tests::refused(*m_page).isEmpty());
    }
    void otherModelsShowTheirFigures()
    {
        QVERIFY(m_workbench->chooseModel(QStringLiteral("gpt2")));
        QVERIFY(!m_page->editor().isVisible());
    }
    /// The strip has every layer, and its figures are those of the model and of the planner.
    void theStripIsTheWholeModel()
    {
        for (const char* name : {"gpt2", "llama-3-70b", "mixtral-8x7b", "deepseek-v3"}) {
            QVERIFY2(m_workbench->chooseModel(QString::fromLatin1(name)), name);
            const core::ModelSpec& model = *m_workbench->state().model;
            const core::Transformer& shape = *model.transformer();
            std::int64_t layers = 0;
            double parameters = 0;
            double active = 0;
            double flops = 0;
            for (const app::LayerRun& run : app::layerRuns(model)) {
                const auto count = static_cast<double>(run.count);
                layers += run.place == app::RunPlace::Layers ? run.count : 0;
                parameters += count * run.parameters;
                active += count * run.active;
                flops += count * run.flops;
            }
            QCOMPARE(layers, shape.layers);
            QVERIFY2(std::abs(parameters - core::parameterCount(model)) < 0.5, name);
            QCOMPARE(active<parameters, shape.experts> 0);
            core::Batch sample;
            sample.sequenceLength = shape.usualSequence();
            QVERIFY2(std::abs(flops * 3 / planner::modelFlopsPerSample(shape, sample) - 1) < 1e-9, name);
            const app::Scene scene = app::layerStripScene(model, 1000, app::theme(app::Scheme::Light));
            QVERIFY(scene.height > 100 && !scene.spots.empty());
            for (const app::SceneBox& box : scene.boxes)
                QVERIFY2(box.rect.right() <= 1001 && box.rect.bottom() <= scene.height, name);
        }
        // Equal layers are one run: DeepSeek-V3's first three have no experts.
        const auto runs = app::layerRuns(*m_workbench->state().model);
        QCOMPARE(runs[1].count, std::int64_t{3});
        QVERIFY(runs[1].parts.tokens == core::TokenPart::Dense &&
                runs[2].parts.tokens == core::TokenPart::Experts);
    }

private:
    [[nodiscard]] const std::vector<core::EmbeddingTable>& tables() const
    {
        return m_workbench->state().model->recommender()->tables;
    }
    std::unique_ptr<app::Workbench> m_workbench;
    std::unique_ptr<app::ModelPage> m_page;
};

SHARDSCOPE_TEST(TstModelPage)
#include "tst_model_page.moc"
