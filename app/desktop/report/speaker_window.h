// SPDX-License-Identifier: GPL-3.0-or-later
// What who speaks sees: the notes of the slide, what comes next, how late it is.
#pragma once

#include "app/desktop/report/slide_drawing.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;

namespace shardscope::app {

class SpeakerWindow final : public QWidget {
    Q_OBJECT

public:
    /// Keys go to \p presenter.
    SpeakerWindow(QWidget& presenter, QWidget* parent);
    /// \p next: none after the last one. \p elapsed: milliseconds since the beginning.
    void tell(const ShownSlide& shown, const std::optional<ShownSlide>& next, qint64 elapsed);
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
