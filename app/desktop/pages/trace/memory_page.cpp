// SPDX-License-Identifier: GPL-3.0-or-later
// Curve and map follow each other: a moment chosen above is what the map shows; a block chosen below marks
// its life above.
#include "app/desktop/pages/trace/memory_page.h"

#include "app/desktop/base/number_text.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/report/columns.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <functional>

namespace shardscope::app {
namespace {

const QString kMemorySlot = QStringLiteral("memory");
const QString kRecordsSlot = QStringLiteral("memory records");
constexpr int kRecorded = -1000; ///< in the place of a device: what lies before it is a number of m_recorded

QString bytesText(std::int64_t bytes) { return quantityString(static_cast<double>(bytes), core::kByte); }

QString recordedSentence(const AllocationHistory& history, const AllocatorMap& map)
{
    if (map.reserved < 0)
        return Words::tr("At %1: %2 held.").arg(momentText(history, map.ts), bytesText(map.held));
    return Words::tr("At %1: %2 held of %3 reserved.")
        .arg(momentText(history, map.ts), bytesText(map.held), bytesText(map.reserved));
}

} // namespace

core::Table blockTable(const AllocationHistory& history, std::uint32_t index)
{
    const HeldBlock& block = history.blocks[index];
    core::Table table{"block", N_("Block"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Text, "name", N_("Property")),
                     core::textColumn("value", N_("Value"))};
    const auto add = [&](const char* name, core::Cell value) {
        table.rows.push_back({std::string(name), std::move(value)});
    };
    const auto addAs = [&](const char* name, std::int64_t value, core::Dimension dimension) {
        add(name, value);
        table.noteLast(1).dimension = dimension;
    };
    const auto addWord = [&](const char* name, const char* word) {
        add(name, std::string(word));
        table.noteLast(1).words = core::Words::Text;
    };
    /// A snapshot without times counts its events.
    const auto addMoment = [&](const char* name, std::int64_t ts) {
        if (history.timed)
            addAs(name, ts - history.begin, core::kSecond);
        else
            add(name, momentText(history, ts).toStdString());
    };
    const auto addHex = [&](const char* name, std::uint64_t number) {
        add(name, "0x" + QString::number(static_cast<qulonglong>(number), 16).toStdString());
    };
    addAs(N_("size"), block.bytes, core::kByte);
    add(history.byCaller ? N_("allocated by") : N_("category"),
        categoryName(history, block.category).toStdString());
    addHex(N_("address"), block.address);
    if (!history.stretches)
        addHex(N_("stream"), block.stream);
    if (block.before)
        addWord(N_("allocated at"), N_("before the recording"));
    else
        addMoment(N_("allocated at"), block.begin);
    for (const auto& [name, ts] :
         {std::pair(N_("let go at"), block.letGo), std::pair(N_("free at"), block.end)}) {
        if (ts == kEver)
            addWord(name, N_("not until the snapshot"));
        else
            addMoment(name, ts);
    }
    return table;
}

core::Table blockStackTable(const AllocationHistory& history, std::uint32_t index)
{
    core::Table table{"stack", N_("Allocated from"), {}, {}};
    table.columns = {core::textColumn("function", N_("Function")), core::textColumn("place", N_("Place"))};
    const core::MemorySnapshot& snapshot = *history.snapshot;
    const std::uint32_t stack = history.blocks[index].stack;
    if (stack >= snapshot.stacks.size())
        return table;
    const auto textOf = [&](core::NameId id) {
        return id.valid() ? std::string(snapshot.names.text(id)) : std::string();
    };
    const core::MemoryStack& frames = snapshot.stacks[stack];
    for (std::uint32_t at = 0; at < frames.count; ++at) {
        const core::MemoryFrame& frame = snapshot.stackFrames[frames.begin + at];
        const std::string file = textOf(frame.file);
        table.rows.push_back(
            {textOf(frame.function), file.empty() ? std::string() : file + ':' + std::to_string(frame.line)});
    }
    return table;
}

QString memorySentence(const AllocationHistory& history, const AllocatorMap& map)
{
    QString text = Words::tr("At most %1 are held, at %2.")
                       .arg(bytesText(history.peak), momentText(history, history.peakTs)) +
                   QLatin1Char(' ');
    if (history.stretches)
        return text + recordedSentence(history, map);
    std::int64_t gap = 0;
    for (const MapSegment& segment : map.segments)
        gap = std::max(gap, segment.largestGap);
    text += Words::tr("At %1: %2 held of %3 reserved; of the %4 free, the largest piece is %5.")
                .arg(momentText(history, map.ts), bytesText(map.held), bytesText(map.reserved),
                     bytesText(std::max<std::int64_t>(0, map.reserved - map.held)), bytesText(gap));
    const auto failures = static_cast<int>(history.outOfMemory);
    if (failures > 0)
        text += QLatin1Char(' ') + Words::tr("Out of memory %n time(s).", nullptr, failures);
    return text;
}

void MemoryLegend::setHistory(HistoryPtr history)
{
    m_history = std::move(history);
    updateGeometry();
    update();
}

int MemoryLegend::heightForWidth(int width) const
{
    if (!m_history)
        return 0;
    QImage unseen(1, 1, QImage::Format_RGB32);
    QPainter painter(&unseen);
    return static_cast<int>(
               paintMemoryLegend(painter, *m_history, width - 2 * metrics::kGrid, themeOf(this))) +
           metrics::kGrid;
}

void MemoryLegend::paintEvent(QPaintEvent*)
{
    if (!m_history)
        return;
    QPainter painter(this);
    painter.translate(metrics::kGrid, metrics::kHalfGrid);
    paintMemoryLegend(painter, *m_history, width() - 2 * metrics::kGrid, themeOf(this));
}

MemoryPage::MemoryPage(Workbench& workbench, QWidget* parent)
    : RunPage(workbench, parent)
    , m_title(new QLabel)
    , m_sentence(new QLabel)
    , m_device(new QComboBox)
    , m_peak(new QPushButton)
    , m_curve(new MemoryCurve)
    , m_legend(new MemoryLegend)
    , m_momentText(new QLabel)
    , m_map(new AllocatorMapView)
    , m_facts(new TableView)
    , m_stackTable(new TableView)
    , m_blockHint(new QLabel)
    , m_toAllocation(new QPushButton)
    , m_toFree(new QPushButton)
{
    auto* content = new QWidget(m_stack);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid);
    column->addWidget(makeHead());
    auto* upDown = new QSplitter(Qt::Vertical);
    auto* upper = new QWidget;
    auto* upperColumn = columnIn(upper);
    upperColumn->addWidget(m_curve, 1);
    upperColumn->addWidget(m_legend);
    auto* lower = new QSplitter(Qt::Horizontal);
    auto* mapSide = new QWidget;
    auto* mapColumn = new QVBoxLayout(mapSide);
    mapColumn->setContentsMargins(0, metrics::kGrid, 0, 0);
    setRole(*m_momentText, Role::Section);
    mapColumn->addWidget(m_momentText);
    mapColumn->addWidget(m_map, 1);
    lower->addWidget(mapSide);
    lower->addWidget(makeDetails());
    lower->setStretchFactor(0, 3);
    lower->setStretchFactor(1, 2);
    upDown->addWidget(upper);
    upDown->addWidget(lower);
    upDown->setStretchFactor(0, 2);
    upDown->setStretchFactor(1, 3);
    column->addWidget(upDown, 1);

    connect(m_device, &QComboBox::activated, this, &MemoryPage::load);
    connect(m_curve, &MemoryCurve::momentChosen, this, &MemoryPage::showMoment);
    connect(m_map, &AllocatorMapView::blockChosen, this, &MemoryPage::showBlock);
    connect(m_peak, &QPushButton::clicked, this, [this] {
        if (m_history)
            showMoment(m_history->peakTs);
    });
    connect(m_toAllocation, &QPushButton::clicked, this, [this] {
        if (m_block)
            showMoment(m_history->blocks[*m_block].begin);
    });
    connect(m_toFree, &QPushButton::clicked, this, [this] {
        if (m_block && m_history->blocks[*m_block].end != kEver)
            showMoment(m_history->blocks[*m_block].end);
    });
    begin(content);
}

QWidget* MemoryPage::makeHead()
{
    auto* head = new QWidget;
    auto* rows = columnIn(head);
    auto* top = new QHBoxLayout;
    setRole(*m_title, Role::Heading);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    top->addWidget(m_title, 1);
    top->addWidget(m_device);
    top->addWidget(m_peak);
    wrap(m_sentence);
    m_sentence->setTextFormat(Qt::PlainText);
    rows->addLayout(top);
    rows->addWidget(m_sentence);
    return head;
}

QWidget* MemoryPage::makeDetails()
{
    auto* details = new QWidget;
    auto* column = new QVBoxLayout(details);
    column->setContentsMargins(metrics::kGrid, metrics::kGrid, 0, 0);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_toAllocation);
    buttons->addWidget(m_toFree);
    buttons->addStretch(1);
    m_facts->setRowsShown(7);
    wrap(m_blockHint, Role::Dim);
    m_blockHint->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_blockHint);
    column->addLayout(buttons);
    column->addWidget(m_facts);
    column->addWidget(m_stackTable, 1);
    return details;
}

QString MemoryPage::whyNoPicture() const
{
    if (const QString none = whyNoRun(); !none.isEmpty())
        return none;
    if (m_history)
        return {};
    return m_workbench.jobs().running(kMemorySlot) || m_workbench.jobs().running(kRecordsSlot)
               ? tr("The memory is still being read.")
               : tr("This run holds no memory records.");
}

QWidget& MemoryPage::contentFront() { return *m_curve; }

void MemoryPage::showRun()
{
    const RunViewPtr run = m_workbench.run();
    m_workbench.jobs().cancel(kMemorySlot);
    m_workbench.jobs().cancel(kRecordsSlot);
    m_history.reset();
    m_block.reset();
    m_curve->setHistory(nullptr);
    m_legend->setHistory(nullptr);
    m_map->show(nullptr, {});
    m_device->clear();
    emit canExportChanged();
    m_stack->setCurrentIndex(0);
    tellWhatIsMissing();
    if (!run)
        return;
    m_recorded.clear();
    for (std::size_t index = 0; index < run->run->memory.size(); ++index) {
        const core::MemorySnapshot& snapshot = *run->run->memory[index];
        for (const std::int32_t device : devicesOf(snapshot)) {
            QString name = tr("Device %1").arg(device);
            if (run->run->memory.size() > 1 && snapshot.source < run->run->sources.size())
                name += QStringLiteral(" \u00b7 ") +
                        shownText(run->run->sources[snapshot.source].file.filename().string());
            m_device->addItem(name, QVariantList{static_cast<int>(index), device});
        }
    }
    m_title->setText(m_workbench.runTitle());
    if (!run->partial && profiler::hasRecordedMemory(*run->run))
        readRecords(run);
    load();
}

void MemoryPage::readRecords(const RunViewPtr& run)
{
    m_workbench.jobs().start(
        kRecordsSlot, tr("Reading the records of memory"),
        [run](const core::Task& task) { return profiler::recordedMemory(run->run, task); },
        [this](core::Result<std::vector<profiler::RecordedMemory>> recorded) {
            if (!recorded.ok())
                return;
            m_recorded = std::move(recorded).value();
            const bool first = m_device->count() == 0;
            for (std::size_t index = 0; index < m_recorded.size(); ++index) {
                const profiler::RecordedMemory& memory = m_recorded[index];
                QString name = shownText(memory.device);
                if (memory.rank >= 0)
                    name = tr("Rank %1, %2").arg(memory.rank).arg(name);
                if (memory.job)
                    name = tr("Job %1, %2").arg(*memory.job).arg(name);
                m_device->addItem(name, QVariantList{static_cast<int>(index), kRecorded});
            }
            if (first)
                load();
        });
}

void MemoryPage::load()
{
    const RunViewPtr run = m_workbench.run();
    if (!run || m_device->currentIndex() < 0)
        return;
    const QVariantList which = m_device->currentData().toList();
    const auto index = static_cast<std::size_t>(which[0].toInt());
    const int device = which[1].toInt();
    std::function<core::Result<AllocationHistory>(const core::Task&)> make;
    if (device == kRecorded)
        make = [memory = m_recorded[index]](const core::Task& task) {
            return makeRecordedHistory(memory, kColumns, task);
        };
    else
        make = [snapshot = run->run->memory[index], device](const core::Task& task) {
            return makeHistory(snapshot, device, kColumns, task);
        };
    m_workbench.jobs().start(kMemorySlot, tr("Drawing the memory over time"), make,
                             [this](core::Result<AllocationHistory> history) {
                                 if (history.ok())
                                     show(std::move(history).value());
                             });
}

void MemoryPage::show(AllocationHistory history)
{
    m_history = std::make_shared<const AllocationHistory>(std::move(history));
    m_block.reset();
    m_curve->setHistory(m_history);
    m_legend->setHistory(m_history);
    m_facts->setTable(nullptr);
    m_stackTable->setTable(nullptr);
    showDetails(false);
    m_stack->setCurrentIndex(1);
    showMoment(m_history->peakTs);
    emit canExportChanged();
}

void MemoryPage::showMoment(qint64 ts)
{
    if (!m_history)
        return;
    m_moment = ts;
    m_curve->setMoment(ts);
    m_map->show(m_history, mapAt(*m_history, ts));
    m_map->setBlock(m_block);
    m_sentence->setText(memorySentence(*m_history, m_map->map()));
    m_momentText->setText(m_history->stretches
                              ? tr("Addresses in use at %1 (the trace tells no segments): size, share held")
                                    .arg(momentText(*m_history, ts))
                              : tr("Segments at %1: size, share held").arg(momentText(*m_history, ts)));
}

/// What is told of a block; until one is chosen, how to choose it.
void MemoryPage::showDetails(bool chosen)
{
    m_blockHint->setVisible(!chosen);
    for (QWidget* part : std::initializer_list<QWidget*>{m_facts, m_stackTable, m_toAllocation, m_toFree})
        part->setVisible(chosen);
}

void MemoryPage::showBlock(quint32 block)
{
    if (!m_history)
        return;
    m_block = block;
    m_curve->setBlock(block);
    m_map->setBlock(block);
    m_facts->setTable(blockTable(*m_history, block));
    m_stackTable->setTable(blockStackTable(*m_history, block));
    showDetails(true);
    m_toFree->setEnabled(m_history->blocks[block].end != kEver);
}

void MemoryPage::tellWhatIsMissing()
{
    const RunViewPtr run = m_workbench.run();
    const bool without =
        run && !run->partial && run->run->memory.empty() && !profiler::hasRecordedMemory(*run->run);
    m_empty->setTexts(
        without ? tr("This run holds no memory records") : tr("See who holds the memory"),
        tr("Open a memory snapshot that PyTorch wrote (torch.cuda.memory._dump_snapshot, .pickle or "
           ".pickle.gz), or a trace with memory records (profile_memory=True). The page shows what was held "
           "over time and where each block lay."),
        tr("Open…"), tr("Open a sample"));
}

void MemoryPage::retranslate()
{
    tellWhatIsMissing();
    m_device->setAccessibleName(tr("Device"));
    m_peak->setText(tr("To the peak"));
    m_blockHint->setText(tr("Click a block to see who holds it, and for how long."));
    m_toAllocation->setText(tr("To its allocation"));
    m_toFree->setText(tr("To its end"));
    m_facts->setAccessibleName(tr("Properties of the block"));
    m_stackTable->setAccessibleName(tr("Where the block was allocated"));
    if (!m_history)
        return;
    showMoment(m_moment);
    if (m_block)
        showBlock(*m_block);
}

} // namespace shardscope::app
