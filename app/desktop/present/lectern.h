// SPDX-License-Identifier: GPL-3.0-or-later
// Where who presents stands, slides as well as lessons: lights and a pen over what is shown, notes and a
// clock on the other screen, and their keys.
#pragma once

#include "app/desktop/present/speaker_window.h"

#include <QElapsedTimer>
#include <QObject>

class QKeyEvent;
class QScreen;

namespace shardscope::app {

class LightOverlay;

class Lectern final : public QObject {
    Q_OBJECT

public:
    /// Shows the notes of what \p shown shows; keys that are pressed beside the notes go to it.
    explicit Lectern(QWidget& shown);

    /// The clock begins and everything is off. Where there is a second screen the notes come up.
    void start();
    void end();
    /// Another slide or step: what was drawn on the one before is wiped.
    void turnTo(const SpokenPart& part);
    /// The same slide or step, of which something else is said now.
    void tell(const SpokenPart& part);
    /// Whether \p event was one of its keys: S, L, P, C, N.
    [[nodiscard]] bool takes(const QKeyEvent& event);
    [[nodiscard]] LightOverlay& lights() { return *m_lights; }
    [[nodiscard]] const LightOverlay& lights() const { return *m_lights; }
    /// A click belongs to a light or the pen, and goes no further.
    [[nodiscard]] bool busy() const;
    /// Notes, clock, what comes next; null: not open.
    [[nodiscard]] SpeakerWindow* speaker() const { return m_speaker; }
    void toggleNotes();
    /// Another screen than \p own; null: there is one only.
    [[nodiscard]] static QScreen* otherScreen(const QScreen* own);

private:
    QWidget& m_shown;
    LightOverlay* m_lights;
    SpeakerWindow* m_speaker = nullptr;
    SpokenPart m_part;
    QElapsedTimer m_since; ///< the beginning
};

} // namespace shardscope::app
