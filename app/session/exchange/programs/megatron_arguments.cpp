// SPDX-License-Identifier: GPL-3.0-or-later
// One table says what each argument means here.
#include "app/session/exchange/programs/megatron_arguments.h"

#include "app/session/exchange/programs/pipeline_layout.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/plan/plan_names.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

namespace shardscope::app {
namespace {

using core::Value;

bool isOn(const std::string& value)
{
    return value.empty() || value == "True" || value == "true" || value == "1";
}

/// How many torchrun starts; of "1:4" the least.
std::int64_t launched(const std::string& value)
{
    constexpr std::int64_t kMost = 1'000'000'000;
    return std::clamp<std::int64_t>(core::parseWhole(value.substr(0, value.find(':'))).value_or(0), 0, kMost);
}

/// What the settings add up to.
class Gathered {
public:
    explicit Gathered(std::string file)
        : m_file(std::move(file))
    {
    }

    void take(const Setting& setting)
    {
        const auto found = meanings().find(setting.name);
        if (found == meanings().end() || !found->second(*this, setting))
            m_ignored.push_back({setting.key, setting.value});
    }

    core::Result<ImportedPlan> finish(std::string format, std::optional<std::int64_t> devices)
    {
        if (m_error)
            return *m_error;
        ImportedPlan imported;
        imported.format = std::move(format);
        if (m_perNode > 0)
            m_devices = m_perNode * m_nodes;
        if (const auto placed = placeReplicas(m_devices ? m_devices : devices); !placed.ok())
            return placed.error();
        if (const std::int64_t layers = given("model", "layers", 0); m_stageLayers && layers > 0)
            set("parallel", "virtual_stages",
                Value::ofInteger(std::max<std::int64_t>(1, layers / pipeline() / *m_stageLayers)));
        if (m_plan["parallel"].count("virtual_stages") > 0)
            m_top["schedule"] = Value::ofText("interleaved");
        setStages();
        setCountedEnds();
        setLayout();
        setCapacity();
        setPrecision(imported.format);
        imported.ignored = std::move(m_ignored);
        imported.plan = planValue();
        imported.noModel = whyNoModel();
        if (!imported.noModel)
            imported.model = modelValue();
        return imported;
    }

private:
    using Meaning = std::function<bool(Gathered&, const Setting&)>;

    std::int64_t whole(const Setting& setting)
    {
        const auto number = core::parseWhole(setting.value);
        if (number >= 1)
            return *number;
        refuse(setting, core::Error{core::ErrorCode::NumberMalformed, {setting.value}});
        return 1;
    }
    /// The first refusal counts.
    void refuse(const Setting& setting, core::Error error)
    {
        if (m_error)
            return;
        m_error = std::move(error);
        m_error->place.file = m_file + ": " + setting.key;
    }
    /// The keys of \p group of the plan; "": those on its top, "model": the model's.
    std::map<std::string, Value>& keysOf(const std::string& group)
    {
        return group.empty() ? m_top : group == "model" ? m_model : m_plan[group];
    }
    void set(const char* group, const char* key, Value value) { keysOf(group)[key] = std::move(value); }
    std::int64_t given(const char* group, const char* key, std::int64_t otherwise)
    {
        const auto found = keysOf(group).find(key);
        return found == keysOf(group).end() ? otherwise : found->second.integer;
    }
    std::int64_t pipeline() { return given("parallel", "pipeline", 1); }
    /// If two options shard, the one that shards more is meant.
    void shard(std::int64_t stage)
    {
        m_zeroStage = std::max(m_zeroStage, stage);
        set("sharding", "zero_stage", Value::ofInteger(m_zeroStage));
    }

    static Meaning number(const char* group, const char* key)
    {
        return [=](Gathered& to, const Setting& s) {
            to.set(group, key, Value::ofInteger(to.whole(s)));
            return true;
        };
    }
    /// A number of layers; "None" leaves it open.
    static Meaning layers(std::optional<std::int64_t> Gathered::*number)
    {
        return [=](Gathered& to, const Setting& s) {
            if (s.value != "None")
                to.*number = to.whole(s);
            return true;
        };
    }
    /// One of \p words, each with what it is called here; "": nothing is set.
    static Meaning word(const char* group, const char* key, const std::map<std::string, std::string>& words)
    {
        return [=](Gathered& to, const Setting& s) {
            const auto found = words.find(s.value);
            if (found != words.end() && !found->second.empty())
                to.set(group, key, Value::ofText(found->second));
            return found != words.end();
        };
    }
    /// A flag that sets something where it is on, and is the default where it is off.
    static Meaning flag(const std::function<void(Gathered&)>& act)
    {
        return [act](Gathered& to, const Setting& s) {
            if (isOn(s.value))
                act(to);
            return true;
        };
    }
    static Meaning flag(const char* group, const char* key, const Value& value)
    {
        return flag([=](Gathered& to) { to.set(group, key, value); });
    }
    /// Says nothing that others do not.
    static bool implied(Gathered&, const Setting&) { return true; }
    static Meaning precision(const char* dtype)
    {
        return flag([dtype](Gathered& to) { to.m_weights = dtype; });
    }
    static Meaning named(bool Gathered::*said)
    {
        return [said](Gathered& to, const Setting& s) {
            to.*said = s.value != "None";
            return true;
        };
    }
    /// Arguments that name no format mean fp32, and gradients under bf16 are accumulated and reduced in fp32
    /// (megatron/training/arguments.py, validate_args). Products in 8 or 4 bits come beside what --bf16 says.
    void setPrecision(const std::string& format)
    {
        if (m_weights.empty() && format == "megatron-arguments")
            m_weights = "fp32";
        const bool brain = m_weights == "bf16";
        if (!m_weights.empty()) {
            set("precision", "weights", Value::ofText(m_weights));
            set("precision", "gradients", Value::ofText(brain && !m_reducedInBf16 ? "fp32" : m_weights));
        }
        if (m_accumulatedInFp32)
            set("precision", "gradients", Value::ofText("fp32"));
        if (m_narrowAttention && m_eightBits)
            set("precision", "attention", Value::ofText(m_blockScales ? "mxfp8" : "fp8"));
        if (!m_eightBits && !m_fourBits)
            return;
        const Value narrow = Value::ofText(m_fourBits ? "nvfp4" : m_blockScales ? "mxfp8" : "fp8");
        set("precision", "compute", narrow);
        if (m_narrowWeights && m_eightBits)
            set("precision", "weights", narrow);
    }
    static Meaning dropout()
    {
        return [](Gathered& to, const Setting& s) {
            const auto share = core::parseNumber(s.value);
            if (!share || *share < 0 || *share > 1) {
                to.refuse(s, share ? core::outOfRange(s.value, "0", "1")
                                   : core::Error{core::ErrorCode::NumberMalformed, {s.value}});
                return true;
            }
            to.m_dropout = std::max(to.m_dropout, *share);
            to.m_hasDropout = true;
            return true;
        };
    }
    static bool cudaGraphs(Gathered& to, const Setting& s)
    {
        static const std::map<std::string, const char*> kWords{{"none", "none"},
                                                               {"local", "partial"},
                                                               {"transformer_engine", "partial"},
                                                               {"full_iteration", "full_iteration"}};
        const auto found = kWords.find(s.value);
        if (found == kWords.end())
            return false;
        to.m_top.try_emplace("cuda_graphs", Value::ofText(found->second)); // a scope said before is closer
        return true;
    }
    /// "full_iteration" alone, or some of a layer's parts.
    static bool cudaGraphScope(Gathered& to, const Setting& s)
    {
        if (s.value.find("full_iteration") != std::string::npos)
            to.m_top["cuda_graphs"] = Value::ofText("full_iteration");
        return true;
    }
    /// What selective recompute repeats: the modules that a plan knows.
    static bool recomputeModules(Gathered& to, const Setting& s)
    {
        std::string joined;
        for (const char letter : s.value) { // "core_attn mlp" of a command, "['core_attn', 'mlp']" of a file
            if ((letter >= 'a' && letter <= 'z') || letter == '_')
                joined += letter;
            else if (!joined.empty() && joined.back() != '+')
                joined += '+';
        }
        while (!joined.empty() && joined.back() == '+')
            joined.pop_back();
        if (!core::fromName<core::Recompute>(joined) || joined == "full" || joined == "none")
            return s.value == "None";
        to.m_modules = joined;
        return true;
    }
    static bool offloadedShare(Gathered& to, const Setting& s)
    {
        const auto share = core::parseNumber(s.value);
        if (!share || *share < 0.01 || *share > 1)
            return false;
        if (*share < 1)
            to.m_top["offloaded_percent"] = Value::ofInteger(std::llround(100 * *share));
        return true;
    }
    /// An option of Megatron-Bridge and NeMo (megatron/core/model_parallel_config.py); 0 means no layer.
    static bool offloadedLayers(Gathered& to, const Setting& s)
    {
        if (s.value == "0" || s.value == "None")
            return true;
        to.m_top["offloaded_layers"] = Value::ofInteger(to.whole(s));
        to.set("residency", "activations", Value::ofText("host"));
        return true;
    }
    /// What an expert takes at most, over the mean (core/transformer/moe/moe_utils.py, get_capacity).
    static bool capacity(Gathered& to, const Setting& s)
    {
        const auto factor = core::parseNumber(s.value);
        if (factor && *factor > 0)
            to.m_capacity.emplace(s, *factor);
        return to.m_capacity || s.value == "None";
    }
    /// Experts padded to their capacity have so many rows whatever the router says; else it only bounds them.
    void setCapacity()
    {
        if (!m_capacity)
            return;
        const auto& [setting, factor] = *m_capacity;
        if (!m_padsExperts)
            m_ignored.push_back({setting.key, setting.value});
        else if (factor > 1)
            set("parallel", "expert_imbalance", Value::ofReal(factor));
    }
    /// Layers of each stage if the method is block; else how many layers a checkpoint is apart.
    static bool recomputedLayers(Gathered& to, const Setting& s)
    {
        constexpr double kMostLayers = 1e6; // what the key takes
        const auto layers = core::parseNumber(s.value);
        if (!layers || *layers < 0 || *layers > kMostLayers || *layers != std::floor(*layers))
            return s.value == "None";
        to.m_recomputed = static_cast<std::int64_t>(*layers);
        return to.m_block.value_or(*layers <= 1); // uniform: how many layers a checkpoint is apart
    }
    /// Adam's moments, both in one format here; Megatron-LM knows formats without sign and exponent too.
    static bool moments(Gathered& to, const Setting& s)
    {
        const bool known = s.value == "fp32" || s.value == "bf16" || s.value == "fp16" || s.value == "fp8";
        if (known)
            to.set("precision", "optimizer_state", Value::ofText(s.value));
        return known;
    }
    static bool optimizer(Gathered& to, const Setting& s)
    {
        static const std::map<std::string, const char*> kNames{{"adam", "adamw"},
                                                               {"sgd", "momentum"},
                                                               {"distributed_fused_adam", "adamw"},
                                                               {"fused_adam", "adamw"}};
        const auto found = kNames.find(s.value);
        if (found == kNames.end())
            return false;
        to.m_top["optimizer"] = Value::ofText(found->second);
        if (s.value == "distributed_fused_adam")
            to.set("sharding", "zero_stage", Value::ofInteger(1));
        return true;
    }
    /// Changes the model in a way that our own transformer form has no key for: no model is made of it.
    static bool beyond(Gathered& to, const Setting& s)
    {
        if (to.m_beyond.empty() && s.value != "None" && s.value != "False")
            to.m_beyond = s.key;
        return false;
    }
    static bool normalization(Gathered& to, const Setting& s)
    {
        to.m_model["norm"] =
            Value::ofText(s.value == "RMSNorm" || s.value == "rmsnorm" ? "rms_norm" : "layer_norm");
        return true;
    }

    static const std::map<std::string, Meaning>& meanings()
    {
        static const std::map<std::string, Meaning> all{
            {"tensor-model-parallel-size", number("parallel", "tensor")},
            {"pipeline-model-parallel-size", number("parallel", "pipeline")},
            {"context-parallel-size", number("parallel", "context")},
            {"cp-comm-type", word("parallel", "context_exchange", {{"a2a", "all_to_all"}, {"p2p", ""}})},
            {"expert-model-parallel-size", number("parallel", "expert")},
            {"expert-tensor-parallel-size", number("parallel", "expert_tensor")},
            {"moe-token-dispatcher-type",
             word("parallel", "expert_dispatch", {{"alltoall", "all_to_all"}, {"flex", "once"}})},
            {"overlap-moe-expert-parallel-comm", flag("parallel", "expert_overlap", Value::ofFlag(true))},
            {"moe-router-force-load-balancing", implied}, // as many rows for every rank: the default
            {"moe-expert-capacity-factor", capacity},
            {"moe-pad-expert-input-to-capacity", flag([](Gathered& to) { to.m_padsExperts = true; })},
            {"use-transformer-engine-op-fuser", flag("", "expert_kernels", Value::ofText("fused"))},
            {"cuda-graph-impl", cudaGraphs},
            {"cuda-graph-scope", cudaGraphScope},
            {"cuda-graph-modules", cudaGraphScope},
            {"sequence-parallel", flag("parallel", "sequence_parallel", Value::ofFlag(true))},
            {"num-layers-per-virtual-pipeline-stage", layers(&Gathered::m_stageLayers)},
            {"num-virtual-stages-per-pipeline-rank",
             [](Gathered& to, const Setting& s) {
                 if (s.value != "None")
                     to.set("parallel", "virtual_stages", Value::ofInteger(to.whole(s)));
                 return true;
             }},
            {"micro-batch-size", number("batch", "micro_batch")},
            {"global-batch-size", number("batch", "global_batch")},
            {"seq-length", number("batch", "sequence_length")},
            {"encoder-seq-length", number("batch", "sequence_length")},
            {"decoder-seq-length", number("batch", "decoder_sequence_length")},
            {"world-size",
             [](Gathered& to, const Setting& s) {
                 to.m_devices = to.whole(s);
                 return true;
             }},
            {"nproc-per-node",
             [](Gathered& to, const Setting& s) {
                 to.m_perNode = launched(s.value);
                 return to.m_perNode > 0;
             }},
            {"nnodes",
             [](Gathered& to, const Setting& s) {
                 to.m_nodes = std::max<std::int64_t>(1, launched(s.value));
                 return true;
             }},
            {"num-layers", number("model", "layers")},
            {"hidden-size", number("model", "hidden")},
            {"num-attention-heads", number("model", "heads")},
            {"num-query-groups", number("model", "kv_heads")},
            {"kv-channels", number("model", "head_dim")},
            {"ffn-hidden-size", number("model", "feed_forward")},
            {"max-position-embeddings", number("model", "max_sequence")},
            {"vocab-size", number("model", "vocabulary")},
            {"padded-vocab-size", number("model", "vocabulary")},
            {"num-experts", number("model", "experts")},
            {"moe-router-topk", number("model", "experts_per_token")},
            {"moe-router-num-groups", number("model", "expert_groups")},
            {"moe-router-group-topk", number("model", "groups_per_token")},
            {"multi-latent-attention", beyond},
            {"moe-layer-freq", beyond},
            {"moe-ffn-hidden-size", beyond},
            {"moe-shared-expert-intermediate-size", beyond},
            {"swiglu", flag("model", "activation", Value::ofText("swiglu"))},
            {"disable-bias-linear", flag("model", "bias", Value::ofFlag(false))},
            {"untie-embeddings-and-output-weights", flag("model", "tied_embeddings", Value::ofFlag(false))},
            {"normalization", normalization},
            {"group-query-attention", implied},
            {"position-embedding-type",
             [](Gathered& to, const Setting& s) {
                 to.m_model["learned_positions"] = Value::ofFlag(s.value == "learned_absolute");
                 return s.value != "alibi" && s.value != "relative";
             }},
            {"use-distributed-optimizer", flag([](Gathered& to) { to.shard(1); })},
            {"use-megatron-fsdp", implied}, // what it divides is the strategy's
            {"data-parallel-sharding-strategy",
             [](Gathered& to, const Setting& s) {
                 constexpr std::array kStages{"no_shard", "optim", "optim_grads", "optim_grads_params"};
                 const auto found = std::ranges::find(kStages, std::string_view(s.value));
                 if (found != kStages.end())
                     to.shard(found - kStages.begin());
                 return found != kStages.end();
             }},
            {"ckpt-format", implied},
            {"decoder-first-pipeline-num-layers", layers(&Gathered::m_firstLayers)},
            {"decoder-last-pipeline-num-layers", layers(&Gathered::m_lastLayers)},
            {"account-for-embedding-in-pipeline-split",
             flag([](Gathered& to) { to.m_embeddingCounts = true; })},
            {"account-for-loss-in-pipeline-split", flag([](Gathered& to) { to.m_lossCounts = true; })},
            {"pipeline-model-parallel-layout", layout},
            {"optimizer-cpu-offload", flag("residency", "optimizer", Value::ofText("host"))},
            {"optimizer-offload-fraction", offloadedShare},
            {"recompute-granularity",
             word("", "recompute", {{"full", "full"}, {"selective", "selective"}, {"None", ""}})},
            {"recompute-method",
             [](Gathered& to, const Setting& s) {
                 to.m_block = s.value == "block";
                 return s.value == "block" || s.value == "uniform" || s.value == "None";
             }},
            {"recompute-num-layers", recomputedLayers},
            {"recompute-modules", recomputeModules},
            {"recompute-activations", flag("", "recompute", Value::ofText("selective"))},
            {"bf16", precision("bf16")},
            {"fp8-format", named(&Gathered::m_eightBits)},
            {"fp4-format", named(&Gathered::m_fourBits)},
            {"fp8-recipe",
             [](Gathered& to, const Setting& s) {
                 to.m_blockScales = s.value == "mxfp8";
                 return true;
             }},
            {"fp8-param-gather", flag([](Gathered& to) { to.m_narrowWeights = true; })},
            {"cpu-offloading", implied},
            {"cpu-offloading-num-layers", offloadedLayers},
            {"fp16", precision("fp16")},
            {"fp32", precision("fp32")}, // of Megatron-Bridge; Megatron-LM's where nothing is said
            {"accumulate-allreduce-grads-in-fp32", flag([](Gathered& to) { to.m_accumulatedInFp32 = true; })},
            {"grad-reduce-in-bf16", flag([](Gathered& to) { to.m_reducedInBf16 = true; })},
            {"fp8-dot-product-attention", flag([](Gathered& to) { to.m_narrowAttention = true; })},
            {"use-precision-aware-optimizer", implied}, // the formats say how
            {"exp-avg-dtype", moments},
            {"exp-avg-sq-dtype", moments},
            {"distribute-saved-activations", flag("", "partitioned_activations", Value::ofFlag(true))},
            {"train-samples", number("training", "samples")},
            {"attention-backend", word("", "attention",
                                       {{"flash", "flash"},
                                        {"fused", "flash"},
                                        {"unfused", "eager"},
                                        {"local", "eager"},
                                        {"auto", ""}})},
            {"cross-entropy-loss-fusion", flag("", "fused_cross_entropy", Value::ofFlag(true))},
            {"use-flash-attn", flag("", "attention", Value::ofText("flash"))},
            {"attention-dropout", dropout()},
            {"hidden-dropout", dropout()},
            {"optimizer", optimizer},
        };
        return all;
    }

    core::Result<core::Done> placeReplicas(std::optional<std::int64_t> devices)
    {
        if (!devices)
            return core::Done{};
        std::int64_t inReplica = 1;
        for (const char* axis : {"tensor", "pipeline", "context"})
            inReplica *= given("parallel", axis, 1);
        if (*devices % inReplica != 0)
            return core::notDivisible("devices", *devices, core::phrase(W_("the devices of a replica")),
                                      inReplica)
                .in(m_file);
        set("parallel", "replica", Value::ofInteger(*devices / inReplica));
        return core::Done{};
    }

    static Value listOf(const std::vector<std::int64_t>& numbers)
    {
        Value list;
        list.kind = Value::Kind::Array;
        for (const std::int64_t number : numbers)
            list.items.push_back(Value::ofInteger(number));
        return list;
    }

    /// --decoder-first-pipeline-num-layers and -last-: the stages between share what is left evenly
    /// (core/transformer/transformer_block.py, get_num_layers_to_build).
    void setStages()
    {
        const std::int64_t others = pipeline() - (m_firstLayers ? 1 : 0) - (m_lastLayers ? 1 : 0);
        const std::int64_t left =
            given("model", "layers", 0) - m_firstLayers.value_or(0) - m_lastLayers.value_or(0);
        constexpr std::int64_t kMostStages = 1 << 16;
        if ((!m_firstLayers && !m_lastLayers) || others < 0 || pipeline() > kMostStages || left < 0 ||
            (others == 0 ? left != 0 : left % others != 0))
            return;
        std::vector<std::int64_t> stages(static_cast<std::size_t>(pipeline()),
                                         others > 0 ? left / others : 0);
        stages.front() = m_firstLayers.value_or(stages.front());
        stages.back() = m_lastLayers.value_or(stages.back());
        m_top["layers_per_stage"] = listOf(stages);
    }

    /// Embedding or loss in place of a layer, in the first or the last chunk
    /// (core/transformer/transformer_block.py, get_num_layers_to_build).
    void setCountedEnds()
    {
        constexpr std::int64_t kMostChunks = 1 << 16;
        const std::int64_t chunks = pipeline() * given("parallel", "virtual_stages", 1);
        const std::int64_t counted =
            given("model", "layers", 0) + (m_embeddingCounts ? 1 : 0) + (m_lossCounts ? 1 : 0);
        if (!(m_embeddingCounts || m_lossCounts) || chunks < 2 || chunks > kMostChunks ||
            counted % chunks != 0)
            return;
        std::vector<std::int64_t> each(static_cast<std::size_t>(chunks), counted / chunks);
        each.front() -= m_embeddingCounts ? 1 : 0;
        each.back() -= m_lossCounts ? 1 : 0;
        m_top["layers_per_stage"] = listOf(each);
    }

    static bool layout(Gathered& to, const Setting& s)
    {
        auto chunks = layersOfLayout(s.value);
        if (!chunks)
            return s.value == "None";
        to.m_chunks = std::move(*chunks);
        to.m_layout = s;
        return true;
    }
    void setLayout()
    {
        if (m_chunks.empty())
            return;
        const auto chunks = static_cast<std::int64_t>(m_chunks.size());
        if (chunks % pipeline() != 0) {
            m_ignored.push_back({m_layout.key, m_layout.value});
            return;
        }
        const std::int64_t virtualStages = chunks / pipeline();
        if (virtualStages > 1) {
            set("parallel", "virtual_stages", Value::ofInteger(virtualStages));
            m_top["schedule"] = Value::ofText("interleaved");
        }
        m_top["layers_per_stage"] = listOf(m_chunks);
    }

    Value planValue()
    {
        m_top["implementation"] = Value::ofText("megatron");
        const auto recompute = m_top.find("recompute");
        if (m_block.value_or(false) && m_recomputed && recompute != m_top.end() &&
            recompute->second.text == "full") {
            m_top["recompute_layers"] = listOf({*m_recomputed});
        }
        if (!m_modules.empty() && recompute != m_top.end() && recompute->second.text == "selective")
            m_top["recompute"] = Value::ofText(m_modules);
        if (m_hasDropout)
            m_top["dropout"] = Value::ofFlag(m_dropout > 0);
        std::vector<Value::Member> members;
        for (const auto& [group, keys] : m_plan) {
            std::vector<Value::Member> inside(keys.begin(), keys.end());
            if (!inside.empty())
                members.emplace_back(group, Value::ofMembers(std::move(inside)));
        }
        members.insert(members.end(), m_top.begin(), m_top.end());
        return Value::ofMembers(std::move(members));
    }
    /// What of a model file the text does not say, or says beyond it; nothing where it says one.
    std::optional<core::Error> whyNoModel() const
    {
        if (!m_beyond.empty())
            return core::notSupportedFor(m_beyond,
                                         W_("a model file of our own form has no key for it; name a "
                                            "shipped model or its config.json"))
                .in(m_file);
        for (const auto& [key, argument] : {std::pair{"layers", "--num-layers"},
                                            {"hidden", "--hidden-size"},
                                            {"heads", "--num-attention-heads"},
                                            {"vocabulary", "--vocab-size"}}) {
            if (m_model.count(key) == 0)
                return core::Error{core::ErrorCode::MissingKey, {argument}}.in(m_file);
        }
        return std::nullopt;
    }
    Value modelValue()
    {
        std::vector<Value::Member> members{{"kind", Value::ofText("transformer")},
                                           {"name", Value::ofText("imported")}};
        if (m_model.count("max_sequence") == 0 && m_plan["batch"].count("sequence_length") > 0)
            m_model["max_sequence"] = m_plan["batch"]["sequence_length"];
        if (m_model.count("experts") == 0) {
            for (const char* key : {"experts_per_token", "expert_groups", "groups_per_token"})
                m_model.erase(key);
        } else if (m_model.count("experts_per_token") == 0) // --moe-router-topk
            m_model["experts_per_token"] = Value::ofInteger(2);
        members.insert(members.end(), m_model.begin(), m_model.end());
        return Value::ofMembers(std::move(members));
    }

    std::string m_file;
    std::optional<core::Error> m_error;
    std::map<std::string, std::map<std::string, Value>> m_plan;
    std::map<std::string, Value> m_top;
    std::map<std::string, Value> m_model;
    std::vector<IgnoredKey> m_ignored;
    std::optional<std::int64_t> m_devices;
    std::int64_t m_perNode = 0; ///< that torchrun starts
    std::int64_t m_nodes = 1;
    std::int64_t m_zeroStage = 0;
    std::optional<std::int64_t> m_stageLayers; ///< of a virtual stage
    std::optional<std::int64_t> m_firstLayers; ///< of the first and the last stage
    std::optional<std::int64_t> m_lastLayers;
    bool m_embeddingCounts = false; ///< in place of a layer
    bool m_lossCounts = false;
    std::vector<std::int64_t> m_chunks; ///< of a layout, in its order
    Setting m_layout;
    double m_dropout = 0;
    bool m_hasDropout = false;
    std::optional<std::pair<Setting, double>> m_capacity; ///< of an expert, over the mean
    bool m_padsExperts = false;
    std::optional<bool> m_block; ///< --recompute-method
    std::optional<std::int64_t> m_recomputed;
    std::string m_modules; ///< --recompute-modules, joined by "+"
    std::string m_beyond;  ///< the first key that a model of our own form cannot say
    std::string m_weights;
    bool m_accumulatedInFp32 = false;
    bool m_reducedInBf16 = false;
    bool m_narrowAttention = false;
    bool m_eightBits = false;
    bool m_fourBits = false;
    bool m_blockScales = false;
    bool m_narrowWeights = false;
};

} // namespace

core::Result<ImportedPlan> planOfSettings(const std::vector<Setting>& settings, const char* format,
                                          const std::string& file, std::optional<std::int64_t> devices)
{
    Gathered to(file);
    for (const Setting& setting : settings)
        to.take(setting);
    return to.finish(format, devices);
}

} // namespace shardscope::app
