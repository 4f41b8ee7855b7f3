// SPDX-License-Identifier: GPL-3.0-or-later
// A page's question as an item of the project: what the reader says is kept as a step, and what undo, redo or
// another project has is said again.
#pragma once

#include "app/desktop/workbench/history.h"
#include "core/io/value.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace shardscope::app {

/// How a question's document names what a page calls \p reference: "#12" of an item of the project.
[[nodiscard]] std::string questionName(History& history, const QString& reference);

class KeptQuestion final : public QObject {
    Q_OBJECT

public:
    struct Controls {
        std::function<core::Value()> said;           ///< an object
        std::function<void(const core::Value&)> say; ///< one that said() made
        std::function<void()> follow;                ///< nothing is said: as the open plan has it
        core::ItemKind kind = core::ItemKind::Question;
        const char* step = "Change the question"; ///< marked: what a step is called
    };
    /// \p name: of the item. Nothing is kept while no project is.
    KeptQuestion(History& history, const char* name, Controls controls, QObject* parent);

    /// The reader has said something else: a step once nothing follows for a moment.
    void keep();
    /// The same at once: what was said is a step by itself.
    void keepNow() { settle(); }

private:
    void settle();
    void follow();
    void sayAgain();

    History& m_history;
    const char* m_name;
    Controls m_controls;
    QTimer m_soon;
    const KeptProject* m_project = nullptr; ///< that m_seen is of
    core::ItemPtr m_seen;                   ///< that the controls have
    bool m_busy = false;
};

} // namespace shardscope::app
