// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/torchrec/torchrec_json.h"

#include "core/base/joined.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"

#include <algorithm>
#include <utility>

namespace shardscope::planner {

namespace {

using core::ErrorCode;
using core::Value;
using core::ValueReader;

constexpr std::int64_t kLargest = std::int64_t{1} << 50; // rows × dim stay below what a double counts exactly
constexpr std::int64_t kMostDevices = 1 << 20;

const std::vector<std::string>& knownKeys()
{
    static const std::vector<std::string> keys{"compute_kernel",
                                               "compute_device",
                                               "sharding_type",
                                               "batch_sizes",
                                               "world_size",
                                               "local_world_size",
                                               "input_lengths",
                                               "num_poolings",
                                               "is_pooled",
                                               "is_weighted",
                                               "is_inference",
                                               "caching_ratio",
                                               "table",
                                               "data_type_size",
                                               "all_to_all_forward_size",
                                               "all_to_all_backward_size",
                                               "reduce_scatter_forward_size",
                                               "reduce_scatter_backward_size",
                                               "expected_cache_fetches",
                                               "prefetch_passes",
                                               "column_width"};
    return keys;
}

core::Error unknownValue(const ValueReader& at, const std::string& value,
                         const std::vector<std::string>& known)
{
    return at.error(ErrorCode::UnknownValue, {value, core::nearestName(value, known), core::joined(known)});
}

core::Result<core::Done> readNames(const ValueReader& reader, TorchRecQuery& query)
{
    SHARDSCOPE_TRY(const std::string kernel, reader.textOr("compute_kernel", "fused"));
    const auto knownKernel = core::lookupKernelFromName(kernel);
    if (!knownKernel)
        return unknownValue(reader.at("compute_kernel"), kernel, core::lookupKernelNames());
    query.kernel = *knownKernel;
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done hasSharding, reader.requireKey("sharding_type"));
    SHARDSCOPE_TRY(const std::string sharding, reader.at("sharding_type").text());
    const auto knownSharding = core::tableShardingFromName(sharding);
    if (!knownSharding)
        return unknownValue(reader.at("sharding_type"), sharding, core::tableShardingNames());
    query.sharding = *knownSharding;
    SHARDSCOPE_TRY(const std::string device, reader.textOr("compute_device", "cuda"));
    if (device != "cuda" && device != "cpu" && device != "mtia")
        return unknownValue(reader.at("compute_device"), device, {"cuda", "cpu", "mtia"});
    query.device = device == "cuda"  ? TorchRecDevice::Cuda
                   : device == "cpu" ? TorchRecDevice::Cpu
                                     : TorchRecDevice::Mtia;
    return core::Done{};
}

core::Result<core::Done> readTopology(const ValueReader& reader, TorchRecQuery& query)
{
    SHARDSCOPE_TRY(query.world, reader.integerOr("world_size", 1, 1, kMostDevices));
    SHARDSCOPE_TRY(query.localWorld, reader.integerOr("local_world_size", query.world, 1, kMostDevices));
    if (query.world % query.localWorld != 0)
        return reader.at("local_world_size")
            .error(ErrorCode::NotDivisible, {"world_size", std::to_string(query.world), "local_world_size",
                                             std::to_string(query.localWorld)});
    return core::Done{};
}

core::Result<core::Done> readFeatures(const ValueReader& reader, TorchRecQuery& query)
{
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done hasLengths, reader.requireKey("input_lengths"));
    SHARDSCOPE_TRY(query.inputLengths, reader.at("input_lengths").numbers(0, 1e12));
    const std::size_t features = query.inputLengths.size();
    if (features == 0)
        return reader.at("input_lengths")
            .error(ErrorCode::OutOfRange, {core::phrase(W_("0 features")), "1", "any"});
    query.batchSizes.assign(features, 512); // TorchRec's default BATCH_SIZE
    if (reader.has("batch_sizes")) {
        SHARDSCOPE_TRY(query.batchSizes, reader.at("batch_sizes").integers(1, kLargest));
    }
    query.poolings.assign(features, 1.0);
    if (reader.has("num_poolings")) {
        SHARDSCOPE_TRY(query.poolings, reader.at("num_poolings").numbers(0, 1e12));
    }
    if (query.batchSizes.size() != features || query.poolings.size() != features)
        return reader.error(
            ErrorCode::Inconsistent,
            {core::phrase(W_("input_lengths, batch_sizes and num_poolings differ in length"))});
    return core::Done{};
}

core::Result<core::Done> readTable(const ValueReader& reader, TorchRecQuery& query)
{
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done hasTable, reader.requireKey("table"));
    SHARDSCOPE_TRY(const std::vector<std::int64_t> shape, reader.at("table").integers(1, kLargest));
    if (shape.size() != 2)
        return reader.at("table").error(
            ErrorCode::WrongType,
            {"[rows, dim]", core::phrase(W_("%1 numbers"), {std::to_string(shape.size())})});
    query.rows = shape[0];
    query.dim = shape[1];
    if (query.rows > kLargest / query.dim)
        return reader.at("table").error(
            ErrorCode::OutOfRange, {std::to_string(query.rows), "1", std::to_string(kLargest / query.dim)});
    SHARDSCOPE_TRY(query.elementBytes, reader.numberOr("data_type_size", 4, 0.125, 16));
    for (const auto& [key, width] :
         {std::pair{"all_to_all_forward_size", &query.allToAllForwardBytes},
          std::pair{"all_to_all_backward_size", &query.allToAllBackwardBytes},
          std::pair{"reduce_scatter_forward_size", &query.scatterForwardBytes},
          std::pair{"reduce_scatter_backward_size", &query.scatterBackwardBytes}}) {
        if (reader.has(key)) {
            SHARDSCOPE_TRY(*width, reader.at(key).number(0.125, 16));
        }
    }
    if (reader.has("caching_ratio")) {
        SHARDSCOPE_TRY(query.cachingRatio, reader.at("caching_ratio").number(0, 1));
    }
    SHARDSCOPE_TRY(query.expectedCacheFetches, reader.numberOr("expected_cache_fetches", 0, 0, 1e15));
    SHARDSCOPE_TRY(query.prefetchPasses, reader.integerOr("prefetch_passes", 1, 1, 1000));
    SHARDSCOPE_TRY(query.columnWidth,
                   reader.integerOr("column_width", core::kDefaultColumnWidth, 1, kLargest));
    return core::Done{};
}

core::Result<TorchRecQuery> readQuery(const ValueReader& outer)
{
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done isObject, outer.requireObject());
    const ValueReader reader = outer.has("in") ? outer.at("in") : outer;
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done known, reader.requireKnownKeys(knownKeys()));
    TorchRecQuery query;
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done names, readNames(reader, query));
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done topology, readTopology(reader, query));
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done features, readFeatures(reader, query));
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done table, readTable(reader, query));
    SHARDSCOPE_TRY(query.pooled, reader.flagOr("is_pooled", true));
    SHARDSCOPE_TRY(query.weighted, reader.flagOr("is_weighted", false));
    SHARDSCOPE_TRY(query.inference, reader.flagOr("is_inference", false));
    return query;
}

Value wholeBytes(double bytes) { return Value::ofInteger(static_cast<std::int64_t>(bytes)); }

} // namespace

core::Result<std::vector<TorchRecQuery>> parseTorchRecQueries(std::string_view json, const std::string& file)
{
    SHARDSCOPE_TRY(const Value document, core::parseJsonText(json, file));
    const ValueReader reader(document, file);
    SHARDSCOPE_TRY(const std::size_t count, reader.arraySize());
    std::vector<TorchRecQuery> queries;
    for (std::size_t i = 0; i < count; ++i) {
        SHARDSCOPE_TRY(TorchRecQuery query, readQuery(reader.at(i)));
        queries.push_back(std::move(query));
    }
    return queries;
}

core::Result<Value> torchRecPerfDocument(const TorchRecQuery& query, const TorchRecTopology& topology)
{
    const std::vector<core::TableShard> shards = torchRecShards(query);
    std::vector<Value> rows;
    for (auto shard = shards.begin(); shard != shards.end();) {
        const auto next = std::find_if(shard, shards.end(),
                                       [&](const core::TableShard& other) { return !(other == *shard); });
        SHARDSCOPE_TRY(const auto perf, torchRecPerf<core::PlainNumbers>(query, *shard, topology));
        std::vector<Value> times;
        for (const core::Seconds time : {perf.forwardCompute, perf.forwardComms, perf.backwardCompute,
                                         perf.backwardComms, perf.prefetch, perf.total})
            times.push_back(Value::ofReal(time.value() * 1e3));
        rows.push_back(
            Value::ofItems({Value::ofItems({Value::ofInteger(shard->rows), Value::ofInteger(shard->columns)}),
                            Value::ofInteger(next - shard), Value::ofItems(std::move(times))}));
        shard = next;
    }
    return Value::ofItems(std::move(rows));
}

Value torchRecStorageDocument(const TorchRecQuery& query)
{
    const std::vector<core::TableShard> shards = torchRecShards(query);
    std::vector<Value> inputs;
    std::vector<Value> outputs;
    std::vector<Value> tensors;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, shards.size()); ++i) {
        const TorchRecStorage storage = torchRecStorage(query, shards[i]);
        inputs.push_back(wholeBytes(storage.inputBytes));
        outputs.push_back(wholeBytes(storage.outputBytes));
        tensors.push_back(wholeBytes(storage.tensorBytes));
    }
    const TorchRecStorage first = torchRecStorage(query, shards.front());
    std::vector<Value::Member> pipelines;
    for (const TorchRecPipeline pipeline : kTorchRecPipelines)
        pipelines.emplace_back(std::string(nameOf(pipeline)),
                               wholeBytes(torchRecPipelineBytes(query, first, pipeline)));
    return Value::ofMembers({{"input_bytes", Value::ofItems(std::move(inputs))},
                             {"output_bytes", Value::ofItems(std::move(outputs))},
                             {"tensor_bytes", Value::ofItems(std::move(tensors))},
                             {"first_shard_pipeline_io", Value::ofMembers(std::move(pipelines))},
                             {"n_shards", Value::ofInteger(static_cast<std::int64_t>(shards.size()))}});
}

} // namespace shardscope::planner
