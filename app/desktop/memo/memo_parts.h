// SPDX-License-Identifier: GPL-3.0-or-later
// What a study's sheet and its memo are put together of.
#pragma once

#include "app/desktop/figures/sheet.h"
#include "app/session/study/solved_study.h"
#include "core/report/table.h"

#include <QStringList>

#include <span>

namespace shardscope::app {

class MemoSheet final : public Sheet {
public:
    using Sheet::Sheet;

    void heading(const QString& text);
    /// The decision, large, then what the others come to.
    void decision(const SolvedStudy& solved);
    /// Adds nothing where \p scene is null.
    void figure(const QString& title, const SceneMaker& scene);
    /// Adds nothing where the table has no rows.
    void table(const QString& title, const core::Table& table);
    /// One below the other, each with a dot before it; nothing of none.
    void sentences(const QString& title, const QStringList& sentences);
};

inline constexpr const char* kAllMemoColumns[]{"scenario",          "holds",         "training_seconds",
                                               "low_seconds",       "high_seconds",  "cost",
                                               "energy_joules",     "carbon_kg",     "goodput",
                                               "tokens_per_second", "share_of_peak", "memory_left_bytes",
                                               "framework",         "layout"};
/// A table of studyReport() (the scenarios') with the columns of \p keys, those that are empty left out.
[[nodiscard]] core::Table studyColumns(const SolvedStudy& solved, std::span<const char* const> keys,
                                       const char* of = "scenarios");
/// What would change the decision, a sentence each.
[[nodiscard]] QStringList edgeSentences(const SolvedStudy& solved);

} // namespace shardscope::app
