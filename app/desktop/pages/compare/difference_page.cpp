// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/difference_page.h"

#include "app/desktop/base/dropped_files.h"
#include "app/desktop/base/language.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/pages/compare/difference_tables.h"
#include "app/desktop/pages/compare/lanes_figure.h"
#include "app/desktop/pages/compare/learn_card.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/compare/rank_pairs.h"
#include "app/session/documents/documents.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace shardscope::app {
namespace {

const QString kDifferenceSlot = QStringLiteral("compare");
const QString kOpenFile = QStringLiteral("open a file");
constexpr int kNarrow = 980; ///< pixels: below, cards stand under each other

bool isPlanFile(const QStringList& files)
{
    if (files.size() != 1)
        return false;
    const auto kind = documentKind(files.front().toStdString());
    return kind.ok() && *kind == DocumentKind::Plan;
}

} // namespace

DifferencePage::DifferencePage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_against(new QLabel)
    , m_agrees(new QLabel)
    , m_swap(new QPushButton)
    , m_matching(new QPushButton)
    , m_export(new QPushButton)
    , m_verdict(new QLabel)
    , m_why(new QLabel)
    , m_try(new QLabel)
    , m_obstacles(new QLabel)
    , m_anywayButton(new QPushButton)
    , m_mend(new QPushButton)
    , m_waterfall(new SceneFigure)
    , m_waterfallTable(new TableView)
    , m_waterfallCard(new FigureCard(m_waterfall, m_waterfallTable))
    , m_learn(new LearnCard(workbench))
    , m_ruler(new LanesFigure)
    , m_rulerCard(new FigureCard(m_ruler, nullptr))
    , m_pairs(new QComboBox)
    , m_in(new QPushButton)
    , m_out(new QPushButton)
    , m_fit(new QPushButton)
    , m_tables(new DifferenceTables)
{
    setAcceptDrops(true);
    auto* content = new QWidget;
    auto* column = columnIn(content, 0);
    column->addWidget(makeHead());
    column->addWidget(makeBody(), 1);
    m_stack->addWidget(content);
    fillPage();
    m_veil = new StaleVeil(*m_cards);
    for (const bool second : {false, true})
        connect(m_sides[second ? 1 : 0].box, &QComboBox::activated, this,
                [this, second](int index) { choose(second, index); });
    connect(m_swap, &QPushButton::clicked, this, &DifferencePage::swap);
    connect(m_matching, &QPushButton::clicked, this, &DifferencePage::showMatching);
    connect(m_anywayButton, &QPushButton::clicked, this, &DifferencePage::compareAnyway);
    connect(m_mend, &QPushButton::clicked, this, &DifferencePage::mendPlan);
    connect(m_waterfall, &FigureWidget::activated, this,
            [this](const QString& part) { choosePart(static_cast<std::size_t>(part.toUInt())); });
    connect(m_ruler, &FigureWidget::activated, this, &DifferencePage::goTo);
    for (FigureWidget* figure : std::initializer_list<FigureWidget*>{m_waterfall, m_ruler})
        connect(figure, &FigureWidget::hovered, this, &Page::hint);
    connect(m_tables, &DifferenceTables::termWanted, this,
            [this](core::StepTerm term) { m_ruler->mark({term}); });
    connect(m_pairs, &QComboBox::activated, this, &DifferencePage::choosePair);
    connect(m_in, &QPushButton::clicked, m_ruler, &LanesFigure::zoomIn);
    connect(m_out, &QPushButton::clicked, m_ruler, &LanesFigure::zoomOut);
    connect(m_fit, &QPushButton::clicked, this, [this] {
        m_ruler->mark({});
        m_ruler->fit();
    });
    connect(&m_workbench, &Workbench::runsChanged, this, &DifferencePage::fill);
    connect(&m_workbench, &Workbench::stateChanged, this, &DifferencePage::fill);
    connect(&m_workbench.undoStack(), &History::changed, this, &DifferencePage::fill);
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this](const QString& slot) {
        // An answer is taken next; what was stopped never has one.
        if (slot == kDifferenceSlot && !m_shown && !m_problem) {
            m_verdict->setText(tr("Stopped. Choose a side again to compare."));
        }
    });
    onShow(*this, [this] { refresh(); });
    keepTranslated(*this, [this] { retranslate(); });
    onLookChange(*this, [this] { showAnswer(); });
}

QWidget* DifferencePage::makeHead()
{
    auto* head = new QWidget;
    setRole(*head, Role::Head);
    auto* column = columnIn(head, metrics::kGrid);
    column->setContentsMargins(metrics::kPageMargin, metrics::kGrid * 2, metrics::kPageMargin,
                               metrics::kGrid * 2);
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kGrid);
    for (std::size_t at = 0; at < m_sides.size(); ++at) {
        Side& side = m_sides[at];
        side.letter = new QLabel(at == 0 ? QStringLiteral("A") : QStringLiteral("B"));
        setRole(*side.letter, Role::Chip);
        side.box = new QComboBox;
        side.box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        constexpr int kLetters = 16;
        side.box->setMinimumContentsLength(kLetters);
        if (at == 1)
            row->addWidget(m_against);
        row->addWidget(side.letter);
        row->addWidget(side.box, 1);
    }
    setRole(*m_against, Role::Dim);
    row->addWidget(m_swap);
    row->addWidget(m_matching);
    row->addWidget(m_export);
    column->addLayout(row);
    auto* told = new QHBoxLayout;
    wrapText(m_verdict, Role::Title);
    told->addWidget(m_verdict, 1);
    told->addWidget(m_agrees, 0, Qt::AlignTop);
    column->addLayout(told);
    wrapText(m_why, Role::Plain);
    wrapText(m_try, Role::Dim);
    wrapText(m_obstacles, Role::Bad);
    for (QLabel* label : {m_why, m_try, m_obstacles})
        column->addWidget(label);
    setRole(*m_mend, Role::Primary);
    m_ways = controlBar({m_mend, m_anywayButton});
    column->addWidget(m_ways);
    return head;
}

QWidget* DifferencePage::makeBody()
{
    m_cards = new QWidget;
    auto* column = pageColumn(m_cards, metrics::kGrid * 2);
    m_top = new QHBoxLayout;
    m_top->setSpacing(metrics::kGrid * 2);
    constexpr int kWide = 3;
    constexpr int kLess = 2;
    m_top->addWidget(m_waterfallCard, kWide);
    m_top->addWidget(m_learn, kLess);
    column->addLayout(m_top);
    m_waterfallTable->setRowsShown(std::numeric_limits<int>::max());
    m_pairs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (QWidget* control : std::initializer_list<QWidget*>{m_pairs, m_in, m_out, m_fit})
        m_rulerCard->addControl(control);
    column->addWidget(m_rulerCard);
    column->addWidget(m_tables);
    column->addStretch();
    return new PageScrollArea(m_cards);
}

void DifferencePage::resizeEvent(QResizeEvent* event)
{
    m_top->setDirection(width() < kNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    StackedPage::resizeEvent(event);
}

QString DifferencePage::verdict() const { return m_verdict->text(); }

QString DifferencePage::whyNoPicture() const
{
    if (isEmpty())
        return tr("There are no two to compare: open a plan and a run, or two runs.");
    if (m_refused)
        return tr("Nothing is compared while the two do not agree.");
    return m_shown ? QString() : tr("The comparison is still being worked out.");
}

QWidget& DifferencePage::contentFront() { return *m_sides[1].box; }

void DifferencePage::startFromEmpty()
{
    if (m_sources.empty())
        emit openRequested();
    else
        askForFile(true);
}

const ComparedSource* DifferencePage::sourceOf(const QString& key) const
{
    const auto found = std::ranges::find(m_sources, key, &ComparedSource::key);
    return found == m_sources.end() ? nullptr : &*found;
}

/// Keeps a side that the reader chose while it is still there; else takes what is usual.
void DifferencePage::fill()
{
    m_sources = comparedSources(m_workbench, m_planFiles);
    std::erase_if(m_worked, [&](const auto& one) { return sourceOf(one.first) == nullptr; });
    for (Side& side : m_sides)
        side.chosen = side.chosen && sourceOf(side.key) != nullptr;
    const auto usual = usualKeys(m_sources);
    const std::array<QString, 2> keys{usual ? usual->a : QString(), usual ? usual->b : QString()};
    for (std::size_t at = 0; at < m_sides.size(); ++at) {
        Side& side = m_sides[at];
        if (!side.chosen) {
            side.key = keys[at];
            // The other side may have been given what is usual here.
            if (m_sides[1 - at].chosen && side.key == m_sides[1 - at].key)
                side.key = keys[1 - at];
        }
        const QSignalBlocker quiet(side.box);
        side.box->clear();
        for (const ComparedSource& one : m_sources)
            side.box->addItem(one.title, one.key);
        side.box->addItem(tr("Open a file…"), kOpenFile);
        side.box->setCurrentIndex(side.box->findData(side.key));
    }
    m_stale = true;
    refresh();
}

void DifferencePage::choose(bool second, int index)
{
    Side& side = m_sides[second ? 1 : 0];
    const QString key = side.box->itemData(index).toString();
    if (key == kOpenFile) {
        {
            const QSignalBlocker quiet(side.box);
            side.box->setCurrentIndex(side.box->findData(side.key));
        }
        return askForFile(second);
    }
    side.key = key;
    side.chosen = true;
    m_stale = true;
    refresh();
}

void DifferencePage::askForFile(bool second)
{
    const QStringList files = QFileDialog::getOpenFileNames(
        this, second ? tr("Open as B") : tr("Open as A"), QString(),
        tr("Plans and traces (*.json *.gz *.zst *.xz *.zip *.tar *.pb *.pftrace *.sqlite *.shardpack);;All "
           "files (*)"));
    if (!files.isEmpty())
        setSide(second, files);
}

void DifferencePage::setSide(bool second, const QStringList& files)
{
    const auto take = [this, second](const QString& start) {
        const auto found = std::ranges::find_if(
            m_sources, [&](const ComparedSource& one) { return one.key.startsWith(start); });
        if (found == m_sources.end())
            return;
        m_sides[second ? 1 : 0].key = found->key;
        m_sides[second ? 1 : 0].chosen = true;
        fill();
    };
    if (isPlanFile(files)) {
        if (!m_planFiles.contains(files.front()))
            m_planFiles << files.front();
        m_worked.erase(QLatin1String("file/") + files.front()); // it may say something else by now
        fill();
        return take(QLatin1String("file/") + files.front());
    }
    m_workbench.openBeside(files, [this, take](const RunViewPtr& run) {
        m_sources = comparedSources(m_workbench, m_planFiles);
        const auto found = std::ranges::find(m_sources, run, &ComparedSource::run);
        if (found != m_sources.end())
            take(QString(found->key));
    });
}

void DifferencePage::swap()
{
    std::swap(m_sides[0].key, m_sides[1].key);
    for (Side& side : m_sides) {
        side.chosen = true;
        const QSignalBlocker quiet(side.box);
        side.box->setCurrentIndex(side.box->findData(side.key));
    }
    if (m_anyway == m_shownKeys)
        std::swap(m_anyway.first, m_anyway.second);
    m_stale = true;
    refresh();
}

void DifferencePage::compareAnyway()
{
    m_anyway = m_shownKeys;
    showAnswer();
}

void DifferencePage::refresh()
{
    const ComparedSource* const a = sourceOf(m_sides[0].key);
    const ComparedSource* const b = sourceOf(m_sides[1].key);
    m_stack->setCurrentIndex(a && b ? 1 : 0);
    emit canExportChanged();
    if (!a || !b || !m_stale || !isVisible())
        return;
    m_stale = false;
    const PlanState& state = m_workbench.state();
    const bool edited = m_workedPlan.plan != state.plan || m_workedPlan.model != state.model ||
                        m_workedPlan.hardware != state.hardware;
    if (edited) {
        m_worked.erase(QStringLiteral("plan"));
        m_workedPlan = state;
    }
    const std::string order = orderOf(a, b);
    if (m_shown && m_shownKeys == std::pair(a->key, b->key) && m_shownOrder == order &&
        m_worked.contains(a->key) && m_worked.contains(b->key))
        return; // it is there
    const auto known = [&](const QString& key) {
        const auto found = m_worked.find(key);
        return found == m_worked.end() ? nullptr : found->second;
    };
    m_problem.reset();
    m_shownKeys = {a->key, b->key};
    m_shownOrder = order;
    m_veil->setStale(m_shown != nullptr); // until the new figures are there
    if (!m_shown)
        m_verdict->setText(tr("Comparing…"));
    m_workbench.jobs().start(
        kDifferenceSlot, tr("Comparing"),
        [a = *a, b = *b, knownA = known(a->key), knownB = known(b->key), state, order,
         catalog = m_workbench.catalog()](const core::Task& task) {
            auto answer = std::make_shared<Answer>();
            answer->a = knownA;
            answer->b = knownB;
            constexpr double kHalf = 0.5;
            double done = 0;
            for (const auto& [source, side] : {std::pair(&a, &answer->a), std::pair(&b, &answer->b)}) {
                task.report("compare", done);
                done += kHalf;
                if (*side)
                    continue;
                auto worked = workedSide(*source, state, catalog, task);
                if (!worked.ok()) {
                    answer->problem = worked.error();
                    return std::shared_ptr<const Answer>(answer);
                }
                *side = std::make_shared<const DifferenceSide>(std::move(worked).value());
            }
            auto shown = std::make_shared<ShownDifference>();
            DifferenceSide sideA = *answer->a;
            DifferenceSide sideB = *answer->b;
            // An order that a project of another version says is as none.
            if (const auto said = rankOrder(order); said.ok())
                sideA.steps.order = sideB.steps.order = *said;
            shown->difference = sideDifference(std::move(sideA), std::move(sideB));
            auto lanes = stepLanes(shown->difference, 0, task);
            if (lanes.ok()) {
                shown->lanes = std::move(lanes).value();
                answer->shown = std::move(shown);
            } else {
                answer->problem = lanes.error();
            }
            return std::shared_ptr<const Answer>(answer);
        },
        [this](const std::shared_ptr<const Answer>& answer) { show(*answer); });
}

void DifferencePage::retranslate()
{
    m_empty->setTexts(
        tr("Set two against each other"),
        tr("A plan and the run of it, two runs, two ranks of one, a plan and its simulation: where the time "
           "and "
           "the memory of a step differ, why, and what to try. Open them, or drop a file on either side."),
        tr("Open…"), tr("Open a sample"));
    m_against->setText(tr("against"));
    m_sides[0].box->setAccessibleName(tr("Side A"));
    m_sides[1].box->setAccessibleName(tr("Side B"));
    m_swap->setText(tr("Swap"));
    m_swap->setToolTip(tr("A becomes B, and B becomes A"));
    m_matching->setText(tr("Matching…"));
    m_matching->setToolTip(tr("Which devices and operations are each other's, and how that was told"));
    m_export->setText(tr("Export"));
    auto* menu = new QMenu(m_export);
    const auto add = [&](const QString& text, const QString& suffix, const QString& filter) {
        menu->addAction(text, this, [this, suffix, filter] {
            QString file = QFileDialog::getSaveFileName(this, tr("Write the difference"),
                                                        QStringLiteral("difference") + suffix, filter);
            if (!file.isEmpty() && !file.endsWith(suffix))
                file += suffix;
            write(file);
        });
    };
    add(tr("Difference as JSON…"), QStringLiteral(".json"), tr("JSON (*.json)"));
    add(tr("Report as Markdown…"), QStringLiteral(".md"), tr("Markdown (*.md)"));
    delete m_export->menu();
    m_export->setMenu(menu);
    m_anywayButton->setText(tr("Compare anyway"));
    m_mend->setText(tr("Compare with the plan changed"));
    m_waterfallCard->setTitle(tr("From A's step to B's"));
    m_waterfall->setAccessibleName(tr("From A's step to B's"));
    m_rulerCard->setTitle(tr("One step, one ruler"));
    m_ruler->setAccessibleName(tr("Both steps in time"));
    m_ruler->setToolTip(
        tr("A box leads to its place on the timeline; Ctrl and the wheel zoom, dragging moves"));
    m_pairs->setAccessibleName(tr("Devices that are drawn"));
    m_in->setText(tr("Zoom in"));
    m_out->setText(tr("Zoom out"));
    m_fit->setText(tr("Whole step"));
    fill();
    showAnswer();
}

void DifferencePage::dragEnterEvent(QDragEnterEvent* event)
{
    const QStringList files = droppedFiles(*event->mimeData());
    if (allTraces(files) || isPlanFile(files))
        event->acceptProposedAction(); // anything else is the window's
}

/// A file dropped on the left half becomes A, on the right one B.
void DifferencePage::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    setSide(event->position().x() * 2 > width(), droppedFiles(*event->mimeData()));
}

} // namespace shardscope::app
