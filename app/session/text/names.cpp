// SPDX-License-Identifier: GPL-3.0-or-later
// Short words for rows and legends.
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

#include "app/session/text/words.h"
#include "core/base/text_mark.h"

namespace shardscope::app {

const char* purposeWord(core::Purpose purpose)
{
    return wordFor(purpose, {N_("weights"), N_("master weights"), N_("gradients"), N_("optimizer state"),
                             N_("activations"), N_("embedding tables"), N_("buffers"), N_("workspace"),
                             N_("framework")});
}

QString tierName(core::Tier tier)
{
    return translated(
        wordFor(tier, {N_("device"), N_("host"), N_("NVMe"), N_("streaming"), N_("parameter server")}));
}

const char* stepPartWord(core::StepPart part)
{
    return wordFor(part, {N_("step"), N_("forward"), N_("backward"), N_("recompute"), N_("optimizer"),
                          N_("exposed communication"), N_("bubble"), N_("host"), N_("streaming")});
}

const char* algorithmWord(std::string_view algorithm)
{
    static constexpr KeyedText kNames[]{{"ring", N_("ring")},
                                        {"tree", N_("double tree")},
                                        {"hierarchical", N_("hierarchical")},
                                        {"in_network", N_("in the switches")},
                                        {"pairwise", N_("every pair")},
                                        {"hop", N_("to the neighbour")},
                                        {"measured", N_("as measured")},
                                        {"transfer", N_("memory to memory")}};
    return textOf(kNames, algorithm);
}

const char* reasonWord(std::string_view reason)
{
    static constexpr KeyedText kReasons[]{
        {"as_measured", N_("this collective was measured on such a machine")},
        {"calibrated_rings", N_("the calibration's rates are those of rings")},
        {"one_level", N_("one level of links: nothing beats a ring")},
        {"switches_add", N_("the switches add up what passes")},
        {"switches_add_no_faster", N_("the switches could add, but a ring sends less")},
        {"fewer_hops_between_nodes", N_("adding up inside nodes first leaves fewer hops between them")},
        {"hops_cost_more_than_bytes", N_("a small payload: hops cost more than bytes")},
        {"bytes_cost_more_than_hops", N_("a large payload: bytes cost more than hops")},
        {"gathers_are_rings", N_("gathers and scatters run as rings")},
        {"each_pair_exchanges", N_("every pair exchanges its part")},
        {"one_hop", N_("one message, one hop")}};
    return textOf(kReasons, reason);
}

QString sourceKindName(core::SourceKind kind)
{
    return translated(
        wordFor(kind, {N_("given"), N_("specification"), N_("measured"), N_("fitted"), N_("set by hand"),
                       N_("assumed"), N_("unverified"), N_("constant"), N_("computed")}));
}

const char* severityWord(core::Severity severity)
{
    return wordFor(severity, {N_("information"), N_("notice"), N_("data loss"), N_("error")});
}

QString purposeName(core::Purpose purpose) { return translated(purposeWord(purpose)); }
QString stepPartName(core::StepPart part) { return translated(stepPartWord(part)); }
QString severityName(core::Severity severity) { return translated(severityWord(severity)); }

QString collectiveText(const QString& operation)
{
    static constexpr KeyedText kOperations[]{{"send_receive", N_("send, receive")},
                                             {"host_input", N_("input from the host")},
                                             {"streaming", N_("streaming")},
                                             {"parameter_server", N_("parameter server")},
                                             {"shared_links", N_("waiting for shared links")}};
    if (const QString known = translated(textOf(kOperations, operation.toStdString())); !known.isEmpty())
        return known;
    return QString(operation).replace(QLatin1Char('_'), QLatin1Char('-'));
}

QString groupText(const QString& group)
{
    static constexpr KeyedText kGroups[]{{"tensor", N_("tensor group")},
                                         {"front_end", N_("hosts' network")},
                                         {"remote_streaming", N_("streaming memory of other machines")},
                                         {"pipeline", N_("pipeline")},
                                         {"replica", N_("replicas")},
                                         {"context", N_("context group")},
                                         {"expert", N_("experts")},
                                         {"embedding", N_("embedding")},
                                         {"embedding_ids", N_("embedding, ids")},
                                         {"embedding_backward", N_("embedding, backward")}};
    // Streaming names the memory it goes to.
    if (const auto tier = core::fromName<core::Tier>(group.toStdString()))
        return tierName(*tier);
    const QString known = translated(textOf(kGroups, group.toStdString()));
    return known.isEmpty() ? group : known;
}

QString modelFigureName(const std::string& figure)
{
    static constexpr KeyedText kFigures[]{{"parameters", N_("Parameters")},
                                          {"layers", N_("Layers")},
                                          {"hidden", N_("Hidden width")},
                                          {"heads", N_("Attention heads")},
                                          {"kv_heads", N_("Heads of keys and values")},
                                          {"head_dim", N_("Width of a head")},
                                          {"feed_forward", N_("Width of the feed-forward layer")},
                                          {"vocabulary", N_("Vocabulary")},
                                          {"max_sequence", N_("Longest sequence")},
                                          {"experts", N_("Experts")},
                                          {"experts_per_token", N_("Experts of a token")},
                                          {"expert_groups", N_("Groups of experts")},
                                          {"groups_per_token", N_("Groups of a token's experts")},
                                          {"predicted_tokens", N_("Tokens predicted at once")},
                                          {"attention_layers", N_("Layers of attention")},
                                          {"recurrent_layers", N_("Layers that keep a state")},
                                          {"recurrence_heads", N_("Heads that keep a state")},
                                          {"recurrence_state", N_("Width of a head's state")},
                                          {"keys not needed", N_("Keys not needed")},
                                          {"note", N_("Note")}};
    const char* const known = textOf(kFigures, figure);
    return *known == 0 ? shownText(figure) : translated(known);
}

QString stageName(const std::string& stage)
{
    if (stage == "read")
        return Words::tr("reading");
    if (stage == "nest" || stage == "layout" || stage == "build")
        return Words::tr("laying out");
    if (stage == "evaluate")
        return Words::tr("evaluating");
    return QString::fromStdString(stage);
}

} // namespace shardscope::app
