// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/run_vs_run.h"

#include "app/desktop/base/dropped_files.h"
#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/compare/compare_parts.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/mapped.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>
#include <variant>

namespace shardscope::app {
namespace {

constexpr const char* kSlot = "compare runs";
constexpr const char* kOtherSlot = "other run";
constexpr const char* kRowSlot = "compared name";
constexpr int kOpenOther = -1; ///< data of the item that asks for files

/// \p title; where the other run has the same one, with the folder of its first file.
QString titleBeside(const RunViewPtr& run, const RunViewPtr& beside, const QString& title)
{
    if (!beside || beside == run || beside->run->title != run->run->title || run->run->sources.empty())
        return title;
    const std::filesystem::path folder = run->run->sources.front().file.parent_path();
    return folder.empty() ? title : shownText(folder.filename().string()) + QLatin1Char('/') + title;
}

} // namespace

RunVsRun::RunVsRun(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_a{new QComboBox, new QLabel, new TimelineView}
    , m_b{new QComboBox, new QLabel, new TimelineView}
    , m_verdict(new QLabel)
    , m_tabs(new QTabBar)
    , m_table(new TableView)
    , m_linked(new LinkedViews(*m_a.view, *m_b.view, this))
{
    setAcceptDrops(true);
    m_stack->addWidget(makeBody());
    fillPage();
    connect(m_a.box, &QComboBox::activated, this, [this](int index) { choose(m_a, index); });
    connect(m_b.box, &QComboBox::activated, this, [this](int index) { choose(m_b, index); });
    connect(m_tabs, &QTabBar::currentChanged, this, &RunVsRun::showTable);
    connect(m_table, &TableView::cellActivated, this, [this](int row) { showRow(row); });
    connect(&m_workbench, &Workbench::runsChanged, this, &RunVsRun::fill);
    onShow(*this, [this] { refresh(); });
    keepTranslated(*this, [this] { retranslate(); });
}

void RunVsRun::startFromEmpty()
{
    if (openRun())
        askForOther();
    else
        emit openRequested();
}

QWidget* RunVsRun::makeBody()
{
    auto* choices = new QHBoxLayout;
    choices->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    for (QComboBox* box : {m_a.box, m_b.box}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choices->addWidget(box, 1);
    }
    auto* tables = new QWidget;
    auto* below = columnIn(tables, 0);
    for (int tab = 0; tab < 3; ++tab)
        m_tabs->addTab(QString());
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    below->addWidget(m_tabs);
    below->addWidget(m_table, 1);
    auto* views = new QSplitter(Qt::Vertical);
    views->addWidget(titled(m_a.title, m_a.view));
    views->addWidget(titled(m_b.title, m_b.view));
    views->addWidget(tables);
    views->setSizes({260, 260, 300});
    views->setChildrenCollapsible(false);
    wrap(m_verdict, Role::Heading);
    m_verdict->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, metrics::kGrid, 0, 0);
    column->addLayout(choices);
    column->addWidget(m_verdict);
    column->addWidget(views, 1);
    m_veil = new StaleVeil(*body);
    return body;
}

RunViewPtr RunVsRun::openRun() const { return m_workbench.run(m_workbench.measuredFrom()); }

void RunVsRun::addSources(const RunViewPtr& run, const RunViewPtr& beside, const QString& called)
{
    if (!run || run->partial)
        return;
    const QString title = titleBeside(run, beside, called);
    const bool several = run->jobs.several();
    for (std::uint32_t job = 0; several && job < run->jobs.count; ++job)
        m_sources.push_back({tr("%1: job %2").arg(title, QString::number(job)), run, {job, {}}});
    if (!several)
        m_sources.push_back({title, run});
    const std::vector<core::RunSource>& sources = run->run->sources;
    if (sources.size() < 2)
        return;
    for (std::uint32_t at = 0; at < sources.size(); ++at) {
        const QString file = shownText(sources[at].file.filename().string());
        const QString rank = QString::number(sources[at].rank);
        QString named = sources[at].rank < 0 ? tr("%1: %2").arg(title, file)
                        : several
                            ? tr("%1: job %2, rank %3").arg(title, QString::number(run->jobs.of(at)), rank)
                            : tr("%1: rank %2").arg(title, rank);
        m_sources.push_back({std::move(named), run, {{}, at}});
    }
}

/// Who stands where: what was chosen before where it is still there; else the other run, or the first two
/// jobs or ranks.
void RunVsRun::fill()
{
    const RunViewPtr open = openRun();
    if (open && open->partial)
        return; // the whole of it follows
    const bool both = m_workbench.run(RunFrom::Files) && m_workbench.run(RunFrom::Simulation);
    m_sources.clear();
    addSources(open, m_other, m_workbench.runTitle(m_workbench.measuredFrom()));
    const auto own = static_cast<int>(m_sources.size());
    if (m_other)
        addSources(m_other, open, shownText(m_other->run->title));
    if (both)
        addSources(m_workbench.run(RunFrom::Simulation), nullptr, m_workbench.runTitle(RunFrom::Simulation));
    const bool another = own < static_cast<int>(m_sources.size());
    const bool jobs = own > 0 && m_sources.front().part.job.has_value();
    const bool ranks = own > 2 && !jobs;
    const int first[] = {!another && ranks ? 1 : 0, another ? own : ranks ? 2 : jobs ? 1 : kOpenOther};
    int at = 0;
    for (Side* side : {&m_a, &m_b}) {
        const QSignalBlocker quiet(side->box);
        side->box->clear();
        for (std::size_t index = 0; index < m_sources.size(); ++index)
            side->box->addItem(m_sources[index].title, static_cast<int>(index));
        side->box->addItem(tr("Open another run…"), kOpenOther);
        if (!showChosen(*side)) {
            side->box->setCurrentIndex(side->box->findData(first[at]));
            remember(*side);
        }
        ++at;
    }
    m_stale = true;
    retranslate();
    refresh();
}

bool RunVsRun::showChosen(Side& side)
{
    const QSignalBlocker quiet(side.box);
    const auto owner = side.owner.lock();
    for (std::size_t index = 0; owner && index < m_sources.size(); ++index) {
        if (m_sources[index].owner.lock() != owner || m_sources[index].part != side.part)
            continue;
        side.box->setCurrentIndex(static_cast<int>(index));
        return true;
    }
    return false;
}

void RunVsRun::remember(Side& side)
{
    const int index = side.box->currentData().isValid() ? side.box->currentData().toInt() : kOpenOther;
    const bool real = index >= 0 && index < static_cast<int>(m_sources.size());
    side.owner = real ? m_sources[static_cast<std::size_t>(index)].owner : std::weak_ptr<const RunView>();
    side.part = real ? m_sources[static_cast<std::size_t>(index)].part : ComparablePart();
}

void RunVsRun::choose(Side& side, int index)
{
    if (side.box->itemData(index).toInt() == kOpenOther)
        return askForOther();
    remember(side);
    m_stale = true;
    refresh();
}

void RunVsRun::askForOther()
{
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Open another run"), QString(),
        tr("Traces (*.json *.gz *.zst *.xz *.zip *.tar *.pb *.pftrace *.sqlite *.shardpack);;All files (*)"));
    if (!files.isEmpty())
        return setOther(files);
    for (Side* side : {&m_a, &m_b}) { // back to what was chosen
        const QSignalBlocker quiet(side->box);
        if (!showChosen(*side))
            side->box->setCurrentIndex(side->box->findData(kOpenOther));
    }
}

void RunVsRun::setOther(const QStringList& files)
{
    const auto paths = core::mapped<std::filesystem::path>(files, &QString::toStdString);
    m_workbench.jobs().start(
        QString::fromLatin1(kOtherSlot), tr("Reading the other run"),
        [paths](const core::Task& task) { return makeRunView(paths, task); },
        [this](core::Result<RunViewPtr> view) {
            if (!view.ok()) {
                if (view.error().code != core::ErrorCode::Cancelled)
                    m_workbench.fail(view.error());
                return fill();
            }
            m_other = std::move(view).value();
            m_b.owner.reset(); // the new one takes its place
            fill();
            m_workbench.tellLost(m_other->report);
        });
}

void RunVsRun::refresh()
{
    const auto sourceOf = [this](const Side& side) {
        const QVariant chosen = side.box->currentData();
        const int index = chosen.isValid() ? chosen.toInt() : kOpenOther;
        return index >= 0 && index < static_cast<int>(m_sources.size())
                   ? std::optional(m_sources[static_cast<std::size_t>(index)])
                   : std::nullopt;
    };
    const auto a = sourceOf(m_a);
    const auto b = sourceOf(m_b);
    m_stack->setCurrentIndex(a && b ? 1 : 0);
    emit canExportChanged();
    if (!a || !b || !m_stale || !isVisible())
        return;
    m_stale = false;
    m_veil->setStale(m_compared != nullptr); // until the new figures are there
    m_workbench.jobs().start(
        QString::fromLatin1(kSlot), tr("Comparing"),
        [a = *a, b = *b](const core::Task& task) { return comparedRuns(a, b, task); },
        [this](const std::shared_ptr<const ComparedRuns>& compared) { show(compared); });
}

void RunVsRun::show(const std::shared_ptr<const ComparedRuns>& compared)
{
    if (compared->problem && compared->problem->code == core::ErrorCode::Cancelled)
        return;
    m_veil->setStale(false);
    m_compared = compared;
    m_a.view->setRun(compared->a);
    m_b.view->setRun(compared->b);
    if (compared->a && compared->b)
        m_linked->place(compared->stepA, compared->stepB);
    showTable(m_tabs->currentIndex());
    retranslate();
    emit canExportChanged();
}

void RunVsRun::showTable(int index)
{
    m_tabs->setCurrentIndex(index);
    const auto at = static_cast<std::size_t>(std::max(0, index));
    m_table->setTable(m_compared && at < m_compared->tables.size() ? m_compared->tables[at] : nullptr);
}

/// A name of a table is marked on both timelines, where it lasts longest.
void RunVsRun::showRow(int row)
{
    const auto& table = m_table->table();
    if (!m_compared || !table || m_tabs->currentIndex() == 0)
        return;
    const auto* name = std::get_if<std::string>(&table->rows[static_cast<std::size_t>(row)].front());
    if (!name)
        return;
    m_workbench.jobs().start(
        QString::fromLatin1(kRowSlot), tr("Looking for a name in both runs"),
        [compared = m_compared, name = *name, tree = m_tabs->currentIndex() == 2](const core::Task& task) {
            return slicesOfRow(*compared, name, tree, task);
        },
        [this, compared = m_compared](std::array<NamedSlices, 2> found) {
            if (compared != m_compared)
                return;
            m_linked->select(found[0].longest, found[1].longest);
            m_a.view->setMatches(std::move(found[0].names));
            m_b.view->setMatches(std::move(found[1].names));
        });
}

QString RunVsRun::verdict() const { return m_verdict->text(); }

QString RunVsRun::whyNoPicture() const
{
    if (isEmpty())
        return tr("Two runs have to be open.");
    return m_compared && m_a.view->run() ? QString() : tr("The comparison is still being worked out.");
}

QWidget& RunVsRun::contentFront() { return *m_a.view; }

ShownSteps RunVsRun::shown() const
{
    return {
        verdict(), {shownSide(*m_a.title, *m_a.view), shownSide(*m_b.title, *m_b.view)}, m_table->table()};
}

void RunVsRun::retranslate()
{
    const bool alone = openRun() != nullptr;
    m_empty->setTexts(
        tr("Set two runs against each other"),
        alone ? tr("The open run has one rank. Open another recording, or drop it here: a step of each "
                   "then stands on the same time axis, with tables of where their time went apart.")
              : tr("Open a recording, or a folder of one trace a rank. Two ranks of it, or another run, "
                   "then stand on the same time axis, with tables of where their time went apart."),
        alone ? tr("Open another run…") : tr("Open…"), tr("Open a sample"));
    m_a.box->setAccessibleName(tr("Run A"));
    m_b.box->setAccessibleName(tr("Run B"));
    m_tabs->setAccessibleName(tr("What is compared"));
    m_tabs->setTabText(0, tr("Figures"));
    m_tabs->setTabText(1, tr("By name"));
    m_tabs->setTabText(2, tr("By tree of calls"));
    m_table->setToolTip(tr("A name is marked on both timelines when its row is opened"));
    const int open = m_b.box->findData(kOpenOther);
    for (QComboBox* box : {m_a.box, m_b.box}) {
        if (open >= 0)
            box->setItemText(open, tr("Open another run…"));
    }
    m_a.title->setText(tr("A: %1").arg(m_a.box->currentText()));
    m_b.title->setText(tr("B: %1").arg(m_b.box->currentText()));
    if (!m_compared)
        return;
    const ComparedRuns& compared = *m_compared;
    if (compared.problem) {
        m_verdict->setText(errorText(*compared.problem));
    } else if (compared.secondsA > 0 && compared.secondsB > 0) {
        const double change = compared.secondsB / compared.secondsA - 1;
        m_verdict->setText((change >= 0 ? tr("A step takes %1 in A and %2 in B, %3 longer.")
                                        : tr("A step takes %1 in A and %2 in B, %3 less."))
                               .arg(quantityString(compared.secondsA, core::kSecond),
                                    quantityString(compared.secondsB, core::kSecond),
                                    percentString(std::abs(change))));
    } else {
        m_verdict->clear();
    }
}

void RunVsRun::dragEnterEvent(QDragEnterEvent* event)
{
    // Anything else is the window's.
    if (openRun() && allTraces(droppedFiles(*event->mimeData())))
        event->acceptProposedAction();
}

void RunVsRun::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    setOther(droppedFiles(*event->mimeData()));
}

} // namespace shardscope::app
