// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that an import keeps of arguments: what they tell is what the text tells, in whole and damaged
// files.
#include "core/run/run.h"
#include "profiler/cache/columnar_cache.h"
#include "profiler/import/arguments/kept_numbers.h"
#include "profiler/import/text/json_text.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/import/text/padded_text.h"
#include "profiler/sql/grouping/joined_columns.h"
#include "profiler/sql/sql_session.h"
#include "profiler/trace/arg_columns.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/sql_case.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

using namespace shardscope;
using profiler::ArgKey;
using profiler::ArgNumbers;

class TstKeptNumbers : public QObject {
    Q_OBJECT
private slots:
    void readAsTheTextSays();
    void anyNumbersComeBack();
    void damagedBlocksEndEarly();
    void runsAnswerAsTheirTexts_data();
    void runsAnswerAsTheirTexts();
    void theFileIsNotReadAgain();
    void joinsByFunctionAreJoinsByColumn_data();
    void joinsByFunctionAreJoinsByColumn();
    void columnsTellArgumentsOnlyWhereTheyDo();
};

namespace {

using Random = std::mt19937;

template <std::size_t Size>
const char* oneOf(Random& random, const std::array<const char*, Size>& choices)
{
    return choices[random() % Size];
}

std::string randomValue(Random& random)
{
    static constexpr std::array kValues{"7",
                                        "0",
                                        "007",
                                        "-3",
                                        "4294967295",
                                        "4294967294",
                                        "2147483645",
                                        "999999999999999999",
                                        "1000000000000000000",
                                        "9223372036854775807",
                                        "18446744073709551616",
                                        "1.5",
                                        "2e3",
                                        "250.75",
                                        "\"12\"",
                                        "\"a\\\"b\"",
                                        "\"]}\"",
                                        "null",
                                        "true",
                                        "NaN",
                                        "[1, 2]",
                                        "[[1, [2]], []]",
                                        "[\"]\", \"[\"]",
                                        "{\"stream\": 9}",
                                        "{}",
                                        "[]",
                                        "[1, {\"a\": [2]}]",
                                        "\"tab\tin it\"",
                                        "- 1",
                                        "1 2",
                                        "[1}"};
    return random() % 2 == 0 ? std::to_string(random() % 100'000) : oneOf(random, kValues);
}

/// An object of arguments; now and then a broken one.
std::string randomArguments(Random& random)
{
    static constexpr std::array kKeys{"Input Dims",
                                      "Input dims",
                                      "correlation",
                                      "External id",
                                      "stream",
                                      "device",
                                      "bytes",
                                      "Sequence number",
                                      "memory bandwidth (GB/s)",
                                      "correlationId",
                                      "external id",
                                      "Bytes",
                                      "str\\u0065am",
                                      "grid",
                                      "block",
                                      "context",
                                      "queued",
                                      "",
                                      "registers per thread",
                                      "a key that is longer than all others"};
    static constexpr std::array kSpaces{"", " ", "\n      ", "\t"};
    const char* const space = oneOf(random, kSpaces);
    std::string text = std::string("{") + space;
    const std::size_t members = random() % 9;
    for (std::size_t member = 0; member < members; ++member) {
        text += member > 0 ? std::string(",") + space : std::string();
        text += std::string("\"") + oneOf(random, kKeys) + "\":" + space + randomValue(random);
    }
    if (random() % 20 == 0)
        text += ",";
    if (random() % 40 == 0 && text.size() > 2)
        text[random() % text.size()] = oneOf(random, std::array{"\"", "{", "]", "\\", ","})[0];
    return text + space + "}";
}

/// Spaces events as Kineto does, or as others do; complete events, pairs and instants.
std::string randomTrace(unsigned seed, int events)
{
    Random random(seed);
    std::string text = "{\"traceEvents\": [\n  ";
    for (int event = 0; event < events; ++event) {
        const std::string category = oneOf(random, std::array{"kernel", "cpu_op", "cuda_runtime"});
        const std::string arguments = random() % 8 == 0 ? "" : randomArguments(random);
        const std::string ts = std::to_string(event * 10) + ".000";
        const std::string rest = arguments.empty() ? "" : ", \"args\": " + arguments;
        const std::string head =
            "\"pid\": 1, \"tid\": 1, \"name\": \"n\", \"cat\": \"" + category + "\", \"ts\": " + ts;
        switch (random() % 5) {
        case 0: text += "{\"ph\": \"X\", \"dur\": 4, " + head + rest + "}"; break;
        case 1: text += "{\"ph\": \"B\", " + head + rest + "},\n{\"ph\": \"E\", " + head + rest + "}"; break;
        case 2: text += "{\"ph\": \"i\", " + head + rest + "}"; break;
        default:
            text += "{\n    \"ph\": \"X\", \"cat\": \"" + category +
                    "\", \"name\": \"n\", \"pid\": 0, \"tid\": 7,\n    \"ts\": " + ts + ", \"dur\": 5.000" +
                    (arguments.empty() ? "" : ",\n    \"args\": " + arguments) + "\n  }";
        }
        text += ",\n  ";
    }
    return text + "{\"ph\": \"M\", \"name\": \"x\", \"pid\": 1, \"tid\": 1, \"ts\": 0}\n]}\n";
}

/// A run's arguments by their texts alone.
class TextsOnly final : public core::ArgumentSource {
public:
    explicit TextsOnly(std::shared_ptr<const core::ArgumentSource> own)
        : m_own(std::move(own))
    {
    }
    std::string arguments(std::uint64_t place) const override { return m_own->arguments(place); }
    void visit(std::span<const std::uint64_t> args, const core::ArgumentVisitor& visitor,
               const std::stop_token& stop) const override
    {
        m_own->visit(args, visitor, stop);
    }

private:
    std::shared_ptr<const core::ArgumentSource> m_own;
};

core::RunPtr withTextsOnly(const core::RunPtr& run)
{
    auto copy = std::make_shared<core::Run>(*run);
    copy->arguments = std::make_shared<TextsOnly>(run->arguments);
    return copy;
}

std::vector<std::string> columnsOf(const core::RunPtr& run)
{
    const profiler::ArgColumns columns(run);
    std::vector<std::string> lines;
    for (std::uint32_t row = 0; row < run->timeline->sliceCount(); ++row) {
        std::string line;
        for (std::size_t key = 0; key < profiler::kArgKeys; ++key) {
            const std::int64_t value = (**columns.integers(static_cast<ArgKey>(key)))[row];
            line += (value == profiler::IntegerColumn::kMissing ? "-" : std::to_string(value)) + "|";
        }
        const auto rate = (**columns.copyRates())[row];
        // Of rows whose extents are written alike one text tells, wherever it stands.
        const std::uint64_t place = (**columns.extents())[row];
        const std::string text = place == core::kNoArgs ? "" : run->arguments->arguments(place);
        const profiler::json::PaddedText padded(text);
        std::string_view written = profiler::json::memberOf(padded.view(), "Input Dims");
        if (written.empty())
            written = profiler::json::memberOf(padded.view(), "Input dims");
        line += (rate ? std::to_string(*rate) : "-") + '|' + std::string(written);
        lines.push_back(line);
    }
    return lines;
}

void compareAnswers(const core::RunPtr& run)
{
    QVERIFY(dynamic_cast<const profiler::NumberSource*>(run->arguments.get()) != nullptr);
    const core::RunPtr texts = withTextsOnly(run);
    QCOMPARE(columnsOf(run), columnsOf(texts));
    const auto kept = tests::sessionOf(run);
    const auto read = tests::sessionOf(texts);
    for (const char* const key :
         {"correlation", "External id", "stream", "device", "bytes", "Sequence number", "correlationId",
          "memory bandwidth (GB/s)", "context", "args.stream"}) {
        for (const std::string& statement :
             {std::string("SELECT id, arg(id, '%') FROM slice"),
              std::string("SELECT * FROM args WHERE key = '%'"),
              std::string("SELECT s.id, a.value, a.value_type FROM slice s JOIN args a ON a.arg_set_id = "
                          "s.arg_set_id WHERE s.category = 'kernel' AND a.key = '%' ORDER BY s.id")}) {
            std::string sql = statement;
            sql.replace(sql.find('%'), 1, key);
            QCOMPARE(tests::rowsOf(*kept, sql), tests::rowsOf(*read, sql));
        }
    }
    const std::string join = "SELECT a.id, b.id FROM slice a JOIN slice b ON b.correlation = a.correlation "
                             "WHERE a.id < 400 ORDER BY a.id, b.id";
    QCOMPARE(tests::rowsOf(*kept, join), tests::rowsOf(*read, join));
}

void write(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream(file, std::ios::binary) << text;
}

} // namespace

void TstKeptNumbers::readAsTheTextSays()
{
    namespace json = profiler::json;
    Random random(1);
    std::size_t read = 0;
    std::map<std::string, std::uint64_t> extents; // hashes, by what is written
    profiler::ArgShapes shapes;
    std::string object;
    for (int round = 0; round < 40'000; ++round) {
        if (round % 2 == 0) // every second one has been met before
            object = randomArguments(random);
        std::string text = object + ", \"more\": 1}";
        if (random() % 10 == 0)
            text.resize(random() % text.size());
        const std::size_t size = text.size();
        text.append(json::kPadding, '\0');
        ArgNumbers numbers;
        const char* const end = text.data() + size;
        const char* const behind = profiler::readArgNumbers(text.data(), end, numbers);
        ArgNumbers again;
        QVERIFY2(profiler::readArgNumbers(text.data(), end, again, &shapes) == behind, object.c_str());
        QVERIFY2(again.present == numbers.present && again.unread == numbers.unread, object.c_str());
        for (unsigned keys = numbers.present % ArgNumbers::kRate; keys != 0; keys &= keys - 1)
            QCOMPARE(again.values[std::countr_zero(keys)], numbers.values[std::countr_zero(keys)]);
        if (behind == nullptr) {
            QVERIFY(numbers.unread == ArgNumbers::kAll && numbers.present == 0);
            continue;
        }
        const json::Skipped skipped = json::skipValue(text.data(), end);
        QVERIFY2(skipped.outcome == json::Outcome::Ok && skipped.end == behind, object.c_str());
        QVERIFY((numbers.present & numbers.unread) == 0);
        read += numbers.unread == 0 ? 1 : 0;
        std::map<std::string, std::string> members;
        const std::string_view whole(text.data(), static_cast<std::size_t>(behind - text.data()));
        json::walkObject(whole,
                         [&](std::string_view key, std::string_view value) { members.emplace(key, value); });
        for (std::size_t at = 0; at < profiler::kArgKeys; ++at) {
            const auto key = static_cast<ArgKey>(at);
            const auto member = members.find(std::string(profiler::argKeyNames(key).front()));
            if ((numbers.unread & ArgNumbers::bitOf(key)) != 0)
                continue;
            for (const std::string_view other : profiler::argKeyNames(key).subspan(1))
                QVERIFY2(!members.contains(std::string(other)), object.c_str());
            QVERIFY2(!members.contains("str\\u0065am"), object.c_str());
            QVERIFY2(numbers.has(key) == (member != members.end()), object.c_str());
            if (numbers.has(key))
                QCOMPARE(numbers.of(key), std::stoll(member->second));
        }
        if ((numbers.unread & ArgNumbers::kExtents) != 0)
            continue;
        const bool has = members.contains("Input Dims") || members.contains("Input dims");
        QVERIFY2(((numbers.present & ArgNumbers::kExtents) != 0) == has, object.c_str());
        QVERIFY2(!(members.contains("Input Dims") && members.contains("Input dims")), object.c_str());
        if (!has)
            continue;
        QCOMPARE(again.extents, numbers.extents);
        const std::string& written =
            members.contains("Input Dims") ? members["Input Dims"] : members["Input dims"];
        const auto [known, isNew] = extents.try_emplace(written, numbers.extents);
        QVERIFY2(known->second == numbers.extents, object.c_str());
    }
    QVERIFY(read > 5'000);
    std::set<std::uint64_t> distinct;
    for (const auto& [written, hash] : extents)
        distinct.insert(hash);
    QVERIFY(extents.size() > 4 && distinct.size() == extents.size());
}

void TstKeptNumbers::anyNumbersComeBack()
{
    Random random(2);
    std::map<std::uint64_t, ArgNumbers> wanted;
    std::vector<profiler::NumberWriter::Block> blocks;
    profiler::NumberWriter writer;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> firsts; // of the block: places
    std::uint64_t place = 17;
    for (int event = 0; event < 30'000; ++event) {
        ArgNumbers numbers;
        numbers.unread = static_cast<std::uint8_t>(random() % 8 == 0 ? random() % 256 : 0);
        numbers.present = static_cast<std::uint8_t>(random() % 256 & ~numbers.unread);
        for (std::int64_t& value : numbers.values)
            value = static_cast<std::int64_t>(random()) << random() % 28;
        numbers.copyRate = static_cast<double>(random()) / 7;
        numbers.extents = random() % 40;
        const std::uint32_t name = random() % 3;
        writer.add(place, numbers, name);
        if ((numbers.present & ArgNumbers::kExtents) != 0) // alike are those of one name in one block
            numbers.extents = firsts.try_emplace({numbers.extents, name}, place).first->second;
        if ((numbers.present | numbers.unread) != 0)
            wanted.emplace(place, numbers);
        place += 1 + (random() % 50 == 0 ? 1'000'000 : random() % 300);
        if (random() % 4000 == 0) {
            blocks.push_back(writer.cut());
            firsts.clear();
        }
    }
    blocks.push_back(writer.cut());
    const auto kept = profiler::keepNumbers(std::move(blocks));
    QVERIFY(profiler::areNumberBlocks(kept->blocks()));
    std::vector<std::uint64_t> places{0, 16, place + 5, core::kNoArgs};
    for (const auto& [at, numbers] : wanted) {
        places.push_back(at);
        if (random() % 8 == 0 && wanted.count(at + 1) == 0)
            places.push_back(at + 1);
    }
    std::shuffle(places.begin(), places.end(), random);
    std::vector<int> visits(places.size(), 0);
    std::vector<std::uint8_t> wrong(places.size(), 0);
    kept->visit(places, {},
                [&](std::size_t index, const ArgNumbers& numbers) {
                    ++visits[index];
                    const auto known = wanted.find(places[index]);
                    bool same = (known == wanted.end() ? 0 : known->second.present) == numbers.present &&
                                (known == wanted.end() ? 0 : known->second.unread) == numbers.unread;
                    for (std::size_t key = 0; same && key < profiler::kArgKeys; ++key)
                        same = !numbers.has(static_cast<ArgKey>(key)) ||
                               numbers.values[key] == known->second.values[key];
                    same = same && ((numbers.present & ArgNumbers::kRate) == 0 ||
                                    numbers.copyRate == known->second.copyRate);
                    same = same && ((numbers.present & ArgNumbers::kExtents) == 0 ||
                                    numbers.extents == known->second.extents);
                    wrong[index] = same ? 0 : 1;
                },
                {});
    QCOMPARE(std::count(visits.begin(), visits.end(), 1), static_cast<std::ptrdiff_t>(places.size()));
    QCOMPARE(std::count(wrong.begin(), wrong.end(), 1), std::ptrdiff_t{0});
}

void TstKeptNumbers::damagedBlocksEndEarly()
{
    Random random(3);
    profiler::NumberWriter writer;
    std::vector<std::uint64_t> places;
    for (std::uint64_t event = 0; event < 200; ++event) {
        ArgNumbers numbers;
        numbers.present = 0xC3;
        numbers.values = {};
        numbers.copyRate = 1;
        numbers.extents = event % 7;
        writer.add(event * 100, numbers, 0);
        places.push_back(event * 100);
    }
    const profiler::NumberWriter::Block good = writer.cut();
    for (int round = 0; round < 2'000; ++round) {
        std::string bytes = good.bytes;
        bytes[random() % bytes.size()] = static_cast<char>(random());
        bytes.resize(random() % 4 == 0 ? random() % bytes.size() : bytes.size());
        profiler::NumberBlock block = good.block;
        block.bytes = bytes;
        if (!profiler::areNumberBlocks(std::span(&block, 1)))
            continue;
        std::atomic<std::size_t> visited = 0;
        profiler::KeptNumbers({block}, {})
            .visit(places, {}, [&](std::size_t, const ArgNumbers&) { ++visited; }, {});
        QCOMPARE(visited.load(), places.size());
    }
    profiler::NumberBlock block = good.block;
    block.bytes = good.bytes;
    QVERIFY(profiler::areNumberBlocks(std::span(&block, 1)));
    std::array<profiler::NumberBlock, 2> twice{block, block};
    QVERIFY(!profiler::areNumberBlocks(twice));
    block.last = block.begin - 1;
    QVERIFY(!profiler::areNumberBlocks(std::span(&block, 1)));
}

void TstKeptNumbers::runsAnswerAsTheirTexts_data()
{
    QTest::addColumn<QString>("kind");
    for (const char* const kind : {"plain", "compressed", "two ranks", "cached", "damaged", "cut short"})
        QTest::newRow(kind) << kind;
}

void TstKeptNumbers::runsAnswerAsTheirTexts()
{
    QFETCH(const QString, kind);
    const QTemporaryDir folder;
    const std::filesystem::path base = folder.path().toStdString();
    std::string text = randomTrace(11, 3'000);
    if (kind == "damaged") {
        Random random(5);
        for (int byte = 0; byte < 60; ++byte)
            text[random() % text.size()] = static_cast<char>(random() % 128);
    }
    if (kind == "cut short")
        text.resize(text.size() / 2 + 137);
    std::vector<std::filesystem::path> files{base / "rank0.json"};
    write(files.front(), text);
    if (kind == "compressed") {
        files.front() = base / "rank0.json.gz";
        gzFile file = gzopen(files.front().c_str(), "wb6");
        gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
        gzclose(file);
    }
    if (kind == "two ranks") {
        files.push_back(base / "rank1.json");
        write(files.back(), randomTrace(12, 2'000));
    }
    profiler::ImportedRun run = tests::imported(files);
    if (kind == "cached") {
        const std::filesystem::path cache = base / "run.shardcolumns";
        const auto fingerprint = profiler::fingerprintOf(files);
        QVERIFY(fingerprint && profiler::writeCache(cache, *fingerprint, run).ok());
        const std::vector<std::string> before = columnsOf(run.run);
        auto reopened = profiler::reopen(cache, files);
        QVERIFY(reopened.run);
        run = std::move(*reopened.run);
        QCOMPARE(columnsOf(run.run), before);
        const auto* const source = dynamic_cast<const profiler::NumberSource*>(run.run->arguments.get());
        QVERIFY(source != nullptr && source->numbersOf(0) != nullptr);
    }
    QVERIFY(run.run->timeline->sliceCount() > 500);
    compareAnswers(run.run);
}

/// What was kept is what answers: the texts are gone.
void TstKeptNumbers::theFileIsNotReadAgain()
{
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("trace.json").toStdString();
    std::string text = "{\"traceEvents\": [\n";
    for (int event = 0; event < 2'000; ++event)
        text += "{\"ph\": \"X\", \"name\": \"n\", \"cat\": \"kernel\", \"pid\": 1, \"tid\": 1, \"ts\": " +
                std::to_string(event * 10) +
                ", \"dur\": 5, \"args\": {\"grid\": [1, 2, 3], \"correlation\": " + std::to_string(event) +
                "}},\n";
    write(file, text + "{}]}");
    const core::RunPtr run = tests::imported(file).run;
    std::filesystem::resize_file(file, 0);
    const profiler::ArgColumns columns(run);
    for (std::size_t row = 0; row < 2'000; ++row)
        QCOMPARE((**columns.integers(ArgKey::Correlation))[row], static_cast<std::int64_t>(row));
    QCOMPARE(tests::rowsOf(*tests::sessionOf(run),
                           "SELECT count(*), sum(int_value) FROM args WHERE key = 'correlation'"),
             (std::vector<std::string>{"2000|1999000|"}));
}

void TstKeptNumbers::joinsByFunctionAreJoinsByColumn_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("made"); // empty: left as it is
    const auto add = [](const char* sql, const char* made = "") { QTest::newRow(sql) << sql << made; };
    add("SELECT count(*) FROM slice a JOIN slice b ON arg(a.id, 'correlation') = arg(b.id,'correlation') "
        "WHERE a.id < 9",
        "SELECT count(*) FROM slice a JOIN slice b ON a.correlation = b.correlation WHERE a.id < 9");
    add("SELECT o.name, sum(k.dur) FROM slice AS o, slice AS k WHERE k.depth = 0 AND arg(o.id, "
        "'args.External id') = "
        "arg(k.id, 'args.External id') GROUP BY 1 ORDER BY arg(o.id, 'x')",
        "SELECT o.name, sum(k.dur) FROM slice AS o, slice AS k WHERE k.depth = 0 AND o.external_id = "
        "k.external_id GROUP BY 1 "
        "ORDER BY arg(o.id, 'x')");
    for (const char* const other :
         {"SELECT 1 FROM slice a JOIN slice b ON arg(a.id, 'stream') = arg(b.id, 'stream')",
          "SELECT 1 FROM slice a JOIN slice b ON arg(a.id, 'correlation') = arg(b.id, 'External id')",
          "SELECT 1 FROM slice a JOIN args b ON arg(a.id, 'correlation') = arg(b.id, 'correlation')",
          "SELECT 1 FROM slice a JOIN slice b ON arg(a.id, 'correlation') = arg(b.id, 'correlation') + 1",
          "SELECT 1 FROM slice a JOIN slice b ON NOT arg(a.id, 'correlation') = arg(b.id, 'correlation')",
          "SELECT 1 FROM slice a, slice b WHERE 1 BETWEEN 0 AND arg(a.id, 'correlation') = arg(b.id, "
          "'correlation')",
          "SELECT 1 FROM slice a, slice b WHERE arg(a.id, 'correlation') = arg(b.id, 'correlation') LIMIT 3",
          "SELECT 1 FROM (SELECT id FROM slice) a, slice b WHERE arg(a.id, 'correlation') = arg(b.id, "
          "'correlation')",
          "EXPLAIN SELECT 1 FROM slice a, slice b WHERE arg(a.id, 'correlation') = arg(b.id, 'correlation')",
          "SELECT 1 FROM slice a WHERE arg(a.id, 'correlation') = arg(a.id, 'correlation')"})
        add(other);
}

void TstKeptNumbers::joinsByFunctionAreJoinsByColumn()
{
    QFETCH(const QString, sql);
    QFETCH(const QString, made);
    QCOMPARE(QString::fromStdString(profiler::sql::columnJoins(sql.toStdString()).sql), made);
    if (sql.startsWith(QStringLiteral("EXPLAIN")))
        return; // it shows addresses
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("trace.json").toStdString();
    std::string text = "{\"traceEvents\": [\n";
    Random random(9);
    for (int event = 0; event < 300; ++event)
        text += "{\"ph\": \"X\", \"name\": \"n" + std::to_string(random() % 5) +
                "\", \"cat\": \"kernel\", \"pid\": 1, \"tid\": 1, \"ts\": " + std::to_string(event * 10) +
                ", \"dur\": " + std::to_string(random() % 8) + ", \"args\": {" +
                (random() % 3 == 0 ? "" : "\"correlation\": " + std::to_string(random() % 50) + ", ") +
                "\"External id\": " + std::to_string(random() % 40) + "}},\n";
    write(file, text + "{}]}");
    const core::RunPtr run = tests::imported(file).run;
    const auto kept = tests::sessionOf(run);
    const auto read = tests::sessionOf(withTextsOnly(run));
    QCOMPARE(tests::rowsOf(*kept, sql.toStdString(), true), tests::rowsOf(*read, sql.toStdString(), true));
}

void TstKeptNumbers::columnsTellArgumentsOnlyWhereTheyDo()
{
    const auto tells = [](const std::string& arguments, const char* phase) {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("trace.json").toStdString();
        write(file, "{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"n\", \"pid\": 1, \"tid\": 1, \"ts\": 1, "
                    "\"dur\": 1, "
                    "\"args\": {\"correlation\": 3}}, {\"ph\": \"" +
                        std::string(phase) +
                        "\", \"name\": \"m\", \"pid\": 1, \"tid\": 1, \"ts\": 3, \"args\": " + arguments +
                        "}]}");
        const core::RunPtr run = tests::imported(file).run;
        return profiler::sql::columnTellsArgument(*run, "correlation", {});
    };
    QVERIFY(tells("{\"correlation\": 4}", "X"));
    QVERIFY(tells("{\"External id\": 4}", "i"));
    QVERIFY(tells("{\"Bytes\": -4, \"Addr\": 5}", "i"));
    QVERIFY(!tells("{\"correlation\": \"4\"}", "X"));
    QVERIFY(!tells("{\"correlation\": 4}", "i"));
    QVERIFY(!profiler::sql::columnTellsArgument(*tests::sampleRun(1), "correlation", {}));
}

SHARDSCOPE_TEST(TstKeptNumbers)
#include "tst_kept_numbers.moc"
