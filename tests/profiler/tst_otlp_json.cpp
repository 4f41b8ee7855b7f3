// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using tests::formatData;
using tests::imported;

class TstOtlpJson : public QObject {
    Q_OBJECT
private slots:
    /// Two documents, one a line: a request through a frontend into an engine, and a span of an old writer.
    void good()
    {
        const auto run = imported(formatData("opentelemetry/good.json"));
        QCOMPARE(tests::slicesOf(run),
                 (std::vector<std::string>{
                     "POST /v1/completions [span] 1712195495000000000+500000 on frontend / http",
                     "later [span] 1712195495001000000+7 on service / spans",
                     "llm_request [span] 1712195495000100000+300000 on vllm 42 / vllm.llm_engine",
                     "prefill [span] 1712195495000150000+50000 on vllm 42 / vllm.llm_engine",
                 }));
        QCOMPARE(tests::instantsOf(run).size(), std::size_t{1});
        QCOMPARE(tests::remarksOf(run), std::string());
        const auto flows = run.run->timeline->flows();
        QCOMPARE(flows.size(), std::size_t{1}); // into the engine; the span inside needs none
        QCOMPARE(flows[0].toTs - flows[0].fromTs, std::int64_t{100'000});
        QVERIFY(tests::argumentsOf(run, "llm_request").find("gen_ai.usage.completion_tokens") !=
                std::string::npos);
    }

    void damaged()
    {
        const auto cut = imported(formatData("opentelemetry/truncated.json"));
        QCOMPARE(tests::remarksOf(cut), std::string("truncated_text x1"));
        QCOMPARE(cut.report.files.front().slices, std::uint64_t{1});
        const auto hostile = imported(formatData("opentelemetry/hostile.json"));
        QCOMPARE(
            tests::remarksOf(hostile),
            std::string("broken_text x1, event_without_time x3, missing_duration x2, negative_duration x1, "
                        "unnamed_event x1"));
        QCOMPARE(hostile.report.files.front().slices, std::uint64_t{3});
        tests::surviveDamage(tests::bytesOf(formatData("opentelemetry/good.json")));
        const tests::ScratchFolder scratch;
        const std::string deep = R"({"resourceSpans": [{"scopeSpans": )" + std::string(200'000, '[');
        QCOMPARE(tests::importError(scratch.write("b.json", deep)).code, core::ErrorCode::FileEmpty);
    }
};

SHARDSCOPE_TEST(TstOtlpJson)
#include "tst_otlp_json.moc"
