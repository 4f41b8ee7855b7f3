// SPDX-License-Identifier: GPL-3.0-or-later
// A push button cannot wrap its text; a label's link can.
#include "app/desktop/widgets/link_label.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/unbroken.h"
#include "app/desktop/theme/theme.h"
#include "app/session/text/shown_text.h"

#include <QKeyEvent>
#include <QPainter>

namespace shardscope::app {

LinkLabel::LinkLabel(QWidget* parent)
    : QLabel(parent)
{
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse);
    setFocusPolicy(Qt::StrongFocus);
    onLookChange(*this, [this] {
        if (!m_text.isEmpty())
            setLink(m_text);
    });
    connect(this, &QLabel::linkActivated, this, &LinkLabel::clicked);
}

void LinkLabel::setLink(const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    setText(QStringLiteral("<a href=\"#\" style=\"text-decoration:none; color:%1\">%2</a>")
                .arg(themeOf(this).accent.name(), markupText(unbroken(text))));
}

void LinkLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        emit clicked();
    else
        QLabel::keyPressEvent(event);
}

void LinkLabel::paintEvent(QPaintEvent* event)
{
    QLabel::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(themeOf(this).accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::kHalfGrid, metrics::kHalfGrid);
}

} // namespace shardscope::app
