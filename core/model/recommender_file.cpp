// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/recommender_file.h"

#include "core/base/joined.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace shardscope::core {

namespace {

constexpr std::int64_t kMostRows = std::int64_t{1} << 50;
constexpr std::int64_t kWidest = std::int64_t{1} << 20;
constexpr std::int64_t kMostTables = 100'000; ///< of a model; each is placed by itself
constexpr double kMostParameters = 1e18;

Error unknownValue(const ValueReader& at, const std::string& value, const std::vector<std::string>& known)
{
    return at.error(ErrorCode::UnknownValue, {value, nearestName(value, known), joined(known)});
}

const std::vector<std::string>& dtypeNames()
{
    static const std::vector<std::string> names{"fp32", "tf32", "bf16", "fp16", "fp8", "int8"};
    return names;
}

Result<Dtype> readDtype(const ValueReader& reader)
{
    SHARDSCOPE_TRY(const std::string name, reader.text());
    if (const auto dtype = dtypeFromName(name))
        return *dtype;
    return unknownValue(reader, name, dtypeNames());
}

Result<EmbeddingTable> readTable(const ValueReader& reader)
{
    SHARDSCOPE_TRY(
        [[maybe_unused]] const Done known,
        reader.requireKnownKeys({"name", "rows", "dim", "pooling", "dtype", "optimizer", "count", "skew"}));
    for (const char* key : {"rows", "dim"}) {
        SHARDSCOPE_TRY([[maybe_unused]] const Done present, reader.requireKey(key));
    }
    EmbeddingTable table;
    SHARDSCOPE_TRY(table.name, reader.textOr("name", ""));
    SHARDSCOPE_TRY(table.rows, reader.at("rows").integer(1, kMostRows));
    SHARDSCOPE_TRY(table.dim, reader.at("dim").integer(1, kWidest));
    SHARDSCOPE_TRY(table.pooling, reader.numberOr("pooling", 1, 0, 1e9));
    SHARDSCOPE_TRY(table.count, reader.integerOr("count", 1, 1, kMostTables));
    SHARDSCOPE_TRY(table.skew, reader.numberOr("skew", 0, 0, 10));
    if (reader.has("dtype")) {
        SHARDSCOPE_TRY(table.dtype, readDtype(reader.at("dtype")));
    }
    if (reader.has("optimizer")) {
        SHARDSCOPE_TRY(const std::string name, reader.at("optimizer").text());
        const auto optimizer = optimizerFromName(name);
        if (!optimizer)
            return unknownValue(reader.at("optimizer"), name, optimizerNames());
        table.optimizer = *optimizer;
    }
    return table;
}

/// Names every nameless table and refuses a name that stands twice.
Result<Done> checkTables(const ValueReader& reader, std::vector<EmbeddingTable>& tables)
{
    if (tables.empty())
        return reader.error(ErrorCode::OutOfRange,
                            {phrase(W_("%1 tables"), {"0"}), "1", std::to_string(kMostTables)});
    std::set<std::string> names;
    double parameters = 0;
    std::int64_t all = 0;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        all += tables[i].count;
        if (tables[i].name.empty())
            tables[i].name = "table_" + std::to_string(i);
        if (!names.insert(tables[i].name).second)
            return reader.at(i).error(ErrorCode::Inconsistent,
                                      {phrase(W_("two tables are named \"%1\""), {tables[i].name})});
        parameters += tables[i].parameters();
    }
    if (all > kMostTables)
        return reader.error(ErrorCode::OutOfRange, {phrase(W_("%1 tables"), {std::to_string(all)}), "1",
                                                    std::to_string(kMostTables)});
    if (parameters > kMostParameters)
        return reader.error(ErrorCode::OutOfRange,
                            {fixedText(parameters, 0), "1", phrase(W_("1e18 parameters"))});
    return Done{};
}

Result<std::vector<EmbeddingTable>> readTables(const ValueReader& reader)
{
    SHARDSCOPE_TRY(const std::size_t count, reader.arraySize());
    std::vector<EmbeddingTable> tables;
    for (std::size_t i = 0; i < count; ++i) {
        SHARDSCOPE_TRY(EmbeddingTable table, readTable(reader.at(i)));
        tables.push_back(std::move(table));
    }
    SHARDSCOPE_TRY([[maybe_unused]] const Done checked, checkTables(reader, tables));
    return tables;
}

Result<Done> readPerceptrons(const ValueReader& reader, Recommender& model)
{
    SHARDSCOPE_TRY(model.denseFeatures, reader.integerOr("dense_features", 0, 0, kWidest));
    if (reader.has("bottom_mlp")) {
        SHARDSCOPE_TRY(model.bottomMlp, reader.at("bottom_mlp").integers(1, kWidest));
    }
    if (reader.has("top_mlp")) {
        SHARDSCOPE_TRY(model.topMlp, reader.at("top_mlp").integers(1, kWidest));
    }
    SHARDSCOPE_TRY(model.crossLayers, reader.integerOr("cross_layers", 3, 1, 100));
    SHARDSCOPE_TRY(model.crossRank, reader.integerOr("cross_rank", 512, 1, kWidest));
    SHARDSCOPE_TRY(const std::string interaction, reader.textOr("interaction", "dot"));
    for (const Interaction one : {Interaction::Dot, Interaction::Cat, Interaction::Dcn}) {
        if (interaction == nameOf(one)) {
            model.interaction = one;
            return Done{};
        }
    }
    return unknownValue(reader.at("interaction"), interaction, {"dot", "cat", "dcn"});
}

/// Products of pairs exist only between vectors of one width.
Result<Done> checkInteraction(const ValueReader& reader, const Recommender& model)
{
    if (model.interaction != Interaction::Dot || model.topMlp.empty())
        return Done{};
    for (const EmbeddingTable& table : model.tables) {
        const std::int64_t dense = model.bottomMlp.empty() ? table.dim : model.bottomMlp.back();
        if (table.dim != model.tables.front().dim || table.dim != dense)
            return reader.error(
                ErrorCode::Inconsistent,
                {phrase(W_("the dot interaction needs vectors of one width, and table \"%1\" has %2 "
                           "where the bottom MLP ends in %3"),
                        {table.name, std::to_string(table.dim), std::to_string(dense)})});
    }
    return Done{};
}

std::vector<Value> widths(const std::vector<std::int64_t>& numbers)
{
    std::vector<Value> items;
    for (const std::int64_t number : numbers)
        items.push_back(Value::ofInteger(number));
    return items;
}

Result<std::vector<std::string>> textsOr(const ValueReader& reader, const char* key)
{
    std::vector<std::string> all;
    if (!reader.has(key))
        return all;
    SHARDSCOPE_TRY(const std::size_t count, reader.at(key).arraySize());
    for (std::size_t i = 0; i < count; ++i) {
        SHARDSCOPE_TRY(std::string one, reader.at(key).at(i).text());
        all.push_back(std::move(one));
    }
    return all;
}

/// "FP32", "DataType.FP16" (TorchRec) as ours.
std::optional<Dtype> torchRecDtype(std::string name)
{
    if (const auto dot = name.rfind('.'); dot != std::string::npos)
        name.erase(0, dot + 1);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return dtypeFromName(name);
}

} // namespace

Result<ModelSpec> parseRecommender(const ValueReader& reader)
{
    SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                   reader.requireKnownKeys({"kind", "name", "title", "source", "unverified", "notes",
                                            "dense_features", "bottom_mlp", "top_mlp", "interaction",
                                            "cross_layers", "cross_rank", "tables"}));
    SHARDSCOPE_TRY([[maybe_unused]] const Done hasTables, reader.requireKey("tables"));
    ModelSpec spec;
    SHARDSCOPE_TRY(spec.name, reader.textOr("name", ""));
    SHARDSCOPE_TRY(spec.title, reader.textOr("title", ""));
    SHARDSCOPE_TRY(spec.source, reader.textOr("source", ""));
    SHARDSCOPE_TRY(spec.unverified, textsOr(reader, "unverified"));
    SHARDSCOPE_TRY(spec.notes, textsOr(reader, "notes"));
    Recommender model;
    SHARDSCOPE_TRY([[maybe_unused]] const Done perceptrons, readPerceptrons(reader, model));
    SHARDSCOPE_TRY(model.tables, readTables(reader.at("tables")));
    SHARDSCOPE_TRY([[maybe_unused]] const Done consistent, checkInteraction(reader, model));
    spec.form = std::move(model);
    return spec;
}

Value recommenderDocument(const ModelSpec& spec)
{
    const Recommender* model = spec.recommender();
    SHARDSCOPE_CHECK(model != nullptr);
    std::vector<Value> tables;
    for (const EmbeddingTable& table : model->tables) {
        std::vector<Value::Member> members{{"name", Value::ofText(table.name)},
                                           {"rows", Value::ofInteger(table.rows)},
                                           {"dim", Value::ofInteger(table.dim)},
                                           {"pooling", Value::ofReal(table.pooling)},
                                           {"dtype", Value::ofText(std::string(nameOf(table.dtype)))},
                                           {"optimizer", Value::ofText(std::string(nameOf(table.optimizer)))},
                                           {"count", Value::ofInteger(table.count)}};
        if (table.skew > 0)
            members.emplace_back("skew", Value::ofReal(table.skew));
        tables.push_back(Value::ofMembers(std::move(members)));
    }
    std::vector<Value::Member> members{
        {"kind", Value::ofText("recommender")},
        {"name", Value::ofText(spec.name)},
        {"dense_features", Value::ofInteger(model->denseFeatures)},
        {"bottom_mlp", Value::ofItems(widths(model->bottomMlp))},
        {"top_mlp", Value::ofItems(widths(model->topMlp))},
        {"interaction", Value::ofText(std::string(nameOf(model->interaction)))}};
    if (model->interaction == Interaction::Dcn) {
        members.emplace_back("cross_layers", Value::ofInteger(model->crossLayers));
        members.emplace_back("cross_rank", Value::ofInteger(model->crossRank));
    }
    members.emplace_back("tables", Value::ofItems(std::move(tables)));
    return Value::ofMembers(std::move(members));
}

bool looksLikeTableList(const Value& document)
{
    const Value* list = document.kind == Value::Kind::Array ? &document : document.find("tables");
    return list && !list->items.empty() && list->items.front().find("num_embeddings") != nullptr;
}

bool looksLikeRecommender(const Value& document)
{
    const Value* kind = document.find("kind");
    return looksLikeTableList(document) || (kind && kind->text == "recommender");
}

Result<ModelSpec> parseTableList(const ValueReader& outer)
{
    const ValueReader reader =
        outer.value().kind == Value::Kind::Object && outer.has("tables") ? outer.at("tables") : outer;
    SHARDSCOPE_TRY(const std::size_t count, reader.arraySize());
    Recommender model;
    for (std::size_t i = 0; i < count; ++i) {
        const ValueReader row = reader.at(i);
        SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                       row.requireKnownKeys({"name", "num_embeddings", "embedding_dim", "feature_names",
                                             "data_type", "pooling_factor", "pooling"}));
        for (const char* key : {"num_embeddings", "embedding_dim"}) {
            SHARDSCOPE_TRY([[maybe_unused]] const Done present, row.requireKey(key));
        }
        EmbeddingTable table;
        SHARDSCOPE_TRY(table.name, row.textOr("name", ""));
        SHARDSCOPE_TRY(table.rows, row.at("num_embeddings").integer(1, kMostRows));
        SHARDSCOPE_TRY(table.dim, row.at("embedding_dim").integer(1, kWidest));
        SHARDSCOPE_TRY(table.pooling, row.numberOr("pooling_factor", 1, 0, 1e9));
        if (row.has("data_type")) {
            SHARDSCOPE_TRY(const std::string name, row.at("data_type").text());
            const auto dtype = torchRecDtype(name);
            if (!dtype)
                return unknownValue(row.at("data_type"), name, dtypeNames());
            table.dtype = *dtype;
        }
        // Several features may read one table: more ids a sample.
        if (row.has("feature_names")) {
            SHARDSCOPE_TRY(const std::size_t features, row.at("feature_names").arraySize());
            table.pooling *= static_cast<double>(std::max<std::size_t>(1, features));
        }
        model.tables.push_back(std::move(table));
    }
    SHARDSCOPE_TRY([[maybe_unused]] const Done checked, checkTables(reader, model.tables));
    ModelSpec spec;
    spec.form = std::move(model);
    return spec;
}

Result<ModelSpec> parseRecommenderText(std::string_view text, const std::string& file)
{
    ModelSpec model;
    if (looksLikeDlrmCommand(text)) {
        SHARDSCOPE_TRY(DlrmCommand command, parseDlrmCommand(text, file));
        model = std::move(command.model);
    } else {
        SHARDSCOPE_TRY(const Value document, parseJsonText(text, file));
        const ValueReader reader(document, file);
        SHARDSCOPE_TRY(model,
                       looksLikeTableList(document) ? parseTableList(reader) : parseRecommender(reader));
    }
    if (model.name.empty())
        model.name = std::filesystem::path(file).stem().string();
    if (model.title.empty())
        model.title = model.name;
    if (model.source.empty())
        model.source = file;
    return model;
}

} // namespace shardscope::core
