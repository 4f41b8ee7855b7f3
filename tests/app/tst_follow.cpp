// SPDX-License-Identifier: GPL-3.0-or-later
// A running job is followed as its files grow: every step once, every byte once, what becomes of it told once
// with the step when it began.
#include "app/session/follow/follower.h"
#include "tests/support/planted/program.h"
#include "tests/support/planted/writers.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <random>
#include <set>

using namespace shardscope;
using app::Follower;
using app::FollowFinding;
using app::FollowNews;

namespace {

const core::Catalog& catalog()
{
    static const core::Catalog own{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return own;
}

/// A line as Megatron-LM prints it.
std::string line(std::int64_t iteration, double ms)
{
    return " [2026-08-01 10:00:01] iteration " + std::to_string(iteration) +
           "/ 100000 | consumed samples: 1280 | elapsed time per iteration (ms): " + std::to_string(ms) +
           " | lm loss: 1.1E+01 |\n";
}

void append(const std::filesystem::path& file, std::string_view text)
{
    std::ofstream(file, std::ios::binary | std::ios::app) << text;
}

std::filesystem::path in(const QTemporaryDir& folder, const char* name)
{
    return std::filesystem::path(folder.path().toStdString()) / name;
}

std::string steps(std::int64_t from, std::int64_t to, double ms)
{
    std::string text;
    for (std::int64_t step = from; step <= to; ++step)
        text += line(step, ms);
    return text;
}

std::size_t count(const std::vector<FollowFinding>& all, const std::string& kind)
{
    return static_cast<std::size_t>(std::ranges::count(all, kind, &FollowFinding::kind));
}

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The text as gzip has it (RFC 1952).
std::string gzip(const std::string& text)
{
    std::uint32_t sum = 0xFFFFFFFF;
    for (const char c : text) {
        sum ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    const QByteArray zlib = qCompress(QByteArray::fromStdString(text)); // length, header, …, Adler's sum
    std::string out =
        std::string("\x1F\x8B\x08", 3) + std::string(7, '\0') + zlib.mid(6, zlib.size() - 10).toStdString();
    for (const std::uint32_t number : {~sum, static_cast<std::uint32_t>(text.size())}) {
        for (unsigned byte = 0; byte < 4; ++byte)
            out += static_cast<char>((number >> (8 * byte)) & 0xFFU);
    }
    return out;
}

/// A rank's trace whose device has \p bytes allocated at most.
std::string traceWithMemory(int rank, std::int64_t bytes)
{
    const std::string most = std::to_string(bytes);
    return R"({"deviceProperties": [{"id": 0, "name": "NVIDIA H100 80GB HBM3"}], "distributedInfo": {"rank": )" +
           std::to_string(rank) +
           R"(, "world_size": 2}, "traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 5, "ts": 0, "dur": 100, "args": {}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 20, "dur": 50, "args": {"device": 0, "stream": 7}},
{"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 5, "ts": 10, "args": {"Device Type": 1, "Device Id": 0, "Addr": 1024, "Bytes": )" +
           most + R"(, "Total Allocated": )" + most + R"(, "Total Reserved": )" + most + "}}]}\n";
}

const FollowFinding* found(const std::vector<FollowFinding>& all, const std::string& kind, int rank)
{
    const auto at = std::ranges::find_if(
        all, [&](const FollowFinding& one) { return one.kind == kind && one.rank == rank; });
    return at == all.end() ? nullptr : &*at;
}

} // namespace

class TstFollow : public QObject {
    Q_OBJECT
private slots:
    /// Ten hours of four ranks, at four seconds a step: rank 2 slows down by a quarter for an hour, rank 3
    /// stops at the end. Lines come in pieces that end anywhere.
    void tenHours()
    {
        const QTemporaryDir folder;
        constexpr std::int64_t kSteps = 9'000;
        constexpr std::int64_t kSlow = 4'000;
        constexpr std::int64_t kFast = 4'900;
        app::FollowedPlan plan;
        plan.stepSeconds = 4.1;
        plan.mostSeconds = 4.5;
        plan.peakBytes = 40e9;
        Follower follower(catalog(), folder.path().toStdString(), plan);
        std::mt19937 random(7);
        std::normal_distribution<double> jitter(0, 40);
        std::vector<FollowFinding> all;
        std::map<int, std::set<std::int64_t>> steps;
        std::uint64_t written = 0;
        std::array<std::string, 4> waiting;
        const auto look = [&](Follower::Clock::time_point now) {
            auto news = follower.look(false, now, {});
            QVERIFY(news.ok());
            for (const app::FollowedStep& step : news->steps)
                QVERIFY(steps[step.rank].insert(step.number).second); // never twice
            all.insert(all.end(), news->findings.begin(), news->findings.end());
        };
        for (std::int64_t step = 1; step <= kSteps; ++step) {
            for (int rank = 0; rank < 4; ++rank) {
                if (rank == 3 && step > kSteps - 500)
                    continue;
                const bool slow = rank == 2 && step >= kSlow && step < kFast;
                std::string& text = waiting[static_cast<std::size_t>(rank)];
                text += line(step, (slow ? 5'000 : 4'000) + jitter(random));
                if (rank == 1 && step == 6'000)
                    text +=
                        "[Rank 1] (after 6000 iterations) memory (MB) | allocated: 30000 | max allocated: "
                        "50000 | reserved: 51000\n";
                if (step % 50 != 0)
                    continue;
                const bool last = step == kSteps || step == kSteps - 500;
                const std::size_t cut = text.size() - (last ? 0 : random() % 60);
                append(std::filesystem::path(folder.path().toStdString()) /
                           ("rank_" + std::to_string(rank) + ".log"),
                       std::string_view(text).substr(0, cut));
                written += cut;
                text.erase(0, cut);
            }
            if (step % 50 == 0)
                look(Follower::Clock::now());
        }
        QCOMPARE(steps[0].size(), static_cast<std::size_t>(kSteps));
        QCOMPARE(steps[2].size(), static_cast<std::size_t>(kSteps));
        QVERIFY(follower.bytesRead() <= written); // each byte once
        QCOMPARE(follower.stepsSeen(), static_cast<std::size_t>(4 * kSteps - 500));
        for (const char* const kind : {"slower", "slower_than_plan"}) {
            const FollowFinding* const slower = found(all, kind, 2);
            QVERIFY(slower != nullptr);
            QVERIFY(slower->since >= kSlow && slower->since < kSlow + 5);
            QVERIFY(std::abs(slower->now - 5) < 0.2);
        }
        const FollowFinding* const over = found(all, "recovered", 2);
        QVERIFY(over != nullptr && over->since >= kFast && over->since < kFast + 5);
        QVERIFY(found(all, "within_plan", 2) != nullptr);
        const FollowFinding* const memory = found(all, "memory_above_plan", 1);
        QVERIFY(memory != nullptr && memory->now > 50e9);
        QCOMPARE(all.size(), std::size_t{5}); // nothing else, of anybody, and nothing twice
        // A minute and more later nobody but the ranks that wrote last are silent: all of them by then.
        all.clear();
        look(Follower::Clock::now() + std::chrono::minutes(5));
        QCOMPARE(all.size(), std::size_t{4});
        const FollowFinding* const silent = found(all, "silent", 3);
        QVERIFY(silent != nullptr);
        QCOMPARE(silent->since, kSteps - 500);
        for (const FollowFinding& one : all)
            QVERIFY(!followSentence(one).isEmpty() && !followSentence(one).contains(QLatin1Char('%')));
        all.clear();
        look(Follower::Clock::now() + std::chrono::minutes(6));
        QVERIFY(all.empty());
    }

    /// A trace that is still being written waits; once whole it is read, and only once.
    /// A profiler records a handful of steps: where each but the first takes longer than was promised it is
    /// told when no more can come, and once.
    void shortSeriesAgainstAPromise()
    {
        std::mt19937 random(4);
        std::uniform_real_distribution<double> share(0.5, 2);
        for (int round = 0; round < 300; ++round) {
            const int steps = 1 + round % 6;
            app::DriftWatch watch(1.0);
            bool all = steps > 2;
            for (int step = 0; step < steps; ++step) {
                const double seconds = round % 2 == 0 ? 1 + share(random) : share(random);
                all = all && (step == 0 || seconds > 1);
                QVERIFY(!watch.take(step, seconds));
            }
            const auto told = watch.settle();
            QCOMPARE(told.has_value(), all);
            QVERIFY(!told || (told->begins && told->since == 1 && told->now > 1 && told->usual == 1.0));
            QVERIFY(!watch.settle());
        }
    }

    void partialTracesWait()
    {
        const QTemporaryDir made;
        tests::planted::Program program;
        program.causes = {{tests::planted::Cause::Input, 3'000'000, 0}};
        const auto files = tests::planted::writeChrome(recorded(program), made.path().toStdString());
        std::ifstream in(files.front(), std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(in)), {});
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "rank0.json";
        append(path, std::string_view(text).substr(0, text.size() / 2));
        Follower follower(catalog(), folder.path().toStdString(), std::nullopt);
        const auto look = [&] { return follower.look(false, Follower::Clock::now(), {}).value(); };
        QVERIFY(look().empty()); // just made
        append(path, std::string_view(text).substr(text.size() / 2));
        QVERIFY(look().empty()); // it has grown
        const FollowNews news = look();
        QCOMPARE(news.steps.size(), std::size_t{7});
        QVERIFY(found(news.findings, "host_between", -1) != nullptr);
        QVERIFY(look().empty());
        QVERIFY(follower.unread().empty());
    }

    /// A job goes on from a checkpoint, in the log that it wrote before: its steps are told, what was usual
    /// stays, and it is not silent. So of a log that was begun again.
    void aJobGoesOn()
    {
        const QTemporaryDir folder;
        const auto log = in(folder, "rank0.log");
        Follower follower(catalog(), folder.path().toStdString(), std::nullopt);
        const auto look = [&](std::chrono::minutes later = {}) {
            return follower.look(false, Follower::Clock::now() + later, {}).value();
        };
        append(log, steps(1, 100, 4'000));
        QCOMPARE(look().steps.size(), std::size_t{100});
        append(log, steps(11, 84, 5'000));
        const FollowNews on = look();
        QCOMPARE(on.steps.size(), std::size_t{74});
        QCOMPARE(on.steps.front().number, std::int64_t{11});
        const FollowFinding* const slower = found(on.findings, "slower", 0);
        QVERIFY(slower != nullptr);
        QCOMPARE(slower->usual, 4.0);
        QVERIFY(slower->since > 11 && slower->since < 20);
        const FollowNews later = look(std::chrono::minutes(5));
        QVERIFY(found(later.findings, "silent", 0) != nullptr);
        QCOMPARE(later.findings.front().since, std::int64_t{84});
        std::filesystem::remove(log);
        append(log, steps(1, 20, 4'000));
        const FollowNews anew = look();
        QCOMPARE(anew.steps.size(), std::size_t{20});
        QVERIFY(found(anew.findings, "recovered", 0) != nullptr);
        QCOMPARE(follower.stepsSeen(), std::size_t{194});
    }

    /// A copy of a log that is still written tells nothing new; a rank's next log does.
    void copiesOfLogs()
    {
        const QTemporaryDir folder;
        Follower follower(catalog(), folder.path().toStdString(), std::nullopt);
        append(in(folder, "rank0.log"), steps(1, 50, 4'000));
        append(in(folder, "rank0_copy.log"), steps(1, 50, 4'000));
        QCOMPARE(follower.look(false, Follower::Clock::now(), {}).value().steps.size(), std::size_t{50});
        const auto next = in(folder, "rank0_next.log");
        append(next, steps(31, 40, 4'000));
        std::filesystem::last_write_time(next, Follower::Clock::now() + std::chrono::minutes(10));
        QCOMPARE(follower.look(false, Follower::Clock::now(), {}).value().steps.size(), std::size_t{10});
    }

    /// What is written once does not fall silent.
    void tracesAreNotSilent()
    {
        const QTemporaryDir made;
        const auto files =
            tests::planted::writeChrome(recorded(tests::planted::Program()), made.path().toStdString());
        const QTemporaryDir folder;
        Follower follower(catalog(), folder.path().toStdString(), std::nullopt);
        for (const char* const name : {"rank0_first.json", "rank0_second.json"}) {
            append(in(folder, name), textOf(files.front()));
            const auto news = follower.look(true, Follower::Clock::now() + std::chrono::hours(1), {});
            QCOMPARE(news.value().steps.size(), std::size_t{7});
            QCOMPARE(count(news.value().findings, "silent"), std::size_t{0});
        }
    }

    void memoryOfRanks()
    {
        const QTemporaryDir folder;
        append(in(folder, "rank0.json"), traceWithMemory(0, 1'000));
        append(in(folder, "rank1.json"), traceWithMemory(1, 9'000));
        app::FollowedPlan plan;
        plan.stepSeconds = plan.mostSeconds = 1;
        plan.peakBytes = 2'000;
        Follower follower(catalog(), folder.path().toStdString(), plan);
        const FollowNews news = follower.look(true, Follower::Clock::now(), {}).value();
        QCOMPARE(count(news.findings, "memory_above_plan"), std::size_t{1});
        const FollowFinding* const above = found(news.findings, "memory_above_plan", 1);
        QVERIFY(above != nullptr);
        QCOMPARE(above->now, 9'000.0);
        QVERIFY(above->file.ends_with("rank1.json"));
    }

    /// A rank whose memory is told before its first step is held against the plan's step as well, by a short
    /// log when no more is written.
    void memoryBeforeSteps()
    {
        for (const int last : {3, 5, 20}) {
            const QTemporaryDir folder;
            append(in(folder, "train.log"),
                   "[Rank 0] (after 1 iterations) memory (MB) | allocated: 10.0 | max "
                   "allocated: 20.0 | reserved: 30.0 | max reserved: 30.0\n" +
                       steps(1, last, 4'000));
            app::FollowedPlan plan;
            plan.stepSeconds = plan.mostSeconds = 1;
            Follower follower(catalog(), folder.path().toStdString(), plan);
            const FollowNews news = follower.look(true, Follower::Clock::now(), {}).value();
            QCOMPARE(count(news.findings, "slower_than_plan"), std::size_t{1});
        }
    }

    /// Logs that say no rank are as many ranks as files, and findings tell which.
    void logsWithoutRanks()
    {
        const QTemporaryDir folder;
        append(in(folder, "node-a.log"), steps(1, 40, 4'000));
        append(in(folder, "node-b.log"), steps(1, 20, 2'000) + steps(21, 40, 3'000));
        Follower follower(catalog(), folder.path().toStdString(), std::nullopt);
        const FollowNews news = follower.look(false, Follower::Clock::now(), {}).value();
        QCOMPARE(news.steps.size(), std::size_t{80});
        QCOMPARE(news.findings.size(), std::size_t{1});
        QCOMPARE(news.findings.front().since, std::int64_t{21});
        QVERIFY(followSentence(news.findings.front()).startsWith(QLatin1String("node-b.log: ")));
    }

    /// A log of more than is read at once, and a line of its that is longer.
    void longLogs()
    {
        const QTemporaryDir folder;
        constexpr std::size_t kLong = std::size_t{70} << 20;
        const auto log = in(folder, "rank0.log");
        append(log, line(1, 4'000));
        std::string noise(kLong, 'x');
        for (std::size_t at = 99; at < noise.size(); at += 100)
            noise[at] = '\n';
        append(log, noise);
        append(log, "\n" + line(2, 4'000) + std::string(kLong, 'x') + "\n" + line(3, 4'000));
        Follower follower(catalog(), folder.path().toStdString(), std::nullopt);
        QCOMPARE(follower.look(true, Follower::Clock::now(), {}).value().steps.size(), std::size_t{3});
        QCOMPARE(follower.bytesRead(), static_cast<std::uint64_t>(std::filesystem::file_size(log)));
    }

    /// A compressed trace that is cut is not told as a whole one, and read again once it is whole.
    void cutTraces()
    {
        const QTemporaryDir made;
        const auto files =
            tests::planted::writeChrome(recorded(tests::planted::Program()), made.path().toStdString());
        const std::string whole = gzip(textOf(files.front()));
        const QTemporaryDir folder;
        append(in(folder, "rank0.json"), textOf(files.front()));
        append(in(folder, "rank1.json.gz"), std::string_view(whole).substr(0, whole.size() / 2));
        append(in(folder, "rank2.json.gz"), std::string_view(whole).substr(0, 2));
        append(in(folder, "rank3.json.gz"), std::string_view(whole).substr(0, 1));
        Follower follower(catalog(), folder.path().toStdString(), std::nullopt);
        const auto look = [&] { return follower.look(true, Follower::Clock::now(), {}).value(); };
        const auto ranksOf = [](const FollowNews& news) {
            std::map<std::int32_t, std::size_t> ranks;
            for (const app::FollowedStep& step : news.steps)
                ++ranks[step.rank];
            return ranks;
        };
        const FollowNews first = look();
        QCOMPARE(first.steps.size(), std::size_t{7});
        QVERIFY(first.steps.front().file.ends_with("rank0.json"));
        QCOMPARE(follower.files(), std::size_t{1});
        for (const char* const name : {"rank1.json.gz", "rank2.json.gz", "rank3.json.gz"}) {
            QVERIFY(follower.unread().count(in(folder, name)) == 1);
        }
        QVERIFY(followEndJson(follower, 0).find("cut short") != std::string::npos);
        append(in(folder, "rank1.json.gz"), std::string_view(whole).substr(whole.size() / 2));
        look();
        QVERIFY(ranksOf(look()) == (std::map<std::int32_t, std::size_t>{{1, 7}}));
        QVERIFY(follower.unread().count(in(folder, "rank1.json.gz")) == 0);
    }

    /// Every value stands at its own place, whichever of them a text has.
    void sentences()
    {
        const auto said = [](const char* kind, int rank) {
            return app::followSentence({kind, rank, 120, 1.25, 1.75, "logs/a.log", std::nullopt});
        };
        QCOMPARE(said("slower", 3),
                 QStringLiteral("Rank 3: Steps take longer since step 120: 1.75 s instead of 1.25 s."));
        QCOMPARE(said("recovered", 3),
                 QStringLiteral("Rank 3: Steps are as fast as before again since step 120: 1.75 s."));
        QCOMPARE(said("silent", -1),
                 QStringLiteral("a.log: Nothing was written for 1.75 s since step 120, which took 1.25 s."));
    }

    void linesAreJson()
    {
        const FollowFinding finding{"slower", 3, 120, 1.2, 1.9, "rank3.log", std::nullopt};
        const auto json = nlohmann::json::parse(followJson(finding));
        QCOMPARE(json["event"].get<std::string>(), std::string("finding"));
        QCOMPARE(json["since_step"].get<int>(), 120);
        QCOMPARE(json["rank"].get<int>(), 3);
        QVERIFY(followJson(finding).ends_with('\n'));
    }

    void noFolder()
    {
        Follower follower(catalog(), "/nowhere/at/all", std::nullopt);
        const auto news = follower.look(true, Follower::Clock::now(), {});
        QVERIFY(!news.ok());
        QVERIFY(news.error().code == core::ErrorCode::FileUnreadable);
    }
};

SHARDSCOPE_TEST(TstFollow)
#include "tst_follow.moc"
