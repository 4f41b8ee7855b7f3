// SPDX-License-Identifier: GPL-3.0-or-later
// Published trainings of several parts: read, planned on any number of devices, and set beside what was
// published.
#include "app/session/questions/training_recipe.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;
using namespace shardscope::app;

namespace {

const core::Catalog& ours()
{
    static const core::Catalog all(SHARDSCOPE_SOURCE_DIR "/resources");
    return all;
}

PlannedTraining planned(const char* recipe, const char* hardware, int devices)
{
    return planTraining(ours(), {"", hardware, "", {{"gpus", std::to_string(devices)}}},
                        readRecipe(ours(), recipe).value())
        .value();
}

} // namespace

class TstTrainingRecipe : public QObject {
    Q_OBJECT
private slots:
    void everyShippedOneIsPlannedWhereItRan()
    {
        const auto names = recipeNames(ours());
        QVERIFY(names.size() >= 2);
        for (const std::string& name : names) {
            const TrainingRecipe recipe = readRecipe(ours(), name).value();
            QCOMPARE(recipe.name, name);
            QVERIFY(!recipe.published.empty());
            for (const PublishedTraining& run : recipe.published) {
                const PlannedTraining training =
                    planned(name.c_str(), run.hardware.c_str(), int(run.devices));
                QCOMPARE(training.parts.size(), recipe.parts.size());
                QVERIFY(training.published.has_value());
                const double ratio = training.seconds.value() / run.seconds.value();
                QVERIFY2(ratio > 0.85 && ratio < 1.15,
                         qPrintable(QString("%1 on %2: %3").arg(name.c_str()).arg(run.devices).arg(ratio)));
                QVERIFY(training.low < training.seconds && training.seconds < training.high);
            }
        }
    }
    /// The article's order, with nothing named but the two machines and recipes.
    void deepSpeedIsAheadOfNvidiasRecord()
    {
        QVERIFY(planned("deepspeed", "dgx-2-v100-32g", 1024).seconds <
                planned("nvidia", "dgx-2h-v100-32g", 1472).seconds);
    }
    /// Whatever the number of devices: all samples are seen, a replica's share is whole micro-batches of at
    /// most the published size.
    void samplesAreAllSeen()
    {
        for (const int devices : {1, 3, 16, 48, 100, 1472, 4096}) {
            const PlannedTraining training = planned("deepspeed", "dgx-2-v100-32g", devices);
            for (std::size_t part = 0; part < training.parts.size(); ++part) {
                const core::Evaluation& evaluation = training.parts[part].evaluation;
                const core::Batch& batch = evaluation.plan.batch;
                QCOMPARE(evaluation.devices, devices);
                QCOMPARE(batch.microBatch * batch.microBatches * devices, batch.globalBatch);
                QVERIFY(batch.microBatch <= training.recipe.parts[part].microBatch);
                QVERIFY(evaluation.training->steps * double(batch.globalBatch) >=
                        training.recipe.parts[part].samples * (1 - 1e-9));
            }
        }
    }
    void mistakesNameFileAndPlace()
    {
        const auto unknown = readRecipe(ours(), "bert-large-deepsped");
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, core::ErrorCode::UnknownName);
        QTemporaryDir folder;
        const QString path = folder.filePath("x.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"name": "x", "model": "gpt2", "source": "s", "parts": [{"title": "a"}]})");
        file.close();
        const auto wrong = readRecipe(ours(), path.toStdString());
        QVERIFY(!wrong.ok());
        QCOMPARE(wrong.error().code, core::ErrorCode::MissingKey);
        QCOMPARE(wrong.error().place.file, path.toStdString());
    }
};

SHARDSCOPE_TEST(TstTrainingRecipe)
#include "tst_training_recipe.moc"
