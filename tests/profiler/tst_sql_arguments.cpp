// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments as rows of a table, by function, and read in bulk.
#include "core/timeline/build/timeline_builder.h"
#include "profiler/sql/sql_session.h"
#include "tests/profiler/sql_case.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <atomic>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace shardscope;
using tests::FakeArguments;
using tests::rowsOf;
using tests::sessionOf;

class TstSqlArguments : public QObject {
    Q_OBJECT
private slots:
    void argumentsAsRowsAndByFunction();
    void argumentsReadInBulk();
    void textsAreReadOnce();
    void statementsEndWhileArgumentsAreRead();
    void numbersThatTieRowsAreLookedUp();
};

namespace {

/// {"key": place}; stops the statement that asks when it has been asked often enough.
class StoppingArguments final : public core::ArgumentSource {
public:
    std::string arguments(std::uint64_t place) const override
    {
        if (++m_asked == stopAt)
            stop.request_stop();
        return "{\"key\": " + std::to_string(place) + ", \"other\": " + std::to_string(place * 2) + "}";
    }
    mutable std::stop_source stop;
    std::size_t stopAt = 0; ///< 0: never

private:
    mutable std::atomic<std::size_t> m_asked = 0;
};

/// Shapes of seven kinds and addresses that all differ; counts how often it is asked.
class CountingArguments final : public core::ArgumentSource {
public:
    std::string arguments(std::uint64_t place) const override
    {
        ++asked;
        return "{\"shape\": [[" + std::to_string(place % 7) +
               ", 8]], \"address\": " + std::to_string(9'000'000'000'000 + place) + "}";
    }
    mutable std::atomic<std::size_t> asked = 0;
};

core::RunPtr manySlices(std::shared_ptr<const core::ArgumentSource> arguments, std::size_t rows)
{
    core::TimelineBuilder builder;
    const core::TrackId track = builder.track("1", "1");
    for (std::size_t row = 0; row < rows; ++row)
        builder.slice(track, static_cast<std::int64_t>(row) * 10, 5, builder.intern("n"),
                      builder.intern(row % 2 == 0 ? "b" : "a"), row + 1);
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    run->arguments = std::move(arguments);
    return run;
}

} // namespace

void TstSqlArguments::argumentsAsRowsAndByFunction()
{
    core::TimelineBuilder builder;
    auto arguments = std::make_shared<FakeArguments>();
    const core::TrackId track = builder.track("1", "1");
    arguments->texts[1] =
        R"({"stream": 7, "args.odd": -3, "text": "a\"b\u00e9", "real": 1.25e2, "yes": true,)"
        R"( "no": false, "none": null, "shape": [[1, 2], {"x": "]"}], "big": 18446744073709551616,)"
        R"( "k\"ey": 5, "empty": ""})";
    builder.slice(track, 10, 5, builder.intern("one"), builder.intern("c"), 1);
    builder.slice(track, 20, 5, builder.intern("bare"), builder.intern("c"));
    builder.instant(track, 30, builder.intern("mark"), builder.intern("c"), 2);
    arguments->texts[2] = R"({"stream": 8})";
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    run->arguments = arguments;
    const auto session = sessionOf(run);
    QCOMPARE(rowsOf(*session, "SELECT arg_set_id, key, value, value_type FROM args"),
             (std::vector<std::string>{"0|stream|7|int|", "0|args.odd|-3|int|", "0|text|a\"bé|string|",
                                       "0|real|125.0|real|", "0|yes|1|bool|", "0|no|0|bool|",
                                       "0|none|NULL|null|", "0|shape|[[1, 2], {\"x\": \"]\"}]|json|",
                                       "0|big|18446744073709551616|json|", "0|k\"ey|5|int|",
                                       "0|empty||string|", "2|stream|8|int|"}));
    QCOMPARE(rowsOf(*session,
                    "SELECT s.name, a.value FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id "
                    "WHERE a.key = 'stream' ORDER BY s.id"),
             (std::vector<std::string>{"one|7|", "mark|8|"}));
    // Perfetto's name of the key finds it too, and comes back as it was asked for.
    QCOMPARE(rowsOf(*session, "SELECT key, flat_key, int_value FROM args WHERE key = 'args.stream'"),
             (std::vector<std::string>{"args.stream|args.stream|7|", "args.stream|args.stream|8|"}));
    QCOMPARE(rowsOf(*session, "SELECT value FROM args WHERE flat_key = 'args.stream' AND arg_set_id = 2"),
             (std::vector<std::string>{"8|"}));
    QCOMPARE(rowsOf(*session, "SELECT value FROM args WHERE flat_key = 'stream'"),
             std::vector<std::string>{});
    // The number that one key has is looked up where all rows may have it, and checked elsewhere.
    for (const auto& [where, found] : std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"key = 'stream' AND int_value = 8", {"2|"}},
             {"key = 'stream' AND int_value = 7 AND arg_set_id = 0", {"0|"}},
             {"key = 'stream' AND int_value = 8 AND arg_set_id = 0", {}},
             {"key = 'stream' AND int_value = 9", {}},
             {"key = 'stream' AND int_value = NULL", {}},
             {"key = 'yes' AND int_value = 1", {"0|"}},
             {"key = 'text' AND int_value = 0", {}},
             {"int_value = 5", {"0|"}}})
        QCOMPARE(rowsOf(*session, "SELECT arg_set_id FROM args WHERE " + where), found);
    QCOMPARE(rowsOf(*session, "SELECT a.arg_set_id, b.arg_set_id FROM args a JOIN args b "
                              "ON b.key = 'stream' AND b.int_value = a.int_value WHERE a.key = 'stream'"),
             (std::vector<std::string>{"0|0|", "2|2|"}));
    QCOMPARE(rowsOf(*session, "SELECT value FROM args WHERE key = 'k\"ey' AND value > 4"),
             (std::vector<std::string>{"5|"}));
    QCOMPARE(
        rowsOf(*session, "SELECT arg(id, 'stream'), arg(id, 'args.real'), arg(id, 'nothing') FROM slice"),
        (std::vector<std::string>{"7|125.0|NULL|", "NULL|NULL|NULL|", "8|NULL|NULL|"}));
    QCOMPARE(rowsOf(*session, "SELECT arg(-1, 'stream'), arg(99, 'stream'), arg(NULL, 'a'), arg(0, NULL)"),
             (std::vector<std::string>{"NULL|NULL|NULL|NULL|"}));
    QCOMPARE(rowsOf(*session, "SELECT json_extract(value, '$[0][1]') FROM args WHERE key = 'shape'"),
             (std::vector<std::string>{"2|"}));
}

/// Enough look-ups of one argument make it a column: the answers stay what they were.
void TstSqlArguments::argumentsReadInBulk()
{
    struct Written {
        std::string json; ///< empty: not there
        std::string told;
    };
    const std::vector<Written> values{{"7", "7"},
                                      {"0", "0"},
                                      {"-3", "-3"},
                                      {"4294967293", "4294967293"},
                                      {"4294967294", "4294967294"},
                                      {"4294967295", "4294967295"},
                                      {"9223372036854775807", "9223372036854775807"},
                                      {"18446744073709551616", "18446744073709551616"},
                                      {"1.5", "1.5"},
                                      {"\"12\"", "12"},
                                      {"\"a\\\"b\"", "a\"b"},
                                      {"null", "NULL"},
                                      {"true", "1"},
                                      {"[1, 2]", "[1, 2]"},
                                      {"", "NULL"}};
    core::TimelineBuilder builder;
    auto arguments = std::make_shared<FakeArguments>();
    const core::TrackId track = builder.track("1", "1");
    std::vector<const Written*> written;
    constexpr std::size_t kRows = 3000;
    for (std::size_t row = 0; row < kRows; ++row) {
        const Written& value = values[row * 7 % values.size()];
        written.push_back(&value);
        const std::string key = row % 3 == 0 ? "\"k\\u0065y\": " : "\"key\": ";
        arguments->texts[row + 1] = "{\"other\": {\"key\": 99}" +
                                    (value.json.empty() ? "" : ", " + key + value.json + ", \"key\": 98") +
                                    ", \"last\": 1}";
        builder.slice(track, static_cast<std::int64_t>(row) * 10, 5, builder.intern("n"),
                      builder.intern(row % 5 == 0 ? "b" : "a"), row + 1);
    }
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    run->arguments = arguments;
    std::vector<std::string> byFunction;
    std::vector<std::string> byJoin;
    for (std::size_t row = 0; row < kRows; ++row) {
        byFunction.push_back(written[row]->told + "|");
        if (!written[row]->json.empty())
            byJoin.push_back(std::to_string(row) + "|" + written[row]->told + "|");
    }
    const std::string join = "SELECT s.id, a.value FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id "
                             "WHERE a.key = 'key' ORDER BY s.id";
    const std::string scan = "SELECT arg_set_id, value FROM args WHERE key = 'key'";
    const std::string function = "SELECT arg(id, 'key') FROM slice ORDER BY id";
    for (const auto& order : {std::vector{join, scan, function}, std::vector{scan, function, join},
                              std::vector{function, join, scan}}) {
        const auto session = sessionOf(run);
        for (const std::string& statement : order)
            QCOMPARE(rowsOf(*session, statement), statement == function ? byFunction : byJoin);
        QCOMPARE(rowsOf(*session, "SELECT value_type, count(*) FROM args WHERE key = 'key' GROUP BY 1"),
                 (std::vector<std::string>{"bool|200|", "int|1400|", "json|400|", "null|200|", "real|200|",
                                           "string|400|"}));
    }
    // Keys that take turns push one another out.
    const auto session = sessionOf(run);
    const std::string turns =
        "SELECT sum(arg(id, 'key' || (id % 20)) IS NULL), sum(arg(id, 'last')) FROM slice";
    QCOMPARE(rowsOf(*session, turns), (std::vector<std::string>{"3000|3000|"}));
}

/// Texts, shapes and large numbers are kept as numbers are: what a compressed file takes milliseconds for is
/// not read row by row again.
void TstSqlArguments::textsAreReadOnce()
{
    constexpr std::size_t kRows = 20'000;
    auto arguments = std::make_shared<CountingArguments>();
    const auto session = sessionOf(manySlices(arguments, kRows));
    QCOMPARE(rowsOf(*session, "SELECT count(arg(id, 'shape')), count(DISTINCT arg(id, 'shape')) FROM slice"),
             (std::vector<std::string>{"20000|7|"}));
    QVERIFY2(arguments->asked < kRows + kRows / 10, qPrintable(QString::number(arguments->asked)));
    const std::size_t before = arguments->asked;
    QCOMPARE(rowsOf(*session,
                    "SELECT a.value, count(*) FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id "
                    "WHERE a.key = 'shape' GROUP BY 1 ORDER BY 1 LIMIT 1"),
             (std::vector<std::string>{"[[0, 8]]|2857|"}));
    QCOMPARE(arguments->asked.load(), before);
    QCOMPARE(rowsOf(*session, "SELECT min(arg(id, 'address')), max(arg(id, 'address')) FROM slice"),
             (std::vector<std::string>{"9000000000001|9000000020000|"}));
    QVERIFY(arguments->asked < before + kRows + kRows / 10);
}

/// Arguments are read beside the statement: one that ends early, or is stopped, leaves what was read, and the
/// next one reads the rest.
void TstSqlArguments::statementsEndWhileArgumentsAreRead()
{
    constexpr std::size_t kRows = 20'000;
    const std::string sum = "SELECT sum(a.value), count(*) FROM slice s JOIN args a ON a.arg_set_id = "
                            "s.arg_set_id WHERE a.key = 'key'";
    const std::vector<std::string> all{"200010000|20000|"};
    {
        const auto session = sessionOf(manySlices(std::make_shared<StoppingArguments>(), kRows));
        QCOMPARE(rowsOf(*session, "SELECT arg(id, 'key') FROM slice WHERE category = 'a' LIMIT 600").size(),
                 std::size_t{600});
        QCOMPARE(rowsOf(*session, sum), all);
    }
    {
        const auto session = sessionOf(manySlices(std::make_shared<StoppingArguments>(), kRows));
        QCOMPARE(rowsOf(*session, "SELECT value FROM args WHERE key = 'key' LIMIT 3"),
                 (std::vector<std::string>{"1|", "2|", "3|"}));
        QCOMPARE(rowsOf(*session, sum), all);
        // Two keys that are asked for in turn.
        QCOMPARE(rowsOf(*session, "SELECT sum(arg(id, 'other')), sum(arg(id, 'key')), sum(arg(id, 'none')) "
                                  "FROM slice"),
                 (std::vector<std::string>{"400020000|200010000|NULL|"}));
    }
    for (const std::size_t stopAt : {std::size_t{1}, std::size_t{300}, std::size_t{5000}}) {
        const auto arguments = std::make_shared<StoppingArguments>();
        arguments->stopAt = stopAt;
        const auto session = sessionOf(manySlices(arguments, kRows));
        const auto stopped = session->query(sum, 0, core::Task{arguments->stop.get_token(), {}});
        QVERIFY(!stopped.ok());
        QVERIFY(stopped.error().code == core::ErrorCode::Cancelled);
        QCOMPARE(rowsOf(*session, sum), all);
    }
}

/// Finds the rows that SQLite finds one by one, be they close, as profilers count them, or far apart.
void TstSqlArguments::numbersThatTieRowsAreLookedUp()
{
    for (const std::int64_t apart : {std::int64_t{1}, std::int64_t{-3}, std::int64_t{1} << 40}) {
        core::TimelineBuilder builder;
        auto arguments = std::make_shared<FakeArguments>();
        const core::TrackId track = builder.track("1", "1");
        constexpr std::int64_t kRows = 600;
        for (std::int64_t at = 0; at < kRows; ++at) { // each number twice, one missing, in no order
            const std::int64_t number = at * 7 % (kRows / 2) * apart + 1000;
            if (number != 1000 + 5 * apart)
                arguments->texts[static_cast<std::uint64_t>(at)] =
                    "{\"correlation\": " + std::to_string(number) + "}";
            builder.slice(track, at * 10, 5, builder.intern("call"), builder.intern("kernel"),
                          static_cast<std::uint64_t>(at));
        }
        core::LayoutTally tally;
        auto run = std::make_shared<core::Run>();
        run->timeline = builder.build({}, tally).value();
        run->arguments = arguments;
        const auto session = sessionOf(run);
        for (const std::string number :
             {"1000", "1000 - 1", "1000 + 5 * d", "1000 + 7 * d", "1000 + 299 * d", "1000 + 300 * d",
              "1000 + 300 * d - 1", "-9223372036854775807", "9223372036854775807", "999.5"}) {
            std::string value = number;
            if (const std::size_t place = value.find('d'); place != std::string::npos)
                value.replace(place, 1, "(" + std::to_string(apart) + ")");
            const std::string rows = "SELECT id FROM slice WHERE ";
            QCOMPARE(rowsOf(*session, rows + "correlation = " + value + " ORDER BY id"),
                     rowsOf(*session, rows + "+correlation = " + value + " ORDER BY id"));
        }
        const std::string pairs = "SELECT a.id, b.id FROM slice a JOIN slice b ON a.correlation = ";
        QCOMPARE(rowsOf(*session, pairs + "b.correlation", true),
                 rowsOf(*session, pairs + "+b.correlation AND +a.correlation = +b.correlation", true));
        QCOMPARE(rowsOf(*session, "SELECT count(*) FROM slice a JOIN slice b ON a.correlation = "
                                  "b.correlation"),
                 std::vector<std::string>{std::to_string(4 * (kRows / 2 - 1)) + "|"});
    }
}

SHARDSCOPE_TEST(TstSqlArguments)
#include "tst_sql_arguments.moc"
