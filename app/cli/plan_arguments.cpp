// SPDX-License-Identifier: GPL-3.0-or-later
// The plan's own table of keys makes the options, so that a new key needs no line here.
#include "app/cli/checks.h"
#include "app/cli/verbs.h"

#include "app/session/plan/solved_options.h"

#include "app/session/documents/documents.h"
#include "app/session/recommender/recommender_choices.h"
#include "core/io/files.h"
#include "core/plan/plan_file.h"
#include "core/storage/item_links.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

namespace shardscope::app {

void answersWith(CLI::App& verb, Context& context, std::function<Answered()> run)
{
    verb.add_flag("--json", context.json, "one JSON document on standard output");
    takesOneOf(verb.add_option_function<std::string>(
                   "--units",
                   [&context](const std::string& unit) {
                       context.style.bytes =
                           unit == "GB" ? core::BytePrefix::Decimal : core::BytePrefix::Binary;
                   },
                   "GiB (powers of 2) or GB (powers of 10) in tables"),
               {"GiB", "GB"});
    verb.callback([&context, run = std::move(run)] {
        if (const Answered answered = run(); !answered.ok())
            context.fail(answered.error());
    });
}

void addPlanArguments(CLI::App& verb, PlanArguments& arguments)
{
    verb.add_option("MODEL", arguments.model, "catalogue name or file");
    verb.add_option("HARDWARE", arguments.hardware,
                    "catalogue name or file; NAME@500W: its devices held to so many watts");
    addPlanOptions(verb, arguments);
}

PlanArguments withSample(PlanArguments given)
{
    if (!given.hardware.empty() || !given.planFile.empty() || given.model.empty())
        return given;
    const std::filesystem::path resources = findResources();
    if (core::files::exists(resources / "models" / (given.model + ".json")))
        return given;
    std::filesystem::path sample = resources / "samples" / (given.model + ".json");
    if (!core::files::exists(sample)) {
        sample = given.model;
        const auto kind = documentKind(sample);
        const bool mistyped = !kind.ok() && core::itemAddress(given.model); // reading says of what
        if (!mistyped && (!kind.ok() || *kind != DocumentKind::Plan))
            return given;
    }
    given.planFile = sample.string();
    given.model.clear();
    return given;
}

void addCalibrationOption(CLI::App& verb, PlanArguments& arguments)
{
    verb.add_option(
        "--calibration", arguments.calibration,
        "one of the hardware's calibrations by name, or FILE or FILE/NAME of what calibrate --out wrote");
}

void addPlanOptions(CLI::App& verb, PlanArguments& arguments)
{
    verb.add_option("--plan", arguments.planFile, "plan file; it may name model and hardware");
    const std::map<std::string, std::string> letters{
        {"tensor", "-t,"}, {"pipeline", "-p,"}, {"replica", "-r,"}};
    // The letters by which Megatron-LM's users abbreviate the options.
    const std::map<std::string, std::string> usual{
        {"tensor", ",--tp"},       {"pipeline", ",--pp"},      {"replica", ",--dp"},
        {"context", ",--cp"},      {"expert", ",--ep"},        {"expert-tensor", ",--etp"},
        {"micro-batch", ",--mbs"}, {"global-batch", ",--gbs"}, {"sequence-length", ",--seq"}};
    const auto in = [](const std::map<std::string, std::string>& names, const std::string& option) {
        const auto found = names.find(option);
        return found == names.end() ? std::string() : found->second;
    };
    for (const core::PlanKey& key : core::planKeys()) {
        const std::string name = in(letters, key.option) + "--" + key.option +
                                 (key.alias.empty() ? "" : ",--" + key.alias) + in(usual, key.option);
        verb.add_option_function<std::string>(
                name,
                [&arguments, option = key.option](const std::string& value) {
                    arguments.options.emplace_back(option, value);
                },
                key.help)
            ->type_name(key.values)
            ->group("Plan");
    }
}

void addDevicesOption(CLI::App& verb, PlanArguments& arguments)
{
    verb.add_option_function<std::string>(
            "--gpus,--devices",
            [&arguments](const std::string& value) { arguments.options.emplace_back(kDevicesOption, value); },
            "devices in all: as many replicas as they make")
        ->type_name("1..");
}

void addChoiceOption(CLI::App& verb, std::vector<std::pair<std::string, std::string>>& choices)
{
    verb.add_option_function<std::vector<std::string>>(
            "--set",
            [&choices](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    const std::size_t equals = std::min(text.find('='), text.size());
                    choices.emplace_back(text.substr(0, equals),
                                         equals < text.size() ? text.substr(equals + 1) : std::string());
                }
            },
            "recommenders: KEY=VALUE, as often as wanted; 'list' names the keys")
        ->type_name("KEY=VALUE")
        ->take_all();
}

bool listsChoices(const Context& context, const std::vector<std::pair<std::string, std::string>>& choices)
{
    const bool list = std::ranges::any_of(choices, [](const auto& choice) { return choice.first == "list"; });
    if (list)
        context.json ? context.print(core::toJson(choiceTable({})) + "\n") : context.print(choiceTable({}));
    return list;
}

std::vector<std::string> withFlagValues(const std::vector<std::string>& arguments)
{
    std::vector<std::string> out;
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const std::string& argument = arguments[index];
        const auto& keys = core::planKeys();
        const bool flag = std::ranges::any_of(keys, [&](const core::PlanKey& key) {
            return argument == "--" + key.option && key.values == "true|false";
        });
        const std::string next = index + 1 < arguments.size() ? arguments[index + 1] : "";
        const bool given = next == "true" || next == "false" || next == "on" || next == "off";
        out.push_back(flag && !given ? argument + "=true" : argument);
    }
    return out;
}

} // namespace shardscope::app
