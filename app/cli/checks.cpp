// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checks.h"

#include "core/base/joined.h"
#include "core/explain/derivation.h"
#include "core/io/escape.h"
#include "core/units/plain_number.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace shardscope::app {

namespace {

std::string outOfRange(const std::string& text, const std::string& lowest, const std::string& highest)
{
    return core::shortened(text) + " is out of range; " +
           (highest.empty() ? "the least is " + lowest : "it goes from " + lowest + " to " + highest);
}

} // namespace

void takesWhole(CLI::Option* option, std::int64_t lowest, std::int64_t highest)
{
    option->check([lowest, highest](const std::string& text) -> std::string {
        const auto value = core::parseWhole(text);
        if (!value)
            return "\"" + core::shortened(text) + "\" is not a whole number";
        const bool open = highest == std::numeric_limits<std::int64_t>::max();
        return *value < lowest || *value > highest
                   ? outOfRange(text, std::to_string(lowest), open ? "" : std::to_string(highest))
                   : std::string();
    });
}

void takesNumber(CLI::Option* option, double lowest, double highest)
{
    option->check([lowest, highest](const std::string& text) -> std::string {
        const auto value = core::parseNumber(text);
        if (!value)
            return "\"" + core::shortened(text) + "\" is not a number";
        return *value < lowest || *value > highest
                   ? outOfRange(text, core::numberText(lowest), core::numberText(highest))
                   : std::string();
    });
}

void takesOneOf(CLI::Option* option, const std::vector<std::string>& names)
{
    const std::string known = core::joined(names, ", ");
    option->type_name("{" + known + "}");
    option->check([names, known](const std::string& text) -> std::string {
        const bool there = std::ranges::find(names, text) != names.end();
        return there ? std::string() : "unknown value \"" + core::shortened(text) + "\"; known are: " + known;
    });
}

core::Result<core::Done> takesNoneOf(const CLI::App& verb, std::initializer_list<const char*> options,
                                     const std::string& why)
{
    for (const char* const option : options) {
        if (verb.count(option) > 0)
            return core::Error{core::ErrorCode::Inconsistent, {why}}.in(option);
    }
    return core::Done{};
}

} // namespace shardscope::app
