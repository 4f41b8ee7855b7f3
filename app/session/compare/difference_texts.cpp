// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/compare/difference_texts.h"

#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using core::StepTerm;
using profiler::DifferencePart;
using profiler::RowDifference;

constexpr const char* kTerms[]{N_("products"),
                               N_("grouped products"),
                               N_("attention"),
                               N_("norms"),
                               N_("element-wise work"),
                               N_("embedding"),
                               N_("routing of tokens"),
                               N_("quantising"),
                               N_("the loss"),
                               N_("optimizer"),
                               N_("work of no known kind"),
                               N_("recompute"),
                               N_("exposed all-reduce"),
                               N_("exposed all-gather"),
                               N_("exposed reduce-scatter"),
                               N_("exposed all-to-all"),
                               N_("exposed broadcast"),
                               N_("exposed sends and receives"),
                               N_("other exposed communication"),
                               N_("waiting for other ranks"),
                               N_("exposed copies"),
                               N_("pauses between kernels"),
                               N_("waiting for launches"),
                               N_("waiting for the host's own work"),
                               N_("waiting for input data"),
                               N_("waiting behind synchronizations"),
                               N_("waiting for the host's communication"),
                               N_("waiting for another stream or transfer"),
                               N_("pipeline bubble"),
                               N_("idle without a known cause"),
                               N_("the recorder's own cost")};
constexpr const char* kPasses[]{
    "",          N_("forward"), N_("recompute"), N_("input gradient"), N_("weight gradient"), N_("backward"),
    N_("update")};
constexpr const char* kWork[]{N_("product"),      N_("grouped product"), N_("attention"),  N_("norm"),
                              N_("element-wise"), N_("embedding"),       N_("routing"),    N_("quantising"),
                              N_("the loss"),     N_("optimizer"),       N_("collective"), N_("collective"),
                              N_("collective"),   N_("send or receive"), N_("copying"),    N_("host"),
                              N_("pause"),        N_("not known")};

/// A marked text in the reader's language, or as it stands.
using Say = QString (*)(const std::string& marked);
QString asItStands(const std::string& marked) { return QString::fromStdString(marked); }

QString rowName(const RowDifference& row, Say say)
{
    const QString a = operationsText(row.operationsA);
    const QString b = operationsText(row.operationsB);
    const QString name = a.isEmpty() || a == b ? b : b.isEmpty() ? a : a + QStringLiteral(" : ") + b;
    constexpr std::size_t kFew = 3; // layers that differ otherwise than the others
    const QString where = row.layers.empty() || row.layers.size() > kFew
                              ? QString()
                              : say(N_("layer %1: ")).arg(QString::fromStdString(layersText(row.layers)));
    const char* const pass = passWord(row.pass);
    return where + (*pass == '\0' ? name : name + QStringLiteral(" (") + say(pass) + QStringLiteral(")"));
}

/// Gaps of a term by what the host did, B less A, seconds a step.
std::vector<std::pair<std::string, double>> namedGaps(const SideDifference& difference, StepTerm term)
{
    std::map<std::string, double> changes;
    const auto add = [&](const profiler::ComparedSteps& side, std::size_t device, double sign) {
        const profiler::DeviceAccount& account = side.devices[device];
        const double share = sign / static_cast<double>(difference.steps.pairs.size());
        for (const auto& [what, counted] : account.gaps) {
            if (what.first != term || what.second.empty())
                continue;
            const auto taken = account.recorderIn.find(what);
            const bool apart = difference.steps.recorderApart && taken != account.recorderIn.end();
            changes[what.second] +=
                share * (account.perStep(counted.time) -
                         (apart ? taken->second * 1e-9 / static_cast<double>(account.steps) : 0.0));
        }
    };
    for (const auto& pair : difference.steps.pairs) {
        add(difference.a.steps, pair.first, -1);
        add(difference.b.steps, pair.second, 1);
    }
    std::vector<std::pair<std::string, double>> named(changes.begin(), changes.end());
    std::ranges::stable_sort(named, std::greater(), [](const auto& one) { return std::abs(one.second); });
    return named;
}

} // namespace

const char* termWord(StepTerm term) { return wordFor(term, kTerms); }
const char* passWord(core::Pass pass) { return wordFor(pass, kPasses); }
const char* workWord(core::WorkClass kind) { return wordFor(kind, kWork); }
const char* partWord(const DifferencePart& part)
{
    return part.straggler ? N_("a slower rank") : termWord(part.term);
}

QString partName(const DifferencePart& part)
{
    if (!part.straggler)
        return translated(partWord(part));
    return part.stage >= 0 ? filled(Words::tr("the slower stage %1"), {QString::number(part.stage)})
                           : filled(Words::tr("the slower rank %1"), {QString::number(part.rank)});
}

QString percentText(double share)
{
    return QString::fromStdString(core::quantityText(100 * std::abs(share), {}).joined()) +
           QStringLiteral(" %");
}

Assumption assumptionOf(const DifferencePart& part)
{
    switch (part.term) {
    case StepTerm::Recompute: return Assumption::Recompute;
    case StepTerm::Waiting: return Assumption::Imbalance;
    case StepTerm::Bubble: return Assumption::Schedule;
    case StepTerm::KernelGap:
    case StepTerm::Launch:
    case StepTerm::Dependency: return Assumption::Launch;
    case StepTerm::HostWork:
    case StepTerm::DataLoading:
    case StepTerm::Synchronization:
    case StepTerm::HostCommunication:
    case StepTerm::NoCause: return Assumption::Host;
    case StepTerm::Recorder: return Assumption::Recorder;
    case StepTerm::Copy: return Assumption::Exposure;
    default: break;
    }
    return core::isCommunication(part.term) ? Assumption::Exposure : Assumption::Rate;
}

QString timeText(double seconds, core::TextStyle style)
{
    return QString::fromStdString(core::quantityText(seconds, core::kSecond, style).joined());
}

QString changeText(double seconds, core::TextStyle style)
{
    return (seconds < 0 ? QStringLiteral("−") : QStringLiteral("+")) + timeText(std::abs(seconds), style);
}

std::string layersText(const std::vector<std::int16_t>& layers)
{
    std::string text;
    for (std::size_t at = 0; at < layers.size();) {
        std::size_t last = at;
        while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(layers[at]);
        if (last > at)
            text += "-" + std::to_string(layers[last]);
        at = last + 1;
    }
    return text;
}

QString operationsText(const std::vector<std::string>& operations, std::size_t most)
{
    constexpr std::size_t kMost = 3;
    QStringList names;
    for (const std::string& one : operations) {
        if (names.size() < static_cast<qsizetype>(kMost))
            names << shortName(one, most);
    }
    return names.join(QStringLiteral(", ")) + (operations.size() > kMost ? QStringLiteral(", …") : QString());
}

namespace {

QString evidenceOf(const SideDifference& difference, const DifferencePart& part, core::TextStyle style,
                   Say say)
{
    constexpr qsizetype kMost = 3;
    constexpr double kOfPart = 0.05; // smaller ones say nothing of it
    if (part.straggler) {
        const QString who =
            part.stage >= 0 ? say(N_("stage %1 does more than the others, which wait for it")).arg(part.stage)
                            : say(N_("rank %1 does more than the others, which wait for it")).arg(part.rank);
        QStringList more;
        for (const auto& [term, seconds] : part.more) {
            if (more.size() < kMost)
                more << say(termWord(term)) + QStringLiteral(" ") + changeText(seconds, style);
        }
        return more.isEmpty()
                   ? who
                   : who + QStringLiteral(" (") + more.join(QStringLiteral("; ")) + QStringLiteral(")");
    }
    if (part.term == StepTerm::Recorder) {
        QStringList sides;
        const auto add = [&](const char* side, const std::optional<profiler::RecorderCost>& cost) {
            if (cost)
                sides << say(N_("%1: %2 a step (%3 to %4) by the host's clock run again without it"))
                             .arg(QString::fromLatin1(side), timeText(cost->seconds, style),
                                  timeText(cost->low, style), timeText(cost->high, style));
        };
        add("A", difference.steps.recorderA);
        add("B", difference.steps.recorderB);
        return sides.join(QStringLiteral("; "));
    }
    QStringList texts;
    for (const RowDifference& row : difference.steps.rows) {
        if (row.term == part.term && texts.size() < kMost &&
            std::abs(row.seconds()) > kOfPart * std::max(std::abs(part.seconds), part.slower - part.faster))
            texts << rowName(row, say) + QStringLiteral(" ") + changeText(row.seconds(), style);
    }
    for (const auto& [name, seconds] : namedGaps(difference, part.term)) {
        if (texts.size() < kMost && std::abs(seconds) > kOfPart * std::abs(part.seconds))
            texts << shortName(name, kMostInTable) + QStringLiteral(" ") + changeText(seconds, style);
    }
    return texts.join(QStringLiteral("; "));
}

} // namespace

QString evidenceText(const SideDifference& difference, const DifferencePart& part, core::TextStyle style)
{
    return evidenceOf(difference, part, style, translated);
}

std::string evidenceCell(const SideDifference& difference, const DifferencePart& part)
{
    return evidenceOf(difference, part, {}, asItStands).toStdString();
}

} // namespace shardscope::app
