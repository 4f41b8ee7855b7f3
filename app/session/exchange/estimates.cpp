// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/estimates.h"

#include "core/io/text_file.h"
#include "core/report/columns.h"
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

core::Column seconds(const char* key, const char* title) { return core::secondsColumn(key, title); }
core::Column bytes(const char* key, const char* title) { return core::bytesColumn(key, title); }

std::vector<core::Column> perfColumns()
{
    return {core::integerColumn("question", N_("Question")),
            core::wordColumn(core::Words::Sharding, "sharding", N_("Sharding")),
            core::wordColumn(core::Words::Kernel, "kernel", N_("Kernel")),
            core::integerColumn("rows", N_("Rows")),
            core::integerColumn("columns", N_("Columns")),
            core::integerColumn("shards", N_("Shards")),
            seconds("forward_compute", N_("Forward")),
            seconds("forward_comms", N_("Forward comms")),
            seconds("backward_compute", N_("Backward")),
            seconds("backward_comms", N_("Backward comms")),
            seconds("prefetch", N_("Prefetch")),
            seconds("total", N_("Total"))};
}

std::vector<core::Column> storageColumns()
{
    return {core::integerColumn("question", N_("Question")),
            core::wordColumn(core::Words::Sharding, "sharding", N_("Sharding")),
            core::wordColumn(core::Words::Kernel, "kernel", N_("Kernel")),
            core::integerColumn("shards", N_("Shards")),
            bytes("tensor", N_("Table")),
            bytes("input", N_("Ids")),
            bytes("output", N_("Vectors"))};
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

} // namespace shardscope::app
