// SPDX-License-Identifier: GPL-3.0-or-later
// Documents are told by what they hold.
#include "app/session/documents/documents.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;
using app::DocumentKind;

class TstDocuments : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path written(const QByteArray& content, const char* name = "document")
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(content);
        return file.fileName().toStdString();
    }

private slots:
    void toldByContent_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* name, const QByteArray& content, DocumentKind kind) {
            QTest::newRow(name) << content << static_cast<int>(kind);
        };
        row("hugging face", "{\"activation_function\": \"gelu\", \"model_type\": \"gpt2\"}",
            DocumentKind::Model);
        row("native model", "{\"kind\": \"transformer\"}", DocumentKind::Model);
        row("list of tables", "[{\"name\": \"t\", \"num_embeddings\": 10, \"embedding_dim\": 8}]",
            DocumentKind::Model);
        row("tables in an object", "{\"tables\": []}", DocumentKind::Model);
        row("DLRM, first era",
            "python dlrm_s_pytorch.py --arch-embedding-size=10-20 --arch-sparse-feature-size=8 "
            "--arch-mlp-bot=4-8 --arch-mlp-top=8-1",
            DocumentKind::Model);
        row("DLRM, second era",
            "torchx run dlrm_main.py --num_embeddings_per_feature 10,20 --embedding_dim 8 "
            "--dense_arch_layer_sizes 16,8 --over_arch_layer_sizes 8,1",
            DocumentKind::Model);
        row("hardware", "{\"name\": \"x\", \"engines\": []}", DocumentKind::Hardware);
        row("cluster", "{\"kind\": \"cluster\", \"roles\": {}}", DocumentKind::Cluster);
        row("embedding_config.yml", "feature_index_prefix_bit: 8\nslots_config:\n  a: {dim: 8}\n",
            DocumentKind::Model);
        row("global_config.yml", "common_config:\n  job_type: Train\n", DocumentKind::Persia);
        row("PersiaJob", "apiVersion: v1\nkind: PersiaJob\n", DocumentKind::Persia);
        row("plan", " \n{\"parallel\": {}}", DocumentKind::Plan);
        row("plan that names its model", "{\"model\": \"gpt2\", \"hardware\": \"h200-sxm\"}",
            DocumentKind::Plan);
        row("kineto", "{\"schemaVersion\": 1, \"traceEvents\": []}", DocumentKind::Trace);
        row("kineto behind a mark", "\xEF\xBB\xBF{\"traceEvents\": []}", DocumentKind::Trace);
        row("array of events", "[{\"ph\": \"X\"}]", DocumentKind::Trace);
        row("cut trace", "{\"traceEvents\": [{\"ph\": \"X\", ", DocumentKind::Trace);
        row("gzip", "\x1F\x8B\x08", DocumentKind::Trace);
        row("zstd", "\x28\xB5\x2F\xFD", DocumentKind::Trace);
        row("pickle", "\x80\x04}.", DocumentKind::Trace);
        row("nvidia-smi", "timestamp, index, utilization.gpu [%]\n", DocumentKind::Trace);
        row("Prometheus", "# TYPE staleness gauge\nstaleness 1\n", DocumentKind::Trace);
        row("log", "2026-11-20 06:25:44 INFO a\n2026-11-20 06:25:45 INFO b\n", DocumentKind::Trace);
        row("execution trace", "{\"schema\": \"1.0.1\", \"pid\": 1, \"nodes\": []}", DocumentKind::Trace);
        row("nested keys do not decide", "{\"name\": {\"traceEvents\": 1}, \"memory\": []}",
            DocumentKind::Hardware);
    }

    void toldByContent()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, kind);
        const auto found = app::documentKind(written(content));
        QVERIFY(found.ok());
        QCOMPARE(static_cast<int>(*found), kind);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const QByteArray& content, core::ErrorCode code) {
            QTest::newRow(name) << content << static_cast<int>(code);
        };
        row("empty", "", core::ErrorCode::FileEmpty);
        row("text", "hello", core::ErrorCode::FormatUnknown);
        row("sqlite", "SQLite format 3", core::ErrorCode::FormatUnknown);
        row("no telling key", "{\"a\": 1}", core::ErrorCode::FormatUnknown);
        row("broken JSON", "{\"a\": \n }", core::ErrorCode::SyntaxError);
        row("nested deeply", QByteArray("{\"a\":").repeated(10'000), core::ErrorCode::NestingTooDeep);
    }

    void refused()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        const auto found = app::documentKind(written(content));
        QVERIFY(!found.ok());
        QCOMPARE(static_cast<int>(found.error().code), code);
        QVERIFY(!found.error().place.file.empty());
    }

    void missingFileAndFolder()
    {
        QCOMPARE(app::documentKind("no/such/file").error().code, core::ErrorCode::FileNotFound);
        // A folder is taken for a run's traces, one for each rank; one without any says so when it is read.
        const QTemporaryDir empty;
        const auto kind = app::documentKind(empty.path().toStdString());
        QVERIFY(kind.ok() && *kind == app::DocumentKind::Trace);
        QVERIFY(!profiler::importTrace({empty.path().toStdString()}).ok());
    }

    void planFileNamesItsModel()
    {
        const auto model = written("{\"kind\": \"parameters\", \"parameters\": 10}", "mine.json");
        const auto plan = app::readPlanDocument(
            written("{\"model\": \"mine.json\", \"hardware\": \"h200-sxm\", \"parallel\": {\"tensor\": 2}}",
                    "plan.json"));
        QVERIFY(plan.ok());
        QCOMPARE(plan->model, model.string()); // found beside the plan
        QCOMPARE(plan->hardware, std::string("h200-sxm"));
        QVERIFY(plan->says("parallel", "tensor") && !plan->says("parallel", "replica"));
        QVERIFY(plan->plan.find("hardware") == nullptr);
        const auto wrong = app::readPlanDocument(written("{\"model\": 3}", "wrong.json"));
        QCOMPARE(wrong.error().code, core::ErrorCode::WrongType);
        QCOMPARE(wrong.error().place.jsonPointer, std::string("/model"));
    }

    void resourcesAreFound()
    {
        QVERIFY(std::filesystem::is_directory(app::findResources() / "samples"));
        qputenv("SHARDSCOPE_RESOURCES", "/some/where");
        QCOMPARE(app::findResources(), std::filesystem::path("/some/where"));
        qunsetenv("SHARDSCOPE_RESOURCES");
    }
};

SHARDSCOPE_TEST(TstDocuments)
#include "tst_documents.moc"
