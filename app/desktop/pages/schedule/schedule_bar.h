// SPDX-License-Identifier: GPL-3.0-or-later
// The one line of controls above the schedules. What it has no room for stands in the sheet beside them.
#pragma once

#include <QFrame>

#include <vector>

class QHBoxLayout;

namespace shardscope::app {

class ScheduleBar final : public QFrame {
    Q_OBJECT

public:
    /// \p overflow has a layout and takes what does not fit.
    explicit ScheduleBar(QWidget& overflow, QWidget* parent = nullptr);

    /// \p control is the next from the left. \p leaves: which goes first where room is short, the highest; 0:
    /// it never does.
    void add(QWidget* control, int leaves = 0);
    /// What follows stands on the right.
    void addStretch();
    /// What there is room for by now: after a control was shown, hidden or named.
    void fit();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Entry {
        QWidget* control = nullptr; ///< null: the room between left and right
        int leaves = 0;
        bool left = false; ///< it stands in the overflow
    };
    void move(Entry& entry, bool leave);

    QHBoxLayout* m_row;
    QWidget& m_overflow;
    std::vector<Entry> m_entries;
};

} // namespace shardscope::app
