// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/recommender_file.h"

#include "core/base/mapped.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/spec_reader.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <set>

namespace shardscope::core {

namespace {

constexpr std::int64_t kMostRows = std::int64_t{1} << 50;
constexpr std::int64_t kWidest = std::int64_t{1} << 20;
constexpr std::int64_t kMostTables = 100'000; ///< of a model; each is placed by itself
constexpr double kMostParameters = 1e18;

const std::vector<std::string>& dtypeNames()
{
    static const std::vector<std::string> names{"fp32", "tf32", "bf16", "fp16", "fp8", "int8"};
    return names;
}

EmbeddingTable readTable(SpecReader& reader)
{
    EmbeddingTable table;
    table.name = reader.textOr("name", "");
    table.rows = reader.whole("rows", {1, kMostRows});
    table.dim = reader.whole("dim", {1, kWidest});
    table.pooling = reader.numberOr("pooling", 1, 0, 1e9);
    table.count = reader.wholeOr("count", 1, {1, kMostTables});
    table.skew = reader.numberOr("skew", 0, 0, 10);
    table.repeatedSets = reader.flagOr("repeated_sets", false);
    table.once = reader.numberOr("once", 0, 0, 1);
    table.ids = static_cast<IdLaw>(reader.choiceOr("ids", namesOf<IdLaw>(), 0));
    if (reader.has("dtype"))
        table.dtype = *fromName<Dtype>(dtypeNames()[reader.choice("dtype", dtypeNames())]);
    if (reader.has("optimizer"))
        table.optimizer = static_cast<OptimizerKind>(reader.choice("optimizer", namesOf<OptimizerKind>()));
    reader.rejectUnused();
    return table;
}

/// Names every nameless table and refuses a name that stands twice in the list at \p pointer.
void checkTables(const std::string& pointer, std::vector<EmbeddingTable>& tables, FirstError& errors)
{
    if (tables.empty())
        errors.set(outOfRange(phrase(W_("%1 tables"), {"0"}), "1", kMostTables).under(pointer));
    std::set<std::string> names;
    double parameters = 0;
    std::int64_t all = 0;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        all += tables[i].count;
        if (tables[i].name.empty())
            tables[i].name = "table_" + std::to_string(i);
        if (!names.insert(tables[i].name).second)
            errors.set(inconsistent(W_("two tables are named \"%1\""), {tables[i].name})
                           .under(pointer + pointerStep(std::to_string(i))));
        parameters += tables[i].parameters();
    }
    if (all > kMostTables)
        errors.set(
            outOfRange(phrase(W_("%1 tables"), {std::to_string(all)}), "1", kMostTables).under(pointer));
    if (parameters > kMostParameters)
        errors.set(outOfRange(fixedText(parameters, 0), "1", phrase(W_("1e18 parameters"))).under(pointer));
}

void readPerceptrons(SpecReader& reader, Recommender& model)
{
    model.denseFeatures = reader.wholeOr("dense_features", 0, {0, kWidest});
    model.bottomMlp = reader.wholesOr("bottom_mlp", {1, kWidest});
    model.topMlp = reader.wholesOr("top_mlp", {1, kWidest});
    model.crossLayers = reader.wholeOr("cross_layers", 3, {1, 100});
    model.crossRank = reader.wholeOr("cross_rank", 512, {1, kWidest});
    model.interaction = static_cast<Interaction>(reader.choiceOr("interaction", namesOf<Interaction>(), 0));
}

/// Products of pairs exist only between vectors of one width.
void checkInteraction(SpecReader& reader, const Recommender& model)
{
    if (model.interaction != Interaction::Dot || model.topMlp.empty())
        return;
    for (const EmbeddingTable& table : model.tables) {
        const std::int64_t dense = model.bottomMlp.empty() ? table.dim : model.bottomMlp.back();
        if (table.dim != model.tables.front().dim || table.dim != dense)
            reader.fail(
                inconsistent(W_("the dot interaction needs vectors of one width, and table \"%1\" has %2 "
                                "where the bottom MLP ends in %3"),
                             {table.name, std::to_string(table.dim), std::to_string(dense)}));
    }
}

std::vector<Value> widths(const std::vector<std::int64_t>& numbers)
{
    return mapped<Value>(numbers, [](const std::int64_t number) { return Value::ofInteger(number); });
}

/// "FP32", "DataType.FP16" (TorchRec) as ours.
std::optional<Dtype> torchRecDtype(std::string name)
{
    if (const auto dot = name.rfind('.'); dot != std::string::npos)
        name.erase(0, dot + 1);
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return fromName<Dtype>(name);
}

ModelSpec readOwn(const Value& document, FirstError& errors)
{
    SpecReader reader(document, {}, errors);
    ModelSpec spec;
    spec.name = reader.textOr("name", "");
    spec.title = reader.textOr("title", "");
    spec.source = reader.textOr("source", "");
    spec.unverified = reader.textsOr("unverified");
    spec.notes = reader.textsOr("notes");
    reader.ignore({"kind"});
    Recommender model;
    readPerceptrons(reader, model);
    reader.eachOf("tables", true, [&](SpecReader& table) { model.tables.push_back(readTable(table)); });
    if (reader.has("tables"))
        checkTables(reader.pointerTo("tables"), model.tables, errors);
    checkInteraction(reader, model);
    reader.rejectUnused();
    spec.form = std::move(model);
    return spec;
}

EmbeddingTable readTorchRecTable(SpecReader& row)
{
    EmbeddingTable table;
    table.name = row.textOr("name", "");
    table.rows = row.whole("num_embeddings", {1, kMostRows});
    table.dim = row.whole("embedding_dim", {1, kWidest});
    table.pooling = row.numberOr("pooling_factor", 1, 0, 1e9);
    if (row.has("data_type")) {
        const std::string name = row.text("data_type");
        if (const auto dtype = torchRecDtype(name))
            table.dtype = *dtype;
        else
            row.fail(unknownValue(name, dtypeNames()), "data_type");
    }
    // Several features may read one table: more ids a sample.
    table.pooling *= static_cast<double>(std::max<std::size_t>(1, row.textsOr("feature_names").size()));
    row.ignore({"pooling"});
    row.rejectUnused();
    return table;
}

ModelSpec readTableList(const Value& document, FirstError& errors)
{
    const Value* inner = document.find("tables");
    const std::string pointer = inner != nullptr ? "/tables" : "";
    Recommender model;
    SpecReader::eachIn(inner != nullptr ? *inner : document, pointer, errors,
                       [&](SpecReader& row) { model.tables.push_back(readTorchRecTable(row)); });
    checkTables(pointer, model.tables, errors);
    ModelSpec spec;
    spec.form = std::move(model);
    return spec;
}

} // namespace

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
        if (table.once > 0)
            members.emplace_back("once", Value::ofReal(table.once));
        if (table.ids != IdLaw::Zipf)
            members.emplace_back("ids", Value::ofText(std::string(nameOf(table.ids))));
        if (table.repeatedSets)
            members.emplace_back("repeated_sets", Value::ofFlag(true));
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

Result<ModelSpec> parseRecommender(const Value& document, const std::string& file)
{
    FirstError errors;
    ModelSpec spec =
        looksLikeTableList(document) ? readTableList(document, errors) : readOwn(document, errors);
    if (errors)
        return errors.get()->in(file);
    return spec;
}

} // namespace shardscope::core
