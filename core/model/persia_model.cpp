// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/persia_model.h"

#include <algorithm>
#include <filesystem>

namespace shardscope::core {
namespace {

bool hasTopKey(std::string_view text, std::string_view key)
{
    const std::string line = "\n" + std::string(key) + ":";
    return text.substr(0, line.size() - 1) == std::string_view(line).substr(1) ||
           text.find(line) != std::string_view::npos;
}

} // namespace

bool looksLikePersiaEmbedding(std::string_view text)
{
    return hasTopKey(text, "slots_config") || hasTopKey(text, "slot_config");
}

Result<ModelSpec> parsePersiaModel(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(const PersiaEmbeddingConfig config, parsePersiaEmbedding(yaml, file));
    const std::int64_t features =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(config.features.size()));
    const std::int64_t evenly = std::max<std::int64_t>(1, PersiaGlobalConfig{}.capacity / features);
    Recommender model;
    ModelSpec spec;
    for (const PersiaSlot& slot : config.features) {
        const std::string pointer = "/tables/" + std::to_string(model.tables.size());
        EmbeddingTable table;
        table.name = slot.name;
        table.dim = slot.dim;
        table.optimizer = OptimizerKind::Adagrad;
        spec.unverified.push_back(pointer + "/optimizer");
        if (slot.hashStack && slot.hashStack->size > 0) {
            table.rows = slot.hashStack->size;
            table.pooling = static_cast<double>(std::max<std::int64_t>(1, slot.hashStack->rounds));
        } else if (slot.capacity && *slot.capacity > 0) {
            table.rows = *slot.capacity;
        } else {
            table.rows = evenly;
            spec.unverified.push_back(pointer + "/rows");
        }
        if (!slot.summation)
            table.pooling *= static_cast<double>(slot.sampleFixedSize);
        else
            spec.unverified.push_back(pointer + "/pooling");
        model.tables.push_back(std::move(table));
    }
    spec.form = std::move(model);
    spec.name = std::filesystem::path(file).stem().string();
    spec.title = spec.name;
    spec.source = file;
    spec.notes = {"PERSIA's embedding_config.yml says neither rows nor perceptrons"};
    return spec;
}

PersiaEmbeddingConfig persiaEmbeddingOf(const Recommender& model)
{
    PersiaEmbeddingConfig config;
    for (const EmbeddingTable& table : model.tables) {
        for (std::int64_t copy = 0; copy < table.count; ++copy) {
            PersiaSlot slot;
            slot.name = table.count == 1 ? table.name : table.name + "_" + std::to_string(copy);
            slot.dim = table.dim;
            config.features.push_back(std::move(slot));
        }
    }
    return config;
}

} // namespace shardscope::core
