// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/learn_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/pages/home/card_grid.h"
#include "app/desktop/pages/learn/lesson_card.h"
#include "app/desktop/pages/learn/lesson_view.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/lesson/lesson_shelf.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kCardWidth = 320;

QString keyOf(const std::string& lesson) { return QStringLiteral("learn/") + QString::fromStdString(lesson); }

} // namespace

LearnPage::LearnPage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_workbench(workbench)
    , m_stack(new QStackedWidget(this))
    , m_view(new LessonView(workbench, m_stack))
{
    m_gallery = makeGallery();
    m_stack->addWidget(m_gallery);
    m_stack->addWidget(m_view);
    rowIn(this, 0)->addWidget(m_stack);
    connect(m_view, &LessonView::hint, this, &Page::hint);
    connect(m_view, &LessonView::closed, this, &LearnPage::showGallery);
    connect(m_view, &LessonView::presentingEnded, this, [this] { emit presentWanted(false); });
    connect(m_view, &LessonView::planWanted, this, [this] { emit pageRequested(QStringLiteral("plan")); });
    connect(m_view, &LessonView::stepShown, this, &LearnPage::remember);
    onShow(*this, [this] {
        if (!showsLesson())
            fillGallery();
    });
    keepTranslated(*this, [this] {
        m_title->setText(tr("Learn"));
        m_sentence->setText(
            tr("Each lesson is computed by the engines of this program as you read it: change "
               "what it rests on, and the figure follows. The last step takes your own plan."));
        m_own->setText(tr("Lessons of a folder…"));
        if (!m_lessons.empty())
            fillGallery();
    });
}

QWidget* LearnPage::makeGallery()
{
    auto* body = new QWidget;
    auto* column = pageColumn(body, 2 * metrics::kGrid);
    column->setContentsMargins(2 * metrics::kPageMargin, metrics::kPageMargin, 2 * metrics::kPageMargin,
                               metrics::kPageMargin);
    m_title = new QLabel(body);
    setRole(*m_title, Role::Display);
    m_sentence = new QLabel(body);
    wrap(m_sentence, Role::Dim);
    m_cards = new QWidget(body);
    m_cards->setLayout(new CardGrid(kCardWidth));
    m_own = new QPushButton(body);
    column->addWidget(m_title);
    column->addWidget(m_sentence);
    column->addWidget(m_cards);
    column->addWidget(m_own, 0, Qt::AlignLeft);
    column->addStretch();
    connect(m_own, &QPushButton::clicked, this, &LearnPage::askForFolder);
    return new PageScrollArea(body, m_stack);
}

const std::vector<Lesson>& LearnPage::lessons()
{
    if (m_lessons.empty()) {
        m_lessons = lessonsIn(shippedFolder(m_workbench.catalog()));
        if (!m_folder.isEmpty()) {
            std::vector<Lesson> own = lessonsIn(m_folder.toStdString());
            std::ranges::move(own, std::back_inserter(m_lessons));
        }
    }
    return m_lessons;
}

void LearnPage::fillGallery()
{
    auto* grid = static_cast<CardGrid*>(m_cards->layout());
    grid->clear();
    for (const Lesson& lesson : lessons()) {
        auto* card = new LessonCard(lesson, seen(lesson.name), m_cards);
        grid->addWidget(card);
        card->show(); // at once: the first of them takes the keyboard
        connect(card, &QAbstractButton::clicked, this, [this, lesson] {
            const std::size_t reached = seen(lesson.name); // steps; a lesson that is done begins anew
            openLesson(lesson, reached < lesson.steps.size() && reached > 0 ? reached - 1 : 0);
        });
    }
}

void LearnPage::askForFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a folder of lessons"));
    if (folder.isEmpty())
        return;
    m_folder = folder;
    m_lessons.clear();
    fillGallery();
}

std::size_t LearnPage::seen(const std::string& lesson) const
{
    if (const auto found = m_seen.find(lesson); found != m_seen.end())
        return found->second;
    return static_cast<std::size_t>(std::max(0, QSettings().value(keyOf(lesson), 0).toInt()));
}

/// How far the reader came: in her settings, of a window that keeps what is done.
void LearnPage::remember(std::size_t step)
{
    const std::string& name = m_view->lesson().name;
    const std::size_t reached = std::max(seen(name), step + 1);
    m_seen[name] = reached;
    if (m_workbench.isKept())
        QSettings().setValue(keyOf(name), static_cast<int>(reached));
}

core::Result<core::Done> LearnPage::openLesson(const QString& named)
{
    SHARDSCOPE_TRY(const LessonPlace place, lessonPlace(named.toStdString()));
    SHARDSCOPE_TRY(const Lesson lesson, findLesson(m_workbench.catalog(), place.lesson));
    openLesson(lesson, place.step);
    return core::Done{};
}

void LearnPage::openLesson(const Lesson& lesson, std::size_t step)
{
    m_stack->setCurrentWidget(m_view);
    m_view->open(lesson, step);
    m_view->setFocus(Qt::OtherFocusReason);
}

void LearnPage::showGallery()
{
    emit presentWanted(false);
    m_stack->setCurrentWidget(m_gallery);
    fillGallery();
    front().setFocus(Qt::OtherFocusReason);
}

bool LearnPage::showsLesson() const { return m_stack->currentWidget() == m_view; }

QString LearnPage::whyNoPicture() const
{
    return tr("A lesson's figure is saved by the button on its card.");
}

QWidget& LearnPage::front()
{
    if (showsLesson())
        return *m_view;
    if (auto* first = m_cards->findChild<LessonCard*>())
        return *first;
    return *m_own;
}

} // namespace shardscope::app
