// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/item_models/derivation_model.h"
#include "app/desktop/item_models/table_model.h"
#include "core/explain/explained.h"
#include "tests/support/test_registry.h"

#include <QAbstractItemModelTester>
#include <QSortFilterProxyModel>
#include <QTest>

using namespace shardscope;

namespace {

std::shared_ptr<const core::Table> sampleTable()
{
    core::Table table;
    table.key = "sample";
    table.title = "Sample";
    table.columns = {{"name", "Name", core::CellKind::Text, {}, {}},
                     {"bytes", "Payload", core::CellKind::Quantity, core::kByte, "help"},
                     {"count", "Count", core::CellKind::Integer, {}, {}}};
    table.rows = {{std::string("b"), 2.0 * 1024 * 1024 * 1024, std::int64_t{10}},
                  {std::string("a"), 3.0 * 1024, std::int64_t{9}},
                  {std::string("c"), core::Cell(), std::int64_t{1000}}};
    return std::make_shared<const core::Table>(std::move(table));
}

core::DerivationPtr sampleDerivation()
{
    using N = core::ExplainedNumbers;
    const auto parameters = N::leaf(core::Bytes{640}, "parameters_bytes", core::SourceKind::Given, "model");
    const auto t = N::leaf(core::Number{8}, "t", core::SourceKind::Given, "/parallel/tensor");
    const auto share = N::named("weights_share", parameters / t, "arXiv:1909.08053, section 3");
    const auto copies = N::leaf(core::Number{2}, "copies", core::SourceKind::Assumed, "because");
    return N::named("weights_per_device", share * copies, "arXiv:1910.02054, section 5").derivation();
}

} // namespace

class TstItemModels : public QObject {
    Q_OBJECT
private slots:
    void tableModelKeepsTheRules()
    {
        app::TableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setTable(sampleTable());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), QStringLiteral("Count"));
        model.setTable(nullptr);
        QCOMPARE(model.columnCount(), 0);
    }
    void tableCellsReadWellAndSortRaw()
    {
        app::TableModel model;
        model.setTable(sampleTable());
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("2\u202fGiB"));
        QCOMPARE(model.index(0, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("2,147,483,648\u202fB"));
        QCOMPARE(model.index(0, 1).data(app::SortRole).toDouble(), 2147483648.0);
        QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral("\u2013"));
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(app::SortRole);
        sorted.sort(2);
        // 9 before 10 before 1000: numbers, not texts.
        QCOMPARE(sorted.index(0, 0).data().toString(), QStringLiteral("a"));
        QCOMPARE(sorted.index(2, 0).data().toString(), QStringLiteral("c"));
        QCOMPARE(sorted.index(0, 0).data(app::RowRole).toInt(), 1);
    }
    void derivationModelKeepsTheRules()
    {
        app::DerivationModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tester.setUseFetchMore(false); // it would fetch one node while another is being fetched
        const core::DerivationPtr root = sampleDerivation();
        model.setRoot(root);
        QCOMPARE(model.rowCount(), 2); // weights_share and copies: what stands in the formula, no deeper
        bool opened = false;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row, 0);
            if (!model.canFetchMore(index))
                continue;
            model.fetchMore(index);
            QVERIFY(model.rowCount(index) > 0);
            QCOMPARE(model.parent(model.index(0, 0, index)), index);
            opened = true;
        }
        QVERIFY(opened);
        model.setRoot(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
    void derivationTellsValueAndSource()
    {
        app::DerivationModel model;
        model.setRoot(sampleDerivation());
        bool found = false;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, 0).data().toString() != QLatin1String("weights share"))
                continue;
            found = true;
            QCOMPARE(model.index(row, app::DerivationModel::ValueColumn).data(app::SortRole).toDouble(),
                     80.0);
            QVERIFY(model.index(row, app::DerivationModel::SourceColumn)
                        .data()
                        .toString()
                        .contains(QLatin1String("1909.08053")));
        }
        QVERIFY(found);
    }
};

SHARDSCOPE_TEST(TstItemModels)
#include "tst_item_models.moc"
