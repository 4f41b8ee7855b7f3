// SPDX-License-Identifier: GPL-3.0-or-later
// What the engines answer for a lesson: figures by the names that the command line's documents use.
#pragma once

#include "app/session/lesson/lesson.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"

#include <map>
#include <string>
#include <utility>

namespace shardscope::app {

/// Each document of a plan is made once. For one thread.
class LessonAnswers {
public:
    /// \p catalog outlives this.
    explicit LessonAnswers(const core::Catalog& catalog, core::Task task = {});

    /// \p quantity of \p plan with the quantity's own keys over it: "plan/step/seconds" is of plan --json,
    /// "simulate/…" of simulate --json, "memory/TABLE/ROW/KEY" (and phases, activations) of plan --report,
    /// "study/TABLE/ROW/KEY" of a recommender's tables, "zero/…" of ZeRO's stages, "slices/…" of what
    /// replicas share, "ring/…" (tree, scatter_gather, all_to_all, hierarchical) of the replicas' gradients
    /// chunk by chunk. Of a list "[key=value]" takes the first that has these, a number the one at that
    /// place. Errors: UnknownName with the nearest; those of the engines.
    [[nodiscard]] core::Result<core::Value> value(const LessonQuantity& quantity, const LessonPlan& plan);
    /// What \p one asks of \p plan: divided and multiplied as it says. Errors: those of value(); WrongType.
    [[nodiscard]] core::Result<core::Value> value(const LessonAssertion& one, const LessonPlan& plan);

private:
    [[nodiscard]] core::Result<const core::Value*> document(const std::string& name, const LessonPlan& plan);
    [[nodiscard]] core::Result<double> number(const LessonQuantity& quantity, const LessonPlan& plan);

    const core::Catalog& m_catalog;
    core::Task m_task;
    std::map<std::pair<std::string, LessonPlan>, core::Value> m_documents;
};

/// What \p answer is not that \p one says it is, as a sentence; none: it is.
[[nodiscard]] std::optional<core::Error> contradiction(const LessonAssertion& one, const core::Value& answer);

} // namespace shardscope::app
