// SPDX-License-Identifier: GPL-3.0-or-later
// Three sentences about a difference: what, why, what to try; and where they differ, of memory and traffic.
// With the numbers of their tables.
#include "app/session/compare/compared_parts.h"
#include "app/session/compare/difference_texts.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/units/percent.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using profiler::DifferencePart;

constexpr double kNothing = 0.0005; ///< of a step: less is the same
constexpr double kOfAll = 0.05;     ///< of all that differs: smaller parts are not told of
constexpr double kMostRest = 0.05;  ///< of all that differs: more rest is told of

/// One for each Assumption: of a plan beside a run, and of two of a kind. %1: the part, %2: its time, %3: its
/// evidence.
constexpr const char* kOfPlan[]{
    N_("Try calibrating the plan with this run: it has other rates (%1: %2; %3). calibrate says whether they "
       "hold."),
    N_("Let the plan recompute what the run does, or the run what the plan does (%1: %2; %3)."),
    N_("Look for what keeps communication and copies from running beside computing (%1: %2; %3)."),
    N_("Look at that rank's clock, host and input before anything else (%1: %2; %3)."),
    N_("Compare the order of micro-batches and the stages' work with the plan's (%1: %2; %3)."),
    N_("Launch less often, with CUDA graphs or torch.compile (%1: %2; %3)."),
    N_("Take what the host does off the thread that launches (%1: %2; %3)."),
    N_("Nothing in the program: record fewer steps, without stacks and shapes, to see the rest more clearly "
       "(%1: %2; %3).")};
constexpr const char* kOfRuns[]{
    N_("Look at these operations first: their work takes longer (%1: %2; %3)."),
    N_("Recompute only what memory needs (%1: %2; %3)."),
    N_("Look for what keeps communication and copies from running beside computing (%1: %2; %3)."),
    N_("Look at that rank's clock, host and input before anything else (%1: %2; %3)."),
    N_("Compare the order of micro-batches and the stages' work (%1: %2; %3)."),
    N_("Look for what the host does more between launches, or launch less often, with CUDA graphs or "
       "torch.compile (%1: %2; %3)."),
    N_("Take what the host does off the thread that launches (%1: %2; %3)."),
    N_("Nothing in the program: record both with the same options (%1: %2; %3).")};

/// What an obstacle is about.
constexpr KeyedText kWhat[]{{"model", N_("model")},
                            {"device", N_("device")},
                            {"world", N_("number of ranks")},
                            {"precision", N_("precision")},
                            {"sequence", N_("sequence length")},
                            {"batch", N_("batch")},
                            {"detail", N_("detail")},
                            {"micro_batch", N_("micro-batch")}};

/// The change in percent; empty if there was next to nothing before.
QString changeShare(double a, double b)
{
    const auto change = core::relativeChange(a, b);
    return change ? percentText(*change)
                  : QStringLiteral("> ") + QString::fromStdString(core::numberText(100 * core::kMostChange)) +
                        QStringLiteral(" %");
}

bool isWaiting(const DifferencePart& part)
{
    return part.term == core::StepTerm::Waiting || part.term == core::StepTerm::Bubble;
}

QString whatText(const SideDifference& difference, core::TextStyle style)
{
    const profiler::StepDifference& steps = difference.steps;
    const double change = steps.b - steps.a;
    const QString own = timeText(steps.b, style);
    QString text;
    if (std::abs(change) <= kNothing * steps.a)
        text = Words::tr("A and B take the same: %1 a step.").arg(own);
    else
        text = filled(change > 0 ? Words::tr("A step of B takes %1, which is %2 (%3) longer than A's %4.")
                                 : Words::tr("A step of B takes %1, which is %2 (%3) shorter than A's %4."),
                      {own, timeText(std::abs(change), style), changeShare(steps.a, steps.b),
                       timeText(steps.a, style)});
    // If what recording cost is known of one side only, it is not told: the other step still holds its own.
    const auto add = [&](const char* side, double step, const std::optional<profiler::RecorderCost>& cost) {
        if (steps.recorderApart && cost && cost->seconds > kNothing * step)
            text += QStringLiteral(" ") +
                    filled(Words::tr("Without its recorder %1 would take %2 (%3 to %4)."),
                           {QString::fromLatin1(side), timeText(step - cost->seconds, style),
                            timeText(step - cost->high, style), timeText(step - cost->low, style)});
    };
    add("A", steps.a, steps.recorderA);
    add("B", steps.b, steps.recorderB);
    if (!steps.recorderApart && (steps.recorderA || steps.recorderB))
        text += QStringLiteral(" ") +
                Words::tr("What recording cost %1 is not known; both steps are as recorded.")
                    .arg(steps.recorderA ? QStringLiteral("B") : QStringLiteral("A"));
    return text;
}

QString whyText(const SideDifference& difference, core::TextStyle style)
{
    const profiler::StepDifference& steps = difference.steps;
    double all = std::abs(steps.rest);
    for (const DifferencePart& part : steps.parts)
        all += std::abs(part.seconds);
    if (all <= kNothing * std::max(steps.a, steps.b))
        return Words::tr("No part differs by more than a thousandth of the step.");
    QStringList longer;
    QStringList shorter;
    QStringList cancel;
    for (const DifferencePart& part : steps.parts) {
        if (std::abs(part.seconds) >= kOfAll * all && !part.unsure)
            (part.seconds > 0 ? longer : shorter)
                << partName(part) + QStringLiteral(" ") + changeText(part.seconds, style);
        constexpr double kThird = 1.0 / 3; // of the larger direction: the smaller one hides it
        const double less = std::min(part.slower, -part.faster);
        if (less >= kThird * std::max(part.slower, -part.faster) && less >= kOfAll * all)
            cancel << filled(Words::tr("%1: %2 and %3"), {partName(part), changeText(part.slower, style),
                                                          changeText(part.faster, style)});
    }
    QStringList texts;
    if (!longer.isEmpty())
        texts << Words::tr("B has longer: %1.").arg(longer.join(Words::tr(", ", "between names")));
    if (!shorter.isEmpty())
        texts << Words::tr("B has shorter: %1.").arg(shorter.join(Words::tr(", ", "between names")));
    if (!cancel.isEmpty())
        texts
            << Words::tr("Differences that cancel within a part: %1.").arg(cancel.join(QStringLiteral("; ")));
    if (1 - steps.explained > kMostRest)
        texts << Words::tr("%1 of what differs has no partner or no cause.")
                     .arg(percentText(1 - steps.explained));
    return texts.join(QStringLiteral(" "));
}

/// How many times as long as A's all communication of \p term lasts in B, hidden or not; 0: not known.
double timesAsLong(const SideDifference& difference, core::StepTerm term)
{
    double seconds[2]{};
    for (const auto& [a, b] : difference.steps.pairs) {
        for (const bool ofB : {false, true}) {
            const profiler::DeviceAccount& device =
                ofB ? difference.b.steps.devices[b] : difference.a.steps.devices[a];
            seconds[ofB] += device.perStep(device.whole[static_cast<std::size_t>(term)]);
        }
    }
    return seconds[0] > 0 ? seconds[1] / seconds[0] : 0;
}

QString tryText(const SideDifference& difference, core::TextStyle style)
{
    const profiler::StepDifference& steps = difference.steps;
    const double least = kNothing * std::max(steps.a, steps.b);
    const auto worst = [&](bool recorder) -> const DifferencePart* {
        for (const DifferencePart& part : steps.parts) { // the largest first
            if (part.seconds > least && !part.unsure && (part.term == core::StepTerm::Recorder) == recorder)
                return &part;
        }
        return nullptr;
    };
    // Ranks that do unlike work come before all that is said of a mean.
    const auto straggler = std::ranges::find_if(
        steps.parts, [&](const DifferencePart& one) { return one.straggler && one.seconds > least; });
    for (const DifferenceSide* const side : {&difference.a, &difference.b}) {
        for (const OtherBatch& other : otherBatches(side->steps)) {
            if (straggler != steps.parts.end() && other.rank == straggler->rank)
                return filled(Words::tr("Give all ranks as many tokens: products of rank %1 meet %2 at "
                                        "once, those of most ranks %3 (%4: %5)."),
                              {QString::number(other.rank), QString::number(other.tokens),
                               QString::number(other.usual), partName(*straggler),
                               changeText(straggler->seconds, style)});
        }
    }
    const DifferencePart* part = worst(false);
    constexpr double kHalf = 0.5;
    if (std::abs(steps.rest) > least && 1 - steps.explained > kHalf)
        return Words::tr(
            "Record the calls that launch the device's work, and operators with their shapes: the "
            "files do not tell what differs.");
    if (part == nullptr)
        part = worst(true);
    if (part == nullptr)
        return std::abs(steps.b - steps.a) <= least
                   ? Words::tr("Nothing to try: there is nothing to explain.")
                   : Words::tr("Nothing to mend in B: no part takes longer.");
    const bool mixed = (difference.a.kind == SideKind::Recorded) != (difference.b.kind == SideKind::Recorded);
    const Assumption about = assumptionOf(*part);
    const QString evidence = evidenceText(difference, *part, style);
    if (difference.a.absent != difference.b.absent &&
        (core::isCommunication(part->term) || isWaiting(*part))) {
        const QString side =
            difference.a.absent > difference.b.absent ? QStringLiteral("A") : QStringLiteral("B");
        QString open =
            filled(Words::tr("Open the files of the other ranks of %1 as well: without them waiting "
                             "for ranks cannot be told from communication (%2: %3)."),
                   {side, partName(*part), changeText(part->seconds, style)});
        // What a rank waits is within its calls: its links are no slower than if it waited for nobody.
        const double slower = timesAsLong(difference, part->term);
        if (slower > 1)
            open += QStringLiteral(" ") +
                    filled(Words::tr("If no rank waited, links would be %1 times as slow in B as in A; they "
                                     "are at most that."),
                           {QString::fromStdString(core::numberText(slower, 3))});
        return open;
    }
    QString text = translated(mixed ? wordFor(about, kOfPlan) : wordFor(about, kOfRuns));
    if (evidence.isEmpty()) { // what stands before it goes as well, in any language: ": %2; %3)" is ": %2)"
        const qsizetype before = text.indexOf(QStringLiteral("%2")) + 2;
        const qsizetype behind = text.indexOf(QStringLiteral("%3")) + 2;
        if (behind > before)
            text.remove(before, behind - before);
    }
    return filled(text, {partName(*part), changeText(part->seconds, style), evidence});
}

constexpr double kAlike = 0.01; ///< of a peak, of what is sent: less is the same

QString bytesText(double bytes, core::TextStyle style)
{
    return QString::fromStdString(core::quantityText(bytes, core::kByte, style).joined());
}

/// The owner that most of the peaks' difference is of; null: none, or the owners of a side are not told.
const OwnerDifference* mostOf(const std::vector<OwnerDifference>& owners, double change)
{
    const OwnerDifference* most = nullptr;
    double largest = 0;
    for (const OwnerDifference& one : owners) {
        const double same = one.a && one.b ? (*one.b - *one.a) * (change < 0 ? -1 : 1) : 0;
        if (same > largest) {
            largest = same;
            most = &one;
        }
    }
    return most;
}

/// Empty where a peak is not known, or both are alike.
QString memoryText(const SideDifference& difference, core::TextStyle style)
{
    if (!difference.a.memoryPeak || !difference.b.memoryPeak)
        return {};
    const double a = *difference.a.memoryPeak;
    const double b = *difference.b.memoryPeak;
    if (std::abs(b - a) <= kAlike * a)
        return {};
    QString text = filled(
        b > a ? Words::tr("At its fullest B holds %1, which is %2 (%3) more than A's %4.")
              : Words::tr("At its fullest B holds %1, which is %2 (%3) less than A's %4."),
        {bytesText(b, style), bytesText(std::abs(b - a), style), changeShare(a, b), bytesText(a, style)});
    const std::vector<OwnerDifference> owners = ownerDifferences(difference);
    if (const OwnerDifference* const most = mostOf(owners, b - a))
        text += QStringLiteral(" ") +
                filled(Words::tr("Most of it is of %1: %2 in A, %3 in B."),
                       {purposeName(most->owner), bytesText(*most->a, style), bytesText(*most->b, style)});
    return text;
}

/// Empty where a side does not tell of traffic, or both send as much.
QString trafficText(const SideDifference& difference, core::TextStyle style)
{
    const auto sent = trafficBytes(difference);
    if (!sent || std::abs(sent->second - sent->first) <= kAlike * std::max(sent->first, sent->second))
        return {};
    return filled(sent->second > sent->first
                      ? Words::tr("A rank of B sends %1 a step, which is %2 (%3) more than A's %4.")
                      : Words::tr("A rank of B sends %1 a step, which is %2 (%3) less than A's %4."),
                  {bytesText(sent->second, style), bytesText(std::abs(sent->second - sent->first), style),
                   changeShare(sent->first, sent->second), bytesText(sent->first, style)});
}

} // namespace

QStringList differenceSentences(const SideDifference& difference, core::TextStyle style)
{
    if (difference.steps.pairs.empty())
        return {
            Words::tr("No step can be compared: A or B tells none, or their devices are not each other's."),
            Words::tr("Nothing is known of why."),
            Words::tr("Compare a plan that has a step with a run that holds work of steps.")};
    return {whatText(difference, style), whyText(difference, style), tryText(difference, style)};
}

QStringList furtherSentences(const SideDifference& difference, core::TextStyle style)
{
    QStringList told{memoryText(difference, style), trafficText(difference, style)};
    told.removeAll(QString());
    return told;
}

QStringList obstacleLines(const SideDifference& difference)
{
    QStringList lines;
    for (const Obstacle& one : difference.obstacles)
        lines << filled(
            Words::tr("Not the same %1: A has %2, B has %3 (%4)."),
            {translated(textOf(kWhat, one.what)), phraseText(one.a), phraseText(one.b), phraseText(one.way)});
    return lines;
}

} // namespace shardscope::app
