// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/estimates.h"

#include "core/io/text_file.h"
#include "planner/recommender.h"

#include <QCoreApplication>

namespace shardscope::app {
namespace {

using core::CellKind;

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

core::Column seconds(const char* key, const char* title)
{
    return {key, title, CellKind::Quantity, core::kSecond, {}};
}
core::Column bytes(const char* key, const char* title)
{
    return {key, title, CellKind::Quantity, core::kByte, {}};
}

std::vector<core::Column> perfColumns()
{
    return {{"question", QT_TRANSLATE_NOOP("Source", "Question"), CellKind::Integer, {}, {}},
            {"sharding", QT_TRANSLATE_NOOP("Source", "Sharding"), CellKind::Text, {}, {}},
            {"kernel", QT_TRANSLATE_NOOP("Source", "Kernel"), CellKind::Text, {}, {}},
            {"rows", QT_TRANSLATE_NOOP("Source", "Rows"), CellKind::Integer, {}, {}},
            {"columns", QT_TRANSLATE_NOOP("Source", "Columns"), CellKind::Integer, {}, {}},
            {"shards", QT_TRANSLATE_NOOP("Source", "Shards"), CellKind::Integer, {}, {}},
            seconds("forward_compute", QT_TRANSLATE_NOOP("Source", "Forward")),
            seconds("forward_comms", QT_TRANSLATE_NOOP("Source", "Forward comms")),
            seconds("backward_compute", QT_TRANSLATE_NOOP("Source", "Backward")),
            seconds("backward_comms", QT_TRANSLATE_NOOP("Source", "Backward comms")),
            seconds("prefetch", QT_TRANSLATE_NOOP("Source", "Prefetch")),
            seconds("total", QT_TRANSLATE_NOOP("Source", "Total"))};
}

std::vector<core::Column> storageColumns()
{
    return {{"question", QT_TRANSLATE_NOOP("Source", "Question"), CellKind::Integer, {}, {}},
            {"sharding", QT_TRANSLATE_NOOP("Source", "Sharding"), CellKind::Text, {}, {}},
            {"kernel", QT_TRANSLATE_NOOP("Source", "Kernel"), CellKind::Text, {}, {}},
            {"shards", QT_TRANSLATE_NOOP("Source", "Shards"), CellKind::Integer, {}, {}},
            bytes("tensor", QT_TRANSLATE_NOOP("Source", "Table")),
            bytes("input", QT_TRANSLATE_NOOP("Source", "Ids")),
            bytes("output", QT_TRANSLATE_NOOP("Source", "Vectors"))};
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
    core::Table table{"torchrec",
                      QT_TRANSLATE_NOOP("Source", "TorchRec's estimate"),
                      storage ? storageColumns() : perfColumns(),
                      {}};
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
