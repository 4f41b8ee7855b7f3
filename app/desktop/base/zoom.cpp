// SPDX-License-Identifier: GPL-3.0-or-later
// Qt has a factor for each screen, which its desktops set. That it can be set by us is not in its public
// headers; it is what QT_SCALE_FACTOR does, which cannot be changed while the program runs.
#include "app/desktop/base/zoom.h"

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>
#include <QWindow>
#include <QtGui/private/qhighdpiscaling_p.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr std::array kSteps{0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};

} // namespace

std::span<const double> zoomSteps() { return kSteps; }

double steppedZoom(double factor, int steps)
{
    const auto nearest = std::ranges::min_element(
        kSteps, {}, [factor](double step) { return std::abs(std::log(step / std::max(0.01, factor))); });
    const auto last = static_cast<std::ptrdiff_t>(kSteps.size()) - 1;
    return kSteps[static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(nearest - kSteps.begin() + steps, 0, last))];
}

void startZoom(double factor)
{
    for (QScreen* screen : QGuiApplication::screens())
        QHighDpiScaling::setScreenFactor(screen, factor);
}

void changeZoom(QWidget& window, double before, double factor)
{
    const Qt::WindowStates states = window.windowState();
    const QRect place = window.normalGeometry().isValid() ? window.normalGeometry() : window.geometry();
    const double share = before / factor;
    window.hide();
    if (QWindow* handle = window.windowHandle())
        handle->destroy(); // what it is drawn on has the old factor's size
    startZoom(factor);
    window.setGeometry(
        QRect((QPointF(place.topLeft()) * share).toPoint(), (QSizeF(place.size()) * share).toSize()));
    window.setWindowState(states);
    window.show();
}

} // namespace shardscope::app
