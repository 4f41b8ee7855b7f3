// SPDX-License-Identifier: GPL-3.0-or-later
// Recommendation models from every form people have, what they weigh, and input that is wrong.
#include "core/catalog/model_file.h"
#include "core/io/text_file.h"
#include "core/model/recommender_file.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QTest>

using namespace shardscope::core;

namespace {

ModelSpec shipped(const QString& name)
{
    const auto text = readTextFile(
        (QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/models/") + name + ".json").toStdString());
    return *parseModel(*text, name.toStdString());
}

const QByteArray kTorchRecCommand =
    "torchx run dlrm_main.py -- --pin_memory --batch_size 2048 \\\n --num_embeddings_per_feature "
    "\"40000000,39060,17295\" "
    "--embedding_dim 128 --dense_arch_layer_sizes=512,256,128 --over_arch_layer_sizes 1024,1024,512,256,1 "
    "--multi_hot_sizes 3,2,1 --interaction_type=dcn --adagrad";

const QByteArray kFirstCommand =
    "python dlrm_s_pytorch.py --arch-sparse-feature-size=64 --arch-mlp-bot=\"13-512-256-64\" "
    "--arch-mlp-top=512-256-1 --arch-embedding-size=1460-583-10131227 --mini-batch-size=128 "
    "--num-indices-per-lookup=10 --optimizer=rwsadagrad --nepochs=1";

} // namespace

class TstRecommenderFile : public QObject {
    Q_OBJECT
private slots:
    void criteoInventory()
    {
        const ModelSpec spec = shipped("dlrm-criteo-1tb");
        const Recommender& model = *spec.recommender();
        QCOMPARE(model.tableCount(), std::int64_t{26});
        // facebookresearch/dlrm README: 204,184,588 rows of 128 fp32 elements: 104.54 GB, 97.36 GiB.
        QCOMPARE(model.embeddingParameters(), 204184588.0 * 128);
        QCOMPARE(model.embeddingBytes().value(), 204184588.0 * 128 * 4);
        QVERIFY(std::abs(model.embeddingBytes().value() / 1e9 - 104.54) < 0.005);
        QVERIFY(std::abs(model.embeddingBytes().value() / 1073741824.0 - 97.36) < 0.005);
        QCOMPARE(model.embeddingOptimizerBytes().value(), 0.0);
        // 13·512 + 512 + 512·256 + 256 + 256·128 + 128, and 26·27/2 + 128 = 479 inputs of the top perceptron.
        QCOMPARE(model.interactionOutputs(), std::int64_t{479});
        QCOMPARE(model.denseParameters(), 7168.0 + 131328 + 32896 + 479 * 1024 + 1024 + 1024 * 1024 + 1024 +
                                              1024 * 512 + 512 + 512 * 256 + 256 + 257);
    }

    void multiHot()
    {
        const ModelSpec spec = shipped("dlrm-v2-mlperf");
        QCOMPARE(spec.recommender()->lookupsPerSample(), 214.0);
        QCOMPARE(spec.recommender()->interactionOutputs(), std::int64_t{27 * 128});
        // Adagrad keeps one fp32 a weight.
        QCOMPARE(spec.recommender()->embeddingOptimizerBytes().value(),
                 spec.recommender()->embeddingBytes().value());
    }

    void twelveTrillion()
    {
        // ZionEX's arithmetic: 96 TB in fp32 with an element-wise optimizer, 24 TB in fp16 with row-wise
        // Adagrad.
        EmbeddingTable table{"t", 1'171'875'000, 256, 20, Dtype::Fp32, OptimizerKind::Adagrad, 40, 0};
        QCOMPARE(table.parameters(), 12e12);
        QCOMPARE(table.weightBytes().value() + table.optimizerBytes().value(), 96e12);
        table.dtype = Dtype::Fp16;
        table.optimizer = OptimizerKind::RowwiseAdagrad;
        QCOMPARE(table.weightBytes().value(), 24e12);
        QCOMPARE(table.optimizerBytes().value(), 40 * 1'171'875'000.0 * 4); // 0.19 TB: one fp32 a row
    }

    void optimizerSlots_data()
    {
        QTest::addColumn<int>("optimizer");
        QTest::addColumn<double>("state");
        QTest::newRow("sgd") << static_cast<int>(OptimizerKind::Sgd) << 0.0;
        QTest::newRow("momentum") << static_cast<int>(OptimizerKind::Momentum) << 8.0;
        QTest::newRow("adagrad") << static_cast<int>(OptimizerKind::Adagrad) << 8.0;
        QTest::newRow("row-wise") << static_cast<int>(OptimizerKind::RowwiseAdagrad) << 1.0;
        QTest::newRow("adam") << static_cast<int>(OptimizerKind::Adam) << 16.0;
    }
    void optimizerSlots()
    {
        QFETCH(int, optimizer);
        QFETCH(double, state);
        const EmbeddingTable table{"t", 100, 8, 1, Dtype::Fp16, static_cast<OptimizerKind>(optimizer), 3, 0};
        QCOMPARE(table.optimizerBytes().value(), 3 * 100 * state * 4);
    }

    void everyShippedRecommenderParses()
    {
        int parsed = 0;
        for (const QString& file : QDir(SHARDSCOPE_SOURCE_DIR "/resources/models").entryList({"*.json"})) {
            const auto text = readTextFile(
                (QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/models/") + file).toStdString());
            if (text->find("\"recommender\"") == std::string::npos)
                continue;
            const auto spec = parseModel(*text, file.toStdString());
            QVERIFY2(spec.ok(), qPrintable(file));
            QVERIFY2(!spec->source.empty(), qPrintable(file));
            QCOMPARE(QString::fromStdString(spec->name) + ".json", file);
            const auto again = parseRecommender(recommenderDocument(*spec), "again");
            QVERIFY(again.ok());
            QVERIFY(*again->recommender() == *spec->recommender());
            ++parsed;
        }
        QVERIFY(parsed >= 16);
        // Counted parameters against the names (rounding of rows: within one part in a million).
        for (const auto& [name, parameters] : {std::pair{"zionex-95b", 95e9},
                                               {"zionex-332b", 332e9},
                                               {"zionex-793b", 793e9},
                                               {"zionex-845b", 845e9},
                                               {"zionex-12t", 12e12},
                                               {"persia-6.25t", 6.25e12},
                                               {"persia-100t", 100e12}})
            QVERIFY2(std::abs(shipped(name).recommender()->embeddingParameters() / parameters - 1) < 1e-6,
                     name);
    }

    void modelFilesAreToldByContent()
    {
        const auto native =
            parseModel(R"({"kind": "recommender", "tables": [{"rows": 5, "dim": 4}]})", "m.json");
        QVERIFY(native.ok());
        QVERIFY(native->recommender());
        QCOMPARE(native->name, std::string("m"));
        QCOMPARE(parameterCount(*native), 20.0);
        QVERIFY(parameterTensors(*native).empty());
        QVERIFY(parseModel(kFirstCommand.toStdString(), "run.sh")->recommender());
    }

    void torchRecCommand()
    {
        const auto command = parseDlrmCommand(kTorchRecCommand.toStdString(), "cmd");
        QVERIFY(command.ok());
        const Recommender& model = *command->model.recommender();
        QCOMPARE(model.tables.size(), std::size_t{3});
        QCOMPARE(model.tables[0].rows, std::int64_t{40000000});
        QCOMPARE(model.tables[2].pooling, 1.0);
        QCOMPARE(model.tables[0].dim, std::int64_t{128});
        QCOMPARE(static_cast<int>(model.tables[0].optimizer), static_cast<int>(OptimizerKind::Adagrad));
        QCOMPARE(static_cast<int>(model.interaction), static_cast<int>(Interaction::Dcn));
        QCOMPARE(model.topMlp, (std::vector<std::int64_t>{1024, 1024, 512, 256, 1}));
        QCOMPARE(command->batchSize.value_or(0), std::int64_t{2048});
        QCOMPARE(command->model.ignoredKeys, (std::vector<std::string>{"--pin_memory"}));
    }

    void firstGenerationCommand()
    {
        const auto command = parseDlrmCommand(kFirstCommand.toStdString(), "cmd");
        QVERIFY(command.ok());
        const Recommender& model = *command->model.recommender();
        QCOMPARE(model.denseFeatures, std::int64_t{13});
        QCOMPARE(model.bottomMlp, (std::vector<std::int64_t>{512, 256, 64}));
        QCOMPARE(model.tables[2].rows, std::int64_t{10131227});
        QCOMPARE(model.tables[0].pooling, 10.0);
        QCOMPARE(static_cast<int>(model.tables[0].optimizer),
                 static_cast<int>(OptimizerKind::RowwiseAdagrad));
        QCOMPARE(command->batchSize.value_or(0), std::int64_t{128});
    }

    void tableList()
    {
        const auto spec = parseModel(
            R"([{"name": "a", "num_embeddings": 100, "embedding_dim": 10, "feature_names": ["f", "g"]},
                                                   {"name": "b", "num_embeddings": 5, "embedding_dim": 4, "data_type": "DataType.FP16"}])",
            "tables.json");
        QVERIFY(spec.ok());
        QCOMPARE(spec->recommender()->tables[0].pooling, 2.0);
        QCOMPARE(static_cast<int>(spec->recommender()->tables[1].dtype), static_cast<int>(Dtype::Fp16));
    }

    void badInput_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("pointer");
        const auto row = [](const char* name, const QByteArray& text, ErrorCode code, const char* pointer) {
            QTest::newRow(name) << text << static_cast<int>(code) << QByteArray(pointer);
        };
        const auto tables = [](const QByteArray& list) {
            return QByteArray(R"({"kind": "recommender", "tables": [)") + list + "]}";
        };
        row("no tables", R"({"kind": "recommender"})", ErrorCode::MissingKey, "");
        row("negative rows", tables(R"({"rows": -5, "dim": 8})"), ErrorCode::OutOfRange, "/tables/0/rows");
        row("zero dim", tables(R"({"rows": 5, "dim": 0})"), ErrorCode::OutOfRange, "/tables/0/dim");
        row("overflow", tables(R"({"rows": 1000000000000000, "dim": 1000000, "count": 1000})"),
            ErrorCode::OutOfRange, "/tables");
        row("past int64", tables(R"({"rows": 99999999999999999999, "dim": 8})"), ErrorCode::OutOfRange,
            "/tables/0/rows");
        row("fraction", tables(R"({"rows": 1.5, "dim": 8})"), ErrorCode::WrongType, "/tables/0/rows");
        row("name twice", tables(R"({"name": "a", "rows": 5, "dim": 8}, {"name": "a", "rows": 6, "dim": 8})"),
            ErrorCode::Inconsistent, "/tables/1");
        row("unknown key", tables(R"({"rows": 5, "dim": 8, "poolng": 2})"), ErrorCode::UnknownKey,
            "/tables/0/poolng");
        row("optimizer", tables(R"({"rows": 5, "dim": 8, "optimizer": "adagrd"})"), ErrorCode::UnknownValue,
            "/tables/0/optimizer");
        row("dtype", tables(R"({"rows": 5, "dim": 8, "dtype": "fp23"})"), ErrorCode::UnknownValue,
            "/tables/0/dtype");
        row("widths differ",
            R"({"kind": "recommender", "bottom_mlp": [8], "top_mlp": [1], "tables": [{"rows": 5, "dim": 4}]})",
            ErrorCode::Inconsistent, "");
        row("interaction", R"({"kind": "recommender", "interaction": "dots", "tables": []})",
            ErrorCode::UnknownValue, "/interaction");
        row("empty option", "--num_embeddings_per_feature", ErrorCode::NumberMalformed,
            "--num_embeddings_per_feature");
        row("letters", "--num_embeddings_per_feature 1,x", ErrorCode::NumberMalformed,
            "--num_embeddings_per_feature");
        row("hot sizes", "--num_embeddings_per_feature 1,2 --multi_hot_sizes 1", ErrorCode::Inconsistent,
            "--multi_hot_sizes");
        row("overflowing option", "--arch-embedding-size=99999999999999999999", ErrorCode::NumberMalformed,
            "--arch-embedding-size");
        row("missing columns", R"([{"num_embeddings": 5}])", ErrorCode::MissingKey, "/0");
    }
    void badInput()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        QFETCH(QByteArray, pointer);
        const auto spec = parseModel(text.toStdString(), "m");
        QVERIFY(!spec.ok());
        QCOMPARE(static_cast<int>(spec.error().code), code);
        QCOMPARE(spec.error().place.jsonPointer, pointer.toStdString());
        QCOMPARE(spec.error().place.file, std::string("m"));
    }

    void truncatedNeverCrashes()
    {
        const std::string json = jsonText(recommenderDocument(shipped("zionex-12t")));
        for (std::size_t length = 0; length < json.size(); ++length)
            QVERIFY(!parseModel(json.substr(0, length), "m").ok());
        const std::string command = kTorchRecCommand.toStdString();
        for (std::size_t length = 0; length < command.size(); ++length) {
            const auto spec = parseModel(command.substr(0, length), "m");
            QVERIFY(spec.ok() || !spec.error().place.file.empty());
        }
    }
};

SHARDSCOPE_TEST(TstRecommenderFile)
#include "tst_recommender_file.moc"
