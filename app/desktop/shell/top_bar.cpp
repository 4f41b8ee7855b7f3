// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/shell/top_bar.h"

#include "app/desktop/base/language.h"
#include "app/desktop/shell/omnibox.h"
#include "app/desktop/theme/icon.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>
#include <QToolButton>

namespace shardscope::app {
namespace {

constexpr int kLogo = 24;
constexpr int kMostPlace = 320; ///< width of what is open

QToolButton* iconButton(QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    return button;
}

} // namespace

TopBar::TopBar(QMenuBar* menus, Omnibox* omnibox, QWidget* parent)
    : QWidget(parent)
    , m_open(new QLabel(this))
    , m_page(new QLabel(this))
    , m_omnibox(omnibox)
    , m_undo(iconButton(this))
    , m_redo(iconButton(this))
    , m_share(new QToolButton(this))
{
    setFixedHeight(metrics::kTopBarHeight);
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/icons/shardscope.svg")).pixmap(kLogo, kLogo));
    logo->setFixedWidth(metrics::kRailWidth - 2 * metrics::kGrid);
    logo->setAlignment(Qt::AlignCenter);
    setRole(*m_open, Role::CardTitle);
    setRole(*m_page, Role::Dim);
    menus->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    menus->setNativeMenuBar(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kGrid, 0, 2 * metrics::kGrid, 1);
    row->setSpacing(metrics::kGrid);
    row->addWidget(logo);
    row->addWidget(menus);
    row->addSpacing(metrics::kGrid);
    row->addWidget(m_open);
    row->addWidget(m_page);
    row->addStretch(1);
    row->addWidget(m_omnibox, 4);
    row->addStretch(1);
    row->addWidget(m_undo);
    row->addWidget(m_redo);
    row->addWidget(m_share);
    m_share->setToolButtonStyle(Qt::ToolButtonTextOnly);
}

void TopBar::setPlace(const QString& open, const QString& page)
{
    m_openText = open;
    m_page->setText(open.isEmpty() ? page : QStringLiteral("/ ") + page);
    fitPlace();
}

void TopBar::fitPlace()
{
    const int room = std::clamp(width() / 4, metrics::kLaneHeader / 2, kMostPlace);
    m_open->setText(m_open->fontMetrics().elidedText(m_openText, Qt::ElideMiddle, room));
    m_open->setToolTip(m_open->text() == m_openText ? QString() : m_openText);
    m_open->setVisible(!m_openText.isEmpty() && width() >= 900);
    m_page->setVisible(width() >= 900);
    m_share->setVisible(width() >= 900);
}

void TopBar::addActions(QAction* undo, QAction* redo, QAction* share)
{
    connect(m_share, &QToolButton::clicked, share, &QAction::trigger);
    keepTranslated(*this, [this, share] {
        m_share->setText(tr("Share…"));
        m_share->setToolTip(share->toolTip());
        m_share->setAccessibleName(m_share->text());
    });
    m_undo->setDefaultAction(undo);
    m_redo->setDefaultAction(redo);
}

void TopBar::refreshIcons()
{
    const Theme& colors = themeOf(this);
    for (const auto& [button, name] : {std::pair(m_undo, "undo"), std::pair(m_redo, "redo")}) {
        if (QAction* action = button->defaultAction())
            action->setIcon(themedIcon(QString::fromLatin1(name), colors));
    }
}

void TopBar::resizeEvent(QResizeEvent* event)
{
    fitPlace();
    QWidget::resizeEvent(event);
}

void TopBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    painter.fillRect(rect(), colors.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.line);
}

} // namespace shardscope::app
