// SPDX-License-Identifier: GPL-3.0-or-later
// The slide at hand, large, as it is handed out; marks on top are drawn, taken hold of and moved.
#pragma once

#include "app/desktop/report/slide_drawing.h"

#include <QWidget>

namespace shardscope::app {

class SlideCanvas final : public QWidget {
    Q_OBJECT

public:
    explicit SlideCanvas(QWidget* parent = nullptr);
    void setSlide(ShownSlide shown);
    [[nodiscard]] const ShownSlide& shown() const { return m_shown; }
    /// The mark that is taken hold of; -1: none.
    [[nodiscard]] int mark() const { return m_mark; }
    void setMark(int mark);
    /// Where the slide lies, in pixels of the widget.
    [[nodiscard]] QRectF slideArea() const;

    [[nodiscard]] QSize sizeHint() const override { return {640, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 135}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return width * 9 / 16; }

signals:
    void markChosen(int mark);
    /// It was moved, or another end of it.
    void markMoved(int mark, const shardscope::app::SlideMark& as);
    void markRemoved(int mark);
    /// The title or a text was clicked twice: it wants words.
    void titleWanted();
    void wordsWanted(int mark);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Grip { None, All, From, To };
    /// Where \p point is on the slide, as fractions.
    [[nodiscard]] QPointF onSlide(QPointF point) const;
    [[nodiscard]] std::pair<int, Grip> under(QPointF point) const;
    /// \p mark moved by \p by, whole or one end of it, within the slide.
    [[nodiscard]] static SlideMark moved(SlideMark mark, Grip grip, QPointF by);

    ShownSlide m_shown;
    int m_mark = -1;
    Grip m_grip = Grip::None;
    QPointF m_pressed;
    SlideMark m_before;
};

} // namespace shardscope::app
