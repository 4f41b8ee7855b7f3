// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/present/lectern.h"

#include "app/desktop/present/light_overlay.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QScreen>

#include <algorithm>

namespace shardscope::app {

Lectern::Lectern(QWidget& shown)
    : QObject(&shown)
    , m_shown(shown)
    , m_lights(new LightOverlay(shown))
{
}

QScreen* Lectern::otherScreen(const QScreen* own)
{
    const QList<QScreen*> all = QGuiApplication::screens();
    const auto other = std::ranges::find_if(all, [own](const QScreen* one) { return one != own; });
    return other == all.end() ? nullptr : *other;
}

void Lectern::start()
{
    m_lights->setSpotlight(false);
    m_lights->setLaser(false);
    m_lights->setPen(false);
    m_lights->wipe();
    m_since.start();
    if (otherScreen(m_shown.screen()) && !m_speaker)
        toggleNotes();
}

void Lectern::end()
{
    m_lights->setSpotlight(false);
    m_lights->setLaser(false);
    m_lights->setPen(false);
    m_lights->wipe();
    if (m_speaker)
        m_speaker->close();
}

void Lectern::turnTo(const SpokenPart& part)
{
    m_lights->wipe();
    tell(part);
}

void Lectern::tell(const SpokenPart& part)
{
    m_part = part;
    if (m_speaker)
        m_speaker->tell(m_part, m_since.isValid() ? m_since.elapsed() : 0);
}

bool Lectern::busy() const { return m_lights->spotlight() || m_lights->laser() || m_lights->pen(); }

bool Lectern::takes(const QKeyEvent& event)
{
    if (event.modifiers() & ~Qt::ShiftModifier)
        return false;
    switch (event.key()) {
    case Qt::Key_S: m_lights->setSpotlight(!m_lights->spotlight()); return true;
    case Qt::Key_L: m_lights->setLaser(!m_lights->laser()); return true;
    case Qt::Key_P: m_lights->setPen(!m_lights->pen()); return true;
    case Qt::Key_C: m_lights->wipe(); return true;
    case Qt::Key_N: toggleNotes(); return true;
    default: return false;
    }
}

void Lectern::toggleNotes()
{
    if (m_speaker) {
        m_speaker->close();
        return;
    }
    m_speaker = new SpeakerWindow(m_shown, m_shown.window());
    m_speaker->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_speaker, &QObject::destroyed, this, [this] { m_speaker = nullptr; });
    tell(m_part);
    const QScreen* const other = otherScreen(m_shown.screen());
    m_speaker->move((other ? other : m_shown.screen())->availableGeometry().topLeft() + QPoint(40, 40));
    m_speaker->show();
}

} // namespace shardscope::app
