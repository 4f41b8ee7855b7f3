// SPDX-License-Identifier: GPL-3.0-or-later
// models and hardware as JSON: the list, and one entry with every figure and its source.
#include "app/session/plan/commands.h"

#include "app/session/documents/hardware_document.h"
#include "app/session/tables/json_rows.h"
#include "core/io/json_tree.h"
#include "core/model/recommender_file.h"

#include <nlohmann/json.hpp>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;

Json transformerJson(const core::Transformer& transformer)
{
    return {{"layers", transformer.layers},
            {"hidden", transformer.hidden},
            {"heads", transformer.heads},
            {"kv_heads", transformer.kvHeads},
            {"head_dim", transformer.headDim},
            {"feed_forward", transformer.feedForward},
            {"vocabulary", transformer.vocabulary},
            {"max_sequence", transformer.maxSequence},
            {"bias", transformer.bias},
            {"tied_embeddings", transformer.tiedEmbeddings},
            {"learned_positions", transformer.learnedPositions},
            {"experts", transformer.experts},
            {"experts_per_token", transformer.expertsPerToken},
            {"expert_groups", transformer.expertGroups},
            {"groups_per_token", transformer.groupsPerToken}};
}

} // namespace

std::string catalogJson(const core::Table& table)
{
    return documentText(Json{{table.key, rowsJson<Json>(table)}});
}

std::string modelJson(const core::ModelSpec& model)
{
    Json json{{"name", model.name},
              {"title", model.title},
              {"source", model.source},
              {"parameters", static_cast<std::int64_t>(core::parameterCount(model))}};
    if (const core::Transformer* transformer = model.transformer())
        json["transformer"] = transformerJson(*transformer);
    if (model.recommender() != nullptr)
        json["recommender"] = core::jsonOf<Json>(core::recommenderDocument(model));
    Json tensors = Json::array();
    for (const core::ParameterTensor& tensor : core::parameterTensors(model)) {
        tensors.push_back({{"name", tensor.name},
                           {"shape", tensor.shape},
                           {"count", tensor.count},
                           {"section", core::nameOf(tensor.section)},
                           {"shared", tensor.shared}});
    }
    json["tensors"] = tensors;
    json["ignored_keys"] = model.ignoredKeys;
    json["unverified"] = model.unverified;
    json["notes"] = model.notes;
    return documentText(json);
}

std::string hardwareJson(const core::HardwareSpec& hardware)
{
    return documentText(hardwareDocument(hardware));
}

} // namespace shardscope::app
