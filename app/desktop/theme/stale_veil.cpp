// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/stale_veil.h"

#include "app/desktop/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace shardscope::app {

StaleVeil::StaleVeil(QWidget& target)
    : QWidget(&target)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    target.installEventFilter(this);
    hide();
}

void StaleVeil::setStale(bool stale)
{
    setVisible(stale);
    setGeometry(parentWidget()->rect());
    raise();
    parentWidget()->setAccessibleDescription(stale ? tr("Of what was asked before; the new is not there yet.")
                                                   : QString());
}

bool StaleVeil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    else if (event->type() == QEvent::ChildAdded)
        raise();
    return QWidget::eventFilter(watched, event);
}

void StaleVeil::paintEvent(QPaintEvent*)
{
    constexpr double kDims = 0.62;
    QColor color = themeOf(this).page;
    color.setAlphaF(kDims);
    QPainter(this).fillRect(rect(), color);
}

} // namespace shardscope::app
