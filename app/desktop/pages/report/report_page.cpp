// SPDX-License-Identifier: GPL-3.0-or-later
// The slide at hand and the list of them; the parts are made in report_page_parts.cpp, what is done with
// slides and files is in report_page_edits.cpp.
#include "app/desktop/pages/report/report_page.h"

#include "app/desktop/pages/report/growing_field.h"
#include "app/desktop/pages/report/slide_canvas.h"
#include "app/desktop/pages/report/slide_list.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kListWidth = 190;
constexpr int kNarrowList = 116;
constexpr int kPanelWidth = 272;
constexpr int kNarrowPage = 820; ///< below it the panel stands under the slide

} // namespace

const Slide* ReportPage::slide() const
{
    return m_current < m_shelf->slides().size() ? &m_shelf->slides()[m_current] : nullptr;
}

ShownSlide ReportPage::shownSlide() const { return slide() ? m_figures->shown(m_current) : ShownSlide{}; }

void ReportPage::select(std::size_t at)
{
    if (at >= m_shelf->slides().size() || at == m_current)
        return;
    keepTyped();
    m_typingDrag = 0;
    m_current = at;
    refresh();
}

void ReportPage::refresh()
{
    const std::vector<Slide>& slides = m_shelf->slides();
    const bool before = isEmpty();
    m_stack->setCurrentIndex(slides.empty() ? 0 : 1);
    if (before != isEmpty())
        emit canExportChanged();
    m_fill->setEnabled(m_shelf->hasStudy());
    retranslate();
    if (slides.empty() || !isVisible())
        return; // only what is looked at is worked on
    m_current = std::min(m_current, slides.size() - 1);
    m_figures->want();
    std::vector<ShownSlide> shown;
    std::vector<bool> changed;
    for (std::size_t at = 0; at < slides.size(); ++at) {
        shown.push_back(m_figures->shown(at));
        changed.push_back(m_shelf->since(slides[at]) == Since::Changed);
    }
    m_updateAll->setVisible(std::ranges::count(changed, true) > 1);
    m_list->setSlides(std::move(shown), changed, static_cast<int>(m_current));
    showSlide();
}

void ReportPage::showSlide()
{
    const ShownSlide shown = shownSlide();
    m_canvas->setSlide(shown);
    m_showing = true;
    if (m_typingDrag == 0 || !m_title->hasFocus())
        m_title->setText(QString::fromStdString(shown.slide.title));
    if (m_typingDrag == 0 || !m_caption->hasFocus())
        m_caption->setText(QString::fromStdString(shown.slide.caption));
    const QString notes = QString::fromStdString(shown.slide.notes);
    if ((m_typingDrag == 0 || !m_notes->hasFocus()) && m_notes->toPlainText() != notes)
        m_notes->setPlainText(notes);
    m_showing = false;
    m_title->setPlaceholderText(shown.made.figure.title);
    m_caption->setPlaceholderText(shown.made.figure.sentence);
    m_title->setCursorPosition(m_title->hasFocus() ? m_title->cursorPosition() : 0);
    m_caption->setCursorPosition(m_caption->hasFocus() ? m_caption->cursorPosition() : 0);
    m_where->setText(tr("%1 of %2").arg(m_current + 1).arg(m_shelf->slides().size()));
    m_back->setEnabled(m_current > 0);
    m_up->setEnabled(m_current > 0);
    m_next->setEnabled(m_current + 1 < m_shelf->slides().size());
    m_down->setEnabled(m_current + 1 < m_shelf->slides().size());
    m_about->setText(about());
    m_update->setVisible(m_shelf->since(shown.slide) == Since::Changed);
    showMark();
}

void ReportPage::showMark()
{
    const int mark = m_canvas->mark();
    const Slide* of = slide();
    const bool there = of != nullptr && mark >= 0 && mark < static_cast<int>(of->marks.size());
    const bool text = there && of->marks[static_cast<std::size_t>(mark)].kind == MarkKind::Text;
    m_removeMark->setEnabled(there);
    m_markLabel->setVisible(text);
    m_words->setVisible(text);
    if (text && (m_typingDrag == 0 || !m_words->hasFocus()))
        m_words->setText(QString::fromStdString(of->marks[static_cast<std::size_t>(mark)].words));
}

QWidget& ReportPage::contentFront() { return *m_list; }

void ReportPage::resizeEvent(QResizeEvent* event)
{
    const bool narrow = width() < kNarrowPage;
    m_sides->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_list->setFixedWidth(narrow ? kNarrowList : kListWidth);
    m_panel->setMinimumWidth(narrow ? 0 : kPanelWidth);
    m_panel->setMaximumWidth(narrow ? QWIDGETSIZE_MAX : kPanelWidth);
    StackedPage::resizeEvent(event);
}

} // namespace shardscope::app
