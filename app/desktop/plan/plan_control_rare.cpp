// SPDX-License-Identifier: GPL-3.0-or-later
// The folded sections of the Plan page's controls: the whole training, formats on the wire, buffers, IPUs.
#include "app/desktop/plan/plan_control_rows.h"

namespace shardscope::app::controls {
namespace {

/// What one collective sends, where that differs from what is computed.
PlanControlRow wire(const char* collective, const char* label, PlanPart part)
{
    using core::Dtype;
    PlanControlRow row = format("", label, QT_TRANSLATE_NOOP("PlanControls", "as computed"),
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
        if (const auto dtype = core::dtypeFromName(std::get<std::string>(value)))
            state.plan.wire.emplace(collective, *dtype);
    };
    return row;
}

/// At most one of tokens, samples and epochs is said (core/plan/plan_check.cpp).
PlanControlRow seen(const char* key, const char* label, const char* help, PlanPart part,
                    std::int64_t core::Training::*member)
{
    PlanControlRow row = count(key, label, help, part);
    row.nothing = QT_TRANSLATE_NOOP("PlanControls", "not set");
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
    PlanControlRow samples =
        count("/training/dataset_samples", QT_TRANSLATE_NOOP("PlanControls", "Samples of an epoch"),
              QT_TRANSLATE_NOOP("PlanControls", "How many samples the data set has"), PlanPart::Always);
    samples.nothing = QT_TRANSLATE_NOOP("PlanControls", "not set");
    samples.set = [](PlanState& state, const core::FieldValue& value) {
        state.plan.training.datasetSamples = std::get<std::int64_t>(value);
        if (state.plan.training.datasetSamples == 0)
            state.plan.training.epochs = 0;
    };
    return {
        seen("/training/tokens", QT_TRANSLATE_NOOP("PlanControls", "Tokens"),
             QT_TRANSLATE_NOOP("PlanControls", "How many the whole training sees, such as 300 B"),
             PlanPart::TrainingTokens, &Training::tokens),
        seen("/training/samples", QT_TRANSLATE_NOOP("PlanControls", "Samples"),
             QT_TRANSLATE_NOOP("PlanControls", "How many the whole training sees, such as 40 M"),
             PlanPart::Always, &Training::samples),
        std::move(samples),
        seen("/training/epochs", QT_TRANSLATE_NOOP("PlanControls", "Epochs"),
             QT_TRANSLATE_NOOP("PlanControls", "How often the whole training sees its data set"),
             PlanPart::Epochs, &Training::epochs),
    };
}

Rows wireRows()
{
    return {
        wire("all_reduce", QT_TRANSLATE_NOOP("PlanControls", "Summed gradients"), PlanPart::WireAllReduce),
        wire("reduce_scatter", QT_TRANSLATE_NOOP("PlanControls", "Scattered gradients"),
             PlanPart::WireReduceScatter),
        wire("all_gather", QT_TRANSLATE_NOOP("PlanControls", "Gathered weights"), PlanPart::WireAllGather)};
}

Rows bucketRows()
{
    return {
        count("/buckets/reduce", QT_TRANSLATE_NOOP("PlanControls", "Reduced at a time"),
              QT_TRANSLATE_NOOP("PlanControls", "reduce_bucket_size: elements of gradients"),
              PlanPart::Buckets),
        count("/buckets/prefetch", QT_TRANSLATE_NOOP("PlanControls", "Gathered ahead"),
              QT_TRANSLATE_NOOP("PlanControls", "stage3_prefetch_bucket_size: elements of weights"),
              PlanPart::GatheredBuckets),
        count("/buckets/live_parameters", QT_TRANSLATE_NOOP("PlanControls", "Gathered at most"),
              QT_TRANSLATE_NOOP("PlanControls", "stage3_max_live_parameters: elements of weights"),
              PlanPart::GatheredBuckets),
        count("/buckets/persistence", QT_TRANSLATE_NOOP("PlanControls", "Always gathered below"),
              QT_TRANSLATE_NOOP("PlanControls", "stage3_param_persistence_threshold: elements of a tensor"),
              PlanPart::GatheredBuckets),
        only(flag("/buckets/contiguous", QT_TRANSLATE_NOOP("PlanControls", "Contiguous gradients"),
                  QT_TRANSLATE_NOOP("PlanControls",
                                    "contiguous_gradients: reduced out of a buffer made beforehand")),
             PlanPart::Buckets),
    };
}

Rows inProcessorRows()
{
    const auto steps = [](std::vector<std::int64_t> stops) {
        return [stops = std::move(stops)](const PlanState&) { return stops; };
    };
    return {
        only(degree("/in_processor/io_tiles", QT_TRANSLATE_NOOP("PlanControls", "Tiles that only stream"),
                    QT_TRANSLATE_NOOP("PlanControls",
                                      "IO tiles: they overlap transfers with computing, and compute nothing"),
                    steps({0, 32, 64, 128, 192, 256, 320}), 1471),
             PlanPart::InProcessor),
        only(degree(
                 "/in_processor/available_memory_percent",
                 QT_TRANSLATE_NOOP("PlanControls", "Memory for temporaries, %"),
                 QT_TRANSLATE_NOOP("PlanControls", "availableMemoryProportion; 0: what the operations need"),
                 steps({0, 5, 10, 15, 20, 25, 30, 40, 50, 60}), 99),
             PlanPart::InProcessor),
    };
}

} // namespace shardscope::app::controls
