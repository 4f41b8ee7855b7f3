// SPDX-License-Identifier: GPL-3.0-or-later
// guess: the plan of a recorded run, from what was recorded.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/documents/kept_inputs.h"
#include "app/session/guess/guess.h"
#include "app/session/simulate/open_run.h"
#include "core/io/output_file.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

namespace shardscope::app {
namespace {

struct GuessCall {
    std::vector<std::string> files;
    std::string plan;
    std::string model;
};

/// The plan, and beside it the model where the catalogue has none.
core::Result<core::Done> write(const GuessCall& call, const Guess& guess)
{
    std::vector<std::pair<std::filesystem::path, std::string>> files;
    std::string model = guess.modelName;
    if (guess.model && model.empty()) {
        const std::filesystem::path plan(call.plan);
        const std::filesystem::path beside = call.model.empty()
                                                 ? plan.parent_path() / (plan.stem().string() + ".model.json")
                                                 : std::filesystem::path(call.model);
        files.emplace_back(beside, core::jsonText(*guess.model) + "\n");
        model = call.model.empty() ? beside.filename().string() : call.model;
    }
    files.emplace_back(call.plan, guessedPlanText(guess, model));
    return core::writeFiles(files);
}

Answered runGuess(Context& context, const GuessCall& call)
{
    for (const std::string& out : {call.plan, call.model})
        SHARDSCOPE_TRY_DONE(keepsInputs(out, call.files));
    SHARDSCOPE_TRY(const profiler::ImportedRun opened, openRun(context.catalog, call.files, context.task));
    SHARDSCOPE_TRY(const Guess guess, guessPlan(context.catalog, opened.run, context.task));
    if (guess.known() && !call.plan.empty())
        SHARDSCOPE_TRY_DONE(write(call, guess));
    if (!guess.known())
        context.exit = Exit::No;
    std::vector<core::Table> tables = guessTables(guess);
    std::erase_if(tables, [](const core::Table& table) { return table.rows.empty(); });
    context.json ? context.print(guessJson(guess)) : context.print(tables);
    return core::Done{};
}

} // namespace

void addGuessVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "guess", "the plan of a recorded run: model, batch, formats, degrees, each with its evidence");
    const auto call = std::make_shared<GuessCall>();
    verb->add_option("RUN", call->files, "traces of one job, a file a rank; a folder or pack")->required();
    verb->add_option("--out", call->plan, "writes the plan file, and a model of its own beside it");
    verb->add_option("--model-out", call->model, "where that model is written")->needs("--out");
    answersWith(*verb, context, [&context, call] { return runGuess(context, *call); });
}

} // namespace shardscope::app
