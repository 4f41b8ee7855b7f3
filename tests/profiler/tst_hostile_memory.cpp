// SPDX-License-Identifier: GPL-3.0-or-later
// What files made to harm may take of memory: nesting, formats that are streamed, bombs.
#include "profiler/import/bytes/archive_source.h"
#include "tests/profiler/decompression_bombs.h"
#include "tests/profiler/hostile_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <proto/xplane.pb.h>

using namespace shardscope;

class TstHostileMemory : public QObject {
    Q_OBJECT
private slots:
    void nesting_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("again");
        QTest::addColumn<int>("multiple"); // bytes of memory a byte of text, as docs/trace_formats.md says
        const auto row = [](const char* name, const std::string& head, const std::string& again,
                            int multiple) {
            QTest::newRow(name) << QByteArray::fromStdString(head) << QByteArray::fromStdString(again)
                                << multiple;
        };
        row("Chrome", "[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"args\":", "[", 10);
        row("Chrome, objects", "{\"traceEvents\":[", "{\"a\":", 10);
        row("execution trace", "{\"schema\":\"1\",\"nodes\":[", "[", 10);
        row("execution trace, values", "{\"schema\":\"1\",\"nodes\":[{\"id\":1,\"inputs\":{\"values\":", "[",
            10);
        row("memory timeline", "[[1, 1, 1024, 0], ", "[", 10);
        row("query", "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[",
            "{\"metric\":", 10);
        row("rocprofv3", "{\"rocprofiler-sdk-tool\":[{\"buffer_records\":", "[", 10);
        row("speedscope",
            "{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\", \"profiles\": "
            "[{\"samples\": ",
            "[", 10);
        row("OpenTelemetry", "{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": ", "[", 10);
        row("rocprofv3 CSV", "\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\"\n", ",\"", 10);
        row("pickle of marks", "\x80\x04", "(", 150);
        row("pickle of lists", "\x80\x04", "]", 150);
        row("pickle of tuples", "\x80\x04)", "\x85", 150);
        row("pickle of memos", "\x80\x04]", "\x94", 150);
        row("log", "2026-11-20 06:25:44,123 INFO ", "[", 10);
        row("protobuf", std::string("\x0a\xff\xff\xff\x07", 5), "\x0a\x7f", 10);
    }
    void nesting()
    {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, again);
        QFETCH(int, multiple);
        std::string text = head.toStdString();
        while (text.size() < 2 * tests::kMegabyte)
            text += again.toStdString();
        const tests::ScratchFolder scratch;
        const auto file = scratch.write("nested", text);
        const std::uint64_t before = tests::peakBytes(true);
        tests::survive(file);
        const std::uint64_t grown = tests::peakBytes() - before;
        const std::uint64_t most = 64 * tests::kMegabyte + static_cast<std::uint64_t>(multiple) * text.size();
        if (tests::kMemoryTells)
            QVERIFY2(grown <= most, qPrintable(QString("%1 of %2 bytes").arg(grown).arg(most)));
    }

    /// A format that is streamed takes no memory for what it leaves out: here 96 MB within a plane of XPlane,
    /// before the line that counts.
    void streaming()
    {
        const auto bytesField = [](char tag, const std::string& content) {
            std::string field(1, tag);
            for (std::size_t length = content.size();; length >>= 7) {
                field += static_cast<char>((length & 0x7F) | (length >= 0x80 ? 0x80 : 0));
                if (length < 0x80)
                    break;
            }
            return field + content;
        };
        xplane::XLine line;
        line.set_id(7);
        line.set_name("python");
        xplane::XEvent& event = *line.add_events();
        event.set_metadata_id(1);
        event.set_duration_ps(5000);
        const tests::ScratchFolder scratch;
        const auto file =
            scratch.write("large.xplane.pb",
                          bytesField('\x0a', bytesField('\x12', "/host:CPU") +
                                                 bytesField('\x3a', std::string(96 * tests::kMegabyte, 'x')) +
                                                 bytesField('\x1a', line.SerializeAsString())));
        const std::uint64_t before = tests::peakBytes(true);
        const auto run = tests::imported(file);
        const std::uint64_t grown = tests::peakBytes() - before;
        QCOMPARE(run.report.files.front().slices, std::uint64_t{1});
        QCOMPARE(tests::remarksOf(run), std::string("unnamed_event x1"));
        if (tests::kMemoryTells)
            QVERIFY2(grown <= 32 * tests::kMegabyte, qPrintable(QString::number(grown)));
    }

    void bombs_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("zstd") << "zstd";
        if (!tests::kMemoryTells)
            return; // a minute each under a sanitizer, and the same code is left of it
        for (const char* const name : {"gzip", "xz", "zip", "tar.gz", "gzip in tar", "zip in tar"})
            QTest::newRow(name) << name;
    }
    /// More than a gigabyte from one file for each five-hundredth of that: refused at the bound, by name and
    /// place, without holding it.
    void bombs()
    {
        QFETCH(QString, name);
        const std::string bytes = name == "gzip"          ? tests::gzipBomb()
                                  : name == "zstd"        ? tests::zstdBomb()
                                  : name == "xz"          ? tests::xzBomb()
                                  : name == "zip"         ? tests::zipBomb()
                                  : name == "tar.gz"      ? tests::tarGzBomb()
                                  : name == "gzip in tar" ? tests::tarOf("bomb.json", tests::gzipBomb())
                                                          : tests::tarOf("bomb.zip", tests::zipBomb());
        const bool member = name == "zip" || name.contains("tar");
        const tests::ScratchFolder scratch;
        const auto file = scratch.write("bomb", bytes);
        const std::uint64_t before = tests::peakBytes(true);
        const auto result = profiler::importTrace({file});
        const std::uint64_t grown = tests::peakBytes() - before;
        const std::uint64_t bound =
            std::max<std::uint64_t>(profiler::kUnfoldedFloor, profiler::kMostUnfolding * bytes.size());
        if (name == "zip in tar") {
            // An archive in an archive is not unfolded at all, and there is nothing else.
            QVERIFY(!result.ok());
            QVERIFY(result.error().code == core::ErrorCode::FormatUnknown);
        } else if (member) {
            // A member that cannot be read is named; there are no others.
            QVERIFY(!result.ok());
            QVERIFY(result.error().code == core::ErrorCode::DataCorrupt);
            QVERIFY(result.error().place.file.ends_with("bomb.json"));
            QVERIFY(result.error().place.byteOffset.value_or(0) <= bound + 16 * tests::kMegabyte);
        } else {
            QVERIFY(!result.ok());
            QVERIFY(result.error().code == core::ErrorCode::DataCorrupt);
            QCOMPARE(result.error().place.file, file.string());
            QVERIFY(result.error().place.byteOffset.has_value());
            QVERIFY(*result.error().place.byteOffset > profiler::kUnfoldedFloor);
            QVERIFY(*result.error().place.byteOffset <= bound + 16 * tests::kMegabyte);
        }
        if (tests::kMemoryTells)
            QVERIFY2(grown <= 128 * tests::kMegabyte, qPrintable(QString::number(grown)));
    }
};

SHARDSCOPE_TEST(TstHostileMemory)
#include "tst_hostile_memory.moc"
