// SPDX-License-Identifier: GPL-3.0-or-later
// What the page is made of, and what its parts do.
#include "app/desktop/pages/report/report_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/pages/report/growing_field.h"
#include "app/desktop/pages/report/slide_canvas.h"
#include "app/desktop/pages/report/slide_list.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "core/base/text_mark.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

constexpr int kTypingMs = 1'000;

} // namespace

ReportPage::ReportPage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_shelf(new ReportShelf(workbench, this))
    , m_figures(new SlideFigures(workbench, *m_shelf, this))
    , m_list(new SlideList)
    , m_canvas(new SlideCanvas)
    , m_back(new QPushButton)
    , m_next(new QPushButton)
    , m_where(new QLabel)
    , m_text(new QPushButton)
    , m_arrow(new QPushButton)
    , m_frame(new QPushButton)
    , m_removeMark(new QPushButton)
    , m_heading(new QLabel)
    , m_about(new QLabel)
    , m_update(new QPushButton)
    , m_updateAll(new QPushButton)
    , m_titleLabel(new QLabel)
    , m_title(new QLineEdit)
    , m_captionLabel(new QLabel)
    , m_caption(new QLineEdit)
    , m_markLabel(new QLabel)
    , m_words(new QLineEdit)
    , m_notesLabel(new QLabel)
    , m_notes(new GrowingField)
    , m_up(new QPushButton)
    , m_down(new QPushButton)
    , m_remove(new QPushButton)
    , m_present(new QPushButton)
    , m_fill(new QPushButton)
    , m_handOut(new QLabel)
    , m_pdf(new QPushButton)
    , m_html(new QPushButton)
    , m_files(new QPushButton)
{
    auto* content = new QWidget;
    auto* row = rowIn(content, 0);
    row->addWidget(m_list);
    m_body = makeBody();
    m_scroll = new PageScrollArea(m_body, content);
    row->addWidget(m_scroll, 1);
    m_stack->addWidget(content);
    fillPage();
    connectParts();
    keepTranslated(*this, [this] {
        m_figures->forget();
        retranslate();
        refresh();
    });
}

QWidget* ReportPage::makeBody()
{
    auto* body = new QWidget;
    m_sides = new QBoxLayout(QBoxLayout::LeftToRight, body);
    m_sides->setContentsMargins(2 * metrics::kGrid, 2 * metrics::kGrid, 2 * metrics::kGrid,
                                2 * metrics::kGrid);
    m_sides->setSpacing(2 * metrics::kGrid);
    auto* slide = new QWidget(body);
    auto* column = columnIn(slide, metrics::kGrid);
    column->addWidget(m_canvas);
    auto* steps = new QHBoxLayout;
    steps->addStretch(1);
    m_where->setAlignment(Qt::AlignCenter);
    for (QWidget* one :
         {static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_where), static_cast<QWidget*>(m_next)})
        steps->addWidget(one);
    steps->addStretch(1);
    column->addLayout(steps);
    column->addWidget(controlBar({m_text, m_arrow, m_frame, m_removeMark}));
    setRole(*m_markLabel, Role::Dim);
    column->addWidget(m_markLabel);
    column->addWidget(m_words);
    column->addStretch(1);
    m_panel = makePanel();
    m_sides->addWidget(slide, 1);
    m_sides->addWidget(m_panel);
    return body;
}

QWidget* ReportPage::makePanel()
{
    auto* panel = new QWidget;
    auto* column = columnIn(panel, metrics::kGrid);
    setRole(*m_heading, Role::CardTitle);
    setRole(*m_handOut, Role::CardTitle);
    setRole(*m_present, Role::Primary);
    setRole(*m_update, Role::Link);
    wrap(m_about, Role::Dim);
    m_about->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_titleLabel, m_captionLabel, m_notesLabel})
        setRole(*label, Role::Dim);
    m_titleLabel->setBuddy(m_title);
    m_captionLabel->setBuddy(m_caption);
    m_notesLabel->setBuddy(m_notes);
    for (QWidget* one : std::initializer_list<QWidget*>{m_heading, m_about})
        column->addWidget(one);
    setRole(*m_updateAll, Role::Link);
    column->addWidget(controlBar({m_update, m_updateAll}));
    for (QWidget* one : std::initializer_list<QWidget*>{m_titleLabel, m_title, m_captionLabel, m_caption,
                                                        m_notesLabel, m_notes})
        column->addWidget(one);
    column->addWidget(controlBar({m_up, m_down, m_remove}));
    column->addSpacing(metrics::kGrid);
    column->addWidget(m_handOut);
    for (QWidget* one : std::initializer_list<QWidget*>{m_present, m_pdf, m_html, m_files, m_fill})
        column->addWidget(one);
    column->addStretch(1);
    return panel;
}

void ReportPage::connectParts()
{
    connect(m_shelf, &ReportShelf::changed, this, &ReportPage::refresh);
    connect(m_shelf, &ReportShelf::told, this, &Page::hint);
    connect(m_figures, &SlideFigures::made, this, &ReportPage::refresh);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            select(static_cast<std::size_t>(row));
    });
    connect(m_list, &QListWidget::itemActivated, this, [this] { present(); });
    connect(m_list, &SlideList::moveWanted, this, [this](int from, int to) {
        const auto count = static_cast<int>(m_shelf->slides().size());
        if (from < 0 || to < 0 || from >= count || to >= count || from == to)
            return refresh(); // as it was
        m_current = static_cast<std::size_t>(to);
        m_shelf->move(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    });
    const auto remove = [this] { m_shelf->remove(m_current); };
    connect(m_list, &SlideList::removeWanted, this, remove);
    connect(m_remove, &QPushButton::clicked, this, remove);
    connect(m_up, &QPushButton::clicked, this, [this] {
        emit m_list->moveWanted(static_cast<int>(m_current), static_cast<int>(m_current) - 1);
    });
    connect(m_down, &QPushButton::clicked, this, [this] {
        emit m_list->moveWanted(static_cast<int>(m_current), static_cast<int>(m_current) + 1);
    });
    connect(m_back, &QPushButton::clicked, this, [this] {
        if (m_current > 0)
            select(m_current - 1);
    });
    connect(m_next, &QPushButton::clicked, this, [this] { select(m_current + 1); });
    connect(m_update, &QPushButton::clicked, this, [this] { m_shelf->update(m_current); });
    connect(m_updateAll, &QPushButton::clicked, this, [this] { m_shelf->update(); });
    connect(m_text, &QPushButton::clicked, this, [this] { addMark(MarkKind::Text); });
    connect(m_arrow, &QPushButton::clicked, this, [this] { addMark(MarkKind::Arrow); });
    connect(m_frame, &QPushButton::clicked, this, [this] { addMark(MarkKind::Frame); });
    connect(m_removeMark, &QPushButton::clicked, this, &ReportPage::removeMark);
    connect(m_canvas, &SlideCanvas::markChosen, this, &ReportPage::showMark);
    connect(m_canvas, &SlideCanvas::markRemoved, this, &ReportPage::removeMark);
    connect(m_canvas, &SlideCanvas::markMoved, this, [this](int mark, const SlideMark& as) {
        edit([mark, as](Slide& slide) { slide.marks[static_cast<std::size_t>(mark)] = as; },
             N_("Move a mark"));
    });
    connect(m_canvas, &SlideCanvas::titleWanted, m_title,
            [this] { m_title->setFocus(Qt::MouseFocusReason); });
    connect(m_canvas, &SlideCanvas::wordsWanted, m_words,
            [this] { m_words->setFocus(Qt::MouseFocusReason); });
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &ReportPage::keepTyped);
    for (QLineEdit* field : {m_title, m_caption, m_words}) {
        connect(field, &QLineEdit::textEdited, this, &ReportPage::typed);
        connect(field, &QLineEdit::editingFinished, this, [this] {
            keepTyped();
            m_typingDrag = 0;
        });
    }
    connect(m_notes, &QPlainTextEdit::textChanged, this, &ReportPage::typed);
    connect(m_notes, &GrowingField::left, this, [this] {
        keepTyped();
        m_typingDrag = 0;
    });
    connect(m_present, &QPushButton::clicked, this, [this] { present(); });
    connect(m_fill, &QPushButton::clicked, this, [this] { m_shelf->fillFromStudy(); });
    connect(m_pdf, &QPushButton::clicked, this, [this] { askToWrite(QStringLiteral("pdf")); });
    connect(m_html, &QPushButton::clicked, this, [this] { askToWrite(QStringLiteral("html")); });
    connect(m_files, &QPushButton::clicked, this, [this] { askToWrite({}); });
    onShow(*this, [this] { refresh(); });
}

} // namespace shardscope::app
