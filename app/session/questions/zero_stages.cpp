// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/zero_stages.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/model/dtype.h"
#include "core/plan/plan_file.h"
#include "core/report/columns.h"
#include "planner/planner.h"

#include <string_view>

namespace shardscope::app {
namespace {

constexpr int kStages = 4;

/// A figure of one device; 0 if the plan's state is not counted.
double figureOf(const core::Evaluation& evaluation, std::string_view name)
{
    const auto* found = evaluation.figures.find(name);
    return found == evaluation.figures.end() ? 0 : found->second;
}

/// \p element: bytes of all parameters in the format of the weights.
std::vector<ZeroMessage> messagesOf(const core::Evaluation& evaluation, double element)
{
    std::vector<ZeroMessage> messages;
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        if (entry.group == core::TrafficGroup::Replica)
            messages.push_back({entry.operation,
                                entry.bytesPerRank.value() *
                                    (entry.operation == core::Transfer::AllReduce ? 2 : 1) / element,
                                entry.bytesPerRank, entry.seconds});
    }
    return messages;
}

} // namespace

core::Result<std::vector<ZeroStage>> zeroStages(const core::ModelSpec& model,
                                                const core::HardwareSpec& hardware, const core::Plan& plan,
                                                const core::Task& task)
{
    const planner::Evaluator evaluator(model, hardware);
    const double width = core::widthOf(plan.precision.weights).value();
    std::vector<ZeroStage> stages;
    double parameters = 0;
    for (int number = 0; number < kStages; ++number) {
        core::Plan cut = plan;
        cut.sharding = core::zeroSharding(number, plan.axes.replicas());
        SHARDSCOPE_TRY(const core::Evaluation evaluation,
                       evaluator.evaluate(cut, planner::Detail::LaidOut, task));
        const double weights = figureOf(evaluation, "weights_bytes");
        const double gradients = figureOf(evaluation, "gradient_bytes");
        if (number == 0) // nothing is cut: as many as its weights are
            parameters = weights / width;
        if (parameters <= 0)
            return core::notSupportedFor(model.name, W_("its state is not divided by ZeRO's stages"));
        ZeroStage stage;
        stage.stage = number;
        stage.own = cut.sharding == plan.sharding;
        stage.fits = evaluation.verdict.feasible();
        stage.weights = weights / parameters;
        stage.gradients = gradients / parameters;
        stage.optimizer = (figureOf(evaluation, "model_state_bytes") - weights - gradients) / parameters;
        stage.state = core::Bytes{stage.bytes() * parameters};
        stage.messages = messagesOf(evaluation, width * parameters);
        for (const ZeroMessage& message : stage.messages)
            stage.moved += message.moved;
        if (const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device)) {
            stage.peak = use->peak;
            stage.capacity = use->capacity;
        }
        stages.push_back(stage);
    }
    return stages;
}

core::Table zeroStageTable(const std::vector<ZeroStage>& stages)
{
    core::Table table{"zero_stages", N_("State of a device at each stage of ZeRO"), {}, {}};
    table.columns = {
        core::textColumn("stage", N_("Stage")),
        core::realColumn("weights", N_("Weights"), N_("bytes for each parameter")),
        core::realColumn("gradients", N_("Gradients"), N_("bytes for each parameter")),
        core::realColumn("optimizer", N_("Optimizer"), N_("bytes for each parameter")),
        core::realColumn("bytes", N_("Together"), N_("bytes for each parameter")),
        core::bytesColumn("state", N_("State")),
        core::bytesColumn("peak", N_("Peak"), N_("with everything else a device holds")),
        core::flagColumn("fits", N_("Fits")),
        core::realColumn("moved", N_("Moved"), N_("elements for each parameter between replicas in a step"))};
    for (const ZeroStage& stage : stages)
        table.rows.push_back({core::Cell("ZeRO-" + std::to_string(stage.stage)), core::Cell(stage.weights),
                              core::Cell(stage.gradients), core::Cell(stage.optimizer),
                              core::Cell(stage.bytes()), core::Cell(stage.state.value()),
                              core::Cell(stage.peak.value()), core::Cell(stage.fits),
                              core::Cell(stage.moved)});
    return table;
}

} // namespace shardscope::app
