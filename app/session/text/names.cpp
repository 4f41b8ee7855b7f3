// SPDX-License-Identifier: GPL-3.0-or-later
// Short words for rows and legends.
#include "app/session/text/messages.h"

#include <QCoreApplication>

#include <array>

namespace shardscope::app {

QString purposeName(core::Purpose purpose)
{
    switch (purpose) {
    case core::Purpose::Weights: return QCoreApplication::translate("Messages", "weights");
    case core::Purpose::MasterWeights: return QCoreApplication::translate("Messages", "master weights");
    case core::Purpose::Gradients: return QCoreApplication::translate("Messages", "gradients");
    case core::Purpose::OptimizerState: return QCoreApplication::translate("Messages", "optimizer state");
    case core::Purpose::Activations: return QCoreApplication::translate("Messages", "activations");
    case core::Purpose::Embedding: return QCoreApplication::translate("Messages", "embedding tables");
    case core::Purpose::Buffers: return QCoreApplication::translate("Messages", "buffers");
    case core::Purpose::Workspace: return QCoreApplication::translate("Messages", "workspace");
    case core::Purpose::Framework: return QCoreApplication::translate("Messages", "framework");
    }
    return {};
}

QString tierName(core::Tier tier)
{
    switch (tier) {
    case core::Tier::Device: return QCoreApplication::translate("Messages", "device");
    case core::Tier::Host: return QCoreApplication::translate("Messages", "host");
    case core::Tier::Nvme: return QCoreApplication::translate("Messages", "NVMe");
    case core::Tier::Streaming: return QCoreApplication::translate("Messages", "streaming");
    case core::Tier::ParameterServer: return QCoreApplication::translate("Messages", "parameter server");
    }
    return {};
}

QString stepPartName(core::StepPart part)
{
    switch (part) {
    case core::StepPart::Total: return QCoreApplication::translate("Messages", "step");
    case core::StepPart::Forward: return QCoreApplication::translate("Messages", "forward");
    case core::StepPart::Backward: return QCoreApplication::translate("Messages", "backward");
    case core::StepPart::Recompute: return QCoreApplication::translate("Messages", "recompute");
    case core::StepPart::Optimizer: return QCoreApplication::translate("Messages", "optimizer");
    case core::StepPart::ExposedCommunication:
        return QCoreApplication::translate("Messages", "exposed communication");
    case core::StepPart::Bubble: return QCoreApplication::translate("Messages", "bubble");
    case core::StepPart::Host: return QCoreApplication::translate("Messages", "host");
    case core::StepPart::Streaming: return QCoreApplication::translate("Messages", "streaming");
    }
    return {};
}

namespace {
struct Word {
    std::string_view key;
    const char* text;
};
template <std::size_t kWords>
QString wordOf(const std::array<Word, kWords>& words, std::string_view key)
{
    for (const Word& word : words) {
        if (word.key == key)
            return QCoreApplication::translate("Messages", word.text);
    }
    return {};
}
} // namespace

QString algorithmName(std::string_view algorithm)
{
    static constexpr std::array<Word, 8> kNames{
        {{"ring", QT_TRANSLATE_NOOP("Messages", "ring")},
         {"tree", QT_TRANSLATE_NOOP("Messages", "double tree")},
         {"hierarchical", QT_TRANSLATE_NOOP("Messages", "hierarchical")},
         {"in_network", QT_TRANSLATE_NOOP("Messages", "in the switches")},
         {"pairwise", QT_TRANSLATE_NOOP("Messages", "every pair")},
         {"hop", QT_TRANSLATE_NOOP("Messages", "to the neighbour")},
         {"measured", QT_TRANSLATE_NOOP("Messages", "as measured")},
         {"transfer", QT_TRANSLATE_NOOP("Messages", "memory to memory")}}};
    return wordOf(kNames, algorithm);
}

QString algorithmReason(std::string_view reason)
{
    static constexpr std::array<Word, 11> kReasons{
        {{"as_measured", QT_TRANSLATE_NOOP("Messages", "this collective was measured on such a machine")},
         {"calibrated_rings", QT_TRANSLATE_NOOP("Messages", "the calibration's rates are those of rings")},
         {"one_level", QT_TRANSLATE_NOOP("Messages", "one level of links: nothing beats a ring")},
         {"switches_add", QT_TRANSLATE_NOOP("Messages", "the switches add up what passes")},
         {"switches_add_no_faster",
          QT_TRANSLATE_NOOP("Messages", "the switches could add, but a ring sends less")},
         {"fewer_hops_between_nodes",
          QT_TRANSLATE_NOOP("Messages", "adding up inside nodes first leaves fewer hops between them")},
         {"hops_cost_more_than_bytes",
          QT_TRANSLATE_NOOP("Messages", "a small payload: hops cost more than bytes")},
         {"bytes_cost_more_than_hops",
          QT_TRANSLATE_NOOP("Messages", "a large payload: bytes cost more than hops")},
         {"gathers_are_rings", QT_TRANSLATE_NOOP("Messages", "gathers and scatters run as rings")},
         {"each_pair_exchanges", QT_TRANSLATE_NOOP("Messages", "every pair exchanges its part")},
         {"one_hop", QT_TRANSLATE_NOOP("Messages", "one message, one hop")}}};
    return wordOf(kReasons, reason);
}

QString sourceKindName(core::SourceKind kind)
{
    switch (kind) {
    case core::SourceKind::Constant: return QCoreApplication::translate("Messages", "constant");
    case core::SourceKind::Given: return QCoreApplication::translate("Messages", "given");
    case core::SourceKind::Specification: return QCoreApplication::translate("Messages", "specification");
    case core::SourceKind::Measured: return QCoreApplication::translate("Messages", "measured");
    case core::SourceKind::Fitted: return QCoreApplication::translate("Messages", "fitted");
    case core::SourceKind::Set: return QCoreApplication::translate("Messages", "set by hand");
    case core::SourceKind::Assumed: return QCoreApplication::translate("Messages", "assumed");
    case core::SourceKind::Unverified: return QCoreApplication::translate("Messages", "unverified");
    case core::SourceKind::Derived: return QCoreApplication::translate("Messages", "computed");
    }
    return {};
}

QString severityName(core::Severity severity)
{
    switch (severity) {
    case core::Severity::Info: return QCoreApplication::translate("Messages", "information");
    case core::Severity::Notice: return QCoreApplication::translate("Messages", "notice");
    case core::Severity::DataLoss: return QCoreApplication::translate("Messages", "data loss");
    case core::Severity::Error: return QCoreApplication::translate("Messages", "error");
    }
    return {};
}

QString stageName(const std::string& stage)
{
    if (stage == "read")
        return QCoreApplication::translate("Messages", "reading");
    if (stage == "nest" || stage == "layout" || stage == "build")
        return QCoreApplication::translate("Messages", "laying out");
    if (stage == "evaluate")
        return QCoreApplication::translate("Messages", "evaluating");
    return QString::fromStdString(stage);
}

} // namespace shardscope::app
