// SPDX-License-Identifier: GPL-3.0-or-later
// Field terms stay as the field writes them; what is a word is translated.
#include "app/desktop/plan/plan_words.h"

#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/plan/plan_names.h"

namespace shardscope::app {

QString choiceText(core::Schedule schedule)
{
    switch (schedule) {
    case core::Schedule::Gpipe: return QStringLiteral("GPipe");
    case core::Schedule::OneForwardOneBackward: return QStringLiteral("1F1B");
    case core::Schedule::Interleaved: return Words::tr("interleaved 1F1B");
    case core::Schedule::ZeroBubble: return Words::tr("zero bubble");
    case core::Schedule::Phased: return Words::tr("phased execution");
    case core::Schedule::ZbH2: return QStringLiteral("ZB-H2");
    case core::Schedule::Zb1p: return QStringLiteral("ZB-1p");
    case core::Schedule::Zb2p: return QStringLiteral("ZB-2p");
    case core::Schedule::Zbv: return QStringLiteral("ZB-V");
    case core::Schedule::VHalf: return QStringLiteral("V-Half");
    case core::Schedule::VMin: return QStringLiteral("V-Min");
    case core::Schedule::DualPipeV: return QStringLiteral("DualPipeV");
    }
    return {};
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
    switch (attention) {
    case core::Attention::Eager: return Words::tr("eager");
    case core::Attention::Flash: return Words::tr("flash");
    }
    return {};
}

QString choiceText(core::OptimizerKind optimizer)
{
    switch (optimizer) {
    case core::OptimizerKind::Adam: return QStringLiteral("Adam");
    case core::OptimizerKind::AdamW: return QStringLiteral("AdamW");
    case core::OptimizerKind::Sgd: return QStringLiteral("SGD");
    case core::OptimizerKind::Momentum: return Words::tr("SGD with momentum");
    case core::OptimizerKind::Adagrad: return QStringLiteral("Adagrad");
    case core::OptimizerKind::RowwiseAdagrad: return Words::tr("row-wise Adagrad");
    case core::OptimizerKind::Lamb: return QStringLiteral("LAMB");
    }
    return {};
}

QString choiceText(core::Implementation implementation)
{
    switch (implementation) {
    case core::Implementation::Megatron: return QStringLiteral("Megatron");
    case core::Implementation::HuggingFace: return QStringLiteral("Hugging Face");
    case core::Implementation::Fsdp2: return QStringLiteral("FSDP2");
    case core::Implementation::DeepSpeed: return QStringLiteral("DeepSpeed");
    case core::Implementation::PopArt: return QStringLiteral("PopART");
    case core::Implementation::Nanotron: return QStringLiteral("nanotron");
    case core::Implementation::Torchtitan: return QStringLiteral("torchtitan");
    case core::Implementation::HugeCtr: return QStringLiteral("HugeCTR");
    }
    return {};
}

QString choiceText(core::Tier tier) { return tierName(tier); }

QString choiceText(core::GatheredInputs inputs)
{
    switch (inputs) {
    case core::GatheredInputs::Saved: return Words::tr("kept");
    case core::GatheredInputs::Regathered: return Words::tr("gathered again");
    }
    return {};
}

QString choiceText(core::Kernels kernels)
{
    switch (kernels) {
    case core::Kernels::Fused: return Words::tr("fused");
    case core::Kernels::Separate: return Words::tr("separate");
    }
    return {};
}

QString choiceText(core::ExpertDispatch dispatch)
{
    switch (dispatch) {
    case core::ExpertDispatch::Calibrated: return Words::tr("as calibrated");
    case core::ExpertDispatch::AllToAll: return Words::tr("a copy an expert");
    case core::ExpertDispatch::Once: return Words::tr("a copy a rank and node");
    }
    return {};
}

QString choiceText(core::ContextExchange exchange)
{
    switch (exchange) {
    case core::ContextExchange::Ring: return Words::tr("keys and values go round");
    case core::ContextExchange::AllToAll: return Words::tr("heads are swapped for rows");
    }
    return {};
}

QString choiceText(core::AdapterTargets targets)
{
    switch (targets) {
    case core::AdapterTargets::Attention: return Words::tr("attention's matrices");
    case core::AdapterTargets::Linear: return Words::tr("all matrices of a layer");
    }
    return {};
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
