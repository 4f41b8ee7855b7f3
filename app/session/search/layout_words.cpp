// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/layout_words.h"

#include "app/session/text/choice_words.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/plan/plan_file.h"

namespace shardscope::app {
namespace {

/// "7|8|7": of the first stage, of those between, of the last one.
std::string stageWords(const core::Plan& plan)
{
    const std::vector<std::int64_t>& layers = plan.layersPerStage;
    std::string text;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (i == 0 || i + 1 == layers.size() || layers[i] != layers[i - 1] || i == 1)
            text += (text.empty() ? "" : "|") + std::to_string(layers[i]);
    }
    return text.empty() ? text : " (" + text + ")";
}

std::string shardingWords(const core::Plan& plan)
{
    const std::int64_t replicas = plan.axes.replicas();
    for (int stage = 0; stage <= 3; ++stage) {
        if (plan.sharding == core::zeroSharding(stage, replicas))
            return zeroTitle(stage).toStdString();
    }
    return "rts " + std::to_string(plan.sharding.weights) + "/" + std::to_string(plan.sharding.gradients) +
           "/" + std::to_string(plan.sharding.optimizer);
}

/// How many of each stage's first layers recompute, equal numbers in a row as one: "4|2×6|0".
std::string layersThatRecompute(const core::Plan& plan)
{
    std::string words;
    std::size_t alike = 0;
    for (std::size_t i = 0; i < plan.recomputeLayers.size(); ++i) {
        ++alike;
        if (i + 1 < plan.recomputeLayers.size() && plan.recomputeLayers[i + 1] == plan.recomputeLayers[i])
            continue;
        words += (words.empty() ? "" : "|") + std::to_string(plan.recomputeLayers[i]) +
                 (alike > 1 ? "×" + std::to_string(alike) : "");
        alike = 0;
    }
    return words;
}

QString recomputeName(core::Recompute recompute)
{
    if (recompute == core::Recompute::None)
        return Words::tr("none", "recompute");
    if (recompute == core::Recompute::Selective)
        return Words::tr("selective", "recompute");
    if (recompute == core::Recompute::Full)
        return Words::tr("full", "recompute");
    return choiceText(recompute);
}

QString recomputeText(const core::Plan& plan)
{
    const QString name = recomputeName(plan.recompute);
    const std::string layers = layersThatRecompute(plan);
    return layers.empty() ? name : Words::tr("%1 of %2 layers", "recompute").arg(name, shownText(layers));
}

QString batchText(const core::Plan& plan)
{
    return Words::tr("micro-batch %1 × %2").arg(plan.batch.microBatch).arg(plan.batch.microBatches);
}
QString repeatText(const core::Plan& plan) { return Words::tr("recompute %1").arg(recomputeText(plan)); }

/// ", optimizer in host": what does not lie in the devices' memory.
QString residencyWords(const core::Plan& plan)
{
    QString words;
    const auto say = [&](const QString& what, core::Tier tier) {
        if (tier != core::Tier::Device)
            words += ", " + Words::tr("%1 in %2", "state in a memory").arg(what, tierName(tier));
    };
    say(Words::tr("weights", "in a plan's line"), plan.residency.weights);
    say(Words::tr("gradients", "in a plan's line"), plan.residency.gradients);
    say(plan.offloadedPercent < 100 ? Words::tr("%1 % of the optimizer").arg(plan.offloadedPercent)
                                    : Words::tr("optimizer", "in a plan's line"),
        plan.residency.optimizer);
    say(Words::tr("activations", "in a plan's line"), plan.residency.activations);
    return words;
}

QString keptWords(const core::Plan& plan)
{
    if (plan.keepWeightsAfterForward)
        return ", " + Words::tr("weights kept");
    return plan.keptLayers > 0 ? ", " + Words::tr("weights of %1 layers kept").arg(plan.keptLayers)
                               : QString();
}

} // namespace

std::string axesWords(const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    std::string text = "t " + std::to_string(axes.tensor) + (axes.sequenceParallel ? "+sp" : "");
    if (axes.tensorSecond > 1)
        text += " (t2 " + std::to_string(axes.tensorSecond) + ")";
    text +=
        " · p " + std::to_string(axes.pipeline) + stageWords(plan) + " · r " + std::to_string(axes.replica);
    if (axes.context > 1)
        text += " · c " + std::to_string(axes.context);
    if (axes.expert > 1)
        text += " · e " + std::to_string(axes.expert);
    if (axes.expertSlices() != axes.tensor)
        text += " (t_e " + std::to_string(axes.expertSlices()) + ")";
    return text;
}

std::string scheduleWords(const core::Plan& plan)
{
    std::string text = choiceText(plan.schedule).toStdString();
    if (plan.axes.virtualStages > 1)
        text += " ×" + std::to_string(plan.axes.virtualStages);
    return text;
}

std::string recomputeWords(const core::Plan& plan) { return recomputeText(plan).toStdString(); }

std::string stateWords(const core::Plan& plan)
{
    return shardingWords(plan) + (keptWords(plan) + residencyWords(plan)).toStdString();
}

std::string layoutWords(const core::Plan& plan)
{
    return axesWords(plan) + ", " + batchText(plan).toStdString() + ", " + scheduleWords(plan) + ", " +
           repeatText(plan).toStdString() + ", " + stateWords(plan);
}

} // namespace shardscope::app
