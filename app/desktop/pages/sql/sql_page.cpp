// SPDX-License-Identifier: GPL-3.0-or-later
// A statement runs on a worker and can be stopped; the session is opened with the first one.
#include "app/desktop/pages/sql/sql_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/pages/sql/sql_editor.h"
#include "app/desktop/pages/sql/sql_highlighter.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"

#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace shardscope::app {
namespace {

constexpr int kSideWidth = 264;
constexpr std::size_t kMostRows = 100'000; ///< what a person can still scroll; more is for the command line
const QString kSlot = QStringLiteral("sql");
constexpr const char* kEditorSeat = "sql"; ///< what stands in it
const QString kBesideKey = QStringLiteral("sql/timeline_beside");

struct Ran {
    std::shared_ptr<profiler::SqlSession> session;
    profiler::SqlAnswer answer;
};

} // namespace

std::optional<RowSpan> spanOfRow(const core::Table& table, int row)
{
    const auto& cells = table.rows[static_cast<std::size_t>(row)];
    const auto whole = [&](const char* key) -> std::optional<std::int64_t> {
        const auto column = table.columnIndex(key);
        if (!column)
            return std::nullopt;
        const auto* value = std::get_if<std::int64_t>(&cells[*column]);
        return value ? std::optional(*value) : std::nullopt;
    };
    RowSpan span;
    const auto ts = whole("ts");
    if (ts) {
        span.begin = *ts;
        span.end = *ts + whole("dur").value_or(0);
        span.track = static_cast<int>(whole("track_id").value_or(-1));
    }
    // An id alone may be of anything; beside a time or a name it is a slice's.
    if (const auto id = whole("slice_id"))
        span.slice = *id;
    else if (const auto own = whole("id"); own && ts && whole("dur"))
        span.slice = *own;
    return ts || span.slice >= 0 ? std::optional(span) : std::nullopt;
}

SqlPage::SqlPage(Workbench& workbench, QWidget* parent)
    : RunPage(workbench, parent)
    , m_queries(new QComboBox)
    , m_tables(new QTreeWidget)
    , m_editor(new SqlEditor(profiler::sqlTables()))
    , m_run(new QPushButton)
    , m_stop(new QPushButton)
    , m_back(new QPushButton)
    , m_forward(new QPushButton)
    , m_show(new QPushButton)
    , m_beside(new QPushButton)
    , m_halves(new QSplitter)
    , m_timeline(new TimelineView)
    , m_status(new QLabel)
    , m_answer(new TableView)
    , m_kept(workbench.undoStack())
{
    QStringList names;
    for (const profiler::SqlTable& table : profiler::sqlTables())
        names << QString::fromStdString(table.name);
    m_highlighter = new SqlHighlighter(m_editor->document(), names);
    onLookChange(*this, [this] { m_highlighter->rehighlight(); });
    auto* content = new QWidget(m_stack);
    auto* row = rowIn(content, 0);
    m_side = makeSide();
    row->addWidget(m_side);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(makeEditor());
    split->addWidget(m_answer);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 3);
    m_halves->addWidget(split);
    m_halves->addWidget(m_timeline);
    m_halves->setChildrenCollapsible(false);
    row->addWidget(m_halves, 1);
    m_beside->setCheckable(true);
    m_editor->setPlainText(QStringLiteral("SELECT name, count(*) AS count, sum(dur) AS total_ns\nFROM "
                                          "slice\nGROUP BY name\nORDER BY total_ns DESC\nLIMIT 100"));

    connect(m_run, &QPushButton::clicked, this, &SqlPage::run);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_workbench.jobs().cancel(kSlot); });
    connect(m_back, &QPushButton::clicked, this, [this] { recall(-1); });
    connect(m_forward, &QPushButton::clicked, this, [this] { recall(1); });
    connect(m_show, &QPushButton::clicked, this, &SqlPage::showOnTimeline);
    connect(m_queries, &QComboBox::activated, this, [this](int index) {
        if (index > 0)
            m_editor->setPlainText(m_queries->itemData(index).toString());
    });
    connect(m_tables, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        m_editor->insertPlainText(item->data(0, Qt::UserRole).toString());
        m_editor->setFocus();
    });
    connect(m_answer, &TableView::cellActivated, this, [this](int at, int) { showRow(at); });
    connect(m_beside, &QPushButton::toggled, this, &SqlPage::setTimelineBeside);
    connect(m_timeline, &TimelineView::sliceSelected, this, &SqlPage::findRow);
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this](const QString& slot) {
        if (slot == kSlot)
            showRunning(false);
    });
    connect(&m_workbench.undoStack(), &History::changed, this, [this] {
        if (m_workbench.undoStack().kept() == nullptr)
            return;
        if (std::exchange(m_project, m_workbench.undoStack().kept()) != m_workbench.undoStack().kept())
            followProject();
        followQueries();
    });
    onShow(*this, [this] { m_kept.takeOver(); }); // not before: a project that nobody used stays empty
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        History& history = m_workbench.undoStack();
        if (history.kept() != nullptr)
            history.project().setSeat(kEditorSeat, m_editor->toPlainText().toStdString());
    });
    showRunning(false);
    followQueries();
    begin(content);
    setTimelineBeside(QSettings().value(kBesideKey).toBool());
}

void SqlPage::setTimelineBeside(bool beside)
{
    m_beside->setChecked(beside);
    m_timeline->setVisible(beside);
    m_side->setVisible(!beside); // the editor completes the names of tables and columns
    m_timeline->setRun(beside ? m_workbench.run() : nullptr);
    layHalves();
    QSettings().setValue(kBesideKey, beside);
}

/// Side by side where there is room for the buttons and a time axis, else one above the other.
void SqlPage::layHalves()
{
    constexpr int kRoomForTwo = 1200;
    const auto wanted = width() < kRoomForTwo ? Qt::Vertical : Qt::Horizontal;
    const bool anew = m_halves->orientation() != wanted || m_halves->sizes().last() == 0;
    m_halves->setOrientation(wanted);
    if (anew)
        m_halves->setSizes({width(), width()}); // halves, of whatever there is
}

void SqlPage::resizeEvent(QResizeEvent* event)
{
    RunPage::resizeEvent(event);
    layHalves();
}

void SqlPage::showRow(int row)
{
    const auto span = spanOfRow(*m_answer->table(), row);
    const RunViewPtr open = m_workbench.run();
    if (!span || !open)
        return;
    const bool isSlice =
        span->slice >= 0 && span->slice < static_cast<std::int64_t>(open->timeline().sliceCount());
    const core::SliceId slice =
        isSlice ? core::SliceId(static_cast<std::size_t>(span->slice)) : core::SliceId();
    if (!m_beside->isChecked()) {
        isSlice ? emit sliceWanted(slice) : emit spanWanted(span->begin, span->end, span->track);
        return;
    }
    if (!isSlice) {
        const auto track = static_cast<std::size_t>(std::max(0, span->track));
        return m_timeline->showSpan(span->begin, span->end,
                                    span->track < 0 ? std::nullopt : std::optional(core::TrackId(track)));
    }
    m_timeline->selectSlice(slice, true);
    m_timeline->focusSelection();
}

void SqlPage::findRow(core::SliceId slice)
{
    const auto table = m_answer->table();
    if (!slice.valid() || !table)
        return;
    for (int row = 0; row < static_cast<int>(table->rows.size()); ++row) {
        const auto span = spanOfRow(*table, row);
        if (!span)
            return; // what one row does not tell, none does
        if (span->slice == slice.value)
            return m_answer->showRow(row);
    }
}

QWidget* SqlPage::makeSide()
{
    auto* side = sidePanel(kSideWidth);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(metrics::kGrid, metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2);
    m_queries->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tables->setHeaderHidden(true);
    m_tables->setRootIsDecorated(true);
    column->addWidget(m_queries);
    column->addWidget(m_tables, 1);
    return side;
}

QWidget* SqlPage::makeEditor()
{
    auto* upper = new QWidget;
    auto* column = new QVBoxLayout(upper);
    column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid * 2, metrics::kGrid * 2, metrics::kGrid);
    setRole(*m_editor, Role::Code);
    m_editor->setTabChangesFocus(true);
    m_editor->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_editor->installEventFilter(this);
    setRole(*m_status, Role::Dim);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    setRole(*m_run, Role::Primary);
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {m_run, m_stop, m_back, m_forward, m_show, m_beside})
        row->addWidget(button);
    row->addWidget(m_status, 1);
    column->addWidget(m_editor, 1);
    column->addLayout(row);
    return upper;
}

QString SqlPage::status() const { return m_status->text(); }

QString SqlPage::whyNoPicture() const
{
    if (const QString none = whyNoRun(); !none.isEmpty())
        return none;
    return m_answer->table() ? QString() : tr("No statement has been answered yet.");
}

QWidget& SqlPage::contentFront() { return *m_editor; }

void SqlPage::showRun()
{
    m_workbench.jobs().cancel(kSlot);
    m_session.reset();
    m_answer->setTable(nullptr);
    emit canExportChanged();
    if (m_beside->isChecked())
        m_timeline->setRun(m_workbench.run());
    m_show->setEnabled(false);
    tell(QString());
    m_stack->setCurrentIndex(m_workbench.run() ? 1 : 0);
}

void SqlPage::showRunning(bool running)
{
    // A button that is put out of reach hands the keyboard to the other, and not to whatever follows it.
    QPushButton* off = running ? m_run : m_stop;
    QPushButton* on = running ? m_stop : m_run;
    on->setEnabled(true);
    if (off->hasFocus())
        on->setFocus();
    off->setEnabled(false);
    if (running)
        tell(tr("Running…"));
    else if (m_waits)
        tell(tr("Stopped."));
    m_waits = running;
}

void SqlPage::tell(const QString& text, bool error)
{
    m_waits = false;
    setRole(*m_status, error ? Role::Bad : Role::Dim);
    m_status->setText(text);
}

void SqlPage::run()
{
    const RunViewPtr open = m_workbench.run();
    const QTextCursor cursor = m_editor->textCursor();
    const QString statement =
        (cursor.hasSelection() ? cursor.selectedText().replace(QChar(0x2029), QLatin1Char('\n'))
                               : m_editor->toPlainText())
            .trimmed();
    if (!open || statement.isEmpty())
        return;
    m_kept.takeOver();
    m_kept.add(statement);
    followQueries();
    m_at = m_history.size();
    showHistory();
    m_workbench.jobs().start(
        kSlot, tr("SQL"),
        [open, session = m_session,
         text = statement.toStdString()](const core::Task& task) mutable -> core::Result<Ran> {
            if (!session) {
                SHARDSCOPE_TRY(auto opened, profiler::SqlSession::open(open->run, open->report));
                session = std::move(opened);
            }
            SHARDSCOPE_TRY(profiler::SqlAnswer answer, session->query(text, kMostRows, task));
            return Ran{session, std::move(answer)};
        },
        [this, statement](core::Result<Ran> ran) {
            if (!ran.ok()) {
                const bool stopped = ran.error().code == core::ErrorCode::Cancelled;
                tell(stopped ? tr("Stopped.") : errorText(ran.error()), !stopped);
                return;
            }
            m_session = ran->session;
            m_answer->setTable(ran->answer.table);
            m_answered = statement;
            emit canExportChanged();
            m_show->setEnabled(tellsSpans(*ran->answer.table));
            const auto rows = static_cast<int>(ran->answer.table->rows.size());
            tell((ran->answer.complete ? tr("%n row(s)", nullptr, rows)
                                       : tr("the first %n row(s); there are more", nullptr, rows)) +
                 QStringLiteral(", ") + quantityString(ran->answer.seconds, core::kSecond));
        });
    showRunning(true);
}

void SqlPage::showOnTimeline()
{
    const DebugTrackPtr tracks = debugTrackOf(*m_answer->table(), m_answered.simplified());
    m_beside->isChecked() ? m_timeline->addDebugTrack(tracks) : emit tracksWanted(tracks);
}

void SqlPage::followQueries()
{
    QStringList all = m_kept.all();
    if (all != m_history)
        m_at = all.size();
    m_history = std::move(all);
    showHistory();
}

void SqlPage::followProject()
{
    const std::string text = m_workbench.undoStack().project().seat(kEditorSeat);
    if (!text.empty())
        m_editor->setPlainText(QString::fromStdString(text));
}

void SqlPage::recall(int step)
{
    const qsizetype next = std::clamp<qsizetype>(m_at + step, 0, m_history.size());
    if (next == m_at)
        return;
    m_at = next;
    m_editor->setPlainText(m_at < m_history.size() ? m_history[m_at] : QString());
    showHistory();
}

/// Whether there is something earlier and later.
void SqlPage::showHistory()
{
    m_back->setEnabled(m_at > 0);
    m_forward->setEnabled(m_at < m_history.size());
}

bool SqlPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_editor && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && (key->modifiers() & Qt::ControlModifier) != 0) {
            run();
            return true;
        }
        if ((key->modifiers() & Qt::AltModifier) != 0 &&
            (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            recall(key->key() == Qt::Key_Up ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape && m_stop->isEnabled()) {
            m_workbench.jobs().cancel(kSlot);
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

QueryText readQuery(const QString& text, const QString& language)
{
    QueryText query;
    const auto value = [](const QString& line, const QString& key) {
        const QString start = QStringLiteral("-- %1:").arg(key);
        return line.startsWith(start) ? std::optional(line.mid(start.size()).trimmed()) : std::nullopt;
    };
    QStringList lines = text.split(QLatin1Char('\n'));
    QString title;
    QString help;
    while (!lines.isEmpty() && lines.first().startsWith(QLatin1String("--"))) {
        const QString line = lines.takeFirst();
        title = value(line, QStringLiteral("title")).value_or(title);
        help = value(line, QStringLiteral("help")).value_or(help);
        query.title = value(line, QStringLiteral("title[%1]").arg(language)).value_or(query.title);
        query.help = value(line, QStringLiteral("help[%1]").arg(language)).value_or(query.help);
    }
    if (query.title.isEmpty())
        query.title = title;
    if (query.help.isEmpty())
        query.help = help;
    query.statement = lines.join(QLatin1Char('\n')).trimmed();
    return query;
}

void SqlPage::fillQueries()
{
    m_queries->clear();
    m_queries->addItem(tr("Ready-made queries…"));
    const QDir folder(QString::fromStdString((m_workbench.catalog().resources() / "queries").string()));
    const QString language = QLocale().name().section(QLatin1Char('_'), 0, 0);
    for (const QString& name : folder.entryList({QStringLiteral("*.sql")}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QueryText query = readQuery(QString::fromUtf8(file.readAll()), language);
        m_queries->addItem(query.title.isEmpty() ? name : query.title, query.statement);
        m_queries->setItemData(m_queries->count() - 1, query.help, Qt::ToolTipRole);
    }
}

void SqlPage::fillTables()
{
    m_tables->clear();
    for (const profiler::SqlTable& table : profiler::sqlTables()) {
        auto* top = new QTreeWidgetItem(m_tables, {QString::fromStdString(table.name)});
        top->setData(0, Qt::UserRole, top->text(0) + (table.function ? QStringLiteral("()") : QString()));
        top->setToolTip(0, translated(table.help));
        for (const profiler::SqlColumn& column : table.columns) {
            auto* child = new QTreeWidgetItem(
                top, {QString::fromStdString(column.name) +
                      (column.type.empty()
                           ? QString()
                           : QStringLiteral("  ") + QString::fromStdString(column.type).toLower())});
            child->setData(0, Qt::UserRole, QString::fromStdString(column.name));
            child->setToolTip(0, translated(column.help));
        }
    }
}

void SqlPage::retranslate()
{
    m_empty->setTexts(
        tr("Ask the run with SQL"),
        tr("Open a recorded run. Its slices, counters, arrows, arguments and ranks are tables; nothing "
           "can be changed."),
        tr("Open…"), tr("Open a sample"));
    m_editor->setAccessibleName(tr("SQL statement"));
    m_answer->setAccessibleName(tr("What the statement answered"));
    m_editor->setPlaceholderText(tr("SELECT …"));
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Ctrl + Enter; runs the selected text where there is any"));
    m_editor->setToolTip(tr("Ctrl + Space offers tables, columns, functions and keywords"));
    m_stop->setText(tr("Stop"));
    m_beside->setText(tr("Timeline beside"));
    m_beside->setToolTip(
        tr("The run beside the answer: rows are shown there, and a slice that is clicked finds its row"));
    m_back->setText(tr("Earlier"));
    m_back->setToolTip(tr("The statement run before (Alt + Up)"));
    m_forward->setText(tr("Later"));
    m_forward->setToolTip(tr("The statement run after (Alt + Down)"));
    m_show->setText(tr("Show on the timeline"));
    m_show->setToolTip(
        tr("Rows of the answer as slices of their own: needs columns ts and dur; name and track "
           "say what they are called and where they lie"));
    m_queries->setAccessibleName(tr("Ready-made queries"));
    m_tables->setAccessibleName(tr("Tables and columns"));
    fillQueries();
    fillTables();
}

} // namespace shardscope::app
