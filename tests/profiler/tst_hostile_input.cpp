// SPDX-License-Identifier: GPL-3.0-or-later
// Files made to harm, in every format: names, numbers, cuts. What is read must be sound, what is not must say
// which file.
#include "profiler/sql/sql_session.h"
#include "tests/profiler/hostile_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cstring>

using namespace shardscope;
using tests::formatData;
using tests::survive;

namespace {

/// A good file of each format and a name in it that reaches the timeline; "" where there is none.
struct Sample {
    const char* file;
    const char* name;
    bool text; ///< a name may get longer without breaking the file
};
const std::vector<Sample> kSamples{
    {"execution_trace/good.json", "aten::mm", true},
    {"chakra/good.et", "embedding", false},
    {"flight_recorder/protocol2_rank_0.pickle", "nccl:all_reduce", false},
    {"horovod/good.json", "gradients/dense/kernel", true},
    {"log/good.log", "slow ring", true},
    {"log/good_mlperf.log", "global_batch_size", true},
    {"log/good_patterns.log", "NVRM: Xid 79", true},
    {"memory_snapshot/good.pickle", "forward", false},
    {"memory_snapshot/good_protocol0.pickle", "forward", true},
    {"memory_timeline/good.raw.json", "", true},
    {"memory_timeline/good_columns.json", "", true},
    {"metrics/good.nvidia-smi.csv", "NVIDIA H200", true},
    {"metrics/good.prom", "node-a", true},
    {"metrics/good.query.json", "nn-0", true},
    {"nsys/good.sqlite", "gemm_kernel<float>", false},
    {"opentelemetry/good.json", "llm_request", true},
    {"perfetto/good.pftrace", "forward", false},
    {"rocprof/good.json", "gemm_kernel(float*)", true},
    {"rocprof/good.kernel_trace.csv", "reduce", true},
    {"rocprof/good_results.db", "gemm_kernel", false},
    {"speedscope/good.json", "backward", true},
    {"xplane/good.xplane.pb", "dispatch", false},
};

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

} // namespace

class TstHostileInput : public QObject {
    Q_OBJECT
private slots:
    void names_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("hostile");
        for (const Sample& sample : kSamples) {
            const std::size_t length = std::strlen(sample.name);
            const auto row = [&](const char* what, const std::string& pattern, std::size_t size) {
                if (length == 0)
                    return;
                std::string hostile;
                while (hostile.size() < size)
                    hostile += pattern;
                QTest::addRow("%s: %s", sample.file, what)
                    << sample.file << QByteArray(sample.name)
                    << QByteArray::fromStdString(hostile.substr(0, size));
            };
            row("SQL", "'; DROP TABLE slice; --", length);
            row("invalid UTF-8", "\xff\xc0\x80\xfe\xed\xa0\x80", length);
            row("control characters", "\x01\x1b[2J\x7f\x08", length);
            row("paths and formats", "../..%s%n/$(id)", length);
            if (sample.text)
                row("32 KB", "templates<templates<", 32'768);
        }
    }
    /// The same rows under any name; the name is found by SQL, as text.
    void names()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, hostile);
        const std::string good = tests::bytesOf(formatData(file.toStdString()));
        QVERIFY(good.find(name.toStdString()) != std::string::npos);
        const tests::ScratchFolder scratch;
        const auto before = tests::imported(formatData(file.toStdString()));
        const auto after = tests::imported(
            scratch.write("hostile", replaced(good, name.toStdString(), hostile.toStdString())));
        tests::verifySound(after);
        QCOMPARE(after.report.files.front().slices, before.report.files.front().slices);
        QCOMPARE(after.report.files.front().instants, before.report.files.front().instants);
        QCOMPARE(after.report.files.front().counters, before.report.files.front().counters);
        auto session = profiler::SqlSession::open(after.run, after.report);
        QVERIFY(session.ok());
        const core::Timeline& timeline = *after.run->timeline;
        for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
            const std::string text(timeline.names().text(timeline.name()[row]));
            if (text.find('\0') != std::string::npos)
                continue; // SQLite's texts end there
            const auto count = (*session)->query("SELECT count(*) FROM slice WHERE name = '" +
                                                 replaced(text, "'", "''") + "'");
            QVERIFY(count.ok());
            std::int64_t alike = 0;
            for (const core::NameId other : timeline.name())
                alike += other == timeline.name()[row] ? 1 : 0;
            QCOMPARE(std::get<std::int64_t>(count->table->rows.at(0).at(0)), alike);
        }
    }

    void damage_data()
    {
        QTest::addColumn<QString>("file");
        for (const Sample& sample : kSamples)
            QTest::newRow(sample.file) << sample.file;
    }
    /// Each number of a text replaced by ones that no column holds; every format cut, emptied, and with
    /// rubbish behind it.
    void damage()
    {
        QFETCH(QString, file);
        const std::string good = tests::bytesOf(formatData(file.toStdString()));
        const tests::ScratchFolder scratch;
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        std::size_t numbers = 0;
        for (std::size_t at = 0; at < good.size() && numbers < 40; ++at) {
            if (!isDigit(good[at]))
                continue;
            std::size_t end = at;
            while (end < good.size() && (isDigit(good[end]) || good[end] == '.'))
                ++end;
            ++numbers;
            for (const char* const number : {"99999999999999999999999999", "-9223372036854775808", "NaN",
                                             "-1e999", "1e308", "18446744073709551615", "0x7f", "\"\""}) {
                survive(scratch.write("number", good.substr(0, at) + number + good.substr(end)));
            }
            at = end;
        }
        for (std::size_t cut = 0; cut <= 16; ++cut)
            survive(scratch.write("cut", good.substr(0, good.size() * cut / 16)));
        QVERIFY(tests::importError(scratch.write("empty", "")).code == core::ErrorCode::FileEmpty);
        survive(scratch.write("more", good + std::string(4096, '\xff')));
        survive(scratch.write("twice", good + good));
        survive(scratch.write("zeros", good.substr(0, good.size() / 2) + std::string(100'000, '\0')));
    }
};

SHARDSCOPE_TEST(TstHostileInput)
#include "tst_hostile_input.moc"
