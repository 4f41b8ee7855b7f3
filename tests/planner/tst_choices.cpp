// SPDX-License-Identifier: GPL-3.0-or-later
// Keep, recompute or move; T5's plans; partitioned checkpoints and 2D tensor groups in the closed forms.
#include "planner/parallelism/plan_layout.h"
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

Evaluation evaluated(const ModelSpec& model, const Plan& plan,
                     const HardwareSpec& hardware = sampleHardware())
{
    const auto evaluation = evaluate(model, hardware, plan, Detail::Bound);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

double real(const Table& table, std::size_t row, const char* column)
{
    return std::get<double>(table.rows[row][*table.columnIndex(column)]);
}

HardwareSpec withLink(double bytesPerSecond)
{
    HardwareSpec hardware = sampleHardware();
    for (MemoryTier& memory : hardware.memory)
        if (memory.tier == Tier::Host)
            memory.bandwidth.value = BytesPerSecond{bytesPerSecond};
    return hardware;
}

} // namespace

class TstChoices : public QObject {
    Q_OBJECT
private slots:
    void breakEvenIsWhereBothTakeAsLong()
    {
        const Plan plan = planOf(gpt3Model(), {{"tensor", "8"}, {"pipeline", "8"}, {"micro-batches", "8"}});
        const auto choices = activationChoices(gpt3Model(), sampleHardware(), plan);
        QVERIFY(choices.ok());
        const Table& table = choices->report.tables.at(1);
        QCOMPARE(table.rows.size(), std::size_t{2});
        for (std::size_t row = 0; row < 2; ++row) {
            const double bytes = real(table, row, "bytes");
            QVERIFY(near(real(table, row, "break_even"), 2 * bytes / real(table, row, "recompute_seconds")));
            // At the break-even rate (a device has an eighth of the host's) both take as long.
            const double rate = real(table, row, "break_even");
            const auto cheaper = [&](double factor) {
                const auto again = activationChoices(gpt3Model(), withLink(8 * rate * factor), plan);
                return std::get<std::string>(
                    again->report.tables.at(1).rows[row][*table.columnIndex("cheaper")]);
            };
            QCOMPARE(cheaper(1.01), std::string("move"));
            QCOMPARE(cheaper(0.99), std::string("recompute"));
        }
        // The whole layer but its input, t = 8 without sequence parallelism (arXiv:2205.05198, Table 2, with
        // flash attention's statistic in the place of the scores).
        const double sbh = 2048. * 12288;
        QVERIFY(near(real(table, 1, "bytes"), sbh * (10 + 24. / 8) + 4. * 2048 * 96 / 8 - 2 * sbh));
    }

    void theCheapestFits()
    {
        const HardwareSpec machine = *catalog().hardware("dgx-a100-80g");
        const Plan plan = planOf(gpt3Model(), {{"tensor", "8"},
                                               {"pipeline", "8"},
                                               {"replica", "8"},
                                               {"zero-stage", "1"},
                                               {"attention", "eager"},
                                               {"micro-batch", "2"},
                                               {"micro-batches", "16"},
                                               {"sequence-parallel", "true"}});
        const auto choices = activationChoices(gpt3Model(), machine, plan);
        QVERIFY(choices.ok());
        const Table& table = choices->report.tables.at(0);
        // 3 recomputes and one of feed-forwards, inputs saved or gathered again; Megatron-LM moves no
        // activations beside a pipeline, so that there is no other memory.
        QCOMPARE(table.rows.size(), std::size_t{8});
        int flagged = 0;
        double best = 0;
        double least = 1e300;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const bool fits = std::get<bool>(table.rows[row][*table.columnIndex("fits")]);
            if (fits)
                least = std::min(least, real(table, row, "step_seconds"));
            if (std::get<bool>(table.rows[row][*table.columnIndex("cheapest")])) {
                ++flagged;
                best = real(table, row, "step_seconds");
            }
        }
        QCOMPARE(flagged, 1);
        QCOMPARE(best, least);
        const auto chosen = cheapestActivations(gpt3Model(), machine, plan);
        QVERIFY(chosen.ok());
        QVERIFY(*chosen == choices->cheapest);
        // The table is of closed forms, the plan as it is laid out.
        const double laid = evaluated(gpt3Model(), *chosen, machine).step.at(StepPart::Total).seconds.value();
        QVERIFY(std::abs(laid / best - 1) < 0.01);
    }

    void refusals()
    {
        const Plan phased = planOf(gpt3Model(), {{"phases", "12"}});
        QCOMPARE(activationChoices(gpt3Model(), sampleHardware(), phased).error().code,
                 ErrorCode::NotSupported);
        ModelSpec bare;
        bare.form = ParametersOnly{7.5e9};
        QCOMPARE(activationChoices(bare, sampleHardware(), Plan{}).error().code, ErrorCode::NotSupported);
        std::stop_source stop;
        stop.request_stop();
        const Task stopped{stop.get_token(), {}};
        QCOMPARE(activationChoices(gpt3Model(), sampleHardware(), Plan{}, stopped).error().code,
                 ErrorCode::Cancelled);
    }

    /// arXiv:1910.10683: T5-11B has 11 billion parameters; google-t5/t5-11b holds 11,307,321,344.
    void t5IsPlanned()
    {
        const ModelSpec model = *catalog().model("t5-11b");
        const Evaluation whole = evaluated(model, planOf(model, {}));
        QCOMPARE(whole.parameters, 11307321344.0);
        QCOMPARE(whole.memory.held(0, Tier::Device, Purpose::Weights).value(), 2 * 11307321344.0);
        QVERIFY(whole.plan.attention == Attention::Eager); // scores get a learned bias
        // A block and its second attention, tensors as arXiv:2205.05198 counts them: s b (34 h + 5 a s) with
        // its own widths; N = 512 tokens, A = 128 heads of 128, f = 65536.
        const double n = 512, h = 1024, a = 128, width = 128 * 128, f = 65536, v = 32128;
        const double core = 5 * n * a * n;
        const double block = n * (6 * h + 2 * h + 8 * width + 2 * h + 4 * f) + core;
        const double second = n * (2 * h + h + 2 * h + 8 * width) + core;
        const double ends =
            n * (2 * h + 4 * h + 2 * h + 2 * h + 4 * v); // masks, encoder's output, head, logits
        QVERIFY(near(whole.memory.held(0, Tier::Device, Purpose::Activations).value(),
                     24 * block + 24 * (block + second) + ends));
        const Evaluation cut = evaluated(model, planOf(model, {{"tensor", "8"}, {"pipeline", "4"}}));
        QCOMPARE(cut.memory.classes.size(), std::size_t{4});
        // The decoder begins with the third stage, which holds the table once more.
        const double table = 2 * 32128. * 1024 / 8;
        QVERIFY(near(cut.memory.held(2, Tier::Device, Purpose::Weights).value() -
                         cut.memory.held(3, Tier::Device, Purpose::Weights).value(),
                     2 * 32. * 128 / 8 - 2 * 1024)); // table with bias there, tied table with final norm here
        QVERIFY(cut.memory.held(2, Tier::Device, Purpose::Weights).value() > table);
        QVERIFY(whole.step.at(StepPart::Total).seconds.value() > 0);
        // Three attentions and two feed-forwards for each pair of blocks, the head for the decoder alone.
        const double flops =
            3 * 512. * (24 * (3 * (8 * h * width + 4 * 512. * width) + 2 * 4 * h * f) + 2 * h * v);
        const double rate = whole.throughput.modelTflopsPerDevice * 1e12;
        QVERIFY(near(rate * whole.step.at(StepPart::Total).seconds.value(), flops));
    }

    /// arXiv:1910.02054, section 6.1: checkpoints are cut over the tensor group.
    void partitionedCheckpoints()
    {
        const std::vector<std::pair<std::string, std::string>> options{
            {"tensor", "8"}, {"recompute", "full"}, {"micro-batch", "4"}};
        const Evaluation whole = evaluated(gpt3Model(), planOf(gpt3Model(), options));
        auto more = options;
        more.emplace_back("partitioned-activations", "true");
        const Evaluation cut = evaluated(gpt3Model(), planOf(gpt3Model(), more));
        const auto kept = [](const Evaluation& e) {
            return e.memory.held(0, Tier::Device, Purpose::Activations).value();
        };
        const double checkpoints = 96 * 4 * 2048. * 12288 * 2;
        QVERIFY(near(kept(whole) - kept(cut), checkpoints * 7 / 8));
        // One gathering of each in backward, b s h elements a layer (section 8.1).
        double gathered = 0;
        for (const CommunicationEntry& entry : cut.communication)
            gathered += entry.operation == Transfer::AllGather && entry.group == TrafficGroup::Tensor
                            ? entry.bytesPerRank.value()
                            : 0;
        QVERIFY(near(gathered, checkpoints));
    }

    /// Graphcore PopXL's GPT-3 175B: t = 8 · 8, r = 4. Weights are cut over all 64, the residual stream
    /// over 8.
    void twoDimensions()
    {
        const ModelSpec model = *catalog().model("gpt3-175b");
        const HardwareSpec pod = *catalog().hardware("ipu-pod256");
        std::vector<std::pair<std::string, std::string>> options{{"tensor", "64"},
                                                                 {"tensor-second", "8"},
                                                                 {"replica", "4"},
                                                                 {"implementation", "popart"},
                                                                 {"precision-weights", "fp16"},
                                                                 {"micro-batches", "32"},
                                                                 {"recompute", "full"}};
        const Evaluation square = evaluated(model, planOf(model, options), pod);
        QVERIFY(std::abs(square.memory.held(0, Tier::Device, Purpose::Weights).value() / (2 * 174.6e9 / 64) -
                         1) < 0.01);
        options[0].second = "8";
        options[1].second = "1";
        const Evaluation line = evaluated(model, planOf(model, options), pod);
        const auto boundary = [](const Evaluation& e) { return e.figures.at("activation_bytes_per_layer"); };
        QVERIFY(near(boundary(line), 8 * boundary(square)));
        Plan wrong = planOf(model, options);
        wrong.axes.tensorSecond = 5;
        QCOMPARE(checkLayout(wrong, model).error().place.jsonPointer, std::string("/parallel/tensor_second"));
    }

    /// arXiv:1910.02054, Table 2, on 64 V100 of 32 GB with model parallelism 1: state alone lets 2, 7.6, 14.4
    /// and 128 billion parameters fit.
    void largestModelsUnderZero()
    {
        const HardwareSpec dgx = *catalog().hardware("dgx-2-v100-32g");
        const auto state = [&](double parameters, const char* stage) {
            ModelSpec model;
            model.form = ParametersOnly{parameters};
            const Plan plan =
                planOf(model, {{"replica", "64"}, {"zero-stage", stage}, {"precision-weights", "fp16"}});
            return evaluated(model, plan, dgx).figures.at("model_state_bytes");
        };
        const std::vector<std::pair<const char*, double>> table{
            {"0", 2e9}, {"1", 7.6e9}, {"2", 14.4e9}, {"3", 128e9}};
        for (const auto& [stage, parameters] : table) {
            QVERIFY(state(parameters, stage) <= 32e9 * 1.01);
            QVERIFY(state(parameters * 1.02, stage) > 32e9);
        }
    }
};

SHARDSCOPE_TEST(TstChoices)
#include "tst_choices.moc"
