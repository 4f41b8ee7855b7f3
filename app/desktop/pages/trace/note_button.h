// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader notes of a run: written in a sheet, kept in the project.
#pragma once

#include "app/desktop/workbench/workbench.h"

#include <QPushButton>

class QLabel;

namespace shardscope::app {

class NoteButton final : public QPushButton {
    Q_OBJECT

public:
    explicit NoteButton(Workbench& workbench, QWidget* parent = nullptr);

    /// Where the note is read; hidden while there is none.
    [[nodiscard]] QLabel& shown() { return *m_shown; }
    /// \p text in the place of the run's note; empty: none.
    void write(const QString& text);
    void retranslate();

private:
    void follow();
    void ask();

    Workbench& m_workbench;
    QLabel* m_shown;
};

} // namespace shardscope::app
