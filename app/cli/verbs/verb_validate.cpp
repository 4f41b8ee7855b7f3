// SPDX-License-Identifier: GPL-3.0-or-later
// validate: published and measured cases against the planner; exits with 1 where any case is out of its
// tolerance.
#include "app/cli/verbs.h"

#include "app/cli/text_table.h"
#include "app/session/accuracy/validation.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace shardscope::app {
namespace {

/// What fits: of those that did and of those that did not, how many we say so of.
std::string fitsLine(const Validation& validation)
{
    const FitCounts& fits = validation.fits;
    const std::int64_t all = countOf(fits);
    if (all == 0)
        return {};
    return "Fits: " + grouped(fits[1][1] + fits[0][0]) + " of " + grouped(all) + " right; of " +
           grouped(fits[1][0] + fits[1][1]) + " that ran we deny " + grouped(fits[1][0]) + ", of " +
           grouped(fits[0][0] + fits[0][1]) + " that ran out of memory we promise " + grouped(fits[0][1]) +
           ".\n";
}

/// How the search does against runs that others published.
std::string searchLine(const Validation& validation)
{
    const auto& all = validation.searches;
    if (all.empty())
        return {};
    const auto count = [&](const auto& is) { return grouped(std::ranges::count_if(all, is)); };
    return grouped(static_cast<std::int64_t>(all.size())) +
           " published plans searched around: " + count([](const ValidationSearch& one) {
               return one.bestSeconds && one.reason.empty() && !one.missed();
           }) +
           " no faster than our best, " + count([](const ValidationSearch& one) { return one.missed(); }) +
           " faster, " + count([](const ValidationSearch& one) { return !one.planFits; }) +
           " do not fit by our model; " +
           count([](const ValidationSearch& one) { return one.rank.has_value(); }) + " are in our list.\n";
}

void answer(Context& context, const Validation& validation)
{
    if (context.json) {
        context.print(validationJson(validation));
    } else {
        std::vector<core::Table> tables{validationRowTable(validation), validationGroupTable(validation)};
        if (!validation.sweeps.empty())
            tables.push_back(validationSweepTable(validation));
        if (!validation.searches.empty())
            tables.push_back(validationSearchTable(validation));
        context.print(tables);
        const auto failing = std::ranges::count_if(validation.rows, &ValidationRow::fails);
        const auto unpredicted =
            std::ranges::count_if(validation.rows, [](const ValidationRow& row) { return !row.predicted; });
        context.print("\n" + grouped(static_cast<std::int64_t>(validation.rows.size())) +
                      " figures: " + grouped(failing) + " out of tolerance, " + grouped(unpredicted) +
                      " not predicted.\n" + fitsLine(validation) + searchLine(validation));
    }
    context.exit = validation.passed() ? Exit::Success : Exit::No;
}

} // namespace

void addValidateVerb(CLI::App& app, Context& context)
{
    CLI::App* verb = app.add_subcommand(
        "validate", "published and measured cases against the planner, each with its error");
    const auto files = std::make_shared<std::vector<std::string>>();
    verb->add_option("CASES", *files, "case files (JSON array or lines); without them the built-in ones");
    answersWith(*verb, context, [&context, files]() -> Answered {
        SHARDSCOPE_TRY(const Validation validation,
                       validateCases(context.catalog, {files->begin(), files->end()}, context.task));
        answer(context, validation);
        return core::Done{};
    });
}

} // namespace shardscope::app
