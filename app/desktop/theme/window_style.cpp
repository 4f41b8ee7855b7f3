// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and hints, and which function draws what.
#include "app/desktop/theme/window_style.h"

#include "app/desktop/theme/icon.h"
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/style_parts.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QFrame>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QStyleFactory>
#include <QToolButton>

#include <algorithm>

namespace shardscope::app {

using namespace style_parts;

namespace {

template <class Option>
const Option* as(const QStyleOption* option)
{
    return qstyleoption_cast<const Option*>(option);
}

/// The list that a combo box opens.
bool isPopup(const QWidget* widget)
{
    return widget != nullptr && widget->inherits("QComboBoxPrivateContainer");
}

QColor chipGround(Role role, const Theme& colors)
{
    switch (role) {
    case Role::Chip:
    case Role::Formula: return colors.raised;
    case Role::ChipGood: return colors.goodSoft;
    case Role::ChipWarn: return colors.warnSoft;
    case Role::ChipBad: return colors.badSoft;
    default: return {};
    }
}

/// What lies behind a frame's content, and its outline.
void paintFrame(QPainter& painter, const QStyleOption& option, const QWidget* widget, const Theme& colors)
{
    const Role role = roleOf(widget);
    if (role == Role::Card)
        return paintCard(painter, option.rect, colors);
    if (role == Role::Head) {
        painter.fillRect(option.rect, colors.panel);
        painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                         colors.line);
        return;
    }
    if (const QColor ground = chipGround(role, colors); ground.isValid()) {
        const double corner = role == Role::Formula ? metrics::kCornerRadius : widget->height() / 2.0;
        return paintRounded(painter, widget->rect(), ground, QColor(), corner); // the margins too
    }
    const bool focus = option.state & QStyle::State_HasFocus;
    if (isPopup(widget) || qobject_cast<const QPlainTextEdit*>(widget) != nullptr)
        painter.setPen(focus ? colors.accent : colors.edge);
    else if (focus && qobject_cast<const QAbstractItemView*>(widget) != nullptr)
        painter.setPen(colors.accent);
    else
        return;
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
}

} // namespace

WindowStyle::WindowStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

void WindowStyle::polish(QWidget* widget)
{
    // A label that does not say so itself shows no rich text, nor do tooltips and message boxes, which are
    // made of labels: Qt would guess from the words, and names of files are among them.
    if (auto* label = qobject_cast<QLabel*>(widget); label != nullptr && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    if (auto* box = qobject_cast<QComboBox*>(widget))
        box->setAttribute(Qt::WA_Hover);
    if (qobject_cast<QSlider*>(widget) != nullptr || qobject_cast<QAbstractButton*>(widget) != nullptr)
        widget->setAttribute(Qt::WA_Hover);
    if (auto* header = qobject_cast<QHeaderView*>(widget))
        header->setFont(interfaceFont(TypeSize::Small, Weight::Strong));
    QProxyStyle::polish(widget);
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_DefaultFrameWidth: return isPopup(widget) ? metrics::kHalfGrid : 1;
    case PM_SpinBoxFrameWidth: return 1;
    case PM_ButtonMargin: return metrics::kGrid;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_MenuBarPanelWidth:
    case PM_ToolBarFrameWidth:
    case PM_ScrollView_ScrollBarSpacing: return 0;
    case PM_ScrollBarExtent: return 12;
    case PM_ScrollBarSliderMin: return metrics::kPageMargin;
    case PM_SliderThickness:
    case PM_SliderControlThickness: return 20;
    case PM_SliderLength: return 14;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 16;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return metrics::kGrid;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize: return metrics::kIconSize;
    case PM_MenuPanelWidth: return 1;
    case PM_MenuHMargin:
    case PM_MenuVMargin: return metrics::kHalfGrid;
    case PM_MenuBarItemSpacing: return 2;
    case PM_MenuBarVMargin: return 2;
    case PM_MenuBarHMargin: return metrics::kGrid;
    case PM_TabBarTabHSpace: return 3 * metrics::kGrid;
    case PM_TabBarTabVSpace: return metrics::kGrid + metrics::kHalfGrid;
    case PM_TabBarBaseOverlap: return 0;
    case PM_HeaderMargin: return metrics::kHalfGrid + 2;
    case PM_DockWidgetTitleMargin: return metrics::kGrid;
    case PM_SplitterWidth: return metrics::kGrid + 1;
    case PM_DockWidgetSeparatorExtent: return metrics::kHalfGrid + 1;
    case PM_ToolTipLabelFrameWidth: return metrics::kHalfGrid + 2;
    case PM_FocusFrameHMargin: return 2;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* returned) const
{
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ComboBox_Popup: // a list below the box, not a menu over it
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_Widget_Animation_Duration:
    case SH_ToolTipLabel_Opacity: return hint == SH_ToolTipLabel_Opacity ? 255 : 0;
    case SH_ItemView_ShowDecorationSelected: return 1;
    case SH_UnderlineShortcut: return QGuiApplication::queryKeyboardModifiers() & Qt::AltModifier ? 1 : 0;
    case SH_ScrollBar_LeftClickAbsolutePosition: return 0;
    default: return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                    const QWidget* widget) const
{
    switch (type) {
    case CT_PushButton:
        if (const auto* button = as<QStyleOptionButton>(option))
            return buttonSize(*button, roleOf(widget));
        break;
    case CT_LineEdit:
    case CT_SpinBox:
        return {contents.width() + 2 * metrics::kGrid,
                std::max(contents.height() + 2, metrics::kControlHeight)};
    case CT_ComboBox:
        return {contents.width() + metrics::kGrid + metrics::kPageMargin,
                std::max(contents.height() + 2, metrics::kControlHeight)};
    case CT_ToolButton:
        return {std::max(contents.width() + metrics::kGrid, metrics::kControlHeight),
                std::max(contents.height() + metrics::kHalfGrid, metrics::kControlHeight)};
    case CT_MenuItem:
        if (const auto* item = as<QStyleOptionMenuItem>(option))
            return menuItemSize(*item, contents);
        break;
    case CT_MenuBarItem: return {contents.width() + 2 * metrics::kGrid + 4, metrics::kControlHeight};
    case CT_ItemViewItem: {
        const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
        const int least = roleOf(widget) == Role::Choices ? metrics::kControlHeight + metrics::kHalfGrid
                                                          : metrics::kPageMargin;
        return {size.width() + metrics::kGrid, std::max(size.height(), least)};
    }
    case CT_ProgressBar: return {contents.width(), metrics::kGrid};
    default: break;
    }
    return QProxyStyle::sizeFromContents(type, option, contents, widget);
}

QRect WindowStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                  const QWidget* widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto* bar = as<QStyleOptionSlider>(option))
            return scrollBarPart(*bar, part);
    }
    if (control == CC_Slider) {
        if (const auto* slider = as<QStyleOptionSlider>(option);
            slider != nullptr && slider->orientation == Qt::Horizontal)
            return sliderPart(*slider, part);
    }
    if (control == CC_ComboBox && part != SC_ComboBoxListBoxPopup) {
        if (const auto* box = as<QStyleOptionComboBox>(option))
            return comboPart(*box, part);
    }
    if (control == CC_SpinBox && part == SC_SpinBoxEditField) {
        if (const auto* box = as<QStyleOptionSpinBox>(option);
            box != nullptr && box->buttonSymbols == QAbstractSpinBox::NoButtons)
            return box->rect.adjusted(metrics::kHalfGrid, 2, -metrics::kHalfGrid, -2);
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect WindowStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    if (element == SE_LineEditContents && roleOf(widget) == Role::Plain) {
        if (const auto* frame = as<QStyleOptionFrame>(option); frame != nullptr && frame->lineWidth > 0)
            return frame->rect.adjusted(metrics::kGrid - 2, 1, -(metrics::kGrid - 2), -1);
    }
    if (element == SE_PushButtonFocusRect || element == SE_ProgressBarContents)
        return option->rect;
    return QProxyStyle::subElementRect(element, option, widget);
}

QIcon WindowStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    if (icon == SP_LineEditClearButton || icon == SP_TitleBarCloseButton || icon == SP_DockWidgetCloseButton)
        return themedIcon(QStringLiteral("close"), themeOf(widget));
    return QProxyStyle::standardIcon(icon, option, widget);
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const
{
    const Theme& colors = themeOf(widget);
    switch (element) {
    case PE_PanelButtonCommand: return paintButton(*painter, *option, roleOf(widget), colors);
    case PE_PanelButtonTool: return paintToolButton(*painter, *option, colors);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: return paintCheckBox(*painter, *option, colors);
    case PE_IndicatorRadioButton: return paintRadio(*painter, *option, colors);
    case PE_PanelLineEdit:
        if (const auto* frame = as<QStyleOptionFrame>(option); frame != nullptr && frame->lineWidth > 0)
            return paintField(*painter, *option, colors);
        return; // within a spin box or combo box, which has its own
    case PE_FrameLineEdit:
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
    case PE_FrameTabWidget:
    case PE_FrameButtonTool:
    case PE_FrameFocusRect: // what has the keyboard is outlined by what it is
        if (element == PE_FrameFocusRect && qobject_cast<const QAbstractItemView*>(widget) != nullptr)
            paintRounded(*painter, option->rect, QColor(), colors.accent, 2);
        return;
    case PE_FrameTabBarBase:
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                          colors.line);
        return;
    case PE_Frame: return paintFrame(*painter, *option, widget, colors);
    case PE_FrameMenu:
    case PE_FrameDockWidget:
        painter->setPen(colors.edge);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_PanelMenu: painter->fillRect(option->rect, colors.panel); return;
    case PE_PanelTipLabel:
        painter->fillRect(option->rect, colors.panel);
        painter->setPen(colors.edge);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_PanelStatusBar:
        painter->fillRect(option->rect, colors.panel);
        painter->fillRect(QRect(option->rect.left(), option->rect.top(), option->rect.width(), 1),
                          colors.line);
        return;
    case PE_PanelMenuBar: painter->fillRect(option->rect, colors.panel); return;
    case PE_PanelItemViewItem:
    case PE_PanelItemViewRow:
        if (const auto* item = as<QStyleOptionViewItem>(option))
            paintRow(*painter, *item, roleOf(widget) == Role::Choices, colors);
        return;
    case PE_IndicatorHeaderArrow:
        if (const auto* header = as<QStyleOptionHeader>(option))
            paintChevron(*painter, option->rect, colors.textDim,
                         header->sortIndicator == QStyleOptionHeader::SortUp ? Qt::UpArrow : Qt::DownArrow);
        return;
    case PE_IndicatorArrowDown: return paintChevron(*painter, option->rect, colors.textDim, Qt::DownArrow);
    case PE_IndicatorArrowUp: return paintChevron(*painter, option->rect, colors.textDim, Qt::UpArrow);
    case PE_IndicatorArrowLeft: return paintChevron(*painter, option->rect, colors.textDim, Qt::LeftArrow);
    case PE_IndicatorArrowRight: return paintChevron(*painter, option->rect, colors.textDim, Qt::RightArrow);
    case PE_IndicatorBranch:
        if (option->state & State_Children)
            paintChevron(*painter, option->rect, colors.textDim,
                         option->state & State_Open ? Qt::DownArrow : Qt::RightArrow);
        return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const
{
    const Theme& colors = themeOf(widget);
    switch (element) {
    case CE_PushButtonBevel: return proxy()->drawPrimitive(PE_PanelButtonCommand, option, painter, widget);
    case CE_PushButtonLabel:
        if (const auto* button = as<QStyleOptionButton>(option))
            return paintButtonLabel(*painter, *button, roleOf(widget), colors);
        break;
    case CE_MenuItem:
        if (const auto* item = as<QStyleOptionMenuItem>(option))
            return paintMenuItem(*painter, *item, colors);
        break;
    case CE_MenuBarItem:
        if (const auto* item = as<QStyleOptionMenuItem>(option))
            return paintMenuBarItem(*painter, *item, colors);
        break;
    case CE_MenuBarEmptyArea:
    case CE_MenuEmptyArea: painter->fillRect(option->rect, colors.panel); return;
    case CE_HeaderSection: return paintHeader(*painter, *option, colors);
    case CE_HeaderEmptyArea: return paintHeader(*painter, *option, colors);
    case CE_HeaderLabel:
        if (const auto* header = as<QStyleOptionHeader>(option)) {
            QStyleOptionHeader dim(*header);
            dim.palette.setColor(QPalette::ButtonText, colors.textDim);
            return QProxyStyle::drawControl(element, &dim, painter, widget);
        }
        break;
    case CE_ItemViewItem:
        if (const auto* item = as<QStyleOptionViewItem>(option)) {
            QStyleOptionViewItem plain(*item);
            plain.palette.setColor(QPalette::HighlightedText, item->palette.color(QPalette::Text));
            return QProxyStyle::drawControl(element, &plain, painter, widget);
        }
        break;
    case CE_ProgressBar:
        if (const auto* bar = as<QStyleOptionProgressBar>(option))
            return paintProgress(*painter, *bar, colors);
        break;
    case CE_TabBarTabShape: return; // the label is all there is
    case CE_TabBarTabLabel:
        if (const auto* tab = as<QStyleOptionTab>(option))
            return paintTab(*painter, *tab, colors);
        break;
    case CE_Splitter: {
        const QRect& whole = option->rect;
        painter->fillRect(option->state & State_Horizontal
                              ? QRect(whole.center().x(), whole.top(), 1, whole.height())
                              : QRect(whole.left(), whole.center().y(), whole.width(), 1),
                          colors.line);
        return;
    }
    case CE_DockWidgetTitle:
        painter->fillRect(option->rect, colors.panel);
        painter->setFont(interfaceFont(TypeSize::Body, Weight::Strong));
        painter->setPen(colors.text);
        if (const auto* dock = as<QStyleOptionDockWidget>(option))
            painter->drawText(option->rect.adjusted(2 * metrics::kGrid, 0, -metrics::kPageMargin, 0),
                              Qt::AlignLeft | Qt::AlignVCenter, dock->title);
        return;
    case CE_ToolBar: painter->fillRect(option->rect, colors.panel); return;
    case CE_ShapedFrame:
        if (chipGround(roleOf(widget), colors).isValid() || roleOf(widget) == Role::Card ||
            roleOf(widget) == Role::Head)
            return paintFrame(*painter, *option, widget, colors);
        break;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                     QPainter* painter, const QWidget* widget) const
{
    const Theme& colors = themeOf(widget);
    if (control == CC_ComboBox) {
        if (const auto* box = as<QStyleOptionComboBox>(option))
            return paintCombo(*painter, *box, roleOf(widget), colors);
    } else if (control == CC_SpinBox) {
        if (const auto* box = as<QStyleOptionSpinBox>(option))
            return paintSpinBox(*painter, *box, subControlRect(CC_SpinBox, option, SC_SpinBoxUp, widget),
                                subControlRect(CC_SpinBox, option, SC_SpinBoxDown, widget), colors);
    } else if (control == CC_Slider) {
        if (const auto* slider = as<QStyleOptionSlider>(option);
            slider != nullptr && slider->orientation == Qt::Horizontal)
            return paintSlider(*painter, *slider, colors);
    } else if (control == CC_ScrollBar) {
        if (const auto* bar = as<QStyleOptionSlider>(option))
            return paintScrollBar(*painter, *bar, colors);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace shardscope::app
