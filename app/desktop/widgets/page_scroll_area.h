// SPDX-License-Identifier: GPL-3.0-or-later
// A scroll area whose content is as tall as its wrapped texts need at the width there is. Qt's own asks for
// the least height without regard to the width, and squeezes what stands below a sentence of two lines.
#pragma once

#include <QScrollArea>

namespace shardscope::app {

class PageScrollArea final : public QScrollArea {
    Q_OBJECT

public:
    explicit PageScrollArea(QWidget* content, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitHeight();
};

} // namespace shardscope::app
