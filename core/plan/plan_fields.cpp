// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_fields.h"

#include "core/base/joined.h"
#include "core/base/mapped.h"
#include "core/base/nearest.h"
#include "core/base/refusals.h"
#include "core/base/split_at.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"

#include <algorithm>
#include <charconv>

namespace shardscope::core {
namespace {

/// Bounds that keep every product of a plan's numbers exact in a double.
constexpr std::int64_t kMostDegree = 1'000'000;
constexpr std::int64_t kMostBatch = 1'000'000'000;

template <class Choice>
std::vector<std::string> wordsOf()
{
    return mapped<std::string>(valuesOf<Choice>(), [](Choice choice) { return nameOf(choice); });
}

PlanField field(const char* pointer, const char* option, const char* help, FieldForm form)
{
    PlanField made;
    made.key = {pointer, option, {}, help, {}, {}};
    made.form = form;
    return made;
}

/// Finds where a plan keeps a value: reads it of a constant plan and writes it of another.
template <class Part, class Value>
auto at(Part Plan::*part, Value Part::*value)
{
    return [ part, value ](auto& plan) -> auto& { return (plan.*part).*value; };
}
template <class Value>
auto at(Value Plan::*value)
{
    return [value](auto& plan) -> auto& { return plan.*value; };
}

/// \p member: as at() gives it, of a std::int64_t.
template <class Member>
PlanField whole(const char* pointer, const char* option, const char* help, std::int64_t lowest,
                std::int64_t highest, Member member)
{
    PlanField made = field(pointer, option, help, FieldForm::Whole);
    made.lowest = static_cast<double>(lowest);
    made.highest = static_cast<double>(highest);
    made.key.values = std::to_string(lowest) + "..";
    made.get = [member](const Plan& plan) { return FieldValue(member(plan)); };
    made.set = [member](PlanDraft& draft, const FieldValue& value) {
        member(draft.plan) = std::get<std::int64_t>(value);
    };
    return made;
}

template <class Member>
PlanField flag(const char* pointer, const char* option, const char* help, Member member)
{
    PlanField made = field(pointer, option, help, FieldForm::Flag);
    made.key.values = "true|false";
    made.get = [member](const Plan& plan) { return FieldValue(member(plan)); };
    made.set = [member](PlanDraft& draft, const FieldValue& value) {
        member(draft.plan) = std::get<bool>(value);
    };
    return made;
}

/// \p member: of a Choice.
template <class Choice, class Member>
PlanField word(const char* pointer, const char* option, const char* help, Member member)
{
    PlanField made = field(pointer, option, help, FieldForm::Word);
    made.words = wordsOf<Choice>();
    made.key.values = joined(made.words, "|");
    made.get = [member](const Plan& plan) { return FieldValue(std::string(nameOf(member(plan)))); };
    made.set = [member](PlanDraft& draft, const FieldValue& value) {
        member(draft.plan) = *fromName<Choice>(std::get<std::string>(value));
    };
    return made;
}

/// What a file says only where the calibration does not.
template <class Choice>
auto unlessCalibrated(Choice Plan::*member)
{
    return [member](const Plan& plan) {
        return plan.*member == Choice::Calibrated ? FieldValue()
                                                  : FieldValue(std::string(nameOf(plan.*member)));
    };
}

/// Said only where routing is not balanced.
PlanField expertImbalance()
{
    constexpr double kMost = 1000;
    PlanField made = field("/parallel/expert_imbalance", "expert-imbalance",
                           N_("Tokens of the busiest device with experts over the mean of those that share a "
                              "layer's experts; 1: as many each"),
                           FieldForm::Real);
    made.lowest = 1;
    made.highest = kMost;
    made.key.values = "1..";
    made.get = [](const Plan& plan) {
        return plan.expertImbalance > 1 ? FieldValue(plan.expertImbalance) : FieldValue();
    };
    made.set = [](PlanDraft& draft, const FieldValue& value) {
        draft.plan.expertImbalance = std::get<double>(value);
    };
    return made;
}

void addParallel(std::vector<PlanField>& fields)
{
    fields.push_back(whole("/parallel/tensor", "tensor", N_("Devices each layer is split over (t)"), 1,
                           kMostDegree, at(&Plan::axes, &Axes::tensor)));
    fields.push_back(whole("/parallel/pipeline", "pipeline", N_("Stages the layers are divided into (p)"), 1,
                           kMostDegree, at(&Plan::axes, &Axes::pipeline)));
    fields.push_back(whole("/parallel/replica", "replica", N_("Copies that share the batch (r)"), 1,
                           kMostDegree, at(&Plan::axes, &Axes::replica)));
    fields.push_back(whole("/parallel/context", "context", N_("Devices each sequence is divided over"), 1,
                           kMostDegree, at(&Plan::axes, &Axes::context)));
    fields.push_back(word<ContextExchange>("/parallel/context_exchange", "context-exchange",
                                           N_("How devices that share a sequence attend: keys and values go "
                                              "round, or each gets whole sequences of a part "
                                              "of the heads"),
                                           at(&Plan::contextExchange)));
    fields.back().get = [](const Plan& plan) {
        return plan.contextExchange == ContextExchange::Ring ? FieldValue()
                                                             : FieldValue(std::string("all_to_all"));
    };
    fields.push_back(whole("/parallel/expert", "expert",
                           N_("Devices the experts are divided over; divides replica times context"), 1,
                           kMostDegree, at(&Plan::axes, &Axes::expert)));
    fields.push_back(whole(
        "/parallel/expert_tensor", "expert-tensor",
        N_("Devices an expert is split over, which leaves more to divide the experts over; 0: as tensor"), 0,
        kMostDegree, at(&Plan::axes, &Axes::expertTensor)));
    fields.push_back(word<ExpertDispatch>("/parallel/expert_dispatch", "expert-dispatch",
                                          N_("Copies of a token on its way to experts: one an expert, or one "
                                             "a rank and node; calibrated: as its framework does"),
                                          at(&Plan::expertDispatch)));
    fields.back().get = unlessCalibrated(&Plan::expertDispatch);
    fields.push_back(flag("/parallel/expert_overlap", "expert-overlap",
                          N_("Another micro-batch computes while tokens travel to experts and back"),
                          at(&Plan::expertOverlap)));
    fields.back().get = [](const Plan& plan) { return plan.expertOverlap ? FieldValue(true) : FieldValue(); };
    fields.push_back(expertImbalance());
    fields.push_back(whole("/parallel/virtual_stages", "virtual-stages",
                           N_("Chunks of layers a stage holds, for the interleaved schedule"), 1, kMostDegree,
                           at(&Plan::axes, &Axes::virtualStages)));
    fields.push_back(flag("/parallel/sequence_parallel", "sequence-parallel",
                          N_("Divide norms and dropouts along the sequence over the tensor group"),
                          at(&Plan::axes, &Axes::sequenceParallel)));
    fields.push_back(
        whole("/parallel/tensor_second", "tensor-second",
              N_("Of the tensor group, devices that cut the hidden width too (2D); divides tensor"), 1,
              kMostDegree, at(&Plan::axes, &Axes::tensorSecond)));
}

void addBatch(std::vector<PlanField>& fields)
{
    // The three are tied together, so the draft keeps what was said and the plan is written at the end.
    const auto part = [&](const char* pointer, const char* option, const char* help,
                          std::optional<std::int64_t> PlanDraft::*said, std::int64_t Batch::*member) {
        PlanField made = field(pointer, option, help, FieldForm::Whole);
        made.lowest = 1;
        made.highest = static_cast<double>(kMostBatch);
        made.key.values = "1..";
        made.get = [member](const Plan& plan) { return FieldValue(plan.batch.*member); };
        made.set = [said](PlanDraft& draft, const FieldValue& value) {
            draft.*said = std::get<std::int64_t>(value);
        };
        fields.push_back(made);
    };
    part("/batch/micro_batch", "micro-batch", N_("Samples a replica takes at a time"), &PlanDraft::microBatch,
         &Batch::microBatch);
    part("/batch/micro_batches", "micro-batches", N_("Micro-batches a replica accumulates in a step"),
         &PlanDraft::microBatches, &Batch::microBatches);
    part("/batch/global_batch", "global-batch", N_("Samples of all replicas in a step"),
         &PlanDraft::globalBatch, &Batch::globalBatch);
    fields.push_back(whole("/batch/sequence_length", "sequence-length",
                           N_("Tokens of a sample; 0 or not given: the model's maximum"), 0, kMostBatch,
                           at(&Plan::batch, &Batch::sequenceLength)));
    fields.push_back(
        whole("/batch/decoder_sequence_length", "decoder-sequence-length",
              N_("Tokens that the decoder of an encoder-decoder sees; 0 or not given: as the encoder"), 0,
              kMostBatch, at(&Plan::batch, &Batch::decoderLength)));
    fields.push_back(
        whole("/batch/packed_length", "packed-length",
              N_("Mean tokens of the samples packed into a sequence, whose attention stays within each; "
                 "0: one sample fills it"),
              0, kMostBatch, at(&Plan::batch, &Batch::packedLength)));
    fields.back().get = [](const Plan& plan) {
        return plan.batch.packedLength > 0 ? FieldValue(plan.batch.packedLength) : FieldValue();
    };
}

void addSharding(std::vector<PlanField>& fields)
{
    fields.push_back(whole("/sharding/weights", "sharding-weights",
                           N_("Replicas the weights are divided over (rts)"), 1, kMostDegree,
                           at(&Plan::sharding, &Sharding::weights)));
    fields.back().key.alias = "rts";
    fields.push_back(whole("/sharding/gradients", "sharding-gradients",
                           N_("Replicas the gradients are divided over"), 1, kMostDegree,
                           at(&Plan::sharding, &Sharding::gradients)));
    fields.push_back(whole("/sharding/optimizer", "sharding-optimizer",
                           N_("Replicas the optimizer's state is divided over (rts')"), 1, kMostDegree,
                           at(&Plan::sharding, &Sharding::optimizer)));
    fields.back().key.alias = "rts-optimizer";
    PlanField zero =
        field("/sharding/zero_stage", "zero-stage",
              N_("Preset of the three degrees over all replicas: ZeRO 0, 1, 2 or 3"), FieldForm::Whole);
    zero.highest = 3;
    zero.key.values = "0..3";
    zero.get = [](const Plan&) { return FieldValue(); }; // the degrees say the same
    zero.set = [](PlanDraft& draft, const FieldValue& value) {
        draft.zeroStage = std::get<std::int64_t>(value);
    };
    fields.push_back(zero);
}

/// A dtype that may be absent; \p none is the word for that, or empty where absence is not written.
template <class Member>
PlanField optionalDtype(const char* pointer, const char* option, const char* help, const std::string& none,
                        Member member)
{
    PlanField made = field(pointer, option, help, FieldForm::Word);
    made.words = wordsOf<Dtype>();
    if (!none.empty())
        made.words.push_back(none);
    made.key.values = joined(made.words, "|");
    made.get = [member, none](const Plan& plan) {
        const std::optional<Dtype>& dtype = member(plan);
        if (!dtype)
            return none.empty() ? FieldValue() : FieldValue(none);
        return FieldValue(std::string(nameOf(*dtype)));
    };
    made.set = [member](PlanDraft& draft, const FieldValue& value) {
        member(draft.plan) = fromName<Dtype>(std::get<std::string>(value)); // the word for none is no dtype
    };
    return made;
}

void addPrecision(std::vector<PlanField>& fields)
{
    fields.push_back(word<Dtype>("/precision/weights", "precision-weights",
                                 N_("Number format of the weights"),
                                 at(&Plan::precision, &Precision::weights)));
    fields.push_back(
        word<Dtype>("/precision/gradients", "precision-gradients",
                    N_("Number format of the gradients; that of the weights where not given, bf16 "
                       "under narrower ones"),
                    at(&Plan::precision, &Precision::gradients)));
    fields.push_back(optionalDtype("/precision/master", "master",
                                   N_("Number format of master weights, or none"), "none",
                                   at(&Plan::precision, &Precision::master)));
    fields.push_back(word<Dtype>("/precision/optimizer_state", "optimizer-state",
                                 N_("Number format of the optimizer's state"),
                                 at(&Plan::precision, &Precision::optimizerState)));
    fields.push_back(flag("/precision/autocast", "autocast",
                          N_("Compute 32-bit weights in 16 bits (autocast)"),
                          at(&Plan::precision, &Precision::autocast)));
    fields.push_back(optionalDtype("/precision/compute", "compute",
                                   N_("Number format of computation where it differs from the weights"), "",
                                   at(&Plan::precision, &Precision::compute)));
    fields.push_back(
        optionalDtype("/precision/attention", "attention-format",
                      N_("Number format of the products inside fused attention, where 8 bits wide"), "",
                      at(&Plan::precision, &Precision::attention)));
    fields.back().words = {"fp8", "mxfp8"};
    fields.back().key.values = joined(fields.back().words, "|");
}

void addResidency(std::vector<PlanField>& fields)
{
    fields.push_back(word<Tier>("/residency/weights", "residency-weights",
                                N_("Memory that holds the weights between uses"),
                                at(&Plan::residency, &Residency::weights)));
    fields.push_back(word<Tier>("/residency/gradients", "residency-gradients",
                                N_("Memory that holds the gradients"),
                                at(&Plan::residency, &Residency::gradients)));
    fields.push_back(word<Tier>("/residency/optimizer", "residency-optimizer",
                                N_("Memory that holds the optimizer's state and master weights"),
                                at(&Plan::residency, &Residency::optimizer)));
    fields.push_back(word<Tier>("/residency/activations", "residency-activations",
                                N_("Memory that holds activations until backward"),
                                at(&Plan::residency, &Residency::activations)));
}

/// One word more than there are schedules: DualPipe, a preset like ZeRO's stages.
PlanField schedule()
{
    PlanField made = word<Schedule>("/schedule", "schedule", N_("Order of micro-batches in the pipeline"),
                                    at(&Plan::schedule));
    made.words.emplace_back(kTwoWays);
    made.key.values = joined(made.words, "|");
    made.set = [](PlanDraft& draft, const FieldValue& value) {
        const auto& name = std::get<std::string>(value);
        draft.twoWays = name == kTwoWays;
        draft.plan.schedule = draft.twoWays ? Schedule::DualPipeV : *fromName<Schedule>(name);
    };
    return made;
}

/// One of four words, or parts of a layer joined by "+".
PlanField recompute()
{
    PlanField made = word<Recompute>(
        "/recompute", "recompute",
        N_("Activations computed again in backward: selective is core_attn, operations all but "
           "attention and every second product (torchtitan); other parts of a "
           "layer by Megatron Core's names, several joined by +"),
        at(&Plan::recompute));
    made.words.push_back(nameOf(Recompute::ByOperations));
    for (const auto& [part, name] : recomputeParts())
        made.words.emplace_back(name);
    made.key.values = joined(made.words, "|");
    made.accepts = [words = made.words](const std::string& text) -> Result<Done> {
        if (fromName<Recompute>(text))
            return Done{};
        const std::string last = splitAt(text, '+').back();
        return Error{ErrorCode::UnknownValue, {text, nearestName(last, words), joined(words)}};
    };
    return made;
}

std::optional<Release> releaseOf(const std::string& text)
{
    const std::vector<std::string> parts = splitAt(text, '.');
    std::vector<std::int32_t> numbers;
    for (const std::string& part : parts) {
        std::int32_t value = -1;
        const char* const end = part.data() + part.size();
        if (std::from_chars(part.data(), end, value).ptr != end || value < 0)
            return std::nullopt;
        numbers.push_back(value);
    }
    return numbers.size() == 2 || numbers.size() == 3 ? std::optional(Release{numbers[0], numbers[1]})
                                                      : std::nullopt;
}

/// Of "0.13.1" the first two numbers: what a framework has changes with them.
PlanField release()
{
    PlanField made =
        field("/framework_release", "framework-release",
              N_("Which release of the framework trains; left out: the newest that is known here"),
              FieldForm::Word);
    made.key.values = "0.13";
    made.accepts = [](const std::string& text) -> Result<Done> {
        if (!releaseOf(text))
            return unknownValue(text, {"0.13"});
        return Done{};
    };
    made.get = [](const Plan& plan) {
        return plan.release ? FieldValue(std::to_string(plan.release->whole) + "." +
                                         std::to_string(plan.release->part))
                            : FieldValue();
    };
    made.set = [](PlanDraft& draft, const FieldValue& value) {
        draft.plan.release = releaseOf(std::get<std::string>(value));
    };
    return made;
}

/// What turns on or off of the framework; a later word outweighs an earlier one.
PlanField options()
{
    PlanField made =
        field("/options", "framework-options",
              N_("What the framework does only where it is told to, by its own words"), FieldForm::WordMap);
    made.words = {"on", "off"};
    made.accepts = [words = made.words](const std::string& word) -> Result<Done> {
        if (std::ranges::find(words, word) == words.end())
            return unknownValue(word, words);
        return Done{};
    };
    made.key.values = "tp_comm_overlap=on,…";
    made.get = [](const Plan& plan) {
        WordMap map;
        for (const auto& [option, on] : plan.options)
            map.emplace(option, on ? "on" : "off");
        return map.empty() ? FieldValue() : FieldValue(map);
    };
    made.set = [](PlanDraft& draft, const FieldValue& value) {
        for (const auto& [option, word] : std::get<WordMap>(value))
            draft.plan.options[option] = word == "on";
    };
    return made;
}

void addChoices(std::vector<PlanField>& fields)
{
    fields.push_back(schedule());
    addSharding(fields);
    fields.push_back(recompute());
    fields.push_back(
        word<Attention>("/attention", "attention", N_("Attention kernel"), at(&Plan::attention)));
    fields.push_back(
        word<GatheredInputs>("/gathered_inputs", "gathered-inputs",
                             N_("With sequence parallelism: keep gathered activations or gather them again"),
                             at(&Plan::gatheredInputs)));
    addPrecision(fields);
    fields.push_back(word<OptimizerKind>("/optimizer", "optimizer", N_("Optimizer"), at(&Plan::optimizer)));
    addResidency(fields);
    fields.push_back(whole("/phases", "phases",
                           N_("Parts of a stage that run one after another; 0: the whole stage is resident"),
                           0, kMostDegree, at(&Plan::phases)));
    fields.push_back(word<Tier>("/phase_source", "phase-source", N_("Memory the phases are loaded from"),
                                at(&Plan::phaseSource)));
    fields.back().words = {"streaming", "host", "nvme"};
    fields.back().key.values = joined(fields.back().words, "|");
    fields.push_back(word<Framework>("/framework", "framework",
                                     N_("Whose program trains: its kernels, saved tensors and habits"),
                                     at(&Plan::implementation)));
    fields.back().key.alias = "implementation";
    fields.back().key.former = "/implementation";
    fields.push_back(release());
    fields.push_back(options());
    fields.push_back(word<Kernels>("/kernels", "kernels", N_("Fused kernels, or one for each operation"),
                                   at(&Plan::kernels)));
    fields.push_back(
        word<Kernels>("/norm_kernels", "norm-kernels",
                      N_("RMS norms beside fused kernels: fused too, or one operation after another"),
                      at(&Plan::normKernels)));
    fields.back().get = [](const Plan& plan) {
        return plan.normKernels == Kernels::Fused ? FieldValue() : FieldValue(std::string("separate"));
    };
    fields.push_back(
        word<ExpertKernels>("/expert_kernels", "expert-kernels",
                            N_("Experts' activations and casts: kernels of their own, or part of the grouped "
                               "products; calibrated: as in the calibration's runs"),
                            at(&Plan::expertKernels)));
    fields.back().get = unlessCalibrated(&Plan::expertKernels);
    fields.push_back(word<CudaGraphs>("/cuda_graphs", "cuda-graphs",
                                      N_("What CUDA graphs launch in the host's place: nothing, all of a "
                                         "layer but its experts, or the whole "
                                         "step; calibrated: as in the calibration's runs"),
                                      at(&Plan::cudaGraphs)));
    fields.back().get = unlessCalibrated(&Plan::cudaGraphs);
    fields.push_back(flag("/dropout", "dropout", N_("Dropouts are on"), at(&Plan::dropout)));
    fields.push_back(flag("/fused_cross_entropy", "fused-cross-entropy",
                          N_("Loss without a 32-bit copy of the logits"), at(&Plan::fusedCrossEntropy)));
}

void addBuckets(std::vector<PlanField>& fields)
{
    constexpr std::int64_t kMostElements = 1'000'000'000'000;
    fields.push_back(whole("/buckets/reduce", "reduce-bucket",
                           N_("DeepSpeed: elements of gradients reduced at a time"), 1, kMostElements,
                           at(&Plan::buckets, &Buckets::reduce)));
    fields.push_back(whole("/buckets/prefetch", "prefetch-bucket",
                           N_("DeepSpeed: elements of weights gathered ahead"), 0, kMostElements,
                           at(&Plan::buckets, &Buckets::prefetch)));
    fields.push_back(whole("/buckets/live_parameters", "live-parameters",
                           N_("DeepSpeed: elements of weights that stay gathered at most"), 0, kMostElements,
                           at(&Plan::buckets, &Buckets::liveParameters)));
    fields.push_back(whole("/buckets/persistence", "persistence-threshold",
                           N_("DeepSpeed: tensors of fewer elements always stay gathered"), 0, kMostElements,
                           at(&Plan::buckets, &Buckets::persistence)));
    fields.push_back(flag("/buckets/contiguous", "contiguous-gradients",
                          N_("DeepSpeed: gradients are reduced out of a buffer made beforehand"),
                          at(&Plan::buckets, &Buckets::contiguous)));
}

void addInProcessor(std::vector<PlanField>& fields)
{
    fields.push_back(whole("/in_processor/io_tiles", "io-tiles",
                           N_("IPU: tiles that only stream, beside those that compute"), 0,
                           kProcessorTiles - 1, at(&Plan::inProcessor, &InProcessor::ioTiles)));
    fields.push_back(whole("/in_processor/available_memory_percent", "available-memory-percent",
                           N_("IPU: share of the memory set aside for an operation's temporaries"), 0, 99,
                           at(&Plan::inProcessor, &InProcessor::memoryPercent)));
}

void addAdapters(std::vector<PlanField>& fields)
{
    constexpr std::int64_t kHighestRank = 65536;
    fields.push_back(
        whole("/lora/rank", "lora-rank",
              N_("Rank of the adapters that learn beside frozen weights (LoRA); 0: all weights learn"), 0,
              kHighestRank, at(&Plan::adapters, &Adapters::rank)));
    fields.back().get = [](const Plan& plan) {
        return plan.adapters.any() ? FieldValue(plan.adapters.rank) : FieldValue();
    };
    fields.push_back(word<AdapterTargets>(
        "/lora/targets", "lora-targets",
        N_("Matrices that get an adapter: attention's, all of a layer, or those that make queries, "
           "keys and values"),
        at(&Plan::adapters, &Adapters::targets)));
    fields.back().get = [](const Plan& plan) {
        return plan.adapters.any() ? FieldValue(std::string(nameOf(plan.adapters.targets))) : FieldValue();
    };
}

PlanField weightsAfterForward()
{
    PlanField made = field("/weights_after_forward", "weights-after-forward",
                           N_("Sharded weights are dropped after forward, or kept"), FieldForm::Word);
    made.words = {"resharded", "kept"};
    made.key.values = joined(made.words, "|");
    made.get = [](const Plan& plan) {
        return FieldValue(std::string(plan.keepWeightsAfterForward ? "kept" : "resharded"));
    };
    made.set = [](PlanDraft& draft, const FieldValue& value) {
        draft.plan.keepWeightsAfterForward = std::get<std::string>(value) == "kept";
    };
    return made;
}

/// A number for each stage; \p sample: what is written.
PlanField byStage(const char* pointer, const char* option, const char* help, const char* sample,
                  std::vector<std::int64_t> Plan::*member)
{
    PlanField made = field(pointer, option, help, FieldForm::WholeList);
    made.highest = static_cast<double>(kMostDegree);
    made.key.values = sample;
    made.get = [member](const Plan& plan) {
        return (plan.*member).empty() ? FieldValue() : FieldValue(plan.*member);
    };
    made.set = [member](PlanDraft& draft, const FieldValue& value) {
        draft.plan.*member = std::get<std::vector<std::int64_t>>(value);
    };
    return made;
}

PlanField wire()
{
    PlanField made =
        field("/wire", "wire", N_("Number format on the wire of each collective"), FieldForm::WordMap);
    made.names = {"all_reduce",         "all_gather",          "reduce_scatter", "send_receive",
                  "all_to_all_forward", "all_to_all_backward", "logits"};
    made.words = wordsOf<Dtype>();
    made.key.values = "all_reduce=bf16,…";
    made.get = [](const Plan& plan) {
        WordMap map;
        for (const auto& [collective, dtype] : plan.wire)
            map.emplace(collective, nameOf(dtype));
        return map.empty() ? FieldValue() : FieldValue(map);
    };
    made.set = [](PlanDraft& draft, const FieldValue& value) {
        for (const auto& [collective, dtype] : std::get<WordMap>(value))
            draft.plan.wire[collective] = *fromName<Dtype>(dtype);
    };
    return made;
}

PlanField placement()
{
    PlanField made =
        field("/placement", "placement",
              N_("What is fixed for embedding tables: shardings, kernels, device N"), FieldForm::WordMap);
    made.key.values = "t3=row_wise,t4=table_wise fused device 3,…";
    made.accepts = [](const std::string& text) -> Result<Done> {
        SHARDSCOPE_TRY([[maybe_unused]] const TableConstraint constraint, tableConstraintFromText(text));
        return Done{};
    };
    made.get = [](const Plan& plan) {
        WordMap map;
        for (const auto& [table, constraint] : plan.placement)
            map.emplace(table, textOf(constraint));
        return map.empty() ? FieldValue() : FieldValue(map);
    };
    made.set = [](PlanDraft& draft, const FieldValue& value) {
        for (const auto& [table, text] : std::get<WordMap>(value))
            draft.plan.placement[table] = *tableConstraintFromText(text);
    };
    return made;
}

void addConsistency(std::vector<PlanField>& fields)
{
    fields.push_back(word<Consistency>("/consistency/dense", "dense", N_("Update of the dense weights"),
                                       at(&Plan::consistency, &ConsistencyPlan::dense)));
    fields.push_back(word<Consistency>("/consistency/embedding", "embedding",
                                       N_("Update of the embedding tables"),
                                       at(&Plan::consistency, &ConsistencyPlan::embedding)));
    fields.push_back(whole("/consistency/staleness", "staleness",
                           N_("Steps an asynchronous reader may be behind"), 0, kMostDegree,
                           at(&Plan::consistency, &ConsistencyPlan::staleness)));
    fields.push_back(flag(
        "/consistency/prefetch", "prefetch",
        N_("Embeddings, or the ids of sharded ones, travel while earlier batches train; false: naive hybrid"),
        at(&Plan::consistency, &ConsistencyPlan::prefetch)));
}

/// 0: not said.
void addTraining(std::vector<PlanField>& fields)
{
    constexpr std::int64_t kMostSeen = 1'000'000'000'000'000; // exact in a double
    const auto part = [&](const char* pointer, const char* option, const char* help,
                          std::int64_t Training::*member) {
        fields.push_back(whole(pointer, option, help, 0, kMostSeen, at(&Plan::training, member)));
    };
    part("/training/tokens", "training-tokens", N_("Tokens the whole training sees"), &Training::tokens);
    part("/training/samples", "training-samples", N_("Samples the whole training sees"), &Training::samples);
    part("/training/epochs", "training-epochs", N_("Times the whole training sees its data set"),
         &Training::epochs);
    part("/training/dataset_samples", "dataset-samples", N_("Samples of one epoch"),
         &Training::datasetSamples);
}

} // namespace

const std::vector<PlanField>& planFields()
{
    static const std::vector<PlanField> fields = [] {
        std::vector<PlanField> made;
        addParallel(made);
        addBatch(made);
        addChoices(made);
        made.push_back(weightsAfterForward());
        made.push_back(
            whole("/kept_layers", "kept-layers",
                  N_("Sharded weights of so many layers of each stage, the last ones, are kept after "
                     "forward where those of others are dropped"),
                  0, kMostDegree, at(&Plan::keptLayers)));
        made.push_back(byStage(
            "/layers_per_stage", "layers-per-stage",
            N_("Layers of each pipeline stage, or of each chunk where stages hold several; even where "
               "not given"),
            "3,7,7,7", &Plan::layersPerStage));
        made.push_back(
            byStage("/recompute_layers", "recompute-layers",
                    N_("Layers of each stage that recompute, the first ones: one number for all stages, "
                       "or one a stage; all where not given"),
                    "4|4,2,0,0", &Plan::recomputeLayers));
        made.push_back(whole("/offloaded_percent", "offloaded-percent",
                             N_("Share of the optimizer's state that lies where its residency says; the rest "
                                "stays on the device"),
                             1, 100, at(&Plan::offloadedPercent)));
        made.push_back(whole("/offloaded_layers", "offloaded-layers",
                             N_("So many layers of each stage, the first ones, leave their activations where "
                                "their residency says; 0: all"),
                             0, kMostDegree, at(&Plan::offloadedLayers)));
        made.push_back(wire());
        addConsistency(made);
        made.push_back(flag("/partitioned_activations", "partitioned-activations",
                            N_("Cut the checkpoints of a full recompute over the tensor group"),
                            at(&Plan::partitionedActivations)));
        addBuckets(made);
        addInProcessor(made);
        addAdapters(made);
        addTraining(made);
        made.push_back(placement());
        return made;
    }();
    return fields;
}

const PlanField* planField(std::string_view pointer)
{
    const std::vector<PlanField>& fields = planFields();
    const auto found =
        std::ranges::find_if(fields, [&](const PlanField& field) { return field.key.pointer == pointer; });
    return found == fields.end() ? nullptr : &*found;
}

const std::vector<PlanKey>& planKeys()
{
    static const std::vector<PlanKey> keys = [] { return mapped<PlanKey>(planFields(), &PlanField::key); }();
    return keys;
}

} // namespace shardscope::core
