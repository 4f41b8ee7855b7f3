// SPDX-License-Identifier: GPL-3.0-or-later
// Rows from evaluations and imports; no computing beyond adding up what is shown.
#include "app/session/tables/tables.h"

#include "app/session/tables/derivation_paths.h"
#include "app/session/text/messages.h"
#include "core/plan/fit_verdict.h"
#include "core/report/columns.h"
#include "planner/planner.h"
#include "planner/recommender.h"

#include <algorithm>
#include <array>

namespace shardscope::app {
namespace {

using core::Cell;
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
    return a.tier == b.tier && a.held == b.held && a.peak == b.peak && a.capacity == b.capacity &&
           a.need == b.need && a.fit == b.fit;
}

/// "NVLink 4", or the level where the hardware file gives no name.
std::string linkText(const core::Link& link)
{
    return link.label.empty() ? std::string(core::nameOf(link.level)) : link.label;
}

} // namespace

const std::vector<core::Purpose>& memoryPurposes()
{
    static const std::vector<core::Purpose> purposes(kPurposes.begin(), kPurposes.end());
    return purposes;
}

double MemoryRow::heldBy(core::Purpose purpose) const
{
    const auto found = std::ranges::find(kPurposes, purpose);
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

std::vector<MemoryRow> memoryRows(const core::Evaluation& evaluation)
{
    const core::MemoryBreakdown& memory = evaluation.memory;
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
        const core::FitVerdict verdict = core::fitVerdict(memory, use);
        row.need = verdict.need.value();
        row.fit = verdict.fit;
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
    const std::vector<MemoryRow> rows = memoryRows(evaluation);
    Table table{"memory", N_("Memory of one device"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RankClass, "rank_class", N_("Ranks")),
                     core::wordColumn(core::Words::Tier, "tier", N_("Tier")),
                     core::integerColumn("ranks", N_("Count"), N_("how many ranks hold this"))};
    std::vector<std::size_t> shown;
    for (std::size_t index = 0; index < kPurposes.size(); ++index) {
        if (std::ranges::any_of(rows, [&](const MemoryRow& row) { return row.held[index] > 0; })) {
            shown.push_back(index);
            table.columns.push_back(core::bytesColumn(std::string(core::nameOf(kPurposes[index])) + "_bytes",
                                                      purposeWord(kPurposes[index])));
        }
    }
    table.columns.push_back(core::bytesColumn("peak_bytes", N_("peak")));
    table.columns.push_back(core::bytesColumn("capacity_bytes", N_("capacity")));
    table.columns.push_back(core::flagColumn("fits", N_("fits")));
    for (const MemoryRow& row : rows) {
        table.rows.push_back(
            {rankSpanName(evaluation.memory, row), std::string(core::nameOf(row.tier)), row.ranks});
        std::vector<Cell>& cells = table.rows.back();
        const auto add = [&](double bytes, std::string_view what) {
            cells.emplace_back(bytes);
            if (bytes > 0)
                table.noteLast(cells.size() - 1).path =
                    memoryPath(row.tier, what, evaluation.memory.classes[row.firstClass]);
        };
        for (const std::size_t index : shown)
            add(row.held[index], core::nameOf(kPurposes[index]));
        add(row.peak, "peak");
        cells.emplace_back(row.capacity);
        cells.emplace_back(core::feasible(row.fit));
    }
    return table;
}

Table stepTable(const core::Evaluation& evaluation)
{
    Table table{"step", N_("Time of one step"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Text, "part", N_("Part")),
                     core::secondsColumn("seconds", N_("Time")), core::fractionColumn("share", N_("Share"))};
    const auto* total = evaluation.step.find(core::StepPart::Total);
    for (const core::StepPart part : kStepParts) {
        const auto found = evaluation.step.find(part);
        if (found == evaluation.step.end() || total == evaluation.step.end())
            continue;
        const double seconds = found->second.seconds.value();
        const double whole = total->second.seconds.value();
        table.rows.push_back(
            {std::string(stepPartWord(part)), seconds, whole > 0 ? Cell(seconds / whole) : Cell()});
        table.explainLast(stepPath(part));
    }
    return table;
}

Table memoryCurveTable(const core::MemoryTrace& trace)
{
    Table table{"memory_curve", N_("Memory over a step"), {}, {}};
    table.columns = {
        core::integerColumn("event", N_("Event")),
        core::wordColumn(core::Words::Label, "phase", N_("Phase")),
        core::textColumn("module", N_("Module")),
        core::textColumn("operation", N_("Operation")),
        core::wordColumn(core::Words::Label, "purpose", N_("Purpose")),
        core::bytesColumn("change_bytes", N_("Change"),
                          N_("taken from the allocator, or given back where negative")),
        core::bytesColumn("allocated_bytes", N_("Allocated"), N_("everything allocated after the change")),
        core::bytesColumn("device_bytes", N_("Of the device"),
                          N_("with what the framework takes beside the tensors"))};
    std::int64_t allocated = trace.atStepBegin;
    for (std::size_t event = 0; event < trace.curve.size(); ++event) {
        const core::MemoryEvent& change = trace.curve[event];
        allocated += change.delta;
        table.rows.push_back(
            {Cell(static_cast<std::int64_t>(event)), Cell(std::string(core::nameOf(change.phase))),
             Cell(trace.modules[change.module]), Cell(std::string(change.operation)),
             Cell(std::string(core::nameOf(change.purpose))), Cell(static_cast<double>(change.delta)),
             Cell(static_cast<double>(allocated)), Cell(static_cast<double>(allocated + trace.framework))});
    }
    return table;
}

Table communicationTable(const core::Evaluation& evaluation, const core::HardwareSpec* hardware)
{
    Table table{"communication", N_("Communication of one rank in one step"), {}, {}};
    table.columns = {
        core::wordColumn(core::Words::Operation, "operation", N_("Operation")),
        core::wordColumn(core::Words::Group, "group", N_("Group")),
        core::bytesColumn("bytes_per_rank", N_("Payload"), N_("handed to the collective by one rank")),
        core::secondsColumn("seconds", N_("Time")),
        core::secondsColumn("exposed_seconds", N_("Exposed"), N_("not hidden behind computing")),
        core::wordColumn(core::Words::Text, "algorithm", N_("Algorithm")),
        core::wordColumn(core::Words::Text, "reason", N_("Why this one"),
                         N_("what made the algorithm the fastest of those modelled"))};
    constexpr std::size_t kBytes = 2;
    if (hardware != nullptr) {
        table.columns.push_back(core::integerColumn("ranks", N_("Ranks"), N_("of the group")));
        table.columns.push_back(core::wordColumn(core::Words::Text, "link", N_("Link"),
                                                 N_("the outermost that the group crosses")));
    }
    const auto words = [](const char* text) { return *text == 0 ? Cell() : Cell(std::string(text)); };
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        const bool moved = hardware != nullptr && entry.algorithm.empty(); // to another memory
        table.rows.push_back(
            {std::string(core::nameOf(entry.operation)), std::string(core::nameOf(entry.group)),
             entry.bytesPerRank.value(), entry.seconds.value(), entry.exposed.value(),
             words(algorithmWord(moved ? "transfer" : entry.algorithm)), words(reasonWord(entry.reason))});
        table.explainLast(communicationPath(entry));
        table.noteLast(kBytes).path += ".bytes";
        if (hardware == nullptr)
            continue;
        const auto route = planner::routeOf(*hardware, evaluation.plan, entry);
        const bool linked = route && route->link != nullptr;
        table.rows.back().push_back(linked ? Cell(route->ranks) : Cell());
        table.rows.back().push_back(linked ? Cell(linkText(*route->link)) : Cell());
    }
    // Of recommenders transfers wait for each other too: what the step has beyond each of them alone.
    if (const auto* exposed = evaluation.step.find(core::StepPart::ExposedCommunication);
        exposed != evaluation.step.end()) {
        double waited = exposed->second.seconds.value();
        for (const core::CommunicationEntry& entry : evaluation.communication)
            waited -= entry.exposed.value();
        constexpr double kTold = 1e-6; // of the part: sums of rounded numbers are no wait
        if (waited > kTold * exposed->second.seconds.value()) {
            table.rows.emplace_back(table.columns.size());
            table.rows.back()[0] = std::string(planner::kSharedLinks);
            table.rows.back()[*table.columnIndex("exposed_seconds")] = waited;
        }
    }
    return table;
}

Table fileTable(const profiler::ImportedRun& imported)
{
    Table table{"files", N_("Files"), {}, {}};
    table.columns = {
        core::textColumn("file", N_("File")),
        core::integerColumn("rank", N_("Rank")),
        core::textColumn("rank_from", N_("Told by"), N_("what says which rank the file is of")),
        core::integerColumn("events", N_("Events")),
        core::integerColumn("slices", N_("Slices")),
        core::integerColumn("instants", N_("Instants")),
        core::integerColumn("counters", N_("Counters")),
        core::integerColumn("flow_ends", N_("Flow ends")),
        core::integerColumn("metadata", N_("Metadata")),
        core::integerColumn("tracks", N_("Tracks")),
        core::integerColumn("displaced", N_("Displaced"), N_("slices that overlap another of their track")),
        core::nanosColumn("span", N_("Span")),
        core::secondsColumn("import_seconds", N_("Read in"))};
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
    Table table{"remarks", N_("Remarks"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Text, "severity", N_("Severity")),
                     core::textColumn("kind", N_("Kind")),
                     core::integerColumn("count", N_("Count")),
                     core::integerColumn("first_offset", N_("First at byte")),
                     core::textColumn("file", N_("File")),
                     core::wordColumn(core::Words::Text, "help", N_("What it means"))};
    for (const profiler::Remark& remark : imported.report.remarks) {
        table.rows.push_back({std::string(severityWord(remark.severity)), Cell(remark.kind),
                              integer(remark.count), integer(remark.firstOffset), Cell(remark.file),
                              Cell(remark.help)});
    }
    return table;
}

Table trackTable(const core::Run& run)
{
    Table table{"tracks", N_("Tracks"), {}, {}};
    table.columns = {core::integerColumn("rank", N_("Rank")),
                     core::textColumn("process", N_("Process")),
                     core::textColumn("thread", N_("Thread")),
                     core::integerColumn("slices", N_("Slices")),
                     core::nanosColumn("busy", N_("Busy"), N_("time covered by the outermost slices")),
                     core::fractionColumn("share", N_("Share"), N_("of the run's time"))};
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

double deviceCapacity(const core::Evaluation& evaluation)
{
    const auto& tiers = evaluation.memory.tiers;
    const auto device = std::ranges::find(tiers, core::Tier::Device, &core::TierUse::tier);
    return device == tiers.end() ? 0 : device->capacity.value();
}

} // namespace shardscope::app
