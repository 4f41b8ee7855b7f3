// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/guess/guess.h"

#include "app/session/guess/guessed_models.h"
#include "app/session/trace/recorded_hardware.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"
#include "core/timeline/timeline.h"
#include "profiler/analyze/selection/run_cut.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace shardscope::app {
namespace {

using core::Value;
using profiler::Confidence;

/// What only one framework writes into a recording: paths of its functions, names of its ranges. The first
/// that a recording has.
struct FrameworkWord {
    std::string_view part;
    std::string_view framework; ///< empty: no framework that is planned for
    const char* why = nullptr;  ///< marked; %1: the name
};
constexpr const char* kServes = W_("the recording names %1, which serves models and does not train them");
constexpr const char* kJax = W_("the recording names %1: a program of JAX, of which MaxText alone is "
                                "planned for, and it names itself");
constexpr std::array kFrameworks{FrameworkWord{"megatron/core/", "megatron"},
                                 FrameworkWord{"deepspeed/runtime/", "deepspeed"},
                                 FrameworkWord{"torchtitan/", "torchtitan"},
                                 FrameworkWord{"nanotron/", "nanotron"},
                                 FrameworkWord{"llmfoundry/", "llm-foundry"},
                                 FrameworkWord{"nemo_automodel/", "automodel"},
                                 FrameworkWord{"torchrec", "torchrec"},
                                 FrameworkWord{"KJTAllToAll", "torchrec"},
                                 FrameworkWord{"vllm/", "", kServes},
                                 FrameworkWord{"sglang/", "", kServes},
                                 FrameworkWord{"tensorrt_llm/", "", kServes},
                                 FrameworkWord{"FSDP::", "fsdp2"},
                                 FrameworkWord{"FullyShardedDataParallel", "fsdp2"},
                                 FrameworkWord{"transformers/", "huggingface"},
                                 FrameworkWord{"persia/", "persia"},
                                 FrameworkWord{"maxtext/", "maxtext"},
                                 FrameworkWord{"MaxText/", "maxtext"},
                                 FrameworkWord{"PjitFunction", "", kJax},
                                 FrameworkWord{"PjRtCApiLoadedExecutable", "", kJax}};

struct OptimizerWord {
    std::string_view part; ///< of a name, without capitals
    std::string_view optimizer;
};
/// "Optimizer.step#AdamW.step" of torch.optim; fused operations of its kernels. The first that a name has.
/// FusedAdam of NVIDIA/apex, Transformer Engine and DeepSpeed decays weights apart (adam_w_mode=True) unless
/// it is told not to.
constexpr std::array kOptimizers{OptimizerWord{"fusedadam", "adamw"}, OptimizerWord{"adamw", "adamw"},
                                 OptimizerWord{"adagrad", "adagrad"}, OptimizerWord{"adam", "adam"},
                                 OptimizerWord{"lamb", "lamb"},       OptimizerWord{"sgd", "sgd"}};

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

/// \p tables: it is a recommender's, which no framework trains by default.
void guessFramework(const core::Timeline& timeline, bool tables, Guess& guess)
{
    for (const FrameworkWord& one : kFrameworks) {
        if (const auto name = nameWith(timeline, one.part)) {
            if (one.framework.empty()) {
                guess.notKnown.push_back({"framework", core::phrase(one.why, {*name})});
                return;
            }
            guess.plans("framework", Value::ofText(std::string(one.framework)),
                        core::phrase(W_("the recording names %1"), {*name}));
            return;
        }
    }
    if (!tables && nameWith(timeline, "aten::"))
        guess.plans("framework", Value::ofText("huggingface"),
                    core::phrase(W_("PyTorch, and no framework above it is named")), Confidence::Medium);
}

/// The optimizer of the dense weights: where two step, that of tables is the plainer one.
void guessOptimizer(const core::Timeline& timeline, bool tables, Guess& guess)
{
    std::vector<std::pair<std::string_view, std::string>> found;
    for (std::size_t at = 0; at < timeline.names().size(); ++at) {
        const std::string name(timeline.names().text(core::NameId{at}));
        if (!name.starts_with("Optimizer.step#") && !name.starts_with("aten::_fused_"))
            continue;
        const std::string small = lower(name);
        for (const OptimizerWord& one : kOptimizers) {
            if (small.find(one.part) == std::string::npos)
                continue;
            if (std::ranges::none_of(found, [&](const auto& own) { return own.first == one.optimizer; }))
                found.emplace_back(one.optimizer, name);
            break;
        }
    }
    if (found.empty()) {
        guess.notKnown.push_back(
            {"optimizer", nameWith(timeline, "autograd::engine::")
                              ? core::phrase(W_("no step of an optimizer is named"))
                          : nameWith(timeline, "PjRt")
                              ? core::phrase(W_("XLA's operations do not name it"))
                              : core::phrase(W_("no gradients were computed: this is no training"))});
        return;
    }
    const bool plainer = found.size() > 1 && found[0].first == "sgd";
    const auto& dense = found[plainer ? 1 : 0];
    guess.plans("optimizer", Value::ofText(std::string(dense.first)),
                core::phrase(W_("the recording names %1"), {dense.second}),
                found.size() > 1 ? Confidence::Medium : Confidence::High);
    if (!tables || found.size() < 2 || !guess.model)
        return;
    const auto& sparse = found[plainer ? 0 : 1];
    for (Value& table : guess.model->member("tables").items)
        table.members.emplace_back("optimizer", Value::ofText(std::string(sparse.first)));
    guess.tells("model.tables.optimizer", Value::ofText(std::string(sparse.first)),
                core::phrase(W_("the recording names %1"), {sparse.second}), Confidence::Medium);
}

void guessHardware(const core::Catalog& catalog, const profiler::AnalysisInput& input, Guess& guess)
{
    const core::Run& run = input.run();
    const auto device =
        std::ranges::find(run.metadata, "device", &std::pair<std::string, std::string>::first);
    const std::string named = device == run.metadata.end() ? std::string() : device->second;
    if (!named.empty() && !input.hasDeviceWork()) {
        guess.notKnown.push_back(
            {"hardware", core::phrase(W_("the recording names %1 and has no work of it"), {named})});
    } else if (const auto hardware = recordedHardware(catalog, run)) {
        guess.hardware = hardware->name;
        guess.tells("hardware", Value::ofText(hardware->name),
                    core::phrase(W_("the recording names %1"), {named}));
    } else {
        guess.notKnown.push_back(
            {"hardware", named.empty() ? core::phrase(W_("the recording names no device"))
                                       : core::phrase(W_("the catalogue has no machine with %1"), {named})});
    }
}

/// A plan has one micro-batch for all ranks: \p step becomes that of a rank that has what most have, and the
/// others are told.
core::Result<core::Done> findOtherBatches(const profiler::AnalysisInput& input, const core::Task& task,
                                          OperationsOfStep& step, Guess& guess)
{
    SHARDSCOPE_TRY(const std::vector<RankSamples> all, samplesOfRanks(input, task));
    const auto ranksWith = [&](std::int64_t samples) {
        return std::ranges::count(all, samples, &RankSamples::samples);
    };
    const auto usual =
        std::ranges::max_element(all, {}, [&](const RankSamples& one) { return ranksWith(one.samples); });
    if (usual == all.end() || ranksWith(usual->samples) == std::ssize(all))
        return core::Done{};
    SHARDSCOPE_TRY(step, operationsOfStep(input, usual->part, true, task));
    for (const RankSamples& one : all) {
        if (one.samples != usual->samples)
            guess.notKnown.push_back(
                {"batch.micro_batch",
                 core::phrase(W_("rank %1 is called with %2 samples at once, most ranks with %3: a plan has "
                                 "one number for all"),
                              {std::to_string(one.rank), std::to_string(one.samples),
                               std::to_string(usual->samples)})});
    }
    return core::Done{};
}

/// The first rank with operations, as they are recorded of the training thread.
core::Result<OperationsOfStep> firstOperations(const profiler::AnalysisInput& input, const core::Task& task)
{
    OperationsOfStep best;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        if (!input.ranks()[part].ownsHost)
            continue;
        SHARDSCOPE_TRY(OperationsOfStep own, operationsOfStep(input, part, true, task));
        const bool tokens = std::ranges::any_of(own.operations, [](const RecordedOperation& one) {
            return one.name.starts_with("aten::embedding") && !one.backward;
        });
        if (best.operations.empty() || tokens)
            best = std::move(own);
        if (tokens)
            break;
    }
    return best;
}

} // namespace

std::optional<std::string> nameWith(const core::Timeline& timeline, std::string_view part)
{
    for (std::size_t at = 0; at < timeline.names().size(); ++at) {
        const std::string_view name = timeline.names().text(core::NameId{at});
        if (name.find(part) != std::string_view::npos)
            return std::string(name);
    }
    return std::nullopt;
}

std::string nameOfFramework(const Guess& guess)
{
    const Value* const framework = guess.plan.find("framework");
    return framework == nullptr ? std::string() : framework->text;
}

void Guess::tells(const std::string& key, Value value, std::string evidence, Confidence confidence)
{
    facts.push_back({key, std::move(value), std::move(evidence), confidence});
}

void Guess::plans(const std::string& key, Value value, std::string evidence, Confidence confidence)
{
    Value* at = &plan;
    std::string_view rest = key;
    for (auto dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
        at = &at->member(rest.substr(0, dot));
        at->kind = Value::Kind::Object;
        rest.remove_prefix(dot + 1);
    }
    at->member(rest) = value;
    tells(key, std::move(value), std::move(evidence), confidence);
}

std::vector<ForwardProduct> forwardProducts(const OperationsOfStep& step)
{
    std::vector<ForwardProduct> products;
    for (const RecordedOperation& one : step.operations) {
        const auto matrix = [&](std::size_t at) {
            return at < one.shapes.size() && one.shapes[at].size() == 2 ? one.shapes[at] : Shape{};
        };
        if (one.backward)
            continue;
        const std::size_t at = one.name == "aten::addmm" ? 2 : 1;
        const Shape weights = matrix(at);
        const bool turned = one.name == "aten::linear"; // [out, in]
        if (weights.empty() ||
            (!turned && one.name != "aten::addmm" && one.name != "aten::mm" && one.name != "aten::matmul"))
            continue;
        const bool bias =
            one.name == "aten::addmm" || (turned && one.shapes.size() > 2 && !one.shapes[2].empty());
        products.push_back({weights[turned ? 1 : 0], weights[turned ? 0 : 1],
                            at < one.types.size() ? one.types[at] : std::string(), bias});
    }
    return products;
}

std::int64_t microBatchesOf(const OperationsOfStep& step, std::int64_t otherwise)
{
    const auto calls = std::ranges::count_if(
        step.operations, [&](const RecordedOperation& one) { return !one.backward && isLoss(one); });
    return calls > 0 ? calls : otherwise;
}

core::Result<Guess> guessPlan(const core::Catalog& catalog, const core::RunPtr& whole, const core::Task& task)
{
    const profiler::Jobs jobs = profiler::jobsOf(*whole);
    SHARDSCOPE_TRY(const core::RunPtr run, jobs.several() ? profiler::selectedRun(whole, {}, task)
                                                          : core::Result<core::RunPtr>(whole));
    const profiler::AnalysisInput input(run);
    Guess guess;
    guess.plan = Value::ofMembers({});
    if (jobs.several())
        guess.notKnown.push_back({"run", core::phrase(W_("files of %1 jobs were opened; this is the first"),
                                                      {std::to_string(jobs.count)})});
    guessHardware(catalog, input, guess);
    SHARDSCOPE_TRY(OperationsOfStep step, firstOperations(input, task));
    SHARDSCOPE_TRY_DONE(findOtherBatches(input, task, step, guess));
    SHARDSCOPE_TRY(RankGuess ranks, guessRanks(input, task, guess));
    refineByShapes(step, ranks, guess);
    guessReplicas(input, step, ranks, guess);
    const ModelCut& cut = ranks.cut;
    const bool transformer = guessTransformer(catalog, step, cut, guess);
    const bool recommender = !transformer && guessRecommender(step, guess);
    if (!transformer && !recommender)
        guess.notKnown.push_back(
            {"model", step.operations.empty() && nameWith(*run->timeline, "PjRt")
                          ? core::phrase(W_("XLA's operations were recorded without the shapes of layers: "
                                            "the program's own configuration tells them"))
                      : step.operations.empty() ? core::phrase(W_("no operations of PyTorch were recorded"))
                      : !step.shapes ? core::phrase(W_("shapes were not recorded: record_shapes=True"))
                                     : core::phrase(W_("neither attention nor embedding bags are called"))});
    guessFramework(*run->timeline, recommender, guess);
    guessOptimizer(*run->timeline, recommender, guess);
    guessPrecision(step, *run->timeline, guess);
    guessSharding(*run->timeline, step, ranks, guess);
    SHARDSCOPE_TRY_DONE(guessSchedule(input, ranks, task, guess));
    return guess;
}

} // namespace shardscope::app
