// SPDX-License-Identifier: GPL-3.0-or-later
// core/hardware: the description as JSON, every figure with its source.
#include "core/hardware/device_model.h"
#include "core/hardware/hardware_file.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

#include <map>

using namespace shardscope::core;
using nlohmann::json;

namespace {

/// The contract's own form.
json sample()
{
    return json::parse(R"({
        "name": "box",
        "engines": [{"kind": "matrix", "dtype": "fp16", "peak": "312 TFLOP/s", "source": "sheet"},
                    {"kind": "vector", "dtype": "fp32", "peak": "19.5 TFLOP/s", "source": "sheet"}],
        "memory": [{"tier": "device", "capacity": "80 GiB", "bandwidth": "2039 GB/s", "shared_by": 1, "source": "sheet"},
                   {"tier": "host", "capacity": {"value": "2 TB", "source": "manual"}, "bandwidth": "252 GB/s", "shared_by": 8, "source": "bus"}],
        "node": {"devices": 8}, "nodes": null,
        "links": [{"level": "node", "bandwidth": "300 GB/s", "latency": "3 us", "topology": "switch", "in_network_reduction": false, "source": "sheet"},
                  {"level": "pod", "span": 64, "bandwidth": "64 GB/s", "latency": "1 us", "topology": "torus", "source": "sheet"}],
        "power": "700 W", "price_per_hour": null,
        "efficiency": [{"operation": "gemm", "dtype": "fp16", "x": [1e9, 1e11], "y": [0.2, 0.6], "regime": "measured", "source": "run"}],
        "unverified": ["/memory/1", "/links/0/latency"]})");
}

HardwareSpec parsed(const json& document)
{
    Result<HardwareSpec> hardware = parseHardware(document.dump(), "test.json");
    if (!hardware.ok())
        qFatal("%s at %s", hardware.error().args.empty() ? "?" : hardware.error().args.front().c_str(),
               hardware.error().place.jsonPointer.c_str());
    return std::move(hardware).value();
}

Error refused(const json& patch)
{
    json document = sample();
    document.merge_patch(patch);
    const Result<HardwareSpec> hardware = parseHardware(document.dump(), "test.json");
    return hardware.ok() ? Error{ErrorCode::Cancelled} : hardware.error();
}

} // namespace

class TstHardware : public QObject {
    Q_OBJECT

private slots:
    void modelsInNamesOfDevices()
    {
        QCOMPARE(deviceModel("8 x NVIDIA H100 80GB HBM3"), std::string("h100"));
        QCOMPARE(deviceModel("NVIDIA A100-PG509-200"), std::string("a100"));
        QCOMPARE(deviceModel("Tesla V100-SXM2-32GB"), std::string("v100"));
        QCOMPARE(deviceModel("AMD Instinct MI300X VF"), std::string("mi300x"));
        QCOMPARE(deviceModel("NVIDIA GeForce RTX 2080 Ti"), std::string());
        QVERIFY(namesModel("dgx-h100", "h100") && namesModel("b200-sxm-8", "b200"));
        QVERIFY(!namesModel("gb200-nvl72", "b200") && !namesModel("dgx-h200", "h20") && !namesModel("a", ""));
    }
    void readsTheContractsForm()
    {
        const HardwareSpec box = parsed(sample());
        QCOMPARE(box.name, std::string("box"));
        QCOMPARE(box.devicesPerNode, std::int64_t{8});
        QVERIFY(!box.nodes && !box.devices() && !box.price);
        QCOMPARE(box.power->value.value(), 700.0);
        QCOMPARE(box.engine(EngineKind::Matrix, Dtype::Fp16)->peak.value.value(), 312e12);
        QCOMPARE(box.tier(Tier::Device)->capacity.value.value(), 80.0 * 1073741824);
        QCOMPARE(box.tier(Tier::Host)->capacity.value.value(), 2e12);
        QCOMPARE(box.tier(Tier::Host)->capacity.source, std::string("manual"));
        QCOMPARE(box.tier(Tier::Host)->bandwidth.source, std::string("bus"));
        QCOMPARE(box.tier(Tier::Host)->sharedBy, std::int64_t{8});
        QVERIFY(box.tier(Tier::Nvme) == nullptr);
        QCOMPARE(box.link(LinkLevel::Node)->span, std::int64_t{8});
        QCOMPARE(box.link(LinkLevel::Pod)->span, std::int64_t{64});
        QVERIFY(box.link(LinkLevel::Pod)->topology == LinkTopology::Torus);
        QVERIFY(box.link(LinkLevel::Cluster) == nullptr);
        json four = sample();
        four["nodes"] = 4;
        QCOMPARE(parsed(four).devices().value(), std::int64_t{32});
    }

    void unverifiedReachesItsFigures()
    {
        const HardwareSpec box = parsed(sample());
        QVERIFY(box.tier(Tier::Host)->capacity.unverified && box.tier(Tier::Host)->bandwidth.unverified);
        QVERIFY(!box.tier(Tier::Device)->capacity.unverified);
        QVERIFY(box.link(LinkLevel::Node)->latency.unverified &&
                !box.link(LinkLevel::Node)->bandwidth.unverified);
        QVERIFY(!box.link(LinkLevel::Pod)->latency.unverified);
        for (const char* nowhere : {"/memory/2", "/links/0/lag", "", "memory", "/memory/01"}) {
            const Error error = refused({{"unverified", {nowhere}}});
            QVERIFY2(error.code == ErrorCode::UnknownName, nowhere);
        }
    }

    void enginesStandIn()
    {
        const HardwareSpec box = parsed(sample());
        QVERIFY(box.engine(EngineKind::Matrix, Dtype::Bf16) == box.engine(EngineKind::Matrix, Dtype::Fp16));
        QVERIFY(box.engine(EngineKind::Matrix, Dtype::Fp32)->kind == EngineKind::Vector);
        QVERIFY(box.engine(EngineKind::Vector, Dtype::Fp16) == nullptr);
        QVERIFY(box.engine(EngineKind::Matrix, Dtype::Int8) == nullptr);
    }

    void curvesInterpolate()
    {
        const HardwareSpec box = parsed(sample());
        const EfficiencyCurve& lines = *box.curve("gemm", Dtype::Bf16);
        QCOMPARE(lines.at(1), 0.2);
        QCOMPARE(lines.at(1e9), 0.2);
        QCOMPARE(lines.at(1e10), 0.4); // halfway on the logarithm
        QCOMPARE(lines.at(1e11), 0.6);
        QCOMPARE(lines.at(1e15), 0.6);
        QVERIFY(box.curve("gemm", Dtype::Fp32) == nullptr && box.curve("gather", Dtype::Fp16) == nullptr);
        json stepped = sample();
        stepped["efficiency"][0]["between"] = "steps";
        const HardwareSpec other = parsed(stepped);
        const EfficiencyCurve& steps = *other.curve("gemm", Dtype::Fp16);
        QCOMPARE(steps.at(1), 0.2);
        QCOMPARE(steps.at(9.9e10), 0.2);
        QCOMPARE(steps.at(1e11), 0.6);
    }

    void pricesByTheHour()
    {
        json priced = sample();
        priced["price_per_hour"] = "3.6 USD/h";
        QCOMPARE(parsed(priced).price->value.value(), 0.001);
        priced["price_per_hour"] = 7.2;
        QCOMPARE(parsed(priced).price->value.value(), 0.002);
        priced["price_per_hour"] = {{"value", "3.6 USD/h"}, {"source", "list"}};
        QCOMPARE(parsed(priced).price->source, std::string("list"));
    }

    void everyFigureNeedsUnitAndSource()
    {
        const auto at = [](const char* pointer, const json& value) {
            json document = sample();
            document[json::json_pointer(pointer)] = value;
            const Result<HardwareSpec> hardware = parseHardware(document.dump(), "test.json");
            return hardware.ok() ? Error{ErrorCode::Cancelled} : hardware.error();
        };
        for (const char* pointer : {"/engines/0/peak", "/memory/0/capacity", "/memory/0/bandwidth",
                                    "/links/0/bandwidth", "/links/0/latency", "/power"}) {
            QVERIFY2(at(pointer, 5).code == ErrorCode::UnitMissing, pointer);
            QVERIFY2(at(pointer, "5").code == ErrorCode::UnitMissing, pointer);
            QVERIFY2(at(pointer, "5 USD").code == ErrorCode::UnitMismatch, pointer);
            QVERIFY2(at(pointer, "5 parsecs").code == ErrorCode::UnitUnknown, pointer);
            QVERIFY2(at(pointer, "nan B").code == ErrorCode::NumberMalformed, pointer);
            QVERIFY2(at(pointer, json::array()).code == ErrorCode::WrongType, pointer);
            QVERIFY2(at(pointer, json::object()).code == ErrorCode::MissingKey, pointer);
            QCOMPARE(at(pointer, 5).place.jsonPointer, std::string(pointer));
        }
        QVERIFY(at("/memory/0/capacity", "0 GiB").code == ErrorCode::OutOfRange);
        QVERIFY(at("/memory/0/capacity", "-80 GiB").code == ErrorCode::OutOfRange);
        QVERIFY(at("/links/0/latency", "0 us").code == ErrorCode::Cancelled); // may be nothing
        json unsourced = sample();
        unsourced["engines"][0].erase("source");
        const Error error = parseHardware(unsourced.dump(), "f").error();
        QVERIFY(error.code == ErrorCode::MissingKey);
        QCOMPARE(error.args.at(0), std::string("source"));
        QCOMPARE(error.place.jsonPointer, std::string("/engines/0"));
        QCOMPARE(error.place.file, std::string("f"));
    }

    /// What files of before 1.0 state as a coefficient is a habit of the runs, unless ran_with says other.
    void formerHabitsOfCalibrations()
    {
        json document = sample();
        document["calibrations"] = json::parse(R"([
            {"name": "a", "source": "x", "coefficients": {"captured": 1, "tensor_overlap": 0, "gemm_rate": 0.5}},
            {"name": "b", "source": "x", "coefficients": {"captured": 0, "tensor_overlap": 1}},
            {"name": "c", "source": "x", "coefficients": {"captured": 1}, "ran_with": {"cuda_graphs": "none"}}])");
        const HardwareSpec box = parsed(document);
        using Words = std::map<std::string, std::string>;
        QCOMPARE(box.calibrations[0].ranWith,
                 (Words{{"cuda_graphs", "partial"}, {"async_tensor_model_parallel_allreduce", "off"}}));
        QCOMPARE(box.calibrations[0].coefficients, (std::map<std::string, double>{{"gemm_rate", 0.5}}));
        QVERIFY(box.calibrations[1].ranWith.empty() && box.calibrations[1].coefficients.empty());
        QCOMPARE(box.calibrations[2].ranWith, (Words{{"cuda_graphs", "none"}}));
    }

    void refusesWhatIsWrong()
    {
        QVERIFY(refused({{"name", nullptr}}).code == ErrorCode::MissingKey);
        QVERIFY(refused({{"node", nullptr}}).code == ErrorCode::MissingKey);
        QVERIFY(refused({{"node", {{"devices", 0}}}}).code == ErrorCode::OutOfRange);
        QVERIFY(refused({{"nodes", 2.5}}).code == ErrorCode::WrongType);
        QVERIFY(refused({{"engines", json::array()}}).code == ErrorCode::MissingKey);
        QVERIFY(refused({{"memory", json::array()}, {"unverified", nullptr}}).code == ErrorCode::MissingKey);
        QVERIFY(refused({{"links", 3}, {"unverified", nullptr}}).code == ErrorCode::WrongType);
        const Error typo = refused({{"memry", json::array()}});
        QVERIFY(typo.code == ErrorCode::UnknownKey);
        QCOMPARE(typo.args.at(1), std::string("memory"));
        json twice = sample();
        twice["memory"].push_back(twice["memory"][0]);
        QVERIFY(parseHardware(twice.dump(), "f").error().code == ErrorCode::Inconsistent);
        twice = sample();
        twice["links"].push_back(twice["links"][0]);
        QVERIFY(parseHardware(twice.dump(), "f").error().code == ErrorCode::Inconsistent);
        json curve = sample();
        for (const json& x : {json::parse("[1]"), json::parse("[2, 1]"), json::parse("[0, 1]"),
                              json::parse("[1, 1]"), json::parse("[]")}) {
            curve["efficiency"][0]["x"] = x;
            QVERIFY(parseHardware(curve.dump(), "f").error().code == ErrorCode::Inconsistent);
        }
        curve["efficiency"][0]["x"] = {1, 2};
        curve["efficiency"][0]["y"] = {0.5, 1.5};
        QVERIFY(parseHardware(curve.dump(), "f").error().code == ErrorCode::OutOfRange);
        const Error topology = refused({{"links",
                                         {{{"level", "node"},
                                           {"bandwidth", "1 GB/s"},
                                           {"latency", "1 us"},
                                           {"topology", "rong"},
                                           {"source", "s"}}}},
                                        {"unverified", nullptr}});
        QCOMPARE(topology.args.at(1), std::string("ring"));
        QCOMPARE(topology.place.jsonPointer, std::string("/links/0/topology"));
    }

    void hostileTexts()
    {
        const std::string good = sample().dump(1);
        for (std::size_t length = 0; length < good.size(); length += 3)
            QVERIFY(!parseHardware(good.substr(0, length), "cut.json").ok());
        for (std::size_t at = 0; at < good.size(); ++at) {
            for (const char byte : {'\0', '\xff', '"', '[', '9', '-'}) {
                std::string bent = good;
                bent[at] = byte;
                const Result<HardwareSpec> hardware = parseHardware(bent, "bent.json");
                QVERIFY(hardware.ok() || hardware.error().place.file == "bent.json");
            }
        }
        for (const char* wrong : {"[]", "3", "\"x\"", "null", "{}"})
            QVERIFY(!parseHardware(wrong, "x").ok());
        QVERIFY(parseHardware(std::string(100000, '['), "x").error().code == ErrorCode::NestingTooDeep);
    }

    void contractNames()
    {
        for (const char* name : {"device", "host", "nvme", "streaming", "parameter_server"})
            QCOMPARE(nameOf(fromName<Tier>(name).value()), std::string_view(name));
        QVERIFY(!fromName<Tier>("Device"));
        QCOMPARE(nameOf(LinkLevel::Pod), std::string_view("pod"));
        QCOMPARE(nameOf(LinkTopology::Mesh), std::string_view("mesh"));
    }
};

SHARDSCOPE_TEST(TstHardware)
#include "tst_hardware.moc"
