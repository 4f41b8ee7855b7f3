// SPDX-License-Identifier: GPL-3.0-or-later
// What pages are put together of: columns and rows with their margins, labels for sentences.
#pragma once

#include "app/desktop/theme/roles.h"

#include <QString>

#include <initializer_list>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;
class QWidget;

namespace shardscope::app {

/// A column (a row) of \p body without margins; \p spacing -1: the style's.
QVBoxLayout* columnIn(QWidget* body, int spacing = -1);
QHBoxLayout* rowIn(QWidget* body, int spacing = -1);
/// The column of what a page shows, within the page's margins.
QVBoxLayout* pageColumn(QWidget* body, int spacing);
/// A panel beside what a page shows, in the colour of controls.
QWidget* sidePanel(int width);
/// \p controls side by side, on as many lines as the width asks for.
QWidget* controlBar(std::initializer_list<QWidget*> controls, QWidget* parent = nullptr);

/// Lets \p label wrap, but not inside a quantity (base/unbroken.h), and its text be copied.
void wrap(QLabel* label, Role role = Role::Plain);
/// The same, of an answer.
void wrapText(QLabel* label, Role role = Role::Plain);
/// A new label of plain text that wraps.
QLabel* sentenceLabel(const QString& text, Role role);

} // namespace shardscope::app
