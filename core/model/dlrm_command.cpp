// SPDX-License-Identifier: GPL-3.0-or-later
// DLRM command lines, both generations of facebookresearch/dlrm (MIT): option names are facts, the reading is
// ours.
#include "core/base/phrase.h"
#include "core/model/recommender_file.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace shardscope::core {

namespace {

constexpr std::int64_t kCriteoDenseFeatures = 13; // torchrec_dlrm: the Criteo data set's integer features

struct Option {
    std::string value;
    std::uint64_t offset = 0;
};
using Options = std::map<std::string, Option>;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\'; }

struct Word {
    std::string text;
    std::uint64_t offset = 0;
};

/// Shell words: blanks and line continuations apart, quotes removed.
std::vector<Word> shellWords(std::string_view text)
{
    std::vector<Word> words;
    for (std::size_t at = 0; at < text.size();) {
        if (isBlank(text[at])) {
            ++at;
            continue;
        }
        Word word{{}, at};
        char quote = 0;
        for (; at < text.size() && (quote != 0 || !isBlank(text[at])); ++at) {
            const char c = text[at];
            if (quote == 0 && (c == '"' || c == '\''))
                quote = c;
            else if (quote != 0 && c == quote)
                quote = 0;
            else
                word.text += c;
        }
        words.push_back(std::move(word));
    }
    return words;
}

Options optionsOf(std::string_view text)
{
    Options options;
    const std::vector<Word> words = shellWords(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i].text;
        if (word.rfind("--", 0) != 0 || word.size() == 2)
            continue; // python, the script, paths
        if (const auto equals = word.find('='); equals != std::string::npos) {
            options[word.substr(0, equals)] = {word.substr(equals + 1), words[i].offset};
        } else if (i + 1 < words.size() && words[i + 1].text.rfind("--", 0) != 0) {
            options[word] = {words[i + 1].text, words[i + 1].offset};
            ++i;
        } else {
            options[word] = {{}, words[i].offset};
        }
    }
    return options;
}

/// Reads options, remembering which were needed.
class OptionReader {
public:
    OptionReader(Options options, std::string file)
        : m_options(std::move(options))
        , m_file(std::move(file))
    {
    }

    [[nodiscard]] bool has(const std::string& name) const { return m_options.count(name) > 0; }
    std::string text(const std::string& name, std::string otherwise = {})
    {
        const auto found = m_options.find(name);
        if (found == m_options.end())
            return otherwise;
        m_used.push_back(name);
        return found->second.value;
    }
    /// Whole numbers apart from each other by any of \p separators.
    Result<std::vector<std::int64_t>> integers(const std::string& name, std::string_view separators,
                                               std::int64_t highest)
    {
        const std::string all = text(name);
        std::vector<std::int64_t> numbers;
        for (std::size_t at = 0; at <= all.size();) {
            std::size_t end = all.find_first_of(separators, at);
            if (end == std::string::npos)
                end = all.size();
            std::int64_t number = 0;
            const auto parsed = std::from_chars(all.data() + at, all.data() + end, number);
            if (parsed.ec != std::errc{} || parsed.ptr != all.data() + end)
                return error(name, ErrorCode::NumberMalformed, {all.substr(at, end - at)});
            if (number < 1 || number > highest)
                return error(name, ErrorCode::OutOfRange,
                             {std::to_string(number), "1", std::to_string(highest)});
            numbers.push_back(number);
            at = end + 1;
        }
        return numbers;
    }
    [[nodiscard]] Error error(const std::string& name, ErrorCode code, std::vector<std::string> args) const
    {
        Error problem{code, std::move(args)};
        problem.place.file = m_file;
        problem.place.jsonPointer = name;
        if (const auto found = m_options.find(name); found != m_options.end())
            problem.place.byteOffset = found->second.offset;
        return problem;
    }
    [[nodiscard]] std::vector<std::string> unused() const
    {
        std::vector<std::string> names;
        for (const auto& [name, option] : m_options)
            if (std::ranges::find(m_used, name) == m_used.end())
                names.push_back(name);
        return names;
    }

private:
    Options m_options;
    std::string m_file;
    std::vector<std::string> m_used;
};

constexpr std::int64_t kMostRows = std::int64_t{1} << 50;
constexpr std::int64_t kWidest = std::int64_t{1} << 20;

Result<std::int64_t> single(OptionReader& reader, const std::string& name, std::int64_t otherwise,
                            std::int64_t highest)
{
    if (!reader.has(name))
        return otherwise;
    SHARDSCOPE_TRY(const std::vector<std::int64_t> numbers, reader.integers(name, ",", highest));
    return numbers.front();
}

std::vector<EmbeddingTable> tablesOf(const std::vector<std::int64_t>& rows, std::int64_t dim,
                                     OptimizerKind optimizer)
{
    std::vector<EmbeddingTable> tables;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EmbeddingTable table;
        table.name = "table_" + std::to_string(i);
        table.rows = rows[i];
        table.dim = dim;
        table.optimizer = optimizer;
        tables.push_back(std::move(table));
    }
    return tables;
}

/// dlrm_s_pytorch.py: sizes are joined by "-"; the bottom MLP's first number is its input.
Result<Recommender> readFirstGeneration(OptionReader& reader)
{
    Recommender model;
    SHARDSCOPE_TRY(const std::vector<std::int64_t> rows,
                   reader.integers("--arch-embedding-size", "-,", kMostRows));
    SHARDSCOPE_TRY(const std::int64_t dim, single(reader, "--arch-sparse-feature-size", 2, kWidest));
    SHARDSCOPE_TRY(const std::int64_t indices, single(reader, "--num-indices-per-lookup", 1, 1 << 30));
    const std::string optimizer = reader.text("--optimizer", "sgd");
    const bool rowwise = optimizer == "rwsadagrad";
    if (!rowwise && !fromName<OptimizerKind>(optimizer))
        return reader.error("--optimizer", ErrorCode::UnknownValue,
                            {optimizer, "sgd", "sgd adagrad rwsadagrad"});
    model.tables =
        tablesOf(rows, dim, rowwise ? OptimizerKind::RowwiseAdagrad : *fromName<OptimizerKind>(optimizer));
    for (EmbeddingTable& table : model.tables)
        table.pooling = static_cast<double>(indices);
    if (reader.has("--arch-mlp-bot")) {
        SHARDSCOPE_TRY(const std::vector<std::int64_t> bottom,
                       reader.integers("--arch-mlp-bot", "-,", kWidest));
        model.denseFeatures = bottom.front();
        model.bottomMlp.assign(bottom.begin() + 1, bottom.end());
    }
    if (reader.has("--arch-mlp-top")) {
        SHARDSCOPE_TRY(model.topMlp, reader.integers("--arch-mlp-top", "-,", kWidest));
    }
    const std::string interaction = reader.text("--arch-interaction-op", "dot");
    if (interaction != "dot" && interaction != "cat")
        return reader.error("--arch-interaction-op", ErrorCode::UnknownValue,
                            {interaction, "dot", "dot cat"});
    model.interaction = interaction == "cat" ? Interaction::Cat : Interaction::Dot;
    return model;
}

/// torchrec_dlrm/dlrm_main.py.
Result<Recommender> readSecondGeneration(OptionReader& reader)
{
    Recommender model;
    SHARDSCOPE_TRY(const std::vector<std::int64_t> rows,
                   reader.integers("--num_embeddings_per_feature", ",", kMostRows));
    SHARDSCOPE_TRY(const std::int64_t dim, single(reader, "--embedding_dim", 64, kWidest));
    const bool adagrad = reader.has("--adagrad");
    if (adagrad)
        reader.text("--adagrad");
    model.tables = tablesOf(rows, dim, adagrad ? OptimizerKind::Adagrad : OptimizerKind::Sgd);
    if (reader.has("--multi_hot_sizes")) {
        SHARDSCOPE_TRY(const std::vector<std::int64_t> sizes,
                       reader.integers("--multi_hot_sizes", ",", 1 << 30));
        if (sizes.size() != rows.size())
            return reader.error("--multi_hot_sizes", ErrorCode::Inconsistent,
                                {phrase(W_("%1 sizes for %2 features"),
                                        {std::to_string(sizes.size()), std::to_string(rows.size())})});
        for (std::size_t i = 0; i < sizes.size(); ++i)
            model.tables[i].pooling = static_cast<double>(sizes[i]);
    }
    model.denseFeatures = kCriteoDenseFeatures;
    model.bottomMlp = {512, 256, 64}; // the script's defaults
    model.topMlp = {512, 512, 256, 1};
    if (reader.has("--dense_arch_layer_sizes")) {
        SHARDSCOPE_TRY(model.bottomMlp, reader.integers("--dense_arch_layer_sizes", ",", kWidest));
    }
    if (reader.has("--over_arch_layer_sizes")) {
        SHARDSCOPE_TRY(model.topMlp, reader.integers("--over_arch_layer_sizes", ",", kWidest));
    }
    const std::string interaction = reader.text("--interaction_type", "original");
    if (interaction != "original" && interaction != "dcn")
        return reader.error("--interaction_type", ErrorCode::UnknownValue,
                            {interaction, "original", "original dcn"});
    model.interaction = interaction == "dcn" ? Interaction::Dcn : Interaction::Dot;
    SHARDSCOPE_TRY(model.crossLayers, single(reader, "--dcn_num_layers", 3, 100));
    SHARDSCOPE_TRY(model.crossRank, single(reader, "--dcn_low_rank_dim", 512, kWidest));
    return model;
}

} // namespace

bool looksLikeDlrmCommand(std::string_view text)
{
    return text.find("--arch-embedding-size") != std::string_view::npos ||
           text.find("--num_embeddings_per_feature") != std::string_view::npos;
}

Result<DlrmCommand> parseDlrmCommand(std::string_view text, const std::string& file)
{
    OptionReader reader(optionsOf(text), file);
    const bool second = reader.has("--num_embeddings_per_feature");
    if (!second && !reader.has("--arch-embedding-size"))
        return reader.error("", ErrorCode::MissingKey,
                            {"--arch-embedding-size or --num_embeddings_per_feature"});
    SHARDSCOPE_TRY(Recommender model, second ? readSecondGeneration(reader) : readFirstGeneration(reader));
    DlrmCommand command;
    for (const char* batch : {"--batch_size", "--mini-batch-size"}) {
        if (!reader.has(batch))
            continue;
        SHARDSCOPE_TRY(command.batchSize, single(reader, batch, 1, 1 << 30));
    }
    command.model.form = std::move(model);
    command.model.ignoredKeys = reader.unused();
    return command;
}

} // namespace shardscope::core
