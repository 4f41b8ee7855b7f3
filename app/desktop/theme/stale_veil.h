// SPDX-License-Identifier: GPL-3.0-or-later
// Lies over what is still shown of a question before, and dims it until the new answer is there.
#pragma once

#include <QWidget>

namespace shardscope::app {

class StaleVeil final : public QWidget {
    Q_OBJECT

public:
    /// Over all of \p target, which owns it and is no splitter.
    explicit StaleVeil(QWidget& target);
    void setStale(bool stale);
    [[nodiscard]] bool stale() const { return !isHidden(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace shardscope::app
