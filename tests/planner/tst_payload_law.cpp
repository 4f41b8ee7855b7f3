// SPDX-License-Identifier: GPL-3.0-or-later
// What travels depends on model, plan and framework: never on a calibration, nor on the machine.
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>
#include <set>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using Options = std::vector<std::pair<std::string, std::string>>;

namespace {

/// Every fit of the catalogue.
std::map<std::string, Calibration> allCalibrations()
{
    std::map<std::string, Calibration> all;
    for (const std::string& name : catalog().hardwareNames()) {
        for (Calibration& one : hardware(name).calibrations) {
            one.implementation.clear(); // each is made to hold for each plan
            one.kernels.clear();
            one.models.clear();
            one.range.clear();
            all.try_emplace(name + " " + one.name, std::move(one));
        }
    }
    return all;
}

/// Bytes by operation and group.
using Payloads = std::map<std::string, double>;
Payloads payloadsOf(const Evaluation& evaluation)
{
    Payloads all;
    for (const CommunicationEntry& entry : evaluation.communication)
        all[std::string(nameOf(entry.operation)) + " " + std::string(nameOf(entry.group))] =
            entry.bytesPerRank.value();
    return all;
}

struct Asked {
    const char* model;
    Options options;
};
const std::vector<Asked>& plans()
{
    static const std::vector<Asked> all{
        {"gpt3-175b", {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "2"}, {"micro-batches", "16"}}},
        {"gpt3-175b",
         {{"tensor", "8"},
          {"pipeline", "8"},
          {"replica", "2"},
          {"micro-batches", "16"},
          {"zero-stage", "1"}}},
        {"gpt2-xl", {{"replica", "16"}, {"implementation", "fsdp2"}, {"zero-stage", "3"}}},
        {"gpt2-xl", {{"replica", "16"}, {"implementation", "deepspeed"}, {"zero-stage", "2"}}},
        {"gpt2-xl", {{"replica", "8"}, {"implementation", "huggingface"}}},
        {"llama-3-8b",
         {{"tensor", "4"},
          {"sequence-parallel", "true"},
          {"pipeline", "2"},
          {"replica", "2"},
          {"micro-batches", "8"}}},
        {"llama-3-8b", {{"context", "4"}, {"replica", "4"}}},
        {"mixtral-8x7b", {{"replica", "16"}, {"expert", "8"}}},
        {"mixtral-8x7b", {{"replica", "16"}, {"expert", "8"}, {"expert-dispatch", "once"}}},
        {"resnet-50", {{"replica", "8"}}},
    };
    return all;
}

} // namespace

class TstPayloadLaw : public QObject {
    Q_OBJECT
private slots:
    void noCalibrationChangesWhatTravels()
    {
        const std::map<std::string, Calibration> fits = allCalibrations();
        QVERIFY(fits.size() > 30);
        for (const Asked& asked : plans()) {
            const ModelSpec network = model(asked.model);
            const Plan plan = planOf(network, asked.options);
            HardwareSpec machine = hardware("dgx-a100-80g");
            machine.calibrations.clear();
            const auto bare = evaluate(network, machine, plan, Detail::Bound);
            QVERIFY2(bare.ok(), asked.model);
            const Payloads expected = payloadsOf(*bare);
            QVERIFY(!expected.empty());
            std::set<double> steps;
            for (const auto& [name, fit] : fits) {
                machine.calibrations = {fit};
                const auto fitted = evaluate(network, machine, plan, Detail::Bound);
                QVERIFY2(fitted.ok(), name.c_str());
                QVERIFY2(payloadsOf(*fitted) == expected, (std::string(asked.model) + " by " + name).c_str());
                steps.insert(fitted->step.at(StepPart::Total).seconds.value());
            }
            QVERIFY(asked.model == std::string("resnet-50") || steps.size() > 10); // they do hold for it
        }
    }

    void noMachineChangesWhatTravels()
    {
        for (const Asked& asked : plans()) {
            const ModelSpec network = model(asked.model);
            const Plan plan = planOf(network, asked.options);
            const Payloads expected =
                payloadsOf(*evaluate(network, hardware("dgx-a100-80g"), plan, Detail::Bound));
            for (const char* machine : {"dgx-h100", "aws-p5", "b200-sxm-8", "mi300x-8", "dgx-1-v100-16g"}) {
                const auto evaluation = evaluate(network, hardware(machine), plan, Detail::Bound);
                QVERIFY2(evaluation.ok(), machine);
                QVERIFY2(payloadsOf(*evaluation) == expected, machine);
            }
        }
    }
};

SHARDSCOPE_TEST(TstPayloadLaw)
#include "tst_payload_law.moc"
