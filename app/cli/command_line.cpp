// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the arguments, runs one verb, turns every failure into one line and an exit code.
#include "app/cli/completion.h"
#include "app/cli/interrupt.h"
#include "app/cli/verbs.h"

#include "app/session/search/plan_options.h"
#include "app/session/text/completion.h"
#include "core/base/joined.h"
#include "core/base/kept.h"
#include "core/base/mapped.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/io/escape.h"
#include "core/io/files.h"
#include "shardscope_config.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <sstream>
#include <string_view>

namespace shardscope::app {
namespace {

core::Error unknownName(const std::string& name, const std::vector<std::string>& known,
                        const std::string& what)
{
    return {core::ErrorCode::UnknownName, {name, core::nearestName(name, known), what}};
}

std::vector<std::string> verbNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(verb->get_name());
    return names;
}

/// CLI11's sentence, or a plainer one.
std::string inOurWords(const CLI::ParseError& problem)
{
    const std::string said = problem.what();
    const std::string option = said.substr(0, said.find(':'));
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&problem) != nullptr)
        return said.find("At Most") == std::string::npos ? "nothing stands behind " + option
                                                         : option + " is given more than once";
    constexpr std::string_view kHead = "Could not convert: "; // "--parameters = nan"
    if (const std::size_t equals = said.find(" = "); said.starts_with(kHead) && equals != std::string::npos)
        return said.substr(kHead.size(), equals - kHead.size()) + ": \"" +
               core::shortened(said.substr(equals + 3)) + "\" is not a number, or too large";
    return said;
}

/// Says what is wrong with the call, naming the nearest option where one was mistyped.
void refuseCall(Context& context, const CLI::App& app, const CLI::ParseError& problem)
{
    const auto chosen = app.get_subcommands();
    const std::vector<std::string> left = app.remaining(true);
    if (chosen.empty())
        return context.refuse("no verb is given; known are: " + core::joined(verbNames(app), ", ") +
                              "; see --help");
    if (!left.empty()) {
        const std::string given = left.front();
        if (chosen.front()->get_option_no_throw(given.substr(0, given.find('='))) != nullptr)
            return context.refuse("\"" + core::shortened(given) +
                                  "\" stands behind the verb and before \"--\"; see --help");
        std::vector<std::string> known;
        for (const CLI::Option* option : chosen.front()->get_options()) {
            for (const std::string& name : option->get_lnames())
                known.push_back("--" + name);
        }
        const std::string verb = "\"" + chosen.front()->get_name() + "\"";
        const std::string name = left.front().substr(0, left.front().find('='));
        if (name.size() > 1 && name.front() == '-' && name != "--")
            return context.fail(unknownName(name, known, core::phrase(W_("option of %1"), {verb})));
        return context.refuse(verb + " takes no further argument \"" + core::shortened(left.back()) +
                              "\"; see --help");
    }
    context.refuse(inOurWords(problem) + "; see --help");
}

/// An argument of nothing is a variable that is not set, never a file, a name or a number. What is wrong, if
/// so.
std::optional<std::string> emptyArgument(const std::vector<std::string>& arguments)
{
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const std::string& argument = arguments[at];
        if (argument.empty())
            return "argument " + std::to_string(at + 1) + " is empty: is a variable not set?";
        if (argument.size() > 3 && argument.starts_with("--") && argument.find('=') == argument.size() - 1)
            return "nothing stands behind \"" + core::shortened(argument) + "\": is a variable not set?";
    }
    return std::nullopt;
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
    addGuessVerb(app, context);
    addFollowVerb(app, context);
    addStudyVerb(app, context);
    addReportVerb(app, context);
    addEstimateVerb(app, context);
    addSqlVerb(app, context);
    addSearchVerb(app, context);
    addSimulateVerb(app, context);
    addProjectVerb(app, context);
    addLessonVerb(app, context);
}

/// Writes the call so that a shell reads it back.
std::string inShell(const std::vector<std::string>& arguments)
{
    return core::phrase(W_("call %1"),
                        {core::joined(core::mapped<std::string>(arguments, core::shellWord), " ")});
}

/// One verb. What std::cout holds is written when this returns.
void runVerb(Context& context, std::vector<std::string> arguments)
{
    const bool completes = !arguments.empty() && arguments.front() == kCompleteWord;
    if (const auto wrong = completes ? std::nullopt : emptyArgument(arguments))
        return context.refuse(*wrong);
    CLI::App app("Shardscope plans how a large model is laid out over many accelerators, and reads traces of "
                 "real runs.",
                 "shardscope-cli");
    app.set_version_flag("--version", std::string("shardscope-cli ") + config::kVersion);
    app.require_subcommand(1);
    addVerbs(app, context);
    if (completes)
        return context.printExact(
            completions(app, context.catalog, {arguments.begin() + 1, arguments.end()}));

    const std::vector<std::string> known = verbNames(app);
    if (!arguments.empty() && arguments.front().substr(0, 1) != "-" &&
        std::ranges::find(known, arguments.front()) == known.end())
        return context.fail(unknownName(arguments.front(), known, core::phrase(W_("verb"))));
    const std::filesystem::path& resources = context.catalog.resources();
    const bool asksForWords = std::ranges::any_of(arguments, [](const std::string& argument) {
        return argument == "--help" || argument == "-h" || argument == "--version";
    });
    if (!asksForWords && !core::files::isFolder(resources / "models"))
        return context.refuse(
            "models and hardware are not found: " + resources.string() +
            " is no folder of resources; set SHARDSCOPE_RESOURCES to the one that was installed");
    arguments = withFlagValues(arguments);
    std::ranges::reverse(arguments); // CLI11 takes them from the back
    try {
        app.parse(std::move(arguments));
    } catch (const CLI::Success& help) {
        std::ostringstream text;
        app.exit(help, text, text);
        context.printExact(text.str());
    } catch (const CLI::ParseError& problem) {
        refuseCall(context, app, problem);
    }
}

} // namespace

int runCommandLine(std::vector<std::string> arguments, SearchPart* part)
{
    const Interrupt interrupt;
    Context context{core::Catalog(findResources()),
                    interrupt.task(),
                    {},
                    false,
                    Exit::Success,
                    [&] { interrupt.wipe(); },
                    [&] { interrupt.beginAnswer(); },
                    0,
                    part};
    try {
        runVerb(context, arguments);
    } catch (const std::bad_alloc&) { // thrown by a library: operator new has its own way (last_words)
        context.refuse("there is not enough memory for this");
    } catch (const std::exception& broken) { // of what no facade of the libraries catches
        context.fail(core::brokenPromise(broken, inShell(arguments)));
    }
    if (context.exit != Exit::BadCall)
        context.finish();
    return static_cast<int>(context.exit);
}

} // namespace shardscope::app
