// SPDX-License-Identifier: GPL-3.0-or-later
// Tables pasted from spreadsheets, and what is refused.
#include "app/session/recommender/table_edit.h"
#include "core/catalog/catalog.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope;

namespace {

core::EmbeddingTable like()
{
    return {"other", 7, 9, 3, core::Dtype::Fp16, core::OptimizerKind::Adagrad, 2, 0.5};
}

} // namespace

class TstTableEdit : public QObject {
    Q_OBJECT
private slots:
    void titlesOrderTheColumns()
    {
        const auto tables = app::pastedTables("embedding_dim\tname\tnum_embeddings\tpooling_"
                                              "factor\n128\tusers\t40,000,000\t1.5\r\n64\titems\t1e6\t20\n",
                                              like());
        QVERIFY(tables.ok());
        QCOMPARE(tables->size(), std::size_t{2});
        QCOMPARE(tables->at(0).name, std::string("users"));
        QCOMPARE(tables->at(0).rows, std::int64_t{40'000'000});
        QCOMPARE(tables->at(0).dim, std::int64_t{128});
        QCOMPARE(tables->at(0).pooling, 1.5);
        QCOMPARE(tables->at(1).rows, std::int64_t{1'000'000});
        // What a row leaves out comes from the example.
        QVERIFY(tables->at(1).dtype == core::Dtype::Fp16);
        QCOMPARE(tables->at(1).count, std::int64_t{2});
    }
    void withoutTitles()
    {
        const auto named = app::pastedTables("a;100;8;1;fp32;sgd;3;0\n\nb;200;16", like());
        QVERIFY(named.ok());
        QCOMPARE(named->at(0).count, std::int64_t{3});
        QVERIFY(named->at(0).optimizer == core::OptimizerKind::Sgd);
        QCOMPARE(named->at(1).dim, std::int64_t{16});
        const auto numbers = app::pastedTables("100,8\n200,16", like());
        QVERIFY(numbers.ok());
        QCOMPARE(numbers->at(0).name, std::string("table"));
        QCOMPARE(numbers->at(1).name, std::string("table_2"));
        QCOMPARE(numbers->at(1).rows, std::int64_t{200});
    }
    void textPastesBack()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto tables = catalog.model("dlrm-v2-mlperf")->recommender()->tables;
        QCOMPARE(app::pastedTables(app::tablesAsText(tables), like()).value() == tables, true);
    }
    void badRowsAreTold_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("line");
        const auto row = [](const char* name, const char* text, core::ErrorCode code, int line) {
            QTest::newRow(name) << text << static_cast<int>(code) << line;
        };
        using core::ErrorCode;
        row("nothing", "", ErrorCode::MissingKey, 1);
        row("titles alone", "name\trows\tdim\n", ErrorCode::MissingKey, 1);
        row("no dim", "a\t100\n", ErrorCode::MissingKey, 1);
        row("words", "a\t100\t8\nb\tmany\t8\n", ErrorCode::WrongType, 2);
        row("half a row", "a\t1.5\t8\n", ErrorCode::WrongType, 1);
        row("beyond exact", "a\t1e30\t8\n", ErrorCode::WrongType, 1);
        row("infinite", "a\tinf\t8\n", ErrorCode::WrongType, 1);
        row("format", "a\t100\t8\t1\tfp31\n", ErrorCode::UnknownValue, 1);
        row("optimizer", "a\t100\t8\t1\tfp32\tadagard\n", ErrorCode::UnknownValue, 1);
    }
    void badRowsAreTold()
    {
        QFETCH(QString, text);
        QFETCH(int, code);
        QFETCH(int, line);
        const auto tables = app::pastedTables(text.toStdString(), like());
        QVERIFY(!tables.ok());
        QCOMPARE(static_cast<int>(tables.error().code), code);
        QCOMPARE(static_cast<int>(tables.error().place.line.value_or(0)), line);
    }
    void editsAreCheckedAsFilesAre()
    {
        const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
        const auto model = *catalog.model("dlrm-criteo-1tb");
        auto tables = model.recommender()->tables;
        QVERIFY(app::withTables(model, tables).ok());
        auto twice = tables;
        twice[1].name = twice[0].name;
        QVERIFY(!app::withTables(model, twice).ok());
        for (const std::int64_t rows : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{1} << 55}) {
            auto bad = tables;
            bad[3].rows = rows;
            const auto refused = app::withTables(model, bad);
            QVERIFY(!refused.ok());
            QCOMPARE(refused.error().place.jsonPointer, std::string("/tables/3/rows"));
        }
        auto many = tables; // each allowed, all together beyond what is counted
        for (auto& table : many) {
            table.rows = std::int64_t{1} << 50;
            table.dim = 1 << 20;
        }
        QVERIFY(!app::withTables(model, many).ok());
        QVERIFY(!app::withTables(*catalog.model("gpt2"), tables).ok());
    }
    void freshNames()
    {
        std::vector<core::EmbeddingTable> tables{like()};
        QCOMPARE(app::freshName("table", tables), std::string("table"));
        QCOMPARE(app::freshName("other", tables), std::string("other_2"));
    }
};

SHARDSCOPE_TEST(TstTableEdit)
#include "tst_table_edit.moc"
