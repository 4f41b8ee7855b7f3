// SPDX-License-Identifier: GPL-3.0-or-later
// Field terms stay as the field writes them; what is a word is translated.
#include "app/session/text/choice_words.h"

#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"
#include "planner/simulate.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace shardscope::app {

QString choiceText(planner::ScheduleKind kind)
{
    using enum planner::ScheduleKind;
    switch (kind) {
    case Interleaved: return translated(N_("interleaved 1F1B"));
    case BreadthFirst: return translated(N_("breadth-first"));
    case InterleavedZeroBubble: return translated(N_("interleaved zero bubble"));
    case ZbvHeuristic: return translated(N_("ZB-V (heuristic)"));
    case OneForwardOneBackwardOverlapped: return translated(N_("1F1B, overlapped pairs"));
    case InterleavedOverlapped: return translated(N_("interleaved, overlapped pairs"));
    default: break; // a name: GPipe, 1F1B, ZB-H1
    }
    const std::string_view title = planner::entryOf(kind).title;
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

QString choiceText(core::Schedule schedule)
{
    const auto& all = planner::scheduleNames();
    const auto found = std::ranges::find(all, schedule, &planner::ScheduleName::plan);
    return found == all.end() ? translated(N_("phased execution")) : choiceText(found->kind);
}

QString zeroTitle(int stage) { return QStringLiteral("ZeRO-%1").arg(stage); }

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
    case Recompute::Operations: return Words::tr("every second operation");
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
    if (recompute == core::Recompute::ByOperations)
        return partText(core::Recompute::Operations);
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

namespace {

template <class Choice>
QString titled(const std::string& word)
{
    const auto choice = core::fromName<Choice>(word);
    return choice ? choiceText(*choice) : QString();
}

/// Knows also a schedule that a plan has no word of its own for: DualPipe.
QString scheduleTitleOf(const std::string& word)
{
    const QString own = titled<core::Schedule>(word);
    const auto kind = planner::scheduleNamed(word);
    return own.isEmpty() && kind.ok() ? choiceText(*kind) : own;
}

QString stageTitle(const std::string& word)
{
    constexpr std::string_view kStages = "0123";
    return word.size() == 1 && kStages.find(word) != std::string_view::npos ? zeroTitle(word.front() - '0')
                                                                            : QString();
}

/// Which key's words are meant, by its pointer.
struct TitledKey {
    std::string_view key;
    QString (*title)(const std::string& word);
};
constexpr TitledKey kTitledKeys[] = {{"/schedule", scheduleTitleOf},
                                     {"/framework", titled<core::Framework>},
                                     {"/implementation", titled<core::Framework>},
                                     {"/recompute", titled<core::Recompute>},
                                     {"/attention", titled<core::Attention>},
                                     {"/optimizer", titled<core::OptimizerKind>},
                                     {"/kernels", titled<core::Kernels>},
                                     {"/norm_kernels", titled<core::Kernels>},
                                     {"/expert_kernels", titled<core::ExpertKernels>},
                                     {"/cuda_graphs", titled<core::CudaGraphs>},
                                     {"/gathered_inputs", titled<core::GatheredInputs>},
                                     {"/phase_source", titled<core::Tier>},
                                     {"/lora/targets", titled<core::AdapterTargets>},
                                     {"/parallel/context_exchange", titled<core::ContextExchange>},
                                     {"/parallel/expert_dispatch", titled<core::ExpertDispatch>},
                                     {"/residency/weights", titled<core::Tier>},
                                     {"/residency/gradients", titled<core::Tier>},
                                     {"/residency/optimizer", titled<core::Tier>},
                                     {"/residency/activations", titled<core::Tier>},
                                     {"/sharding/zero_stage", stageTitle}};

} // namespace

QString choiceTitle(std::string_view key, const std::string& word)
{
    std::string end = (key.starts_with('/') ? "" : "/") + std::string(key);
    std::ranges::replace(end, '-', '_');
    const TitledKey* found = std::ranges::find(kTitledKeys, std::string_view(end), &TitledKey::key);
    if (found == std::end(kTitledKeys))
        found =
            std::ranges::find_if(kTitledKeys, [&](const TitledKey& one) { return one.key.ends_with(end); });
    const QString title = found == std::end(kTitledKeys) ? QString() : found->title(word);
    return title.isEmpty() ? shownText(word) : title;
}

core::Table withTitles(core::Table table, std::string_view column)
{
    const auto at = table.columnIndex(column);
    for (std::size_t row = 0; at && row < table.rows.size(); ++row) {
        if (const auto* word = std::get_if<std::string>(&table.rows[row][*at]))
            table.notes[{row, *at}].name = choiceTitle(column, *word).toStdString();
    }
    return table;
}

QString optionText(const std::string& option)
{
    std::string label = option;
    std::ranges::replace(label, '-', '_');
    return labelText(label);
}

} // namespace shardscope::app
