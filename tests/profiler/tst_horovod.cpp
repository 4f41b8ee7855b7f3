// SPDX-License-Identifier: GPL-3.0-or-later
// Horovod's timelines are Chrome traces that are never closed: a process for each tensor, pairs without
// names.
#include "tests/profiler/import_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;

class TstHorovod : public QObject {
    Q_OBJECT
private slots:
    void timeline()
    {
        const auto run = tests::imported(tests::formatData("horovod/good.json"));
        const profiler::FileTally& tally = run.report.files.front();
        QCOMPARE(tally.events, std::uint64_t{11});
        QCOMPARE(tally.slices, std::uint64_t{5}); // three pairs, and a zero-length mark for each rank
        QCOMPARE(tally.instants, std::uint64_t{1});
        QCOMPARE(tally.metadata, std::uint64_t{2});
        const std::vector<std::string> slices = tests::slicesOf(run);
        QVERIFY(std::any_of(slices.begin(), slices.end(), [](const std::string& line) {
            return line.starts_with("NCCL_ALLREDUCE [] 220000+80000 on gradients/dense/kernel");
        }));
        QVERIFY(std::any_of(slices.begin(), slices.end(), [](const std::string& line) {
            return line.starts_with("NEGOTIATE_ALLREDUCE [] 100000+100000 on gradients/dense/kernel");
        }));
        for (const profiler::Remark& remark : run.report.remarks)
            QVERIFY2(remark.severity < core::Severity::DataLoss, remark.kind.c_str());
    }
};

SHARDSCOPE_TEST(TstHorovod)
#include "tst_horovod.moc"
