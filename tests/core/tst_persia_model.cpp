// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's embedding_config.yml as a model: what it says is taken, what it does not say is marked.
#include "core/catalog/model_file.h"
#include "core/model/persia_model.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>

using namespace shardscope::core;

namespace {

constexpr const char* kConfig = R"(feature_index_prefix_bit: 8
slots_config:
  age:
    dim: 16
  history:
    dim: 32
    embedding_summation: false
    sample_fixed_size: 20
  city:
    dim: 8
    hash_stack_config: {hash_stack_rounds: 2, embedding_size: 500}
)";

} // namespace

class TstPersiaModel : public QObject {
    Q_OBJECT
private slots:
    void featuresBecomeTables()
    {
        const auto model = parseModel(kConfig, "folder/embedding_config.yml"); // told by content
        QVERIFY(model.ok());
        QCOMPARE(model->name, std::string("embedding_config"));
        const Recommender& tables = *model->recommender();
        QCOMPARE(tables.tables.size(), std::size_t{3});
        const EmbeddingTable& age = tables.tables[0];
        QCOMPARE(age.name, std::string("age"));
        QCOMPARE(age.dim, std::int64_t{16});
        QCOMPARE(age.rows, std::int64_t{1'000'000'000 / 3}); // PERSIA's capacity of a server, shared evenly
        QCOMPARE(tables.tables[1].pooling, 20.0);
        QCOMPARE(tables.tables[2].rows, std::int64_t{500});
        QCOMPARE(tables.tables[2].pooling, 2.0); // hashes summed
        const auto marked = [&](const char* pointer) {
            return std::find(model->unverified.begin(), model->unverified.end(), pointer) !=
                   model->unverified.end();
        };
        QVERIFY(marked("/tables/0/rows") && marked("/tables/0/pooling") && marked("/tables/0/optimizer"));
        QVERIFY(!marked("/tables/1/pooling") && !marked("/tables/2/rows"));
    }

    void widthsSurviveTheWayBack()
    {
        const auto model = parsePersiaModel(kConfig, "e.yml");
        QVERIFY(model.ok());
        Recommender many = *model->recommender();
        many.tables[0].count = 3;
        const PersiaEmbeddingConfig config = persiaEmbeddingOf(many);
        const auto again = parsePersiaEmbedding(persiaYaml(config), "e.yml");
        QVERIFY(again.ok());
        QVERIFY(*again == config);
        QCOMPARE(again->features.size(), std::size_t{5});
        QCOMPARE(again->features[1].name, std::string("age_1"));
        QCOMPARE(again->features[4].dim, std::int64_t{8});
    }

    void wrongWidthsAreTold()
    {
        for (const char* text :
             {"slots_config:\n  a: {dim: -1}\n", "slots_config:\n  a: {dim: 99999999999}\n",
              "slots_config:\n  a: {dims: 8}\n", "slots_config: 3\n", "slots_config:\n  a: {}\n"}) {
            const auto model = parseModel(text, "e.yml");
            QVERIFY2(!model.ok(), text);
            QCOMPARE(model.error().place.file, std::string("e.yml"));
        }
        // The words inside a text do not make a file PERSIA's.
        QVERIFY(!looksLikePersiaEmbedding("{\"a\": \"slots_config: 3\"}"));
        QVERIFY(looksLikePersiaEmbedding("slot_config:\n  a: {dim: 8}\n"));
    }
};

SHARDSCOPE_TEST(TstPersiaModel)
#include "tst_persia_model.moc"
