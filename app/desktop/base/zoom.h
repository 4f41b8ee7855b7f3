// SPDX-License-Identifier: GPL-3.0-or-later
// How large everything of the window is: one factor, as if the screen had that many more dots. Type,
// controls, figures and icons follow it alike, and are as sharp as before.
#pragma once

#include <span>

class QWidget;

namespace shardscope::app {

/// The steps of Ctrl + and Ctrl −, 0.8 to 3.
[[nodiscard]] std::span<const double> zoomSteps();
/// The step nearest to \p factor, \p steps up or down from there, as far as there are any.
[[nodiscard]] double steppedZoom(double factor, int steps);

/// Sets the factor of every screen, before the first window is made.
void startZoom(double factor);
/// The same while \p window is shown, which was at \p before: it keeps its place and size on the screen.
void changeZoom(QWidget& window, double before, double factor);

} // namespace shardscope::app
