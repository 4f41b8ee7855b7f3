// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/widgets/parts.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/flow_layout.h"

#include <QHBoxLayout>
#include <QLabel>
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
    setRole(*side, Role::Panel);
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

void wrap(QLabel* label, Role role)
{
    setRole(*label, role);
    label->setWordWrap(true);
}

void wrapText(QLabel* label, Role role)
{
    wrap(label, role);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

QLabel* sentenceLabel(const QString& text, Role role)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    wrapText(label, role);
    return label;
}

} // namespace shardscope::app
