// SPDX-License-Identifier: GPL-3.0-or-later
// One step time: a plan takes as long as its simulation, whatever framework, schedule and kind of model; a
// link twice as slow is the same from whichever side; and nothing that travels is hidden for nothing.
#include "planner/evaluate/evaluate.h"
#include "planner/evaluate/ranking.h"
#include "planner/simulate/simulation.h"
#include "planner/traffic/overlap.h"
#include "tests/planner/communication_entry.h"
#include "tests/planner/shipped.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

class Dice {
public:
    explicit Dice(unsigned seed)
        : m_random(seed)
    {
    }
    std::int64_t one(std::initializer_list<std::int64_t> of)
    {
        return *(of.begin() + static_cast<std::ptrdiff_t>(m_random() % of.size()));
    }
    std::size_t below(std::size_t end) { return m_random() % end; }
    bool coin() { return m_random() % 2 == 0; }
    double share() { return std::uniform_real_distribution<double>(0, 1)(m_random); }

private:
    std::mt19937 m_random;
};

/// Any framework, any axes, any schedule: the evaluator decides whether they go together.
core::Plan randomPlan(const core::ModelSpec& shape, Dice& dice)
{
    core::Plan plan = planOf(shape, {{"sequence-length", "1024"}});
    const auto& frameworks = transformersFrameworks();
    plan.implementation = dice.coin() ? frameworks[dice.below(frameworks.size())] : core::Framework::Megatron;
    const std::int64_t tensor = dice.one({1, 1, 2, 8});
    const std::int64_t pipeline = dice.one({1, 1, 2, 4, 8});
    const std::int64_t replica = dice.one({1, 2, 8, 16});
    const bool moe = shape.transformer()->experts > 0;
    plan.axes = {tensor,
                 pipeline,
                 replica,
                 dice.one({1, 1, 2}),
                 moe && replica > 1 ? dice.one({1, 2}) : 1,
                 0,
                 1,
                 tensor > 1 && dice.coin(),
                 1};
    plan.batch.microBatch = dice.one({1, 2});
    plan.batch.microBatches = dice.one({1, 4, 8, 16});
    plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * replica;
    plan.sharding = core::zeroSharding(static_cast<int>(dice.one({0, 1, 2, 3})), plan.axes.replicas());
    plan.recompute = dice.coin() ? core::Recompute::None : core::Recompute::Full;
    const auto schedules = {core::Schedule::OneForwardOneBackward,
                            core::Schedule::Gpipe,
                            core::Schedule::Interleaved,
                            core::Schedule::ZeroBubble,
                            core::Schedule::Zb1p,
                            core::Schedule::Zbv};
    plan.schedule = *(schedules.begin() + dice.one({0, 0, 1, 2, 3, 4, 5}));
    if (plan.schedule == core::Schedule::Interleaved)
        plan.axes.virtualStages = 2;
    return plan;
}

double stepOf(const core::Evaluation& evaluation)
{
    return evaluation.step.at(core::StepPart::Total).seconds.value();
}

/// A machine that says of its links what its file says and no more: no collectives were measured on it.
core::HardwareSpec specified(const std::string& name)
{
    core::HardwareSpec machine = hardware(name);
    machine.collectives.clear();
    machine.calibrations.clear();
    return machine;
}

double simulated(const core::ModelSpec& shape, const core::HardwareSpec& machine, const core::Plan& plan,
                 const std::vector<Slowdown>& slowdowns = {})
{
    SimulationOptions how;
    how.run = how.traced = false;
    how.slowdowns = slowdowns;
    const auto out = simulate(shape, machine, plan, how);
    return out.ok() ? out->stepSeconds : -1;
}

} // namespace

class TstOneStepTime : public QObject {
    Q_OBJECT
private slots:
    void aPlanTakesAsLongAsItsSimulation_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("machine");
        for (const char* name : {"gpt2-xl", "llama-3-8b", "mixtral-8x7b"}) {
            for (const char* machine : {"dgx-a100-80g", "dgx-h100", "aws-p5"})
                QTest::addRow("%s %s", name, machine) << name << machine;
        }
    }
    void aPlanTakesAsLongAsItsSimulation()
    {
        QFETCH(QString, model);
        QFETCH(QString, machine);
        const core::ModelSpec shape = tests::model(model.toStdString());
        const core::HardwareSpec devices = hardware(machine.toStdString());
        const Evaluator evaluator(shape, devices);
        const Ranking ranking(shape, devices);
        Dice dice(11);
        int seen = 0;
        int pipelines = 0;
        int formed = 0;
        double sum = 0;
        for (int i = 0; i < 150; ++i) {
            const core::Plan plan = randomPlan(shape, dice);
            const auto planned = evaluator.evaluate(plan, Detail::LaidOut);
            if (!planned.ok() || planned->step.empty())
                continue;
            const double step = stepOf(*planned);
            const double laid = simulated(shape, devices, plan);
            const std::string which(core::nameOf(planned->plan.implementation));
            const std::string schedule(core::nameOf(planned->plan.schedule));
            QVERIFY2(std::abs(laid / step - 1) < 0.01,
                     qPrintable(QStringLiteral("plan %1, %2 %3: planned %4 s, simulated %5 s")
                                    .arg(i)
                                    .arg(QString::fromStdString(which), QString::fromStdString(schedule))
                                    .arg(step)
                                    .arg(laid)));
            // What a search ranks by is the closed form, without the layout.
            const auto ranked = ranking.evaluate(plan);
            QVERIFY(ranked.ok());
            ++seen;
            // Closed forms want a micro-batch for each stage.
            if (plan.batch.microBatches >= plan.axes.pipeline && !core::timedByOrder(plan.schedule)) {
                sum += std::abs(stepOf(*ranked) / step - 1);
                ++formed;
            }
            pipelines += plan.axes.pipeline > 1 ? 1 : 0;
        }
        QVERIFY2(seen > 40 && pipelines > 10, qPrintable(QString::number(seen)));
        QVERIFY2(sum / formed < 0.07, qPrintable(QString::number(sum / formed)));
    }

    /// A search ranks by the closed form: interleaved stages with fewer micro-batches than stages wait in
    /// every round, however many chunks they have.
    void fewMicroBatchesOfInterleavedStages()
    {
        const core::ModelSpec shape = tests::model("llama-3-8b");
        const core::HardwareSpec devices = hardware("dgx-h100");
        const Evaluator evaluator(shape, devices);
        const Ranking ranking(shape, devices);
        for (const std::int64_t stages : {2, 4, 8}) {
            for (const std::int64_t chunks : {2, 4}) {
                for (std::int64_t micro = 1; micro < stages; micro *= 2) {
                    core::Plan plan = planOf(shape, {{"framework", "torchtitan"},
                                                     {"pipeline", std::to_string(stages)},
                                                     {"virtual-stages", std::to_string(chunks)},
                                                     {"micro-batches", std::to_string(micro)},
                                                     {"schedule", "interleaved"}});
                    const auto planned = evaluator.evaluate(plan, Detail::LaidOut);
                    const auto ranked = ranking.evaluate(plan);
                    QVERIFY(planned.ok() && ranked.ok());
                    QVERIFY2(std::abs(stepOf(*ranked) / stepOf(*planned) - 1) < 0.1,
                             qPrintable(QStringLiteral("p %1, v %2, m %3: %4 s ranked, %5 s planned")
                                            .arg(stages)
                                            .arg(chunks)
                                            .arg(micro)
                                            .arg(stepOf(*ranked))
                                            .arg(stepOf(*planned))));
                }
            }
        }
    }

    void aSlowerLinkIsTheSameFromWhicheverSide_data()
    {
        QTest::addColumn<QString>("group");
        QTest::addColumn<QString>("options");
        QTest::newRow("tensor, waited for") << "tensor"
                                            << "tensor 8 implementation deepspeed micro-batch 4";
        QTest::newRow("tensor, beside products") << "tensor"
                                                 << "tensor 8 sequence-parallel true micro-batch 4";
        QTest::newRow("tensor, piece by piece")
            << "tensor"
            << "tensor 8 sequence-parallel true framework-options tp_comm_overlap=on micro-batch 4";
        QTest::newRow("sharded weights") << "replica"
                                         << "replica 8 zero-stage 3 implementation fsdp2 micro-batch 2";
        QTest::newRow("buckets") << "replica"
                                 << "replica 8 implementation huggingface micro-batch 2";
        QTest::newRow("context") << "context replica" // ranks of a context have the same weights
                                 << "context 8 implementation megatron micro-batch 1";
    }
    void aSlowerLinkIsTheSameFromWhicheverSide()
    {
        QFETCH(QString, group);
        QFETCH(QString, options);
        std::vector<std::pair<std::string, std::string>> parsed{{"sequence-length", "8192"}};
        const QStringList words = options.split(QLatin1Char(' '));
        for (qsizetype at = 0; at + 1 < words.size(); at += 2)
            parsed.emplace_back(words[at].toStdString(), words[at + 1].toStdString());
        const core::ModelSpec shape = model("llama-3-8b");
        const core::Plan plan = planOf(shape, parsed);
        core::HardwareSpec machine = specified("dgx-h100");
        for (core::Link& link : machine.links)
            link.latency.value = core::Seconds{0}; // the file's rate alone is halved
        const double plain = simulated(shape, machine, plan);
        QVERIFY(plain > 0);
        const auto slowed = [&](double factor) {
            std::vector<Slowdown> all;
            for (const QString& one : group.split(QLatin1Char(' ')))
                all.push_back({one.toStdString(), factor});
            return all;
        };
        for (const double factor : {2.0, 8.0}) {
            core::HardwareSpec slower = machine;
            for (core::Link& link : slower.links)
                link.bandwidth.value = link.bandwidth.value * (1 / factor);
            const double asked = simulated(shape, machine, plan, slowed(factor));
            const double built = simulated(shape, slower, plan);
            QVERIFY(asked > plain);
            // A start that does not depend on the bytes is in the one and not in the other.
            QVERIFY2(
                std::abs(asked / built - 1) < 0.01,
                qPrintable(QStringLiteral("%1 asked, %2 built, %3 plain").arg(asked).arg(built).arg(plain)));
        }
    }

    void nothingIsHiddenForNothing()
    {
        Dice dice(5);
        for (int i = 0; i < 20000; ++i) {
            const Overlap<core::PlainNumbers> overlap{core::Number{0.01 + 0.3 * dice.share()},
                                                      core::Number{0.5 + 0.5 * dice.share()}};
            const core::Seconds work{std::pow(10, 4 * dice.share() - 2)};
            const core::Seconds traffic{std::pow(10, 4 * dice.share() - 2)};
            const double both = overlap.together(work, traffic).value();
            QVERIFY(both > work.value() && both >= traffic.value());
            QVERIFY(both <= work.value() + overlap.slowed(work, traffic).value() * (1 + 1e-12));
            QVERIFY(overlap.together(1.1 * work, traffic).value() >= both);
            QVERIFY(overlap.together(work, 1.1 * traffic).value() >= both);
            // Sent in units, at least the first one is waited for; never more than all of it.
            for (const double units : {1.0, 2.0, 7.0, 80.0}) {
                const double exposed =
                    overlap.exposed(work, traffic, traffic / units, units, core::Seconds{0}).value();
                QVERIFY(exposed > 0.999 * (traffic / units).value());
                QVERIFY(exposed <= 1.0001 * (traffic.value() + work.value() / units));
            }
            QVERIFY(std::abs(overlap.exposed(work, traffic, traffic, 1, core::Seconds{0}).value() -
                             traffic.value()) < 1e-9 * (work + traffic).value());
        }
    }

    /// A ring of eight costs something, piece by piece too, and less than waiting for it.
    void aRingOfTensorRanksIsNeverFree()
    {
        const core::ModelSpec shape = model("llama-3-70b");
        const core::HardwareSpec machine = hardware("dgx-h100");
        const auto exposed = [&](const char* options) {
            const auto evaluation = evaluate(shape, machine,
                                             planOf(shape, {{"tensor", "8"},
                                                            {"sequence-parallel", "true"},
                                                            {"sequence-length", "8192"},
                                                            {"framework-options", options}}),
                                             Detail::Plain);
            if (!evaluation.ok())
                qFatal("%s", options);
            double share = 0;
            double all = 0;
            for (const core::CommunicationEntry& entry : evaluation->communication) {
                share += entry.exposed.value();
                all += entry.seconds.value();
            }
            return share / all;
        };
        const double waits = exposed("async_tensor_model_parallel_allreduce=off");
        const double async = exposed("async_tensor_model_parallel_allreduce=on");
        const double ring = exposed("tp_comm_overlap=on");
        QVERIFY(waits > 0.999);
        QVERIFY(async < 0.9 * waits);
        QVERIFY(ring < async && ring > 0.01);
    }

    /// Experts' gradients are reduced in a group of their own, layer by layer as the others' are: none waits
    /// until all of the others' have gone (a step of Mixtral's was laid out 37 % longer than it was told).
    void whatIsReducedApartGoesOutAsItIsReady()
    {
        const core::ModelSpec mixture = model("mixtral-8x7b");
        const core::HardwareSpec machine = hardware("dgx-h200");
        for (const char* framework : {"megatron-fsdp", "automodel", "torchtitan", "deepspeed"}) {
            for (const auto& [tensor, expert] : {std::pair(1, 8), {1, 2}, {2, 1}}) {
                const core::Plan plan = planOf(mixture, {{"framework", framework},
                                                         {"tensor", std::to_string(tensor)},
                                                         {"replica", std::to_string(512 / tensor)},
                                                         {"expert", std::to_string(expert)},
                                                         {"expert-tensor", "1"},
                                                         {"zero-stage", "3"},
                                                         {"micro-batch", std::to_string(2 * tensor)},
                                                         {"sequence-length", "4096"}});
                const auto closed = evaluate(mixture, machine, plan, Detail::Bound);
                const auto laid = evaluate(mixture, machine, plan, Detail::LaidOut);
                if (!closed.ok() || !laid.ok())
                    continue; // no such axis in this framework
                const double longer = stepOf(*laid) / stepOf(*closed);
                QVERIFY2(std::abs(longer - 1) < 0.08,
                         qPrintable(
                             QString("%1 t %2 e %3: %4").arg(framework).arg(tensor).arg(expert).arg(longer)));
            }
        }
    }

    /// The same gradients over the same links hide alike, whatever else is sharded: sharded weights leave
    /// them less to hide behind, never more.
    void shardsHideAlike()
    {
        const core::ModelSpec shape = model("llama-3-8b");
        const core::HardwareSpec machine = hardware("dgx-h100");
        const auto reduced = [&](const char* stage) {
            const auto evaluation = evaluate(shape, machine,
                                             planOf(shape, {{"replica", "32"},
                                                            {"zero-stage", stage},
                                                            {"implementation", "deepspeed"},
                                                            {"framework-options", "overlap_comm=on"},
                                                            {"micro-batch", "1"},
                                                            {"sequence-length", "8192"}}),
                                             Detail::Plain);
            double waited = 0; // with what is gathered beside it
            for (const core::CommunicationEntry& one : evaluation->communication)
                waited += one.group == core::TrafficGroup::Replica &&
                                  (one.operation == core::Transfer::ReduceScatter || *stage == '3')
                              ? one.exposed.value()
                              : 0;
            return std::pair(entry(*evaluation, "reduce_scatter", "replica")->seconds.value(), waited);
        };
        const auto two = reduced("2");
        const auto three = reduced("3");
        QVERIFY(std::abs(two.first / three.first - 1) < 1e-9);
        QVERIFY(three.second > 0 && three.second >= 0.99 * two.second);
    }

    /// More devices at the same work each: what cannot hide grows, and the rate of a device falls.
    void efficiencyFallsWithDevices()
    {
        const core::ModelSpec shape = model("llama-3-70b");
        for (const char* machine : {"dgx-h100", "dgx-h200", "b200-sxm-8"}) {
            const core::HardwareSpec devices = hardware(machine);
            double before = 0;
            for (const char* replica : {"8", "16", "32", "64", "128"}) {
                const core::Plan plan = planOf(shape, {{"tensor", "8"},
                                                       {"replica", replica},
                                                       {"sequence-parallel", "true"},
                                                       {"zero-stage", "1"},
                                                       {"micro-batch", "1"},
                                                       {"micro-batches", "8"},
                                                       {"sequence-length", "8192"}});
                const auto evaluation = evaluate(shape, devices, plan, Detail::Plain);
                QVERIFY(evaluation.ok());
                const double step = stepOf(*evaluation);
                QVERIFY2(step > before,
                         qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(machine)).arg(step)));
                before = step;
            }
        }
    }
};

SHARDSCOPE_TEST(TstOneStepTime)
#include "tst_one_step_time.moc"
