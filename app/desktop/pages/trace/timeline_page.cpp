// SPDX-License-Identifier: GPL-3.0-or-later
// Search runs on a worker: a million slices should not stall a key press.
#include "app/desktop/pages/trace/timeline_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/trace/note_button.h"
#include "app/desktop/pages/trace/note_keeper.h"
#include "app/desktop/pages/trace/path_bar.h"
#include "app/desktop/pages/trace/run_notes.h"
#include "app/desktop/pages/trace/views_button.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/details/slice_details.h"
#include "app/desktop/timeline/minimap.h"
#include "app/desktop/timeline/painter.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/text/messages.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

constexpr int kSoonMs = 500;

enum StackPage { EmptyPage, LoadingPage, ContentPage };

QString groupingName(Grouping grouping)
{
    switch (grouping) {
    case Grouping::Device: return TimelinePage::tr("Device, process");
    case Grouping::Rank: return TimelinePage::tr("Rank");
    case Grouping::Kind: return TimelinePage::tr("Accelerators, hosts");
    case Grouping::Thread: return TimelinePage::tr("Stream, thread");
    case Grouping::Pipeline: return TimelinePage::tr("Pipeline stage");
    case Grouping::Tensor: return TimelinePage::tr("Tensor shard");
    case Grouping::Replica: return TimelinePage::tr("Replica");
    }
    return {};
}

QString coloringName(ColorBy by)
{
    switch (by) {
    case ColorBy::Operation: return TimelinePage::tr("Class");
    case ColorBy::Name: return TimelinePage::tr("Name");
    case ColorBy::Category: return TimelinePage::tr("Category");
    case ColorBy::Rank: return TimelinePage::tr("Rank");
    }
    return {};
}

} // namespace

void TimelineLegend::show(RunViewPtr run, ColoringPtr coloring)
{
    m_run = std::move(run);
    m_coloring = std::move(coloring);
    updateGeometry();
    update();
}

QSize TimelineLegend::sizeHint() const { return {400, heightForWidth(std::max(400, width()))}; }

int TimelineLegend::heightForWidth(int width) const
{
    if (!m_run || !m_coloring)
        return 0;
    return static_cast<int>(legendOf(width).height) + metrics::kGrid;
}

LegendGeometry TimelineLegend::legendOf(int width) const
{
    return buildLegend(*m_run, *m_coloring, width - 2 * metrics::kGrid,
                       TextMeter(interfaceFont(TypeSize::Small)));
}

void TimelineLegend::paintEvent(QPaintEvent*)
{
    if (!m_run || !m_coloring)
        return;
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(this).page);
    painter.translate(metrics::kGrid, metrics::kHalfGrid);
    paintLegend(painter, legendOf(width()), themeOf(this));
}

TimelinePage::TimelinePage(Workbench& workbench, QWidget* parent)
    : RunPage(workbench, parent)
    , m_minimap(new Minimap)
    , m_view(new TimelineView)
    , m_legend(new TimelineLegend)
    , m_path(new PathBar(workbench, *m_view))
    , m_title(new QLabel)
    , m_search(new QLineEdit)
    , m_filter(new QLineEdit)
    , m_grouping(new QComboBox)
    , m_coloring(new QComboBox)
    , m_groupingLabel(new QLabel)
    , m_coloringLabel(new QLabel)
    , m_count(new QLabel)
    , m_previous(new QToolButton)
    , m_next(new QToolButton)
    , m_fit(new QPushButton)
    , m_views(new ViewsButton(*m_view, &workbench.undoStack()))
    , m_note(new NoteButton(workbench))
    , m_soon(new QTimer(this))
    , m_notes(new NoteKeeper(workbench, *m_view))
{
    auto* content = new QWidget(m_stack);
    auto* column = columnIn(content, 0);
    column->addWidget(makeHead());
    column->addWidget(m_minimap);
    column->addWidget(m_view, 1);
    column->addWidget(m_legend);
    m_stack->addWidget(makeLoading());

    connect(m_search, &QLineEdit::textChanged, this, &TimelinePage::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { goToMatch(1); });
    connect(m_next, &QToolButton::clicked, this, [this] { goToMatch(1); });
    connect(m_previous, &QToolButton::clicked, this, [this] { goToMatch(-1); });
    connect(m_filter, &QLineEdit::textChanged, m_view, &TimelineView::setFilter);
    connect(m_grouping, &QComboBox::activated, this, [this](int index) {
        m_view->setGrouping(static_cast<Grouping>(m_grouping->itemData(index).toInt()));
    });
    connect(m_coloring, &QComboBox::activated, this, [this](int index) {
        m_view->setColoring(static_cast<ColorBy>(m_coloring->itemData(index).toInt()));
    });
    connect(m_fit, &QPushButton::clicked, m_view, &TimelineView::fitAll);
    connect(m_views, &ViewsButton::restored, this, [this] {
        const QSignalBlocker quiet(m_filter);
        m_filter->setText(QString::fromStdString(m_view->arrangement().filter));
        fillBoxes();
    });
    // Whoever has clicked goes on with the timeline's keys.
    const auto giveKeysBack = [this] { m_view->setFocus(); };
    connect(m_fit, &QPushButton::clicked, m_view, giveKeysBack);
    for (QComboBox* box : {m_grouping, m_coloring})
        connect(box, &QComboBox::activated, m_view, giveKeysBack);
    connect(m_view, &TimelineView::sliceSelected, this, &TimelinePage::sliceSelected);
    connect(m_view, &TimelineView::areaSelected, this, &TimelinePage::areaSelected);
    connect(m_view, &TimelineView::windowChanged, this, [this] { m_minimap->setWindow(m_view->window()); });
    connect(m_view, &TimelineView::coloringChanged, this,
            [this] { m_legend->show(m_view->run(), m_view->coloring()); });
    connect(m_minimap, &Minimap::windowWanted, m_view, &TimelineView::setWindow);
    m_soon->setSingleShot(true);
    m_soon->setInterval(kSoonMs);
    connect(m_soon, &QTimer::timeout, this, &TimelinePage::rememberView);
    connect(m_view, &TimelineView::windowChanged, m_soon, qOverload<>(&QTimer::start));
    connect(m_view, &TimelineView::coloringChanged, m_soon, qOverload<>(&QTimer::start));
    connect(m_filter, &QLineEdit::textChanged, m_soon, qOverload<>(&QTimer::start));
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    watchLoading();
    begin(content);
}

QWidget* TimelinePage::makeHead()
{
    auto* head = new QWidget;
    auto* rows = new QVBoxLayout(head);
    rows->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid);
    rows->setSpacing(metrics::kHalfGrid);
    auto* top = new QHBoxLayout;
    setRole(*m_title, Role::Heading);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a path may be long
    setRole(*m_count, Role::Dim);
    m_search->setMinimumWidth(200);
    m_search->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(160);
    m_filter->setMaximumWidth(260);
    m_filter->setClearButtonEnabled(true);
    m_previous->setArrowType(Qt::UpArrow);
    m_next->setArrowType(Qt::DownArrow);
    for (QToolButton* button : {m_previous, m_next}) {
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAutoRaise(true);
    }
    top->addWidget(m_title, 1);
    top->addWidget(m_count);
    top->addWidget(m_filter); // below, the choices would leave it no room in a narrow window
    top->addWidget(m_search);
    top->addWidget(m_previous);
    top->addWidget(m_next);
    auto* low = new QHBoxLayout;
    setRole(*m_groupingLabel, Role::Dim);
    setRole(*m_coloringLabel, Role::Dim);
    m_groupingLabel->setBuddy(m_grouping);
    m_coloringLabel->setBuddy(m_coloring);
    for (QComboBox* box : {m_grouping, m_coloring})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    low->addWidget(m_groupingLabel);
    low->addWidget(m_grouping);
    low->addWidget(m_coloringLabel);
    low->addWidget(m_coloring);
    low->addWidget(m_path, 1);
    low->addWidget(m_note);
    low->addWidget(m_views);
    low->addWidget(m_fit);
    rows->addLayout(top);
    rows->addLayout(low);
    rows->addWidget(&m_note->shown());
    return head;
}

QWidget* TimelinePage::makeLoading()
{
    auto* loading = new QWidget(m_stack);
    auto* column = new QVBoxLayout(loading);
    column->addStretch(2);
    m_loadingTitle = new QLabel;
    setRole(*m_loadingTitle, Role::Heading);
    m_loadingTitle->setTextFormat(Qt::PlainText);
    m_loadingTitle->setWordWrap(true);
    m_loadingTitle->setAlignment(Qt::AlignCenter);
    m_loadingStage = new QLabel;
    setRole(*m_loadingStage, Role::Dim);
    m_loadingBar = new QProgressBar;
    m_loadingBar->setTextVisible(false);
    m_loadingBar->setFixedWidth(320);
    m_loadingStop = new QPushButton;
    column->addWidget(m_loadingTitle);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_loadingStage, m_loadingBar, m_loadingStop})
        column->addWidget(widget, 0, Qt::AlignHCenter);
    column->addStretch(3);
    connect(m_loadingStop, &QPushButton::clicked, this, [this] {
        for (const char* slot : {kTraceSlot, kSimulationSlot})
            m_workbench.jobs().cancel(QString::fromLatin1(slot));
    });
    return loading;
}

/// While nothing is open yet the page itself tells how far the reading is; later the status bar does.
void TimelinePage::watchLoading()
{
    const auto isTrace = [](const QString& slot) {
        return slot == QLatin1String(kTraceSlot) || slot == QLatin1String(kSimulationSlot);
    };
    connect(&m_workbench.jobs(), &Jobs::started, this,
            [this, isTrace](const QString& slot, const QString& title) {
                if (!isTrace(slot) || m_workbench.run())
                    return;
                m_loadingTitle->setText(title);
                m_loadingStage->clear();
                m_loadingBar->setRange(0, 0);
                m_stack->setCurrentIndex(LoadingPage);
            });
    connect(&m_workbench.jobs(), &Jobs::progressed, this,
            [this, isTrace](const QString& slot, const QString& stage, double fraction) {
                if (!isTrace(slot))
                    return;
                m_loadingStage->setText(stageName(stage.toStdString()));
                m_loadingBar->setRange(0, fraction < 0 ? 0 : 1000);
                m_loadingBar->setValue(static_cast<int>(fraction * 1000));
            });
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this, isTrace](const QString& slot) {
        if (isTrace(slot) && !m_workbench.run())
            m_stack->setCurrentIndex(EmptyPage);
    });
}

QWidget& TimelinePage::contentFront()
{
    return m_stack->currentIndex() == LoadingPage ? static_cast<QWidget&>(*m_loadingStop) : *m_view;
}

void TimelinePage::showRun()
{
    const RunViewPtr run = m_workbench.run();
    const bool grows = run && m_view->run() && m_view->run()->partial;
    if (!grows) {
        m_search->clear();
        const QSignalBlocker quiet(m_filter);
        m_filter->clear();
    }
    m_view->setRun(run);
    m_notes->load();
    m_path->reset();
    fillBoxes();
    if (run && !run->partial) {
        takeOverViews(*run, m_workbench.undoStack());
        takeOverNotes(m_workbench.undoStack(), *run, m_workbench.runTitle());
        if (const auto last = lastView(*run, m_workbench.undoStack()))
            m_views->goTo(*last);
    }
    m_stack->setCurrentIndex(run ? ContentPage : EmptyPage);
    showTitle();
    m_workbench.jobs().cancel(QStringLiteral("overview"));
    m_minimap->setOverview(std::nullopt);
    if (!run)
        return;
    if (!grows)
        m_view->setFocus();
    search();
    m_workbench.jobs().start(
        QStringLiteral("overview"), tr("Drawing the whole run small"),
        [run](const core::Task& task) { return makeOverview(*run, Minimap::kColumns, task); },
        [this](core::Result<Overview> overview) {
            if (overview.ok())
                m_minimap->setOverview(std::move(overview).value());
        });
}

void TimelinePage::fillBoxes()
{
    m_coloring->clear();
    for (std::size_t index = 0; index < kColorings; ++index) {
        const auto by = static_cast<ColorBy>(index);
        m_coloring->addItem(coloringName(by), static_cast<int>(index));
        if (m_view->coloring() && m_view->coloring()->by() == by)
            m_coloring->setCurrentIndex(static_cast<int>(index));
    }
    m_grouping->clear();
    if (!m_workbench.run())
        return;
    std::vector<Grouping> groupings = usefulGroupings(m_workbench.run()->timeline());
    const Grouping current = m_view->arrangement().grouping;
    if (std::ranges::find(groupings, current) == groupings.end())
        groupings.push_back(current); // it stays until another is chosen
    for (const Grouping grouping : groupings) {
        m_grouping->addItem(groupingName(grouping), static_cast<int>(grouping));
        if (grouping == current)
            m_grouping->setCurrentIndex(m_grouping->count() - 1);
    }
}

void TimelinePage::rememberView()
{
    const RunViewPtr run = m_view->run();
    if (run && !run->partial && m_view->coloring())
        app::rememberView(*run, m_views->shown(), m_workbench.undoStack());
}

/// Rows are folded and pinned by clicks and keys.
bool TimelinePage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::KeyRelease)
        m_soon->start();
    return RunPage::eventFilter(watched, event);
}

void TimelinePage::focusFilter() { focus(*m_filter); }

void TimelinePage::searchFor(const QString& text) { m_search->setText(text); }

void TimelinePage::focusSearch() { focus(*m_search); }

void TimelinePage::focus(QLineEdit& edit)
{
    if (!m_workbench.run())
        return;
    edit.setFocus();
    edit.selectAll();
}

void TimelinePage::search()
{
    const RunViewPtr run = m_workbench.run();
    m_matches.clear();
    m_at = -1;
    m_wanted = 0;
    m_workbench.jobs().cancel(QStringLiteral("search"));
    if (!run)
        return;
    if (m_search->text().isEmpty()) {
        m_view->setMatches({});
        showCount();
        return;
    }
    struct Found {
        std::vector<bool> names;
        std::vector<core::SliceId> slices;
    };
    m_workbench.jobs().start(
        QStringLiteral("search"), tr("Searching names"),
        [run, text = m_search->text()](const core::Task& task) -> core::Result<Found> {
            std::vector<bool> names = namesContaining(*run, text);
            SHARDSCOPE_TRY(auto slices, matchingSlices(*run, names, task));
            return Found{std::move(names), std::move(slices)};
        },
        [this](core::Result<Found> found) {
            if (!found.ok())
                return;
            m_view->setMatches(std::move(found->names));
            m_matches = std::move(found->slices);
            showCount();
            if (const int wanted = std::exchange(m_wanted, 0); wanted != 0)
                goToMatch(wanted);
        });
}

void TimelinePage::showCount()
{
    m_previous->setEnabled(!m_matches.empty());
    m_next->setEnabled(!m_matches.empty());
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
    if (m_matches.empty()) {
        // Asked for before there is an answer: it goes there once there is one.
        if (m_workbench.jobs().running(QStringLiteral("search")))
            m_wanted = step;
        return;
    }
    const auto count = static_cast<int>(m_matches.size());
    if (m_at < 0) {
        // Searches from the left edge of the window on, as a reader expects.
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
    if ((m_search->hasFocus() || m_filter->hasFocus()) && event->key() == Qt::Key_Escape) {
        (m_search->hasFocus() ? m_search : m_filter)->clear();
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

void TimelinePage::showTitle()
{
    const RunViewPtr run = m_workbench.run();
    m_title->setText(run && run->partial
                         ? tr("%1 (the longest slices; the rest is being read)").arg(m_workbench.runTitle())
                         : m_workbench.runTitle());
    m_title->setToolTip(m_title->text());
}

void TimelinePage::retranslate()
{
    showTitle();
    m_empty->setTexts(tr("Look into a run"),
                      tr("Open a trace that PyTorch's profiler wrote (.json or .json.gz), one file or one "
                         "for each rank, or drop "
                         "it anywhere. The page shows what each process, thread and stream did, and when."),
                      tr("Open…"), tr("Open a sample"));
    m_search->setPlaceholderText(tr("Search names ( / )"));
    m_search->setAccessibleName(tr("Search names"));
    m_previous->setToolTip(tr("Previous match (Shift + Enter)"));
    m_next->setToolTip(tr("Next match (Enter)"));
    m_previous->setAccessibleName(tr("Previous match"));
    m_next->setAccessibleName(tr("Next match"));
    m_filter->setPlaceholderText(tr("Only tracks named…"));
    m_filter->setAccessibleName(tr("Filter the tracks"));
    m_filter->setToolTip(tr("Words that a track, its process or its rank must hold (Ctrl + P)"));
    m_groupingLabel->setText(tr("Group by"));
    m_grouping->setAccessibleName(tr("Group the tracks by"));
    m_coloringLabel->setText(tr("Colour by"));
    m_coloring->setAccessibleName(tr("Colour the slices by"));
    m_loadingStop->setText(tr("Stop"));
    fillBoxes();
    m_path->retranslate();
    m_views->retranslate();
    m_note->retranslate();
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Show the whole run (F twice)"));
    showCount();
    m_legend->updateGeometry();
    m_legend->update();
}

} // namespace shardscope::app
