// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/torchrec/torchrec_json.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/spec_reader.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope::planner {

namespace {

using core::SpecReader;
using core::Value;

constexpr std::int64_t kLargest = std::int64_t{1} << 50; // rows × dim stay below what a double counts exactly
constexpr std::int64_t kMostDevices = 1 << 20;

void readNames(SpecReader& reader, TorchRecQuery& query)
{
    query.kernel = core::LookupKernel::Fused;
    if (reader.has("compute_kernel"))
        query.kernel = static_cast<core::LookupKernel>(
            reader.choice("compute_kernel", core::namesOf<core::LookupKernel>()));
    query.sharding = static_cast<core::TableSharding>(
        reader.choice("sharding_type", core::namesOf<core::TableSharding>()));
    constexpr std::array kDevices{TorchRecDevice::Cuda, TorchRecDevice::Cpu, TorchRecDevice::Mtia};
    query.device = kDevices[reader.choiceOr("compute_device", {"cuda", "cpu", "mtia"}, 0)];
}

void readTopology(SpecReader& reader, TorchRecQuery& query)
{
    query.world = reader.wholeOr("world_size", 1, {1, kMostDevices});
    query.localWorld = reader.wholeOr("local_world_size", query.world, {1, kMostDevices});
    if (!reader.failed() && query.world % query.localWorld != 0)
        reader.fail(core::notDivisible("world_size", query.world, "local_world_size", query.localWorld),
                    "local_world_size");
}

void readFeatures(SpecReader& reader, TorchRecQuery& query)
{
    query.inputLengths = reader.numbers("input_lengths", 0, 1e12);
    const std::size_t features = query.inputLengths.size();
    if (features == 0)
        reader.fail(core::outOfRange(core::phrase(W_("0 features")), "1", "any"), "input_lengths");
    query.batchSizes.assign(features, 512); // TorchRec's default BATCH_SIZE
    if (reader.has("batch_sizes"))
        query.batchSizes = reader.wholes("batch_sizes", {1, kLargest});
    query.poolings.assign(features, 1.0);
    if (reader.has("num_poolings"))
        query.poolings = reader.numbers("num_poolings", 0, 1e12);
    if (query.batchSizes.size() != features || query.poolings.size() != features)
        reader.fail(core::inconsistent(W_("input_lengths, batch_sizes and num_poolings differ in length")));
}

void readTable(SpecReader& reader, TorchRecQuery& query)
{
    const std::vector<std::int64_t> shape = reader.wholes("table", {1, kLargest});
    if (shape.size() != 2)
        reader.fail(core::ErrorCode::WrongType,
                    {"[rows, dim]", core::phrase(W_("%1 numbers"), {std::to_string(shape.size())})}, "table");
    if (reader.failed())
        return;
    query.rows = shape[0];
    query.dim = shape[1];
    if (query.rows > kLargest / query.dim)
        reader.fail(core::outOfRange(query.rows, "1", kLargest / query.dim), "table");
}

void readCosts(SpecReader& reader, TorchRecQuery& query)
{
    query.elementBytes = reader.numberOr("data_type_size", 4, 0.125, 16);
    for (const auto& [key, width] :
         {std::pair{"all_to_all_forward_size", &query.allToAllForwardBytes},
          std::pair{"all_to_all_backward_size", &query.allToAllBackwardBytes},
          std::pair{"reduce_scatter_forward_size", &query.scatterForwardBytes},
          std::pair{"reduce_scatter_backward_size", &query.scatterBackwardBytes}}) {
        if (reader.has(key))
            *width = reader.number(key, 0.125, 16);
    }
    if (reader.has("caching_ratio"))
        query.cachingRatio = reader.number("caching_ratio", 0, 1);
    query.expectedCacheFetches = reader.numberOr("expected_cache_fetches", 0, 0, 1e15);
    query.prefetchPasses = reader.wholeOr("prefetch_passes", 1, {1, 1000});
    query.columnWidth = reader.wholeOr("column_width", core::kDefaultColumnWidth, {1, kLargest});
    query.pooled = reader.flagOr("is_pooled", true);
    query.weighted = reader.flagOr("is_weighted", false);
    query.inference = reader.flagOr("is_inference", false);
}

TorchRecQuery readQuery(SpecReader& reader)
{
    TorchRecQuery query;
    readNames(reader, query);
    readTopology(reader, query);
    readFeatures(reader, query);
    readTable(reader, query);
    readCosts(reader, query);
    reader.rejectUnused();
    return query;
}

Value wholeBytes(double bytes) { return Value::ofInteger(static_cast<std::int64_t>(bytes)); }

} // namespace

core::Result<std::vector<TorchRecQuery>> parseTorchRecQueries(std::string_view json, const std::string& file)
{
    SHARDSCOPE_TRY(const Value document, core::parseJsonText(json, file));
    core::FirstError errors;
    std::vector<TorchRecQuery> queries;
    SpecReader::eachIn(document, {}, errors, [&queries](SpecReader& outer) {
        if (outer.has("in"))
            outer.inside("in", true, [&](SpecReader& query) { queries.push_back(readQuery(query)); });
        else
            queries.push_back(readQuery(outer));
    });
    if (errors)
        return errors.get()->in(file);
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
