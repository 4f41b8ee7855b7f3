// SPDX-License-Identifier: GPL-3.0-or-later
// Field terms stay as the field writes them; what is a word is translated.
#include "app/desktop/plan/plan_words.h"

#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"

namespace shardscope::app {

QString choiceText(core::Schedule schedule)
{
    return translated(
        wordFor(schedule, {"GPipe", "1F1B", N_("interleaved 1F1B"), N_("zero bubble"), N_("phased execution"),
                           "ZB-H2", "ZB-1p", "ZB-2p", "ZB-V", "V-Half", "V-Min", "DualPipeV"}));
}

namespace {

QString partText(core::Recompute::Part part)
{
    using core::Recompute;
    switch (part) {
    case Recompute::CoreAttention: return Words::tr("attention core");
    case Recompute::MlaUpProjection: return Words::tr("up-projections");
    case Recompute::Layernorm: return Words::tr("norms");
    case Recompute::Mlp: return Words::tr("feed-forward");
    case Recompute::Moe: return Words::tr("expert layer");
    case Recompute::MoeActivation: return Words::tr("experts' activations");
    case Recompute::SharedExperts: return Words::tr("shared experts");
    case Recompute::WholeLayer: break;
    }
    return {};
}

} // namespace

QString choiceText(core::Recompute recompute)
{
    if (recompute == core::Recompute::None)
        return Words::tr("nothing");
    if (recompute == core::Recompute::Full)
        return Words::tr("whole layers");
    QStringList parts;
    for (const auto& [part, name] : core::recomputeParts()) {
        if (recompute.has(part))
            parts.push_back(partText(part));
    }
    return parts.join(QStringLiteral(" + "));
}

QString choiceText(core::Attention attention)
{
    return translated(wordFor(attention, {N_("eager"), N_("flash"), N_("Triton")}));
}

QString choiceText(core::OptimizerKind optimizer)
{
    return translated(wordFor(optimizer, {"Adam", "AdamW", "SGD", N_("SGD with momentum"), "Adagrad",
                                          N_("row-wise Adagrad"), "LAMB"}));
}

QString choiceText(core::Framework framework) { return frameworkTitle(framework); }

QString choiceText(core::Tier tier) { return tierName(tier); }

QString choiceText(core::GatheredInputs inputs)
{
    return translated(wordFor(inputs, {N_("kept"), N_("gathered again")}));
}

QString choiceText(core::Kernels kernels)
{
    return translated(wordFor(kernels, {N_("fused"), N_("separate")}));
}

QString choiceText(core::ExpertDispatch dispatch)
{
    return translated(
        wordFor(dispatch, {N_("as calibrated"), N_("a copy an expert"), N_("a copy a rank and node")}));
}

QString choiceText(core::ExpertKernels kernels)
{
    return translated(wordFor(kernels, {N_("as calibrated"), N_("separate"), N_("fused")}));
}

QString choiceText(core::CudaGraphs graphs)
{
    return translated(
        wordFor(graphs, {N_("as calibrated"), N_("nothing"), N_("all but experts"), N_("the whole step")}));
}

QString choiceText(core::ContextExchange exchange)
{
    return translated(wordFor(exchange, {N_("keys and values go round"), N_("heads are swapped for rows")}));
}

QString choiceText(core::AdapterTargets targets)
{
    return translated(wordFor(targets, {N_("attention's matrices"), N_("all matrices of a layer"),
                                        N_("queries, keys and values")}));
}

QString choiceText(core::Dtype dtype)
{
    const std::string_view name = core::nameOf(dtype);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QString choiceText(ShardingPreset preset)
{
    switch (preset) {
    case ShardingPreset::Zero0: return Words::tr("none");
    case ShardingPreset::Zero1: return QStringLiteral("ZeRO-1");
    case ShardingPreset::Zero2: return QStringLiteral("ZeRO-2");
    case ShardingPreset::Zero3: return QStringLiteral("ZeRO-3");
    case ShardingPreset::ByHand: return Words::tr("by hand");
    }
    return {};
}

QString planSummary(const core::Plan& plan)
{
    QStringList parts;
    parts << QStringLiteral("t %1 \u00d7 p %2 \u00d7 r %3")
                 .arg(plan.axes.tensor)
                 .arg(plan.axes.pipeline)
                 .arg(plan.axes.replica);
    if (plan.axes.context > 1)
        parts << Words::tr("context %1").arg(plan.axes.context);
    const core::Sharding& sharding = plan.sharding;
    if (sharding.weights > 1 || sharding.gradients > 1 || sharding.optimizer > 1)
        parts << Words::tr("sharding %1/%2/%3")
                     .arg(sharding.weights)
                     .arg(sharding.gradients)
                     .arg(sharding.optimizer);
    if (plan.adapters.any())
        parts << Words::tr("adapters of rank %1").arg(plan.adapters.rank);
    if (plan.axes.pipeline > 1 || plan.schedule == core::Schedule::Phased)
        parts << choiceText(plan.schedule);
    parts << Words::tr("global batch %1").arg(plan.batch.globalBatch);
    return parts.join(QStringLiteral(", "));
}

} // namespace shardscope::app
