// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/simulation_words.h"

#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/shown_text.h"
#include "core/base/text_mark.h"
#include "core/report/words.h"
#include "core/run/planned_counters.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

namespace shardscope::app {
namespace {

/// Words that recordings have as names too: a context of their own, so that only those of simulated runs
/// change.
std::optional<QString> ownWord(std::string_view name)
{
    constexpr const char* kContext = "SimulatedNames";
    static constexpr const char* kOwn[] = {QT_TRANSLATE_NOOP("SimulatedNames", "memory"),
                                           QT_TRANSLATE_NOOP("SimulatedNames", "compute"),
                                           QT_TRANSLATE_NOOP("SimulatedNames", "sync")};
    const auto found = std::ranges::find_if(kOwn, [&](const char* one) { return name == one; });
    return found == std::end(kOwn) ? std::nullopt
                                   : std::optional(QCoreApplication::translate(kContext, *found));
}

std::optional<QString> knownWord(std::span<const char* const> known, std::string_view name)
{
    if (const auto own = ownWord(name))
        return own;
    const auto found = std::ranges::find_if(known, [&](const char* one) { return name == one; });
    return found == known.end() ? std::nullopt : std::optional(translated(*found));
}

/// "trainer 3", "NN worker 0", "embedding get 1 again": the words around the number.
QString numbered(const std::string& name)
{
    static constexpr const char* kKnown[] = {
        N_("rank %1"),          N_("host runs ahead %1"),     N_("host %1"),    N_("batch comes %1"),
        N_("batch is read %1"), N_("NN worker %1"),           N_("trainer %1"), N_("embedding get %1"),
        N_("embedding put %1"), N_("embedding get %1 again"), N_("stage %1"),   N_("planned step %1")};
    for (const char* text : kKnown) {
        const std::string_view form = text;
        const std::size_t at = form.find("%1");
        const std::string_view before = form.substr(0, at);
        const std::string_view behind = form.substr(at + 2);
        if (name.size() <= before.size() + behind.size() || !name.starts_with(before) ||
            !name.ends_with(behind))
            continue;
        const std::string number = name.substr(before.size(), name.size() - before.size() - behind.size());
        if (number.find_first_not_of("0123456789") == std::string::npos)
            return translated(text).arg(shownText(number));
    }
    return shownText(name);
}

} // namespace

QString laneName(const std::string& name)
{
    static constexpr const char* kKnown[] = {N_("busiest device"),
                                             N_("mean device"),
                                             N_("perceptrons"),
                                             N_("embeddings"),
                                             N_("NVLink vectors"),
                                             N_("NVLink ids"),
                                             N_("RoCE vectors"),
                                             N_("RoCE ids"),
                                             N_("RoCE all-reduce"),
                                             N_("host"),
                                             N_("reader"),
                                             N_("front-end"),
                                             N_("computing"),
                                             N_("all-reduce"),
                                             N_("restart"),
                                             N_("parameter servers"),
                                             N_("embedding workers"),
                                             N_("data loaders"),
                                             N_("received over TCP"),
                                             N_("sent over TCP"),
                                             N_("CPU cycles of TCP")};
    // Words of pipelines and of counters.
    static constexpr const char* kMore[] = {N_("schedule"),
                                            N_("supersteps"),
                                            N_("collectives in the passes"),
                                            N_("pipeline messages"),
                                            N_("from the stage before"),
                                            N_("from the stage behind"),
                                            N_("weights gathered"),
                                            N_("replica traffic"),
                                            N_("other memory"),
                                            N_("phases' weights loaded"),
                                            N_("activations loaded"),
                                            N_("stored"),
                                            N_("copied to other memory"),
                                            N_("copied from other memory"),
                                            N_("batches"),
                                            N_("lookups and gradients"),
                                            N_("reads and updates"),
                                            N_("micro-batches in flight"),
                                            N_("device memory"),
                                            N_("transfers under way"),
                                            N_("MLP parameter server"),
                                            N_("embedding servers"),
                                            N_("sent"),
                                            N_("received"),
                                            N_("embedding get"),
                                            N_("embedding put"),
                                            N_("batches looked up, not yet put"),
                                            N_("batches read ahead"),
                                            N_("staleness"),
                                            N_("queue"),
                                            N_("heap"),
                                            N_("heap with contiguous gradients"),
                                            N_("heap with gradients where they lie"),
                                            N_("allocated"),
                                            N_("in use"),
                                            N_("reserved"),
                                            N_("free")};
    using Known = std::span<const char* const>;
    for (const Known& known : {Known(kKnown), Known(kMore)}) {
        if (const std::optional<QString> word = knownWord(known, name))
            return *word;
    }
    constexpr std::string_view kByPurpose = core::kMemoryByPurpose;
    if (name.starts_with(kByPurpose)) {
        if (const auto tier = core::fromName<core::Tier>(name.substr(kByPurpose.size())))
            return translated(N_("%1 memory")).arg(tierName(*tier));
    }
    const QString same = shownText(name);
    for (const QString& text : {groupText(same), labelText(name)}) { // series: groups, and purposes
        if (text != same)
            return text;
    }
    return numbered(name);
}

QString laneOperation(const std::string& name, const std::string& part)
{
    static constexpr const char* kKnown[] = {
        N_("host"),    N_("forward"), N_("backward"),      N_("embedding get"),    N_("embedding put"),
        N_("serving"), N_("restart"), N_("host, in vain"), N_("forward, in vain"), N_("backward, in vain")};
    if (const std::optional<QString> known = knownWord(kKnown, name))
        return *known;
    if (name == "optimizer.step")
        return translated(N_("optimizer"));
    if (name == "optimizer.step, in vain")
        return translated(N_("optimizer, in vain"));
    // What is derived as a part of the step is called as that is.
    const QString named = recommenderPartName(part);
    return part.empty() || named == shownText(part) ? shownText(name) : named;
}

QString sliceName(const std::string& name)
{
    static constexpr const char* kKnown[] = {N_("forward"),
                                             N_("backward"),
                                             N_("input gradient"),
                                             N_("weight gradient"),
                                             N_("forward and backward"),
                                             N_("recompute"),
                                             N_("exchange"),
                                             N_("sync: waits for the slowest"),
                                             N_("exchange between processors"),
                                             N_("restart from the checkpoint"),
                                             N_("load weights"),
                                             N_("load activations"),
                                             N_("store"),
                                             N_("HtoD rows missed by the cache"),
                                             N_("bottom MLP forward"),
                                             N_("bottom MLP backward"),
                                             N_("top MLP forward"),
                                             N_("top MLP backward"),
                                             N_("embedding lookup"),
                                             N_("embedding update")};
    if (name.starts_with("PP:")) // PyTorch's own marks of its pipelines
        return shownText(name);
    std::string plain = plainSlice(name);
    constexpr std::string_view kCollective = "nccl:";
    constexpr std::string_view kCopy = "memcpy ";
    if (plain.starts_with(kCollective)) {
        const std::size_t space = std::min(plain.find(' '), plain.size());
        const QString operation = shownText(plain.substr(kCollective.size(), space - kCollective.size()));
        const std::string group = plain.substr(std::min(space + 1, plain.size()));
        const QString part = recommenderPartName(group);
        return collectiveText(operation) + QStringLiteral(": ") +
               (part == shownText(group) ? groupText(part) : part);
    }
    if (plain.starts_with(kCopy))
        plain.erase(0, kCopy.size());
    if (const std::optional<QString> known = knownWord(kKnown, plain))
        return *known;
    const QString done = laneOperation(plain, {});
    return done == shownText(plain) ? laneName(plain) : done;
}

QString derivedTitle(const std::string& key, const QString& name)
{
    constexpr std::string_view kStage = "stage ";
    const std::size_t dot = key.starts_with(kStage) ? key.find('.') : std::string::npos;
    if (dot == std::string::npos)
        return name;
    const std::string what = key.substr(dot + 1);
    if (what == "forward" || what == "backward" || what == "input_gradient" || what == "weight_gradient" ||
        what == "overlapped")
        return translated(N_("%1: its computing")).arg(name);
    const std::size_t group = what.rfind('.');
    const bool operation =
        what.starts_with("forward.") || what.starts_with("backward.") || what.starts_with("recompute.");
    return group == std::string::npos || operation ? name : translated(N_("%1, of a whole step")).arg(name);
}

core::Report withSliceNames(core::Report report)
{
    const auto named = [](std::string& name) { name = sliceName(name).toStdString(); };
    for (core::Table& table : report.tables) {
        for (std::vector<core::Cell>& row : table.rows) {
            for (std::size_t column = 0; column < row.size(); ++column) {
                auto* text = std::get_if<std::string>(&row[column]);
                if (text != nullptr && table.columns[column].words == core::Words::Names)
                    named(*text);
            }
        }
    }
    for (core::Mark& mark : report.marks)
        named(mark.label);
    for (core::Finding& finding : report.findings) {
        for (std::string& argument : finding.args)
            named(argument);
        for (core::Mark& mark : finding.evidence)
            named(mark.label);
    }
    return report;
}

std::string plainSlice(std::string name)
{
    constexpr std::string_view kMark = "## ";
    constexpr std::string_view kProduct = " (gemm)";
    if (name.starts_with(kMark) && name.ends_with(" ##"))
        name = name.substr(kMark.size(), name.size() - 2 * kMark.size());
    if (const std::size_t product = name.find(kProduct); product != std::string::npos)
        name.erase(product, kProduct.size());
    return name;
}

QString resourceName(const std::string& resource)
{
    constexpr std::string_view kWorker = "nn worker "; // as the options write it
    if (resource.starts_with(kWorker))
        return numbered("NN worker " + resource.substr(kWorker.size()));
    static constexpr const char* kKnown[] = {N_("computing"), N_("optimizer"), N_("host"),
                                             N_("busiest device"), N_("mean device")};
    const std::string said = resource == "compute"  ? "computing"
                             : resource == "rank 0" ? "busiest device"
                             : resource == "rank 1" ? "mean device"
                                                    : resource;
    if (const std::optional<QString> known = knownWord(kKnown, said))
        return *known;
    const QString same = shownText(resource);
    for (const QString& text :
         {groupText(same), recommenderPartName(resource), boundName(resource), stageWord(resource)}) {
        if (text != same)
            return text;
    }
    return numbered(resource);
}

} // namespace shardscope::app
