// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM's settings in the sections of Megatron-Bridge. A recipe has choices of its own, so that what is
// off is said as well.
#include "app/session/exchange/programs/bridge_names.h"
#include "app/session/exchange/programs/megatron_export.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope::app {
namespace {

using core::Value;

/// Said by others, or of Megatron-LM's command line alone.
constexpr std::array<std::string_view, 6> kSaidElsewhere{
    "group-query-attention", // num_query_groups
    "max-position-embeddings",
    "spec",
    "recompute-modules",
    "use-flash-attn",
    "accumulate-allreduce-grads-in-fp32"}; // mixed_precision.grad_reduce_in_fp32
/// Options that a recipe may set: a plan without them turns them off.
constexpr std::array<std::string_view, 4> kOffWhereNotSaid{"sequence-parallel", "use-distributed-optimizer",
                                                           "cross-entropy-loss-fusion",
                                                           "distribute-saved-activations"};

/// "model.tensor_model_parallel_size" of "tensor-model-parallel-size"; whether a flag says the opposite.
std::pair<std::string, bool> placeOf(std::string_view argument)
{
    for (const bridge::OwnName& own : bridge::kOwnNames) {
        if (own.argument == argument && own.by == bridge::Wrote::Bridge)
            return {std::string(own.key), !own.same};
    }
    std::string name = "model." + std::string(argument);
    std::ranges::replace(name, '-', '_');
    return {name, false};
}

Value valueOf(const std::string& text)
{
    if (text.empty())
        return Value::ofFlag(true);
    if (const auto whole = core::parseWhole(text))
        return Value::ofInteger(*whole);
    const auto number = core::parseNumber(text);
    return number ? Value::ofReal(*number) : Value::ofText(text);
}

/// Puts \p value at \p path, "model.num_layers", into \p document.
void put(Value& document, const std::string& path, Value value)
{
    const std::size_t dot = path.find('.');
    const std::string section = path.substr(0, dot);
    auto found = std::ranges::find(document.members, section, &Value::Member::first);
    if (found == document.members.end())
        found = document.members.insert(found, {section, Value::ofMembers({})});
    found->second.members.emplace_back(path.substr(dot + 1), std::move(value));
}

bool says(const std::vector<Setting>& settings, std::string_view name)
{
    return std::ranges::find(settings, name, &Setting::name) != settings.end();
}

/// "a b" as a list.
Value wordsOf(const std::string& text)
{
    std::vector<Value> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(Value::ofText(text.substr(at, end - at)));
        at = end + 1;
    }
    return Value::ofItems(std::move(words));
}

} // namespace

core::Result<std::vector<ExportedFile>> bridgeOverrides(const PlanResult& result)
{
    SHARDSCOPE_TRY(const std::vector<Setting> settings, megatronSettings(result, MegatronProgram::Bridge));
    Value document = Value::ofMembers({});
    for (const Setting& setting : settings) {
        if (setting.name == "recompute-modules")
            put(document, "model.recompute_modules", wordsOf(setting.value));
        if (setting.name == "use-flash-attn")
            put(document, "model.attention_backend", Value::ofText("flash"));
        if (std::ranges::find(kSaidElsewhere, setting.name) != kSaidElsewhere.end())
            continue;
        const auto [path, opposite] = placeOf(setting.name);
        put(document, path, opposite ? Value::ofFlag(!setting.value.empty()) : valueOf(setting.value));
        if (setting.name == "seq-length") // of the model too, which the data set must agree with
            put(document, "model.seq_length", valueOf(setting.value));
    }
    for (const std::string_view off : kOffWhereNotSaid) {
        if (!says(settings, off))
            put(document, placeOf(off).first, Value::ofFlag(false));
    }
    if (!says(settings, "recompute-granularity"))
        put(document, "model.recompute_granularity", Value());
    const bool narrow = says(settings, "bf16") || says(settings, "fp16");
    if (!narrow)
        put(document, "mixed_precision.fp32", Value::ofFlag(true));
    // Its own default is fp32 under 16 bits of either kind (mixed_precision.py).
    if (says(settings, "accumulate-allreduce-grads-in-fp32") ||
        (says(settings, "bf16") && !says(settings, "grad-reduce-in-bf16")))
        put(document, "mixed_precision.grad_reduce_in_fp32", Value::ofFlag(true));
    else if (says(settings, "fp16"))
        put(document, "mixed_precision.grad_reduce_in_fp32", Value::ofFlag(false));
    return std::vector<ExportedFile>{{"", core::yamlText(document)}};
}

} // namespace shardscope::app
