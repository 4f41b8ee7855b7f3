// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a timeline's notes in the project, follows what undo makes of them, and asks for their words.
#pragma once

#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/workbench/workbench.h"

namespace shardscope::app {

class NoteKeeper final : public QObject {
    Q_OBJECT

public:
    NoteKeeper(Workbench& workbench, TimelineView& view);

    /// What is kept of the run that the view shows now.
    void load();

private:
    void ask(std::size_t number, const TimelineNote& note);
    void save();

    Workbench& m_workbench;
    TimelineView& m_view;
};

} // namespace shardscope::app
