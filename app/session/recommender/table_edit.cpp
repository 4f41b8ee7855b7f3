// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/table_edit.h"

#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/explain/derivation.h"
#include "core/model/recommender_file.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace shardscope::app {
namespace {

using core::EmbeddingTable;

/// Columns by their number in an EmbeddingTable's order; what other tools call them stands behind.
constexpr std::array<std::array<std::string_view, 3>, 9> kTitles{{{"name", "table", "feature_names"},
                                                                  {"rows", "num_embeddings", "hash_size"},
                                                                  {"dim", "embedding_dim", "columns"},
                                                                  {"pooling", "pooling_factor", "multi_hot"},
                                                                  {"dtype", "data_type", "precision"},
                                                                  {"optimizer", "optim", "optimiser"},
                                                                  {"count", "copies", "tables"},
                                                                  {"skew", "zipf", "alpha"},
                                                                  {"repeated_sets", "sets", "repeated"}}};
constexpr std::size_t kName = 0;
constexpr std::size_t kRows = 1;
constexpr std::size_t kDim = 2;

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\"");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1));
}

std::vector<std::string> cellsOf(std::string_view line, char separator)
{
    std::vector<std::string> cells;
    for (std::size_t begin = 0;;) {
        const std::size_t end = line.find(separator, begin);
        cells.push_back(trimmed(line.substr(begin, end == std::string_view::npos ? end : end - begin)));
        if (end == std::string_view::npos)
            return cells;
        begin = end + 1;
    }
}

std::optional<std::size_t> columnOf(std::string title)
{
    std::ranges::transform(title, title.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c == ' ' ? '_' : c;
    });
    for (std::size_t column = 0; column < kTitles.size(); ++column) {
        if (std::ranges::find(kTitles[column], title) != kTitles[column].end())
            return column;
    }
    return std::nullopt;
}

std::optional<double> numberOf(std::string text)
{
    // Thousands separators of spreadsheets: spaces, apostrophes, and commas before three digits.
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\''; }),
               text.end());
    if (text.find('.') == std::string::npos || text.find(',') < text.find('.'))
        text.erase(std::remove(text.begin(), text.end(), ','), text.end());
    return core::parseNumber(text);
}

core::Error atLine(core::ErrorCode code, std::vector<std::string> args, std::uint64_t line)
{
    core::Error error{code, std::move(args)};
    error.place.line = line;
    return error;
}

/// One row's cells into \p table; the error says which cell.
core::Result<core::Done> readCell(EmbeddingTable& table, std::size_t column, const std::string& cell,
                                  std::uint64_t line)
{
    if (cell.empty())
        return core::Done{};
    if (column == kName) {
        table.name = cell;
        return core::Done{};
    }
    if (column == 4 || column == 5) {
        const auto dtype = core::fromName<core::Dtype>(cell);
        const auto optimizer = core::fromName<core::OptimizerKind>(cell);
        if (column == 4 && dtype)
            table.dtype = *dtype;
        else if (column == 5 && optimizer)
            table.optimizer = *optimizer;
        else
            return atLine(
                core::ErrorCode::UnknownValue,
                {cell,
                 column == 5 ? core::nearestName(cell, core::namesOf<core::OptimizerKind>()) : std::string(),
                 column == 4 ? "fp32 tf32 bf16 fp16 fp8 int8" : "sgd adagrad rowwise_adagrad adam"},
                line);
        return core::Done{};
    }
    const auto number = numberOf(cell);
    if (!number)
        return atLine(core::ErrorCode::WrongType, {core::phrase(W_("a number")), "\"" + cell + "\""}, line);
    const bool whole = column == kRows || column == kDim || column == 6 || column == 8;
    constexpr double kMostExact = 9007199254740992.0; // 2^53
    if (whole && (*number != std::floor(*number) || std::fabs(*number) > kMostExact))
        return atLine(core::ErrorCode::WrongType, {core::phrase(W_("a whole number")), "\"" + cell + "\""},
                      line);
    switch (column) {
    case kRows: table.rows = static_cast<std::int64_t>(*number); break;
    case kDim: table.dim = static_cast<std::int64_t>(*number); break;
    case 3: table.pooling = *number; break;
    case 6: table.count = static_cast<std::int64_t>(*number); break;
    case 8: table.repeatedSets = *number != 0; break;
    default: table.skew = *number; break;
    }
    return core::Done{};
}

/// The columns that the first line names, if it names rows and dim.
std::vector<std::size_t> titlesOf(const std::vector<std::string>& cells)
{
    std::vector<std::size_t> columns;
    bool rows = false;
    bool dim = false;
    for (const std::string& cell : cells) {
        columns.push_back(columnOf(cell).value_or(kTitles.size()));
        rows = rows || columns.back() == kRows;
        dim = dim || columns.back() == kDim;
    }
    return rows && dim ? columns : std::vector<std::size_t>{};
}

} // namespace

core::Result<std::vector<EmbeddingTable>> pastedTables(std::string_view text, const EmbeddingTable& like)
{
    const char separator = text.find('\t') != std::string_view::npos  ? '\t'
                           : text.find(';') != std::string_view::npos ? ';'
                                                                      : ',';
    std::vector<EmbeddingTable> tables;
    std::vector<std::size_t> columns;
    std::uint64_t line = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view row = text.substr(begin, end - begin);
        begin = end + 1;
        ++line;
        if (trimmed(row).empty())
            continue;
        const std::vector<std::string> cells = cellsOf(row, separator);
        if (columns.empty()) {
            columns = titlesOf(cells);
            if (!columns.empty())
                continue;
            const bool named = !numberOf(cells.front());
            for (std::size_t i = named ? 0 : 1; i < kTitles.size(); ++i)
                columns.push_back(i);
        }
        EmbeddingTable table = like;
        table.name.clear();
        table.rows = 0;
        table.dim = 0;
        for (std::size_t i = 0; i < std::min(cells.size(), columns.size()); ++i) {
            if (columns[i] < kTitles.size())
                SHARDSCOPE_TRY_DONE(readCell(table, columns[i], cells[i], line));
        }
        if (table.rows == 0 || table.dim == 0)
            return atLine(core::ErrorCode::MissingKey, {table.rows == 0 ? "rows" : "dim"}, line);
        if (table.name.empty())
            table.name = freshName("table", tables);
        tables.push_back(std::move(table));
    }
    if (tables.empty())
        return atLine(core::ErrorCode::MissingKey, {"rows"}, std::max<std::uint64_t>(1, line));
    return tables;
}

std::string tablesAsText(const std::vector<EmbeddingTable>& tables)
{
    std::string text = core::joined(kTitles, "\t", [](const auto& titles) { return titles.front(); }) + "\n";
    for (const EmbeddingTable& table : tables)
        text += table.name + "\t" + std::to_string(table.rows) + "\t" + std::to_string(table.dim) + "\t" +
                core::numberText(table.pooling) + "\t" + std::string(core::nameOf(table.dtype)) + "\t" +
                std::string(core::nameOf(table.optimizer)) + "\t" + std::to_string(table.count) + "\t" +
                core::numberText(table.skew) + "\t" + (table.repeatedSets ? "1" : "0") + "\n";
    return text;
}

core::Result<core::ModelSpec> withTables(const core::ModelSpec& model, std::vector<EmbeddingTable> tables)
{
    core::ModelSpec changed = model;
    auto* recommender = std::get_if<core::Recommender>(&changed.form);
    if (recommender == nullptr)
        return core::notSupportedFor(model.name, W_("it has no embedding tables"));
    recommender->tables = std::move(tables);
    const core::Value document = core::recommenderDocument(changed);
    SHARDSCOPE_TRY([[maybe_unused]] const core::ModelSpec checked,
                   core::parseRecommender(document, model.name));
    return changed;
}

std::string freshName(const std::string& name, const std::vector<EmbeddingTable>& tables)
{
    std::set<std::string> taken;
    for (const EmbeddingTable& table : tables)
        taken.insert(table.name);
    if (taken.count(name) == 0)
        return name;
    for (std::int64_t number = 2;; ++number) {
        std::string tried = name + "_" + std::to_string(number);
        if (taken.count(tried) == 0)
            return tried;
    }
}

} // namespace shardscope::app
