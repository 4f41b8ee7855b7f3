// SPDX-License-Identifier: GPL-3.0-or-later
// trace: imports one run (one file, or one a rank) and prints what it holds and the import report.
#include "app/cli/verbs.h"

#include "app/session/commands.h"
#include "app/session/tables.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace shardscope::app {
namespace {

constexpr std::size_t kTracksShown = 24; // a terminal's height

struct TraceCall {
    std::vector<std::string> files;
    bool noCache = false;
    bool allTracks = false;
};

void printTrace(const Context& context, const profiler::ImportedRun& imported, bool allTracks)
{
    const core::Run& run = *imported.run;
    context.print(run.title + "\n");
    for (const auto& [key, value] : run.metadata)
        context.print("  " + key + ": " + value + "\n");
    context.print("\n");
    context.print(fileTable(imported));
    context.print("\n");
    context.print(trackTable(run), allTracks ? 0 : kTracksShown);
    context.print("\n");
    if (imported.report.remarks.empty())
        context.print("Nothing odd was found.\n");
    else
        context.print(remarkTable(imported));
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
    addOutputOptions(*verb, context);
    verb->callback([&context, call] {
        const auto imported = profiler::importTrace({call->files.begin(), call->files.end()}, context.task);
        if (!imported.ok())
            return context.fail(imported.error());
        context.json ? context.print(traceJson(*imported)) : printTrace(context, *imported, call->allTracks);
    });
}

} // namespace shardscope::app
