// SPDX-License-Identifier: GPL-3.0-or-later
// One trace read in every way: threads, windows and compressions must not show in any column. And a second
// opinion on single windows: simdjson reads the same events in them as our scanner.
#include "core/base/parallel.h"
#include "profiler/import/bytes/byte_source.h"
#include "profiler/import/bytes/raw_pool.h"
#include "profiler/import/chrome/chrome_pipeline.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/memory_source.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <simdjson.h>

#include <algorithm>
#include <tuple>

using namespace shardscope;
using namespace shardscope::profiler;

class TstImportMatrix : public QObject {
    Q_OBJECT
private slots:
    void columnsAreTheSameInEveryWay_data();
    void columnsAreTheSameInEveryWay();
    void simdjsonReadsTheSameEvents_data();
    void simdjsonReadsTheSameEvents();
};

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kRealTracesToo = false; // minutes, for a comparison that one thread makes
#else
constexpr bool kRealTracesToo = true;
#endif

std::string sampleText()
{
    return tests::wholeText(std::filesystem::path(SHARDSCOPE_SOURCE_DIR) /
                            "resources/samples/h200_dlrm.json.gz");
}

/// \p text as a zstd frame of blocks that are not compressed (RFC 8878, sections 3.1.1.1 and 3.1.1.2).
std::string zstandard(const std::string& text)
{
    constexpr std::size_t kBlock = std::size_t{128} << 10;
    std::string frame("\x28\xB5\x2F\xFD\x00\x50", 6); // no checksum, no size; a window of 1 MiB
    for (std::size_t at = 0; at < text.size(); at += kBlock) {
        const std::size_t size = std::min(kBlock, text.size() - at);
        const std::size_t header = (at + size == text.size() ? 1u : 0u) | size << 3;
        for (unsigned byte = 0; byte < 3; ++byte)
            frame.push_back(static_cast<char>(header >> (8 * byte) & 0xFF));
        frame.append(text, at, size);
    }
    return frame;
}

/// One number for everything that the columns hold.
std::uint64_t hashOf(const core::Timeline& timeline)
{
    std::uint64_t hash = 0;
    const auto add = [&](const void* bytes, std::size_t size) {
        hash = hash * 31 + hashBytes(std::string_view(static_cast<const char*>(bytes), size));
    };
    const auto addColumn = [&](const auto& column) {
        if (!column.empty())
            add(column.data(), column.size_bytes());
    };
    const auto addNumber = [&](auto number) { add(&number, sizeof number); };
    addColumn(timeline.ts());
    addColumn(timeline.dur());
    addColumn(timeline.name());
    addColumn(timeline.category());
    addColumn(timeline.args());
    for (const core::Lane& lane : timeline.lanes()) {
        addNumber(lane.track.value);
        addNumber(lane.depth);
        addNumber(lane.begin);
        addNumber(lane.count);
    }
    for (const core::Flow& flow : timeline.flows()) {
        addNumber(flow.from.value);
        addNumber(flow.to.value);
        addNumber(flow.fromTs);
        addNumber(flow.toTs);
        addNumber(flow.id);
    }
    for (const core::Instant& instant : timeline.instants()) {
        addNumber(instant.ts);
        addNumber(instant.name.value);
        addNumber(instant.args);
    }
    for (const core::CounterSample& sample : timeline.counterSamples()) {
        addNumber(sample.ts);
        addNumber(sample.value);
    }
    for (std::size_t name = 0; name < timeline.names().size(); ++name) {
        const std::string_view text = timeline.names().text(core::NameId{name});
        add(text.data(), text.size());
    }
    return hash;
}

std::uint64_t hashOfFile(const std::filesystem::path& file, std::size_t window)
{
    core::TimelineBuilder builder;
    tests::ReadText read;
    RunClock clock;
    ImportTarget target{
        builder,        0,          0, clock, read.source, read.metadata, read.tally, read.remarks,
        read.arguments, read.memory};
    const auto source = openByteSource(file);
    if (!source || !ChromeJsonImporter(window).read(**source, target, {}).ok())
        return 0;
    return hashOf(*builder.build({}, read.layout).value());
}

/// ts and dur in ns, and name, category, process and thread as written.
using WindowEvent =
    std::tuple<std::int64_t, std::int64_t, std::string, std::string, std::string, std::string>;

std::string bare(std::string_view token)
{
    while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ')
        token.remove_suffix(1);
    if (token.size() >= 2 && token.front() == '"')
        token = token.substr(1, token.size() - 2);
    return std::string(token);
}

/// Decimal text to thousandths, digit by digit; for texts of at most three decimals.
std::int64_t thousandths(const std::string& token)
{
    const std::size_t point = std::min(token.find('.'), token.size());
    std::string digits = token.substr(0, point);
    std::string decimals = point < token.size() ? token.substr(point + 1) : "";
    decimals.resize(3, '0');
    return std::stoll(digits + decimals);
}

std::vector<WindowEvent> bySimdjson(std::string_view events)
{
    std::string list = "[" + std::string(events);
    while (static_cast<unsigned char>(list.back()) <= ' ' || list.back() == ',')
        list.pop_back();
    list += "]";
    const simdjson::padded_string padded(list);
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document = parser.iterate(padded);
    std::vector<WindowEvent> read;
    for (simdjson::ondemand::object event : document.get_array()) {
        std::map<std::string, std::string> fields;
        for (auto field : event) {
            const std::string key(field.unescaped_key().value());
            if (key == "args")
                continue; // objects have no token
            simdjson::ondemand::value value = field.value();
            fields[key] = bare(value.raw_json_token());
        }
        if (fields["ph"] == "X")
            read.emplace_back(thousandths(fields["ts"]), thousandths(fields["dur"]), fields["name"],
                              fields["cat"], fields["pid"], fields["tid"]);
    }
    return read;
}

std::vector<WindowEvent> byScanner(const TextChunk& chunk)
{
    ChromeRows rows;
    std::vector<WindowEvent> read;
    for (const ChromeSegment& segment : scanChunk(chunk, rows)) {
        const ChromeDictionary& dictionary = *segment.dictionary;
        for (const core::SliceRow& row : segment.slices) {
            const ChromeDictionary::LocalTrack& track = dictionary.tracks()[row.track.index()];
            read.emplace_back(row.ts, row.dur, dictionary.names().at(row.name.value),
                              dictionary.names().at(row.category.value),
                              dictionary.processes().at(track.process).substr(1), track.thread);
        }
    }
    return read;
}

} // namespace

void TstImportMatrix::columnsAreTheSameInEveryWay_data()
{
    QTest::addColumn<QString>("form");
    for (const char* const form : {"plain", "gzip", "zstd"})
        QTest::addRow("%s", form) << QString(form);
}

void TstImportMatrix::columnsAreTheSameInEveryWay()
{
    QFETCH(QString, form);
    const tests::ScratchFolder folder;
    const std::string text = sampleText();
    const auto plain = folder.write("plain", text);
    std::uint64_t wanted = 0;
    {
        const core::ThreadCount one(1);
        wanted = hashOfFile(plain, text.size() + 1); // in one piece, nothing guessed
    }
    QVERIFY(wanted != 0);
    const auto file = form == "plain"  ? plain
                      : form == "gzip" ? folder.write("packed", tests::gzipped(text))
                                       : folder.write("packed", zstandard(text));
    for (const unsigned threads : {1u, 2u, 5u}) {
        const core::ThreadCount scope(threads);
        for (const std::size_t window : {std::size_t{64}, std::size_t{1000}, std::size_t{64} << 10,
                                         std::size_t{1} << 20, std::size_t{4} << 20}) {
            const std::uint64_t hash = hashOfFile(file, window);
            QVERIFY2(hash == wanted,
                     qPrintable(QString("%1 threads, windows of %2 bytes").arg(threads).arg(window)));
        }
    }
}

void TstImportMatrix::simdjsonReadsTheSameEvents_data()
{
    QTest::addColumn<QString>("file");
    const auto folder = std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources/samples";
    QTest::addRow("sample") << QString::fromStdString((folder / "h200_dlrm.json.gz").string());
    if (!kRealTracesToo || tests::sharedTraces().empty())
        return;
    for (const char* const name : {"h200_gpt2_medium_accum4.json.gz", "h200_ddp4_straggler.rank1.json.gz",
                                   "h200_persia_persia.json.gz"}) {
        const auto file = tests::sharedTraces() / "shardscope" / name;
        if (std::filesystem::exists(file))
            QTest::addRow("%s", name) << QString::fromStdString(file.string());
    }
}

void TstImportMatrix::simdjsonReadsTheSameEvents()
{
    QFETCH(QString, file);
    const std::string text = tests::wholeText(file.toStdString());
    std::size_t compared = 0;
    for (const std::size_t window : {std::size_t{3000}, std::size_t{256} << 10}) {
        tests::MemorySource source(text);
        TextCutter cutter(source, window);
        while (true) {
            const TextChunk chunk = cutter.next({});
            if (chunk.last) // what lies behind the events is no part of a list of them
                break;
            if (!chunk.atEvent)
                continue;
            const std::vector<WindowEvent> read = byScanner(chunk);
            QVERIFY(read == bySimdjson({chunk.begin(), chunk.size}));
            compared += read.size();
        }
    }
    QVERIFY(compared > 1000);
}

SHARDSCOPE_TEST(TstImportMatrix)
#include "tst_import_matrix.moc"
