// SPDX-License-Identifier: GPL-3.0-or-later
// Search runs on a worker: a million slices should not stall a key press.
#include "app/desktop/pages/timeline_page.h"

#include "app/desktop/number_text.h"
#include "app/desktop/timeline/slice_details.h"
#include "app/desktop/widgets/empty_state.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {

void TimelineLegend::setRun(RunViewPtr run)
{
    m_run = std::move(run);
    updateGeometry();
    update();
}

QSize TimelineLegend::sizeHint() const { return {400, heightForWidth(std::max(400, width()))}; }

int TimelineLegend::heightForWidth(int width) const
{
    if (!m_run)
        return 0;
    QImage unseen(1, 1, QImage::Format_RGB32);
    QPainter painter(&unseen);
    return static_cast<int>(paintLegend(painter, *m_run, width - 2 * metrics::kGrid, themeOf(this))) +
           metrics::kGrid;
}

void TimelineLegend::paintEvent(QPaintEvent*)
{
    if (!m_run)
        return;
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(this).panel);
    painter.translate(metrics::kGrid, metrics::kHalfGrid);
    paintLegend(painter, *m_run, width() - 2 * metrics::kGrid, themeOf(this));
}

TimelinePage::TimelinePage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_workbench(workbench)
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(m_stack))
    , m_view(new TimelineView)
    , m_legend(new TimelineLegend)
    , m_title(new QLabel)
    , m_search(new QLineEdit)
    , m_count(new QLabel)
    , m_fit(new QPushButton)
{
    auto* content = new QWidget(m_stack);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid);
    head->addWidget(m_title);
    head->addStretch();
    m_count->setObjectName(QStringLiteral("dim"));
    m_title->setObjectName(QStringLiteral("heading"));
    m_title->setTextFormat(Qt::PlainText);
    m_search->setMinimumWidth(240);
    m_search->setClearButtonEnabled(true);
    head->addWidget(m_count);
    head->addWidget(m_search);
    head->addWidget(m_fit);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_view, 1);
    column->addWidget(m_legend);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_stack);

    connect(m_empty, &EmptyState::primaryClicked, this, &Page::openRequested);
    connect(m_empty, &EmptyState::secondaryClicked, this, &Page::sampleRequested);
    connect(m_search, &QLineEdit::textChanged, this, &TimelinePage::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { goToMatch(1); });
    connect(m_fit, &QPushButton::clicked, m_view, &TimelineView::fitAll);
    connect(m_view, &TimelineView::sliceSelected, this, &TimelinePage::sliceSelected);
    connect(m_view, &TimelineView::areaSelected, this, &TimelinePage::areaSelected);
    connect(&m_workbench, &Workbench::runChanged, this, &TimelinePage::showRun);
    retranslate();
    showRun();
}

bool TimelinePage::canExport() const { return m_workbench.run() != nullptr; }

void TimelinePage::showRun()
{
    const RunViewPtr run = m_workbench.run();
    m_search->clear();
    m_view->setRun(run);
    m_legend->setRun(run);
    m_stack->setCurrentIndex(run ? 1 : 0);
    m_title->setText(run ? QString::fromStdString(run->run->title) : QString());
    if (run)
        m_view->setFocus();
}

void TimelinePage::focusSearch()
{
    if (!m_workbench.run())
        return;
    m_search->setFocus();
    m_search->selectAll();
}

void TimelinePage::search()
{
    const RunViewPtr run = m_workbench.run();
    m_matches.clear();
    m_at = -1;
    m_workbench.jobs().cancel(QStringLiteral("search"));
    if (!run)
        return;
    std::vector<bool> names = namesContaining(*run, m_search->text());
    m_view->setMatches(names);
    if (names.empty()) {
        showCount();
        return;
    }
    m_workbench.jobs().start(
        QStringLiteral("search"), QString(),
        [run, names](const core::Task& task) { return matchingSlices(*run, names, task); },
        [this](core::Result<std::vector<core::SliceId>> found) {
            if (!found.ok())
                return;
            m_matches = std::move(found).value();
            showCount();
        });
}

void TimelinePage::showCount()
{
    if (m_search->text().isEmpty())
        m_count->clear();
    else if (m_at < 0)
        m_count->setText(tr("%n match(es)", nullptr, static_cast<int>(m_matches.size())));
    else
        m_count->setText(
            tr("%1 of %2")
                .arg(integerString(m_at + 1), integerString(static_cast<std::int64_t>(m_matches.size()))));
}

void TimelinePage::goToMatch(int step)
{
    if (m_matches.empty())
        return;
    const auto count = static_cast<int>(m_matches.size());
    if (m_at < 0) {
        // From the left edge of the window on, as a reader expects.
        const auto ts = m_workbench.run()->timeline().ts();
        const auto first = std::lower_bound(
            m_matches.begin(), m_matches.end(), m_view->window().begin,
            [&](core::SliceId slice, std::int64_t begin) { return ts[slice.index()] < begin; });
        m_at = static_cast<int>(first - m_matches.begin()) % count;
        if (step < 0)
            m_at = (m_at + count - 1) % count;
    } else {
        m_at = (m_at + count + step) % count;
    }
    m_view->selectSlice(m_matches[static_cast<std::size_t>(m_at)], true);
    showCount();
}

void TimelinePage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Slash) {
        focusSearch();
        return;
    }
    if (m_search->hasFocus() && event->key() == Qt::Key_Escape) {
        m_search->clear();
        m_view->setFocus();
        return;
    }
    if (m_search->hasFocus() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
        (event->modifiers() & Qt::ShiftModifier) != 0) {
        goToMatch(-1);
        return;
    }
    Page::keyPressEvent(event);
}

void TimelinePage::retranslate()
{
    m_empty->setTexts(tr("Look into a run"),
                      tr("Open a trace that PyTorch's profiler wrote (.json or .json.gz), one file or one "
                         "for each rank, or drop "
                         "it anywhere. The page shows what each process, thread and stream did, and when."),
                      tr("Open…"), tr("Open a sample"));
    m_search->setPlaceholderText(tr("Search names ( / )"));
    m_search->setAccessibleName(tr("Search names"));
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Show the whole run (F twice)"));
    showCount();
    m_legend->updateGeometry();
    m_legend->update();
}

void TimelinePage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace shardscope::app
