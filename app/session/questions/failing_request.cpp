// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/failing_request.h"

#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/units/text.h"
#include "planner/planner.h"

#include <QStringList>

#include <algorithm>
#include <string>
#include <utility>

namespace shardscope::app {
namespace {

QString bytes(std::int64_t count)
{
    return QString::fromStdString(
        core::toText(core::Bytes{static_cast<double>(count)}, {3, core::BytePrefix::Binary}));
}

/// "in forward (layer 3, linear)", "while the model is set up".
QString placeOf(const core::AllocationShortage& shortage)
{
    QStringList where;
    for (const std::string& word : {shortage.module, std::string(shortage.operation)})
        if (!word.empty())
            where << QString::fromStdString(word);
    const auto when = [&] {
        switch (shortage.phase) {
        case core::StepPhase::Setup: return Words::tr("while the model is set up");
        case core::StepPhase::Forward: return Words::tr("in forward");
        case core::StepPhase::Backward: return Words::tr("in backward");
        case core::StepPhase::Optimizer: return Words::tr("in the optimizer's step");
        }
        return QString();
    };
    return where.isEmpty() ? when() : when() + QStringLiteral(" (%1)").arg(where.join(QStringLiteral(", ")));
}

} // namespace

std::optional<core::MemoryTrace> failingStage(const core::ModelSpec& model,
                                              const core::HardwareSpec& hardware,
                                              const core::Evaluation& evaluation)
{
    const bool some = std::ranges::any_of(evaluation.memory.tiers, [](const core::TierUse& use) {
        return use.tier == core::Tier::Device && use.withGaps.has_value();
    });
    if (!some)
        return std::nullopt;
    auto traces = planner::traceStages(model, hardware, evaluation.plan);
    if (!traces.ok())
        return std::nullopt;
    const auto found = std::ranges::find_if(
        *traces, [](const core::MemoryTrace& trace) { return trace.shortage.request > 0; });
    return found == traces->end() ? std::nullopt : std::optional(std::move(*found));
}

QString failingRequestText(const core::MemoryTrace& trace)
{
    const core::AllocationShortage& shortage = trace.shortage;
    if (shortage.request == 0)
        return {};
    return Words::tr("The first request without room: %1 %2 of %3; %4 are free in pieces, the largest of %5, "
                     "and %6 beside them.")
        .arg(bytes(shortage.request), placeOf(shortage), rankClassName(trace.rankClass),
             bytes(shortage.inside), bytes(shortage.largest), bytes(shortage.outside));
}

core::Value failingRequestDocument(const std::optional<core::MemoryTrace>& trace)
{
    using core::Value;
    if (!trace)
        return {};
    const core::AllocationShortage& shortage = trace->shortage;
    return Value::ofMembers({{"rank_class", Value::ofText(trace->rankClass)},
                             {"request_bytes", Value::ofInteger(shortage.request)},
                             {"inside_bytes", Value::ofInteger(shortage.inside)},
                             {"largest_bytes", Value::ofInteger(shortage.largest)},
                             {"outside_bytes", Value::ofInteger(shortage.outside)},
                             {"fragmented", Value::ofFlag(shortage.fragmented)},
                             {"phase", Value::ofText(std::string(core::nameOf(shortage.phase)))},
                             {"module", Value::ofText(shortage.module)},
                             {"operation", Value::ofText(std::string(shortage.operation))}});
}

} // namespace shardscope::app
