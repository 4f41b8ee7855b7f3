// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/style_parts.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace shardscope::app::style_parts {
namespace {

constexpr int kArrow = 22;    ///< width of a combo box's arrow
constexpr int kThumb = 14;    ///< of a slider
constexpr int kGroove = 4;    ///< its height
constexpr int kFieldSide = 8; ///< from the outline to the words

} // namespace

void paintField(QPainter& painter, const QStyleOption& option, const Theme& colors, double corner)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool under = enabled && option.state & QStyle::State_MouseOver;
    paintRounded(painter, option.rect, enabled ? colors.panel : colors.page,
                 !enabled ? colors.line
                 : under  ? colors.textDim
                          : colors.edge,
                 corner);
    if (option.state & QStyle::State_HasFocus)
        paintFocus(painter, option.rect, colors, corner);
}

void paintCombo(QPainter& painter, const QStyleOptionComboBox& option, Role role, const Theme& colors)
{
    paintField(painter, option, colors,
               role == Role::Crumb ? option.rect.height() / 2.0 : metrics::kCornerRadius);
    paintChevron(painter, comboPart(option, QStyle::SC_ComboBoxArrow), colors.textDim, Qt::DownArrow);
}

QRect comboPart(const QStyleOptionComboBox& option, QStyle::SubControl part)
{
    const QRect& whole = option.rect;
    QRect at = whole;
    if (part == QStyle::SC_ComboBoxArrow)
        at.setLeft(whole.right() - kArrow + 1);
    else if (part == QStyle::SC_ComboBoxEditField)
        at = whole.adjusted(kFieldSide, 2, -kArrow, -2);
    return QStyle::visualRect(option.direction, whole, at);
}

void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& option, const QRect& up, const QRect& down,
                  const Theme& colors)
{
    paintField(painter, option, colors);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto ink = [&](QAbstractSpinBox::StepEnabledFlag step) {
        return option.stepEnabled & step ? colors.textDim : colors.line;
    };
    paintChevron(painter, up, ink(QAbstractSpinBox::StepUpEnabled), Qt::UpArrow);
    paintChevron(painter, down, ink(QAbstractSpinBox::StepDownEnabled), Qt::DownArrow);
}

QRect sliderPart(const QStyleOptionSlider& option, QStyle::SubControl part)
{
    const QRect& whole = option.rect;
    if (part == QStyle::SC_SliderGroove)
        return {whole.left(), whole.center().y() - kGroove / 2 + 1, whole.width(), kGroove};
    if (part != QStyle::SC_SliderHandle)
        return whole;
    const int x = QStyle::sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                                  whole.width() - kThumb, option.upsideDown);
    return {whole.left() + x, whole.center().y() - kThumb / 2 + 1, kThumb, kThumb};
}

void paintSlider(QPainter& painter, const QStyleOptionSlider& option, const Theme& colors)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const QRect groove = sliderPart(option, QStyle::SC_SliderGroove);
    const QRect thumb = sliderPart(option, QStyle::SC_SliderHandle);
    const QColor ink = enabled ? colors.accent : colors.edge;
    paintRounded(painter, groove, colors.raised, QColor(), kGroove / 2.0);
    QRect done = groove;
    done.setRight(thumb.center().x());
    if (enabled)
        paintRounded(painter, done, ink, QColor(), kGroove / 2.0);
    const bool held =
        option.state & QStyle::State_HasFocus ||
        (option.activeSubControls & QStyle::SC_SliderHandle && option.state & QStyle::State_Sunken);
    paintRounded(painter, thumb, held && enabled ? ink : colors.panel, ink, kThumb / 2.0, 2);
}

} // namespace shardscope::app::style_parts
