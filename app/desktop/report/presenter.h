// SPDX-License-Identifier: GPL-3.0-or-later
// A report on the screen: the slide and nothing else, as large as it can be. What moves is played, a
// magnifying glass follows the mouse; lights, pen, notes and clock are the lectern's.
#pragma once

#include "app/desktop/report/slide_figures.h"

#include <QElapsedTimer>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

namespace shardscope::app {

class Lectern;
struct SpokenPart;

class Presenter final : public QWidget {
    Q_OBJECT

public:
    Presenter(const ReportShelf& shelf, const SlideFigures& figures, QWidget* parent);
    ~Presenter() override;

    /// Full screen, at slide \p at.
    void start(std::size_t at);
    [[nodiscard]] std::size_t current() const { return m_at; }
    void show(std::size_t at);
    /// Whether what is shown moves, and how far it was played: a fraction of the whole.
    [[nodiscard]] bool moves() const { return m_shown.made.moves(); }
    [[nodiscard]] double moment() const { return m_moment; }
    [[nodiscard]] bool playing() const { return m_playing.isActive(); }
    /// Plays, or stops; a reader who wants nothing to move gets one step.
    void play();
    void step(bool forward);
    [[nodiscard]] double zoom() const { return m_zoom; }
    /// Lights, pen, notes, clock.
    [[nodiscard]] Lectern& lectern() const { return *m_lectern; }

signals:
    /// Presenting ended at slide \p at.
    void closed(std::size_t at);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void refresh();
    void setZoom(double zoom);
    void setMoment(double moment);
    void moveOn();
    [[nodiscard]] SpokenPart spoken() const;
    /// Where the slide lies, zoomed around the mouse.
    [[nodiscard]] QRectF slideArea() const;

    const ReportShelf& m_shelf;
    const SlideFigures& m_figures;
    std::size_t m_at = 0;
    ShownSlide m_shown;
    double m_moment = 1;
    double m_zoom = 1;
    QPointF m_mouse;
    QPixmap m_picture; ///< of the slide as it stands; null: to be painted
    QTimer m_playing;
    QElapsedTimer m_clock;
    Lectern* m_lectern;
};

} // namespace shardscope::app
