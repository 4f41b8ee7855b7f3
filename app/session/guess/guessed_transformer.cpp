// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/guess/guessed_models.h"

#include "core/base/phrase.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace shardscope::app {
namespace {

using core::Value;
using profiler::Confidence;

/// Frameworks pad the vocabulary to a multiple (Megatron-LM: of 128 a rank).
constexpr double kPadded = 1.05;

/// Rows of the tables of one width that the forward pass looks up: tokens, then positions.
struct Tables {
    std::int64_t width = 0;
    std::vector<std::int64_t> rows; ///< distinct, most rows first
    std::int64_t lookups = 0;       ///< in the first
};

Tables tablesOf(const OperationsOfStep& step)
{
    Tables tables;
    std::map<std::int64_t, std::int64_t, std::greater<>> calls; // by rows
    for (const RecordedOperation& one : step.operations) {
        if (one.name != "aten::embedding" || one.backward || one.shapes.empty() || one.shapes[0].size() != 2)
            continue;
        tables.width = tables.width == 0 ? one.shapes[0][1] : tables.width;
        if (one.shapes[0][1] == tables.width)
            ++calls[one.shapes[0][0]];
    }
    for (const auto& [rows, count] : calls)
        tables.rows.push_back(rows);
    tables.lookups = calls.empty() ? 0 : calls.begin()->second;
    return tables;
}

bool has(const OperationsOfStep& step, std::string_view name)
{
    return std::ranges::any_of(
        step.operations, [&](const RecordedOperation& one) { return one.name == name && !one.backward; });
}

/// The sizes that a catalogue's model is known by.
struct Sizes {
    std::int64_t layers = 0, hidden = 0, heads = 0, kvHeads = 0, headDim = 0, feedForward = 0, vocabulary = 0;
    std::int64_t experts = 0, perToken = 0;
    bool gated = false;
};

/// Looks among products between the hidden width and another for the one that leads back and is not
/// attention's. The head leads to as many columns as the vocabulary has rows, once in each of \p micro
/// batches. \p sizes: of what one of several ranks has.
void findFeedForward(const std::vector<ForwardProduct>& products, std::int64_t micro, Sizes& sizes)
{
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> counts;
    for (const ForwardProduct& one : products)
        ++counts[{one.in, one.out}];
    const auto countOf = [&](std::int64_t in, std::int64_t out) {
        const auto own = counts.find({in, out});
        return own == counts.end() ? 0 : own->second;
    };
    std::int64_t most = 0;
    for (const auto& [ends, count] : counts) {
        const auto& [in, out] = ends;
        if (out != sizes.hidden || in == sizes.heads * sizes.headDim || count * in < most)
            continue;
        const std::int64_t single = countOf(sizes.hidden, in) - (in == sizes.vocabulary ? micro : 0);
        const std::int64_t merged = countOf(sizes.hidden, 2 * in);
        if (single < count && merged < count)
            continue;
        most = count * in;
        sizes.feedForward = in;
        sizes.gated = single >= 2 * count || (single < count && merged >= count);
    }
}

const core::Transformer* transformerOf(const core::Result<core::ModelSpec>& model)
{
    return model.ok() ? model.value().transformer() : nullptr;
}

/// The catalogue's model of these sizes; empty: none.
std::string namedModel(const core::Catalog& catalog, const Sizes& sizes)
{
    for (const std::string& name : catalog.modelNames()) {
        const auto model = catalog.model(name);
        const core::Transformer* const own = transformerOf(model);
        if (own == nullptr || own->layers != sizes.layers || own->hidden != sizes.hidden ||
            own->heads != sizes.heads || own->kvHeads != sizes.kvHeads || own->headDim != sizes.headDim ||
            own->experts != sizes.experts)
            continue;
        const std::int64_t feedForward = own->experts > 0 ? own->expertFeedForward : own->feedForward;
        if ((sizes.feedForward > 0 && feedForward != sizes.feedForward) ||
            (sizes.perToken > 0 && own->expertsPerToken != sizes.perToken))
            continue;
        const auto rows = static_cast<double>(own->vocabulary);
        const auto recorded = static_cast<double>(sizes.vocabulary);
        if (recorded >= rows && recorded <= kPadded * rows)
            return name;
    }
    return {};
}

Value ownModel(const OperationsOfStep& step, const Sizes& sizes, std::int64_t positions, bool bias)
{
    const bool layerNorm = has(step, "aten::layer_norm") || has(step, "aten::native_layer_norm");
    Value model = Value::ofMembers({{"kind", Value::ofText("transformer")},
                                    {"name", Value::ofText("recorded-transformer")},
                                    {"layers", Value::ofInteger(sizes.layers)},
                                    {"hidden", Value::ofInteger(sizes.hidden)},
                                    {"heads", Value::ofInteger(sizes.heads)},
                                    {"vocabulary", Value::ofInteger(sizes.vocabulary)}});
    if (sizes.kvHeads != sizes.heads)
        model.members.emplace_back("kv_heads", Value::ofInteger(sizes.kvHeads));
    if (sizes.headDim * sizes.heads != sizes.hidden)
        model.members.emplace_back("head_dim", Value::ofInteger(sizes.headDim));
    if (sizes.feedForward > 0 && (sizes.gated || sizes.feedForward != 4 * sizes.hidden))
        model.members.emplace_back("feed_forward", Value::ofInteger(sizes.feedForward));
    if (sizes.gated)
        model.members.emplace_back("activation", Value::ofText("swiglu"));
    if (sizes.experts > 0) {
        model.members.emplace_back("experts", Value::ofInteger(sizes.experts));
        model.members.emplace_back("experts_per_token", Value::ofInteger(sizes.perToken));
    }
    if (!layerNorm)
        model.members.emplace_back("norm", Value::ofText("rms_norm"));
    if (!bias)
        model.members.emplace_back("bias", Value::ofFlag(false));
    if (positions > 0)
        model.members.emplace_back("max_sequence", Value::ofInteger(positions));
    else
        model.members.emplace_back("learned_positions", Value::ofFlag(false));
    return model;
}

/// Sizes of the model's feed-forwards, or of its experts.
void findFeedForwards(const OperationsOfStep& step, const ModelCut& cut, std::int64_t micro, Sizes& sizes)
{
    Sizes local = sizes; // as one rank's products see them
    local.heads /= cut.tensor;
    local.vocabulary /= cut.tensor;
    findFeedForward(forwardProducts(step), micro, local);
    sizes.feedForward = local.feedForward * cut.tensor;
    sizes.gated = local.gated;
    const auto experts = expertsOf(step, sizes.hidden);
    if (!experts)
        return;
    sizes.experts = experts->experts;
    sizes.perToken = experts->perToken;
    if (experts->feedForward > 0) { // no rank of the tensor group has a part of an expert, or all have
        sizes.feedForward = experts->feedForward;
        sizes.gated = experts->gated;
    }
}

void tellBatch(const AttentionShape& attention, const ModelCut& cut, std::int64_t micro, bool steps,
               Guess& guess)
{
    guess.plans(
        "batch.micro_batch", Value::ofInteger(attention.samples),
        core::phrase(W_("%1 was called with %2 samples"), {attention.kernel, countText(attention.samples)}));
    guess.plans("batch.micro_batches", Value::ofInteger(micro),
                core::phrase(W_("the loss was called %1 times in a step"), {countText(micro)}),
                steps ? Confidence::High : Confidence::Low);
    guess.plans(
        "batch.sequence_length", Value::ofInteger(attention.tokens * cut.context),
        core::phrase(W_("%1 was called with %2 tokens"), {attention.kernel, countText(attention.tokens)}));
    guess.plans("attention", Value::ofText(attention.kernel.ends_with("_math") ? "eager" : "flash"),
                core::phrase(W_("%1 ran"), {attention.kernel}));
    if (attention.again >= attention.calls)
        guess.plans("recompute", Value::ofText("full"),
                    core::phrase(W_("attention ran forward %1 times while gradients were computed"),
                                 {countText(attention.again)}));
}

void tellExperts(const OperationsOfStep& step, const ModelCut& cut, const Sizes& sizes, Guess& guess)
{
    const auto experts = expertsOf(step, sizes.hidden);
    if (!experts)
        return;
    guess.tells("model.experts", Value::ofInteger(experts->experts),
                core::phrase(W_("the largest of %1 scores were taken"), {countText(experts->experts)}));
    if (experts->perToken > 0)
        guess.tells("model.experts_per_token", Value::ofInteger(experts->perToken),
                    core::phrase(W_("%1 of them were taken"), {countText(experts->perToken)}));
    else
        guess.notKnown.push_back(
            {"model.experts_per_token",
             core::phrase(W_("the values of operands were not recorded: record_shapes=True of a profiler "
                             "that writes concrete inputs"))});
    const std::int64_t parts = experts->local > 0 ? experts->experts / experts->local : 1;
    if (cut.expert == 1 && parts > 1)
        guess.plans("parallel.expert", Value::ofInteger(parts),
                    core::phrase(W_("of %1 experts a rank's products have %2"),
                                 {countText(experts->experts), countText(experts->local)}),
                    Confidence::Medium);
}

} // namespace

std::optional<AttentionShape> attentionShape(const OperationsOfStep& step)
{
    std::optional<AttentionShape> found;
    for (const RecordedOperation& one : step.operations) {
        if (!isAttention(one) || one.shapes.size() < 2 || one.shapes[0].size() != 4 ||
            one.shapes[1].size() != 4)
            continue;
        if (!found) {
            // Flash attention's own functions take samples, tokens, heads; PyTorch's samples, heads, tokens.
            const bool tokensFirst = !one.name.starts_with("aten::");
            const Shape& query = one.shapes[0];
            const Shape& key = one.shapes[1];
            found = AttentionShape{.kernel = one.name,
                                   .samples = query[0],
                                   .heads = query[tokensFirst ? 2 : 1],
                                   .kvHeads = key[tokensFirst ? 2 : 1],
                                   .tokens = query[tokensFirst ? 1 : 2],
                                   .headDim = query[3]};
        }
        ++(one.backward ? found->again : found->calls);
    }
    return found;
}

bool guessTransformer(const core::Catalog& catalog, const OperationsOfStep& step, const ModelCut& cut,
                      Guess& guess)
{
    const auto attention = attentionShape(step);
    if (!attention || attention->calls == 0)
        return false;
    const Tables tables = tablesOf(step);
    const std::vector<ForwardProduct> products = forwardProducts(step);
    const std::int64_t own = microBatchesOf(step, std::max<std::int64_t>(1, tables.lookups));
    const std::int64_t micro = cut.microBatches > 0 ? cut.microBatches : own;
    const std::string kernel = attention->kernel;

    Sizes sizes;
    sizes.headDim = attention->headDim;
    sizes.heads = attention->heads * cut.tensor;
    sizes.kvHeads = attention->kvHeads * cut.tensor;
    sizes.layers = cut.layers > 0 ? cut.layers : attention->calls / micro * cut.pipeline;
    sizes.hidden = tables.width > 0 ? tables.width : sizes.heads * sizes.headDim;
    sizes.vocabulary = tables.rows.empty() ? 0 : tables.rows.front() * cut.tensor;
    findFeedForwards(step, cut, micro, sizes);
    const std::int64_t positions = tables.rows.size() > 1 ? tables.rows[1] : 0;

    tellBatch(*attention, cut, micro, step.steps > 0, guess);
    guess.tells(
        "model.layers", Value::ofInteger(sizes.layers),
        cut.layers > 0
            ? core::phrase(W_("all stages together called attention %1 times in a micro-batch"),
                           {countText(cut.layers)})
            : core::phrase(W_("attention was called %1 times in %2 micro-batches, on %3 of the "
                              "stages"),
                           {countText(attention->calls), countText(micro), "1/" + countText(cut.pipeline)}),
        cut.unknownStages                     ? Confidence::Low
        : cut.pipeline > 1 && cut.layers == 0 ? Confidence::Medium
                                              : Confidence::High);
    guess.tells("model.heads", Value::ofInteger(sizes.heads),
                core::phrase(W_("%1 was called with %2 heads of %3"),
                             {kernel, countText(attention->heads), countText(attention->headDim)}));
    if (sizes.kvHeads != sizes.heads)
        guess.tells("model.kv_heads", Value::ofInteger(sizes.kvHeads),
                    core::phrase(W_("its keys have %1 heads"), {countText(attention->kvHeads)}));
    if (tables.width > 0) {
        guess.tells("model.hidden", Value::ofInteger(sizes.hidden),
                    core::phrase(W_("the embedding has %1 columns"), {countText(tables.width)}));
        guess.tells("model.vocabulary", Value::ofInteger(sizes.vocabulary),
                    core::phrase(W_("the embedding has %1 rows"), {countText(tables.rows.front())}));
    }
    if (positions > 0)
        guess.tells("model.max_sequence", Value::ofInteger(positions),
                    core::phrase(W_("a second table has %1 rows: positions"), {countText(positions)}));
    if (sizes.feedForward > 0)
        guess.tells("model.feed_forward", Value::ofInteger(sizes.feedForward),
                    core::phrase(sizes.gated ? W_("two products lead to %1 columns and one back: gated")
                                             : W_("a product leads to %1 columns and one back"),
                                 {countText(sizes.feedForward)}));
    else
        guess.notKnown.push_back({"model.feed_forward", core::phrase(W_("no product leads back to the hidden "
                                                                        "width but attention's"))});
    tellExperts(step, cut, sizes, guess);
    if (cut.unknownStages) {
        guess.notKnown.push_back(
            {"model", core::phrase(W_("its layers are those of one stage, and the stages are not known"))});
        return true;
    }
    guess.modelName = namedModel(catalog, sizes);
    if (!guess.modelName.empty()) {
        guess.tells("model", Value::ofText(guess.modelName),
                    core::phrase(W_("the catalogue's model of these sizes")));
    } else if (sizes.vocabulary > 0 && (sizes.feedForward > 0 || cut.tensor > 1) &&
               (sizes.experts == 0 || sizes.perToken > 0)) {
        const bool bias = std::ranges::any_of(products, [&](const ForwardProduct& one) { return one.bias; });
        guess.model = ownModel(step, sizes, positions, bias);
        guess.notKnown.push_back(
            {"model.tied_embeddings", core::phrase(W_("the step looks alike whether the head is the token "
                                                      "table or not"))});
    } else if (sizes.vocabulary == 0) {
        guess.notKnown.push_back(
            {"model",
             core::phrase(W_("this rank does not look tokens up; open the first stage's file too"))});
    } else {
        guess.notKnown.push_back(
            {"model", sizes.feedForward == 0
                          ? core::phrase(W_("no product leads back to the hidden width but attention's"))
                          : core::phrase(W_("how many experts a token is sent to is not told"))});
    }
    return true;
}

} // namespace shardscope::app
