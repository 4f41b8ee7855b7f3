// SPDX-License-Identifier: GPL-3.0-or-later
// The table of keys: what each means, its bounds, and where it lies in the choices.
#include "app/session/recommender/recommender_choices.h"
#include "core/base/mapped.h"

#include "core/base/text_mark.h"

#include <array>
#include <ratio>
#include <type_traits>
#include <utility>

namespace shardscope::app {
namespace {

using core::FieldForm;
using planner::DenseSync;
using C = RecommenderChoices;

constexpr double kMost = 1e12;
constexpr double kMostCount = 1e9;
using Minute = std::ratio<60>;
using Day = std::ratio<24 * 3600>;
constexpr std::array kSyncs{DenseSync::AllReduce, DenseSync::ByteGrad, DenseSync::Decentralized,
                            DenseSync::LowPrecisionDecentralized, DenseSync::Asynchronous};

template <class Choices>
std::vector<std::string> namesOf(const Choices& choices)
{
    return core::mapped<std::string>(choices, [&](const auto choice) { return nameOf(choice); });
}

template <class Q>
constexpr bool kIsQuantity = requires(const Q& value)
{
    value.value();
};

/// A field's number in \p Unit of what \p At finds in the choices.
template <class At, class Unit>
struct Place {
    static constexpr double kUnit = static_cast<double>(Unit::num) / Unit::den;

    static double get(const C& choices)
    {
        const auto& value = At{}(choices);
        if constexpr (kIsQuantity<std::decay_t<decltype(value)>>)
            return value.value() / kUnit;
        else
            return static_cast<double>(value) / kUnit;
    }
    static void set(C& choices, double number)
    {
        auto& value = At{}(choices);
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_enum_v<T>)
            value = static_cast<T>(static_cast<int>(number));
        else if constexpr (kIsQuantity<T>)
            value = T{number * kUnit};
        else
            value = static_cast<T>(number * kUnit);
    }
};

/// The fields as they are written down, group by group; \p At finds a field's value, \p Unit is what one of
/// the field's number is of it.
struct Fields {
    std::vector<ChoiceField> made;
    ChoiceGroup group = ChoiceGroup::Zionex;

    template <class At, class Unit = std::ratio<1>>
    void add(core::FieldRule rule, const char* key, const char* label, const char* help, At, Unit = {})
    {
        made.push_back(
            {std::move(rule), key, label, help, group, Place<At, Unit>::get, Place<At, Unit>::set});
    }
    template <class... At>
    void whole(const char* key, const char* label, const char* help, double lowest, double highest, At... at)
    {
        add({FieldForm::Whole, lowest, highest, {}, {}, {}}, key, label, help, at...);
    }
    template <class... At>
    void real(const char* key, const char* label, const char* help, double lowest, double highest, At... at)
    {
        add({FieldForm::Real, lowest, highest, {}, {}, {}}, key, label, help, at...);
    }
    template <class At>
    void flag(const char* key, const char* label, const char* help, At at)
    {
        add({FieldForm::Flag, 0, 1, {}, {}, {}}, key, label, help, at);
    }
    template <class At>
    void word(const char* key, const char* label, const char* help, std::vector<std::string> words, At at)
    {
        const double last = static_cast<double>(words.size() - 1);
        add({FieldForm::Word, 0, last, std::move(words), {}, {}}, key, label, help, at);
    }
};

void addZionex(Fields& fields)
{
    fields.group = ChoiceGroup::Zionex;
    fields.whole(
        "readers", N_("Reader cores a device"),
        N_("Host cores that prepare the batches of a device; 0: as many as never keep it waiting"), 0, 1024,
        [](auto& c) -> auto& { return c.readersPerDevice; });
    fields.flag(
        "torchrec-costs", N_("Place by TorchRec's costs"),
        N_("The placement follows TorchRec's cost model, the times ours"),
        [](auto& c) -> auto& { return c.torchRecCosts; });
    fields.flag(
        "strong-scaling", N_("Scale at the same global batch"),
        N_("The scaling curve keeps the global batch, not a device's"),
        [](auto& c) -> auto& { return c.strongScaling; });
    fields.flag(
        "pipelined", N_("Ids travel ahead"), N_("The next batch's ids are sent while this one computes"),
        [](auto& c) -> auto& { return c.pipelined; });
    fields.whole(
        "hot-rows", N_("Hot rows everywhere"), N_("Hottest rows of each table that every device keeps"), 0,
        kMostCount, [](auto& c) -> auto& { return c.hotRows; });
    fields.real(
        "device-reserve", N_("Device memory kept free"), N_("Share of device memory that no table may take"),
        0, 0.99, [](auto& c) -> auto& { return c.deviceReserve; });
    fields.real(
        "checkpoint-minutes", N_("Checkpoint every, min"),
        N_("Minutes between checkpoints that go over the hosts' network; 0: none is written"), 0, 1e6,
        [](auto& c) -> auto& { return c.checkpoint.interval; }, Minute{});
    fields.real(
        "checkpoint-reduction", N_("Checkpoints smaller by"),
        N_("How many times fewer bytes are written: differential and quantised "
           "checkpoints save 6 to 17 times (Check-N-Run)"),
        1, 1000, [](auto& c) -> auto& { return c.checkpoint.reduction; });
    fields.real(
        "price-device", N_("Device, an hour"), N_("Price of an accelerator an hour; 0: the hardware's own"),
        0, kMost, [](auto& c) -> auto& { return c.devicePrice; });
    fields.real(
        "price-reader-core", N_("Reader core, an hour"),
        N_("Price of a host core that prepares batches, an hour; 0: not known"), 0, kMost,
        [](auto& c) -> auto& { return c.readerCorePrice; });
}

/// A control for each constant of Zion's model, with its meaning and its source.
template <std::size_t... Index>
void addZion(Fields& fields, std::index_sequence<Index...>)
{
    fields.group = ChoiceGroup::Zion;
    const auto add = [&](planner::ZionFigure figure, auto at) {
        const planner::ZionConstant& one = planner::constantOf(figure);
        fields.real(nameOf(figure).data(), one.label, one.help, 1e-3, 1e6, at);
    };
    (add(
         planner::kZionFigures[Index], [](auto& c) -> auto& { return c.zion.values[Index]; }),
     ...);
}

void addPersia(Fields& fields)
{
    fields.group = ChoiceGroup::Persia;
    fields.word(
        "mode", N_("Mode"), N_("Who waits for whom: of topology, explorer and sizing"),
        namesOf(planner::kPersiaModes), [](auto& c) -> auto& { return c.mode; });
    fields.whole(
        "batch", N_("Batch of a worker"),
        N_("Samples that an NN worker process takes at a time; 0: as in the published run, else 1,024"), 0,
        static_cast<double>(planner::kPersiaLargestBatch), [](auto& c) -> auto& { return c.persia.batch; });
    fields.whole(
        "staleness", N_("Staleness cap τ"), N_("Batches looked up whose gradients are not applied yet"), 1,
        1000, [](auto& c) -> auto& { return c.persia.staleness; });
    fields.whole(
        "get-workers", N_("Lookups at once"), N_("Batches of an NN worker that are looked up at once"), 1, 64,
        [](auto& c) -> auto& { return c.persia.workers.get; });
    fields.whole(
        "put-workers", N_("Updates at once"), N_("Batches of an NN worker whose gradients are put at once"),
        1, 64, [](auto& c) -> auto& { return c.persia.workers.put; });
    fields.word(
        "dense-sync", N_("Dense gradients by"), N_("PyTorch's all-reduce or one of Bagua's algorithms"),
        namesOf(kSyncs), [](auto& c) -> auto& { return c.persia.sync; });
    fields.flag(
        "zero-copy", N_("RPC without copies"), N_("Embeddings and gradients are sent from where they lie"),
        [](auto& c) -> auto& { return c.persia.zeroCopy; });
    fields.flag(
        "compression", N_("Compress vectors (lz4)"), N_("Vectors and gradients are compressed on the wire"),
        [](auto& c) -> auto& { return c.persia.compression; });
    fields.flag(
        "embedding-summation", N_("Sum embeddings first"),
        N_("Embedding workers sum a feature's vectors before they send them"),
        [](auto& c) -> auto& { return c.persia.summation; });
    fields.whole(
        "message-limit", N_("Largest message, bytes"),
        N_("NATS refuses longer messages: the ids of a batch are one"), 1, kMost,
        [](auto& c) -> auto& { return c.persia.largestMessage; });
    fields.real(
        "custom-features", N_("Custom features, µs a sample"),
        N_("Core time of the data loader for crossed and custom features"), 0, kMostCount,
        [](auto& c) -> auto& { return c.persia.customFeatureSeconds; }, std::micro{});
    fields.real(
        "worker-spread", N_("Spread of workers' times"),
        N_("Deviation of a worker's time of a batch, as a share of its mean: assumed"), 0, 1,
        [](auto& c) -> auto& { return c.workerSpread; });
    fields.real(
        "measured", N_("Measured samples/s"),
        N_("What PERSIA's own mode reaches on this cluster, to calibrate by; 0: not measured"), 0, kMost,
        [](auto& c) -> auto& { return c.measured; });
    fields.real(
        "wanted-rate", N_("Wanted samples/s"),
        N_("The smallest cluster that reaches this is looked for; 0: none"), 0, kMost,
        [](auto& c) -> auto& { return c.wantedRate; });
}

void addExplorer(Fields& fields)
{
    fields.group = ChoiceGroup::Explorer;
    fields.word(
        "across", N_("To the right"), N_("The role whose replicas grow to the right"),
        namesOf(planner::kPersiaRoles), [](auto& c) -> auto& { return c.firstRole; });
    fields.word(
        "upward", N_("Upward"), N_("The role whose replicas grow upward"), namesOf(planner::kPersiaRoles),
        [](auto& c) -> auto& { return c.secondRole; });
    const char* help = N_("Price of one of its machines an hour; 0: the cluster's own");
    fields.group = ChoiceGroup::Prices;
    const auto price = [&](const char* key, const char* label, auto at) {
        fields.real(key, label, help, 0, kMost, at);
    };
    price(
        "price-data-loader", N_("Data loader"), [](auto& c) -> auto& { return c.prices[0]; });
    price(
        "price-embedding-worker", N_("Embedding worker"), [](auto& c) -> auto& { return c.prices[1]; });
    price(
        "price-parameter-server", N_("Parameter server"), [](auto& c) -> auto& { return c.prices[2]; });
    price(
        "price-nn-worker", N_("NN worker"), [](auto& c) -> auto& { return c.prices[3]; });
}

void addServers(Fields& fields)
{
    fields.group = ChoiceGroup::Servers;
    fields.whole(
        "shards", N_("Shards of the map"),
        N_("Locks of a parameter server's map: num_hashmap_internal_shards"), 1, kMostCount,
        [](auto& c) -> auto& { return c.persia.internalShards; });
    fields.whole(
        "capacity-rows", N_("Rows a server keeps"),
        N_("capacity of global_config.yml; 0: as many as its memory holds"), 0, 1e15,
        [](auto& c) -> auto& { return c.servers.capacityRows; });
    fields.real(
        "admission", N_("Admission"), N_("Probability that a new row is kept: admit_probability"), 0, 1,
        [](auto& c) -> auto& { return c.servers.admission; });
    fields.whole(
        "checkpoint-workers", N_("Checkpoint threads"),
        N_("Threads of a server that write a checkpoint: num_workers"), 1, 1024,
        [](auto& c) -> auto& { return c.servers.checkpointWorkers; });
    fields.real(
        "disk", N_("Disk, GB/s"), N_("Rate of one server to its checkpoint"), 1e-3, 1e4,
        [](auto& c) -> auto& { return c.servers.disk; }, std::giga{});
    fields.whole(
        "incremental-rows", N_("Rows of an update"),
        N_("Changed rows that are sent to serving at a time: incremental_buffer_size"), 1, kMost,
        [](auto& c) -> auto& { return c.incrementalRows; });
    fields.real(
        "mtbf-days", N_("Days between failures"), N_("Mean time between failures of one machine"), 1e-2, 1e6,
        [](auto& c) -> auto& { return c.servers.meanTimeBetweenFailures; }, Day{});
    fields.real(
        "restart-seconds", N_("Restart, s"),
        N_("From a failure until its role works again, without reading rows"), 0, 1e6,
        [](auto& c) -> auto& { return c.servers.restart; });
}

void addServing(Fields& fields)
{
    fields.group = ChoiceGroup::Serving;
    fields.whole(
        "serving-replicas", N_("Inference replicas"),
        N_("Processes that answer requests, an accelerator each"), 1, 1e5,
        [](auto& c) -> auto& { return c.serving.replicas; });
    fields.whole(
        "serving-batch", N_("Requests at once"), N_("Requests that a replica answers together"), 1,
        static_cast<double>(planner::kPersiaLargestBatch), [](auto& c) -> auto& { return c.serving.batch; });
    fields.real(
        "serving-latency", N_("Network latency, µs"), N_("Of one call between machines"), 0, 1e7,
        [](auto& c) -> auto& { return c.serving.networkLatency; }, std::micro{});
    fields.group = ChoiceGroup::Bound;
    fields.real(
        "sigma", N_("Noise σ"), N_("Deviation of the gradients in the convergence bound"), 0, 1e6,
        [](auto& c) -> auto& { return c.bound.sigma; });
    fields.real(
        "alpha", N_("Frequency α"),
        N_("Largest probability that one id occurs in a sample; 0: the model's most frequent id"), 0, 1,
        [](auto& c) -> auto& { return c.bound.collision; });
    fields.real(
        "tau", N_("Staleness τ"), N_("Batches of all workers between a lookup and its update; 0: the mode's"),
        0, kMostCount, [](auto& c) -> auto& { return c.bound.staleness; });
    fields.real(
        "iterations", N_("Steps T"), N_("Steps of training in the convergence bound"), 1, 1e15,
        [](auto& c) -> auto& { return c.bound.iterations; });
    fields.real(
        "staleness-exponent", N_("Exponent of τ"), N_("Not verified: set it"), 0, 10,
        [](auto& c) -> auto& { return c.bound.stalenessExponent; });
    fields.real(
        "collision-exponent", N_("Exponent of α"), N_("Not verified: set it"), 0, 10,
        [](auto& c) -> auto& { return c.bound.collisionExponent; });
}

} // namespace

const std::vector<ChoiceField>& choiceFields()
{
    static const std::vector<ChoiceField> fields = [] {
        Fields all;
        addZionex(all);
        addZion(all, std::make_index_sequence<planner::kZionFigures.size()>());
        addPersia(all);
        addExplorer(all);
        addServers(all);
        addServing(all);
        return all.made;
    }();
    return fields;
}

} // namespace shardscope::app
