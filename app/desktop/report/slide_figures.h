// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a report's slides as they are made on a worker, for the page and the screen.
#pragma once

#include "app/desktop/report/report_shelf.h"
#include "app/desktop/report/slide_drawing.h"

#include <map>
#include <memory>

namespace shardscope::app {

class SlideFigures final : public QObject {
    Q_OBJECT

public:
    SlideFigures(Workbench& workbench, ReportShelf& shelf, QObject* parent = nullptr);

    /// The slide at \p at with its figure, as far as that is made.
    [[nodiscard]] ShownSlide shown(std::size_t at) const;
    /// Makes what is not made yet of the slides that there are.
    void want();
    /// Forgets what was made, which is of another language.
    void forget();

signals:
    void made();

private:
    /// All that a slide's figure follows from.
    [[nodiscard]] std::string keyOf(const Slide& slide) const;

    Workbench& m_workbench;
    ReportShelf& m_shelf;
    std::shared_ptr<SlideMaker> m_maker;
    std::map<std::string, SlideFigure> m_made;
};

} // namespace shardscope::app
