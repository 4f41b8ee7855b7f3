// SPDX-License-Identifier: GPL-3.0-or-later
// A search by several processes and one that was stopped and goes on find what one process finds at one go,
// to the last count: processes are threads here, each with a search of its own.
#include "planner/recommender.h"
#include "planner/search.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

/// A small space with a front, of several windows' worth of devices.
PlanSearch asked()
{
    PlanSearch search;
    search.model = model("gpt2-xl");
    search.machines = {{hardware("dgx-a100-80g"), {8, 16, 32}}};
    search.space.variants = {planOf(search.model, {{"sequence-length", "1024"}}),
                             planOf(search.model, {{"sequence-length", "1024"}, {"attention", "flash"}})};
    search.space.globalBatch = {64, 64};
    search.front = {PlanObjective::Time, PlanObjective::Memory};
    search.top = 9;
    return search;
}

/// Everything that an answer says, to the last bit.
std::string said(const core::Result<PlanOutcome>& outcome)
{
    if (!outcome.ok())
        return "error " + std::to_string(static_cast<int>(outcome.error().code));
    std::string text;
    const auto say = [&](const PlanHit& hit) {
        const core::Plan& plan = hit.plan;
        for (const std::int64_t number :
             {std::int64_t(hit.variant), hit.devices, plan.axes.tensor, plan.axes.pipeline, plan.axes.replica,
              plan.axes.context, plan.axes.virtualStages, plan.batch.microBatch, plan.batch.microBatches,
              plan.batch.globalBatch, plan.batch.sequenceLength, plan.sharding.weights,
              plan.sharding.optimizer, std::int64_t(plan.recompute.parts), std::int64_t(plan.schedule),
              std::int64_t(plan.attention), std::int64_t(hit.tied)})
            text += std::to_string(number) + " ";
        for (const double number : {hit.stepSeconds, hit.peakBytes, hit.at[0], hit.at[1], hit.excess})
            text += QByteArray::number(number, 'g', 17).toStdString() + " ";
        text += "\n";
    };
    for (const PlanHit& hit : outcome->best)
        say(hit);
    for (const PlanHit& hit : outcome->front)
        say(hit);
    text += std::to_string(outcome->tally.considered) + " " + std::to_string(outcome->tally.evaluated) + " " +
            std::to_string(outcome->tally.feasible);
    for (const auto& [rule, count] : outcome->tally.pruned)
        text += " " + rule + " " + std::to_string(count);
    for (const auto& [tier, count] : outcome->tally.infeasible)
        text += " " + tier + " " + std::to_string(count);
    return text;
}

/// Where the threads of a test meet.
class Table {
public:
    explicit Table(int count)
        : m_seated(static_cast<std::size_t>(count), true)
        , m_given(static_cast<std::size_t>(count))
    {
    }

    std::vector<std::optional<std::string>> exchange(int number, const std::string& bytes)
    {
        std::unique_lock lock(m_mutex);
        m_given[static_cast<std::size_t>(number)] = bytes;
        ++m_here;
        const int turn = m_turn;
        turnOver();
        m_turned.wait(lock, [&] { return m_turn != turn; });
        return m_last; // nobody gives again before all have this
    }

    void leave(int number)
    {
        const std::lock_guard lock(m_mutex);
        m_seated[static_cast<std::size_t>(number)] = false;
        turnOver();
    }

private:
    /// All that sit have given.
    void turnOver()
    {
        if (m_here == 0 || m_here < std::count(m_seated.begin(), m_seated.end(), true))
            return;
        m_last = m_given;
        m_given.assign(m_given.size(), std::nullopt);
        m_here = 0;
        ++m_turn;
        m_turned.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_turned;
    std::vector<bool> m_seated;
    std::vector<std::optional<std::string>> m_given;
    std::vector<std::optional<std::string>> m_last;
    std::ptrdiff_t m_here = 0;
    int m_turn = 0;
};

/// One thread's seat; it leaves at its so manieth exchange, as a killed process does.
class Seat final : public SearchTogether {
public:
    struct Killed {};
    Seat(Table& table, int number, int count, int killedAt)
        : m_table(table)
        , m_number(number)
        , m_count(count)
        , m_killedAt(killedAt)
    {
    }
    int number() const override { return m_number; }
    int count() const override { return m_count; }
    std::vector<std::optional<std::string>> exchange(const std::string& bytes) override
    {
        if (m_exchanges++ == m_killedAt) {
            m_table.leave(m_number);
            throw Killed();
        }
        return m_table.exchange(m_number, bytes);
    }

private:
    Table& m_table;
    int m_number;
    int m_count;
    int m_killedAt;
    int m_exchanges = 0;
};

/// A search, as one of the processes that do it together.
using Ask = std::function<std::string(SearchTogether*)>;

std::string plansFound(SearchTogether* together)
{
    PlanSearch search = asked();
    search.together = together;
    return said(searchTransformer(search));
}

/// A recommender's, of several rounds; the bound leaves some plans out.
std::string placements(SearchTogether* together, SearchJournal* journal, const core::Task& task)
{
    static const core::ModelSpec dlrm = model("dlrm-v2-mlperf");
    static const core::HardwareSpec machine = hardware("dgx-a100-80g");
    RecommenderSpace space = recommenderSpace(machine, planOf(dlrm, {{"micro-batch", "2048"}}), {});
    space.devices = {8, 12, 16, 64};
    space.top = 3;
    space.together = together;
    space.journal = journal;
    const auto found = searchRecommender(dlrm, machine, space, task);
    if (!found.ok())
        return "error " + std::to_string(static_cast<int>(found.error().code));
    std::string text;
    for (const SearchHit& hit : found->best) {
        text += core::planJson(hit.plan) + hit.bound + " " + std::to_string(hit.devices);
        for (const double number :
             {hit.samplesPerSecond, hit.step.value(), hit.peak.value(), hit.objective, double(hit.fits)})
            text += " " + QByteArray::number(number, 'g', 17).toStdString();
    }
    text += "\n" + std::to_string(found->tally.considered) + " " + std::to_string(found->tally.evaluated) +
            " " + std::to_string(found->tally.placements);
    for (const auto& [rule, count] : found->tally.pruned)
        text += " " + rule + " " + std::to_string(count);
    return text;
}

std::string placementsFound(SearchTogether* together) { return placements(together, nullptr, {}); }

/// What \p count processes say; \p killed leaves at exchange \p at. Empty for who was killed.
std::vector<std::string> searchedBy(int count, int killed = -1, int at = -1, const Ask& ask = plansFound)
{
    Table table(count);
    std::vector<std::string> answers(static_cast<std::size_t>(count));
    std::vector<std::jthread> threads;
    for (int number = 0; number < count; ++number)
        threads.emplace_back([&, number] {
            Seat seat(table, number, count, number == killed ? at : -1);
            try {
                answers[static_cast<std::size_t>(number)] = ask(&seat);
            } catch (const Seat::Killed&) { // says nothing any more
                return;
            }
            table.leave(number);
        });
    threads.clear();
    return answers;
}

/// Keeps every state in memory.
class Notes final : public SearchJournal {
public:
    std::string next() override { return state; }
    void keep(const std::function<std::string()>& make, bool pressing) override
    {
        state = make();
        ++kept;
        if (kept == stopAt && !pressing)
            stop.request_stop();
    }
    std::string file() const override { return "notes"; }
    std::string state;
    std::stop_source stop;
    int kept = 0;
    int stopAt = -1;
};

} // namespace

class TstSearchTogether : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_alone = said(searchTransformer(asked()));
        QVERIFY2(m_alone.size() > 500 && !m_alone.starts_with("error"), m_alone.c_str());
    }

    void severalFindWhatOneFinds()
    {
        for (const int count : {1, 2, 3}) {
            for (const std::string& answer : searchedBy(count))
                QCOMPARE(answer, m_alone);
        }
    }

    void whatTheLostHeldIsDoneByOthers()
    {
        for (const auto& [count, killed, at] :
             {std::array{2, 1, 0}, std::array{3, 0, 1}, std::array{3, 2, 3}, std::array{2, 0, 2}}) {
            const std::vector<std::string> answers = searchedBy(count, killed, at);
            for (int number = 0; number < count; ++number)
                QCOMPARE(answers[static_cast<std::size_t>(number)],
                         number == killed ? std::string() : m_alone);
        }
    }

    void recommendersAreSearchedTogetherToo()
    {
        const std::string alone = placementsFound(nullptr);
        QVERIFY2(alone.size() > 500 && !alone.starts_with("error"), alone.c_str());
        QVERIFY2(alone.find(" bound ") != std::string::npos, alone.c_str()); // there is something to agree on
        for (const int count : {1, 2, 3}) {
            for (const std::string& answer : searchedBy(count, -1, -1, placementsFound))
                QCOMPARE(answer, alone);
        }
        for (const auto& [count, killed, at] :
             {std::array{2, 1, 0}, std::array{3, 0, 1}, std::array{3, 2, 2}, std::array{2, 0, 1}}) {
            const std::vector<std::string> answers = searchedBy(count, killed, at, placementsFound);
            for (int number = 0; number < count; ++number)
                QCOMPARE(answers[static_cast<std::size_t>(number)], number == killed ? std::string() : alone);
        }
    }

    /// Stopped after every single round in turn, and gone on with.
    void aStoppedSearchGoesOn_data()
    {
        QTest::addColumn<bool>("front");
        QTest::newRow("with a front") << true;
        QTest::newRow("what is beyond the best of earlier windows left out") << false;
    }
    void aStoppedSearchGoesOn()
    {
        QFETCH(const bool, front);
        const auto wanted = [&] {
            PlanSearch search = asked();
            if (!front)
                search.front.clear();
            return search;
        };
        const std::string alone = front ? m_alone : said(searchTransformer(wanted()));
        int rounds = 0;
        {
            Notes notes;
            PlanSearch search = wanted();
            search.journal = &notes;
            QCOMPARE(said(searchTransformer(search)), alone);
            rounds = notes.kept;
            QVERIFY2(rounds > 3, QByteArray::number(rounds));
            Notes finished; // what is finished is answered from what was kept, without a search
            finished.state = notes.state;
            search.journal = &finished;
            QCOMPARE(said(searchTransformer(search)), alone);
            QCOMPARE(finished.kept, 1);
        }
        for (int stop = 1; stop < rounds; ++stop) {
            Notes notes;
            notes.stopAt = stop;
            PlanSearch search = wanted();
            search.journal = &notes;
            core::Task task;
            task.stop = notes.stop.get_token();
            const auto stopped = searchTransformer(search, task);
            QCOMPARE(said(stopped), "error " + std::to_string(static_cast<int>(core::ErrorCode::Cancelled)));
            Notes again;
            again.state = notes.state;
            search.journal = &again;
            QCOMPARE(said(searchTransformer(search)), alone);
            QVERIFY2(again.kept < rounds, "it began anew");
        }
    }

    void aStoppedSearchOfPlacementsGoesOn()
    {
        const std::string alone = placementsFound(nullptr);
        Notes whole;
        QCOMPARE(placements(nullptr, &whole, {}), alone);
        QVERIFY2(whole.kept > 3, QByteArray::number(whole.kept));
        Notes finished;
        finished.state = whole.state;
        QCOMPARE(placements(nullptr, &finished, {}), alone);
        QCOMPARE(finished.kept, 0); // answered from what was kept
        for (int stop = 1; stop < whole.kept; ++stop) {
            Notes notes;
            notes.stopAt = stop;
            core::Task task;
            task.stop = notes.stop.get_token();
            QCOMPARE(placements(nullptr, &notes, task),
                     "error " + std::to_string(static_cast<int>(core::ErrorCode::Cancelled)));
            Notes again;
            again.state = notes.state;
            QCOMPARE(placements(nullptr, &again, {}), alone);
            QCOMPARE(again.kept, whole.kept - stop);
        }
        Notes odd;
        odd.state = "x" + whole.state;
        QCOMPARE(placements(nullptr, &odd, {}),
                 "error " + std::to_string(static_cast<int>(core::ErrorCode::DataCorrupt)));
    }

    void oddStatesAreRefused()
    {
        Notes notes;
        PlanSearch search = asked();
        search.journal = &notes;
        QVERIFY(searchTransformer(search).ok());
        const std::string whole = notes.state;
        for (std::size_t length = 1; length < whole.size(); length += 1 + whole.size() / 97) {
            Notes cut;
            cut.state = whole.substr(0, length);
            search.journal = &cut;
            const auto answer = searchTransformer(search);
            QVERIFY2(!answer.ok() && answer.error().code == core::ErrorCode::DataCorrupt,
                     QByteArray::number(static_cast<qulonglong>(length)));
            QCOMPARE(answer.error().place.file, std::string("notes"));
        }
        for (const std::string& odd :
             {std::string("x "), whole + "0 ", "-" + whole, "99999999999999999999 " + whole}) {
            Notes notes2;
            notes2.state = odd;
            search.journal = &notes2;
            QVERIFY(!searchTransformer(search).ok());
        }
    }

private:
    std::string m_alone;
};

SHARDSCOPE_TEST(TstSearchTogether)
#include "tst_search_together.moc"
