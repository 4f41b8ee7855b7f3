// SPDX-License-Identifier: GPL-3.0-or-later
// The statements that were run, the oldest first: in the project that is open, or where no file keeps one in
// the settings.
#pragma once

#include "app/desktop/workbench/history.h"

#include <QStringList>

namespace shardscope::app {

class KeptQueries {
public:
    explicit KeptQueries(History& history)
        : m_history(history)
    {
    }

    [[nodiscard]] QStringList all() const;
    /// Adds the latest query, as a step of the project; those beyond kMost are let go.
    void add(const QString& statement);
    /// What the settings have becomes the project's, once and as one step.
    void takeOver();

    static constexpr qsizetype kMost = 200;

private:
    [[nodiscard]] bool inProject() const;

    History& m_history;
    mutable std::vector<core::ItemPtr> m_items; ///< that m_statements are of
    mutable QStringList m_statements;
};

} // namespace shardscope::app
