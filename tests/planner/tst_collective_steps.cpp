// SPDX-License-Identifier: GPL-3.0-or-later
// A collective step by step: its steps add up to what the engine prices it at, and once they are done every
// rank has what the collective promises.
#include "planner/collectives.h"
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using N = PlainNumbers;

namespace {

struct Asked {
    HardwareSpec machine;
    Pattern pattern = Pattern::Ring;
    Ranks ranks;
    Bytes bytes;

    [[nodiscard]] QString told() const
    {
        return QString::fromStdString(machine.name + " " + std::string(nameOf(pattern)) + " " +
                                      std::to_string(ranks.count) + " ranks, " +
                                      std::to_string(ranks.stride) + " apart, " +
                                      std::to_string(bytes.value()) + " bytes");
    }
    [[nodiscard]] Seconds price(Collective what) const
    {
        return collectiveTime<N>({machine}, what, ranks, bytes).seconds;
    }
};

/// Random groups and sizes on every machine whose devices are joined.
std::vector<Asked> asked(int each)
{
    std::mt19937 random(41);
    std::vector<Asked> all;
    for (const std::string& name : catalog().hardwareNames()) {
        HardwareSpec machine = hardware(name);
        machine.calibrations.clear();
        if (!machine.connectsDevices())
            continue;
        const std::int64_t devices = machine.devices().value_or(1024);
        // Whole nodes, which few random groups are.
        for (const std::int64_t nodes : {2, 4, 8}) {
            const std::int64_t count = nodes * machine.devicesPerNode;
            for (const double bytes : {0x1p16, 0x1p22, 0x1p28}) {
                if (count <= std::min<std::int64_t>(kMostChunkedRanks, devices))
                    all.push_back({machine, Pattern::Hierarchical, {count, 1}, Bytes{bytes}});
            }
        }
        for (int round = 0; round < each; ++round) {
            for (const Pattern pattern : valuesOf<Pattern>()) {
                const std::int64_t stride = std::int64_t{1} << (random() % 5);
                const std::int64_t most = std::min<std::int64_t>(kMostChunkedRanks, devices / stride);
                if (most < 2)
                    continue;
                const auto count = 2 + static_cast<std::int64_t>(random()) % (most - 1);
                const double bytes = std::exp2(10 + random() % 25);
                all.push_back({machine, pattern, {count, stride}, Bytes{bytes}});
                all.push_back({machine, pattern, {most, stride}, Bytes{bytes}});
            }
        }
    }
    return all;
}

} // namespace

class TstCollectiveSteps : public QObject {
    Q_OBJECT
private slots:
    void stepsAddUpToThePrice()
    {
        const std::set<std::string_view> kCompared{"hops_cost_more_than_bytes", "bytes_cost_more_than_hops",
                                                   "fewer_hops_between_nodes"};
        int compared = 0;
        std::map<Pattern, int> priced;
        for (const Asked& one : asked(4)) {
            const auto steps = collectiveSteps({one.machine}, one.pattern, one.ranks, one.bytes);
            if (!steps.ok()) {
                QCOMPARE(steps.error().code, ErrorCode::Inconsistent);
                continue;
            }
            double sum = 0;
            for (const CollectiveStep& step : steps->steps) {
                QVERIFY2(step.seconds.value() >= 0, qPrintable(one.told()));
                QVERIFY2(!step.moves.empty(), qPrintable(one.told()));
                sum += step.seconds.value();
            }
            QVERIFY2(std::abs(sum / steps->seconds.value() - 1) < 1e-9, qPrintable(one.told()));
            // What the engine is asked by everybody else.
            double price = one.price(Collective::AllReduce).value();
            if (one.pattern == Pattern::AllToAll)
                price = one.price(Collective::AllToAll).value();
            else if (one.pattern == Pattern::ScatterGather)
                price = (one.price(Collective::ReduceScatter) + one.price(Collective::AllGather)).value();
            QVERIFY2(std::abs(steps->price.value() / price - 1) < 1e-9, qPrintable(one.told()));
            if (steps->priced) {
                ++priced[one.pattern];
                QVERIFY2(std::abs(sum / price - 1) < 1e-9, qPrintable(one.told()));
            } else if (kCompared.count(steps->taken.reason) > 0) {
                // Between nodes the engine takes whatever takes least time.
                ++compared;
                QVERIFY2(sum >= price * (1 - 1e-9), qPrintable(one.told()));
            }
        }
        QVERIFY(compared >= 10);
        for (const Pattern pattern : valuesOf<Pattern>())
            QVERIFY2(priced[pattern] >= 3, std::string(nameOf(pattern)).c_str());
    }

    void everyRankHasWhatIsPromised()
    {
        std::map<Pattern, int> seen;
        for (const Asked& one : asked(1)) {
            const auto steps = collectiveSteps({one.machine}, one.pattern, one.ranks, one.bytes);
            if (!steps.ok())
                continue;
            ++seen[one.pattern];
            const auto end = chunksAfter(*steps, steps->steps.size());
            std::vector<int> all(static_cast<std::size_t>(steps->ranks));
            std::iota(all.begin(), all.end(), 0);
            QCOMPARE(static_cast<int>(end.size()), steps->ranks);
            for (int rank = 0; rank < steps->ranks; ++rank) {
                for (int chunk = 0; chunk < steps->chunks; ++chunk) {
                    const auto& row = end[static_cast<std::size_t>(rank)];
                    if (one.pattern == Pattern::AllToAll) {
                        // A chunk comes from each of the others, and everything of its own is gone.
                        QVERIFY2(row[static_cast<std::size_t>(steps->chunks + chunk)].from ==
                                     std::vector<int>{chunk},
                                 qPrintable(one.told()));
                        QVERIFY(row[static_cast<std::size_t>(chunk)].sent);
                    } else {
                        QVERIFY2(row[static_cast<std::size_t>(chunk)].from == all, qPrintable(one.told()));
                    }
                }
            }
        }
        for (const Pattern pattern : valuesOf<Pattern>())
            QVERIFY2(seen[pattern] >= 3, std::string(nameOf(pattern)).c_str());
    }

    /// A rank adds nothing twice, sends what it has, and rings send 2 (n - 1)/n of the bytes.
    void nothingIsAddedTwice()
    {
        for (const Asked& one : asked(1)) {
            const auto steps = collectiveSteps({one.machine}, one.pattern, one.ranks, one.bytes);
            if (!steps.ok() || one.ranks.count > 24)
                continue;
            for (std::size_t done = 0; done < steps->steps.size(); ++done) {
                const auto before = chunksAfter(*steps, done);
                std::map<std::pair<int, int>, std::set<int>> brought;
                for (const ChunkMove& move : steps->steps[done].moves) {
                    const auto& from =
                        before[static_cast<std::size_t>(move.from)][static_cast<std::size_t>(move.chunk)]
                            .from;
                    QVERIFY2(!from.empty(), qPrintable(one.told()));
                    if (!move.adds)
                        continue;
                    auto& into = brought[{move.to, move.into}];
                    const auto& there =
                        before[static_cast<std::size_t>(move.to)][static_cast<std::size_t>(move.into)].from;
                    into.insert(there.begin(), there.end());
                    for (const int rank : from)
                        QVERIFY2(into.insert(rank).second, qPrintable(one.told()));
                }
            }
            double sent = 0;
            for (const CollectiveStep& step : steps->steps)
                sent += step.bytes.value();
            const double others =
                static_cast<double>(one.ranks.count - 1) / static_cast<double>(one.ranks.count);
            if (one.pattern == Pattern::Ring || one.pattern == Pattern::ScatterGather)
                QVERIFY2(std::abs(sent / (2 * others * one.bytes.value()) - 1) < 1e-9,
                         qPrintable(one.told()));
            // One rank sends no more in all than the busiest of each step.
            QVERIFY2(steps->sent.value() <= sent * (1 + 1e-9), qPrintable(one.told()));
            if (one.pattern == Pattern::AllToAll)
                QVERIFY2(std::abs(sent / (others * one.bytes.value()) - 1) < 1e-9, qPrintable(one.told()));
        }
    }

    /// What a plan's replicas exchange costs what the plan says.
    void aPlansGradients()
    {
        for (const auto& [machine, replicas] :
             {std::pair("dgx-h100", 4), std::pair("dgx-h100", 16), std::pair("dgx-a100-80g", 32)}) {
            const ModelSpec gpt = model("gpt2");
            const HardwareSpec spec = hardware(machine);
            const auto evaluation =
                evaluate(gpt, spec,
                         planOf(gpt, {{"replica", std::to_string(replicas)}, {"implementation", "megatron"}}),
                         Detail::Plain);
            QVERIFY(evaluation.ok());
            const auto steps = planCollective(gpt, spec, *evaluation, Pattern::Ring);
            QVERIFY(steps.ok());
            QCOMPARE(steps->ranks, replicas);
            const auto entry = std::ranges::find(evaluation->communication, TrafficGroup::Replica,
                                                 &CommunicationEntry::group);
            QCOMPARE(steps->bytes.value(), entry->bytesPerRank.value());
            QCOMPARE(steps->taken.name, entry->algorithm);
            QVERIFY2(std::abs(steps->price.value() / entry->seconds.value() - 1) < 1e-9,
                     qPrintable(
                         QStringLiteral("%1 and %2").arg(steps->price.value()).arg(entry->seconds.value())));
        }
        const ModelSpec gpt = model("gpt2");
        const auto alone = evaluate(gpt, hardware("dgx-h100"), planOf(gpt, {}), Detail::Plain);
        QCOMPARE(planCollective(gpt, hardware("dgx-h100"), *alone, Pattern::Ring).error().code,
                 ErrorCode::Inconsistent);
    }
};

SHARDSCOPE_TEST(TstCollectiveSteps)
#include "tst_collective_steps.moc"
