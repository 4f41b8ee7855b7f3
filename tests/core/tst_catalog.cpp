// SPDX-License-Identifier: GPL-3.0-or-later
// core/catalog/catalog and every shipped model and hardware description.
#include "core/base/phrase.h"
#include "core/catalog/catalog.h"
#include "core/catalog/said_name.h"
#include "core/hardware/power_cap.h"
#include "tests/support/test_registry.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <algorithm>
#include <iterator>
#include <map>

using namespace shardscope::core;

namespace {

Catalog shipped() { return Catalog(SHARDSCOPE_SOURCE_DIR "/resources"); }

} // namespace

class TstCatalog : public QObject {
    Q_OBJECT

private slots:
    void namesOfTheContract()
    {
        const std::vector<std::string> models = shipped().modelNames();
        for (const char* name : {"bert-large",      "gpt2",
                                 "gpt2-medium",     "gpt2-large",
                                 "gpt2-xl",         "gpt3-175b",
                                 "megatron-1.7b",   "megatron-3.6b",
                                 "megatron-7.5b",   "megatron-18.4b",
                                 "megatron-39.1b",  "megatron-76.1b",
                                 "megatron-145.6b", "megatron-310.1b",
                                 "megatron-529.6b", "megatron-1t",
                                 "turing-nlg-17b",  "t5-11b",
                                 "llama-2-7b",      "llama-2-13b",
                                 "llama-2-70b",     "llama-3-8b",
                                 "llama-3-70b",     "llama-3-405b",
                                 "mixtral-8x7b",    "deepseek-v3",
                                 "qwen3-4b",        "resnet-50",
                                 "vit-base-16",     "conformer-medium",
                                 "llama-3.1-8b",    "llama-3.1-70b",
                                 "llama-3.1-405b",  "llama-3.3-70b",
                                 "qwen3-8b",        "qwen3-14b",
                                 "qwen3-32b",       "qwen3-30b-a3b",
                                 "qwen3-235b-a22b", "deepseek-r1",
                                 "kimi-k2",         "mistral-small-24b",
                                 "deepseek-v3.2"})
            QVERIFY2(std::binary_search(models.begin(), models.end(), name), name);
        const std::vector<std::string> hardware = shipped().hardwareNames();
        for (const char* name :
             {"h200-sxm",       "dgx-h200",       "dgx-h100",   "dgx-a100-40g", "dgx-a100-80g",
              "dgx-1-v100-16g", "dgx-2-v100-32g", "b200-sxm-8", "ipu-m2000",    "ipu-pod16",
              "ipu-pod64",      "ipu-pod128",     "ipu-pod256", "bow-2000",     "bow-pod16",
              "bow-pod64",      "bow-pod128",     "bow-pod256", "zionex",       "gb200-nvl72",
              "gb300-nvl72",    "b300-sxm-8",     "gh200",      "h20-8",        "h800-8",
              "l40s-8",         "mi300x-8",       "mi325x-8",   "mi355x-8",     "tpu-v5p",
              "tpu-v6e",        "ironwood",       "trn2-64",    "gaudi3-8"})
            QVERIFY2(std::binary_search(hardware.begin(), hardware.end(), name), name);
    }

    void everyModelReads_data() { rows(shipped().modelNames()); }
    void everyModelReads()
    {
        QFETCH(QString, name);
        const Result<ModelSpec> model = shipped().model(name.toStdString());
        QVERIFY(model.ok());
        QCOMPARE(model->name, name.toStdString());
        QVERIFY(!model->title.empty() && model->source.size() > 10 &&
                model->source.find("/resources/") == std::string::npos);
        QVERIFY(parameterCount(*model) > 0);
        QVERIFY(model->transformer() == nullptr || !parameterTensors(*model).empty());
    }

    /// What the name or its paper promises.
    void parameterCounts()
    {
        const std::map<std::string, double> exact = {
            {"bert-large", 335174458},
            {"gpt2", 124439808},
            {"gpt2-medium", 354823168},
            {"gpt2-large", 774030080},
            {"gpt2-xl", 1557611200},
            {"llama-2-7b", 6738415616},
            {"llama-2-13b", 13015864320},
            {"llama-2-70b", 68976648192},
            {"llama-3-8b", 8030261248},
            {"llama-3-70b", 70553706496},
            {"llama-3-405b", 405853388800},
            {"mixtral-8x7b", 46702792704},
            {"qwen3-4b", 4022468096},
            {"t5-11b", 11307321344},
            {"deepseek-v3", 671026404352},
            // and an indexer in each of 61 layers: 1536 · 64 · 128 + 7168 · (128 + 64) + 2 · 128
            {"deepseek-v3.2", 671026404352 + 61 * 13959424.0},
            {"gpt3-175b", 174604259328},
            // Published as safetensors' totals of the checkpoints on huggingface.co.
            {"llama-3.1-8b", 8030261248},
            {"llama-3.1-70b", 70553706496},
            {"llama-3.1-405b", 405853388800},
            {"llama-3.3-70b", 70553706496},
            {"qwen3-8b", 8190735360},
            {"qwen3-14b", 14768307200},
            {"qwen3-32b", 32762123264},
            {"qwen3-30b-a3b", 30532122624},
            {"qwen3-235b-a22b", 235093634560},
            {"mistral-small-24b", 23572403200},
        };
        for (const auto& [name, count] : exact)
            QCOMPARE(parameterCount(*shipped().model(name)), count);
        // arXiv:2104.04473, Table 1: billions, to one decimal.
        for (const auto& [name, billions] : std::map<std::string, double>{{"megatron-1.7b", 1.7},
                                                                          {"megatron-3.6b", 3.6},
                                                                          {"megatron-7.5b", 7.5},
                                                                          {"megatron-18.4b", 18.4},
                                                                          {"megatron-39.1b", 39.1},
                                                                          {"megatron-76.1b", 76.1},
                                                                          {"megatron-145.6b", 145.6},
                                                                          {"megatron-310.1b", 310.1},
                                                                          {"megatron-529.6b", 529.6},
                                                                          {"megatron-1t", 1008.0}}) {
            const double count = parameterCount(*shipped().model(name));
            QVERIFY2(std::abs(count / 1e9 - billions) <= 0.0501, name.c_str());
        }
        QVERIFY(std::abs(parameterCount(*shipped().model("turing-nlg-17b")) / 17e9 - 1) < 0.03);
        QVERIFY(std::abs(parameterCount(*shipped().model("megatron-22b")) / 22e9 - 1) < 0.01);
    }

    void everyHardwareReads_data() { rows(shipped().hardwareNames()); }
    void everyHardwareReads()
    {
        QFETCH(QString, name);
        const Result<HardwareSpec> hardware = shipped().hardware(name.toStdString());
        QVERIFY(hardware.ok());
        QCOMPARE(hardware->name, name.toStdString());
        QVERIFY(!hardware->vendor.empty() && !hardware->title.empty());
        for (const Engine& engine : hardware->engines)
            QVERIFY(engine.peak.source.size() > 10);
        for (const MemoryTier& tier : hardware->memory)
            QVERIFY(tier.capacity.source.size() > 10 && tier.bandwidth.source.size() > 10 &&
                    !tier.label.empty());
        for (const Link& link : hardware->links)
            QVERIFY(link.bandwidth.source.size() > 10 && link.latency.source.size() > 10 &&
                    !link.label.empty());
        if (hardware->power)
            QVERIFY(hardware->power->source.size() > 10);
        const bool pod = name.startsWith("ipu-pod") || name.startsWith("bow-pod");
        QCOMPARE(hardware->nodes.has_value(), pod); // others give as many whole nodes as a plan needs
        if (pod)
            QCOMPARE(hardware->devices().value(), std::int64_t{name.mid(7).section('-', 0, 0).toInt()});
        QVERIFY(hardware->devicesPerNode == 1 || hardware->link(LinkLevel::Node) != nullptr);
        const bool single = hardware->devices() && *hardware->devices() <= hardware->devicesPerNode;
        QVERIFY(single || hardware->link(LinkLevel::Cluster) != nullptr ||
                hardware->link(LinkLevel::Pod) != nullptr);
    }

    void figuresOfTheSeeds()
    {
        const HardwareSpec pod = shipped().hardware("ipu-pod256").value();
        QCOMPARE(pod.tier(Tier::Device)->capacity.value.value(), 0.9e9);
        QCOMPARE(pod.tier(Tier::Device)->label, std::string("In-Processor-Memory"));
        QCOMPARE(pod.tier(Tier::Streaming)->sharedBy, std::int64_t{4});
        QVERIFY(pod.tier(Tier::Streaming)->bandwidth.unverified && !pod.price);
        const double exchangeMemory = 64 * (pod.tier(Tier::Streaming)->capacity.value.value() + 4 * 0.9e9);
        QVERIFY(std::abs(exchangeMemory / 16.6e12 - 1) <
                0.01); // docs.graphcore.ai: POD256 datasheet, 16.6 TB
        const HardwareSpec zionex = shipped().hardware("zionex").value();
        QVERIFY(std::abs(8 * zionex.tier(Tier::Device)->bandwidth.value.value() / 12.4e12 - 1) < 0.01);
        QCOMPARE(8 * zionex.engine(EngineKind::Matrix, Dtype::Fp16)->peak.value.value(), 2496e12);
        QCOMPARE(shipped().hardware("h200-sxm")->devicesPerNode, std::int64_t{1});
    }

    void filesAndWrongNames()
    {
        const Catalog catalog = shipped();
        QCOMPARE(catalog.model(SHARDSCOPE_SOURCE_DIR "/resources/models/gpt2.json")->name,
                 std::string("gpt2"));
        const Error typo = catalog.model("llana-2-7b").error();
        QVERIFY(typo.code == ErrorCode::UnknownName);
        QCOMPARE(typo.args, (std::vector<std::string>{"llana-2-7b", "llama-2-7b", phrase("model")}));
        QCOMPARE(catalog.hardware("dgx-h10O").error().args.at(1), std::string("dgx-h100"));
        QVERIFY(catalog.model("nowhere/config.json").error().code == ErrorCode::FileNotFound);
        QVERIFY(catalog.model("config.json").error().code == ErrorCode::FileNotFound);
        QVERIFY(catalog.model("").error().code == ErrorCode::UnknownName);
        QVERIFY(catalog.model(SHARDSCOPE_SOURCE_DIR).error().code == ErrorCode::FileUnreadable);
        QTemporaryDir empty;
        const Catalog none(empty.path().toStdString());
        QVERIFY(none.modelNames().empty() && none.hardwareNames().empty());
        QVERIFY(none.model("gpt2").error().code == ErrorCode::UnknownName);
    }

    /// Every part of every name: the one entry that has it, or all that have it, by name.
    void partsOfNames()
    {
        const Catalog catalog = shipped();
        const std::vector<std::string> names = catalog.hardwareNames();
        for (const std::string& name : names) {
            for (std::size_t at = 0; at < name.size(); ++at) {
                const std::string part = name.substr(at, 5);
                std::vector<std::string> having;
                std::ranges::copy_if(names, std::back_inserter(having), [&](const std::string& one) {
                    return one.find(part) != std::string::npos;
                });
                const auto found = catalog.hardware(part);
                if (machineWritten(part) == "dgx-h200") // "h200", which more than one name ends with
                    continue;
                const bool whole = std::ranges::find(names, part) != names.end();
                if (whole || having.size() == 1) {
                    QVERIFY2(found.ok(), part.c_str());
                    QCOMPARE(found->name, catalog.hardware(whole ? part : having.front())->name);
                    continue;
                }
                QVERIFY2(!found.ok() && found.error().code == ErrorCode::UnknownName, part.c_str());
                for (const std::string& one : having)
                    QVERIFY2((", " + found.error().args.at(3) + ",").find(", " + one + ",") !=
                                 std::string::npos,
                             part.c_str());
            }
        }
        QCOMPARE(catalog.model("vit")->name, catalog.model("vit-base-16")->name);
        QCOMPARE(catalog.hardware("H100")->name, catalog.hardware("dgx-h100")->name);
        QCOMPARE(catalog.model("meta-llama/Llama-3.1-8B")->name, catalog.model("llama-3.1-8b")->name);
        QVERIFY(catalog.model("meta-llama/Llama-3").error().code == ErrorCode::FileNotFound);
        QVERIFY(catalog.model("./gpt2").error().code == ErrorCode::FileNotFound);
    }

    /// "@500W" behind a machine is its file's "power_cap".
    void machinesAreHeldToWatts()
    {
        const Catalog catalog = shipped();
        HardwareSpec file = catalog.hardware("dgx-h100").value();
        const double peak = file.engines.front().peak.value.value();
        capPower(file, Watts{500});
        for (const char* said : {"dgx-h100@500W", "DGX H100@0.5 kW"}) {
            const auto held = catalog.hardware(said);
            QVERIFY2(held.ok(), said);
            QCOMPARE(held->powerCap.value_or(Watts{}), Watts{500});
            QCOMPARE(held->engines.front().peak.value, file.engines.front().peak.value);
            QVERIFY(held->engines.front().peak.value.value() < peak);
        }
        for (const char* said : {"dgx-h100@", "dgx-h100@500", "dgx-h100@0 W", "@500W", "dgx-h100@500 GB"})
            QVERIFY2(!catalog.hardware(said).ok(), said);
    }

    void namesThatPeopleWrite_data()
    {
        QTest::addColumn<bool>("machine");
        QTest::addColumn<QString>("means"); // several with commas; none: nothing
        const auto model = [](const char* said, const char* means) { QTest::newRow(said) << false << means; };
        model("Llama 3 70B", "llama-3-70b");
        model("llama3-70b", "llama-3-70b");
        model("meta-llama/Meta-Llama-3-70B", "llama-3-70b");
        model("Llama-3.1-8B-Instruct", "llama-3.1-8b");
        model("Qwen/Qwen3-30B-A3B-Instruct", "qwen3-30b-a3b");
        model("GPT-3", "gpt3-175b");
        model("GPT-3 175B", "gpt3-175b");
        model("DeepSeek V3", "deepseek-v3");
        model("Mixtral 8x7B", "mixtral-8x7b");
        model("qwen3 235b", "qwen3-235b-a22b");
        model("llama 4", "llama-4-maverick, llama-4-scout");
        model("llama4", "llama-4-maverick, llama-4-scout");
        model("gemma 2b", ""); // no other model because of a part of a word
        model("falcon-40b", "");
        const auto machine = [](const char* said, const char* means) {
            QTest::newRow(said) << true << means;
        };
        machine("DGX H100", "dgx-h100");
        machine("8xH100", "dgx-h100");
        machine("8 x NVIDIA H100 SXM5 80GB", "dgx-h100");
        machine("h100-sxm", "dgx-h100");
        machine("A100 80GB", "dgx-a100-80g");
        machine("a100_40gb", "dgx-a100-40g");
        machine("B200", "b200-sxm-8");
        machine("H200", "dgx-h200");
        machine("GB200 NVL72", "gb200-nvl72");
        machine("AMD Instinct MI300X", "mi300x-8");
        machine("TPU v5p", "tpu-v5p");
        machine("TPUv5p", "tpu-v5p");
        machine("p5.48xlarge", "aws-p5");
        machine("IPU POD64", "ipu-pod64");
        machine("A100", "dgx-a100-40g, dgx-a100-80g");
        machine("H100 PCIe", "");
        machine("NVIDIA H200-NVL-141GB", "");
    }
    /// Where no name has all words that were said, and none is written nearly so: those that have most of
    /// them.
    void namesThatShareWords()
    {
        const Catalog catalog = shipped();
        const auto near = [](const auto& found) {
            return found.ok() || found.error().args.size() < 5 ? std::string() : found.error().args.at(4);
        };
        QCOMPARE(near(catalog.model("dlrm-12t")), std::string("dlrm-criteo-1tb, dlrm-v2-mlperf, zionex-12t"));
        QCOMPARE(near(catalog.hardware("NVIDIA H100-PCIe-80GB")), std::string("dgx-a100-80g, dgx-h100"));
        QCOMPARE(catalog.hardware("dgx2")->name, std::string("dgx-2-v100-32g"));
        QVERIFY(near(catalog.model("palm-540b")).empty());
        QCOMPARE(catalog.model("opt-175b").error().args.at(1), std::string("gpt3-175b"));
    }
    void howManyAreSaid()
    {
        QCOMPARE(devicesSaid("64xH100"), std::optional<std::int64_t>(64));
        QCOMPARE(devicesSaid("8 x NVIDIA H100"), std::optional<std::int64_t>(8));
        for (const char* none :
             {"H100", "dgx-h100", "0xH100", "8xlarge", "p5.48xlarge", "64", "99999999999999999999xH100"})
            QVERIFY2(!devicesSaid(none), none);
    }
    void namesThatPeopleWrite()
    {
        QFETCH(const bool, machine);
        QFETCH(const QString, means);
        const Catalog catalog = shipped();
        const std::string said = QTest::currentDataTag();
        const auto nameOf = [](const auto& found) { return found.ok() ? found->name : std::string(); };
        const auto name = [&](const std::string& written) {
            return machine ? nameOf(catalog.hardware(written)) : nameOf(catalog.model(written));
        };
        if (!means.isEmpty() && !means.contains(QLatin1Char(','))) {
            QVERIFY(!name(means.toStdString()).empty());
            QCOMPARE(name(said), name(means.toStdString()));
            return;
        }
        QVERIFY(name(said).empty());
        const Error error = machine ? catalog.hardware(said).error() : catalog.model(said).error();
        QCOMPARE(error.args.size() > 3 ? error.args.at(3) : std::string(), means.toStdString());
    }

private:
    static void rows(const std::vector<std::string>& names)
    {
        QTest::addColumn<QString>("name");
        for (const std::string& name : names)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
};

SHARDSCOPE_TEST(TstCatalog)
#include "tst_catalog.moc"
