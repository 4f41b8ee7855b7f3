// SPDX-License-Identifier: GPL-3.0-or-later
// Rows from evaluations and imports; no computing beyond adding up what is shown.
#include "app/session/tables/tables.h"

#include "app/session/text/messages.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

using core::Cell;
using core::CellKind;
using core::Purpose;
using core::Table;

constexpr std::array kPurposes{Purpose::Weights,        Purpose::MasterWeights, Purpose::Gradients,
                               Purpose::OptimizerState, Purpose::Activations,   Purpose::Embedding,
                               Purpose::Buffers,        Purpose::Workspace,     Purpose::Framework};
constexpr std::array kStepParts{core::StepPart::Forward,
                                core::StepPart::Backward,
                                core::StepPart::Recompute,
                                core::StepPart::Optimizer,
                                core::StepPart::ExposedCommunication,
                                core::StepPart::Bubble,
                                core::StepPart::Host,
                                core::StepPart::Streaming,
                                core::StepPart::Total};

Cell integer(std::uint64_t value) { return static_cast<std::int64_t>(value); }

bool sameNumbers(const MemoryRow& a, const MemoryRow& b)
{
    return a.tier == b.tier && a.held == b.held && a.peak == b.peak && a.capacity == b.capacity;
}

} // namespace

const std::vector<core::Purpose>& memoryPurposes()
{
    static const std::vector<core::Purpose> purposes(kPurposes.begin(), kPurposes.end());
    return purposes;
}

double MemoryRow::heldBy(core::Purpose purpose) const
{
    const auto found = std::find(kPurposes.begin(), kPurposes.end(), purpose);
    return held[static_cast<std::size_t>(found - kPurposes.begin())];
}

// The names of the first and last class become one where they differ in a closing number only.
std::string rankSpanName(const core::MemoryBreakdown& memory, const MemoryRow& row)
{
    const std::string& first = memory.classes[row.firstClass].name;
    const std::string& last = memory.classes[row.lastClass].name;
    if (row.firstClass == row.lastClass)
        return first;
    const std::size_t space = first.rfind(' ');
    if (space != std::string::npos && last.compare(0, space + 1, first, 0, space + 1) == 0)
        return first.substr(0, space) + "s " + first.substr(space + 1) + "-" + last.substr(space + 1);
    return first + " - " + last;
}

std::vector<MemoryRow> memoryRows(const core::MemoryBreakdown& memory)
{
    std::vector<MemoryRow> rows;
    for (const core::TierUse& use : memory.tiers) {
        MemoryRow row;
        row.held.resize(kPurposes.size());
        row.firstClass = row.lastClass = use.rankClass;
        row.tier = use.tier;
        row.ranks = memory.classes[use.rankClass].ranks;
        for (std::size_t index = 0; index < kPurposes.size(); ++index)
            row.held[index] = memory.held(use.rankClass, use.tier, kPurposes[index]).value();
        row.peak = use.peak.value();
        row.capacity = use.capacity.value();
        const auto before =
            std::find_if(rows.rbegin(), rows.rend(), [&](const MemoryRow& r) { return r.tier == row.tier; });
        if (before != rows.rend() && before->lastClass + 1 == row.firstClass && sameNumbers(*before, row)) {
            before->lastClass = row.lastClass;
            before->ranks += row.ranks;
        } else {
            rows.push_back(row);
        }
    }
    return rows;
}

Table memoryTable(const core::Evaluation& evaluation)
{
    const std::vector<MemoryRow> rows = memoryRows(evaluation.memory);
    Table table;
    table.key = "memory";
    table.title = QT_TRANSLATE_NOOP("Source", "Memory of one device");
    table.columns = {{"rank_class", QT_TRANSLATE_NOOP("Source", "Ranks"), CellKind::Text, {}, {}},
                     {"tier", QT_TRANSLATE_NOOP("Source", "Tier"), CellKind::Text, {}, {}},
                     {"ranks",
                      QT_TRANSLATE_NOOP("Source", "Count"),
                      CellKind::Integer,
                      {},
                      QT_TRANSLATE_NOOP("Source", "how many ranks hold this")}};
    std::vector<std::size_t> shown;
    for (std::size_t index = 0; index < kPurposes.size(); ++index) {
        if (std::any_of(rows.begin(), rows.end(),
                        [&](const MemoryRow& row) { return row.held[index] > 0; })) {
            shown.push_back(index);
            table.columns.push_back({std::string(core::nameOf(kPurposes[index])) + "_bytes",
                                     purposeName(kPurposes[index]).toStdString(),
                                     CellKind::Quantity,
                                     core::kByte,
                                     {}});
        }
    }
    table.columns.push_back(
        {"peak_bytes", QT_TRANSLATE_NOOP("Source", "peak"), CellKind::Quantity, core::kByte, {}});
    table.columns.push_back(
        {"capacity_bytes", QT_TRANSLATE_NOOP("Source", "capacity"), CellKind::Quantity, core::kByte, {}});
    table.columns.push_back({"fits", QT_TRANSLATE_NOOP("Source", "fits"), CellKind::Flag, {}, {}});
    for (const MemoryRow& row : rows) {
        std::vector<Cell> cells{Cell(rankSpanName(evaluation.memory, row)),
                                Cell(std::string(core::nameOf(row.tier))), Cell(row.ranks)};
        for (const std::size_t index : shown)
            cells.emplace_back(row.held[index]);
        cells.emplace_back(row.peak);
        cells.emplace_back(row.capacity);
        cells.emplace_back(row.peak <= row.capacity);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Table stepTable(const core::Evaluation& evaluation)
{
    Table table;
    table.key = "step";
    table.title = QT_TRANSLATE_NOOP("Source", "Time of one step");
    table.columns = {{"part", QT_TRANSLATE_NOOP("Source", "Part"), CellKind::Text, {}, {}},
                     {"seconds", QT_TRANSLATE_NOOP("Source", "Time"), CellKind::Quantity, core::kSecond, {}},
                     {"share", QT_TRANSLATE_NOOP("Source", "Share"), CellKind::Fraction, {}, {}}};
    const auto* total = evaluation.step.find(core::StepPart::Total);
    for (const core::StepPart part : kStepParts) {
        const auto found = evaluation.step.find(part);
        if (found == evaluation.step.end() || total == evaluation.step.end())
            continue;
        const double seconds = found->second.seconds.value();
        const double whole = total->second.seconds.value();
        table.rows.push_back({Cell(stepPartName(part).toStdString()), Cell(seconds),
                              whole > 0 ? Cell(seconds / whole) : Cell()});
    }
    return table;
}

Table memoryCurveTable(const core::MemoryWalk& walk)
{
    Table table;
    table.key = "memory_curve";
    table.title = QT_TRANSLATE_NOOP("Source", "Memory over a step");
    table.columns = {{"event", QT_TRANSLATE_NOOP("Source", "Event"), CellKind::Integer, {}, {}},
                     {"phase", QT_TRANSLATE_NOOP("Source", "Phase"), CellKind::Text, {}, {}},
                     {"module", QT_TRANSLATE_NOOP("Source", "Module"), CellKind::Text, {}, {}},
                     {"operation", QT_TRANSLATE_NOOP("Source", "Operation"), CellKind::Text, {}, {}},
                     {"purpose", QT_TRANSLATE_NOOP("Source", "Purpose"), CellKind::Text, {}, {}},
                     {"change_bytes", QT_TRANSLATE_NOOP("Source", "Change"), CellKind::Quantity, core::kByte,
                      QT_TRANSLATE_NOOP("Source", "taken from the allocator, or given back where negative")},
                     {"allocated_bytes", QT_TRANSLATE_NOOP("Source", "Allocated"), CellKind::Quantity,
                      core::kByte, QT_TRANSLATE_NOOP("Source", "everything allocated after the change")}};
    std::int64_t allocated = walk.atStepBegin;
    for (std::size_t event = 0; event < walk.curve.size(); ++event) {
        const core::MemoryEvent& change = walk.curve[event];
        allocated += change.delta;
        table.rows.push_back({Cell(static_cast<std::int64_t>(event)),
                              Cell(std::string(core::nameOf(change.phase))),
                              Cell(walk.modules[change.module]), Cell(std::string(change.operation)),
                              Cell(std::string(core::nameOf(change.purpose))),
                              Cell(static_cast<double>(change.delta)), Cell(static_cast<double>(allocated))});
    }
    return table;
}

Table communicationTable(const core::Evaluation& evaluation)
{
    Table table;
    table.key = "communication";
    table.title = QT_TRANSLATE_NOOP("Source", "Communication of one rank in one step");
    table.columns = {{"operation", QT_TRANSLATE_NOOP("Source", "Operation"), CellKind::Text, {}, {}},
                     {"group", QT_TRANSLATE_NOOP("Source", "Group"), CellKind::Text, {}, {}},
                     {"bytes_per_rank", QT_TRANSLATE_NOOP("Source", "Payload"), CellKind::Quantity,
                      core::kByte, QT_TRANSLATE_NOOP("Source", "handed to the collective by one rank")},
                     {"seconds", QT_TRANSLATE_NOOP("Source", "Time"), CellKind::Quantity, core::kSecond, {}},
                     {"exposed_seconds", QT_TRANSLATE_NOOP("Source", "Exposed"), CellKind::Quantity,
                      core::kSecond, QT_TRANSLATE_NOOP("Source", "not hidden behind computing")},
                     {"algorithm", QT_TRANSLATE_NOOP("Source", "Algorithm"), CellKind::Text, {}, {}},
                     {"reason",
                      QT_TRANSLATE_NOOP("Source", "Why this one"),
                      CellKind::Text,
                      {},
                      QT_TRANSLATE_NOOP("Source", "what made the algorithm the fastest of those modelled")}};
    const auto words = [](const QString& text) { return text.isEmpty() ? Cell() : Cell(text.toStdString()); };
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        table.rows.push_back({Cell(entry.operation), Cell(entry.group), Cell(entry.bytesPerRank.value()),
                              Cell(entry.seconds.value()), Cell(entry.exposed.value()),
                              words(algorithmName(entry.algorithm)), words(algorithmReason(entry.reason))});
    }
    return table;
}

Table fileTable(const profiler::ImportedRun& imported)
{
    Table table;
    table.key = "files";
    table.title = QT_TRANSLATE_NOOP("Source", "Files");
    table.columns = {
        {"file", QT_TRANSLATE_NOOP("Source", "File"), CellKind::Text, {}, {}},
        {"rank", QT_TRANSLATE_NOOP("Source", "Rank"), CellKind::Integer, {}, {}},
        {"rank_from",
         QT_TRANSLATE_NOOP("Source", "Told by"),
         CellKind::Text,
         {},
         QT_TRANSLATE_NOOP("Source", "what says which rank the file is of")},
        {"events", QT_TRANSLATE_NOOP("Source", "Events"), CellKind::Integer, {}, {}},
        {"slices", QT_TRANSLATE_NOOP("Source", "Slices"), CellKind::Integer, {}, {}},
        {"instants", QT_TRANSLATE_NOOP("Source", "Instants"), CellKind::Integer, {}, {}},
        {"counters", QT_TRANSLATE_NOOP("Source", "Counters"), CellKind::Integer, {}, {}},
        {"flow_ends", QT_TRANSLATE_NOOP("Source", "Flow ends"), CellKind::Integer, {}, {}},
        {"metadata", QT_TRANSLATE_NOOP("Source", "Metadata"), CellKind::Integer, {}, {}},
        {"tracks", QT_TRANSLATE_NOOP("Source", "Tracks"), CellKind::Integer, {}, {}},
        {"displaced",
         QT_TRANSLATE_NOOP("Source", "Displaced"),
         CellKind::Integer,
         {},
         QT_TRANSLATE_NOOP("Source", "slices that overlap another of their track")},
        {"span_ns", QT_TRANSLATE_NOOP("Source", "Span"), CellKind::Nanoseconds, {}, {}},
        {"import_seconds", QT_TRANSLATE_NOOP("Source", "Read in"), CellKind::Quantity, core::kSecond, {}}};
    for (std::size_t file = 0; file < imported.report.files.size(); ++file) {
        const profiler::FileTally& tally = imported.report.files[file];
        const bool recorded = file < imported.run->sources.size(); // a simulated run has no files
        const std::string from = recorded ? imported.run->sources[file].rankFrom : std::string();
        table.rows.push_back({Cell(tally.file), tally.rank < 0 ? Cell() : Cell(std::int64_t{tally.rank}),
                              from.empty() ? Cell() : Cell(from), integer(tally.events),
                              integer(tally.slices), integer(tally.instants), integer(tally.counters),
                              integer(tally.flowEnds), integer(tally.metadata), integer(tally.tracks),
                              integer(tally.displaced), Cell(tally.endNs - tally.beginNs),
                              Cell(tally.importSeconds)});
    }
    return table;
}

Table remarkTable(const profiler::ImportedRun& imported)
{
    Table table;
    table.key = "remarks";
    table.title = QT_TRANSLATE_NOOP("Source", "Remarks");
    table.columns = {
        {"severity", QT_TRANSLATE_NOOP("Source", "Severity"), CellKind::Text, {}, {}},
        {"kind", QT_TRANSLATE_NOOP("Source", "Kind"), CellKind::Text, {}, {}},
        {"count", QT_TRANSLATE_NOOP("Source", "Count"), CellKind::Integer, {}, {}},
        {"first_offset", QT_TRANSLATE_NOOP("Source", "First at byte"), CellKind::Integer, {}, {}},
        {"file", QT_TRANSLATE_NOOP("Source", "File"), CellKind::Text, {}, {}},
        {"help", QT_TRANSLATE_NOOP("Source", "What it means"), CellKind::Text, {}, {}}};
    for (const profiler::Remark& remark : imported.report.remarks) {
        table.rows.push_back({Cell(severityName(remark.severity).toStdString()), Cell(remark.kind),
                              integer(remark.count), integer(remark.firstOffset), Cell(remark.file),
                              Cell(translated(remark.help).toStdString())});
    }
    return table;
}

Table trackTable(const core::Run& run)
{
    Table table;
    table.key = "tracks";
    table.title = QT_TRANSLATE_NOOP("Source", "Tracks");
    table.columns = {{"rank", QT_TRANSLATE_NOOP("Source", "Rank"), CellKind::Integer, {}, {}},
                     {"process", QT_TRANSLATE_NOOP("Source", "Process"), CellKind::Text, {}, {}},
                     {"thread", QT_TRANSLATE_NOOP("Source", "Thread"), CellKind::Text, {}, {}},
                     {"slices", QT_TRANSLATE_NOOP("Source", "Slices"), CellKind::Integer, {}, {}},
                     {"busy_ns",
                      QT_TRANSLATE_NOOP("Source", "Busy"),
                      CellKind::Nanoseconds,
                      {},
                      QT_TRANSLATE_NOOP("Source", "time covered by the outermost slices")},
                     {"share",
                      QT_TRANSLATE_NOOP("Source", "Share"),
                      CellKind::Fraction,
                      {},
                      QT_TRANSLATE_NOOP("Source", "of the run's time")}};
    const core::Timeline& timeline = *run.timeline;
    const auto span = static_cast<double>(timeline.end() - timeline.begin());
    for (const core::Track& track : timeline.tracks()) {
        std::int64_t slices = 0;
        for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane)
            slices += timeline.lanes()[lane].count;
        if (slices == 0)
            continue; // a track of marks and names only
        const std::int64_t busy = track.laneCount == 0 ? 0
                                                       : timeline.busy(core::LaneId(track.firstLane),
                                                                       timeline.begin(), timeline.end());
        const auto name = [&](core::NameId id) {
            return id.valid() ? Cell(std::string(timeline.names().text(id))) : Cell();
        };
        table.rows.push_back({track.rank < 0 ? Cell() : Cell(std::int64_t{track.rank}), name(track.process),
                              name(track.thread), Cell(slices), Cell(busy),
                              span > 0 ? Cell(static_cast<double>(busy) / span) : Cell()});
    }
    return table;
}

} // namespace shardscope::app
