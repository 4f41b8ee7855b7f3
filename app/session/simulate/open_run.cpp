// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/open_run.h"

#include "app/session/documents/kept_inputs.h"
#include "app/session/simulate/derived_arguments.h"
#include "app/session/simulate/plan_simulation.h"
#include "core/base/refusals.h"
#include "core/io/files.h"
#include "core/io/text_file.h"

namespace shardscope::app {
namespace {

/// The plan that \p files mean; "" where they are traces.
std::string planFileOf(const core::Catalog& catalog, const std::vector<std::string>& files)
{
    if (files.size() != 1)
        return {};
    const std::string file = fileOfSample(catalog, files.front());
    if (!core::files::isPlain(file))
        return {};
    const auto kind = documentKind(file);
    return kind.ok() && *kind == DocumentKind::Plan ? file : std::string();
}

profiler::FileTally tallyOf(const core::Run& run, const std::string& file)
{
    const core::Timeline& timeline = *run.timeline;
    profiler::FileTally tally{.file = file,
                              .slices = timeline.sliceCount(),
                              .instants = timeline.instants().size(),
                              .counters = timeline.counterSamples().size(),
                              .flowBegins = timeline.flows().size(),
                              .flowEnds = timeline.flows().size()};
    tally.events = tally.slices + tally.instants + tally.counters + tally.flowBegins + tally.flowEnds;
    tally.tracks = timeline.tracks().size();
    tally.displaced = timeline.displacedCount();
    tally.beginNs = timeline.begin();
    tally.endNs = timeline.end();
    return tally;
}

} // namespace

std::string fileOfSample(const core::Catalog& catalog, const std::string& name)
{
    const std::filesystem::path file = name;
    if (core::files::exists(file) || file.filename() != file)
        return name;
    const std::filesystem::path sample = catalog.resources() / "samples" / (name + ".json");
    return core::files::exists(sample) ? sample.string() : name;
}

core::Result<profiler::ImportedRun> openRun(const core::Catalog& catalog,
                                            const std::vector<std::string>& files, const core::Task& task,
                                            const profiler::ImportOptions& options)
{
    SHARDSCOPE_TRY_DONE(namedOnce(files));
    const std::string plan = planFileOf(catalog, files);
    if (plan.empty())
        return profiler::importTrace({files.begin(), files.end()}, task, options);
    SimulationCall call;
    call.plan.planFile = plan;
    call.options.heap = true;
    SHARDSCOPE_TRY(planner::Simulation simulation, simulatePlan(catalog, std::move(call), task));
    return openedSimulation(std::move(simulation), plan);
}

profiler::ImportedRun openedSimulation(planner::Simulation simulation, std::string source)
{
    auto run = std::make_shared<core::Run>(*simulation.run);
    if (run->arguments)
        run->arguments =
            std::make_shared<DerivedArguments>(run->arguments, std::move(simulation.derivations));
    profiler::ImportedRun opened;
    opened.run = std::move(run);
    opened.report.files.push_back(tallyOf(*opened.run, source.empty() ? opened.run->title : source));
    return opened;
}

bool isChakraTarget(const std::string& file)
{
    return file.ends_with(".et") || file.ends_with('/') || core::files::isFolder(file);
}

core::Result<core::Done> writeSimulation(const planner::Simulation& simulation, const std::string& file,
                                         const core::Task& task)
{
    if (file.ends_with(".csv"))
        return core::writeTextFile(file, planner::scheduleCsv(simulation.schedule.order)).in(file);
    if (isChakraTarget(file)) {
        if (!simulation.graph)
            return core::notSupported(W_("this kind of file"),
                                      W_("execution traces are written of steps of transformers' plans"))
                .in(file);
        if (file.ends_with('/'))
            SHARDSCOPE_TRY_DONE(core::files::makeFolders(file).in(file));
        SHARDSCOPE_TRY([[maybe_unused]] const auto written,
                       profiler::writeChakra(*simulation.graph, file, task));
        return core::Done{};
    }
    return profiler::exportRun(*simulation.run, file, task);
}

} // namespace shardscope::app
