// SPDX-License-Identifier: GPL-3.0-or-later
// What who speaks sees: the notes of the slide or step, what comes next, how late it is.
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;

namespace shardscope::app {

/// A part of what the speaker says of a slide.
struct SpokenPart {
    QString where; ///< "2 of 5: The plan"
    QString notes;
    QString next; ///< what comes then
};

class SpeakerWindow final : public QWidget {
    Q_OBJECT

public:
    /// Keys go to \p presenter.
    SpeakerWindow(QWidget& presenter, QWidget* parent);
    /// \p elapsed: milliseconds since the beginning.
    void tell(const SpokenPart& part, qint64 elapsed);
    [[nodiscard]] QString notes() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showTime();

    QWidget& m_presenter;
    qint64 m_started = 0; ///< milliseconds since 1970
    QTimer m_tick;
    QLabel* m_clock;
    QLabel* m_title;
    QLabel* m_notes;
    QLabel* m_next;
};

} // namespace shardscope::app
