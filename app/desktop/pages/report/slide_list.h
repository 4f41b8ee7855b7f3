// SPDX-License-Identifier: GPL-3.0-or-later
// The slides of a report as thumbnails, in their order; dragged or moved by keys.
#pragma once

#include "app/desktop/report/slide_drawing.h"

#include <QListWidget>

namespace shardscope::app {

class SlideList final : public QListWidget {
    Q_OBJECT

public:
    explicit SlideList(QWidget* parent = nullptr);
    /// \p changed: of each, whether what it shows is another by now.
    void setSlides(std::vector<ShownSlide> slides, const std::vector<bool>& changed, int current);
    [[nodiscard]] const std::vector<ShownSlide>& slides() const { return m_slides; }

signals:
    void moveWanted(int from, int to);
    void removeWanted(int at);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    std::vector<ShownSlide> m_slides;
};

} // namespace shardscope::app
