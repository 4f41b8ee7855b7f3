// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence for each error code. Arguments arrive as documented beside each code in core/base/error.h.
#include "app/session/text/messages.h"

#include "app/session/text/choice_words.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/phrase.h"
#include "core/plan/fit_verdict.h"
#include "core/plan/plan_file.h"
#include "core/units/percent.h"
#include "planner/calibration.h"
#include "planner/search.h"
#include "shardscope_config.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using core::ErrorCode;

QString toQt(const std::string& text) { return QString::fromStdString(text); }

/// Somebody's words in a sentence: of long ones both ends; line ends stay, as messages of libraries have
/// them.
QString repeated(const std::string& text, std::size_t most)
{
    return toQt(core::printable(core::shortened(text, most), core::LineEnds::Kept));
}

/// The arguments of an error, "" beyond their end.
class Arguments {
public:
    explicit Arguments(const std::vector<std::string>& args)
        : m_args(args)
    {
    }
    [[nodiscard]] QString at(std::size_t index) const
    {
        return index < m_args.size() ? phraseText(m_args[index]) : QString();
    }
    /// One of many words: what is known, what was looked at.
    [[nodiscard]] QString whole(std::size_t index) const
    {
        return index < m_args.size() ? phraseText(m_args[index], core::kMostShown) : QString();
    }

private:
    const std::vector<std::string>& m_args;
};

/// "…; did you mean X?" where a near name is known, else "…; known are: …".
QString withNearest(const QString& wrong, const QString& nearest, const QString& known)
{
    if (!nearest.isEmpty())
        return Words::tr("%1; did you mean \"%2\"?").arg(wrong, nearest);
    if (!known.isEmpty())
        return Words::tr("%1; known are: %2").arg(wrong, known);
    return wrong;
}

QString withReason(const QString& wrong, const QString& reason)
{
    return reason.isEmpty() ? wrong : Words::tr("%1: %2").arg(wrong, reason);
}

QString fileSentence(ErrorCode code, const Arguments& args)
{
    switch (code) {
    case ErrorCode::FileNotFound: return Words::tr("there is no such file");
    case ErrorCode::FileUnreadable: return withReason(Words::tr("the file cannot be read"), args.at(0));
    case ErrorCode::FileUnwritable: return withReason(Words::tr("the file cannot be written"), args.at(0));
    case ErrorCode::FileEmpty: return withReason(Words::tr("the file is empty"), args.at(0));
    case ErrorCode::FileTooLarge:
        return Words::tr("the file is too large: %1 bytes; at most %2 are read").arg(args.at(0), args.at(1));
    case ErrorCode::FormatUnknown:
        if (!args.at(2).isEmpty())
            return Words::tr("this is %1, which is not read here; %2").arg(args.at(0), args.at(2));
        return Words::tr("this is %1, which is not read here; known are: %2")
            .arg(args.at(0).isEmpty() ? Words::tr("an unknown format") : args.at(0), args.whole(1));
    case ErrorCode::SyntaxError:
        return withReason(
            Words::tr("this is not valid %1").arg(args.at(1).isEmpty() ? QStringLiteral("JSON") : args.at(1)),
            args.at(0));
    case ErrorCode::NestingTooDeep:
        return Words::tr("nested too deeply; at most %1 levels are read").arg(args.at(0));
    case ErrorCode::DataCorrupt: return withReason(Words::tr("the data are damaged"), args.at(0));
    case ErrorCode::StorageFailure:
        return withReason(Words::tr("the project file could not be used"), args.at(0));
    default: return {};
    }
}

QString keySentence(ErrorCode code, const Arguments& args)
{
    switch (code) {
    case ErrorCode::WrongType: return Words::tr("wanted %1, found %2").arg(args.at(0), args.at(1));
    case ErrorCode::MissingKey:
        return args.at(1).isEmpty()
                   ? Words::tr("\"%1\" is missing").arg(args.at(0))
                   : Words::tr("\"%1\" is missing: %2 lists what is known").arg(args.at(0), args.at(1));
    case ErrorCode::UnknownKey:
        return withNearest(Words::tr("unknown key \"%1\"").arg(args.at(0)), args.at(1), args.whole(2));
    case ErrorCode::UnknownValue:
        return withNearest(Words::tr("unknown value \"%1\"").arg(args.at(0)), args.at(1), args.whole(2));
    case ErrorCode::UnknownName:
        if (!args.at(3).isEmpty())
            return Words::tr("\"%1\" is a part of several names, write one of them: %2")
                .arg(args.at(0), args.at(3));
        if (!args.at(4).isEmpty())
            return Words::tr("no %2 is called \"%1\"; near it: %3")
                .arg(args.at(0), args.at(2), args.whole(4));
        return args.at(1).isEmpty() ? Words::tr("no %2 is called \"%1\"").arg(args.at(0), args.at(2))
                                    : Words::tr("no %2 is called \"%1\"; did you mean \"%3\"?")
                                          .arg(args.at(0), args.at(2), args.at(1));
    case ErrorCode::OutOfRange:
        return args.at(2).isEmpty()
                   ? Words::tr("%1 is out of range; the least is %2").arg(args.at(0), args.at(1))
                   : Words::tr("%1 is out of range; it goes from %2 to %3")
                         .arg(args.at(0), args.at(1), args.at(2));
    case ErrorCode::NotDivisible:
        return Words::tr("%1 (%2) is not divisible by %3 (%4)")
            .arg(args.at(0), args.at(1), args.at(2), args.at(3));
    default: return {};
    }
}

/// Says all that whoever mends it needs, on the one line that is sent.
QString brokenSentence(const Arguments& args)
{
    const QString version = QString::fromLatin1(config::kVersion);
    const QString looked = args.whole(1);
    const QString report =
        looked.isEmpty() ? Words::tr("broken promise %1, version %2").arg(args.at(0), version)
                         : Words::tr("broken promise %1, version %2, %3").arg(args.at(0), version, looked);
    return Words::tr("there is no answer, by a fault of Shardscope itself; please report this line: %1")
        .arg(report);
}

QString valueSentence(ErrorCode code, const Arguments& args)
{
    switch (code) {
    case ErrorCode::UnitMissing:
        return Words::tr("\"%1\" has no unit; write for example \"%2\"").arg(args.at(0), args.at(1));
    case ErrorCode::UnitUnknown:
        return Words::tr("unknown unit \"%1\"; known are: %2").arg(args.at(0), args.whole(1));
    case ErrorCode::UnitMismatch:
        return Words::tr("the unit \"%1\" does not measure this; wanted %2").arg(args.at(0), args.at(1));
    case ErrorCode::NumberMalformed: return Words::tr("\"%1\" is not a number").arg(args.at(0));
    case ErrorCode::Inconsistent: return withReason(Words::tr("this contradicts itself"), args.at(0));
    case ErrorCode::NotSupported:
        return withReason(Words::tr("%1 is not supported").arg(args.at(0)), args.at(1));
    case ErrorCode::NotBuiltYet: return Words::tr("%1 is not built yet; it is planned").arg(args.at(0));
    case ErrorCode::Cancelled: return Words::tr("stopped");
    case ErrorCode::BrokenPromise: return brokenSentence(args);
    default: return {};
    }
}

/// %1, %2: the remedy's arguments.
constexpr KeyedText kRemedies[] = {
    {"recompute_all_layers", N_("recompute every layer")},
    {"recompute_selective", N_("recompute the attention cores")},
    {"recompute_part", N_("recompute %1 of every layer, too")},
    {"recompute_full", N_("recompute all activations")},
    {"partitioned_activations", N_("cut checkpoints over the tensor group")},
    {"zero_1", N_("shard the optimizer state over the replicas (ZeRO-1)")},
    {"zero_2", N_("shard gradients and optimizer state over the replicas (ZeRO-2)")},
    {"zero_3", N_("shard weights, gradients and optimizer state over the replicas (ZeRO-3)")},
    {"phased_execution", N_("phased execution: stream the model through the device in %1 phases")},
    {"pipeline", N_("more pipeline stages: p = %1, r = %2")},
    {"context", N_("more context parallelism: c = %1, r = %2")},
    {"expert", N_("more expert parallelism: experts over %1 ranks")},
    {"tensor", N_("more tensor parallelism: t = %1, r = %2")},
    {"replica", N_("fewer replicas: r = %1")},
    {"sequence_parallel", N_("sequence parallelism over the tensor group")},
    {"micro_batch", N_("a smaller micro-batch: b = %1")},
    {"runnable", N_("as %1 can run it")},
    {"flash_attention", N_("flash attention")},
    {"offload_optimizer", N_("keep the optimizer state in %1 memory")},
    {"offload_weights", N_("keep the weights in %1 memory")},
    {"offload_gradients", N_("keep the gradients in %1 memory")},
    {"offload_activations", N_("keep the activations in %1 memory")},
    {"more_devices", N_("use %1 devices or more")},
    {"fewer_devices", N_("use at most %1 devices")},
    {"half_precision_tables", N_("keep the tables in fp16")},
    {"rowwise_adagrad", N_("row-wise Adagrad for the tables")},
    {"more_parameter_servers", N_("%1 more parameter servers")},
    {"evict_rows", N_("let rows be evicted: lookups that miss, %1")},
    {"plan_key", N_("%1 = %2")}, // taken along by another change
    {"combination", N_("together: %1")},
};

/// The arguments of the remedy \p key, in the reader's language: most are numbers and memories.
QStringList remedyWords(const std::string& key, const std::vector<std::string>& args)
{
    if (key == "plan_key" && args.size() == 2) { // another key's option, and what becomes of it
        const auto& keys = core::planKeys();
        const auto of = std::ranges::find(keys, args.front(), &core::PlanKey::alias);
        const std::string& option = of == keys.end() ? args.front() : of->option;
        return {optionText(option), choiceTitle(option, args.back())};
    }
    QStringList told;
    for (const std::string& arg : args) {
        const auto tier = core::fromName<core::Tier>(arg);
        told << (tier                      ? tierName(*tier)
                 : key == "runnable"       ? choiceTitle("/framework", arg)
                 : key == "recompute_part" ? choiceTitle("/recompute", arg)
                                           : toQt(arg));
    }
    return told;
}

} // namespace

QString filled(const QString& text, const QStringList& values)
{
    QString made;
    for (int at = 0; at < text.size(); ++at) {
        const int place =
            text[at] == QLatin1Char('%') && at + 1 < text.size() ? text[at + 1].digitValue() : 0;
        if (place < 1 || place > values.size()) {
            made += text[at];
            continue;
        }
        made += values[place - 1];
        ++at;
    }
    return made;
}

QString phraseText(const std::string& argument, std::size_t most)
{
    const std::optional<core::Phrase> phrase = core::phraseOf(argument);
    if (!phrase)
        return repeated(argument, most);
    QStringList values;
    for (const std::string& value : phrase->values)
        values << repeated(value, most);
    return filled(QCoreApplication::translate("Words", phrase->text.c_str()), values);
}

QString sentence(const core::Error& error)
{
    const Arguments args(error.args);
    for (const auto make : {fileSentence, keySentence, valueSentence}) {
        if (QString text = make(error.code, args); !text.isEmpty())
            return text;
    }
    return Words::tr("failed");
}

QString placeText(const core::Place& place)
{
    QStringList parts;
    if (!place.file.empty())
        parts << repeated(place.file, core::kMostRepeated);
    if (place.line)
        parts << Words::tr("line %1").arg(*place.line);
    if (place.byteOffset)
        parts << Words::tr("byte %1").arg(*place.byteOffset);
    if (!place.jsonPointer.empty())
        parts << repeated(place.jsonPointer, core::kMostRepeated);
    return parts.join(QStringLiteral(", "));
}

QString errorText(const core::Error& error)
{
    const QString place = placeText(error.place);
    QString text = place.isEmpty() ? sentence(error) : Words::tr("%1: %2").arg(place, sentence(error));
    return text.replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString violationText(const core::Violation& violation, core::TextStyle style)
{
    const QString need = toQt(core::quantityText(violation.need, violation.dimension, style).joined());
    const QString have = toQt(core::quantityText(violation.have, violation.dimension, style).joined());
    const QString where = placeName(violation.where);
    if (violation.kind == "devices")
        return Words::tr("the plan needs %1 devices and there are %2").arg(need, have);
    if (violation.kind == "memory")
        return Words::tr("%1 needs %2 and has %3").arg(where, need, have);
    if (violation.kind == "fragmentation")
        return Words::tr("%1 needs %2 with the gaps that its tensors leave, and has %3")
            .arg(where, need, have);
    return Words::tr("%1 (%2) needs %3 and has %4")
        .arg(where, QString::fromStdString(violation.kind), need, have);
}

QString outcomeText(const core::PlanOutcome& outcome, core::TextStyle style)
{
    QStringList parts;
    if (outcome.step)
        parts << Words::tr("%1 a step").arg(toQt(core::toText(*outcome.step, style)));
    const QString peak = toQt(core::toText(outcome.peak, style));
    parts << (outcome.devices == 1
                  ? Words::tr("%1 on one device").arg(peak)
                  : Words::tr("%1 on the fullest of %2 devices").arg(peak).arg(outcome.devices));
    return parts.join(QStringLiteral(", "));
}

QString remedyText(const core::Remedy& remedy, core::TextStyle style)
{
    std::vector<std::string> args = remedy.args;
    if (!remedy.together.empty()) {
        QStringList parts;
        for (const core::Remedy& part : remedy.together)
            parts << remedyText(part, style);
        args = {parts.join(QStringLiteral("; ")).toStdString()};
    }
    const char* const known = textOf(kRemedies, remedy.key);
    QString text = *known != 0 ? filled(translated(known), remedyWords(remedy.key, args)) : toQt(remedy.key);
    if (!remedy.together.empty()) {
        QStringList parts;
        for (const core::Remedy& part : remedy.together)
            parts << remedyText(part, style);
        text = parts.join(Words::tr(", and "));
    }
    if (remedy.saved.value() > 0)
        text = Words::tr("%1 (−%2)").arg(text, toQt(core::toText(remedy.saved, style)));
    if (remedy.suffices)
        text = Words::tr("%1, which is enough").arg(text);
    return remedy.after ? Words::tr("%1: %2").arg(text, outcomeText(*remedy.after, style)) : text;
}

QStringList frameworkRefusals(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                              const core::Plan& plan)
{
    QStringList refusals;
    if (model.recommender() != nullptr) // theirs is in the room of their plans
        return refusals;
    for (const std::string& rule : planner::refusalsOf(plan, hardware))
        refusals << phraseText(rule);
    return refusals;
}

QString frameworkTitle(core::Framework framework)
{
    return QString::fromLatin1(planner::factsOf(framework).title);
}

QString whyNoUse(const core::Plan& plan, const char* pointer)
{
    const std::string reason = planner::whyNotSaid(plan, pointer);
    return reason.empty() ? QString() : phraseText(reason);
}

QString refusalText(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan)
{
    const QStringList refusals = frameworkRefusals(model, hardware, plan);
    return refusals.isEmpty()
               ? QString()
               : Words::tr("Cannot be run as it is: %1.").arg(refusals.join(QStringLiteral("; ")));
}

QString verdictText(const core::Verdict& verdict, core::TextStyle style)
{
    if (verdict.feasible())
        return Words::tr("Fits.");
    const core::Violation& worst = verdict.violations.front();
    QString text = Words::tr("Does not fit: %1.").arg(violationText(worst, style));
    QStringList fixes;
    for (const core::Remedy& remedy : worst.remedies)
        fixes << remedyText(remedy, style);
    if (!fixes.isEmpty())
        text += Words::tr(" Closest fixes: %1.").arg(fixes.join(QStringLiteral("; ")));
    return text;
}

QString mayNotFitText(const core::Evaluation& evaluation, const core::TierUse& use, core::TextStyle style)
{
    const core::FitVerdict verdict = core::fitVerdict(evaluation.memory, use);
    if (verdict.fit != core::Fit::Tight)
        return {};
    const QString free = toQt(core::toText(verdict.margin, style));
    if (core::headroomOf({}, use.capacity) <= verdict.margin &&
        core::closedFormsStandAlone(evaluation.memory))
        return Words::tr("May not fit: %1 stay free, less than closed forms may be off by.").arg(free);
    if (use.reserved && use.capacity < *use.reserved)
        return Words::tr(
                   "May not fit: %1 stay free, and the allocator would hold %2 in reserve with its gaps.")
            .arg(free, toQt(core::toText(*use.reserved, style)));
    return Words::tr("May not fit: only %1 stay free.").arg(free);
}

QString memoryBasisText(const core::Evaluation& evaluation, core::TextStyle style)
{
    const core::MemoryBreakdown& memory = evaluation.memory;
    const core::TierUse* use = memory.fullestUse(core::Tier::Device);
    if (use == nullptr)
        return {};
    if (memory.untraced)
        return Words::tr("Memory by closed forms, without a simulation of the allocator: %1. How far they "
                         "may be off was never measured on such plans.")
            .arg(sentence(*memory.untraced));
    if (!use->traced())
        return {};
    const double off = use->closedForm->value() / use->peak.value() - 1;
    const QString share = toQt(core::percentText(std::abs(off), 1));
    const QString closed = toQt(core::toText(*use->closedForm, style));
    return (off < 0
                ? Words::tr(
                      "Memory by simulating the allocator through the step; closed forms say %1, %2 less.")
                : Words::tr(
                      "Memory by simulating the allocator through the step; closed forms say %1, %2 more."))
        .arg(closed, share);
}

QString rankClassName(const std::string& name)
{
    QString text = shownText(name);
    if (text.startsWith(QStringLiteral("stage ")))
        return Words::tr("stage %1").arg(text.mid(6));
    if (text.startsWith(QStringLiteral("stages ")))
        return Words::tr("stages %1").arg(text.mid(7).replace(QLatin1Char('-'), QChar(0x2013)));
    if (name == "fullest device")
        return Words::tr("fullest device");
    if (name == "nn worker")
        return Words::tr("NN worker");
    if (name == "parameter server")
        return Words::tr("parameter server");
    if (name == "parameter servers")
        return Words::tr("the parameter servers' memory");
    if (name == "all tables")
        return Words::tr("the memory for all tables");
    if (name == "share of all tables")
        return Words::tr("every device's share of all tables");
    if (text.startsWith(QStringLiteral("shard of table ")))
        return Words::tr("a shard of table %1").arg(text.mid(15));
    if (text.startsWith(QStringLiteral("table ")))
        return Words::tr("table %1").arg(text.mid(6));
    return text;
}

QString placeName(const std::string& where)
{
    // "stage 0 device": a rank class and a tier.
    const QString text = shownText(where);
    const qsizetype space = text.lastIndexOf(QLatin1Char(' '));
    const auto tier = core::fromName<core::Tier>(text.mid(space + 1).toStdString());
    if (space < 0 || !tier)
        return rankClassName(where);
    return Words::tr("%1 (%2 memory)").arg(rankClassName(text.left(space).toStdString()), tierName(*tier));
}

QString translated(const std::string& sourceText)
{
    if (sourceText.find('\0') != std::string::npos) // no text of ours
        return toQt(sourceText);
    return QCoreApplication::translate("Source", sourceText.c_str());
}

namespace {

/// "layer 3", "layer 3 attention", "layer 3 feed-forward" as reports name them; empty: something else.
QString layerText(const QString& label)
{
    static const QRegularExpression form(QStringLiteral("^layer (\\d+)( attention| feed-forward)?$"));
    const QRegularExpressionMatch match = form.match(label);
    if (!match.hasMatch())
        return {};
    const QString half = match.captured(2);
    const QString text = half.isEmpty()                        ? Words::tr("layer %1")
                         : half == QLatin1String(" attention") ? Words::tr("layer %1 attention")
                                                               : Words::tr("layer %1 feed-forward");
    return text.arg(match.captured(1));
}

} // namespace

QString labelText(const std::string& label)
{
    constexpr std::string_view kRows = "rows of "; // of a table of weights
    if (label.starts_with(kRows))
        return Words::tr("rows of %1").arg(shownText(label.substr(kRows.size())));
    if (QString layer = layerText(toQt(label)); !layer.isEmpty())
        return layer;
    const QString text = shownText(QCoreApplication::translate("Words", label.c_str()));
    return text == shownText(label) ? QString(text).replace(QLatin1Char('_'), QLatin1Char(' ')) : text;
}

} // namespace shardscope::app
