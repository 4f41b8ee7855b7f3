// SPDX-License-Identifier: GPL-3.0-or-later
// The folded sections of the Plan page's controls: the whole training, formats on the wire, buffers, IPUs.
#include "app/desktop/plan/plan_control_rows.h"

#include "app/session/plan/framework_options.h"

#include <deque>
#include <string>

namespace shardscope::app::controls {
namespace {

/// The format that one collective sends, if it differs from that of computing.
PlanControlRow wire(const char* collective, const char* label, PlanPart part)
{
    using core::Dtype;
    PlanControlRow row = format("", label, N_("as computed"),
                                {Dtype::Fp32, Dtype::Bf16, Dtype::Fp16, Dtype::Fp8, Dtype::Int8});
    row.key = std::string("/wire/") + collective;
    row.why = unless(part);
    row.get = [collective](const PlanState& state) {
        const auto found = state.plan.wire.find(collective);
        return core::FieldValue(found == state.plan.wire.end() ? std::string()
                                                               : std::string(core::nameOf(found->second)));
    };
    row.set = [collective](PlanState& state, const core::FieldValue& value) {
        state.plan.wire.erase(collective);
        if (const auto dtype = core::fromName<core::Dtype>(std::get<std::string>(value)))
            state.plan.wire.emplace(collective, *dtype);
    };
    return row;
}

/// A plan may say one of tokens, samples and epochs (core/plan/plan_check.cpp).
PlanControlRow seen(const char* key, const char* label, const char* help, PlanPart part,
                    std::int64_t core::Training::*member)
{
    PlanControlRow row = count(key, label, help, part);
    row.nothing = N_("not set");
    row.set = [member](PlanState& state, const core::FieldValue& value) {
        const std::int64_t samples = state.plan.training.datasetSamples;
        state.plan.training = {};
        state.plan.training.datasetSamples = samples;
        state.plan.training.*member = std::get<std::int64_t>(value);
    };
    return row;
}

} // namespace

Rows trainingRows()
{
    using core::Training;
    PlanControlRow samples = count("/training/dataset_samples", N_("Samples of an epoch"),
                                   N_("How many samples the data set has"), PlanPart::Always);
    samples.nothing = N_("not set");
    samples.set = [](PlanState& state, const core::FieldValue& value) {
        state.plan.training.datasetSamples = std::get<std::int64_t>(value);
        if (state.plan.training.datasetSamples == 0)
            state.plan.training.epochs = 0;
    };
    return {
        seen("/training/tokens", N_("Tokens"), N_("How many the whole training sees, such as 300 B"),
             PlanPart::TrainingTokens, &Training::tokens),
        seen("/training/samples", N_("Samples"), N_("How many the whole training sees, such as 40 M"),
             PlanPart::Always, &Training::samples),
        std::move(samples),
        seen("/training/epochs", N_("Epochs"), N_("How often the whole training sees its data set"),
             PlanPart::Epochs, &Training::epochs),
    };
}

Rows wireRows()
{
    return {wire("all_reduce", N_("Summed gradients"), PlanPart::WireAllReduce),
            wire("reduce_scatter", N_("Scattered gradients"), PlanPart::WireReduceScatter),
            wire("all_gather", N_("Gathered weights"), PlanPart::WireAllGather)};
}

/// Called as the programs call them, as far as the column is wide; the hint says what it does.
Rows optionRows()
{
    constexpr std::size_t kWidest = 20;
    static std::deque<std::string> labels; // rows keep what points to them
    Rows rows;
    for (const FrameworkChoice& choice : frameworkChoices()) {
        const std::string key = choice.key;
        labels.push_back(key.size() <= kWidest ? key : key.substr(0, kWidest - 1) + "…");
        PlanControlRow row = flag("", labels.back().c_str(), choice.sentence);
        row.key = "/options/" + key;
        row.why = [key](const PlanState& state) { return whyNoOption(state.plan, key); };
        row.get = [key](const PlanState& state) { return core::FieldValue(isOn(state.plan, key)); };
        row.set = [key](PlanState& state, const core::FieldValue& value) {
            turn(state.plan, key, std::get<bool>(value));
        };
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows bucketRows()
{
    return {
        count("/buckets/reduce", N_("Reduced at a time"), N_("reduce_bucket_size: elements of gradients"),
              PlanPart::Buckets),
        count("/buckets/prefetch", N_("Gathered ahead"),
              N_("stage3_prefetch_bucket_size: elements of weights"), PlanPart::GatheredBuckets),
        count("/buckets/live_parameters", N_("Gathered at most"),
              N_("stage3_max_live_parameters: elements of weights"), PlanPart::GatheredBuckets),
        count("/buckets/persistence", N_("Always gathered below"),
              N_("stage3_param_persistence_threshold: elements of a tensor"), PlanPart::GatheredBuckets),
        only(flag("/buckets/contiguous", N_("Contiguous gradients"),
                  N_("contiguous_gradients: reduced out of a buffer made beforehand")),
             PlanPart::Buckets),
    };
}

Rows adapterRows()
{
    PlanControlRow rank = degree(
        "/lora/rank", N_("Rank"), N_("Of adapters that learn beside frozen weights; 0: all weights learn"),
        [](const PlanState&) { return std::vector<std::int64_t>{0, 4, 8, 16, 32, 64, 128, 256}; }, 65536);
    rank.get = [](const PlanState& state) { return core::FieldValue(state.plan.adapters.rank); };
    PlanControlRow targets = word<core::AdapterTargets>("/lora/targets", N_("Beside"));
    targets.get = [](const PlanState& state) {
        return core::FieldValue(std::string(core::nameOf(state.plan.adapters.targets)));
    };
    return {only(std::move(rank), PlanPart::Adapters), only(std::move(targets), PlanPart::AdapterTargets)};
}

Rows inProcessorRows()
{
    const auto steps = [](std::vector<std::int64_t> stops) {
        return [stops = std::move(stops)](const PlanState&) { return stops; };
    };
    return {
        only(degree("/in_processor/io_tiles", N_("Tiles that only stream"),
                    N_("IO tiles: they overlap transfers with computing, and compute nothing"),
                    steps({0, 32, 64, 128, 192, 256, 320}), 1471),
             PlanPart::InProcessor),
        only(degree("/in_processor/available_memory_percent", N_("Memory for temporaries, %"),
                    N_("availableMemoryProportion; 0: what the operations need"),
                    steps({0, 5, 10, 15, 20, 25, 30, 40, 50, 60}), 99),
             PlanPart::InProcessor),
    };
}

} // namespace shardscope::app::controls
