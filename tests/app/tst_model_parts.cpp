// SPDX-License-Identifier: GPL-3.0-or-later
// A recommender's parts add up to the model, whatever its shape.
#include "app/session/published/parameter_years.h"
#include "app/session/recommender/dlrm_structure.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace shardscope;

class TstModelParts : public QObject {
    Q_OBJECT
private slots:
    void partsAddUpToTheModel()
    {
        std::mt19937_64 random(1);
        for (int i = 0; i < 100; ++i) {
            core::Recommender model;
            model.denseFeatures = static_cast<std::int64_t>(random() % 50);
            model.interaction = static_cast<core::Interaction>(random() % 3);
            const auto dim = static_cast<std::int64_t>(8 << random() % 5);
            for (std::uint64_t layer = random() % 3; layer > 0; --layer)
                model.bottomMlp.push_back(static_cast<std::int64_t>(1 + random() % 512));
            model.bottomMlp.push_back(dim);
            for (std::uint64_t layer = 1 + random() % 3; layer > 0; --layer)
                model.topMlp.push_back(static_cast<std::int64_t>(1 + random() % 512));
            for (std::uint64_t table = 1 + random() % 5; table > 0; --table) {
                core::EmbeddingTable one;
                one.rows = static_cast<std::int64_t>(1 + random() % 1'000'000);
                one.dim = dim;
                one.pooling = static_cast<double>(1 + random() % 20);
                one.count = static_cast<std::int64_t>(1 + random() % 4);
                model.tables.push_back(one);
            }
            double parameters = 0;
            double flops = 0;
            for (const app::StructurePart& part : app::structureOf(model)) {
                QVERIFY(part.parameters >= -1e-6 && part.flops >= 0);
                parameters += part.parameters;
                flops += part.flops;
            }
            const double all = model.embeddingParameters() + model.denseParameters();
            QVERIFY(std::abs(parameters / all - 1) < 1e-9);
            const double dense =
                model.bottomFlopsPerSample() + model.interactionFlopsPerSample() + model.topFlopsPerSample();
            QVERIFY(flops >= dense);
            QCOMPARE(app::structureTableOf(model).rows.size(), std::size_t{4});
        }
    }

    void yearsAreInOrderAndSourced()
    {
        const auto years = app::parameterYears();
        QVERIFY(std::is_sorted(years.begin(), years.end(),
                               [](const auto& a, const auto& b) { return a.year < b.year; }));
        for (const app::YearPoint& one : years)
            QVERIFY(one.parameters >= 1e9 && *one.source != 0);
    }
};

SHARDSCOPE_TEST(TstModelParts)
#include "tst_model_parts.moc"
