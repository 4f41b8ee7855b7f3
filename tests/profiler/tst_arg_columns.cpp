// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments as columns: against each slice's own arguments, in small, compressed and many-window files.
#include "profiler/profiler.h"
#include "profiler/trace/arg_columns.h"
#include "tests/profiler/import_case.h"
#include "tests/support/test_registry.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace shardscope;
using profiler::ArgColumns;
using profiler::ArgKey;
using profiler::IntegerColumn;

class TstArgColumns : public QObject {
    Q_OBJECT
private slots:
    void integersOfAnySize();
    void slicesOfTheSample();
    void eventsAcrossWindows();
    void cancelled();
};

namespace {

core::RunPtr runOf(const QTemporaryDir& folder, const std::string& text)
{
    const std::string file = folder.filePath("trace.json").toStdString();
    std::ofstream(file) << text;
    return tests::imported(file).run;
}

/// What a plain reading of one slice's arguments gives.
std::int64_t plainInteger(const core::Run& run, std::size_t row, const char* key)
{
    const auto json =
        nlohmann::json::parse(run.arguments->arguments(run.timeline->args()[row]), nullptr, false);
    if (!json.is_object() || !json.contains(key))
        return IntegerColumn::kMissing;
    const auto& value = json[key];
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    return value.is_string() ? std::stoll(value.get<std::string>()) : IntegerColumn::kMissing;
}

} // namespace

void TstArgColumns::integersOfAnySize()
{
    const QTemporaryDir folder;
    const core::RunPtr run = runOf(folder, R"({"traceEvents": [
            {"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 1, "args": {"correlation": 0, "stream": -1}},
            {"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 3, "dur": 1, "args": {"correlation": 4294967295, "bytes": 17179869184}},
            {"ph": "X", "name": "c", "pid": 1, "tid": 1, "ts": 5, "dur": 1},
            {"ph": "X", "name": "d", "pid": 1, "tid": 1, "ts": 7, "dur": 1, "args": {"stream": "7", "External id": 12, "device": 1.5}},
            {"ph": "X", "name": "e", "pid": 1, "tid": 1, "ts": 9, "dur": 1, "args": {"correlation": 4294967293, "Sequence number": 3}}]})");
    const ArgColumns columns(run);
    constexpr std::int64_t kNone = IntegerColumn::kMissing;
    const auto all = [&](ArgKey key) {
        const IntegerColumn& column = **columns.integers(key);
        std::vector<std::int64_t> values;
        for (std::size_t row = 0; row < run->timeline->sliceCount(); ++row)
            values.push_back(column[row]);
        return values;
    };
    using Values = std::vector<std::int64_t>;
    QCOMPARE(all(ArgKey::Correlation), (Values{0, 4294967295, kNone, kNone, 4294967293}));
    QCOMPARE(all(ArgKey::Stream), (Values{-1, kNone, kNone, 7, kNone}));
    QCOMPARE(all(ArgKey::Bytes), (Values{kNone, 17179869184, kNone, kNone, kNone}));
    QCOMPARE(all(ArgKey::ExternalId), (Values{kNone, kNone, kNone, 12, kNone}));
    QCOMPARE(all(ArgKey::SequenceNumber), (Values{kNone, kNone, kNone, kNone, 3}));
    QVERIFY((*columns.integers(ArgKey::Device))->empty());
    QVERIFY(!(*columns.integers(ArgKey::Bytes))->empty());
}

void TstArgColumns::slicesOfTheSample()
{
    const core::RunPtr run =
        tests::imported(std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources/samples/h200_dlrm.json.gz")
            .run;
    const ArgColumns columns(run);
    const IntegerColumn& correlation = **columns.integers(ArgKey::Correlation);
    const IntegerColumn& external = **columns.integers(ArgKey::ExternalId);
    std::size_t found = 0;
    for (std::size_t row = 0; row < run->timeline->sliceCount(); row += 53) {
        QCOMPARE(correlation[row], plainInteger(*run, row, "correlation"));
        QCOMPARE(external[row], plainInteger(*run, row, "External id"));
        found += correlation[row] != IntegerColumn::kMissing ? 1 : 0;
    }
    QVERIFY(found > 20);
}

void TstArgColumns::eventsAcrossWindows()
{
    // 20 MB in five windows of threads' own, with one event larger than a window's slack.
    std::string text = R"({"traceEvents": [)";
    constexpr int kEvents = 60'000;
    for (int event = 0; event < kEvents; ++event) {
        const std::size_t filling = event == 30'000 ? 600'000 : 250;
        text += R"({"ph": "X", "name": "e", "pid": 1, "tid": 1, "ts": )" + std::to_string(event * 10) +
                R"(, "dur": 5, "args": {"filling": ")" + std::string(filling, 'x') + R"(", "correlation": )" +
                std::to_string(event + 1) + "}},\n";
    }
    text += "]}";
    const QTemporaryDir folder;
    const core::RunPtr run = runOf(folder, text);
    QCOMPARE(run->timeline->sliceCount(), std::size_t{kEvents});
    const ArgColumns columns(run);
    const IntegerColumn& correlation = **columns.integers(ArgKey::Correlation);
    for (std::size_t row = 0; row < kEvents; ++row)
        QCOMPARE(correlation[row], static_cast<std::int64_t>(row) + 1);
}

void TstArgColumns::cancelled()
{
    const QTemporaryDir folder;
    const core::RunPtr run = runOf(folder, R"([{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1,
            "dur": 1, "args": {"correlation": 5}}])");
    const ArgColumns columns(run);
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = columns.integers(ArgKey::Correlation, {stop.get_token(), {}});
    QVERIFY(!stopped.ok());
    QVERIFY(stopped.error().code == core::ErrorCode::Cancelled);
    QCOMPARE((**columns.integers(ArgKey::Correlation))[0], std::int64_t{5}); // and again
}

SHARDSCOPE_TEST(TstArgColumns)
#include "tst_arg_columns.moc"
