// SPDX-License-Identifier: GPL-3.0-or-later
// The wheel scrolls, whatever lies under the mouse: over a slider, a list of choices or a number it would
// edit what the reader only passes.
#pragma once

#include <QObject>

namespace shardscope::app {

/// Installed on the application: hands the wheel's turns over such a control on to what it lies in.
class WheelGuard final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace shardscope::app
