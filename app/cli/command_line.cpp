// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the arguments, runs one verb, turns every failure into one line and an exit code.
#include "app/cli/interrupt.h"
#include "app/cli/verbs.h"

#include "core/base/nearest.h"
#include "shardscope_config.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace shardscope::app {
namespace {

struct FutureVerb {
    const char* name;
    const char* help;
};

constexpr FutureVerb kFutureVerbs[] = {
    {"simulate", "event-driven schedule of a plan (to come)"},
};

core::Error unknownName(const std::string& name, const std::vector<std::string>& known,
                        const std::string& what)
{
    return {core::ErrorCode::UnknownName, {name, core::nearestName(name, known), what}, {}};
}

std::vector<std::string> verbNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(verb->get_name());
    return names;
}

/// What is wrong with the call, naming the nearest option where one was mistyped.
core::Error callError(const CLI::App& app, const CLI::ParseError& problem)
{
    const auto chosen = app.get_subcommands();
    const std::vector<std::string> left = app.remaining(true);
    if (!chosen.empty() && !left.empty()) {
        std::vector<std::string> known;
        for (const CLI::Option* option : chosen.front()->get_options()) {
            for (const std::string& name : option->get_lnames())
                known.push_back("--" + name);
        }
        const std::string verb = "\"" + chosen.front()->get_name() + "\"";
        const std::string name = left.front().substr(0, left.front().find('='));
        if (name.substr(0, 1) == "-")
            return unknownName(name, known, "option of " + verb);
        return {core::ErrorCode::Inconsistent,
                {verb + " takes no further argument \"" + left.front() + "\"; see --help"},
                {}};
    }
    std::string message = problem.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    return {core::ErrorCode::Inconsistent, {message + "; see --help"}, {}};
}

void addVerbs(CLI::App& app, Context& context)
{
    addModelsVerb(app, context);
    addHardwareVerb(app, context);
    addPlanVerb(app, context);
    addTraceVerb(app, context);
    addAnalyzeVerb(app, context);
    addCompareVerb(app, context);
    addValidateVerb(app, context);
    addCalibrateVerb(app, context);
    addExportVerb(app, context);
    addImportVerb(app, context);
    addEstimateVerb(app, context);
    addSqlVerb(app, context);
    addSearchVerb(app, context);
    addFutureVerbs(app, context);
}

} // namespace

void addFutureVerbs(CLI::App& app, Context& context)
{
    for (const FutureVerb& future : kFutureVerbs) {
        CLI::App* verb = app.add_subcommand(future.name, future.help);
        verb->allow_extras();
        verb->callback([&context, name = std::string(future.name)] {
            context.fail({core::ErrorCode::NotBuiltYet, {"\"" + name + "\""}, {}});
        });
    }
}

int runCommandLine(std::vector<std::string> arguments)
{
    const Interrupt interrupt;
    Context context{core::Catalog(findResources()), interrupt.task(), {}, false, Exit::Success,
                    [&] { interrupt.wipe(); }};
    CLI::App app("Shardscope plans how a large model is laid out over many accelerators, and reads traces of "
                 "real runs.",
                 "shardscope-cli");
    app.set_version_flag("--version", std::string("shardscope-cli ") + config::kVersion);
    app.require_subcommand(1);
    addVerbs(app, context);

    const std::vector<std::string> known = verbNames(app);
    if (!arguments.empty() && arguments.front().substr(0, 1) != "-" &&
        std::find(known.begin(), known.end(), arguments.front()) == known.end()) {
        context.fail(unknownName(arguments.front(), known, "verb"));
        return static_cast<int>(context.exit);
    }
    arguments = withFlagValues(arguments);
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    try {
        app.parse(std::move(arguments));
    } catch (const CLI::Success& help) {
        return app.exit(help, std::cout, std::cerr);
    } catch (const CLI::ParseError& problem) {
        context.fail(callError(app, problem));
    }
    return static_cast<int>(context.exit);
}

} // namespace shardscope::app
