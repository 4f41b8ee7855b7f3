// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/model_file.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/spec_reader.h"
#include "core/model/expert_groups.h"
#include "core/model/huggingface/config.h"
#include "core/model/model_sizes.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/model/onnx/onnx_layers.h"
#include "core/model/persia_model.h"
#include "core/model/recommender_file.h"

#include <algorithm>
#include <filesystem>

namespace shardscope::core {
namespace {

const std::vector<std::string>& kinds()
{
    static const std::vector<std::string> kKinds = {"transformer", "parameters", "layers", "recommender"};
    return kKinds;
}
enum KindIndex : std::size_t { TransformerKind, ParametersKind, LayersKind, RecommenderKind };

Transformer readNativeTransformer(SpecReader& file)
{
    Transformer model;
    model.family = TransformerFamily::Native;
    model.layers = file.whole("layers", kLayerRange);
    model.hidden = file.whole("hidden", kWidthRange);
    model.embeddingWidth = model.hidden;
    model.heads = file.whole("heads", kHeadRange);
    model.kvHeads = file.wholeOr("kv_heads", model.heads, kHeadRange);
    model.vocabulary = file.whole("vocabulary", kVocabularyRange);
    model.activation =
        file.choiceOr("activation", {"gelu", "swiglu"}, 0) == 0 ? Activation::Gelu : Activation::Swiglu;
    model.activationName = model.activation == Activation::Gelu ? "gelu" : "swiglu";
    // A gated feed-forward has no customary width: it must be given.
    model.feedForward = model.activation == Activation::Gelu
                            ? file.wholeOr("feed_forward", 4 * model.hidden, kFeedForwardRange)
                            : file.whole("feed_forward", kFeedForwardRange);
    model.norm =
        file.choiceOr("norm", {"layer_norm", "rms_norm"}, 0) == 0 ? NormKind::LayerNorm : NormKind::RmsNorm;
    model.bias = file.flagOr("bias", true);
    model.attentionBias = model.bias;
    model.outputBias = model.bias;
    model.tiedEmbeddings = file.flagOr("tied_embeddings", true);
    model.learnedPositions = file.flagOr("learned_positions", true);
    model.maxSequence = model.learnedPositions ? file.whole("max_sequence", kSequenceRange)
                                               : file.wholeOr("max_sequence", 0, kSequenceRange);
    // Megatron-LM's default for GPT (arguments.py); the Llama kind is trained without.
    const double dropout = model.norm == NormKind::LayerNorm ? 0.1 : 0;
    model.hiddenDropout = file.numberOr("dropout", dropout, kDropoutLowest, kDropoutHighest);
    model.attentionDropout = model.hiddenDropout;
    model.embeddingDropout = model.hiddenDropout;
    if (file.has("experts")) {
        model.experts = file.whole("experts", kExpertRange);
        model.expertsPerToken =
            file.whole("experts_per_token", {1, std::max<std::int64_t>(1, model.experts)});
        model.expertFeedForward = model.feedForward;
        readExpertGroups(file, model, "expert_groups", "groups_per_token");
    } else if (file.has("experts_per_token")) {
        file.fail(ErrorCode::MissingKey, {"experts"});
    }
    if (file.has("head_dim"))
        model.headDim = file.whole("head_dim", kHeadDimRange);
    else if (!file.failed() && model.hidden % model.heads != 0)
        file.fail(notDivisible("hidden", model.hidden, "heads", model.heads), "hidden");
    else if (!file.failed())
        model.headDim = model.hidden / model.heads;
    model.valueHeadDim = model.headDim;
    if (!file.failed() && model.heads % model.kvHeads != 0)
        file.fail(notDivisible("heads", model.heads, "kv_heads", model.kvHeads), "kv_heads");
    return model;
}

/// name, title, source: ours in every form, also inside a config.json.
void readHeading(SpecReader& file, ModelSpec& model, const std::string& path)
{
    model.name = file.textOr("name", {});
    if (model.name.empty() && !file.has("kind"))
        model.name = file.textOr("_name_or_path", {});
    if (model.name.empty())
        model.name = std::filesystem::path(path).stem().string();
    model.title = file.textOr("title", model.name);
    model.source = file.textOr("source", path);
    model.unverified = file.textsOr("unverified");
    model.notes = file.textsOr("notes");
}

void readForm(SpecReader& file, ModelSpec& model)
{
    if (!file.has("kind") && !file.has("model_type")) {
        file.fail(ErrorCode::MissingKey, {"model_type"});
        return;
    }
    if (!file.has("kind")) {
        model.form = readHuggingFaceConfig(file);
        model.ignoredKeys = file.unusedKeys();
        if (readAsLanguageModel(file.textOr("model_type", {})))
            model.notes.emplace_back(N_("Of a model of several parts the language model alone is planned."));
        return;
    }
    switch (file.choice("kind", kinds())) {
    case TransformerKind:
        model.form = readNativeTransformer(file);
        file.rejectUnused();
        break;
    case ParametersKind: {
        constexpr double kMostParameters = 1e18;
        model.form = ParametersOnly{file.number("parameters", 1, kMostParameters)};
        file.rejectUnused();
        break;
    }
    case LayersKind:
        model.form = readLayerList(file);
        file.rejectUnused();
        break;
    default: break; // recommenders are read by their own reader, before
    }
}

/// What a recommender's document leaves out.
ModelSpec completed(ModelSpec model, const std::string& file)
{
    if (model.name.empty())
        model.name = std::filesystem::path(file).stem().string();
    if (model.title.empty())
        model.title = model.name;
    if (model.source.empty())
        model.source = file;
    return model;
}

} // namespace

Result<ModelSpec> parseModel(const Value& document, const std::string& file)
{
    if (looksLikeRecommender(document)) {
        SHARDSCOPE_TRY(ModelSpec recommender, parseRecommender(document, file));
        return completed(std::move(recommender), file);
    }
    FirstError errors;
    SpecReader reader(document, {}, errors);
    ModelSpec model;
    readHeading(reader, model, file);
    if (!errors)
        readForm(reader, model);
    if (errors)
        return errors.get()->in(file);
    return model;
}

Result<ModelSpec> parseModel(std::string_view text, const std::string& file)
{
    if (looksLikeOnnx(text)) {
        SHARDSCOPE_TRY(const Value layers, onnxModel(text, file));
        return parseModel(layers, file);
    }
    if (looksLikeDlrmCommand(text)) {
        SHARDSCOPE_TRY(DlrmCommand command, parseDlrmCommand(text, file));
        return completed(std::move(command.model), file);
    }
    if (looksLikePersiaEmbedding(text))
        return parsePersiaModel(text, file);
    SHARDSCOPE_TRY(const Value document, parseJsonText(text, file));
    return parseModel(document, file);
}

} // namespace shardscope::core
