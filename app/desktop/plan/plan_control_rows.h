// SPDX-License-Identifier: GPL-3.0-or-later
// How rows of the table of controls are written: by kind of value.
#pragma once

#include "app/desktop/plan/plan_control_table.h"
#include "app/desktop/plan/plan_reasons.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app::controls {

using Rows = std::vector<PlanControlRow>;
using Stops = std::function<std::vector<std::int64_t>(const PlanState&)>;

inline std::function<QString(const PlanState&)> unless(PlanPart part)
{
    return [part](const PlanState& state) { return whyNot(part, state); };
}

inline PlanControlRow degree(const char* key, const char* label, const char* help, Stops stops,
                             std::int64_t highest)
{
    PlanControlRow row{key, ControlForm::Degree, label, help};
    row.stops = std::move(stops);
    row.highest = highest;
    return row;
}

inline PlanControlRow count(const char* key, const char* label, const char* help, PlanPart part)
{
    PlanControlRow row{key, ControlForm::Count, label, help};
    row.why = unless(part);
    return row;
}

inline PlanControlRow flag(const char* key, const char* label, const char* help)
{
    return {key, ControlForm::Flag, label, help};
}

/// A choice among \p values, or among all there are.
template <class Choice>
PlanControlRow word(const char* key, const char* label, std::vector<Choice> values = {})
{
    PlanControlRow row{key, ControlForm::Word, label};
    if (values.empty()) {
        constexpr auto kAll = core::valuesOf<Choice>();
        values.assign(kAll.begin(), kAll.end());
    }
    for (const Choice value : values)
        row.words.emplace_back(core::nameOf(value));
    row.wordText = [](const std::string& name) { return choiceText(*core::fromName<Choice>(name)); };
    row.whyWord = [](const std::string& name, const PlanState& state) {
        return whyNot(*core::fromName<Choice>(name), state);
    };
    return row;
}

inline PlanControlRow only(PlanControlRow row, PlanPart part)
{
    row.why = unless(part);
    return row;
}

/// A number format that is only stored, which takes no engine; \p none: the words for no format of its own.
inline PlanControlRow format(const char* key, const char* label, const char* none,
                             const std::vector<core::Dtype>& formats)
{
    PlanControlRow row{key, ControlForm::Word, label};
    if (none != nullptr)
        row.words.emplace_back();
    for (const core::Dtype dtype : formats)
        row.words.emplace_back(core::nameOf(dtype));
    row.wordText = [none](const std::string& name) {
        return name.empty() ? translated(none) : choiceText(*core::fromName<core::Dtype>(name));
    };
    return row;
}

/// What few plans say: plan_control_rare.cpp.
[[nodiscard]] Rows trainingRows();
[[nodiscard]] Rows wireRows();
[[nodiscard]] Rows optionRows();
[[nodiscard]] Rows bucketRows();
[[nodiscard]] Rows inProcessorRows();
[[nodiscard]] Rows adapterRows();

} // namespace shardscope::app::controls
