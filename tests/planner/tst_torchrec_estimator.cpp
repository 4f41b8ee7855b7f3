// SPDX-License-Identifier: GPL-3.0-or-later
// TorchRec's own numbers: 60 perf and 60 storage vectors computed by its planner, and the values of its unit
// tests.
#include "planner/recommender/torchrec/torchrec_json.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace shardscope;
using namespace shardscope::planner;
using Json = nlohmann::json;

namespace {

constexpr double kRelative = 1e-9;

bool close(double got, double want) { return std::abs(got - want) <= kRelative * std::abs(want); }

Json vectors()
{
    QFile file(SHARDSCOPE_SOURCE_DIR "/tests/data/recommender/torchrec_vectors.json");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return Json::parse(file.readAll().toStdString());
}

/// The unit tests' setup: batch 512, one feature with one id, two devices of one node.
TorchRecQuery unitTestQuery(const std::string& kernel, const std::string& sharding, std::int64_t rows,
                            std::int64_t dim)
{
    TorchRecQuery query;
    query.kernel = *core::fromName<core::LookupKernel>(kernel);
    query.sharding = *core::fromName<core::TableSharding>(sharding);
    query.batchSizes = {512};
    query.inputLengths = {1};
    query.poolings = {1};
    query.world = query.localWorld = 2;
    query.rows = rows;
    query.dim = dim;
    return query;
}

TorchRecPerf<core::PlainNumbers> perfOf(const TorchRecQuery& query, const TorchRecTopology& topology = {})
{
    return *torchRecPerf<core::PlainNumbers>(query, torchRecShards(query).front(), topology);
}

/// "['fused', 'table_wise']" -> {"fused", "table_wise"}.
std::vector<std::string> words(const std::string& key)
{
    std::vector<std::string> found;
    for (std::size_t at = key.find('\''); at != std::string::npos; at = key.find('\'', at)) {
        const std::size_t end = key.find('\'', at + 1);
        found.push_back(key.substr(at + 1, end - at - 1));
        at = end + 1;
    }
    return found;
}

/// A number, or one of the test file's small sums and products as text: "a * 2", "a + b".
double evaluate(const Json& value)
{
    if (value.is_number())
        return value.get<double>();
    const std::string text = value.get<std::string>();
    const double left = std::stod(text);
    if (const auto times = text.find(" * "); times != std::string::npos)
        return left * std::stod(text.substr(times + 3));
    return left + std::stod(text.substr(text.find(" + ") + 3));
}

} // namespace

class TstTorchRecEstimator : public QObject {
    Q_OBJECT
private slots:
    void perfVectors()
    {
        const Json all = vectors();
        QCOMPARE(all["perf"].size(), std::size_t{60});
        const auto queries = parseTorchRecQueries(all["perf"].dump(-1).c_str(), "vectors");
        // The file's objects hold "in" beside "out"; the reader takes the question.
        QVERIFY(queries.ok());
        for (std::size_t i = 0; i < queries->size(); ++i) {
            const auto document = torchRecPerfDocument((*queries)[i]);
            QVERIFY(document.ok());
            const Json got = Json::parse(core::jsonText(*document));
            const Json& want = all["perf"][i]["out"];
            QCOMPARE(got.size(), want.size());
            for (std::size_t row = 0; row < want.size(); ++row) {
                QVERIFY(got[row][0] == want[row][0]); // QCOMPARE would want to print a json value
                QVERIFY(got[row][1] == want[row][1]);
                for (std::size_t k = 0; k < 6; ++k)
                    QVERIFY2(close(got[row][2][k].get<double>(), want[row][2][k].get<double>()),
                             qPrintable(QString("vector %1, row %2, part %3").arg(i).arg(row).arg(k)));
            }
        }
    }

    void storageVectors()
    {
        const Json all = vectors();
        QCOMPARE(all["storage"].size(), std::size_t{60});
        const auto queries = parseTorchRecQueries(all["storage"].dump(-1).c_str(), "vectors");
        QVERIFY(queries.ok());
        for (std::size_t i = 0; i < queries->size(); ++i) {
            Json want = all["storage"][i];
            want.erase("in");
            const Json got = Json::parse(core::jsonText(torchRecStorageDocument((*queries)[i])));
            for (const auto& [key, value] : want.items())
                QVERIFY2(got[key] == value,
                         qPrintable(QString("vector %1: %2").arg(i).arg(QString::fromStdString(key))));
        }
    }

    void kernelBandwidths()
    {
        const Json table = vectors()["kernel_bw"];
        int compared = 0;
        for (const auto& [key, value] : table.items()) {
            const std::string device = key.substr(0, key.find('/'));
            const auto kernel = core::fromName<core::LookupKernel>(key.substr(key.find('/') + 1));
            if (!kernel)
                continue; // virtual tables and customised kernels: not modelled
            TorchRecQuery query;
            query.kernel = *kernel;
            query.device = device == "cuda"  ? TorchRecDevice::Cuda
                           : device == "cpu" ? TorchRecDevice::Cpu
                                             : TorchRecDevice::Mtia;
            const auto bandwidth = torchRecKernelBandwidth(query, {});
            QCOMPARE(bandwidth.ok(), !value.is_null());
            if (bandwidth.ok() && kernel != core::LookupKernel::FusedUvm &&
                kernel != core::LookupKernel::QuantUvm)
                QVERIFY2(close(bandwidth->value() / 1e3, value.get<double>()), key.c_str());
            ++compared;
        }
        QCOMPARE(compared, 24);
    }

    void unitTestPerfs()
    {
        int compared = 0;
        const Json tests = vectors()["unit_tests"];
        for (const Json& test : tests) {
            if (test["key"] != "expected_perfs")
                continue;
            TorchRecTopology topology;
            if (test["class"] == "TestEmbeddingPerfEstimatorWithGeneralizedComms") {
                // That test gives every collective its own bandwidth: 300 GiB/s inside the node, 40 GiB/s for
                // the all-reduce.
                topology.intraNode = core::BytesPerSecond{300.0 * 1073741824.0};
                topology.interNode = core::BytesPerSecond{40.0 * 1073741824.0};
            }
            for (const auto& [key, perfs] : test["value"].items()) {
                const auto names = words(key);
                const auto got = perfOf(unitTestQuery(names[0], names[1], 100, 10), topology);
                const std::vector<std::pair<const char*, double>> parts{
                    {"fwd_compute", got.forwardCompute.value()},
                    {"fwd_comms", got.forwardComms.value()},
                    {"bwd_compute", got.backwardCompute.value()},
                    {"bwd_comms", got.backwardComms.value()}};
                for (const Json& perf : perfs) {
                    for (const auto& [part, seconds] : parts)
                        QVERIFY2(close(seconds * 1e3, evaluate(perf[part])), (key + part).c_str());
                    ++compared;
                }
            }
        }
        QVERIFY(compared > 50);
    }

    void unitTestTotals()
    {
        int compared = 0;
        const Json tests = vectors()["unit_tests"];
        for (const Json& test : tests) {
            if (test["key"] != "expected_total_perfs")
                continue;
            const std::string name = test["test"].get<std::string>();
            for (const auto& [key, totals] : test["value"].items()) {
                const auto names = words(key);
                TorchRecQuery query = unitTestQuery(names[0], names[1], 100, 10);
                if (name == "test_1_table_perf_with_fp8_comm" && names[1] != "data_parallel") {
                    query.allToAllForwardBytes = query.allToAllBackwardBytes = 1;
                    query.scatterForwardBytes = query.scatterBackwardBytes = 2; // that test's codec registry
                }
                if (name == "test_sequence_2_table_perf") {
                    query.pooled = false;
                    query.rows = 256; // the dictionary keeps the last of the two tables
                    query.dim = 32;
                }
                if (name == "test_inference_1_table_perf") {
                    query.inference = true;
                    query.elementBytes = 1;
                    query.dim = 16; // int8 rows with scale and bias, aligned to 16 bytes
                }
                for (const Json& total : totals) {
                    QVERIFY2(close(perfOf(query).total.value() * 1e3, total.get<double>()),
                             (name + key).c_str());
                    ++compared;
                }
            }
        }
        QVERIFY(compared > 30);
    }

    void unitTestPrefetch()
    {
        int compared = 0;
        const Json tests = vectors()["unit_tests"];
        for (const Json& test : tests) {
            if (test["key"] != "expected_prefetch_computes")
                continue;
            for (const auto& [key, times] : test["value"].items()) {
                const auto names = words(key);
                TorchRecQuery query = unitTestQuery(names[1], names[2], 100, 10);
                query.expectedCacheFetches =
                    names[0] == "table_0" ? 200000 * 0.1 : 0; // lookups × miss rate of the test's statistics
                for (const Json& time : times) {
                    QVERIFY2(close(perfOf(query).prefetch.value() * 1e3, time.get<double>()), key.c_str());
                    ++compared;
                }
            }
        }
        QCOMPARE(compared, 18);
    }

    void pipelineBuffers()
    {
        // test_pipelined_storage: 1024 bytes of ids, 3333 of outputs; 10 passes of prefetch cost 1.6 inputs.
        TorchRecQuery query = unitTestQuery("fused_uvm_caching", "table_wise", 100, 10);
        const TorchRecStorage storage{1024, 3333, 100};
        QCOMPARE(torchRecPipelineBytes(query, storage, TorchRecPipeline::None), 1024.0 + 3333);
        QCOMPARE(torchRecPipelineBytes(query, storage, TorchRecPipeline::TrainSparseDist), 2048.0);
        QCOMPARE(torchRecPipelineBytes(query, storage, TorchRecPipeline::TrainPrefetchSparseDist),
                 1024.0 * 10);
        query.prefetchPasses = 10;
        QCOMPARE(torchRecPipelineBytes(query, storage, TorchRecPipeline::TrainPrefetchSparseDist),
                 1024.0 * 3 + 1638);
        query.kernel = core::LookupKernel::Fused;
        QCOMPARE(torchRecPipelineBytes(query, storage, TorchRecPipeline::TrainPrefetchSparseDist), 3072.0);
    }

    void plainAndExplainedAgree()
    {
        const auto queries = parseTorchRecQueries(vectors()["perf"].dump(-1).c_str(), "vectors");
        for (const TorchRecQuery& query : *queries) {
            const auto shard = torchRecShards(query).front();
            const auto plain = *torchRecPerf<core::PlainNumbers>(query, shard, {});
            const auto explained = *torchRecPerf<core::ExplainedNumbers>(query, shard, {});
            QCOMPARE(explained.total.value(), plain.total.value()); // bit for bit
            QCOMPARE(explained.total.derivation()->citation,
                     std::string("pytorch/torchrec @a48cef7, planner/shard_estimators.py"));
        }
    }

    void badInput_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("pointer");
        const QByteArray good = R"("sharding_type": "row_wise", "input_lengths": [1], "world_size": 4)";
        const auto row = [&](const char* name, const QByteArray& json, core::ErrorCode code,
                             const char* pointer) {
            QTest::newRow(name) << json << static_cast<int>(code) << QByteArray(pointer);
        };
        row("empty", "", core::ErrorCode::FileEmpty, "");
        row("cut short", "[{", core::ErrorCode::SyntaxError, "");
        row("no array", "{}", core::ErrorCode::WrongType, "");
        row("no table", "[{" + good + "}]", core::ErrorCode::MissingKey, "/0");
        row("unknown key", "[{" + good + R"(, "tabel": [1, 1]}])", core::ErrorCode::UnknownKey, "/0/tabel");
        row("negative rows", "[{" + good + R"(, "table": [-1, 8]}])", core::ErrorCode::OutOfRange,
            "/0/table/0");
        row("overflow", "[{" + good + R"(, "table": [1000000000000, 100000]}])", core::ErrorCode::OutOfRange,
            "/0/table");
        row("huge", "[{" + good + R"(, "table": [99999999999999999999999999, 8]}])",
            core::ErrorCode::OutOfRange, "/0/table/0");
        row("unknown sharding", R"([{"sharding_type": "rowwise", "table": [1, 1], "input_lengths": [1]}])",
            core::ErrorCode::UnknownValue, "/0/sharding_type");
        row("local world", "[{" + good + R"(, "table": [1, 1], "local_world_size": 3}])",
            core::ErrorCode::NotDivisible, "/0/local_world_size");
        row("lengths differ", "[{" + good + R"(, "table": [1, 1], "batch_sizes": [1, 2]}])",
            core::ErrorCode::Inconsistent, "/0");
        row("twice", R"([{"table": [1, 1], "table": [1, 1]}])", core::ErrorCode::Inconsistent, "/0/table");
    }
    void badInput()
    {
        QFETCH(QByteArray, json);
        QFETCH(int, code);
        QFETCH(QByteArray, pointer);
        const auto queries = parseTorchRecQueries(json.toStdString(), "file.json");
        QVERIFY(!queries.ok());
        QCOMPARE(static_cast<int>(queries.error().code), code);
        QCOMPARE(queries.error().place.jsonPointer, pointer.toStdString());
        QCOMPARE(queries.error().place.file, std::string("file.json"));
    }
};

SHARDSCOPE_TEST(TstTorchRecEstimator)
#include "tst_torchrec_estimator.moc"
