// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trace/comparison.h"

#include "app/session/documents/documents.h"
#include "app/session/plan/commands.h"
#include "app/session/simulate/open_run.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/trace/selection.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/report/columns.h"
#include "core/units/percent.h"
#include "planner/calibration.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace shardscope::app {
namespace {

using core::Cell;

/// What both a plan and a run can say, in base units.
struct Figures {
    std::optional<double> ranks;
    std::optional<double> step;
    std::optional<double> computing;
    std::optional<double> communicating;
    std::optional<double> exposed;
    std::optional<double> rest; ///< of the step: neither computing nor exposed communication
    std::optional<double> memoryPeak;
};

/// What differs from nothing by the rounding of sums alone is nothing.
double restOf(const Figures& figures)
{
    const double rest = *figures.step - *figures.computing - *figures.exposed;
    return std::abs(rest) < 1e-9 * *figures.step ? 0 : rest;
}

/// \p tensorsAlone: as a run's allocator counts; without, as the plan's own verdict does.
Figures figuresOfPlan(const core::Evaluation& evaluation, bool tensorsAlone)
{
    Figures figures;
    figures.ranks = static_cast<double>(evaluation.devices);
    const auto part = [&](core::StepPart which) {
        const auto found = evaluation.step.find(which);
        return found == evaluation.step.end() ? 0.0 : found->second.seconds.value();
    };
    if (!evaluation.step.empty()) {
        figures.step = part(core::StepPart::Total);
        figures.exposed = part(core::StepPart::ExposedCommunication);
        figures.computing = part(core::StepPart::Forward) + part(core::StepPart::Backward) +
                            part(core::StepPart::Recompute) + part(core::StepPart::Optimizer);
        double communicating = 0;
        for (const core::CommunicationEntry& entry : evaluation.communication)
            communicating += entry.seconds.value();
        figures.communicating = communicating;
        figures.rest = restOf(figures);
    }
    if (tensorsAlone)
        figures.memoryPeak = planner::predictedFigure(evaluation, "peak_bytes");
    else if (const core::TierUse* use = evaluation.memory.fullestUse(core::Tier::Device))
        figures.memoryPeak = use->peak.value();
    return figures;
}

core::Result<Figures> figuresOfRun(const profiler::AnalysisInput& input, const core::Task& task)
{
    SHARDSCOPE_TRY(const profiler::RunFigures run, profiler::runFigures(input, task));
    Figures figures;
    figures.ranks = static_cast<double>(run.ranks);
    if (run.divided) {
        figures.step = run.divided->stepNs * 1e-9;
    }
    if (run.divided && run.divided->known) {
        figures.computing = run.divided->computingNs * 1e-9;
        figures.communicating = run.divided->communicatingNs * 1e-9;
        figures.exposed = run.divided->exposedNs * 1e-9;
        figures.rest = restOf(figures);
    }
    figures.memoryPeak = run.memoryPeakBytes;
    return figures;
}

core::Result<ComparedSide> readSide(const core::Catalog& catalog, const ComparisonRequest& request,
                                    const std::string& named, const core::Task& task)
{
    const std::string file = fileOfSample(catalog, named);
    ComparedSide side;
    side.title = std::filesystem::path(file).filename().string();
    DocumentKind kind = DocumentKind::Trace;
    if (!core::files::isFolder(file)) {
        SHARDSCOPE_TRY(kind, documentKind(file));
    }
    if (kind == DocumentKind::Plan) {
        SHARDSCOPE_TRY(PlanResult plan, evaluatePlan(catalog, {request.model, request.hardware, file, {}},
                                                     planner::Detail::Plain));
        side.plan = std::make_shared<const core::Evaluation>(std::move(plan.evaluation));
        return side;
    }
    if (kind != DocumentKind::Trace)
        return core::notSupported(W_("comparing a model or hardware description"),
                                  W_("compare takes plans, traces and folders of traces"))
            .in(file);
    SHARDSCOPE_TRY(const profiler::ImportedRun imported, profiler::importTrace({file}, task));
    side.run = std::make_shared<const profiler::AnalysisInput>(imported.run);
    side.report = imported.report;
    return side;
}

/// Figures are of one job: where files of several were opened together, of \p job, else of the first.
core::Result<ComparedSide> ofJob(ComparedSide side, std::optional<std::uint32_t> job, const core::Task& task)
{
    if (!side.run)
        return side;
    const core::RunPtr& whole = side.run->columns().run();
    const profiler::Jobs jobs = profiler::jobsOf(*whole);
    if (!jobs.several() && job.value_or(0) == 0)
        return side;
    profiler::Selection selection;
    selection.job = job.value_or(0);
    SHARDSCOPE_TRY(const core::RunPtr part, profiler::selectedRun(whole, selection, task));
    side.job = ComparedJob{*selection.job, jobs.count,
                           core::joined(profiler::filesOfJob(*whole, jobs, *selection.job), ", ")};
    if (job)
        side.title += " #" + std::to_string(*job);
    side.run = std::make_shared<const profiler::AnalysisInput>(part);
    return side;
}

/// \p side reduced to one job or one rank of its run, of which it says so.
core::Result<ComparedSide> ofPart(ComparedSide side, const std::string& file, const char* jobOption,
                                  std::optional<std::uint32_t> job, std::optional<std::int32_t> rank,
                                  const core::Task& task)
{
    if (!job && !rank)
        return side;
    if (!side.run)
        return core::Error{core::ErrorCode::WrongType,
                           {rank ? core::phrase(W_("a run, of which one rank is meant"))
                                 : core::phrase(W_("a run, of which one job is meant")),
                            core::phrase(W_("a plan"))}}
            .in(file);
    auto chosen = ofJob(std::move(side), job, task);
    if (!chosen.ok()) {
        core::Error error = chosen.error();
        if (error.code == core::ErrorCode::OutOfRange)
            error.place.file = jobOption;
        return error.in(file);
    }
    side = *std::move(chosen);
    if (!rank)
        return side;
    const auto run = std::make_shared<const core::Run>(side.run->run());
    const auto part = profiler::runOfRank(run, *rank, task);
    if (!part.ok())
        return part.error().in(file);
    side.run = std::make_shared<const profiler::AnalysisInput>(*part);
    side.title += ':' + std::to_string(*rank);
    return side;
}

core::Result<Figures> figuresOf(const ComparedSide& side, bool tensorsAlone, const core::Task& task)
{
    if (side.plan)
        return figuresOfPlan(*side.plan, tensorsAlone);
    return figuresOfRun(*side.run, task);
}

Cell cellOf(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

/// Adds one figure of both; the change only where A's is something beside B's.
void addFigure(core::Table& table, const char* title, const std::optional<double>& a,
               const std::optional<double>& b, core::Dimension dimension)
{
    const bool both = a && b;
    table.rows.push_back({std::string(title), cellOf(a), cellOf(b), both ? Cell(*b - *a) : Cell(),
                          both ? cellOf(core::relativeChange(*a, *b)) : Cell(), cellOf(a), cellOf(b)});
    for (std::size_t column = 1; column <= 3; ++column) // a, b, their difference
        table.noteLast(column).dimension = dimension;
}

core::Table figureTable(const Figures& x, const Figures& y, const char* peak)
{
    core::Table table{"figures", N_("Side by side"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Text, "figure", N_("Figure")),
                     core::textColumn("a", "A"),
                     core::textColumn("b", "B"),
                     core::textColumn("difference", N_("Difference")),
                     core::fractionColumn("change", N_("Change")),
                     core::realColumn("value_a", N_("A, base unit")),
                     core::realColumn("value_b", N_("B, base unit"))};
    addFigure(table, N_("Ranks"), x.ranks, y.ranks, {});
    addFigure(table, N_("Step"), x.step, y.step, core::kSecond);
    addFigure(table, N_("Computing"), x.computing, y.computing, core::kSecond);
    addFigure(table, N_("Communicating"), x.communicating, y.communicating, core::kSecond);
    addFigure(table, N_("Exposed communication"), x.exposed, y.exposed, core::kSecond);
    addFigure(table, N_("Rest of the step"), x.rest, y.rest, core::kSecond);
    addFigure(table, peak, x.memoryPeak, y.memoryPeak, core::kByte);
    return table;
}

/// Rows of two tables whose first column is a name, with their value and its difference.
core::Table pairTable(const char* key, const char* title, core::Dimension dimension,
                      const std::vector<std::pair<std::string, double>>& a,
                      const std::vector<std::pair<std::string, double>>& b)
{
    core::Table table{key, title, {}, {}};
    table.columns = {core::wordColumn(core::Words::Label, "part", N_("Part")),
                     core::quantityColumn("a", "A", dimension), core::quantityColumn("b", "B", dimension),
                     core::quantityColumn("difference", N_("Difference"), dimension)};
    for (std::size_t at = 0; at < a.size(); ++at)
        table.rows.push_back(
            {Cell(a[at].first), Cell(a[at].second), Cell(b[at].second), Cell(b[at].second - a[at].second)});
    return table;
}

/// What each purpose holds on the fullest class of ranks.
std::vector<std::pair<std::string, double>> memoryParts(const core::Evaluation& evaluation)
{
    std::vector<std::pair<std::string, double>> parts;
    const std::size_t fullest = evaluation.memory.fullest(core::Tier::Device);
    for (const core::Purpose purpose : memoryPurposes())
        parts.emplace_back(core::nameOf(purpose),
                           evaluation.memory.held(fullest, core::Tier::Device, purpose).value());
    return parts;
}

std::vector<std::pair<std::string, double>> stepParts(const core::Evaluation& evaluation)
{
    std::vector<std::pair<std::string, double>> parts;
    for (const core::StepPart part :
         {core::StepPart::Forward, core::StepPart::Backward, core::StepPart::Recompute,
          core::StepPart::Optimizer, core::StepPart::ExposedCommunication, core::StepPart::Bubble,
          core::StepPart::Host, core::StepPart::Streaming}) {
        const auto found = evaluation.step.find(part);
        parts.emplace_back(core::nameOf(part),
                           found == evaluation.step.end() ? 0.0 : found->second.seconds.value());
    }
    return parts;
}

void judge(Comparison& comparison, std::optional<double> tolerance, const char* figure,
           const std::optional<double>& a, const std::optional<double>& b)
{
    if (!tolerance || !a || !b)
        return;
    const double apart = std::abs(*b - *a);
    if (apart <= *tolerance * std::abs(*a))
        return;
    comparison.within = false;
    const auto change = core::relativeChange(*a, *b);
    comparison.report.findings.push_back({"compare.out_of_tolerance",
                                          core::Severity::Notice,
                                          {translated(figure).toStdString(),
                                           (change ? core::numberText(100 * std::abs(*change))
                                                   : "> " + core::numberText(100 * core::kMostChange)) +
                                               " %",
                                           core::numberText(100 * *tolerance) + " %"},
                                          {}});
}

} // namespace

core::Result<Comparison> compareSides(const ComparedSide& sideA, const ComparedSide& sideB, std::size_t top,
                                      std::optional<double> tolerance, const core::Task& task)
{
    SHARDSCOPE_TRY(const ComparedSide a, ofJob(sideA, {}, task));
    SHARDSCOPE_TRY(const ComparedSide b, ofJob(sideB, {}, task));
    const bool mixed = (a.plan != nullptr) != (b.plan != nullptr); // a run knows its allocator's peak alone
    const char* const peak = mixed ? N_("Memory peak of the tensors") : N_("Memory peak");
    SHARDSCOPE_TRY(const Figures x, figuresOf(a, mixed, task));
    SHARDSCOPE_TRY(const Figures y, figuresOf(b, mixed, task));
    Comparison comparison;
    core::Report& report = comparison.report;
    report.key = "compare";
    report.title = a.title + " : " + b.title;
    report.tables.push_back(figureTable(x, y, peak));
    if (a.run && b.run) {
        constexpr std::size_t kDepth = 12; // levels of calls; deeper ones hold little of a run's time
        SHARDSCOPE_TRY(auto names, profiler::differencesByName(*a.run, *b.run, task));
        SHARDSCOPE_TRY(const auto tree, profiler::differencesByTree(*a.run, *b.run, kDepth, task));
        // Functions of Python span all that they call, and would fill the first rows: they have a table of
        // their own.
        const auto functions =
            std::stable_partition(names.begin(), names.end(), [](const auto& one) { return !one.function; });
        const std::vector<profiler::Difference> python(functions, names.end());
        names.erase(functions, names.end());
        using profiler::DifferenceKind;
        report.tables.push_back(profiler::differenceTable(names, DifferenceKind::Names, top));
        report.tables.push_back(profiler::differenceTable(tree, DifferenceKind::Tree, top));
        if (!python.empty())
            report.tables.push_back(profiler::differenceTable(python, DifferenceKind::Functions, top));
    } else if (a.plan && b.plan) {
        report.tables.push_back(pairTable("memory", N_("Device memory by purpose"), core::kByte,
                                          memoryParts(*a.plan), memoryParts(*b.plan)));
        report.tables.push_back(
            pairTable("step", N_("Step by part"), core::kSecond, stepParts(*a.plan), stepParts(*b.plan)));
    }
    judge(comparison, tolerance, N_("Step"), x.step, y.step);
    judge(comparison, tolerance, peak, x.memoryPeak, y.memoryPeak);
    report.findings.push_back({"compare.sides", core::Severity::Info, {a.title, b.title}, {}});
    for (const ComparedSide* const side : {&a, &b}) {
        if (side->job)
            report.findings.push_back({"compare.job",
                                       core::Severity::Notice,
                                       {side->title, core::numberText(side->job->count),
                                        core::numberText(side->job->number), side->job->files},
                                       {}});
    }
    if (x.ranks && y.ranks && *x.ranks != *y.ranks)
        report.findings.push_back({a.plan || b.plan ? "compare.planned_ranks" : "compare.ranks",
                                   core::Severity::Notice,
                                   {core::numberText(*x.ranks), core::numberText(*y.ranks)},
                                   {}});
    return comparison;
}

core::Result<Comparison> compare(const core::Catalog& catalog, const ComparisonRequest& request,
                                 const core::Task& task)
{
    const bool two = (request.rankA && request.rankB) || (request.jobA && request.jobB);
    if (request.b.empty() && !two)
        return core::Error{core::ErrorCode::MissingKey, {"B"}}.in("compare");
    SHARDSCOPE_TRY(const ComparedSide wholeA, readSide(catalog, request, request.a, task));
    ComparedSide wholeB = wholeA;
    std::vector<profiler::ImportReport> imports{wholeA.report};
    const bool apart = !request.b.empty() && request.b != request.a;
    if (apart) {
        SHARDSCOPE_TRY(wholeB, readSide(catalog, request, request.b, task));
        imports.push_back(wholeB.report);
    }
    SHARDSCOPE_TRY(ComparedSide a, ofPart(wholeA, request.a, "--job-a", request.jobA, request.rankA, task));
    SHARDSCOPE_TRY(ComparedSide b, ofPart(std::move(wholeB), request.b.empty() ? request.a : request.b,
                                          "--job-b", request.jobB, request.rankB, task));
    if (a.title == b.title && apart) { // files of one name
        a.title = request.a;
        b.title = request.b;
    }
    SHARDSCOPE_TRY(Comparison comparison, compareSides(a, b, request.top, request.tolerance, task));
    comparison.imports = std::move(imports);
    return comparison;
}

} // namespace shardscope::app
