// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/estimates.h"

#include "app/session/text/words.h"
#include "core/io/text_file.h"
#include "core/io/value.h"
#include "core/report/columns.h"
#include "core/units/text.h"
#include "planner/recommender.h"

namespace shardscope::app {
namespace {

core::Result<std::vector<planner::TorchRecQuery>> readQueries(const std::string& file)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    return planner::parseTorchRecQueries(text, file);
}

core::Result<core::Value> answerOf(const planner::TorchRecQuery& query, bool storage)
{
    if (storage)
        return planner::torchRecStorageDocument(query);
    return planner::torchRecPerfDocument(query);
}

std::vector<core::Column> perfColumns()
{
    return {core::integerColumn("question", N_("Question")),
            core::wordColumn(core::Words::Sharding, "sharding", N_("Sharding")),
            core::wordColumn(core::Words::Kernel, "kernel", N_("Kernel")),
            core::integerColumn("rows", N_("Rows")),
            core::integerColumn("columns", N_("Columns")),
            core::integerColumn("shards", N_("Shards")),
            core::secondsColumn("forward_compute", N_("Forward")),
            core::secondsColumn("forward_comms", N_("Forward comms")),
            core::secondsColumn("backward_compute", N_("Backward")),
            core::secondsColumn("backward_comms", N_("Backward comms")),
            core::secondsColumn("prefetch", N_("Prefetch")),
            core::secondsColumn("total", N_("Total"))};
}

std::vector<core::Column> storageColumns()
{
    return {core::integerColumn("question", N_("Question")),
            core::wordColumn(core::Words::Sharding, "sharding", N_("Sharding")),
            core::wordColumn(core::Words::Kernel, "kernel", N_("Kernel")),
            core::integerColumn("shards", N_("Shards")),
            core::bytesColumn("tensor", N_("Table")),
            core::bytesColumn("input", N_("Ids")),
            core::bytesColumn("output", N_("Vectors"))};
}

} // namespace

core::Result<std::string> torchRecJson(const std::string& file, bool storage)
{
    SHARDSCOPE_TRY(const std::vector<planner::TorchRecQuery> queries, readQueries(file));
    std::vector<core::Value> answers;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        auto answer = answerOf(queries[i], storage);
        if (!answer.ok())
            return answer.error().under("/" + std::to_string(i)).in(file);
        answers.push_back(std::move(answer).value());
    }
    return core::jsonText(core::Value::ofItems(std::move(answers))) + "\n";
}

core::Result<core::Table> torchRecTable(const std::string& file, bool storage)
{
    SHARDSCOPE_TRY(const std::vector<planner::TorchRecQuery> queries, readQueries(file));
    core::Table table{"torchrec", N_("TorchRec's estimate"), storage ? storageColumns() : perfColumns(), {}};
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const planner::TorchRecQuery& query = queries[i];
        const auto answer = answerOf(query, storage);
        if (!answer.ok())
            return answer.error().under("/" + std::to_string(i)).in(file);
        const std::vector<core::Cell> question{static_cast<std::int64_t>(i),
                                               std::string(nameOf(query.sharding)),
                                               std::string(nameOf(query.kernel))};
        if (storage) {
            std::vector<core::Cell> row = question;
            row.emplace_back(answer->find("n_shards")->integer);
            for (const char* key : {"tensor_bytes", "input_bytes", "output_bytes"})
                row.emplace_back(answer->find(key)->items.front().real);
            table.rows.push_back(std::move(row));
            continue;
        }
        for (const core::Value& run : answer->items) {
            std::vector<core::Cell> row = question;
            for (const core::Value& side : run.items[0].items)
                row.emplace_back(side.integer);
            row.emplace_back(run.items[1].integer);
            for (const core::Value& milliseconds : run.items[2].items)
                row.emplace_back(milliseconds.real / 1e3);
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

namespace {

using core::Value;

QString bytesText(double bytes) { return QString::fromStdString(core::toText(core::Bytes{bytes})); }
QString numberText(double number) { return QString::number(number, 'g', 4); }

QString sentenceOf(const planner::DeepSpeedReason& reason)
{
    using planner::DeepSpeedDifference;
    switch (reason.difference) {
    case DeepSpeedDifference::ShardedBytes:
        return Words::tr("DeepSpeed divides %1 bytes a parameter over the GPUs; %2 are held: 16-bit "
                         "values and 12 bytes of 32-bit optimizer state.")
            .arg(numberText(reason.args.at(0)), numberText(reason.args.at(1)));
    case DeepSpeedDifference::ReduceBuckets:
        return Words::tr("Gradients are reduced in a bucket of %1 "
                         "(reduce_bucket_size), which DeepSpeed leaves out.")
            .arg(bytesText(reason.args.at(0)));
    case DeepSpeedDifference::GatheredLayers:
        return Words::tr("For gathered weights and gradients under way DeepSpeed counts the largest "
                         "layer, %1; with what is fetched ahead and the bucket it is %2.")
            .arg(bytesText(reason.args.at(0)), bytesText(reason.args.at(1)));
    case DeepSpeedDifference::HostState:
        return Words::tr("On the hosts DeepSpeed counts %1 bytes a parameter before its "
                         "factor; %2 are held while training.")
            .arg(numberText(reason.args.at(0)), numberText(reason.args.at(1)));
    case DeepSpeedDifference::HostBufferFactor:
        return Words::tr("DeepSpeed multiplies host memory by a safety factor of %1.")
            .arg(numberText(reason.args.at(0)));
    case DeepSpeedDifference::HostInitialization:
        return Words::tr("The %1 of host memory are there only while the model is "
                         "made; training holds nothing on the host.")
            .arg(bytesText(reason.args.at(0)));
    case DeepSpeedDifference::NoActivations: break;
    }
    return Words::tr("Neither counts activations, which need a model and a batch: "
                     "\"plan\" does.");
}

} // namespace

core::Result<std::string> deepSpeedJson(const planner::DeepSpeedQuery& query)
{
    SHARDSCOPE_TRY(const planner::DeepSpeedAnswer answer, planner::estimateDeepSpeed(query));
    std::vector<Value> why;
    for (const planner::DeepSpeedReason& reason : answer.why)
        why.push_back(Value::ofText(sentenceOf(reason).toStdString()));
    std::vector<Value::Member> members{{"host_bytes", Value::ofInteger(answer.hostBytes)},
                                       {"device_bytes", Value::ofInteger(answer.deviceBytes)}};
    if (answer.largestLayerBytes)
        members.emplace_back("largest_layer_bytes", Value::ofInteger(*answer.largestLayerBytes));
    members.emplace_back("ours",
                         Value::ofMembers({{"host_bytes", Value::ofReal(answer.host.value())},
                                           {"device_bytes", Value::ofReal(answer.device().value())},
                                           {"weights_bytes", Value::ofReal(answer.weights.value())},
                                           {"gradient_bytes", Value::ofReal(answer.gradients.value())},
                                           {"optimizer_bytes", Value::ofReal(answer.optimizer.value())},
                                           {"buffer_bytes", Value::ofReal(answer.buffers.value())}}));
    members.emplace_back("why", Value::ofItems(std::move(why)));
    return core::jsonText(Value::ofMembers(std::move(members))) + "\n";
}

core::Result<std::vector<core::Table>> deepSpeedTables(const planner::DeepSpeedQuery& query)
{
    SHARDSCOPE_TRY(const planner::DeepSpeedAnswer answer, planner::estimateDeepSpeed(query));
    core::Table memory{
        "deepspeed",
        N_("DeepSpeed's estimate of model states"),
        {core::textColumn("memory", N_("Memory")), core::bytesColumn("deepspeed", N_("DeepSpeed says")),
         core::bytesColumn("ours", N_("Held")), core::bytesColumn("weights", N_("Weights")),
         core::bytesColumn("gradients", N_("Gradients")),
         core::bytesColumn("optimizer", N_("Optimizer state")), core::bytesColumn("buffers", N_("Buffers"))},
        {}};
    memory.rows.push_back({std::string("GPU"), static_cast<double>(answer.deviceBytes),
                           answer.device().value(), answer.weights.value(), answer.gradients.value(),
                           answer.optimizer.value(), answer.buffers.value()});
    memory.rows.push_back({Words::tr("host of a node").toStdString(), static_cast<double>(answer.hostBytes),
                           answer.host.value(), std::monostate{}, std::monostate{}, std::monostate{},
                           std::monostate{}});
    core::Table why{"why", N_("Why they differ"), {core::textColumn("reason", N_("Reason"))}, {}};
    for (const planner::DeepSpeedReason& reason : answer.why)
        why.rows.push_back({sentenceOf(reason).toStdString()});
    return std::vector<core::Table>{std::move(memory), std::move(why)};
}

} // namespace shardscope::app
