// SPDX-License-Identifier: GPL-3.0-or-later
// Cells by the keys of their columns, and what is read where there are none.
#include "app/session/tables/table_reader.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <string>

using namespace shardscope;

class TstTableReader : public QObject {
    Q_OBJECT
private slots:
    void cellsAreReadByTheirKeys()
    {
        core::Table table;
        table.columns = {{"name", "Name", core::CellKind::Text, {}, {}},
                         {"count", "Count", core::CellKind::Integer, {}, {}},
                         {"share", "Share", core::CellKind::Real, {}, {}},
                         {"fits", "Fits", core::CellKind::Flag, {}, {}}};
        table.rows = {{std::string("a"), std::int64_t{7}, 0.5, true},
                      {std::monostate{}, std::int64_t{-7}, std::numeric_limits<double>::quiet_NaN(), false}};
        const app::TableReader cells(table);
        QCOMPARE(cells.rows(), std::size_t{2});
        QCOMPARE(cells.text(0, "name"), std::string("a"));
        QCOMPARE(cells.number(0, "count"), 7.0);
        QCOMPARE(cells.number(0, "share"), 0.5);
        QCOMPARE(cells.index(0, "count"), std::size_t{7});
        QVERIFY(cells.flag(0, "fits") && !cells.flag(1, "fits"));
        // An index is never taken out of nothing.
        QCOMPARE(cells.index(1, "count"), std::size_t{0});
        QCOMPARE(cells.index(1, "share"), std::size_t{0});
        QCOMPARE(cells.text(1, "name"), std::string());
    }
    void whatIsNotThereReadsAsNothing()
    {
        const core::Table table{
            "t", "T", {{"name", "Name", core::CellKind::Text, {}, {}}}, {{std::string("a")}}};
        const app::TableReader cells(table);
        QCOMPARE(cells.number(0, "name"), 0.0); // another kind
        QCOMPARE(cells.number(0, "other"), 0.0);
        QCOMPARE(cells.text(3, "name"), std::string());
        QVERIFY(!cells.flag(0, "name"));
    }
};

SHARDSCOPE_TEST(TstTableReader)
#include "tst_table_reader.moc"
