// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson in the gallery: its number, title and goal, how long it takes and how far the reader is.
#pragma once

#include "app/session/lesson/lesson.h"

#include <QAbstractButton>

namespace shardscope::app {

class LessonCard final : public QAbstractButton {
    Q_OBJECT

public:
    /// \p seen: steps that were reached.
    LessonCard(const Lesson& lesson, std::size_t seen, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_goal;
    QString m_facts;
    QString m_number;
    double m_share;
};

} // namespace shardscope::app
