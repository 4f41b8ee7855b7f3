// SPDX-License-Identifier: GPL-3.0-or-later
// The table of keys: what each means, its bounds, and where it lies in the choices.
#include "app/session/recommender/recommender_choices.h"

#include <QCoreApplication>

#include <array>
#include <iterator>
#include <utility>

namespace shardscope::app {
namespace {

using core::FieldForm;
using planner::DenseSync;
using C = RecommenderChoices;

constexpr double kMost = 1e12;
constexpr double kMostCount = 1e9;
constexpr double kMicro = 1e-6;
constexpr double kGiga = 1e9;
constexpr double kMinute = 60;
constexpr double kDay = 24 * 3600.0;
constexpr std::array kSyncs{DenseSync::AllReduce, DenseSync::ByteGrad, DenseSync::Decentralized,
                            DenseSync::LowPrecisionDecentralized, DenseSync::Asynchronous};

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

template <class Choices>
std::vector<std::string> namesOf(const Choices& choices)
{
    std::vector<std::string> names;
    names.reserve(std::size(choices));
    for (const auto choice : choices)
        names.emplace_back(nameOf(choice));
    return names;
}

/// The fields as they are written down, group by group.
struct Fields {
    using Get = double (*)(const C&);
    using Set = void (*)(C&, double);
    std::vector<ChoiceField> made;
    ChoiceGroup group = ChoiceGroup::Zionex;

    void whole(const char* key, const char* label, const char* help, double lowest, double highest, Get get,
               Set set)
    {
        made.push_back({{FieldForm::Whole, lowest, highest, {}, {}, {}}, key, label, help, group, get, set});
    }
    void real(const char* key, const char* label, const char* help, double lowest, double highest, Get get,
              Set set)
    {
        made.push_back({{FieldForm::Real, lowest, highest, {}, {}, {}}, key, label, help, group, get, set});
    }
    void flag(const char* key, const char* label, const char* help, Get get, Set set)
    {
        made.push_back({{FieldForm::Flag, 0, 1, {}, {}, {}}, key, label, help, group, get, set});
    }
    void word(const char* key, const char* label, const char* help, std::vector<std::string> words, Get get,
              Set set)
    {
        const double last = static_cast<double>(words.size() - 1);
        made.push_back(
            {{FieldForm::Word, 0, last, std::move(words), {}, {}}, key, label, help, group, get, set});
    }
};

void addZionex(Fields& fields)
{
    fields.group = ChoiceGroup::Zionex;
    fields.whole(
        "readers", QT_TRANSLATE_NOOP("Source", "Reader cores a device"),
        QT_TRANSLATE_NOOP(
            "Source", "Host cores that prepare the batches of a device; 0: as many as never keep it waiting"),
        0, 1024, [](const C& c) { return static_cast<double>(c.readersPerDevice); },
        [](C& c, double v) { c.readersPerDevice = whole(v); });
    fields.flag(
        "torchrec-costs", QT_TRANSLATE_NOOP("Source", "Place by TorchRec's costs"),
        QT_TRANSLATE_NOOP("Source", "The placement follows TorchRec's cost model, the times ours"),
        [](const C& c) { return c.torchRecCosts ? 1.0 : 0.0; },
        [](C& c, double v) { c.torchRecCosts = v != 0; });
    fields.flag(
        "strong-scaling", QT_TRANSLATE_NOOP("Source", "Scale at the same global batch"),
        QT_TRANSLATE_NOOP("Source", "The scaling curve keeps the global batch, not a device's"),
        [](const C& c) { return c.strongScaling ? 1.0 : 0.0; },
        [](C& c, double v) { c.strongScaling = v != 0; });
    fields.flag(
        "pipelined", QT_TRANSLATE_NOOP("Source", "Ids travel ahead"),
        QT_TRANSLATE_NOOP("Source", "The next batch's ids are sent while this one computes"),
        [](const C& c) { return c.pipelined ? 1.0 : 0.0; }, [](C& c, double v) { c.pipelined = v != 0; });
    fields.whole(
        "hot-rows", QT_TRANSLATE_NOOP("Source", "Hot rows everywhere"),
        QT_TRANSLATE_NOOP("Source", "Hottest rows of each table that every device keeps"), 0, kMostCount,
        [](const C& c) { return c.hotRows; }, [](C& c, double v) { c.hotRows = v; });
    fields.real(
        "device-reserve", QT_TRANSLATE_NOOP("Source", "Device memory kept free"),
        QT_TRANSLATE_NOOP("Source", "Share of device memory that no table may take"), 0, 0.99,
        [](const C& c) { return c.deviceReserve; }, [](C& c, double v) { c.deviceReserve = v; });
    fields.real(
        "checkpoint-minutes", QT_TRANSLATE_NOOP("Source", "Checkpoint every, min"),
        QT_TRANSLATE_NOOP("Source",
                          "Minutes between checkpoints that go over the hosts' network; 0: none is written"),
        0, 1e6, [](const C& c) { return c.checkpoint.interval.value() / kMinute; },
        [](C& c, double v) { c.checkpoint.interval = core::Seconds{v * kMinute}; });
    fields.real(
        "checkpoint-reduction", QT_TRANSLATE_NOOP("Source", "Checkpoints smaller by"),
        QT_TRANSLATE_NOOP("Source", "How many times fewer bytes are written: differential and quantised "
                                    "checkpoints save 6 to 17 times (Check-N-Run)"),
        1, 1000, [](const C& c) { return c.checkpoint.reduction; },
        [](C& c, double v) { c.checkpoint.reduction = v; });
    fields.real(
        "price-device", QT_TRANSLATE_NOOP("Source", "Device, an hour"),
        QT_TRANSLATE_NOOP("Source", "Price of an accelerator an hour; 0: the hardware's own"), 0, kMost,
        [](const C& c) { return c.devicePrice; }, [](C& c, double v) { c.devicePrice = v; });
    fields.real(
        "price-reader-core", QT_TRANSLATE_NOOP("Source", "Reader core, an hour"),
        QT_TRANSLATE_NOOP("Source", "Price of a host core that prepares batches, an hour; 0: not known"), 0,
        kMost, [](const C& c) { return c.readerCorePrice; }, [](C& c, double v) { c.readerCorePrice = v; });
}

void addPersia(Fields& fields)
{
    fields.group = ChoiceGroup::Persia;
    fields.word(
        "mode", QT_TRANSLATE_NOOP("Source", "Mode"),
        QT_TRANSLATE_NOOP("Source", "Who waits for whom: of topology, explorer and sizing"),
        namesOf(planner::kPersiaModes), [](const C& c) { return static_cast<double>(c.mode); },
        [](C& c, double v) { c.mode = planner::kPersiaModes[static_cast<std::size_t>(v)]; });
    fields.whole(
        "batch", QT_TRANSLATE_NOOP("Source", "Batch of a worker"),
        QT_TRANSLATE_NOOP("Source", "Samples that an NN worker process takes at a time"), 1,
        static_cast<double>(planner::kPersiaLargestBatch),
        [](const C& c) { return static_cast<double>(c.persia.batch); },
        [](C& c, double v) { c.persia.batch = whole(v); });
    fields.whole(
        "staleness", QT_TRANSLATE_NOOP("Source", "Staleness cap τ"),
        QT_TRANSLATE_NOOP("Source", "Batches looked up whose gradients are not applied yet"), 1, 1000,
        [](const C& c) { return static_cast<double>(c.persia.staleness); },
        [](C& c, double v) { c.persia.staleness = whole(v); });
    fields.whole(
        "get-workers", QT_TRANSLATE_NOOP("Source", "Lookups at once"),
        QT_TRANSLATE_NOOP("Source", "Batches of an NN worker that are looked up at once"), 1, 64,
        [](const C& c) { return static_cast<double>(c.persia.workers.get); },
        [](C& c, double v) { c.persia.workers.get = whole(v); });
    fields.whole(
        "put-workers", QT_TRANSLATE_NOOP("Source", "Updates at once"),
        QT_TRANSLATE_NOOP("Source", "Batches of an NN worker whose gradients are put at once"), 1, 64,
        [](const C& c) { return static_cast<double>(c.persia.workers.put); },
        [](C& c, double v) { c.persia.workers.put = whole(v); });
    fields.word(
        "dense-sync", QT_TRANSLATE_NOOP("Source", "Dense gradients by"),
        QT_TRANSLATE_NOOP("Source", "PyTorch's all-reduce or one of Bagua's algorithms"), namesOf(kSyncs),
        [](const C& c) { return static_cast<double>(c.persia.sync); },
        [](C& c, double v) { c.persia.sync = kSyncs[static_cast<std::size_t>(v)]; });
    fields.flag(
        "zero-copy", QT_TRANSLATE_NOOP("Source", "RPC without copies"),
        QT_TRANSLATE_NOOP("Source", "Embeddings and gradients are sent from where they lie"),
        [](const C& c) { return c.persia.zeroCopy ? 1.0 : 0.0; },
        [](C& c, double v) { c.persia.zeroCopy = v != 0; });
    fields.flag(
        "compression", QT_TRANSLATE_NOOP("Source", "Compress vectors (lz4)"),
        QT_TRANSLATE_NOOP("Source", "Vectors and gradients are compressed on the wire"),
        [](const C& c) { return c.persia.compression ? 1.0 : 0.0; },
        [](C& c, double v) { c.persia.compression = v != 0; });
    fields.flag(
        "embedding-summation", QT_TRANSLATE_NOOP("Source", "Sum embeddings first"),
        QT_TRANSLATE_NOOP("Source", "Embedding workers sum a feature's vectors before they send them"),
        [](const C& c) { return c.persia.summation ? 1.0 : 0.0; },
        [](C& c, double v) { c.persia.summation = v != 0; });
    fields.whole(
        "message-limit", QT_TRANSLATE_NOOP("Source", "Largest message, bytes"),
        QT_TRANSLATE_NOOP("Source", "NATS refuses longer messages: the ids of a batch are one"), 1, kMost,
        [](const C& c) { return static_cast<double>(c.persia.largestMessage); },
        [](C& c, double v) { c.persia.largestMessage = whole(v); });
    fields.real(
        "custom-features", QT_TRANSLATE_NOOP("Source", "Custom features, µs a sample"),
        QT_TRANSLATE_NOOP("Source", "Core time of the data loader for crossed and custom features"), 0,
        kMostCount, [](const C& c) { return c.persia.customFeatureSeconds / kMicro; },
        [](C& c, double v) { c.persia.customFeatureSeconds = v * kMicro; });
    fields.real(
        "worker-spread", QT_TRANSLATE_NOOP("Source", "Spread of workers' times"),
        QT_TRANSLATE_NOOP("Source",
                          "Deviation of a worker's time of a batch, as a share of its mean: assumed"),
        0, 1, [](const C& c) { return c.workerSpread; }, [](C& c, double v) { c.workerSpread = v; });
    fields.real(
        "measured", QT_TRANSLATE_NOOP("Source", "Measured samples/s"),
        QT_TRANSLATE_NOOP("Source",
                          "What PERSIA's own mode reaches on this cluster, to calibrate by; 0: not measured"),
        0, kMost, [](const C& c) { return c.measured; }, [](C& c, double v) { c.measured = v; });
    fields.real(
        "wanted-rate", QT_TRANSLATE_NOOP("Source", "Wanted samples/s"),
        QT_TRANSLATE_NOOP("Source", "The smallest cluster that reaches this is looked for; 0: none"), 0,
        kMost, [](const C& c) { return c.wantedRate; }, [](C& c, double v) { c.wantedRate = v; });
}

void addExplorer(Fields& fields)
{
    fields.group = ChoiceGroup::Explorer;
    fields.word(
        "across", QT_TRANSLATE_NOOP("Source", "To the right"),
        QT_TRANSLATE_NOOP("Source", "The role whose replicas grow to the right"),
        namesOf(planner::kPersiaRoles), [](const C& c) { return static_cast<double>(c.firstRole); },
        [](C& c, double v) { c.firstRole = planner::kPersiaRoles[static_cast<std::size_t>(v)]; });
    fields.word(
        "upward", QT_TRANSLATE_NOOP("Source", "Upward"),
        QT_TRANSLATE_NOOP("Source", "The role whose replicas grow upward"), namesOf(planner::kPersiaRoles),
        [](const C& c) { return static_cast<double>(c.secondRole); },
        [](C& c, double v) { c.secondRole = planner::kPersiaRoles[static_cast<std::size_t>(v)]; });
    const char* help =
        QT_TRANSLATE_NOOP("Source", "Price of one of its machines an hour; 0: the cluster's own");
    fields.group = ChoiceGroup::Prices;
    const auto price = [&](const char* key, const char* label, auto get, auto set) {
        fields.real(key, label, help, 0, kMost, get, set);
    };
    price(
        "price-data-loader", QT_TRANSLATE_NOOP("Source", "Data loader"),
        [](const C& c) { return c.prices[0]; }, [](C& c, double v) { c.prices[0] = v; });
    price(
        "price-embedding-worker", QT_TRANSLATE_NOOP("Source", "Embedding worker"),
        [](const C& c) { return c.prices[1]; }, [](C& c, double v) { c.prices[1] = v; });
    price(
        "price-parameter-server", QT_TRANSLATE_NOOP("Source", "Parameter server"),
        [](const C& c) { return c.prices[2]; }, [](C& c, double v) { c.prices[2] = v; });
    price(
        "price-nn-worker", QT_TRANSLATE_NOOP("Source", "NN worker"), [](const C& c) { return c.prices[3]; },
        [](C& c, double v) { c.prices[3] = v; });
}

void addServers(Fields& fields)
{
    fields.group = ChoiceGroup::Servers;
    fields.whole(
        "shards", QT_TRANSLATE_NOOP("Source", "Shards of the map"),
        QT_TRANSLATE_NOOP("Source", "Locks of a parameter server's map: num_hashmap_internal_shards"), 1,
        kMostCount, [](const C& c) { return static_cast<double>(c.persia.internalShards); },
        [](C& c, double v) { c.persia.internalShards = whole(v); });
    fields.whole(
        "capacity-rows", QT_TRANSLATE_NOOP("Source", "Rows a server keeps"),
        QT_TRANSLATE_NOOP("Source", "capacity of global_config.yml; 0: as many as its memory holds"), 0, 1e15,
        [](const C& c) { return static_cast<double>(c.servers.capacityRows); },
        [](C& c, double v) { c.servers.capacityRows = whole(v); });
    fields.real(
        "admission", QT_TRANSLATE_NOOP("Source", "Admission"),
        QT_TRANSLATE_NOOP("Source", "Probability that a new row is kept: admit_probability"), 0, 1,
        [](const C& c) { return c.servers.admission; }, [](C& c, double v) { c.servers.admission = v; });
    fields.whole(
        "checkpoint-workers", QT_TRANSLATE_NOOP("Source", "Checkpoint threads"),
        QT_TRANSLATE_NOOP("Source", "Threads of a server that write a checkpoint: num_workers"), 1, 1024,
        [](const C& c) { return static_cast<double>(c.servers.checkpointWorkers); },
        [](C& c, double v) { c.servers.checkpointWorkers = whole(v); });
    fields.real(
        "disk", QT_TRANSLATE_NOOP("Source", "Disk, GB/s"),
        QT_TRANSLATE_NOOP("Source", "Rate of one server to its checkpoint"), 1e-3, 1e4,
        [](const C& c) { return c.servers.disk.value() / kGiga; },
        [](C& c, double v) { c.servers.disk = core::BytesPerSecond{v * kGiga}; });
    fields.whole(
        "incremental-rows", QT_TRANSLATE_NOOP("Source", "Rows of an update"),
        QT_TRANSLATE_NOOP("Source",
                          "Changed rows that are sent to serving at a time: incremental_buffer_size"),
        1, kMost, [](const C& c) { return static_cast<double>(c.incrementalRows); },
        [](C& c, double v) { c.incrementalRows = whole(v); });
    fields.real(
        "mtbf-days", QT_TRANSLATE_NOOP("Source", "Days between failures"),
        QT_TRANSLATE_NOOP("Source", "Mean time between failures of one machine"), 1e-2, 1e6,
        [](const C& c) { return c.servers.meanTimeBetweenFailures.value() / kDay; },
        [](C& c, double v) { c.servers.meanTimeBetweenFailures = core::Seconds{v * kDay}; });
    fields.real(
        "restart-seconds", QT_TRANSLATE_NOOP("Source", "Restart, s"),
        QT_TRANSLATE_NOOP("Source", "From a failure until its role works again, without reading rows"), 0,
        1e6, [](const C& c) { return c.servers.restart.value(); },
        [](C& c, double v) { c.servers.restart = core::Seconds{v}; });
}

void addServing(Fields& fields)
{
    fields.group = ChoiceGroup::Serving;
    fields.whole(
        "serving-replicas", QT_TRANSLATE_NOOP("Source", "Inference replicas"),
        QT_TRANSLATE_NOOP("Source", "Processes that answer requests, an accelerator each"), 1, 1e5,
        [](const C& c) { return static_cast<double>(c.serving.replicas); },
        [](C& c, double v) { c.serving.replicas = whole(v); });
    fields.whole(
        "serving-batch", QT_TRANSLATE_NOOP("Source", "Requests at once"),
        QT_TRANSLATE_NOOP("Source", "Requests that a replica answers together"), 1,
        static_cast<double>(planner::kPersiaLargestBatch),
        [](const C& c) { return static_cast<double>(c.serving.batch); },
        [](C& c, double v) { c.serving.batch = whole(v); });
    fields.real(
        "serving-latency", QT_TRANSLATE_NOOP("Source", "Network latency, µs"),
        QT_TRANSLATE_NOOP("Source", "Of one call between machines"), 0, 1e7,
        [](const C& c) { return c.serving.networkLatency.value() / kMicro; },
        [](C& c, double v) { c.serving.networkLatency = core::Seconds{v * kMicro}; });
    fields.group = ChoiceGroup::Bound;
    fields.real(
        "sigma", QT_TRANSLATE_NOOP("Source", "Noise σ"),
        QT_TRANSLATE_NOOP("Source", "Deviation of the gradients in the convergence bound"), 0, 1e6,
        [](const C& c) { return c.bound.sigma; }, [](C& c, double v) { c.bound.sigma = v; });
    fields.real(
        "iterations", QT_TRANSLATE_NOOP("Source", "Steps T"),
        QT_TRANSLATE_NOOP("Source", "Steps of training in the convergence bound"), 1, 1e15,
        [](const C& c) { return c.bound.iterations; }, [](C& c, double v) { c.bound.iterations = v; });
    fields.real(
        "staleness-exponent", QT_TRANSLATE_NOOP("Source", "Exponent of τ"),
        QT_TRANSLATE_NOOP("Source", "Not verified: set it"), 0, 10,
        [](const C& c) { return c.bound.stalenessExponent; },
        [](C& c, double v) { c.bound.stalenessExponent = v; });
    fields.real(
        "collision-exponent", QT_TRANSLATE_NOOP("Source", "Exponent of α"),
        QT_TRANSLATE_NOOP("Source", "Not verified: set it"), 0, 10,
        [](const C& c) { return c.bound.collisionExponent; },
        [](C& c, double v) { c.bound.collisionExponent = v; });
}

} // namespace

const std::vector<ChoiceField>& choiceFields()
{
    static const std::vector<ChoiceField> fields = [] {
        Fields all;
        addZionex(all);
        addPersia(all);
        addExplorer(all);
        addServers(all);
        addServing(all);
        return all.made;
    }();
    return fields;
}

} // namespace shardscope::app
