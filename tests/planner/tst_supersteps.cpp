// SPDX-License-Identifier: GPL-3.0-or-later
// Bulk-synchronous machines in time: a pipeline's processors wait for the slowest in each cycle, and what a
// pass's supersteps do adds up to what the evaluator says.
#include "planner/simulate/simulation.h"
#include "planner/simulate/supersteps.h"
#include "planner/tasks/cycles.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <map>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

const Options kPod16{{"pipeline", "4"},
                     {"replica", "4"},
                     {"micro-batch", "2"},
                     {"micro-batches", "24"},
                     {"sequence-length", "512"},
                     {"recompute", "full"},
                     {"implementation", "popart"},
                     {"optimizer", "lamb"},
                     {"precision-weights", "fp16"},
                     {"precision-gradients", "fp16"},
                     {"optimizer-state", "fp16"},
                     {"residency-optimizer", "streaming"}};

Simulation simulated(const SimulationOptions& how = {})
{
    const core::ModelSpec spec = model("bert-large");
    auto out = simulate(spec, hardware("ipu-pod16"), planOf(spec, kPod16), how);
    if (!out.ok())
        qFatal("%s", out.error().args.empty() ? "" : out.error().args.front().c_str());
    return std::move(*out);
}

struct Stripe {
    double from = 0;
    double to = 0;
};
/// The stripes of stage \p rank, by name.
std::map<std::string, std::vector<Stripe>> stripesOf(const Simulation& simulation, std::int64_t rank)
{
    std::map<std::string, std::vector<Stripe>> out;
    const core::Timeline& timeline = *simulation.run->timeline;
    for (const core::Track& track : timeline.tracks()) {
        if (track.mesh->pipeline != rank || timeline.names().text(track.thread) != "supersteps")
            continue;
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                const double from = double(timeline.ts()[row]) * 1e-9;
                out[std::string(timeline.names().text(timeline.name()[row]))].push_back(
                    {from, from + double(timeline.dur()[row]) * 1e-9});
            }
        }
    }
    return out;
}
double sum(const std::vector<Stripe>& stripes)
{
    double all = 0;
    for (const Stripe& one : stripes)
        all += one.to - one.from;
    return all;
}

} // namespace

class TstSupersteps : public QObject {
    Q_OBJECT
private slots:
    void cyclesAreTheStashes()
    {
        // Drawn by hand for p 3: stage 0 is four forwards ahead, stage 1 two, the last none.
        const PipelineOrder order = cycleOrder(3, 5);
        const auto row = [&](std::size_t rank) {
            QStringList cells;
            for (const Action& action : order.ranks[rank])
                cells << QString::fromStdString(textOf(action)) + QLatin1Char('@') +
                             QString::number(cycleOf(action, 3));
            return cells.join(QLatin1Char(' '));
        };
        QCOMPARE(row(0), QString("0F0@0 0F1@1 0F2@2 0F3@3 0F4@4 0B0@4 0B1@5 0B2@6 0B3@7 0B4@8"));
        QCOMPARE(row(1), QString("1F0@1 1F1@2 1F2@3 1B0@3 1F3@4 1B1@4 1F4@5 1B2@5 1B3@6 1B4@7"));
        QCOMPARE(row(2), QString("2F0@2 2B0@2 2F1@3 2B1@3 2F2@4 2B2@4 2F3@5 2B3@5 2F4@6 2B4@6"));
    }
    void theStepIsTheClosedForms()
    {
        const Simulation out = simulated();
        // What PopART's stages hold is what the memory says they hold.
        for (std::size_t rank = 0; rank < 4; ++rank)
            QCOMPARE(out.classes[rank].peakInFlight, double(2 * (3 - rank) + 1));
        for (const core::TierUse& use : out.evaluation.memory.tiers) {
            if (use.tier == core::Tier::Device)
                QVERIFY(std::abs(out.classes[use.rankClass].peakBytes - use.peak.value()) < 1);
        }
        double rest = 0;
        double named = 0;
        for (const StepDifference& difference : out.differences) {
            named += difference.seconds;
            rest += difference.what == "unequal_stages" ? difference.seconds : 0;
        }
        QVERIFY(std::abs(named - (out.stepSeconds - out.closedFormSeconds)) < 1e-8 * out.stepSeconds);
        QVERIFY2(std::abs(rest) < 0.02 * out.closedFormSeconds,
                 qPrintable(QString::number(rest / out.closedFormSeconds)));
    }
    void stripesAddUp()
    {
        const Simulation out = simulated();
        const double micro = 24;
        const core::SuperstepTimes& shares = *out.evaluation.supersteps;
        const double all = shares.compute.value() + shares.exchange.value() + shares.sync.value();
        bool told = false; // the evaluation's are those of the slowest stage
        for (std::int64_t rank = 0; rank < 4; ++rank) {
            const auto why = [&](const std::string& pass) {
                for (const auto& [path, derivation] : out.derivations) {
                    if (path == "stage " + std::to_string(rank) + "." + pass)
                        return derivation->value;
                }
                return 0.0;
            };
            const double computing = micro * (why("forward") + why("backward") + why("recompute"));
            const auto stripes = stripesOf(out, rank);
            const double each = 1e-9 * double(stripes.at("compute").size()); // whole nanoseconds
            const double computed = sum(stripes.at("compute"));
            const double met = sum(stripes.at("sync"));
            const double exchanged = sum(stripes.at("exchange"));
            QVERIFY(std::abs(computed + met + exchanged - computing) <= 3 * each);
            QVERIFY(computed > 0 && met > 0 && exchanged > 0);
            told = told || (std::abs(computed - shares.compute.value()) <= 1e-3 * all &&
                            std::abs(met - shares.sync.value()) <= 1e-3 * all &&
                            std::abs(exchanged - shares.exchange.value()) <= 1e-3 * all);
            // 6 layers a stage, a superstep of each kind for each layer and pass.
            QCOMPARE(stripes.at("compute").size(), std::size_t(6 * 2 * 24));
        }
        QVERIFY(told);
    }
    void allWaitForTheSlowest()
    {
        SimulationOptions how;
        const double plain = simulated(how).stepSeconds;
        how.slowdowns = {{"stage 1", 1.5}};
        const Simulation slow = simulated(how);
        QVERIFY(slow.stepSeconds > plain);
        const auto slowest = stripesOf(slow, 1);
        const auto other = stripesOf(slow, 2);
        QVERIFY(sum(other.at("sync: waits for the slowest")) >
                2 * sum(slowest.at("sync: waits for the slowest")));
        // They exchange at the same moments, and nobody computes meanwhile.
        const auto& mine = slowest.at("exchange between processors");
        const auto& theirs = other.at("exchange between processors");
        std::size_t shared = 0;
        for (const Stripe& one : mine) {
            for (const Stripe& two : theirs)
                shared += std::abs(one.from - two.from) < 1e-9 && std::abs(one.to - two.to) < 1e-9;
        }
        QVERIFY(shared >= 24);
        for (const Stripe& exchange : mine) {
            for (const Stripe& compute : other.at("compute"))
                QVERIFY(compute.to <= exchange.from + 2e-9 || compute.from >= exchange.to - 2e-9);
        }
    }
};

SHARDSCOPE_TEST(TstSupersteps)
#include "tst_supersteps.moc"
