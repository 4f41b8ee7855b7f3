// SPDX-License-Identifier: GPL-3.0-or-later
// Gives what the timeline shows a name, and goes back to it.
#pragma once

#include "app/desktop/pages/trace/saved_views.h"
#include "app/desktop/timeline/timeline_view.h"

#include <QPushButton>

namespace shardscope::app {

class ViewsButton final : public QPushButton {
    Q_OBJECT

public:
    /// \p history: of the project that keeps them; null: the settings do.
    explicit ViewsButton(TimelineView& view, History* history = nullptr, QWidget* parent = nullptr);

    /// Keeps what is shown now as \p name, in place of what was called so.
    void keep(const QString& name);
    void goTo(const SavedView& view);
    /// What is shown now, without a name.
    [[nodiscard]] SavedView shown() const;
    void retranslate();

signals:
    /// The timeline shows another view: its grouping, filter and colours may have changed.
    void restored();

private:
    void fill();
    void askForName();

    TimelineView& m_view;
    History* m_history;
};

} // namespace shardscope::app
