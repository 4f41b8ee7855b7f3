// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/lesson_view.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/unbroken.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/learn/control_bar.h"
#include "app/desktop/pages/learn/question_box.h"
#include "app/desktop/present/lectern.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"

#include <QAccessible>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr const char* kSlot = "lesson";
constexpr int kPanel = 400;
constexpr int kLargePanel = 520;
constexpr int kTableRows = 14;
constexpr double kLarge = 1.5; ///< times the type of the window

QFrame* card(QWidget* parent)
{
    auto* frame = new QFrame(parent);
    setRole(*frame, Role::Card);
    return frame;
}

} // namespace

LessonView::LessonView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_lectern(new Lectern(*this))
    , m_panel(makeText())
{
    setFocusPolicy(Qt::StrongFocus);
    auto* row = rowIn(this, 0);
    row->addWidget(m_panel);
    row->addWidget(makeFigures(), 1);
    connect(m_question, &QuestionBox::answerChanged, this,
            [this] { m_next->setEnabled(m_moment.revealed || m_question->answered()); });
    connect(m_next, &QPushButton::clicked, this, &LessonView::next);
    connect(m_back, &QPushButton::clicked, this, &LessonView::back);
    connect(m_reset, &QPushButton::clicked, this, &LessonView::reset);
    connect(m_gallery, &QPushButton::clicked, this, &LessonView::closed);
    connect(m_plan, &QPushButton::clicked, this, &LessonView::planWanted);
    connect(m_figure, &FigureWidget::hovered, this, &LessonView::hint);
    connect(m_card, &FigureCard::hint, this, &LessonView::hint);
    connect(m_control, &LessonControlBar::chosen, this, [this](std::size_t choice) {
        m_moment.choice = choice;
        draw();
    });
    connect(&m_workbench, &Workbench::stateChanged, this, [this] {
        if (!m_lesson.steps.empty() && current().yours) {
            m_drawn.clear();
            if (isVisible())
                draw();
        }
    });
    onShow(*this, [this] {
        if (!m_lesson.steps.empty() && current().yours)
            draw();
    });
    keepTranslated(*this, [this] { retranslate(); });
}

QWidget* LessonView::makeText()
{
    auto* panel = new QFrame(this);
    setRole(*panel, Role::Panel);
    panel->setFixedWidth(kPanel);
    auto* body = new QWidget;
    auto* text = columnIn(body, 2 * metrics::kGrid);
    text->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin,
                             metrics::kGrid);
    m_gallery = new QPushButton(body);
    setRole(*m_gallery, Role::Link);
    m_where = new QLabel(body);
    setRole(*m_where, Role::Dim);
    m_title = new QLabel(body);
    m_caption = new QLabel(body);
    m_question = new QuestionBox(body);
    m_reveal = new QLabel(body);
    m_notes = new QLabel(body);
    m_sources = new QLabel(panel);
    wrap(m_title, Role::Title);
    wrap(m_caption);
    wrap(m_reveal);
    wrap(m_notes, Role::Dim);
    wrap(m_sources, Role::SmallDim);
    text->addWidget(m_gallery, 0, Qt::AlignLeft);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_where, m_title, m_caption, m_question, m_reveal, m_notes})
        text->addWidget(part);
    text->addStretch();
    m_back = new QPushButton(panel);
    m_reset = new QPushButton(panel);
    m_next = new QPushButton(panel);
    setRole(*m_next, Role::Primary);
    auto* buttons = new QWidget(panel);
    auto* row = rowIn(buttons, metrics::kGrid);
    row->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    row->addWidget(m_back);
    row->addWidget(m_reset);
    row->addStretch();
    row->addWidget(m_next);
    auto* column = columnIn(panel, metrics::kGrid);
    column->addWidget(new PageScrollArea(body, panel), 1);
    column->addWidget(buttons);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 2 * metrics::kGrid);
    foot->addWidget(m_sources);
    column->addLayout(foot);
    return panel;
}

QWidget* LessonView::makeFigures()
{
    auto* body = new QWidget;
    auto* column = pageColumn(body, 2 * metrics::kGrid);
    m_figure = new SceneFigure;
    m_table = new TableView;
    m_table->setRowsShown(kTableRows);
    m_card = new FigureCard(m_figure, m_table, body);
    m_verdict = new QLabel(m_card);
    wrapText(m_verdict, Role::Bad);
    m_card->addRow(m_verdict);
    m_control = new LessonControlBar(body);
    m_numbersCard = card(body);
    auto* numbers = new QVBoxLayout(m_numbersCard);
    numbers->setContentsMargins(metrics::kCardPadding, metrics::kCardPadding, metrics::kCardPadding,
                                metrics::kCardPadding);
    m_numbersTitle = new QLabel(m_numbersCard);
    setRole(*m_numbersTitle, Role::CardTitle);
    numbers->addWidget(m_numbersTitle);
    m_numbers = new QGridLayout;
    m_numbers->setHorizontalSpacing(3 * metrics::kGrid);
    m_numbers->setVerticalSpacing(metrics::kHalfGrid);
    m_numbers->setColumnStretch(0, 1);
    numbers->addLayout(m_numbers);
    m_plan = new QPushButton(body);
    column->addWidget(m_card);
    column->addWidget(m_control);
    column->addWidget(m_numbersCard);
    column->addWidget(m_plan, 0, Qt::AlignLeft);
    column->addStretch(1); // all of what is left: a card is as tall as what it shows
    return new PageScrollArea(body, this);
}

void LessonView::open(Lesson lesson, std::size_t step)
{
    m_lesson = std::move(lesson);
    show(std::min(step, m_lesson.steps.size() - 1));
}

void LessonView::show(std::size_t step)
{
    m_at = step;
    m_moment = firstMoment(current());
    m_drawn.clear();
    m_picture = {};
    m_question->ask(current().question);
    m_control->setControl(current().control, m_moment.choice);
    m_card->setShowsTable(false);
    retranslate();
    m_lectern->turnTo(spoken());
    draw();
    speak();
    emit stepShown(step);
}

/// A screen reader reads the step where it is another one.
void LessonView::speak()
{
    QAccessibleEvent read(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&read);
}

SpokenPart LessonView::spoken() const
{
    const LessonStep& step = current();
    const bool hides = !step.reveal.empty() && !m_moment.revealed;
    QStringList notes;
    if (!step.notes.empty())
        notes << step.notes.shown();
    if (hides) // the class does not see it yet
        notes << tr("What happens: %1").arg(step.reveal.shown());
    const bool last = m_at + 1 == m_lesson.steps.size();
    return {tr("%1: step %2 of %3").arg(m_lesson.title.shown()).arg(m_at + 1).arg(m_lesson.steps.size()),
            notes.join(QStringLiteral("\n\n")),
            hides  ? tr("Next: show what happens")
            : last ? tr("This is the last step.")
                   : tr("Next: %1").arg(m_lesson.steps[m_at + 1].title.shown())};
}

void LessonView::next()
{
    const bool hides = !current().reveal.empty() && !m_moment.revealed;
    if (hides && !m_question->answered())
        return;
    if (hides) {
        m_moment = toldMoment(current(), m_moment);
        m_control->setControl(current().control, m_moment.choice);
        m_question->reveal();
        retranslate();
        m_lectern->tell(spoken());
        draw();
        return speak();
    }
    if (m_at + 1 < m_lesson.steps.size())
        show(m_at + 1);
    else
        emit closed();
}

void LessonView::back()
{
    if (m_at > 0)
        show(m_at - 1);
}

void LessonView::reset() { show(m_at); }
void LessonView::play() { m_control->play(); }

void LessonView::toggleNotes()
{
    if (m_large)
        return m_lectern->toggleNotes();
    m_notesShown = !m_notesShown;
    retranslate();
}

void LessonView::setLarge(bool large)
{
    m_large = large;
    m_figure->setMaker(enlarged(m_picture.figure.scene, m_large ? kLarge : 1));
    m_question->setVoting(large);
    retranslate();
    if (large && !m_lesson.steps.empty()) {
        m_lectern->start();
        m_lectern->tell(spoken());
    } else {
        m_lectern->end();
    }
}

void LessonView::sizeType()
{
    m_panel->setFixedWidth(m_large ? kLargePanel : kPanel);
    const double factor = m_large ? kLarge : 1;
    for (const auto& [label, size] :
         {std::pair(m_title, TypeSize::Title), std::pair(m_caption, TypeSize::Heading),
          std::pair(m_reveal, TypeSize::Heading)}) {
        QFont font = interfaceFont(size, label == m_title ? Weight::Strong : Weight::Regular);
        font.setPixelSize(static_cast<int>((size == TypeSize::Heading ? 15 : 22) * factor));
        label->setFont(font);
    }
    QFont asked = interfaceFont(TypeSize::Body);
    asked.setPixelSize(static_cast<int>(14 * factor));
    m_question->setFont(asked);
}

void LessonView::draw()
{
    const std::pair key(m_moment.choice, m_moment.revealed);
    if (const auto found = m_drawn.find(key); found != m_drawn.end())
        return take(found->second);
    const PlanState& state = m_workbench.state();
    LessonRequest request{current(), m_moment, std::nullopt};
    if (current().yours && state.complete())
        request.yours = state;
    m_card->setStale(true);
    m_workbench.jobs().start(
        QString::fromLatin1(kSlot), tr("Drawing a step of a lesson"),
        [catalog = m_workbench.catalog(), request](const core::Task& task) {
            return lessonPicture(catalog, request, task);
        },
        [this, key, step = m_at](LessonPicture picture) {
            if (step != m_at)
                return;
            m_drawn[key] = picture;
            take(std::move(picture));
        });
}

void LessonView::take(LessonPicture picture)
{
    m_picture = std::move(picture);
    m_figure->setMaker(enlarged(m_picture.figure.scene, m_large ? kLarge : 1));
    showTable();
    m_control->ready();
    m_card->setStale(false);
    m_card->setTitle(m_picture.figure.title);
    m_card->setSentence(m_picture.figure.sentence);
    m_figure->setAccessibleName(m_picture.figure.title);
    m_figure->setVisible(static_cast<bool>(m_picture.figure.scene) && !m_card->showsTable());
    // A plan that does not fit is often the answer: it is told with what happens, or where it was tried.
    const bool told =
        !current().question || m_moment.revealed || m_moment.choice != firstMoment(current()).choice;
    const QString refused = !m_picture.problem.isEmpty() ? m_picture.problem
                            : told                       ? m_picture.verdict
                                                         : QString();
    m_verdict->setText(unbroken(refused));
    m_verdict->setVisible(!refused.isEmpty());
    showNumbers();
}

/// The same as a table would tell what is covered in the picture.
void LessonView::showTable()
{
    const bool told = current().hidden.empty() || m_moment.revealed;
    m_table->setTable(told ? m_picture.figure.table : nullptr);
}

void LessonView::showNumbers()
{
    while (QLayoutItem* item = m_numbers->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    // Before an answer is given they would give it away.
    const bool told = !current().question || m_moment.revealed;
    m_numbersCard->setVisible(told && !m_picture.numbers.empty());
    if (!told)
        return;
    const auto cell = [&](int row, int column, const QString& text, Role role, Qt::Alignment align) {
        auto* label = new QLabel(m_numbersCard);
        setRole(*label, role);
        label->setText(unbroken(text));
        label->setAlignment(align | Qt::AlignTop);
        label->setWordWrap(column == 0 || column == 3);
        m_numbers->addWidget(label, row, column);
    };
    const bool published = std::ranges::any_of(
        m_picture.numbers, [](const LessonNumber& number) { return !number.published.isEmpty(); });
    cell(0, 1, tr("ours"), Role::SmallDim, Qt::AlignRight);
    if (published) {
        cell(0, 2, tr("published"), Role::SmallDim, Qt::AlignRight);
        cell(0, 3, tr("by"), Role::SmallDim, Qt::AlignLeft);
    }
    int row = 1;
    for (const LessonNumber& number : m_picture.numbers) {
        cell(row, 0, number.what, Role::Plain, Qt::AlignLeft);
        cell(row, 1, number.ours, Role::Section, Qt::AlignRight);
        if (published) {
            cell(row, 2, number.published.isEmpty() ? QStringLiteral("–") : number.published, Role::Plain,
                 Qt::AlignRight);
            cell(row, 3, number.source, Role::SmallDim, Qt::AlignLeft);
        }
        ++row;
    }
    m_numbers->setColumnStretch(3, published ? 1 : 0);
}

void LessonView::retranslate()
{
    m_back->setText(tr("Back"));
    m_reset->setText(tr("Reset"));
    m_gallery->setText(tr("All lessons"));
    m_numbersTitle->setText(tr("In figures"));
    m_plan->setText(tr("Open a plan of your own"));
    if (m_lesson.steps.empty())
        return;
    const LessonStep& step = current();
    const bool hides = !step.reveal.empty() && !m_moment.revealed;
    const bool last = m_at + 1 == m_lesson.steps.size();
    m_where->setText(
        tr("%1: step %2 of %3").arg(m_lesson.title.shown()).arg(m_at + 1).arg(m_lesson.steps.size()));
    m_title->setText(unbroken(step.title.shown()));
    m_caption->setText(unbroken(step.caption.shown()));
    setAccessibleName(m_where->text() + QStringLiteral(". ") + step.title.shown());
    setAccessibleDescription(m_moment.revealed && !step.reveal.empty() ? step.reveal.shown()
                                                                       : step.caption.shown());
    m_reveal->setVisible(m_moment.revealed && !step.reveal.empty());
    m_reveal->setText(step.reveal.empty() ? QString() : unbroken(step.reveal.shown()));
    m_notes->setVisible(m_notesShown && !step.notes.empty());
    m_notes->setText(step.notes.empty() ? QString() : tr("For the teacher: %1").arg(step.notes.shown()));
    QStringList sources;
    for (const std::string& source : m_lesson.sources)
        sources << QString::fromStdString(source);
    m_sources->setText(tr("Sources: %1").arg(sources.join(QStringLiteral("; "))));
    m_sources->setVisible(!sources.isEmpty());
    m_back->setEnabled(m_at > 0);
    m_next->setText(hides ? tr("Show what happens") : last ? tr("Done") : tr("Next"));
    m_next->setEnabled(!hides || m_question->answered());
    m_plan->setVisible(step.yours && !m_workbench.state().complete());
    m_question->retranslate();
    m_control->retranslate();
    sizeType();
    m_drawn.clear(); // their words are of the language before
    if (!m_picture.figure.title.isEmpty() && m_picture.figure.scene)
        showNumbers();
}

void LessonView::keyPressEvent(QKeyEvent* event)
{
    if (m_large && m_lectern->takes(*event))
        return;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_PageDown: return next();
    case Qt::Key_Left:
    case Qt::Key_PageUp: return back();
    case Qt::Key_R: return reset();
    case Qt::Key_Space: return play();
    case Qt::Key_N: return toggleNotes();
    case Qt::Key_Escape:
        if (m_large)
            emit presentingEnded();
        else
            emit closed();
        return;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace shardscope::app
