// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a timeline's notes with the files of its run, and asks for their words.
#pragma once

#include "app/desktop/timeline/timeline_view.h"

namespace shardscope::app {

class NoteKeeper final : public QObject {
    Q_OBJECT

public:
    explicit NoteKeeper(TimelineView& view);

    /// What is kept of the run that the view shows now.
    void load();

private:
    void ask(std::size_t number, const TimelineNote& note);
    void save();

    TimelineView& m_view;
};

} // namespace shardscope::app
