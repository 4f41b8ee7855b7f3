// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/parts.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/flow_layout.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

template <class Layout>
Layout* layoutIn(QWidget* body, int spacing)
{
    auto* layout = new Layout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

} // namespace

QVBoxLayout* columnIn(QWidget* body, int spacing) { return layoutIn<QVBoxLayout>(body, spacing); }

QHBoxLayout* rowIn(QWidget* body, int spacing) { return layoutIn<QHBoxLayout>(body, spacing); }

QVBoxLayout* pageColumn(QWidget* body, int spacing)
{
    auto* column = columnIn(body, spacing);
    column->setContentsMargins(metrics::kPageMargin, metrics::kGrid * 2, metrics::kPageMargin,
                               metrics::kPageMargin);
    return column;
}

QWidget* sidePanel(int width)
{
    auto* side = new QWidget;
    side->setObjectName(QStringLiteral("controls"));
    side->setAttribute(Qt::WA_StyledBackground);
    side->setFixedWidth(width);
    return side;
}

QWidget* controlBar(std::initializer_list<QWidget*> controls, QWidget* parent)
{
    auto* bar = new QWidget(parent);
    auto* flow = new FlowLayout(metrics::kGrid, metrics::kHalfGrid);
    flow->setContentsMargins(0, 0, 0, 0);
    bar->setLayout(flow);
    for (QWidget* control : controls)
        flow->addWidget(control);
    return bar;
}

void setStyleName(QWidget* widget, const char* style)
{
    widget->setObjectName(QString::fromLatin1(style));
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

void wrap(QLabel* label, const char* style)
{
    if (*style != '\0')
        label->setObjectName(QString::fromLatin1(style));
    label->setWordWrap(true);
}

void wrapText(QLabel* label, const char* style)
{
    wrap(label, style);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

QLabel* sentenceLabel(const QString& text, const char* style)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    wrapText(label, style);
    return label;
}

} // namespace shardscope::app
