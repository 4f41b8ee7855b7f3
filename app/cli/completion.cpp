// SPDX-License-Identifier: GPL-3.0-or-later
// CLI11 knows the verbs, their options and what these take: it is asked, and nothing is listed twice.
#include "app/cli/completion.h"

#include "app/session/text/completion.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace shardscope::app {
namespace {

Completable completableOf(const CLI::Option& option)
{
    Completable one{{}, {}, option.get_description()};
    if (option.get_items_expected_max() > 0)
        one.values = option.get_type_name().empty() ? "VALUE" : option.get_type_name();
    if (option.get_positional())
        one.names.push_back(option.get_name());
    for (const std::string& name : option.get_snames())
        one.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        one.names.push_back("--" + name);
    return one;
}

} // namespace

std::string completions(const CLI::App& app, const core::Catalog& catalog, std::vector<std::string> words)
{
    if (words.size() < 2) {
        std::vector<std::pair<std::string, std::string>> first;
        for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
            first.emplace_back(verb->get_name(), verb->get_description());
        for (const char* option : {"--help", "--version"})
            first.emplace_back(option, app.get_option(option)->get_description());
        return offered(first, words.empty() ? std::string() : words.front());
    }
    const auto verbs =
        app.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == words.front(); });
    if (verbs.empty())
        return {};
    std::vector<Completable> options;
    std::vector<Completable> places;
    for (const CLI::Option* option : verbs.front()->get_options())
        (option->get_positional() ? places : options).push_back(completableOf(*option));
    words.erase(words.begin());
    return completions(options, places, catalog, words);
}

} // namespace shardscope::app
