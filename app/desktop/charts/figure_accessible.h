// SPDX-License-Identifier: GPL-3.0-or-later
// A figure's hot spots as children of the widget, so that a screen reader can go through them.
#pragma once

namespace shardscope::app {

/// Makes every FigureWidget answer to assistive tools. Call once, before the first one is asked; more calls
/// do nothing.
void makeFiguresAccessible();

} // namespace shardscope::app
