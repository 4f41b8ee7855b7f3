// SPDX-License-Identifier: GPL-3.0-or-later
// What rows are by the rules in resources/kernels: each rule by a name that it was made for, and a user's own
// rules in front of them.
#include "core/io/text_file.h"
#include "core/kinds/glob.h"
#include "core/kinds/work_rules.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <array>
#include <random>
#include <set>

using namespace shardscope::core;

namespace {

/// Lines of a table below tests/data/kernels, by column; the first names them and is left out.
std::vector<std::vector<std::string>> rowsOf(const char* file)
{
    const auto text = readTextFile(std::string(SHARDSCOPE_SOURCE_DIR "/tests/data/kernels/") + file);
    std::vector<std::vector<std::string>> rows;
    for (const QString& line : QString::fromStdString(text.value()).split('\n', Qt::SkipEmptyParts)) {
        std::vector<std::string> cells;
        for (const QString& cell : line.split('\t'))
            cells.push_back(cell.toStdString());
        rows.push_back(std::move(cells));
    }
    rows.erase(rows.begin());
    return rows;
}

RowVerdict deviceVerdict(const WorkRules& rules, const char* name)
{
    return rules.verdict(name, "kernel", rules.trackOf("GPU 0", "stream 7", true));
}

std::shared_ptr<const WorkRules> withRules(const std::string& text)
{
    return WorkRules::with({{"mine.json", text}}).value();
}

} // namespace

class TstWorkRules : public QObject {
    Q_OBJECT
private slots:
    void namesAreWhatTheTableSays();
    void everyRuleIsHitAndHasASource();
    void earlierVerdictsStand();
    void aNameAloneMakesNoDeviceWork();
    void resultsAndPartsAreNoWork();
    void globs();
    void searchFindsWhatGlobsMatch();
    void usersRulesWin();
    void errorsNameFileAndPlace_data();
    void errorsNameFileAndPlace();
};

void TstWorkRules::namesAreWhatTheTableSays()
{
    const WorkRules& rules = WorkRules::shipped();
    const auto rows = rowsOf("names.tsv");
    QVERIFY(rows.size() > 100);
    for (const auto& row : rows) {
        const RowVerdict said = rules.verdict(row[0], row[1], rules.trackOf(row[2], row[3], row[4] == "1"));
        QVERIFY2(nameOf(said.role) == row[5], row[0].c_str());
        QVERIFY2(nameOf(said.work) == row[6], row[0].c_str());
        if (!row[7].empty())
            QVERIFY2(nameOf(said.collective) == row[7], row[0].c_str());
    }
}

void TstWorkRules::everyRuleIsHitAndHasASource()
{
    const WorkRules& rules = WorkRules::shipped();
    std::set<std::size_t> hit;
    for (const auto& row : rowsOf("names.tsv")) {
        for (const std::size_t rule :
             rules.holding(row[0], row[1], rules.trackOf(row[2], row[3], row[4] == "1")))
            hit.insert(rule);
    }
    QVERIFY(!rules.named().empty());
    for (std::size_t rule = 0; rule < rules.named().size(); ++rule) {
        QVERIFY2(hit.contains(rule), rules.named()[rule].place.c_str());
        QVERIFY2(!rules.named()[rule].source.empty(), rules.named()[rule].place.c_str());
    }
}

/// Names of our own recordings, with what the tables in the program's text said of them before there were
/// rules.
void TstWorkRules::earlierVerdictsStand()
{
    const WorkRules& rules = WorkRules::shipped();
    for (const auto& row : rowsOf("earlier.tsv")) {
        const RowVerdict said = rules.verdict(row[0], row[1], rules.trackOf({}, {}, row[2] == "1"));
        QVERIFY2(opClassKey(opClassOf(said.work)) == row[3], row[0].c_str());
        const char* const kind = !isWork(said.role) || !said.device ? "none"
                                 : said.role == Role::Communicate   ? "communication"
                                 : said.role == Role::Copy          ? "copy"
                                                                    : "compute";
        QVERIFY2(row[4] == kind, row[0].c_str());
    }
}

/// Whatever a row of the host is called, it neither computes nor communicates nor copies on a device.
void TstWorkRules::aNameAloneMakesNoDeviceWork()
{
    const WorkRules& rules = WorkRules::shipped();
    for (const auto& row : rowsOf("names.tsv")) {
        for (const char* const category :
             {"", "cpu_op", "user_annotation", "gpu_user_annotation", "python_function", "cuda_runtime",
              "xpu_runtime", "privateuse1_runtime", "overhead", "Trace", "enqueue"}) {
            const RowVerdict said =
                rules.verdict(row[0], category, rules.trackOf("python 7", "thread 7", false));
            QVERIFY2(!isWork(said.role), (row[0] + " as " + category).c_str());
        }
    }
}

void TstWorkRules::resultsAndPartsAreNoWork()
{
    const WorkRules& rules = WorkRules::shipped();
    const std::array places{std::array{"Overlap Analysis", "Computing"}, std::array{"HCCL", "Plane 3"},
                            std::array{"TPU 0", "Steps"}, std::array{"TPU 0", "XLA Modules"}};
    for (const auto& row : rowsOf("names.tsv")) {
        for (const auto& [process, thread] : places) {
            const TrackRule track = rules.trackOf(process, thread, true);
            QVERIFY2(!isWork(rules.verdict(row[0], {}, track).role), (row[0] + " in " + process).c_str());
        }
    }
    QVERIFY(rules.isDevice("Ascend Hardware", "Stream 2"));
    QVERIFY(rules.isDevice("Overlap Analysis", "Free")); // of the device's rows, not of the host's
    QVERIFY(!rules.isDevice("CANN", "Thread 7"));
    QVERIFY(!rules.isDevice("python 7", "Steps"));
}

void TstWorkRules::globs()
{
    QVERIFY(Glob("*Gemm*").matches("sm90_gemm_tn"));
    QVERIFY(Glob("a?c").matches("abc"));
    QVERIFY(!Glob("a?c").matches("ac"));
    QVERIFY(Glob("*[a-z0-9]backward*").matches("addbackward0"));
    QVERIFY(!Glob("*[a-z0-9]backward*").matches("backward 0"));
    QVERIFY(Glob("*").matches(""));
    QVERIFY(!Glob("").matches("a"));
    QVERIFY(Glob("a*b*c").matches("axxbxbc"));
    QVERIFY(!Glob("a*b*c").matches("axxbxb"));
    QCOMPARE(Glob("*ab[cd]efg?h*").literal(), std::string("efg"));
    QCOMPARE(Glob("*?*").literal(), std::string());
}

/// The automaton leaves out no rule that a plain test of all patterns finds.
void TstWorkRules::searchFindsWhatGlobsMatch()
{
    std::mt19937 random(7); // NOLINT: the same texts in each run
    constexpr std::string_view kLetters = "abc";
    const auto text = [&](std::size_t length) {
        std::string made;
        for (std::size_t at = 0; at < length; ++at)
            made += kLetters[random() % kLetters.size()];
        return made;
    };
    for (int round = 0; round < 50; ++round) {
        std::vector<std::string> literals;
        for (int at = 0; at < 20; ++at)
            literals.push_back(text(1 + random() % 5));
        const LiteralSearch search(literals);
        for (int at = 0; at < 20; ++at) {
            const std::string in = text(random() % 30) + "_" + text(random() % 10);
            std::set<std::uint32_t> found;
            search.forEachIn(in, [&](std::uint32_t literal) { found.insert(literal); });
            for (std::uint32_t literal = 0; literal < literals.size(); ++literal)
                QCOMPARE(found.contains(literal), in.find(literals[literal]) != std::string::npos);
        }
    }
}

void TstWorkRules::usersRulesWin()
{
    const auto rules = withRules(R"({"names": [
        {"match": "my_secret_kernel_*", "class": "norm"},
        {"match": "my_ring_*", "on": "device", "role": "communicate", "collective": "all_gather"},
        {"match": "*flash_fwd*", "class": "product"}]})");
    QCOMPARE(deviceVerdict(WorkRules::shipped(), "my_secret_kernel_42").work, WorkClass::Unknown);
    QCOMPARE(deviceVerdict(*rules, "my_secret_kernel_42").work, WorkClass::Norm);
    QCOMPARE(deviceVerdict(*rules, "my_ring_step").role, Role::Communicate);
    QCOMPARE(deviceVerdict(*rules, "my_ring_step").collective, CollectiveKind::AllGather);
    QCOMPARE(deviceVerdict(*rules, "flash_fwd_kernel").work, WorkClass::Product);
    QCOMPARE(deviceVerdict(*rules, "flash_bwd_kernel").work, WorkClass::Attention); // ours, behind them
    // Rows of a maker that nobody knows yet.
    const auto rows = withRules(R"({"rows": [{"process": "Chip *", "category": "BUSY", "role": "compute"},
                                              {"process": "Chip *", "role": "result", "device": true}]})");
    const TrackRule chip = rows->trackOf("Chip 3", "core 1", false);
    QVERIFY(chip.device);
    QCOMPARE(rows->verdict("x", "BUSY", chip).role, Role::Compute);
    QCOMPARE(rows->verdict("x", "SUM", chip).role, Role::Result);
}

void TstWorkRules::errorsNameFileAndPlace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* text, ErrorCode code, const char* pointer) {
        QTest::newRow(text) << text << static_cast<int>(code) << pointer;
    };
    row(R"({"names": [{"class": "norm"}]})", ErrorCode::MissingKey, "/names/0");
    row(R"({"names": [{"match": "a"}, {"match": "b", "class": "nrom"}]})", ErrorCode::UnknownValue,
        "/names/1/class");
    row(R"({"names": [{"match": [1]}]})", ErrorCode::WrongType, "/names/0/match");
    row(R"({"names": [{"match": "a", "roles": "copy"}]})", ErrorCode::UnknownKey, "/names/0/roles");
    row(R"({"rows": [{"category": "a"}]})", ErrorCode::MissingKey, "/rows/0");
    row(R"({"name": []})", ErrorCode::UnknownKey, "/name");
    row("{", ErrorCode::SyntaxError, "");
    row("", ErrorCode::FileEmpty, "");
}

void TstWorkRules::errorsNameFileAndPlace()
{
    QFETCH(QString, text);
    QFETCH(int, code);
    QFETCH(QString, pointer);
    const auto rules = WorkRules::with({{"mine.json", text.toStdString()}});
    QVERIFY(!rules);
    QCOMPARE(static_cast<int>(rules.error().code), code);
    QCOMPARE(QString::fromStdString(rules.error().place.file), QStringLiteral("mine.json"));
    QCOMPARE(QString::fromStdString(rules.error().place.jsonPointer), pointer);
}

SHARDSCOPE_TEST(TstWorkRules)
#include "tst_work_rules.moc"
