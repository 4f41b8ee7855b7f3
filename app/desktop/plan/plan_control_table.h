// SPDX-License-Identifier: GPL-3.0-or-later
// The one table behind the Plan page's controls: which key of a plan each edits, its words, and when it
// applies.
#pragma once

#include "app/desktop/workbench/plan_state.h"
#include "core/plan/plan_fields.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

enum class ControlForm {
    Degree, ///< a slider over \c stops with a field beside it
    Count,  ///< a field for whole numbers of any size
    Word,   ///< one of \c words
    Words,  ///< any of \c words, joined by "+"; \c nothing: none of them
    Flag,
};

/// One control. Its value is that of the key's field (core/plan/plan_fields.h) unless \c get says otherwise.
struct PlanControlRow {
    std::string key; ///< a JSON pointer; below "/wire" that of one collective
    ControlForm form = ControlForm::Flag;
    const char* label = ""; ///< English source text, like \c help in the context of PlanControls
    const char* help = "";
    /// Why it does not apply to a state; empty: it does. Null: it always does.
    std::function<QString(const PlanState&)> why{};
    bool inSight = false; ///< shown where it does not apply, too: what one looks for first
    std::function<std::vector<std::int64_t>(const PlanState&)> stops{};
    std::int64_t highest = 0;         ///< of a degree's field; 0: the last stop
    const char* nothing = "";         ///< a count's words for 0, where that says nothing; those for no word
    std::vector<std::string> words{}; ///< as the field has them, "" for none of them
    std::function<QString(const std::string&)> wordText{};
    std::function<QString(const std::string&, const PlanState&)> whyWord{};
    std::function<core::FieldValue(const PlanState&)> get{};
    std::function<void(PlanState&, const core::FieldValue&)> set{};
};

struct PlanControlSection {
    const char* title = "";
    bool folded = false; ///< until it is asked for: what few plans say
    std::vector<PlanControlRow> rows;
};

/// The sections in the order of the page.
[[nodiscard]] const std::vector<PlanControlSection>& planControlSections();

/// \p count replicas; a batch that nobody chose stays the usual one of all devices together (hasUsualBatch).
void chooseReplicas(PlanState& state, std::int64_t count);

/// A row's or section's words in the reader's language.
[[nodiscard]] QString controlText(const char* source);
[[nodiscard]] core::FieldValue valueOf(const PlanControlRow& row, const PlanState& state);
/// The change that the user's \p value of \p row makes; \p state still has to be settled. False, and nothing
/// changed, where the number of devices is held and no other degree makes up for it.
bool choose(const PlanControlRow& row, PlanState& state, const core::FieldValue& value);

} // namespace shardscope::app
