// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/text/completion.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using Offers = std::vector<std::pair<std::string, std::string>>;

const Completable* optionCalled(const std::vector<Completable>& options, const std::string& name)
{
    const auto found = std::ranges::find_if(options, [&](const Completable& option) {
        return std::ranges::find(option.names, name) != option.names.end();
    });
    return found == options.end() ? nullptr : &*found;
}

/// "gpipe|1f1b" and "{a, b}" as words; empty for "1..", "FILE" and other kinds of values.
std::vector<std::string> wordsOf(std::string values)
{
    const std::size_t brace = values.find('{'); // also in CLI11's "TEXT:{a,b}"
    const bool braced = brace != std::string::npos && values.back() == '}';
    if (braced)
        values = values.substr(brace + 1, values.size() - brace - 2);
    else if (values.find('|') == std::string::npos)
        return {};
    std::vector<std::string> words;
    std::string word;
    for (const char letter : values + "|") {
        if (letter == '|' || (braced && letter == ',')) {
            if (!word.empty())
                words.push_back(word);
            word.clear();
        } else if (letter != ' ') {
            word += letter;
        }
    }
    // "1..|auto" has a range beside a word: the word alone can be offered.
    std::erase_if(words, [](const std::string& one) { return one.find("..") != std::string::npos; });
    return words;
}

/// What \p what takes: the words of its help, models or machines.
Offers valuesOf(const Completable& what, const core::Catalog& catalog)
{
    std::vector<std::string> words = wordsOf(what.values);
    const auto isCalled = [&](const char* option, const char* place) {
        return std::ranges::any_of(what.names,
                                   [&](const std::string& name) { return name == option || name == place; });
    };
    if (isCalled("--model", "MODEL"))
        words = catalog.modelNames();
    else if (isCalled("--hardware", "HARDWARE"))
        words = catalog.hardwareNames();
    Offers offers;
    for (std::string& word : words)
        offers.emplace_back(std::move(word), std::string());
    return offers;
}

} // namespace

std::string offered(const Offers& words, const std::string& typed)
{
    std::string lines;
    for (const auto& [word, help] : words) {
        if (!word.starts_with(typed))
            continue;
        std::string line = word;
        if (!help.empty())
            line += "\t" + help.substr(0, help.find('\n'));
        lines += line + "\n";
    }
    return lines;
}

std::string completions(const std::vector<Completable>& options, const std::vector<Completable>& places,
                        const core::Catalog& catalog, const std::vector<std::string>& words)
{
    const std::string typed = words.empty() ? std::string() : words.back();
    std::size_t place = 0;
    const Completable* open = nullptr; // the option whose value comes next
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
        if (open != nullptr) {
            open = nullptr;
        } else if (words[at].starts_with("-")) {
            open = optionCalled(options, words[at]);
            if (open != nullptr && open->values.empty())
                open = nullptr;
        } else {
            ++place;
        }
    }
    if (open != nullptr)
        return offered(valuesOf(*open, catalog), typed);
    if (!typed.starts_with("-"))
        return place < places.size() ? offered(valuesOf(places[place], catalog), typed) : std::string();
    Offers offers;
    for (const Completable& option : options) {
        for (const std::string& name : option.names) {
            if (name.starts_with("--"))
                offers.emplace_back(name, option.help);
        }
    }
    return offered(offers, typed);
}

} // namespace shardscope::app
