// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the comparison of plans: each is worked out as a job of its own, so that none waits for
// another, and stays while the question it answers does.
#pragma once

#include "app/desktop/plan/plan_choices.h"
#include "app/desktop/workbench/workbench.h"

#include <QLocale>
#include <QObject>

#include <vector>

namespace shardscope::app {

class ComparedPlans final : public QObject {
    Q_OBJECT

public:
    explicit ComparedPlans(Workbench& workbench, QObject* parent = nullptr);

    /// Works out \p wanted over the devices and samples of the plan being edited, or over the \p batch that
    /// suits each. What is known of the same question stays, what nobody wants any more is stopped.
    void ask(const std::vector<PlanChoice>& wanted, StrategyBatch batch);
    /// The rows in the order in which they were asked for.
    [[nodiscard]] const std::vector<ShownPlan>& rows() const { return m_rows; }

signals:
    /// A row is there, or was stopped.
    void changed();

private:
    void start(const PlanChoice& choice);
    void take(ShownPlan plan);

    Workbench& m_workbench;
    PlanState m_state; ///< that was asked about
    StrategyBatch m_batch = StrategyBatch::Given;
    QLocale::Language m_language = QLocale::AnyLanguage; ///< of the words in the rows
    std::vector<ShownPlan> m_rows;
    bool m_asking = false; ///< what is stopped now is not what is shown
};

} // namespace shardscope::app
