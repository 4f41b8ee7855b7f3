// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/page_scroll_area.h"

#include <QEvent>
#include <QLayout>

namespace shardscope::app {

PageScrollArea::PageScrollArea(QWidget* content, QWidget* parent)
    : QScrollArea(parent)
{
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setWidget(content);
    content->installEventFilter(this);
}

void PageScrollArea::fitHeight()
{
    const int height = widget()->layout()->totalHeightForWidth(viewport()->width());
    if (height > 0 && widget()->minimumHeight() != height)
        widget()->setMinimumHeight(height);
}

void PageScrollArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fitHeight();
}

bool PageScrollArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        fitHeight();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace shardscope::app
