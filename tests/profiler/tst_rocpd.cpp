// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of rocprofv3, made after its layout: two kernels on two streams, a copy, a kernel whose call was
// not recorded, a marker, an allocation.
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>
#include <sqlite3.h>

using namespace shardscope;
using tests::formatData;
using tests::imported;

class TstRocpd : public QObject {
    Q_OBJECT
private slots:
    void good()
    {
        const auto run = imported(formatData("rocprof/good_results.db"));
        QCOMPARE(tests::slicesOf(run),
                 (std::vector<std::string>{
                     "MEMORY_COPY_HOST_TO_DEVICE [gpu_memcpy] 520+40 on GPU 0 / copies",
                     "add_kernel [kernel] 250+50 on GPU 0 / stream 2",
                     "gemm_kernel [kernel] 20+40 on GPU 0 / stream 1",
                     "gemm_kernel [kernel] 200+300 on GPU 0 / stream 1",
                     "hipLaunchKernel [cuda_runtime] 110+20 on process 4321 / python3 4322",
                     "hipLaunchKernel [cuda_runtime] 140+20 on process 4321 / python3 4322",
                     "hipMemcpyAsync [cuda_runtime] 170+20 on process 4321 / python3 4322",
                     "step 1 [user_annotation] 100+900 on process 4321 / python3 4322",
                 }));
        // Two launches and a copy; the first kernel's call is not in the file.
        const auto flows = run.run->timeline->flows();
        QCOMPARE(flows.size(), std::size_t{3});
        QCOMPARE(flows[0].fromTs, std::int64_t{110});
        QCOMPARE(flows[0].toTs, std::int64_t{200});
        QCOMPARE(flows[2].fromTs, std::int64_t{170});
        QCOMPARE(flows[2].toTs, std::int64_t{520});
        QVERIFY(tests::remarksOf(run).empty());
        QCOMPARE(tests::metadataOf(run, "rows of rocpd_memory_allocate"), std::string("1"));
        QCOMPARE(tests::metadataOf(run, "GPU 0"), std::string("AMD Instinct MI300X"));
        QCOMPARE(run.run->sources.front().host, std::string("node-a"));
        const auto copy = nlohmann::json::parse(tests::argumentsOf(run, "MEMORY_COPY_HOST_TO_DEVICE"));
        QCOMPARE(copy.at("bytes").get<int>(), 4096);
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(run, "add_kernel")).at("grid_size_x").get<int>(),
                 64);
    }

    /// Merged databases have the tables of several processes, whose ids mean nothing to each other; one
    /// stream tells less than the queues.
    void merged()
    {
        const tests::ScratchFolder scratch;
        const auto file = scratch.write("merged.db", tests::bytesOf(formatData("rocprof/good_results.db")));
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(file.c_str(), &database), SQLITE_OK);
        std::string statements;
        for (const char* table : {"string", "info_node", "info_process", "info_thread", "info_agent",
                                  "info_kernel_symbol", "event", "region", "kernel_dispatch", "memory_copy"})
            statements += std::string("CREATE TABLE rocpd_") + table + "_2222 AS SELECT * FROM rocpd_" +
                          table + "_0000_1111;";
        statements += "UPDATE rocpd_info_process_2222 SET pid = 99;"
                      "UPDATE rocpd_kernel_dispatch_2222 SET stream_id = 1;";
        QCOMPARE(sqlite3_exec(database, statements.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);
        const auto run = imported(file);
        QCOMPARE(run.report.files.front().slices, std::uint64_t{16});
        QCOMPARE(run.run->timeline->flows().size(), std::size_t{6});
        for (const core::Flow& flow : run.run->timeline->flows())
            QVERIFY(flow.from.valid() && flow.to.valid());
        const auto slices = tests::slicesOf(run);
        const auto has = [&](const char* text) {
            return std::find(slices.begin(), slices.end(), text) != slices.end();
        };
        QVERIFY(has("add_kernel [kernel] 250+50 on GPU 0 / stream 2"));
        QVERIFY(has("add_kernel [kernel] 250+50 on GPU 0 / queue 2"));
        QVERIFY(has("step 1 [user_annotation] 100+900 on process 99 / python3 4322"));
    }

    void packedAndDamaged()
    {
        const std::string good = tests::bytesOf(formatData("rocprof/good_results.db"));
        const tests::ScratchFolder scratch;
        QCOMPARE(tests::slicesOf(imported(scratch.write("a.db.gz", tests::gzipped(good)))),
                 tests::slicesOf(imported(formatData("rocprof/good_results.db"))));
        QVERIFY(tests::importError(scratch.write("b.db", good.substr(0, 18'000))).code ==
                core::ErrorCode::DataCorrupt);
    }
};

SHARDSCOPE_TEST(TstRocpd)
#include "tst_rocpd.moc"
