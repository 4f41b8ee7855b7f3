// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_fields.h"

#include "core/plan/plan_names.h"

namespace shardscope::core {
namespace {

/// Bounds that keep every product of a plan's numbers exact in a double.
constexpr std::int64_t kMostDegree = 1'000'000;
constexpr std::int64_t kMostBatch = 1'000'000'000;

std::string joined(const std::vector<std::string>& words, const char* between)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

template <class Choice>
std::vector<std::string> wordsOf()
{
    std::vector<std::string> words;
    for (const auto& named : choiceNames<Choice>())
        words.emplace_back(named.name);
    return words;
}

PlanField field(const char* pointer, const char* option, const char* help, FieldForm form)
{
    PlanField made;
    made.key = {pointer, option, {}, help, {}};
    made.form = form;
    return made;
}

/// \p member: std::int64_t& (Plan&).
template <class Member>
PlanField whole(const char* pointer, const char* option, const char* help, std::int64_t lowest,
                std::int64_t highest, Member member)
{
    PlanField made = field(pointer, option, help, FieldForm::Whole);
    made.lowest = lowest;
    made.highest = highest;
    made.key.values = std::to_string(lowest) + "..";
    made.get = [member](const Plan& plan) {
        return FieldValue(member(const_cast<Plan&>(plan)));
    }; // NOLINT: reads only
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
    made.get = [member](const Plan& plan) {
        return FieldValue(member(const_cast<Plan&>(plan)));
    }; // NOLINT: reads only
    made.set = [member](PlanDraft& draft, const FieldValue& value) {
        member(draft.plan) = std::get<bool>(value);
    };
    return made;
}

/// \p member: Choice& (Plan&).
template <class Choice, class Member>
PlanField word(const char* pointer, const char* option, const char* help, Member member)
{
    PlanField made = field(pointer, option, help, FieldForm::Word);
    made.words = wordsOf<Choice>();
    made.key.values = joined(made.words, "|");
    made.get = [member](const Plan& plan) {
        return FieldValue(
            std::string(choiceName<Choice>(member(const_cast<Plan&>(plan))))); // NOLINT: reads only
    };
    made.set = [member](PlanDraft& draft, const FieldValue& value) {
        member(draft.plan) = *choiceFromName<Choice>(std::get<std::string>(value));
    };
    return made;
}

void addParallel(std::vector<PlanField>& fields)
{
    fields.push_back(whole("/parallel/tensor", "tensor", "Devices each layer is split over (t)", 1,
                           kMostDegree, [](Plan& plan) -> std::int64_t& { return plan.axes.tensor; }));
    fields.push_back(whole("/parallel/pipeline", "pipeline", "Stages the layers are divided into (p)", 1,
                           kMostDegree, [](Plan& plan) -> std::int64_t& { return plan.axes.pipeline; }));
    fields.push_back(whole("/parallel/replica", "replica", "Copies that share the batch (r)", 1, kMostDegree,
                           [](Plan& plan) -> std::int64_t& { return plan.axes.replica; }));
    fields.push_back(whole("/parallel/context", "context", "Devices each sequence is divided over", 1,
                           kMostDegree, [](Plan& plan) -> std::int64_t& { return plan.axes.context; }));
    fields.push_back(whole("/parallel/expert", "expert",
                           "Devices the experts are divided over; divides replica times context", 1,
                           kMostDegree, [](Plan& plan) -> std::int64_t& { return plan.axes.expert; }));
    fields.push_back(whole("/parallel/virtual_stages", "virtual-stages",
                           "Chunks of layers a stage holds, for the interleaved schedule", 1, kMostDegree,
                           [](Plan& plan) -> std::int64_t& { return plan.axes.virtualStages; }));
    fields.push_back(flag("/parallel/sequence_parallel", "sequence-parallel",
                          "Divide norms and dropouts along the sequence over the tensor group",
                          [](Plan& plan) -> bool& { return plan.axes.sequenceParallel; }));
}

void addBatch(std::vector<PlanField>& fields)
{
    // The three are tied together, so the draft keeps what was said and the plan is written at the end.
    const auto part = [&](const char* pointer, const char* option, const char* help,
                          std::optional<std::int64_t> PlanDraft::*said, std::int64_t Batch::*member) {
        PlanField made = field(pointer, option, help, FieldForm::Whole);
        made.lowest = 1;
        made.highest = kMostBatch;
        made.key.values = "1..";
        made.get = [member](const Plan& plan) { return FieldValue(plan.batch.*member); };
        made.set = [said](PlanDraft& draft, const FieldValue& value) {
            draft.*said = std::get<std::int64_t>(value);
        };
        fields.push_back(made);
    };
    part("/batch/micro_batch", "micro-batch", "Samples a replica takes at a time", &PlanDraft::microBatch,
         &Batch::microBatch);
    part("/batch/micro_batches", "micro-batches", "Micro-batches a replica accumulates in a step",
         &PlanDraft::microBatches, &Batch::microBatches);
    part("/batch/global_batch", "global-batch", "Samples of all replicas in a step", &PlanDraft::globalBatch,
         &Batch::globalBatch);
    fields.push_back(whole("/batch/sequence_length", "sequence-length",
                           "Tokens of a sample; the model's maximum where not given", 1, kMostBatch,
                           [](Plan& plan) -> std::int64_t& { return plan.batch.sequenceLength; }));
}

void addSharding(std::vector<PlanField>& fields)
{
    fields.push_back(whole("/sharding/weights", "sharding-weights",
                           "Replicas the weights are divided over (rts)", 1, kMostDegree,
                           [](Plan& plan) -> std::int64_t& { return plan.sharding.weights; }));
    fields.back().key.alias = "rts";
    fields.push_back(whole("/sharding/gradients", "sharding-gradients",
                           "Replicas the gradients are divided over", 1, kMostDegree,
                           [](Plan& plan) -> std::int64_t& { return plan.sharding.gradients; }));
    fields.push_back(whole("/sharding/optimizer", "sharding-optimizer",
                           "Replicas the optimizer's state is divided over (rts')", 1, kMostDegree,
                           [](Plan& plan) -> std::int64_t& { return plan.sharding.optimizer; }));
    fields.back().key.alias = "rts-optimizer";
    PlanField zero =
        field("/sharding/zero_stage", "zero-stage",
              "Preset of the three degrees over all replicas: ZeRO 0, 1, 2 or 3", FieldForm::Whole);
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
        const std::optional<Dtype>& dtype = member(const_cast<Plan&>(plan)); // NOLINT: reads only
        if (!dtype)
            return none.empty() ? FieldValue() : FieldValue(none);
        return FieldValue(std::string(nameOf(*dtype)));
    };
    made.set = [member](PlanDraft& draft, const FieldValue& value) {
        member(draft.plan) = dtypeFromName(std::get<std::string>(value)); // the word for none is no dtype
    };
    return made;
}

void addPrecision(std::vector<PlanField>& fields)
{
    fields.push_back(word<Dtype>("/precision/weights", "precision-weights", "Number format of the weights",
                                 [](Plan& plan) -> Dtype& { return plan.precision.weights; }));
    fields.push_back(word<Dtype>("/precision/gradients", "precision-gradients",
                                 "Number format of the gradients; that of the weights where not given",
                                 [](Plan& plan) -> Dtype& { return plan.precision.gradients; }));
    fields.push_back(
        optionalDtype("/precision/master", "master", "Number format of master weights, or none", "none",
                      [](Plan& plan) -> std::optional<Dtype>& { return plan.precision.master; }));
    fields.push_back(word<Dtype>("/precision/optimizer_state", "optimizer-state",
                                 "Number format of the optimizer's state",
                                 [](Plan& plan) -> Dtype& { return plan.precision.optimizerState; }));
    fields.push_back(flag("/precision/autocast", "autocast", "Compute 32-bit weights in 16 bits (autocast)",
                          [](Plan& plan) -> bool& { return plan.precision.autocast; }));
    fields.push_back(optionalDtype(
        "/precision/compute", "compute", "Number format of computation where it differs from the weights", "",
        [](Plan& plan) -> std::optional<Dtype>& { return plan.precision.compute; }));
}

void addResidency(std::vector<PlanField>& fields)
{
    fields.push_back(word<Tier>("/residency/weights", "residency-weights",
                                "Memory that holds the weights between uses",
                                [](Plan& plan) -> Tier& { return plan.residency.weights; }));
    fields.push_back(word<Tier>("/residency/gradients", "residency-gradients",
                                "Memory that holds the gradients",
                                [](Plan& plan) -> Tier& { return plan.residency.gradients; }));
    fields.push_back(word<Tier>("/residency/optimizer", "residency-optimizer",
                                "Memory that holds the optimizer's state and master weights",
                                [](Plan& plan) -> Tier& { return plan.residency.optimizer; }));
    fields.push_back(word<Tier>("/residency/activations", "residency-activations",
                                "Memory that holds activations until backward",
                                [](Plan& plan) -> Tier& { return plan.residency.activations; }));
}

void addChoices(std::vector<PlanField>& fields)
{
    fields.push_back(word<Schedule>("/schedule", "schedule", "Order of micro-batches in the pipeline",
                                    [](Plan& plan) -> Schedule& { return plan.schedule; }));
    addSharding(fields);
    fields.push_back(word<Recompute>("/recompute", "recompute", "Activations computed again in backward",
                                     [](Plan& plan) -> Recompute& { return plan.recompute; }));
    fields.push_back(word<Attention>("/attention", "attention", "Attention kernel",
                                     [](Plan& plan) -> Attention& { return plan.attention; }));
    fields.push_back(
        word<GatheredInputs>("/gathered_inputs", "gathered-inputs",
                             "With sequence parallelism: keep gathered activations or gather them again",
                             [](Plan& plan) -> GatheredInputs& { return plan.gatheredInputs; }));
    addPrecision(fields);
    fields.push_back(word<OptimizerKind>("/optimizer", "optimizer", "Optimizer",
                                         [](Plan& plan) -> OptimizerKind& { return plan.optimizer; }));
    addResidency(fields);
    fields.push_back(whole("/phases", "phases",
                           "Parts of a stage that run one after another; 0: the whole stage is resident", 0,
                           kMostDegree, [](Plan& plan) -> std::int64_t& { return plan.phases; }));
    fields.push_back(word<Tier>("/phase_source", "phase-source", "Memory the phases are loaded from",
                                [](Plan& plan) -> Tier& { return plan.phaseSource; }));
    fields.back().words = {"streaming", "host", "nvme"};
    fields.back().key.values = joined(fields.back().words, "|");
    fields.push_back(word<Implementation>("/implementation", "implementation",
                                          "Whose kernels and saved tensors are meant",
                                          [](Plan& plan) -> Implementation& { return plan.implementation; }));
    fields.push_back(word<Kernels>("/kernels", "kernels", "Fused kernels, or one for each operation",
                                   [](Plan& plan) -> Kernels& { return plan.kernels; }));
    fields.push_back(
        flag("/dropout", "dropout", "Dropouts are on", [](Plan& plan) -> bool& { return plan.dropout; }));
    fields.push_back(flag("/fused_cross_entropy", "fused-cross-entropy",
                          "Loss without a 32-bit copy of the logits",
                          [](Plan& plan) -> bool& { return plan.fusedCrossEntropy; }));
}

PlanField weightsAfterForward()
{
    PlanField made = field("/weights_after_forward", "weights-after-forward",
                           "Sharded weights are dropped after forward, or kept", FieldForm::Word);
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

PlanField layersPerStage()
{
    PlanField made = field("/layers_per_stage", "layers-per-stage",
                           "Layers of each pipeline stage; even where not given", FieldForm::WholeList);
    made.highest = kMostDegree;
    made.key.values = "3,7,7,7";
    made.get = [](const Plan& plan) {
        return plan.layersPerStage.empty() ? FieldValue() : FieldValue(plan.layersPerStage);
    };
    made.set = [](PlanDraft& draft, const FieldValue& value) {
        draft.plan.layersPerStage = std::get<std::vector<std::int64_t>>(value);
    };
    return made;
}

PlanField wire()
{
    PlanField made =
        field("/wire", "wire", "Number format on the wire of each collective", FieldForm::WordMap);
    made.names = {"all_reduce",   "all_gather",         "reduce_scatter",
                  "send_receive", "all_to_all_forward", "all_to_all_backward"};
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
            draft.plan.wire[collective] = *dtypeFromName(dtype);
    };
    return made;
}

void addConsistency(std::vector<PlanField>& fields)
{
    fields.push_back(word<Consistency>("/consistency/dense", "dense", "Update of the dense weights",
                                       [](Plan& plan) -> Consistency& { return plan.consistency.dense; }));
    fields.push_back(
        word<Consistency>("/consistency/embedding", "embedding", "Update of the embedding tables",
                          [](Plan& plan) -> Consistency& { return plan.consistency.embedding; }));
    fields.push_back(whole("/consistency/staleness", "staleness",
                           "Steps an asynchronous reader may be behind", 0, kMostDegree,
                           [](Plan& plan) -> std::int64_t& { return plan.consistency.staleness; }));
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
        made.push_back(layersPerStage());
        made.push_back(wire());
        addConsistency(made);
        return made;
    }();
    return fields;
}

const std::vector<PlanKey>& planKeys()
{
    static const std::vector<PlanKey> keys = [] {
        std::vector<PlanKey> made;
        for (const PlanField& field : planFields())
            made.push_back(field.key);
        return made;
    }();
    return keys;
}

} // namespace shardscope::core
