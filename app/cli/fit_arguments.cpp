// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/fit_arguments.h"

#include "core/units/plain_number.h"

#include <CLI/CLI.hpp>

#include <map>
#include <optional>

namespace shardscope::app {
namespace {

/// "name=1e-6,other=2" in pieces.
core::Result<std::map<std::string, double>> pairs(const std::vector<std::string>& texts)
{
    std::map<std::string, double> values;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        const auto value =
            equals == std::string::npos ? std::nullopt : core::parseNumber(text.substr(equals + 1));
        if (!value)
            return core::Error{core::ErrorCode::NumberMalformed, {text}};
        values[text.substr(0, equals)] = *value;
    }
    return values;
}

} // namespace

void addFitOptions(CLI::App& verb, FitArguments& arguments)
{
    CalibrationCall& what = arguments.what;
    verb.add_option("FILES", arguments.files, "case files (JSON array or lines)");
    verb.add_option("--hardware", what.hardware, "the machine they were measured on");
    verb.add_option("--name", what.name, "of the calibration; one of this name is replaced");
    verb.add_option("--implementation", what.implementation, "plans it holds for (else all)");
    verb.add_option("--kernels", what.kernels, "plans it holds for: fused or separate (else all)");
    verb.add_option("--fit", what.fit, "coefficients to fit (docs/formulas.md, section 10)")->delimiter(',');
    verb.add_option("--set", arguments.given, "NAME=VALUE: coefficients to set")->delimiter(',');
    verb.add_option("--weight", arguments.weights, "FIGURE=WEIGHT: figures that count, else all times")
        ->delimiter(',');
    verb.add_option("--group", what.groups, "cases of these groups alone")->delimiter(',');
}

core::Result<CalibrationCall> settled(const FitArguments& arguments)
{
    CalibrationCall call = arguments.what;
    SHARDSCOPE_TRY(call.given, pairs(arguments.given));
    SHARDSCOPE_TRY(call.weights, pairs(arguments.weights));
    call.cases = {arguments.files.begin(), arguments.files.end()};
    return call;
}

} // namespace shardscope::app
