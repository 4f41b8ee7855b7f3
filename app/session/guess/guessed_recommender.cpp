// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/guess/guessed_models.h"

#include "core/base/phrase.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace shardscope::app {
namespace {

using core::Value;

/// Tables that are alike: rows, width, lookups a sample, number format.
using TableKind = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string>;

std::string formatName(const std::string& type)
{
    return type == "c10::BFloat16" ? "bf16" : type == "c10::Half" ? "fp16" : "fp32";
}

Value widths(const std::vector<ForwardProduct>& chain)
{
    std::vector<Value> items;
    for (const ForwardProduct& one : chain)
        items.push_back(Value::ofInteger(one.out));
    return Value::ofItems(std::move(items));
}

std::string text(const std::vector<ForwardProduct>& chain)
{
    std::string told = std::to_string(chain.front().in);
    for (const ForwardProduct& one : chain)
        told += " → " + std::to_string(one.out);
    return told;
}

/// Products that follow one another, each as wide as the one before gives.
std::vector<std::vector<ForwardProduct>> chainsOf(const std::vector<ForwardProduct>& products)
{
    std::vector<std::vector<ForwardProduct>> chains;
    for (const ForwardProduct& one : products) {
        if (chains.empty() || chains.back().back().out != one.in)
            chains.emplace_back();
        chains.back().push_back(one);
    }
    return chains;
}

} // namespace

bool guessRecommender(const OperationsOfStep& step, Guess& guess)
{
    std::map<TableKind, std::int64_t, std::greater<>> tables;
    std::int64_t samples = 0;
    const std::int64_t micro = microBatchesOf(step, 1);
    for (const RecordedOperation& one : step.operations) {
        if (one.name != "aten::embedding_bag" || one.backward || one.shapes.size() < 3 ||
            one.shapes[0].size() != 2 || one.shapes[1].empty() || one.shapes[2].empty() ||
            one.shapes[2][0] <= 0)
            continue;
        samples = one.shapes[2][0];
        ++tables[{one.shapes[0][0], one.shapes[0][1], one.shapes[1][0] / samples,
                  one.types.empty() ? std::string() : one.types[0]}];
    }
    const std::vector<std::vector<ForwardProduct>> chains = chainsOf(forwardProducts(step));
    if (tables.empty() || chains.empty())
        return false;
    // The step may hold several micro-batches: one's chains are the first of as many.
    const std::size_t ofOne = std::max<std::size_t>(1, chains.size() / static_cast<std::size_t>(micro));
    const std::vector<ForwardProduct>& top = chains[std::min(ofOne, chains.size()) - 1];
    const std::vector<ForwardProduct> bottom = ofOne > 1 ? chains[0] : std::vector<ForwardProduct>{};
    const bool dot = std::ranges::any_of(step.operations, [](const RecordedOperation& one) {
        return one.name == "aten::bmm" && !one.backward;
    });

    guess.plans(
        "batch.micro_batch", Value::ofInteger(samples),
        core::phrase(W_("%1 was called with %2 samples"), {"aten::embedding_bag", std::to_string(samples)}));
    guess.plans("batch.micro_batches", Value::ofInteger(micro),
                core::phrase(W_("the loss was called %1 times in a step"), {std::to_string(micro)}));
    std::vector<Value> list;
    for (const auto& [kind, calls] : tables) {
        const auto& [rows, width, pooling, type] = kind;
        list.push_back(Value::ofMembers({{"name", Value::ofText("table-" + std::to_string(list.size() + 1))},
                                         {"rows", Value::ofInteger(rows)},
                                         {"dim", Value::ofInteger(width)},
                                         {"pooling", Value::ofInteger(pooling)},
                                         {"dtype", Value::ofText(formatName(type))},
                                         {"count", Value::ofInteger(calls / micro)}}));
    }
    guess.tells(
        "model.tables", Value::ofItems(list),
        core::phrase(W_("embedding bags were called with %1 kinds of table"), {std::to_string(list.size())}));
    if (!bottom.empty())
        guess.tells("model.bottom_mlp", widths(bottom),
                    core::phrase(W_("products follow one another: %1"), {text(bottom)}));
    guess.tells("model.top_mlp", widths(top),
                core::phrase(W_("products follow one another: %1"), {text(top)}));
    guess.tells("model.interaction", Value::ofText(dot ? "dot" : "cat"),
                dot ? core::phrase(W_("vectors are multiplied with each other in batches"))
                    : core::phrase(W_("no vectors are multiplied with each other")));
    guess.model =
        Value::ofMembers({{"kind", Value::ofText("recommender")},
                          {"name", Value::ofText("recorded-recommender")},
                          {"dense_features", Value::ofInteger(bottom.empty() ? 0 : bottom.front().in)},
                          {"bottom_mlp", widths(bottom)},
                          {"top_mlp", widths(top)},
                          {"interaction", Value::ofText(dot ? "dot" : "cat")},
                          {"tables", Value::ofItems(std::move(list))}});
    guess.notKnown.push_back({"model.tables.skew", core::phrase(W_("a profiler does not record which ids are "
                                                                   "looked up"))});
    return true;
}

} // namespace shardscope::app
