// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hardware_file.h"

#include "core/base/phrase.h"
#include "core/hardware/power_cap.h"
#include "core/io/spec_reader.h"

#include <algorithm>
#include <cmath>

namespace shardscope::core {
namespace {

constexpr WholeRange kDeviceRange{1, 1 << 16};
constexpr WholeRange kNodeRange{1, 1 << 24};
constexpr double kSecondsPerHour = 3600;
constexpr double kLargestCoefficient = 1e18;
constexpr double kLargestError = 1e6;
constexpr double kLeastShare = 1e-3;
constexpr double kLongestCollective = 1000; // seconds

const std::vector<std::string> kRegimeNames = {"specification", "measured", "fitted", "assumed"};
const std::vector<std::string> kOperationNames = {
    "gemm",      "convolution", "attention", "attention_backward", "elementwise",
    "reduction", "gather",      "optimizer", "collective"};

/// The front end carries none.
const std::vector<std::string> kCollectiveLevels(kEnumNames<LinkLevel>.begin(),
                                                 kEnumNames<LinkLevel>.end() - 1);
const std::vector<std::string> kCollectiveNames = {"all_reduce", "all_gather", "reduce_scatter",
                                                   "all_to_all"};

/// The value \p pointer leads to, or null.
const Value* resolve(const Value& root, std::string_view pointer)
{
    const Value* at = &root;
    while (at != nullptr && !pointer.empty()) {
        const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
        const std::string_view step = pointer.substr(0, end);
        pointer.remove_prefix(end);
        const Value* next = nullptr;
        for (const auto& [key, member] : at->members)
            next = pointerStep(key) == step ? &member : next;
        for (std::size_t i = 0; i < at->items.size(); ++i)
            next = pointerStep(std::to_string(i)) == step ? &at->items[i] : next;
        at = next;
    }
    return at;
}

class HardwareParser {
public:
    HardwareParser(const Value& document, const std::string& file)
        : m_file(file)
        , m_root(document, {}, m_errors)
    {
        m_spec.unverified = m_root.textsOr("unverified");
        for (const std::string& pointer : m_spec.unverified) {
            if (pointer.empty() || resolve(document, pointer) == nullptr)
                m_root.fail(ErrorCode::UnknownName, {pointer, {}, phrase(W_("place in this file"))},
                            "unverified");
        }
    }

    Result<HardwareSpec> parse()
    {
        m_spec.name = m_root.text("name");
        m_spec.title = m_root.textOr("title", m_spec.name);
        m_spec.vendor = m_root.textOr("vendor", {});
        m_spec.source = m_root.textOr("source", m_file);
        m_spec.device = m_root.textOr("made_of", {});
        m_spec.notes = m_root.textsOr("notes");
        m_root.inside("node", true, [this](SpecReader& node) {
            m_spec.devicesPerNode = node.whole("devices", kDeviceRange);
            node.rejectUnused();
        });
        if (m_root.has("nodes"))
            m_spec.nodes = m_root.whole("nodes", kNodeRange);
        m_root.eachOf("engines", true,
                      [this](SpecReader& engine) { m_spec.engines.push_back(readEngine(engine)); });
        m_root.eachOf("memory", true, [this](SpecReader& tier) { m_spec.memory.push_back(readTier(tier)); });
        m_root.eachOf("links", false, [this](SpecReader& link) { m_spec.links.push_back(readLink(link)); });
        m_root.eachOf("efficiency", false,
                      [this](SpecReader& curve) { m_spec.efficiency.push_back(readCurve(curve)); });
        m_root.eachOf("collectives", false,
                      [this](SpecReader& curve) { m_spec.collectives.push_back(readCollective(curve)); });
        m_root.eachOf("rates", false,
                      [this](SpecReader& rates) { m_spec.rates.push_back(readRates(rates)); });
        m_root.inside("network", false, [this](SpecReader& network) {
            m_spec.network.emplace();
            readCoefficients(network, *m_spec.network);
        });
        m_root.eachOf("calibrations", false, [this](SpecReader& calibration) {
            m_spec.calibrations.push_back(readCalibration(calibration));
        });
        m_root.eachOf("transports", false,
                      [this](SpecReader& use) { m_spec.transports.push_back(readTransport(use)); });
        m_root.inside("processors", false, [this](SpecReader& processors) {
            m_spec.processors =
                Sourced<Number>{Number{static_cast<double>(processors.whole("value", kDeviceRange))},
                                processors.text("source"), isUnverified("/processors")};
            processors.rejectUnused();
        });
        if (m_root.has("power"))
            m_spec.power = figure<Watts>(m_root, "power", kWatt, m_spec.source);
        m_root.inside("power_draw", false, [this](SpecReader& draw) {
            const std::string source = draw.textOr("source", {});
            m_spec.draw = PowerDraw{figure<Watts>(draw, "idle", kWatt, source),
                                    figure<Watts>(draw, "memory", kWatt, source),
                                    figure<Watts>(draw, "products", kWatt, source)};
            draw.rejectUnused();
        });
        m_root.inside("bulk_synchronous", false, [this](SpecReader& shares) {
            m_spec.bulkSynchronous = BulkSynchronous{
                shares.number("compute", kLeastShare, 1), shares.number("exchange", 0, 1),
                shares.number("sync", 0, 1), shares.text("source"), isUnverified("/bulk_synchronous")};
            const BulkSynchronous& read = *m_spec.bulkSynchronous;
            if (std::abs(read.compute + read.exchange + read.sync - 1) > 1e-9)
                shares.fail(ErrorCode::Inconsistent, {phrase(W_("shares that do not add up to 1"))});
            shares.rejectUnused();
        });
        if (m_root.has("price_per_hour"))
            m_spec.price = readPrice();
        readCaps();
        m_root.ignore({"devices"}); // nodes times theirs, as "hardware NAME --json" says them
        m_root.rejectUnused();
        checkWhole();
        if (m_errors)
            return m_errors.get()->in(m_file);
        return std::move(m_spec);
    }

private:
    [[nodiscard]] bool isUnverified(const std::string& pointer) const
    {
        return std::ranges::any_of(m_spec.unverified, [&pointer](const std::string& marked) {
            return pointer.rfind(marked, 0) == 0 &&
                   (pointer.size() == marked.size() || pointer[marked.size()] == '/');
        });
    }

    /// A figure above zero: a text beside a "source", or an object {"value", "source"}.
    template <class Q>
    Sourced<Q> figure(SpecReader& reader, std::string_view key, Dimension dimension,
                      const std::string& source, double lowest = 1e-12)
    {
        Sourced<Q> sourced;
        sourced.unverified = isUnverified(reader.pointerTo(key));
        const Value* value = reader.find(key);
        if (value != nullptr && value->kind == Value::Kind::Object) {
            reader.inside(key, true, [&](SpecReader& inner) {
                // A number in SI units beside its text is what "hardware NAME --json" prints.
                sourced.value = inner.textOr("text", {}).empty()
                                    ? Q{inner.quantity("value", dimension, lowest)}
                                    : Q{inner.number("value", lowest, kLargestCoefficient)};
                sourced.source = inner.text("source");
                sourced.unverified = inner.flagOr("unverified", sourced.unverified);
                inner.rejectUnused();
            });
            return sourced;
        }
        sourced.value = Q{reader.quantity(key, dimension, lowest)};
        sourced.source = source;
        if (source.empty())
            reader.fail(ErrorCode::MissingKey, {"source"});
        return sourced;
    }

    Engine readEngine(SpecReader& reader)
    {
        Engine engine;
        engine.kind =
            reader.choice("kind", {"matrix", "vector"}) == 0 ? EngineKind::Matrix : EngineKind::Vector;
        engine.dtype = static_cast<Dtype>(reader.choice("dtype", namesOf<Dtype>()));
        engine.peak = figure<FlopsPerSecond>(reader, "peak", kFlopPerSecond, reader.textOr("source", {}));
        reader.rejectUnused();
        return engine;
    }

    MemoryTier readTier(SpecReader& reader)
    {
        MemoryTier tier;
        tier.tier = static_cast<Tier>(reader.choice("tier", namesOf<Tier>()));
        tier.label = reader.textOr("label", {});
        const std::string source = reader.textOr("source", {});
        tier.capacity = figure<Bytes>(reader, "capacity", kByte, source);
        tier.bandwidth = figure<BytesPerSecond>(reader, "bandwidth", kBytePerSecond, source);
        tier.sharedBy = reader.wholeOr("shared_by", 1, kDeviceRange);
        if (reader.has("allocatable")) {
            tier.allocatable = figure<Bytes>(reader, "allocatable", kByte, source);
            if (tier.capacity.value < tier.allocatable->value)
                reader.fail(ErrorCode::Inconsistent, {phrase(W_("\"allocatable\" is above \"capacity\""))},
                            "allocatable");
        }
        reader.rejectUnused();
        return tier;
    }

    Link readLink(SpecReader& reader)
    {
        Link link;
        link.level = static_cast<LinkLevel>(reader.choice("level", namesOf<LinkLevel>()));
        link.label = reader.textOr("label", {});
        const std::string source = reader.textOr("source", {});
        link.bandwidth = figure<BytesPerSecond>(reader, "bandwidth", kBytePerSecond, source);
        link.latency = figure<Seconds>(reader, "latency", kSecond, source, 0);
        link.topology = static_cast<LinkTopology>(reader.choiceOr("topology", namesOf<LinkTopology>(), 0));
        link.inNetworkReduction = reader.flagOr("in_network_reduction", false);
        link.span = link.level == LinkLevel::Node ? m_spec.devicesPerNode : 0;
        if (link.level == LinkLevel::Pod)
            link.span = reader.whole("span", kNodeRange);
        reader.inside("scaling", false,
                      [&link](SpecReader& scaling) { link.scaling = readScaling(scaling); });
        reader.rejectUnused();
        return link;
    }

    static NetworkScaling readScaling(SpecReader& reader)
    {
        NetworkScaling scaling{reader.numbers("machines"), reader.numbers("share"), reader.text("source")};
        reader.rejectUnused();
        if (reader.failed())
            return scaling;
        if (scaling.machines.empty() || scaling.machines.size() != scaling.share.size())
            reader.fail(ErrorCode::Inconsistent,
                        {phrase(W_("%1 machines, %2 share"), {std::to_string(scaling.machines.size()),
                                                              std::to_string(scaling.share.size())})});
        double before = 0;
        for (const double machines : scaling.machines) {
            if (machines < 1 || machines <= before)
                reader.fail(ErrorCode::Inconsistent, {phrase(W_("machines do not ascend from 1"))},
                            "machines");
            before = machines;
        }
        for (const double share : scaling.share) {
            if (!(share > 0 && share <= 1))
                reader.fail(ErrorCode::OutOfRange, {std::to_string(share), "0", "1"}, "share");
        }
        return scaling;
    }

    EfficiencyCurve readCurve(SpecReader& reader)
    {
        EfficiencyCurve curve;
        curve.operation = kOperationNames[reader.choice("operation", kOperationNames)];
        curve.dtype = static_cast<Dtype>(reader.choice("dtype", namesOf<Dtype>()));
        curve.x = reader.numbers("x");
        curve.y = reader.numbers("y");
        curve.steps = reader.choiceOr("between", {"log", "steps"}, 0) == 1;
        curve.regime = kRegimeNames[reader.choice("regime", kRegimeNames)];
        curve.source = reader.text("source");
        reader.rejectUnused();
        if (reader.failed())
            return curve;
        if (curve.x.empty() || curve.x.size() != curve.y.size())
            reader.fail(
                ErrorCode::Inconsistent,
                {phrase(W_("%1 x, %2 y"), {std::to_string(curve.x.size()), std::to_string(curve.y.size())})});
        double before = 0;
        for (const double x : curve.x) {
            if (x <= before)
                reader.fail(ErrorCode::Inconsistent, {phrase(W_("x does not ascend from above 0"))}, "x");
            before = x;
        }
        for (const double y : curve.y) {
            if (!(y > 0 && y <= 1))
                reader.fail(ErrorCode::OutOfRange, {std::to_string(y), "0", "1"}, "y");
        }
        return curve;
    }

    CollectiveCurve readCollective(SpecReader& reader) const
    {
        CollectiveCurve curve;
        curve.operation = kCollectiveNames[reader.choice("operation", kCollectiveNames)];
        curve.level = static_cast<LinkLevel>(reader.choice("level", kCollectiveLevels));
        curve.ranks = reader.whole("ranks", kNodeRange);
        curve.bytes = reader.numbers("bytes");
        curve.seconds = reader.numbers("seconds");
        if (reader.has("link_bandwidth"))
            curve.linkBandwidth = BytesPerSecond{reader.quantity("link_bandwidth", kBytePerSecond, 1)};
        curve.regime = kRegimeNames[reader.choice("regime", kRegimeNames)];
        curve.source = reader.text("source");
        reader.rejectUnused();
        if (reader.failed())
            return curve;
        if (curve.ranks < 2)
            reader.fail(ErrorCode::OutOfRange, {std::to_string(curve.ranks), "2", "2^24"}, "ranks");
        if (curve.level != LinkLevel::Node && curve.ranks % m_spec.devicesPerNode != 0)
            reader.fail(
                ErrorCode::NotDivisible,
                {"ranks", std::to_string(curve.ranks), "node.devices", std::to_string(m_spec.devicesPerNode)},
                "ranks");
        if (curve.bytes.empty() || curve.bytes.size() != curve.seconds.size())
            reader.fail(ErrorCode::Inconsistent, {std::to_string(curve.bytes.size()) + " bytes, " +
                                                  std::to_string(curve.seconds.size()) + " seconds"});
        double before = 0;
        for (const double bytes : curve.bytes) {
            if (bytes <= before)
                reader.fail(ErrorCode::Inconsistent, {phrase(W_("bytes do not ascend from above 0"))},
                            "bytes");
            before = bytes;
        }
        for (const double seconds : curve.seconds) {
            if (!(seconds > 0 && seconds <= kLongestCollective))
                reader.fail(ErrorCode::OutOfRange, {std::to_string(seconds), "0", "1000 s"}, "seconds");
        }
        return curve;
    }

    static TransportUse readTransport(SpecReader& reader)
    {
        constexpr double kMost = 1 << 16;
        TransportUse use;
        use.name = reader.text("name");
        use.processors = reader.number("processors", 0, kMost);
        use.low = reader.number("low", 0, use.processors);
        use.high = reader.number("high", use.processors, kMost);
        use.source = reader.text("source");
        reader.rejectUnused();
        return use;
    }

    /// "power_cap": what the devices are held to; "capped_at": what the figures of this file were held to
    /// already.
    void readCaps()
    {
        if (m_root.has("capped_at"))
            m_spec.powerCap = Watts{m_root.quantity("capped_at", kWatt, 1)};
        if (m_root.has("power_cap")) {
            const Watts cap{m_root.quantity("power_cap", kWatt, 1)};
            if (!m_root.failed())
                capPower(m_spec, cap);
        }
    }

    static DeviceRates readRates(SpecReader& reader)
    {
        DeviceRates rates;
        for (const std::string& name : reader.textsOr("dtypes")) {
            if (const auto dtype = fromName<Dtype>(name))
                rates.dtypes.push_back(*dtype);
            else
                reader.fail(ErrorCode::UnknownName, {name, {}, phrase(W_("number format"))}, "dtypes");
        }
        if (rates.dtypes.empty())
            reader.fail(ErrorCode::MissingKey, {"dtypes"});
        readCoefficients(reader, rates);
        return rates;
    }

    /// The rates of a device or of a network.
    template <class Rates>
    static void readCoefficients(SpecReader& reader, Rates& rates)
    {
        rates.source = reader.text("source");
        reader.inside("coefficients", true, [&](SpecReader& inner) {
            for (const std::string& key : inner.unusedKeys())
                rates.coefficients[key] = inner.number(key, 0, kLargestCoefficient);
        });
        rates.fitted = reader.textsOr("fitted");
        reader.rejectUnused();
    }

    /// Files of before 1.0 state two habits of the runs as coefficients. A word of ran_with goes before.
    static void readFormerHabits(Calibration& calibration)
    {
        const auto former = [&](const char* coefficient, double present, const char* key, const char* word) {
            const auto found = calibration.coefficients.find(coefficient);
            if (found == calibration.coefficients.end())
                return;
            if (found->second == present)
                calibration.ranWith.emplace(key, word);
            calibration.coefficients.erase(found);
        };
        former("captured", 1, "cuda_graphs", "partial");
        former("tensor_overlap", 0, "async_tensor_model_parallel_allreduce", "off");
    }

    static Calibration readCalibration(SpecReader& reader)
    {
        Calibration calibration;
        calibration.name = reader.text("name");
        calibration.implementation = reader.textOr("implementation", {});
        calibration.kernels = reader.textOr("kernels", {});
        calibration.models = reader.textsOr("models");
        calibration.groups = reader.textsOr("groups");
        calibration.source = reader.text("source");
        reader.inside("coefficients", true, [&](SpecReader& inner) {
            for (const std::string& key : inner.unusedKeys())
                calibration.coefficients[key] = inner.number(key, 0, kLargestCoefficient);
        });
        calibration.shapes = reader.textsOr("shapes");
        calibration.fitted = reader.textsOr("fitted");
        const auto texts = [&reader](const char* under, std::map<std::string, std::string>& into) {
            reader.inside(under, false, [&](SpecReader& inner) {
                for (const std::string& key : inner.unusedKeys())
                    into[key] = inner.text(key);
            });
        };
        texts("ran_with", calibration.ranWith);
        readFormerHabits(calibration);
        texts("reasons", calibration.reasons);
        calibration.atBound = reader.textsOr("at_bound");
        reader.eachOf("residuals", false, [&](SpecReader& inner) {
            CalibrationResidual residual;
            residual.key = inner.text("figure");
            residual.cases = inner.whole("cases");
            residual.fitted = inner.number("fitted", 0, kLargestError);
            residual.heldOut = inner.number("held_out", 0, kLargestError);
            residual.low = inner.number("low", -1, kLargestError);
            residual.high = inner.number("high", -1, kLargestError);
            if (inner.has("seen_low"))
                residual.seenLow = inner.number("seen_low", -1, kLargestError);
            if (inner.has("seen_high"))
                residual.seenHigh = inner.number("seen_high", -1, kLargestError);
            if (inner.has("coverage"))
                residual.coverage = inner.number("coverage", 0, 1);
            inner.rejectUnused();
            calibration.residuals.push_back(std::move(residual));
        });
        reader.inside("range", false, [&](SpecReader& inner) {
            for (const std::string& key : inner.unusedKeys()) {
                const std::vector<double> ends = inner.numbers(key);
                if (ends.size() == 2 && ends[0] <= ends[1])
                    calibration.range[key] = {ends[0], ends[1]};
                else
                    inner.fail(ErrorCode::Inconsistent, {phrase(W_("two ascending numbers"))}, key);
            }
        });
        reader.rejectUnused();
        return calibration;
    }

    /// The hour is in the key: a bare number is US dollars an hour.
    Sourced<CurrencyPerSecond> readPrice()
    {
        const Value* price = m_root.find("price_per_hour");
        if (!price->isNumber())
            return figure<CurrencyPerSecond>(m_root, "price_per_hour", kCurrencyPerSecond, m_spec.source);
        constexpr double kDearest = 1e9;
        const double hourly = m_root.number("price_per_hour", 0, kDearest);
        return {CurrencyPerSecond{hourly / kSecondsPerHour}, m_spec.source, isUnverified("/price_per_hour")};
    }

    void checkWhole()
    {
        if (m_errors)
            return;
        if (m_spec.engines.empty())
            m_root.fail(ErrorCode::MissingKey, {"peak"}, "engines");
        if (m_spec.tier(Tier::Device) == nullptr)
            m_root.fail(ErrorCode::MissingKey, {"device"}, "memory");
        for (const MemoryTier& tier : m_spec.memory) {
            if (m_spec.tier(tier.tier) != &tier)
                m_root.fail(ErrorCode::Inconsistent,
                            {phrase(W_("the tier \"%1\" twice"), {std::string(nameOf(tier.tier))})},
                            "memory");
        }
        for (const Link& link : m_spec.links) {
            if (m_spec.link(link.level) != &link)
                m_root.fail(ErrorCode::Inconsistent,
                            {phrase(W_("the level \"%1\" twice"), {std::string(nameOf(link.level))})},
                            "links");
        }
    }

    std::string m_file;
    FirstError m_errors;
    HardwareSpec m_spec;
    SpecReader m_root;
};

} // namespace

Result<HardwareSpec> parseHardware(std::string_view json, const std::string& file, const DeviceFiles& devices)
{
    SHARDSCOPE_TRY(Value document, parseJsonText(json, file));
    SHARDSCOPE_TRY(const Value whole, joinedHardware(std::move(document), devices, file));
    return HardwareParser(whole, file).parse();
}

} // namespace shardscope::core
