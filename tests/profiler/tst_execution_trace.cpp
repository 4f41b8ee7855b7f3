// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include <proto/chakra.pb.h>

#include <algorithm>

using namespace shardscope;
using tests::formatData;
using tests::imported;
using Lines = std::vector<std::string>;

class TstExecutionTrace : public QObject {
    Q_OBJECT
private slots:
    /// Children lie inside their parents, in the order of ids; one microsecond for each begin and end.
    void pytorch()
    {
        const auto run = imported(formatData("execution_trace/good.json"));
        QCOMPARE(tests::slicesOf(run), (Lines{
                                           "[pytorch|profiler|execution_trace|thread] [execution_trace] "
                                           "0+8000 on process 403 / thread 1",
                                           "aten::add [execution_trace] 4000+2000 on process 403 / thread 1",
                                           "aten::mm [execution_trace] 2000+2000 on process 403 / thread 1",
                                           "backward [execution_trace] 8000+2000 on process 403 / thread 2",
                                           "forward [execution_trace] 1000+6000 on process 403 / thread 1",
                                       }));
        QCOMPARE(tests::remarksOf(run), std::string("events_without_times x5"));
        QCOMPARE(tests::metadataOf(run, "schema"), std::string("1.1.1-chakra.0.0.4"));
        QCOMPARE(nlohmann::json::parse(tests::argumentsOf(run, "aten::mm")).at("inputs").at("types").at(0),
                 "Tensor(float)");
        const auto old = imported(formatData("execution_trace/good_old.json"));
        QCOMPARE(tests::slicesOf(old), (Lines{"child [execution_trace] 1000+2000 on process 9 / thread 1",
                                              "root [execution_trace] 0+4000 on process 9 / thread 1"}));
    }

    void pytorchDamaged()
    {
        const auto cut = imported(formatData("execution_trace/truncated.json"));
        QCOMPARE(tests::remarksOf(cut), std::string("events_without_times x3, truncated_text x1"));
        QCOMPARE(cut.report.files.front().slices, std::uint64_t{3});
        // Parents in a circle, a node that is its own parent, one id twice, no id.
        const auto hostile = imported(formatData("execution_trace/hostile.json"));
        QCOMPARE(hostile.report.files.front().slices, std::uint64_t{5});
        QCOMPARE(tests::remarksOf(hostile), std::string("events_without_times x5, odd_entry x2"));
        // Damage within a node (here the last of five) is told with its byte, and the nodes before it are
        // kept.
        std::string text = tests::bytesOf(formatData("execution_trace/good.json"));
        const std::size_t colon = text.find(':', text.rfind("\"name\": \"backward\""));
        text[colon] = ';';
        const tests::ScratchFolder scratch;
        const auto damaged = imported(scratch.write("damaged.json", text));
        QCOMPARE(tests::remarksOf(damaged), std::string("broken_text x1, events_without_times x4"));
        const auto& remarks = damaged.report.remarks;
        const auto told = std::find_if(remarks.begin(), remarks.end(),
                                       [](const auto& one) { return one.kind == "broken_text"; });
        QVERIFY(told != remarks.end());
        QVERIFY(told->firstOffset >= colon - 10 && told->firstOffset <= colon + 1);
        tests::surviveDamage(tests::bytesOf(formatData("execution_trace/good.json")), 20);
    }

    void pytorchReal_data()
    {
        QTest::addColumn<QString>("file");
        if (tests::sharedTraces().empty())
            QSKIP("no folder of real traces here");
        for (const char* const file : {"shardscope/h200_gpt2_execution_trace.json.gz",
                                       "param/linear_et.json.gz", "param/dlrm_pytorch_et/dlrm_eg_0.json.gz"})
            QTest::newRow(file) << file;
    }
    void pytorchReal()
    {
        QFETCH(QString, file);
        const auto path = tests::sharedTraces() / file.toStdString();
        const nlohmann::json trace = nlohmann::json::parse(tests::wholeText(path));
        const auto run = imported(path);
        QCOMPARE(run.report.files.front().slices, std::uint64_t{trace.at("nodes").size()});
        QCOMPARE(run.report.files.front().displaced, std::uint64_t{0});
        std::map<std::string, std::uint64_t> wanted, found;
        for (const auto& node : trace.at("nodes"))
            ++wanted[node.at("name").get<std::string>()];
        const core::Timeline& timeline = *run.run->timeline;
        for (const core::NameId name : timeline.name())
            ++found[std::string(timeline.names().text(name))];
        QVERIFY(found == wanted);
    }

    void chakra()
    {
        const auto run = imported(formatData("chakra/good.et"));
        QCOMPARE(tests::slicesOf(run),
                 (Lines{
                     "all_reduce [execution_trace] 15000+20000 on execution trace / collective",
                     "embedding [execution_trace] 0+5000 on execution trace / compute",
                     "mlp [execution_trace] 5000+10000 on execution trace / compute",
                 }));
        QCOMPARE(tests::remarksOf(run), std::string());
        QCOMPARE(run.run->timeline->flows().size(), std::size_t{2});
        QCOMPARE(tests::metadataOf(run, "version"), std::string("0.0.4"));
        QCOMPARE(
            tests::argumentsOf(run, "all_reduce"),
            std::string(
                R"({"id":3,"ctrl_deps":[2],"comm_type":0,"comm_size":4096,"pg_name":"dp","is_cpu_op":false})"));
        const auto untimed = imported(formatData("chakra/good_untimed.et"));
        QCOMPARE(tests::slicesOf(untimed),
                 (Lines{
                     "a [execution_trace] 0+1000 on execution trace / compute",
                     "b [execution_trace] 1000+1000 on execution trace / compute",
                     "c [execution_trace] 2000+1000 on execution trace / collective",
                 }));
        QCOMPARE(tests::remarksOf(untimed), std::string("events_without_times x3"));
    }

    /// Nodes that say how long they take and what they need, but not when they began, as feeders of
    /// simulators write them: a(3) and b(5) first, c(2) behind both, d(7) behind a; a node before what it
    /// needs; two that need each other.
    void chakraWithoutStarts()
    {
        std::string trace;
        const auto put = [&](const google::protobuf::MessageLite& message) {
            const std::string bytes = message.SerializeAsString();
            for (std::size_t length = bytes.size(); true; length >>= 7) {
                trace += static_cast<char>((length & 0x7Fu) | (length > 0x7F ? 0x80u : 0u));
                if (length <= 0x7F)
                    break;
            }
            trace += bytes;
        };
        chakra::GlobalMetadata about;
        about.set_version("0.0.4");
        put(about);
        const auto node = [&](std::uint64_t id, const char* name, std::uint64_t micros,
                              const std::vector<std::uint64_t>& needs) {
            chakra::Node one;
            one.set_id(id);
            one.set_name(name);
            one.set_type(4); // compute
            one.set_duration_micros(micros);
            for (const std::uint64_t need : needs)
                one.add_data_deps(need);
            put(one);
        };
        node(3, "c", 2, {1, 2});
        node(1, "a", 3, {});
        node(2, "b", 5, {});
        node(4, "d", 7, {1});
        node(5, "x", 1, {6});
        node(6, "y", 1, {5});
        const tests::ScratchFolder scratch;
        const auto run = imported(scratch.write("no_starts.et", trace));
        QCOMPARE(tests::slicesOf(run), (Lines{"a [execution_trace] 0+3000 on execution trace / compute",
                                              "b [execution_trace] 0+5000 on execution trace / compute",
                                              "c [execution_trace] 5000+2000 on execution trace / compute",
                                              "d [execution_trace] 3000+7000 on execution trace / compute",
                                              "x [execution_trace] 0+1000 on execution trace / compute",
                                              "y [execution_trace] 1000+1000 on execution trace / compute"}));
        QCOMPARE(tests::remarkCount(run, "events_placed"), std::uint64_t{6});
        QCOMPARE(tests::remarkCount(run, "events_without_times"), std::uint64_t{0});
        QCOMPARE(run.run->timeline->flows().size(), std::size_t{5});
    }

    void chakraDamaged()
    {
        const auto cut = imported(formatData("chakra/truncated.et"));
        QCOMPARE(tests::remarksOf(cut), std::string("truncated_text x1"));
        QCOMPARE(cut.report.files.front().slices, std::uint64_t{2});
        const auto hostile = imported(formatData("chakra/hostile.et"));
        QCOMPARE(tests::remarksOf(hostile),
                 std::string("broken_message x1, event_without_time x1, name_not_in_file x1"));
        QCOMPARE(hostile.report.files.front().endNs, core::kMaxTime);
        tests::surviveDamage(tests::bytesOf(formatData("chakra/good.et")), 20);
    }
};

SHARDSCOPE_TEST(TstExecutionTrace)
#include "tst_execution_trace.moc"
