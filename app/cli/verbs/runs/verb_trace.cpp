// SPDX-License-Identifier: GPL-3.0-or-later
// trace: imports one run (one file, or one for each rank) and prints what it holds and the import report.
#include "app/cli/mpi_group.h"
#include "app/cli/part_reader.h"
#include "app/cli/verbs.h"

#include "app/session/documents/kept_inputs.h"
#include "app/session/plan/commands.h"
#include "app/session/simulate/open_run.h"
#include "app/session/tables/tables.h"
#include "app/session/trace/rank_tables.h"
#include "core/io/escape.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <utility>

namespace shardscope::app {
namespace {

constexpr std::size_t kTracksShown = 24; // a terminal's height

struct TraceCall {
    std::vector<std::string> files;
    bool noCache = false;
    std::string pack;
    bool allTracks = false;
};

void printTrace(const Context& context, const profiler::ImportedRun& imported, bool allTracks)
{
    const core::Run& run = *imported.run;
    context.print(core::printable(run.title) + "\n");
    for (const auto& [key, value] : run.metadata)
        context.print("  " + core::printable(key) + ": " + core::printable(value) + "\n");
    context.printBelow(fileTable(imported));
    if (!imported.report.clocks.clocks.empty()) {
        context.printBelow(clockTable(imported));
    }
    context.printBelow(trackTable(run), allTracks ? 0 : kTracksShown);
    context.print("\n");
    if (imported.report.remarks.empty())
        context.print("Nothing odd was found.\n");
    else
        context.print(remarkTable(imported));
}

Answered printAnswer(Context& context, const profiler::ImportedRun& imported, bool allTracks)
{
    context.tellLost(imported.report);
    context.json ? context.print(traceJson(imported)) : printTrace(context, imported, allTracks);
    return core::Done{};
}

class MpiWorkers final : public profiler::PackWorkers {
public:
    explicit MpiWorkers(std::unique_ptr<MpiGroup> group)
        : m_group(std::move(group))
        , m_reader(m_group->number())
    {
    }

    int number() const override { return m_group->number(); }
    int count() const override { return m_group->count(); }
    std::vector<std::string> gather(std::string bytes) override { return m_group->gather(std::move(bytes)); }
    std::string broadcast(std::string bytes) override { return m_group->broadcast(std::move(bytes)); }

    /// mpirun ends all processes where one of its own is killed, so that none of those reads files itself.
    profiler::FilePart read(const std::string& file, const core::Task& task) override
    {
        return m_reader.read(file, task);
    }

private:
    std::unique_ptr<MpiGroup> m_group;
    PartReader m_reader;
};

/// The processes that make a pack together: those that mpirun started, else this one. Errors: NotSupported
/// where mpirun started several and the part that knows MPI cannot be loaded.
core::Result<std::unique_ptr<profiler::PackWorkers>> makePackWorkers()
{
    if (launchedTogether() <= 1)
        return std::unique_ptr<profiler::PackWorkers>(std::make_unique<profiler::SoloWorker>());
    SHARDSCOPE_TRY(std::unique_ptr<MpiGroup> group, MpiGroup::join());
    return std::unique_ptr<profiler::PackWorkers>(std::make_unique<MpiWorkers>(std::move(group)));
}

/// Under mpirun every process comes here; the first answers.
Answered packTraces(Context& context, const TraceCall& call)
{
    SHARDSCOPE_TRY_DONE(keepsInputs(call.pack, call.files));
    SHARDSCOPE_TRY_DONE(namedOnce(call.files));
    SHARDSCOPE_TRY(const auto workers, makePackWorkers());
    const auto outcome =
        profiler::buildPack({call.files.begin(), call.files.end()}, call.pack, *workers, context.task);
    if (workers->number() != 0) {
        context.exit = outcome.ok() ? Exit::Success : Exit::BadCall;
        return core::Done{};
    }
    if (!outcome.ok())
        return outcome.error();
    return printAnswer(context, *outcome, call.allTracks);
}

} // namespace

void addTraceVerb(CLI::App& app, Context& context)
{
    CLI::App* verb =
        app.add_subcommand("trace", "imports one run and prints what it holds and the import report");
    const auto call = std::make_shared<TraceCall>();
    verb->add_option("FILE", call->files, "a trace, or one a rank")->required();
    verb->add_flag("--no-cache", call->noCache, "neither reads nor writes the columnar cache");
    verb->add_flag("--all-tracks", call->allTracks, "prints every track");
    verb->add_option("--pack", call->pack,
                     "writes the run to one file that opens at once; under mpirun each process reads files "
                     "where they lie");
    answersWith(*verb, context, [&context, call]() -> Answered {
        if (!call->pack.empty())
            return packTraces(context, *call);
        SHARDSCOPE_TRY(const profiler::ImportedRun imported,
                       openRun(context.catalog, call->files, context.task, {{}, !call->noCache}));
        return printAnswer(context, imported, call->allTracks);
    });
}

} // namespace shardscope::app
